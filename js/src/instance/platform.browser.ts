/** The platform of browsers: pages and Workers. */

import { describeThrown, jsError } from '../base/errors.js';
import { joinedBytes } from '../base/typed-array.js';
import type { CoreModuleFactory } from './core-module.js';
import { shareMemory } from './memory-type.js';
import { lockIn, whenReleased } from './worker-lock.js';
import type { ArtefactUrls, FetchedFile, Platform, SharedMemoryReport, WorkerPort } from './platform.js';

/** More threads than this bring little, and each costs memory. */
const maxDefaultThreads = 4;

/** True if this is a Worker's scope. A page's main thread must not block. */
const isWorker = typeof document === 'undefined';

/**
 * True if this script knows its own address as a module does: in esbuild's formats iife and cjs import.meta is empty.
 */
const isModule = typeof import.meta.url === 'string';

/** The address of a script that is not a module; the document has it only while the script starts. */
const classicScript = isWorker
  ? globalThis.location?.href
  : (document.currentScript as HTMLScriptElement | null | undefined)?.src;

const workerScript = 'engine-worker.browser.mjs';

export const browserPlatform: Platform = {
  name: 'browser',
  workerByDefault: true,
  mayBlock: isWorker,

  defaultThreads() {
    const threads = Math.min(maxDefaultThreads, globalThis.navigator?.hardwareConcurrency ?? 1);
    return { threads, reason: threads > 1 ? '' : 'the machine has one processor' };
  },

  sharedMemory(): SharedMemoryReport {
    const isolated = globalThis.crossOriginIsolated === true;
    if (isolated && typeof SharedArrayBuffer === 'function') {
      return { available: true, crossOriginIsolated: true, reason: '' };
    }
    const reason = isolated
      ? 'this browser has no SharedArrayBuffer'
      : 'the page is not cross-origin isolated: serve it with the headers ' +
        'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp';
    return { available: false, crossOriginIsolated: isolated, reason };
  },

  artefacts(folder?: string): ArtefactUrls {
    if (folder !== undefined) return artefactsIn(folder);
    if (!isModule) return artefactsIn(besideClassicScript('wasm/'));
    // Each address is a literal, so that bundlers find and include the files.
    return {
      glue: new URL('./wasm/hloom.web.mjs', import.meta.url).href,
      wasm: new URL('./wasm/hloom.wasm', import.meta.url).href,
      worker: new URL('./wasm/hloom.web.worker.mjs', import.meta.url).href,
    };
  },

  poolObstacle(folder?: string): string {
    try {
      const { worker } = browserPlatform.artefacts(folder);
      return isForeign(worker) ? `a pool's Workers cannot be started from another origin: ${worker}` : '';
    } catch {
      // Loading reports missing files.
      return '';
    }
  },

  resolve(address: string): string {
    return new URL(address, globalThis.location.href).href;
  },

  async read(address: string): Promise<FetchedFile> {
    const response = await fetch(address, { credentials: 'same-origin' });
    if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { bytes, contentType: response.headers.get('content-type') ?? '' };
  },

  async compileStreaming(address: string, shared: boolean): Promise<WebAssembly.Module | undefined> {
    try {
      const response = fetch(address, { credentials: 'same-origin' });
      return await WebAssembly.compileStreaming(shared ? response.then(withSharedMemory) : response);
    } catch {
      return undefined;
    }
  },

  async importGlue(address: string): Promise<CoreModuleFactory> {
    const glue = (await import(/* @vite-ignore */ /* webpackIgnore: true */ address)) as { default: CoreModuleFactory };
    return glue.default;
  },

  pause(): Promise<void> {
    return new Promise((resolve) => {
      // setTimeout costs up to 4 ms per turn. Only simulated pages, such as some versions of jsdom, have nothing
      // better.
      if (typeof MessageChannel !== 'function') {
        setTimeout(resolve, 0);
        return;
      }
      // A message costs a few microseconds and lets timers run too.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(0);
    });
  },

  startWorker,
  whyNotLoaded,

  deflateRaw(bytes: Uint8Array): Promise<Uint8Array> {
    return through(new CompressionStream('deflate-raw'), bytes, Infinity);
  },

  inflateRaw(bytes: Uint8Array, size: number): Promise<Uint8Array> {
    return through(new DecompressionStream('deflate-raw'), bytes, size);
  },
};

/** Returns the output of a stream for some bytes, up to a limit. */
async function through(
  stream: { readonly readable: ReadableStream<Uint8Array>; readonly writable: WritableStream<BufferSource> },
  bytes: Uint8Array,
  limit: number,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // Errors appear at the reading end.
  writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => undefined);
  writer.close().catch(() => undefined);
  const reader = stream.readable.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > limit) {
      await reader.cancel();
      throw new RangeError(`more than ${limit} bytes`);
    }
    parts.push(next.value);
  }
  return joinedBytes(parts);
}

function artefactsIn(folder: string): ArtefactUrls {
  const at = (name: string): string => new URL(name, folder).href;
  return { glue: at('hloom.web.mjs'), wasm: at('hloom.wasm'), worker: at('hloom.web.worker.mjs') };
}

