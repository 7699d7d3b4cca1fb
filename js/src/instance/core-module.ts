/** The JavaScript interface of the WebAssembly module: the Embind entry, and the options of its loader. */

import type { WasmImports, WasmInstance, WasmModule } from '../base/ambient.js';

/** The functions of the boundary (wasm/README.md) and the parts of Emscripten's runtime that are needed. */
export interface CoreModule {
  /** The bytes of the instance's memory. Growth replaces the view: read this property again after every call. */
  readonly HEAPU8: Uint8Array;
  /** The memory itself, which code that is emitted at run time imports. */
  readonly wasmMemory?: SharedWasmMemory;
  /**
   * The same if threads share it: another thread may have grown it without a change of HEAPU8. hloom sets the property.
   */
  readonly sharedMemory?: SharedWasmMemory;
  request(bytes: number): number;
  call(methodBytes: number, jsonBytes: number): number;
  answer(): number;
  allocate(bytes: number): number;
  address(handle: number): number;
  size(handle: number): number;
  release(handle: number): void;
  _hloom_open_run(executable: number): number;
  _hloom_run_words(run: number): number;
  _hloom_prepare_run(run: number): number;
  _hloom_go_on(run: number, milliseconds: number): number;
  _hloom_reset_run(run: number): void;
  _hloom_close_run(run: number): void;
  _hloom_release_value(value: number): void;
  /** The exports of the WebAssembly instance itself; hloom sets the property when it instantiates. */
  readonly wasmExports?: WasmInstance['exports'];
  /** It is empty if there is one thread. */
  readonly PThread?: PThreadPool;
}

/** A WebAssembly.Memory; threads that have it read its property again whenever they need memory that may be new. */
export interface SharedWasmMemory {
  readonly buffer: ArrayBufferLike;
}

/** Emscripten's pool of pthread Workers. */
export interface PThreadPool {
  readonly unusedWorkers: readonly PoolWorker[];
  readonly runningWorkers: readonly PoolWorker[];
  terminateAllThreads(): void;
}

/** A pool Worker: a web Worker, or Node's with Emscripten's `onerror` on it. */
export interface PoolWorker {
  onerror: unknown;
  addEventListener?(type: 'error' | 'message', listener: (event: unknown) => void): void;
  on?(type: 'error' | 'exit', listener: (errorOrCode: unknown) => void): void;
  unref?(): void;
}

/** The options of the factory function; the options object becomes the module. */
export interface ModuleOverrides {
  instantiateWasm: (imports: WasmImports, done: (instance: WasmInstance, module: WasmModule) => void) => object;
  mainScriptUrlOrBlob?: string;
  locateFile?: (name: string) => string;
  /** The number of threads that Emscripten starts in addition to the one that loads the module. */
  hloomPoolSize?: number;
  wasmExports?: WasmInstance['exports'];
  onAbort?: (what: unknown) => void;
  print?: (text: string) => void;
  printErr?: (text: string) => void;
}

/** The factory that Emscripten's glue exports. */
export type CoreModuleFactory = (overrides: ModuleOverrides) => Promise<CoreModule>;
