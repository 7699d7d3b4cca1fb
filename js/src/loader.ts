/** From a URL, bytes or a module of the user's, or the package's own files, to a compiled WebAssembly module. */

import { describeThrown, HloomError, jsError } from './errors.js';
import type { ArtefactUrls, FetchedFile, Platform, Variant } from './platform.js';

/** Where the WebAssembly comes from, when not from the package's own folder. At most one is of use. */
export interface WasmOptions {
  /**
   * The address of a `.wasm` file of this package, or of a folder with all files of its `dist/wasm` (it then ends in
   * `/`). In Node a path, a `file:` URL or an `http:` URL.
   */
  readonly wasmUrl?: string | URL;
  /** The bytes of a `.wasm` file of this package. */
  readonly wasmBinary?: ArrayBuffer | Uint8Array;
  /** The same, compiled. */
  readonly wasmModule?: WebAssembly.Module;
}

/** What the user gave, read: a module of a known variant, or a folder. */
export interface GivenWasm {
  readonly module?: WebAssembly.Module;
  readonly variant?: Variant;
  readonly folder?: string;
}

/** A module ready to be instantiated. */
export interface WasmSource {
  readonly variant: Variant;
  readonly urls: ArtefactUrls;
  readonly module: WebAssembly.Module;
}

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/**
 * Reads what the options name.
 *
 * @throws HloomError `js.c16` if it cannot be read, `js.c17` if it is not WebAssembly
 */
export async function readGivenWasm(platform: Platform, options: WasmOptions): Promise<GivenWasm> {
  if (options.wasmModule !== undefined) {
    return { module: options.wasmModule, variant: variantOf(options.wasmModule) };
  }
  if (options.wasmBinary !== undefined) {
    const module = await compileBytes({ bytes: asBytes(options.wasmBinary), contentType: '' }, 'wasmBinary');
    return { module, variant: variantOf(module) };
  }
  if (options.wasmUrl !== undefined) {
    const address = platform.resolve(String(options.wasmUrl));
    if (address.endsWith('/')) return { folder: address };
    const module = await compileFrom(platform, address);
    return { module, variant: variantOf(module) };
  }
  return {};
}

/** The source of a variant: the module that was given where it is of that variant, the package's file otherwise. */
export async function wasmSource(platform: Platform, variant: Variant, given: GivenWasm): Promise<WasmSource> {
  const urls = platform.artefacts(variant, given.folder);
  const module =
    given.module !== undefined && given.variant === variant ? given.module : await compileFrom(platform, urls.wasm);
  return { variant, urls, module };
}

/** The threaded variant imports its memory; the other one makes its own. */
function variantOf(module: WebAssembly.Module): Variant {
  return WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory') ? 'simd-threads' : 'simd';
}

function compileFrom(platform: Platform, address: string): Promise<WebAssembly.Module> {
  const known = compiled.get(address);
  if (known !== undefined) return known;
  const promise = fetchFrom(platform, address).then((file) => compileBytes(file, address));
  compiled.set(address, promise);
  // A failure may be of the moment: the next call tries again.
  promise.catch(() => compiled.delete(address));
  return promise;
}

async function fetchFrom(platform: Platform, address: string): Promise<FetchedFile> {
  try {
    return await platform.read(address);
  } catch (thrown) {
    throw jsError('load', `${address} cannot be read`, {
      op: 'init',
      details: [describeThrown(thrown)],
      cause: thrown,
    });
  }
}

async function compileBytes(file: FetchedFile, address: string): Promise<WebAssembly.Module> {
  const { bytes, contentType } = file;
  const magic = [0x00, 0x61, 0x73, 0x6d];
  if (!magic.every((byte, index) => bytes[index] === byte)) {
    const start = new TextDecoder().decode(bytes.subarray(0, 60)).replace(/\s+/g, ' ');
    const html = /html/i.test(contentType) || /^\s*</.test(start);
    throw jsError('notWasm', `${address} is ${html ? 'an HTML page' : 'something else'}, not WebAssembly`, {
      op: 'init',
      details: [
        `it starts with ${JSON.stringify(start)}, where WebAssembly starts with "\\0asm"`,
        ...(contentType === '' ? [] : [`the server calls it ${contentType}`]),
      ],
    });
  }
  checkSimd();
  try {
    return await WebAssembly.compile(bytes);
  } catch (thrown) {
    throw jsError('notWasm', `${address} does not compile`, {
      op: 'init',
      details: [describeThrown(thrown)],
      help: 'the file is cut off, changed, or of another version: install the package again',
      cause: thrown,
    });
  }
}

function asBytes(binary: ArrayBuffer | Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(binary);
}

/** Whether the engine knows SIMD: it validates `(func (drop (v128.const 0)))`. */
export function hasSimd(): boolean {
  const header = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const sections = [1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0];
  const code = [10, 23, 1, 21, 0, 0xfd, 12, ...new Array<number>(16).fill(0), 0x1a, 0x0b];
  return WebAssembly.validate(new Uint8Array([...header, ...sections, ...code]));
}

function checkSimd(): void {
  if (!hasSimd()) throw jsError('noSimd', 'this JavaScript engine does not know WebAssembly SIMD', { op: 'init' });
}

/** An error of loading that is none of ours yet. */
export function loadError(thrown: unknown, what: string): HloomError {
  if (thrown instanceof HloomError) return thrown;
  return jsError('load', `${what} does not start`, { op: 'init', details: [describeThrown(thrown)], cause: thrown });
}
