/** What the build takes out of the core's table of operations. */
declare module 'virtual:opcodes' {
  const operations: import('./model/words.js').OperationTable;
  export default operations;
}
