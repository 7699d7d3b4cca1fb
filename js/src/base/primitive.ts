/** Objects that JavaScript's operators would take for numbers, and compute NaN with. */

import { atCaller, type Called } from './call-stack.js';
import { jsError } from './errors.js';

/**
 * What an object is where JavaScript wants a primitive value: text in `${object}`; where it may be a number, as in `object * 2`,
 * `object + 1` and `object < 1`, there is an error.
 *
 * @param method - the object's `Symbol.toPrimitive`, where the stack of the error begins
 * @param name - what the object is, after its text: `an operation`
 * @param help - what to write where a number is wanted
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
    op: 'Symbol.toPrimitive',
    operands: [text],
    help: `${help}; for its text, write String(...) or \`\${...}\``,
  });
  throw atCaller(error, method);
}
