// Runs on several devices that cannot end normally: each reports the reason, affects nothing else, and lets the process
// end.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'hloom';
import { allEngines } from '../support/engines.js';
import { expectedFeeds, replicaFeeds } from '../support/replica-feeds.js';
import { expectedFailures, replicaFailures } from '../support/replica-failures.js';

const root = join(__dirname, '../../..');

function trapOf(client: Client): Promise<void> {
  const internals = client as unknown as Record<symbol, { trap(): Promise<void> }>;
  return (internals[Symbol.for('hloom.internal')] as { trap(): Promise<void> }).trap();
}

test.each(allEngines)('values go in and come out while devices run, %s', async (_, options) => {
  const client = await Client.create(options);
  expect(await replicaFeeds(client)).toEqual(expectedFeeds);
  client.dispose();
});

test.each(allEngines)('%s', async (_, options) => {
  const client = await Client.create(options);
  const outcomes = await replicaFailures(client, () => trapOf(client));
  for (const [name, { code, rule, says }] of Object.entries(expectedFailures)) {
    const message: unknown = expect.stringMatching(says);
    expect({ name, ...outcomes[name] }).toEqual({ name, failure: { code, rule, message }, sums: [3, 3] });
  }
  const { executables, runs, buffers, values } = await client.statistics();
  expect({ executables, runs, buffers, values }).toEqual({ executables: 0, runs: 0, buffers: 0, values: 0 });
  client.dispose();
});

test.each(['{}', '{ threads: 2 }', '{ worker: true, threads: 2 }'])(
  'the process ends by itself after a failure: %s',
  (options) => {
    const program = `
      import { Client, parseHlo } from 'hloom';
      const client = await Client.create(${options});
      const executable = await client.compile(parseHlo(\`HloModule m
        add { a = f32[] parameter(0)
          b = f32[] parameter(1)
          ROOT s = f32[] add(a, b) }
        meet { x = f32[] parameter(0)
          ROOT y = f32[] all-reduce(x), replica_groups={}, to_apply=add }
        leave { ROOT x = f32[] parameter(0) }
        ENTRY e { x = f32[] parameter(0)
          i = u32[] replica-id()
          zero = u32[] constant(0)
          first = pred[] compare(i, zero), direction=EQ
          ROOT r = f32[] conditional(first, x, x), true_computation=meet, false_computation=leave }\`), { replicas: 2 });
      await executable.runReplicated([[1], [2]]).catch(({ rule }) => console.log(rule));`;
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: root,
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'comm.c2\n' });
  },
);
