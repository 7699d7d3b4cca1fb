// Runs on several devices whose engine is lost, and processes in which such runs failed.
import { Client, parseHlo } from 'hloom';
import { allEngines } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';
import { early } from '../support/replica-failures.js';
import { runScript } from '../support/scripts.js';
import { startedWorkers } from '../support/started-workers.js';
import { turn } from '../support/turn.js';
import { asking, late } from './waiting-programs.js';

describe('an engine that is lost during a run on several devices', () => {
  const started = startedWorkers();
  const lost = { code: 'ABORTED', rule: 'js.c14', help: /a new instance takes the place/ };

  test.each([
    ['one thread', { worker: true }],
    ['two threads', { worker: true, threads: 2 }],
  ])('its Worker dies, %s', async (_, options) => {
    const client = await Client.create(options);
    const executable = await client.compile(parseHlo(late), { replicas: 3 });
    const pending = expectError(() => executable.runReplicated([[1], [2], [1]]), {
      ...lost,
      message:
        /its Worker ended with code 1.*\n(.*\n)* {2}device 0 waits at [a-z-]+ %\w+ .* for device 1\n {2}device 1 runs\n/,
    });
    // On a busy machine it takes a while until the Worker has told where its devices are.
    await turn(300);
    const before = started.length;
    await started[0]?.terminate();
    await pending;
    const results = await executable.runReplicated([[1], [1], [-1]]);
    expect(results.map((result) => result.toArray())).toEqual([1, 1, 1]);
    expect(started.length).toBeGreaterThan(before);
    client.dispose();
  });

  test('a thread of its pool fails', async () => {
    const client = await Client.create({ threads: 2 });
    const executable = await client.compile(parseHlo(late), { replicas: 3 });
    const pending = expectError(() => executable.runReplicated([[1], [2], [2]]), {
      ...lost,
      message: /boom\n {2}device 0 waits at [a-z-]+ %\w+ .* for devices 1, 2\n {2}device 1 runs\n/,
    });
    await turn(50);
    started[0]?.emit('error', new Error('boom'));
    await pending;
    const results = await executable.runReplicated([[1], [1], [1]]);
    expect(results.map((result) => result.toArray())).toEqual([3, 3, 3]);
    client.dispose();
  });

  test('a thread of its pool ends', async () => {
    const client = await Client.create({ threads: 2 });
    const executable = await client.compile(parseHlo(late), { replicas: 3 });
    const pending = expectError(() => executable.runReplicated([[1], [2], [2]]), {
      ...lost,
      message:
        /a thread of the pool ended with code 1.*\n(.*\n)* {2}device 0 waits at [a-z-]+ %\w+ .* for devices 1, 2\n/,
    });
    await turn(50);
    await started[0]?.terminate();
    await pending;
    const results = await executable.runReplicated([[1], [1], [1]]);
    expect(results.map((result) => result.toArray())).toEqual([3, 3, 3]);
    client.dispose();
  });

  test.each(allEngines)('it traps, %s', async (_, options) => {
    const client = await Client.create(options);
    const executable = await client.compile(parseHlo(late), { replicas: 3 });
    const pending = expectError(() => executable.runReplicated([[1], [2], [1]]), lost);
    await turn(50);
    const { trap } = client[Symbol.for('hloom.internal') as never] as { trap: () => Promise<void> };
    await expectError(trap, lost);
    await pending;
    const results = await executable.runReplicated([[1], [1], [1]]);
    expect(results.map((result) => result.toArray())).toEqual([3, 3, 3]);
    client.dispose();
  });

  test.each(allEngines)('its client is disposed, %s', async (_, options) => {
    const client = await Client.create(options);
    const executable = await client.compile(parseHlo(late), { replicas: 3 });
    const pending = expectError(() => executable.runReplicated([[1], [2], [1]]), { code: /./, rule: 'js.c2' });
    await turn(50);
    client.dispose();
    await pending;
  });
});

// Each way to fail, in a process that nothing but the package could keep alive.
const failures: [what: string, text: string, values: number[], options: string, code: string][] = [
  ['devices that wait for ever', early, [1, -1], '{}', 'comm.c2'],
  ['a deadline', late, [1, 2], '{ limits: { rendezvousMilliseconds: 30 } }', 'comm.c3'],
  ['an abort', late, [1, 2], '{ signal: AbortSignal.timeout(50) }', 'js.c15'],
  ['a function that fails', asking, [1, -1], '{}', 'custom_call.c5'],
];

describe.each(allEngines)('a process ends by itself after failed runs, engine %s', (_, options) => {
  test.each([
    ['its client disposed', 'client.dispose();'],
    ['its client left', ''],
  ])('%s', (_, end) => {
    const runs = failures.map(
      ([, text, values, given]) => `{
        const executable = await client.compile(parseHlo(${JSON.stringify(text)}), { replicas: ${values.length} });
        const lists = ${JSON.stringify(values.map((value) => [value]))};
        const error = await executable.runReplicated(lists, ${given}).catch((thrown) => thrown);
        console.log(error.rule);
      }`,
    );
    const { status, output, seconds } = runScript(`
      require('hloom').registerCustomCall('f', () => Promise.reject(new Error('boom')));
      const client = await Client.create(${JSON.stringify(options)});
      ${runs.join('\n')}
      ${end}`);
    expect({ status, output }).toEqual({ status: 0, output: [...failures.map((row) => row[4]), 'end', ''].join('\n') });
    expect(seconds).toBeLessThan(20);
  });
});
