import { BuilderBase } from './builder-base.js';
import { calledNow, methodOf } from '../base/call-stack.js';
import { checkedOptions } from '../base/checked-options.js';
import { describeArgument } from './builder-help.js';
import { isArray, isPlainObject, isText, quoted } from '../base/describe.js';
import { inWordsOf } from './error-names.js';
import { jsError } from '../base/errors.js';
import type { CoreInstance } from '../instance/core-instance.js';
import { internal } from '../base/internal.js';
import { suggestion } from '../base/suggest.js';
import type { CoreMethods } from '../base/wire.js';
import { XlaComputation } from './xla-computation.js';
import type { XlaOp } from './xla-op.js';

/** The origin of an instruction: a line of the user's program, and the operation there. */
export interface OpMetadata {
  /** The kind of operation in the program, such as `add`. */
  readonly opType?: string | undefined;
  /** The name of the operation, such as `jit(f)/add`. */
  readonly opName?: string | undefined;
  readonly sourceFile?: string | undefined;
  readonly sourceLine?: number | undefined;
  readonly sourceEndLine?: number | undefined;
  readonly sourceColumn?: number | undefined;
  readonly sourceEndColumn?: number | undefined;
}

/** An array of a parameter. */
export interface BufferDonor {
  readonly parameterNumber: number;
  /** The array in a tuple: `[1, 0]` is element 0 of element 1. `[]`, the default, is a parameter that is an array. */
  readonly parameterIndex?: readonly number[] | undefined;
}

/** An array of the result that may share its buffer with one of a parameter. */
export interface InputOutputAlias extends BufferDonor {
  /** The array in the result; `[]`, the default, is a result that is an array. */
  readonly outputIndex?: readonly number[] | undefined;
  /** `may-alias`, the default, lets the back end decide; `must-alias` requires it. */
  readonly kind?: 'may-alias' | 'must-alias' | undefined;
}

/** The possible types of a field of an object. */
type FieldType = 'text' | 'number' | 'index' | readonly string[];

const metadataFields = {
  opType: 'text',
  opName: 'text',
  sourceFile: 'text',
  sourceLine: 'number',
  sourceEndLine: 'number',
  sourceColumn: 'number',
  sourceEndColumn: 'number',
} as const;
const metadataExample = "{ opName: 'layer 1', sourceFile: 'model.js', sourceLine: 7 }";

const donorFields = { parameterNumber: 'number', parameterIndex: 'index' } as const;
const donorExample = '{ parameterNumber: 0, parameterIndex: [] }';

const aliasFields = { outputIndex: 'index', ...donorFields, kind: ['may-alias', 'must-alias'] } as const;
const aliasExample = "{ outputIndex: [], parameterNumber: 0, parameterIndex: [], kind: 'may-alias' }";

/**
 * The state of a builder other than its operations: properties that instructions carry, properties of the program, and
 * constness.
 */
export class BuilderState extends BuilderBase {
  /**
   * Sets the frontend attributes of all instructions that you add from now on: names and values that a program carries
   * for other tools, and that some operations read. `_xla_send_recv_source_target_pairs` lists the devices that a send
   * and a recv join. An empty object ends it.
   *
   * @throws HloomError `js.c5` for anything but an object of text, `js.c2` after dispose()
   *
   * @example
   * b.setFrontendAttributes({ _xla_send_recv_source_target_pairs: '{{0,1}}' });
   */
  setFrontendAttributes(attributes: Readonly<Record<string, string>>): void {
    act(this, 'setFrontendAttributes', (ask, builder, op) => {
      // A Map or an array would have no names.
      if (!isPlainObject(attributes)) {
        throw jsError('argumentKind', `attributes is ${describeArgument(attributes)}, not an object of texts`, {
          op,
          help: "give an object of names and texts, such as { _xla_send_recv_source_target_pairs: '{{0,1}}' }",
        });
      }
      const names = Object.keys(attributes);
      const values = names.map((name) => checkAttributeText(attributes[name], op, name));
      ask('builder.set_frontend_attributes', { builder, names, values });
    });
  }

  /**
   * Adds a frontend attribute to an instruction, or changes its value.
   *
   * @param instruction - an operation of this builder
   * @throws HloomError `js.c5` for anything but an operation and text, `js.c3` for an operation of another builder
   */
  setInstructionFrontendAttribute(instruction: XlaOp, attribute: string, value: string): void {
    act(this, 'setInstructionFrontendAttribute', (ask, builder, op) => {
      const id = this.idOf(instruction, op, 'instruction');
      const name = checkAttributeText(attribute, op, 'attribute');
      const text = checkAttributeText(value, op, 'value');
      ask('builder.set_instruction_frontend_attribute', { builder, op: id, name, value: text });
    });
  }

