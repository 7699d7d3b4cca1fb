/** The part of the core's table of operations that the build takes. */
declare module 'virtual:opcodes' {
  const operations: import('./model/words.js').OperationTable;
  export default operations;
}
