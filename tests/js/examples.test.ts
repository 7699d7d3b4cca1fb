// The examples in Node: each file alone, all together, and what happens to one that is wrong.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

function runNode(args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, output: stdout + stderr };
}

const files = ['broadcasting', 'operations'].flatMap((folder) =>
  readdirSync(join(root, 'examples', folder))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => `examples/${folder}/${name}`),
);

test.each([...files, 'examples/index.mjs'])('%s runs alone, fits 100 columns and is right', (file) => {
  const { status, output } = runNode([file]);
  expect({ status, wrong: /^WRONG$/m.test(output) }).toEqual({ status: 0, wrong: false });
  expect(output.split('\n').filter((line) => line.length > 100)).toEqual([]);
  const [, right, all] = /^(\d+) of (\d+) examples as expected/m.exec(output) ?? [];
  expect(right).toBe(all);
  for (const section of ['Program', 'Explanation', 'Result']) expect(output).toMatch(new RegExp(`^${section}$`, 'm'));
  // What learns is tested in learning-examples.test.ts; here it counts that all of it is run, in order.
  const learning = /^picture 1: .*^step 0: .*^XOR: .*^Two moons: /ms;
  expect(learning.test(output)).toBe(file === 'examples/index.mjs');
});

test('an example with another value, error or rule is found out', () => {
  const script = `
    import { Client } from 'hloom';
    import { examples } from './examples/broadcasting/index.mjs';
    import { runExample } from './examples/support/run-example.mjs';
    const client = await Client.create();
    const named = (id) => examples.find((example) => example.id === id);
    const problem = async (id, changes) => (await runExample(client, { ...named(id), ...changes })).problem;
    console.log(JSON.stringify([
      await problem('outer', {}),
      await problem('outer', { expected: [[11, 12, 13], [21, 22, 24]] }),
      await problem('outer', { rule: 'broadcast.c2' }),
      await problem('vector-dim-3', { expected: () => 0 }),
      await problem('crossed', { rule: 'broadcast.c1' }),
      await problem('crossed', { rule: undefined }),
    ]));`;
  const { status, output } = runNode(['--input-type=module', '-e', script]);
  expect({ status, output }).toMatchObject({ status: 0 });
  expect(JSON.parse(output)).toEqual([
    '',
    '[[11,12,13],[21,22,24]] was expected, not [[11,12,13],[21,22,23]]',
    'it was not refused',
    expect.stringContaining('was expected, not [[[[1000,2001'),
    'broadcast.c1 was expected',
    'a result was expected',
  ]);
});
