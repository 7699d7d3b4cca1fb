import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unbrokenRules } from '../../scripts/lib/raised-rules.mjs';

describe('the rules that no test broke', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hloom-rules-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const report = (name: string, raised: string[]) => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify({ rules: ['add.c1', 'dot.c1', 'sort.c1'], raised }));
    return file;
  };

  it('are those that no shard and no program raised', () => {
    const files = [report('a', ['add.c1', 'made_up.c1']), report('b', ['sort.c1', 'add.c1'])];
    expect(unbrokenRules(files)).toEqual(['dot.c1']);
    expect(unbrokenRules([...files, report('c', ['dot.c1'])])).toEqual([]);
  });

  it('are not known while a report is missing', () => {
    expect(unbrokenRules([report('a', []), join(folder, 'missing')])).toBeUndefined();
  });
});
