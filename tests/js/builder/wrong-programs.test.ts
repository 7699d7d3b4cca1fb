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
  type Shape,
  type XlaOp,
} from 'hloom';
import { expectError } from '../support/expect-error.js';
import { expectWorking, loop, matrixPlusVector } from '../support/programs.js';

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

const param = (shape: Shape = f32(2, 3), number = 0): XlaOp => b.parameter(number, shape, `p${number}`);
const add = (lhs: XlaOp, rhs: XlaOp, broadcastDimensions?: number[]): XlaOp => b.add(lhs, rhs, { broadcastDimensions });

describe('broadcasting', () => {
  const code = 'INVALID_ARGUMENT';

  test('ranks differ and no dimensions are given', async () => {
    const error = await expectError(() => add(param(), param(f32(3), 1)), {
      code,
      rule: 'broadcast.c1',
      message: /f32\[2,3\].*f32\[3\]/,
      help: /^broadcastDimensions: \[1\] would match/,
    });
    expect(error).toMatchObject({ op: 'add', operands: ['f32[2,3]', 'f32[3]'] });
  });
  test('a dimension out of range', async () => {
    const expected = { code, rule: 'broadcast.c3', message: /has the dimensions 0\.\.1/, help: /\[1\] would match/ };
    await expectError(() => add(param(), param(f32(3), 1), [2]), expected);
    await expectError(() => add(param(f32(3), 2), param(f32(2, 3), 3), [-3]), expected);
  });
  test('dimensions that do not increase', async () => {
    await expectError(() => add(param(f32(2, 3, 4)), param(f32(4, 2), 1), [2, 0]), {
      code,
      rule: 'broadcast.c4',
      message: /\[2, 0\] is not strictly increasing: 2 is followed by 0/,
      help: /transpose f32\[4,2\] first/,
    });
  });
  test('a dimension twice', async () => {
    await expectError(() => add(param(f32(2, 3, 3)), param(f32(3, 3), 1), [1, 1]), {
      code,
      rule: 'broadcast.c4',
      message: /two dimensions of f32\[3,3\] cannot become the same one/,
      help: /one of its own.*\[1, 2\] would match/,
    });
  });
  test('too few or too many dimensions', async () => {
    await expectError(() => add(param(f32(2, 3, 4)), param(f32(3, 4), 1), [1]), {
      code,
      rule: 'broadcast.c7',
      message: /has 1 entry, f32\[3,4\] has rank 2/,
      help: /\[1, 2\] would match/,
    });
    await expectError(() => add(param(f32(2, 3, 5), 2), param(f32(3), 3), [0, 1]), { code, rule: 'broadcast.c7' });
  });
  test('dimensions that permute operands of one rank', async () => {
    await expectError(() => add(param(f32(3, 3)), param(f32(3, 3), 1), [1, 0]), {
      code,
      rule: 'broadcast.c5',
      help: /leave broadcastDimensions out/,
    });
  });
  test('sizes that do not match', async () => {
    const error = await expectError(() => add(param(), param(f32(4), 1), [1]), {
      code,
      rule: 'broadcast.c2',
      message: /size 4.*size 3/s,
      help: /a vector of 3 elements, or of 1/,
    });
    expect(error).toMatchObject({
      op: 'add',
      operands: ['f32[2,3]', 'f32[4]'],
      location: expect.stringContaining('computation "wrong"') as string,
    });
    expect(explainBroadcast(f32(2, 3), f32(4), [1])).toMatchObject({ ok: false, error: { rule: 'broadcast.c2' } });
    await expectError(() => add(param(f32(2, 3), 2), param(f32(2, 4), 3)), { code, rule: 'broadcast.c2' });
  });
  test('mixed element types', async () => {
    await expectError(() => add(param(), param(s32(2, 3), 1)), {
      code,
      rule: 'broadcast.c6',
      message: /different element types, F32 and S32/,
      help: /give both the type F32 or S32 with convertElementType/,
    });
  });
  test('a call that was refused leaves the builder as it was', async () => {
    const x = param();
    await expectError(() => add(x, param(f32(4), 1), [1]), { code, rule: 'broadcast.c2' });
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
      help: /pass a Float32Array/,
    });
  });
  test('a ragged nested array', async () => {
    await expectError(() => executable.run([[1, 2, 3], [4, 5]], [1, 2, 3]), {
      code,
      rule: 'js.c9',
      message: /ragged at \[1\].*argument 0 \(parameter "x"\)/s,
      help: /the same length/,
    }); // prettier-ignore
  });
  test('a wrong number of elements', async () => {
    await expectError(() => executable.run(matrix, new Float32Array(4)), {
      code,
      rule: 'js.c8',
      message: /f32\[3\] has 3 elements, the array 4/,
      help: /of 3 elements/,
    });
    await expectError(() => executable.run([1, 2, 3, 4, 5, 6], [1, 2, 3]), {
      code,
      rule: 'js.c8',
      message: /f32\[6\].*f32\[2,3\]/,
      help: /nothing is broadcast or reshaped/,
    });
  });
  test('a wrong number of arguments', async () => {
    await expectError(() => executable.run(), {
      code,
      rule: 'js.c6',
      message: /2 arguments, not 0.*\(x: f32\[2,3\], v: f32\[3\]\)/s,
      help: /one argument for each parameter/,
    });
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
    await expectError(() => Literal.from(rows, 'F64'), {
      code: 'RESOURCE_EXHAUSTED',
      rule: 'js.c13',
      message: /68719476736 elements of f64/,
      help: /smaller shape/,
    });
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
    await expectError(() => executable.run(), { code: 'RESOURCE_EXHAUSTED', rule: 'memory.c1', help: /smaller/ });
    const huge = new XlaBuilder('huge');
    const code = 'INVALID_ARGUMENT';
    await expectError(() => huge.broadcast(huge.constant(1), [2 ** 40, 2 ** 40]), {
      code,
      rule: 'shape.c3',
      help: /below 2\^63/,
    });
    await expectError(() => huge.broadcast(huge.constant(1), [-1]), { code, rule: 'shape.c2', help: /0 or more/ });
  });
});

