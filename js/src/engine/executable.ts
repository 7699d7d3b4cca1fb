import { copiedArrays, gatherArguments, type GatheredArrays, type RunArgument } from './values/argument.js';
import { DeviceArray, DeviceValue } from './values/device-value.js';
import type { EngineSlot } from './worker/engine-slot.js';
import { called, calledNow, methodOf } from '../base/call-stack.js';
import { EngineExecutable, type Binding } from './worker/engine-executable.js';
import { stepOnce } from './worker/engine-server.js';
import { CustomCallRun } from './run/custom-call-run.js';
import type { Giving } from './run/bounded-queue.js';
import { Feeds, type Feed, type FeedOptions } from './run/feeds.js';
import type { EngineConnection } from './worker/connection.js';
import type { CompiledProgram, EngineRun } from './worker/program.js';
import type { WireCustomCall } from './worker/protocol.js';
import { literalOfResult, type ResultArrays } from '../instance/call-literal.js';
import { CallPlan } from '../instance/call-plan.js';
import { asHloomError, HloomError, jsError } from '../base/errors.js';
import { internal } from '../base/internal.js';
import { DisposableObject } from '../base/disposable.js';
import type { Literal } from '../values/literal.js';
import type { ProgramShape } from '../builder/program-shape.js';
import { addOtherRunNames } from '../builder/other-names.js';
import { checkMade, checkOwner, checkReceiver } from '../base/receiver.js';
import { putLiteral } from './values/to-device.js';
import { deviceArguments, literalsOfResults, splitByDevice, type DeviceGrid } from './values/replicated.js';
import { donatedOnAll, markDonated } from './values/donation.js';
import { checkLimits, checkReplicatedOptions, limitsFromNow, splitOptions } from './run/check-options.js';
import type { CheckedLimits } from './run/check-options.js';
import type { AnyRunOptions, KeepRunOptions, ReplicatedOptions, RunOptions, SyncOptions } from './run/options.js';
import { RunStop } from './run/run-stop.js';
import { callOf, goOn, received, send, type Asking } from './run/run-watch.js';
import type { ElementReachOptions } from './run/element-question.js';
import type { ElementQuestionJson } from '../base/wire.js';

/** How many elements of each value a trace shows. */
const defaultTraceElements = 64;

/** A compiled program, which runs as often as wanted, also several runs at a time. */
export class Executable extends DisposableObject {
  /** What the program takes and gives. */
  readonly programShape: ProgramShape;
  /** How many replicas of the program run, and of how many partitions each: together they are the devices. */
  readonly replicas: number;
  readonly partitions: number;
  /** It is held so that the client, and its engine instance with it, lives as long as its executables. */
  readonly #client: DisposableObject;
  readonly #compiled: EngineExecutable;
  readonly #plan: CallPlan;
  readonly #slot: EngineSlot;
  /** Left out where nothing goes in or out while the program runs. */
  readonly #feeds: Feeds | undefined;

  /** @internal Executables come from `Client.compile`. */
  constructor(
    client: DisposableObject,
    slot: EngineSlot,
    compiled: EngineExecutable,
    programShape: ProgramShape,
    grid: DeviceGrid,
    feeds: Feeds | undefined,
  ) {
    checkMade(compiled instanceof EngineExecutable, 'Executable', 'await client.compile(computation)');
    const forget = feeds === undefined ? undefined : slot.endsWith(feeds);
    super(() => {
      compiled.release();
      feeds?.dispose();
      forget?.();
    });
    this.programShape = programShape;
    this.replicas = grid.replicas;
    this.partitions = grid.partitions;
    this.#client = client;
    this.#compiled = compiled;
    this.#plan = new CallPlan(programShape.parameters, programShape.result, grid.replicas * grid.partitions);
    this.#slot = slot;
    this.#feeds = feeds;
  }

