// Proxies of the package's objects, which reactive stores make, and objects that only have the prototype: every method
// distinguishes them from real objects, as receivers and as arguments.
import { inspect } from 'node:util';
import {
  Client,
  DeviceValue,
  Executable,
  explainBroadcast,
  f32,
  Literal,
  np,
  parseHlo,
  parseProto,
  readNpy,
  readNpz,
  Shape,
  writeNpy,
  writeNpz,
  XlaBuilder,
  XlaComputation,
  XlaOp,
  type LiteralLike,
} from 'hloom';
import { expectError } from './support/expect-error.js';

const stored = <T extends object>(value: T): T => new Proxy(value, {});
const inherited = <T extends object>(value: T): T => Object.create(value) as T;
const bare = (type: { readonly prototype: object }): never => Object.create(type.prototype) as never;

/** Each way to make what only looks like an object. */
const ways: readonly (<T extends object>(value: T) => T)[] = [
  stored,
  inherited,
  (value) => Object.create(Object.getPrototypeOf(value) as object) as never,
];

let client: Client;
let executable: Executable;
let computation: XlaComputation;
let literal: Literal;
let there: DeviceValue;
let b: XlaBuilder;
let x: XlaOp;

beforeAll(async () => {
  client = await Client.create();
  computation = parseHlo('ENTRY e { x = f32[3] parameter(0)\n ROOT y = add(x, x) }');
  executable = await client.compile(computation);
  literal = Literal.from([1, 2, 3]);
  there = client.toDevice(literal);
  b = new XlaBuilder('look_alikes');
  x = b.parameter(0, f32(3), 'x');
});
afterAll(async () => {
  // After all of that everything works on.
  expect((await executable.run(literal)).toArray()).toEqual([2, 4, 6]);
  expect((await executable.run(there)).toArray()).toEqual([2, 4, 6]);
  expect(b.add(x, 1).shape.toString()).toBe('f32[3]');
  client.dispose();
});

test('instanceof tells them apart', () => {
  const all: [value: object, type: { readonly prototype: object; [Symbol.hasInstance](value: unknown): boolean }][] = [
    [client, Client],
    [executable, Executable],
    [computation, XlaComputation],
    [literal, Literal],
    [f32(2), Shape],
    [there, DeviceValue],
    [b, XlaBuilder],
    [x, XlaOp],
  ];
  for (const [value, type] of all) {
    expect(value instanceof type).toBe(true);
    for (const way of ways) expect(way(value) instanceof type).toBe(false);
    for (const [other] of all) expect(other instanceof type).toBe(other === value);
    const others: unknown[] = [undefined, null, 1, 'f32[]', {}, type];
    for (const none of others) expect(type[Symbol.hasInstance](none)).toBe(false);
  }
});

test('instanceof goes by classes that extend one', () => {
  class Named extends XlaBuilder {}
  const named = new Named('named');
  expect(named).toBeInstanceOf(Named);
  expect(named).toBeInstanceOf(XlaBuilder);
  expect(b).not.toBeInstanceOf(Named);
  expect(stored(named)).not.toBeInstanceOf(XlaBuilder);
  named.dispose();
});

