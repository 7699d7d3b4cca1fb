import { Ballast } from './ballast.js';
import { builderInstance } from './builder-instance.js';
import { calledNow, methodOf } from '../base/call-stack.js';
import { describeArgument, kindHelp } from './builder-help.js';
import { describeValue, isPlainObject, isText, quoted } from '../base/describe.js';
import { inWordsOf } from './error-names.js';
import { jsError } from '../base/errors.js';
import { DisposableObject } from '../base/disposable.js';
import type { CoreInstance } from '../instance/core-instance.js';
import { internal } from '../base/internal.js';
import { checkReceiver } from '../base/receiver.js';
import { XlaComputation } from './xla-computation.js';
import { XlaOp } from './xla-op.js';
import { opForm } from '../generated/kinds.js';

/** What every builder can do, beside the builder functions themselves, which are generated from their table. */
export class BuilderBase extends DisposableObject {
  /** The name of the program. */
  readonly name: string;
  readonly #core: CoreInstance;
  readonly #handle: number;
  /** What the program under construction holds; build() hands it over to the computation. */
  #ballast = new Ballast();

  /**
   * Starts a program.
   *
   * @param name - the name of the program, which its text carries
   * @throws HloomError `js.c1` before `init()` or `Client.create()` has resolved
   */
  constructor(name: string) {
    const op = 'XlaBuilder';
    if (!isText(name)) {
      throw jsError('argumentKind', `the name of a program is text, not ${describeValue(name)}`, {
        op,
        help: 'name the program, as in new XlaBuilder("axis_demo")',
      });
    }
    const core = builderInstance(op);
    const { builder } = core.call('builder.create', { name });
    super(() => {
      core.tryCall('builder.release', { builder });
    });
    this.name = name;
    this.#core = core;
    this.#handle = builder;
  }

  /**
   * Finishes a program. The builder is empty afterwards, ready for another program: the operations went into the
   * computation and cannot be used any more.
   *
   * @param root - the operation whose result is the program's; left out, the last one added
   * @returns the computation, which outlives the builder
   * @throws HloomError `js.c2` after dispose(), `js.c3` for an operation of another builder, `js.c4` for more arguments
   */
  build(root?: XlaOp): XlaComputation;
  build(...args: unknown[]): XlaComputation {
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
      const built = inWordsOf(
        op,
        () => [],
        () => core.call('builder.build', { builder: handle, ...ids }),
      );
      const ballast = this.#ballast;
      this.#ballast = new Ballast();
      return new XlaComputation(core, built, ballast);
    });
  }

  /**
   * Sets the frontend attributes that all instructions carry which are added from now on: names and values that a
   * program carries for others, and that some operations read. `_xla_send_recv_source_target_pairs` says which devices a
   * send and a recv join. An empty object ends it.
   *
   * @throws HloomError `js.c5` for what is no object of text, `js.c2` after dispose()
   *
   * @example
   * b.setFrontendAttributes({ _xla_send_recv_source_target_pairs: '{{0,1}}' });
   */
  setFrontendAttributes(attributes: Readonly<Record<string, string>>): void {
    calledNow(methodOf(BuilderBase, 'setFrontendAttributes'), () => {
      const op = 'setFrontendAttributes';
      BuilderBase.checkReceiver(this, op);
      const { core, handle } = this[internal](op);
      // A Map or an array would have no names.
      if (!isPlainObject(attributes)) {
        throw jsError('argumentKind', `attributes is ${describeArgument(attributes)}, not an object of texts`, {
          op,
          help: "give an object of names and texts, such as { _xla_send_recv_source_target_pairs: '{{0,1}}' }",
        });
      }
      const names = Object.keys(attributes);
      const values = names.map((name) => checkAttributeText(attributes[name], op, name));
      core.call('builder.set_frontend_attributes', { builder: handle, names, values });
    });
  }

  /**
   * Gives an instruction one more frontend attribute, or another value for one that it has.
   *
   * @param instruction - an operation of this builder
   * @throws HloomError `js.c5` for what is no operation or no text, `js.c3` for an operation of another builder
   */
  setInstructionFrontendAttribute(instruction: XlaOp, attribute: string, value: string): void {
    calledNow(methodOf(BuilderBase, 'setInstructionFrontendAttribute'), () => {
      const op = 'setInstructionFrontendAttribute';
      BuilderBase.checkReceiver(this, op);
      const { core, handle } = this[internal](op);
      const id = this.idOf(instruction, op, 'instruction');
      const name = checkAttributeText(attribute, op, 'attribute');
      const text = checkAttributeText(value, op, 'value');
      inWordsOf(
        op,
        () => [],
        () => core.call('builder.set_instruction_frontend_attribute', { builder: handle, op: id, name, value: text }),
      );
    });
  }

  /**
   * @internal Checks that a method is called on a builder.
   * @throws HloomError `js.c81`
   */
  static checkReceiver(receiver: unknown, method: string): asserts receiver is BuilderBase {
    checkReceiver(receiver instanceof BuilderBase, receiver, 'builder', method);
  }

  /** Gives the builder's memory back. Its computations live on; its operations cannot be used any more. */
  override dispose(): void {
    this.#ballast = new Ballast();
    super.dispose();
  }

  override toString(): string {
    return `XlaBuilder ${quoted(this.name)}${this.disposed ? ' (disposed)' : ''}`;
  }

  /**
   * @internal The id of an operation of this builder.
   * @throws HloomError `js.c5` for what is no operation, `js.c3` for another builder's
   */
  idOf(op: unknown, where: string, argument: string): number {
    if (!(op instanceof XlaOp)) {
      throw jsError('argumentKind', `${argument} is ${describeArgument(op)}, not an operation`, {
        op: where,
        help: kindHelp(opForm, op),
      });
    }
    if ((op.builder as BuilderBase) !== this) {
      throw jsError('foreignBuilder', `${argument} is an operation of the builder ${quoted(op.builder.name)}`, {
        op: where,
        operands: [op.shape.toString()],
        details: [`it was used in the builder ${quoted(this.name)}`],
      });
    }
    return op.id;
  }

  /** @internal The handle and the instance it is of. */
  [internal](op: string): { readonly core: CoreInstance; readonly handle: number; readonly ballast: Ballast } {
    if (this.disposed) {
      throw jsError('disposed', `the builder ${quoted(this.name)} was disposed`, { op });
    }
    return { core: this.#core, handle: this.#handle, ballast: this.#ballast };
  }
}

function checkAttributeText(value: unknown, op: string, what: string): string {
  if (isText(value)) return value;
  throw jsError('argumentKind', `${what} is ${describeArgument(value)}, not text`, {
    op,
    help: "the names and values of frontend attributes are text, as in HLO: '{{0,1}}'",
  });
}
