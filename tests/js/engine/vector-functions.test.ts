// The functions of vectors that the WebAssembly module exports for code that is emitted at run time. JavaScript cannot
// call them, so a module of a loop imports each of them.
import { Client, parseHlo } from 'hloom';
import type { CoreInstance } from '../../../js/src/instance/core-instance.js';
import { instantiate } from '../../../js/src/instance/instantiate.js';
import { wasmSource } from '../../../js/src/instance/loader.js';
import { nodePlatform } from '../../../js/src/instance/platform.node.js';

type Loop = (a: number, b: number, result: number, bytes: number) => void;

const unary = [
  ...['acos', 'acosh', 'asin', 'asinh', 'atanh', 'cbrt', 'cosh', 'cosine', 'erf', 'exponential'],
  ...['exponential_minus_one', 'log', 'log_plus_one', 'logistic', 'rsqrt', 'sine', 'sinh', 'sqrt', 'tan', 'tanh'],
].map((name) => `f32x4_${name}`);
const unaryOfDoubles = ['cosine', 'exponential', 'log', 'logistic', 'rsqrt', 'sine', 'sqrt', 'tanh'].map(
  (name) => `f64x2_${name}`,
);
const binary = ['f32x4_atan2', 'f32x4_power', 'f64x2_power'];
const names = [...unary, ...unaryOfDoubles, ...binary];

const count = 6400;
const special = [
  ...[0, 1, 0.5, 2, 3, 9.1, 88.7, 104, 709, 746, 1e6, 1e6 + 1, 1e30, 2 ** 23, 2 ** 24 - 1, 1 + 2 ** -20, Math.PI],
  ...[2 ** -149, 2 ** -126, 3.4028234663852886e38, Infinity, NaN],
].flatMap((x) => [x, -x]);

/** Pairs of special numbers, then numbers of moderate size, then any bits. */
function operands(bits: 32 | 64): [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>] {
  const make = () => (bits === 32 ? new Float32Array(count) : new Float64Array(count));
  const [a, b] = [make(), make()];
  let state = 1;
  const word = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  const views = [a, b].map(({ buffer }) => new Uint32Array(buffer));
  for (const view of views) view.forEach((_, i) => void (view[i] = word()));
  for (let i = 0; i < count / 2; ++i) {
    const [x, y] = [Math.floor(i / special.length), i % special.length];
    a[i] = special[x] ?? word() / 2 ** 27 - 16;
    b[i] = x < special.length ? (special[y] as number) : word() / 2 ** 29 - 4;
  }
  return [new Uint8Array(a.buffer), new Uint8Array(b.buffer)];
}

/** The bits of each element, where all NaNs are one. */
function bitsOf(bytes: Uint8Array<ArrayBuffer>, bits: number): (number | bigint)[] {
  if (bits === 32) {
    const floats = new Float32Array(bytes.buffer);
    return [...new Uint32Array(bytes.buffer)].map((word, i) => (Number.isNaN(floats[i]) ? NaN : word));
  }
  const doubles = new Float64Array(bytes.buffer);
  return [...new BigUint64Array(bytes.buffer)].map((word, i) => (Number.isNaN(doubles[i]) ? NaN : word));
}

/**
 * The bytes of a module that imports a memory and a function `f` of vectors, and exports a loop over vectors in that
 * memory. All its numbers are below 128, which take one byte each, but the greatest memory of 2^16 pages.
 */
