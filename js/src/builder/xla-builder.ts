import { BuilderBase } from './builder-base.js';
import { atCaller, calledNow, methodOf } from '../base/call-stack.js';
import { callBuilder, type FunctionRow } from './builder-call.js';
import { functionNamesOf } from './function-rows.js';
import type { ElementTypeName } from '../values/element-type.js';
import { asCalled } from '../base/errors.js';
import { internal } from '../base/internal.js';
import { textOnly } from '../base/primitive.js';
import type { CoreInstance } from '../instance/core-instance.js';
import { BuilderMethods } from '../generated/builder-methods.js';
import { literalForm } from '../generated/kinds.js';
import { Literal } from '../values/literal.js';
import type { NestedArray } from '../values/nested.js';
import type { LiteralFrom, Rectangular } from '../values/typed.js';
import { addOtherBuilderNames } from './other-names.js';
import { callOf, conditionalOf, whileOf } from './region-calls.js';
import type { StateOf, StateTree } from './state-tree.js';
import type { XlaComputation } from './xla-computation.js';
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
  /** @internal The name that consoles show: identifiers of the browser's bundle are short. */
  static override readonly name: string = 'XlaBuilder';
  /**
   * Starts a program.
   *
   * @param name - the name of the program, which its text carries
   * @throws HloomError `js.c1` before `init()` or `Client.create()` has resolved
   */
  constructor(name: string);
  /** @internal A region of another builder. */
  constructor(name: string, parent: BuilderBase);
  constructor(name: string, parent?: BuilderBase) {
    try {
      super(name, parent as BuilderBase);
    } catch (thrown) {
      throw atCaller(thrown, XlaBuilder);
    }
    answerToOtherNames(this[internal]('XlaBuilder').core);
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

  /** @internal A builder of a region: a computation that this program will call. */
  makeRegion(name: string): XlaBuilder {
    return new XlaBuilder(name, this);
  }

  /**
   * Applies `body` to a state repeatedly while `condition` returns true for it, and returns the last state.
   *
   * HLO: `while`.
   *
   * @param condition - a computation T -\> PRED[], or a function of the state, which returns PRED[]
   * @param body - a computation T -\> T, or a function of the state, which returns the next one
   * @param init - the first state; for functions any nesting of arrays and plain objects
   * @throws HloomError `while.c1`, `while.c2`, `js.c109`, `js.c110`
   * @example
   * const y = b.while(below, doubled, b.constant(1));
   * const z = b.while((s) => b.lt(s.i, 9), (s) => ({ i: b.add(s.i, 1), v: b.mul(s.v, 2) }), { i: 0, v: x });
   */
  override while(condition: XlaComputation, body: XlaComputation, init: XlaOp): XlaOp;
  override while<const State extends StateTree>(
    condition: XlaComputation | ((state: StateOf<State>) => XlaOp),
    body: XlaComputation | ((state: StateOf<State>) => StateTree),
    init: State,
  ): StateOf<State>;
  override while(...args: unknown[]): unknown {
    return calledNow(methodOf(XlaBuilder, 'while'), () =>
      whileOf(this, args, (...plain) => super.while(...(plain as [XlaComputation, XlaComputation, XlaOp]))),
    );
  }

  /**
   * Runs one of several computations, and returns its result. Functions without operands use those of the program
   * around them.
   *
   * HLO: `conditional`.
   *
   * @throws HloomError `conditional.c1` to `conditional.c4`, `js.c109`, `js.c110`
   * @example
   * const y = b.conditional(b.constant(true), b.constant(1), doubled, b.constant(2), doubled);
   * const z = b.conditional(b.constant(true), () => b.neg(x), () => x);
   */
  override conditional(
    predicate: XlaOp,
    trueOperand: XlaOp,
    trueComputation: XlaComputation | ((operand: XlaOp) => XlaOp),
    falseOperand: XlaOp,
    falseComputation: XlaComputation | ((operand: XlaOp) => XlaOp),
  ): XlaOp;
  override conditional(
    branchIndex: XlaOp,
    branchComputations: readonly XlaComputation[],
    branchOperands: readonly XlaOp[],
  ): XlaOp;
  override conditional<const Result extends StateTree>(
    predicate: XlaOp,
    onTrue: () => Result,
    onFalse: () => StateTree,
  ): StateOf<Result>;
  override conditional<const Result extends StateTree>(
    branchIndex: XlaOp,
    branches: readonly [(operand: XlaOp) => Result, ...((operand: XlaOp) => StateTree)[]],
    branchOperands?: readonly XlaOp[],
  ): StateOf<Result>;
  override conditional(...args: unknown[]): unknown {
    return calledNow(methodOf(XlaBuilder, 'conditional'), () =>
      conditionalOf(this, args, (...plain) => super.conditional(...(plain as [XlaOp, XlaComputation[], XlaOp[]]))),
    );
  }

  /**
   * Applies a computation to arguments and returns its result.
   *
   * HLO: `call`.
   *
   * @param computation - a computation, or a function of the operands, which is recorded as one
   * @param operands - its arguments, possibly none
   * @throws HloomError `call.c1`, `js.c109`, `js.c110`
   * @example
   * const y = b.call(sum, [b.constant(1), b.constant(2)]);
   * const z = b.call((s, t) => b.add(s, t), [b.constant(1), b.constant(2)]);
   */
  override call(computation: XlaComputation, operands: readonly XlaOp[]): XlaOp;
  override call<const Result extends StateTree, const Operands extends readonly XlaOp[]>(
    computation: (...operands: { [I in keyof Operands]: XlaOp }) => Result,
    operands: Operands,
  ): StateOf<Result>;
  override call(...args: unknown[]): unknown {
    return calledNow(methodOf(XlaBuilder, 'call'), () =>
      callOf(this, args, (...plain) => super.call(...(plain as [XlaComputation, XlaOp[]]))),
    );
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
  constant<const V extends NestedArray | Literal, N extends ElementTypeName | undefined = undefined>(
    value: V & Rectangular<V>,
    type?: N,
  ): LiteralFrom<V, N> extends Literal<infer T, infer D> ? XlaOp<T, D> : XlaOp;
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
function answerToOtherNames(core: CoreInstance): void {
  if (answers) return;
  answers = true;
  const functions = ['constant', ...functionNamesOf(XlaBuilder)];
  addOtherBuilderNames(core, XlaBuilder.prototype, XlaOp.prototype, functions);
}
