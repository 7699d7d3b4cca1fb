/** The origin of elements, and the elements that they affect: the answers of the core. */

import { traceCallerFromJson, type TraceCaller } from './trace.js';
import { int64FromJson, type Int64Json } from '../../base/wire.js';

/** The indices start, start + step, ... along one dimension, `size` of them. */
export interface ElementRange {
  readonly start: number;
  readonly size: number;
  readonly step: number;
}

/** An element of an array, and its value as text. */
export interface ExplainedElement {
  readonly index: readonly number[];
  readonly value: string;
}

/** A window along one dimension. */
export interface ExplainedWindow {
  /** The number of positions; 0 along a dimension over which no window moves. */
  readonly count: number;
  /**
   * For each position, the index of its element, or undefined if it has none. Left out if there are more than 64
   * positions.
   */
  readonly positions: readonly (number | 'padding' | 'hole')[];
}

/** The elements that an element takes from one operand: a list, or a box. */
export interface ElementPart {
  /** The number of the operand, and its name. */
  readonly operand: number;
  readonly instruction: string;
  /** The role of the operand: `lhs`, `init`, `start_indices`, ... */
  readonly role: string;
  /** The position of the array in an operand that is a tuple. */
  readonly tupleIndex: readonly number[];
  /** True if it only selects elements of the other operands, as an index does, and is not part of the value. */
  readonly decides: boolean;
  /** The number of elements that it takes. */
  readonly count: number;
  /** At most 16 of them, if they are not a box, and the number of the others. */
  readonly elements?: readonly ExplainedElement[];
  readonly more?: number;
  /** For each dimension of the operand the indices that it takes. */
  readonly box?: readonly ElementRange[];
  readonly window?: readonly ExplainedWindow[];
  /** The requested start of a slice, and the start after clamping. */
  readonly starts?: readonly { readonly dimension: number; readonly asked: number; readonly start: number }[];
  /** The element that a single element repeats, if the operand is a broadcast. */
  readonly through?: { readonly instruction: string; readonly index: readonly number[] };
  /** All of this as a sentence. */
  readonly sentence: string;
}

/** The elements of the operands from which an element of an instruction's result is computed. */
export interface ElementExplanation {
  readonly instruction: string;
  readonly opcode: string;
  readonly computation: string;
  readonly shape: string;
  readonly tupleIndex: readonly number[];
  readonly index: readonly number[];
  /** The element as text. */
  readonly value: string;
  /**
   * The kind of origin: `operands` has {@link ElementExplanation.parts}, `computation` names the computation that it is
   * {@link ElementExplanation.inside}; an `argument` comes from the caller, `host` from outside, `devices` from the
   * devices of a collective, and `itself` is a value in the program.
   */
  readonly origin: 'operands' | 'argument' | 'itself' | 'host' | 'devices' | 'computation';
  readonly inside: readonly string[];
  /** The calling instructions, from the entry computation inwards. */
  readonly callers: readonly TraceCaller[];
  /** `add.3[1,2] = x[1,2] + v[2]` */
  readonly arithmetic: string;
  readonly parts: readonly ElementPart[];
  /** The answer in sentences: one for the element, and one for each part. */
  readonly sentences: readonly string[];
}

/** Elements of an array that are reached. */
export interface ReachedArray {
  readonly tupleIndex: readonly number[];
  readonly count: number;
  /**
   * True if all elements of the box are reached; otherwise it is the smallest box that contains the reached elements.
   */
  readonly isBox: boolean;
  readonly box: readonly ElementRange[];
  /** The first 16, if they are not a box. */
  readonly elements: readonly (readonly number[])[];
}

/** The elements of one instruction's value that an element reaches. */
export interface ReachedValue {
  readonly instruction: string;
  /** The arrays of which something is reached. */
  readonly arrays: readonly ReachedArray[];
}

/** The elements that an element affects. */
export interface ElementReach {
  readonly instruction: string;
  readonly tupleIndex: readonly number[];
  readonly index: readonly number[];
  /** The instructions that take it, and the elements of each that it reaches in one step. */
  readonly users: readonly ReachedValue[];
  /** The elements that it reaches at the end: of the root, or of the requested instruction. */
  readonly result: ReachedValue;
  readonly sentences: readonly string[];
}

/** The names that JavaScript has for members of the core's answers; others are the same. */
const names: Readonly<Record<string, string>> = { tuple_index: 'tupleIndex', is_box: 'isBox' };
/** The members that are integers, or lists of them; the core writes int64 as text. */
const integers = new Set([
  'tuple_index',
  'index',
  'operand',
  'count',
  'more',
  'start',
  'size',
  'step',
  'dimension',
  'asked',
  'positions',
]);

function integersFromJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(integersFromJson);
  return value === 'padding' || value === 'hole' ? value : int64FromJson(value as Int64Json);
}

function fromJson(value: unknown, key = ''): unknown {
  if (key === 'callers') return (value as Parameters<typeof traceCallerFromJson>[0][]).map(traceCallerFromJson);
  if (integers.has(key)) return integersFromJson(value);
  // Indices are in a separate list.
  if (Array.isArray(value)) return value.map((item) => (Array.isArray(item) ? integersFromJson(item) : fromJson(item)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [names[name] ?? name, fromJson(member, name)]),
  );
}

export function elementAnswerFromJson(json: unknown): ElementExplanation | ElementReach {
  return fromJson(json) as ElementExplanation | ElementReach;
}
