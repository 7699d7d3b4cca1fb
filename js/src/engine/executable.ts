import { called, calledNow, methodOf } from '../base/call-stack.js';
import { DisposableObject } from '../base/disposable.js';
import { jsError } from '../base/errors.js';
import { internal } from '../base/internal.js';
import { checkMade, checkOwner, checkReceiver } from '../base/receiver.js';
import type { ElementQuestionJson } from '../base/wire.js';
import { addOtherRunNames } from '../builder/other-names.js';
import type { ProgramShape } from '../builder/program-shape.js';
import type { Literal } from '../values/literal.js';
import type { Giving } from './run/bounded-queue.js';
import { checkReplicatedOptions, checkSyncOptions, takeOptions } from './run/check-options.js';
import type { ElementReachOptions } from './run/element-question.js';
import { Feeds, type Feed, type FeedOptions } from './run/feeds.js';
import type { AnyRunOptions, KeepRunOptions, ReplicatedOptions, RunOptions, SyncOptions } from './run/options.js';
import { Run, type RunOrder, type RunResults, type RunTarget } from './run/run.js';
import type { RunArgument } from './values/argument.js';
import type { DeviceValue } from './values/device-value.js';
import { donatedOnAll } from './values/donation.js';
import { deviceArguments, type DeviceGrid } from './values/replicated.js';
import { putLiteral } from './values/to-device.js';
import { EngineExecutable } from './worker/engine-executable.js';

