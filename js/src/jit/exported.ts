/** Functions that jax.export wrote to a file. */

import { called, calledNow, methodOf } from '../base/call-stack.js';
import { describeValue, isArray, isPlainObject, quoted } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { checkIsObject, checkKeys } from '../base/options.js';
import type { JaxExportJson, JaxTreeNodeJson } from '../base/wire.js';
import { builderInstance } from '../builder/builder-instance.js';
import { parseStableHlo } from '../builder/parse.js';
import type { XlaComputation } from '../builder/xla-computation.js';
import { Client } from '../engine/client.js';
import type { Executable } from '../engine/executable.js';
import { DeviceValue } from '../engine/values/device-value.js';
import { elementTypeFromText } from '../values/element-type.js';
import { Literal } from '../values/literal.js';
import type { NestedArray } from '../values/nested.js';
import { Shape } from '../values/shape.js';
import { s32 } from '../values/shapes.js';
import { defaultClient } from './default-client.js';
import type { JitValue } from './types.js';

/** A tree of JAX: lists and tuples are arrays, dictionaries are plain objects, and None is null. */
export type JaxTree<Value> = Value | null | readonly JaxTree<Value>[] | { readonly [name: string]: JaxTree<Value> };

/** An array that an exported function takes or returns. */
export interface JaxAval {
  /** The sizes; texts are symbolic, such as `b` or `2*b + 1`, which the arguments of a call decide. */
  readonly shape: readonly (number | string)[];
  /** The element type in NumPy's words, for example `float32`. */
  readonly dtype: string;
}

/** Options of {@link readExported}. */
export interface ReadExportedOptions {
  /** The client that compiles and runs; by default that of {@link defaultClient}. */
  readonly client?: Client;
}

/** A function of a file that `jax.export.export(jax.jit(f))(x).serialize()` wrote. */
export class ExportedFunction {
  /** @internal The name that consoles show: identifiers of the browser's bundle are short. */
  static readonly name: string = 'ExportedFunction';
  /** The name of the function in JAX. */
  readonly functionName: string;
  /** The platforms that it was exported for. Programs for other platforms than `cpu` run if they call none of its kernels. */
  readonly platforms: readonly string[];
  /** The positional arguments, as a tree of the arrays that they have. */
  readonly inputs: JaxTree<JaxAval>;
  /** The arguments by name. */
  readonly namedInputs: Readonly<Record<string, JaxTree<JaxAval>>>;
  /** The result, as a tree of arrays. */
  readonly outputs: JaxTree<JaxAval>;
  readonly #bytes: Uint8Array;
  readonly #file: JaxExportJson;
  readonly #client: Client | undefined;
  /** The compiled programs: one, or one for each list of sizes. */
  readonly #compiled = new Map<string, Promise<Executable>>();

  /** @internal Exported functions come from `readExported`. */
  constructor(bytes: Uint8Array, file: JaxExportJson, client: Client | undefined) {
    this.functionName = file.function_name;
    this.platforms = Object.freeze([...file.platforms]);
    const [positional, named] = argumentTrees(file.in_tree);
    const inputs = file.in_avals.map(avalOf);
    this.inputs = unflatten(file.in_tree, positional, inputs.values()) as JaxTree<JaxAval>;
    const rest = inputs.slice(leavesBelow(file.in_tree, positional));
    this.namedInputs = unflatten(file.in_tree, named, rest.values()) as Record<string, JaxTree<JaxAval>>;
    this.outputs = unflatten(file.out_tree, 0, file.out_avals.map(avalOf).values()) as JaxTree<JaxAval>;
    this.#bytes = bytes;
    this.#file = file;
    this.#client = client;
  }

