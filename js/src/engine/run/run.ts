/** Runs of executables, from the arguments to the result. */

import { HloomError, jsError } from '../../base/errors.js';
import type { ElementQuestionJson } from '../../base/wire.js';
import type { ProgramShape } from '../../builder/program-shape.js';
import type { ResultArrays } from '../../instance/results.js';
import type { RunPlan } from '../../instance/run-plan.js';
import type { EngineOptions } from '../../instance/run-memory.js';
import { currentPlatform } from '../../instance/platform.js';
import type { TypedArray } from '../../values/element-type.js';
import type { Literal } from '../../values/literal.js';
import { copiedArrays, gatherArguments, type GatheredArrays } from '../values/argument.js';
import { DeviceArray, DeviceValue } from '../values/device-value.js';
import { markDonated } from '../values/donation.js';
import { literalsOfResults, splitByDevice } from '../values/replicated.js';
import type { EngineConnection, RequestOptions } from '../worker/connection.js';
import type { Binding, EngineExecutable } from '../worker/engine-executable.js';
import { turnMs } from '../worker/run-steps.js';
import type { EngineSupervisor } from '../worker/engine-supervisor.js';
import type { RunTelling, HostAnswer, HostRequest } from '../worker/protocol.js';
import { checkLimits, limitsFromNow, noLimits, type CheckedLimits } from './check-options.js';
import { communicationEventFromJson } from './communication.js';
import { HostRequests } from './host-requests.js';
import type { Feeds } from './feeds.js';
import type { AnyRunOptions } from './options.js';
import { outArrays } from './out.js';
import { RunStop } from './run-stop.js';
import { traceEventFromJson } from './trace.js';
import { sync, transportTo, type Asked, type TransportedRun } from './transports.js';

/** The default number of elements of each value in a trace. */
const defaultTraceElements = 64;

/** The parts of an executable that all its runs use. */
export interface RunTarget {
  /** Held so that the client, and its engine instance with it, lives as long as its executables and their runs. */
  readonly client: object & { readonly disposed: boolean };
  readonly programShape: ProgramShape;
  readonly plan: RunPlan;
  readonly compiled: EngineExecutable;
  readonly supervisor: EngineSupervisor;
  /** Undefined if the program has no feeds. */
  readonly feeds: Feeds | undefined;
}

/** A run as the caller asked for it. */
export interface RunOrder {
  /** The method that was called, for errors. */
  readonly op: string;
  /** The arguments of all devices, one after the other. */
  readonly args: readonly unknown[];
  readonly options: AnyRunOptions | undefined;
  /** The time of the call, by performance.now(). Limits of time count from it; without limits it is 0. */
  readonly started: number;
  /** A question about an element. A run with a question has an answer and no result. */
  readonly question?: ElementQuestionJson;
}

/** The result on each device: a literal, or a value that stays on the engine. */
export type RunResults = (Literal | DeviceValue)[];

const noOptions: AnyRunOptions = {};

/** One run of an executable. */
export class Run implements TransportedRun {
  given: GatheredArrays;
  engineOptions: EngineOptions | undefined;
  readonly out: readonly TypedArray[] | undefined;
  /** The answer to the question about an element. */
  answer: unknown;
  readonly #target: RunTarget;
  readonly #order: RunOrder;
  readonly #limits: CheckedLimits;
  readonly #donated: readonly DeviceArray[] | undefined;
  /** Undefined until it is needed, like the requests: most runs are done at once. */
  #stop: RunStop | undefined;
  #requests: HostRequests | undefined;
  /** The arrays under which the result stays on an engine. */
  #kept: { readonly connection: EngineConnection; readonly arrays: readonly DeviceArray[] } | undefined;

