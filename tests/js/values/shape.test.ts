import { inspect } from 'node:util';
import { Shape } from '../../../js/src/values/shape.js';
import { f32, f64, pred, s32, s64, token, tuple, u32, u8 } from '../../../js/src/values/shapes.js';
import { expectError } from '../support/expect-error.js';

test('constructors and text', () => {
  expect(f32(2, 3).toString()).toBe('f32[2,3]');
  expect([f64(), s32(1), s64(2), u8(3), u32(4), pred(5), token()].join(' ')).toBe(
    'f64[] s32[1] s64[2] u8[3] u32[4] pred[5] token[]',
  );
  expect(tuple(s32(), tuple(), f32(10)).toString()).toBe('(s32[], (), f32[10])');
  expect(f32(2, 3).toStringWithLayout()).toBe('f32[2,3]{1,0}');
  expect(Shape.array('F32', [2, 3], [0, 1]).toStringWithLayout()).toBe('f32[2,3]{0,1}');
  expect(inspect(f32(2))).toBe('Shape f32[2]');
});

test('counts', () => {
  expect(f32(2, 3)).toMatchObject({ rank: 2, elementCount: 6, byteLength: 24 });
  expect(s64()).toMatchObject({ rank: 0, elementCount: 1, byteLength: 8 });
  expect(f32(2 ** 40, 2 ** 50, 0).elementCount).toBe(0);
  expect(tuple(f32(2), s64(3)).byteLength).toBe(32);
  expect(f32(1e6, 2.5e6).byteLength).toBe(1e13);
});

test('equality looks at layouts, compatibility does not', () => {
  const columns = Shape.array('F32', [2, 3], [0, 1]);
  expect(columns.equals(f32(2, 3))).toBe(false);
  expect(columns.compatible(f32(2, 3))).toBe(true);
  expect(columns.withDefaultLayout().equals(f32(2, 3))).toBe(true);
  expect(tuple(columns).hasDefaultLayout).toBe(false);
  expect(f32(2).equals(s32(2))).toBe(false);
});

test.each([
  'f32[2,3]',
  's32[]',
  'f32[2,3]{0,1}',
  '()',
  '(s32[], (f32[10], ()), token[])',
  '((()))',
  'pred[0]',
  'opaque[]',
  'bf16[2]',
  'f8e4m3b11fnuz[2,3]{0,1}',
  '(s4[], c128[1])',
  'f32[2,3]{0,1:PAD(3,5)ZERO_PAD}',
  'f32[8,128]{1,0:T(8,*)(2,1)L(1024)#(u32)*(u64)E(4)S(1)SC(0:2,4)(1:64)M(8)}',
  '(f32[8]{0:PAD(9)ZERO_PAD S(1)}, f32[]{:T(256)}, f32[4]{0:T()})',
  's8[<=10,3]',
  '(f32[<=2,<=0]{0,1}, f32[2]{0})',
  'b(f32[4])',
  '(b(f32[2,3]{0,1}), s32[], (b(s32[])))',
  'b(f32[8,128]{1,0:T(8,128)})',
])('parses %s', (text) => {
  const shape = Shape.parse(text);
  expect([shape.toString(), shape.toStringWithLayout()]).toContain(text);
  expect(Shape.fromJson(JSON.parse(JSON.stringify(shape.toJson())) as never).equals(shape)).toBe(true);
});

test('buffers hold arrays, and are none', async () => {
  const buffer = Shape.buffer(Shape.array('F32', [2, 3], [0, 1]));
  expect(buffer.isBuffer).toBe(true);
  expect(buffer.isArray).toBe(false);
  expect([buffer.type, buffer.rank, buffer.byteLength, buffer.tupleShapes.length]).toEqual(['BUFFER', 0, 0, 0]);
  expect(buffer.bufferShape?.toStringWithLayout()).toBe('f32[2,3]{0,1}');
  expect('bufferShape' in f32(2)).toBe(false);
  expect(buffer.equals(Shape.buffer(f32(2, 3)))).toBe(false);
  expect(buffer.compatible(Shape.buffer(f32(2, 3)))).toBe(true);
  expect(buffer.compatible(f32(2, 3))).toBe(false);
  expect(tuple(buffer).hasDefaultLayout).toBe(false);
  expect(tuple(buffer).withDefaultLayout().toStringWithLayout()).toBe('(b(f32[2,3]{1,0}))');
  const dynamic = Shape.buffer(f32('<=4'));
  expect(dynamic.isStatic).toBe(false);
  expect(dynamic.toStatic().toString()).toBe('b(f32[4])');
  expect(Shape.from(structuredClone(buffer) as never).equals(buffer)).toBe(true);
  expect(Shape.from(JSON.parse(JSON.stringify(dynamic)) as never).equals(dynamic)).toBe(true);
  for (const bufferShape of [undefined, null, 'f32[2]', { type: 'TOKEN' }]) {
    const clone = { type: 'BUFFER', bufferShape } as never;
    await expectError(() => Shape.from(clone), { code: 'INVALID_ARGUMENT', rule: 'js.c11' });
  }
  for (const held of [tuple(f32()), token(), buffer, 'f32[2]' as never]) {
    await expectError(() => Shape.buffer(held), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c11',
      message: /a buffer cannot hold/,
    });
  }
  for (const text of ['b()', 'b (f32[2])', 'b(f32[2]', 'b(b(f32[2]))', 'b((f32[2]))', 'b(token[])', 'b[2]']) {
    await expectError(() => Shape.parse(text), { code: 'INVALID_ARGUMENT', rule: 'js.c21' });
  }
});

