/**
 * Numbers as operands: `b.mul(x, 2)`. A number becomes a constant of the program, a scalar of the element type that
 * another argument of the call has; the core's tables say which.
 */

import type { ArgumentRow } from './builder-call.js';
import { elementInfo, spelledElementType, type ElementType } from '../values/element-type.js';
import { asCalled, HloomError, jsError } from '../base/errors.js';
import { citedRules } from '../base/rules.js';
import { describeArgument } from './builder-help.js';
import { Literal } from '../values/literal.js';
import { Shape } from '../values/shape.js';
import { isComplexObject, isScalar, rangeDetails, type Complex, type Scalar } from '../values/values.js';
import type { Broadcast, BroadcastDimensionsOf, IsUnknown, IsUnion } from '../values/typed.js';
import { XlaOp } from './xla-op.js';

/**
 * An operand of a builder function: an operation, or a number, which takes the element type of the other operand. It
 * must be a value of that type; for floating-point types it is rounded, as by {@link Literal.from}.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- not known: see typed.ts
export type Operand<T = any> = XlaOp<T> | Scalar | Complex;

/** An operation of a shape, or of the text of one. */
export type OpOf<S> = [S] extends [Shape<infer T, infer D>] ? XlaOp<T, D> : XlaOp;

/** An operand beside `L`: an operation of the same element type, or a number. */
export type OperandLike<L> = L extends XlaOp<infer T> ? Operand<T> : Operand;

/** The element type of two operands, of which one may be a number. */
export type TypeOfOperands<L, R> = L extends Scalar | Complex ? TypeOfOp<R> : TypeOfOp<L>;

/* eslint-disable @typescript-eslint/no-explicit-any */
/** The sizes of the result of an elementwise operation on two operands. */
export type BroadcastOf<L, R> =
  IsUnknown<L> extends true ? any : L extends XlaOp<any, infer D> ? Broadcast<D, R> : SizesOfOperand<R>;

/** The sizes of an operand; those of a number are not known, since it has no broadcastDimensions. */
type SizesOfOperand<L> = L extends XlaOp<any, infer D> ? D : any;

/** The broadcastDimensions of two operands: see {@link BroadcastDimensionsOf}. */
export type DimensionsBetween<L, R, B extends readonly unknown[]> = B &
  BroadcastDimensionsOf<SizesOfOperand<L>, SizesOfOperand<R>, B>;
/* eslint-enable @typescript-eslint/no-explicit-any */

/** The element type of an operation. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type TypeOfOp<L> = IsUnknown<L> extends true ? any : L extends XlaOp<infer T> ? T : any;

/** Anything for operations of one element type, and an error for those of several. */
export type OneType<A extends readonly XlaOp[]> =
  IsUnion<TypeOfOp<A[number]>> extends true
    ? { readonly error: 'the arrays must have one element type: convert with np.astype' }
    : unknown;

/** Returns whether a value is a number as operands take it. */
export function isNumberOperand(value: unknown): value is Scalar | Complex {
  return isScalar(value) || isComplexObject(value);
}

/**
 * The scalar that a number becomes.
 *
 * @param argument - the argument that it was given for
 * @param beside - the argument of the call whose type it takes
 * @throws HloomError `js.c83` if that has no element type, `js.c10` if the type does not have the number
 */
export function numberLiteral(value: Scalar | Complex, argument: ArgumentRow, beside: unknown, op: string): Literal {
  const { js, typeOf = '' } = argument;
  if (isNumberOperand(beside)) {
    throw jsError('numberOperand', `${js} and ${typeOf} are both numbers`, {
      op,
      details: [`${js} is ${describeArgument(value)}, ${typeOf} is ${describeArgument(beside)}`],
    });
  }
  const type = spelledElementType(beside);
  if (type !== undefined) {
    const says = js.startsWith(typeOf) ? `${js} is an ${type}` : `${js} has the type that ${typeOf} says, ${type}`;
    return literalOf(value, type, [], [says], op, (other) =>
      other === undefined ? undefined : `give ${typeOf} as '${other}'`,
    );
  }
  const shape = beside instanceof XlaOp ? beside.shape : asCalled(op, () => Shape.from(beside as Shape | string));
  if (!shape.isArray) {
    throw jsError('numberOperand', `${js} is a number, and ${typeOf} is ${shape.toString()}, which is not an array`, {
      op,
      operands: [shape.toString()],
      help: shape.isTuple ? 'getTupleElement takes an array out of a tuple' : 'numbers go with arrays only',
    });
  }
  const operandType = shape.type as ElementType;
  const details = [`${js} takes the element type of ${typeOf}, ${shape.toString()}`];
  return literalOf(value, operandType, [shape.toString()], details, op, (other) =>
    otherTypeHelp(value, other, beside instanceof XlaOp ? typeOf : undefined),
  );
}

/** The number as a literal of the type; `help` is the fix if another type has the number, or none. */
function literalOf(
  value: Scalar | Complex,
  type: ElementType,
  operands: readonly string[],
  details: readonly string[],
  op: string,
  help: (other: ElementType | undefined) => string | undefined,
): Literal {
  try {
    return Literal.from(value, type);
  } catch (thrown) {
    if (!(thrown instanceof HloomError)) throw thrown;
    // The headline has the value already.
    const more =
      thrown.rule !== citedRules.notRepresentable.id ? thrown.details : isScalar(value) ? rangeDetails(type) : [];
    throw jsError('notRepresentable', thrown.headline, {
      op,
      operands: [...operands],
      details: [...details, ...more],
      help: help(typeFor(value, type)) ?? thrown.help,
    });
  }
}

/** The fix for a number that another element type has, if one is meant. */
function otherTypeHelp(
  value: Scalar | Complex,
  other: ElementType | undefined,
  operand: string | undefined,
): string | undefined {
  if (other === undefined) return undefined;
  const convert =
    operand === undefined
      ? `give the shape the element type ${other}`
      : `convert ${operand} first: convertElementType(${operand}, '${other}')`;
  return typeof value === 'number' && !Number.isInteger(value) && Number.isFinite(value)
    ? `round the number, or ${convert}`
    : convert;
}

/** A type that has the number, as near to the given one as there is. */
function typeFor(value: Scalar | Complex, type: ElementType): ElementType | undefined {
  const { kind } = elementInfo(type);
  if (typeof value === 'object') return type === 'F64' ? 'C128' : 'C64';
  if (kind !== 'signed' && kind !== 'unsigned') return undefined;
  if (typeof value === 'boolean') return undefined;
  if (typeof value === 'number' && !Number.isInteger(value)) return 'F32';
  // A number beyond 2^53 does not identify an integer any more.
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
  const wider: readonly ElementType[] =
    kind === 'signed' || value < 0 ? ['S8', 'S16', 'S32', 'S64'] : ['U8', 'U16', 'U32', 'U64'];
  return wider.find((name) => {
    const { min = 0n, max = 0n } = elementInfo(name);
    return BigInt(value) >= min && BigInt(value) <= max;
  });
}
