// Calls of builder functions over a fake module: how JavaScript arguments become the core's.
import { BuilderBase } from '../../../js/src/builder/builder-base.js';
import { callBuilder, type FunctionRow } from '../../../js/src/builder/builder-call.js';
import { kinds } from '../../../js/src/generated/kinds.js';
import { init } from '../../../js/src/builder/builder-instance.js';
import { internal } from '../../../js/src/base/internal.js';
import { Literal } from '../../../js/src/values/literal.js';
import { installPlatform } from '../../../js/src/instance/platform.js';
import { Shape } from '../../../js/src/values/shape.js';
import { f32 } from '../../../js/src/values/shapes.js';
import { XlaComputation } from '../../../js/src/builder/xla-computation.js';
import { XlaOp } from '../../../js/src/builder/xla-op.js';
import { expectError } from '../support/expect-error.js';
import { FakePlatform, type FakeModule } from '../support/fake-core.js';

const platform = new FakePlatform();
let fake: FakeModule;
let builder: BuilderBase;
let lastCall: { function: string; overload: number; arguments: Record<string, unknown> };

beforeAll(async () => {
  installPlatform(platform);
  await init();
  fake = platform.modules[0] as FakeModule;
  const respond = fake.respond.bind(fake);
  fake.respond = (method, json) => {
    if (method === 'builder.call') lastCall = JSON.parse(json) as typeof lastCall;
    return respond(method, json);
  };
});
beforeEach(() => {
  builder = new BuilderBase('test');
});

const add: FunctionRow = {
  js: 'add',
  overloads: [
    {
      name: 'Add',
      overload: 0,
      required: [
        { name: 'lhs', js: 'lhs', kind: kinds.op },
        { name: 'rhs', js: 'rhs', kind: kinds.op },
      ],
      optional: [{ name: 'broadcast_dimensions', js: 'broadcastDimensions', kind: kinds['int64[]'] }],
    },
  ],
};
const everything: FunctionRow = {
  js: 'everything',
  overloads: [
    { name: 'E', overload: 0, required: [{ name: 'op_list', js: 'opList', kind: kinds['op[]'] }], optional: [] },
    {
      name: 'E',
      overload: 1,
      required: [{ name: 'shape', js: 'shape', kind: kinds.shape }],
      optional: [
        { name: 'the_int', js: 'theInt', kind: kinds.int64 },
        { name: 'flag', js: 'flag', kind: kinds.bool },
        { name: 'text', js: 'text', kind: kinds.string },
        { name: 'type', js: 'type', kind: kinds.type },
        { name: 'literal', js: 'literal', kind: kinds.literal },
        { name: 'direction', js: 'direction', kind: kinds.comparison_direction },
        { name: 'c', js: 'c', kind: kinds.computation },
        { name: 'cs', js: 'cs', kind: kinds['computation[]'] },
      ],
    },
  ],
};

const op = (shape: Shape = f32(), of: BuilderBase = builder): XlaOp =>
  new XlaOp(internal, of as never, 1, shape, undefined);
const computation = (): XlaComputation =>
  new XlaComputation(builder[internal]('x').core, {
    computation: 5,
    held_bytes: '600',
    program_shape: { parameters: [], parameter_names: [], result: { type: 'F32' }, text: '() -> f32[]' },
  });

test('a plain call', () => {
  const result = callBuilder(builder, add, [op(), op(), { broadcastDimensions: [1, 2n] }]);
  expect(lastCall).toMatchObject({
    function: 'Add',
    overload: 0,
    arguments: { lhs: 1, rhs: 1, broadcast_dimensions: ['1', '2'] },
  });
  expect(result).toMatchObject({ builder, shape: { type: 'F32' }, explanation: undefined });
  callBuilder(builder, add, [op(), op(), undefined]);
  callBuilder(builder, add, [op(), op(), { broadcastDimensions: undefined }]);
  expect(lastCall.arguments).toEqual({ lhs: 1, rhs: 1 });
});

test('every kind of argument, and overloads told apart by kinds', () => {
  callBuilder(builder, everything, [[op(), op()]]);
  expect(lastCall).toMatchObject({ overload: 0, arguments: { op_list: [1, 1] } });
  const options = {
    theInt: 2n ** 60n,
    flag: true,
    text: 't',
    type: 'F32',
    literal: [1, 2],
    direction: 'NE',
    c: computation(),
    cs: [computation()],
  };
  callBuilder(builder, everything, [f32(2), options]);
  expect(lastCall).toMatchObject({
    overload: 1,
    arguments: {
      shape: { type: 'F32', dimensions: ['2'] },
      the_int: '1152921504606846976',
      flag: true,
      text: 't',
      type: 'F32',
      literal: { shape: { type: 'F32', dimensions: ['2'] }, leaves: [expect.any(Number)] },
      direction: 'NE',
      c: 5,
      cs: [5],
    },
  });
  callBuilder(builder, everything, ['f32[2]', { literal: Literal.tuple(Literal.from(1), Literal.from(2)) }]);
  expect(lastCall.arguments.shape).toBe('f32[2]');
  expect((lastCall.arguments.literal as { leaves: unknown[] }).leaves).toHaveLength(2);
});

