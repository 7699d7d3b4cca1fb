// The types of jit functions: the compiler checks this file, and runs of it show that the types tell the truth.
import { Client, DeviceValue, f32, foriLoop, jit, Literal, type JitResult, type XlaOp } from 'hloom';

let client: Client;
beforeAll(async () => {
  client = await Client.create();
});
afterAll(() => {
  client.dispose();
});

interface State {
  readonly w: XlaOp;
  readonly layers: readonly XlaOp[];
}

test('results have the tree of what the function returns', async () => {
  const f = jit((state: State, n: number) => ({ first: state.layers[0] as XlaOp, pair: [state.w, n] as const }), {
    static: [1],
    client,
  });
  const { first, pair } = await f({ w: [1, 2], layers: [Literal.from(3)] }, 4);
  const literals: [Literal, Literal, Literal] = [first, pair[0], pair[1]];
  expect(literals.map((literal) => literal.toArray())).toEqual([3, [1, 2], 4]);
  const lowered = await f.lower({ w: f32(2), layers: [f32()] }, 4);
  const again: Literal = (await (await lowered.compile())({ w: [1, 2], layers: [Literal.from(3)] }, 4)).first;
  expect(again.item()).toBe(3);
});

test('with keep they are values on the engine', async () => {
  const f = jit((x: XlaOp): { y: XlaOp } => ({ y: x }), { keep: true, client });
  const y: DeviceValue = (await f(1)).y;
  expect(y).toBeInstanceOf(DeviceValue);
});

test('a function of a function', async () => {
  const inner = jit((x: XlaOp) => [x.builder.mul(x, 2)], { client });
  const outer = jit((x: XlaOp): XlaOp => inner(x)[0], { client });
  const result: Literal = await outer(2);
  expect(result.item()).toBe(4);
});

test('parameters without types can be anything', async () => {
  const f = jit((params, [x, y]) => x.builder.add(x.builder.mul(params.w, x), y), { client });
  const result = await f({ w: 2 }, [Literal.from(3), 4]);
  expect(result.item()).toBe(10);
});

test('an array that a function returns keeps the type of each element', async () => {
  const f = jit((x: XlaOp) => [{ twice: x.mul(2) }, x, 3], { client });
  const [{ twice }, x, three] = await f(2);
  expect([twice, x, three].map((literal) => literal.item())).toEqual([4, 2, 3]);
});

test('a loop over a state without a type has a result without one', async () => {
  const f = jit((start) => foriLoop(0, 3, (_, s) => s.mul(2), start), { client });
  const result = await f([1, 2]);
  expect(result.toArray()).toEqual([8, 16]);
});

test('what cannot be an argument does not compile', () => {
  const f = jit((state: State, n: number) => [state.w, n], { static: [1], client });
  const refused = [
    // @ts-expect-error -- a text is no value
    () => f({ w: 'x', layers: [] }, 1),
    // @ts-expect-error -- a member is missing
    () => f({ w: 1 }, 1),
    // @ts-expect-error -- an argument is missing
    () => f({ w: 1, layers: [] }),
    // @ts-expect-error -- a static number
    () => f({ w: 1, layers: [] }, '1'),
    // @ts-expect-error -- an unknown option
    () => jit((x: XlaOp) => x, { statics: [1] }),
  ];
  expect(refused.length).toBe(5);
  const typed: JitResult<{ a: XlaOp; b: [XlaOp, number] }, Literal> = {
    a: Literal.from(1),
    b: [Literal.from(2), Literal.from(3)],
  };
  expect(typed.b.length).toBe(2);
});
