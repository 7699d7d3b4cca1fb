import { checkNotDetached } from '../values/detached.js';
import { BuilderBase } from '../builder/builder-base.js';
import { describeArgument } from '../builder/builder-help.js';
import { givenToInit, initWith } from '../builder/builder-instance.js';
import { called, calledNow, methodOf } from '../base/call-stack.js';
import { Feeds } from './run/feeds.js';
import { boundTo, EngineExecutable } from './worker/engine-executable.js';
import { describeValue } from '../base/describe.js';
import { checkIsObject, checkKeys } from '../base/options.js';
import { DeviceValue } from './values/device-value.js';
import { Literal } from '../values/literal.js';
import { deviceLiteral, putLiteral } from './values/to-device.js';
import type { RunArgument } from './values/argument.js';
import { Shape } from '../values/shape.js';
import { elementAnswerFromJson, type ElementExplanation, type ElementReach } from './run/element-explanation.js';
import { checkQuestion, type ElementReachOptions, type ExplainElementOptions } from './run/element-question.js';
import { EngineSupervisor } from './worker/engine-supervisor.js';
import { asCalled, jsError } from '../base/errors.js';
import { Executable } from './executable.js';
import { DisposableObject } from '../base/disposable.js';
import { internal } from '../base/internal.js';
import { lookAlikeHelp } from '../base/look-alike.js';
import { checkFileOptions, readGivenFiles, wasmSource, type WasmOptions } from '../instance/loader.js';
import { currentPlatform } from '../instance/platform.js';
import { RunPlan } from '../instance/run-plan.js';
import { textOnly } from '../base/primitive.js';
import { addOtherRunNames } from '../builder/other-names.js';
import { mostThreads } from '../base/most-threads.js';
import { checkMade, checkReceiver } from '../base/receiver.js';
import { programShapeFromJson } from '../builder/program-shape.js';
import { chooseVariant, platformReport, type PlatformReport } from '../instance/variant.js';
import { accuracies, int64FromJson } from '../base/wire.js';
import { init } from '../builder/builder-instance.js';
import { isHloTextBytes, isStableHloBytes } from '../base/program-text.js';
import { parseProgram } from '../builder/parse.js';
import { XlaComputation } from '../builder/xla-computation.js';
import { XlaOp } from '../builder/xla-op.js';

/** Options of {@link Client.create}. */
export interface ClientOptions extends WasmOptions {
  /**
   * The number of threads that compute, from 1 to 64: the thread of the engine instance and those of its pool. By
   * default up to 4 in browsers and 1 in Node. All runs of the client share them, and no result depends on their
   * number. If memory cannot be shared there is always one thread; `client.platform.reason` has the reason.
   */
  readonly threads?: number;
  /** Runs the engine instance in its own Worker: by default true in browsers and false in Node. */
  readonly worker?: boolean;
  /**
   * The maximum number of bytes that values may hold at once: those of runs, with their large arguments, and all values
   * that stay on the engine. Infinity means no limit; WebAssembly can address at most 4 GiB, so a greater number has no
   * effect.
   */
  readonly memoryLimit?: number;
  /**
   * The seed of the random numbers of `rngUniform` and `rngNormal`, an integer from 0 to 2^64 - 1: 0 by default. Every
   * run starts from it, so runs are repeatable; clients with different seeds get different numbers.
   */
  readonly seed?: number | bigint;
}

/** Options of {@link Client.compile}. */
export interface CompileOptions {
  /**
   * The number of replicas of the program, each on its own device: from 1 to 1024. The default is the module's
   * `replica_count`, or 1 if it has none. A module with a greater count runs only on that number of replicas.
   */
  readonly replicas?: number;
  /**
   * The number of partitions of a replica; the default is the module's `num_partitions`. There are at most 1024 devices
   * in total.
   */
  readonly partitions?: number;
  /**
   * The maximum number of values in a queue of {@link Executable.infeed} or {@link Executable.outfeed}: 16 by default.
   * Each device has its own queues.
   */
  readonly feedCapacity?: number;
  /**
   * The accuracy of functions such as `exp`, `power` and `atan2`: `'default'` or `'highest'`. With the latter all are
   * computed as with `resultAccuracy: { mode: 'HIGHEST' }`, also those without that argument: by slower code that rounds
   * each F32 once. docs/accuracy.md lists the errors.
   */
  readonly accuracy?: 'default' | 'highest';
}

