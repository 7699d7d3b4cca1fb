/** Words and completions for programs in JavaScript: the functions of XlaBuilder, most of which are methods of XlaOp too. */

import type { Completions } from './completion.js';
import type { Words } from './words.js';

export interface BuilderFunction {
  readonly doc: string;
  readonly parameters: readonly string[];
}

/** The functions of XlaBuilder by their names in JavaScript. */
export type BuilderTable = Readonly<Record<string, BuilderFunction>>;

/** Finds the function whose name has a position of the text: it follows a dot. */
export function scriptWordsAt(text: string, position: number, builders: BuilderTable): Words | undefined {
  const isPart = (at: number): boolean => /[\w$]/.test(text[at] ?? ' ');
  let from = position;
  while (from > 0 && isPart(from - 1)) from--;
  let to = position;
  while (isPart(to)) to++;
  const name = text.slice(from, to);
  if (text[from - 1] !== '.' || !Object.hasOwn(builders, name)) return undefined;
  const { doc = '', parameters = [] } = builders[name] ?? {};
  return { from, to, title: `${name}(${parameters.join(', ')})`, lines: [doc] };
}

/**
 * @param before - the line up to the cursor
 * @param isAsked - true if the reader asks for completions; otherwise there are none before the first letter
 */
export function scriptCompletionsAt(before: string, builders: BuilderTable, isAsked: boolean): Completions | undefined {
  const typed = /\.([\w$]*)$/.exec(before)?.[1];
  if (typed === undefined || (typed === '' && !isAsked)) return undefined;
  const options = Object.entries(builders).map(([name, { doc, parameters }]) => ({
    label: name,
    detail: `(${parameters.join(', ')})`,
    info: doc,
  }));
  return { typed, options };
}
