// Ctrl+C and `kill` while a program runs: it stops at once in any state, and leaves nothing behind.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { longInstructionText } from '../support/programs.js';
import { turn } from '../support/turn.js';
import { endOf, folder, hloom, interrupt, makeFiles, save, startHloom } from './support.js';

/** Calls a function for ever. */
const calling = `HloModule calling
condition {
  x = f32[] parameter(0)
  ROOT goes_on = pred[] constant(true)
}
body {
  x = f32[] parameter(0)
  ROOT y = f32[] custom-call(x), custom_call_target="started"
}
ENTRY e {
  one = f32[] constant(1)
  ROOT x = f32[] while(one), condition=condition, body=body
}
`;

/** Takes a while to be read, and then calls a function. */
function bigProgram(): string {
  const lines = Array.from({ length: 60_000 }, (_, index) => `  x${index + 1} = f32[] add(x${index}, x${index})`);
  const call = '  ROOT y = f32[] custom-call(x60000), custom_call_target="started"';
  return ['HloModule big', 'ENTRY e {', '  x0 = f32[] constant(1)', ...lines, call, '}', ''].join('\n');
}

beforeAll(async () => {
  await makeFiles();
  // Says that it runs, and computes one instruction for hours.
  save('long.hlo', longInstructionText(2 ** 22, 'started'));
  save('calling.hlo', calling);
  save('big.hlo', bigProgram());
  save('wide.hlo', 'HloModule wide\nENTRY e { ROOT x = s32[1000000] iota(), iota_dimension=0 }\n');
  const says = "process.stdout.write('started\\n');";
  const once = `let first = true; const say = () => { if (first) { ${says} } first = false; };`;
  save('returns.mjs', `${once} export const started = ([x]) => { say(); return x; };\n`);
  const later = 'new Promise((done) => setTimeout(() => done(x), 1))';
  save('resolves.mjs', `${once} export const started = ([x]) => { say(); return ${later}; };\n`);
  const sleep = "import { execFileSync } from 'node:child_process';";
  save('sleeps.mjs', `${sleep} export const started = () => { ${says} execFileSync('sleep', ['30']); };\n`);
  save('says.mjs', `export const started = ([x]) => { ${says} return x; };\n`);
  save('hangs.mjs', `export const started = () => { ${says} for (;;); };\n`);
  save(
    'waits.mjs',
    `export const started = () => { ${says} return new Promise(() => setInterval(() => {}, 1e6)); };\n`,
  );
});

test.each([
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

test('while a custom call gives nothing else its turn: one signal is enough', async () => {
  const ended = await interrupt(['run', 'long.hlo', '--custom-calls', 'hangs.mjs'], 'SIGINT');
  expect(ended).toEqual({ code: 130, signal: null, out: 'started\n', err: '' });
});

test('while a custom call waits for another process, which no thread can be kept from', async () => {
  const ended = await interrupt(['run', 'long.hlo', '--custom-calls', 'sleeps.mjs'], 'SIGTERM');
  expect(ended).toEqual({ code: null, signal: 'SIGTERM', out: 'started\n', err: '' });
});

/** When a process gets its signal: so long after it was started, or after it has said that it runs. */
type Moment = { readonly start: number } | { readonly said: number };

/** One that goes on all the same is killed after 20 s. */
async function killAt(words: readonly string[], moment: Moment, signal: NodeJS.Signals): Promise<string> {
  const child = startHloom(words);
  const texts = { out: '', err: '' };
  let killer: NodeJS.Timeout | undefined;
  const send = async (milliseconds: number): Promise<void> => {
    await turn(milliseconds);
    child.kill(signal);
    killer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  };
  if ('start' in moment) void send(moment.start);
  child.stdout?.on('data', (data: Buffer) => {
    if (texts.out === '' && 'said' in moment) void send(moment.said);
    texts.out += data.toString();
  });
  child.stderr?.on('data', (data: Buffer) => (texts.err += data.toString()));
  const end = await endOf(child);
  clearTimeout(killer);
  const printed = texts.err === '' && ['', 'started\n'].includes(texts.out) ? '' : `${texts.out}${texts.err}`;
  // Before the command hears signals, they do what they do to any process.
  const asked = end.code === (signal === 'SIGINT' ? 130 : 143) || ('start' in moment && end.signal === signal);
  return asked && printed === '' ? '' : `${signal} at ${JSON.stringify(moment)}: ${JSON.stringify(end)} ${printed}`;
}

const moments = (count: number, every: number): number[] => Array.from({ length: count }, (_, index) => index * every);

test.each<[string, string, string, readonly Moment[]]>([
  ['start, reading, compiling, and a call', 'big.hlo', 'hangs', moments(18, 50).map((start) => ({ start }))],
  ['a call that hangs', 'calling.hlo', 'hangs', moments(6, 1.5).map((said) => ({ said }))],
  ['a call that waits', 'calling.hlo', 'waits', moments(8, 1.5).map((said) => ({ said }))],
  ['calls that return', 'calling.hlo', 'returns', moments(10, 1.3).map((said) => ({ said }))],
  ['calls that resolve', 'calling.hlo', 'resolves', moments(10, 1.3).map((said) => ({ said }))],
])('no signal is lost at any moment of %s', async (_, file, module, when) => {
  const lost: string[] = [];
  const jobs = when.map((moment, index) => ({ moment, signal: index % 2 === 0 ? 'SIGTERM' : 'SIGINT' }) as const);
  const work = async (): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      lost.push(await killAt(['run', file, '--custom-calls', `${module}.mjs`], job.moment, job.signal));
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  expect(lost).toHaveLength(when.length);
  expect(lost.filter((text) => text !== '')).toEqual([]);
});

test('while nobody reads what is printed', async () => {
  const child = startHloom(['run', 'wide.hlo', '--json']);
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(code ?? signal);
    });
  });
  await new Promise((resolve) => child.stdout?.once('readable', resolve));
  await turn(200);
  child.kill('SIGTERM');
  // It ends by itself, or the system ends it where the thread is inside a call of the system: both are 143 to a shell.
  expect([143, 'SIGTERM']).toContain(await exited);
  child.stdout?.resume();
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
