// Every element type, from JavaScript through the real module and back.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as hloom from 'hloom';
import { Client, Literal, Shape, XlaBuilder, type ElementType, type NestedArray } from 'hloom';
import { elementInfo, elementTypes } from '../../../js/src/values/element-type.js';
import { expectError } from '../support/expect-error.js';

/** Values of each type as they are written, and what toArray() gives where that is not the same. */
const floats = [NaN, Infinity, -0, 1.5, -2];
const cases: Record<ElementType, [values: readonly unknown[], back?: readonly unknown[]]> = {
  PRED: [[true, false]],
  S1: [[-1, 0]],
  S2: [[-2, 1]],
  S4: [[-8, 7]],
  S8: [[-128, 127]],
  S16: [[-32768, 32767]],
  S32: [[-(2 ** 31), 2 ** 31 - 1]],
  S64: [[-(2n ** 63n), 2n ** 63n - 1n]],
  U1: [[0, 1]],
  U2: [[0, 3]],
  U4: [[0, 15]],
  U8: [[0, 255]],
  U16: [[0, 65535]],
  U32: [[0, 2 ** 32 - 1]],
  U64: [[0n, 2n ** 64n - 1n]],
  F16: [[...floats, 65504, 65520, 2 ** -24], [...floats, 65504, Infinity, 2 ** -24]], // prettier-ignore
  BF16: [[...floats, 1 + 2 ** -9, 2 ** -133], [...floats, 1, 2 ** -133]], // prettier-ignore
  F32: [[...floats, 2 ** -149]],
  F64: [[...floats, 5e-324]],
  F8E5M2: [[...floats, 57344, 1e9], [...floats, 57344, Infinity]], // prettier-ignore
  F8E4M3: [[...floats, 240, 1e9], [...floats, 240, Infinity]], // prettier-ignore
  F8E4M3FN: [[NaN, -0, 464, 465], [NaN, -0, 448, NaN]], // prettier-ignore
  F8E4M3B11FNUZ: [[NaN, -0, 30, 1e9], [NaN, 0, 30, NaN]], // prettier-ignore
  F8E3M4: [[...floats, 15.5]],
  F8E5M2FNUZ: [[NaN, -0, 57344], [NaN, 0, 57344]], // prettier-ignore
  F8E4M3FNUZ: [[NaN, -0, 240], [NaN, 0, 240]], // prettier-ignore
  F8E8M0FNU: [[1, 2 ** -127, 2 ** 127, 0], [1, 2 ** -127, 2 ** 127, NaN]], // prettier-ignore
  F4E2M1FN: [[-0, 0.5, -6, 100, 2.5], [-0, 0.5, -6, 6, 2]], // prettier-ignore
  C64: [[{ re: 1, im: -0 }, [NaN, 0.5], [Infinity, 2]], [[1, -0], [NaN, 0.5], [Infinity, 2]]], // prettier-ignore
  C128: [[[5e-324, 1], { re: 0.1, im: 1e300 }], [[5e-324, 1], [0.1, 1e300]]], // prettier-ignore
};

let clients: Client[];
beforeAll(async () => {
  clients = [await Client.create(), await Client.create({ worker: true })];
});
afterAll(() => {
  for (const client of clients) client.dispose();
});

