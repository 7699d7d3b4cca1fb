/** All-reduce in three ways: the operation of XLA, and by collective-permute in a while, around a ring and along a tree. */

import { listsText } from './lists.js';

export interface AllReduce {
  readonly title: string;
  /** The idea in a sentence. */
  readonly idea: string;
  /** The program for n devices, each with so many elements, a multiple of n. */
  readonly program: (devices: number, elements: number) => string;
  /** The steps and the bytes that the busiest device sends, by formula. */
  readonly cost: (
    devices: number,
    bytes: number,
  ) => { steps: string; sent: string; stepCount: number; sentBytes: number };
}

const levelsOf = (devices: number): number => Math.ceil(Math.log2(devices));

const builtIn = (devices: number, elements: number): string => `HloModule built_in

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}

ENTRY main {
  x = f32[${elements}] parameter(0)
  ROOT y = f32[${elements}] all-reduce(x), replica_groups=${listsText([Array.from({ length: devices }, (_, id) => id)])}, to_apply=add
}
`;

/**
 * Each device sends one block to the next in each step. Of n = 4, device 1 sends blocks 1, 0, 3 and gets sums of blocks
 * 0, 3, 2; block 2 is then complete. In the second half complete blocks go around.
 */
const ring = (devices: number, elements: number): string => {
  const block = elements / devices;
  const [array, part] = [`f32[${elements}]`, `f32[${block}]`];
  const next = listsText(Array.from({ length: devices }, (_, id) => [id, (id + 1) % devices]));
  return `HloModule ring

more {
  state = (s32[], ${array}) parameter(0)
  step = s32[] get-tuple-element(state), index=0
  steps = s32[] constant(${2 * (devices - 1)})
  ROOT goes = pred[] compare(step, steps), direction=LT
}

body {
  state = (s32[], ${array}) parameter(0)
  step = s32[] get-tuple-element(state), index=0
  x = ${array} get-tuple-element(state), index=1
  one = s32[] constant(1)
  n = s32[] constant(${devices})
  size = s32[] constant(${block})
  id = u32[] replica-id()
  device = s32[] convert(id)

  // The block to send is device - step, counted around the ring.
  behind = s32[] subtract(device, step)
  turns = s32[] constant(${2 * devices})
  positive = s32[] add(behind, turns)
  number = s32[] remainder(positive, n)
  start = s32[] multiply(number, size)
  out = ${part} dynamic-slice(x, start), dynamic_slice_sizes={${block}}
  in = ${part} collective-permute(out), source_target_pairs=${next}

  // The received block is the one before it. It is added in the first half, and replaces in the second.
  before = s32[] subtract(positive, one)
  place = s32[] remainder(before, n)
  at = s32[] multiply(place, size)
  own = ${part} dynamic-slice(x, at), dynamic_slice_sizes={${block}}
  sum = ${part} add(own, in)
  half = s32[] constant(${devices - 1})
  adds = pred[] compare(step, half), direction=LT
  kept = ${part} select(adds, sum, in)
  after = ${array} dynamic-update-slice(x, kept, at)
  next = s32[] add(step, one)
  ROOT end = (s32[], ${array}) tuple(next, after)
}

ENTRY main {
  x = ${array} parameter(0)
  zero = s32[] constant(0)
  begin = (s32[], ${array}) tuple(zero, x)
  end = (s32[], ${array}) while(begin), condition=more, body=body
  ROOT y = ${array} get-tuple-element(end), index=1
}
`;
};

/**
 * At level k the devices at distance 2^k pair up: sums go up to device 0, and the result comes back down. The pairs of
 * a permute are fixed, so a conditional chooses one of them by the step.
 */
