/** What a person asks: two shapes and broadcast_dimensions, as texts; and what they mean. */

import { HloomError, Shape } from 'hloom';

/** The three texts, as they stand in the fields and in the address. */
export interface Question {
  readonly lhs: string;
  readonly rhs: string;
  readonly dims: string;
}

export const fieldNames = ['lhs', 'rhs', 'dims'] as const;
export type FieldName = (typeof fieldNames)[number];

/** The texts understood, or what is wrong with each. */
export type Parsed =
  | { readonly ok: true; readonly lhs: Shape; readonly rhs: Shape; readonly dims: readonly number[] }
  | { readonly ok: false; readonly errors: Partial<Record<FieldName, string>> };

/** Understands the texts. Whether the shapes fit is another matter. */
export function parse(question: Question): Parsed {
  const errors: Partial<Record<FieldName, string>> = {};
  const attempt = <T>(name: FieldName, read: (text: string) => T): T | undefined => {
    try {
      return read(question[name]);
    } catch (thrown) {
      errors[name] = fieldError(thrown);
      return undefined;
    }
  };
  const lhs = attempt('lhs', (text) => Shape.parse(text));
  const rhs = attempt('rhs', (text) => Shape.parse(text));
  const dims = attempt('dims', dimensionNumbers);
  if (lhs === undefined || rhs === undefined || dims === undefined) return { ok: false, errors };
  return { ok: true, lhs, rhs, dims };
}

function fieldError(thrown: unknown): string {
  const sentences = thrown instanceof HloomError ? [thrown.headline, thrown.help] : [(thrown as Error).message];
  return sentences.map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`).join(' ');
}

/** `{1,2}`, and, because people write it so, also `(1,2)`, `[1,2]`, `1, 2` and nothing. */
function dimensionNumbers(text: string): number[] {
  const list = /^\s*(?:\{(.*)\}|\((.*)\)|\[(.*)\]|([^{}()[\]]*))\s*$/.exec(text);
  const inner = (list?.slice(1).find((part) => part !== undefined) ?? '').trim();
  const parts = inner === '' ? [] : inner.split(',').map((part) => part.trim());
  const isList = list !== null && parts.every((part) => /^-?\d{1,15}$/.test(part));
  if (!isList) throw new Error('Not a list of dimension numbers. Write {1} or {0,2}, or leave it empty');
  return parts.map(Number);
}

/** The text form of dimension numbers; nothing for none. */
export function dimensionText(dims: readonly number[]): string {
  return dims.length === 0 ? '' : `{${dims.join(',')}}`;
}

/** The fragment of the address that leads to a question. Brackets stay readable. */
export function toHash(question: Question): string {
  const readable = (text: string): string =>
    encodeURIComponent(text).replace(/%(?:5B|5D|7B|7D|2C|20)/g, (code) =>
      code === '%20' ? '+' : decodeURIComponent(code),
    );
  return `#${fieldNames.map((name) => `${name}=${readable(question[name])}`).join('&')}`;
}

/** The question in a fragment, if there is one. */
export function fromHash(hash: string): Question | undefined {
  const values = new URLSearchParams(hash.slice(1));
  if (!values.has('lhs') || !values.has('rhs')) return undefined;
  return { lhs: values.get('lhs') ?? '', rhs: values.get('rhs') ?? '', dims: values.get('dims') ?? '' };
}
