// Small programs for the tests of the real package.
import { f32, parseHlo, s32, XlaBuilder, type Client, type XlaComputation } from 'hloom';

/** f32[2,3] + f32[3] along dimension 1. */
export function matrixPlusVector(): XlaComputation {
  const b = new XlaBuilder('matrix_plus_vector');
  const x = b.parameter(0, f32(2, 3), 'x');
  const v = b.parameter(1, f32(3), 'v');
  const computation = b.build(b.add(x, v, { broadcastDimensions: [1] }));
  b.dispose();
  return computation;
}

/** An s32[] that is counted up while `limit` is not reached; without a limit, for ever. */
export function loop(limit?: number): XlaComputation {
  const condition = new XlaBuilder('condition');
  const value = condition.parameter(0, s32(), 'value');
  const goOn = limit === undefined ? condition.constant(true) : condition.lt(value, condition.constant(limit, 'S32'));
  const body = new XlaBuilder('body');
  const next = body.add(body.parameter(0, s32(), 'value'), body.constant(1, 'S32'));
  const b = new XlaBuilder('loop');
  return b.build(b.while(condition.build(goOn), body.build(next), b.parameter(0, s32(), 'start')));
}

/**
 * One instruction that takes long and little memory: it applies an addition and a sine size * size / 4 times, so that 2^14
 * take a second or two, twice as many four times as long, and 2^22 a day.
 */
export function longInstruction(size: number): XlaComputation {
  return parseHlo(longInstructionText(size));
}

/** The text of {@link longInstruction}, which may call a function first. */
export function longInstructionText(size: number, customCallTarget?: string): string {
  const called =
    customCallTarget === undefined ? 'copy(one)' : `custom-call(one), custom_call_target="${customCallTarget}"`;
  return `HloModule long
sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  c = f32[] add(a, b)
  ROOT d = f32[] sine(c)
}
ENTRY e {
  one = f32[] constant(1)
  x = f32[] ${called}
  zero = f32[] constant(0)
  wide = f32[${size}] broadcast(x), dimensions={}
  ROOT sums = f32[${size / 2}] reduce-window(wide, zero), window={size=${size / 2 + 1}}, to_apply=sum
}
`;
}

/** Holds that the package works: builds, compiles and runs a program with a known result. */
export async function expectWorking(client: Client): Promise<void> {
  const computation = matrixPlusVector();
  const executable = await client.compile(computation);
  const matrix = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  const result = await executable.run(matrix, new Float32Array([7, 8, 9]));
  expect(result.data).toEqual(new Float32Array([8, 10, 12, 11, 13, 15]));
  expect(result.toArray()).toEqual([
    [8, 10, 12],
    [11, 13, 15],
  ]);
  executable.dispose();
  computation.dispose();
}
