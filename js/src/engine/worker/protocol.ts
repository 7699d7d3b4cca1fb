/** What a client and an engine instance say to each other, in the same words whether a Worker lies between them. */

import type { WasmModule } from '../../base/ambient.js';
import type { SharedWasmMemory } from '../../instance/core-module.js';
import type { ArtefactUrls, Variant } from '../../instance/platform.js';
import type {
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
import type { EngineOptions, GivenArrays } from '../../instance/run-slot.js';
import type { WireLiteral } from '../../instance/wire-literal.js';
import type { EngineRun } from './program.js';
import type { RunPlace, RunProgress } from './progress.js';
import type { LentSlot, WireArrays } from './wire-arrays.js';

/** Everything an engine needs to start. */
export interface EngineConfig {
  readonly variant: Variant;
  readonly threads: number;
  readonly urls: ArtefactUrls;
  readonly module: WasmModule;
  /** The most bytes that values may hold; Infinity where the client has no limit. */
  readonly memoryLimit: number;
  /** From what the random numbers of runs start: 64 bits, without a sign. */
  readonly seed: bigint;
}

/** What a device asks, between threads, and what becomes of it. */
export type HostRequest = Omit<RequestJson, 'operands'> & { readonly operands: WireLiteral };
export type HostAnswer = AnswerOf<WireLiteral>;

/** What a run tells while it goes on. */
export interface RunTelling {
  /** Whether progress is wanted. */
  readonly progress: boolean;
  /** Whether what it executes is told; each event waits for `heard`. */
  readonly traced: boolean;
  /** The same of what its devices do together. */
  readonly communication: boolean;
}

export interface CompileRequest {
  readonly proto: Uint8Array;
  /** How many are asked for; left out where it is as many as the module says. */
  readonly replicas?: number;
  readonly partitions?: number;
}

export type Compiled = CoreMethods['engine.compile']['result'];

/** A run whose arguments come with it. */
export interface RunRequest extends RunTelling {
  readonly executable: number;
  /** The arguments; or the slot that was lent, where they lie already. */
  readonly arguments: WireArrays | { readonly slot: number };
  /** The sizes of arguments of dynamic shapes. */
  readonly sizes: GivenArrays['sizes'];
  /** Left out where the run has none. */
  readonly options?: EngineOptions;
}

/** A run that is asked for nothing but its result, with few bytes of arguments, in one buffer. */
export interface PackedRunRequest {
  readonly executable: number;
  readonly packed: ArrayBuffer;
}

/** A run of an engine in this thread, which has its arguments already, and may have begun. */
export interface GoOnRequest extends RunTelling {
  readonly run: EngineRun;
}

/** Arrays that come out of an engine, between threads. */
export interface ArraysResult {
  readonly arrays: WireArrays;
  readonly sizes: ResultArrays['sizes'];
  /** The buffers in which arguments came, to be used again. */
  readonly spent: readonly ArrayBuffer[];
  /** A slot for the next run of the program. */
  readonly lent?: LentSlot | undefined;
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

/** What an engine that has started says of itself. */
export interface Opened {
  readonly version: VersionJson;
  /** Its memory, where that is shared. */
  readonly memory: SharedWasmMemory | undefined;
}

/** Requests: what each takes and gives. */
export interface EngineMethods {
  open: { arguments: EngineConfig; result: Opened };
  compile: { arguments: CompileRequest; result: Compiled };
  run: { arguments: RunRequest; result: ArraysResult };
  /** Gives a result of few bytes in one buffer, too. */
  runPacked: { arguments: PackedRunRequest; result: ArraysResult | ArrayBuffer };
  goOn: { arguments: GoOnRequest; result: ResultArrays };
  /** Gives up the run that was requested with this id, and all that it holds: nobody waits for it any more. */
  cancel: { arguments: { request: number }; result: null };
  /** Gives a device of the run that was requested with this id what it asked for. */
  answer: { arguments: { request: number; device: number; answer: HostAnswer }; result: null };
  /** Says that what the run with this id told last has been heard, so that it goes on. */
  heard: { arguments: { request: number }; result: null };
  /** Puts the arrays of a value of this shape on the engine, under these numbers. */
  put: { arguments: PutRequest; result: { readonly spent: readonly ArrayBuffer[] } };
  /** Gives the arrays of such a value; whatever becomes of them meanwhile, as they are when it is asked. */
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
 * What comes back: an answer or progress for a request, a custom call that a run waits for, or the news that the
 * instance is lost; before all that, from a Worker, that it listens, and of which version of the package its script is.
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

/** How events leave an engine; the buffers named in `transfer` may be moved instead of copied. */
export type EngineReply = (event: EngineEvent, transfer: readonly ArrayBuffer[]) => void;
