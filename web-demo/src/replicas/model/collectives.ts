/** The collectives of the lab: each as a program of one operation, with its groups, pairs or sizes as the reader types them. */

import { Literal, Shape, XlaBuilder, parseHlo, type XlaComputation, type XlaOp } from 'hloom';
import { literalOf } from './flows.js';
import { listsText as text } from './lists.js';

/** The attribute that decides who meets whom. */
export type Wiring = 'groups' | 'pairs' | 'sizes';

export const reductions = ['add', 'multiply', 'maximum', 'minimum'] as const;
export type Reduction = (typeof reductions)[number];
const reducers = { add: 'add', multiply: 'mul', maximum: 'max', minimum: 'min' } as const;

/** `1 + 11`, or `max(1, 11)`. */
export function combined(reduction: Reduction, elements: readonly string[]): string {
  if (reduction === 'add') return elements.join(' + ');
  if (reduction === 'multiply') return elements.join(' × ');
  return `${reducers[reduction]}(${elements.join(', ')})`;
}

export interface Question {
  readonly op: string;
  readonly devices: number;
  /** The shape of each device's operand, as HLO text. */
  readonly shape: string;
  /** The text of replica_groups, source_target_pairs or the sizes. */
  readonly wiring: string;
  readonly reduction: Reduction;
  readonly dimension: number;
  /** `count`, `random`, `random 7`, or the elements of each device: `1, 2; 3, 4`. */
  readonly values: string;
}

export interface Collective {
  /** Its name in XLA's Operation Semantics, or that of the instructions. */
  readonly title: string;
  /** The operation in a sentence. */
  readonly idea: string;
  readonly opcode: string;
  readonly wiring: Wiring;
  readonly isReduction?: true;
  readonly hasDimension?: true;
  /** The name of its page in the documentation. */
  readonly page: string;
  readonly build: (question: Question) => XlaComputation;
}

/** `{{0,1},{2,3}}` as lists; nothing for another notation or a mistake, which the engine explains. */
export function listsOf(text: string): number[][] | undefined {
  const plain = text.replaceAll(/\s/g, '');
  if (!/^\{(?:\{\d+(?:,\d+)*\}(?:,\{\d+(?:,\d+)*\})*)?\}$/.test(plain)) return undefined;
  return JSON.parse(plain.replaceAll('{', '[').replaceAll('}', ']')) as number[][];
}

/** The number of devices of a group: `[2,4]<=[8]` is two groups of four. */
export function groupSize({ wiring, devices }: Pick<Question, 'wiring' | 'devices'>): number {
  const iota = /^\s*\[\s*\d+\s*,\s*(\d+)\s*\]\s*<=/.exec(wiring);
  return Number(iota?.[1] ?? listsOf(wiring)?.[0]?.length ?? devices);
}

/** Builds a program with one parameter. */
function built(question: Question, make: (b: XlaBuilder, x: XlaOp) => XlaOp): XlaComputation {
  const b = new XlaBuilder(question.op.replaceAll('-', '_'));
  try {
    return b.build(make(b, b.parameter(0, Shape.parse(question.shape), 'x')));
  } finally {
    b.dispose();
  }
}

const grouped = ({ wiring }: Question): { replicaGroups: string } => ({ replicaGroups: wiring });

/** The text of the shape of an operation's result. */
function resultShape(question: Question, make: (b: XlaBuilder, x: XlaOp) => XlaOp): string {
  const computation = built(question, make);
  try {
    return computation.programShape.result.toString();
  } finally {
    computation.dispose();
  }
}

const reducerText = ({ reduction, shape }: Question): string => {
  const type = Shape.parse(shape).type.toLowerCase();
  return `${reduction} {
  a = ${type}[] parameter(0)
  b = ${type}[] parameter(1)
  ROOT c = ${type}[] ${reduction}(a, b)
}

`;
};

/** A program whose collective begins, lets the device go on, and ends. */
const asynchronous = (name: string, computations: string, shape: string, start: string, done: string): XlaComputation =>
  parseHlo(`HloModule ${name}

${computations}ENTRY main {
  x = ${shape} parameter(0)
  start = ${start}
  meanwhile = ${shape} multiply(x, x)
  ROOT y = ${done}
}`);

const gather = (b: XlaBuilder, x: XlaOp, q: Question): XlaOp => b.allGather(x, q.dimension, groupSize(q), grouped(q));
const scatter = (b: XlaBuilder, x: XlaOp, q: Question): XlaOp =>
  b.reduceScatter(x, reducers[q.reduction], q.dimension, groupSize(q), grouped(q));
const exchange = (b: XlaBuilder, x: XlaOp, q: Question): XlaOp =>
  b.allToAll(x, q.dimension, q.dimension, groupSize(q), grouped(q));

