import { describeThrown, jsError } from '../base/errors.js';
import type { CoreModule, CoreModuleFactory, ModuleOverrides, PoolWorker } from './core-module.js';
import { CoreInstance } from './core-instance.js';
import { loadError, type WasmSource } from './loader.js';
import type { Platform } from './platform.js';
import { lockIn, whenReleased } from './worker-lock.js';
import { isPackageVersion, packageVersion } from '../base/version.js';

/** Pool threads may start slowly on a busy machine; a thread that has not started by then never will. */
const poolDeadlineMs = 15_000;

/** An instance, and a function that makes another one synchronously. */
export interface Instance {
  readonly core: CoreInstance;
  /** Another instance of the same module, if that is possible without waiting (single-thread variant). */
  again(): Instance | undefined;
}

/**
 * Starts an instance of the core.
 *
 * @param threads - the number of threads that compute, including the one that starts the instance; ignored in the
 *   single-thread variant
 * @throws HloomError `js.c16` if the glue or the module does not start, or its pool not within 15 s
 */
export async function instantiate(
  platform: Platform,
  source: WasmSource,
  threads: number,
  name: string,
): Promise<Instance> {
  let factory: CoreModuleFactory;
  try {
    factory = await platform.importGlue(source.urls.glue);
  } catch (thrown) {
    const why = await platform.whyNotLoaded(source.urls.glue, 'module');
    throw jsError('load', `${source.urls.glue} cannot be loaded`, {
      op: 'init',
      details: [describeThrown(thrown), ...(why === '' ? [] : [why])],
      cause: thrown,
    });
  }
  const instance = await startAsync(new Start(platform, factory, source, threads, name));
  checkVersion(instance.core, source);
  return instance;
}

/** Users may forget to update copies of the package's files. */
function checkVersion(core: CoreInstance, { urls }: WasmSource): void {
  if (packageVersion === '') return;
  const { version } = core.call('version', {});
  if (isPackageVersion(version)) return;
  core.terminate();
  throw jsError('contract', `the WebAssembly is of hloom ${version}, the scripts are of hloom ${packageVersion}`, {
    op: 'init',
    details: [`the WebAssembly belongs to ${urls.glue}`],
    help: 'copy the files of the package’s dist folder again',
  });
}

/** The inputs for starting an instance, kept to start another one. */
class Start {
  readonly platform: Platform;
  readonly factory: CoreModuleFactory;
  readonly source: WasmSource;
  readonly name: string;
  readonly #threads: number;

  constructor(platform: Platform, factory: CoreModuleFactory, source: WasmSource, threads: number, name: string) {
    this.platform = platform;
    this.factory = factory;
    this.source = source;
    this.name = name;
    this.#threads = threads;
  }

  overrides(instantiateWasm: ModuleOverrides['instantiateWasm'], onAbort: (what: unknown) => void): ModuleOverrides {
    const { urls, variant } = this.source;
    const locateFile = (file: string): string => (file.endsWith('.wasm') ? urls.wasm : urls.worker);
    return {
      instantiateWasm,
      onAbort,
      // The core reports through its answers; the error already contains the C library's output before an abort.
      print: () => undefined,
      printErr: () => undefined,
      mainScriptUrlOrBlob: urls.glue,
      locateFile,
      hloomPoolSize: variant === 'simd-threads' ? this.#threads - 1 : 0,
    };
  }
}

/** Failures are reported to the current listener: first the start, then the instance. */
class TroubleReports {
  readonly #workerScript: string;
  readonly #platform: Platform;
  listener: (why: string, cause: unknown) => void = () => undefined;
  readonly onAbort = (what: unknown): void => {
    this.listener(`the module aborted: ${describeThrown(what)}`, what);
  };
  readonly onPoolError = (event: unknown): void => {
    const why = describeEvent(event) ?? `its script could not be loaded: ${this.#workerScript}`;
    this.listener(`a thread of the pool failed: ${why}`, event);
  };
  // Failures of an abandoned instance, which ends its pool, are ignored.
  readonly onPoolExit = (code?: unknown): void => {
    this.listener(`a thread of the pool ended${typeof code === 'number' ? ` with code ${code}` : ''}`, undefined);
  };
  /** In browsers, which have no event for the end of a Worker. */
  readonly onPoolMessage = (event: unknown): void => {
    const lock = lockIn((event as { data?: unknown } | null)?.data);
    if (lock === undefined) return;
    whenReleased(lock, this.onPoolExit);
    this.#platform.tellLock?.(lock);
  };

