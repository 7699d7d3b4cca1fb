/** What differs between Node and browsers, behind one interface. An entry file installs its platform. */

import type { CoreModuleFactory } from './core-module.js';

/** The two builds of the core: one thread, or a pool of threads over shared memory. Both use SIMD. */
export type Variant = 'simd' | 'simd-threads';

/** Where the files of a variant are. */
export interface ArtefactUrls {
  /** Emscripten's glue script. */
  readonly glue: string;
  readonly wasm: string;
  /** The script of a pool Worker; empty for the single-thread variant. */
  readonly worker: string;
}

/** The page's or the process's end of a Worker. */
export interface WorkerPort {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The Worker threw, could not be loaded, or ended by itself. */
  onFailure(listener: (why: string) => void): void;
  /** Says whether the Worker keeps the process alive; it means nothing in browsers. */
  keepAlive(alive: boolean): void;
  terminate(): void;
  /** The address of its script, as far as it is known here: bundlers may have moved the package's own. */
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
  /** Whether an engine instance lives in a Worker unless the client says otherwise. */
  readonly workerByDefault: boolean;
  /** Whether this thread may wait for others: a page's main thread may not. */
  readonly mayBlock: boolean;
  /** The number of threads where none is asked for, and why it is 1 where it is. */
  defaultThreads(): { readonly threads: number; readonly reason: string };
  sharedMemory(): SharedMemoryReport;
  /** Where the files of a variant are: in the package, or in a folder that the user names (it ends in `/`). */
  artefacts(variant: Variant, folder?: string): ArtefactUrls;
  /** Why the Workers of a pool cannot be started from where the files are; empty where nothing is known against it. */
  poolObstacle(folder?: string): string;
  /** An absolute form of an address that the user gave. */
  resolve(address: string): string;
  /** Reads a file. What it throws is told to the user, with the address. */
  read(address: string): Promise<FetchedFile>;
  importGlue(address: string): Promise<CoreModuleFactory>;
  /** Lets timers and messages have their turn. */
  pause(): Promise<void>;
  /**
   * Starts a Worker for an engine.
   *
   * @param script - the address of its script; the package's own where it is left out
   * @throws HloomError `js.c50` if it is known at once that it cannot start
   */
  startWorker(script?: string): WorkerPort;
  /** In an engine's Worker: tells whoever waits for the engine the lock of a Worker that it depends on. */
  readonly tellLock?: (lock: string) => void;
  /** Why a script was not loaded, a sentence for the user; empty where that cannot be told. Never rejects. */
  whyNotLoaded(script: string, kind: 'module' | 'worker'): Promise<string>;
  /** Deflate without a header. Inflating stops with an error beyond `size` bytes. */
  deflateRaw(bytes: Uint8Array): Promise<Uint8Array>;
  inflateRaw(bytes: Uint8Array, size: number): Promise<Uint8Array>;
}

export interface FetchedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What a server said that the content is; empty for files. */
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