describe.each(elementTypes)('%s', (type) => {
  const [values, back = values] = cases[type];
  const literal = Literal.from(values as NestedArray, type);

  test('values are encoded and decoded', () => {
    expect(literal.toArray()).toEqual(back);
    expect(literal.shape.toString()).toBe(`${elementInfo(type).text}[${values.length}]`);
    expect(literal.data.constructor.name).toBe(elementInfo(type).array.name);
    expect(Literal.fromTypedArray(literal.data, literal.shape).equals(literal)).toBe(true);
    const scalar = Literal.from(values[0] as NestedArray, type);
    expect([scalar.shape.rank, scalar.toArray()]).toEqual([0, back[0]]);
  });

  test('a program gives back what it is given, in a tuple, here and from a Worker', async () => {
    const b = new XlaBuilder('identity');
    const x = b.parameter(0, literal.shape, 'x');
    const computation = b.build(b.tuple([x, b.constant(literal)]));
    for (const client of clients) {
      const executable = await client.compile(computation);
      for (const argument of [literal, literal.data, values as NestedArray]) {
        const result = await executable.run(argument);
        for (const element of result.elements) expect(element.equals(literal)).toBe(true);
        expect(result.toArray()).toEqual([back, back]);
      }
    }
  });

  test('layouts', () => {
    const matrix = Literal.from([values, values] as NestedArray, type);
    const columns = matrix.relayout([0, 1]);
    expect(columns.toArray()).toEqual([back, back]);
    expect(columns.relayout([1, 0]).equals(matrix)).toBe(true);
    expect(Literal.fromTypedArray(columns.data, columns.shape).toArray()).toEqual([back, back]);
  });

  test('JSON keeps everything', () => {
    const all = Literal.tuple(literal, Literal.token(), Literal.from([values, values] as NestedArray, type).relayout([0, 1])); // prettier-ignore
    const read = Literal.fromJSON(JSON.parse(JSON.stringify(all)) as never);
    expect(read.equals(all)).toBe(true);
  });

  test('shapes: constructor, text, wire form', () => {
    const { text, bytes } = elementInfo(type);
    const make = (hloom as unknown as Record<string, (...sizes: number[]) => Shape>)[text];
    expect(make?.(2, 3).toString()).toBe(`${text}[2,3]`);
    const shape = Shape.parse(`${text}[2,3]{0,1}`);
    expect([shape.type, shape.byteLength]).toEqual([type, 6 * bytes]);
  });

  test('refuses what it cannot hold, with the path and help', async () => {
    const { kind, min, max } = elementInfo(type);
    const code = 'INVALID_ARGUMENT';
    const bad: unknown[] = [];
    if (kind === 'signed' || kind === 'unsigned') bad.push((min ?? 0n) - 1n, (max ?? 0n) + 1n, 0.5, true, NaN);
    if (kind === 'pred') bad.push(2, -1, 0.5);
    if (kind === 'float') bad.push(true, 2n ** 1100n);
    if (kind === 'complex') bad.push([true, 1], [2n ** 1100n, 0]);
    for (const value of bad) {
      const same = Array.from(values, () => value);
      const error = await expectError(() => Literal.from([values, same] as NestedArray, type), {
        code,
        rule: 'js.c10',
        message: /\[1\]\[0\]/,
      });
      expect(error.help).not.toBe('');
    }
    await expectError(() => Literal.from('1' as never, type), { code, rule: 'js.c28' });
  });
});

test('the table is the core’s', () => {
  const { types } = JSON.parse(readFileSync(join(__dirname, '../../../build/ops.json'), 'utf8')) as {
    types: { name: string; text: string; bits: number; kind: string }[];
  };
  const arrays = types.filter(({ bits }) => bits > 0).map(({ name, text, bits, kind }) => ({ name, text, bits, kind }));
  const ours = elementTypes.map((name) => {
    const { text, bits, kind } = elementInfo(name);
    return { name, text, bits, kind };
  });
  expect(ours).toEqual(arrays);
});

