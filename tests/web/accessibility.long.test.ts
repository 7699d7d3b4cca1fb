// axe-core finds nothing on any page, in light and dark, on a desktop and on a phone; and no page
// scrolls sideways.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { bringAxe, violations } from './support/axe.js';
import { tooWide } from './support/narrow.js';
import { publicPages } from './support/pages.js';
import { openSite, siteDirectory, type Site } from './support/site.js';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(async () => {
  await site.close();
});

const devices: Readonly<Record<string, BrowserContextOptions>> = {
  'a desktop': { viewport: { width: 1280, height: 900 } },
  'a phone': { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};

/** The states of the lab, and of every element, that must be accessible. */
const states = {
  legal: 'lhs=f32[2,3]&rhs=f32[3]&dims={1}',
  illegal: 'lhs=f32[2,3]&rhs=f32[3]&dims={0}',
  loose: 'lhs=f32[2,3]&rhs=f32[3]&dims=',
  mistaken: 'lhs=f32[2,&rhs=f32[3]&dims=x',
  scalars: 'lhs=f32[]&rhs=f32[]&dims=',
  'rank 3': 'lhs=f32[2,3,4]&rhs=f32[3]&dims={1}',
  'rank 5': 'lhs=f32[2,2,2,2,2]&rhs=f32[2]&dims={4}',
  'no elements': 'lhs=f32[0,3]&rhs=f32[3]&dims={1}',
  'many elements': 'lhs=f32[1000,50]&rhs=f32[50]&dims={1}',
};

const addresses = [
  ...Object.entries(states).map(([name, hash]) => [`the lab, ${name}`, `#${hash}`] as const),
  ...[...publicPages.slice(1), 'workbench/'].map((path) => [path, path] as const),
  ...['alignment', 'scrubber', 'stage', 'broadcast', 'code-panel', 'memory-strip', 'order-chips'].map(
    (name) => [`workbench, ${name}`, `workbench/#${name}`] as const,
  ),
];

test('the pages are there', () => {
  expect(publicPages).toEqual(expect.arrayContaining(['', 'embed/']));
  expect(existsSync(join(siteDirectory, 'workbench/index.html'))).toBe(true);
});

describe.each(Object.entries(devices))('%s', (_, device) => {
  test.each(addresses)('%s', async (_, address) => {
    const body = async (page: Page): Promise<void> => {
      await page.waitForLoadState('networkidle');
      await bringAxe(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect([colorScheme, await violations(page)]).toEqual([colorScheme, []]);
      }
      expect(await page.evaluate(tooWide)).toEqual([]);
    };
    await site.visit(address, body, device);
  });
});
