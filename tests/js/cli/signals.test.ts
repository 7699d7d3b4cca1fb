// Ctrl+C while a program runs: it stops at once. signals.long.test.ts has other signals, and every moment of a run.
import { readdirSync } from 'node:fs';
import { longInstructionText } from '../support/programs.js';
import { folder, hloom, interrupt, makeFiles, save } from './support.js';

beforeAll(async () => {
  await makeFiles();
  // Says that it runs, and computes one instruction for hours.
  save('long.hlo', longInstructionText(2 ** 22, 'started'));
  save('says.mjs', "export const started = ([x]) => { process.stdout.write('started\\n'); return x; };\n");
});

test('hloom run inside of one long instruction: SIGINT', async () => {
  const files = readdirSync(folder);
  const ended = await interrupt(['run', 'long.hlo', '--custom-calls', 'says.mjs'], 'SIGINT');
  expect(ended).toEqual({ code: 130, signal: null, out: 'started\n', err: '' });
  expect(readdirSync(folder)).toEqual(files);
});

test('--limit-ms', () => {
  const { code, out, err } = hloom(['run', 'endless.pb', '--arg', '0', '--limit-ms', '100']);
  expect({ code, out }).toEqual({ code: 4, out: '' });
  expect(err).toMatch(/^hloom run: DEADLINE_EXCEEDED \[limits\.c4\].*limit of 100 milliseconds\n/);
  expect(err).toMatch(/raise --limit-ms\n/);
});

// The text is the same, whichever thread ends the run.
test.each([
  ['run', 'never returns', '() => { for (;;); }'],
  ['bench', 'never returns', '() => { for (;;); }'],
  ['run', 'never answers', '() => new Promise(() => setInterval(() => {}, 1000))'],
])('--limit-ms ends hloom %s with a function that %s', (name, _, fn) => {
  save('late.hlo', 'ENTRY e { x = f32[] constant(1)\n ROOT y = f32[] custom-call(x), custom_call_target="late" }\n');
  save('late.mjs', `export const late = ${fn};\n`);
  const { code, out, err } = hloom([name, 'late.hlo', '--custom-calls', 'late.mjs', '--limit-ms', '100']);
  expect({ code, out }).toEqual({ code: 4, out: '' });
  const [headline, passed, waits, help, place, ...rest] = err.split('\n');
  expect(headline).toMatch(/^hloom \w+: DEADLINE_EXCEEDED \[limits\.c4\] run: .* limit of 100 milliseconds$/);
  expect(passed).toMatch(/^ {2}[1-9]\d+ milliseconds passed, and 2 instructions began$/);
  expect(waits).toBe('  it waits at custom-call %y in computation "e" for the host');
  expect(help).toMatch(/^ {2}help: .*raise --limit-ms$/);
  expect([place, ...rest]).toEqual(['  at %y in computation "e"', '']);
});

test('a function that answers in time is not ended', () => {
  save('calls.hlo', 'ENTRY e { x = f32[] constant(1)\n ROOT y = f32[] custom-call(x), custom_call_target="same" }\n');
  save('same.mjs', 'export const same = ([x]) => x;\n');
  const words = ['run', 'calls.hlo', '--custom-calls', 'same.mjs', '--limit-ms', '20000'];
  expect(hloom(words)).toEqual({ code: 0, out: 'f32[] 1\n', err: '' });
});