const tree = (devices: number, elements: number): string => {
  const array = `f32[${elements}]`;
  const levels = levelsOf(devices);
  const pairsOf = (level: number): number[][] =>
    Array.from({ length: devices }, (_, id) => id)
      .filter((id) => id % 2 ** (level + 1) === 0 && id + 2 ** level < devices)
      .map((id) => [id + 2 ** level, id]);
  const up = Array.from({ length: levels }, (_, level) => pairsOf(level));
  const down = up.map((pairs) => pairs.map(([from = 0, to = 0]) => [to, from])).reverse();
  const permutes = [...up, ...down].map(
    (pairs, step) => `step${step} {
  x = ${array} parameter(0)
  ROOT y = ${array} collective-permute(x), source_target_pairs=${listsText(pairs)}
}
`,
  );
  const names = permutes.map((_, step) => `step${step}`);
  const move =
    names.length === 1
      ? `in = ${array} call(x), to_apply=step0`
      : `in = ${array} conditional(step, ${names.map(() => 'x').join(', ')}), branch_computations={${names.join(', ')}}`;
  return `HloModule tree

${permutes.join('\n')}
more {
  state = (s32[], ${array}) parameter(0)
  step = s32[] get-tuple-element(state), index=0
  steps = s32[] constant(${2 * levels})
  ROOT goes = pred[] compare(step, steps), direction=LT
}

body {
  state = (s32[], ${array}) parameter(0)
  step = s32[] get-tuple-element(state), index=0
  x = ${array} get-tuple-element(state), index=1
  one = s32[] constant(1)
  ${move}

  // On the way up, devices without a partner get zeros, which add nothing.
  sum = ${array} add(x, in)
  levels = s32[] constant(${levels})
  adds = pred[] compare(step, levels), direction=LT

  // On the way down, device d takes what it gets at the level of its lowest bit.
  last = s32[] constant(${2 * levels - 1})
  level = s32[] subtract(last, step)
  stride = s32[] shift-left(one, level)
  two = s32[] constant(2)
  span = s32[] multiply(stride, two)
  id = u32[] replica-id()
  device = s32[] convert(id)
  rest = s32[] remainder(device, span)
  takes = pred[] compare(rest, stride), direction=EQ
  taken = ${array} select(takes, in, x)
  after = ${array} select(adds, sum, taken)
  next = s32[] add(step, one)
  ROOT end = (s32[], ${array}) tuple(next, after)
}

ENTRY main {
  x = ${array} parameter(0)
  zero = s32[] constant(0)
  begin = (s32[], ${array}) tuple(zero, x)
  end = (s32[], ${array}) while(begin), condition=more, body=body
  ROOT y = ${array} get-tuple-element(end), index=1
}
`;
};

export const allReduces = {
  ring: {
    title: 'Ring',
    idea: 'Each device passes one block of n to its neighbor in each step. All links are busy all the time.',
    program: ring,
    cost: (n, s) => ({
      steps: '2(n − 1)',
      sent: '2(n − 1)s / n',
      stepCount: 2 * (n - 1),
      sentBytes: (2 * (n - 1) * s) / n,
    }),
  },
  tree: {
    title: 'Tree',
    idea: 'Sums go up to device 0 in pairs, and the result comes back down. There are few steps, and each moves whole arrays.',
    program: tree,
    cost: (n, s) => ({
      steps: '2⌈log₂ n⌉',
      sent: '⌈log₂ n⌉s',
      stepCount: 2 * levelsOf(n),
      sentBytes: levelsOf(n) * s,
    }),
  },
  'built-in': {
    title: 'Built-in',
    idea: 'The operation of XLA: one step of the program. The trace counts what each device needs of every other one.',
    program: builtIn,
    cost: (n, s) => ({ steps: '1', sent: '(n − 1)s', stepCount: n > 1 ? 1 : 0, sentBytes: (n - 1) * s }),
  },
} as const satisfies Readonly<Record<string, AllReduce>>;

export type AllReduceName = keyof typeof allReduces;
export const allReduceNames = Object.keys(allReduces) as AllReduceName[];