function loopOver(arity: number, shared: boolean): Uint8Array<ArrayBuffer> {
  const [i32, v128] = [0x7f, 0x7b];
  const text = (name: string): number[] => [name.length, ...Buffer.from(name)];
  const section = (id: number, ...body: number[]): number[] => [id, body.length, ...body];
  const [a, b, result, bytes, i] = [0, 1, 2, 3, 4];
  const get = (local: number): number[] => [0x20, local];
  const add = 0x6a;
  const load = (from: number): number[] => [...get(from), ...get(i), add, 0xfd, 0x00, 4, 0];
  const code = [
    ...[1, 1, i32], // a local beside the parameters: i
    ...[0x03, 0x40], // loop
    ...[...get(result), ...get(i), add],
    ...[...load(a), ...(arity === 2 ? load(b) : []), 0x10, 0], // call f
    ...[0xfd, 0x0b, 4, 0], // v128.store
    ...[...get(i), 0x41, 16, add, 0x22, i, ...get(bytes), 0x49, 0x0d, 0], // i += 16; while i < bytes
    ...[0x0b, 0x0b],
  ];
  const operandTypes = Array.from({ length: arity }, () => v128);
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 2, 0x60, arity, ...operandTypes, 1, v128, 0x60, 4, i32, i32, i32, i32, 0),
    ...section(
      2,
      ...[2, ...text('core'), ...text('f'), 0, 0],
      ...[...text('core'), ...text('memory'), 2, ...[shared ? 3 : 1, 0, 0x80, 0x80, 4]],
    ),
    ...section(3, 1, 1),
    ...section(7, 1, ...text('loop'), 0, 1),
    ...section(10, 1, code.length, ...code),
  ]);
}

describe.each(['simd', 'simd-threads'] as const)('the variant %s', (variant) => {
  const shared = variant === 'simd-threads';
  let client: Client;
  let core: CoreInstance;
  let exported: Record<string, unknown>;

  beforeAll(async () => {
    client = await Client.create();
    const source = await wasmSource(nodePlatform, variant, {});
    ({ core } = await instantiate(nodePlatform, source, 2, 'the instance'));
    exported = core.exports as Record<string, unknown>;
  });
  afterAll(() => {
    client.dispose();
    core.terminate();
  });

  /** Computes f of the operands, in the memory of the instance. */
  function computed(name: string, arity: number, [a, b]: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
    const memory = core.wasmMemory;
    const module = new WebAssembly.Module(loopOver(arity, shared));
    const f = exported[`hloom_${name}`];
    const { exports } = new WebAssembly.Instance(module, { core: { f, memory } } as unknown as WebAssembly.Imports);
    const handles = [a, b, a].map((bytes) => core.copyIn(bytes as Uint8Array));
    const addresses = handles.map((handle) => core.view(handle).byteOffset) as [number, number, number];
    (exports.loop as Loop)(...addresses, (a as Uint8Array).length);
    const result = core.takeOut(handles[2] as number);
    for (const handle of handles.slice(0, 2)) core.release(handle);
    return result;
  }

  test('it exports a function for each function of vectors', () => {
    const all = Object.keys(exported).filter((name) => /^hloom_f\d+x/.test(name));
    expect(all.sort()).toEqual(names.map((name) => `hloom_${name}`).sort());
  });

  test.each(names)('%s has the bits of the operation', async (name) => {
    const arity = binary.includes(name) ? 2 : 1;
    const bits = name.startsWith('f64') ? 64 : 32;
    const type = `f${bits}[${count}]`;
    const opcode = name.slice('f32x4_'.length).replaceAll('_', '-');
    const parameters = ['a', 'b'].slice(0, arity);
    const program = `HloModule m
ENTRY e {
${parameters.map((parameter, i) => `  ${parameter} = ${type} parameter(${i})\n`).join('')}  ROOT y = ${type} ${opcode}(${parameters.join(', ')})
}`;
    const [a, b] = operands(bits);
    const executable = await client.compile(parseHlo(program));
    const typed = [a, b].map(({ buffer }) => (bits === 32 ? new Float32Array(buffer) : new Float64Array(buffer)));
    const { data } = await executable.run(...typed.slice(0, arity));
    executable.dispose();
    const want = new Uint8Array((data as Float32Array<ArrayBuffer>).buffer);
    expect(bitsOf(computed(name, arity, [a, b]), bits)).toEqual(bitsOf(want, bits));
  });
});

test('a lost instance has no exports', async () => {
  const source = await wasmSource(nodePlatform, 'simd', {});
  const { core } = await instantiate(nodePlatform, source, 1, 'the instance');
  core.terminate();
  expect(core.exports).toBeUndefined();
});
