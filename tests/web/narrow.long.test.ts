// No page scrolls sideways, from 320 pixels on: with huge shapes, with many dimensions, and where a
// reader has larger letters.
import type { Page } from 'playwright-core';
import { tooWide } from './support/narrow.js';
import { openSite, type Site } from './support/site.js';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

const addresses = [
  '#lhs=f32[123456789,123456789]&rhs=f32[123456789]&dims={1}',
  '#lhs=f32[9,9,9,9,9]&rhs=f32[9]&dims={4}',
  '#lhs=c128[2,3]&rhs=c128[4]&dims={1}&op=atan2&rhsValues=1',
  '#lhs=f32[2,3,&rhs=f32[3]&dims=nothing-that-is-a-list',
  'layout/#shape=f32[99999,99999,9999,9,9]{4,3,2,0,1}',
  'layout/#shape=f32[20000,30000]{0,1:PAD(30000,500000)ZERO_PAD}',
  'layout/#shape=f32[2,2,2,2,3]{4,3,2,0,1}',
  'layout/#shape=f32[2,3]{0,0}',
  'learn/?seed=7#formal-definition',
  'learn/?seed=7#composition',
  'embed/',
];

const widths = [
  ['320 pixels', 320, ''],
  ['390 pixels and letters of half their size more', 390, 'html { font-size: 150% }'],
  ['720 pixels and letters of twice their size', 720, 'html { font-size: 200% }'],
] as const;

describe.each(widths)('on %s', (_, width, style) => {
  test.each(addresses)('%s', async (address) => {
    const body = async (page: Page): Promise<void> => {
      if (style !== '') await page.addStyleTag({ content: style });
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      expect(await page.evaluate(tooWide)).toEqual([]);
    };
    await site.visit(address, body, { viewport: { width, height: 800 } });
  });
});

test('a size of nine digits can be read in the loom as a whole', async () => {
  const body = async (page: Page): Promise<void> => {
    await page.locator('hloom-stage .block.result').waitFor();
    const cut = await page
      .locator('hloom-alignment input')
      .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
    expect(cut).toEqual([0, 0, 0]);
    const [first, second] = await page.locator('hloom-alignment .sum').evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      }),
    );
    expect(first?.right).toBeLessThan(second?.left ?? 0);
  };
  await site.visit(addresses[0] ?? '', body, { viewport: { width: 360, height: 800 } });
});
