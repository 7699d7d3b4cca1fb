// A teacher prints a page: ink on white, the picture as a whole, and nothing that only a screen can
// use.
import type { Page } from 'playwright-core';
import { computed } from './support/lab.js';
import { openSite, type Site } from './support/site.js';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

/** The width of the paper between its margins: A4 with 1.5 cm on each side, in pixels of CSS. */
const paper = { width: 680, height: 1010 };

const pages = [
  ['the lab', '#lhs=f32[2,3,4]&rhs=f32[3]&dims={1}', 'hloom-stage .block.result', '.tools, .chips, #examples, .tabs'],
  ['a lesson', 'learn/?seed=7#cuboid', 'lesson-question hloom-array', 'lesson-bar'],
  ['the layout lab', 'layout/#shape=f32[2,3,4]{2,0,1}', 'memory-strip .slot', '.layout-fields, .walk'],
] as const;

test.each(pages)('%s on paper', async (_, address, picture, controls) => {
  const body = async (page: Page): Promise<void> => {
    await page.locator(picture).first().waitFor();
    expect(await page.locator(controls).first().isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize(paper);
    // A dark page is printed in ink on white.
    const colors = await page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(document.querySelector('h1') ?? document.body).color,
    ]);
    expect(colors).toEqual(['rgb(255, 255, 255)', 'rgb(27, 27, 31)']);
    for (const hidden of ['.top nav', 'platform-note', 'hloom-scrubber', ...controls.split(', ')]) {
      expect([hidden, await page.locator(hidden).filter({ visible: true }).count()]).toEqual([hidden, 0]);
    }
    expect(await page.locator(picture).first().isVisible()).toBe(true);
    // Pictures that measure their room are drawn again in a frame after the one that has the new width.
    await page.waitForFunction((width) => document.documentElement.scrollWidth === width, paper.width);
    expect((await page.pdf({ format: 'A4' })).toString('latin1')).toMatch(/^%PDF-/);
  };
  await site.visit(address, body, { colorScheme: 'dark' });
});

test('the lab on paper shows the result that the screen shows', async () => {
  await site.visit('#lhs=f32[2,3]&rhs=f32[3]&dims={1}', async (page) => {
    await computed(page, '1,2');
    await page.emulateMedia({ media: 'print' });
    const cells = page.locator('hloom-array.result .cell');
    expect(await cells.allInnerTexts()).toEqual(['100', '201', '302', '103', '204', '305']);
    const exact = await cells.first().evaluate((cell) => getComputedStyle(cell).printColorAdjust);
    expect(exact).toBe('exact');
  });
});
