// The models of the replica lab on many devices, and every sharding of a mesh.
import { init } from 'hloom';
import { endEngines } from '../../web-demo/src/replicas/model/recording.js';
import { runProduct, type Product } from '../../web-demo/src/replicas/model/sharded-product.js';
import { axes, shardingText, type Axis, type Mesh, type Sharding } from '../../web-demo/src/replicas/model/sharding.js';
import { runAllReduces, runCollectives } from './support/replica-lab.js';

beforeAll(() => init());
afterAll(() => endEngines());

test.each([1, 2, 3, 5, 16])('every collective runs on %i devices', async (devices) => {
  const outcomes = await runCollectives(devices);
  expect(Object.entries(outcomes).filter(([, { error }]) => error !== undefined)).toEqual([]);
});

test.each([4, 5, 7, 16])('ring and tree sum on %i devices, in the steps and bytes of their formulas', runAllReduces);

/** An array whose axes split the dimensions with these numbers, the first axis first; -1 splits none. */
const array = (name: string, names: string, places: readonly number[], order: readonly Axis[] = axes): Sharding => ({
  name,
  dimensions: [...names].map((dimension, at) => ({
    name: dimension,
    axes: order.filter((axis) => places[axes.indexOf(axis)] === at),
  })),
});

const places = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y]));

/** The opcodes of a product's steps; an error if a device has a wrong block, or a step is another collective. */
async function checked(product: Product): Promise<string[]> {
  const { isRight, steps, instructions, recording } = await runProduct(product, new AbortController().signal);
  const text = [product.a, product.b, product.c].map(shardingText).join(' ');
  if (!isRight) throw new Error(`${text}: ${recording.error?.message ?? 'wrong blocks'}`);
  for (const [at, { kind }] of steps.entries()) {
    if (kind === 'multiply' || kind === 'slice') continue;
    const opcode = recording.events.find(({ instruction }) => instruction === instructions[at])?.opcode;
    if (opcode !== kind) throw new Error(`${text}: ${kind} is ${opcode}`);
  }
  return steps.map(({ kind }) => kind);
}

test('each product of a mesh of 2x2 is right on every device', async () => {
  const kinds = new Set<string>();
  for (const a of places) {
    for (const b of places) {
      for (const c of places) {
        const mesh = { X: 2, Y: 2 };
        const product = { mesh, a: array('A', 'IJ', a), b: array('B', 'JK', b), c: array('C', 'IK', c) };
        for (const kind of await checked(product)) kinds.add(kind);
      }
    }
  }
  expect([...kinds].sort()).toEqual(['all-gather', 'all-reduce', 'all-to-all', 'multiply', 'reduce-scatter', 'slice']);
});

const meshes: readonly Mesh[] = [
  { X: 1, Y: 2 },
  { X: 2, Y: 3 },
  { X: 4, Y: 4 },
];

test.each(meshes)('products of a mesh of $X x $Y, with Y before X, are right on every device', async (mesh) => {
  const order: readonly Axis[] = ['Y', 'X'];
  for (const a of [places[4], places[8], places[5]]) {
    for (const b of [places[0], places[4], places[7]]) {
      const c = array('C', 'IK', places[4] ?? [], order);
      await checked({ mesh, a: array('A', 'IJ', a ?? [], order), b: array('B', 'JK', b ?? []), c });
    }
  }
});
