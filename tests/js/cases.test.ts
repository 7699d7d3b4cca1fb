// Every case of tests/cases, through the package, on both variants.
import { Client } from 'hloom';
import { nothingHeld } from './support/engines.js';
import { builderRows, caseFiles } from './support/case-files.js';
import { runCase } from './support/case-runner.js';

const rows = builderRows();

describe.each([
  ['simd', 1],
  ['simd-threads', 2],
])('%s', (variant, threads) => {
  let client: Client;

  beforeAll(async () => {
    client = await Client.create({ threads });
    expect(client.platform).toMatchObject({ variant, threads });
  });

  afterAll(() => {
    client.dispose();
  });

  describe.each(caseFiles())('%s', (_, { cases }) => {
    test.each(cases.map((testCase) => [testCase.name, testCase] as const))('%s', async (_name, testCase) => {
      expect(await runCase(client, rows, testCase)).toBe('');
    });
  });

  test('nothing is left in the engine', async () => {
    expect(await client.statistics()).toMatchObject(nothingHeld);
  });
});
