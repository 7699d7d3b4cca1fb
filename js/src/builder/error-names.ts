/**
 * Errors of the core in JavaScript's names. The core uses XLA's: `ConvertElementType`, `broadcast_dimensions={1}`. For
 * errors of JavaScript calls, this is the one place that renders them as JavaScript writes them: `convertElementType`,
 * `broadcastDimensions: [1]`. Errors about a user's own text in XLA's notation, such as HLO text, never go through it.
 */

import { javaScriptName } from './function-name.js';
import type { Form } from './kinds.js';
import { HloomError } from '../base/errors.js';
import { functionNames } from '../generated/function-names.js';

/**
 * Attributes of HLO operations, as errors of shape inference name them, where the argument of the builder function has
 * another name.
 */
const argumentsOfAttributes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  broadcastInDim: { dimensions: 'broadcastDimensions' },
  customCall: { custom_call_target: 'callTargetName', output_to_operand_aliasing: 'outputOperandAliasing' },
  customCallWithComputation: { custom_call_target: 'callTargetName' },
  customCallWithLayout: {
    custom_call_target: 'callTargetName',
    operand_layout_constraints: 'operandShapesWithLayout',
  },
  dot: {
    lhs_contracting_dimensions: 'lhsContractingDimensions',
    rhs_contracting_dimensions: 'rhsContractingDimensions',
  },
  dynamicSlice: { dynamic_slice_sizes: 'sliceSizes' },
  outfeed: { outfeed_shape: 'shapeWithLayout' },
  outfeedWithToken: { outfeed_shape: 'shapeWithLayout' },
  reduce: { dimensions: 'dimensionsToReduce' },
  transpose: { dimensions: 'permutation' },
};

/** An argument, with its kind where that may have fields. */
interface Named {
  readonly name: string;
  readonly kind?: Form;
}

/**
 * Does what the core may refuse, in the words of a builder function, or of a method with arguments of such names.
 *
 * @param op - the function that was called
 * @param args - tells its arguments, where something is refused
 */
export function inWordsOf<T>(op: string, args: () => readonly Named[], call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw thrown instanceof HloomError ? inJavaScript(thrown, op, args()) : thrown;
  }
}

/** The error of a method that was given text in XLA's words, which it shows: only who was called is added. */
export function asWritten(error: HloomError, op: string): HloomError {
  return reworded(error, (text) => text, op);
}

/** The error of a function in JavaScript's words. */
export function inJavaScript(error: HloomError, op: string, args: readonly Named[]): HloomError {
  const attributes = argumentsOfAttributes[op] ?? {};
  const own = new Set([...args.flatMap(({ name, kind }) => [name, ...namesIn(kind)]), ...Object.keys(attributes)]);
  // Errors about the types of an operation use the name of the HLO operation: "exponential takes a floating-point
  // type".
  const called = error.rule === 'type.c1' ? new RegExp(`(?<= )${error.op}(?= takes )`, 'g') : /(?!)/g;
  const words = (text: string): string =>
    outsideQuotes(text, (part) => rename(part.replace(called, op), own, attributes));
  return reworded(error, words, op);
}

/**
 * Does what the core may refuse of a program that is text or bytes: its help then names HLO operations, `convert`, in the
 * place of the functions of builders, `ConvertElementType`. Names of attributes are HLO's already.
 */
export function inHloWords<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    if (!(thrown instanceof HloomError)) throw thrown;
    const help = outsideQuotes(thrown.help, (part) =>
      part.replace(functionName, (name) => (Object.hasOwn(functionNames, name) ? (functionNames[name] ?? name) : name)),
    );
    throw help === thrown.help ? thrown : reworded(thrown, (text) => (text === thrown.help ? help : text), thrown.op);
  }
}

function reworded(error: HloomError, words: (text: string) => string, op: string): HloomError {
  const { code, rule, operands, location, cause } = error;
  return new HloomError(
    {
      code,
      rule,
      op,
      operands,
      headline: words(error.headline),
      details: error.details.map(words),
      help: words(error.help),
      location,
    },
    cause === undefined ? undefined : { cause },
  );
}

/** Names that may be builder functions in XLA's form: `Ne`, `ConvertElementType`. */
const functionName = /(?<![\w%.])[A-Z][A-Za-z0-9]*\b/g;

/** The names of fields, however deep. */
function namesIn(form: Form | undefined): string[] {
  if (form === undefined) return [];
  if (form.type === 'list') return namesIn(form.element);
  if (form.type === 'tuple' || form.type === 'either') return form.parts.flatMap(namesIn);
  if (form.type !== 'record' && form.type !== 'union') return [];
  return form.fields.flatMap(({ name, kind }) => [name, ...namesIn(kind)]);
}

/** Text in quotes is a user's name. */
function outsideQuotes(text: string, change: (part: string) => string): string {
  return text
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

function rename(text: string, own: ReadonlySet<string>, attributes: Readonly<Record<string, string>>): string {
  return (
    text
      // Arguments with their values: dimensions={0,1}, k=5, order=TOTAL.
      .replace(argumentWithValue, (all, name: string, value: string) =>
        own.has(name) || name.includes('_') ? `${attributes[name] ?? camelCase(name)}: ${valueText(value)}` : all,
      )
      // These are separate lists of numbers, and not the layout after a shape.
      .replace(/(?<![^\s(])\{([-0-9,]*)\}/g, (list) => valueText(list))
      // Names with an underscore, which prose has none of. %add_1 is the name of an instruction.
      .replace(/(?<![\w%.])[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g, (name) => attributes[name] ?? camelCase(name))
      .replace(functionName, (name) =>
        // Only C++ builders have Build().
        name === 'Build' || Object.hasOwn(functionNames, name) ? javaScriptName(name) : name,
      )
  );
}

/** A name with a number, a word in capitals, or what is in braces, which may have braces inside. */
const argumentWithValue =
  /(?<![\w%.])([a-z][a-z0-9_]*)=(\{(?:[^{}]|\{[^{}]*\})*\}|-?[0-9]+(?:\.[0-9]+)?|[A-Z][A-Z0-9_]*)/g;

/** `{{0,1},{2}}` is `[[0, 1], [2]]`, and `{atol=1,ulps=2}` is `{ atol: 1, ulps: 2 }`; words of XLA's are strings. */
function valueText(value: string): string {
  if (/^\{[-0-9,{}]*\}$/.test(value)) {
    return value.replace(/,/g, ', ').replace(/\{/g, '[').replace(/\}/g, ']');
  }
  if (!value.startsWith('{')) return /^[A-Z]/.test(value) ? `'${value}'` : value;
  return value
    .replace(/([a-z][a-z0-9_]*)=/g, (_, name: string) => `${camelCase(name)}: `)
    .replace(/,/g, ', ')
    .replace(/\{/g, '{ ')
    .replace(/\}/g, ' }');
}

function camelCase(name: string): string {
  return name.replace(/_+([a-z0-9])/g, (_, next: string) => next.toUpperCase());
}
