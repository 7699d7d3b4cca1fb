import { Ballast } from './ballast.js';
import { builderInstance } from './builder-instance.js';
import { calledNow, methodOf } from '../base/call-stack.js';
import { describeArgument, kindHelp } from './builder-help.js';
import { describeValue, isText, quoted } from '../base/describe.js';
import { inWordsOf } from './error-names.js';
import { jsError } from '../base/errors.js';
import { DisposableObject } from '../base/disposable.js';
import type { CoreInstance } from '../instance/core-instance.js';
import { internal } from '../base/internal.js';
import { checkReceiver } from '../base/receiver.js';
import { ClosedRegion } from './closed-region.js';
import { XlaComputation } from './xla-computation.js';
import type { XlaBuilder } from './xla-builder.js';
import { XlaOp } from './xla-op.js';
import { int64FromJson } from '../base/wire.js';
import { opForm } from '../generated/kinds.js';

/** The methods of every builder except the builder functions, which are generated from their table. */
export class BuilderBase extends DisposableObject {
  /** The name of the program. */
  readonly name: string;
  readonly #core: CoreInstance;
  readonly #handle: number;
  /** The builder around this one, if it is a region. */
  readonly #parent: BuilderBase | undefined;
  /** The ids of what stands for operations of builders around this one. */
  readonly #used = new Map<XlaOp, number>();
  /** The memory of the program under construction; build() passes it to the computation. */
  #ballast = new Ballast();

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
    const op = 'XlaBuilder';
    if (!isText(name)) {
      throw jsError('argumentKind', `the name of a program is text, not ${describeValue(name)}`, {
        op,
        help: 'name the program, as in new XlaBuilder("axis_demo")',
      });
    }
    const around = parent?.[internal](op);
    const core = around?.core ?? builderInstance(op);
    const region = around === undefined ? {} : { parent: around.handle };
    const { builder } = core.call('builder.create', { name, ...region });
    super(() => {
      core.tryCall('builder.release', { builder });
    });
    this.name = name;
    this.#core = core;
    this.#handle = builder;
    this.#parent = parent;
  }

  /**
   * Finishes a program. The builder is empty afterwards, ready for another program: the operations now belong to the
   * computation and cannot be used any more.
   *
   * @param root - the operation whose result is the program's; by default the last one added
   * @returns the computation, which outlives the builder
   * @throws HloomError `js.c2` after dispose(), `js.c3` for an operation of another builder, `js.c4` for more arguments
   */
  build<T = any, D = any>(root?: XlaOp<T, D>): XlaComputation<T, D>; // eslint-disable-line @typescript-eslint/no-explicit-any
  build(...args: unknown[]): XlaComputation {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-return -- the root has these types
    return calledNow(methodOf(BuilderBase, 'build'), () => {
      const op = 'build';
      BuilderBase.checkReceiver(this, op);
      const { core, handle } = this[internal](op);
      const [root] = args;
      if (args.length > 1) {
        throw jsError('callArguments', `it takes the root alone, not ${args.length} arguments`, {
          op,
          help: 'tuple(...) makes one root of several results; the name of a program is that of its builder',
        });
      }
      const ids = root === undefined ? {} : { root: this.idOf(root, op, 'root') };
      const built = inWordsOf(op, () => core.call('builder.build', { builder: handle, ...ids }));
      const ballast = this.#ballast;
      this.#ballast = new Ballast();
      return new XlaComputation(core, built, ballast);
    });
  }

  /** @internal Returns whether this is a region in the other builder, through any number of regions. */
  isInside(builder: BuilderBase): boolean {
    for (let around = this.#parent; around !== undefined; around = around.#parent) {
      if (around === builder) return true;
    }
    return false;
  }

  /** @internal Finishes a region. Its result is an operation of this builder, or of one around it. */
  closeRegion(root: XlaOp): ClosedRegion {
    const op = 'build';
    const { core, handle, ballast } = this[internal](op);
    const { built, captures } = core.call('builder.build_region', {
      builder: handle,
      root: this.idOf(root, op, 'root'),
    });
    this.#ballast = new Ballast();
    return new ClosedRegion(core, built, ballast, this.#parent as XlaBuilder, captures.map(int64FromJson));
  }

  /**
   * @internal Checks that a method is called on a builder.
   * @throws HloomError `js.c81`
   */
  static checkReceiver(receiver: unknown, method: string): asserts receiver is BuilderBase {
    checkReceiver(receiver instanceof BuilderBase, receiver, 'builder', method);
  }

  /** Frees the builder's memory. Its computations stay usable; its operations cannot be used any more. */
  override dispose(): void {
    this.#ballast = new Ballast();
    super.dispose();
  }

  override toString(): string {
    return `XlaBuilder ${quoted(this.name)}${this.disposed ? ' (disposed)' : ''}`;
  }

  /**
   * @internal The id of an operation of this builder.
   * @throws HloomError `js.c5` for anything but an operation, `js.c3` for another builder's
   */
  idOf(op: unknown, where: string, argument: string): number {
    if (!(op instanceof XlaOp)) {
      throw jsError('argumentKind', `${argument} is ${describeArgument(op)}, not an operation`, {
        op: where,
        help: kindHelp(opForm, op),
      });
    }
    const owner: BuilderBase = op.builder;
    if (owner !== this) {
      if (this.isInside(owner)) return this.#idOfUsed(op, owner, where);
      if (owner.#parent !== undefined) owner[internal](where);
      throw jsError('foreignBuilder', `${argument} is an operation of the builder ${quoted(op.builder.name)}`, {
        op: where,
        operands: [op.shape.toString()],
        details: [`it was used in the builder ${quoted(this.name)}`],
      });
    }
    return op.id;
  }

  /** The id of what stands in this region for an operation of a builder around it. */
  #idOfUsed(op: XlaOp, owner: BuilderBase, where: string): number {
    const known = this.#used.get(op);
    if (known !== undefined) return known;
    const { core, handle } = this[internal](where);
    const around = owner[internal](where).handle;
    const { op: id } = core.call('builder.use', { builder: handle, around, op: op.id });
    this.#used.set(op, id);
    return id;
  }

  /** @internal The handle and its instance. */
  [internal](op: string): { readonly core: CoreInstance; readonly handle: number; readonly ballast: Ballast } {
    if (this.disposed) {
      if (this.#parent !== undefined) {
        throw jsError('regionClosed', `the function of the region ${quoted(this.name)} has returned`, { op });
      }
      throw jsError('disposed', `the builder ${quoted(this.name)} was disposed`, { op });
    }
    return { core: this.#core, handle: this.#handle, ballast: this.#ballast };
  }
}
