import { asHloomError, errorToJson, jsError } from '../errors.js';
import type { Host } from '../host.js';
import { instantiate } from '../instantiate.js';
import type { Platform } from '../platform.js';
import type { LiteralJson, ProgramShapeJson, StepJson } from '../wire.js';
import { int64FromJson } from '../wire.js';
import type {
  EngineConfig,
  EngineMethod,
  EngineMethods,
  EngineReply,
  EngineRequest,
  RunRequest,
  WireLiteral,
} from './protocol.js';

/**
 * How long a run computes before timers and messages have their turn: about a frame, so that an abort is heard
 * quickly, and long enough that the pause costs nothing.
 */
const sliceMs = 16;

/**
 * The engine's side of the protocol: serves requests with one instance of the core. The same class serves in a
 * Worker and inline; it knows neither.
 */
export class EngineHost {
  readonly #platform: Platform;
  readonly #reply: EngineReply;
  /** The core's run handle of every run request that is under way. */
  readonly #runs = new Map<number, number>();
  #host: Host | undefined;

  constructor(platform: Platform, reply: EngineReply) {
    this.#platform = platform;
    this.#reply = reply;
  }

  /** Serves one request; the answer goes through the reply function. Never throws. */
  async serve(request: EngineRequest): Promise<void> {
    try {
      const result = await this.#dispatch(request);
      const transfer = request.method === 'run' ? buffersOf(result as WireLiteral) : [];
      this.#reply({ kind: 'done', id: request.id, result }, transfer);
    } catch (thrown) {
      this.#reply({ kind: 'failed', id: request.id, error: errorToJson(asHloomError(thrown)) }, []);
    }
  }

  /** Runs to the end without a pause: nothing else happens in this thread meanwhile. */
  runSync(request: RunRequest): WireLiteral {
    const host = this.#opened();
    const run = start(host, request);
    try {
      while (host.call('engine.step', { run, milliseconds: 1000 }).state !== 'done');
      return takeResult(host, run);
    } finally {
      host.tryCall('engine.release_run', { run });
    }
  }

  compile(proto: Uint8Array): { executable: number; programShape: ProgramShapeJson } {
    const host = this.#opened();
    const buffer = host.copyIn(proto);
    const { executable, program_shape } = host.call('engine.compile', { buffer });
    return { executable, programShape: program_shape };
  }

  /** Ends the instance and its pool. */
  terminate(): void {
    this.#host?.terminate();
  }

  async #dispatch(request: EngineRequest): Promise<EngineMethods[EngineMethod]['result']> {
    switch (request.method) {
      case 'open':
        return this.#open(request.arguments);
      case 'compile':
        return this.compile(request.arguments.proto);
      case 'run':
        return this.#run(request.id, request.arguments);
      case 'cancel': {
        const run = this.#runs.get(request.arguments.request);
        if (run !== undefined) this.#opened().tryCall('engine.cancel', { run });
        return null;
      }
      case 'releaseExecutable':
        this.#opened().tryCall('engine.release_executable', request.arguments);
        return null;
      case 'statistics':
        return this.#opened().call('statistics', {});
      case 'trap':
        this.#opened().call('debug.trap', {});
        return null;
    }
  }

  async #open(config: EngineConfig): Promise<EngineMethods['open']['result']> {
    const { host } = await instantiate(this.#platform, config, config.threads, 'the engine instance');
    this.#host = host;
    host.onLost((error) => {
      this.#reply({ kind: 'lost', error: errorToJson(error) }, []);
    });
    return host.call('version', {});
  }

  async #run(id: number, request: RunRequest): Promise<WireLiteral> {
    const host = this.#opened();
    const run = start(host, request);
    this.#runs.set(id, run);
    try {
      for (;;) {
        const step = this.#step(host, id, run, request);
        if (request.progress) {
          const progress = { instructions: int64FromJson(step.instructions), bytes: int64FromJson(step.bytes) };
          this.#reply({ kind: 'progress', id, progress }, []);
        }
        if (step.state === 'done') return takeResult(host, run);
        await this.#platform.pause();
      }
    } finally {
      this.#runs.delete(id);
      host.tryCall('engine.release_run', { run });
    }
  }

  /** One slice, and what it told: also when it failed, as a trace shows how it came to that. */
  #step(host: Host, id: number, run: number, request: RunRequest): StepJson {
    try {
      return host.call('engine.step', { run, milliseconds: sliceMs });
    } finally {
      if (request.trace !== undefined && host.lost === undefined) {
        const { events } = host.call('engine.trace', { run });
        if (events.length > 0) this.#reply({ kind: 'trace', id, events }, []);
      }
    }
  }

  #opened(): Host {
    if (this.#host !== undefined) return this.#host;
    throw jsError('contract', 'the engine instance was not opened');
  }
}

/** Copies the arguments in and starts a run; the buffers are the run's, whether or not it starts. */
function start(host: Host, request: RunRequest): number {
  const handles = host.copyAllIn(request.arguments.flatMap((literal) => literal.leaves));
  let next = 0;
  const literals = request.arguments.map(({ leaves, ...value }): LiteralJson => {
    const literal = { ...value, leaves: handles.slice(next, next + leaves.length) };
    next += leaves.length;
    return literal;
  });
  const { executable, limits, trace } = request;
  const wanted = trace === undefined ? {} : { trace: { elements: String(trace) } };
  return host.call('engine.start', { executable, arguments: literals, limits, ...wanted }).run;
}

function takeResult(host: Host, run: number): WireLiteral {
  const { leaves, ...value } = host.call('engine.result', { run });
  return { ...value, leaves: takeAll(host, leaves) };
}

/** Copies all out; whatever happens, none stays behind. */
function takeAll(host: Host, handles: readonly number[]): Uint8Array[] {
  const taken: Uint8Array[] = [];
  try {
    for (const handle of handles) taken.push(host.takeOut(handle));
    return taken;
  } catch (thrown) {
    for (const handle of handles.slice(taken.length + 1)) host.release(handle);
    throw thrown;
  }
}

function buffersOf(literal: WireLiteral): ArrayBuffer[] {
  return literal.leaves.map((leaf) => leaf.buffer as ArrayBuffer);
}