/** In the order of the menu. */
export const collectives: Readonly<Record<string, Collective>> = {
  'all-reduce': {
    title: 'AllReduce',
    idea: 'Combines the operands of a group, element by element. Every device of the group gets the result.',
    opcode: 'all-reduce',
    wiring: 'groups',
    isReduction: true,
    page: 'all-reduce',
    build: (q) => built(q, (b, x) => b.allReduce(x, reducers[q.reduction], grouped(q))),
  },
  'cross-replica-sum': {
    title: 'CrossReplicaSum',
    idea: 'An all-reduce that adds: every device of the group gets the sum.',
    opcode: 'all-reduce',
    wiring: 'groups',
    page: 'all-reduce',
    build: (q) => built(q, (b, x) => b.crossReplicaSum(x, grouped(q))),
  },
  'all-gather': {
    title: 'AllGather',
    idea: 'Puts the operands of a group one behind the other. Every device gets all of them.',
    opcode: 'all-gather',
    wiring: 'groups',
    hasDimension: true,
    page: 'all-gather',
    build: (q) => built(q, (b, x) => gather(b, x, q)),
  },
  'reduce-scatter': {
    title: 'ReduceScatter',
    idea: 'Combines the operands of a group, and gives each device one part of the result.',
    opcode: 'reduce-scatter',
    wiring: 'groups',
    isReduction: true,
    hasDimension: true,
    page: 'reduce-scatter',
    build: (q) => built(q, (b, x) => scatter(b, x, q)),
  },
  'all-to-all': {
    title: 'AllToAll',
    idea: 'Each device cuts its operand into blocks and sends one to each device of the group.',
    opcode: 'all-to-all',
    wiring: 'groups',
    hasDimension: true,
    page: 'all-to-all',
    build: (q) => built(q, (b, x) => exchange(b, x, q)),
  },
  'ragged-all-to-all': {
    title: 'RaggedAllToAll',
    idea: 'Each device sends some of its rows to each other device. Row i of the sizes is for device i.',
    opcode: 'ragged-all-to-all',
    wiring: 'sizes',
    page: 'ragged-all-to-all',
    build: raggedProgram,
  },
  'collective-broadcast': {
    title: 'CollectiveBroadcast',
    idea: 'The first device of a group sends its operand to the others.',
    opcode: 'collective-broadcast',
    wiring: 'groups',
    page: 'collective-broadcast',
    build: (q) => built(q, (b, x) => b.collectiveBroadcast(x, q.wiring)),
  },
  'collective-permute': {
    title: 'CollectivePermute',
    idea: 'Each pair sends the operand of its source to its target. A device that is not a target gets zeros.',
    opcode: 'collective-permute',
    wiring: 'pairs',
    page: 'collective-permute',
    build: ({ shape, wiring }) =>
      parseHlo(`HloModule collective_permute

ENTRY main {
  x = ${shape} parameter(0)
  ROOT y = ${shape} collective-permute(x), source_target_pairs=${wiring}
}`),
  },
  'send-recv': {
    title: 'Send, Recv',
    idea: 'Two instructions that meet on a channel: one sends, the other receives. Neither waits before its -done.',
    opcode: 'send',
    wiring: 'pairs',
    page: 'send',
    build: sendProgram,
  },
  'all-reduce-start': {
    title: 'AllReduce, asynchronous',
    idea: 'Begins an all-reduce, goes on with other work, and waits for the result at all-reduce-done.',
    opcode: 'all-reduce-start',
    wiring: 'groups',
    isReduction: true,
    page: 'all-reduce-start',
    build: (q) =>
      asynchronous(
        'all_reduce_async',
        reducerText(q),
        q.shape,
        `${q.shape} all-reduce-start(x), replica_groups=${q.wiring}, to_apply=${q.reduction}`,
        `${q.shape} all-reduce-done(start)`,
      ),
  },
  'all-gather-start': {
    title: 'AllGather, asynchronous',
    idea: 'Begins an all-gather, goes on with other work, and waits for the result at all-gather-done.',
    opcode: 'all-gather-start',
    wiring: 'groups',
    hasDimension: true,
    page: 'all-gather-start',
    build: (q) => {
      const result = resultShape(q, (b, x) => gather(b, x, q));
      return asynchronous(
        'all_gather_async',
        '',
        q.shape,
        `(${q.shape}, ${result}) all-gather-start(x), replica_groups=${q.wiring}, dimensions={${q.dimension}}`,
        `${result} all-gather-done(start)`,
      );
    },
  },
  'collective-permute-start': {
    title: 'CollectivePermute, asynchronous',
    idea: 'Begins a permute, goes on with other work, and waits for the result at collective-permute-done.',
    opcode: 'collective-permute-start',
    wiring: 'pairs',
    page: 'collective-permute-start',
    build: ({ shape, wiring }) =>
      asynchronous(
        'collective_permute_async',
        '',
        shape,
        `(${shape}, ${shape}) collective-permute-start(x), source_target_pairs=${wiring}`,
        `${shape} collective-permute-done(start)`,
      ),
  },
  'async-start': {
    title: 'ReduceScatter in async-start',
    idea: 'Any collective can begin in an async-start, here a reduce-scatter. async-done waits for it.',
    opcode: 'async-start',
    wiring: 'groups',
    isReduction: true,
    hasDimension: true,
    page: 'async-start',
    build: (q) => {
      const result = resultShape(q, (b, x) => scatter(b, x, q));
      return asynchronous(
        'reduce_scatter_async',
        `${reducerText(q)}scatter {
  a = ${q.shape} parameter(0)
  ROOT b = ${result} reduce-scatter(a), replica_groups=${q.wiring}, dimensions={${q.dimension}}, to_apply=${q.reduction}
}

`,
        q.shape,
        `((${q.shape}), ${result}) async-start(x), calls=scatter`,
        `${result} async-done(start)`,
      );
    },
  },
};

