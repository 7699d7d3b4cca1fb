// Replicated programs that JavaScript builds: frontend attributes of transfers, groups as text, what traces show of starts.
import { Client, parseHlo, XlaBuilder, f32, type TraceEvent, type XlaComputation } from 'hloom';
import { expectError } from '../support/expect-error.js';

let client: Client;
beforeAll(async () => {
  client = await Client.create({ worker: false });
});
afterAll(() => {
  client.dispose();
});

async function run(computation: XlaComputation, replicas: number, values: readonly number[]): Promise<string[]> {
  const executable = await client.compile(computation, { replicas });
  const results = await executable.runReplicated(values.map((value) => [value]));
  executable.dispose();
  return results.map(String);
}

function sum(): XlaComputation {
  const b = new XlaBuilder('sum');
  return b.build(b.add(b.parameter(0, f32(), 'a'), b.parameter(1, f32(), 'b')));
}

test('frontend attributes say which devices a send and a recv join', async () => {
  const b = new XlaBuilder('shift');
  const x = b.parameter(0, f32(), 'x');
  b.setFrontendAttributes({ _xla_send_recv_source_target_pairs: '{{0,1},{1,2}}', other: 'a"b' });
  const sent = b.sendWithToken(x, b.createToken(), 1);
  const received = b.recvWithToken(sent, f32(), 1);
  b.setFrontendAttributes({});
  const y = b.getTupleElement(received, 0);
  b.setInstructionFrontendAttribute(y, 'only', 'here');
  const computation = b.build(y);
  const text = computation.toHloText();
  expect(text.match(/_xla_send_recv_source_target_pairs=\{\{0,1\},\{1,2\}\},other="a\\"b"/g)).toHaveLength(5);
  expect(text).toMatch(/get-tuple-element\(.*\), index=0, frontend_attributes=\{only="here"\}/);
  expect(await run(computation, 3, [10, 20, 30])).toEqual(['f32[] 0', 'f32[] 10', 'f32[] 20']);
});

test('what is no frontend attribute is refused', async () => {
  const b = new XlaBuilder('wrong');
  const x = b.parameter(0, f32(), 'x');
  const wrong = { code: 'INVALID_ARGUMENT', rule: 'js.c5' };
  for (const attributes of [
    undefined,
    null,
    'a',
    [['a', 'b']],
    new Map([['a', 'b']]),
    { a: 1 },
    { a: undefined },
    { a: '\ud800' },
  ]) {
    await expectError(() => b.setFrontendAttributes(attributes as never), wrong);
  }
  await expectError(() => b.setInstructionFrontendAttribute(1 as never, 'a', 'b'), wrong);
  await expectError(() => b.setInstructionFrontendAttribute(x, 1 as never, 'b'), wrong);
  await expectError(() => b.setInstructionFrontendAttribute(x, 'a', null as never), wrong);
  const other = new XlaBuilder('other').parameter(0, f32(), 'x');
  const foreign = { code: 'FAILED_PRECONDITION', rule: 'js.c3' };
  await expectError(() => b.setInstructionFrontendAttribute(other, 'a', 'b'), foreign);
  // None of them has left anything.
  expect(b.build(b.neg(x)).toHloText()).not.toContain('frontend_attributes');
  await expectError(() => b.setInstructionFrontendAttribute(x, 'a', 'b'), {
    code: 'FAILED_PRECONDITION',
    rule: 'builder.c1',
  });
  b.dispose();
  await expectError(() => b.setFrontendAttributes({}), { code: 'FAILED_PRECONDITION', rule: 'js.c2' });
});

test('groups are lists, iotas, or axes of a mesh', async () => {
  const sumOf = async (replicaGroups: string | number[][]): Promise<string[]> => {
    const b = new XlaBuilder('groups');
    const y = b.allReduce(b.parameter(0, f32(), 'x'), sum(), { replicaGroups });
    return run(b.build(y), 4, [1, 2, 4, 8]);
  };
  const rows = ['f32[] 3', 'f32[] 3', 'f32[] 12', 'f32[] 12'];
  const columns = ['f32[] 5', 'f32[] 10', 'f32[] 5', 'f32[] 10'];
  expect(await sumOf([[0, 1], [2, 3]])).toEqual(rows); // prettier-ignore
  expect(await sumOf('{{0,1},{2,3}}')).toEqual(rows);
  expect(await sumOf('[2,2]<=[4]')).toEqual(rows);
  expect(await sumOf("mesh['x'=2,'y'=2] {'y'}")).toEqual(rows);
  expect(await sumOf('[2,2]<=[2,2]T(1,0)')).toEqual(columns);
  expect(await sumOf("mesh['x'=2,'y'=2] {'x'}")).toEqual(columns);
  expect(await sumOf("mesh['a'=4] {'a':(1)2}")).toEqual(columns);
  const refused = async (groups: string, rule: string): Promise<void> => {
    await expectError(() => sumOf(groups), { code: 'INVALID_ARGUMENT', rule, message: /replicaGroups/ });
  };
  await refused('[2,2]<=[5]', 'replica_groups.p1');
  await refused("mesh['x'=2,'x'=2] {'x'}", 'replica_groups.p2');
  await refused("mesh['x'=4] {'y'}", 'text.p16');
  await refused('[2,2]<=[4] {}', 'text.p1');
  await refused('', 'text.p1');
  await refused('zero and one', 'text.p1');
  const code = 'INVALID_ARGUMENT';
  await expectError(() => sumOf("mesh['x'=4] {'y'}"), { code, message: /the mesh has no axis 'y'\n/ });
  await expectError(() => sumOf('zero and one'), { code, help: /write \[\[0, 1\], \[2, 3\]\], or text/ });
});

test('a trace shows no value of what is only begun', async () => {
  const computation = parseHlo(`HloModule begun, replica_count=2
    add { a = f32[] parameter(0)
      b = f32[] parameter(1)
      ROOT s = f32[] add(a, b) }
    ENTRY e { x = f32[2] parameter(0)
      begun = f32[2] all-reduce-start(x), replica_groups={}, to_apply=add
      ROOT ended = f32[2] all-reduce-done(begun) }`);
  const executable = await client.compile(computation);
  const events: string[] = [];
  const onTrace = ({ device, opcode, value }: TraceEvent): void => void events.push(`${device} ${opcode} ${value}`);
  await executable.runReplicated([[[1, 2]], [[10, 20]]], { onTrace });
  executable.dispose();
  expect(events.sort()).toEqual([
    '0 all-reduce-done f32[2] {11, 22}',
    '0 all-reduce-start (under way)',
    '0 parameter f32[2] {1, 2}',
    '1 all-reduce-done f32[2] {11, 22}',
    '1 all-reduce-start (under way)',
    '1 parameter f32[2] {10, 20}',
  ]);
});

test('devices send to each other in a ring, in either order of calls', async () => {
  for (const sendsFirst of [true, false]) {
    const b = new XlaBuilder('ring');
    const x = b.parameter(0, f32(), 'x');
    b.setFrontendAttributes({ _xla_send_recv_source_target_pairs: '{{0,1},{1,2},{2,0}}' });
    if (sendsFirst) b.send(x, 1);
    const received = b.recv(f32(), 1);
    if (!sendsFirst) b.send(x, 1);
    b.setFrontendAttributes({});
    const executable = await client.compile(b.build(received), { replicas: 3 });
    const results = await executable.runReplicated([[10], [20], [30]]);
    expect(results.map((result) => result.toArray())).toEqual([30, 10, 20]);
    executable.dispose();
  }
});
