// The examples in Node: all together, and what happens to one that is wrong. examples.long.test.ts has each file alone.
import { expectExamplesRight, runNode } from './support/run-example-file.js';

test('all examples run, fit 100 columns and are right', () => {
  expectExamplesRight('examples/index.mjs');
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
