/** A page's question as a program: texts of operands and attributes become one call of the builder. */

import { HloomError, parseHlo, Shape, XlaBuilder, XlaComputation, XlaOp, type Literal } from 'hloom';
import { operandValues } from '../../../../js/elements/model/values.js';
import type { ArgumentForm, ArgumentRow, OperationDetail, OverloadRow } from './catalogue.js';
import { ExpressionError, expressionOf, type Scope } from './expression.js';

/**
 * The texts of a question by the names of arguments; `operand` and `dimensionNumbers.offsetDims` are such names. Three
 * names are special: `$overload` is the number of the overload, `$program` replaces the call by an expression of several
 * calls, and `$hlo` is a whole program as HLO text.
 */
export type Texts = Readonly<Record<string, string>>;

/** A text that the reader can edit. */
export interface Field {
  readonly name: string;
  /** The label: the last part of the name. */
  readonly label: string;
  readonly doc: string;
  readonly form: ArgumentForm;
  readonly required: boolean;
  /** The value that stands for an empty text. */
  readonly fallback: string;
  readonly text: string;
  /** True if the text describes arrays: a shape, and its elements. */
  readonly isArray: boolean;
}

/** A parameter of the program, with the elements of each device. */
export interface Parameter {
  readonly field: string;
  readonly name: string;
  readonly shape: Shape;
  readonly values: readonly Literal[];
}

/** A field whose text cannot be understood. */
export interface Mistake {
  readonly field: string;
  readonly text: string;
}

export interface Program {
  readonly computation: XlaComputation;
  readonly parameters: readonly Parameter[];
  /** The call as JavaScript: `b.transpose(operand, [1, 0])`; empty for HLO text. */
  readonly call: string;
  /** The values of the call's arguments, for other notations. */
  readonly args: ReadonlyMap<string, unknown>;
}

export type Asked =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly error: HloomError; readonly parameters: readonly Parameter[] }
  | { readonly ok: false; readonly mistake: Mistake };

const shapeStart = /^\s*([a-z]\w*\[[^\]]*\](?:\{[^}]*\})?)\s*(.*)$/s;
const isArrayText = (text: string): boolean => shapeStart.test(text);

/** Forms whose values are words without quotes. */
const wordForms = new Set(['choice', 'text', 'type', 'shape']);

const next = (prototype: object): object => Object.getPrototypeOf(prototype) as object;
/**
 * The prototypes of a builder that have its operations: its own, and after the next one the holder of the functions from
 * the core's table. Then the members of these that are no operations.
 */
const operating: readonly object[] = [XlaBuilder.prototype, next(next(XlaBuilder.prototype))];
const apart = new Set(['constructor', 'makeRegion']);
const isOperation = (name: string): boolean =>
  !apart.has(name) && operating.some((prototype) => Object.hasOwn(prototype, name));

export class FieldError extends Error {
  readonly field: string;

  constructor(field: string, text: string) {
    super(text);
    this.field = field;
  }
}

export const overloadOf = ({ overloads }: OperationDetail, texts: Texts): OverloadRow | undefined =>
  overloads.find(({ overload }) => overload === Number(texts['$overload'] ?? 0)) ?? overloads[0];

/** True if the arguments are fields of their own, and the call is made of them. */
const isCall = (texts: Texts): boolean => texts['$program'] === undefined && texts['$hlo'] === undefined;

/** The fields of a question, in the order of the call. */
export function fieldsOf(detail: OperationDetail, texts: Texts): Field[] {
  const own = (name: string, form: ArgumentForm, doc = ''): Field => ({
    name,
    label: name.replace(/^.*\./, '').replace(/^\$/, ''),
    doc,
    form,
    required: true,
    fallback: '',
    text: texts[name] ?? '',
    isArray: /operation$/.test(form.type) && isArrayText(texts[name] ?? ''),
  });
  if (!isCall(texts)) {
    const given = Object.keys(texts).filter((name) => !name.startsWith('$'));
    const whole = texts['$hlo'] === undefined ? '$program' : '$hlo';
    return [...given.map((name) => own(name, { type: 'operation' })), own(whole, { type: whole.slice(1) })];
  }
  return (overloadOf(detail, texts)?.arguments ?? []).flatMap((row) => {
    const field = (name: string, { doc, form, required }: Omit<ArgumentRow, 'default'>, fallback = ''): Field => ({
      ...own(name, form, doc),
      required,
      fallback,
    });
    return isRecord(row, texts)
      ? (row.form.fields ?? []).map((one) => field(`${row.js}.${one.js}`, one))
      : [field(row.js, row, row.default)];
  });
}

