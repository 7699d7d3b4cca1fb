// Values that are hard to inspect: arrays that lost their memory, arrays nested without end, and arrays of holes. They
// are refused at once, with a clear error.
import { Client, f32, init, Literal, parseHlo, Shape, writeNpz, XlaBuilder, type LayoutLike } from 'hloom';
import { describeList } from '../../js/src/base/describe.js';
import { expectError } from './support/expect-error.js';

const code = 'INVALID_ARGUMENT';

let client: Client;

beforeAll(async () => {
  await init();
  client = await Client.create();
});
afterAll(() => {
  client.dispose();
});

/** A buffer that can be resized, which this version of TypeScript's library does not know. */
type Resizable = ArrayBuffer & { resize(length: number): void };
const resizable = (length: number): Resizable =>
  new (ArrayBuffer as unknown as new (length: number, options: object) => Resizable)(length, { maxByteLength: length });

describe('memory that went away', () => {
  /** An array beyond the end of its buffer. */
  const beyond = <T>(type: new (buffer: ArrayBuffer, offset: number, length: number) => T): T => {
    const buffer = resizable(24);
    const array = new type(buffer, 12, 3);
    buffer.resize(4);
    return array;
  };
  const transferred = (): Float32Array => {
    const array = new Float32Array(3);
    structuredClone(array, { transfer: [array.buffer] });
    return array;
  };
  const calls: [name: string, op: string, call: (array: never) => unknown][] = [
    ['Literal.from', 'Literal.from', (array) => Literal.from(array)],
    ['Literal.from with a shape', 'Literal.from', (array) => Literal.from(array, f32(3))],
    ['Literal.from a row', 'Literal.from', (array) => Literal.from([array, array])],
    ['fromTypedArray', 'Literal.fromTypedArray', (array) => Literal.fromTypedArray(array, [3])],
    ['writeNpz', 'writeNpz', (array) => writeNpz(array)],
    ['compile', 'Client.compile', (array) => client.compile(array)],
    ['toDevice', 'Client.toDevice', (array) => client.toDevice(array)],
    [
      'run',
      'run',
      async (array) => {
        const executable = await client.compile(parseHlo('ENTRY e { ROOT x = f32[3] parameter(0) }'));
        return executable.run(array);
      },
    ],
  ];
  test.each(calls)('%s', async (_, op, call) => {
    const shrunk = await expectError(() => call(beyond(Float32Array) as never), { code, rule: 'js.c5' });
    expect(shrunk.message.split('\n').slice(0, 2)).toEqual([
      `INVALID_ARGUMENT [js.c5] ${op}: the buffer of the Float32Array was made smaller, and its elements are gone`,
      '  help: pass an array within the buffer as it is now',
    ]);
    const gone = await expectError(() => call(transferred() as never), { code, rule: 'js.c5' });
    expect(gone.message.split('\n').slice(0, 2)).toEqual([
      `INVALID_ARGUMENT [js.c5] ${op}: the memory of the Float32Array was transferred, and its elements are gone`,
      '  help: transfer a copy, array.slice(), and keep the array',
    ]);
  });
  test('an array without elements has its memory', () => {
    expect(Literal.from(new Float32Array(0)).shape.toString()).toBe('f32[0]');
    expect(Literal.from(new Float32Array(resizable(8), 8)).shape.toString()).toBe('f32[0]');
    const buffer = resizable(24);
    const tracking = new Float32Array(buffer);
    buffer.resize(8);
    expect(Literal.from(tracking).toArray()).toEqual([0, 0]);
  });
});

