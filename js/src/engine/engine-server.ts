import type { WireLiteral } from '../instance/wire-literal.js';
import { asHloomError, errorToJson, jsError, type HloomError } from '../base/errors.js';
import type { CoreInstance } from '../instance/core-instance.js';
import { instantiate } from '../instance/instantiate.js';
import type { Platform } from '../instance/platform.js';
import type { LiteralJson, ProgramShapeJson, RequestJson, StepJson } from '../base/wire.js';
import { int64FromJson } from '../base/wire.js';
import type {
  EngineConfig,
  EngineMethod,
  EngineMethods,
  EngineReply,
  EngineRequest,
  RunRequest,
  WireAnswer,
  WireCustomCall,
} from './protocol.js';

/**
 * How long a run computes before timers and messages have their turn: about a frame, so that an abort is heard
 * quickly, and long enough that the pause costs nothing.
 */
const sliceMs = 16;

/** A run's promise to go on. */
interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: HloomError) => void;
}

/**
 * The engine's side of the protocol: serves requests with one instance of the core. The same class serves in a
 * Worker and inline; it knows neither.
 */
export class EngineServer {
  readonly #platform: Platform;
  readonly #reply: EngineReply;
  /** The core's run handle of every run request that is under way. */
  readonly #runs = new Map<number, number>();
  /** Every run request that waits for the answer to a custom call. */
  readonly #waiting = new Map<number, Waiter>();
  #core: CoreInstance | undefined;

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

  /**
   * Runs to the end without a pause: nothing else happens in this thread meanwhile.
   *
   * @param answer - answers custom calls; what it throws ends the run
   */
  runSync(request: RunRequest, answer: (call: WireCustomCall) => WireAnswer): WireLiteral {
    const core = this.#opened();
    const run = start(core, request);
    try {
      for (;;) {
        const step = core.call('engine.step', { run, milliseconds: 1000 });
        if (step.state === 'done') return takeResult(core, run);
        if (step.request !== undefined) giveAnswer(core, run, answer(takeCall(core, step.request)));
      }
    } finally {
      core.tryCall('engine.release_run', { run });
    }
  }

  compile(proto: Uint8Array): { executable: number; programShape: ProgramShapeJson } {
    const core = this.#opened();
    const buffer = core.copyIn(proto);
    const { executable, program_shape } = core.call('engine.compile', { buffer });
    return { executable, programShape: program_shape };
  }

  /** Ends the instance and its pool. */
  terminate(): void {
    this.#core?.terminate();
    this.#wakeAll();
  }

  async #dispatch(request: EngineRequest): Promise<EngineMethods[EngineMethod]['result']> {
    switch (request.method) {
      case 'open':
        return this.#open(request.arguments);
      case 'compile':
        return this.compile(request.arguments.proto);
      case 'run':
        return this.#run(request.id, request.arguments);
      case 'cancel':
        this.#cancel(request.arguments.request);
        return null;
      case 'answer':
        this.#answer(request.arguments.request, request.arguments.answer);
        return null;
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
    const { core } = await instantiate(this.#platform, config, config.threads, 'the engine instance');
    this.#core = core;
    core.onLost((error) => {
      this.#reply({ kind: 'lost', error: errorToJson(error) }, []);
      this.#wakeAll();
    });
    return core.call('version', {});
  }

  async #run(id: number, request: RunRequest): Promise<WireLiteral> {
    const core = this.#opened();
    const run = start(core, request);
    this.#runs.set(id, run);
    let turnStarted = performance.now();
    try {
      for (;;) {
        this.#checkWanted(id);
        const step = this.#step(core, id, run, request);
        // Functions that answer at once must not starve timers and messages either.
        const turnEnds = step.request === undefined || performance.now() - turnStarted >= sliceMs;
        if (request.progress && turnEnds) {
          const progress = { instructions: int64FromJson(step.instructions), bytes: int64FromJson(step.bytes) };
          this.#reply({ kind: 'progress', id, progress }, []);
        }
        this.#checkWanted(id);
        if (step.state === 'done') return takeResult(core, run);
        if (step.request !== undefined) await this.#ask(core, id, step.request);
        if (!turnEnds) continue;
        await this.#platform.pause();
        turnStarted = performance.now();
      }
    } finally {
      if (this.#runs.delete(id)) core.tryCall('engine.release_run', { run });
    }
  }

  /** Whoever listens to a slice may give up the run. @throws HloomError that nobody hears */
  #checkWanted(id: number): void {
    if (!this.#runs.has(id)) throw jsError('cancelled', 'the run was given up');
  }

  /** Gives a run up at once, as no call of the core is under way: it ends where it would go on. */
  #cancel(id: number): void {
    const run = this.#runs.get(id);
    if (run === undefined) return;
    this.#runs.delete(id);
    this.#opened().tryCall('engine.release_run', { run });
    this.#waiting.get(id)?.resolve();
  }