const defaultFeedCapacity = 16;

/** The number of handles of an engine instance that are in use; for leak tests. */
export interface EngineStatistics {
  readonly executables: number;
  readonly runs: number;
  readonly buffers: number;
  /** Bytes of those buffers. */
  readonly bufferBytes: number;
  /** Arrays that stay on the engine, and their bytes. */
  readonly values: number;
  readonly valueBytes: number;
  /** Freed bytes that are kept for reuse; no limit counts them. */
  readonly pooledBytes: number;
}

interface ClientInternals {
  readonly supervisor: EngineSupervisor;
  /** Makes the engine instance trap, for tests. Rejects with ABORTED. */
  trap(): Promise<void>;
}

/**
 * Compiles and runs programs, with its own engine instance.
 *
 *     const client = await Client.create();
 *     const executable = await client.compile(computation);
 *     const result = await executable.run([1, 2, 3]);
 *     client.dispose();
 *
 * If an engine instance traps, aborts or loses its Worker, only its runs fail, with ABORTED. The next run gets a new
 * instance, and executables stay usable.
 */
export class Client extends DisposableObject {
  /** @internal The name that consoles show: identifiers of the browser's bundle are short. */
  static override readonly name: string = 'Client';
  /** @internal */
  readonly [internal]: ClientInternals;

  private constructor(supervisor: EngineSupervisor) {
    checkMade(supervisor instanceof EngineSupervisor, 'Client', 'await Client.create()');
    super(() => {
      supervisor.close();
    });
    this[internal] = {
      supervisor,
      trap: async () => {
        const connection = await supervisor.connection();
        await connection.request('trap', null).promise;
      },
    };
  }

  /**
   * Loads the builder instance where that is still to be done, and starts an engine instance.
   *
   * @throws HloomError (as a rejection) `js.c22` for invalid options; `js.c16`, `js.c17`, `js.c18` where the
   * WebAssembly cannot be loaded; `js.c50` where the Worker's script cannot. A pool of threads that does not start is
   * not an error: the client then has one thread, and {@link Client.platform} has the reason.
   */
  static create(options: ClientOptions = {}): Promise<Client> {
    return called(methodOf(Client, 'create'), async () => {
      checkOptions(options);
      const platform = currentPlatform();
      const given = await readGivenFiles(platform, options, givenToInit(), 'Client.create');
      const worker = options.worker ?? platform.workerByDefault;
      const choice = chooseVariant(platform, options.threads, worker, given);
      const loading = initWith(given);
      // The module of an engine with threads loads at the same time. If that fails, the supervisor tries again, and tells.
      wasmSource(platform, choice.variant, given).catch(() => undefined);
      await loading;
      const settings = { memoryLimit: options.memoryLimit ?? Infinity, seed: BigInt(options.seed ?? 0) };
      const supervisor = new EngineSupervisor(platform, choice, worker, given, settings);
      await supervisor.connection();
      return new Client(supervisor);
    });
  }

  /** The properties and reasons of a client without options on this platform. Nothing is loaded for it. */
  static platform(): PlatformReport {
    const platform = currentPlatform();
    const { workerByDefault } = platform;
    return platformReport(platform, chooseVariant(platform, undefined, workerByDefault, givenToInit()));
  }

  /** The properties and reasons of this client. */
  get platform(): PlatformReport {
    return platformReport(currentPlatform(), this[internal].supervisor.choice);
  }

