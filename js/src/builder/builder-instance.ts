/**
 * The instance of the core in this thread in which programs are built. A process or page has one, which is replaced if
 * it is lost.
 */

import { called } from '../base/call-stack.js';
import { jsError } from '../base/errors.js';
import type { CoreInstance } from '../instance/core-instance.js';
import { instantiate, type Instance } from '../instance/instantiate.js';
import { checkFileOptions, readGivenFiles, wasmSource, type GivenFiles, type WasmOptions } from '../instance/loader.js';
import { currentPlatform } from '../instance/platform.js';

/** The location of the package's files for {@link init}; by default the package itself. */
export type InitOptions = WasmOptions;

let instance: Instance | undefined;
let loading: Promise<void> | undefined;
let lastGiven: GivenFiles = {};

/**
 * Loads the builder instance; afterwards, building is synchronous. Once is enough, and concurrent calls share one
 * load; `Client.create` does it too. After a failure, another call tries again.
 *
 * @param options - the location of the files; only the call that loads uses it. Clients without other options take
 * their files, and the script of their Worker, from there, too
 * @throws HloomError (as a rejection) `js.c16` if the WebAssembly cannot be read or started, `js.c17` if what a server
 * answered is not WebAssembly, `js.c18` without SIMD, `js.c22` for invalid options
 */
export function init(options?: InitOptions): Promise<void> {
  return called(init, () => {
    if (options === undefined) return loadOnce(() => Promise.resolve(lastGiven));
    checkFileOptions(options, 'init');
    return loadOnce(() => readGivenFiles(currentPlatform(), options, {}, 'init'));
  });
}

/** {@link init} with files that have already been read. */
export function initWith(given: GivenFiles): Promise<void> {
  return loadOnce(() => Promise.resolve(given));
}

function loadOnce(read: () => Promise<GivenFiles>): Promise<void> {
  if (instance !== undefined && instance.core.lost === undefined) return Promise.resolve();
  loading ??= load(read).finally(() => {
    loading = undefined;
  });
  return loading;
}

async function load(read: () => Promise<GivenFiles>): Promise<void> {
  const platform = currentPlatform();
  const given = await read();
  if (platform.importsAgain === true) {
    // The script loads while other threads compile the module. instantiate() imports it again, and reports failures.
    platform.importGlue(platform.artefacts(given.folder).glue).catch(() => undefined);
  }
  const source = await wasmSource(platform, 'simd', given);
  use(await instantiate(platform, source, 1, 'the builder instance'));
  lastGiven = given;
}

function use(next: Instance): void {
  // Finalizers run only between two turns of the event loop.
  next.core.helpWithMemory(
    'call dispose() on builders and computations that are no longer needed; what a program merely forgets is given ' +
      'back when its event loop turns, as in await new Promise((resolve) => setTimeout(resolve))',
  );
  instance = next;
}

/** The location of the files of {@link init}: clients without this option use the same. */
export function givenToInit(): GivenFiles {
  return lastGiven;
}

/**
 * The builder instance. A lost one is replaced on the way.
 *
 * @param op - the caller, for the error text
 * @throws HloomError `js.c1` before init(), `js.c14` while a lost instance cannot be replaced at once
 */
export function builderInstance(op: string): CoreInstance {
  if (instance === undefined) {
    throw jsError('notInitialised', 'the builder instance is not loaded yet', { op });
  }
  const { lost } = instance.core;
  if (lost === undefined) return instance.core;
  const next = instance.again();
  if (next !== undefined) {
    use(next);
    return next.core;
  }
  init().catch(() => undefined);
  throw jsError('instanceLost', 'the builder instance was lost and is being loaded again', {
    op,
    details: [lost.headline],
    help: 'await init() and build the program again',
  });
}
