/** The binary operations that can be chosen, with their names elsewhere. */

/** The names of functions of the builder that take two operands and broadcast them. */
export type OperationName = keyof typeof operations;

export interface Operation {
  /** The sign between two operands, or the function's name if there is no sign. */
  readonly symbol: string;
  readonly hlo: string;
  readonly cpp: string;
  /** `undefined` if `jax.lax` has no such function. */
  readonly lax: string | undefined;
  /** `undefined` if NumPy has no such function; empty if it takes more than one. */
  readonly numpy: string | undefined;
}

/** An operation whose names differ only in their spelling. */
const named = (symbol: string, hlo: string, cpp: string, lax?: string, numpy?: string): Operation => ({
  symbol,
  hlo,
  cpp,
  lax,
  numpy,
});

export const operations = {
  add: named('+', 'add', 'Add', 'add', 'add'),
  sub: named('−', 'subtract', 'Sub', 'sub', 'subtract'),
  mul: named('×', 'multiply', 'Mul', 'mul', 'multiply'),
  div: named('÷', 'divide', 'Div', 'div', 'divide'),
  rem: named('rem', 'remainder', 'Rem', 'rem', 'fmod'),
  max: named('max', 'maximum', 'Max', 'max', 'maximum'),
  min: named('min', 'minimum', 'Min', 'min', 'minimum'),
  pow: named('^', 'power', 'Pow', 'pow', 'power'),
  mulhi: named('mulhi', 'mulhi', 'Mulhi'),
  atan2: named('atan2', 'atan2', 'Atan2', 'atan2', 'arctan2'),
  complex: named('complex', 'complex', 'Complex', 'complex', ''),
  and: named('and', 'and', 'And', 'bitwise_and', 'bitwise_and'),
  or: named('or', 'or', 'Or', 'bitwise_or', 'bitwise_or'),
  xor: named('xor', 'xor', 'Xor', 'bitwise_xor', 'bitwise_xor'),
  shiftLeft: named('<<', 'shift-left', 'ShiftLeft', 'shift_left', 'left_shift'),
  shiftRightArithmetic: named(
    '>>',
    'shift-right-arithmetic',
    'ShiftRightArithmetic',
    'shift_right_arithmetic',
    'right_shift',
  ),
  shiftRightLogical: named('>>>', 'shift-right-logical', 'ShiftRightLogical', 'shift_right_logical', 'right_shift'),
  eq: named('=', 'compare', 'Eq', 'eq', 'equal'),
  ne: named('≠', 'compare', 'Ne', 'ne', 'not_equal'),
  lt: named('<', 'compare', 'Lt', 'lt', 'less'),
  le: named('≤', 'compare', 'Le', 'le', 'less_equal'),
  gt: named('>', 'compare', 'Gt', 'gt', 'greater'),
  ge: named('≥', 'compare', 'Ge', 'ge', 'greater_equal'),
  // By the names of JAX's primitives, as a sign would be taken for that of the other order.
  eqTotalOrder: named('eq_to', 'compare', 'EqTotalOrder'),
  neTotalOrder: named('ne_to', 'compare', 'NeTotalOrder'),
  ltTotalOrder: named('lt_to', 'compare', 'LtTotalOrder'),
  leTotalOrder: named('le_to', 'compare', 'LeTotalOrder'),
  gtTotalOrder: named('gt_to', 'compare', 'GtTotalOrder'),
  geTotalOrder: named('ge_to', 'compare', 'GeTotalOrder'),
} as const satisfies Readonly<Record<string, Operation>>;

export const operationNames = Object.keys(operations) as OperationName[];

export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

/** True if an operation's sign is a name. */
export const isWord = (name: OperationName): boolean => /^[a-z]/.test(operations[name].symbol);

/** The arithmetic of one element: `a + b`, or `max(a, b)` if the sign is a name. */
export function applied(name: OperationName, lhs: string, rhs: string): string {
  const { symbol } = operations[name];
  return isWord(name) ? `${symbol}(${lhs}, ${rhs})` : `${lhs} ${symbol} ${rhs}`;
}
