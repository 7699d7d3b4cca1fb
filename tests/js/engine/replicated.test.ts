// Programs on several devices, on both variants and with several threads.
import {
  Client,
  f32,
  Literal,
  parseHlo,
  registerCustomCall,
  s32,
  XlaBuilder,
  type DeviceProgress,
  type RunProgress,
  type TraceEvent,
  type XlaComputation,
} from 'hloom';
import { allEngines, nothingHeld } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';

const add = `add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}`;

function scaledSum(): XlaComputation {
  const b = new XlaBuilder('scaledSum');
  const w = b.parameter(0, f32(2), 'w');
  const x = b.parameter(1, f32(2), 'x');
  const computation = b.build(b.crossReplicaSum(b.mul(w, x)));
  b.dispose();
  return computation;
}

describe.each(allEngines)('%s', (_, options) => {
  let client: Client;

  beforeAll(async () => {
    client = await Client.create(options);
  });

  afterAll(() => {
    client.dispose();
  });

  test('each device has its arguments and its result; shared ones are for all', async () => {
    const executable = await client.compile(scaledSum(), { replicas: 3 });
    expect([executable.replicas, executable.partitions]).toEqual([3, 1]);
    const w = new Float32Array([1, 10]);
    const lists = [[[1, 2]], [[3, 4]], [new Float32Array([5, 6])]];
    const results = await executable.runReplicated(lists, { shared: [w] });
    expect(results.map((result) => result.toArray())).toEqual([
      [9, 120],
      [9, 120],
      [9, 120],
    ]);
  });

  test('values on the engine serve several devices, and results stay there', async () => {
    const executable = await client.compile(scaledSum(), { replicas: 2 });
    const w = client.toDevice(new Float32Array([1, 10]));
    const kept = await executable.runReplicated(
      [
        [w, [1, 2]],
        [w, [3, 4]],
      ],
      { keep: true },
    );
    const again = await executable.runReplicated(
      kept.map((value) => [w, value]),
      {},
    );
    expect(again.map((result) => result.toArray())).toEqual([
      [8, 1200],
      [8, 1200],
    ]);
    for (const value of [...kept, w]) value.dispose();
  });

  test('the module says on how many devices it runs', async () => {
    const text = `HloModule m, replica_count=2, num_partitions=2\nENTRY e {
      r = u32[] replica-id()
      p = u32[] partition-id()
      ROOT t = (u32[], u32[]) tuple(r, p)
    }`;
    const executable = await client.compile(parseHlo(text));
    const results = await executable.runReplicated([[], [], [], []]);
    expect(results.map((result) => result.toArray())).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    await expectError(() => client.compile(parseHlo(text), { replicas: 4 }), {
      code: 'INVALID_ARGUMENT',
      rule: 'comm.c4',
    });
  });

  test('devices that wait for ever are named, and the client goes on', async () => {
    const program = parseHlo(`HloModule m
      ${add}
      meet { x = f32[] parameter(0)
        ROOT y = f32[] all-reduce(x), replica_groups={}, to_apply=add }
      leave { ROOT x = f32[] parameter(0) }
      ENTRY e { x = f32[] parameter(0)
        zero = f32[] constant(0)
        goes = pred[] compare(x, zero), direction=GT
        ROOT r = f32[] conditional(goes, x, x), true_computation=meet, false_computation=leave }`);
    const executable = await client.compile(program, { replicas: 3 });
    await expectError(() => executable.runReplicated([[1], [-1], [2]]), {
      code: 'FAILED_PRECONDITION',
      rule: 'comm.c2',
      message: /device 0 waits at all-reduce %y in computation "meet" on device 0 for device 1\n {2}device 1 has ended/,
    });
    const results = await executable.runReplicated([[1], [2], [3]]);
    expect(results.map((result) => result.toArray())).toEqual([6, 6, 6]);
  });

  test('one that never comes may be waited for only so long; an abort ends the run', async () => {
    const program = parseHlo(`HloModule m
      ${add}
      more { x = f32[] parameter(0)
        one = f32[] constant(1)
        ROOT r = pred[] compare(x, one), direction=GT }
      same { ROOT x = f32[] parameter(0) }
      ENTRY e { x = f32[] parameter(0)
        y = f32[] while(x), condition=more, body=same
        ROOT z = f32[] all-reduce(y), replica_groups={}, to_apply=add }`);
    const executable = await client.compile(program, { replicas: 2 });
    await expectError(() => executable.runReplicated([[1], [2]], { limits: { rendezvousMilliseconds: 30 } }), {
      code: 'DEADLINE_EXCEEDED',
      rule: 'comm.c3',
      message: /device 1 runs/,
    });
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort();
    }, 30);
    await expectError(() => executable.runReplicated([[1], [2]], { signal: controller.signal }), { code: 'CANCELLED' });
  });

  test('a trace says which device executed an instruction', async () => {
    const executable = await client.compile(scaledSum(), { replicas: 2 });
    const events: TraceEvent[] = [];
    const onTrace = (event: TraceEvent): void => void events.push(event);
    await executable.runReplicated([[[2, 3]], [[4, 5]]], { shared: [[1, 1]], onTrace });
    const sums = events.filter(({ opcode }) => opcode === 'all-reduce');
    expect(sums.map(({ device }) => device).sort()).toEqual([0, 1]);
    expect(sums.map(({ value }) => value)).toEqual(['f32[2] {6, 8}', 'f32[2] {6, 8}']);
  });

  test('progress says how far each device is, and where one waits', async () => {
    const program = parseHlo(`HloModule m
      ${add}
      more { x = f32[] parameter(0)
        zero = f32[] constant(0)
        ROOT r = pred[] compare(x, zero), direction=GT }
      less { x = f32[] parameter(0)
        one = f32[] constant(1)
        ROOT y = f32[] subtract(x, one) }
      ENTRY e { x = f32[] parameter(0)
        y = f32[] while(x), condition=more, body=less
        ROOT z = f32[] all-reduce(y), replica_groups={}, to_apply=add }`);
    const executable = await client.compile(program, { replicas: 2 });
    const seen: (readonly DeviceProgress[])[] = [];
    const onProgress = ({ devices = [] }: RunProgress): void => void seen.push(devices);
    await executable.runReplicated([[0], [2 ** 21]], { onProgress });
    expect(seen).toContainEqual([{ state: 'waits', place: '%z in computation "e" on device 0' }, { state: 'runs' }]);
  });

  test('64 devices', async () => {
    const b = new XlaBuilder('ids');
    const id = b.convertElementType(b.replicaId(), 'S32');
    const executable = await client.compile(b.build(b.crossReplicaSum(id)), { replicas: 64 });
    const results = await executable.runReplicated(Array.from({ length: 64 }, () => []));
    expect(new Set(results.map((result) => result.toArray()))).toEqual(new Set([2016]));
  });

  test('random numbers differ between devices, and repeat', async () => {
    const b = new XlaBuilder('random');
    const executable = await client.compile(b.build(b.rngUniform(b.constant(0), b.constant(1), f32(4))), {
      replicas: 2,
    });
    const [first, second] = await executable.runReplicated([[], []]);
    const again = await executable.runReplicated([[], []]);
    expect(first?.toArray()).not.toEqual(second?.toArray());
    expect(again.map((result) => result.toArray())).toEqual([first?.toArray(), second?.toArray()]);
  });

  test('wrong calls', async () => {
    const executable = await client.compile(scaledSum(), { replicas: 2 });
    const call = executable.runReplicated.bind(executable) as (...args: unknown[]) => Promise<unknown>;
    const wrong: [unknown[], string, RegExp][] = [
      [[[[[1, 2]]], { shared: [[1, 1]] }], 'js.c91', /runs on 2 devices, and was given 1 list/],
      [[[1, 2]], 'js.c91', /arguments of device 0 are 1/],
      [[new Float32Array(2)], 'js.c91', /given/],
      [[[[[1, 2]], [[1, 2]]]], 'js.c6', /device 0 has 1 argument/],
      [[[[[1, 2]], [[1, 2]]], { shared: 5 }], 'js.c22', /shared is 5/],
      [[[[[1, 2]], [[1, 2]]], 7], 'js.c22', /the options are 7/],
      [[[[[1, 2]], [[1, 2, 3]]], { shared: [[1, 1]] }], 'js.c8', /argument 1 \(parameter "x"\) of device 1/],
      [[[[[1, 2]], [[1, 2]]], { shared: [[1, 1]], donate: [2] }], 'js.c22', /donate names the argument 2$/m],
      [[[[[1, 2]], [[1, 2]]], { share: [[1, 1]] }], 'js.c22', /did you mean shared/],
    ];
    for (const [args, rule, message] of wrong) {
      const error = await expectError(() => call(...args), { code: 'INVALID_ARGUMENT', rule });
      expect(error.message).toMatch(message);
    }
    await expectError(() => executable.run([1, 2], [3, 4]), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c91',
      help: /runReplicated/,
    });
    for (const options of [{ replicas: 0 }, { replicas: 1.5 }, { partitions: '2' }, { replica: 2 }, 3]) {
      await expectError(() => client.compile(scaledSum(), options as never), {
        code: 'INVALID_ARGUMENT',
        rule: 'js.c22',
      });
    }
    await expectError(() => client.compile(scaledSum(), { replicas: 1024, partitions: 2 }), {
      code: 'INVALID_ARGUMENT',
      rule: 'comm.c5',
    });
  });
});

