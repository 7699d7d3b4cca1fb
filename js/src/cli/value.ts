/**
 * Values on the command line: nested arrays as JSON writes them, or a literal as XLA does.
 *
 *     [[1, 2, 3], [4, 5, 6]]        f32[2,3] { {1, 2, 3}, {4, 5, 6} }        -inf        (1, [2, 3])
 *
 * All brackets mean the same: a row, the elements of a tuple, or the parts of a complex number. The parameter's shape
 * decides. Numbers are exact: only floats are read as floats.
 */

import { countText } from '../base/describe.js';
import { internal } from '../base/internal.js';
import { elementInfo, isElementType, partType, type ElementType } from '../values/element-type.js';
import { citedRules } from '../base/rules.js';
import { HloomError, Literal, Shape, type NestedArray } from '../index.node.js';
import { asFailure, exitCodes, failureOf, usageFailure, type CliFailure } from './failure.js';

type Tree = { readonly at: number; readonly prefix?: Shape } & (
  { readonly items: readonly Tree[] } | { readonly word: string }
);

const maxDepth = 255;
const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' };

/**
 * The value of a parameter.
 *
 * @param who - the argument, for errors: `argument 0 (x)`
 * @throws CliFailure exit code 2
 */
export function parseValue(text: string, shape: Shape, who: string): Literal {
  const tree = new Parser(text, who, shape).whole();
  return literalOf(tree, shape, who);
}

class Parser {
  readonly #text: string;
  readonly #who: string;
  readonly #shape: Shape;
  #position = 0;

  constructor(text: string, who: string, shape: Shape) {
    this.#text = text;
    this.#who = who;
    this.#shape = shape;
  }

  whole(): Tree {
    const tree = this.#tree(0);
    this.#skip();
    if (this.#position < this.#text.length) throw this.#error('there is more after the value');
    return tree;
  }

  /** Recursion is bounded by maxDepth. */
  #tree(depth: number): Tree {
    if (depth > maxDepth) throw this.#error(`brackets nest more than ${maxDepth} deep`);
    this.#skip();
    const at = this.#position;
    // A layout has no blank before it; f32[2]{1,0} alone is a value after all.
    const shape = this.#match(/(?:[a-z][a-z0-9]*\[[0-9<=, ]*\](?:\{[0-9, ]*\}(?=\s*[^\s,\])}]))?)/y);
    // The live sizes of a dynamic shape, f32[<=3](2), are those of the following elements.
    if (shape.includes('<')) this.#match(/\([0-9, ]*\)/y);
    const prefix = shape === '' ? {} : { prefix: this.#prefix(shape) };
    const open = this.#match(/[[{(]/y);
    if (open !== '') return { at, ...prefix, items: this.#items(closing[open] ?? '', depth) };
    const word = this.#match(/"[^"\\]*"|[^\s,[\](){}"]+/y);
    if (word === '')
      throw this.#error(this.#position < this.#text.length ? 'a value is missing' : 'the value ends too early');
    return { at, ...prefix, word: word.replace(/^"|"$/g, '') };
  }

  #items(close: string, depth: number): Tree[] {
    const items: Tree[] = [];
    while (this.#match(/[\])}]/y, false) !== close) {
      items.push(this.#tree(depth + 1));
      if (this.#match(/,/y) === '' && this.#match(/[\])}]/y, false) !== close) {
        throw this.#error(`',' or '${close}' is missing`);
      }
    }
    this.#position++;
    return items;
  }

  #prefix(text: string): Shape {
    try {
      return Shape.parse(text);
    } catch (thrown) {
      throw asFailure(exitCodes.usage, thrown, this.#who);
    }
  }

  #match(pattern: RegExp, take = true): string {
    this.#skip();
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    if (take) this.#position += found.length;
    return found;
  }

  /** Blanks, and XLA's comments. */
  #skip(): void {
    const pattern = /(?:\s+|\/\*[^]*?\*\/)*/y;
    pattern.lastIndex = this.#position;
    this.#position += pattern.exec(this.#text)?.[0].length ?? 0;
  }

  #error(what: string): CliFailure {
    const shown = this.#text.length > 60 ? `${this.#text.slice(0, 60)}...` : this.#text;
    const place = `at position ${this.#position} of ${JSON.stringify(shown)}`;
    return usageFailure(
      `${this.#who}: ${what} ${place}`,
      `it is ${this.#shape.toString()}: write ${sample(this.#shape)}`,
    );
  }
}

