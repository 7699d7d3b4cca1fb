/** Options objects that users pass. */

import { describeValue, isPlainObject, quoted } from './describe.js';
import { jsError } from './errors.js';
import { suggestion } from './suggest.js';

/**
 * Refuses options that are not an object written in braces.
 *
 * @throws HloomError `js.c22`
 */
export function checkIsObject(options: unknown, help: string, op: string): asserts options is Record<string, unknown> {
  if (!isPlainObject(options)) throw jsError('options', `the options are ${describeValue(options)}`, { op, help });
}

/**
 * Refuses unknown members, which are typos that would silently have no effect.
 *
 * @param what - the word for a member, `option` or `limit`
 * @throws HloomError `js.c22`
 */
export function checkKeys(given: object, known: readonly string[], what: string, op: string): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const shown = quoted(key);
    throw jsError('options', `unknown ${what} ${shown}`, {
      op,
      help: suggestion(key, known, `the ${what}s are ${known.join(', ')}`),
    });
  }
}
