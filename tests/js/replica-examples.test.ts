// The examples on several devices: what they print, and that they compare it with what one device computes.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

function linesOf(example: string): string[] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(__dirname, '../../examples/replicas', example)],
    {
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.filter((line) => line.length > 110)).toEqual([]);
  return lines;
}

test('data-parallel training learns what one device learns', () => {
  const lines = linesOf('data-parallel.mjs');
  const rows = lines.slice(1, 6).map((line) => line.trim().split(/ +/).map(Number));
  expect(rows.map(([step]) => step)).toEqual([1, 10, 50, 100, 200]);
  for (const [, alone = NaN, together = NaN] of rows) expect(Math.abs(alone - together)).toBeLessThan(1e-5);
  const losses = rows.map(([, loss = NaN]) => loss);
  expect(losses).toEqual([...losses].sort((a, b) => b - a));
  expect(losses[4]).toBeLessThan(0.02);
  expect(lines[7]).toBe('The replicas have equal weights, to the last bit.');
  expect(lines[8]).toMatch(/by (0\.0e\+0|\d\.\de-[5-9]) at most/);
});

test('layers in parts give what the whole layers give', () => {
  const lines = linesOf('tensor-parallel.mjs');
  expect(lines[1]).toMatch(/^ {2}0 +-32 +26 +4 .* -32 +26 +4 .* of partition 0$/);
  expect(lines.at(-1)).toBe('All 128 elements are equal.');
});

test('the pipeline gives what its stages give', () => {
  const lines = linesOf('ring-pipeline.mjs');
  expect(lines[1]?.trim().split(/ +/)).toEqual(['a', '1', '0', '-1', '1', '10', '8', '8', '6', '10', '8', '8', '6']);
  expect(lines.at(-1)).toBe('6 micro-batches through 4 stages took 9 rounds, and the results are equal.');
});
