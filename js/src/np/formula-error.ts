/** The errors of formulas, which show the place in the text. */

import { HloomError, jsError, withFields } from '../base/errors.js';
import { citedRules } from '../base/rules.js';

/** An error of the rule `js.c116`. */
export function formulaError(headline: string, help: string): HloomError {
  return jsError('formula', headline, { op: 'np.expr', help });
}

/** The number of characters of a line that an error shows. */
const shownLength = 100;

/**
 * The error with its place in a formula: the line, and a caret below the place. Anything else that was thrown is
 * returned unchanged.
 */
export function withPlace(thrown: unknown, text: string, at: number): unknown {
  if (!(thrown instanceof HloomError)) return thrown;
  const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  const line = text.slice(start, end < 0 ? undefined : end).replace(/\s/g, ' ');
  const column = at - start;
  // A long line is shown from some characters before the place on.
  const from = column < shownLength - 10 ? 0 : column - shownLength / 2;
  const before = `${from > 0 ? '... ' : ''}${line.slice(from, column)}`;
  const after = `${line.slice(column, from + shownLength)}${line.length > from + shownLength ? ' ...' : ''}`;
  const marked = [`${before}${after}`, `${' '.repeat([...before].length)}^`];
  // An error of another rule is about the values at the place.
  if (thrown.rule !== citedRules.formula.id) return withFields(thrown, { details: [...thrown.details, ...marked] });
  const position = { line: text.slice(0, start).split('\n').length, column: [...text.slice(start, at)].length + 1 };
  return withFields(thrown, { details: [...marked, ...thrown.details], position });
}
