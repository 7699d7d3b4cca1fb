/** Serialized programs: HLO text, the bytes of HloModuleProto, and StableHLO text. */

import { checkNotDetached } from '../values/detached.js';
import { builderInstance } from './builder-instance.js';
import { calledNow } from '../base/call-stack.js';
import { describeValue, isArray } from '../base/describe.js';
import { inHloWords } from './error-names.js';
import { asCalled, jsError } from '../base/errors.js';
import { helpUnlessLookAlike, isRevoked } from '../base/look-alike.js';
import { checkedOptions } from '../base/checked-options.js';
import { checkIsObject, checkKeys } from '../base/options.js';
import type { ShapeJson } from '../base/wire.js';
import { Shape } from '../values/shape.js';
import { isHloTextBytes, isStableHloBytes, isStableHloText } from '../base/program-text.js';
import { XlaComputation } from './xla-computation.js';

/** Options of {@link parseProto}. */
export interface ParseProtoOptions {
  /**
   * Allows operands that must have one type to differ in their floating-point types, as in `add(bf16[2] x, f32[2] y)`.
   * XLA's shape inference accepts them; hloom inserts the implied converts, and returns an ordinary program: a
   * `convert` to the type of the highest precision, for the bounds of a clamp to the type of its operand, for
   * reductions to the type in which their computation accumulates. Computations whose parameters have other
   * floating-point types than the operands also get converts, as do results whose written type differs from the
   * inferred one. False by default: such programs are refused.
   */
  readonly allowMixedPrecision?: boolean;
}

/** Options of {@link parseHlo}. */
export interface ParseHloOptions extends ParseProtoOptions {
  /**
   * The treatment of constants that were printed without some or all of their elements, `constant({...})`: `refuse`,
   * the default, or `zeros`, which is enough for graphs and checks. The results of such a program are meaningless.
   */
  readonly elidedConstants?: 'refuse' | 'zeros';
}

const protoOptions = { allowMixedPrecision: 'boolean' } as const;
const hloOptions = { ...protoOptions, elidedConstants: ['refuse', 'zeros'] } as const;

/**
 * Reads a program from HLO text: printed by XLA, JAX or `toHloText()`, or written by hand.
 *
 *     const computation = parseHlo(`
 *       ENTRY main {
 *         x = f32[3] parameter(0)
 *         ROOT y = f32[3] multiply(x, x)
 *       }`);
 *
 * @throws HloomError `js.c1` before init(); `text.p1` and the like with line, column and the line itself for anything
 * but a HLO text, the rules of operations for an invalid program; `parts.c1` and `elided.c1` (RESOURCE_EXHAUSTED) for
 * what would grow without bound; `js.c22` for unknown options
 */
export function parseHlo(text: string, options: ParseHloOptions = {}): XlaComputation {
  return calledNow(parseHlo, () => {
    const op = 'parseHlo';
    const core = builderInstance(op);
    const { allowMixedPrecision = false, elidedConstants = 'refuse' } = checkedOptions(options, hloOptions, op);
    if (typeof text !== 'string') {
      throw jsError('argumentKind', `the text is ${describeValue(text)}, not a string`, {
        op,
        help: ArrayBuffer.isView(text)
          ? 'parseProto reads the bytes of an HloModuleProto; new TextDecoder().decode(bytes) makes text of UTF-8'
          : 'pass HLO text, for example what computation.toHloText() gives',
      });
    }
    checkIsNoFileName(text, op);
    const buffer = core.copyIn(new TextEncoder().encode(text));
    const reading = { allow_mixed_precision: allowMixedPrecision, elided_constants: elidedConstants };
    return new XlaComputation(
      core,
      inHloWords(() => core.call('computation.from_hlo_text', { buffer, ...reading })),
    );
  });
}

/**
 * Reads a program from the bytes of XLA's HloModuleProto, as `toProto()` and JAX's
 * `as_serialized_hlo_module_proto()` give them.
 *
 * @throws HloomError `js.c1` before init(); `proto.c1`, `proto.m1` and the like for invalid bytes, the rules of
 * operations for an invalid program; `parts.c1` (RESOURCE_EXHAUSTED) for what would grow without bound; `js.c22` for
 * unknown options
 */
