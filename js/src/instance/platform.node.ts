/** Node. */

import type * as Fs from 'node:fs';
import { createRequire } from 'node:module';
import type * as Timers from 'node:timers';
import type * as Url from 'node:url';
import type * as Threads from 'node:worker_threads';
import type * as Zlib from 'node:zlib';

import { jsError } from '../base/errors.js';
import type { CoreModuleFactory } from './core-module.js';
import type { ArtefactUrls, FetchedFile, Platform, WorkerPort } from './platform.js';

/**
 * Loads a module of Node's own. An `import` of `node:fs` would also load its streams, in every program; and few programs
 * need Workers and compression.
 */
const builtin = createRequire('/');

const { existsSync, readFileSync } = builtin('node:fs') as typeof Fs;
const { fileURLToPath, pathToFileURL } = builtin('node:url') as typeof Url;
// This is not the global of that name, which the jsdom environment of test runners lacks, and which fake timers
// replace.
const { setImmediate } = builtin('node:timers') as typeof Timers;
const threads = (): typeof Threads => builtin('node:worker_threads') as typeof Threads;
const zlib = (): typeof Zlib => builtin('node:zlib') as typeof Zlib;

const workerScript = 'engine-worker.node.mjs';

/** The address of this script. esbuild's CommonJS output leaves import.meta empty, and has __filename instead. */
const here: string | undefined =
  typeof import.meta.url === 'string'
    ? import.meta.url
    : typeof __filename === 'string'
      ? pathToFileURL(__filename).href
      : undefined;

export const nodePlatform: Platform = {
  name: 'node',
  workerByDefault: false,
  mayBlock: true,

  defaultThreads() {
    return {
      threads: 1,
      reason:
        'one thread is the default in Node.js, as it starts three times as fast: Client.create({ threads: 4 }) has four',
    };
  },

  sharedMemory() {
    return { available: true, crossOriginIsolated: true, reason: '' };
  },

  artefacts(folder?: string): ArtefactUrls {
    const at = (name: string): string => fileURLToPath(new URL(name, localFolder(folder)));
    return { glue: at('hloom.node.cjs'), wasm: at('hloom.wasm'), worker: at('hloom.node.worker.cjs') };
  },

  poolObstacle() {
    return '';
  },

  resolve(address: string): string {
    return /^[a-z][a-z0-9+.-]+:/i.test(address) ? address : pathToFileURL(address).href;
  },

  async read(address: string): Promise<FetchedFile> {
    if (/^(https?|data):/i.test(address)) {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { bytes, contentType: response.headers.get('content-type') ?? '' };
    }
    const path = address.startsWith('file:') ? fileURLToPath(address) : address;
    // Reading in pieces, without blocking, takes four times as long for these 4 MB, and a copy takes as long as reading.
    const { buffer, byteOffset, byteLength } = readFileSync(path);
    return { bytes: new Uint8Array(buffer, byteOffset, byteLength), contentType: '' };
  },

  importsAgain: true,

  async importGlue(address: string): Promise<CoreModuleFactory> {
    // require() blocks this thread, so the module's compilation starts first.
    await nodePlatform.pause();
    // Emscripten's output for Node is CommonJS, and expects to be loaded by require().
    return createRequire(address)(address) as CoreModuleFactory;
  },

  pause(): Promise<void> {
    return new Promise((resolve) => void setImmediate(resolve));
  },

  startWorker,

  // Node's own error is enough for a script.
  whyNotLoaded() {
    return Promise.resolve('');
  },

  // This is not the CompressionStream of browsers, which lacks deflate-raw in the first versions of Node 20.
  deflateRaw(bytes: Uint8Array): Promise<Uint8Array> {
    return compressed((done) => {
      zlib().deflateRaw(bytes, done);
    });
  },

  inflateRaw(bytes: Uint8Array, size: number): Promise<Uint8Array> {
    return compressed((done) => {
      zlib().inflateRaw(bytes, { maxOutputLength: Math.max(size, 1) }, done);
    });
  },
};

function compressed(start: (done: Zlib.CompressCallback) => void): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    start((error, result) => {
      if (error === null) resolve(result);
      else reject(error);
    });
  });
}

/** The folder of the wasm files: one that the user names, or next to this script. */
function localFolder(folder: string | undefined): URL {
  const url = folder === undefined ? besideOrBuilt('wasm/') : new URL(folder);
  if (url.protocol === 'file:') return url;
  throw jsError('load', `the folder ${url.href} is not on this machine`, {
    op: 'init',
    details: ['in Node.js the scripts in it are loaded as files'],
    help: 'pass the path of a folder as wasmUrl, or the address of one .wasm file',
  });
}

/** A file next to this script, or in dist/ when the sources themselves run, as in tests. */
function besideOrBuilt(name: string): URL {
  if (here === undefined) {
    throw jsError('load', 'hloom does not know where its files are', {
      op: 'init',
      details: ['it is part of a bundle that has neither import.meta.url nor __filename'],
      help: 'say where they are: Client.create({ wasmUrl, workerUrl }) takes paths',
    });
  }
  const beside = new URL(name, here);
  const built = new URL(`../../../dist/${name}`, here);
  return !existsSync(beside) && existsSync(built) ? built : beside;
}

function startWorker(given?: string): WorkerPort {
  const url = given === undefined ? besideOrBuilt(workerScript) : new URL(given);
  const script = url.protocol === 'file:' ? fileURLToPath(url) : url.href;
  const why = !['file:', 'data:'].includes(url.protocol)
    ? 'in Node.js the script of a Worker is a file'
    : url.protocol === 'file:' && !existsSync(url)
      ? 'the file does not exist'
      : '';
  if (why !== '') {
    throw jsError('workerScript', `the Worker of the engine does not start from ${script}`, {
      op: 'Client.create',
      details: [why],
    });
  }
  // A Worker inherits the options of `node`, but refuses this one, which belongs to the program of `node -e`.
  const refused = process.execArgv.some((option) => option.startsWith('--input-type'));
  const worker = new (threads().Worker)(url, refused ? { execArgv: [] } : {});
  let ended = false;
  worker.unref();
  return {
    script,
    post: (message, transfer) => {
      worker.postMessage(message, transfer);
    },
    onMessage: (listener) => {
      worker.on('message', listener);
    },
    onFailure: (listener) => {
      const tell = (why: string): void => {
        if (!ended) listener(why);
      };
      worker.on('error', (error) => {
        tell(`its Worker failed: ${String(error)}`);
      });
      worker.on('messageerror', (error) => {
        tell(`its Worker sent what cannot be read: ${String(error)}`);
      });
      worker.on('exit', (code) => {
        tell(`its Worker ended with code ${code}`);
      });
    },
    keepAlive: (alive) => {
      if (alive) worker.ref();
      else worker.unref();
    },
    terminate: () => {
      ended = true;
      void worker.terminate();
    },
  };
}
