/** Makes a compiled WebAssembly module of a URL, bytes or a module of the user's, or of the package's own files. */

import type { AmbientUrl, WasmModule } from '../base/ambient.js';
import { describeValue } from '../base/describe.js';
import { describeThrown, HloomError, jsError, withFirstHelp } from '../base/errors.js';
import { checkIsObject, checkKeys } from '../base/options.js';
import { citedRules } from '../base/rules.js';
import { shareMemory } from './memory-type.js';
import type { ArtefactUrls, FetchedFile, Platform, Variant } from './platform.js';

/** The location of the package's files, if they are not next to its scripts. */
export interface WasmOptions {
  /**
   * The address of a folder with all files of the package's `dist/wasm`, the scripts too; it ends in `/`. Or the
   * address of one `.wasm` file: its script is then still the one next to the package's own scripts. In Node a path or
   * a `file:` URL; one `.wasm` file may come from an `http:` URL too.
   */
  readonly wasmUrl?: string | AmbientUrl;
  /** The bytes of a `.wasm` file of this package. `wasmUrl` may then name the folder of the scripts. */
  readonly wasmBinary?: ArrayBuffer | Uint8Array;
  /** The compiled module of such a file. Its memory is for one thread. */
  readonly wasmModule?: WasmModule;
  /**
   * The address of the script of the engine's Worker: the package's `dist/engine-worker.browser.mjs`, in Node
   * `dist/engine-worker.node.mjs`, or a module of your own that imports it. Browsers start Workers only from the origin
   * of the page.
   */
  readonly workerUrl?: string | AmbientUrl;
}

const fileOptions = ['wasmUrl', 'wasmBinary', 'wasmModule', 'workerUrl'];

/** A module of the user's. */
export interface GivenModule {
  /** False for a compiled one, whose memory is for one thread. */
  readonly canShareMemory: boolean;
  /** The module, with memory that threads share or not. */
  compile(shared: boolean): Promise<WasmModule>;
}

/** The user's files, as far as they have been read: a module, a folder, the script of the Worker. */
export interface GivenFiles {
  readonly module?: GivenModule;
  readonly folder?: string;
  readonly worker?: string;
}

/** A module ready to be instantiated. */
export interface WasmSource {
  readonly variant: Variant;
  readonly urls: ArtefactUrls;
  readonly module: WasmModule;
}

const compiled = new Map<string, Promise<WasmModule>>();

/**
 * Refuses options that are none.
 *
 * @param more - options of the caller in addition to those of files
 * @throws HloomError `js.c22`
 */
export function checkFileOptions(options: unknown, op: string, more: readonly string[] = []): void {
  const known = [...more, ...fileOptions];
  checkIsObject(options, `use one object, of ${known.join(', ')}, or leave it out`, op);
  checkKeys(options, known, 'option', op);
  const { wasmUrl, wasmBinary, wasmModule, workerUrl } = options;
  const check = (name: string, value: unknown, right: boolean, help: string): void => {
    if (value !== undefined && !right) throw jsError('options', `${name} is ${describeValue(value)}`, { op, help });
  };
  const address = 'use an address, as a string or a URL';
  check('wasmUrl', wasmUrl, isAddress(wasmUrl), address);
  check('workerUrl', workerUrl, isAddress(workerUrl), address);
  check(
    'wasmBinary',
    wasmBinary,
    isBinary(wasmBinary),
    'use the bytes of a .wasm file: an ArrayBuffer or a Uint8Array',
  );
  const isModule = Object.prototype.toString.call(wasmModule) === '[object WebAssembly.Module]';
  check('wasmModule', wasmModule, isModule, 'use what WebAssembly.compile made of a .wasm file');
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' || typeof (value as { href?: unknown } | null)?.href === 'string';
}

function isBinary(value: unknown): boolean {
  const tag = Object.prototype.toString.call(value);
  return ['[object ArrayBuffer]', '[object SharedArrayBuffer]', '[object Uint8Array]'].includes(tag);
}

/**
 * Reads what the options name.
 *
 * @param otherwise - the default for missing options
 * @throws HloomError `js.c16` if it cannot be read, `js.c17` if it is not WebAssembly, `js.c22` for anything but an
 * address
 */
export async function readGivenFiles(
  platform: Platform,
  options: WasmOptions,
  otherwise: GivenFiles,
  op: string,
): Promise<GivenFiles> {
  const { wasmUrl, wasmBinary, wasmModule, workerUrl } = options;
  const worker = workerUrl === undefined ? otherwise.worker : resolved(platform, 'workerUrl', workerUrl, op);
  if (wasmUrl === undefined && wasmBinary === undefined && wasmModule === undefined) return { ...otherwise, worker };
  const address = wasmUrl === undefined ? undefined : resolved(platform, 'wasmUrl', wasmUrl, op);
  const folder = address?.endsWith('/') === true ? address : undefined;
  const module = givenModule(platform, options, folder === undefined ? address : undefined, op);
  // The builder instance needs it, and errors belong to this call.
  await module?.compile(false).catch((thrown: unknown) => {
    throw explainFolder(thrown, wasmUrl);
  });
  return { folder, worker, module };
}

