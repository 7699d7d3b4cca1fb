// The models of the replica lab, with the engine in Node.js. replicas-models.long.test.ts has more devices and meshes.
import { init, type CommunicationEvent } from 'hloom';
import { inCausalOrder } from '../../web-demo/src/replicas/model/causal-order.js';
import { collectives, operandsOf as collectiveOperands } from '../../web-demo/src/replicas/model/collectives.js';
import { withLateDevice } from '../../web-demo/src/replicas/model/late.js';
import { collectiveCosts, trafficOf } from '../../web-demo/src/replicas/model/costs.js';
import { deadlocks, gridOf, operandsOf, solutionOf } from '../../web-demo/src/replicas/model/deadlocks.js';
import { pack, unpack } from '../../web-demo/src/replicas/model/packed.js';
import { programs } from '../../web-demo/src/replicas/model/programs.js';
import { argumentsOf } from '../../web-demo/src/replicas/model/arguments.js';
import { endEngines, record } from '../../web-demo/src/replicas/model/recording.js';
import { parseSharding, shardingText, type Sharding } from '../../web-demo/src/replicas/model/sharding.js';
import { runProduct } from '../../web-demo/src/replicas/model/sharded-product.js';
import { timelineOf } from '../../web-demo/src/replicas/model/timeline.js';
import { waitsOf } from '../../web-demo/src/replicas/model/waits.js';
import { flowsAsText, runAllReduces, runCollectives } from './support/replica-lab.js';

beforeAll(() => init());
afterAll(() => endEngines());

test('every collective runs on 4 devices, and its elements come from where XLA says', async () => {
  const outcomes = await runCollectives(4);
  expect(Object.entries(outcomes).filter(([, { error }]) => error !== undefined)).toEqual([]);
  // Of groups {0,1} and {2,3}: device.element of the operands for each element of the result of device 1.
  const onDevice1 = Object.fromEntries(
    Object.entries(outcomes).map(([op, { flows = [] }]) => [op, flowsAsText(flows.filter(({ to }) => to === 1))]),
  );
  const sums = '0.0+1.0 0.1+1.1 0.2+1.2 0.3+1.3';
  const previous = '0.0 0.1 0.2 0.3';
  expect(onDevice1).toEqual({
    'all-reduce': sums,
    'cross-replica-sum': sums,
    'all-reduce-start': sums,
    'all-gather': '0.0 0.1 1.0 1.1',
    'all-gather-start': '0.0 0.1 1.0 1.1',
    'reduce-scatter': '0.2+1.2 0.3+1.3',
    'async-start': '0.2+1.2 0.3+1.3',
    'all-to-all': '0.2 0.3 1.2 1.3',
    'ragged-all-to-all': '0.1 1.1 2.1 3.1',
    'collective-broadcast': previous,
    'collective-permute': previous,
    'collective-permute-start': previous,
    'send-recv': previous,
  });
});

test.each(Object.entries(deadlocks))('%s deadlocks, and its solution ends', async (_, deadlock) => {
  const run = (source: string) => record({ source, ...gridOf(deadlock) }, () => operandsOf(deadlock));
  const { error, events } = await run(deadlock.program);
  if (error === undefined) throw new Error('the program ends');
  expect(error.rule).toBe('comm.c2');
  const waits = waitsOf(error).filter(({ device }) => device !== undefined);
  expect(waits).toHaveLength(deadlock.devices);
  const stuck = timelineOf(events, true).bars.filter(({ isStuck }) => isStuck);
  expect(new Set(stuck.map(({ device }) => device))).toEqual(
    new Set(waits.filter(({ state }) => state === 'waits').map(({ device }) => device)),
  );
  const { results } = await run(solutionOf(deadlock));
  expect(results).toHaveLength(deadlock.devices);
});

test.each([2, 3, 8])('ring and tree sum on %i devices, in the steps and bytes of their formulas', runAllReduces);

test('a late device begins last, and the others wait for it', async () => {
  const question = { op: 'all-reduce', devices: 3, shape: 's32[2]', wiring: '{}', dimension: 0, values: 'count' };
  const plain = collectives['all-reduce']?.build({ ...question, reduction: 'add' });
  if (plain === undefined) throw new Error('there is an all-reduce');
  const late = withLateDevice(plain, 1);
  const { events, results } = await record({ source: late, replicas: 3 }, () =>
    collectiveOperands({ ...question, reduction: 'add' }),
  );
  expect(events.filter(({ kind }) => kind === 'start').at(-1)?.device).toBe(1);
  expect(events.filter(({ kind }) => kind === 'wait').map(({ device }) => device)).toEqual(
    expect.arrayContaining([0, 2]),
  );
  expect(results?.map((result) => result.toArray())).toEqual([0, 1, 2].map(() => [33, 36]));
});