  /** @throws HloomError for invalid limits and arguments */
  constructor(target: RunTarget, order: RunOrder) {
    const { programShape, plan, supervisor } = target;
    const { op, options = noOptions } = order;
    const { limits, donate, out } = options;
    this.#target = target;
    this.#order = order;
    this.#limits = limits === undefined ? noLimits : checkLimits(limits, op);
    this.out = out === undefined ? undefined : outArrays(out, plan, op === 'runReplicated', op);
    this.given = gatherArguments(order.args, programShape, plan, op, supervisor);
    this.#donated = donate === undefined ? undefined : markDonated(this.given, plan, donate, op);
  }

  get plan(): RunPlan {
    return this.#target.plan;
  }

  get telling(): RunTelling {
    const { onProgress, onTrace, onCommunication } = this.#options;
    return {
      progress: onProgress !== undefined,
      traced: onTrace !== undefined || this.#order.question !== undefined,
      communication: onCommunication !== undefined,
    };
  }

  get isPlain(): boolean {
    const { limits, onProgress, onTrace, onCommunication } = this.#options;
    const isTold = onProgress !== undefined || onTrace !== undefined || onCommunication !== undefined;
    return limits === undefined && !isTold && this.#order.question === undefined;
  }

  get mayStop(): boolean {
    return this.#stop?.mayStop === true;
  }