/** A required record is edited field by field. */
const isRecord = ({ js, form, required }: ArgumentRow, texts: Texts): boolean =>
  required && form.fields !== undefined && texts[js] === undefined;

class Builder {
  readonly b: XlaBuilder;
  readonly parameters: Parameter[] = [];
  readonly args = new Map<string, unknown>();
  readonly #texts: Texts;
  readonly #ops = new Map<string, unknown>();
  readonly #code: string[] = [];

  constructor(name: string, texts: Texts) {
    this.b = new XlaBuilder(name);
    this.#texts = texts;
  }

  /** The parameters that one text describes; several arrays are separated by semicolons. */
  addArrays(field: string, isList: boolean): readonly XlaOp[] {
    const texts = isList ? (this.#texts[field] ?? '').split(';') : [this.#texts[field] ?? ''];
    return texts.map((text, i) => {
      const name = texts.length > 1 ? `${field}${i}` : field;
      const { shape, values } = arrayOf(field, text);
      const parameter = this.b.parameter(this.parameters.length, shape, name);
      this.parameters.push({ field, name, shape, values });
      this.#ops.set(name, parameter);
      return parameter;
    });
  }

  get #scope(): Scope {
    const { b } = this;
    return {
      name: (name) => this.#ops.get(name),
      call: (name, args) => {
        if (!isOperation(name)) throw new ExpressionError(`there is no operation “${name}”`);
        const method = (b as unknown as Record<string, unknown>)[name];
        return (method as (...given: unknown[]) => unknown).apply(b, [...args]);
      },
    };
  }

