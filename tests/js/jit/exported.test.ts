// Functions of files of jax.export. tests/data/jax-export.bin is f({'b': b, 'w': w}, x, None) = {'y': x * w + b, 'z': [x * w]}
// for f32[2], which the writer of tests/core/support/jax_export_writer.h made. It also made jax-export-devices.bin, f(x) of
// tests/js/builder/jax-programs/shard-map-exported.mlir for f32[4,2].
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Literal, readExported, type ExportedFunction } from 'hloom';
import { expectError } from '../support/expect-error.js';

const bytes = new Uint8Array(readFileSync(join(__dirname, '../../data/jax-export.bin')));

let client: Client;
let f: ExportedFunction;
beforeAll(async () => {
  client = await Client.create();
  f = readExported(bytes, { client });
});
afterAll(() => {
  client.dispose();
});

test('the trees of arguments and results are those of JAX', () => {
  expect(f.functionName).toBe('f');
  expect(f.platforms).toEqual(['cpu']);
  const vector = { shape: [2], dtype: 'float32' };
  expect(f.inputs).toEqual([{ b: vector, w: vector }, vector, null]);
  expect(f.namedInputs).toEqual({});
  expect(f.outputs).toEqual({ y: vector, z: [vector] });
});

test('a call takes and returns trees', async () => {
  const call = async (x: Literal | number[]): Promise<unknown> => {
    const { y, z } = (await f.call({ w: [2, 3], b: new Float32Array([10, 20]) }, x, null)) as {
      y: Literal;
      z: [Literal];
    };
    return [y.toArray(), z[0].toArray()];
  };
  expect(await call([1, 2])).toEqual([[12, 26], [2, 6]]); // prettier-ignore
  expect(await call(Literal.from([0, 1]))).toEqual([[10, 23], [0, 3]]); // prettier-ignore
  const computation = f.toComputation();
  expect(computation.programShape.text).toMatch(/f32\[2\].*-> \(f32\[2\], f32\[2\]\)/);
  computation.dispose();
  await expect(client.compile(bytes)).resolves.toBeDefined();
});

test('a function of several devices runs on all of them, for whole arrays', async () => {
  const file = readFileSync(join(__dirname, '../../data/jax-export-devices.bin'));
  const onTwo = readExported(new Uint8Array(file), { client });
  const result = (await onTwo.call([[1, 2], [3, 4], [5, 6], [7, 8]])) as Literal; // prettier-ignore
  expect(result.toArray()).toEqual([[6, 8], [10, 12], [6, 8], [10, 12]]); // prettier-ignore
});

test.each<[string, unknown[], RegExp]>([
  ['too few', [{ w: [2, 3], b: [1, 2] }, [1, 2]], /takes 3 arguments, not 2/],
  ['a member that is missing', [{ w: [2, 3] }, [1, 2], null], /arguments\[0\]\["b"\] is missing/],
  ['a member that is unknown', [{ w: [2, 3], b: [1, 2], c: 1 }, [1, 2], null], /arguments\[0\]\.c is unknown/],
  ['an array for an object', [[1, 2], [1, 2], null], /arguments\[0\] is/],
  ['another size', [{ w: [2, 3], b: [1, 2] }, [1, 2, 3], null], /arguments\[1\] is f32\[3\]/],
  ['another type', [{ w: [2, 3], b: [1, 2] }, Literal.from([1, 2], 'S32'), null], /arguments\[1\] is s32\[2\]/],
  ['a value for None', [{ w: [2, 3], b: [1, 2] }, [1, 2], 3], /arguments\[2\] is/],
])('arguments of another tree are refused: %s', async (_, args, message) => {
  await expectError(async () => f.call(...(args as [])), { code: 'INVALID_ARGUMENT', rule: 'js.c117', message });
});

test('other files are refused', async () => {
  const code = 'INVALID_ARGUMENT';
  await expectError(() => readExported('f.bin' as never), { code, rule: 'js.c5' });
  await expectError(() => readExported(bytes, { other: 1 } as never), { code, rule: 'js.c22' });
  await expectError(() => readExported(new Uint8Array(8)), { code, rule: 'jax_export.p1' });
});