describe('use after dispose', () => {
  const disposed = { code: 'FAILED_PRECONDITION', rule: 'js.c2' };

  test('a builder and its operations', async () => {
    const x = param();
    b.dispose();
    b.dispose();
    await expectError(() => b.add(x, x), { ...disposed, message: /builder "wrong" was disposed/, help: /dispose/ });
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
    await expectError(() => b.add(param(f32()), foreign), {
      code: 'FAILED_PRECONDITION',
      rule: 'js.c3',
      message: /rhs is an operation of the builder "other"/,
      help: /as a parameter/,
    });
    await expectError(() => b.build(foreign), { code: 'FAILED_PRECONDITION', rule: 'js.c3' });
  });
  test('an operation that went into a computation', async () => {
    const x = param();
    b.build(x);
    const gone = { code: 'FAILED_PRECONDITION', rule: 'builder.c1', message: /operation 1 .*that is built/ };
    await expectError(() => b.add(x, x), gone);
    // Its number is not given to another operation.
    const other = param(s32());
    await expectError(() => b.add(x, other), gone);
  });
  test('a program without operations', async () => {
    await expectError(() => b.build(), { code: 'FAILED_PRECONDITION', rule: 'builder.c2', help: /add operations/ });
  });
  test('a parameter number twice, negative, or left out', async () => {
    param();
    const code = 'INVALID_ARGUMENT';
    await expectError(() => param(), { code, rule: 'parameter.c1', message: /parameter 0 already exists/ });
    await expectError(() => param(f32(), -1), { code, rule: 'parameter.c1' });
    param(f32(), 2);
    await expectError(() => b.build(), { code, rule: 'parameter.c2', message: /no parameter 1/ });
  });
  test('arguments that do not fit a builder function', async () => {
    const x = param();
    const code = 'INVALID_ARGUMENT';
    const call = b.add.bind(b) as (...args: unknown[]) => unknown;
    await expectError(() => call(x), {
      code,
      rule: 'js.c4',
      message:
        /the argument rhs is missing.*add\(lhs: XlaOp \| number, rhs: XlaOp \| number, \{ broadcastDimensions \}\)/s,
    });
    await expectError(() => call(x, [1]), { code, rule: 'js.c5', help: /constant\(/ });
    await expectError(() => call(x, x, { dims: [1] }), { code, rule: 'js.c4', help: /broadcastDimensions/ });
    await expectError(() => b.parameter(1, 'f32[2', 'p'), { code, rule: 'shape.p1', help: /f32\[2,3\]/ });
    await expectError(() => b.parameter(1, f32(), '\ud800'), { code, rule: 'js.c5', help: /Unicode/ });
  });
  test('a While whose body has the wrong result', async () => {
    const condition = new XlaBuilder('condition');
    condition.parameter(0, s32(), 'v');
    const body = new XlaBuilder('body');
    body.parameter(0, f32(), 'v');
    const goOn = condition.build(condition.constant(true));
    await expectError(() => b.while(goOn, body.build(), param(s32())), {
      code: 'INVALID_ARGUMENT',
      rule: 'while.c2',
      message: /it must be \(s32\[\]\) -> s32\[\]/,
      help: /build the body/,
    });
  });
  test('bytes that are no module', async () => {
    for (const bytes of [new Uint8Array(0), new Uint8Array([255, 255, 255]), new Uint8Array(1000).fill(0x0a)]) {
      await expectError(() => client.compile(bytes), {
        code: 'INVALID_ARGUMENT',
        rule: /^proto\./,
        help: /HloModuleProto/,
      });
    }
  });
});
