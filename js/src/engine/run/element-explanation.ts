/** Where elements come from, and what they reach: the answers of the core. */

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
  /** How many positions it has; 0 along a dimension over which no window moves. */
  readonly count: number;
  /** Where each falls: on the element of that index, or on none. Left out where they are more than 64. */
  readonly positions: readonly (number | 'padding' | 'hole')[];
}

/** What an element takes of one operand: a list of elements, or a box of them. */
export interface ElementPart {
  /** The number of the operand, and its name. */
  readonly operand: number;
  readonly instruction: string;
  /** What the operand is to the operation: `lhs`, `init`, `start_indices`, ... */
  readonly role: string;
  /** Where the array lies in an operand that is a tuple. */
  readonly tupleIndex: readonly number[];
  /** Whether it decides what is taken of the others, as an index does, and is no part of the value. */
  readonly decides: boolean;
  /** How many elements it takes. */
  readonly count: number;
  /** At most 16 of them, where they are no box, and how many more there are. */
  readonly elements?: readonly ExplainedElement[];
  readonly more?: number;
  /** For each dimension of the operand the indices that it takes. */
  readonly box?: readonly ElementRange[];
  readonly window?: readonly ExplainedWindow[];
  /** Where a slice was asked to start, and where it does after clamping. */
  readonly starts?: readonly { readonly dimension: number; readonly asked: number; readonly start: number }[];
  /** The element that a single element repeats, where the operand is a broadcast. */
  readonly through?: { readonly instruction: string; readonly index: readonly number[] };
  /** All of this as a sentence. */
  readonly sentence: string;
}

/** Which elements of which operands an element of an instruction's result is made of. */
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
   * Where it comes from: `operands` has {@link ElementExplanation.parts}, `computation` names what it is
   * {@link ElementExplanation.inside}; an `argument` comes from the caller, `host` from outside, `devices` from those of a collective, and what is `itself`
   * stands in the program.
   */
  readonly origin: 'operands' | 'argument' | 'itself' | 'host' | 'devices' | 'computation';
  readonly inside: readonly string[];
  /** The instructions for which its computation was running, from the entry computation inwards. */
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
  /** Whether all elements of the box are reached; otherwise it is the least box that holds those which are. */
  readonly isBox: boolean;
  readonly box: readonly ElementRange[];
  /** The first 16, where they are no box. */
  readonly elements: readonly (readonly number[])[];
}

/** What an element reaches of one instruction's value. */
export interface ReachedValue {
  readonly instruction: string;
  /** The arrays of which something is reached. */
  readonly arrays: readonly ReachedArray[];
}

/** Which elements an element has an effect on. */
export interface ElementReach {
  readonly instruction: string;
  readonly tupleIndex: readonly number[];
  readonly index: readonly number[];
  /** The instructions that take it, and what it reaches of each in one step. */
  readonly users: readonly ReachedValue[];
  /** What it reaches in the end: of the root, or of the instruction that was asked for. */
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
  // Indices stand in a list of their own.
  if (Array.isArray(value)) return value.map((item) => (Array.isArray(item) ? integersFromJson(item) : fromJson(item)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [names[name] ?? name, fromJson(member, name)]),
  );
}

export function elementAnswerFromJson(json: unknown): ElementExplanation | ElementReach {
  return fromJson(json) as ElementExplanation | ElementReach;
}
