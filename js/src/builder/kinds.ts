/**
 * The kinds of arguments as data: the core's tables define the JavaScript form of each kind, and its name in errors.
 * This file does not name any kind; core/hlo/kinds/js_form.h describes the forms.
 */

import { everyEntry, isArray, isPlainObject, isText } from '../base/describe.js';
import { spelledElementType } from '../values/element-type.js';
import { Literal } from '../values/literal.js';
import { isArrayLike } from '../values/nested.js';
import { Shape } from '../values/shape.js';
import { isComplexObject, isScalar } from '../values/values.js';
import { XlaComputation } from './xla-computation.js';
import { XlaOp } from './xla-op.js';

/** An integer as arguments take it: numbers up to 2^53, bigints beyond. */
export type Int64 = number | bigint;

/** The name of a form in errors, and what they ask for instead. */
interface Words {
  readonly meaning?: string;
  readonly example?: string;
  /** Its short form in the one-line signature of a function. */
  readonly brief?: string;
}

/** A value without parts. */
export interface PlainForm extends Words {
  readonly type: 'integer' | 'number' | 'boolean' | 'text' | 'type' | 'shape' | 'literal' | 'operation' | 'computation';
}
/** One of several words. */
export interface ChoiceForm extends Words {
  readonly type: 'choice';
  readonly choices: readonly string[];
}
export interface ListForm extends Words {
  readonly type: 'list';
  readonly element: Form;
}
/** An array with these parts; the parts from `least` on are optional. */
export interface TupleForm extends Words {
  readonly type: 'tuple';
  readonly parts: readonly Form[];
  readonly partNames: readonly string[];
  readonly least: number;
}
/** An object with fields, or with one of them. */
export interface RecordForm extends Words {
  readonly type: 'record' | 'union';
  readonly fields: readonly FieldRow[];
}
/** One of several forms. */
export interface EitherForm extends Words {
  readonly type: 'either';
  readonly parts: readonly Form[];
}
/** The JavaScript form of a kind. */
export type Form = PlainForm | ChoiceForm | ListForm | TupleForm | RecordForm | EitherForm;

/** A field of an object that is one argument, such as the dimension numbers of Gather. */
export interface FieldRow {
  /** The core's name. */
  readonly name: string;
  /** The name in JavaScript. */
  readonly js: string;
  readonly kind: Form;
  readonly required: boolean;
}

/** Returns whether a value may be an object of named values: options, or a record. */
export function isOptions(value: unknown): boolean {
  return value === undefined || (isPlainObject(value) && !isComplexObject(value));
}

/**
 * Returns whether a value is of the form, as needed to distinguish overloads: the fields of an object are not checked.
 */
export function isOf(value: unknown, form: Form): boolean {
  switch (form.type) {
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return isText(value);
    case 'type':
      return spelledElementType(value) !== undefined;
    case 'shape':
      // The bracket distinguishes the text of a shape from the name of a type; iota takes either.
      return value instanceof Shape || (typeof value === 'string' && /[[(]/.test(value));
    case 'literal':
      return value instanceof Literal || isScalar(value) || isComplexObject(value) || isArrayLike(value);
    case 'operation':
      return value instanceof XlaOp;
    case 'computation':
      return value instanceof XlaComputation;
    case 'choice':
      return typeof value === 'string';
    case 'list':
      return isArray(value) && everyEntry(value, (entry) => isOf(entry, form.element));
    case 'tuple':
      return isTuple(value, form, isOf);
    case 'record':
      return isOptions(value) && value !== undefined;
    case 'union':
      return matches(value, form);
    case 'either':
      return alternativeOf(value, form) !== undefined;
  }
}

/** The first of the forms that a value matches. */
export function alternativeOf(value: unknown, { parts }: EitherForm): Form | undefined {
  return parts.find((part) => (part.type === 'choice' ? matches(value, part) : isOf(value, part)));
}

/** The form that an invalid value was meant for, judged by its outermost type: an array, or an object with fields. */
export function alternativeMeant(value: unknown, { parts }: EitherForm): Form | undefined {
  const meant: readonly Form['type'][] = isArray(value)
    ? ['list', 'tuple']
    : isPlainObject(value)
      ? ['record', 'union']
      : [];
  const likely = parts.filter(({ type }) => meant.includes(type));
  return likely.length === 1 ? likely[0] : undefined;
}

/** Returns whether a value is of the form, the fields of objects included. */
function matches(value: unknown, form: Form): boolean {
  switch (form.type) {
    case 'choice':
      return typeof value === 'string' && form.choices.includes(value);
    case 'list':
      return isArray(value) && everyEntry(value, (entry) => matches(entry, form.element));
    case 'tuple':
      return isTuple(value, form, matches);
    case 'record':
      return fieldsMatch(value, form) && form.fields.every(({ js, required }) => !required || value[js] !== undefined);
    case 'union':
      return fieldsMatch(value, form) && form.fields.filter(({ js }) => value[js] !== undefined).length === 1;
    case 'either':
      return form.parts.some((part) => matches(value, part));
    default:
      return isOf(value, form);
  }
}

function isTuple(value: unknown, form: TupleForm, test: (part: unknown, form: Form) => boolean): boolean {
  if (!isArray(value) || value.length < form.least || value.length > form.parts.length) return false;
  return everyEntry(value, (entry, i) => test(entry, form.parts[i] as Form));
}

/** Returns whether a value is an object whose members are fields, each of its kind. */
function fieldsMatch(value: unknown, { fields }: RecordForm): value is Readonly<Record<string, unknown>> {
  if (!isPlainObject(value)) return false;
  return Object.entries(value).every(([key, entry]) => {
    const field = fields.find(({ js }) => js === key);
    return field !== undefined && (entry === undefined || matches(entry, field.kind));
  });
}

/** Returns whether a value may have been meant for the form: [1.5] for integers, 's32' for a type. */
export function isLike(value: unknown, form: Form): boolean {
  if (isOf(value, form)) return true;
  switch (form.type) {
    case 'type':
      return typeof value === 'string' && !/[[(]/.test(value);
    case 'integer':
    case 'choice':
    case 'either':
      return typeof value === 'number' || isText(value);
    case 'list':
      return isArray(value) && !(value[0] instanceof XlaOp && form.element.type !== 'operation');
    default:
      return false;
  }
}
