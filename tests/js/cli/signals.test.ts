// Ctrl+C and `kill` while a program runs: it stops at once, whatever it is doing, and nothing is left behind.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { folder, hloom, makeFiles, save, startHloom } from './support.js';

/** Says that it runs, and computes one instruction for hours. */
const program = `HloModule long
sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  c = f32[] add(a, b)
  ROOT d = f32[] sine(c)
}
ENTRY e {
  one = f32[] constant(1)
  x = f32[] custom-call(one), custom_call_target="started"
  zero = f32[] constant(0)
  wide = f32[4194304] broadcast(x), dimensions={}
  ROOT sums = f32[2097152] reduce-window(wide, zero), window={size=2097153}, to_apply=sum
}
`;

beforeAll(async () => {
  await makeFiles();
  save('long.hlo', program);
  const says = "process.stdout.write('started\\n');";
  save('says.mjs', `export const started = ([x]) => { ${says} return x; };\n`);
  save('hangs.mjs', `export const started = () => { ${says} for (;;); };\n`);
  save(
    'waits.mjs',
    `export const started = () => { ${says} return new Promise(() => setInterval(() => {}, 1e6)); };\n`,
  );
});

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Sends the signal a moment after the process has said that it started. */
async function interrupt(words: readonly string[], signal: NodeJS.Signals): Promise<Ended> {
  const child = startHloom(words);
  const texts = { out: '', err: '' };
  const started = new Promise<void>((resolve) => {
    child.stdout?.on('data', (data: Buffer) => {
      texts.out += data.toString();
      if (texts.out.includes('started')) resolve();
    });
    child.once('exit', () => {
      resolve();
    });
  });
  child.stderr?.on('data', (data: Buffer) => {
    texts.err += data.toString();
  });
  const ended = endOf(child);
  await started;
  await turn(200);
  child.kill(signal);
  return { ...(await ended), ...texts };
}

function endOf(child: ChildProcess): Promise<Pick<Ended, 'code' | 'signal'>> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal });
    });
  });
}

const turn = (milliseconds: number): Promise<void> => new Promise((done) => void setTimeout(done, milliseconds));

test.each([
  ['run', 'SIGINT', 130],
  ['run', 'SIGTERM', 143],
  ['bench', 'SIGINT', 130],
  ['bench', 'SIGTERM', 143],
] as const)('hloom %s inside of one long instruction: %s', async (command, signal, code) => {
  const files = readdirSync(folder);
  const ended = await interrupt([command, 'long.hlo', '--custom-calls', 'says.mjs'], signal);
  expect(ended).toEqual({ code, signal: null, out: 'started\n', err: '' });
  expect(readdirSync(folder)).toEqual(files);
});

test('while a custom call is waited for, which keeps its process alive', async () => {
  const ended = await interrupt(['run', 'long.hlo', '--custom-calls', 'waits.mjs'], 'SIGTERM');
  expect(ended).toEqual({ code: 143, signal: null, out: 'started\n', err: '' });
});

test('while a custom call gives nothing else its turn: the signal ends the process by itself', async () => {
  const ended = await interrupt(['run', 'long.hlo', '--custom-calls', 'hangs.mjs'], 'SIGINT');
  expect(ended).toEqual({ code: null, signal: 'SIGINT', out: 'started\n', err: '' });
});

test('two signals in a row', async () => {
  const child = startHloom(['run', 'long.hlo', '--custom-calls', 'says.mjs']);
  const ended = endOf(child);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  await turn(200);
  child.kill('SIGINT');
  child.kill('SIGTERM');
  const { code, signal } = await ended;
  expect(signal).toBeNull();
  expect([130, 143]).toContain(code);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s in a loop without end: a trace is whole up to there', async (name, code) => {
  const path = join(folder, `${name}.txt`);
  const child = startHloom(['run', 'endless.pb', '--arg', '0', '--trace', `${name}.txt`]);
  const ended = endOf(child);
  while (!existsSync(path) || statSync(path).size === 0) await turn(20);
  child.kill(name);
  expect(await ended).toEqual({ code, signal: null });
  expect(readFileSync(path, 'utf8').split('\n').at(-1)).toBe('');
});

test('--limit-ms', () => {
  const { code, out, err } = hloom(['run', 'endless.pb', '--arg', '0', '--limit-ms', '100']);
  expect({ code, out }).toEqual({ code: 4, out: '' });
  expect(err).toMatch(/^hloom run: DEADLINE_EXCEEDED \[limits\.c4\].*limit of 100 milliseconds\n/);
  expect(err).toMatch(/raise --limit-ms\n/);
  expect(hloom(['run', 'count.pb', '--arg', '9', '--limit-ms', '60000'])).toEqual({
    code: 0,
    out: 's32[] 10\n',
    err: '',
  });
  expect(hloom(['bench', 'long.hlo', '--custom-calls', 'says.mjs', '--limit-ms', '100'])).toMatchObject({ code: 4 });
  // A function that goes on does not keep the command.
  expect(hloom(['run', 'long.hlo', '--custom-calls', 'waits.mjs', '--limit-ms', '100'])).toEqual({
    code: 4,
    out: 'started\n',
    err: expect.stringMatching(/DEADLINE_EXCEEDED/) as string,
  });
  expect(hloom(['run', 'count.pb', '--arg', '9', '--limit-ms', 'soon'])).toMatchObject({ code: 2 });
});
