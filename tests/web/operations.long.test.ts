// Every page of the gallery of operations and functions is opened, an input is changed, and the values are those of the
// engine in Node.js. One page of each family has no finding of axe-core, on a desktop and a phone, in light and dark; and keys,
// addresses, playing and printing work.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { init } from 'hloom';
import type { Page } from 'playwright-core';
import { engine } from '../../js/elements/model/computing.js';
import { families, functionFamilies } from '../../web-demo/src/operations/model/families.js';
import { functionGallery } from '../../web-demo/vite/functions.mjs';
import { galleryOf } from '../../web-demo/vite/operations.mjs';
import { bringAxe, violations } from './support/axe.js';
import { change, changeOf, firstTexts, resultsOf } from './support/changes.js';
import { eventually } from './support/eventually.js';
import { arrayOf, cellsOf, computed, litIn, openOperation } from './support/gallery.js';
import { tooWide } from './support/narrow.js';
import { openPage } from './support/chromium.js';
import { realTroubles, untilKept, variantOf } from './support/service-worker.js';
import { openSite, phone, type Site } from './support/site.js';

const opsPath = join(__dirname, '../../build/ops.json');
const gallery = [...galleryOf(JSON.parse(readFileSync(opsPath, 'utf8')), new Map()), ...functionGallery()];

let site: Site;

beforeAll(async () => {
  await init();
  site = await openSite();
});

afterAll(async () => {
  (await engine()).dispose();
  await site.close();
});

/** Pages without values that a change could change, by family. */
const unchanging: Readonly<Record<string, readonly string[]>> = {
  host: [
    // Their results are tokens, which have no values.
    'afterAll',
    'createToken',
    // Their values come from the host, or go there, and a page has no host.
    'customCall',
    'customCallWithComputation',
    'customCallWithLayout',
    'customCallWithComputationAndLayouts',
    'customCallWithConvDnums',
    'infeed',
    'infeedWithToken',
    'outfeed',
    'outfeedWithToken',
    'send',
    'sendWithToken',
    'sendToHost',
    'recv',
    'recvWithToken',
    'recvFromHost',
  ],
};

/** The results of the page, as they are read out. */
const spoken = (page: Page): Promise<string[]> =>
  page
    .locator('hloom-array[data-id^="result"]')
    .evaluateAll((arrays) => arrays.map((array) => (array as unknown as { description: string }).description));

/** Waits until the page of an operation reads out these results. */
const speaks = (page: Page, id: string, wanted: readonly string[]): Promise<void> =>
  eventually(
    () => spoken(page),
    (found) => expect([id, found]).toEqual([id, wanted]),
  );

test.each([...families, ...functionFamilies].map(({ id }) => id))(
  'the pages of %s show what the engine computes, and again after a change',
  async (family) => {
    const unchanged: string[] = [];
    await site.visit('operations/', async (page) => {
      for (const one of gallery.filter(({ row }) => row.family === family)) {
        const { id } = one.row;
        const texts = firstTexts(one);
        await openOperation(page, id);
        expect(await page.title()).toBe(`${id} – Operations – hloom`);
        const wanted = await resultsOf(one.detail, texts);
        if (wanted !== undefined) await speaks(page, id, wanted);
        const changed = wanted && (await changeOf(one, texts, wanted));
        if (changed === undefined) {
          unchanged.push(id);
          continue;
        }
        await change(page, changed);
        await speaks(page, id, changed.results);
      }
    });
    expect(unchanged).toEqual(unchanging[family] ?? []);
  },
  600_000,
);

/** A page of each family, and what else there is to see. */
const shown = [
  '',
  'convGeneralDilated/',
  '#op=add',
  '#op=transpose&ex=1',
  '#op=gather&ex=1',
  '#op=reduce',
  '#op=reduceWindow&ex=4',
  '#op=convGeneralDilated&ex=1',
  '#op=dotGeneral&ex=2',
  '#op=sort&ex=2',
  '#op=while',
  '#op=iota',
  '#op=rngUniform',
  '#op=svd',
  '#op=fft',
  '#op=allReduce',
  '#op=customCall',
  '#op=scan',
  '#op=select&ex=2',
  '#op=transpose&permutation=[1,',
  '#op=nothing',
  '#op=np.takeAlongAxis',
  '#op=random.normal',
];
const devices = { 'a desktop': {}, 'a phone': phone };

describe.each(Object.entries(devices))('%s', (_, device) => {
  test.each(shown)('operations/%s is accessible, fits and does not jump', async (hash) => {
    const body = async (page: Page): Promise<void> => {
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      expect(await page.evaluate(tooWide)).toEqual([]);
      expect(await page.evaluate(() => (globalThis as { shifts?: number }).shifts)).toBeLessThan(0.05);
      await bringAxe(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect([colorScheme, await violations(page)]).toEqual([colorScheme, []]);
      }
    };
    await site.visit(`operations/${hash}`, body, device);
  });
});

