// Each page of the site, visited once with threads, as browsers have them: the engine's answer is drawn, a question is
// asked and a mistake is made. The page logs no error, axe-core finds nothing, and nothing is wider than the window.
// The files *.long.test.ts have every page's states, devices and colors.
import type { Page } from 'playwright-core';
import { countAnswers } from '../../scripts/lib/counted-bytes.mjs';
import { bringAxe, violations } from './support/axe.js';
import { openPage } from './support/chromium.js';
import { array, ask, computed, field, showing, verdict } from './support/lab.js';
import { tooWide } from './support/narrow.js';
import { publicPages } from './support/pages.js';
import { realTroubles, untilKept, variantOf } from './support/service-worker.js';
import { saved } from './support/saved.js';
import { openSite, phone, type Site } from './support/site.js';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

/** Visits a page, and holds what every page must keep to once its engine has answered. */
async function visit(path: string, body: (page: Page) => Promise<void>): Promise<void> {
  await site.visit(path, async (page) => {
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    // A machine of one processor has one thread.
    expect(await page.locator('platform-note').innerText()).toMatch(
      /^WebAssembly with SIMD runs here\. (The pictures need one thread; .* \d+ in|Programs have one thread in) this browser/,
    );
    await body(page);
    await bringAxe(page);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(tooWide)).toEqual([]);
    await page.setViewportSize(phone.viewport);
    // Pictures that measure their room are drawn again in a frame after the one that has the new width.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.evaluate(tooWide)).toEqual([]);
  });
}

test('all pages are visited here, or in operations.test.ts, playground.test.ts and replicas.test.ts', () => {
  expect(publicPages).toEqual(['', 'learn/', 'operations/', 'playground/', 'replicas/', 'layout/', 'embed/']);
});

test('the lab computes the first example and what is typed, and teaches by a mistake', async () => {
  await visit('', async (page) => {
    await computed(page, '1,2');
    const first = { '0,0': '100', '0,1': '201', '0,2': '302', '1,0': '103', '1,1': '204', '1,2': '305' };
    await showing(page, 'result', first);
    expect(await verdict(page).innerText()).toBe('f32[2,3] + f32[3] on dimension 1 → f32[2,3]');

    await ask(page, 's32[2,2]', 's32[2]', '0');
    await page.locator('select[name="op"]').selectOption('mul');
    await showing(page, 'result', { '0,0': '0', '0,1': '100', '1,0': '400', '1,1': '600' });

    await ask(page, 'f32[2,3]', 'f32[3]', '{0}');
    await page.locator('.verdict.bad').waitFor();
    expect(await verdict(page).innerText()).toContain('On dimension 0 the vector needs 2 elements, or 1. broadcast.c2');
    expect(await array(page, 'result').count()).toBe(0);
    await page.getByRole('button', { name: 'Move rhs to dimension 1', exact: true }).click();
    await computed(page, '1,2');
    expect(await field(page, 'dims').inputValue()).toMatch(/^\{?1\}?$/);
    await page.getByRole('tab', { name: 'HLO', exact: true }).click();
    expect(await page.locator('#code pre').textContent()).toContain('ENTRY');
  });
});

test('a lesson takes a prediction, says what the engine computes, and asks on', async () => {
  await visit('learn/?seed=7#purpose', async (page) => {
    const input = page.locator('lesson-task input');
    await input.fill('13');
    await input.press('Enter');
    await page.locator('.outcome.wrong').waitFor();
    expect(await page.locator('.diagnosis').innerText()).toContain('13 is result[1,1]. Indices count from 0');
    // The answer is not on the page before it is given, or missed three times.
    expect(await page.locator('hloom-array[data-name=result] [data-index="1,2"]').textContent()).toBe('13');
    await input.fill('15');
    await input.press('Enter');
    await page.locator('.outcome.right').waitFor();
    expect(await page.locator('hloom-array[data-name=result] [data-index="1,2"]').textContent()).toBe('15');
    await page.getByRole('button', { name: 'Practice' }).click();
    await page.getByText('Practice 1 of 3').waitFor();
    expect(await page.locator('lesson-bar li').count()).toBeGreaterThan(5);
  });
});

test('the layout page draws memory, follows what is typed, and refuses a layout that is none', async () => {
  await visit('layout/', async (page) => {
    const memory = (): Promise<(string | null)[]> =>
      page
        .locator('#memory memory-strip .slot')
        .evaluateAll((slots) =>
          slots
            .sort((a, b) => Number(a.getAttribute('data-place')) - Number(b.getAttribute('data-place')))
            .map((slot) => slot.querySelector('.cell')?.textContent ?? null),
        );
    const shape = page.locator('layout-controls input[name="shape"]');
    const answer = page.locator('#layout-answer .verdict');
    await page.getByRole('tab', { name: 'Transpose' }).click();
    await page.locator('.way[data-way="transpose"] .ran', { hasText: 'The engine ran it' }).waitFor();
    await page.getByRole('tab', { name: 'Memory' }).click();
    expect(await memory()).toEqual([...'abcdef']);
    await shape.fill('f32[2,3]{0,0}');
    await page.locator('#layout-answer .verdict.bad').waitFor();
    expect(await answer.locator('.rule').textContent()).toMatch(/^\w+\.c\d+$/);
    await shape.fill('f32[2,3]{0,1}');
    await page.locator('#layout-answer .verdict:not(.bad)').waitFor();
    expect(await memory()).toEqual([...'adbecf']);
  });
});

