import { BuilderBase } from './builder-base.js';
import { atCaller, calledNow, methodOf } from '../base/call-stack.js';
import { callBuilder, type FunctionRow } from './builder-call.js';
import type { ElementTypeName } from '../values/element-type.js';
import { asCalled } from '../base/errors.js';
import { textOnly } from '../base/primitive.js';
import { BuilderMethods } from '../generated/builder-methods.js';
import { literalForm } from '../generated/kinds.js';
import { Literal } from '../values/literal.js';
import type { NestedArray } from '../values/nested.js';
import { addOtherBuilderNames } from './other-names.js';
import { XlaOp } from './xla-op.js';

const constantRow: FunctionRow = {
  js: 'constant',
  overloads: [
    {
      name: 'ConstantLiteral',
      overload: 0,
      required: [{ name: 'literal', js: 'value', kind: literalForm }],
      optional: [],
    },
  ],
};

/**
 * Builds a program, operation by operation: XLA's XlaBuilder.
 *
 * Its methods are XLA's builder functions in camelCase: required arguments in order, optional ones in one object after
 * them. A wrong call throws immediately, and leaves the builder unchanged.
 *
 *     const b = new XlaBuilder('axis_demo');
 *     const x = b.parameter(0, f32(2, 3), 'x');
 *     const v = b.parameter(1, f32(3), 'v');
 *     const computation = b.build(b.add(x, v, { broadcastDimensions: [1] }));
 */
export class XlaBuilder extends BuilderMethods {
  /**
   * Starts a program.
   *
   * @param name - the name of the program, which its text carries
   * @throws HloomError `js.c1` before `init()` or `Client.create()` has resolved
   */
  constructor(name: string) {
    try {
      super(name);
    } catch (thrown) {
      throw atCaller(thrown, XlaBuilder);
    }
    answerToOtherNames();
  }

  /**
   * Text, in `${builder}`.
   *
   * @throws HloomError `js.c84` if JavaScript would compute with it, as in `builder * 2`, which would be NaN
   */
  [Symbol.toPrimitive](hint: string): string {
    const help = 'compute with operations: x.mul(2)';
    return textOnly(this, hint, methodOf(XlaBuilder, Symbol.toPrimitive), 'a builder of programs', help);
  }

  /**
   * Adds a constant.
   *
   * @param value - a literal, a number, bigint or boolean, or rectangular nested arrays of them
   * @param type - the element type, if `value` is not a literal; by default the first value decides: number F32, bigint
   * S64, boolean PRED
   * @throws HloomError what {@link Literal.from} throws
   *
   * @example
   * const two = b.constant(2);
   * const ids = b.constant([1, 2, 3], 'S32');
   */
  constant(value: Literal | NestedArray, type?: ElementTypeName): XlaOp {
    return calledNow(methodOf(XlaBuilder, 'constant'), () => {
      BuilderBase.checkReceiver(this, 'constant');
      const literal = value instanceof Literal ? value : asCalled('constant', () => Literal.from(value, type));
      return callBuilder(this, constantRow, [literal]);
    });
  }
}

let answers = false;

/**
 * This is done with the first builder and not next to the class, so that bundlers can remove the class if it is unused.
 */
function answerToOtherNames(): void {
  if (answers) return;
  answers = true;
  addOtherBuilderNames(XlaBuilder.prototype, XlaOp.prototype);
}