  evaluate(field: string, text: string): { readonly value: unknown; readonly code: string } {
    try {
      const { value, code } = expressionOf(text);
      return { value: value(this.#scope), code };
    } catch (thrown) {
      if (thrown instanceof ExpressionError) throw new FieldError(field, thrown.message);
      throw thrown;
    }
  }

  /** The value of an argument; `undefined` if it is left out. */
  argument(row: ArgumentRow): { readonly value: unknown; readonly code: string } | undefined {
    if (isRecord(row, this.#texts)) return this.#record(row);
    const text = (this.#texts[row.js] ?? '').trim();
    if (text === '') {
      if (row.required) throw new FieldError(row.js, `${row.js} is missing`);
      return undefined;
    }
    if (isArrayText(text) && /operation$/.test(row.form.type)) {
      const isList = row.form.type.startsWith('list');
      const value = this.addArrays(row.js, isList);
      return isList
        ? {
            value,
            code: `[${this.parameters
              .filter(({ field }) => field === row.js)
              .map(({ name }) => name)
              .join(', ')}]`,
          }
        : { value: value[0], code: row.js };
    }
    return this.#plain(row.js, row.form, text);
  }

  #plain(field: string, { type }: ArgumentForm, text: string): { readonly value: unknown; readonly code: string } {
    const isWord =
      wordForms.has(type) ||
      (type === 'either' && !/^[[{]/.test(text)) ||
      (type === 'computation' && /^[a-z]\w*$/.test(text));
    if (!isWord) return this.evaluate(field, text);
    const value = text.replace(/^(['"])(.*)\1$/s, '$2');
    return { value, code: `'${value}'` };
  }

  #record({ js, form }: ArgumentRow): { readonly value: unknown; readonly code: string } {
    const found = (form.fields ?? []).flatMap((field) => {
      const name = `${js}.${field.js}`;
      const text = (this.#texts[name] ?? '').trim();
      if (text === '' && field.required) throw new FieldError(name, `${field.js} is missing`);
      return text === '' ? [] : [{ name: field.js, ...this.#plain(name, field.form, text) }];
    });
    return {
      value: Object.fromEntries(found.map(({ name, value }) => [name, value])),
      code: `{ ${found.map(({ name, code }) => `${name}: ${code}`).join(', ')} }`,
    };
  }

  /** Makes the call of a function, and returns its code. */
  call(detail: OperationDetail): { readonly value: unknown; readonly code: string } {
    const rows = overloadOf(detail, this.#texts)?.arguments ?? [];
    const options: [string, unknown, string][] = [];
    const required: unknown[] = [];
    for (const row of rows) {
      const found = this.argument(row);
      if (found === undefined) continue;
      this.args.set(row.js, found.value);
      if (row.required) {
        required.push(found.value);
        this.#code.push(found.code);
      } else {
        options.push([row.js, found.value, found.code]);
      }
    }
    if (options.length > 0) {
      required.push(Object.fromEntries(options.map(([name, value]) => [name, value])));
      this.#code.push(`{ ${options.map(([name, , code]) => `${name}: ${code}`).join(', ')} }`);
    }
    return { value: this.#scope.call(detail.id, required), code: `b.${detail.id}(${this.#code.join(', ')})` };
  }
}

/** `f32[2,3] 1 2 3 4 5 6`; elements of several devices are separated by `|`. */
export function arrayOf(field: string, text: string): { readonly shape: Shape; readonly values: readonly Literal[] } {
  const [, shapeText, rest = ''] = shapeStart.exec(text) ?? [];
  if (shapeText === undefined)
    throw new FieldError(field, `“${text.trim()}” is not an array: write f32[2,3] 1 2 3 4 5 6`);
  const shape = shapeOf(field, shapeText);
  try {
    const values = rest.split('|').map((one) => operandValues('lhs', shape, one.trim() === '' ? 'count' : one));
    return { shape, values };
  } catch (thrown) {
    if (thrown instanceof HloomError || !(thrown instanceof Error)) throw thrown;
    throw new FieldError(field, thrown.message);
  }
}

function shapeOf(field: string, text: string): Shape {
  try {
    return Shape.parse(text);
  } catch (thrown) {
    if (!(thrown instanceof HloomError)) throw thrown;
    throw new FieldError(field, `${thrown.headline}${thrown.help === '' ? '' : `: ${thrown.help}`}`);
  }
}

/** Builds the program of a question, or says why there is none. */
export function ask(detail: OperationDetail, texts: Texts): Asked {
  const builder = new Builder(detail.id.replaceAll('-', '_'), texts);
  try {
    return { ok: true, program: programOf(builder, detail, texts) };
  } catch (thrown) {
    if (thrown instanceof FieldError) return { ok: false, mistake: { field: thrown.field, text: thrown.message } };
    if (thrown instanceof HloomError) return { ok: false, error: thrown, parameters: builder.parameters };
    throw thrown;
  } finally {
    builder.b.dispose();
  }
}

function programOf(builder: Builder, detail: OperationDetail, texts: Texts): Program {
  const { b, parameters, args } = builder;
  const { $hlo: hlo, $program: whole } = texts;
  if (hlo !== undefined) return { ...parsedProgram(hlo, texts), call: '', args };
  if (whole !== undefined) {
    for (const name of Object.keys(texts)) if (!name.startsWith('$')) builder.addArrays(name, false);
  }
  const { value, code } = whole === undefined ? builder.call(detail) : builder.evaluate('$program', whole);
  if (value instanceof XlaComputation) return { computation: value, parameters, call: code, args };
  if (!(value instanceof XlaOp)) throw new FieldError('$program', 'this is not an operation');
  return { computation: b.build(value), parameters, call: code, args };
}

export function parsedProgram(hlo: string, texts: Texts): Pick<Program, 'computation' | 'parameters'> {
  const computation = parseHlo(hlo);
  const names = entryOf(computation).parameters;
  return {
    computation,
    parameters: names.map((name) => ({ field: name, name, ...arrayOf(name, texts[name] ?? '') })),
  };
}

export type Graph = ReturnType<XlaComputation['toJson']>['computations'][number];

/** Instructions that hold values, and compute none. */
const plumbing = new Set(['parameter', 'tuple', 'get-tuple-element']);

/** The operations of a program and of the computations that it calls, each once. */
export const opcodesOf = (computation: XlaComputation): string[] => [
  ...new Set(
    computation
      .toJson()
      .computations.flatMap(({ instructions }) => instructions.map(({ opcode }) => opcode))
      .filter((opcode) => !plumbing.has(opcode)),
  ),
];

/** The entry computation of a program. */
export function entryOf(computation: XlaComputation): Graph {
  const { entry, computations } = computation.toJson();
  const found = computations.find(({ name }) => name === entry);
  if (found === undefined) throw new Error('a program has no entry computation');
  return found;
}
