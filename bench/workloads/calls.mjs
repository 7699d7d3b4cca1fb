// The overhead of a run.
import { floats } from './parameter.mjs';

const eight = [floats('a', [8], 1), floats('b', [8], 2)];
const sums = {
  count: 8,
  want:
    ({ a, b }) =>
    (i) =>
      a[i] + b[i],
};
const call = (name, title, op, more = {}) => ({
  name,
  title,
  op,
  parameters: eight,
  result: sums,
  unit: 'us',
  ...more,
});

const rounds = 1000;
const scalarRounds = 200_000;
const steps = 10_000;
const megabytes32 = 1 << 23;

const arrival = (name, title, attributes) => ({
  name,
  title,
  op: 'arrival',
  attributes,
  parameters: [floats('x', [megabytes32], 1)],
  result: {
    count: 1,
    want:
      ({ x }) =>
      () =>
        x[megabytes32 - 1],
  },
  unit: 'sets',
});

export const calls = [
  call('call', 'f32[8] + f32[8]', 'call'),
  call('call-async', 'the same, awaited', 'callAsync', { places: ['js'] }),
  call('call-worker', 'the same, awaited from a Worker', 'callWorker', { places: ['js'] }),
  {
    name: 'while',
    title: 'a round of a While that adds to an f32[8] and counts',
    op: 'while',
    attributes: { rounds },
    parameters: [floats('x', [8], 1)],
    result: {
      count: 8,
      want:
        ({ x }) =>
        (i) =>
          x[i] + rounds,
    },
    unit: 'us',
    per: rounds,
  },
  {
    name: 'while-scalar',
    title: 'a round of a While that counts',
    op: 'whileScalar',
    attributes: { rounds: scalarRounds },
    parameters: [{ name: 'limit', shape: [], type: 'S32', data: () => Int32Array.of(scalarRounds) }],
    result: { count: 1, tolerance: 0, want: () => () => scalarRounds },
    unit: 'ns',
    per: scalarRounds,
    places: ['js'],
  },
  {
    name: 'step',
    title: 'an instruction of a chain of 10,000 on f32[]',
    op: 'steps',
    attributes: { steps },
    parameters: [floats('x', [], 1, 1, 2)],
    result: {
      count: 1,
      want:
        ({ x }) =>
        () =>
          steps % 2 === 0 ? x[0] : -x[0],
    },
    unit: 'ns',
    per: steps,
    places: ['js'],
  },
  arrival('arrival', '32 MiB in, one element out', { worker: false }),
  arrival('arrival-worker', '32 MiB in, one element out, in a Worker', { worker: true }),
  arrival('arrival-threads', '32 MiB in, one element out, in a Worker with threads', { worker: true, threads: 2 }),
];
