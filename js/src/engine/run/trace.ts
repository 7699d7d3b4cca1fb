/** The values that a run computes, instruction by instruction. */

import { int64FromJson, type TraceEventJson } from '../../base/wire.js';

/** An instruction that has been executed. */
export interface TraceEvent {
  /** The name of its computation. */
  readonly computation: string;
  readonly instruction: string;
  /** The operation, as in HLO text. */
  readonly opcode: string;
  /** The shape with its layout, as in HLO text. */
  readonly shape: string;
  /**
   * The value as text; a large one is shortened, with the number of omitted elements. An instruction that only begins a
   * collective, such as all-reduce-start, has no value yet: `(under way)`.
   */
  readonly value: string;
  /** The device that executed it; left out if there is only one. */
  readonly device?: number;
  /** The instructions for which its computation was running, from the entry computation inwards. */
  readonly callers: readonly TraceCaller[];
}

/** A call, a conditional or a loop under way. */
export interface TraceCaller {
  readonly instruction: string;
  /** For a loop, the iteration, from 0. */
  readonly iteration: number | undefined;
}

export function traceCallerFromJson({ instruction, iteration }: TraceEventJson['callers'][number]): TraceCaller {
  return { instruction, iteration: iteration === '' ? undefined : int64FromJson(iteration) };
}

export function traceEventFromJson({ callers, ...event }: TraceEventJson): TraceEvent {
  return { ...event, callers: callers.map(traceCallerFromJson) };
}
