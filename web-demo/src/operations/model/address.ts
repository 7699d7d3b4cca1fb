/**
 * The address of a page: `operations/gather/#sliceSizes=[1,3]`; texts of the first example are left out. The form
 * `operations/#op=gather&sliceSizes=[1,3]` leads to the same page.
 */

import type { Texts } from './program.js';

export interface Address {
  /** The operation; `undefined` for the index. */
  readonly op: string | undefined;
  /** The number of the example that the others are relative to. */
  readonly example: number;
  readonly changed: Texts;
}

export function fromAddress({ pathname, hash }: { readonly pathname: string; readonly hash: string }): Address {
  const all = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')));
  const [, folder] = /\/operations\/([^/]+)\/$/.exec(pathname) ?? [];
  const { op = folder, ex, ...changed } = all;
  const example = Number(ex ?? 0);
  return { op, example: Number.isInteger(example) && example >= 0 ? example : 0, changed };
}

/** The part of an address that has the state: empty for the first example as it is. */
export function toHash(example: number, first: Texts, texts: Texts): string {
  const params = new URLSearchParams();
  if (example > 0) params.set('ex', String(example));
  for (const [name, text] of Object.entries(texts)) if (text !== (first[name] ?? '')) params.set(name, text);
  // Commas and brackets are common here, and readable as they are.
  const readable: Readonly<Record<string, string>> = { '%2C': ',', '%5B': '[', '%5D': ']', '%24': '$', '%3A': ':' };
  const text = params.toString().replaceAll(/%(?:2C|5B|5D|24|3A)/g, (code) => readable[code] ?? code);
  return text === '' ? '' : `#${text}`;
}