  /**
   * Sets the sharding of all instructions that you add from now on: how devices share a value. The program carries it
   * for back ends and partitioners; it changes no result. A tuple carries it for each of its arrays. Constants from
   * number operands have no sharding.
   *
   * @param sharding - in the form of HLO text: `{replicated}`, `{maximal device=0}`, `{devices=[2,1]<=[2]}`,
   * `{mesh['x'=2], [{'x'}, {}]}`
   * @throws HloomError `js.c5` for anything but text, `text.p1` and the like for anything but a sharding, `sharding.c2`
   * and the like for one that contradicts itself. An operation to whose shape it does not fit is refused by
   * `sharding.c1` or `sharding.c3`.
   *
   * @example
   * b.setSharding('{devices=[2,1]<=[2]}');
   * const y = b.add(x, x);
   * b.clearSharding();
   */
  setSharding(sharding: string): void {
    act(this, 'setSharding', (ask, builder, op) => {
      ask('builder.set_sharding', { builder, sharding: checkSharding(sharding, op) });
    });
  }

  /** Ends the effect of {@link BuilderState.setSharding}. */
  clearSharding(): void {
    act(this, 'clearSharding', (ask, builder) => ask('builder.set_sharding', { builder, sharding: null }));
  }

  /**
   * Changes the sharding of an instruction; `undefined` removes it.
   *
   * @param instruction - an operation of this builder
   * @throws HloomError what {@link BuilderState.setSharding} throws, and `js.c3` for an operation of another builder
   */
  setInstructionSharding(instruction: XlaOp, sharding: string | undefined): void {
    act(this, 'setInstructionSharding', (ask, builder, op) => {
      const id = this.idOf(instruction, op, 'instruction');
      const text = sharding === undefined ? null : checkSharding(sharding, op);
      ask('builder.set_instruction_sharding', { builder, op: id, sharding: text });
    });
  }

  /**
   * Sets the metadata of all instructions that you add from now on: the line of a program that they come from.
   *
   * @throws HloomError `js.c5` for anything but an object of such fields
   *
   * @example
   * b.setOpMetadata({ opName: 'layer 1', sourceFile: 'model.js', sourceLine: 7 });
   */
  setOpMetadata(metadata: OpMetadata): void {
    act(this, 'setOpMetadata', (ask, builder, op) => {
      ask('builder.set_op_metadata', { builder, metadata: checkMetadata(metadata, op), once: false });
    });
  }

  /** Ends the effect of {@link BuilderState.setOpMetadata}. */
  clearOpMetadata(): void {
    act(this, 'clearOpMetadata', (ask, builder) =>
      ask('builder.set_op_metadata', { builder, metadata: {}, once: false }),
    );
  }

  /**
   * Sets the metadata of only the next instruction, instead of the metadata for all. This is usually the first
   * instruction that the next function adds; constants from number operands do not count.
   *
   * @throws HloomError `js.c5` for anything but an object of such fields
   */
  setOneShotOpMetadata(metadata: OpMetadata): void {
    act(this, 'setOneShotOpMetadata', (ask, builder, op) => {
      ask('builder.set_op_metadata', { builder, metadata: checkMetadata(metadata, op), once: true });
    });
  }

  /**
   * Lets an array of the result share its buffer with one of a parameter. The program carries this for back ends,
   * `input_output_alias` in its first line. In hloom a run reuses an argument's memory only if it is donated with
   * `donate`. `build()` checks the indices, and then drops them with the operations.
   *
   * @throws HloomError `js.c5` for anything but an object of such fields; `build()` throws `config.c2`, `config.c3`,
   * `config.c4` and `config.c7`
   *
   * @example
   * b.setUpAlias({ outputIndex: [0], parameterNumber: 1, kind: 'must-alias' });
   */
  setUpAlias(alias: InputOutputAlias): void {
    act(this, 'setUpAlias', (ask, builder, op) => {
      const given = checkFields(alias, aliasFields, 'alias', aliasExample, op);
      const { outputIndex = [], kind } = given;
      const place = parameterPlace(given, 'alias', aliasExample, op);
      ask('builder.set_up_alias', {
        builder,
        output_index: outputIndex as number[],
        ...place,
        must_alias: kind === 'must-alias',
      });
    });
  }

  /**
   * Lets any array of the result use the buffer of a parameter's array: `buffer_donor` in the first line of the
   * program, which carries it for back ends as {@link BuilderState.setUpAlias} does. Adding the same array twice has no
   * further effect.
   *
   * @throws HloomError `js.c5` for anything but an object of such fields; `build()` throws `config.c2` and `config.c4`
   */
  addBufferDonor(donor: BufferDonor): void {
    act(this, 'addBufferDonor', (ask, builder, op) => {
      const given = checkFields(donor, donorFields, 'donor', donorExample, op);
      ask('builder.add_buffer_donor', { builder, ...parameterPlace(given, 'donor', donorExample, op) });
    });
  }

  /**
   * Returns whether a value is constant: it does not depend on a parameter, or on an operation that may return another
   * value in another run or on another device, such as `rngNormal`, `infeed`, `allReduce` or `customCall`, including
   * those in called computations. (XLA's own builder does not look into computations: values of `call`, `while` and
   * `scatter` are not constant there.) The size of a dimension is constant; a dynamic one counts with its bound.
   *
   * @throws HloomError `js.c5` for anything but an operation, `js.c3` for an operation of another builder
   */
  isConstant(operand: XlaOp): boolean {
    return act(this, 'isConstant', (ask, builder, op) => {
      const id = this.idOf(operand, op, 'operand');
      return ask('builder.is_constant', { builder, op: id }).constant;
    });
  }

