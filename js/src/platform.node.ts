/** Node. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import timers from 'node:timers';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { deflateRaw, inflateRaw } from 'node:zlib';

import type { HostModuleFactory } from './host-module.js';
import type { ArtefactUrls, FetchedFile, Platform, Variant, WorkerPort } from './platform.js';

// Not the global of that name: it is missing in the environment jsdom of test runners, and their fake timers replace it.
const { setImmediate } = timers;

export const nodePlatform: Platform = {
  name: 'node',
  workerByDefault: false,
  mayBlock: true,

  defaultThreads() {
    return {
      threads: 1,
      reason: 'one thread is the default in Node.js, as it starts faster: Client.create({ threads: 4 }) makes a pool',
    };
  },

  sharedMemory() {
    return { available: true, crossOriginIsolated: true, reason: '' };
  },

  artefacts(variant: Variant, folder?: string): ArtefactUrls {
    const at = (name: string): string => fileURLToPath(new URL(name, folder ?? wasmFolder()));
    return {
      glue: at(`hloom-${variant}.node.cjs`),
      wasm: at(`hloom-${variant}.wasm`),
      worker: variant === 'simd-threads' ? at(`hloom-${variant}.node.worker.cjs`) : '',
    };
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
    return { bytes: new Uint8Array(await readFile(path)), contentType: '' };
  },

  importGlue(address: string): Promise<HostModuleFactory> {
    // Emscripten's output for Node is CommonJS, and require() is what it expects to be loaded by.
    const require = createRequire(import.meta.url);
    return Promise.resolve().then(() => require(address) as HostModuleFactory);
  },

  pause(): Promise<void> {
    return new Promise((resolve) => void setImmediate(resolve));
  },

  startWorker,

  // Not the CompressionStream of browsers: it lacks deflate-raw in the first versions of Node 20.
  deflateRaw(bytes: Uint8Array): Promise<Uint8Array> {
    return promisify(deflateRaw)(bytes);
  },

  inflateRaw(bytes: Uint8Array, size: number): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      inflateRaw(bytes, { maxOutputLength: Math.max(size, 1) }, (error, result) => {
        if (error === null) resolve(result);
        else reject(error);
      });
    });
  },
};

/** The folder of the wasm files: beside the bundle, or in dist/ when the sources themselves run, as in tests. */
function wasmFolder(): URL {
  return besideOrBuilt('./wasm/', '../../dist/wasm/');
}

function besideOrBuilt(beside: string, built: string): URL {
  const url = new URL(beside, import.meta.url);
  return existsSync(url) ? url : new URL(built, import.meta.url);
}

function startWorker(): WorkerPort {
  const name = 'engine-worker.node.mjs';
  const worker = new Worker(besideOrBuilt(`./${name}`, `../../dist/${name}`));
  let ended = false;
  worker.unref();
  return {
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