test('parses with spaces', () => {
  expect(Shape.parse(' ( f32[ 2 , 3 ] {1,0} ,s32[] ) ').toString()).toBe('(f32[2,3], s32[])');
});

test.each([
  '',
  'f32',
  'f32[',
  'f32[2',
  'f32[2,]',
  'f32[-1]',
  'g32[2]',
  '(f32[2]',
  '(f32[2]))',
  'f32[2]x',
  '(,)',
  'f32[2]{',
  'token[2]',
  'f32[2]{0:}',
  'f32[2]{0:S(1)T(8)}',
  'f32[2]{0:S(1)S(1)}',
  'f32[2]{0:S(*)}',
  'f32[2]{0:X(1)}',
  'f32[2]{0:T}',
  'f32[2]{0:#(x)}',
  'f32[2]{0:SC(1)}',
  'f32[2]{0:D(C)}',
  'f32[2]{0:P(f32[2])}',
  'f32[2]{0:PAD(2)ZERO_PADS(1)}',
  'f32[?,10]',
])('refuses %j', async (text) => {
  await expectError(() => Shape.parse(text), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c21',
    message: /position|element type/,
  });
});

test('layouts keep what they say of other machines', async () => {
  const text = 'f32[8,128]{1,0:T(8,128)(2,*)S(1)SC(0:4)}';
  const shape = Shape.parse(text);
  const layout = {
    minorToMajor: [1, 0],
    tiles: [
      [8, 128],
      [2, '*'],
    ],
    memorySpace: 1,
    splits: [{ dimension: 0, indices: [4] }],
  } as const;
  expect(shape.layout).toEqual(layout);
  expect(f32(8, 128).withLayout(layout).equals(shape)).toBe(true);
  expect(shape.equals(f32(8, 128))).toBe(false);
  expect(shape.compatible(f32(8, 128))).toBe(true);
  expect(shape.hasDefaultLayout).toBe(false);
  expect(shape.withDefaultLayout().equals(f32(8, 128))).toBe(true);
  expect([shape.byteLength, shape.toString(), inspect(shape)]).toEqual([4096, 'f32[8,128]', `Shape ${text}`]);
  expect(Shape.parse('f32[8]{0:PAD(9)ZERO_PAD S(1)}').dense().toStringWithLayout()).toBe('f32[8]{0:S(1)}');
  // Properties without effect are not kept.
  expect(Shape.parse('f32[8,8]{1,0: D(D, D+~) T(8) L(1) E(0) S(0) M(0) }').layout).toEqual({
    minorToMajor: [1, 0],
    tiles: [[8]],
  });
  expect(Shape.parse('(f32[2]{0}, /*index=1*/f32[3]{0})').toString()).toBe('(f32[2], f32[3])');
  const wrong: [object, string][] = [
    [{ tiles: [[2, -8]] }, 'tiles[0][1] of a layout cannot be -8'],
    [{ tiles: [[2], 8] }, 'tiles[1] of a layout cannot be 8'],
    [{ tiles: 8 }, 'tiles of a layout cannot be 8'],
    [{ tiles: [['x']] }, 'tiles[0][0] of a layout cannot be "x"'],
    [{ memorySpace: -1 }, 'memorySpace of a layout cannot be -1'],
    [{ memorySpace: 0.5 }, 'memorySpace of a layout cannot be 0.5'],
    [{ elementSizeInBits: '4' }, 'elementSizeInBits of a layout cannot be "4"'],
    [{ indexType: 'S32' }, 'indexType of a layout cannot be "S32"'],
    [{ pointerType: 'U33' }, 'pointerType of a layout cannot be "U33"'],
    [{ splits: [{ dimension: 0 }] }, 'splits[0].indices of a layout cannot be undefined'],
    [{ splits: [{ dimension: 'x', indices: [] }] }, 'splits[0].dimension of a layout cannot be "x"'],
    [{ splits: [{ dimension: 0, indices: [1, 1.5] }] }, 'splits[0].indices[1] of a layout cannot be 1.5'],
    [{ splits: [4] }, 'splits[0] of a layout cannot be 4'],
    [{ splits: {} }, 'splits of a layout cannot be a plain object'],
  ];
  for (const [properties, says] of wrong) {
    const call = (): Shape => f32(2).withLayout({ minorToMajor: [0], ...properties });
    const error = await expectError(call, { code: 'INVALID_ARGUMENT', rule: 'js.c35' });
    expect(error.message).toContain(`Shape.withLayout: ${says}`);
  }
});

test('refuses sizes and layouts that are none', async () => {
  for (const size of [-1, 1.5, NaN, Infinity, 2 ** 53, '2' as never, 2n as never]) {
    await expectError(() => f32(2, size), { code: 'INVALID_ARGUMENT', rule: 'js.c11', message: /dimension 1/ });
  }
  for (const layout of [[0], [0, 0], [0, 2], [0, 1, 2]]) {
    await expectError(() => Shape.array('F32', [2, 3], layout), { code: 'INVALID_ARGUMENT', rule: 'js.c12' });
  }
  await expectError(() => Shape.parse('f32[2]{1}'), { code: 'INVALID_ARGUMENT', rule: 'js.c12' });
  await expectError(() => Shape.array('F33' as never), { code: 'INVALID_ARGUMENT', rule: 'js.c11' });
});

test('a deeply nested tuple is refused, not a stack overflow', async () => {
  const text = '('.repeat(100_000);
  await expectError(() => Shape.parse(text), { code: 'INVALID_ARGUMENT', rule: 'js.c20' });
});
