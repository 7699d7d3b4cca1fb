import type { AmbientAbortSignal } from '../base/ambient.js';
import { toLiterals, type RunArgument } from './argument.js';
import type { Client } from './client.js';
import { called } from '../base/call-stack.js';
import { EngineExecutable } from './engine-executable.js';
import { CustomCallRun } from './custom-call-run.js';
import type { EngineConnection } from './connection.js';
import type { RunRequest } from './protocol.js';
import type { WireLiteral } from '../instance/wire-literal.js';
import { literalFromWire, literalToWire } from '../instance/wire-literal.js';
import { jsError } from '../base/errors.js';
import { DisposableObject } from '../base/disposable.js';
import { internal } from '../base/internal.js';
import { Literal } from '../values/literal.js';
import type { ProgramShape } from '../builder/program-shape.js';
import { addOtherRunNames } from '../builder/other-names.js';
import { checkMade, checkReceiver } from '../base/receiver.js';
import { checkLimits, limitsFromNow, splitOptions } from './run-options.js';
import { RunStop } from './run-stop.js';
import { traceEventFromJson, type TraceEvent } from './trace.js';

/** How far a run is. */
export interface RunProgress {
  /** Instructions executed so far. */
  readonly instructions: number;
  /** Bytes of the values that the run holds. */
  readonly bytes: number;
}

/** The limits at which a run that takes too much is stopped. Infinity is no limit, as if it were left out. */
export interface RunLimits {
  /** The most instructions a run may execute; then it fails with RESOURCE_EXHAUSTED. */
  readonly instructions?: number | bigint;
  /**
   * The most bytes that the run's values may hold at once; then it fails with RESOURCE_EXHAUSTED. Where it is left out,
   * `memoryLimit` of the client counts. There are never more than the 4 GiB that WebAssembly can address.
   */
  readonly bytes?: number | bigint;
  /**
   * The most wall time from the call of run until its result is there, waiting for custom calls and for a new engine
   * instance included; then the run fails with DEADLINE_EXCEEDED. An engine in this thread looks at the clock between
   * instructions, and between the pieces of long ones.
   */
  readonly milliseconds?: number | bigint;
}

/** Options of {@link Executable.run}. */
export interface RunOptions {
  /** Aborting it stops the run, which rejects with CANCELLED and has `signal.reason` as its cause. */
  readonly signal?: AmbientAbortSignal;
  /** Called now and then, about sixty times a second. What it throws stops the run, which rejects with it. */
  readonly onProgress?: (progress: RunProgress) => void;
  /**
   * Called with every instruction that has been executed, in order; also before a run fails. Loops are told with the
   * iteration; what Reduce and its like apply to each element is not told. The text of each value has at most
   * `traceElements` elements. What it throws stops the run, which rejects with it.
   */
  readonly onTrace?: (event: TraceEvent) => void;
  /** How many elements of each value the trace shows: 64 when left out. */
  readonly traceElements?: number;
  readonly limits?: RunLimits;
}

/** How many elements of each value a trace shows. */
const defaultTraceElements = 64;

/** A compiled program, which runs as often as wanted, also several runs at a time. */
export class Executable extends DisposableObject {
  /** What the program takes and gives. */
  readonly programShape: ProgramShape;
  /** It is held so that the client, and its engine instance with it, lives as long as its executables. */
  readonly #client: Client;
  readonly #compiled: EngineExecutable;

