// Every case of tests/cases, through the package, on one variant of the WebAssembly.
import { Client } from 'hloom';
import { nothingHeld } from './engines.js';
import { builderRows, caseFiles } from './case-files.js';
import { runCase } from './case-runner.js';

/** Adds a test for each case. */
export function testEveryCase(variant: 'simd' | 'simd-threads', threads: number): void {
  const rows = builderRows();
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
}
