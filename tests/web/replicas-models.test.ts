// The models of the replica lab, with the engine in Node.js.
import { init, Literal, type HloomError } from 'hloom';
import { collectives, firstShape, firstWiring, operandsOf } from '../../web-demo/src/replicas/model/collectives.js';
import { deadlocks, gridOf, operandsOf as deadlockOperands, solutionOf } from '../../web-demo/src/replicas/model/deadlocks.js';
import { waitsOf } from '../../web-demo/src/replicas/model/waits.js';
import { allReduceNames, allReduces } from '../../web-demo/src/replicas/model/all-reduces.js';
import { trafficOf } from '../../web-demo/src/replicas/model/costs.js';
import { runProduct } from '../../web-demo/src/replicas/model/sharded-product.js';
import { axes, shardingText, type Axis, type Sharding } from '../../web-demo/src/replicas/model/sharding.js';
import { record, withExecutable } from '../../web-demo/src/replicas/model/recording.js';
import { flowsOf } from '../../web-demo/src/replicas/model/flows.js';

beforeAll(() => init());

test.each([1, 2, 3, 4, 16])('every collective runs on %i devices', async (devices) => {
  const failed: string[] = [];
  for (const [op, collective] of Object.entries(collectives)) {
    const question = {
      op,
      devices,
      shape: firstShape(op, devices),
      wiring: firstWiring(collective, devices),
      reduction: 'add' as const,
      dimension: 0,
      values: 'count',
    };
    try {
      const program = { source: collective.build(question), replicas: devices };
      const operands = operandsOf(question);
      const recording = await record(program, () => operands);
      if (recording.error !== undefined) failed.push(`${op}: ${recording.error.message}`);
      const flows = await withExecutable(program, (e) => flowsOf(e, operands, new AbortController().signal));
    } catch (error) {
      failed.push(`${op}: ${String(error)}`);
    }
  }
  expect(failed).toEqual([]);
});

describe('deadlocks', () => {
  test.each(Object.entries(deadlocks))('%s deadlocks, and its solution ends', async (_, deadlock) => {
    const run = (source: string) => record({ source, ...gridOf(deadlock) }, () => deadlockOperands(deadlock));
    const { error } = await run(deadlock.program);
    expect(error?.rule).toBe('comm.c2');
    expect(waitsOf(error as HloomError).filter(({ device }) => device !== undefined)).toHaveLength(deadlock.devices);
    const { results } = await run(solutionOf(deadlock));
    expect(results).toHaveLength(deadlock.devices);
  });
});

test.each([2, 3, 4, 5, 7, 8, 16])('ring and tree sum on %i devices, in the steps and bytes of their formulas', async (devices) => {
  const elements = devices * 2;
  const operands = Array.from({ length: devices }, (_, device) => [
    Literal.from(
      Array.from({ length: elements }, (_, at) => device * 100 + at),
      'F32',
    ),
  ]);
  const sums = Array.from({ length: elements }, (_, at) => (100 * devices * (devices - 1)) / 2 + at * devices);
  for (const name of allReduceNames) {
    const { program, cost } = allReduces[name];
    const recording = await record({ source: program(devices, elements), replicas: devices }, () => operands);
    expect(recording.results?.map((result) => result.toArray())).toEqual(operands.map(() => sums));
    const { steps, sent } = trafficOf(recording.events);
    const { stepCount, sentBytes } = cost(devices, elements * 4);
    expect([name, steps, sent]).toEqual([name, stepCount, sentBytes]);
  }
});

describe('sharding', () => {
  const array = (name: string, names: string, places: readonly number[]): Sharding => ({
    name,
    dimensions: [...names].map((dimension, at) => ({
      name: dimension,
      axes: axes.filter((_, axis) => places[axis] === at) as Axis[],
    })),
  });
  // An axis splits no dimension, the first or the second.
  const places = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y]));

  test('each product of a mesh of 2x2 is right on every device', async () => {
    const wrong: string[] = [];
    const kinds = new Set<string>();
    for (const a of places) {
      for (const b of places) {
        for (const c of places) {
          const product = { mesh: { X: 2, Y: 2 }, a: array('A', 'IJ', a), b: array('B', 'JK', b), c: array('C', 'IK', c) };
          const { isRight, steps, instructions, recording } = await runProduct(product, new AbortController().signal);
          const text = [product.a, product.b, product.c].map(shardingText).join(' ');
          if (!isRight) wrong.push(`${text}: ${steps.map(({ kind }) => kind).join()} ${recording.error?.message ?? ''}`);
          for (const [at, { kind }] of steps.entries()) {
            kinds.add(kind);
            const opcode = recording.events.find(({ instruction }) => instruction === instructions[at])?.opcode;
            if (kind !== 'multiply' && kind !== 'slice' && opcode !== kind) wrong.push(`${text}: ${kind} is ${opcode}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(kinds.size).toBe(6);
  });
});
