/**
 * Formulas in Python's notation, as the template of `np.expr` has them: a scanner and a Pratt parser. The result is a
 * list of steps for a stack: `a + b * c` is `a`, `b`, `c`, `*`, `+`. Running it needs no recursion, and a chain of a
 * thousand terms is not deep.
 */

import { shortened } from '../base/describe.js';
import { TextScanner } from '../base/text-scanner.js';
import { formulaError, withPlace } from './formula-error.js';
import { functionAt, isModule, plannedCall, type CallPlan } from './formula-functions.js';
import { ellipsis } from './indexing.js';

/** The unary operators. */
export type UnaryOperator = '-' | '+' | '~';

/** The levels of the binary operators: a higher one binds tighter. Operators of one level go from left to right. */
const levels = {
  '<': 1,
  '<=': 1,
  '>': 1,
  '>=': 1,
  '==': 1,
  '!=': 1,
  '|': 2,
  '^': 3,
  '&': 4,
  '<<': 5,
  '>>': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '//': 7,
  '%': 7,
  '@': 7,
  // Its operand on the right may have a sign, 2 ** -x, and the power on the right comes first.
  '**': 9,
} as const;

const comparison = 1;
/** The level of a sign: -x ** 2 is -(x ** 2), and -x * y is (-x) * y. */
const sign = 8;

/** The binary operators. */
export type BinaryOperator = keyof typeof levels;

const attributeNames = ['T', 'mT', 'shape', 'ndim', 'size'] as const;

/** The attributes of arrays. */
export type AttributeName = (typeof attributeNames)[number];

/** One step: it takes values from the stack, and puts its result there. `at` is its place in the text. */
export type Step = { readonly at: number } & (
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'hole'; readonly index: number }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator }
  | { readonly kind: 'attribute'; readonly name: AttributeName }
  | { readonly kind: 'call'; readonly plan: CallPlan }
  | { readonly kind: 'list'; readonly count: number; readonly isTuple: boolean }
  | { readonly kind: 'slice' }
  | { readonly kind: 'index'; readonly count: number }
);

/** A formula that was parsed. */
export interface Formula {
  /** The text, in which the values of the template are `${0}`, `${1}` and so on. */
  readonly text: string;
  readonly steps: readonly Step[];
}

/** Parsed formulas by their templates, which JavaScript makes once for each place in a program. */
const parsed = /* @__PURE__ */ new WeakMap<TemplateStringsArray, Formula>();

/**
 * The formula of a template; each is parsed once.
 *
 * @throws HloomError `js.c116` for a text that is not one
 */
export function formulaOf(strings: TemplateStringsArray): Formula {
  const known = parsed.get(strings);
  if (known !== undefined) return known;
  const formula = new Parser(strings.raw).formula();
  parsed.set(strings, formula);
  return formula;
}

/** The maximum number of expressions within each other: of brackets, signs, and operators that wait for their right side. */
const deepest = 256;

const blanks = /\s*/y;
const number = /(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)/y;
const name = /[\p{L}_][\p{L}\p{N}_]*/uy;
const quotedText = /'[^'\\\n]*'|"[^"\\\n]*"/y;
// Longer ones first.
const operator = /\*\*|\/\/|<<|>>|<=|>=|==|!=|[-+*/%@&|^<>]/y;
const anything = /./suy;

/** Help for operators of JavaScript, of which one character is left over, and for words of Python. */
const instead: Readonly<Record<string, string>> = {
  '&': 'write (a < b) & (b < c)',
  '|': 'write (a < b) | (b < c)',
  '!': 'write ~x, or logical_not(x)',
  '=': 'write == to compare; assign the result outside of the formula',
  '?': 'write where(condition, x, y)',
  and: 'write (a < b) & (b < c)',
  or: 'write (a < b) | (b < c)',
  not: 'write ~x, or logical_not(x)',
  if: 'write where(condition, x, y)',
  in: 'write isin(x, y)',
  is: 'write ==',
  lambda: 'write functions in JavaScript',
  for: 'write loops in JavaScript',
};

const constants: Readonly<Record<string, unknown>> = {
  True: true,
  False: false,
  None: null,
  newaxis: null,
  pi: Math.PI,
  e: Math.E,
  inf: Infinity,
  nan: NaN,
};

class Parser {
  readonly #text: string;
  readonly #scanner: TextScanner;
  readonly #steps: Step[] = [];
  /** The numbers of the holes by their places. */
  readonly #holes = new Map<number, number>();
  #depth = 0;

  constructor(strings: readonly string[]) {
    let text = strings[0] ?? '';
    for (const [index, part] of strings.slice(1).entries()) {
      this.#holes.set(text.length, index);
      text += `\${${index}}${part}`;
    }
    this.#text = text;
    this.#scanner = new TextScanner(text, blanks);
  }

