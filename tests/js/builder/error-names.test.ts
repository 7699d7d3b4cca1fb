// The core's errors in JavaScript's names, and the names of other libraries.
import { inspect } from 'node:util';
import { Client, explainBroadcast, f32, HloomError, init, np, XlaBuilder, type XlaOp } from 'hloom';
import { inJavaScript } from '../../../js/src/builder/error-names.js';
import { errorFromJson, errorToJson, jsError, withFields } from '../../../js/src/base/errors.js';
import { internal } from '../../../js/src/base/internal.js';
import type { MessagePart } from '../../../js/src/base/message.js';
import { elementTypeHelp, elementTypeMeant } from '../../../js/src/values/element-type-help.js';
import { builderRows } from '../support/case-files.js';
import { expectError } from '../support/expect-error.js';

beforeAll(() => init());

describe('the words of the core', () => {
  const refused = (...help: (string | MessagePart)[]): ReturnType<typeof errorFromJson> =>
    errorFromJson({ code: 'INVALID_ARGUMENT', rule: 'broadcast.c1', help: ['use ', ...help, ' here'], op: 'add' });

  test.each<[MessagePart, string, string?]>([
    [['list', '{1,2}', 'broadcast_dimensions'], 'broadcastDimensions: [1, 2]'],
    [['list', '{}', 'dimensions'], 'dimensions: []'],
    [['number', '5', 'k'], 'k: 5'],
    [['list', '{{0,1},{2}}', 'replica_groups'], 'replicaGroups: [[0, 1], [2]]'],
    [
      ['record', '{tolerance={atol=-1,ulps=2}}', 'result_accuracy'],
      'resultAccuracy: { tolerance: { atol: -1, ulps: 2 } }',
    ],
    [['choice', 'TOTALORDER', 'compare_type'], "compareType: 'TOTALORDER'"],
    [['argument', 'broadcast_dimensions'], 'broadcastDimensions'],
    [['function', 'ConvertElementType'], 'convertElementType'],
    [['function', 'SVD'], 'svd'],
    [['list', '{1,0}'], '[1, 0]'],
    [['caller', 'exponential'], 'exp', 'exp'],
    [['integer', '3'], '3n'],
    [['advice', 'call it', 'call_it'], 'call it'],
    // An attribute of HLO is the argument that it came from.
    [['list', '{2}', 'dimensions'], 'dimensionsToReduce: [2]', 'reduce'],
    [['list', '{2}', 'dynamic_slice_sizes'], 'sliceSizes: [2]', 'dynamicSlice'],
    [['argument', 'custom_call_target'], 'callTargetName', 'customCall'],
  ])('%j is %s', (part, javaScript, op = 'add') => {
    const error = inJavaScript(refused(part, ' and "Reshape"'), op);
    expect(error).toMatchObject({ op, help: `use ${javaScript} and "Reshape" here` });
    expect(error.message).toContain(error.help);
    // The site can ask for XLA's words again, also after an error came from another thread.
    for (const same of [error, errorFromJson(errorToJson(error))]) {
      expect(same.help).toBe(error.help);
      const xla = part[2] === undefined || part[0] === 'advice' ? part[1] : `${part[2]}=${part[1]}`;
      expect(same.inNotation('xla').help).toBe(`use ${xla} and "Reshape" here`);
      expect(same.inNotation('xla').inNotation('javascript').help).toBe(error.help);
    }
  });

  test('of HLO text are the names of operations', () => {
    const error = refused(['function', 'ConvertElementType', 'convert'], ' or ', ['list', '{0}', 'dimensions']);
    expect(error.inNotation('hlo').help).toBe('use convert or dimensions={0} here');
  });

  test('a command line has its own words for advice and for names', () => {
    const error = refused(['advice', 'register it', 'register'], ', ', ['argument', 'limits.bytes'], ', ', [
      'number',
      '5',
      'k',
    ]);
    const words = ([, text, name = text]: MessagePart): string | undefined =>
      ({ register: '--call MODULE', 'limits.bytes': '--bytes' })[name];
    for (const same of [error, errorFromJson(errorToJson(error)), withFields(error, { op: 'run' })]) {
      expect(same[internal](words).help).toBe('use --call MODULE, --bytes, k=5 here');
    }
    const bigint = jsError('ragged', ['found ', ['integer', '7']]);
    expect(bigint.headline).toBe('found 7n');
    expect(bigint[internal](([, text]) => text).headline).toBe('found 7');
  });

  test('a text that is replaced has no parts', () => {
    const error = withFields(refused(['argument', 'broadcast_dimensions']), { help: 'take broadcast_dimensions out' });
    expect(error.inNotation('javascript').help).toBe('take broadcast_dimensions out');
  });
});

