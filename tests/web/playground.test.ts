// The playground in Chromium, once: a dropped dump is read, run and shown, an instruction in its middle is selected, and
// an error is underlined. The bytes of the download are counted. playground.long.test.ts has the rest.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './support/eventually.js';
import { dropped, editing, status } from './support/playground.js';
import { downloadSize, loadedBy, readBuilt } from './support/scripts.js';
import { openSite, siteDirectory, type Site } from './support/site.js';

test('the playground has at most 90 KB of scripts of its own, its Workers included, and other pages keep none of them', () => {
  const shared = loadedBy('index.html');
  const own = [...loadedBy('playground/index.html')].filter((path) => path.endsWith('.js') && !shared.has(path));
  expect(own.some((path) => path.includes('playground-layout-worker'))).toBe(true);
  expect(own.reduce((sum, path) => sum + downloadSize(path), 0)).toBeLessThan(90_000);
  const kept = new Set([...readBuilt('service-worker.js').matchAll(/url:"([^"]+)"/g)].map(([, url]) => url));
  const late = readdirSync(join(siteDirectory, 'assets'))
    .filter((name) => /^(playground-|editor-|editing-|merge-|compare-view-|sandbox-|highlighting-)/.test(name))
    .map((name) => `assets/${name}`);
  expect(late.length).toBeGreaterThanOrEqual(7);
  // Lessons show errors as the playground does.
  const others = ['learn/index.html', 'layout/index.html', 'embed/index.html'].flatMap((page) => [...loadedBy(page)]);
  const alone = own.filter((path) => !others.includes(path));
  expect(alone.length).toBeGreaterThan(0);
  expect([...alone, ...late, 'playground/'].filter((path) => kept.has(path))).toEqual([]);
});

describe('in Chromium', () => {
  let site: Site;

  beforeAll(async () => {
    site = await openSite();
  });

  afterAll(() => site.close());

  const dump = `HloModule jit_f, entry_computation_layout={(f32[3]{0})->f32[3]{0}}

ENTRY %main.4 (Arg_0.1: f32[3]) -> f32[3] {
  %Arg_0.1 = f32[3]{0} parameter(0), metadata={op_name="x"}
  %multiply.2 = f32[3]{0} multiply(f32[3]{0} %Arg_0.1, f32[3]{0} %Arg_0.1)
  ROOT %negate.3 = f32[3]{0} negate(f32[3]{0} %multiply.2)
}
`;

  test('a dropped dump runs, and an instruction in its middle shows its value', async () => {
    await site.visit('playground/', async (page) => {
      // The editor takes the place of a still text, line for line.
      await status(page, /Ran 15 instructions/);
      const root = page.locator('.editor .at-result', { hasText: 'ROOT %softmax.5' });
      const place = async (): Promise<number> => (await root.boundingBox())?.y ?? NaN;
      const before = await place();
      expect(await page.locator('.cm-editor').count()).toBe(0);
      // The words of the token below the mouse come with the editor.
      await root.getByText('divide').hover();
      await page.locator('.token-words', { hasText: 'Divides' }).waitFor();
      await page.mouse.move(0, 0);
      await editing(page);
      await eventually(place, (y) => expect(y).toBeCloseTo(before, 0));
      await dropped(page, [{ name: 'module_0001.jit_f.before_optimizations.txt', content: dump }]);
      await status(page, /Ran 3 instructions/);
      await page.locator('.cm-line', { hasText: '%multiply.2 =' }).click();
      await page.locator('.value-head h2', { hasText: '%multiply.2 = multiply' }).waitFor();
      await page.locator('.statistics', { hasText: 'f32[3]: 3 elements' }).waitFor();
      const values = page.locator('value-view .cell');
      expect(await values.count()).toBe(3);
      expect(await page.locator('.cm-line.at-lhs').innerText()).toContain('%Arg_0.1 =');
      // A mistake is underlined at its place, and what was shown stays.
      await page.locator('.cm-line', { hasText: 'ROOT' }).getByText('negate', { exact: true }).dblclick();
      await page.keyboard.type('negat');
      await page.locator('.program .verdict.bad', { hasText: 'did you mean negate?' }).waitFor();
      expect(await page.locator('.cm-lintRange-error').innerText()).toBe('negat');
      expect(await page.locator('.program .verdict.bad').innerText()).toContain('Still showing the last program');
      expect(await page.evaluate(() => (globalThis as { shifts?: number }).shifts)).toBeLessThan(0.1);
    });
  });
});
