import { called, calledNow, type Called } from '../base/call-stack.js';
import { describeValue, isArray } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { internal } from '../base/internal.js';
import { checkIsObject, checkKeys } from '../base/options.js';
import { isTypedArray } from '../base/typed-array.js';
import { unawaited } from '../base/unawaited.js';
import { init } from '../builder/builder-instance.js';
import { recordingBuilder } from '../builder/current-builder.js';
import type { XlaComputation } from '../builder/xla-computation.js';
import { XlaOp } from '../builder/xla-op.js';
import { Client } from '../engine/client.js';
import { Executable } from '../engine/executable.js';
import type { AnyRunOptions } from '../engine/run/options.js';
import { DeviceValue } from '../engine/values/device-value.js';
import type { TypedArray } from '../values/element-type.js';
import { Literal } from '../values/literal.js';
import type { Shape } from '../values/shape.js';
import { defaultClient, defaultClientNow } from './default-client.js';
import { flattenArguments, type Positions, type Signature } from './signature.js';
import { callTraced, ThrownInTrace, trace, type Traced } from './trace.js';
import { leaf, unflattenTree } from './tree.js';
import type { JitArguments, JitResult, JitValue } from './types.js';

/** Options of {@link jit}. */
export interface JitOptions {
  /**
   * The positions of arguments, from 0, that are not traced: the function gets them as they are, and is traced for each
   * of their values. They are compared as JSON, functions by identity.
   */
  readonly static?: readonly number[];
  /**
   * The positions of arguments that a call may overwrite: their leaves on the engine are given up, and the program can
   * compute in place.
   */
  readonly donate?: readonly number[];
  /** If true, the results stay on the engine, as values of the type {@link DeviceValue}. */
  readonly keep?: boolean;
  /** The client that compiles and runs; by default that of {@link defaultClient}. */
  readonly client?: Client;
}

/** A program that {@link JitFunction.lower} traced. */
export interface Lowered<A extends readonly unknown[], R, Value> {
  /** The program: a parameter for each leaf of the arguments, which gives the result or a tuple of its leaves. */
  readonly computation: XlaComputation;
  /** The program as HLO text. */
  toHloText(): string;
  /** The program as StableHLO text. */
  toStableHloText(): string;
  /** Compiles it, for arguments of this tree, these types and shapes. */
  compile(): Promise<CompiledFunction<A, R, Value>>;
}

/** A function that {@link Lowered.compile} compiled. */
export interface CompiledFunction<A extends readonly unknown[], R, Value> {
  /** @throws HloomError (as a rejection) `js.c102` for arguments of another tree, type or shape */
  (...args: JitArguments<A>): Promise<JitResult<R, Value>>;
  /** The compiled program, whose arguments are the leaves. */
  readonly executable: Executable;
}

/** A function that {@link jit} made. */
export interface JitFunction<A extends readonly unknown[], R, Value> {
  /**
   * Runs the function on values.
   *
   * @throws HloomError (as a rejection) `js.c101`, `js.c9` and `js.c22` for arguments that are not such trees, `js.c100`
   * for a function that returns no tree of operations, and what {@link Client.compile} and {@link Executable.run}
   * reject with
   */
  (...args: JitArguments<A>): Promise<JitResult<R, Value>>;
  /** In a function that is being traced: records a call of it, and returns operations. */
  (...args: A): JitResult<R, XlaOp>;
  /**
   * Traces the function for the shapes of arguments, and does not run it.
   *
   * @param args - as for a call; a shape stands for any value that has it
   */
  lower(...args: JitArguments<A, JitValue | Shape>): Promise<Lowered<A, R, Value>>;
  /** The number of signatures that are kept: at most 64. */
  readonly cacheSize: number;
  /** Forgets all signatures, and frees their programs. */
  clear(): void;
}

// A parameter without a type must be usable as an operation, an array and an object of operations.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Parameters = any[];

/** The maximum number of signatures that a function keeps. */
const mostSignatures = 64;

