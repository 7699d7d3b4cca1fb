/** The messages between a client and an engine instance, which are the same with and without a Worker. */

import type { WasmModule } from '../../base/ambient.js';
import type { SharedWasmMemory } from '../../instance/core-module.js';
import type { ArtefactUrls, Variant } from '../../instance/platform.js';
import type {
  Accuracy,
  AnswerOf,
  CoreMethods,
  ErrorJson,
  RequestJson,
  ShapeJson,
  StatisticsJson,
  CommunicationEventJson,
  TraceEventJson,
  VersionJson,
} from '../../base/wire.js';
import type { ResultArrays } from '../../instance/results.js';
import type { EngineOptions, GivenArrays } from '../../instance/run-memory.js';
import type { WireLiteral } from '../../instance/wire-literal.js';
import type { EngineRun } from './program.js';
import type { RunPlace } from '../../base/time-limit.js';
import type { RunProgress } from './progress.js';
import type { LentMemory, WireArrays } from './wire-arrays.js';

/** Everything an engine needs to start. */
export interface EngineConfig {
  readonly variant: Variant;
  readonly threads: number;
  readonly urls: ArtefactUrls;
  readonly module: WasmModule;
  /** The maximum number of bytes that values may hold; Infinity if the client has no limit. */
  readonly memoryLimit: number;
  /** The seed of the random numbers of runs: 64 bits, unsigned. */
  readonly seed: bigint;
}

/** The request of a device, between threads, and its answer. */
export type HostRequest = Omit<RequestJson, 'operands'> & { readonly operands: WireLiteral };
export type HostAnswer = AnswerOf<WireLiteral>;

/** The events that a run reports. */
export interface RunTelling {
  /** Requests reports of progress. */
  readonly progress: boolean;
  /** Requests reports of executed instructions; each event waits for `heard`. */
  readonly traced: boolean;
  /** Requests reports of the communication between devices. */
  readonly communication: boolean;
}

export interface CompileRequest {
  readonly proto: Uint8Array;
  /** The requested numbers; left out for those of the module. */
  readonly replicas?: number;
  readonly partitions?: number;
  readonly accuracy?: Accuracy;
}

export type Compiled = CoreMethods['engine.compile']['result'];

/** A run with its arguments. */
export interface RunRequest extends RunTelling {
  readonly executable: number;
  /** The arguments; or the handle of the lent run memory, which already contains them. */
  readonly arguments: WireArrays | { readonly lent: number };
  /** The sizes of arguments of dynamic shapes. */
  readonly sizes: GivenArrays['sizes'];
  /** Left out if the run has none. */
  readonly options?: EngineOptions;
}

/** A run without options, with few bytes of arguments, in one buffer. */
export interface PackedRunRequest {
  readonly executable: number;
  readonly packed: ArrayBuffer;
}

/** A run of an engine in this thread, which has its arguments already, and may have begun. */
export interface GoOnRequest extends RunTelling {
  readonly run: EngineRun;
}

/** Arrays from an engine, between threads. */
export interface ArraysResult {
  readonly arrays: WireArrays;
  readonly sizes: ResultArrays['sizes'];
  /** The buffers of arguments, for reuse. */
  readonly spent: readonly ArrayBuffer[];
  /** A run memory for the next run of the program. */
  readonly lent?: LentMemory | undefined;
}

export interface PutRequest {
  readonly shape: ShapeJson;
  readonly values: readonly number[];
  readonly arguments: WireArrays;
  readonly sizes: GivenArrays['sizes'];
}

export interface FetchRequest {
  readonly shape: ShapeJson;
  readonly values: readonly number[];
}

/** The properties that a started engine reports about itself. */
export interface Opened {
  readonly version: VersionJson;
  /** Its memory, if it is shared. */
  readonly memory: SharedWasmMemory | undefined;
}

/** The requests, with their arguments and results. */
export interface EngineMethods {
  open: { arguments: EngineConfig; result: Opened };
  compile: { arguments: CompileRequest; result: Compiled };
  run: { arguments: RunRequest; result: ArraysResult };
  /** Returns a result of few bytes in one buffer, too. */
  runPacked: { arguments: PackedRunRequest; result: ArraysResult | ArrayBuffer };
  goOn: { arguments: GoOnRequest; result: ResultArrays };
  /** Cancels the run with this id, which is not awaited any more, and frees its resources. */
  cancel: { arguments: { request: number }; result: null };
  /** Answers the request of a device of the run with this id. */
  answer: { arguments: { request: number; device: number; answer: HostAnswer }; result: null };
  /** Confirms that the last events of the run with this id have been handled, so that it continues. */
  heard: { arguments: { request: number }; result: null };
  /** Puts the arrays of a value of this shape on the engine, under these numbers. */
  put: { arguments: PutRequest; result: { readonly spent: readonly ArrayBuffer[] } };
  /** Returns the arrays of such a value, as they are at the time of the request. */
  fetch: { arguments: FetchRequest; result: ArraysResult };
  releaseValues: { arguments: { values: readonly number[] }; result: null };
  releaseExecutable: { arguments: { executable: number }; result: null };
  statistics: { arguments: null; result: StatisticsJson };
  /** Makes the instance trap, for tests. */
  trap: { arguments: null; result: null };
}

export type EngineMethod = keyof EngineMethods;

/** One request; its id names it in the answer. */
export type EngineRequest = {
  [M in EngineMethod]: { readonly id: number; readonly method: M; readonly arguments: EngineMethods[M]['arguments'] };
}[EngineMethod];

/**
 * The events: an answer or progress for a request, a custom call that a run waits for, or the loss of the instance. The
 * first event of a Worker reports that it listens, with the package version of its script.
 */
export type EngineEvent =
  | { readonly kind: 'ready'; readonly version: string }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorJson }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: RunProgress }
  | { readonly kind: 'place'; readonly id: number; readonly place: RunPlace }
  | { readonly kind: 'trace'; readonly id: number; readonly events: readonly TraceEventJson[] }
  | { readonly kind: 'communication'; readonly id: number; readonly events: readonly CommunicationEventJson[] }
  | { readonly kind: 'hostRequest'; readonly id: number; readonly request: HostRequest }
  | { readonly kind: 'lost'; readonly error: ErrorJson };

/** Sends events from an engine; the buffers in `transfer` may be moved instead of copied. */
export type EngineReply = (event: EngineEvent, transfer: readonly ArrayBuffer[]) => void;