  /**
   * Runs the function. A function of several devices runs on all of them.
   *
   * @param args - the positional arguments, as trees of values; after them an object with the arguments by name, if the
   * function has any
   * @returns the result, as a tree of literals
   * @throws HloomError (as a rejection) `js.c117` for arguments of another tree, type or shape, and what
   * `Client.compile` and `Executable.run` reject with
   */
  call(...args: readonly JaxTree<JitValue>[]): Promise<JaxTree<Literal>> {
    return called(methodOf(ExportedFunction, 'call'), async () => {
      const leaves = flattenArguments(this.#file, args);
      const kept = this.#file.kept_arguments.map((index) => leaves[index] as Literal | DeviceValue);
      const executable = await this.#executable(kept);
      const result = await this.#run(executable, [...this.#platformArgument(), ...kept]);
      const { length } = this.#file.out_avals;
      // One result is not a tuple.
      const parts = length === 1 ? [result] : result.elements;
      return unflatten(this.#file.out_tree, 0, parts.values()) as JaxTree<Literal>;
    });
  }

  /**
   * Reads the program, for the sizes of given arguments if it leaves sizes open.
   *
   * @param argumentShapes - the shapes of the program's parameters, which are the arrays of the arguments that the
   * function uses; before them the index of the platform, if there are several
   * @throws HloomError what `parseStableHlo` throws
   */
  toComputation(argumentShapes?: readonly (Shape | string)[]): XlaComputation {
    return calledNow(methodOf(ExportedFunction, 'toComputation'), () =>
      parseStableHlo(this.#bytes, argumentShapes === undefined ? {} : { argumentShapes }),
    );
  }

  /** Each of several devices takes the whole arguments, and returns the whole result. */
  async #run(executable: Executable, values: readonly (number | Literal | DeviceValue)[]): Promise<Literal> {
    const devices = Number(this.#file.devices);
    if (devices < 2) return executable.run(...values);
    const [first] = await executable.runReplicated(Array.from({ length: devices }, () => values));
    return first as Literal;
  }

  /** A program for several platforms takes the index of the one that it runs on: an integer of 32 or 64 bits. */
  #platformArgument(): number[] {
    return this.platforms.length < 2 ? [] : [Math.max(0, this.platforms.indexOf('cpu'))];
  }

  #executable(values: readonly (Literal | DeviceValue)[]): Promise<Executable> {
    const isOpen = this.#file.in_avals.some(({ shape }) => shape.some((size) => !/^[0-9]+$/.test(size)));
    const shapes = values.map(({ shape }) => shape.withDefaultLayout());
    const key = isOpen ? shapes.map(String).join() : '';
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const compile = async (): Promise<Executable> => {
      const client = this.#client ?? (await defaultClient());
      const platform = this.#platformArgument().map(() => s32());
      const computation = this.toComputation(isOpen ? [...platform, ...shapes] : undefined);
      try {
        return await client.compile(computation);
      } finally {
        computation.dispose();
      }
    };
    const compiling = compile();
    this.#compiled.set(key, compiling);
    // A failure is not kept.
    compiling.catch(() => this.#compiled.delete(key));
    return compiling;
  }
}

/**
 * Reads a function that JAX exported: the bytes that `jax.export.export(jax.jit(f))(x).serialize()` gives.
 *
 *     const f = readExported(await readFile('f.bin'));
 *     const y = await f.call({ w, b }, x);
 *
 * @throws HloomError `js.c1` before init(), `js.c5` for anything but bytes, `js.c22` for unknown options, `jax_export.p1` and
 * the like for other bytes
 */
export function readExported(bytes: Uint8Array, options: ReadExportedOptions = {}): ExportedFunction {
  return calledNow(readExported, () => {
    const op = 'readExported';
    const core = builderInstance(op);
    checkIsObject(options, 'write { client }', op);
    checkKeys(options, ['client'], 'option', op);
    const { client } = options as ReadExportedOptions;
    if (client !== undefined && !(client instanceof Client)) {
      throw jsError('options', `client is ${describeValue(client)}`, { op, help: 'pass await Client.create()' });
    }
    if (!ArrayBuffer.isView(bytes) || !(bytes instanceof Uint8Array)) {
      throw jsError('argumentKind', `the file is ${describeValue(bytes)}, not a Uint8Array`, {
        op,
        help: 'pass the bytes of the file: await readFile(name), or new Uint8Array(await response.arrayBuffer())',
      });
    }
    const copy = bytes.slice();
    const buffer = core.copyIn(copy);
    try {
      return new ExportedFunction(copy, core.call('jax_export.describe', { buffer }), client);
    } finally {
      core.release(buffer);
    }
  });
}

/** The nodes of the positional arguments and of those by name: JAX's tree is (args, kwargs). */
function argumentTrees(tree: readonly JaxTreeNodeJson[]): [positional: number, named: number] {
  const [positional = 0, named = 0] = tree[0]?.children ?? [];
  return [positional, named];
}

function leavesBelow(tree: readonly JaxTreeNodeJson[], index: number): number {
  const { kind, children = [] } = tree[index] as JaxTreeNodeJson;
  return kind === 'leaf' ? 1 : children.reduce((sum, child) => sum + leavesBelow(tree, child), 0);
}

function avalOf({ shape, dtype }: JaxExportJson['in_avals'][number]): JaxAval {
  return { shape: shape.map((size) => (/^[0-9]+$/.test(size) ? Number(size) : size)), dtype };
}

/** Puts the leaves of a tree together. */
function unflatten(tree: readonly JaxTreeNodeJson[], index: number, leaves: Iterator<unknown>): unknown {
  const { kind, children = [], names = [] } = tree[index] as JaxTreeNodeJson;
  if (kind === 'leaf') return leaves.next().value;
  if (kind === 'none') return null;
  const entries = children.map((child) => unflatten(tree, child, leaves));
  return kind === 'dict' ? Object.fromEntries(names.map((name, i) => [name, entries[i]])) : entries;
}

/** The leaves of the arguments of a call, in JAX's order. */
function flattenArguments(file: JaxExportJson, args: readonly unknown[]): (Literal | DeviceValue)[] {
  const tree = file.in_tree;
  const [positional, named] = argumentTrees(tree);
  const leaves: (Literal | DeviceValue)[] = [];
  const refuse = (path: string, problem: string, help: string): never => {
    throw jsError('exportedArgument', `${path} is ${problem}`, { op: file.function_name, help });
  };
  const visit = (index: number, value: unknown, path: string): void => {
    const { kind, children = [], names = [] } = tree[index] as JaxTreeNodeJson;
    if (kind === 'leaf') {
      leaves.push(leafOf(value, file.in_avals[leaves.length] as JaxExportJson['in_avals'][number], path, refuse));
    } else if (kind === 'none') {
      if (value !== null && value !== undefined) refuse(path, describeValue(value), 'it is None in JAX: pass null');
    } else if (kind === 'dict') {
      if (!isPlainObject(value)) return refuse(path, describeValue(value), `pass an object with ${names.join(', ')}`);
      const other = Object.keys(value).find((name) => !names.includes(name));
      if (other !== undefined) refuse(`${path}.${other}`, 'unknown', `the names are ${names.join(', ')}`);
      names.forEach((name, i) => {
        visit(children[i] as number, value[name], `${path}[${quoted(name)}]`);
      });
    } else {
      const length = children.length;
      if (!isArray(value) || value.length !== length) {
        return refuse(path, describeValue(value), `pass an array of ${length}: a tuple or a list in JAX`);
      }
      children.forEach((child, i) => {
        visit(child, value[i], `${path}[${i}]`);
      });
    }
  };
  const byName = (tree[named] as JaxTreeNodeJson).children ?? [];
  const expected = (tree[positional] as JaxTreeNodeJson).children ?? [];
  const given = args.length;
  const wanted = expected.length + (byName.length > 0 ? 1 : 0);
  if (given !== wanted) {
    throw jsError('exportedArgument', `it takes ${wanted} arguments, not ${given}`, {
      op: file.function_name,
      help: byName.length > 0 ? 'the last one is an object with the arguments by name' : 'pass each of them',
    });
  }
  expected.forEach((child, i) => {
    visit(child, args[i], `arguments[${i}]`);
  });
  if (byName.length > 0) visit(named, args.at(-1), `arguments[${expected.length}]`);
  return leaves;
}

/** A value for a leaf. */
function leafOf(
  value: unknown,
  { shape, dtype, element_type: text }: JaxExportJson['in_avals'][number],
  path: string,
  refuse: (path: string, problem: string, help: string) => never,
): Literal | DeviceValue {
  const type = text === undefined ? undefined : elementTypeFromText(text);
  if (type === undefined) return refuse(path, `of the type ${dtype}`, 'hloom has no such values');
  if (value === undefined) return refuse(path, 'missing', `pass ${dtype}[${shape.join(',')}]`);
  const made =
    value instanceof Literal || value instanceof DeviceValue ? value : Literal.from(value as NestedArray, type);
  const { type: given, dimensions } = made.shape;
  const isOpen = (size: string): boolean => !/^[0-9]+$/.test(size);
  const fits =
    given === type &&
    dimensions.length === shape.length &&
    shape.every((size, i) => isOpen(size) || Number(size) === dimensions[i]);
  if (!fits) refuse(path, made.shape.toString(), `pass ${text ?? dtype}[${shape.join(',')}]`);
  return made;
}