  /** Runs one slice and fetches its trace, also when the slice failed: the trace shows how it came to that. */
  #step(core: CoreInstance, id: number, run: number, request: RunRequest): StepJson {
    try {
      return core.call('engine.step', { run, milliseconds: sliceMs });
    } finally {
      if (request.trace !== undefined && core.lost === undefined) {
        const { events } = core.call('engine.trace', { run });
        if (events.length > 0) this.#reply({ kind: 'trace', id, events }, []);
      }
    }
  }

  /** Waits until a custom call is answered, or the run ends without. */
  async #ask(core: CoreInstance, id: number, request: RequestJson): Promise<void> {
    const call = takeCall(core, request);
    try {
      await new Promise<void>((resolve, reject) => {
        // The waiter is there before the call is told: in this thread the answer may come at once.
        this.#waiting.set(id, { resolve, reject });
        this.#reply({ kind: 'customCall', id, call }, buffersOf(call.operands));
      });
    } finally {
      this.#waiting.delete(id);
    }
  }

  /**
   * Takes an answer at once, as the value belongs to the function, which may change it. An answer that comes too late
   * does nothing.
   */
  #answer(id: number, answer: WireAnswer): void {
    const run = this.#runs.get(id);
    const waiter = this.#waiting.get(id);
    if (run === undefined || waiter === undefined) return;
    this.#waiting.delete(id);
    try {
      giveAnswer(this.#opened(), run, answer);
      waiter.resolve();
    } catch (thrown) {
      waiter.reject(asHloomError(thrown));
    }
  }

  /** Wakes all runs that wait: they find the instance gone. */
  #wakeAll(): void {
    for (const { resolve } of this.#waiting.values()) resolve();
    this.#waiting.clear();
  }

  #opened(): CoreInstance {
    if (this.#core !== undefined) return this.#core;
    throw jsError('contract', 'the engine instance was not opened');
  }
}

/** Copies literals in; if one fails, none stays behind. */
function copyLiteralsIn(core: CoreInstance, literals: readonly WireLiteral[]): LiteralJson[] {
  const handles = core.copyAllIn(literals.flatMap((literal) => literal.leaves));
  let next = 0;
  return literals.map(({ leaves, ...value }): LiteralJson => {
    const literal = { ...value, leaves: handles.slice(next, next + leaves.length) };
    next += leaves.length;
    return literal;
  });
}

/** Copies the arguments in and starts a run; the buffers are the run's, whether or not it starts. */
function start(core: CoreInstance, request: RunRequest): number {
  const literals = copyLiteralsIn(core, request.arguments);
  const { executable, limits, trace } = request;
  const wanted = trace === undefined ? {} : { trace: { elements: String(trace) } };
  return core.call('engine.start', { executable, arguments: literals, limits, ...wanted }).run;
}

function takeResult(core: CoreInstance, run: number): WireLiteral {
  const { leaves, ...value } = core.call('engine.result', { run });
  return { ...value, leaves: takeAll(core, leaves) };
}

/** The custom call that a run waits for, its operands copied out. */
function takeCall(core: CoreInstance, request: RequestJson): WireCustomCall {
  const { leaves, ...operands } = request.operands;
  return { ...request, operands: { ...operands, leaves: takeAll(core, leaves) } };
}

/** Gives a run what it waits for. */
function giveAnswer(core: CoreInstance, run: number, answer: WireAnswer): void {
  if (!('value' in answer)) {
    core.call('engine.answer', { run, ...answer });
    return;
  }
  const [value] = copyLiteralsIn(core, [answer.value]) as [LiteralJson];
  core.call('engine.answer', { run, value });
}

/** Copies all out; whatever happens, none stays behind. */
function takeAll(core: CoreInstance, handles: readonly number[]): Uint8Array[] {
  const taken: Uint8Array[] = [];
  try {
    for (const handle of handles) taken.push(core.takeOut(handle));
    return taken;
  } catch (thrown) {
    for (const handle of handles.slice(taken.length + 1)) core.release(handle);
    throw thrown;
  }
}

function buffersOf(literal: WireLiteral): ArrayBuffer[] {
  return literal.leaves.map((leaf) => leaf.buffer as ArrayBuffer);
}
