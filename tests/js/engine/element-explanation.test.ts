// client.explainElement and client.elementReach: where elements of programs come from, and what they reach.
import { Client, f32, parseHlo, XlaBuilder, type XlaComputation } from 'hloom';
import { clientForAll, twoEngines } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';
import { matrixPlusVector } from '../support/programs.js';

const windows = (): XlaComputation =>
  parseHlo(`HloModule windows
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }
ENTRY main { x = f32[3] parameter(0)
  init = f32[] constant(0)
  ROOT y = f32[4] reduce-window(x, init), window={size=4 pad=1_1 lhs_dilate=2}, to_apply=add }`);

describe.each(twoEngines)('an engine %s', (_, options) => {
  let client: Client;
  clientForAll(options, (made) => {
    client = made;
  });
  const matrix = { arguments: [[[1, 2, 3], [4, 5, 6]], [7, 8, 9]] }; // prettier-ignore

  test('explains an element with the names of the program', async () => {
    const answer = await client.explainElement(matrixPlusVector(), 'add.4', [1, 2], matrix);
    expect(answer).toMatchObject({
      instruction: 'add.4',
      opcode: 'add',
      shape: 'f32[2,3]',
      index: [1, 2],
      tupleIndex: [],
      value: '15',
      origin: 'operands',
      callers: [],
      arithmetic: 'add.4[1,2] = x[1,2] + v[2]',
    });
    expect(answer.parts[1]).toEqual({
      operand: 1,
      instruction: 'broadcast.3',
      role: 'rhs',
      tupleIndex: [],
      decides: false,
      count: 1,
      elements: [{ index: [1, 2], value: '9' }],
      more: 0,
      through: { instruction: 'v', index: [2] },
      sentence: 'It takes rhs broadcast.3[1,2], which repeats v[2], which is 9.',
    });
  });

  test('marks what a window takes from nowhere', async () => {
    const executable = await client.compile(windows());
    const { parts } = await client.explainElement(executable, 'y', [0], { arguments: [[1, 2, 3]] });
    expect(parts[0]).toMatchObject({
      role: 'operand',
      count: 2,
      box: [{ start: 0, size: 2, step: 1 }],
      window: [{ count: 4, positions: ['padding', 0, 'hole', 1] }],
    });
    // The executable runs as before.
    expect((await executable.run([1, 2, 3])).toArray()).toEqual([3, 3, 5, 5]);
  });

  test('tells what an element reaches', async () => {
    const answer = await client.elementReach(matrixPlusVector(), 'v', [2], matrix);
    expect(answer.users).toEqual([
      {
        instruction: 'broadcast.3',
        arrays: [
          {
            tupleIndex: [],
            count: 2,
            isBox: true,
            box: [
              { start: 0, size: 2, step: 1 },
              { start: 2, size: 1, step: 1 },
            ],
            elements: [],
          },
        ],
      },
    ]);
    expect(answer.sentences).toEqual(['v[2] reaches broadcast.3[0..1,2] in one step.', 'v[2] reaches add.4[0..1,2].']);
    const { result } = await client.elementReach(matrixPlusVector(), 'x', [0, 1], { ...matrix, to: 'broadcast.3' });
    expect(result).toEqual({ instruction: 'broadcast.3', arrays: [] });
  });

  test('refuses what there is not, and what is no question', async () => {
    const ask =
      (name: string, index: readonly number[], more = {}) =>
      () =>
        client.explainElement(matrixPlusVector(), name, index, { ...matrix, ...more });
    const wrong = 'INVALID_ARGUMENT';
    await expectError(ask('ad.4', [0, 0]), { code: wrong, rule: 'explain.c1', help: /did you mean add\.4\?/ });
    await expectError(ask('add.4', [0, 0], { tupleIndex: [0] }), { code: wrong, rule: 'explain.c2' });
    await expectError(ask('add.4', [2, 0]), { code: 'OUT_OF_RANGE', rule: 'explain.c3' });
    await expectError(ask('add.4', [0, 0], { round: 1 }), { code: 'FAILED_PRECONDITION', rule: 'explain.c4' });
    await expectError(ask('add.4', [0, -1]), { code: wrong, rule: 'js.c22', message: /entry 1 of index is -1\n/ });
    await expectError(ask('add.4', [0, 0], { round: 0.5 }), {
      code: wrong,
      rule: 'js.c22',
      message: /round is 0\.5\n/,
    });
    await expectError(ask('add.4', [0, 0], { to: 'add.4' }), { code: wrong, rule: 'js.c22' });
    for (const signal of ['x', {}, { aborted: false }]) {
      await expectError(ask('add.4', [0, 0], { signal }), { code: wrong, rule: 'js.c22', message: /signal is / });
    }
    for (const limits of [5, null, 'x', []]) {
      await expectError(ask('add.4', [0, 0], { limits }), { code: wrong, rule: 'js.c22', message: /limits is / });
    }
    await expectError(ask('\ud800', [0, 0]), { code: wrong, rule: 'js.c22', message: /the instruction is "/ });
    const limited = ask('add.4', [0, 0], { limits: { instructions: 1 } });
    await expectError(limited, { code: 'RESOURCE_EXHAUSTED', rule: 'limits.c1' });
    await expectError(ask('add.4', [0, 0], { arguments: [] }), { code: wrong, rule: /./ });
  });

  test('says where one reads on inside of a computation', async () => {
    const half = new XlaBuilder('half');
    half.neg(half.parameter(0, f32(2), 'h'));
    const b = new XlaBuilder('calls');
    const program = b.build(b.call(half.build(), [b.parameter(0, f32(2), 'x')]));
    const called = await client.explainElement(program, 'call.5', [1], { arguments: [[2, 4]] });
    expect(called).toMatchObject({ origin: 'computation', parts: [] });
    const inside = await client.explainElement(program, 'h', [1], { arguments: [[2, 4]] });
    expect(inside).toMatchObject({ origin: 'argument', value: '4' });
    expect(inside.callers).toEqual([{ instruction: 'call.5', iteration: undefined }]);
  });
});