  /** @internal What DisposableObject has of the name, as quick as it can be: every run asks it. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && #plan in value;
  }

  /**
   * Runs the program.
   *
   * @param args - one value a parameter: a {@link Literal}, the natural typed array of the element type (in the order
   * of the parameter's layout), a number, bigint or boolean, or nested arrays; for a tuple an array of such values.
   * After them may come a {@link RunOptions}.
   * @returns the result; if the program gives a tuple, a literal with `elements`
   * @throws HloomError (as a rejection) `js.c2` after dispose(); `js.c6`, `js.c7`, `js.c8`, `js.c9`, `js.c10`,
   * `js.c22` for options that are none; `js.c23`, `js.c24` for arguments that do not fit; CANCELLED for an aborted
   * signal; RESOURCE_EXHAUSTED or DEADLINE_EXCEEDED beyond a limit; ABORTED if the engine instance is lost meanwhile
   * (the next run gets a new one). An engine in a Worker may still compute the piece of an instruction that it has
   * begun.
   */
  run(...args: RunArgument[]): Promise<Literal>;
  run(...args: [...RunArgument[], RunOptions]): Promise<Literal>;
  run(...args: [...RunArgument[], KeepRunOptions]): Promise<DeviceValue>;
  run(...args: [...RunArgument[], AnyRunOptions]): Promise<Literal | DeviceValue>;
  run(...all: unknown[]): Promise<Literal | DeviceValue> {
    const isPlain =
      this instanceof Executable && !this.disposed && this.#plan.devices === 1 && this.#feeds === undefined;
    const bound = isPlain ? this.#compiled.ready : undefined;
    const plain = bound === undefined ? undefined : splitPlain(all);
    if (bound !== undefined && plain !== undefined) {
      return bound.program === undefined ? this.#runThere(bound, plain) : this.#runHere(bound, bound.program, plain);
    }
    return called(methodOf(Executable, 'run'), async () => {
      const op = 'run';
      const started = performance.now();
      checkReceiver(this instanceof Executable, this, 'executable', op);
      this.#check(op);
      this.#checkOne(op);
      const { args, options = {} } = splitOptions(all, op);
      const [result] = await this.#run(args, options, op, started);
      return result as Literal | DeviceValue;
    });
  }