export function parseProto(bytes: Uint8Array, options: ParseProtoOptions = {}): XlaComputation {
  return calledNow(parseProto, () => {
    const op = 'parseProto';
    const core = builderInstance(op);
    const { allowMixedPrecision = false } = checkedOptions(options, protoOptions, op);
    // A Proxy of an array has its prototype, and no bytes.
    if (!ArrayBuffer.isView(bytes) || !(bytes instanceof Uint8Array)) {
      const isBuffer = !isRevoked(bytes) && Object.prototype.toString.call(bytes) === '[object ArrayBuffer]';
      throw jsError('argumentKind', `the program is ${describeValue(bytes)}, not a Uint8Array`, {
        op,
        help: helpUnlessLookAlike(
          bytes,
          isBuffer
            ? 'pass new Uint8Array(buffer)'
            : 'pass the bytes of an HloModuleProto, for example what computation.toProto() gives',
        ),
      });
    }
    checkNotDetached(bytes, op);
    if (isHloTextBytes(bytes)) {
      throw jsError('argumentKind', 'the program is HLO text, not an HloModuleProto', {
        op,
        help: 'read it with parseHlo(new TextDecoder().decode(bytes))',
      });
    }
    if (isStableHloBytes(bytes)) {
      throw jsError('argumentKind', 'the program is StableHLO, not an HloModuleProto', {
        op,
        help: 'read it with parseStableHlo(bytes)',
      });
    }
    const buffer = core.copyIn(bytes);
    return new XlaComputation(
      core,
      inHloWords(() => core.call('computation.from_proto', { buffer, allow_mixed_precision: allowMixedPrecision })),
    );
  });
}

/** @throws HloomError `js.c5` for the name of a file in the place of its text */
function checkIsNoFileName(text: string, op: string): void {
  const name = text.trim();
  if (!/^[^\s"'(){}=]+\.(?:hlo|mlir|stablehlo|txt|pb|mlirbc)$/.test(name)) return;
  throw jsError('argumentKind', `the text is the name of a file: ${name}`, {
    op,
    help: `read the file, and pass its text: ${op}(readFileSync('${name}', 'utf8'))`,
  });
}

/** Options of {@link parseStableHlo}. */
export interface ParseStableHloOptions {
  /**
   * The shape of each argument, for a program that leaves sizes open, `tensor<?x3xf32>`: they are put in, and the sizes
   * of everything else follow. By default the declared ones.
   */
  readonly argumentShapes?: readonly (Shape | string)[];
}

function argumentShapesOf(options: unknown, op: string): ShapeJson[] | undefined {
  checkIsObject(options, 'write { argumentShapes: [f32(2, 3), ...] }', op);
  checkKeys(options, ['argumentShapes'], 'option', op);
  const { argumentShapes: given } = options;
  if (given === undefined) return undefined;
  if (!isArray(given)) {
    throw jsError('options', `argumentShapes is ${describeValue(given)}`, {
      op,
      help: 'pass an array with the shape of each argument, as in [f32(2, 3)]',
    });
  }
  return asCalled(op, () => given.map((shape) => Shape.from(shape as Shape | string).toJson()));
}

/**
 * Reads a program from StableHLO text, as JAX's `jax.jit(f).lower(x).as_text()` and `jax.export` give it: StableHLO and
 * CHLO operations in the pretty and in the generic form, with functions, regions and locations. Several results become a
 * tuple. Bytes are those of a portable artifact, `exported.mlir_module_serialized` of jax.export, of a file of its
 * `serialize()`, or text in UTF-8.
 *
 *     const computation = parseStableHlo(`
 *       func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
 *         %y = stablehlo.multiply %x, %x : tensor<3xf32>
 *         return %y : tensor<3xf32>
 *       }`);
 *
 * @throws HloomError `js.c1` before init(); `mlir.p1` and the like with line and column for anything but such a text, `bytecode.p1` and the like for other bytes,
 * `stablehlo.c1` and the like for operations that hloom does not have, all of them at once; the rules of operations for
 * an invalid program; `js.c22` for unknown options
 */
export function parseStableHlo(program: string | Uint8Array, options: ParseStableHloOptions = {}): XlaComputation {
  return calledNow(parseStableHlo, () => {
    const op = 'parseStableHlo';
    const core = builderInstance(op);
    const shapes = argumentShapesOf(options, op);
    if (typeof program === 'string' && /^\s*(?:HloModule|ENTRY)\b/.test(program)) {
      throw jsError('argumentKind', 'the text is HLO, not StableHLO', { op, help: 'read it with parseHlo(text)' });
    }
    if (typeof program === 'string') checkIsNoFileName(program, op);
    const bytes = typeof program === 'string' ? new TextEncoder().encode(program) : program;
    if (!ArrayBuffer.isView(bytes) || !(bytes instanceof Uint8Array)) {
      throw jsError('argumentKind', `the program is ${describeValue(bytes)}, not a string or a Uint8Array`, {
        op,
        help: helpUnlessLookAlike(
          bytes,
          'pass StableHLO text, for example what jax.jit(f).lower(x).as_text() gives, or the bytes of an artifact',
        ),
      });
    }
    checkNotDetached(bytes, op);
    const buffer = core.copyIn(bytes);
    return new XlaComputation(
      core,
      inHloWords(() => core.call('computation.from_stablehlo', { buffer, ...(shapes && { argument_shapes: shapes }) })),
    );
  });
}

/** Reads a program from text, which is StableHLO or HLO, or from the bytes of StableHLO. */
export function parseProgram(program: string | Uint8Array): XlaComputation {
  if (typeof program !== 'string') return parseStableHlo(program);
  return isStableHloText(program) ? parseStableHlo(program) : parseHlo(program);
}