test('arguments that are none', async () => {
  const named: [seeming: string, rule: string, call: (way: (typeof ways)[number]) => unknown][] = [
    ['Literal', 'js.c28', (way) => executable.run(way(literal))],
    ['Literal', 'js.c28', (way) => executable.runSync(way(literal))],
    ['Literal', 'js.c28', (way) => executable.runReplicated([[way(literal)]])],
    ['Literal', 'js.c28', (way) => client.toDevice(way(literal), f32(3))],
    ['Literal', 'js.c28', (way) => Literal.tuple(way(literal))],
    ['Literal', 'js.c28', (way) => Literal.from(way(literal))],
    ['Literal', 'js.c28', (way) => Literal.from(way(literal), f32(3))],
    ['Literal', 'js.c28', (way) => Literal.from([way(literal)] as never)],
    ['Literal', 'js.c28', (way) => b.constant(way(literal))],
    ['Literal', 'js.c5', (way) => literal.equals(way(literal))],
    ['Literal', 'js.c5', (way) => writeNpy(way(literal))],
    ['Literal', 'js.c5', (way) => writeNpz({ a: way(literal) })],
    ['DeviceValue', 'js.c28', (way) => executable.run(way(there))],
    ['DeviceValue', 'js.c28', (way) => executable.runSync(way(there))],
    ['DeviceValue', 'js.c28', (way) => client.toDevice(way(there))],
    ['XlaComputation', 'js.c5', (way) => client.compile(way(computation))],
    ['XlaComputation', 'js.c5', (way) => b.call(way(computation), [x])],
    ['XlaOp', 'js.c5', (way) => b.abs(way(x))],
    ['XlaOp', 'js.c5', (way) => b.add(x, way(x))],
    ['XlaOp', 'js.c5', (way) => b.tuple([x, way(x)])],
    ['XlaOp', 'js.c5', (way) => b.build(way(x))],
    ['XlaOp', 'js.c5', (way) => np.add(way(x), x)],
    ['Shape', 'js.c5', (way) => b.parameter(1, way(f32(3)), 'y')],
    ['Shape', 'js.c5', (way) => explainBroadcast(way(f32(3)), f32(3))],
    ['Shape', 'js.c5', (way) => f32(3).equals(way(f32(3)))],
    ['Shape', 'js.c5', (way) => literal.toBoundedDynamic(way(f32(3)))],
    ['Shape', 'js.c5', (way) => client.toDevice([1, 2, 3], way(f32(3)))],
    ['Shape', 'js.c11', (way) => Shape.from(way(f32(3)))],
    ['Shape', 'js.c11', (way) => Shape.tuple([way(f32(3))])],
    ['Shape', 'js.c11', (way) => Shape.buffer(way(f32(3)))],
  ];
  for (const [seeming, rule, call] of named) {
    for (const way of ways) {
      const { message, help } = await expectError(() => call(way), { code: 'INVALID_ARGUMENT', rule });
      expect(message).toMatch(new RegExp(`a Proxy or a look-alike of an? ${seeming}\\b`));
      expect(help).toBe(
        `pass the ${seeming} itself: in Vue, toRaw(value) gives it, and markRaw(value) keeps it from being wrapped; in MobX, observable.ref does`,
      );
    }
  }
});

test('methods that are called on none', async () => {
  const calls: [method: string, seeming: string, variable: string, call: () => unknown][] = [
    ['run', 'Executable', 'executable', () => stored(executable).run(literal)],
    ['runSync', 'Executable', 'executable', () => inherited(executable).runSync(literal)],
    ['runReplicated', 'Executable', 'executable', () => stored(executable).runReplicated([[literal]])],
    ['compile', 'Client', 'client', () => stored(client).compile(computation)],
    ['toDevice', 'Client', 'client', () => stored(client).toDevice([1])],
    ['constant', 'XlaBuilder', 'builder', () => stored(b).constant(1)],
    ['add', 'XlaBuilder', 'builder', () => inherited(b).add(x, x)],
    ['build', 'XlaBuilder', 'builder', () => stored(b).build(x)],
    ['toHloText', 'XlaComputation', 'computation', () => stored(computation).toHloText()],
    ['toLiteral', 'DeviceValue', 'value', () => stored(there).toLiteral()],
    ['dispose', 'DeviceValue', 'value', () => inherited(there).dispose()],
    ['toString', 'Literal', 'literal', () => stored(literal).toString()],
    ['toString', 'Shape', 'shape', () => (bare(Shape) as Shape).toString()],
    ['dispose', 'Client', 'object', () => stored(client).dispose()],
  ];
  for (const [method, seeming, variable, call] of calls) {
    const { message } = await expectError(call, { code: 'INVALID_ARGUMENT', rule: 'js.c81' });
    const [first, help] = message.split('\n');
    const article = /^[EX]/.test(seeming) ? 'an' : 'a';
    expect(first).toBe(
      `INVALID_ARGUMENT [js.c81] ${method}: it was called on a Proxy or a look-alike of ${article} ${seeming}, not on the ${seeming} itself`,
    );
    expect(help).toBe(
      `  help: use the ${seeming} itself: in Vue, toRaw(${variable}) gives it, and markRaw(${variable}) keeps it from being wrapped; in MobX, observable.ref does`,
    );
  }
});

