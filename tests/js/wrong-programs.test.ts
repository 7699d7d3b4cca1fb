// A program wrong in each possible way: an error with code, rule and help, and everything works on afterwards.
import { execFileSync } from 'node:child_process';
import {
  Client,
  explainBroadcast,
  f32,
  Literal,
  s32,
  s64,
  tuple,
  u8,
  XlaBuilder,
  type Executable,
  type XlaOp,
} from 'hloom';
import { expectError } from './support/expect-error.js';
import { expectWorking, loop, matrixPlusVector } from './support/programs.js';

let client: Client;
let b: XlaBuilder;

beforeAll(async () => {
  client = await Client.create();
});
afterAll(() => {
  client.dispose();
});
beforeEach(() => {
  b = new XlaBuilder('wrong');
});
afterEach(async () => {
  await expectWorking(client);
});

const param = (shape = f32(2, 3), number = 0): XlaOp => b.parameter(number, shape, `p${number}`);
const add = (lhs: XlaOp, rhs: XlaOp, broadcastDimensions?: number[]): XlaOp => b.add(lhs, rhs, { broadcastDimensions });

describe('broadcasting', () => {
  const code = 'INVALID_ARGUMENT';
  const rule = /^[a-z_]+\.c[0-9]+$/;

  test('ranks differ and no dimensions are given', async () => {
    const error = await expectError(() => add(param(), param(f32(3), 1)), {
      code,
      rule,
      message: /f32\[2,3\].*f32\[3\]/,
    });
    expect(error).toMatchObject({ op: 'add', operands: ['f32[2,3]', 'f32[3]'] });
  });
  test('a dimension out of range', async () => {
    await expectError(() => add(param(), param(f32(3), 1), [2]), { code, rule });
    await expectError(() => add(param(f32(3), 2), param(f32(2, 3), 3), [-1]), { code, rule });
  });
  test('dimensions that do not increase', async () => {
    await expectError(() => add(param(f32(2, 3, 4)), param(f32(4, 2), 1), [2, 0]), { code, rule });
  });
  test('a dimension twice', async () => {
    await expectError(() => add(param(f32(2, 3, 3)), param(f32(3, 3), 1), [1, 1]), { code, rule });
  });
  test('too few or too many dimensions', async () => {
    await expectError(() => add(param(f32(2, 3, 4)), param(f32(3, 4), 1), [1]), { code, rule });
    await expectError(() => add(param(f32(2, 3, 5)), param(f32(3), 1), [0, 1]), { code, rule });
  });
  test('sizes that do not match', async () => {
    const error = await expectError(() => add(param(), param(f32(4), 1), [1]), {
      code,
      rule,
      message: /size 4.*size 3/s,
    });
    expect(explainBroadcast(f32(2, 3), f32(4), [1])).toMatchObject({ ok: false, error: { rule: error.rule } });
  });
  test('mixed element types', async () => {
    await expectError(() => add(param(), param(s32(2, 3), 1)), { code, rule, message: /s32/ });
  });
  test('a call that was refused leaves the builder as it was', async () => {
    const x = param();
    await expectError(() => add(x, param(f32(4), 1), [1]), { code });
    const executable = await client.compile(b.build(b.add(x, x)));
    expect(executable.programShape.result.toString()).toBe('f32[2,3]');
  });
});

describe('arguments of a run', () => {
  let executable: Executable;
  const matrix = [[1, 2, 3], [4, 5, 6]]; // prettier-ignore
  const code = 'INVALID_ARGUMENT';

  beforeAll(async () => {
    executable = await client.compile(matrixPlusVector());
  });

  test('a wrong class of typed array', async () => {
    await expectError(() => executable.run(matrix, new Float64Array(3)), {
      code,
      rule: 'js.c7',
      message: /argument 1.*"v"/,
    });
  });
  test('a ragged nested array', async () => {
    await expectError(() => executable.run([[1, 2, 3], [4, 5]], [1, 2, 3]), { code, rule: 'js.c9', message: /\[1\]/ }); // prettier-ignore
  });
  test('a wrong number of elements', async () => {
    await expectError(() => executable.run(matrix, new Float32Array(4)), { code, rule: 'js.c8' });
  });
  test('a wrong number of arguments', async () => {
    await expectError(() => executable.run(), { code, rule: 'js.c6', message: /2 arguments, not 0/ });
    await expectError(() => executable.run(matrix, [1, 2, 3], [1]), { code, rule: 'js.c6' });
    await expectError(() => executable.runSync(matrix), { code, rule: 'js.c6' });
  });
  test('values that do not fit', async () => {
    const bytes = new XlaBuilder('bytes');
    const program = await client.compile(bytes.build(bytes.parameter(0, tuple(u8(2), s64()), 'x')));
    await expectError(() => program.run([[1, 300], 1n]), { code, rule: 'js.c10' });
    await expectError(() => program.run([[1, 1.5], 1n]), { code, rule: 'js.c10' });
    await expectError(() => program.run([[1, 2], 2 ** 60]), { code, rule: 'js.c10' });
    expect((await program.run([[1, 2], 2n ** 60n])).toArray()).toEqual([[1, 2], 2n ** 60n]);
  });
  test('a literal of another shape', async () => {
    await expectError(() => executable.run(Literal.from([1]), [1, 2, 3]), { code, rule: 'js.c24' });
  });
});

