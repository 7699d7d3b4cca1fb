/** The options of runs. */

import type { AmbientAbortSignal } from '../../base/ambient.js';
import type { RunArgument } from '../values/argument.js';
import type { RunProgress } from '../worker/progress.js';
import type { CommunicationEvent } from './communication.js';
import type { RunOut } from './out.js';
import type { TraceEvent } from './trace.js';

/** The limits at which a run is stopped. Infinity means no limit, which is the default. */
export interface RunLimits {
  /** The maximum number of instructions that a run may execute; beyond it, the run fails with RESOURCE_EXHAUSTED. */
  readonly instructions?: number | bigint;
  /**
   * The maximum number of bytes that the run may use at once, for the values that it computes and for temporary memory;
   * beyond it, the run fails with RESOURCE_EXHAUSTED. Its arguments do not count. The client's `memoryLimit` applies as
   * well. WebAssembly can address at most 4 GiB.
   */
  readonly bytes?: number | bigint;
  /**
   * The maximum wall time from the call of run until its result is there, including the time to wait for custom calls
   * and for a new engine instance; beyond it, the run fails with DEADLINE_EXCEEDED. An engine in this thread checks the
   * clock between instructions, and between the pieces of long ones.
   */
  readonly milliseconds?: number | bigint;
  /**
   * The maximum wall time that a device waits for others at a collective; beyond it, the run fails with
   * DEADLINE_EXCEEDED and a table of the waiting devices. If no device can continue, the run fails at once,
   * independently of the limit.
   */
  readonly rendezvousMilliseconds?: number | bigint;
}

/** Options of {@link Executable.run}. */
export interface RunOptions {
  /** Aborting it stops the run, which rejects with CANCELLED and has `signal.reason` as its cause. */
  readonly signal?: AmbientAbortSignal;
  /** Called about sixty times a second. If it throws, the run stops and rejects with the thrown value. */
  readonly onProgress?: (progress: RunProgress) => void;
  /**
   * Called for every executed instruction, in order, even if the run fails later. Events in loops have the iteration;
   * computations that Reduce and similar operations apply to each element have no events. The text of each value has at
   * most `traceElements` elements. If it throws, the run stops and rejects with the thrown value.
   */
  readonly onTrace?: (event: TraceEvent) => void;
  /** The number of elements of each value that the trace shows: 64 by default. */
  readonly traceElements?: number;
  /**
   * Called for each event of the communication between devices, in the order of their times: a device contributes
   * values to a collective or a channel, waits, or bytes move between devices. If it throws, the run stops and rejects
   * with the thrown value.
   */
  readonly onCommunication?: (event: CommunicationEvent) => void;
  readonly limits?: RunLimits;
  /** If true, the result stays on the engine, and the run returns a {@link DeviceValue}. */
  readonly keep?: false;
  /**
   * The numbers of arguments that the run may overwrite: those on the engine, on which it can then compute in place.
   * They are donated as soon as the run has its arguments, even if it fails later.
   */
  readonly donate?: readonly number[];
  /**
   * Arrays into which the result is written, instead of new ones: the natural typed array of a result's element type,
   * of its length; for a tuple an array of such values, with `runReplicated` an array with the value of each device. The
   * literal that the run returns has these arrays as its data, and changes with them. A failed run may have written some.
   * Only where the engine lives in this thread; not for results of dynamic or padded shapes.
   */
  readonly out?: RunOut;
}

/** Options of a run whose result stays on the engine: it returns a {@link DeviceValue}. */
export interface KeepRunOptions extends Omit<RunOptions, 'keep' | 'out'> {
  readonly keep: true;
}

/** Options of {@link Executable.runReplicated}. */
export interface ReplicatedOptions {
  /**
   * The values of the first parameters, which all devices get. The list of each device has the values of the other
   * parameters. A large value is on the engine once for all devices. It stays there between runs if {@link
   * Client.toDevice} put it there.
   */
  readonly shared?: readonly RunArgument[];
}

/** Options that do not state in their type whether the result stays. */
export type AnyRunOptions = Omit<RunOptions, 'keep'> & { readonly keep?: boolean };

/** The options of a synchronous run. */
export type SyncOptions<O extends AnyRunOptions> = Pick<O, Extract<keyof O, 'limits' | 'keep' | 'donate' | 'out'>>;