test('properties that are read of none', async () => {
  const data = Object.getOwnPropertyDescriptor(Literal.prototype, 'data');
  for (const [read, says] of [
    [() => stored(client).disposed, 'disposed: it was read on a Proxy or a look-alike of a Client, not on the Client'],
    [() => stored(executable).feeds, 'feeds: it was read on a Proxy or a look-alike of an Executable'],
    [() => stored(there).elements, 'elements: it was read on a Proxy or a look-alike of a DeviceValue'],
    [() => inherited(there).disposed, 'disposed: it was read on a Proxy or a look-alike of a DeviceValue'],
    [() => stored(x).explanation, 'explanation: it was read on a Proxy or a look-alike of an XlaOp'],
    [() => (bare(Literal) as Literal).data, 'data: it was read on a Proxy or a look-alike of a Literal'],
    [
      () => data?.get?.call({}) as unknown,
      'data: it was read on a plain object, not on a literal\n  help: read literal.data',
    ],
    [() => data?.get?.call(undefined) as unknown, 'data: it was read on nothing, not on a literal'],
  ] as const) {
    const { message } = await expectError(read, { code: 'INVALID_ARGUMENT', rule: 'js.c81' });
    expect(message).toContain(`INVALID_ARGUMENT [js.c81] ${says}`);
  }
});

test('dispose() that was taken off its object', async () => {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- that is what people do
  const { dispose } = client;
  const { message } = await expectError(() => dispose.call(undefined as never), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c81',
  });
  expect(message).toBe(
    'INVALID_ARGUMENT [js.c81] dispose: it was called on nothing, not on an object\n' +
      '  help: write object.dispose(...), or keep the method bound: object.dispose.bind(object)',
  );
});

test('printing one says what it is', () => {
  expect(inspect(stored(client))).toBe('a Proxy or a look-alike of a Client');
  expect(inspect(stored(executable))).toBe('a Proxy or a look-alike of an Executable');
  for (const [type, name] of [
    [Literal, 'a Literal'],
    [Shape, 'a Shape'],
    [XlaOp, 'an XlaOp'],
    [XlaBuilder, 'an XlaBuilder'],
    [DeviceValue, 'a DeviceValue'],
  ] as const) {
    expect(inspect(bare(type))).toBe(`a Proxy or a look-alike of ${name}`);
  }
  expect(inspect(literal)).toBe('Literal f32[3] {1, 2, 3}');
});

test('Proxies of plain objects and of arrays are what they stand for', async () => {
  expect((await executable.run(stored([1, 2, 3]))).toArray()).toEqual([2, 4, 6]);
  expect((await executable.run(literal, stored({ limits: stored({ instructions: 10 }) }))).toArray()).toEqual([
    2, 4, 6,
  ]);
  expect(Shape.from(stored({ type: 'F32', dimensions: stored([3]) } as const)).toString()).toBe('f32[3]');
  expect(Literal.from(stored({ shape: 'f32[2]', data: stored([1, 2]) }) as LiteralLike).toArray()).toEqual([1, 2]);
  expect(b.reshape(x, stored([3, 1])).shape.toString()).toBe('f32[3,1]');
});

