/** `np.expr`: formulas in Python's notation, as a template of JavaScript. */

import type { Operand } from '../builder/number-operand.js';
import { XlaOp } from '../builder/xla-op.js';
import { calledNow } from '../base/call-stack.js';
import { describeValue, isArray } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import type { Literal } from '../values/literal.js';
import {
  add,
  bitwiseAnd,
  bitwiseOr,
  bitwiseXor,
  divide,
  equal,
  floorDivide,
  greater,
  greaterEqual,
  leftShift,
  less,
  lessEqual,
  multiply,
  notEqual,
  power,
  remainder,
  rightShift,
  subtract,
} from './binary.js';
import { bitwiseNot, negative } from './elementwise.js';
import { formulaError, withPlace } from './formula-error.js';
import { callAsPlanned } from './formula-functions.js';
import { formulaOf, type AttributeName, type BinaryOperator, type Step, type UnaryOperator } from './formula.js';
import { indexed, Slice } from './indexing.js';
import { builderFor } from './operands.js';
import { matmul } from './products.js';
import { matrixTranspose, ndim, shape, size, transpose } from './shape.js';

/** A value of a formula: an operation, a number, a list of axes, the name of an element type, and so on. */
export type FormulaValue = Operand | Literal | string | null | undefined | readonly FormulaValue[];

/**
 * A formula in Python's notation, in which the values of the template are operands:
 *
 *     np.expr`tanh(${x} @ ${w} + ${b}) * 0.5`
 *
 * Operators and indices are NumPy's, and functions are those of `np`, whose errors it throws. Two numbers are computed
 * in JavaScript. The text is parsed once.
 *
 * @throws HloomError `js.c116` for a text that is not a formula
 */
export function expr(strings: TemplateStringsArray, ...values: readonly FormulaValue[]): XlaOp {
  return calledNow(expr, () => {
    const parts: unknown = strings;
    if (!isArray(parts) || !('raw' in parts)) {
      throw jsError('callArguments', `it is called with ${describeValue(strings)}`, {
        op: 'np.expr',
        help: 'write it before a template: np.expr`${x} + 1`',
      });
    }
    const { text, steps } = formulaOf(strings);
    const stack: unknown[] = [];
    for (const step of steps) {
      try {
        take(step, stack, values);
      } catch (thrown) {
        throw withPlace(thrown, text, step.at);
      }
    }
    const [result] = stack;
    if (result instanceof XlaOp) return result;
    const help = isArray(result)
      ? 'take one of them: linalg.qr(x)[0]'
      : 'it has no operation; np.array(...) makes one of a number';
    throw withPlace(formulaError(`the result is ${describeValue(result)}`, help), text, 0);
  });
}

/** Takes one step. */
function take(step: Step, stack: unknown[], values: readonly unknown[]): void {
  const pop = (count: number): unknown[] => stack.splice(stack.length - count, count);
  switch (step.kind) {
    case 'value':
      stack.push(step.value);
      break;
    case 'hole':
      stack.push(values[step.index]);
      break;
    case 'unary':
      stack.push(unary(step.operator, stack.pop()));
      break;
    case 'binary': {
      const [left, right] = pop(2);
      stack.push(binary(step.operator, left, right));
      break;
    }
    case 'attribute':
      stack.push(attributes[step.name](stack.pop() as XlaOp));
      break;
    case 'call':
      stack.push(callAsPlanned(step.plan, pop(step.plan.targets.length)));
      break;
    case 'list':
      stack.push(pop(step.count));
      break;
    case 'slice': {
      const [start, stop, by] = pop(3);
      stack.push(new Slice(start, stop, by));
      break;
    }
    case 'index': {
      const items = pop(step.count);
      stack.push(indexed(stack.pop(), items));
      break;
    }
  }
}

const attributes: Readonly<Record<AttributeName, (x: XlaOp) => unknown>> = {
  T: (x) => transpose(x),
  mT: matrixTranspose,
  shape,
  ndim,
  size: (x) => size(x),
};

/** A number of JavaScript; True is 1. */
type Plain = number | boolean;

const isPlain = (value: unknown): value is Plain => typeof value === 'number' || typeof value === 'boolean';

