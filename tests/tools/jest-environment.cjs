// Node's environment, with the typed arrays and buffers of the outer realm: what comes out of a worker or of wasm is
// made there, and `instanceof Float32Array` must hold in a test as it does in a program.
const { TestEnvironment } = require('jest-environment-node');

const shared = [
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'],
  ...['BigInt64Array', 'BigUint64Array', 'Float32Array', 'Float64Array', 'DataView'],
  ...['ArrayBuffer', 'SharedArrayBuffer', 'WebAssembly'],
];

module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of shared) this.global[name] = globalThis[name];
  }
};
