import { asHloomError, errorToJson, jsError } from '../../base/errors.js';
import type { CoreInstance } from '../../instance/core-instance.js';
import { instantiate } from '../../instance/instantiate.js';
import type { Platform } from '../../instance/platform.js';
import { int64FromJson } from '../../base/wire.js';
import { arrayOfBytes, type ResultArrays } from '../../instance/results.js';
import { RunPlan, type PlanArray } from '../../instance/run-plan.js';
import type { GivenArrays } from '../../instance/run-memory.js';
import type { ElementTypeInfo, TypedArray } from '../../values/element-type.js';
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
  EngineMethod,
  EngineMethods,
  EngineReply,
  EngineRequest,
  RunRequest,
  RunTelling,
} from './protocol.js';
import { CompiledProgram, copyInPieces, type EngineRun } from './program.js';
import { stepOnce } from './run-steps.js';
import { ServedRun } from './served-run.js';
import { isFew, ownBuffers, packAll, packArrays, unpackAll, unpackArrays, type LentMemory } from './wire-arrays.js';

const quiet: RunTelling = { progress: false, traced: false, communication: false };

/** Arguments of fewer bytes are as fast in a message. */
const leastLentBytes = 32 << 10;

/** The maximum number of bytes of run memories that wait for arguments in shared memory. */
const mostLentBytes = 64 << 20;

/** The requests that return arrays. */
const crossing: ReadonlySet<EngineMethod> = new Set(['run', 'runPacked', 'fetch', 'put']);

/**
 * The engine's side of the protocol: serves requests with one instance of the core. The same class serves in a Worker
 * and inline, and is independent of both.
 */
export class EngineServer {
  readonly #platform: Platform;
  readonly #reply: EngineReply;
  /** The runs that are under way, by the ids of their requests. */
  readonly #runs = new Map<number, ServedRun>();
  readonly #programs = new Map<number, CompiledProgram>();
  #core: CoreInstance | undefined;
  /** True if the client has a limit of memory. */
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

  /** Returns whether a run is under way, for which another one then waits. */
  get busy(): boolean {
    return this.#runs.size > 0;
  }

  /** The program that `compile` gave this handle. */
  program(executable: number): CompiledProgram {
    const program = this.#programs.get(executable);
    if (program !== undefined) return program;
    throw jsError('contract', `executable ${executable} does not exist`);
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
   * @throws HloomError `js.c27` if there is no memory for them, `memory.c1` beyond the client's limit; none stays then
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
      this.releaseNow(values);
      throw thrown;
    }
  }

  /** Frees arrays of the engine. Unknown numbers have no effect. */
  releaseNow(values: readonly number[]): void {
    const core = this.#opened();
    for (const value of values) core.releaseValue(value);
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
        this.#runs.get(request.arguments.request)?.answer(request.arguments.device, request.arguments.answer);
        return null;
      case 'heard':
        this.#runs.get(request.arguments.request)?.heard();
        return null;
      case 'put':
        return this.#put(request.arguments);
      case 'fetch':
        return this.#fetch(request.arguments);
      case 'releaseValues':
        this.releaseNow(request.arguments.values);
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
    const isLent = 'lent' in given;
    const run = isLent
      ? program.beginLent(given.lent, options)
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

  /** Lends a run memory for the next run of a program, if that saves a copy. */
  #lend(program: CompiledProgram): LentMemory | undefined {
    const { core, plan } = program;
    const bytes = plan.argumentBytes ?? 0;
    if (core.lost !== undefined || core.sharedMemory === undefined || bytes < leastLentBytes) return undefined;
    // Waiting run memories would count for the limit.
    if (this.#isLimited) return undefined;
    let lent = bytes;
    for (const other of this.#programs.values()) lent += other.lent * (other.plan.argumentBytes ?? 0);
    return lent > mostLentBytes ? undefined : program.lend();
  }

  /** Drops a request that was cancelled before it was served. */
  drop(request: EngineRequest): void {
    if (request.method !== 'run' || !('lent' in request.arguments.arguments)) return;
    const program = this.#programs.get(request.arguments.executable);
    program?.giveBack(program.takeBack(request.arguments.arguments.lent), true);
  }

  async #goOn(id: number, run: EngineRun, telling: RunTelling): Promise<ResultArrays> {
    const served = new ServedRun(id, run, telling, this.#platform, this.#reply);
    this.#runs.set(id, served);
    try {
      return await served.goOn();
    } finally {
      this.#runs.delete(id);
    }
  }

  #cancel(id: number): void {
    const run = this.#runs.get(id);
    this.#runs.delete(id);
    run?.cancel();
  }

  /** Wakes all waiting runs, which then fail with the lost instance, and drops its memory. */
  #end(): void {
    for (const run of this.#runs.values()) run.end();
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

function buffersOf(result: ArraysResult | ArrayBuffer | EngineMethods['put']['result']): ArrayBuffer[] {
  if (!('spent' in result)) return [];
  return [...('arrays' in result ? ownBuffers(result.arrays) : []), ...result.spent];
}