function unary(operator: UnaryOperator, x: unknown): unknown {
  if (isPlain(x)) {
    if (operator === '~') return -1 - Number(wholeNumber(x));
    return operator === '-' ? -Number(x) : Number(x);
  }
  if (operator === '-') return negative(x as XlaOp);
  if (operator === '~') return bitwiseNot(x as XlaOp);
  builderFor(x as XlaOp, 'np.expr');
  return x;
}

type Arrays = (x1: Operand, x2: Operand) => XlaOp;

/** The functions of the operators: of np, and of two numbers. */
const operators: Readonly<Record<BinaryOperator, readonly [Arrays, (a: number, b: number) => Plain]>> = {
  '+': [add, (a, b) => a + b],
  '-': [subtract, (a, b) => a - b],
  '*': [multiply, (a, b) => a * b],
  '/': [divide, (a, b) => a / notZero(b)],
  '//': [floorDivide, (a, b) => quotientAndRemainder(a, b)[0]],
  '%': [remainder, (a, b) => quotientAndRemainder(a, b)[1]],
  '@': [matmul as Arrays, () => noProduct()],
  '**': [power, powerOf],
  '<': [less, (a, b) => a < b],
  '<=': [lessEqual, (a, b) => a <= b],
  '>': [greater, (a, b) => a > b],
  '>=': [greaterEqual, (a, b) => a >= b],
  '==': [equal, (a, b) => a === b],
  '!=': [notEqual, (a, b) => a !== b],
  '&': [bitwiseAnd, (a, b) => Number(wholeNumber(a) & wholeNumber(b))],
  '|': [bitwiseOr, (a, b) => Number(wholeNumber(a) | wholeNumber(b))],
  '^': [bitwiseXor, (a, b) => Number(wholeNumber(a) ^ wholeNumber(b))],
  '<<': [leftShift, (a, b) => Number(wholeNumber(a)) * 2 ** shift(b)],
  '>>': [rightShift, (a, b) => Math.floor(Number(wholeNumber(a)) / 2 ** shift(b))],
};

function binary(operator: BinaryOperator, left: unknown, right: unknown): unknown {
  const [arrays, numbers] = operators[operator];
  if (!isPlain(left) || !isPlain(right)) return arrays(left as Operand, right as Operand);
  const result = numbers(Number(left), Number(right));
  // Truth values stay what they are: True & False is False.
  const areTruths = typeof left === 'boolean' && typeof right === 'boolean' && ['&', '|', '^'].includes(operator);
  return areTruths ? result !== 0 : result;
}

function notZero(divisor: number): number {
  if (divisor !== 0) return divisor;
  throw formulaError('a number is divided by 0', 'write inf or nan');
}

/** Python's // and %: the remainder has the sign of the divisor. -7 // 3 is -3, and -7 % 3 is 2. */
function quotientAndRemainder(a: number, b: number): [quotient: number, remainder: number] {
  const rest = a % notZero(b);
  const isMoved = rest !== 0 && rest < 0 !== b < 0;
  const quotient = Math.round((a - rest) / b) - (isMoved ? 1 : 0);
  // Integers have no -0.
  return [quotient + 0, (isMoved ? rest + b : rest) + 0];
}

function powerOf(a: number, b: number): number {
  if (a === 0 && b < 0) throw formulaError('0 has a negative exponent', 'write inf');
  const result = a ** b;
  if (!Number.isNaN(result) || Number.isNaN(a) || Number.isNaN(b)) return result;
  throw formulaError('a negative number has a fraction as exponent', 'pass complex numbers in holes');
}

function noProduct(): never {
  throw formulaError('two numbers have no matrix product', 'write a * b');
}

function wholeNumber(value: Plain): bigint {
  const number = Number(value);
  if (Number.isInteger(number)) return BigInt(number);
  throw formulaError(`${number} is not an integer, and has no bits`, 'write an integer');
}

function shift(count: number): number {
  if (Number.isInteger(count) && count >= 0) return count;
  throw formulaError(`the number of bits of a shift is ${count}`, 'write an integer from 0 on');
}
