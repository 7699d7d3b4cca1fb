// `npm run bench:collectives`: the cost of an all-reduce, beside a memcpy of its bytes and beside a plain
// implementation with postMessage. Ratios are of medians, measured in turns. docs/benchmarks.md explains them.
import { Client, parseHlo } from '../dist/index.node.mjs';
import { PlainReplicas } from './collectives/plain-replicas.mjs';

const sizes = [
  { name: '4 B', bytes: 4, rounds: 2000, replicas: [2, 4, 8] },
  { name: '4 KiB', bytes: 4 << 10, rounds: 1000, replicas: [2, 4, 8] },
  { name: '4 MiB', bytes: 4 << 20, rounds: 10, replicas: [2, 4, 8] },
  { name: '64 MiB', bytes: 64 << 20, rounds: 3, replicas: [2] },
];
const repeats = 7;

/**
 * A program with `rounds` iterations that meets in each of them if `meets`; apart from that, every round does the same
 * work. The maximum of equal values is that value, so nothing grows.
 */
function program(elements, rounds, meets) {
  const step = meets ? 'all-reduce(y), replica_groups={}, to_apply=max' : 'negate(y)';
  return parseHlo(`HloModule bench
    max { a = f32[] parameter(0)
      b = f32[] parameter(1)
      ROOT m = f32[] maximum(a, b) }
    more { s = (s32[], f32[${elements}]) parameter(0)
      i = s32[] get-tuple-element(s), index=0
      n = s32[] constant(${rounds})
      ROOT r = pred[] compare(i, n), direction=LT }
    body { s = (s32[], f32[${elements}]) parameter(0)
      i = s32[] get-tuple-element(s), index=0
      y = f32[${elements}] get-tuple-element(s), index=1
      one = s32[] constant(1)
      j = s32[] add(i, one)
      z = f32[${elements}] ${step}
      ROOT r = (s32[], f32[${elements}]) tuple(j, z) }
    ENTRY e { x = f32[${elements}] parameter(0)
      zero = s32[] constant(0)
      s = (s32[], f32[${elements}]) tuple(zero, x)
      w = (s32[], f32[${elements}]) while(s), condition=more, body=body
      ROOT y = f32[${elements}] get-tuple-element(w), index=1 }`);
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** The microseconds of one round of an all-reduce on the engine, where values stay. */
async function hloomSubject(client, { bytes, rounds }, replicas) {
  const elements = bytes / 4;
  const executable = await client.compile(program(elements, rounds, true), { replicas });
  const values = Array.from({ length: replicas }, (_, device) =>
    client.toDevice(new Float32Array(elements).fill(device)),
  );
  const lists = values.map((value) => [value]);
  return {
    measure: async () => {
      const start = performance.now();
      const results = await executable.runReplicated(lists, { keep: true });
      const time = ((performance.now() - start) * 1000) / rounds;
      for (const result of results) result.dispose();
      return time;
    },
    close: () => {
      for (const value of values) value.dispose();
      executable.dispose();
    },
  };
}

async function plainSubject({ bytes, rounds }, replicas) {
  const plain = await PlainReplicas.start(replicas, bytes / 4);
  const some = Math.min(rounds, 200);
  return {
    measure: async () => {
      const start = performance.now();
      await plain.allReduce(some);
      return ((performance.now() - start) * 1000) / some;
    },
    close: () => plain.close(),
  };
}

function memcpySubject({ bytes }) {
  const from = new Uint8Array(bytes).fill(1);
  const to = new Uint8Array(bytes);
  const times = Math.max(1, Math.min(10000, Math.round((64 << 20) / bytes)));
  return {
    measure: () => {
      const start = performance.now();
      for (let i = 0; i < times; i++) to.set(from);
      return ((performance.now() - start) * 1000) / times;
    },
    close: () => undefined,
  };
}

async function compare(clients, size, replicas) {
  const subjects = {
    memcpy: memcpySubject(size),
    'one thread': await hloomSubject(clients.one, size, replicas),
    'two threads': await hloomSubject(clients.two, size, replicas),
    postMessage: await plainSubject(size, replicas),
  };
  const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let repeat = 0; repeat <= repeats; repeat++) {
    for (const [name, subject] of Object.entries(subjects)) {
      const time = await subject.measure();
      // The first time is for warming up.
      if (repeat > 0) times[name].push(time);
    }
  }
  for (const subject of Object.values(subjects)) await subject.close();
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

const microseconds = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0));

const clients = { one: await Client.create(), two: await Client.create({ threads: 2 }) };
console.log('all-reduce of f32, microseconds; ratios to a memcpy of the bytes, and to postMessage');
console.log('size     replicas  one thread  two threads      memcpy  postMessage  / memcpy  / postMessage');
for (const size of sizes) {
  for (const replicas of size.replicas) {
    const times = await compare(clients, size, replicas);
    const best = times['two threads'];
    const cells = [
      size.name.padEnd(8),
      String(replicas).padStart(8),
      microseconds(times['one thread']).padStart(11),
      microseconds(best).padStart(12),
      microseconds(times.memcpy).padStart(11),
      microseconds(times.postMessage).padStart(12),
      (best / times.memcpy).toFixed(2).padStart(9),
      (best / times.postMessage).toFixed(3).padStart(14),
    ];
    console.log(cells.join(' '));
  }
}
for (const client of Object.values(clients)) client.dispose();