test('docs/values.md lists every type with its array and its values', () => {
  const page = readFileSync(join(__dirname, '../../../docs/values.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (`[A-Z].*?`) \| `(\w+)\(2, 3\)` \| `(\w+)`(.*?) \| (.*?) \|$/gm)];
  const listed = rows.flatMap(([, types = '', , array, bits, values]) =>
    types.split(', ').map((name) => [name.slice(1, -1), array, /bits/.test(bits ?? ''), values]),
  );
  const valuesOf = (type: ElementType): string => {
    const { kind, bigint } = elementInfo(type);
    if (kind === 'complex') return '`[re, im]`';
    if (kind === 'pred') return 'booleans';
    return bigint ? 'bigints' : 'numbers';
  };
  const wanted = elementTypes.map((type) => [type, elementInfo(type).array.name, elementInfo(type).encoded, valuesOf(type)]); // prettier-ignore
  const sorted = (all: unknown[][]): unknown[][] => all.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  expect(sorted(listed)).toEqual(sorted(wanted));
});

test('bits of less than a byte are checked', async () => {
  const wrong = { code: 'INVALID_ARGUMENT', rule: 'js.c10', message: /\[1\]/ };
  await expectError(() => Literal.fromTypedArray(new Int8Array([0, 8]), Shape.parse('s4[2]')), wrong);
  await expectError(() => Literal.fromTypedArray(new Uint8Array([0, 2]), Shape.parse('u1[2]')), wrong);
  await expectError(() => Literal.fromTypedArray(new Uint8Array([0, 16]), Shape.parse('f4e2m1fn[2]')), wrong);
});

test('complex numbers', async () => {
  const literal = Literal.from([[{ re: 1, im: 2 }, 3]], 'C64');
  expect(literal.toArray()).toEqual([[[1, 2], [3, 0]]]); // prettier-ignore
  expect(literal.data).toEqual(new Float32Array([1, 2, 3, 0]));
  expect(Literal.from({ re: 1, im: 2 }).shape.toString()).toBe('c64[]');
  expect(Literal.from(2, 'C128').toArray()).toEqual([2, 0]);
  expect(Literal.from([], 'C64').shape.toString()).toBe('c64[0]');
  expect(String(literal)).toBe('c64[1,2] {\n  { (1, 2), (3, 0) }\n}');
  expect(literal.toPrettyString()).toBe('[[1+2i, 3+0i]]');
  const help = /\[re, im\]/;
  await expectError(() => Literal.from([1, 2, 3], 'C64'), { code: 'INVALID_ARGUMENT', rule: 'js.c28', message: help });
  await expectError(() => Literal.from([[1, 2], { re: 1, im: 'x' }] as never, 'C64'), { code: 'INVALID_ARGUMENT', rule: 'js.c28', message: help }); // prettier-ignore
  await expectError(() => Literal.from([{ re: 1, im: 1 }], 'F32'), { code: 'INVALID_ARGUMENT', rule: 'js.c10' });
});

test('equality of NaNs', () => {
  const [a, b] = [0x7e00, 0xfe01].map((bits) => Literal.fromTypedArray(new Uint16Array([bits, 0]), Shape.parse('f16[2]'))); // prettier-ignore
  expect([a?.equals(b as Literal), a?.equals(b as Literal, { nanEqual: true })]).toEqual([false, true]);
  expect(Literal.from([0]).equals(Literal.from([-0]), { nanEqual: true })).toBe(false);
  expect(Literal.fromJSON(JSON.parse(JSON.stringify(b)) as never).equals(b as Literal)).toBe(true);
});

test('16-bit floats as an array of their own', async () => {
  const literal = Literal.from([1.5, -2], 'F16');
  const known = (globalThis as { Float16Array?: unknown }).Float16Array;
  if (known === undefined) {
    await expectError(() => literal.toFloat16Array(), {
      code: 'UNIMPLEMENTED',
      rule: 'js.c29',
      message: /Node\.js 24/,
    });
    class Float16Array extends Uint16Array {}
    (globalThis as { Float16Array?: unknown }).Float16Array = Float16Array;
  }
  expect(new Uint16Array((literal.toFloat16Array() as Uint16Array).buffer)).toEqual(literal.data);
  if (known === undefined) delete (globalThis as { Float16Array?: unknown }).Float16Array;
  await expectError(() => Literal.from([1]).toFloat16Array(), { code: 'INVALID_ARGUMENT', rule: 'js.c7' });
});

test('text forms', () => {
  expect(String(Literal.from([true, false]))).toBe('pred[2] {1, 0}');
  expect(String(Literal.from([[1], [2]], 'S4'))).toBe('s4[2,1] {\n  {1},\n  {2}\n}');
  expect(String(Literal.from([0.1, 448], 'F8E4M3FN'))).toBe('f8e4m3fn[2] {0.1, 448}');
  expect(String(Literal.from([[[[1, 2]]]], 'U2'))).toBe('u2[1,1,1,2] {\n{ /*i0=0*/\n{ /*i1=0*/\n  { 1, 2 }\n}\n}\n}');
  expect(Literal.from([[1, -10], [100, 4]]).toPrettyString()).toBe('[[  1, -10],\n [100,   4]]'); // prettier-ignore
  expect(Literal.from(true).toPrettyString()).toBe('true');
  const big = Literal.fromTypedArray(new Float32Array(5000), Shape.parse('f32[5000]'));
  expect(big.toPrettyString()).toBe('[0, 0, 0, ..., 0, 0, 0]');
});

test('JSON that is none', async () => {
  const code = 'INVALID_ARGUMENT';
  const from = (json: unknown) => () => Literal.fromJSON(json as never);
  for (const json of [
    null,
    1,
    {},
    { shape: 1 },
    { shape: 'f32[1]' },
    { shape: 'f32[1]', data: ['x'] },
    { shape: '(f32[])', elements: [] },
  ]) {
    // prettier-ignore
    await expectError(from(json), { code, rule: 'js.c28' });
  }
  await expectError(from({ shape: 'f32[2]', data: [1] }), { code, rule: 'js.c8' });
  await expectError(from({ shape: 'u4[1]', data: [16] }), { code, rule: 'js.c10' });
  await expectError(from({ shape: '(f32[])', elements: [{ shape: 's32[]', data: [1] }] }), { code, rule: 'js.c24' });
});

test('opaques have a shape and no value', async () => {
  const { opaque, tuple } = hloom;
  expect(String(tuple(opaque()))).toBe('(opaque[])');
  expect(Shape.parse('opaque[]').equals(opaque())).toBe(true);
  await expectError(() => Literal.fromTypedArray(new Uint8Array(1), opaque()), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c25',
  });
});
