// The explanations of operations: made when they are read, and the same as if they had been made at once.
import { explainBroadcast, type Explanation } from '../../../js/src/builder/explanation.js';
import { init } from '../../../js/src/builder/builder-instance.js';
import type { HloomError } from '../../../js/src/base/errors.js';
import { XlaBuilder } from '../../../js/src/builder/xla-builder.js';
import type { XlaOp } from '../../../js/src/builder/xla-op.js';
import { CoreInstance } from '../../../js/src/instance/core-instance.js';
import { installPlatform } from '../../../js/src/instance/platform.js';
import { nodePlatform } from '../../../js/src/instance/platform.node.js';
import { Shape } from '../../../js/src/values/shape.js';

const asked: string[] = [];

beforeAll(async () => {
  installPlatform(nodePlatform);
  await init();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its receiver below
  const { call } = CoreInstance.prototype;
  jest.spyOn(CoreInstance.prototype, 'call').mockImplementation(function (this: CoreInstance, method, args) {
    asked.push(method);
    return call.call(this, method, args);
  });
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => {
  jest.restoreAllMocks();
});

const broadcasts: [string, string, number[]][] = [
  ['f32[2,3]', 'f32[2,3]', []],
  ['f32[2,3]{0,1}', 'f32[2,3]', []],
  ['f32[2,3]', 'f32[2,3]', [0, 1]],
  ['f32[2,3]', 'f32[3]', [1]],
  ['f32[3]', 'f32[2,3]', [1]],
  ['f32[2,3]', 'f32[]', []],
  ['f32[2,1]', 'f32[1,3]', []],
  ['f32[4]', 'f32[1,2]', [0]],
  ['f32[<=2,3]', 'f32[2,3]', []],
  ['f32[<=5]', 'f32[<=5,3]', [0]],
  ['f32[0]', 'f32[1]', []],
  ['f32[]', 'f32[]', []],
];

function parameters(b: XlaBuilder, ...shapes: string[]): XlaOp[] {
  return shapes.map((shape, i) => b.parameter(i, Shape.parse(shape), `p${i}`));
}

/** Explanations hold shapes, whose text leaves out the layout. */
function withLayouts(explanation: Explanation | undefined): unknown {
  const { lhs, rhs, result, ...rest } = explanation as Explanation;
  return { ...rest, shapes: [lhs, rhs, result].map((shape) => shape?.toStringWithLayout()) };
}

test.each(broadcasts)('%s with %s by %p is explained late as it is at once', (lhs, rhs, dimensions) => {
  const b = new XlaBuilder('late');
  const [x, y] = parameters(b, lhs, rhs) as [XlaOp, XlaOp];
  const ops = [b.add(x, y, { broadcastDimensions: dimensions }), b.lt(x, y, { broadcastDimensions: dimensions })];
  b.build();
  b.dispose();
  for (const op of ops)
    expect(withLayouts(op.explanation)).toEqual(withLayouts(explainBroadcast(lhs, rhs, dimensions)));
});

test('operations of one operand, and parameters, have none', () => {
  const b = new XlaBuilder('none');
  const [x] = parameters(b, 'f32[2]') as [XlaOp];
  expect([x, b.neg(x), b.tuple([x]), b.constant(1)].map((op) => op.explanation)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a function that is made of others explains its last operation', () => {
  const b = new XlaBuilder('composed');
  const [x] = parameters(b, 'f32[2,3]{0,1}') as [XlaOp];
  const atan = b.atan(x);
  expect(withLayouts(atan.explanation)).toEqual(withLayouts(explainBroadcast('f32[2,3]{0,1}', 'f32[]')));
});

test('building makes one call of the core an operation, and reading an explanation one, once', () => {
  const b = new XlaBuilder('calls');
  const [x, v] = parameters(b, 'f32[2,3]', 'f32[3]') as [XlaOp, XlaOp];
  asked.length = 0;
  const sum = b.add(b.add(x, x), v, { broadcastDimensions: [1] });
  expect(asked).toEqual(['builder.call', 'builder.call']);
  const { explanation } = sum;
  expect(explanation?.steps).toEqual(['rhs: broadcast f32[3] to f32[2,3], dimensions={1}']);
  expect(sum.explanation).toBe(explanation);
  expect(asked).toEqual(['builder.call', 'builder.call', 'broadcast.explain']);
});

test('a result with the shape of an operand shares it', () => {
  const b = new XlaBuilder('shared');
  const [x, v] = parameters(b, 'f32[2,3]{0,1}', 'f32[2,3]') as [XlaOp, XlaOp];
  expect(b.add(v, v).shape).toBe(v.shape);
  expect(b.neg(x).shape).toBe(x.shape);
  // If layouts differ, the result is row-major.
  expect(b.add(x, v).shape).toBe(v.shape);
  expect(b.lt(v, v).shape.toString()).toBe('pred[2,3]');
});

describe('what is no array', () => {
  const odd: [string, string, string, string][] = [
    ['opaque[]', 'f32[2]', 'opaque[] is not an array', 'no operation reads an opaque: it is only passed on'],
    ['f32[2]', 'token[]', 'token[] is not an array', 'a token only orders operations; it has no value'],
    [
      '(f32[2], s32[])',
      'f32[2]',
      '(f32[2], s32[]) is not an array',
      'take the array out of the tuple with getTupleElement',
    ],
    [
      'f32[4]',
      'b(f32[4])',
      'b(f32[4]) is not an array',
      'take the array out of the buffer with a custom call to Unpin',
    ],
    ['token[]', 'opaque[]', 'token[] and opaque[] are not arrays', 'a token only orders operations; it has no value'],
  ];

  test.each(odd)('%s with %s is refused as the builder does', (lhs, rhs, detail, help) => {
    const { ok, error, result, dimensions, steps } = explainBroadcast(lhs, rhs);
    expect({ ok, result, dimensions, steps }).toEqual({ ok: false, result: undefined, dimensions: [], steps: [] });
    expect(error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      rule: 'type.c2',
      op: 'explainBroadcast',
      operands: [lhs, rhs],
      details: [detail],
      help,
    });
    const b = new XlaBuilder('odd');
    const [x, y] = parameters(b, lhs, rhs) as [XlaOp, XlaOp];
    expect(() => b.add(x, y)).toThrow(
      expect.objectContaining({ rule: 'type.c2', op: 'add', operands: [lhs, rhs], details: [detail], help }) as Error,
    );
  });
});

test('the result has the layout that the builder gives it', () => {
  for (const [lhs, rhs, layout] of [
    ['f32[2,3]{0,1}', 'f32[2,3]{0,1}', 'f32[2,3]{0,1}'],
    ['f32[2,3]{0,1}', 'f32[2,3]', 'f32[2,3]{1,0}'],
    ['f32[2,3]{0,1}', 'f32[]', 'f32[2,3]{1,0}'],
    ['f32[<=2,3]{0,1}', 'f32[2,3]{0,1}', 'f32[<=2,3]{0,1}'],
  ] as const) {
    const b = new XlaBuilder('layout');
    const [x, y] = parameters(b, lhs, rhs) as [XlaOp, XlaOp];
    const { shape, explanation } = b.add(x, y);
    expect(explanation?.result?.toStringWithLayout()).toBe(layout);
    expect(shape.toStringWithLayout()).toBe(layout);
  }
});

test('an array on the way that is too large is refused as the builder does', () => {
  const [lhs, rhs] = ['f32[0,1099511627776,1099511627776]', 'f32[1]'];
  const { ok, error } = explainBroadcast(lhs, rhs, [0]);
  expect(ok).toBe(false);
  const b = new XlaBuilder('large');
  const [x, y] = parameters(b, lhs, rhs) as [XlaOp, XlaOp];
  const { code, rule, operands, details, help } = error as HloomError;
  expect(rule).toBe('shape.c3');
  expect(() => b.add(x, y, { broadcastDimensions: [0] })).toThrow(
    expect.objectContaining({ code, rule, operands, details, help }) as Error,
  );
});