/**
 * Makes a function on operations run on data.
 *
 *     const predict = jit((params, x) => nn.softmax(np.add(np.matmul(x, params.w), params.b)));
 *     const y = await predict({ w, b }, x);
 *
 * The first call with a signature, the trees of the arguments with their types and shapes and the values of static
 * arguments, traces the function: it is called with operations in the place of the leaves, which records a program. That
 * is compiled once; later calls with the signature only run it. The layouts of arguments do not matter.
 *
 * Arguments and results are trees: any nesting of arrays and plain objects, the members of objects in the order of their
 * sorted names. Leaves are literals, values on the engine, typed arrays (of rank 1), numbers (F32), booleans (PRED) and
 * bigints (S64). In arguments, an array of only numbers, regularly nested, is one leaf of the type F32; `[]` is an empty
 * tree, and an array with anything else in it is a level of the tree. jax.jit differs: there, lists are always levels.
 *
 * @param f - a function that takes operations, records others, and returns a tree of operations. Numbers and literals in
 * its result become constants
 * @throws HloomError `js.c5` for anything but a function, `js.c22` for invalid options
 */
export function jit<A extends Parameters, const R>(
  f: (...args: A) => R,
  options?: JitOptions & { readonly keep?: false },
): JitFunction<A, R, Literal>;
export function jit<A extends Parameters, const R>(
  f: (...args: A) => R,
  options: JitOptions & { readonly keep: true },
): JitFunction<A, R, DeviceValue>;
export function jit<A extends Parameters, const R>(
  f: (...args: A) => R,
  options?: JitOptions,
): JitFunction<A, R, Literal | DeviceValue>;
export function jit(f: unknown, options: unknown = {}): unknown {
  const jitted = calledNow(jit, () => new Jitted(...checkedArguments(f, options)));
  const call = (...args: unknown[]): unknown => jitted.call(args, call);
  Object.defineProperties(call, {
    name: { value: jitted.name },
    lower: { value: (...args: unknown[]) => jitted.lower(args) },
    cacheSize: { get: () => jitted.size },
    clear: {
      value: () => {
        jitted.clear();
      },
    },
  });
  return call;
}

type Traceable = (...args: never[]) => unknown;

interface CheckedOptions extends Positions {
  readonly keep: boolean;
  readonly client: Client | undefined;
}

/** A signature of a function, and what was made for it so far. */
class Entry {
  readonly signature: Signature;
  readonly runOptions: AnyRunOptions | undefined;
  traced: Traced | undefined;
  /** The compiled program and its client, once there is one. */
  compiled: { readonly executable: Executable; readonly client: Client } | undefined;
  compiling: Promise<Executable> | undefined;
  /** The number of calls that wait for the compiled program. */
  waiting = 0;
  /** True if the function keeps it no longer. */
  #dropped = false;

  constructor(signature: Signature, { keep, donate }: CheckedOptions) {
    this.signature = signature;
    const leaves = signature.leavesOf(donate);
    const options = { ...(keep ? { keep } : {}), ...(leaves.length === 0 ? {} : { donate: leaves }) };
    this.runOptions = Object.keys(options).length === 0 ? undefined : options;
  }

  /** The tree of a result. */
  readonly treeOf = (result: Literal | DeviceValue): unknown => {
    const { form } = this.traced as Traced;
    if (form === leaf) return result;
    let next = 0;
    const { elements } = result;
    return unflattenTree(form, () => elements[next++]);
  };

  /** Frees the programs, once no call waits for them. */
  drop(): void {
    this.#dropped = true;
    this.letGo();
  }

  letGo(): void {
    if (!this.#dropped || this.waiting > 0) return;
    this.compiled?.executable.dispose();
    this.traced?.computation.dispose();
  }
}

/** A function with the programs of its signatures. */
class Jitted {
  readonly name: string;
  readonly #f: Traceable;
  readonly #options: CheckedOptions;
  /** By the text of the signature; the one that was used last comes last. */
  readonly #entries = new Map<string, Entry>();
  /** The entry of the last call, which the next call is likely to need. */
  #last: Entry | undefined;

  constructor(f: Traceable, options: CheckedOptions) {
    this.#f = f;
    this.#options = options;
    this.name = f.name === '' ? 'jit' : f.name;
  }

  get size(): number {
    return this.#entries.size;
  }

