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

test.each(['run', 'bench'])('--limit-ms ends hloom %s inside of a function that never returns', (name) => {
  save('loops.hlo', 'ENTRY e { x = f32[] constant(1)\n ROOT y = f32[] custom-call(x), custom_call_target="loops" }\n');
  save('loops.mjs', 'export const loops = () => { for (;;); };\n');
  const words = [name, 'loops.hlo', '--custom-calls', 'loops.mjs', '--limit-ms', '100'];
  const { code, out, err } = hloom(words);
  expect({ code, out }).toEqual({ code: 4, out: '' });
  expect(err).toMatch(
    /^hloom \w+: DEADLINE_EXCEEDED \[limits\.c4\] run: .* limit of 100 milliseconds\n {2}\d+ milliseconds passed\n/,
  );
  expect(err).toMatch(/ {2}help: .*raise --limit-ms\n {2}at custom call "loops"\n$/);
});

test('a function that answers in time is not ended', () => {
  save('calls.hlo', 'ENTRY e { x = f32[] constant(1)\n ROOT y = f32[] custom-call(x), custom_call_target="same" }\n');
  save('same.mjs', 'export const same = ([x]) => x;\n');
  const words = ['run', 'calls.hlo', '--custom-calls', 'same.mjs', '--limit-ms', '20000'];
  expect(hloom(words)).toEqual({ code: 0, out: 'f32[] 1\n', err: '' });
});