/** The response for a module, with memory that threads share: its first bytes are changed as they arrive. */
function withSharedMemory(response: Response): Response {
  let isFirst = true;
  const change = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      if (isFirst && !shareMemory(bytes)) throw new TypeError('the import of the memory has not arrived at once');
      isFirst = false;
      controller.enqueue(bytes);
    },
  });
  return new Response(response.body?.pipeThrough(change), response);
}

/** An address next to the script that contains this code, if it is not a module. */
function besideClassicScript(name: string): string {
  try {
    return new URL(name, classicScript).href;
  } catch {
    throw jsError('load', 'hloom does not know where its files are', {
      op: 'init',
      details: ['it is part of a script that is not a module and has no address'],
      help:
        "say where they are: Client.create({ wasmUrl: '/hloom/wasm/', workerUrl: '/hloom/engine-worker.browser.mjs' }), " +
        'or make the bundle a module, as esbuild does with --format=esm',
    });
  }
}

/** The address of the package's own Worker script; unknown if a bundler renamed the files. */
function ownWorkerScript(): string | undefined {
  if (!isModule) return besideClassicScript(workerScript);
  // This is not written as a literal address, which bundlers would include as another file.
  const here = import.meta.url;
  const beside = (name: string): string => new URL(name, here).href;
  const { wasm } = browserPlatform.artefacts();
  return wasm === beside('wasm/hloom.wasm') ? beside(workerScript) : undefined;
}

function isForeign(address: string): boolean {
  return /^https?:/i.test(address) && new URL(address).origin !== globalThis.location?.origin;
}

function newWorker(script: string | undefined): Worker {
  if (script !== undefined) return new Worker(script, { type: 'module' });
  if (!isModule) return new Worker(besideClassicScript(workerScript), { type: 'module' });
  // The address is a literal for bundlers, like those above.
  return new Worker(new URL('./engine-worker.browser.mjs', import.meta.url), { type: 'module' });
}

function startWorker(given?: string): WorkerPort {
  const script = given ?? ownWorkerScript();
  if (script !== undefined && isForeign(script)) throw foreignWorker(script);
  let worker: Worker;
  try {
    worker = newWorker(given);
  } catch (thrown) {
    throw jsError('workerScript', 'the Worker of the engine cannot be started', {
      op: 'Client.create',
      details: [describeThrown(thrown), ...(script === undefined ? [] : [`its script is ${script}`])],
      cause: thrown,
    });
  }
  return {
    script,
    post: (message, transfer) => {
      worker.postMessage(message, [...transfer]);
    },
    onMessage: (listener) => {
      worker.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (lockIn(event.data) === undefined) listener(event.data);
      });
    },
    onFailure: (listener) => {
      worker.addEventListener('message', (event: MessageEvent<unknown>) => {
        const lock = lockIn(event.data);
        if (lock === undefined) return;
        whenReleased(lock, () => {
          listener('its Worker, or a thread of its pool, ended');
        });
      });
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        // A script that cannot be loaded causes an event without a message.
        listener(`its Worker failed: ${event.message || 'its script could not be loaded'}`);
      });
      worker.addEventListener('messageerror', () => {
        listener('its Worker sent what cannot be read');
      });
    },
    keepAlive: () => undefined,
    terminate: () => {
      worker.terminate();
    },
  };
}

function foreignWorker(script: string): Error {
  const { origin } = globalThis.location;
  return jsError('workerScript', `the script of the Worker is on another origin than the page: ${script}`, {
    op: 'Client.create',
    details: [`browsers start Workers from the page's own origin only, which is ${origin}`],
    help:
      `serve a module of one line from ${origin}, import ${JSON.stringify(script)}; ` +
      'and pass its address: Client.create({ workerUrl }); or do without a Worker: Client.create({ worker: false })',
  });
}

async function whyNotLoaded(script: string, kind: 'module' | 'worker'): Promise<string> {
  if (!/^https?:/i.test(script)) return '';
  let response: Response;
  try {
    response = await fetch(script, { credentials: 'same-origin' });
    void response.body?.cancel().catch(() => undefined);
  } catch (thrown) {
    return `it cannot be fetched: ${describeThrown(thrown)}`;
  }
  if (!response.ok) return `the server answered ${response.status} ${response.statusText}`.trimEnd();
  const type = response.headers.get('content-type') ?? '';
  if (/html/i.test(type)) return 'the server answered an HTML page, as many do for addresses that they do not know';
  if (!/javascript|ecmascript/i.test(type)) return `the server calls it ${type || 'nothing'}, not text/javascript`;
  const policy = response.headers.get('cross-origin-embedder-policy') ?? '';
  if (kind === 'worker' && globalThis.crossOriginIsolated === true && !/require-corp|credentialless/.test(policy)) {
    return 'the page is cross-origin isolated, and the script comes without the header Cross-Origin-Embedder-Policy';
  }
  return 'it is there; but something that it imports is not, or a Content-Security-Policy forbids it';
}
