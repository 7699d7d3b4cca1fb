// JavaScript's operators compute nothing with operations, shapes and values on an engine: they are refused, with what to write.
import { inspect } from 'node:util';
import { Client, f32, parseHlo, Shape, tuple, XlaBuilder, type DeviceValue, type XlaOp } from 'hloom';
import { expectError } from '../support/expect-error.js';

const invalid = 'INVALID_ARGUMENT';
/** For what TypeScript refuses by itself. */
const loose = (value: unknown): number => value as number;

let client: Client;
let b: XlaBuilder;
let x: XlaOp;
let value: DeviceValue;

beforeAll(async () => {
  client = await Client.create();
  b = new XlaBuilder('main');
  x = b.parameter(0, f32(2, 3), 'x');
  value = client.toDevice([1, 2]);
});
afterAll(() => {
  client.dispose();
});

test.each<[string, () => unknown, RegExp, RegExp]>([
  ['x * 2', () => b.add(loose(x) * 2, x), /%1: f32\[2,3\] is an operation of a program/, /x\.mul\(2\)/],
  ['x + x', () => b.neg((loose(x) + loose(x)) as never), /is an operation/, /x\.add\(y\)/],
  ['-x', () => -loose(x), /is an operation/, /\$\{\.\.\.\}/],
  ['x > 0', () => loose(x) > 0, /is an operation/, /call its methods/],
  ['Math.max(x)', () => Math.max(loose(x)), /is an operation/, /call its methods/],
  ['value + 1', () => loose(value) + 1, /f32\[2\] is a value on an engine/, /await value\.toLiteral\(\)/],
  ['shape / 2', () => loose(x.shape) / 2, /f32\[2,3\] is a shape/, /shape\.dimensions\[0\]/],
  ['builder * 2', () => loose(b) * 2, /is a builder of programs/, /x\.mul\(2\)/],
  ['client * 2', () => loose(client) * 2, /is a client/, /client\.compile/],
  ["'' + shape", () => '' + loose(x.shape), /f32\[2,3\] is a shape/, /for its text, write String\(\.\.\.\)/],
])('%s', async (_, action, message, help) => {
  await expectError(action, { code: invalid, rule: 'js.c84', message, help });
});

test.each<[string, () => unknown, RegExp, RegExp]>([
  [
    'shape[0] / 2',
    () => loose((x.shape as never)[0]) / 2,
    /f32\[2,3\] .* no element \[0\]/,
    /^read shape\.dimensions\[0\]$/,
  ],
  ['shape[7]', () => (x.shape as never)[7], /no element \[7\]/, /dimensions\[7\]/],
  ['shape.length', () => (x.shape as never)['length'], /has no length/, /^read shape\.dimensions\.length$/],
  ['tuple(...)[1]', () => (tuple(f32(), f32()) as never)[1], /\(f32\[\], f32\[\]\)/, /^read shape\.tupleShapes\[1\]$/],
  ['Array.from(shape)', () => Array.from(x.shape as never), /has no length/, /dimensions\.length/],
])('%s', async (_, action, message, help) => {
  await expectError(action, { code: invalid, rule: 'js.c85', message, help });
});

test('text is what it was, and nothing that looks at a shape meets its indices', () => {
  expect([`${loose(x)}`, `${loose(x.shape)}`, `${loose(value)}`]).toEqual([
    '%1: f32[2,3]',
    'f32[2,3]',
    'DeviceValue f32[2]',
  ]);
  expect([`${loose(b)}`, `${loose(client)}`]).toEqual([b.toString(), client.toString()]);
  expect([String(x), [x.shape].join(), { [String(x.shape)]: 1 }]).toEqual([
    '%1: f32[2,3]',
    'f32[2,3]',
    { 'f32[2,3]': 1 },
  ]);
  expect(inspect(x.shape)).toBe('Shape f32[2,3]');
  expect(inspect({ shape: x.shape, x }, { showHidden: true })).toMatch(/Shape f32\[2,3\]/);
  expect(inspect(Shape.prototype, { showHidden: true, getters: true })).toMatch(/object|Shape/);
  expect(x.shape).toEqual(f32(2, 3));
  expect(x.shape).not.toEqual(f32(3, 2));
  expect(x.shape).toStrictEqual(Shape.from(structuredClone(x.shape)));
  expect(JSON.parse(JSON.stringify(x.shape))).toEqual({ ...x.shape });
  expect(Object.keys(x.shape)).not.toContain('length');
  const inLoop: string[] = [];
  for (const key in x.shape) inLoop.push(key);
  expect(inLoop).toEqual(Object.keys(x.shape));
  expect(parseHlo('HloModule m\nENTRY e { ROOT x = f32[] parameter(0) }').programShape.parameters).toEqual([f32()]);
});