function sendProgram({ shape, wiring }: Question): XlaComputation {
  const pairs = `frontend_attributes={_xla_send_recv_source_target_pairs="${wiring.replaceAll('"', '')}"}`;
  return parseHlo(`HloModule send_recv

ENTRY main {
  x = ${shape} parameter(0)
  begun = token[] after-all()
  send = (${shape}, u32[], token[]) send(x, begun), channel_id=1, ${pairs}
  recv = (${shape}, u32[], token[]) recv(begun), channel_id=1, ${pairs}
  sent = token[] send-done(send), channel_id=1
  received = (${shape}, token[]) recv-done(recv), channel_id=1
  ROOT y = ${shape} get-tuple-element(received), index=0
}`);
}

/** The rows of a ragged all-to-all: the sizes are parameters, because each device has its own. */
function raggedProgram(q: Question): XlaComputation {
  const sizes = raggedSizes(q);
  const rows = Math.max(1, ...sizes.map((_, to) => sizes.reduce((sum, row) => sum + (row[to] ?? 0), 0)));
  const b = new XlaBuilder('ragged_all_to_all');
  try {
    const shape = Shape.parse(q.shape);
    const x = b.parameter(0, shape, 'x');
    const vector = Shape.parse(`s32[${q.devices}]`);
    const [inputOffsets, sendSizes, outputOffsets, recvSizes] = [
      'input_offsets',
      'send_sizes',
      'output_offsets',
      'recv_sizes',
    ].map((name, at) => b.parameter(at + 1, vector, name)) as [XlaOp, XlaOp, XlaOp, XlaOp];
    const output = Shape.parse(`${shape.type.toLowerCase()}[${[rows, ...shape.dimensions.slice(1)].join(',')}]`);
    return b.build(b.raggedAllToAll(x, inputOffsets, sendSizes, b.zeros(output), outputOffsets, recvSizes));
  } finally {
    b.dispose();
  }
}

/** Row i has the sizes that device i sends, one for each device. */
function raggedSizes({ wiring, devices }: Question): number[][] {
  const lists = listsOf(wiring) ?? [];
  return Array.from({ length: devices }, (_, from) =>
    Array.from({ length: devices }, (_, to) => lists[from]?.[to] ?? 0),
  );
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** The offsets and sizes of a device, which follow from the sizes: rows are sent and received without gaps. */
function raggedOperands(question: Question, device: number): Literal[] {
  const sizes = raggedSizes(question);
  const own = sizes[device] ?? [];
  const vectors = [
    own.map((_, to) => sumOf(own.slice(0, to))),
    own,
    own.map((_, to) => sumOf(sizes.slice(0, device).map((row) => row[to] ?? 0))),
    sizes.map((row) => row[device] ?? 0),
  ];
  return vectors.map((vector) => Literal.from(vector, 'S32'));
}

/** The most elements of an operand. */
const mostElements = 4096;

/** The element at a position on a device: 1, 2, ... on device 0, 11, 12, ... on device 1. */
const counted = (count: number) => {
  const step = 10 ** String(count).length;
  return (device: number, position: number): number => device * step + position + 1;
};

/** Numbers from 0 to 9 that are the same for the same seed. */
export function randomNumbers(seed: number, count: number): number[] {
  let state = (seed + 1) * 0x9e3779b1;
  return Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % 10;
  });
}