test('the page on embedding has live elements, and the HTML beside each follows it', async () => {
  await visit('embed/', async (page) => {
    const example = page.locator('#lower-rank');
    const html = example.locator('copy-block pre');
    await example.locator('hloom-array.result [data-index="1,2"]:text-is("305")').waitFor();
    expect(await html.innerText()).toContain('\n  dims="1"\n');
    await example.locator('hloom-alignment [role="slider"]').focus();
    await page.keyboard.press('ArrowLeft');
    await example.locator('.verdict.bad').waitFor();
    expect(await example.locator('.verdict .rule').first().textContent()).toBe('broadcast.c2');
    expect(await html.innerText()).toContain('\n  dims="0"\n');
  });
});

test('a first visit loads each file once, and the second, which the service worker answers, computes', async () => {
  const { page, troubles } = await openPage(site.browser);
  const counted = countAnswers();
  await page.goto(site.url);
  await untilKept(page);
  counted.stop();
  const hashed = counted.answers.filter(({ path }) => path.startsWith('/assets/')).map(({ path }) => path);
  expect(hashed.filter((path, place) => hashed.indexOf(path) !== place)).toEqual([]);
  expect(hashed.filter((path) => path.endsWith('.wasm'))).toEqual([expect.stringMatching(/hloom-[0-9a-f]+\.wasm$/)]);
  expect(hashed.filter((path) => path.includes('web.worker'))).toEqual([]);
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await variantOf(page)).toMatch(/^simd/);
  await computed(page, '1,2');
  expect(realTroubles(troubles)).toEqual([]);
  await page.context().close();
});

test('the front page has its first picture before any script, and does not move when the engine takes over', async () => {
  const { page: still } = await openPage(site.browser, { javaScriptEnabled: false });
  await still.goto(site.url);
  const box = (page: Page): Promise<unknown> =>
    page.locator('lab-page hloom-array.result [data-index="1,2"]:text-is("305")').boundingBox();
  // Without scripts a line says that they are needed.
  const line = (await still.locator('.noscript').boundingBox())?.height ?? 0;
  const drawn = (await box(still)) as { x: number; y: number };
  await still.context().close();
  await site.visit('', async (page) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const { x, y } = (await box(page)) as { x: number; y: number };
    expect(x).toBeCloseTo(drawn.x, 0);
    expect(y).toBeCloseTo(drawn.y - line, 0);
    expect(await page.evaluate(() => (globalThis as { shifts?: number }).shifts)).toBeLessThan(0.01);
  });
});

test('the lab is shared as a link, as code and as a picture', async () => {
  await site.visit('#lhs=f32[2,1]&rhs=f32[1,3]&dims=&op=mul', async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await computed(page, '1,2');
    const copied = async (name: string, told: string): Promise<string> => {
      await page.getByRole('button', { name, exact: true }).click();
      await page.locator('share-menu [role=status]', { hasText: told }).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    await page.locator('share-menu summary').click();
    expect(await copied('Copy link', 'The link is')).toBe(`${site.url}#lhs=f32[2,1]&rhs=f32[1,3]&dims=&op=mul`);
    expect(await copied('Copy embed code', 'The code is')).toMatch(
      /<hloom-broadcast\s+lhs="f32\[2,1\]"\s+rhs="f32\[1,3\]"\s+op="mul"\s*><\/hloom-broadcast>$/,
    );
    const svg = (await saved(page, 'Download SVG')).toString();
    expect(svg.match(/<rect [^>]*stroke="#3b3fc8"/g)).toHaveLength(6);
    expect(svg).toContain('>300</text>');
    expect((await saved(page, 'Download PNG')).subarray(1, 4).toString()).toBe('PNG');
    // Another stage is shared as it is: rhs is not repeated yet, and the result is empty.
    await page.locator('hloom-scrubber').getByRole('button', { name: 'Aligned' }).click();
    const placed = (await saved(page, 'Download SVG')).toString();
    expect(placed.match(/<rect [^>]*stroke="#0f766e"/g)).toHaveLength(3);
    expect(await copied('Copy embed code', 'The code is')).toContain('stage="placed"');
    const link = await copied('Copy link', 'The link is');
    expect(link).toBe(`${site.url}#lhs=f32[2,1]&rhs=f32[1,3]&dims=&op=mul&stage=placed`);
    await page.goto(link);
    await page.reload();
    await page.locator('lab-page:not([still], [inert]) hloom-array.result .cell.blank').first().waitFor();
    await page.locator('share-menu summary').click();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Copy link' }).isVisible()).toBe(false);
  });
});

test('a page for lost links leads back, and the documentation is part of the site', async () => {
  const { page, troubles } = await openPage(site.browser);
  await page.goto(`${site.url}no/such/page`);
  await bringAxe(page);
  expect(await violations(page)).toEqual([]);
  await page.locator('.pages').getByRole('link', { name: 'Docs' }).click();
  expect(new URL(page.url()).pathname).toBe('/docs/');
  await page.locator('.text').getByRole('link', { name: 'Operations' }).click();
  await page.locator('.text').getByRole('link', { name: 'iota', exact: true }).first().click();
  expect(new URL(page.url()).pathname).toBe('/docs/operations/iota.html');
  expect(await page.locator('pre', { hasText: 'b.iota' }).count()).toBeGreaterThan(0);
  await bringAxe(page);
  expect(await violations(page)).toEqual([]);
  // The first address is lost, as it should be.
  expect(troubles.filter((text) => !text.includes('404'))).toEqual([]);
  await page.context().close();
});