test.each([{}, { threads: 2 }, { worker: true, threads: 2 }])(
  'others wait only so long for a device that waits for its host: %j',
  async (options) => {
    const remove = registerCustomCall('never_on_1', ([x], { device }) =>
      device === 1 ? new Promise<Literal>(() => undefined) : (x as Literal),
    );
    const client = await Client.create(options);
    const b = new XlaBuilder('waits');
    const y = b.customCall('never_on_1', [b.parameter(0, s32(), 'x')], s32());
    const executable = await client.compile(b.build(b.crossReplicaSum(y)), { replicas: 2 });
    const limits = { rendezvousMilliseconds: 50, milliseconds: 20_000 };
    await expectError(() => executable.runReplicated([[1], [2]], { limits }), {
      code: 'DEADLINE_EXCEEDED',
      rule: 'comm.c3',
      message: /device 1 waits at custom-call %custom-call\S* in .* for the host/,
    });
    client.dispose();
    remove();
  },
);

test('a custom call is answered for each device', async () => {
  const remove = registerCustomCall('twice', ([x]) => Promise.resolve(x));
  const client = await Client.create({ threads: 2 });
  const b = new XlaBuilder('calls');
  const x = b.parameter(0, s32(), 'x');
  const y = b.customCall('twice', [x], s32());
  const executable = await client.compile(b.build(b.crossReplicaSum(y)), { replicas: 3 });
  const results = await executable.runReplicated([[1], [2], [3]]);
  expect(results.map((result) => result.toArray())).toEqual([6, 6, 6]);
  client.dispose();
  remove();
});

