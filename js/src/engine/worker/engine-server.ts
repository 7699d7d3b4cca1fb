import type { WireLiteral } from '../../instance/wire-literal.js';
import { asHloomError, errorToJson, jsError, type HloomError } from '../../base/errors.js';
import type { CoreInstance } from '../../instance/core-instance.js';
import { instantiate } from '../../instance/instantiate.js';
import type { Platform } from '../../instance/platform.js';
import { int64FromJson } from '../../base/wire.js';
import { arrayOfBytes, type ResultArrays } from '../../instance/results.js';
import { RunPlan, type PlanArray } from '../../instance/run-plan.js';
import type { GivenArrays } from '../../instance/run-slot.js';
import type { ElementTypeInfo, TypedArray } from '../../values/element-type.js';
import { longestTimerMs } from '../../base/time-limit.js';
import { bytesOf } from '../../values/literal-data.js';
import { Shape } from '../../values/shape.js';
import type {
  ArraysResult,
  PackedRunRequest,
  Compiled,
  CompileRequest,
  FetchRequest,
  PutRequest,
  EngineConfig,
  EngineEvent,
  EngineMethod,
  EngineMethods,
  EngineReply,
  EngineRequest,
  RunRequest,
  RunTelling,
} from './protocol.js';
import { CompiledProgram, copyInPieces, type EngineRun } from './program.js';
import { giveAnswer, stepOnce, takeRequest } from './run-steps.js';
import { turnMs } from './turn.js';
import { isFew, ownBuffers, packAll, packArrays, unpackAll, unpackArrays, type LentSlot } from './wire-arrays.js';

const quiet: RunTelling = { progress: false, traced: false, communication: false };

/** Arguments of fewer bytes travel as fast in a message. */
const leastLentBytes = 32 << 10;

/** Slots that wait for arguments in shared memory hold at most so many bytes. */
const mostLentBytes = 64 << 20;

/** What gives arrays. */
const crossing: ReadonlySet<EngineMethod> = new Set(['run', 'runPacked', 'fetch', 'put']);

/** The devices of a run that wait for answers. */
interface Asking {
  readonly devices: Set<number>;
  /** Lets the run look whether it can go on. */
  wake: () => void;
  /** Why an answer could not be given. */
  failure?: HloomError;
}

/**
 * The engine's side of the protocol: serves requests with one instance of the core. The same class serves in a
 * Worker and inline; it knows neither.
 */
export class EngineServer {
  readonly #platform: Platform;
  readonly #reply: EngineReply;
  /** The runs that are under way, by the ids of their requests. */
  readonly #runs = new Map<number, EngineRun>();
  /** Every run request that waits until what it told is heard. */
  readonly #waiting = new Map<number, () => void>();
  /** The devices of runs that wait for answers, by the ids of the requests. */
  readonly #asking = new Map<number, Asking>();
  readonly #programs = new Map<number, CompiledProgram>();
  #core: CoreInstance | undefined;
  /** Whether the client has a limit of memory. */
  #isLimited = false;

  constructor(platform: Platform, reply: EngineReply) {
    this.#platform = platform;
    this.#reply = reply;
  }

  /** Serves one request; the answer goes through the reply function. Never throws. */
  async serve(request: EngineRequest): Promise<void> {
    try {
      const served = this.#dispatch(request);
      const result = served instanceof Promise ? await served : served;
      const transfer = crossing.has(request.method) ? buffersOf(result as ArraysResult) : [];
      this.#reply({ kind: 'done', id: request.id, result }, transfer);
    } catch (thrown) {
      this.#reply({ kind: 'failed', id: request.id, error: errorToJson(asHloomError(thrown)) }, []);
    }
  }

  /** Whether a run is under way: another one then waits for its turn. */
  get busy(): boolean {
    return this.#runs.size > 0;
  }

  /** The program that `compile` gave this handle. */
  program(executable: number): CompiledProgram {
    const program = this.#programs.get(executable);
    if (program !== undefined) return program;
    throw jsError('contract', `there is no executable ${executable} to run`);
  }

  compile({ proto, ...asked }: CompileRequest): Compiled {
    const core = this.#opened();
    const buffer = core.copyIn(proto);
    const compiled = core.call('engine.compile', { buffer, ...asked });
    const { executable, program_shape, replicas, partitions } = compiled;
    this.#programs.set(executable, new CompiledProgram(core, executable, program_shape, replicas * partitions));
    return compiled;
  }