  formula(): Formula {
    this.#expression();
    if (!this.#scanner.isAtEnd()) throw this.#unexpected('an operator or the end');
    return { text: this.#text, steps: this.#steps };
  }

  /** Parses operators down to a level. */
  #expression(lowest = 0): void {
    if (++this.#depth > deepest) {
      throw this.#error(this.#scanner.start(), `it is nested deeper than ${deepest}`, 'compute parts of it before');
    }
    this.#operand();
    let isCompared = false;
    for (;;) {
      const at = this.#scanner.start();
      const found = this.#scanner.match(operator) as BinaryOperator | '';
      if (found === '' || levels[found] < lowest) {
        this.#scanner.position = at;
        break;
      }
      const level = levels[found];
      if (level === comparison && isCompared) {
        throw this.#error(at, 'comparisons are not chained', 'write (a < b) & (b < c)');
      }
      isCompared ||= level === comparison;
      this.#expression(found === '**' ? sign : level + 1);
      this.#steps.push({ kind: 'binary', operator: found, at });
    }
    this.#depth--;
  }

  /** A sign and its operand, or a value with what follows it: `x[0].T`. */
  #operand(): void {
    const at = this.#scanner.start();
    const unary = this.#scanner.match(/[-+~]/y) as UnaryOperator | '';
    if (unary !== '') {
      this.#expression(sign);
      this.#steps.push({ kind: 'unary', operator: unary, at });
      return;
    }
    this.#value();
    for (;;) {
      const place = this.#scanner.start();
      if (this.#scanner.take('[')) this.#index(place);
      else if (this.#scanner.take('.')) this.#attribute();
      else if (this.#scanner.isAhead('(')) {
        throw this.#error(place, 'only a function of np is called', 'call functions of JavaScript in a hole: ${f(x)}');
      } else return;
    }
  }

  #value(): void {
    const scanner = this.#scanner;
    const at = scanner.start();
    const hole = this.#holes.get(at);
    if (hole !== undefined) {
      scanner.position += `\${${hole}}`.length;
      this.#steps.push({ kind: 'hole', index: hole, at });
    } else if (scanner.take('(')) {
      this.#parenthesized(at);
    } else if (scanner.take('[')) {
      const count = this.#items(']');
      this.#steps.push({ kind: 'list', count, isTuple: false, at });
    } else {
      const digits = scanner.match(number);
      if (digits !== '') {
        this.#push(this.#number(digits, at), at);
        return;
      }
      const text = scanner.match(quotedText);
      if (text !== '') {
        if (text.includes('${'))
          throw this.#error(at, 'a text in quotes has no holes', 'pass the whole text in a hole');
        this.#push(text.slice(1, -1), at);
        return;
      }
      const word = scanner.match(name);
      if (word === '') throw this.#unexpected('a value');
      this.#name(word, at);
    }
  }

  #push(value: unknown, at: number): void {
    this.#steps.push({ kind: 'value', value, at });
  }