  /**
   * Compiles a program.
   *
   * @param program - a computation, HLO or StableHLO text, or the bytes of an HloModuleProto, of a portable
   * artifact or of a file of jax.export
   * @throws HloomError (as a rejection) `js.c2` after dispose(), what `parseHlo` and `parseStableHlo` throw, `js.c5` for anything but a program, ABORTED if the
   * engine instance is lost meanwhile, `comm.c4`, `comm.c5` and `collective.c7` for devices that the program does not
   * run on, `js.c22` for invalid options, and the core's errors for bytes that are not a valid module
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- not known: see typed.ts
  compile<T = any, D = any>(
    program: XlaComputation<T, D> | Uint8Array | string,
    options: CompileOptions = {},
  ): Promise<Executable<T, D>> {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-return -- the program has these types
    return called(methodOf(Client, 'compile'), async () => {
      checkReceiver(this instanceof Client, this, 'client', 'compile');
      return this.#compile(program, options);
    });
  }

  async #compile(program: unknown, options: CompileOptions = {}): Promise<Executable> {
    const op = 'Client.compile';
    this.#check(op);
    const { feedCapacity = defaultFeedCapacity, ...asked } = checkCompileOptions(options, op);
    const isBytes = ArrayBuffer.isView(program) && program instanceof Uint8Array;
    if (isBytes && isHloTextBytes(program)) {
      throw jsError('argumentKind', 'the program is HLO text in bytes', {
        op,
        help: "pass a string: new TextDecoder().decode(bytes), or readFileSync(path, 'utf8')",
      });
    }
    const isParsed = typeof program === 'string' || (isBytes && isStableHloBytes(program));
    const proto = isParsed ? await bytesOfParsed(program) : programBytes(program, op);
    const request = { proto, ...asked };
    const { supervisor } = this[internal];
    const connection = await supervisor.connection();
    const { executable, program_shape, transfers, ...grid } = await connection.request('compile', request).promise;
    const compiled = new EngineExecutable(supervisor, request, boundTo(connection, executable));
    const devicesOfRun = grid.replicas * grid.partitions;
    const feeds = transfers.length === 0 ? undefined : new Feeds(transfers, devicesOfRun, feedCapacity);
    const programShape = programShapeFromJson(program_shape);
    const plan = new RunPlan(programShape.parameters, programShape.result, devicesOfRun);
    return new Executable({ client: this, programShape, plan, compiled, supervisor, feeds }, grid);
  }

  /**
   * Explains from which elements of the operands an element of an instruction's result is computed. The program runs up
   * to that instruction, with the given arguments.
   *
   *     const { arithmetic } = await client.explainElement(computation, 'add.3', [1, 2], { arguments: [x, v] });
   *
   * @param program - a computation, or what `compile` made of it, which is quicker where there is more to ask
   * @param instruction - the name of the instruction, as in the HLO text; it may be in a called computation
   * @param index - the index of the element: a number for each dimension
   * @throws HloomError (as a rejection) `explain.c1` to `explain.c4` if there is no such element, and what `compile`
   * and {@link Executable.run} reject with
   */
  explainElement(
    program: XlaComputation | Executable,
    instruction: string,
    index: readonly number[],
    options: ExplainElementOptions = {},
  ): Promise<ElementExplanation> {
    return called(methodOf(Client, 'explainElement'), async () => {
      checkReceiver(this instanceof Client, this, 'client', 'explainElement');
      return (await this.#ask(program, instruction, index, options, 'explainElement')) as ElementExplanation;
    });
  }

  /**
   * Returns the elements that an element of an instruction's value affects: in one step, and in the result. It is the
   * reverse of {@link Client.explainElement}; the program runs to its end.
   *
   * @throws HloomError (as a rejection) what {@link Client.explainElement} rejects with, and `explain.c5` where the
   * arrays are too large for it
   */
  elementReach(
    program: XlaComputation | Executable,
    instruction: string,
    index: readonly number[],
    options: ElementReachOptions = {},
  ): Promise<ElementReach> {
    return called(methodOf(Client, 'elementReach'), async () => {
      checkReceiver(this instanceof Client, this, 'client', 'elementReach');
      return (await this.#ask(program, instruction, index, options, 'elementReach')) as ElementReach;
    });
  }

  async #ask(
    program: unknown,
    instruction: unknown,
    index: unknown,
    given: unknown,
    op: 'explainElement' | 'elementReach',
  ): Promise<ElementExplanation | ElementReach> {
    this.#check(op);
    const { question, options } = checkQuestion(instruction, index, given, op);
    const compiled = program instanceof Executable ? undefined : await this.#compile(program);
    try {
      const executable = compiled ?? (program as Executable);
      return elementAnswerFromJson(await executable[internal](question, options, op));
    } finally {
      compiled?.dispose();
    }
  }

  /**
   * Puts a value on the engine, where it stays: runs of this client take it as an argument without a copy. If the
   * engine is in a Worker, the value arrives later; if that fails, the first use of the value throws the reason.
   *
   * @param value - what {@link Literal.from} makes a literal of, a typed array, or what can be an argument of a run
   * @param shape - the shape that it is to have; left out, a typed array is one of rank 1
   * @throws HloomError `js.c2` after dispose(), `js.c14` where the engine instance is lost and must be started again
   * first, `js.c27` or `memory.c1` if there is no memory for it, and what {@link Literal.from} and a run throw for
   * values that are none
   */
  toDevice(value: RunArgument, shape?: Shape): DeviceValue {
    return calledNow(methodOf(Client, 'toDevice'), () => {
      const op = 'Client.toDevice';
      checkReceiver(this instanceof Client, this, 'client', 'toDevice');
      this.#check(op);
      const literal = deviceLiteral(value, shape, op);
      const { supervisor } = this[internal];
      const connection = supervisor.running;
      if (connection === undefined) {
        throw jsError('instanceLost', 'the engine instance is lost', {
          op,
          help: 'await executable.run(...) or client.compile(...) once: it starts a new instance',
        });
      }
      return putLiteral(supervisor, connection, literal, op);
    });
  }

  /** Returns the number of handles of the engine instance that are in use, and its memory; for leak tests. */
  statistics(): Promise<EngineStatistics> {
    return called(methodOf(Client, 'statistics'), async () => {
      checkReceiver(this instanceof Client, this, 'client', 'statistics');
      this.#check('Client.statistics');
      const connection = await this[internal].supervisor.connection();
      const statistics = await connection.request('statistics', null).promise;
      const { executables, runs, buffers, buffer_bytes, values, value_bytes, pooled_bytes } = statistics;
      return {
        executables,
        runs,
        buffers,
        bufferBytes: int64FromJson(buffer_bytes),
        values,
        valueBytes: int64FromJson(value_bytes),
        pooledBytes: int64FromJson(pooled_bytes),
      };
    });
  }

  /** Ends the engine instance and frees its memory. Runs under way fail, as do executables from now on. */
  override dispose(): void {
    super.dispose();
  }

  override toString(): string {
    const { variant, threads } = this.platform;
    return `Client ${variant}, ${threads} thread${threads === 1 ? '' : 's'}${this.disposed ? ' (disposed)' : ''}`;
  }

  /**
   * The text of {@link Client.toString}, in `${client}`.
   *
   * @throws HloomError `js.c84` if JavaScript would compute with it, as in `client * 2`, which would be NaN
   */
  [Symbol.toPrimitive](hint: string): string {
    const help = 'compute with what client.compile and executable.run give';
    return textOnly(this, hint, methodOf(Client, Symbol.toPrimitive), 'a client', help);
  }

  #check(op: string): void {
    if (this.disposed) throw jsError('disposed', 'the client was disposed', { op });
  }