test('events whose clocks differ get an order that is possible', () => {
  const event = (kind: CommunicationEvent['kind'], device: number, from = device): CommunicationEvent => {
    const common = { kind, device, instruction: 'y', opcode: 'all-gather', round: 0, microseconds: device - 5 };
    return kind === 'transfer' ? { ...common, from, to: device, bytes: 4 } : common;
  };
  const given = [event('transfer', 1, 0), event('end', 1), event('wait', 0), event('start', 0), event('start', 1)];
  const ordered = inCausalOrder(given);
  expect(ordered.map(({ kind, device }) => `${kind} ${device}`)).toEqual([
    'start 0',
    'start 1',
    'transfer 1',
    'end 1',
    'wait 0',
  ]);
  expect(ordered[0]?.microseconds).toBe(0);
});

test('a product of parts needs the collectives of its plan, which move what a ring moves', async () => {
  const parsed = (name: string, dimensions: string, text: string): Sharding =>
    parseSharding(text, { name, dimensions: [...dimensions].map((one) => ({ name: one, axes: [] })) });
  const a = parsed('A', 'IJ', 'A[I, J_X]');
  const [b, c] = [parsed('B', 'JK', 'B[J_X, K]'), parsed('C', 'IK', 'C[I, K_X]')];
  const run = await runProduct({ mesh: { X: 2, Y: 2 }, a, b, c }, new AbortController().signal);
  expect(run.steps.map(({ kind, after }) => `${kind} ${shardingText(after)}`)).toEqual([
    'multiply C[I, K]',
    'reduce-scatter C[I, K_X]',
  ]);
  expect(run.isRight).toBe(true);
  // Half of f32[4,4] goes to the other device.
  expect(trafficOf(run.recording.events).sent).toBe(32);
  expect(() => parseSharding('A[I_X, J_X]', a)).toThrow('X splits A twice. An axis splits one dimension of an array.');
  expect(() => parseSharding('A[J]', a)).toThrow('Write A[I, J] with the axes behind a dimension: A[I_X, J].');
});

test('the programs to begin with run, and fit into an address', async () => {
  for (const { text, arguments: given, replicas } of Object.values(programs)) {
    const { results, error } = await record({ source: text, replicas }, (one) => argumentsOf(one, given));
    expect(error).toBeUndefined();
    expect(results?.length).toBeGreaterThan(2);
    expect(await unpack(await pack(text))).toBe(text);
  }
});

test('a shard_map has the bytes of its own collectives, and those of gathering its results apart', async () => {
  const text = programs.shift?.text ?? '';
  const { events, gathering } = await record({ source: text }, (one) => argumentsOf(one, 'count'));
  // Three parts of f32[2] go round; then each of 3 devices gets the parts of both others.
  expect(trafficOf(events)).toEqual({ total: 24, sent: 8, received: 8, steps: 1 });
  expect(trafficOf(gathering).total).toBe(48);
  expect(collectiveCosts(events).map(({ opcode, ring }) => [opcode, ring?.sent])).toEqual([['collective-permute', 8]]);
});

const handle = 'channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids';
const groups = 'replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>';
const adding = `({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %c : tensor<f32>
      })`;
/**
 * A collective in the body of a shard_map over four devices, each of which has f32[4]: the bytes that a device sends on a
 * ring, and those that all devices exchange here, where each sends to each other one.
 */
const ofShardMap: readonly [
  name: string,
  text: string,
  attributes: string,
  size: number,
  ring: number,
  total: number,
][] = [
  ['all-reduce', adding, '', 4, 24, 192],
  ['reduce-scatter', adding, 'scatter_dimension = 0 : i64, ', 1, 12, 48],
  ['all-gather', '', 'all_gather_dim = 0 : i64, ', 16, 48, 192],
  ['all-to-all', '', 'split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, ', 4, 24, 48],
];

test.each(ofShardMap)(
  'the bytes of %s in a pasted shard_map are those of its formulas',
  async (name, region, given, size, ring, total) => {
    const isToAll = name === 'all-to-all';
    const call = `"stablehlo.${name.replaceAll('-', '_')}"(%x) ${
      isToAll
        ? `<{${given}${groups}, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}>`
        : `<{${given}${groups}, ${handle}}>`
    } ${region} : (tensor<4xf32>) -> tensor<${size}xf32>`;
    const source = `module @m attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["i"=4]>
  func.func public @main(%arg0: tensor<16xf32>) -> tensor<${4 * size}xf32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"i"}]>] out_shardings=[<@mesh, [{"i"}]>] manual_axes={"i"} (%x: tensor<4xf32>) {
      %1 = ${call}
      sdy.return %1 : tensor<${size}xf32>
    } : (tensor<16xf32>) -> tensor<${4 * size}xf32>
    return %0 : tensor<${4 * size}xf32>
  }
}`;
    const { events, error } = await record({ source }, (one) => argumentsOf(one, 'count'));
    expect(error).toBeUndefined();
    const [cost] = collectiveCosts(events);
    expect([cost?.opcode, cost?.group, cost?.ring?.sent, cost?.traffic.total]).toEqual([name, 4, ring, total]);
  },
);
