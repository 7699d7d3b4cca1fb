/** Two programs compared: which instructions changed, and the first one whose values differ. */

import type { InstructionGraph, ProgramGraph, TraceEvent } from 'hloom';
import { arraysOf, indexAt, numberOf, type ArrayValue } from './value.js';

export type Change = 'same' | 'changed' | 'added' | 'removed';

export interface ComparedInstruction {
  readonly name: string;
  readonly change: Change;
  readonly left: InstructionGraph | undefined;
  readonly right: InstructionGraph | undefined;
}

/**
 * The instructions of two programs, matched by name, and if that fails by operation, shape and operands: a pass may
 * rename everything and change little.
 */
export function compareGraphs(left: ProgramGraph, right: ProgramGraph): readonly ComparedInstruction[] {
  const lefts = left.computations.flatMap(({ instructions }) => instructions);
  const rights = right.computations.flatMap(({ instructions }) => instructions);
  const byName = new Map(rights.map((one) => [one.name, one]));
  const byRight = new Map<string, string>();
  const matches = new Map<string, InstructionGraph>();
  const match = (one: InstructionGraph, other: InstructionGraph): void => {
    matches.set(one.name, other);
    byRight.set(other.name, one.name);
  };
  for (const one of lefts) {
    const other = byName.get(one.name);
    if (other?.opcode === one.opcode) match(one, other);
  }
  const groups = new Map<string, InstructionGraph[]>();
  for (const other of rights) {
    if (byRight.has(other.name)) continue;
    const key = keyOf(other);
    groups.set(key, [...(groups.get(key) ?? []), other]);
  }
  for (const one of lefts) {
    if (matches.has(one.name)) continue;
    const other = groups.get(keyOf(one))?.shift();
    if (other !== undefined) match(one, other);
  }
  const compared = lefts.map((one): ComparedInstruction => {
    const other = matches.get(one.name);
    if (other === undefined) return { name: one.name, change: 'removed', left: one, right: undefined };
    return { name: one.name, change: isSame(one, other, matches) ? 'same' : 'changed', left: one, right: other };
  });
  const added = rights
    .filter(({ name }) => !byRight.has(name))
    .map((other): ComparedInstruction => ({ name: other.name, change: 'added', left: undefined, right: other }));
  return [...compared, ...added];
}

const keyOf = ({ opcode, shape, attributes }: InstructionGraph): string => JSON.stringify([opcode, shape, attributes]);

function isSame(
  one: InstructionGraph,
  other: InstructionGraph,
  matches: ReadonlyMap<string, InstructionGraph>,
): boolean {
  return (
    keyOf(one) === keyOf(other) &&
    one.operands.length === other.operands.length &&
    one.operands.every((name, at) => matches.get(name)?.name === other.operands[at])
  );
}

/** The distance of two floating-point numbers in units of the last place, and their number for each distance. */
export interface UlpHistogram {
  /** The name of each range of distances, and the number of elements in it. */
  readonly bars: readonly { readonly title: string; readonly count: number }[];
  readonly greatest: number;
  /** The index of the element with the greatest distance. */
  readonly at: readonly number[];
}

export interface Difference {
  readonly left: TraceEvent;
  readonly right: TraceEvent;
  /** The number of elements that differ, and of all. */
  readonly count: number;
  readonly total: number;
  readonly ulps: UlpHistogram;
  readonly leftText: string;
  readonly rightText: string;
}

/**
 * The events of matched instructions in the same iteration whose values have other texts: their numbers in both
 * recordings, in order.
 */
export function* differingEvents(
  lefts: readonly TraceEvent[],
  rights: readonly TraceEvent[],
  compared: readonly ComparedInstruction[],
): Generator<readonly [left: number, right: number]> {
  const names = new Map(compared.flatMap(({ left, right }) => (left && right ? [[left.name, right.name]] : [])));
  const others = new Map<string, number[]>();
  for (const [number, { instruction }] of rights.entries()) {
    const known = others.get(instruction);
    if (known === undefined) others.set(instruction, [number]);
    else known.push(number);
  }
  const seen = new Map<string, number>();
  for (const [number, left] of lefts.entries()) {
    const name = names.get(left.instruction);
    if (name === undefined) continue;
    const time = seen.get(left.instruction) ?? 0;
    seen.set(left.instruction, time + 1);
    const other = others.get(name)?.[time];
    if (other !== undefined && rights[other]?.value !== left.value) yield [number, other];
  }
}

/** The difference of two values; undefined if they are the same, or arrays of other shapes. */
export function differenceOf(
  left: TraceEvent,
  right: TraceEvent,
  lefts: readonly ArrayValue[] = arraysOf(left.value),
  rights: readonly ArrayValue[] = arraysOf(right.value),
): Difference | undefined {
  for (const [number, one] of lefts.entries()) {
    const other = rights[number];
    if (other === undefined || other.texts.length !== one.texts.length) continue;
    const ulps = ulpsOf(one, other);
    const count = one.texts.filter((text, place) => text !== other.texts[place]).length;
    if (count === 0) continue;
    const place = ulps.place;
    return {
      left,
      right,
      count,
      total: one.texts.length,
      ulps: { ...ulps, at: indexAt(one.dimensions, place) },
      leftText: one.texts[place] ?? '',
      rightText: other.texts[place] ?? '',
    };
  }
  return undefined;
}

/** Upper ends of the ranges of distances. */
const ends = [0, 1, 2, 4, 16, 256, 65_536, Infinity];
const titles = ['0', '1', '2', '≤ 4', '≤ 16', '≤ 256', '≤ 64k', 'more'];

function ulpsOf(left: ArrayValue, right: ArrayValue): Omit<UlpHistogram, 'at'> & { readonly place: number } {
  const counts = ends.map(() => 0);
  let [greatest, place] = [-1, 0];
  for (const [at, text] of left.texts.entries()) {
    const distance = ulpDistance(numberOf(text), numberOf(right.texts[at] ?? ''), left.type);
    const bar = ends.findIndex((end) => distance <= end);
    counts[bar] = (counts[bar] ?? 0) + 1;
    if (distance > greatest) [greatest, place] = [distance, at];
  }
  return { bars: counts.map((count, bar) => ({ title: titles[bar] ?? '', count })), greatest, place };
}

/** The bits of mantissa by type. */
const mantissas: Readonly<Record<string, number>> = { f32: 23, c64: 23, bf16: 7, f16: 10, f64: 52, c128: 52 };

/** The number of representable numbers from one to the other; a NaN is infinitely far from numbers. */
export function ulpDistance(left: number, right: number, type: string): number {
  if (Object.is(left, right) || left === right || (Number.isNaN(left) && Number.isNaN(right))) return 0;
  if (!Number.isFinite(left) || !Number.isFinite(right)) return Infinity;
  const mantissa = mantissas[type];
  // The elements of other types are integers, or have so few bits that differences say more.
  if (mantissa === undefined) return Math.abs(left - right);
  if (mantissa === 52) return Math.abs(Number(order64(left) - order64(right)));
  const scale = 2 ** (23 - mantissa);
  return Math.round(Math.abs(order32(left) - order32(right)) / scale);
}

const bits = new DataView(new ArrayBuffer(8));

/** Numbers in order have integers in order: 1 and the next F32 differ by 1. */
function order32(number: number): number {
  bits.setFloat32(0, number);
  const pattern = bits.getInt32(0);
  return pattern < 0 ? -2147483648 - pattern : pattern;
}

function order64(number: number): bigint {
  bits.setFloat64(0, number);
  const pattern = bits.getBigInt64(0);
  return pattern < 0n ? -(2n ** 63n) - pattern : pattern;
}
