// Computations for static shapes that are handed dynamic arrays: they see the live elements alone.
import { Client, f32, parseHlo, parseProto, s32, XlaBuilder, type TraceEvent, type XlaComputation } from 'hloom';
import { clientForAll } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';

const code = 'INVALID_ARGUMENT';
const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** f32[10] -> f32[], the sum or the product of all elements. */
function reduction(kind: 'add' | 'mul'): XlaComputation {
  const scalar = new XlaBuilder(kind);
  scalar[kind](scalar.parameter(0, f32(), 'a'), scalar.parameter(1, f32(), 'b'));
  const b = new XlaBuilder(`reduce_${kind}`);
  const x = b.parameter(0, f32(10), 'x');
  return b.build(b.reduce(x, b.constant(kind === 'add' ? 0 : 1), scalar.build(), [0]));
}

/** The example of SetDimensionSize: the first n elements of v, summed and multiplied. */
function seed(
  apply: (b: XlaBuilder, f: XlaComputation, x: ReturnType<XlaBuilder['setDimensionSize']>) => void,
): XlaComputation {
  const b = new XlaBuilder('main');
  const v = b.parameter(0, f32(10), 'v');
  const n = b.parameter(1, s32(), 'n');
  apply(b, reduction('add'), b.setDimensionSize(v, n, 0));
  return b.build();
}

describe.each([
  ['in this thread', {}],
  ['in a Worker', { worker: true }],
  ['with threads', { threads: 2 }],
])('an engine %s', (_, options) => {
  let client: Client;
  clientForAll(options, (made) => {
    client = made;
  });

  test('the example of SetDimensionSize by call', async () => {
    const computation = seed((b, sum, x) => b.tuple([b.call(sum, [x]), b.call(reduction('mul'), [x])]));
    const text = computation.toHloText();
    const executable = await client.compile(computation);
    expect((await executable.run(numbers, 5)).toArray()).toEqual([15, 120]);
    expect((await executable.run(numbers, 6)).toArray()).toEqual([21, 720]);
    expect((await executable.run(numbers, 10)).toArray()).toEqual([55, 3628800]);
    expect(computation.toHloText()).toBe(text);
    expect(text).toMatch(/reduce_add\S* \(x: f32\[10\]\) -> f32\[\]/);
    for (const again of [parseHlo(text), parseProto(computation.toProto())]) {
      expect((await (await client.compile(again)).run(numbers, 5)).toArray()).toEqual([15, 120]);
    }
  });

  test('and by conditional', async () => {
    const computation = seed((b, sum, x) => {
      const all = b.parameter(2, f32(10), 'all');
      b.conditional(b.parameter(3, s32(), 'i'), [sum, sum], [all, x]);
    });
    const executable = await client.compile(computation);
    expect((await executable.run(numbers, 5, numbers, 0)).toArray()).toBe(55);
    expect((await executable.run(numbers, 5, numbers, 1)).toArray()).toBe(15);
  });

  test('a result that is declared static has zeros', async () => {
    const f = new XlaBuilder('negate');
    const x = f.parameter(0, f32(4), 'x');
    f.tuple([f.neg(x), f.getDimensionSize(x, 0)]);
    const b = new XlaBuilder('main');
    b.call(f.build(), [b.parameter(0, f32('<=4'), 'v')]);
    const executable = await client.compile(b.build());
    expect(executable.programShape.result.toString()).toBe('(f32[4], s32[])');
    const result = await executable.run([1, 2]);
    expect(result.shape.toString()).toBe('(f32[4], s32[])');
    expect(result.toArray()).toEqual([[-1, -2, 0, 0], 2]);
  });

  test('a loop over a static state', async () => {
    const condition = new XlaBuilder('condition');
    const total = condition.getTupleElement(condition.parameter(0, '(f32[10], f32[])', 'p'), 1);
    condition.lt(total, condition.constant(20));
    const body = new XlaBuilder('body');
    const state = body.parameter(0, '(f32[10], f32[])', 'p');
    const x = body.getTupleElement(state, 0);
    body.tuple([x, body.add(body.getTupleElement(state, 1), body.call(reduction('add'), [x]))]);
    const b = new XlaBuilder('main');
    const init = b.tuple([b.parameter(0, f32('<=10'), 'v'), b.constant(0)]);
    b.while(condition.build(), body.build(), init);
    const executable = await client.compile(b.build());
    expect((await executable.run([1, 2, 3])).toArray()).toEqual([[1, 2, 3], 24]);
  });

  test('a trace uses the names of the program', async () => {
    const computation = seed((b, sum, x) => b.tuple([b.call(sum, [x]), b.call(sum, [b.constant(numbers)])]));
    const executable = await client.compile(computation);
    const events: TraceEvent[] = [];
    const result = await executable.run(numbers, 5, { onTrace: (event) => events.push(event) });
    expect(result.toArray()).toEqual([15, 55]);
    const sums = events.filter(({ opcode }) => opcode === 'reduce');
    expect(sums.map(({ value }) => value)).toEqual(['f32[] 15', 'f32[] 55']);
    const names = sums.map(({ computation: name, instruction }) => `${name} ${instruction}`);
    const [first, second] = names as [string, string];
    expect(second).toBe(first.replace(' ', '.static ') + '.static');
    const text = computation.toHloText();
    for (const name of first.split(' ')) expect(text).toContain(name);
  });

  test('what is not defined for dynamic arrays', async () => {
    const f = new XlaBuilder('split');
    f.reshape(f.parameter(0, f32(6), 'x'), [2, 3]);
    const b = new XlaBuilder('main');
    b.call(f.build(), [b.parameter(0, f32('<=6'), 'v')]);
    const error = await expectError(() => client.compile(b.build()), {
      code,
      rule: 'reshape.c3',
      message: /f32\[<=6\]/,
    });
    expect(error.message).toMatch(
      /%call\S* in computation "main\S*" hands parameter 0, %x, of computation "split\S*" f32\[<=6\] for f32\[6\]/,
    );
    expect(error.message).toMatch(/at %reshape\S* in computation "split\S*"/);
  });
});

test('runSync', async () => {
  const client = await Client.create();
  const executable = await client.compile(seed((b, sum, x) => b.call(sum, [x])));
  expect(executable.runSync(numbers, 5).toArray()).toBe(15);
  client.dispose();
});

test('other bounds and types are refused when the call is made', async () => {
  const b = new XlaBuilder('main');
  await expectError(() => b.call(reduction('add'), [b.parameter(0, f32('<=9'), 'x')]), { code, rule: 'call.c1' });
  await expectError(() => b.call(reduction('add'), [b.parameter(1, s32('<=10'), 'y')]), { code, rule: 'call.c1' });
});