describe.each(allEngines)('shared arguments, %s', (_, options) => {
  test('a large one is on the engine once, for the run', async () => {
    const count = 1 << 18;
    // Each copy has 1 MB, and only three fit.
    const client = await Client.create({ ...options, memoryLimit: 3 << 20 });
    const program = `HloModule m
      ${add}
      ENTRY e {
        w = f32[${count}] parameter(0)
        i = s32[] parameter(1)
        one = f32[1] dynamic-slice(w, i), dynamic_slice_sizes={1}
        x = f32[] reshape(one)
        ROOT y = f32[] all-reduce(x), replica_groups={}, to_apply=add
      }`;
    const executable = await client.compile(parseHlo(program), { replicas: 8 });
    const w = Float32Array.from({ length: count }, (_, i) => i);
    const lists = Array.from({ length: 8 }, (_, device) => [device * 1000]);
    for (let run = 0; run < 3; run++) {
      const running = executable.runReplicated(lists, { shared: [w] });
      // The caller may change it as soon as the run has begun.
      w[7000] = 0;
      const results = await running;
      expect(results.map((result) => result.toArray())).toEqual(Array(8).fill(28000));
      w[7000] = 7000;
    }
    const copies = lists.map(([i]) => [w, i as number]);
    await expectError(() => executable.runReplicated(copies), { code: 'RESOURCE_EXHAUSTED' });
    const wrong = { code: 'INVALID_ARGUMENT', message: /shared argument 0/ };
    await expectError(() => executable.runReplicated(lists, { shared: [w.subarray(1)] }), wrong);
    executable.dispose();
    expect(await client.statistics()).toMatchObject(nothingHeld);
    client.dispose();
  });
});