  /**
   * Puts arrays on the engine.
   *
   * @throws HloomError `js.c27` where there is no memory for them, `memory.c1` beyond the client's limit; none stays then
   */
  putNow({ results }: RunPlan, values: readonly number[], { data, sizes }: GivenArrays): void {
    const core = this.#opened();
    try {
      results.forEach(({ shape }, i) => {
        const leaves = [core.copyValueIn(bytesOf(data[i] as TypedArray))];
        const dynamic = shape.isStatic ? {} : { dynamic_sizes: [(sizes[i] as readonly number[]).map(String)] };
        const array = { shape: shape.toJson(), leaves, ...dynamic };
        core.call('engine.put', { value: values[i] as number, array });
      });
    } catch (thrown) {
      core.tryCall('engine.release_values', { values });
      throw thrown;
    }
  }

  /** Copies arrays out. */
  fetchNow(plan: RunPlan, values: readonly number[]): ResultArrays {
    const { core, buffers, sizes } = this.#hold(plan, values);
    return { data: core.takeAllOut(buffers).map((bytes, i) => arrayOfBytes(infoOf(plan, i), bytes)), sizes };
  }

  /** The same; large ones are copied in pieces. */
  async fetch(plan: RunPlan, values: readonly number[]): Promise<ResultArrays> {
    const { core, buffers, sizes } = this.#hold(plan, values);
    const pause = (): Promise<void> => this.#platform.pause();
    const data: TypedArray[] = [];
    try {
      for (const [i, buffer] of buffers.entries()) {
        data.push(arrayOfBytes(infoOf(plan, i), await copyInPieces(() => core.view(buffer), pause)));
      }
    } finally {
      for (const buffer of buffers) core.release(buffer);
    }
    return { data, sizes };
  }