function literalOf(tree: Tree, shape: Shape, who: string): Literal {
  if (tree.prefix !== undefined && !tree.prefix.compatible(shape)) {
    throw wrongShape(who, tree.prefix.toString(), shape);
  }
  if (shape.isToken) return Literal.token();
  if (shape.isTuple) {
    const { tupleShapes } = shape;
    if (!('items' in tree) || tree.items.length !== tupleShapes.length) {
      const found = 'items' in tree ? countText(tree.items.length, 'value') : JSON.stringify(tree.word);
      throw usageFailure(`${who}: found ${found} for ${shape.toString()}`, `write ${sample(shape)}`);
    }
    const elements = tupleShapes.map((element, i) => literalOf(tree.items[i] as Tree, element, `${who}, element ${i}`));
    return Literal[internal](shape, undefined, elements);
  }
  if (!isElementType(shape.type)) throw usageFailure(`${who}: an opaque has no value that could be given`);
  return arrayOf(tree, shape, who);
}

function arrayOf(tree: Tree, shape: Shape, who: string): Literal {
  const type = shape.type as ElementType;
  // One pair of brackets is any empty array, as in XLA.
  if ('items' in tree && tree.items.length === 0 && shape.isStatic && shape.elementCount === 0) {
    return Literal.fromTypedArray(new (elementInfo(type).array)(0), shape);
  }
  const toNested = (node: Tree): NestedArray => {
    if (!('items' in node)) return scalarOf(node.word, type, shape, who);
    // XLA's text may also have the shape of an inner array; the sizes are compared below.
    return node.items.map(toNested);
  };
  try {
    return Literal.from(toNested(tree), shape);
  } catch (thrown) {
    throw thrown instanceof HloomError ? refused(thrown, shape, who) : thrown;
  }
}

/** A number as the element type takes it without loss. */
function scalarOf(word: string, type: ElementType, shape: Shape, who: string): number | bigint | boolean {
  const part = partType(type);
  const { kind } = elementInfo(part);
  if (kind === 'pred' && /^(true|false)$/i.test(word)) return word.toLowerCase() === 'true';
  const whole = kind === 'float' || kind === 'complex' ? undefined : wholeNumber(word);
  if (whole !== undefined) return whole;
  if (/^[+-]?nan$/i.test(word)) return NaN;
  if (/^[+-]?inf(inity)?$/i.test(word)) return word.startsWith('-') ? -Infinity : Infinity;
  if (/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?$/i.test(word)) return Number(word);
  const what = kind === 'pred' ? 'neither true nor false' : 'not a number';
  throw usageFailure(`${who}: ${JSON.stringify(word)} is ${what}`, `it is ${shape.toString()}: write ${sample(shape)}`);
}

/** `7`, `7.0`, `0.7e1`: exactly, with any number of digits. */
function wholeNumber(word: string): bigint | undefined {
  const [, sign, digits = '', fraction = '', exponent = '0'] =
    /^([+-]?)([0-9]+)\.?([0-9]*)(?:e([+-]?[0-9]{1,3}))?$/i.exec(word) ?? [];
  if (sign === undefined) return undefined;
  // The digits as one number, and the power of ten of the last digit.
  const shift = Number(exponent) - fraction.length;
  const all = BigInt(digits + fraction);
  const scale = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && all % scale !== 0n) return undefined;
  const size = shift < 0 ? all / scale : all * scale;
  return sign === '-' ? -size : size;
}

export function wrongShape(who: string, found: string, shape: Shape): CliFailure {
  return usageFailure(
    `${who} is ${found}, and the program takes ${shape.toString()}`,
    `nothing is converted, broadcast or reshaped on the way in: give ${sample(shape)}`,
  );
}

function refused(error: HloomError, shape: Shape, who: string): CliFailure {
  const { message, help } = failureOf(exitCodes.usage, error, who);
  const example = `it is ${shape.toString()}: write ${sample(shape)}`;
  // The program determines the type, so the advice to use another one does not apply.
  const asksForType = error.rule === citedRules.notRepresentable.id && shape.type !== 'PRED';
  return usageFailure(message, asksForType ? example : `${help}; ${example}`);
}

/** An example value of the shape: `[[1, 2, 3], [4, 5, 6]]`; a big one is shortened. */
export function sample(shape: Shape): string {
  if (shape.isTuple) return `[${shape.tupleShapes.map(sample).join(', ')}]`;
  if (!isElementType(shape.type)) return 'token';
  if (shape.elementCount > 12) return `${shape.rank === 1 ? '[1, 2, ...]' : '[[1, 2, ...], ...]'} or @FILE.npy`;
  const { kind, max } = elementInfo(shape.type);
  let next = 0;
  const element = (): string => {
    next++;
    if (kind === 'pred') return next % 2 === 1 ? 'true' : 'false';
    if (kind === 'complex') return `[${next}, 0]`;
    return String(max === undefined ? next : Math.min(next, Number(max)));
  };
  const block = (dimension: number): string => {
    if (dimension === shape.rank) return element();
    return `[${Array.from({ length: shape.dimensions[dimension] ?? 0 }, () => block(dimension + 1)).join(', ')}]`;
  };
  return block(0);
}
