/** The options of runs. */

import type { AmbientAbortSignal } from '../../base/ambient.js';
import type { RunArgument } from '../values/argument.js';
import type { RunProgress } from '../worker/progress.js';
import type { CommunicationEvent } from './communication.js';
import type { TraceEvent } from './trace.js';

/** The limits at which a run that takes too much is stopped. Infinity is no limit, as if it were left out. */
export interface RunLimits {
  /** The most instructions a run may execute; then it fails with RESOURCE_EXHAUSTED. */
  readonly instructions?: number | bigint;
  /**
   * The most bytes that the run may take at once, for the values that it computes and for what it needs on the way; then
   * it fails with RESOURCE_EXHAUSTED. The arguments that it is given do not count. `memoryLimit` of the client holds
   * beside it. There are never more than the 4 GiB that WebAssembly can address.
   */
  readonly bytes?: number | bigint;
  /**
   * The most wall time from the call of run until its result is there, waiting for custom calls and for a new engine
   * instance included; then the run fails with DEADLINE_EXCEEDED. An engine in this thread looks at the clock between
   * instructions, and between the pieces of long ones.
   */
  readonly milliseconds?: number | bigint;
  /**
   * The most wall time that a device waits for others at a collective; then the run fails with DEADLINE_EXCEEDED and says
   * which device waits where, and for whom. Where no device can go on, the run fails at once, whatever the limit.
   */
  readonly rendezvousMilliseconds?: number | bigint;
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
  /**
   * Called with what the devices of the run do together, in the order of their times: who brings what to a collective or a
   * channel, who waits, and what moves between whom. What it throws stops the run, which rejects with it.
   */
  readonly onCommunication?: (event: CommunicationEvent) => void;
  readonly limits?: RunLimits;
  /** With `true`, the result stays on the engine, and the run gives a {@link DeviceValue}. */
  readonly keep?: false;
  /**
   * The numbers of arguments that are given up for the run: of those on the engine, which can then be computed upon in
   * place. They are given up as soon as the run has its arguments, also if it fails later.
   */
  readonly donate?: readonly number[];
}

/** Options of a run whose result stays on the engine: it gives a {@link DeviceValue}. */
export interface KeepRunOptions extends Omit<RunOptions, 'keep'> {
  readonly keep: true;
}

/** Options of {@link Executable.runReplicated}. */
export interface ReplicatedOptions {
  /**
   * The values of the first parameters, which all devices get. The list of each device has the values of the others.
   * A large one is on the engine once for all devices. Between runs it stays there if it was put there by
   * {@link Client.toDevice}.
   */
  readonly shared?: readonly RunArgument[];
}

/** Options of which only the program that runs knows whether the result stays. */
export type AnyRunOptions = Omit<RunOptions, 'keep'> & { readonly keep?: boolean };

/** The options that a run can have which is done when it returns. */
export type SyncOptions<O extends AnyRunOptions> = Pick<O, 'limits' | 'keep' | 'donate'>;