  // In the class, so that a bundler can leave it out together with the class.
  static {
    addOtherRunNames(this.prototype, 'client');
    addOtherRunNames(DeviceValue.prototype, 'value on an engine');
    addOtherRunNames(Literal.prototype, 'literal');
    addOtherRunNames(Shape.prototype, 'shape');
  }
}

async function bytesOfParsed(program: string | Uint8Array): Promise<Uint8Array> {
  await init();
  const computation = parseProgram(program);
  try {
    return computation.toProto({ config: true });
  } finally {
    computation.dispose();
  }
}

function programBytes(program: unknown, op: string): Uint8Array {
  if (program instanceof XlaComputation) return asCalled(op, () => program.toProto({ config: true }));
  if (ArrayBuffer.isView(program) && program.constructor.name !== 'DataView') {
    checkNotDetached(program, op);
    return new Uint8Array(program.buffer, program.byteOffset, program.byteLength).slice();
  }
  throw jsError('argumentKind', `the program is ${describeArgument(program)}`, { op, help: programHelp(program) });
}

function programHelp(program: unknown): string {
  const seeming = lookAlikeHelp(program);
  if (seeming !== undefined) return seeming;
  if (program instanceof BuilderBase) return 'build the program first: client.compile(builder.build())';
  if (program instanceof XlaOp) return 'build the program first: client.compile(builder.build(root))';
  if (program instanceof Promise) return 'await the promise, and pass what it gives';
  if (program instanceof Executable) return 'it is compiled already: run it';
  if (Object.prototype.toString.call(program) === '[object ArrayBuffer]') return 'pass new Uint8Array(buffer)';
  return 'pass what builder.build() returned, or the bytes of an HloModuleProto';
}

