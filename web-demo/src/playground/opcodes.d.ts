/** The parts of the core's tables that the build takes. */
declare module 'virtual:opcodes' {
  const operations: import('./model/words.js').OperationTable;
  export default operations;
}

declare module 'virtual:builders' {
  const builders: import('./model/script-words.js').BuilderTable;
  export default builders;
}