test.each([
  [
    'too few',
    () => [op()],
    'js.c4',
    /rhs is missing.*call it as add\(lhs: XlaOp, rhs: XlaOp, \{ broadcastDimensions \}\)/s,
  ],
  ['too many', () => [op(), op(), {}, {}], 'js.c4', /takes 2 arguments and an object with options, not 4/],
  ['no options object', () => [op(), op(), [1]], 'js.c4', /the options are an array of 1 element/],
  ['a number for an operation', () => [op(), 2], 'js.c5', /rhs is 2.*constant\(/s],
  ['undefined for an operation', () => [undefined, op()], 'js.c5', /lhs is undefined/],
  ['an unknown option', () => [op(), op(), { broadcast_dimensions: [1] }], 'js.c4', /broadcastDimensions/],
  [
    'a fraction in integers',
    () => [op(), op(), { broadcastDimensions: [1.5] }],
    'js.c5',
    /broadcastDimensions\[0\] is 1\.5/,
  ],
  ['no array', () => [op(), op(), { broadcastDimensions: 1 }], 'js.c5', /array of integers/],
  ['a bigint of 65 bits', () => [op(), op(), { broadcastDimensions: [2n ** 63n] }], 'js.c5', /64 bits/],
])('refuses %s', async (_, args, rule, message) => {
  await expectError(() => callBuilder(builder, add, args()), { code: 'INVALID_ARGUMENT', rule, message });
});

test('the name of a type and the text of a shape are told apart', async () => {
  const iota: FunctionRow = {
    js: 'iota',
    overloads: [
      { name: 'Iota', overload: 0, required: [{ name: 's', js: 's', kind: kinds.shape }], optional: [] },
      { name: 'Iota', overload: 1, required: [{ name: 't', js: 't', kind: kinds.type }], optional: [] },
    ],
  };
  callBuilder(builder, iota, ['F32']);
  expect(lastCall).toMatchObject({ overload: 1, arguments: { t: 'F32' } });
  callBuilder(builder, iota, ['f32[2]']);
  expect(lastCall).toMatchObject({ overload: 0, arguments: { s: 'f32[2]' } });
  callBuilder(builder, iota, ['f32']);
  expect(lastCall).toMatchObject({ overload: 1, arguments: { t: 'F32' } });
  await expectError(() => callBuilder(builder, iota, ['float']), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c5',
    help: /did you mean 'F32'\?/,
  });
});

test.each([
  ['an unknown enum value', { direction: 'XX' }, /EQ, NE/],
  ['a string for a flag', { flag: 'yes' }, /true or false/],
  ['no computation', { c: {} }, /c is a plain object/],
  ['no computations', { cs: [1] }, /cs\[0\]/],
  ['no literal', { literal: 'x' }, /a literal/],
])('refuses %s', async (_, options, message) => {
  await expectError(() => callBuilder(builder, everything, [f32(), options]), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c5',
    message,
  });
});

test('arguments that fit no overload are told all of them', async () => {
  const message = /opList: XlaOp\[\].*shape: Shape/s;
  await expectError(() => callBuilder(builder, everything, [7]), { code: 'INVALID_ARGUMENT', rule: 'js.c4', message });
});

test('a refused call leaves no buffer behind', async () => {
  const before = fake.buffers.size;
  await expectError(() => callBuilder(builder, everything, [f32(), { literal: [1], c: 1 }]), {
    code: 'INVALID_ARGUMENT',
  });
  expect(fake.buffers.size).toBe(before);
});

test('operations of other builders, disposed builders, disposed computations', async () => {
  const other = new BuilderBase('other');
  await expectError(() => callBuilder(builder, add, [op(), op(f32(), other)]), {
    code: 'FAILED_PRECONDITION',
    rule: 'js.c3',
    message: /rhs.*"other"/,
  });
  await expectError(() => builder.build(op(f32(), other)), { code: 'FAILED_PRECONDITION', rule: 'js.c3' });
  const disposed = { code: 'FAILED_PRECONDITION', rule: 'js.c2' };
  const gone = computation();
  gone[Symbol.dispose]();
  await expectError(() => callBuilder(builder, everything, [f32(), { c: gone }]), disposed);
  await expectError(() => gone.toHloText(), disposed);
  await expectError(() => gone.toProto(), disposed);
  const builders = fake.builders.size;
  builder.dispose();
  await expectError(() => callBuilder(builder, add, [op(), op()]), { ...disposed, message: /"test" was disposed/ });
  await expectError(() => builder.build(), disposed);
  expect(fake.builders.size).toBe(builders - 1);
  await expectError(() => new BuilderBase(undefined as never), { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
});
