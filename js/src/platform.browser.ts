/** Browsers: pages and Workers. */

import type { HostModuleFactory } from './host-module.js';
import type { ArtefactUrls, FetchedFile, Platform, SharedMemoryReport, Variant, WorkerPort } from './platform.js';

/** More threads than this bring little and cost memory each. */
const maxDefaultThreads = 4;

/** Whether this is a Worker's scope. A page's main thread must not block. */
const isWorker = typeof document === 'undefined';

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

  artefacts(variant: Variant, folder?: string): ArtefactUrls {
    if (folder !== undefined) return artefactsIn(folder, variant);
    // Each address is spelled out: that is how bundlers find the files and take them along.
    if (variant === 'simd') {
      return {
        glue: new URL('./wasm/hloom-simd.web.mjs', import.meta.url).href,
        wasm: new URL('./wasm/hloom-simd.wasm', import.meta.url).href,
        worker: '',
      };
    }
    return {
      glue: new URL('./wasm/hloom-simd-threads.web.mjs', import.meta.url).href,
      wasm: new URL('./wasm/hloom-simd-threads.wasm', import.meta.url).href,
      worker: new URL('./wasm/hloom-simd-threads.web.worker.mjs', import.meta.url).href,
    };
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

  async importGlue(address: string): Promise<HostModuleFactory> {
    const glue = (await import(/* @vite-ignore */ /* webpackIgnore: true */ address)) as { default: HostModuleFactory };
    return glue.default;
  },

  pause(): Promise<void> {
    return new Promise((resolve) => {
      // It costs up to 4 ms a turn: only where pages are imitated, as by some versions of jsdom, nothing better is there.
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

  deflateRaw(bytes: Uint8Array): Promise<Uint8Array> {
    return through(new CompressionStream('deflate-raw'), bytes, Infinity);
  },

  inflateRaw(bytes: Uint8Array, size: number): Promise<Uint8Array> {
    return through(new DecompressionStream('deflate-raw'), bytes, size);
  },
};

/** Everything that a stream makes of some bytes, up to a limit. */
async function through(
  stream: { readonly readable: ReadableStream<Uint8Array>; readonly writable: WritableStream<BufferSource> },
  bytes: Uint8Array,
  limit: number,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // What goes wrong shows at the reading end.
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
  const all = new Uint8Array(length);
  let position = 0;
  for (const part of parts) {
    all.set(part, position);
    position += part.length;
  }
  return all;
}

function artefactsIn(folder: string, variant: Variant): ArtefactUrls {
  const at = (name: string): string => new URL(name, folder).href;
  return {
    glue: at(`hloom-${variant}.web.mjs`),
    wasm: at(`hloom-${variant}.wasm`),
    worker: variant === 'simd-threads' ? at(`hloom-${variant}.web.worker.mjs`) : '',
  };
}

function startWorker(): WorkerPort {
  const worker = new Worker(new URL('./engine-worker.browser.mjs', import.meta.url), { type: 'module' });
  return {
    post: (message, transfer) => {
      worker.postMessage(message, [...transfer]);
    },
    onMessage: (listener) => {
      worker.addEventListener('message', (event: MessageEvent<unknown>) => {
        listener(event.data);
      });
    },
    onFailure: (listener) => {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        // A script that cannot be loaded gives an event without a message.
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
