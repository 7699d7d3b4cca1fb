import { describeValue, quoted } from '../base/describe.js';
import { elementInfo, elementTypeFromText, type ElementType } from './element-type.js';
import { elementTypeMeant } from './element-type-help.js';
import { jsError } from '../base/errors.js';
import { isRevoked } from '../base/look-alike.js';
import { TextScanner } from '../base/text-scanner.js';
import { isPaddingValue, type Layout } from './layout.js';
import type { LayoutProperties, LayoutSplit } from './layout-properties.js';
import type { Shape } from './shape.js';
import type { DimensionSize } from './sizes.js';

/** Makes the shapes; given by the caller, so that this module needs no value of the one that it serves. */
export type ShapeFactory = Pick<typeof Shape, 'array' | 'tuple' | 'token' | 'opaque' | 'buffer'>;

/**
 * Parses XLA's text form of a shape. The stack of open tuples is explicit: no recursion follows the input.
 *
 * @throws HloomError `js.c21` with the position of the error
 */
export function parseShape(text: string, make: ShapeFactory, maxDepth: number): Shape {
  const given: unknown = text;
  if (typeof given !== 'string' && (isRevoked(given) || !(given instanceof String))) {
    throw jsError('shapeText', `the text of the shape is ${describeValue(given)}`, { op: 'Shape.parse' });
  }
  const scanner = new ShapeScanner(text, make);
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
    // A tuple has just been closed, and those around it may be closed, too.
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

/** Comments are blanks, too: those that XLA writes into long tuples, `/*index=5*\/`, and those to the end of the line. */
const blanks = /(?:[ \t\r\n]|\/\*[^]*?\*\/|\/\/[^\r\n]*)*/y;

class ShapeScanner extends TextScanner {
  readonly #make: ShapeFactory;

  constructor(text: string, make: ShapeFactory) {
    super(String(text), blanks);
    this.#make = make;
  }

  expect(character: string): void {
    if (!this.take(character)) throw this.#error(`'${character}' is missing`);
  }

  end(shape: Shape): Shape {
    if (!this.isAtEnd()) throw this.#error('text follows the shape');
    return shape;
  }

  /** Reads the shape of an array, a token, an opaque or a buffer. */
  leaf(): Shape {
    const start = this.start();
    if (this.match(/b(?=\()/y) === '') return this.#arrayOr();
    this.expect('(');
    const array = this.#arrayOr();
    this.expect(')');
    if (!array.isArray) throw this.#errorAt(start, 'the shape of the array that the buffer holds is missing');
    return this.#make.buffer(array);
  }

  #arrayOr(): Shape {
    const start = this.start();
    const name = this.match(/[A-Za-z0-9]+/y);
    if (this.text[this.position] !== '[') this.#checkWord(start);
    if (name === '') throw this.#error('the name of an element type is missing');
    const type = elementTypeFromText(name);
    const isArray = name !== 'token' && name !== 'opaque';
    if (isArray && type === undefined) throw this.#unknownType(name, start);
    this.expect('[');
    if (type === undefined) {
      this.expect(']');
      return name === 'token' ? this.#make.token() : this.#make.opaque();
    }
    const dimensions = this.#list(']', () => this.#size());
    return this.#make.array(type, dimensions, this.take('{') ? this.#layout() : undefined);
  }

  /** If no bracket follows, a type may have another spelling, or its sizes are missing. */
  #checkWord(start: number): void {
    const word = /[\w<>]*/y;
    word.lastIndex = start;
    const written = word.exec(this.text)?.[0] ?? '';
    const meant = written.length > 40 ? undefined : elementTypeMeant(written);
    if (meant === undefined) return;
    const { text } = elementInfo(meant);
    if (text !== written) throw this.#unknownType(written, start);
    this.position = start + written.length;
    if (this.text[this.position] === undefined) {
      throw this.#error("'[' is missing", `write ${text}[] for a scalar, or the sizes too, as in ${text}[2,3]`);
    }
  }

  #unknownType(name: string, start: number): Error {
    this.position = start;
    const meant = name.length > 40 ? undefined : elementTypeMeant(name);
    const help = meant === undefined ? undefined : `did you mean ${elementInfo(meant).text}?`;
    return this.#error(`${quoted(name)} is not an element type,`, help);
  }

  /** Reads a size: `<=10` or `10`. */
  #size(): DimensionSize {
    if (this.match(/<=/y) !== '') return `<=${this.#integer()}`;
    if (this.take('?')) throw this.#error('the bound of a dynamic dimension is missing (write <=10 instead of ?)');
    return this.#integer();
  }

  /** Reads a layout from behind its brace on: `1,0}`, `1,0:T(8,128)S(1)}`, or `0,1:PAD(3,5)ZERO_PAD}`. */
  #layout(): Layout {
    const minorToMajor: number[] = [];
    if (this.take('}')) return { minorToMajor };
    if (!this.take(':')) {
      do minorToMajor.push(this.#integer());
      while (this.take(','));
      if (this.take('}')) return { minorToMajor };
      this.expect(':');
    }
    if (this.text[this.position] === '}') throw this.#error('a property such as T(8,128) is missing');
    const padding = this.#padding();
    const properties = this.#properties();
    if (!this.take('}')) throw this.#error("'}', or a property that comes later than the last, is missing");
    return { minorToMajor, ...padding, ...properties };
  }

  #padding(): Pick<Layout, 'paddedDimensions' | 'paddingValue'> {
    if (!this.#property('PAD')) return {};
    const paddedDimensions = this.#list(')', () => this.#integer());
    // A name before a '(' is that of a property.
    const start = this.start();
    const paddingValue = this.match(/\w+(?![\w(])/y);
    // Without sizes there is nothing to fill; the layout check refuses it.
    if (paddingValue === '') {
      return { paddedDimensions, ...(paddedDimensions.length === 0 && { paddingValue: 'UNKNOWN_PAD' as const }) };
    }
    if (!isPaddingValue(paddingValue)) throw this.#errorAt(start, 'a padding value such as ZERO_PAD is missing');
    return { paddedDimensions, paddingValue };
  }

  /** Reads `D(D,D)T(8,128)(2,1)L(2)#(u32)*(u32)E(4)S(1)SC(0:1,2)M(8)`: each property at most once, in this order. */
  #properties(): LayoutProperties {
    this.#denseLevels();
    const tiles = this.#lists('T', () => this.#list(')', () => (this.take('*') ? ('*' as const) : this.#integer())));
    const tailPaddingAlignment = this.#number('L');
    const indexType = this.#type('#');
    const pointerType = this.#type('*');
    const elementSizeInBits = this.#number('E');
    const memorySpace = this.#number('S');
    const splits = this.#lists('SC', (): LayoutSplit => {
      const dimension = this.#integer();
      this.expect(':');
      return { dimension, indices: this.#list(')', () => this.#integer()) };
    });
    const prefix = this.#number('M');
    const start = this.start();
    if (this.#property('P')) throw this.#sparse(start);
    return {
      ...(tiles && { tiles }),
      ...(tailPaddingAlignment !== undefined && { tailPaddingAlignment }),
      ...(indexType && { indexType }),
      ...(pointerType && { pointerType }),
      ...(elementSizeInBits !== undefined && { elementSizeInBits }),
      ...(memorySpace !== undefined && { memorySpace }),
      ...(splits && { splits }),
      ...(prefix !== undefined && { dynamicShapeMetadataPrefixBytes: prefix }),
    };
  }

  /** `D(D,D)`: each dimension is kept dense, as all are here. */
  #denseLevels(): void {
    const start = this.start();
    if (!this.#property('D') || this.take(')')) return;
    do {
      if (!this.take('D')) throw this.#sparse(start);
      this.take('+');
      this.take('~');
    } while (this.take(','));
    if (!this.take(')')) throw this.#sparse(start);
  }

  #sparse(start: number): Error {
    return this.#errorAt(start, 'the layout of a sparse array, which hloom does not have, is described');
  }

  /** Takes the name of a property and its '(' if both are here. */
  #property(name: string): boolean {
    if (!this.text.startsWith(`${name}(`, this.start())) return false;
    this.position += name.length + 1;
    return true;
  }

  #lists<T>(name: string, read: () => T): T[] | undefined {
    if (!this.#property(name)) return undefined;
    const lists: T[] = [];
    do lists.push(read());
    while (this.take('('));
    return lists;
  }

  #number(name: string): number | undefined {
    if (!this.#property(name)) return undefined;
    const number = this.#integer();
    this.expect(')');
    return number;
  }

  #type(name: string): ElementType | undefined {
    if (!this.#property(name)) return undefined;
    const start = this.start();
    const type = elementTypeFromText(this.match(/\w+/y));
    if (type === undefined) throw this.#errorAt(start, 'an element type such as u32 is missing');
    this.expect(')');
    return type;
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
    const digits = this.match(/[0-9]+/y);
    if (digits === '') throw this.#error('an integer is missing');
    return Number(digits);
  }

  #errorAt(position: number, what: string): Error {
    this.position = position;
    return this.#error(what);
  }

  #error(what: string, help?: string): Error {
    return jsError('shapeText', `${what} at position ${this.position} of ${quoted(this.text)}`, {
      op: 'Shape.parse',
      ...(help === undefined ? {} : { help }),
    });
  }
}