describe('sizes', () => {
  test('2^31 elements in a literal', async () => {
    const row = new Array<number>(2 ** 16).fill(0);
    const rows = new Array<number[]>(2 ** 20).fill(row);
    await expectError(() => Literal.from(rows, 'F64'), { code: 'RESOURCE_EXHAUSTED', rule: 'js.c13' });
    await expectError(() => Literal.fromTypedArray(new Float32Array(1), f32(2 ** 31)), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c8',
    });
  });
  test('2^31 elements as a parameter', async () => {
    const executable = await client.compile(b.build(param(f32(2 ** 31))));
    await expectError(() => executable.run(new Float32Array(1)), { code: 'INVALID_ARGUMENT', rule: 'js.c8' });
  });
  test('2^31 elements in a program, and sizes whose product overflows', async () => {
    const executable = await client.compile(b.build(b.broadcast(b.constant(1, 'F64'), [2 ** 31])));
    await expectError(() => executable.run(), { code: 'RESOURCE_EXHAUSTED' });
    const huge = new XlaBuilder('huge');
    const tooBig = /INVALID_ARGUMENT|RESOURCE_EXHAUSTED/;
    await expectError(() => huge.broadcast(huge.constant(1), [2 ** 40, 2 ** 40]), { code: tooBig });
    await expectError(() => huge.broadcast(huge.constant(1), [-1]), { code: 'INVALID_ARGUMENT' });
  });
});

describe('use after dispose', () => {
  const disposed = { code: 'FAILED_PRECONDITION', rule: 'js.c2' };

  test('a builder and its operations', async () => {
    const x = param();
    b.dispose();
    b.dispose();
    await expectError(() => b.add(x, x), disposed);
    await expectError(() => b.build(x), disposed);
    await expectError(() => b.constant(1), disposed);
  });
  test('a computation', async () => {
    const computation = matrixPlusVector();
    computation[Symbol.dispose]();
    await expectError(() => computation.toHloText(), disposed);
    await expectError(() => computation.toProto(), disposed);
    await expectError(() => client.compile(computation), disposed);
    await expectError(() => b.call(computation, [param(), param(f32(3), 1)]), disposed);
  });
  test('an executable', async () => {
    const executable = await client.compile(loop(3));
    executable.dispose();
    await expectError(() => executable.run(0), disposed);
    await expectError(() => executable.runSync(0), disposed);
  });
  test('a client', async () => {
    const other = await Client.create();
    const executable = await other.compile(loop(3));
    other.dispose();
    await expectError(() => other.compile(loop(3)), disposed);
    await expectError(() => executable.run(0), disposed);
  });
});

describe('the rest', () => {
  test('building before init', () => {
    const script = `
      const { XlaBuilder } = require(${JSON.stringify(require.resolve('hloom'))});
      try { new XlaBuilder('early'); } catch (e) { console.log(e.code, e.rule, e.help); }`;
    const output = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    expect(output).toMatch(/^FAILED_PRECONDITION js\.c1 await init\(\)/);
  });
  test('an operation of another builder', async () => {
    const other = new XlaBuilder('other');
    const foreign = other.parameter(0, f32(), 'x');
    await expectError(() => b.add(param(f32()), foreign), { code: 'FAILED_PRECONDITION', rule: 'js.c3' });
    await expectError(() => b.build(foreign), { code: 'FAILED_PRECONDITION', rule: 'js.c3' });
  });
  test('a program without operations', async () => {
    await expectError(() => b.build(), { code: 'FAILED_PRECONDITION', rule: /./ });
  });
  test('a parameter number twice', async () => {
    param();
    await expectError(() => param(), { code: 'INVALID_ARGUMENT', rule: /./ });
  });
  test('a While whose body has the wrong result', async () => {
    const condition = new XlaBuilder('condition');
    condition.parameter(0, s32(), 'v');
    const body = new XlaBuilder('body');
    body.parameter(0, f32(), 'v');
    const goOn = condition.build(condition.constant(true));
    await expectError(() => b.while(goOn, body.build(), param(s32())), { code: 'INVALID_ARGUMENT', rule: /while/ });
  });
  test('bytes that are no module', async () => {
    for (const bytes of [new Uint8Array(0), new Uint8Array([255, 255, 255]), new Uint8Array(1000).fill(0x0a)]) {
      await expectError(() => client.compile(bytes), { code: 'INVALID_ARGUMENT', rule: /./ });
    }
  });
});
