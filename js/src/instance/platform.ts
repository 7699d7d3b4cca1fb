/** The differences between Node and browsers, behind one interface. An entry file installs its platform. */

import type { WasmModule } from '../base/ambient.js';
import type { CoreModuleFactory } from './core-module.js';

/** The two ways to start the core: one thread, or a pool of threads that share its memory. Both use SIMD. */
export type Variant = 'simd' | 'simd-threads';

/** The location of the files of the core. */
export interface ArtefactUrls {
  /** Emscripten's glue script. */
  readonly glue: string;
  readonly wasm: string;
  /** The script of a pool Worker. */
  readonly worker: string;
}

/** The page's or the process's end of a Worker. */
export interface WorkerPort {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The Worker threw, could not be loaded, or ended by itself. */
  onFailure(listener: (why: string) => void): void;
  /** Sets whether the Worker keeps the process alive; ignored in browsers. */
  keepAlive(alive: boolean): void;
  terminate(): void;
  /** The address of its script, if it is known: bundlers may have moved the package's own. */
  readonly script: string | undefined;
}

/** A Worker's own end. */
export interface ServerPort {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void;
  onMessage(listener: (message: unknown) => void): void;
}

export interface SharedMemoryReport {
  readonly available: boolean;
  readonly crossOriginIsolated: boolean;
  /** Why it is not available. */
  readonly reason: string;
}

export interface Platform {
  readonly name: 'node' | 'browser';
  /** True if an engine instance lives in a Worker by default. */
  readonly workerByDefault: boolean;
  /** True if this thread may wait for others: a page's main thread may not. */
  readonly mayBlock: boolean;
  /** The default number of threads, and the reason if it is 1. */
  defaultThreads(): { readonly threads: number; readonly reason: string };
  sharedMemory(): SharedMemoryReport;
  /** The location of the files: in the package, or in a folder that the user names (it ends in `/`). */
  artefacts(folder?: string): ArtefactUrls;
  /** The reason why the Workers of a pool cannot start from the location of the files; empty if there is none. */
  poolObstacle(folder?: string): string;
  /** An absolute form of an address that the user gave. */
  resolve(address: string): string;
  /** Reads a file. The user sees its errors, with the address. */
  read(address: string): Promise<FetchedFile>;
  /**
   * Compiles a file while it arrives. The result is undefined if that fails; `read` then finds the reason. Never
   * rejects.
   *
   * @param shared - whether threads share the memory of the module
   */
  compileStreaming?(address: string, shared: boolean): Promise<WasmModule | undefined>;
  /** True if a script that could not be imported can be imported later; browsers remember failures. */
  readonly importsAgain?: boolean;
  importGlue(address: string): Promise<CoreModuleFactory>;
  /** Lets timers and messages run. */
  pause(): Promise<void>;
  /**
   * Starts a Worker for an engine.
   *
   * @param script - the address of its script; by default the package's own
   * @throws HloomError `js.c50` if it is known at once that it cannot start
   */
  startWorker(script?: string): WorkerPort;
  /** In an engine's Worker: sends the lock of a Worker that it depends on to the thread that waits for the engine. */
  readonly tellLock?: (lock: string) => void;
  /** The reason why a script was not loaded, a sentence for the user; empty if it is unknown. Never rejects. */
  whyNotLoaded(script: string, kind: 'module' | 'worker'): Promise<string>;
  /** Deflate without a header. Inflating stops with an error beyond `size` bytes. */
  deflateRaw(bytes: Uint8Array): Promise<Uint8Array>;
  inflateRaw(bytes: Uint8Array, size: number): Promise<Uint8Array>;
}

export interface FetchedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The content type from the server; empty for files. */
  readonly contentType: string;
}

let installed: Platform | undefined;

/** Called by the entry files, before anything else can be. */
export function installPlatform(platform: Platform): void {
  installed = platform;
}

export function currentPlatform(): Platform {
  if (installed === undefined) throw new Error('hloom: import the package by its entry points');
  return installed;
}
