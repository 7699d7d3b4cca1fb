/** What a client and an engine instance say to each other, in the same words whether a Worker lies between them. */

import type { WasmModule } from '../base/ambient.js';
import type { ArtefactUrls, Variant } from '../instance/platform.js';
import type {
  AnswerOf,
  ErrorJson,
  ProgramShapeJson,
  RequestJson,
  StatisticsJson,
  TraceEventJson,
  VersionJson,
} from '../base/wire.js';
import type { WireLiteral } from '../instance/wire-literal.js';

/** Everything an engine needs to start. */
export interface EngineConfig {
  readonly variant: Variant;
  readonly threads: number;
  readonly urls: ArtefactUrls;
  readonly module: WasmModule;
}

/** A custom call between threads, and what becomes of it. */
export type WireCustomCall = Omit<RequestJson, 'operands'> & { readonly operands: WireLiteral };
export type WireAnswer = AnswerOf<WireLiteral>;

export interface WireLimits {
  readonly instructions?: string;
  readonly bytes?: string;
  /** The client's, for runs without `bytes`. */
  readonly memory_limit?: string;
  /** The wall time that the run may take, and how much of it was spent before. */
  readonly milliseconds?: string;
  readonly milliseconds_spent?: string;
}

export interface WireProgress {
  readonly instructions: number;
  readonly bytes: number;
}

export interface RunRequest {
  readonly executable: number;
  readonly arguments: readonly WireLiteral[];
  readonly limits: WireLimits;
  /** Whether progress is wanted. */
  readonly progress: boolean;
  /** How many elements of each value the trace shows; left out where no trace is wanted. */
  readonly trace?: number;
}

/** Requests: what each takes and gives. */
export interface EngineMethods {
  open: { arguments: EngineConfig; result: VersionJson };
  compile: { arguments: { proto: Uint8Array }; result: { executable: number; programShape: ProgramShapeJson } };
  run: { arguments: RunRequest; result: WireLiteral };
  /** Gives up the run that was requested with this id, and all that it holds: nobody waits for it any more. */
  cancel: { arguments: { request: number }; result: null };
  /** Gives the run that was requested with this id the value of its custom call. */
  answer: { arguments: { request: number; answer: WireAnswer }; result: null };
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
  | { readonly kind: 'progress'; readonly id: number; readonly progress: WireProgress }
  | { readonly kind: 'trace'; readonly id: number; readonly events: readonly TraceEventJson[] }
  | { readonly kind: 'customCall'; readonly id: number; readonly call: WireCustomCall }
  | { readonly kind: 'lost'; readonly error: ErrorJson };

/** How events leave an engine; the buffers named in `transfer` may be moved instead of copied. */
export type EngineReply = (event: EngineEvent, transfer: readonly ArrayBuffer[]) => void;