/** A path that could not be read as a file, and does not have the name of one, may be a folder. */
function explainFolder(thrown: unknown, wasmUrl: WasmOptions['wasmUrl']): unknown {
  const rules: readonly string[] = [citedRules.load.id, citedRules.notWasm.id];
  if (!(thrown instanceof HloomError) || !rules.includes(thrown.rule) || wasmUrl === undefined) return thrown;
  const text = typeof wasmUrl === 'string' ? wasmUrl : wasmUrl.href;
  if (/\.wasm$|^(data|blob):|[?#]/i.test(text)) return thrown;
  return withFirstHelp(thrown, `if it is a folder, write a slash at its end: wasmUrl: ${JSON.stringify(`${text}/`)}`);
}

function givenModule(
  platform: Platform,
  { wasmBinary, wasmModule }: WasmOptions,
  file: string | undefined,
  op: string,
): GivenModule | undefined {
  if ([wasmBinary, wasmModule, file].filter((given) => given !== undefined).length > 1) {
    throw jsError('options', 'the WebAssembly is given more than once', {
      op,
      help: 'give one of wasmBinary, wasmModule and a wasmUrl of one file; a wasmUrl that names a folder goes with each',
    });
  }
  if (wasmModule !== undefined) return { canShareMemory: false, compile: () => Promise.resolve(wasmModule) };
  if (wasmBinary !== undefined) {
    const bytes = asBytes(wasmBinary);
    let unshared: Promise<WasmModule> | undefined;
    const compile = (shared: boolean): Promise<WasmModule> =>
      compileBytes({ bytes: shared ? bytes.slice() : bytes, contentType: '' }, 'wasmBinary', shared);
    return {
      canShareMemory: true,
      compile: (shared) => (shared ? compile(true) : (unshared ??= compile(false))),
    };
  }
  if (file === undefined) return undefined;
  return { canShareMemory: true, compile: (shared) => compileFrom(platform, file, shared) };
}

function resolved(platform: Platform, name: string, given: string | AmbientUrl, op: string): string {
  const text = typeof given === 'string' ? given : given.href;
  try {
    return platform.resolve(text);
  } catch (thrown) {
    throw jsError('options', `${name} is ${describeValue(text)}, which is not an address`, {
      op,
      help: 'use an absolute address, or one that can be resolved here',
      cause: thrown,
    });
  }
}

/** The source of a variant: the given module, otherwise the package's file. */
export async function wasmSource(platform: Platform, variant: Variant, given: GivenFiles): Promise<WasmSource> {
  const urls = platform.artefacts(given.folder);
  const shared = variant === 'simd-threads';
  const module = await (given.module?.compile(shared) ?? compileFrom(platform, urls.wasm, shared));
  return { variant, urls, module };
}

function compileFrom(platform: Platform, address: string, shared: boolean): Promise<WasmModule> {
  const key = `${shared ? 'shared' : 'unshared'} ${address}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const promise = compileAt(platform, address, shared);
  compiled.set(key, promise);
  // A failure may be temporary: the next call tries again.
  promise.catch(() => compiled.delete(key));
  return promise;
}

async function compileAt(platform: Platform, address: string, shared: boolean): Promise<WasmModule> {
  // If streaming fails, the file is read again as bytes, which show the reason.
  const streamed = await platform.compileStreaming?.(address, shared);
  return streamed ?? compileBytes(await fetchFrom(platform, address), address, shared);
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

/** Compiles a file, whose bytes change if threads share the memory. */
async function compileBytes(file: FetchedFile, address: string, shared: boolean): Promise<WasmModule> {
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
  // A file without such a memory is not of this package, and does not start.
  if (shared) shareMemory(bytes);
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

/** Returns whether the engine knows SIMD: it validates `(func (drop (v128.const 0)))`. */
export function hasSimd(): boolean {
  const header = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const sections = [1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0];
  const code = [10, 23, 1, 21, 0, 0xfd, 12, ...new Array<number>(16).fill(0), 0x1a, 0x0b];
  return typeof WebAssembly !== 'undefined' && WebAssembly.validate(new Uint8Array([...header, ...sections, ...code]));
}

function checkSimd(): void {
  if (typeof WebAssembly === 'undefined') {
    throw jsError('noSimd', 'this JavaScript engine has no WebAssembly', {
      op: 'init',
      help: 'browsers that are set to their strictest mode switch it off: allow it for this page',
    });
  }
  if (!hasSimd()) throw jsError('noSimd', 'this JavaScript engine does not know WebAssembly SIMD', { op: 'init' });
}

/** Converts an exception of loading to an HloomError. */
export function loadError(thrown: unknown, what: string): HloomError {
  if (thrown instanceof HloomError) return thrown;
  return jsError('load', `${what} does not start`, { op: 'init', details: [describeThrown(thrown)], cause: thrown });
}
