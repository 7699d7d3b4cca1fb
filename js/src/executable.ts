import { toLiterals, type RunArgument } from './argument.js';
import { isPlainObject } from './builder-call.js';
import type { Client } from './client.js';
import type { EngineConnection } from './engine/connection.js';
import type { RunRequest, WireLimits } from './engine/protocol.js';
import { literalFromWire, literalToWire } from './engine/wire-literal.js';
import { HloomError, jsError } from './errors.js';
import { OwnedHandle } from './finalize.js';
import { disposeSymbol, inspectSymbol, internal } from './internal.js';
import { Literal } from './literal.js';
import { describeValue } from './nested.js';
import type { ProgramShape } from './program-shape.js';

/** How far a run is. */
export interface RunProgress {
  /** Instructions executed so far. */
  readonly instructions: number;
  /** Bytes of the values that the run holds. */
  readonly bytes: number;
}

/** What stops a run that takes too much. */
export interface RunLimits {
  /** The most instructions a run may execute; then it fails with RESOURCE_EXHAUSTED or DEADLINE_EXCEEDED. */
  readonly instructions?: number | bigint;
  /** The most bytes a run may hold at once; then it fails with RESOURCE_EXHAUSTED. */
  readonly bytes?: number | bigint;
}

/** Options of {@link Executable.run}. */
export interface RunOptions {
  /** Aborting it stops the run, which rejects with CANCELLED and has `signal.reason` as its cause. */
  readonly signal?: AbortSignal;
  /** Called now and then, about sixty times a second. */
  readonly onProgress?: (progress: RunProgress) => void;
  readonly limits?: RunLimits;
}

/** An engine in a Worker that does not answer a cancellation for so long is ended. */
const cancelGraceMs = 5_000;

interface Binding {
  readonly connection: EngineConnection;
  readonly handle: number;
}

/** What the finalizer needs; it must not reach the Executable. */
interface ExecutableState {
  binding: Promise<Binding> | undefined;
}

/** A compiled program, which runs as often as wanted, also several runs at a time. */
export class Executable {
  /** What the program takes and gives. */
  readonly programShape: ProgramShape;
  readonly #client: Client;
  readonly #proto: Uint8Array;
  readonly #state: ExecutableState;
  readonly #owned: OwnedHandle;

  /** @internal Executables come from `Client.compile`. */
  constructor(client: Client, proto: Uint8Array, programShape: ProgramShape, binding: Binding) {
    this.programShape = programShape;
    this.#client = client;
    this.#proto = proto;
    const state: ExecutableState = { binding: Promise.resolve(binding) };
    this.#state = state;
    this.#owned = new OwnedHandle(this, () => {
      releaseBinding(state);
    });
  }

  /**
   * Runs the program.
   *
   * @param args - one value a parameter: a {@link Literal}, the natural typed array of the element type (in the order
   * of the parameter's layout), a number, bigint or boolean, or nested arrays; for a tuple an array of such values.
   * After them may come a {@link RunOptions}.
   * @returns the result; of a program that gives a tuple, a literal with `elements`
   * @throws HloomError (as a rejection) `js.c2` after dispose(); `js.c6`, `js.c7`, `js.c8`, `js.c9`, `js.c10`,
   * `js.c23`, `js.c24` for arguments that do not fit; CANCELLED for an aborted signal; RESOURCE_EXHAUSTED beyond a
   * limit; ABORTED if the engine instance is lost meanwhile (the next run gets a new one)
   */
  run(...args: RunArgument[]): Promise<Literal>;
  run(...args: [...RunArgument[], RunOptions]): Promise<Literal>;
  async run(...all: unknown[]): Promise<Literal> {
    const op = 'run';
    this.#check(op);
    const { args, options } = splitOptions(all, op);
    const limits = wireLimits(options.limits, this.#client[internal].memoryLimit, op);
    const literals = toLiterals(args, this.programShape, op);
    throwIfAborted(options.signal);
    const { connection, handle } = await this.#bind();
    // Disposed or aborted while a new engine instance was being started.
    this.#check(op);
    throwIfAborted(options.signal);
    const request = { executable: handle, arguments: literals.map(literalToWire), limits, progress: options.onProgress !== undefined };
    return watch(connection, request, transferable(args, literals), options);
  }

  /**
   * Runs the program and returns only when it is done; nothing else happens in this thread meanwhile.
   *
   * @param args - as of {@link Executable.run}; of the options only `limits` can have a meaning
   * @throws HloomError what `run` rejects with, and `js.c19` where the engine lives in a Worker or was lost
   */
  runSync(...args: RunArgument[]): Literal;
  runSync(...args: [...RunArgument[], Pick<RunOptions, 'limits'>]): Literal;
  runSync(...all: unknown[]): Literal {
    const op = 'runSync';
    this.#check(op);
    const { args, options } = splitOptions(all, op);
    if (options.signal !== undefined || options.onProgress !== undefined) {
      throw jsError('options', 'signal and onProgress can do nothing while this thread is busy', {
        op,
        help: 'use await executable.run(...), or limits',
      });
    }
    const limits = wireLimits(options.limits, this.#client[internal].memoryLimit, op);
    const literals = toLiterals(args, this.programShape, op);
    const { engine, handle } = this.#client[internal].inlineEngine(this, op);
    const request = { executable: handle, arguments: literals.map(literalToWire), limits, progress: false };
    return literalFromWire(engine.runSync(request));
  }

  /** Whether dispose() was called. */
  get disposed(): boolean {
    return this.#owned.disposed;
  }

  /** Gives the compiled program back. Runs under way end as they would. */
  dispose(): void {
    this.#owned.dispose();
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  [inspectSymbol](): string {
    return `Executable ${this.programShape.text}${this.disposed ? ' (disposed)' : ''}`;
  }
}
