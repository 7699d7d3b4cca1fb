/** Programs whose devices wait for each other forever, as exercises: each with its goal, a hint, and a solution. */

import { Literal } from 'hloom';

export interface Deadlock {
  readonly title: string;
  readonly devices: number;
  /** The argument of each device. */
  readonly operands: readonly number[];
  readonly type: 'F32' | 'S32';
  /** The result that a mended program has. */
  readonly goal: string;
  readonly hint: string;
  readonly program: string;
  /** The lines of the program that differ in the solution: each text and its replacement. */
  readonly mend: readonly (readonly [from: string, to: string])[];
}

const add = `add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}
`;

const swap = 'frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,0}}"}';

/** In the order of the gallery. */
export const deadlocks: Readonly<Record<string, Deadlock>> = {
  send: {
    title: 'Send before receive, as in XLA’s Send',
    devices: 2,
    operands: [1, 2],
    type: 'F32',
    goal: 'Each device returns the value of the other one.',
    hint: 'send-done waits until the other device receives. recv depends on it by its token %sent.',
    program: `HloModule exchange

ENTRY main {
  x = f32[] parameter(0)
  begun = token[] after-all()
  send = (f32[], u32[], token[]) send(x, begun), channel_id=1,
    ${swap}
  sent = token[] send-done(send), channel_id=1
  recv = (f32[], u32[], token[]) recv(sent), channel_id=1,
    ${swap}
  received = (f32[], token[]) recv-done(recv), channel_id=1
  ROOT y = f32[] get-tuple-element(received), index=0
}
`,
    mend: [['recv(sent)', 'recv(begun)']],
  },
  order: {
    title: 'Two sums in different order',
    devices: 2,
    operands: [1, 2],
    type: 'F32',
    goal: 'Each device returns twice the sum of both.',
    hint: 'Device 0 comes to channel 1 first, and device 1 to channel 2. All devices must take the same order.',
    program: `HloModule order

${add}
straight {
  x = f32[] parameter(0)
  one = f32[] all-reduce(x), channel_id=1, replica_groups={}, to_apply=add
  ROOT two = f32[] all-reduce(one), channel_id=2, replica_groups={}, to_apply=add
}

crossed {
  x = f32[] parameter(0)
  two = f32[] all-reduce(x), channel_id=2, replica_groups={}, to_apply=add
  ROOT one = f32[] all-reduce(two), channel_id=1, replica_groups={}, to_apply=add
}

ENTRY main {
  x = f32[] parameter(0)
  id = u32[] replica-id()
  zero = u32[] constant(0)
  first = pred[] compare(id, zero), direction=EQ
  ROOT y = f32[] conditional(first, x, x), true_computation=straight, false_computation=crossed
}
`,
    mend: [
      ['two = f32[] all-reduce(x), channel_id=2', 'one = f32[] all-reduce(x), channel_id=1'],
      ['ROOT one = f32[] all-reduce(two), channel_id=1', 'ROOT two = f32[] all-reduce(one), channel_id=2'],
    ],
  },
  early: {
    title: 'A device returns early',
    devices: 3,
    operands: [1, 2, 0],
    type: 'F32',
    goal: 'Each device returns the sum of all.',
    hint: 'The last device has 0 and takes the branch without a sum. Sum first, and let no condition decide about it.',
    program: `HloModule early

${add}
meet {
  x = f32[] parameter(0)
  ROOT sum = f32[] all-reduce(x), replica_groups={}, to_apply=add
}

leave {
  ROOT x = f32[] parameter(0)
}

ENTRY main {
  x = f32[] parameter(0)
  zero = f32[] constant(0)
  stays = pred[] compare(x, zero), direction=GT
  ROOT y = f32[] conditional(stays, x, x), true_computation=meet, false_computation=leave
}
`,
    mend: [['false_computation=leave', 'false_computation=meet']],
  },
  permutes: {
    title: 'Permutes in a cycle',
    devices: 3,
    operands: [1, 2, 4],
    type: 'F32',
    goal: 'Each device returns the sum of its two neighbors.',
    hint: 'Each device waits for its next neighbor first. Let the last one begin with the exchange of channel 2.',
    program: `HloModule turns

first {
  x = f32[] parameter(0)
  a = f32[] collective-permute(x), channel_id=1, source_target_pairs={{0,1},{1,0}}
  c = f32[] collective-permute(x), channel_id=3, source_target_pairs={{2,0},{0,2}}, control-predecessors={a}
  ROOT y = f32[] add(a, c)
}

second {
  x = f32[] parameter(0)
  b = f32[] collective-permute(x), channel_id=2, source_target_pairs={{1,2},{2,1}}
  a = f32[] collective-permute(x), channel_id=1, source_target_pairs={{0,1},{1,0}}, control-predecessors={b}
  ROOT y = f32[] add(a, b)
}

third {
  x = f32[] parameter(0)
  c = f32[] collective-permute(x), channel_id=3, source_target_pairs={{2,0},{0,2}}
  b = f32[] collective-permute(x), channel_id=2, source_target_pairs={{1,2},{2,1}}, control-predecessors={c}
  ROOT y = f32[] add(b, c)
}

ENTRY main {
  x = f32[] parameter(0)
  id = u32[] partition-id()
  turn = s32[] convert(id)
  ROOT y = f32[] conditional(turn, x, x, x), branch_computations={first, second, third}
}
`,
    mend: [
      [
        `  c = f32[] collective-permute(x), channel_id=3, source_target_pairs={{2,0},{0,2}}
  b = f32[] collective-permute(x), channel_id=2, source_target_pairs={{1,2},{2,1}}, control-predecessors={c}`,
        `  b = f32[] collective-permute(x), channel_id=2, source_target_pairs={{1,2},{2,1}}
  c = f32[] collective-permute(x), channel_id=3, source_target_pairs={{2,0},{0,2}}, control-predecessors={b}`,
      ],
    ],
  },
  loop: {
    title: 'Loops of different length',
    devices: 2,
    operands: [1, 3],
    type: 'S32',
    goal: 'Both devices go around three times, and return 16.',
    hint: 'Device 0 wants one round and device 1 three. Before the loop, an all-reduce with to_apply=most gives both the greater number.',
    program: `HloModule loop

add {
  a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT c = s32[] add(a, b)
}

most {
  a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT c = s32[] maximum(a, b)
}

more {
  state = (s32[], s32[]) parameter(0)
  left = s32[] get-tuple-element(state), index=0
  zero = s32[] constant(0)
  ROOT goes = pred[] compare(left, zero), direction=GT
}

body {
  state = (s32[], s32[]) parameter(0)
  left = s32[] get-tuple-element(state), index=0
  value = s32[] get-tuple-element(state), index=1
  one = s32[] constant(1)
  next = s32[] subtract(left, one)
  sum = s32[] all-reduce(value), replica_groups={}, to_apply=add
  ROOT after = (s32[], s32[]) tuple(next, sum)
}

ENTRY main {
  rounds = s32[] parameter(0)
  two = s32[] constant(2)
  begin = (s32[], s32[]) tuple(rounds, two)
  end = (s32[], s32[]) while(begin), condition=more, body=body
  ROOT y = s32[] get-tuple-element(end), index=1
}
`,
    mend: [
      [
        '  begin = (s32[], s32[]) tuple(rounds, two)',
        `  agreed = s32[] all-reduce(rounds), replica_groups={}, to_apply=most
  begin = (s32[], s32[]) tuple(agreed, two)`,
      ],
    ],
  },
  shapes: {
    title: 'One channel, two shapes',
    devices: 2,
    operands: [1, 2],
    type: 'F32',
    goal: 'Each device returns the sum of both.',
    hint: 'Both all-reduces have channel 1, and one has a vector of one element. Reshape after the sum, or not at all.',
    program: `HloModule shapes

${add}
scalar {
  x = f32[] parameter(0)
  ROOT sum = f32[] all-reduce(x), channel_id=1, replica_groups={}, to_apply=add
}

vector {
  x = f32[] parameter(0)
  v = f32[1] reshape(x)
  sum = f32[1] all-reduce(v), channel_id=1, replica_groups={}, to_apply=add
  ROOT y = f32[] reshape(sum)
}

ENTRY main {
  x = f32[] parameter(0)
  id = u32[] replica-id()
  zero = u32[] constant(0)
  first = pred[] compare(id, zero), direction=EQ
  ROOT y = f32[] conditional(first, x, x), true_computation=scalar, false_computation=vector
}
`,
    mend: [
      [
        `  v = f32[1] reshape(x)
  sum = f32[1] all-reduce(v), channel_id=1, replica_groups={}, to_apply=add
  ROOT y = f32[] reshape(sum)`,
        '  ROOT sum = f32[] all-reduce(x), channel_id=1, replica_groups={}, to_apply=add',
      ],
    ],
  },
};

export const solutionOf = ({ program, mend }: Deadlock): string =>
  mend.reduce((text, [from, to]) => text.replace(from, () => to), program);

export const operandsOf = ({ operands, type }: Deadlock): Literal[][] =>
  operands.map((value) => [Literal.from(value, type)]);

/** Replicas, or partitions where the program asks for them. */
export const gridOf = ({ devices, program }: Deadlock): { replicas: number; partitions: number } =>
  program.includes('partition-id()') ? { replicas: 1, partitions: devices } : { replicas: devices, partitions: 1 };
