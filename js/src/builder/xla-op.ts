import { methodOf } from '../base/call-stack.js';
import type { Explanation } from './explanation.js';
import { describeValue, shortened } from '../base/describe.js';
import { inspectSymbol, internal } from '../base/internal.js';
import { iterateBy } from '../base/iterate.js';
import { textOnly } from '../base/primitive.js';
import { checkMade, checkOwner } from '../base/receiver.js';
import { OpMethods } from '../generated/op-methods.js';
import type { Shape } from '../values/shape.js';
import type { IteratorOf, TypeOf } from '../values/typed.js';
import { recordingBuilder } from './current-builder.js';
import type { XlaBuilder } from './xla-builder.js';

/** The help for functions that are traced, which often want to branch. */
const tracingHelp =
  'the function is called once, to record its operations, which have no values yet: to choose by a value, write ' +
  'np.where(p, a, b) or b.conditional(p, ...), or pass it as a static argument, which is a plain value: jit(f, { static: [1] })';

/**
 * An operation of a program under construction, which builder functions take and return. Immutable.
 *
 * Its methods are the builder functions whose subject it is: `x.mul(2)` is `b.mul(x, 2)`. The operation of a tuple
 * iterates over the elements: `const [values, indices] = x.topK(2)`.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- not known: see typed.ts
export class XlaOp<T = any, D = any> extends OpMethods<T, D> {
  /** @internal The name that consoles show: identifiers of the browser's bundle are short. */
  static override readonly name: string = 'XlaOp';
  /** The elements of a tuple, in order: `const [values, indices] = x.topK(2)`. Only tuples have it. */
  declare readonly [Symbol.iterator]: IteratorOf<T, XlaOp>;
  /** The builder that made it, and the only one that can use it. */
  readonly builder: XlaBuilder;
  /** Its number in the builder, from 1. */
  readonly id: number;
  /** The shape of its result. */
  readonly shape: Shape<T, D>;
  readonly #explain: (() => Explanation) | undefined;
  #explanation: Explanation | undefined;

  /**
   * @internal Operations come from builder functions.
   * @param explain - makes the explanation of a binary operation
   */
  constructor(
    key: typeof internal,
    builder: XlaBuilder,
    id: number,
    shape: Shape,
    explain: (() => Explanation) | undefined,
  ) {
    checkMade(key === internal, 'XlaOp', 'the methods of an XlaBuilder, which make operations');
    super();
    this.builder = builder;
    this.id = id;
    this.shape = shape as Shape<T, D>;
    this.#explain = explain;
    if (shape.isTuple) iterateBy(this, elementsOf);
    Object.freeze(this);
  }

  /** @internal Returns whether a value is an `XlaOp`, which a Proxy of one is not: see look-alike.ts. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && #explain in value;
  }

  /**
   * The broadcast of its operands; only binary operations have one. It is made when it is first read, even after
   * `build()` and after the builder was disposed.
   *
   * @throws HloomError `js.c14` while the builder instance is lost and cannot be replaced at once
   */
  get explanation(): Explanation | undefined {
    checkOwner(this instanceof XlaOp, this, 'operation', 'explanation');
    return (this.#explanation ??= this.#explain?.());
  }

  /** The element type of an array; `TUPLE`, `TOKEN` or `OPAQUE` for other values. */
  get dtype(): TypeOf<T> {
    return this.shape.type;
  }

  /** The number of dimensions. */
  get rank(): number {
    return this.shape.rank;
  }

  override toString(): string {
    return `%${this.id}: ${this.shape.toString()}`;
  }

  /**
   * The text of {@link XlaOp.toString}, in `${x}`.
   *
   * @throws HloomError `js.c84` if JavaScript would compute with it, as in `x * 2`, which would be NaN
   */
  [Symbol.toPrimitive](hint: string): string {
    const write = 'call its methods: x.mul(2) in the place of x * 2, x.add(y) in that of x + y';
    const help = recordingBuilder() === undefined ? write : `${tracingHelp}; to compute, ${write}`;
    return textOnly(this, hint, methodOf(XlaOp, Symbol.toPrimitive), 'an operation of a program', help);
  }

  [inspectSymbol](): string {
    if (!(this instanceof XlaOp)) return describeValue(this);
    return `XlaOp ${this.toString()} in ${JSON.stringify(shortened(this.builder.name))}`;
  }
}

function* elementsOf(op: XlaOp): Generator<XlaOp, void, undefined> {
  for (let i = 0; i < op.shape.tupleShapes.length; i++) yield op.getTupleElement(i);
}
