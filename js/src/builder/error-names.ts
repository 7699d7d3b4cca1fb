/**
 * The names that errors of the core use. The core uses XLA's: `ConvertElementType`, `broadcast_dimensions={1}`. Errors of
 * JavaScript calls use JavaScript's. A user's own text in XLA's notation, such as HLO text, stays as it is.
 */

import { HloomError, inWords, withFields } from '../base/errors.js';

/** Does what the core may refuse, in the words of a builder function, or of a method. */
export function inWordsOf<T>(op: string, call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw thrown instanceof HloomError ? inJavaScript(thrown, op) : thrown;
  }
}

/** The error of a function in JavaScript's words. */
export function inJavaScript(error: HloomError, op: string): HloomError {
  return inWords(withFields(error, { op }), 'javascript');
}

/**
 * Does what the core may refuse of a program that is text or bytes: its help then names HLO operations, `convert`, in the
 * place of the functions of builders, `ConvertElementType`. Names of attributes are HLO's already.
 */
export function inHloWords<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw thrown instanceof HloomError ? inWords(thrown, 'hlo') : thrown;
  }
}
