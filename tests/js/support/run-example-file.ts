// A file of examples, run as `npm start` runs it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const root = join(__dirname, '../../..');

export function runNode(args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, output: stdout + stderr };
}

/** Holds that a file runs alone, fits 100 columns and is right. */
export function expectExamplesRight(file: string): void {
  const { status, output } = runNode([file]);
  expect({ status, wrong: /^WRONG$/m.test(output) }).toEqual({ status: 0, wrong: false });
  expect(output.split('\n').filter((line) => line.length > 100)).toEqual([]);
  const [, right, all] = /^(\d+) of (\d+) examples as expected/m.exec(output) ?? [];
  expect(right).toBe(all);
  for (const section of ['Program', 'Explanation', 'Result']) expect(output).toMatch(new RegExp(`^${section}$`, 'm'));
  // learning-examples.test.ts tests the learning; here all parts must run, in order. Those from JAX check themselves.
  const learning = /^picture 1: .*^step 0: .*^XOR: .*^Two moons: /ms;
  const fromJax = /^the first step differs .*^step 1000: loss 0\.000.*^the block differs .* \. \. \. \. \. x x x$/ms;
  for (const part of [learning, fromJax]) expect(part.test(output)).toBe(file === 'examples/index.mjs');
}
