/**
 * The names of builder functions in other libraries: `b.subtract` is `b.sub` here. Calling such a name throws an
 * HloomError with the right name, instead of JavaScript's error that it is not a function.
 *
 * The names are methods that are not enumerable, and not a Proxy around the builder: code that inspects a builder, such
 * as `await`, `console.log` and Jest's matchers, finds only its real properties. The declarations omit them, so that
 * TypeScript refuses them by itself.
 */

import { atCaller } from '../base/call-stack.js';
import { DisposableObject } from '../base/disposable.js';
import { jsError } from '../base/errors.js';
import { internal } from '../base/internal.js';
import { addManyMethods } from '../base/many-properties.js';
import { recordingBuilder } from './current-builder.js';
import type { CoreInstance } from '../instance/core-instance.js';
import type { ElementType } from '../values/element-type.js';

/** Methods that users call on a client, an executable or a computation, but that belong to another of these classes. */
const runNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  client: {
    execute: 'const executable = await client.compile(computation), then await executable.run(...)',
    run: 'const executable = await client.compile(computation), then await executable.run(...)',
  },
  computation: {
    compile: 'await client.compile(computation)',
    execute: 'const executable = await client.compile(computation), then await executable.run(...)',
    run: 'const executable = await client.compile(computation), then await executable.run(...)',
  },
  'value on an engine': {
    array: 'const literal = await value.toLiteral(), then literal.toArray()',
    arraySync: 'const literal = await value.toLiteral(), then literal.toArray()',
    data: 'const literal = await value.toLiteral(), then literal.data',
    dataSync: 'const literal = await value.toLiteral(), then literal.data',
    item: 'const literal = await value.toLiteral(), then literal.item()',
    numpy: 'const literal = await value.toLiteral(), then literal.data',
    toArray: 'const literal = await value.toLiteral(), then literal.toArray()',
    tolist: 'const literal = await value.toLiteral(), then literal.toArray()',
  },
  literal: {
    array: 'literal.toArray()',
    arraySync: 'literal.toArray()',
    astype: 'Literal.from(literal.toArray(), type)',
    dataSync: 'literal.data',
    numpy: 'literal.data, the typed array, or literal.toArray()',
    flatten: 'Array.from(literal.data)',
    map: 'literal.data.map(...), or literal.toArray().map(...)',
    max: 'jit((x) => np.max(x))(literal), or Math.max(...literal.data)',
    mean: 'jit((x) => np.mean(x))(literal)',
    min: 'jit((x) => np.min(x))(literal), or Math.min(...literal.data)',
    reshape: 'Literal.fromTypedArray(literal.data, sizes)',
    sum: 'jit((x) => np.sum(x))(literal)',
    tolist: 'literal.toArray()',
  },
  shape: {
    at: 'shape.dimensions.at(...)',
    join: 'shape.dimensions.join(...)',
    map: 'shape.dimensions.map(...)',
    reduce: 'shape.elementCount, or shape.dimensions.reduce(...)',
    slice: 'shape.dimensions.slice(...)',
  },
  executable: {
    call: 'await executable.run(...)',
    compile: 'await executable.run(...): it is compiled',
    execute: 'await executable.run(...)',
  },
};

/** `broadcastInDim` as broadcast_in_dim and as BroadcastInDim. */
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const pascalCase = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Functions of np and nn that are methods of arrays elsewhere, and that operations do not have. */
const npMethods =
  'all any argmax argmin argsort average cumprod cumsum diagonal expandDims flip mean median nonzero prod ptp ravel ' +
  'repeat roll split squeeze stack std swapaxes take tile trace unique var';
const nnMethods = 'elu gelu leakyRelu relu sigmoid silu softplus logSoftmax';
/** Other spellings of these. */
const otherMethods: Readonly<Record<string, string>> = {
  flatten: 'np.ravel(x)',
  norm: 'np.linalg.norm(x)',
  permute: 'x.transpose([...])',
  unsqueeze: 'np.expandDims(x, ...)',
  view: 'x.reshape([...])',
  where: 'np.where(condition, x, y)',
};

/** Properties of arrays in other libraries. */
const opProperties: Readonly<Record<string, string>> = {
  T: 'np.transpose(x)',
  at: 'b.dynamicUpdateSlice(x, update, starts) or b.scatter(...), which give a new array',
  ndim: 'x.rank',
  size: 'x.shape.elementCount',
};

/** Functions that are exports here. */
const builderNames: Readonly<Record<string, string>> = {
  array: 'b.constant(value), or np.array(value)',
  cond: 'b.conditional(...), or the function cond(...)',
  foriLoop: 'the function foriLoop(lower, upper, body, init)',
  fori_loop: 'the function foriLoop(lower, upper, body, init)',
  layerNorm: 'nn.layerNorm(x, ...)',
  linspace: 'np.linspace(start, stop, count)',
  whileLoop: 'b.while(condition, body, init), or the function whileLoop(...)',
};

/** Methods that users call on an operation, which has no values yet. */
const valueNames: readonly string[] = ['arraySync', 'dataSync', 'item', 'numpy', 'toArray', 'tolist'];

/** The replacement of a name: a function to use, or an expression to write. */
interface Replacement {
  readonly use: string;
  readonly write: string;
}

