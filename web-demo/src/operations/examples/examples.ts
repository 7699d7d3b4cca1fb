/** Examples of operations: the texts of a page's fields. The first one is what a page shows first. */

import type { Texts } from '../model/program.js';

/** A title for examples after the first one, and the texts. */
export interface Example {
  readonly title?: string;
  readonly texts: Texts;
}

/** By the name of the operation. */
export type Examples = Readonly<Record<string, readonly Example[]>>;

/** One example without a title. */
export const only = (texts: Texts): readonly Example[] => [{ texts }];

/** The first example, and variants of it: the texts that differ, by their titles. */
export const variants = (texts: Texts, others: Readonly<Record<string, Texts>>): readonly Example[] => [
  { texts },
  ...Object.entries(others).map(([title, changed]) => ({ title, texts: { ...texts, ...changed } })),
];