function checkCompileOptions(options: unknown, op: string): CompileOptions {
  checkIsObject(options, 'use { replicas, partitions, feedCapacity, accuracy }', op);
  checkKeys(options, ['replicas', 'partitions', 'feedCapacity', 'accuracy'], 'option', op);
  const { accuracy, ...counts } = options as CompileOptions;
  if (accuracy !== undefined && !accuracies.includes(accuracy)) {
    const help = `use ${accuracies.map((name) => `'${name}'`).join(' or ')}`;
    throw jsError('options', `accuracy is ${describeValue(accuracy)}`, { op, help });
  }
  for (const [name, count] of Object.entries(counts)) {
    const isCount = Number.isInteger(count) && count >= 1;
    const isDevices = name !== 'feedCapacity';
    if (count === undefined || (isCount && !(isDevices && count > 1024))) continue;
    const help = `use an integer from 1 ${isDevices ? 'to 1024' : 'on'}`;
    throw jsError('options', `${name} is ${describeValue(count)}`, { op, help });
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function isSeed(seed: unknown): boolean {
  if (typeof seed === 'bigint') return BigInt.asUintN(64, seed) === seed;
  return seed === undefined || (Number.isSafeInteger(seed) && (seed as number) >= 0);
}

function checkOptions(options: ClientOptions): void {
  const op = 'Client.create';
  checkFileOptions(options, op, ['threads', 'worker', 'memoryLimit', 'seed']);
  const { threads, worker, memoryLimit, seed } = options;
  const isCount = (value: unknown, max: number): boolean =>
    value === undefined || (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max);
  if (!isCount(threads, mostThreads)) {
    throw jsError('options', `threads is ${describeValue(threads)}`, {
      op,
      help: `use an integer from 1 to ${mostThreads}`,
    });
  }
  if (memoryLimit !== Infinity && !isCount(memoryLimit, Number.MAX_SAFE_INTEGER)) {
    throw jsError('options', `memoryLimit is ${describeValue(memoryLimit)}`, {
      op,
      help: 'use an integer, the number of bytes, or Infinity for no limit',
    });
  }
  if (worker !== undefined && typeof worker !== 'boolean') {
    throw jsError('options', `worker is ${describeValue(worker)}`, { op, help: 'use true or false' });
  }
  if (!isSeed(seed)) {
    throw jsError('options', `seed is ${describeValue(seed)}`, {
      op,
      help: 'use an integer from 0 to 2^53 - 1, or a bigint up to 2^64 - 1',
    });
  }
}
