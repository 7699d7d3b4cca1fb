// A few lines that describe something huge: refused at once, and everything else continues. size-bombs.long.test.ts has
// texts that are refused after much work.
import { Client, f32, init, Literal, parseHlo, s8, Shape, tuple, XlaBuilder, type XlaOp } from 'hloom';
import { expectError } from '../support/expect-error.js';
import { inProcess } from '../support/scripts.js';

const tooManyParts = { code: 'RESOURCE_EXHAUSTED', rule: 'parts.c1' } as const;

let client: Client;
let bystander: XlaBuilder;
let kept: XlaOp;

beforeAll(async () => {
  client = await Client.create();
  await init();
  bystander = new XlaBuilder('bystander');
  kept = bystander.parameter(0, f32(2), 'x');
});

afterAll(() => {
  expect(bystander.build(bystander.neg(kept)).toHloText()).toContain('negate');
  client.dispose();
});

/** Tuples of two of the one before. */
function doubling(levels: number): string {
  const lines = Array.from({ length: levels }, (_, i) => `  a${i + 1} = tuple(a${i}, a${i})`);
  return ['ENTRY main {', '  a0 = f32[] parameter(0)', ...lines, '}'].join('\n');
}

test('in text', async () => {
  await expectError(() => parseHlo(doubling(30)), { ...tooManyParts, message: /a20 = tuple.*[^]*line 22/ });
  expect(parseHlo(doubling(10)).programShape.result.tupleShapes).toHaveLength(2);
});

test('in a builder, call by call', async () => {
  const b = new XlaBuilder('doubling');
  let last = b.parameter(0, f32(), 'x');
  for (let level = 1; level < 20; level++) last = b.tuple([last, last]);
  expect(last.shape.tupleShapes[0]).toBe(last.shape.tupleShapes[1]);
  await expectError(() => {
    for (let level = 0; level < 10; level++) last = b.tuple([last, last]);
  }, tooManyParts);
  // Refused operations are not added, and the builder continues.
  expect(b.build(b.constant(1)).programShape.text).toBe('(x: f32[]) -> f32[]');
});

test('in little memory', () => {
  const grown = inProcess(`
    const before = process.memoryUsage.rss();
    const rules = [];
    const refused = (action) => { try { action(); } catch ({ rule }) { rules.push(rule); } };
    refused(() => parseHlo(${JSON.stringify(doubling(30))}));
    refused(() => {
      const b = new XlaBuilder('doubling');
      let last = b.parameter(0, f32(), 'x');
      for (let level = 0; level < 30; level++) last = b.tuple([last, last]);
    });
    refused(() => {
      let shape = f32();
      for (let level = 0; level < 60; level++) shape = tuple(shape, shape);
    });
    if (rules.join() !== 'parts.c1,parts.c1,js.c90') throw new Error(rules.join());
    return process.memoryUsage.rss() - before;`) as number;
  process.stdout.write(`three size bombs: ${(grown / 1e6).toFixed(0)} MB\n`);
  expect(grown).toBeLessThan(3e8);
}, 200_000);

test('in a shape', async () => {
  let shape = f32();
  await expectError(
    () => {
      for (let level = 0; level < 60; level++) shape = tuple(shape, shape);
    },
    { code: 'RESOURCE_EXHAUSTED', rule: 'js.c90' },
  );
  expect(shape.tupleShapes[0]).toBe(shape.tupleShapes[1]);
  const b = new XlaBuilder('shape');
  const small = Shape.parse('((f32[], (s8[])), (f32[], (s8[])), ())');
  const again = tuple(small, tuple(small, f32()), small);
  expect(b.parameter(0, again, 'x').shape).toEqual(again);
});

test('values of shapes that share their parts', async () => {
  const b = new XlaBuilder('shared');
  const x = b.parameter(0, f32(), 'x');
  const pair = b.tuple([x, b.neg(x)]);
  const executable = await client.compile(b.build(b.tuple([pair, pair, b.tuple([pair, x])])));
  const result = await executable.run(3);
  expect(result.toArray()).toEqual([
    [3, -3],
    [3, -3],
    [[3, -3], 3],
  ]);
  executable.dispose();
});

describe('a constant whose text would be too long', () => {
  const size = 30_000_000;

  test('is not printed, or with its elements left out', async () => {
    const b = new XlaBuilder('large');
    const computation = b.build(b.constant(Literal.fromTypedArray(new Int8Array(size), s8(size))));
    await expectError(() => computation.toHloText(), {
      code: 'RESOURCE_EXHAUSTED',
      rule: 'text.w1',
      message: /a constant of 30000000 elements, s8\[30000000\][^]*printLargeConstants: false/,
    });
    const text = computation.toHloText({ printLargeConstants: false });
    expect(text).toContain('s8[30000000]{0} constant({...})');
    const read = parseHlo(text, { elidedConstants: 'zeros' });
    expect(read.toHloText({ printLargeConstants: false })).toBe(text);
    for (const each of [read, computation]) each.dispose();
  });

  test('leaves no more zeros than fit', async () => {
    const text = 'ENTRY main { ROOT x = f64[1000000,1000000] constant({...}) }';
    await expectError(() => parseHlo(text, { elidedConstants: 'zeros' }), {
      code: 'RESOURCE_EXHAUSTED',
      rule: 'elided.c1',
    });
  });
});

test('bytes that would not fit are not begun, and nothing else is lost', async () => {
  const other = new XlaBuilder('other');
  // Zeros share their memory, and bytes have all of them.
  const lines = Array.from({ length: 40 }, (_, i) => `  k${i} = f32[15000000] constant({...})\n`);
  const program = parseHlo(`ENTRY main {\n${lines.join('')}  ROOT r = f32[] constant(1)\n}`, {
    elidedConstants: 'zeros',
  });
  const refused = { code: 'RESOURCE_EXHAUSTED', rule: 'memory.c2', message: /no memory left to write about 2\.2 GiB/ };
  await expectError(() => program.toProto(), refused);
  const client = await Client.create();
  await expectError(() => client.compile(program), refused);
  client.dispose();
  expect(other.build(other.constant(1)).toHloText()).toContain('constant(1)');
});