  constructor({ urls }: WasmSource, platform: Platform) {
    this.#workerScript = urls.worker;
    this.#platform = platform;
  }
}

async function startAsync(start: Start): Promise<Instance> {
  const trouble = new TroubleReports(start.source, start.platform);
  let module: CoreModule;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const overrides = start.overrides((imports, done) => {
    WebAssembly.instantiate(start.source.module, imports)
      .then((instance) => {
        overrides.wasmExports = instance.exports;
        done(instance, start.source.module);
        // Newer Emscriptens start the pool only here.
        guardPool(overrides, trouble);
      })
      .catch((thrown: unknown) => {
        trouble.listener(`the module cannot be instantiated: ${describeThrown(thrown)}`, thrown);
      });
    return {};
  }, trouble.onAbort);
  try {
    module = await new Promise<CoreModule>((resolve, reject) => {
      trouble.listener = (why, cause) => {
        reject(new Error(why, { cause }));
      };
      start.factory(overrides).then(resolve, reject);
      guardPool(overrides, trouble);
      deadline = setTimeout(() => {
        reject(new Error(`it was not ready within ${poolDeadlineMs / 1000} s`));
      }, poolDeadlineMs);
    });
  } catch (thrown) {
    endPool(overrides);
    throw loadError(thrown, start.name);
  } finally {
    clearTimeout(deadline);
  }
  return finish(start, module, trouble);
}

function finish(start: Start, module: CoreModule, trouble: TroubleReports): Instance {
  const isShared = start.source.variant === 'simd-threads';
  const core = new CoreInstance(isShared ? withSharedMemory(module) : module, start.name);
  trouble.listener = (why, cause) => void core.poison(why, cause);
  guardPool(module, trouble);
  for (const worker of poolWorkers(module)) worker.unref?.();
  return { core, again: () => (isShared ? undefined : startNow(start)) };
}

function withSharedMemory(module: CoreModule): CoreModule {
  return Object.assign(module, { sharedMemory: module.wasmMemory });
}

/**
 * Makes a single-thread instance without waiting: its module is compiled, and Emscripten's start-up is synchronous when
 * instantiation is. Browsers refuse that for big modules on the main thread: it then returns no instance.
 */
function startNow(start: Start): Instance | undefined {
  const trouble = new TroubleReports(start.source, start.platform);
  const overrides = start.overrides((imports, done) => {
    const instance = new WebAssembly.Instance(start.source.module, imports);
    overrides.wasmExports = instance.exports;
    done(instance, start.source.module);
    return instance.exports;
  }, trouble.onAbort);
  try {
    start.factory(overrides).catch(() => undefined);
    const module = overrides as unknown as Partial<CoreModule>;
    if (typeof module.call !== 'function' || module.HEAPU8 === undefined) return undefined;
    return finish(start, module as CoreModule, trouble);
  } catch {
    return undefined;
  }
}

/**
 * Listens for errors and the end of the pool's Workers, instead of Emscripten. Emscripten's own handler throws, which
 * ends a Node process, and does not exist yet when a Worker's script cannot be loaded. Here only the instance of a
 * failing thread is lost.
 */
function guardPool(module: object, trouble: TroubleReports): void {
  for (const worker of poolWorkers(module)) {
    if (Object.hasOwn(worker, 'onerror') && worker.onerror === trouble.onPoolError) continue;
    worker.on?.('error', trouble.onPoolError);
    worker.on?.('exit', trouble.onPoolExit);
    worker.addEventListener?.('message', trouble.onPoolMessage);
    worker.addEventListener?.('error', trouble.onPoolError);
    const assignment = { get: () => trouble.onPoolError, set: () => undefined, configurable: true };
    Object.defineProperty(worker, 'onerror', assignment);
  }
}

function poolWorkers(module: object): PoolWorker[] {
  const pool = (module as Partial<CoreModule>).PThread;
  return pool === undefined ? [] : [...pool.unusedWorkers, ...pool.runningWorkers];
}

function endPool(module: object): void {
  try {
    (module as Partial<CoreModule>).PThread?.terminateAllThreads();
  } catch {
    // A Worker that did not start need not be ended.
  }
}

/** The message of an error event, which is empty if a Worker's script cannot be loaded. */
function describeEvent(event: unknown): string | undefined {
  const stoppable = event as { preventDefault?: () => void; message?: unknown } | null;
  stoppable?.preventDefault?.();
  if (typeof stoppable?.message === 'string') return stoppable.message;
  return stoppable?.preventDefault === undefined ? describeThrown(event) : undefined;
}