test('a gallery that was visited opens each operation without a network', async () => {
  const { page, troubles } = await openPage(site.browser);
  await page.goto(`${site.url}operations/`);
  await variantOf(page);
  await untilKept(page);
  await page.reload();
  await page.locator('.start a').first().click();
  await computed(page);
  await page.context().setOffline(true);
  await page.reload();
  await computed(page);
  expect(new URL(page.url()).pathname).toBe('/operations/add/');
  expect(realTroubles(troubles)).toEqual([]);
  await page.context().close();
});

test('keys move over the cells of a window, padding too', async () => {
  await site.visit('operations/#op=reduceWindow&padding=SAME', async (page) => {
    await computed(page);
    await arrayOf(page, 'operand').locator('.block').focus();
    await page.keyboard.press('End');
    await page.locator('.sentence', { hasText: 'Padding' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.sentence', { hasText: 'operand[0,3] reaches' }).waitFor();
    await arrayOf(page, 'result0').locator('.block').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('.sentence', { hasText: 'result[1,0]' }).waitFor();
    expect(await litIn(page, 'operand')).toEqual(['1,0', '1,1', '2,0', '2,1']);
  });
});

test('a shared address has the state, the previous and the next page, and the index', async () => {
  await site.visit('operations/#op=transpose&operand=s32[2,2]+7+8+9+10', async (page) => {
    expect(await cellsOf(page, 'result0')).toEqual(['7', '9', '8', '10']);
    await page.locator('.pager a[rel="next"]').click();
    await page.locator('h1', { hasText: /^rev\b/ }).waitFor();
    await page.goBack();
    await page.locator('h1', { hasText: /^transpose\b/ }).waitFor();
    expect(await cellsOf(page, 'result0')).toEqual(['7', '9', '8', '10']);
    await page.locator('.crumbs a').first().click();
    await page.locator('#start-title').waitFor();
    await page.locator('.start a').first().click();
    await page.locator('h1', { hasText: /^add\b/ }).waitFor();
  });
});

test('examples are chips, of which the illegal ones are dashed; playing makes the result element by element', async () => {
  await site.visit('operations/#op=transpose', async (page) => {
    await computed(page);
    expect(await page.locator('.chips .illegal').allInnerTexts()).toEqual(['one missing', 'one twice']);
    await page.locator('.player input').fill('2');
    expect(await arrayOf(page, 'result0').locator('.cell:not(.blank)').allInnerTexts()).toEqual(['1', '4']);
    expect(await litIn(page, 'operand')).toEqual(['1,0']);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.locator('.player', { hasText: '6 elements' }).waitFor();
    await page.locator('.chips button', { hasText: 'one twice' }).click();
    await page.locator('.verdict.bad', { hasText: 'transpose.c1' }).waitFor();
  });
});

test('the loop of a while, a loop without end, and lanes of devices', async () => {
  await site.visit('operations/#op=while', async (page) => {
    await eventually(
      () => page.locator('.loop code').allInnerTexts(),
      (texts) => expect(texts).toEqual(['3', '6', '12', '24', '48', '96', '192']),
    );
    await page.locator('input[name="body"]').fill('(s) => mul(s, 1)');
    await page.locator('.sentence', { hasText: 'exceeded its limit' }).waitFor();
    await openOperation(page, 'allReduce');
    await computed(page);
    expect(await page.locator('.lanes li').count()).toBe(4);
    expect(await arrayOf(page, 'result0').last().locator('.cell').allInnerTexts()).toEqual(['1111', '2222']);
  });
});

test('batch indices have frames with labels, in the operands and in the result', async () => {
  await site.visit('operations/#op=dotGeneral&ex=2', async (page) => {
    await computed(page);
    for (const id of ['lhs', 'rhs', 'result0']) {
      expect(await page.locator(`figure[data-id="${id}"] .batches b`).allInnerTexts()).toEqual(['b0', 'b1']);
      expect(await page.locator(`figure[data-id="${id}"] .batches .frame`).count()).toBe(2);
    }
    await page.locator('.batch-legend').waitFor();
  });
});

test('np.take tints what it gathers, and sentences name nothing that the page does not show', async () => {
  await site.visit('operations/#op=np.take', async (page) => {
    await computed(page);
    await arrayOf(page, 'result0').locator('.cell.lhs.tinted').nth(3).hover();
    await page.locator('.sentence', { hasText: 'It takes x[1,0], which is 4. It is decided by i[1]' }).waitFor();
    expect(await litIn(page, 'x')).toEqual(['1,0']);
    expect(await litIn(page, 'i')).toEqual(['1']);
    await openOperation(page, 'getDiagonalMask');
    await computed(page);
    await arrayOf(page, 'result0').locator('.cell').nth(1).hover();
    await page.locator('.sentence', { hasText: 'It tests that row 0 plus 1 equals column 1.' }).waitFor();
    await openOperation(page, 'select');
    await computed(page);
    await arrayOf(page, 'result0').locator('.cell').nth(1).hover();
    await page.locator('.sentence', { hasText: 'pred[0,1], which is false' }).waitFor();
    expect(await litIn(page, 'pred')).toEqual(['0,1']);
  });
});