  clear(): void {
    for (const entry of this.#entries.values()) entry.drop();
    this.#entries.clear();
    this.#last = undefined;
  }

  call(args: readonly unknown[], method: Called): unknown {
    const last = this.#last;
    const builder = recordingBuilder();
    if (last?.compiled !== undefined && builder === undefined && this.#isCurrent(last.compiled.client)) {
      const leaves = last.signature.match(args);
      if (leaves !== undefined) return called(method, () => this.#run(last, leaves));
    }
    if (builder !== undefined) return calledNow(method, () => this.#record(args, builder));
    let flat;
    try {
      flat = flattenArguments(args, this.#options, this.name);
    } catch (thrown) {
      return called(method, () => Promise.reject(thrown as Error));
    }
    const operation = flat.leaves.find((value) => value instanceof XlaOp);
    if (operation !== undefined) return calledNow(method, () => this.#record(args, operation.builder));
    const entry = this.#entryOf(flat.signature);
    if (entry.compiled !== undefined && this.#isCurrent(entry.compiled.client)) {
      return called(method, () => this.#run(entry, flat.leaves));
    }
    // The caller may change its arrays before the program is there.
    const leaves = flat.leaves.map(copied);
    return unawaited(called(method, () => this.#runLater(entry, leaves)).catch(unwrapped));
  }

  async lower(args: readonly unknown[]): Promise<unknown> {
    const { signature, leaves } = flattenArguments(args, this.#options, this.name, { shapes: true });
    if (leaves.some((value) => value instanceof XlaOp)) {
      throw jsError('jitArgument', 'an operation was given', { op: 'lower', help: 'pass its shape: x.shape' });
    }
    await init();
    const entry = new Entry(signature, this.#options);
    try {
      entry.traced = trace(this.#f, signature, this.name);
    } catch (thrown) {
      return unwrapped(thrown);
    }
    const { computation } = entry.traced;
    return {
      computation,
      toHloText: () => computation.toHloText(),
      toStableHloText: () => computation.toStableHloText(),
      compile: () => this.#compiledFunction(entry, computation),
    };
  }

  async #compiledFunction(entry: Entry, computation: XlaComputation): Promise<unknown> {
    const client = this.#options.client ?? (await defaultClient());
    const executable = await client.compile(computation);
    entry.compiled = { executable, client };
    const call = (...args: unknown[]): Promise<unknown> =>
      called(call, () => this.#run(entry, entry.signature.match(args) ?? this.#leavesFor(entry.signature, args)));
    return Object.defineProperties(call, { name: { value: this.name }, executable: { value: executable } });
  }

  /** @throws HloomError `js.c102` if the arguments have another signature */
  #leavesFor(wanted: Signature, args: readonly unknown[]): readonly unknown[] {
    const { signature, leaves } = flattenArguments(args, { static: this.#options.static, donate: [] }, this.name);
    if (signature.text === wanted.text) return leaves;
    throw jsError('jitSignature', `it was compiled for ${wanted.text}`, {
      op: this.name,
      details: [`it was called with ${signature.text}`],
    });
  }

  /** True if the function runs on this client. */
  #isCurrent(client: Client): boolean {
    return client === (this.#options.client ?? defaultClientNow());
  }

  #entryOf(signature: Signature): Entry {
    const { text } = signature;
    let entry = this.#entries.get(text);
    if (entry === undefined) entry = new Entry(signature, this.#options);
    else this.#entries.delete(text);
    this.#entries.set(text, entry);
    this.#last = entry;
    for (const [oldest, dropped] of this.#entries) {
      if (this.#entries.size <= mostSignatures) break;
      this.#entries.delete(oldest);
      dropped.drop();
    }
    return entry;
  }

  #forget(entry: Entry): void {
    if (this.#entries.get(entry.signature.text) === entry) this.#entries.delete(entry.signature.text);
    if (this.#last === entry) this.#last = undefined;
    entry.drop();
  }

  /** Runs the compiled program; returns the tree of results, or a promise if the run is not done at once. */
  #run(entry: Entry, leaves: readonly unknown[]): unknown {
    const { executable } = entry.compiled as { readonly executable: Executable };
    const gave = Executable[internal](executable, {
      op: this.name,
      args: leaves,
      options: entry.runOptions,
      started: 0,
    });
    return gave instanceof Promise ? gave.then(entry.treeOf) : entry.treeOf(gave);
  }

  async #runLater(entry: Entry, leaves: readonly unknown[]): Promise<unknown> {
    entry.waiting += 1;
    try {
      entry.compiling ??= this.#compile(entry).finally(() => {
        entry.compiling = undefined;
      });
      await entry.compiling;
      return this.#run(entry, leaves);
    } finally {
      entry.waiting -= 1;
      entry.letGo();
    }
  }

  async #compile(entry: Entry): Promise<Executable> {
    try {
      const client = this.#options.client ?? (await defaultClient());
      entry.traced ??= trace(this.#f, entry.signature, this.name);
      const executable = await client.compile(entry.traced.computation);
      entry.compiled?.executable.dispose();
      entry.compiled = { executable, client };
      return executable;
    } catch (thrown) {
      // Another call tries again.
      this.#forget(entry);
      throw thrown;
    }
  }

  /** Records a call of the function in a program. */
  #record(args: readonly unknown[], builder: XlaOp['builder']): unknown {
    const { signature, leaves } = flattenArguments(args, this.#options, this.name);
    const onEngine = leaves.findIndex((value) => value instanceof DeviceValue);
    if (onEngine >= 0) {
      throw jsError('jitArgument', `${signature.paths[onEngine] as string} is a value on an engine`, {
        op: this.name,
        help: 'a function that is being traced cannot read it: pass it to the outermost function, as an argument',
      });
    }
    const entry = this.#entryOf(signature);
    try {
      entry.traced ??= trace(this.#f, signature, this.name);
    } catch (thrown) {
      this.#forget(entry);
      return unwrapped(thrown);
    }
    return callTraced(entry.traced, leaves, builder);
  }
}

/** Throws what a function threw while it was traced, or the error itself. */
function unwrapped(thrown: unknown): never {
  throw thrown instanceof ThrownInTrace ? thrown.thrown : thrown;
}

function copied(value: unknown): unknown {
  if (value instanceof Literal) return Literal.from(value);
  return isTypedArray(value) ? (value as TypedArray).slice() : value;
}

function checkedArguments(f: unknown, options: unknown): [Traceable, CheckedOptions] {
  const op = 'jit';
  if (typeof f !== 'function') {
    throw jsError('argumentKind', `the first argument is ${describeValue(f)}, not a function`, {
      op,
      help: 'pass a function that takes operations and returns operations: jit((x, y) => np.add(x, y))',
    });
  }
  checkIsObject(options, 'use { static, donate, keep, client }', op);
  checkKeys(options, ['static', 'donate', 'keep', 'client'], 'option', op);
  const { static: fixed = [], donate = [], keep = false, client } = options as JitOptions;
  checkPositionList('static', fixed);
  checkPositionList('donate', donate);
  const both = fixed.find((position) => donate.includes(position));
  if (both !== undefined) {
    throw jsError('options', `argument ${both} is static and donated`, {
      op,
      help: 'a static argument has no memory on the engine to donate: name the position in one of the two options',
    });
  }
  if (typeof keep !== 'boolean') {
    throw jsError('options', `keep is ${describeValue(keep)}`, { op, help: 'use true or false' });
  }
  if (client !== undefined && !(client instanceof Client)) {
    throw jsError('options', `client is ${describeValue(client)}`, { op, help: 'use what await Client.create() gave' });
  }
  return [f as Traceable, { static: [...fixed], donate: [...donate], keep, client }];
}

function checkPositionList(name: string, positions: unknown): void {
  const isPosition = (position: unknown): boolean => Number.isInteger(position) && (position as number) >= 0;
  if (isArray(positions) && positions.every(isPosition)) return;
  const wrong = isArray(positions) ? positions.find((position) => !isPosition(position)) : undefined;
  throw jsError('options', `${name} ${wrong === undefined ? 'is' : 'names'} ${describeValue(wrong ?? positions)}`, {
    op: 'jit',
    help: `use the positions of arguments in an array, which count from 0: { ${name}: [1] }`,
  });
}
