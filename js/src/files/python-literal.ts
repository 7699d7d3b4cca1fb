/** The literals of Python that headers of .npy files are made of: dict, tuple, list, str, int, True, False, None. */

import { TextScanner } from '../base/text-scanner.js';

/** A value of such a literal. A tuple and a list are both an array. */
export type PythonValue = string | bigint | boolean | null | PythonValue[] | Map<string, PythonValue>;

/** Descriptions of nested structured types are a few levels deep. */
const maxDepth = 32;

/** A syntax error with its position. */
export class PythonSyntax extends Error {}

/**
 * Reads one literal, which must be the whole text except for blanks.
 *
 * @throws PythonSyntax for anything else
 */
export function parsePythonLiteral(text: string): PythonValue {
  const parser = new Parser(text);
  const value = parser.value(0);
  parser.end();
  return value;
}

class Parser extends TextScanner {
  constructor(text: string) {
    super(text, /[ \t\r\n]*/y);
  }

  /** Recursion is bounded by maxDepth. */
  value(depth: number): PythonValue {
    if (depth > maxDepth) throw this.#error(`brackets nest more than ${maxDepth} deep`);
    if (this.take('{')) return this.#dict(depth);
    if (this.take('(')) return this.#sequence(')', depth);
    if (this.take('[')) return this.#sequence(']', depth);
    const quoted = this.match(/[ubUB]?(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/y);
    if (quoted !== '') return unquoted(quoted);
    // Python 2 wrote an L after long integers.
    const digits = this.match(/[+-]?[0-9]{1,40}L?/y);
    if (digits !== '') return BigInt(digits.replace(/^\+|L$/g, ''));
    const word = this.match(/True|False|None/y);
    if (word === '') throw this.#error('a value is missing');
    return word === 'None' ? null : word === 'True';
  }

  end(): void {
    if (!this.isAtEnd()) throw this.#error('text follows the value');
  }

  #dict(depth: number): Map<string, PythonValue> {
    const entries = new Map<string, PythonValue>();
    while (!this.take('}')) {
      const key = this.value(depth + 1);
      if (typeof key !== 'string') throw this.#error('a key is not a string');
      if (!this.take(':')) throw this.#error("':' is missing");
      entries.set(key, this.value(depth + 1));
      if (!this.take(',') && !this.isAhead('}')) throw this.#error("',' or '}' is missing");
    }
    return entries;
  }

  #sequence(close: string, depth: number): PythonValue[] {
    const values: PythonValue[] = [];
    while (!this.take(close)) {
      values.push(this.value(depth + 1));
      if (!this.take(',') && !this.isAhead(close)) throw this.#error(`',' or '${close}' is missing`);
    }
    return values;
  }

  #error(what: string): PythonSyntax {
    return new PythonSyntax(`${what} at position ${this.position}`);
  }
}

function unquoted(text: string): string {
  const start = /['"]/.exec(text)?.index ?? 0;
  return text.slice(start + 1, -1).replace(/\\(.)/g, '$1');
}