/** The replacements of a builder's other names, in all spellings. */
function otherBuilderNames(core: CoreInstance, own: readonly string[]): Map<string, Replacement> {
  const names = new Map<string, Replacement>();
  const add = (name: string, replacement: Replacement): void => {
    for (const written of [name, snakeCase(name), pascalCase(name)]) {
      if (!names.has(written)) names.set(written, replacement);
    }
  };
  for (const [name, use, write] of core.call('builder.other_names', {}).names) add(name, { use, write });
  for (const name of own) add(name, { use: name, write: '' });
  return names;
}

/** Names, and the help for each. It is made when a name is called: there are more than a thousand names. */
type NameGroup = readonly [names: Iterable<string>, help: (name: string) => string];

/**
 * Adds methods with these names to a class, which throw `js.c82` with these helps; existing methods stay, and of two
 * helps for one name the first. They go to the end of the chain of prototypes, where the class's own methods are found
 * before.
 */
function addNames(prototype: object, object: string, groups: readonly NameGroup[]): void {
  const methods = new Map<string, () => never>();
  for (const [names, help] of groups) {
    for (const name of names) {
      if (name in prototype || methods.has(name)) continue;
      const refuse = (): never => {
        const refused = jsError('otherName', `${object} has no method of this name`, { op: name, help: help(name) });
        throw atCaller(refused, refuse);
      };
      methods.set(name, refuse);
    }
  }
  addManyMethods(lastOwn(prototype), methods);
}

/** The last prototype of a chain that other classes do not share. */
function lastOwn(prototype: object): object {
  const next = Object.getPrototypeOf(prototype) as object;
  return next === Object.prototype || next === DisposableObject.prototype ? prototype : lastOwn(next);
}

const keysOf = (names: Readonly<Record<string, string>>): NameGroup => [
  Object.keys(names),
  (name) => `write ${names[name] ?? ''}`,
];

/**
 * Makes operations refuse the properties of other libraries, which would be undefined, and give NaN. They do so only
 * while a function is traced: test runners and consoles read such properties.
 */
function addProperties(operation: object): void {
  for (const [name, write] of Object.entries(opProperties)) {
    if (name in operation) continue;
    const help = `write ${write}`;
    const get = (): undefined => {
      if (recordingBuilder() === undefined) return undefined;
      throw atCaller(jsError('otherName', 'an operation has no property of this name', { op: name, help }), get);
    };
    Object.defineProperty(operation, name, { get, configurable: true });
  }
}

/** Makes builders answer to the names of other libraries, and operations to those of builder functions. */
export function addOtherBuilderNames(
  core: CoreInstance,
  builder: object,
  operation: object,
  functions: readonly string[],
): void {
  const others = otherBuilderNames(core, functions);
  const helpOf = (name: string): string => {
    const { use, write } = others.get(name) as Replacement;
    return write === '' ? `use ${use}(...)` : `write ${write}`;
  };
  addNames(builder, 'a builder', [keysOf(builderNames), [others.keys(), helpOf]]);
  // The names below are methods of an operation, too.
  const methods = new Set(functions.filter((name) => name in operation));
  const operationHelp = (name: string): string => {
    const { use, write } = others.get(name) as Replacement;
    if (write !== '') return `write ${write}`;
    return methods.has(use) ? `use x.${use}(...)` : `call the builder's function: use ${use}(...)`;
  };
  const run = 'an operation has no values: compile the program, and run it with await executable.run(...)';
  addProperties(operation);
  addNames(operation, 'an operation', [
    keysOf(otherMethods),
    [npMethods.split(' '), (name) => `write np.${name}(x)`],
    [nnMethods.split(' '), (name) => `write nn.${name}(x)`],
    [functions, (name) => `call the builder's function: b.${name}(...)`],
    [others.keys(), operationHelp],
    [valueNames, () => run],
  ]);
}

/** Makes a client, an executable or a computation answer to the methods of the others. */
export function addOtherRunNames(prototype: object, object: keyof typeof runNames): void {
  addNames(prototype, `${/^[aeio]/.test(object) ? 'an' : 'a'} ${object}`, [keysOf(runNames[object] ?? {})]);
}

/**
 * A function of `np` or `nn` with a name of another library, which throws an error with what does it here.
 *
 * @param help - such as `use np.expandDims(...)`
 */
export function otherNpName(name: string, help: string, space = 'np'): () => never {
  const refuse = (): never => {
    throw atCaller(jsError('otherName', 'unknown function', { op: `${space}.${name}`, help }), refuse);
  };
  return refuse;
}

/** {@link otherNpName} for a function that hloom does not have. */
export function absentName(name: string, space = 'np'): () => never {
  const page = space === 'random' ? 'docs/jit.md' : 'docs/np.md';
  return otherNpName(name, `hloom does not have it: ${page} lists the functions of ${space}`, space);
}

/** {@link otherNpName} for an element type, which is a text here: `np.zeros([2], np.float32)`. */
export function elementTypeName(name: string, type: ElementType): () => never {
  const refuse = otherNpName(name, `element types are texts: write '${type}', as in np.astype(x, '${type}')`);
  return Object.assign(refuse, { [internal]: { name: `np.${name}`, type } });
}