  #number(digits: string, at: number): number {
    const value = Number(digits.replaceAll('_', ''));
    const isWord = this.#scanner.position < this.#text.length && this.#rest().search(/[\p{L}\p{N}_]/u) === 0;
    if (isWord || Number.isNaN(value)) {
      throw this.#error(
        at,
        'a number is not followed by letters',
        'pass complex numbers in holes: ${{ re: 0, im: 1 }}',
      );
    }
    if (/^(?:\d|_)+$|^0[xXoObB]/.test(digits) && !Number.isSafeInteger(value)) {
      throw this.#error(at, `${shortened(digits)} is beyond 2^53`, 'pass a bigint in a hole: ${9007199254740993n}');
    }
    return value;
  }

  /** The next characters, as many as a name that an error shows. */
  #rest(): string {
    return this.#text.slice(this.#scanner.position, this.#scanner.position + 2);
  }

  /** An expression after `(`, or a tuple: `()`, `(a,)`, `(a, b)`. */
  #parenthesized(at: number): void {
    if (this.#scanner.take(')')) {
      this.#steps.push({ kind: 'list', count: 0, isTuple: true, at });
      return;
    }
    this.#expression();
    if (this.#scanner.take(')')) return;
    this.#expect(',', "',' or ')'");
    const count = 1 + this.#items(')');
    this.#steps.push({ kind: 'list', count, isTuple: true, at });
  }

  /** Expressions up to a bracket, with commas between them. Returns their number. */
  #items(end: ')' | ']'): number {
    let count = 0;
    while (!this.#scanner.take(end)) {
      if (count > 0) this.#expect(',', `',' or '${end}'`);
      // A comma may be the last one.
      if (count > 0 && this.#scanner.take(end)) break;
      this.#expression();
      count++;
    }
    return count;
  }

  #expect(character: string, names: string): void {
    if (!this.#scanner.take(character)) throw this.#unexpected(names);
  }

  #attribute(): void {
    const at = this.#scanner.start();
    const word = this.#scanner.match(name);
    const known = attributeNames.find((attribute) => attribute === word);
    if (known === undefined) {
      const isMethod = functionAt(word) !== undefined;
      throw this.#error(
        at,
        word === '' ? 'expected the name of an attribute' : `unknown attribute ${shortened(word)}`,
        isMethod ? `write the function: ${word}(x)` : `the attributes are ${attributeNames.join(', ')}`,
      );
    }
    this.#steps.push({ kind: 'attribute', name: known, at });
  }

  /** A constant, or the name and the arguments of a call. */
  #name(word: string, at: number): void {
    const scanner = this.#scanner;
    let path = word;
    if (scanner.isAhead('.') && isModule(word)) {
      scanner.take('.');
      path = `${word}.${scanner.match(name)}`;
    }
    if (scanner.take('(')) {
      this.#call(path, at);
    } else if (Object.hasOwn(constants, word) && path === word) {
      this.#push(constants[word], at);
    } else if (Object.hasOwn(instead, word)) {
      throw this.#error(at, `${word} is not an operator of formulas`, instead[word] ?? '');
    } else if (['np', 'jnp', 'numpy', 'nn'].includes(word)) {
      const help = word === 'nn' ? 'call it in a hole: ${nn.relu(x)}' : 'write the names of np alone: tanh(x)';
      throw this.#error(at, `unknown name ${word}`, help);
    } else if (functionAt(path) !== undefined) {
      throw this.#error(at, `${path} is a function`, `call it: ${path}(x)`);
    } else {
      const shown = shortened(path);
      throw this.#error(at, `unknown name ${shown}`, `put a value of JavaScript into the formula as \${${shown}}`);
    }
  }

  #call(path: string, at: number): void {
    const scanner = this.#scanner;
    const keywords: string[] = [];
    let count = 0;
    while (!scanner.take(')')) {
      if (count + keywords.length > 0) {
        this.#expect(',', "',' or ')'");
        if (scanner.take(')')) break;
      }
      const start = scanner.start();
      const keyword = scanner.match(/[\p{L}_][\p{L}\p{N}_]*(?=\s*=(?!=))/uy);
      if (keyword !== '') {
        scanner.take('=');
        keywords.push(keyword);
      } else if (keywords.length > 0) {
        throw this.#error(start, 'an argument without a name follows one with a name', 'write it before the others');
      } else count++;
      this.#expression();
    }
    this.#steps.push({ kind: 'call', plan: this.#placed(at, () => plannedCall(path, count, keywords)), at });
  }

  /** The index after `[`. */
  #index(at: number): void {
    const scanner = this.#scanner;
    if (scanner.isAhead(']')) throw this.#unexpected('an index');
    let count = 0;
    do {
      if (count > 0 && scanner.isAhead(']')) break;
      this.#indexItem();
      count++;
    } while (scanner.take(','));
    this.#expect(']', "',' or ']'");
    this.#steps.push({ kind: 'index', count, at });
  }

  /** An index, `...`, or a slice, whose parts may be left out: `:`, `1:`, `::2`. */
  #indexItem(): void {
    const scanner = this.#scanner;
    const at = scanner.start();
    if (scanner.match(/\.\.\./y) !== '') {
      this.#push(ellipsis, at);
      return;
    }
    if (scanner.isAhead(':')) this.#push(null, at);
    else {
      this.#expression();
      if (!scanner.isAhead(':')) {
        const last = this.#steps.at(-1);
        if (last?.kind !== 'list' || !last.isTuple) return;
        throw this.#error(at, 'the index is a tuple', 'write x[0, 1] without parentheses; x[[0, 1]] takes two rows');
      }
    }
    scanner.take(':');
    this.#bound();
    if (scanner.take(':')) this.#bound();
    else this.#push(null, at);
    this.#steps.push({ kind: 'slice', at });
  }

  /** The end or the step of a slice; None if it is left out. */
  #bound(): void {
    const isLeftOut = [':', ',', ']'].some((character) => this.#scanner.isAhead(character));
    if (isLeftOut) this.#push(null, this.#scanner.position);
    else this.#expression();
  }

  #error(at: number, headline: string, help: string): unknown {
    return withPlace(formulaError(headline, help), this.#text, at);
  }

  #placed<T>(at: number, action: () => T): T {
    try {
      return action();
    } catch (thrown) {
      throw withPlace(thrown, this.#text, at);
    }
  }

  /** The error for the next token. */
  #unexpected(expected: string): unknown {
    const at = this.#scanner.start();
    const hole = this.#holes.get(at);
    const word = this.#scanner.match(name);
    const found = hole !== undefined ? `\${${hole}}` : word !== '' ? word : this.#scanner.match(anything);
    if (found === '') return this.#error(at, `expected ${expected}, found the end`, 'complete the formula');
    const isValue = hole !== undefined || /^[\p{L}\p{N}_([]/u.test(found);
    const help =
      (Object.hasOwn(instead, found) ? instead[found] : undefined) ??
      (expected === 'a value'
        ? 'values are numbers, holes such as ${x}, calls of functions of np, and expressions in parentheses'
        : isValue
          ? 'write an operator between two values: a * b'
          : 'docs/np.md lists the notation of formulas');
    return this.#error(at, `expected ${expected}, found ${shortened(found)}`, help);
  }
}
