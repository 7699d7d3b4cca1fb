/** Programs that were written down: HLO text, and the bytes of HloModuleProto. */

import { checkAttached } from './attached.js';
import { builderHost } from './builder-instance.js';
import { describeValue } from './describe.js';
import { inHloWords } from './error-names.js';
import { jsError } from './errors.js';
import { XlaComputation } from './xla-computation.js';

/**
 * Reads a program from HLO text: what XLA and JAX print, what `toHloText()` gives, what people write.
 *
 *     const computation = parseHlo(`
 *       ENTRY main {
 *         x = f32[3] parameter(0)
 *         ROOT y = f32[3] multiply(x, x)
 *       }`);
 *
 * @throws HloomError `js.c1` before init(); `text.p1` and the like with line, column and the line itself for what is
 * no HLO text, the rules of operations for what is no valid program
 */
export function parseHlo(text: string): XlaComputation {
  const op = 'parseHlo';
  const host = builderHost(op);
  if (typeof text !== 'string') {
    throw jsError('argumentKind', `the text is ${describeValue(text)}, not a string`, {
      op,
      help: 'pass HLO text, for example what computation.toHloText() gives',
    });
  }
  const buffer = host.copyIn(new TextEncoder().encode(text));
  return new XlaComputation(
    host,
    inHloWords(() => host.call('computation.from_hlo_text', { buffer })),
  );
}

/**
 * Reads a program from the bytes of XLA's HloModuleProto, as `toProto()` and JAX's
 * `as_serialized_hlo_module_proto()` give them.
 *
 * @throws HloomError `js.c1` before init(); `proto.c1`, `proto.m1` and the like for what are no such bytes, the rules
 * of operations for what is no valid program
 */
export function parseProto(bytes: Uint8Array): XlaComputation {
  const op = 'parseProto';
  const host = builderHost(op);
  if (!(bytes instanceof Uint8Array)) {
    const isBuffer = Object.prototype.toString.call(bytes) === '[object ArrayBuffer]';
    throw jsError('argumentKind', `the program is ${describeValue(bytes)}, not a Uint8Array`, {
      op,
      help: isBuffer
        ? 'pass new Uint8Array(buffer)'
        : 'pass the bytes of an HloModuleProto, for example what computation.toProto() gives',
    });
  }
  checkAttached(bytes, op);
  const buffer = host.copyIn(bytes);
  return new XlaComputation(
    host,
    inHloWords(() => host.call('computation.from_proto', { buffer })),
  );
}
