/** The table of the builder functions: the core has it, and is asked for a row when its function is first called. */

import { BuilderBase } from './builder-base.js';
import { addOperation, makeComputation, type ArgumentRow, type FunctionRow } from './builder-call.js';
import { atCaller } from '../base/call-stack.js';
import { internal } from '../base/internal.js';
import { addManyMethods } from '../base/many-properties.js';
import type { Form } from './kinds.js';
import { regionOf } from './region-arguments.mjs';
import type { CoreInstance } from '../instance/core-instance.js';
import type { ArgumentJson, FormJson } from '../base/wire.js';
import type { XlaComputation } from './xla-computation.js';
import type { XlaOp } from './xla-op.js';

type Forms = ReadonlyMap<string, Form>;

// Rows and kinds do not depend on the instance of the core.
let forms: Forms | undefined;
const rows = /* @__PURE__ */ new Map<string, FunctionRow>();

/** The row of a function, by its name in JavaScript. */
export function functionRow(core: CoreInstance, js: string): FunctionRow {
  const known = rows.get(js);
  if (known !== undefined) return known;
  const { overloads } = core.call('builder.function', { function: js });
  const kinds = (forms ??= readForms(core));
  const row: FunctionRow = {
    js,
    operation: overloads[0]?.operation,
    overloads: overloads.map(({ name, overload, arguments: all }) => {
      const read = (argument: ArgumentJson): ArgumentRow => {
        const region = regionOf({ name, arguments: all }, argument);
        return {
          name: argument.name,
          js: argument.js,
          kind: kinds.get(argument.kind) as Form,
          ...(argument.type_of === undefined ? {} : { typeOf: argument.type_of }),
          ...(region === undefined ? {} : { region }),
        };
      };
      return {
        name,
        overload,
        required: all.filter(({ required }) => required).map(read),
        optional: all.filter(({ required }) => !required).map(read),
      };
    }),
  };
  rows.set(js, row);
  return row;
}

/** The kinds of arguments, by their names; a kind comes after those within it. */
function readForms(core: CoreInstance): Forms {
  const read = new Map<string, Form>();
  const part = (given: string | FormJson): Form =>
    typeof given === 'string' ? (read.get(given) as Form) : form(given);
  const form = ({ parts, part_names: partNames, fields, ...plain }: FormJson): Form =>
    ({
      ...plain,
      ...(plain.type === 'list' ? { element: part(parts?.[0] as string) } : parts && { parts: parts.map(part) }),
      ...(partNames && { partNames }),
      ...(fields && { fields: fields.map((field) => ({ ...field, kind: part(field.kind) })) }),
    }) as Form;
  for (const { name, form: json } of core.call('builder.kinds', {}).kinds) read.set(name, form(json));
  return read;
}

/** The property of a class of builders with the names of its functions. */
const functionNames = /* @__PURE__ */ Symbol('functionNames');

interface BuilderClass {
  readonly [functionNames]?: readonly string[];
}

/** The names of the functions of a builder, or of its class. */
export function functionNamesOf(builderClass: unknown): readonly string[] {
  return (builderClass as BuilderClass)[functionNames] ?? [];
}

type BuilderMethod = (this: BuilderBase, ...args: unknown[]) => unknown;

type Constructor = abstract new (...args: never[]) => object;

/**
 * A class of builders with a method for each function.
 *
 * @param functions - their names, separated by spaces
 * @param makers - those that return computations
 */
export function withFunctions(base: Constructor, functions: string, makers: string): Constructor {
  class Functions extends (base as new (...args: unknown[]) => object) {
    static readonly [functionNames] = `${functions} ${makers}`.trim().split(' ');
  }
  const methodOf = (name: string): [string, BuilderMethod] => {
    const call = ` ${makers} `.includes(` ${name} `) ? makeFunction : callFunction;
    const named: Record<string, BuilderMethod> = {
      [name](...args) {
        return call(this, name, args);
      },
    };
    return [name, named[name] as BuilderMethod];
  };
  addManyMethods(Functions.prototype, Functions[functionNames].map(methodOf));
  return Functions;
}

/** Calls a function of a builder by its name: see {@link callBuilder}. */
function callFunction(builder: BuilderBase, js: string, args: readonly unknown[]): XlaOp {
  try {
    return addOperation(builder, rowFor(builder, js), args, () => tableOf(builder, js));
  } catch (thrown) {
    throw atCaller(thrown, callFunction, 1);
  }
}

/** Calls a function that returns a computation. */
function makeFunction(builder: BuilderBase, js: string, args: readonly unknown[]): XlaComputation {
  try {
    return makeComputation(builder, rowFor(builder, js), args, () => tableOf(builder, js));
  } catch (thrown) {
    throw atCaller(thrown, makeFunction, 1);
  }
}

function rowFor(builder: BuilderBase, js: string): FunctionRow {
  const known = rows.get(js);
  if (known !== undefined) return known;
  BuilderBase.checkReceiver(builder, js);
  return functionRow(builder[internal](js).core, js);
}

function tableOf(builder: BuilderBase, op: string): FunctionRow[] {
  const { core } = builder[internal](op);
  return functionNamesOf(builder.constructor).map((js) => functionRow(core, js));
}