  /**
   * Runs the program on all its devices, of which there are `replicas` times `partitions`: device number d is partition
   * d % partitions of replica d / partitions. They run on the client's threads, as many at a time as there are; a device
   * that waits for others gives its thread away, and with one thread they take turns. The results are the same.
   *
   * @param lists - for each device the list of its arguments, as for {@link Executable.run}. A {@link DeviceValue} may serve
   * several devices. `donate` gives up arguments of those numbers on every device.
   * @returns the result of each device
   * @throws HloomError (as a rejection) what {@link Executable.run} rejects with; `js.c91` for what is no list of arguments
   * a device; `comm.c2` where devices wait for each other for ever, with a table of them
   */
  runReplicated(
    lists: readonly (readonly RunArgument[])[],
    options?: RunOptions & ReplicatedOptions,
  ): Promise<Literal[]>;
  runReplicated(
    lists: readonly (readonly RunArgument[])[],
    options: KeepRunOptions & ReplicatedOptions,
  ): Promise<DeviceValue[]>;
  runReplicated(
    lists: readonly (readonly RunArgument[])[],
    options?: AnyRunOptions & ReplicatedOptions,
  ): Promise<Literal[] | DeviceValue[]>;
  runReplicated(lists: unknown, given?: unknown): Promise<Literal[] | DeviceValue[]> {
    return called(methodOf(Executable, 'runReplicated'), async () => {
      const op = 'runReplicated';
      const started = performance.now();
      checkReceiver(this instanceof Executable, this, 'executable', op);
      this.#check(op);
      const { shared, ...options } = checkReplicatedOptions(given, op);
      const { devices, parameters } = this.#plan;
      const put: DeviceValue[] = [];
      try {
        const putOnce = options.donate === undefined && devices > 1 ? this.#putter(put, op) : undefined;
        const args = deviceArguments(lists, shared, this.programShape, devices, putOnce, op);
        const perDevice = parameters.length / devices;
        const donate =
          options.donate === undefined ? {} : { donate: donatedOnAll(options.donate, perDevice, devices, op) };
        return (await this.#run(args, { ...options, ...donate }, op, started)) as Literal[] | DeviceValue[];
      } finally {
        for (const value of put) value.dispose();
      }
    });
  }

  /** What puts values on the engine, and into the list `put`. There is none before the engine has the program. */
  #putter(put: DeviceValue[], op: string): ((literal: Literal) => DeviceValue) | undefined {
    const connection = this.#compiled.ready?.connection;
    if (connection === undefined) return undefined;
    return (literal) => {
      const value = putLiteral(this.#slot, connection, literal, op);
      put.push(value);
      return value;
    };
  }

  /** Begins a run in this thread, which is often done before anybody could wait for it. */
  #runHere(bound: Binding, program: CompiledProgram, args: readonly unknown[]): Promise<Literal> {
    let run: EngineRun;
    try {
      run = program.begin(gatherArguments(args, this.programShape, program.plan, 'run', this.#slot));
      const done = stepOnce(run);
      if (done !== undefined) return bound.connection.transport.settled(literalOfResult(this.#plan, done));
    } catch (thrown) {
      return called(methodOf(Executable, 'run'), () => Promise.reject(asHloomError(thrown)));
    }
    return called(methodOf(Executable, 'run'), async () => {
      const stop = new RunStop(undefined, Infinity, 0);
      return this.#held(async () => literalOfResult(this.#plan, await goOn(bound.connection, run, {}, stop)), stop);
    });
  }

  /** Sends a run to a Worker that only its own end can stop. */
  #runThere(bound: Binding, args: readonly unknown[]): Promise<Literal> {
    return called(methodOf(Executable, 'run'), () => {
      let given: GatheredArrays;
      try {
        given = gatherArguments(args, this.programShape, this.#plan, 'run', this.#slot);
      } catch (thrown) {
        return Promise.reject(asHloomError(thrown));
      }
      const letGo = this.#compiled.hold();
      const calls = new CustomCallRun('run', undefined);
      const onCustomCall = (call: WireCustomCall) => calls.answer(call);
      return callOf(bound, this.#plan, given, { onCustomCall }).then(
        (result) => {
          letGo();
          return literalOfResult(this.#plan, received(bound, this.#plan, result));
        },
        (thrown: unknown) => {
          letGo();
          calls.stop(thrown);
          throw reasonOf(calls.explain(thrown), given);
        },
      );
    });
  }

  /**
   * Runs the program on all devices, with the arguments of one after those of the other.
   *
   * @param started - when the run was asked for, from which its limits count
   */
  async #run(
    args: readonly unknown[],
    options: AnyRunOptions,
    op: string,
    started: number,
  ): Promise<(Literal | DeviceValue)[]> {
    const limits = checkLimits(options.limits ?? {}, op);
    const { ready } = this.#compiled;
    const gathered = gatherArguments(args, this.programShape, this.#plan, op, this.#slot);
    const donated = options.donate === undefined ? [] : markDonated(gathered, this.#plan, options.donate, op);
    // An engine that has the program takes the arguments before run() returns; until there is one, they are kept here, as
    // the caller may change them.
    const given = ready === undefined ? copiedArrays(gathered) : gathered;
    const stop = new RunStop(options.signal, limits.milliseconds, started);
    const asking: Asking = { ...options, feeds: this.#feeds };
    return this.#held(async () => {
      stop.check();
      if (ready === undefined) giveUp(donated);
      const bound = ready ?? (await stop.or(this.#compiled.bind()));
      const kept = options.keep === true ? newArrays(bound.connection, this.#plan) : undefined;
      const asked = {
        limits: limitsFromNow(limits, started),
        trace: options.onTrace === undefined ? undefined : (options.traceElements ?? defaultTraceElements),
        communication: options.onCommunication !== undefined,
        keep: kept?.map(({ number }) => number),
      };
      try {
        const going = isPlain(options) ? undefined : asked;
        const result =
          bound.program === undefined
            ? send(bound, this.#plan, given, going, asking, stop)
            : goOn(bound.connection, bound.program.begin(given, asked), asking, stop);
        giveUp(donated);
        const gave = await result;
        stop.check();
        return this.#results(gave, kept, bound.connection);
      } catch (thrown) {
        for (const array of kept ?? []) array.dispose();
        throw reasonOf(thrown, gathered);
      }
    }, stop);
  }

  /** What a run gives on each device: the literal of its result, or the arrays under which that stays on the engine. */
  #results(
    gave: ResultArrays,
    kept: readonly DeviceArray[] | undefined,
    connection: EngineConnection,
  ): (Literal | DeviceValue)[] {
    const { devices, result } = this.#plan;
    if (kept === undefined) return literalsOfResults(this.#plan, gave);
    return splitByDevice(kept, devices).map((arrays) => new DeviceValue(this.#slot, connection, result, arrays));
  }

  /** Keeps the compiled program for a run. */
  async #held<T>(run: () => Promise<T>, stop: RunStop): Promise<T> {
    const letGo = this.#compiled.hold();
    this.#feeds?.runBegins();
    try {
      return await run();
    } finally {
      this.#feeds?.runEnds();
      stop.close();
      letGo();
    }
  }

  /** @internal Runs the program for what it tells of an element, and gives that in place of a result. */
  async [internal](question: ElementQuestionJson, options: ElementReachOptions, op: string): Promise<unknown> {
    const started = performance.now();
    this.#check(op);
    this.#checkOne(op);
    const limits = checkLimits(options.limits ?? {}, op);
    const given = gatherArguments(options.arguments ?? [], this.programShape, this.#plan, op, this.#slot);
    const stop = new RunStop(options.signal, limits.milliseconds, started);
    return this.#held(async () => {
      stop.check();
      const bound = this.#compiled.ready ?? (await stop.or(this.#compiled.bind()));
      let answer: unknown;
      const asking: Asking = {
        onEvents: ([told]) => {
          answer = told;
          return Promise.resolve();
        },
      };
      const asked = { limits: limitsFromNow(limits, started), keep: [], question };
      try {
        await (bound.program === undefined
          ? send(bound, this.#plan, given, asked, asking, stop)
          : goOn(bound.connection, bound.program.begin(given, asked), asking, stop));
      } catch (thrown) {
        throw reasonOf(thrown, given);
      }
      stop.check();
      return answer;
    }, stop);
  }

  /**
   * Runs the program and returns only when it is done; nothing else happens in this thread meanwhile.
   *
   * @param args - as for {@link Executable.run}; of the options only `limits` can have a meaning
   * @throws HloomError what `run` rejects with, and `js.c19` where the engine lives in a Worker or was lost
   */
  runSync(...args: RunArgument[]): Literal;
  runSync(...args: [...RunArgument[], SyncOptions<RunOptions>]): Literal;
  runSync(...args: [...RunArgument[], SyncOptions<KeepRunOptions>]): DeviceValue;
  runSync(...args: [...RunArgument[], SyncOptions<AnyRunOptions>]): Literal | DeviceValue;
  runSync(...all: unknown[]): Literal | DeviceValue {
    return calledNow(methodOf(Executable, 'runSync'), () => {
      const op = 'runSync';
      const started = performance.now();
      checkReceiver(this instanceof Executable, this, 'executable', op);
      this.#check(op);
      this.#checkOne(op);
      const { args, options } = splitOptions(all, op);
      const limits = options === undefined ? undefined : syncLimits(options);
      const given = gatherArguments(args, this.programShape, this.#plan, op, this.#slot);
      const donated = options?.donate === undefined ? [] : markDonated(given, this.#plan, options.donate, op);
      const { engine, program, connection } = this.#compiled.bindNow(op);
      const kept = options?.keep === true ? newArrays(connection, this.#plan) : undefined;
      const keep = kept?.map(({ number }) => number);
      const asked = limits === undefined ? undefined : { limits: limitsFromNow(limits, started), keep };
      const calls = new CustomCallRun(op, this.#feeds);
      this.#feeds?.runBegins();
      try {
        const run = program.begin(given, asked);
        giveUp(donated);
        const gave = engine.runSync(run, (call) => calls.answerNow(call));
        return this.#results(gave, kept, connection)[0] as Literal | DeviceValue;
      } catch (thrown) {
        for (const array of kept ?? []) array.dispose();
        calls.stop(thrown);
        throw calls.explain(thrown);
      } finally {
        this.#feeds?.runEnds();
      }
    });
  }

  /** What goes in and out while the program runs, one for each instruction that hands a value over. */
  get feeds(): readonly Feed[] {
    checkOwner(this instanceof Executable, this, 'executable', 'feeds');
    return this.#feeds?.all ?? [];
  }

  /**
   * Gives a value to the program: the next one that an `infeed` of a device takes. There may be values before a run
   * begins; what a run leaves, the next one takes.
   *
   * @param device - the number of the device
   * @param value - as for an argument of the infeed's shape; it is copied
   * @returns a promise that is fulfilled once the value has its place in the queue, in which at most `feedCapacity` wait
   * @throws HloomError (as a rejection) `js.c92` where the program has no such infeed, or it was closed, and what
   * {@link Executable.run} rejects with for values that do not fit
   */
  infeed(device: number, value: RunArgument, options: FeedOptions = {}): Promise<void> {
    const op = 'infeed';
    const giving: Giving = {};
    giving.promise = called(methodOf(Executable, 'infeed'), () => {
      checkReceiver(this instanceof Executable, this, 'executable', op);
      return this.#fed(op).put(device, value, options, giving, op);
    });
    return giving.promise;
  }

  /**
   * Says that a device gets no more values: an `infeed` that finds none fails its run, which would wait otherwise.
   *
   * @throws HloomError `js.c92` where the program has no such infeed
   */
  closeInfeed(device: number, options: FeedOptions = {}): void {
    calledNow(methodOf(Executable, 'closeInfeed'), () => {
      const op = 'closeInfeed';
      checkReceiver(this instanceof Executable, this, 'executable', op);
      this.#fed(op).close(device, options, op);
    });
  }

  /**
   * The values that the `outfeed`s of a device give, in their order. A device waits while `feedCapacity` of them are not
   * taken out.
   *
   *     const run = executable.run(x);
   *     for await (const value of executable.outfeed(0)) console.log(value.toArray());
   *     await run;
   *
   * @returns an iterator that ends when a run has ended, no other is under way, and all values are taken; at once where that
   * is so already, and no iteration has ended with that run
   * @throws HloomError `js.c92` where the program has no such outfeed
   */
  outfeed(device: number, options: FeedOptions = {}): AsyncIterableIterator<Literal> {
    return calledNow(methodOf(Executable, 'outfeed'), () => {
      const op = 'outfeed';
      checkReceiver(this instanceof Executable, this, 'executable', op);
      return this.#fed(op).values(device, options, op);
    });
  }

  /** A run that is under way can still be fed when the executable was disposed: it could not end otherwise. */
  #fed(op: string): Feeds {
    if (this.#feeds?.running !== true || this.#client.disposed) this.#check(op);
    return this.#feeds ?? new Feeds([], this.#plan.devices, 1);
  }

  /** Gives the compiled program back. Runs under way end as they would, and are fed until then. */
  override dispose(): void {
    super.dispose();
  }

  override toString(): string {
    return `Executable ${this.programShape.text}${this.disposed ? ' (disposed)' : ''}`;
  }

  #check(op: string): void {
    if (this.disposed) throw jsError('disposed', 'the executable was disposed', { op });
    if (this.#client.disposed) throw jsError('disposed', 'the client of the executable was disposed', { op });
  }

  #checkOne(op: string): void {
    const { devices } = this.#plan;
    if (devices === 1) return;
    throw jsError('deviceLists', `the program runs on ${devices} devices`, {
      op,
      help: 'use await executable.runReplicated([argumentsOfDevice0, argumentsOfDevice1, ...])',
    });
  }
}

addOtherRunNames(Executable.prototype, 'executable');

/** The arguments of a run without options; undefined where there are some. */
function splitPlain(all: readonly unknown[]): readonly unknown[] | undefined {
  try {
    const { args, options } = splitOptions(all, 'run');
    return options === undefined ? args : undefined;
  } catch {
    // The longer way throws it again.
    return undefined;
  }
}

/** Whether a run has no options of which the engine must know. */
function isPlain({ limits, onProgress, onTrace, onCommunication, keep }: AnyRunOptions): boolean {
  const isTold = onProgress !== undefined || onTrace !== undefined || onCommunication !== undefined;
  return limits === undefined && !isTold && keep !== true;
}

function newArrays(connection: EngineConnection, { results }: CallPlan): DeviceArray[] {
  return results.map(() => new DeviceArray(connection));
}

function giveUp(arrays: readonly DeviceArray[]): void {
  for (const array of arrays) array.giveUp();
}

/** Why a run failed: a value that it was given may not have got to the engine. */
function reasonOf(thrown: unknown, { devices }: GatheredArrays): unknown {
  if (!(thrown instanceof HloomError) || thrown.rule !== 'value.c1') return thrown;
  return [...devices.values()].find(({ failure }) => failure !== undefined)?.failure ?? thrown;
}

/** The limits of a run that is done when it returns. */
function syncLimits(options: AnyRunOptions): CheckedLimits {
  const op = 'runSync';
  const { signal, onProgress, onTrace, onCommunication } = options;
  if ([signal, onProgress, onTrace, onCommunication].some((option) => option !== undefined)) {
    throw jsError(
      'options',
      'signal, onProgress, onTrace and onCommunication can do nothing while this thread is busy',
      {
        op,
        help: 'use await executable.run(...), or limits',
      },
    );
  }
  return checkLimits(options.limits ?? {}, op);
}