  /** Holds values, so that no run overwrites them. */
  #hold(
    { results }: RunPlan,
    values: readonly number[],
  ): {
    readonly core: CoreInstance;
    readonly buffers: readonly number[];
    readonly sizes: readonly (readonly number[])[];
  } {
    const core = this.#opened();
    const buffers: number[] = [];
    const sizes: (readonly number[])[] = [];
    try {
      for (const [i, { shape }] of results.entries()) {
        const held = core.call('engine.value', { value: values[i] as number });
        buffers.push(held.buffer);
        sizes.push(held.dynamic_sizes?.map(int64FromJson) ?? shape.dimensions);
      }
      return { core, buffers, sizes };
    } catch (thrown) {
      for (const buffer of buffers) core.release(buffer);
      throw thrown;
    }
  }

  #put({ shape, values, arguments: arrays, sizes }: PutRequest): EngineMethods['put']['result'] {
    const plan = new RunPlan([], Shape.fromJson(shape));
    this.putNow(plan, values, { data: unpackArrays(arrays, plan.results), sizes });
    return { spent: ownBuffers(arrays) };
  }

  async #fetch({ shape, values }: FetchRequest): Promise<ArraysResult> {
    const { data, sizes } = await this.fetch(new RunPlan([], Shape.fromJson(shape)), values);
    return { arrays: packArrays(data), sizes, spent: [] };
  }

  /** Ends the instance and its pool. */
  terminate(): void {
    this.#core?.terminate();
    this.#end();
  }

  #dispatch(
    request: EngineRequest,
  ): EngineMethods[EngineMethod]['result'] | Promise<EngineMethods[EngineMethod]['result']> {
    switch (request.method) {
      case 'open':
        return this.#open(request.arguments);
      case 'compile':
        return this.compile(request.arguments);
      case 'run':
        return this.#run(request.id, request.arguments);
      case 'runPacked':
        return this.#runPacked(request.id, request.arguments);
      case 'goOn':
        return this.#goOn(request.id, request.arguments.run, request.arguments);
      case 'cancel':
        this.#cancel(request.arguments.request);
        return null;
      case 'answer':
        this.#answer(request.arguments);
        return null;
      case 'heard':
        this.#waiting.get(request.arguments.request)?.();
        return null;
      case 'put':
        return this.#put(request.arguments);
      case 'fetch':
        return this.#fetch(request.arguments);
      case 'releaseValues':
        this.#opened().tryCall('engine.release_values', request.arguments);
        return null;
      case 'releaseExecutable':
        this.#programs.get(request.arguments.executable)?.release();
        this.#programs.delete(request.arguments.executable);
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
    this.#isLimited = config.memoryLimit !== Infinity;
    if (this.#isLimited) core.call('engine.open', { memory_limit: String(config.memoryLimit) });
    if (config.seed !== 0n) core.call('engine.seed', { seed: String(BigInt.asIntN(64, config.seed)) });
    core.onLost((error) => {
      this.#reply({ kind: 'lost', error: errorToJson(error) }, []);
      this.#end();
    });
    return { version: core.call('version', {}), memory: core.sharedMemory };
  }

  #run(id: number, request: RunRequest): Promise<ArraysResult> | ArraysResult {
    const program = this.program(request.executable);
    const { arguments: given, options, sizes } = request;
    const isLent = 'slot' in given;
    const run = isLent
      ? program.beginLent(given.slot, options)
      : program.begin({ data: unpackArrays(given, program.plan.arguments), sizes }, options);
    const toWire = (result: ResultArrays): ArraysResult =>
      this.#toWire(program, result, isLent ? [] : ownBuffers(given));
    // Most runs are done at once, and need no promise.
    if (options === undefined) {
      const done = stepOnce(run);
      if (done !== undefined) return toWire(done);
    }
    return this.#goOn(id, run, request).then(toWire);
  }

  #toWire(program: CompiledProgram, result: ResultArrays, spent: readonly ArrayBuffer[]): ArraysResult {
    return { arrays: packArrays(result.data), sizes: result.sizes, spent, lent: this.#lend(program) };
  }

  #runPacked(
    id: number,
    { executable, packed }: PackedRunRequest,
  ): Promise<ArraysResult | ArrayBuffer> | ArraysResult | ArrayBuffer {
    const program = this.program(executable);
    const { arguments: arrays, results, resultBytes } = program.plan;
    const run = program.begin({ data: unpackAll(packed, arrays), sizes: [] });
    const toWire = (result: ResultArrays): ArraysResult | ArrayBuffer =>
      isFew(resultBytes) ? packAll(result.data, results) : this.#toWire(program, result, []);
    const done = stepOnce(run);
    return done !== undefined ? toWire(done) : this.#goOn(id, run, quiet).then(toWire);
  }

  /** Lends a slot for the next run of a program, where that spares it a copy. */
  #lend(program: CompiledProgram): LentSlot | undefined {
    const { core, plan } = program;
    const bytes = plan.argumentBytes ?? 0;
    if (core.lost !== undefined || core.sharedMemory === undefined || bytes < leastLentBytes) return undefined;
    // What waits would count for the limit.
    if (this.#isLimited) return undefined;
    let lent = bytes;
    for (const other of this.#programs.values()) lent += other.lent * (other.plan.argumentBytes ?? 0);
    return lent > mostLentBytes ? undefined : program.lend();
  }

  /** Forgets a request that was given up before it was served. */
  drop(request: EngineRequest): void {
    if (request.method !== 'run' || !('slot' in request.arguments.arguments)) return;
    const program = this.#programs.get(request.arguments.executable);
    program?.giveBack(program.takeBack(request.arguments.arguments.slot), true);
  }

  async #goOn(id: number, run: EngineRun, telling: RunTelling): Promise<ResultArrays> {
    this.#runs.set(id, run);
    let turnStarted = performance.now();
    const pause = async (): Promise<void> => {
      await this.#platform.pause();
      turnStarted = performance.now();
      this.#checkWanted(id);
    };
    try {
      for (;;) {
        if (run.resting) await this.#rest(id, run);
        if (!run.done && !run.asking) await this.#step(id, run, telling);
        // Functions that answer at once must not starve timers and messages either.
        const turnEnds = !(run.asking || run.resting) || performance.now() - turnStarted >= turnMs;
        if (run.tellsPlace && turnEnds && !run.done) this.#tellPlace(id, run);
        if (telling.progress && turnEnds) this.#reply({ kind: 'progress', id, progress: run.progress }, []);
        this.#checkWanted(id);
        if (run.done) {
          return run.isLarge ? await run.resultsInPieces(pause) : run.results();
        }
        if (run.asking) this.#ask(id, run);
        if (turnEnds) await pause();
      }
    } finally {
      this.#asking.delete(id);
      if (this.#runs.delete(id)) run.close();
    }
  }

  /**
   * Whoever listens to a slice may give up the run, and an answer may be one that there is no memory for.
   *
   * @throws HloomError which in the first case nobody hears
   */
  #checkWanted(id: number): void {
    if (!this.#runs.has(id)) throw jsError('cancelled', 'the run was given up');
    const failure = this.#asking.get(id)?.failure;
    if (failure !== undefined) throw failure;
  }

  /** Gives a run up at once, as no call of the core is under way: it ends where it would go on. */
  #cancel(id: number): void {
    const run = this.#runs.get(id);
    if (run === undefined) return;
    this.#runs.delete(id);
    run.close();
    this.#wake(id);
  }

  /** Wakes a run, which looks whether it is to go on. */
  #wake(id: number): void {
    this.#waiting.get(id)?.();
    this.#asking.get(id)?.wake();
  }

  /**
   * Runs one slice, and goes on when its trace has been heard, also when the slice failed: the trace shows how it came
   * to that.
   */
  async #step(id: number, run: EngineRun, { traced, communication }: RunTelling): Promise<void> {
    try {
      run.step(turnMs);
    } finally {
      if (traced && run.core.lost === undefined) await this.#tell({ kind: 'trace', id, events: run.trace() });
      if (communication && run.core.lost === undefined) {
        await this.#tell({ kind: 'communication', id, events: run.communication() });
      }
    }
  }

  /** Tells events, if there are any, and waits until they are heard. */
  async #tell(event: Extract<EngineEvent, { readonly kind: 'trace' | 'communication' }>): Promise<void> {
    if (event.events.length === 0) return;
    await this.#heard(event.id, () => {
      this.#reply(event, []);
    });
    this.#checkWanted(event.id);
  }

  /** Tells what a device asks. */
  #ask(id: number, run: EngineRun): void {
    const request = takeRequest(run);
    let asking = this.#asking.get(id);
    if (asking === undefined) this.#asking.set(id, (asking = { devices: new Set(), wake: () => undefined }));
    // It is there before anything is told: in this thread the answer may come at once.
    asking.devices.add(request.device);
    this.#reply({ kind: 'hostRequest', id, request }, literalBuffers(request.operands));
  }

  /** Tells where a run is: whoever asked for it says so where this engine cannot, because it is inside of an instruction or gone. */
  #tellPlace(id: number, run: EngineRun): void {
    this.#reply({ kind: 'place', id, place: run.place }, []);
  }

  /** Waits while no device can go on before an answer comes; where that takes longer, it is told who waits. */
  async #rest(id: number, run: EngineRun): Promise<void> {
    let most = run.longestRest;
    if (most > turnMs) {
      await this.#answered(id, turnMs);
      this.#checkWanted(id);
      if (!run.resting) return;
      this.#tellPlace(id, run);
      most -= turnMs;
    }
    await this.#answered(id, most);
    this.#checkWanted(id);
  }

  /** Waits until a device is answered, or the run ends without; or for so many milliseconds, where they end. */
  #answered(id: number, most: number): Promise<void> {
    return new Promise((resolve) => {
      const asking = this.#asking.get(id);
      if (asking === undefined) {
        resolve();
        return;
      }
      const timer = most <= longestTimerMs ? setTimeout(resolve, most) : undefined;
      asking.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Tells something about a run, and waits until that is answered. */
  async #heard(id: number, tell: () => void): Promise<void> {
    try {
      await new Promise<void>((resolve) => {
        // It is there before anything is told: in this thread the answer may come at once.
        this.#waiting.set(id, resolve);
        tell();
      });
    } finally {
      this.#waiting.delete(id);
    }
  }

  /**
   * Takes an answer at once, as the value belongs to the function, which may change it. An answer that comes too late
   * does nothing.
   */
  #answer({ request: id, device, answer }: EngineMethods['answer']['arguments']): void {
    const run = this.#runs.get(id);
    const asking = this.#asking.get(id);
    if (run === undefined || asking?.devices.delete(device) !== true) return;
    try {
      giveAnswer(run, device, answer);
    } catch (thrown) {
      asking.failure ??= asHloomError(thrown);
    }
    run.goesOn();
    asking.wake();
  }

  /** Wakes all runs that wait, as they find the instance gone, and lets go of its memory. */
  #end(): void {
    for (const id of [...this.#waiting.keys(), ...this.#asking.keys()]) this.#wake(id);
    this.#waiting.clear();
    this.#asking.clear();
    for (const program of this.#programs.values()) program.forget();
  }

  #opened(): CoreInstance {
    if (this.#core !== undefined) return this.#core;
    throw jsError('contract', 'the engine instance was not opened');
  }
}

function infoOf({ results }: RunPlan, index: number): ElementTypeInfo {
  return (results[index] as PlanArray).info;
}

function literalBuffers(literal: WireLiteral): ArrayBuffer[] {
  return literal.leaves.map((leaf) => leaf.buffer as ArrayBuffer);
}

function buffersOf(result: ArraysResult | ArrayBuffer | EngineMethods['put']['result']): ArrayBuffer[] {
  if (!('spent' in result)) return [];
  return [...('arrays' in result ? ownBuffers(result.arrays) : []), ...result.spent];
}
