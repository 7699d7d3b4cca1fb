// The communication events of a run.
import { Client, f32, parseHlo, XlaBuilder, type CommunicationEvent } from 'hloom';
import { allEngines } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';

function sumProgram() {
  const b = new XlaBuilder('sum');
  const x = b.parameter(0, f32(2), 'x');
  const computation = b.build(b.crossReplicaSum(b.add(x, x)));
  b.dispose();
  return computation;
}

const lists = [[[1, 2]], [[3, 4]], [[5, 6]]];

describe.each(allEngines)('%s', (_, options) => {
  let client: Client;

  beforeAll(async () => {
    client = await Client.create(options);
  });

  afterAll(() => {
    client.dispose();
  });

  test('who starts, what moves between whom, and who ends, in the order of time', async () => {
    const executable = await client.compile(sumProgram(), { replicas: 3 });
    const events: CommunicationEvent[] = [];
    const onCommunication = (event: CommunicationEvent): void => void events.push(event);
    await executable.runReplicated(lists, { onCommunication });
    const of = (kind: string): CommunicationEvent[] => events.filter((event) => event.kind === kind);
    expect(new Set(events.map(({ opcode, round }) => `${opcode} ${round}`))).toEqual(new Set(['all-reduce 0']));
    expect(
      of('start')
        .map(({ device, bytes }) => [device, bytes])
        .sort(),
    ).toEqual([
      [0, 8],
      [1, 8],
      [2, 8],
    ]);
    expect(
      of('transfer')
        .map(({ from, to, bytes, device }) => `${String(from)}>${String(to)} ${String(bytes)} ${device}`)
        .sort(),
    ).toEqual(['0>1 8 1', '0>2 8 2', '1>0 8 0', '1>2 8 2', '2>0 8 0', '2>1 8 1']);
    expect(
      of('end')
        .map(({ device }) => device)
        .sort(),
    ).toEqual([0, 1, 2]);
    const times = events.map(({ microseconds }) => microseconds);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBeGreaterThan(0);
    // Nobody goes on before the last has come.
    const lastStart = Math.max(...of('start').map(({ microseconds }) => microseconds));
    expect(Math.min(...of('end').map(({ microseconds }) => microseconds))).toBeGreaterThan(lastStart);
    // The next run without the option tells nothing.
    const { length } = events;
    await executable.runReplicated(lists);
    expect(events).toHaveLength(length);
  });

  test('what it throws stops the run; one that fails has told who waits', async () => {
    const executable = await client.compile(sumProgram(), { replicas: 3 });
    const reason = new Error('seen enough');
    const stop = (): never => {
      throw reason;
    };
    await expect(executable.runReplicated(lists, { onCommunication: stop })).rejects.toBe(reason);
    const stuck = await client.compile(
      parseHlo(`HloModule m
        meet { x = f32[] parameter(0)
          ROOT y = f32[] collective-permute(x), source_target_pairs={{0,1},{1,0}} }
        leave { ROOT x = f32[] parameter(0) }
        ENTRY e { x = f32[] parameter(0)
          zero = f32[] constant(0)
          goes = pred[] compare(x, zero), direction=GT
          ROOT r = f32[] conditional(goes, x, x), true_computation=meet, false_computation=leave }`),
      { replicas: 2 },
    );
    const told: string[] = [];
    await expectError(
      () =>
        stuck.runReplicated([[1], [-1]], {
          onCommunication: ({ kind, device }) => void told.push(`${kind} ${device}`),
        }),
      { code: 'FAILED_PRECONDITION', rule: 'comm.c2' },
    );
    expect(told).toEqual(['start 0', 'wait 0']);
  });
});

test('wrong calls', async () => {
  const client = await Client.create();
  const executable = await client.compile(sumProgram(), { replicas: 1 });
  await expectError(() => executable.run([1, 2], { onCommunication: 3 } as never), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c22',
    message: /onCommunication is 3/,
  });
  await expectError(() => Promise.resolve(executable.runSync([1, 2], { onCommunication: () => undefined } as never)), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c22',
  });
  client.dispose();
});
