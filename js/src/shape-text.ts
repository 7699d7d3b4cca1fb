import { elementTypeFromText } from './element-type.js';
import { jsError } from './errors.js';
import { isPaddingValue, type Layout } from './layout.js';
import type { Shape } from './shape.js';
import type { DimensionSize } from './sizes.js';

/** Makes the shapes; given by the caller, so that this module needs no value of the one that it serves. */
export type ShapeFactory = Pick<typeof Shape, 'array' | 'tuple' | 'token' | 'opaque'>;

/**
 * Parses XLA's text form of a shape. The stack of open tuples is explicit: no recursion follows the input.
 *
 * @throws HloomError `js.c21` naming the position of what does not fit
 */
export function parseShape(text: string, make: ShapeFactory, maxDepth: number): Shape {
  const scanner = new Scanner(text, make);
  const open: Shape[][] = [];
  for (;;) {
    if (scanner.take('(')) {
      open.push([]);
      if (open.length > maxDepth) throw jsError('depth', 'the tuple is nested too deeply', { op: 'Shape.parse' });
      if (!scanner.take(')')) continue;
    } else {
      const shape = scanner.leaf();
      const parent = open.at(-1);
      if (parent === undefined) return scanner.end(shape);
      parent.push(shape);
      if (scanner.take(',')) continue;
      scanner.expect(')');
    }
    // Here a tuple has just been closed; so may those around it be.
    for (;;) {
      const closed = make.tuple(open.pop() ?? []);
      const parent = open.at(-1);
      if (parent === undefined) return scanner.end(closed);
      parent.push(closed);
      if (scanner.take(',')) break;
      scanner.expect(')');
    }
  }
}

class Scanner {
  readonly #text: string;
  readonly #make: ShapeFactory;
  #position = 0;

  constructor(text: string, make: ShapeFactory) {
    this.#make = make;
    this.#text = String(text);
  }

  take(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#position] !== character) return false;
    this.#position++;
    return true;
  }

  expect(character: string): void {
    if (!this.take(character)) throw this.#error(`'${character}' is missing`);
  }

  end(shape: Shape): Shape {
    this.#skipSpace();
    if (this.#position < this.#text.length) throw this.#error('there is more text after the shape');
    return shape;
  }

  /** An array shape, a token or an opaque. */
  leaf(): Shape {
    const name = this.#match(/[a-z][a-z0-9]*/y);
    if (name === '') throw this.#error('the name of an element type is missing');
    this.expect('[');
    const dimensions = this.#list(']', () => this.#size());
    if (name === 'token' && dimensions.length === 0) return this.#make.token();
    if (name === 'opaque' && dimensions.length === 0) return this.#make.opaque();
    const type = elementTypeFromText(name);
    if (type === undefined) throw this.#error(`${JSON.stringify(name)} is not an element type`);
    return this.#make.array(type, dimensions, this.take('{') ? this.#layout() : undefined);
  }

  /** `<=10` or `10`. */
  #size(): DimensionSize {
    if (this.#match(/<=/y) !== '') return `<=${this.#integer()}`;
    if (this.take('?')) throw this.#error('the bound of a dynamic dimension is missing (write <=10 instead of ?)');
    return this.#integer();
  }

  /** After the brace: `1,0}`, or `0,1:PAD(3,5)ZERO_PAD}`. */
  #layout(): Layout {
    const minorToMajor: number[] = [];
    if (this.take('}')) return { minorToMajor };
    if (!this.take(':')) {
      do minorToMajor.push(this.#integer());
      while (this.take(','));
      if (this.take('}')) return { minorToMajor };
      this.expect(':');
    }
    if (this.#match(/PAD/y) === '') throw this.#error('a layout property other than PAD(3,5)ZERO_PAD stands');
    this.expect('(');
    const paddedDimensions = this.#list(')', () => this.#integer());
    const paddingValue = this.#match(/[A-Z_]+/y);
    if (!isPaddingValue(paddingValue)) throw this.#error('a padding value such as ZERO_PAD is missing');
    this.expect('}');
    return { minorToMajor, paddedDimensions, paddingValue };
  }

  #list<T>(close: string, read: () => T): T[] {
    const values: T[] = [];
    if (this.take(close)) return values;
    do values.push(read());
    while (this.take(','));
    this.expect(close);
    return values;
  }

  #integer(): number {
    const digits = this.#match(/[0-9]+/y);
    if (digits === '') throw this.#error('an integer is missing');
    return Number(digits);
  }

  #match(pattern: RegExp): string {
    this.#skipSpace();
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#position += found.length;
    return found;
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#position] ?? '')) this.#position++;
  }

  #error(what: string): Error {
    const shown = this.#text.length > 80 ? `${this.#text.slice(0, 80)}...` : this.#text;
    return jsError('shapeText', `${what} at position ${this.#position} of ${JSON.stringify(shown)}`, {
      op: 'Shape.parse',
    });
  }
}