describe('lists in layouts', () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 20_000; depth++) deep = [deep];
  const orders: [order: unknown, shown: string][] = [
    [deep, '[an array of 1 element]'],
    [[deep, deep], '[an array of 1 element, an array of 1 element]'],
    [[{}], '[a plain object]'],
    [['1', '0'], '["1", "0"]'],
    [[1, 1], '[1, 1]'],
    [[0.5, -1], '[0.5, -1]'],
    [[undefined, null], '[undefined, null]'],
    [[2n ** 70n, Symbol('d')], '[1180591620717411303424n, Symbol(d)]'],
  ];
  test.each(orders)('the order %#', async (order, shown) => {
    const says = `minorToMajor: ${shown} does not order the 2 dimensions of the shape`;
    const layouts = [order, { minorToMajor: order }] as LayoutLike[];
    for (const layout of layouts) {
      for (const [op, call] of [
        ['Shape.withLayout', () => f32(2, 3).withLayout(layout)],
        ['Shape.array', () => Shape.array('F32', [2, 3], layout)],
        ['Literal.relayout', () => Literal.from([[1, 2]]).relayout(layout)],
      ] as const) {
        const { message } = await expectError(call, { code, rule: 'js.c12' });
        expect(message).toBe(
          `INVALID_ARGUMENT [js.c12] ${op}: ${says}\n  help: the default, row-major order is minorToMajor: [1, 0]`,
        );
      }
    }
  });
  test('padded sizes', async () => {
    const padded = (sizes: unknown): LayoutLike => ({ minorToMajor: [0], paddedDimensions: sizes as number[] });
    await expectError(() => f32(2).withLayout(padded([deep])), {
      code,
      rule: 'js.c30',
      message: /dimension 0 of size 2 cannot be padded to an array of 1 element\n/,
    });
    await expectError(() => f32(2).withLayout(padded([deep, {}])), {
      code,
      rule: 'js.c30',
      message: /paddedDimensions: \[an array of 1 element, a plain object\] does not have a size for each/,
    });
  });
  test('only the beginning of a long list is shown', () => {
    expect(describeList([])).toBe('[]');
    expect(describeList(Array.from({ length: 32 }, () => 7))).toBe(`[${'7, '.repeat(31)}7]`);
    expect(describeList(Array.from({ length: 33 }, () => 7))).toBe(`[${'7, '.repeat(32)}... 33 in all]`);
  });
});

describe('arrays of nothing but holes', () => {
  const holes = new Array<never>(2 ** 32 - 1);
  const calls: [says: string, call: () => unknown][] = [
    [
      'conditional: branchComputations[0] is undefined, not a computation',
      () => {
        const b = new XlaBuilder('q');
        return b.conditional(b.constant(1), holes, []);
      },
    ],
    ['tuple: elements[0] is undefined, not an operation', () => new XlaBuilder('q').tuple(holes)],
    [
      'parameter: shape is an array of 4294967295 elements, not a shape',
      () => new XlaBuilder('q').parameter(0, holes as never, 'x'),
    ],
    ['Literal.from: undefined is not a value (at [0])', () => Literal.from(holes)],
    ['Shape.array: the size of dimension 0 is undefined', () => Shape.array('F32', holes)],
    ['Shape.array: the size of dimension 0 is undefined', () => Shape.from({ type: 'F32', dimensions: holes })],
    [
      'Shape.from: the dynamicDimensions of 1 dimension are an array of 4294967295 elements, not a truth value for each',
      () => Shape.from({ type: 'F32', dimensions: [2], dynamicDimensions: holes }),
    ],
    ['Shape.tuple: element 0 of the tuple is undefined, not a shape', () => Shape.tuple(holes)],
    ['Shape.withLayout: minorToMajor: [undefined, undefined, ', () => f32(2).withLayout(holes)],
  ];
  test.each(calls)('%s', async (says, call) => {
    const begun = performance.now();
    const { message } = await expectError(call, { code });
    expect(message).toContain(`] ${says}`);
    expect(performance.now() - begun).toBeLessThan(5000);
  });
  test('a short one, too, has a first wrong entry', async () => {
    const b = new XlaBuilder('q');
    const x = b.constant(1);
    const { message } = await expectError(() => b.tuple([x, , x] as never), { code, rule: 'js.c5' }); // eslint-disable-line no-sparse-arrays
    expect(message).toContain('tuple: elements[1] is undefined, not an operation');
    b.dispose();
  });
});

describe('options that are none', () => {
  const files = 'wasmUrl, wasmBinary, wasmModule, workerUrl';
  test.each([5, [], null, 'threads'])('%p', async (given) => {
    await expectError(() => Client.create(given as never), {
      code,
      rule: 'js.c22',
      message: /^INVALID_ARGUMENT \[js\.c22\] Client\.create: the options are /,
      help: new RegExp(`^use one object, of threads, worker, memoryLimit, seed, ${files}, or leave it out$`),
    });
    await expectError(() => init(given as never), {
      code,
      rule: 'js.c22',
      message: /^INVALID_ARGUMENT \[js\.c22\] init: the options are /,
      help: new RegExp(`^use one object, of ${files}, or leave it out$`),
    });
  });
});
