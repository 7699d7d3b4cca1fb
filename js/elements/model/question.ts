/** A person's question: two shapes, broadcast_dimensions, an operation and values; as texts, and parsed. */

import { HloomError, Shape } from 'hloom';
import { isOperation, type OperationName } from './operations.js';

/** The choice of an operand's elements: counted up, at random from a seed, or typed as a literal's text. */
export type ValuesText = string;

/** The texts of the fields and of the address. */
export interface Question {
  readonly lhs: string;
  readonly rhs: string;
  /** A list with a number for each dimension of the operand of lower rank; `?` for one without a place. */
  readonly dims: string;
  readonly op: OperationName;
  readonly lhsValues: ValuesText;
  readonly rhsValues: ValuesText;
}

export const fieldNames = ['lhs', 'rhs', 'dims'] as const;
export type FieldName = (typeof fieldNames)[number];

export const defaults: Question = {
  lhs: 'f32[2,3]',
  rhs: 'f32[3]',
  dims: '{1}',
  op: 'add',
  lhsValues: 'count',
  rhsValues: 'count',
};

/** The parsed texts, or the mistake in each. */
export type Parsed =
  | { readonly ok: true; readonly lhs: Shape; readonly rhs: Shape; readonly dims: readonly number[] }
  | { readonly ok: false; readonly errors: Partial<Record<FieldName, string>> };

/** Parses the texts. Does not check that the shapes fit. */
export function parse(question: Question): Parsed {
  const errors: Partial<Record<FieldName, string>> = {};
  const attempt = <T>(name: FieldName, read: (text: string) => T): T | undefined => {
    try {
      return read(question[name]);
    } catch (thrown) {
      errors[name] = sentences(thrown);
      return undefined;
    }
  };
  const lhs = attempt('lhs', shapeOf);
  const rhs = attempt('rhs', shapeOf);
  const dims = attempt('dims', placements);
  if (lhs === undefined || rhs === undefined || dims === undefined) return { ok: false, errors };
  return { ok: true, lhs, rhs, dims: dims.filter((dimension) => dimension !== undefined) };
}

function shapeOf(text: string): Shape {
  const shape = Shape.parse(text);
  if (shape.isOpaque) throw new Error('opaque[] is not an array. Write the shape of one, as in f32[2,3]');
  return shape;
}

/** An error as sentences for a field. Names of types and of functions keep their spelling. */
export function sentences(thrown: unknown): string {
  const texts = thrown instanceof HloomError ? [thrown.headline, thrown.help] : [(thrown as Error).message];
  return texts
    .filter((text) => text !== '')
    .map(sentence)
    .join(' ');
}

/**
 * A text of an error as one sentence: `nothing fits` becomes `Nothing fits.`; the beginning of `f32[2] fits` is
 * unchanged.
 */
export function sentence(text: string): string {
  const begin = /^[a-z]+[ ,']/.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
  return /[.?!]$/.test(begin) ? begin : `${begin}.`;
}

/**
 * Parses `{1,2}`, and the common forms `(1,2)`, `[1,2]`, `1, 2` and an empty text. A `?` is a dimension without a
 * place.
 */
export function placements(text: string): (number | undefined)[] {
  const list = /^\s*(?:\{(.*)\}|\((.*)\)|\[(.*)\]|([^{}()[\]]*))\s*$/.exec(text);
  const inner = (list?.slice(1).find((part) => part !== undefined) ?? '').trim();
  const parts = inner === '' ? [] : inner.split(',').map((part) => part.trim());
  const isList = list !== null && parts.every((part) => /^(?:-?\d{1,15}|\?)$/.test(part));
  if (!isList) throw new Error('Not a list of dimension numbers. Write {1} or {0,2}, or leave it empty');
  return parts.map((part) => (part === '?' ? undefined : Number(part)));
}

/** The text form of placements; nothing for none. */
export function dimensionText(dims: readonly (number | undefined)[]): string {
  return dims.every((dimension) => dimension === undefined) ? '' : `{${dims.map((d) => d ?? '?').join(',')}}`;
}

/**
 * Applies a change in a picture, which may be older than the question, and keeps the texts typed since then.
 *
 * @param drawn - the question that the picture shows
 * @param changed - the same one with the change
 */
export function withChange(question: Question, drawn: Question, changed: Question): Question {
  const parts = keys.filter((name) => changed[name] !== drawn[name]).map((name) => [name, changed[name]]);
  return { ...question, ...(Object.fromEntries(parts) as Partial<Question>) };
}

const keys = ['lhs', 'rhs', 'dims', 'op', 'lhsValues', 'rhsValues'] as const satisfies (keyof Question)[];

/** The fragment of the address that leads to a question. Brackets stay readable; defaults are omitted. */
export function toHash(question: Question): string {
  const readable = (text: string): string =>
    encodeURIComponent(text).replace(/%(?:5B|5D|7B|7D|2C|20|3C|3D|3F)/g, (code) =>
      code === '%20' ? '+' : decodeURIComponent(code),
    );
  const said = keys.filter((name, place) => place < 3 || question[name] !== defaults[name]);
  return `#${said.map((name) => `${name}=${readable(question[name])}`).join('&')}`;
}

/** The question in a fragment, if there is one. */
export function fromHash(hash: string): Question | undefined {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  if (!values.has('lhs') || !values.has('rhs')) return undefined;
  const op = values.get('op') ?? '';
  return {
    lhs: values.get('lhs') ?? '',
    rhs: values.get('rhs') ?? '',
    dims: values.get('dims') ?? '',
    op: isOperation(op) ? op : defaults.op,
    lhsValues: values.get('lhsValues') ?? defaults.lhsValues,
    rhsValues: values.get('rhsValues') ?? defaults.rhsValues,
  };
}
