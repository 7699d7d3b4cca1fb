/** A run, recorded instruction by instruction: one steps through it in both directions. */

import type { ProgramGraph, TraceEvent } from 'hloom';
import { Names } from './names.js';

/** Events of one run; those of other devices than the first one are left out. */
export interface Recording {
  readonly events: readonly TraceEvent[];
  /** True if the run had more events than are kept. */
  readonly isCut: boolean;
}

/** The most events that are kept. */
export const mostEvents = 20_000;

/** True if a recording leaves elements of its values out. */
export const isShort = ({ events }: Recording): boolean => events.some(({ value }) => /\.\.\. \d+ more/.test(value));

/** For each instruction, the numbers of its events in order. */
export function eventsByInstruction({ events }: Recording): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [number, { instruction }] of events.entries()) {
    const known = found.get(instruction);
    if (known === undefined) found.set(instruction, [number]);
    else known.push(number);
  }
  return found;
}

/** The last event of an instruction at a step or before it; undefined if it has not been executed yet. */
export function eventAt(numbers: readonly number[] | undefined, step: number): number | undefined {
  if (numbers === undefined) return undefined;
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= step) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? undefined : numbers[low - 1];
}

/** The next step in a direction at which an instruction with a breakpoint is executed, or the end of the recording. */
export function nextStop(
  { events }: Recording,
  step: number,
  direction: 1 | -1,
  breakpoints: ReadonlySet<string>,
): number {
  for (let at = step + direction; at >= 0 && at < events.length; at += direction) {
    if (breakpoints.has(events[at]?.instruction ?? '')) return at;
  }
  return direction > 0 ? Math.max(0, events.length - 1) : 0;
}

/** The first step at which an instruction with a breakpoint is executed: a run stops there. */
export function firstStop({ events }: Recording, breakpoints: ReadonlySet<string>): number | undefined {
  const at = events.findIndex(({ instruction }) => breakpoints.has(instruction));
  return at < 0 ? undefined : at;
}

/** A value that is not finite, made from operands that are. */
export interface Origin {
  readonly step: number;
  readonly instruction: string;
  /** The place of the first such element in the value's text, and the element. */
  readonly text: string;
}

/** A NaN or an infinity in the text of a value. */
export const nonFinite = /[^a-z](-?inf|-?nan)\b/;

/** Instructions that pass on values which an instruction inside or before them has made. */
const passes = new Set([
  'parameter',
  'constant',
  'tuple',
  'get-tuple-element',
  'while',
  'call',
  'conditional',
  'fusion',
]);

/**
 * The first event whose value has a NaN or an infinity although those of its operands have none. Arguments and constants
 * with such values are meant, so nothing makes them.
 */
export function firstNonFinite({ events }: Recording, graph: ProgramGraph): Origin | undefined {
  const operands = new Map(
    graph.computations.flatMap(({ instructions }) => instructions.map((one) => [one.name, one.operands] as const)),
  );
  const isBad = new Map<string, boolean>();
  for (const [step, { instruction, opcode, value }] of events.entries()) {
    const found = nonFinite.exec(value);
    isBad.set(instruction, found !== null);
    if (found === null || passes.has(opcode)) continue;
    if ((operands.get(instruction) ?? []).some((name) => isBad.get(name) === true)) continue;
    return { step, instruction, text: found[1] ?? '' };
  }
  return undefined;
}

/** `while.10 #3 › body`: the calls around an event, and its computation. */
export const placeText = ({ callers, computation }: TraceEvent, names = new Names()): string =>
  [
    ...callers.map(
      ({ instruction, iteration }) => names.of(instruction) + (iteration === undefined ? '' : ` #${iteration}`),
    ),
    computation,
  ].join(' › ');

/** The iteration of the innermost loop around an event. */
export const roundOf = ({ callers }: Pick<TraceEvent, 'callers'>): number | undefined =>
  callers.filter(({ iteration }) => iteration !== undefined).at(-1)?.iteration;