  /**
   * Starts the run. An engine that has the program takes the arguments before this returns.
   *
   * @returns the results themselves if the run is done at once
   */
  start(): RunResults | Promise<RunResults> {
    const { compiled } = this.#target;
    const { ready } = compiled;
    this.#hold();
    try {
      if (this.#options.signal !== undefined || this.#limits.milliseconds !== Infinity) this.#stopper().check();
      const gave = ready === undefined ? this.#beginLater() : this.#begin(ready, transportTo(ready));
      if (!(gave instanceof Promise)) return this.#finish(gave);
      return gave.then((arrays) => this.#finish(arrays)).catch((thrown: unknown) => this.#fail(thrown));
    } catch (thrown) {
      return this.#fail(thrown);
    }
  }

  /**
   * Runs to the end before it returns.
   *
   * @throws HloomError `js.c19` where the engine lives in a Worker, `js.c14` where it is lost
   */
  now(): RunResults {
    const bound = this.#target.compiled.bindNow(this.#order.op);
    this.#hold();
    try {
      return this.#finish(this.#begin(bound, sync));
    } catch (thrown) {
      return this.#fail(thrown);
    }
  }

  taken(): void {
    for (const array of this.#donated ?? []) array.giveUp();
  }

  watch<T>(connection: EngineConnection, ask: (callbacks: RequestOptions) => Asked<T>): Promise<T> {
    const stop = this.#stopper();
    stop.onStop((reason) => {
      this.#host().stop(reason);
    });
    const { id, promise } = ask(this.#callbacks());
    // An engine in this thread has computed its first slice by now, and called back from it.
    stop.onStop(() => {
      connection.abandon(id);
    });
    return stop.or(promise);
  }

  answerNow(request: HostRequest): HostAnswer {
    return this.#host().answerNow(request);
  }

  /** Begins the run once the engine has the program. */
  #beginLater(): Promise<ResultArrays> {
    // The caller may change its arrays before then.
    this.given = copiedArrays(this.given);
    this.taken();
    return this.#stopper()
      .or(this.#target.compiled.bind())
      .then((bound) => this.#begin(bound, transportTo(bound)));
  }

  #begin<R>(bound: Binding, transport: (run: TransportedRun, bound: Binding) => R): R {
    if (this.out !== undefined && bound.program === undefined) {
      throw jsError('options', 'out cannot be written: the engine of this client lives in a Worker', {
        op: this.#order.op,
        help: 'leave it out: results from a Worker are not copied; or create the client with { worker: false }',
      });
    }
    if (this.#options.keep === true) {
      const { connection } = bound;
      this.#kept = { connection, arrays: this.plan.results.map(() => new DeviceArray(connection)) };
    }
    this.engineOptions = this.#engineOptions();
    return transport(this, bound);
  }

  #engineOptions(): EngineOptions | undefined {
    const keep = this.#kept?.arrays.map(({ number }) => number);
    if (this.isPlain) return keep && { keep };
    const { onTrace, traceElements = defaultTraceElements, onCommunication } = this.#options;
    const { question, started } = this.#order;
    return {
      limits: limitsFromNow(this.#limits, started),
      trace: onTrace === undefined ? undefined : traceElements,
      communication: onCommunication !== undefined,
      keep: question === undefined ? keep : [],
      question,
    };
  }

  #finish(gave: ResultArrays): RunResults {
    this.#stop?.check();
    const results = this.#results(gave);
    this.#letGo();
    return results;
  }

  #results(gave: ResultArrays): RunResults {
    const { plan, supervisor } = this.#target;
    if (this.#order.question !== undefined) return [];
    if (this.#kept === undefined) return literalsOfResults(plan, gave);
    const { connection, arrays } = this.#kept;
    return splitByDevice(arrays, plan.devices).map((own) => new DeviceValue(supervisor, connection, plan.result, own));
  }

  /** @throws the reason why the run failed */
  #fail(thrown: unknown): never {
    this.#requests?.stop(thrown);
    for (const array of this.#kept?.arrays ?? []) array.dispose();
    this.#letGo();
    const reason = this.#requests === undefined ? thrown : this.#requests.explain(thrown);
    throw reasonOf(this.#stop === undefined ? reason : this.#stop.withDevices(reason), this.given);
  }

  get #options(): AnyRunOptions {
    return this.#order.options ?? noOptions;
  }

  #stopper(): RunStop {
    return (this.#stop ??= new RunStop(this.#options.signal, this.#limits.milliseconds, this.#order.started));
  }

  #host(): HostRequests {
    const { op, question } = this.#order;
    // Errors of custom calls name one of these two, whichever method was called.
    const method = op === 'runSync' ? op : 'run';
    const feeds = question === undefined ? this.#target.feeds : undefined;
    return (this.#requests ??= new HostRequests(method, feeds, () => this.#stopper().place));
  }

  /** Holds the compiled program and the feeds for the run. */
  #hold(): void {
    this.#target.compiled.hold();
    this.#target.feeds?.runBegins();
  }

  #letGo(): void {
    this.#target.feeds?.runEnds();
    this.#stop?.close();
    this.#target.compiled.letGo();
  }

  /** Makes the callbacks through which the engine reports on the run and asks for answers. */
  #callbacks(): RequestOptions {
    const stop = this.#stopper();
    const { onProgress, onTrace, onCommunication } = this.#options;
    const takeAnswer = ([answer]: readonly unknown[]): Promise<void> => {
      this.answer = answer;
      return Promise.resolve();
    };
    return {
      onProgress: onProgress && stop.guarded(onProgress),
      onTrace: this.#order.question === undefined ? onTrace && toldTo(onTrace, traceEventFromJson, stop) : takeAnswer,
      onCommunication: onCommunication && toldTo(onCommunication, communicationEventFromJson, stop),
      onHostRequest: (request) => {
        stop.place = { ...stop.place, location: request.location };
        return this.#host().answer(request);
      },
      onPlace: (place) => {
        stop.place = place;
      },
    };
  }
}

/** Returns the reason why a run failed, which may be that an argument did not reach the engine. */
function reasonOf(thrown: unknown, { devices }: GatheredArrays): unknown {
  if (!(thrown instanceof HloomError) || thrown.rule !== 'value.c1') return thrown;
  return devices.find((array) => array?.failure !== undefined)?.failure ?? thrown;
}

/** Passes events to a callback one by one, with pauses for timers and messages if that takes long. */
function toldTo<Json, E>(
  callback: (event: E) => unknown,
  fromJson: (event: Json) => E,
  stop: RunStop,
): (events: readonly Json[]) => Promise<void> {
  const guarded = stop.guarded(callback);
  return async (events) => {
    let turnStarted = performance.now();
    for (const event of events.map(fromJson)) {
      if (stop.stopped) return;
      guarded(event);
      if (performance.now() - turnStarted < turnMs) continue;
      await currentPlatform().pause();
      turnStarted = performance.now();
    }
  };
}