/** A compiled program. You can run it any number of times, also several runs at the same time. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- not known: see typed.ts
export class Executable<T = any, D = any> extends DisposableObject {
  /** @internal The name that consoles show: identifiers of the browser's bundle are short. */
  static override readonly name: string = 'Executable';
  /** The shapes of the program's parameters and result. */
  readonly programShape: ProgramShape<T, D>;
  /** The number of replicas of the program, and of partitions of each: their product is the number of devices. */
  readonly replicas: number;
  readonly partitions: number;
  readonly #target: RunTarget;

  /** @internal Executables come from `Client.compile`. */
  constructor(target: RunTarget, grid: DeviceGrid) {
    const made = (target as RunTarget | undefined)?.compiled instanceof EngineExecutable;
    checkMade(made, 'Executable', 'await client.compile(computation)');
    const { compiled, supervisor, feeds } = target;
    const forget = feeds === undefined ? undefined : supervisor.endsWith(feeds);
    super(() => {
      compiled.release();
      feeds?.dispose();
      forget?.();
    });
    // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- see typed.ts
    this.programShape = target.programShape;
    this.replicas = grid.replicas;
    this.partitions = grid.partitions;
    this.#target = target;
  }

  /** @internal The same property as in DisposableObject, but faster, because every run reads it. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && #target in value;
  }

  /**
   * Runs the program.
   *
   * @param args - one value for each parameter: a {@link Literal}, the natural typed array of the element type (in the
   * order of the parameter's layout), a number, bigint or boolean, or nested arrays; for a tuple an array of such values.
   * After them may come a {@link RunOptions}.
   * @returns the result; if the program gives a tuple, a literal with `elements`
   * @throws HloomError (as a rejection) `js.c2` after dispose(); `js.c6`, `js.c7`, `js.c8`, `js.c9`, `js.c10`, `js.c22`
   * for invalid options; `js.c23`, `js.c24` for arguments that do not fit; CANCELLED for an aborted signal;
   * RESOURCE_EXHAUSTED or DEADLINE_EXCEEDED beyond a limit; ABORTED if the engine instance is lost meanwhile (the next
   * run gets a new one). An engine in a Worker may still compute the piece of an instruction that it has begun.
   */
  run(...args: RunArgument[]): Promise<Literal<T, D>>;
  run(...args: [...RunArgument[], RunOptions]): Promise<Literal<T, D>>;
  run(...args: [...RunArgument[], KeepRunOptions]): Promise<DeviceValue<T, D>>;
  run(...args: [...RunArgument[], AnyRunOptions]): Promise<Literal<T, D> | DeviceValue<T, D>>;
  run(...all: unknown[]): Promise<Literal | DeviceValue> {
    return called(methodOf(Executable, 'run'), () => {
      const op = 'run';
      checkReceiver(this instanceof Executable, this, 'executable', op);
      this.#check(op);
      this.#checkOne(op);
      const options = takeOptions(all, op);
      const started = options?.limits === undefined ? 0 : performance.now();
      return this.#start({ op, args: all, options, started });
    });
  }

  /** @internal Runs a program of one device; returns the result itself if the run is done at once. */
  static [internal](executable: Executable, order: RunOrder): Literal | DeviceValue | Promise<Literal | DeviceValue> {
    executable.#check(order.op);
    return executable.#start(order);
  }

  #start(order: RunOrder): Literal | DeviceValue | Promise<Literal | DeviceValue> {
    const gave = new Run(this.#target, order).start();
    return gave instanceof Promise ? gave.then(firstOf) : firstOf(gave);
  }

  /**
   * Runs the program on all its devices, of which there are `replicas` times `partitions`: device number d is partition
   * d % partitions of replica d / partitions. They run on the client's threads, as many at the same time as there are
   * threads; a device that waits for others releases its thread, and with one thread they take turns. The results are
   * the same.
   *
   * @param lists - for each device the list of its arguments, as for {@link Executable.run}. Several devices can use
   * the same {@link DeviceValue}. `donate` gives up arguments of those numbers on every device.
   * @returns the result of each device
   * @throws HloomError (as a rejection) what {@link Executable.run} rejects with; `js.c91` for anything but a list of
   * arguments for each device; `comm.c2` if devices wait for each other forever, with a table of them
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
      const { programShape, plan } = this.#target;
      const { devices, parameters } = plan;
      const put: DeviceValue[] = [];
      try {
        const putOnce = options.donate === undefined && devices > 1 ? this.#putter(put, op) : undefined;
        const args = deviceArguments(lists, shared, programShape, devices, putOnce, op);
        const perDevice = parameters.length / devices;
        const donate =
          options.donate === undefined ? {} : { donate: donatedOnAll(options.donate, perDevice, devices, op) };
        const run = new Run(this.#target, { op, args, options: { ...options, ...donate }, started });
        return (await run.start()) as Literal[] | DeviceValue[];
      } finally {
        for (const value of put) value.dispose();
      }
    });
  }

  /** Puts values on the engine, and into the list `put`. Undefined until the engine has the program. */
  #putter(put: DeviceValue[], op: string): ((literal: Literal) => DeviceValue) | undefined {
    const { compiled, supervisor } = this.#target;
    const connection = compiled.ready?.connection;
    if (connection === undefined) return undefined;
    return (literal) => {
      const value = putLiteral(supervisor, connection, literal, op);
      put.push(value);
      return value;
    };
  }

  /** @internal Runs the program to explain an element, and returns the explanation instead of a result. */
  async [internal](question: ElementQuestionJson, options: ElementReachOptions, op: string): Promise<unknown> {
    const started = performance.now();
    this.#check(op);
    this.#checkOne(op);
    const run = new Run(this.#target, { op, args: options.arguments ?? [], options, started, question });
    await run.start();
    return run.answer;
  }

  /**
   * Runs the program and returns only when it is done; nothing else happens in this thread meanwhile.
   *
   * @param args - as for {@link Executable.run}; of the options only `limits` can have a meaning
   * @throws HloomError what `run` rejects with, and `js.c19` where the engine lives in a Worker or was lost
   */
  runSync(...args: RunArgument[]): Literal<T, D>;
  runSync(...args: [...RunArgument[], SyncOptions<RunOptions>]): Literal<T, D>;
  runSync(...args: [...RunArgument[], SyncOptions<KeepRunOptions>]): DeviceValue<T, D>;
  runSync(...args: [...RunArgument[], SyncOptions<AnyRunOptions>]): Literal<T, D> | DeviceValue<T, D>;
  runSync(...all: unknown[]): Literal | DeviceValue {
    return calledNow(methodOf(Executable, 'runSync'), () => {
      const op = 'runSync';
      checkReceiver(this instanceof Executable, this, 'executable', op);
      this.#check(op);
      this.#checkOne(op);
      const options = takeOptions(all, op);
      if (options !== undefined) checkSyncOptions(options);
      const started = options?.limits === undefined ? 0 : performance.now();
      return firstOf(new Run(this.#target, { op, args: all, options, started }).now());
    });
  }

  /** The feeds of the program, one for each instruction that transfers a value while it runs. */
  get feeds(): readonly Feed[] {
    checkOwner(this instanceof Executable, this, 'executable', 'feeds');
    return this.#target.feeds?.all ?? [];
  }

  /**
   * Gives a value to the program: the next one that an `infeed` of a device takes. You can call it before a run begins;
   * values that a run leaves are there for the next one.
   *
   * @param device - the number of the device
   * @param value - as for an argument of the infeed's shape; it is copied
   * @returns a promise that is fulfilled when the value is in the queue, which holds at most `feedCapacity` values
   * @throws HloomError (as a rejection) `js.c92` if the program has no such infeed, or it was closed, and what {@link
   * Executable.run} rejects with for values that do not fit
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
   * Closes the infeed of a device: an `infeed` that finds its queue empty then fails its run instead of waiting.
   *
   * @throws HloomError `js.c92` if the program has no such infeed
   */
  closeInfeed(device: number, options: FeedOptions = {}): void {
    calledNow(methodOf(Executable, 'closeInfeed'), () => {
      const op = 'closeInfeed';
      checkReceiver(this instanceof Executable, this, 'executable', op);
      this.#fed(op).close(device, options, op);
    });
  }

  /**
   * Iterates over the values that the `outfeed`s of a device write, in their order. A device waits while its queue has
   * `feedCapacity` values.
   *
   *     const run = executable.run(x);
   *     for await (const value of executable.outfeed(0)) console.log(value.toArray());
   *     await run;
   *
   * @returns an iterator that ends when a run has ended, no other run is under way, and all values are taken; at once
   * if this already holds and no iteration has ended with that run
   * @throws HloomError `js.c92` if the program has no such outfeed
   */
  outfeed(device: number, options: FeedOptions = {}): AsyncIterableIterator<Literal> {
    return calledNow(methodOf(Executable, 'outfeed'), () => {
      const op = 'outfeed';
      checkReceiver(this instanceof Executable, this, 'executable', op);
      return this.#fed(op).values(device, options, op);
    });
  }

  /** You can still feed a run under way after the executable is disposed; otherwise it could not end. */
  #fed(op: string): Feeds {
    const { client, feeds, plan } = this.#target;
    if (feeds?.running !== true || client.disposed) this.#check(op);
    return feeds ?? new Feeds([], plan.devices, 1);
  }

  /** Frees the compiled program. Runs under way continue to their end, and are fed until then. */
  override dispose(): void {
    super.dispose();
  }

  override toString(): string {
    return `Executable ${this.programShape.text}${this.disposed ? ' (disposed)' : ''}`;
  }

  #check(op: string): void {
    if (this.disposed) throw jsError('disposed', 'the executable was disposed', { op });
    if (this.#target.client.disposed) throw jsError('disposed', 'the client of the executable was disposed', { op });
  }

  #checkOne(op: string): void {
    const { devices } = this.#target.plan;
    if (devices === 1) return;
    throw jsError('deviceLists', `the program runs on ${devices} devices`, {
      op,
      help: 'use await executable.runReplicated([argumentsOfDevice0, argumentsOfDevice1, ...])',
    });
  }

  // In the class, so that a bundler can leave it out together with the class.
  static {
    addOtherRunNames(this.prototype, 'executable');
  }
}

/** The result of a run on one device. */
function firstOf([first]: RunResults): Literal | DeviceValue {
  return first as Literal | DeviceValue;
}