test('Proxies of typed arrays have no elements', async () => {
  const says = /a Proxy or a look-alike of an? (Float32|Uint8)Array/;
  const wrong = {
    code: 'INVALID_ARGUMENT',
    message: says,
    help: /^pass the (Float32|Uint8)Array itself: in Vue, toRaw/,
  };
  await expectError(() => executable.run(stored(new Float32Array(3))), wrong);
  await expectError(() => Literal.from(stored(new Float32Array(3))), wrong);
  await expectError(() => client.compile(stored(computation.toProto())), wrong);
  await expectError(() => parseProto(stored(computation.toProto())), wrong);
});

describe('revoked Proxies', () => {
  const revoked = (target: object): never => {
    const { proxy, revoke } = Proxy.revocable(target, {});
    revoke();
    return proxy as never;
  };
  const calls: [name: string, call: (value: never) => unknown][] = [
    ['run', (value) => executable.run(value)],
    ['runSync', (value) => executable.runSync(value)],
    ['runReplicated', (value) => executable.runReplicated(value)],
    ['runReplicated of it', (value) => executable.runReplicated([value])],
    ['shared', (value) => executable.runReplicated([[]], { shared: value })],
    ['donate', (value) => executable.run(literal, { donate: value })],
    ['explainElement', (value) => client.explainElement(computation, 'add', value)],
    ['elementReach', (value) => client.elementReach(computation, 'add', [0], { arguments: value })],
    ['tupleIndex', (value) => client.explainElement(computation, 'add', [0], { tupleIndex: value })],
    ['options of explainElement', (value) => client.explainElement(computation, 'add', [0], value)],
    ['infeed', (value) => executable.infeed(0, literal, value)],
    [
      'closeInfeed',
      (value) => {
        executable.closeInfeed(0, value);
      },
    ],
    ['outfeed', (value) => executable.outfeed(0, value)],
    ['compile', (value) => client.compile(value)],
    ['Literal.from', (value) => Literal.from(value)],
    ['Literal.from an entry', (value) => Literal.from([value])],
    ['Literal.tuple', (value) => Literal.tuple(value)],
    ['abs', (value) => b.abs(value)],
    ['add', (value) => b.add(x, value)],
    ['tuple', (value) => b.tuple(value)],
    ['tuple of it', (value) => b.tuple([value])],
    ['reshape', (value) => b.reshape(x, value)],
    ['call', (value) => b.call(value, [x])],
    ['parameter', (value) => b.parameter(1, value, 'y')],
    ['constant', (value) => b.constant(value)],
    ['build', (value) => b.build(value)],
    ['iota', (value) => b.iota(value, 3)],
    ['gather', (value) => b.gather(x, x, value, [1])],
    ['explainBroadcast', (value) => explainBroadcast(value, f32(2))],
    ['Shape.from', (value) => Shape.from(value)],
    ['Shape.parse', (value) => Shape.parse(value)],
    ['Shape.array', (value) => Shape.array('F32', value)],
    ['withLayout', (value) => f32(2, 3).withLayout(value)],
    ['relayout', (value) => literal.relayout(value)],
    ['f32', (value) => f32(value)],
    ['parseProto', (value) => parseProto(value)],
    ['readNpy', (value) => readNpy(value)],
    ['writeNpy', (value) => writeNpy(value)],
    ['readNpz', (value) => readNpz(value)],
    ['writeNpz', (value) => writeNpz(value)],
    ['setFrontendAttributes', (value) => b.setFrontendAttributes(value)],
    ['new XlaBuilder', (value) => new XlaBuilder(value)],
  ];
  test.each(calls)('%s', async (_, call) => {
    for (const target of [{}, []]) {
      await expectError(() => call(revoked(target)), { code: 'INVALID_ARGUMENT', message: /\ba revoked Proxy\b/ });
    }
  });
  test('the help', async () => {
    const { message } = await expectError(() => b.abs(revoked({})), { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
    expect(message).toBe(
      'INVALID_ARGUMENT [js.c5] abs: operand is a revoked Proxy, not an operation\n' +
        '  help: pass the object that the Proxy stood for',
    );
  });
});
