/** Objects for which JavaScript's operators would compute NaN. */

import { atCaller, type Called } from './call-stack.js';
import { jsError } from './errors.js';

/**
 * Converts an object to a primitive value: to text in `${object}`; for a possible number, as in `object * 2`, `object +
 * 1` and `object < 1`, it throws.
 *
 * @param method - the object's `Symbol.toPrimitive`, where the stack of the error begins
 * @param name - what the object is, after its text: `an operation`
 * @param help - what to write instead of a number
 * @throws HloomError `js.c84`
 */
export function textOnly(
  object: { toString(): string },
  hint: string,
  method: Called,
  name: string,
  help: string,
): string {
  const text = object.toString();
  if (hint === 'string') return text;
  const error = jsError('operators', `${text} is ${name}, not a number`, {
    op: 'operator',
    operands: [text],
    help: `${help}; for its text, write String(...) or \`\${...}\``,
  });
  throw atCaller(error, method);
}
