/** What the WebAssembly module looks like from JavaScript: the Embind entry, and what its loader accepts. */

import type { WasmImports, WasmInstance, WasmModule } from '../base/ambient.js';

/** The five functions of the boundary (wasm/README.md) and the parts of Emscripten's runtime that are needed. */
export interface CoreModule {
  /** The bytes of the instance's memory. Growth replaces the view: read this property again after every call. */
  readonly HEAPU8: Uint8Array;
  call(method: string, json: string): string;
  allocate(bytes: number): number;
  address(handle: number): number;
  size(handle: number): number;
  release(handle: number): void;
  /** Only the threaded variant has it. */
  readonly PThread?: PThreadPool;
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
  addEventListener?(type: 'error', listener: (event: unknown) => void): void;
  on?(type: 'error', listener: (error: unknown) => void): void;
  unref?(): void;
}

/** What the factory function accepts; the object it is given becomes the module. */
export interface ModuleOverrides {
  instantiateWasm: (imports: WasmImports, done: (instance: WasmInstance, module: WasmModule) => void) => object;
  mainScriptUrlOrBlob?: string;
  locateFile?: (name: string) => string;
  hloomThreads?: number;
  onAbort?: (what: unknown) => void;
  print?: (text: string) => void;
  printErr?: (text: string) => void;
}

/** The factory that Emscripten's glue exports. */
export type CoreModuleFactory = (overrides: ModuleOverrides) => Promise<CoreModule>;
