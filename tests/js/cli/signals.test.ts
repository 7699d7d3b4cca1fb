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
