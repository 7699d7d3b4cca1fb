// The lock that keeps two builds out of one directory.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const lock = join(root, 'scripts/lib/lock.mjs');

/** A process that writes what it does into a log while it has the lock; what it prints, when it has ended. */
function holder(name: string, id: string, log: string, step: string, onOutput?: () => void): Promise<string> {
  const script = `
    import { appendFileSync, existsSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { withLock } from ${JSON.stringify(lock)};
    const write = (text) => appendFileSync(${JSON.stringify(log)}, '${id} ' + text + '\\n');
    await withLock('${name}', async () => { ${step} }).catch((error) => write(error.message));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
      onOutput?.();
    });
  }
  return new Promise((resolve) => child.on('close', () => { resolve(output); })); // prettier-ignore
}

const locks = join(root, 'build/locks');
const name = `test-${process.pid}`;
const log = join(locks, `${name}.log`);

beforeEach(() => {
  mkdirSync(locks, { recursive: true });
  writeFileSync(log, '');
});
afterEach(() => {
  rmSync(log);
});

test('one at a time, and the others wait', async () => {
  const ids = ['a', 'b', 'c'];
  // The first one keeps the lock until both others have said that they wait.
  const go = `${log}.go`;
  const step = `write('begins'); while (!existsSync(${JSON.stringify(go)})) await sleep(20); write('ends');`;
  let waiting = 0;
  const onOutput = () => {
    waiting += 1;
    if (waiting === 2) writeFileSync(go, '');
  };
  const outputs = await Promise.all(ids.map((id) => holder(name, id, log, step, onOutput)));
  rmSync(go);
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(6);
  for (let i = 0; i < 6; i += 2) {
    const id = lines[i]?.[0] ?? '';
    expect([lines[i], lines[i + 1]]).toEqual([`${id} begins`, `${id} ends`]);
  }
  expect(outputs.filter((output) => /^waiting for process \d+, which is at test-/.test(output))).toHaveLength(2);
  expect(existsSync(join(locks, name))).toBe(false);
});

test('a step that fails gives the lock back', async () => {
  await holder(name, 'a', log, "throw new Error('failed');");
  await holder(name, 'b', log, "write('runs');");
  expect(readFileSync(log, 'utf8')).toBe('a failed\nb runs\n');
});

test('the lock of a process that was killed counts for nothing', async () => {
  await holder(name, 'a', log, "write('begins'); process.kill(process.pid, 'SIGKILL'); await sleep(10_000);");
  expect(existsSync(join(locks, name))).toBe(true);
  expect(await holder(name, 'b', log, "write('runs');")).toBe('');
  expect(readFileSync(log, 'utf8')).toBe('a begins\nb runs\n');
});
