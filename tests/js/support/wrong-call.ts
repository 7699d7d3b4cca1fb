// Wrong calls with their errors: one table for each group, and one test for all.
import * as hloom from 'hloom';
import { Client, f32, s32, XlaBuilder, type Executable, type XlaComputation, type XlaOp } from 'hloom';
import { expectWorking } from './programs.js';

/** The scope of wrong calls: everything that the package exports, and some objects. */
export type Surroundings = typeof hloom & {
  readonly b: XlaBuilder;
  /** Parameters f32[2,3], f32[3] and s32[2,3], and a constant f32[]. */
  readonly x: XlaOp;
  readonly v: XlaOp;
  readonly i: XlaOp;
  readonly s: XlaOp;
  /** (f32[], f32[]) -> f32[] */
  readonly sum: XlaComputation;
  readonly client: Client;
  /** (f32[2], f32[2]) -> f32[2] */
  readonly prog: XlaComputation;
  readonly exe: Executable;
  /** A name of 10 MB. */
  readonly big: string;
};

export interface WrongCall {
  readonly call: (around: Surroundings) => unknown;
  /** The beginning of the message. */
  readonly says: string;
  readonly help?: string;
}

/** However long a name is, a message is not. */
const longestMessage = 5000;

/** Runs a table: each call must be refused as it states, and everything must work afterwards. */
export function testWrongCalls(calls: readonly WrongCall[]): void {
  let client: Client;
  let exe: Executable;
  let prog: XlaComputation;
  const big = 'n'.repeat(10_000_000);

  beforeAll(async () => {
    client = await Client.create();
    const b = new XlaBuilder('p');
    prog = b.build(b.add(b.parameter(0, f32(2), 'x'), b.parameter(1, f32(2), 'y')));
    exe = await client.compile(prog);
  });
  afterAll(async () => {
    await expectWorking(client);
    client.dispose();
  });

  test.each(calls.map((wrong) => [sourceOf(wrong.call), wrong] as const))('%s', async (_, { call, says, help }) => {
    const adder = new XlaBuilder('sum');
    const sum = adder.build(adder.add(adder.parameter(0, f32(), 'a'), adder.parameter(1, f32(), 'b')));
    const b = new XlaBuilder('w');
    const x = b.parameter(0, f32(2, 3), 'x');
    const v = b.parameter(1, f32(3), 'v');
    const i = b.parameter(2, s32(2, 3), 'i');
    const s = b.constant(0);
    const error = await thrownBy(() => call({ ...hloom, b, x, v, i, s, sum, client, prog, exe, big }));
    expect(error.message.slice(0, says.length)).toBe(says);
    if (help !== undefined) expect(error.help).toBe(help);
    expect(error.rule).not.toBe('');
    expect(error.help).not.toBe('');
    expect(error.message.length).toBeLessThan(longestMessage);
  });
}

async function thrownBy(action: () => unknown): Promise<hloom.HloomError> {
  try {
    await action();
  } catch (thrown) {
    if (thrown instanceof hloom.HloomError) return thrown;
    throw thrown;
  }
  throw new Error('nothing was thrown');
}

/** The call as it is written, without what it takes. */
function sourceOf(call: WrongCall['call']): string {
  return String(call)
    .replace(/^\(\{[^}]*\}\) => /, '')
    .replace(/\s+/g, ' ')
    .slice(0, 120);
}