/**
 * The operands of each device.
 *
 * @throws Error for values that do not fit, HloomError for numbers that the type does not hold
 */
export function operandsOf(question: Question): Literal[][] {
  const shape = Shape.parse(question.shape);
  if (shape.elementCount > mostElements) {
    throw new Error(
      `${shape.toString()} has ${shape.elementCount.toLocaleString('en')} elements. Lanes have room for ${mostElements.toLocaleString('en')}.`,
    );
  }
  const numbers = numbersFor(question, shape.elementCount);
  return numbers.map((flat, device) => [
    literalOf(flat, shape),
    ...(question.op === 'ragged-all-to-all' ? raggedOperands(question, device) : []),
  ]);
}

function numbersFor({ values, devices }: Question, count: number): number[][] {
  const text = values.trim();
  const all = Array.from({ length: devices }, (_, device) => device);
  const upTo = Array.from({ length: count }, (_, position) => position);
  if (text === 'count' || text === '') return all.map((device) => upTo.map((at) => counted(count)(device, at)));
  const random = /^random\s*(\d*)$/.exec(text);
  if (random !== null) return all.map((device) => randomNumbers(Number(random[1]) * devices + device, count));
  const lists = text.split(';').map((list) =>
    list
      .trim()
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number),
  );
  return all.map((device) => {
    const list = lists[device];
    if (list?.length !== count || list.some(Number.isNaN)) {
      throw new Error(
        `Device ${device} needs ${count} number${count === 1 ? '' : 's'}. Write the numbers of each device with a semicolon between devices.`,
      );
    }
    return list;
  });
}

interface WiringExample {
  readonly title: string;
  readonly text: string;
}

/** Groups worth a look: their names, and their text for a number of devices. */
export function wiringExamples(collective: Collective, devices: number): readonly WiringExample[] {
  const all = allExamples(collective, devices);
  return all.filter(({ text }, at) => all.findIndex((other) => other.text === text) === at);
}

function allExamples({ wiring }: Collective, devices: number): readonly WiringExample[] {
  const ids = Array.from({ length: devices }, (_, id) => id);
  if (wiring === 'pairs') {
    return [
      { title: 'to the next', text: text(ids.map((id) => [id, (id + 1) % devices])) },
      { title: 'to the next, without wrap', text: text(ids.slice(1).map((id) => [id - 1, id])) },
      { title: 'reversed', text: text(ids.map((id) => [id, devices - 1 - id])) },
      { title: 'swap neighbors', text: text(ids.filter((id) => (id ^ 1) < devices).map((id) => [id, id ^ 1])) },
    ];
  }
  if (wiring === 'sizes') {
    return [
      { title: 'one row to each', text: text(ids.map(() => ids.map(() => 1))) },
      {
        title: 'all to the next',
        text: text(ids.map((id) => ids.map((to) => (to === (id + 1) % devices ? devices : 0)))),
      },
      {
        title: 'more to later ones',
        text: text(ids.map(() => ids.map((to) => (to === devices - 1 ? 2 : to === 0 ? 0 : 1)))),
      },
    ];
  }
  const half = devices / 2;
  return [
    { title: 'all', text: '{}' },
    ...(devices > 2 && devices % 2 === 0
      ? [
          { title: 'neighbors', text: text(ids.filter((id) => id % 2 === 0).map((id) => [id, id + 1])) },
          { title: 'halves', text: text([ids.slice(0, half), ids.slice(half)]) },
          { title: 'even and odd', text: text([0, 1].map((rest) => ids.filter((id) => id % 2 === rest))) },
          { title: 'as an iota', text: `[2,${half}]<=[${devices}]` },
        ]
      : []),
    { title: 'reversed', text: text([[...ids].reverse()]) },
  ];
}

/** The wiring of an operation until the reader chooses another one. */
export function firstWiring(collective: Collective, devices: number): string {
  const examples = wiringExamples(collective, devices);
  const isPaired = collective.wiring === 'groups' && devices > 2 && devices % 2 === 0;
  // Lists of many groups are longer than a line.
  const wanted = isPaired ? (devices > 8 ? 'as an iota' : 'neighbors') : examples[0]?.title;
  return examples.find(({ title }) => title === wanted)?.text ?? '{}';
}

/** The shape of an operation until the reader chooses another one: as many elements as there are blocks. */
export function firstShape(op: string, devices: number): string {
  if (op === 'all-to-all' || op === 'reduce-scatter' || op === 'async-start' || op === 'ragged-all-to-all') {
    return `f32[${Math.max(2, devices)}]`;
  }
  return op === 'all-gather' || op === 'all-gather-start' ? 'f32[2]' : 'f32[4]';
}