  /**
   * Makes a computation without parameters that returns a constant value, from copies of the operations that it needs.
   * The builder does not change.
   *
   * @param options.dynamicDimensionIsMinusOne - whether the size of a dynamic dimension is -1 instead of its bound
   * @throws HloomError `builder.c5` for a value that is not constant, `js.c3` for an operation of another builder
   *
   * @example
   * const sizes = await client.compile(b.buildConstantSubGraph(b.mul(b.constant([2, 3]), 2)));
   */
  buildConstantSubGraph(
    root: XlaOp,
    options: { readonly dynamicDimensionIsMinusOne?: boolean | undefined } = {},
  ): XlaComputation {
    return act(this, 'buildConstantSubGraph', (ask, builder, op, core) => {
      const id = this.idOf(root, op, 'root');
      const { dynamicDimensionIsMinusOne = false } = checkedOptions(
        options,
        { dynamicDimensionIsMinusOne: 'boolean' },
        op,
      );
      const call = { builder, op: id, dynamic_dimension_is_minus_one: dynamicDimensionIsMinusOne };
      return new XlaComputation(core, ask('builder.build_constant_sub_graph', call));
    });
  }
}

type Ask = <M extends keyof CoreMethods>(method: M, args: CoreMethods[M]['arguments']) => CoreMethods[M]['result'];

/** Runs the body of a method; `ask` calls the core, and `handle` is its builder. */
function act<T>(
  builder: BuilderState,
  method: keyof BuilderState & string,
  action: (ask: Ask, handle: number, op: string, core: CoreInstance) => T,
): T {
  return calledNow(methodOf(BuilderState, method), () => {
    BuilderBase.checkReceiver(builder, method);
    const { core, handle } = builder[internal](method);
    const ask: Ask = (name, args) => inWordsOf(method, () => core.call(name, args));
    return action(ask, handle, method, core);
  });
}

function checkAttributeText(value: unknown, op: string, what: string): string {
  if (isText(value)) return value;
  throw jsError('argumentKind', `${what} is ${describeArgument(value)}, not text`, {
    op,
    help: "the names and values of frontend attributes are text, as in HLO: '{{0,1}}'",
  });
}

function checkSharding(value: unknown, op: string): string {
  if (isText(value)) return value;
  throw jsError('argumentKind', `sharding is ${describeArgument(value)}, not text`, {
    op,
    help: "write the sharding as HLO text has it, such as '{replicated}' or '{devices=[2,1]<=[2]}'",
  });
}

function checkMetadata(metadata: unknown, op: string): Record<string, unknown> {
  const given = checkFields(metadata, metadataFields, 'metadata', metadataExample, op);
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [snakeCase(name), value]));
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function parameterPlace(
  { parameterNumber, parameterIndex = [] }: Readonly<Record<string, unknown>>,
  what: string,
  example: string,
  op: string,
): { parameter_number: number; parameter_index: number[] } {
  if (parameterNumber === undefined) {
    throw jsError('argumentKind', `${what}.parameterNumber is missing`, { op, help: `give ${example}` });
  }
  return { parameter_number: parameterNumber as number, parameter_index: parameterIndex as number[] };
}

/** The fields of an object, without undefined ones. */
function checkFields(
  value: unknown,
  types: Readonly<Record<string, FieldType>>,
  what: string,
  example: string,
  op: string,
): Record<string, unknown> {
  const help = `give an object such as ${example}`;
  const refuse = (problem: string, fix = help): Error => jsError('argumentKind', problem, { op, help: fix });
  if (!isPlainObject(value)) throw refuse(`${what} is ${describeArgument(value)}, not an object`);
  const names = Object.keys(types);
  const fields: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(value)) {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    if (type === undefined) {
      const others = suggestion(name, names, `the fields are ${names.join(', ')}`);
      throw refuse(`${what} has no field ${quoted(name)}`, others);
    }
    if (entry === undefined) continue;
    if (!isOfType(entry, type)) {
      throw refuse(`${what}.${name} is ${describeArgument(entry)}, not ${typeText(type)}`);
    }
    fields[name] = entry;
  }
  return fields;
}

function isOfType(value: unknown, type: FieldType): boolean {
  if (type === 'text') return isText(value);
  if (type === 'number') return isCount(value);
  if (type === 'index') return isArray(value) && Array.from<unknown>(value).every(isCount);
  return typeof value === 'string' && type.includes(value);
}

/** Returns whether a value is a whole number from 0 that 32 bits hold. */
function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;
}

function typeText(type: FieldType): string {
  if (type === 'text') return 'text';
  if (type === 'number') return 'a whole number from 0';
  if (type === 'index') return 'an array of whole numbers from 0';
  return `one of ${type.join(', ')}`;
}