describe('the names of other libraries', () => {
  const builder = (): XlaBuilder => new XlaBuilder('names');
  const own = new Set(builderRows().map(({ js }) => js));
  const named = (object: object): string[] => {
    const next = Object.getPrototypeOf(object) as object;
    const names = Object.getOwnPropertyNames(object).filter((name) => !own.has(name) && name !== 'constructor');
    return next === Object.prototype ? names : [...names, ...named(next)];
  };
  /** The error of a method that exists only to be refused. */
  const refusal = (object: object, name: string): HloomError | undefined => {
    try {
      (object as Record<string, () => unknown>)[name]?.();
    } catch (thrown) {
      if (thrown instanceof HloomError && thrown.rule === 'js.c82') return thrown;
    }
    return undefined;
  };

  test('each names a function that there is', () => {
    const b = builder();
    const others = named(XlaBuilder.prototype).flatMap((name) => refusal(b, name) ?? []);
    expect(others.length).toBeGreaterThan(300);
    for (const { op, help } of others) {
      const [, used] = /^use (\w+)\(\.\.\.\)$/.exec(help) ?? [];
      const names = used === undefined ? (help.match(/\b[a-z][A-Za-z0-9]*(?=\()/g) ?? []) : [used];
      const known = names.filter((name) => own.has(name) || ['constant', 'compile', 'build', 'run'].includes(name));
      expect({ op, help, known: known.length > 0 || !help.startsWith('use ') }).toMatchObject({ op, known: true });
      if (used !== undefined) expect(own.has(used) || used === 'constant').toBe(true);
    }
  });
  test.each([
    ['subtract', 'use sub(...)'],
    ['divide', 'use div(...)'],
    ['concatenate', 'use concatInDim(...)'],
    ['convert_element_type', 'use convertElementType(...)'],
    ['BroadcastInDim', 'use broadcastInDim(...)'],
  ])('%s', (name, help) => {
    expect(refusal(builder(), name)).toMatchObject({ code: 'INVALID_ARGUMENT', op: name, help });
  });
  test('an operation answers to those of its methods', () => {
    const x = builder().constant(1);
    expect(refusal(x, 'subtract')?.help).toBe('use x.sub(...)');
    expect(refusal(x, 'tuple')?.help).toBe("call the builder's function: b.tuple(...)");
    expect(refusal(x, 'toArray')?.help).toMatch(/no values: compile the program/);
  });
  test('in np', () => {
    expect(refusal(np, 'expand_dims')?.help).toBe('use np.expandDims(...)');
    expect(refusal(np, 'sub')?.help).toBe('use np.subtract(...)');
  });
  test('between client, executable and computation', async () => {
    const b = builder();
    const computation = b.build(b.constant(1));
    const client = await Client.create();
    const executable = await client.compile(computation);
    expect(refusal(computation, 'run')?.help).toMatch(/client\.compile\(computation\)/);
    expect(refusal(client, 'run')?.help).toMatch(/client\.compile\(computation\)/);
    expect(refusal(executable, 'execute')?.help).toMatch(/executable\.run/);
    client.dispose();
  });

  test('whoever probes a builder finds what there is', async () => {
    const b = builder();
    const x: XlaOp = b.constant(1);
    expect(await Promise.resolve(b)).toBe(b);
    expect(await Promise.resolve(x)).toBe(x);
    expect('then' in b || 'toJSON' in b || 'asymmetricMatch' in b || 'then' in x).toBe(false);
    expect(Object.keys(b)).toEqual(['name']);
    const seen: string[] = [];
    for (const key in b) seen.push(key);
    expect(seen).toEqual(['name']);
    expect(inspect(b)).toBe('XlaBuilder "names"');
    expect(inspect({ b, x })).toContain('XlaOp %1: f32[]');
    expect(b).toEqual(b);
    expect({ x }).toEqual({ x });
    expect(() => {
      expect(b).toBe(1);
    }).toThrow(/names/);
  });
  test('TypeScript knows nothing of them', () => {
    const b = builder();
    // @ts-expect-error: there is sub.
    expect(() => b.subtract(b.constant(1), b.constant(1))).toThrow(/use sub/);
  });
});

test.each([
  ['f32', 'F32'],
  ['S32', 'S32'],
  ['float32', 'F32'],
  ['bfloat16', 'BF16'],
  ['int8', 'S8'],
  ['i64', 'S64'],
  ['uint16', 'U16'],
  ['bool', 'PRED'],
  ['complex128', 'C128'],
  ['float8_e4m3fn', 'F8E4M3FN'],
  ['Int32Array', 'S32'],
  ['BigUint64Array', 'U64'],
  ['Float16Array', 'F16'],
  ['double', 'F64'],
  ['array', undefined],
  ['tensor', undefined],
  ['f33', undefined],
  ['', undefined],
])('%s is the element type %s', (name, type) => {
  expect(elementTypeMeant(name)).toBe(type);
});

test('what is near to no element type is told what they are like', () => {
  expect(elementTypeHelp('f33')).toMatch(/did you mean F[0-9]+\?/);
  expect(elementTypeHelp('matrix')).toBe('use the name of an element type, such as F32, S64 or PRED');
  expect(elementTypeHelp(7)).toBe('use the name of an element type, such as F32, S64 or PRED');
});

test('an error of explainBroadcast is that of the call, in its words', async () => {
  const { error, text } = explainBroadcast(f32(2, 3), f32(3));
  expect(error).toMatchObject({ op: 'explainBroadcast', help: expect.stringMatching(/^broadcastDimensions: \[1\]/) });
  // The text is XLA's notation, which the command line reads.
  expect(text).toContain('broadcast_dimensions={1}');
  await expectError(() => explainBroadcast('f32[2', 'f32[2]'), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c21',
    message: /explainBroadcast: /,
  });
});