  /** @internal Executables come from `Client.compile`. */
  constructor(client: Client, compiled: EngineExecutable, programShape: ProgramShape) {
    checkMade(compiled instanceof EngineExecutable, 'Executable', 'await client.compile(computation)');
    super(() => {
      compiled.release();
    });
    this.programShape = programShape;
    this.#client = client;
    this.#compiled = compiled;
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
  run(...all: unknown[]): Promise<Literal> {
    return called(async () => {
      checkReceiver(this instanceof Executable, this, 'executable', 'run');
      return this.#run(all);
    });
  }

  async #run(all: readonly unknown[]): Promise<Literal> {
    const op = 'run';
    const started = performance.now();
    this.#check(op);
    const { args, options } = splitOptions(all, op);
    const limits = checkLimits(options.limits, this.#client[internal].memoryLimit, op);
    // An engine in this thread that has the program reads the arguments before run() returns: literals and typed arrays go
    // straight into its memory. In all other cases they are copied here, as the caller may change them.
    const inline = this.#compiled.boundInline;
    const literals = toLiterals(args, this.programShape, op, inline === undefined ? 'copy' : 'view');
    const stop = new RunStop(options.signal, limits.milliseconds, started);
    const letGo = this.#compiled.hold();
    try {
      stop.check();
      const { connection, handle } = inline ?? (await stop.or(this.#compiled.bind()));
      const request: RunRequest = {
        executable: handle,
        arguments: literals.map((literal) => literalToWire(literal, op)),
        limits: limitsFromNow(limits, started),
        progress: options.onProgress !== undefined,
        ...(options.onTrace === undefined ? {} : { trace: options.traceElements ?? defaultTraceElements }),
      };
      const transfer = inline === undefined ? buffersOf(request.arguments) : [];
      const result = await watch(connection, request, transfer, options, stop);
      stop.check();
      return result;
    } finally {
      stop.close();
      letGo();
    }
  }

  /**
   * Runs the program and returns only when it is done; nothing else happens in this thread meanwhile.
   *
   * @param args - as for {@link Executable.run}; of the options only `limits` can have a meaning
   * @throws HloomError what `run` rejects with, and `js.c19` where the engine lives in a Worker or was lost
   */
  runSync(...args: RunArgument[]): Literal;
  runSync(...args: [...RunArgument[], Pick<RunOptions, 'limits'>]): Literal;
  runSync(...all: unknown[]): Literal {
    const op = 'runSync';
    const started = performance.now();
    checkReceiver(this instanceof Executable, this, 'executable', op);
    this.#check(op);
    const { args, options } = splitOptions(all, op);
    if (options.signal !== undefined || options.onProgress !== undefined || options.onTrace !== undefined) {
      throw jsError('options', 'signal, onProgress and onTrace can do nothing while this thread is busy', {
        op,
        help: 'use await executable.run(...), or limits',
      });
    }
    const limits = checkLimits(options.limits, this.#client[internal].memoryLimit, op);
    const literals = toLiterals(args, this.programShape, op, 'view');
    const { engine, handle } = this.#compiled.bindNow(op);
    const request = {
      executable: handle,
      arguments: literals.map((literal) => literalToWire(literal, op)),
      limits: limitsFromNow(limits, started),
      progress: false,
    };
    const calls = new CustomCallRun(op);
    try {
      return literalFromWire(engine.runSync(request, (call) => calls.answerNow(call)));
    } catch (thrown) {
      calls.stop(thrown);
      throw calls.explain(thrown);
    }
  }

  /** Gives the compiled program back. Runs under way end as they would. */
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
}

addOtherRunNames(Executable.prototype, 'executable');

/** Sends a run and stays with it until it is done, failed or stopped. */
async function watch(
  connection: EngineConnection,
  request: RunRequest,
  transfer: readonly ArrayBuffer[],
  { onProgress, onTrace }: RunOptions,
  stop: RunStop,
): Promise<Literal> {
  const calls = new CustomCallRun('run');
  stop.onStop((reason) => {
    calls.stop(reason);
  });
  const trace = onTrace === undefined ? undefined : stop.guarded(onTrace);
  const { id, promise } = connection.request('run', request, {
    transfer,
    onProgress: onProgress === undefined ? undefined : stop.guarded(onProgress),
    onTrace: (events) => {
      for (const event of events) trace?.(traceEventFromJson(event));
    },
    onCustomCall: (call) => calls.answer(call),
  });
  // An engine in this thread has computed its first slice by now, and called back from it.
  stop.onStop(() => {
    connection.abandon(id);
  });
  try {
    return literalFromWire(await stop.or(promise));
  } catch (thrown) {
    calls.stop(thrown);
    throw calls.explain(thrown);
  }
}

/** The buffers of arguments that were copied for a run, which may move to a Worker. */
function buffersOf(args: readonly WireLiteral[]): ArrayBuffer[] {
  return args.flatMap(({ leaves }) => leaves.map((leaf) => leaf.buffer as ArrayBuffer));
}
