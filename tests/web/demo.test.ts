// The page as it is served, in Chromium: what a person types, points at and reads.
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { serve, type Server } from '../../js/src/cli/static-server.mjs';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { openPage } from './support/chromium.js';
import { lowContrasts } from './support/contrast.js';

const directory = join(__dirname, '../../build/web-demo');

let browser: Browser;
let server: Server;

beforeAll(async () => {
  browser = await launchChromium();
  server = await serve({ directory });
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

/** Opens the page in a state, waits until it has computed, runs the body, and holds that nothing went wrong. */
async function withPage(
  hash: string,
  body: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
  url = server.url,
): Promise<void> {
  const { page, troubles } = await openPage(browser, { viewport: { width: 1280, height: 900 }, ...options });
  try {
    await page.addInitScript(watchShifts);
    await page.goto(url + hash);
    await page.waitForSelector('#platform[data-variant]');
    await body(page);
    expect(troubles).toEqual([]);
  } finally {
    await page.context().close();
  }
}

/** Runs in the page: sums up layout shifts that no input explains. */
function watchShifts(): void {
  const watched = globalThis as { shifts?: number };
  watched.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) watched.shifts = (watched.shifts ?? 0) + entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const resultCell = (index: string): string => `.panel.result td[data-index="${index}"]`;

async function ask(page: Page, lhs: string, rhs: string, dims: string): Promise<void> {
  await page.getByLabel('Left shape').fill(lhs);
  await page.getByLabel('Right shape').fill(rhs);
  await page.getByLabel('Dimensions').fill(dims);
}

const litCells = (page: Page): Promise<string[]> =>
  page
    .locator('td.lit')
    .evaluateAll((cells) =>
      cells.map((cell) => `${cell.closest('section')?.getAttribute('aria-label')}[${cell.getAttribute('data-index')}]`),
    );

test('it opens with the first example, computed with threads', async () => {
  await withPage('', async (page) => {
    expect(await page.locator('#platform summary').textContent()).toMatch(/^simd(-threads: \d+ threads|: one thread)$/);
    await page.waitForSelector(resultCell('1,2'));
    expect(await page.locator('.panel.result td[data-index]').allTextContents()).toEqual(
      [100, 201, 302, 103, 204, 305].map(String),
    );
    expect(await page.getByRole('link', { name: /A matrix plus a vector/ }).getAttribute('aria-current')).toBe('true');
  });
});

test('typed shapes are explained and computed at once, and the address says them', async () => {
  await withPage('', async (page) => {
    await ask(page, 's32[4]', 's32[1,2]', '0');
    await page.waitForSelector(resultCell('3,1'));
    expect(await page.locator('#verdict').textContent()).toBe(
      's32[4] + s32[1,2], broadcast_dimensions={0} gives s32[4,2]',
    );
    expect(await page.locator('.why tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/^0\s+4\s+its dimension 0\s+1 → 4\s+4\s+rhs repeats/),
      expect.stringMatching(/^1\s+–\s+2\s+2\s+new to lhs/),
    ]);
    expect(await page.locator('.steps li').count()).toBe(3);
    expect(await page.locator(resultCell('3,1')).textContent()).toBe('203');
    expect(page.url()).toContain('#lhs=s32[4]&rhs=s32[1,2]&dims=0');
    await page.reload();
    await page.waitForSelector(resultCell('3,1'));
  });
});

test('an illegal broadcast teaches', async () => {
  await withPage('', async (page) => {
    await ask(page, 'f32[2,3]', 'f32[3]', '{0}');
    const verdict = await page.locator('#verdict').innerText();
    expect(verdict).toContain('f32[2,3] and f32[3] cannot be broadcast together broadcast.c2');
    expect(verdict).toContain('Help: broadcastDimensions: [0] needs a vector of 2 elements, or of 1');
    expect(await page.locator('tr.mismatch .badge').textContent()).toBe('mismatch');
    expect(await page.locator('.panel.result').count()).toBe(0);
    expect(await page.locator('.panel.lhs td[data-index]').count()).toBe(6);
    for (const [lhs, rhs, dims, rule] of [
      ['f32[2,3]', 'f32[3]', '', 'broadcast.c1'],
      ['f32[2,3]', 'f32[3]', '{-1}', 'broadcast.c3'],
      ['f32[2,3,3,5]', 'f32[3,3]', '{2,1}', 'broadcast.c4'],
      ['f32[2,3]', 's32[2,3]', '', 'broadcast.c6'],
      ['f32[2,3]', '(f32[2,3])', '', 'type.c2'],
    ] as const) {
      await ask(page, lhs, rhs, dims);
      expect(await page.locator('#verdict .rule').textContent()).toBe(rule);
    }
  });
});

test('malformed text is marked in its place, and the last answer stays', async () => {
  await withPage('', async (page) => {
    await page.waitForSelector(resultCell('1,2'));
    for (const text of ['', 'f32[2,', 'f32', 'g7[2]', 'f32[2,3]]', 'f32[-1]', '<b>', 'f32[99999999999999999999]']) {
      await page.getByLabel('Left shape').fill(text);
      expect(await page.getByLabel('Left shape').getAttribute('aria-invalid')).toBe('true');
      expect(await page.locator('#lhs-note').textContent()).not.toBe('');
      expect(await page.locator(resultCell('1,2')).isVisible()).toBe(true);
    }
    await ask(page, 'f32[2,3]', 'f32[3]', '{1,x}');
    expect(await page.locator('#lhs-note').textContent()).toBe('');
    expect(await page.locator('#dims-note').textContent()).toContain('Not a list of dimension numbers');
    for (const dims of ['{1}', '(1)', '[1]', ' 1 ']) {
      await page.getByLabel('Dimensions').fill(dims);
      expect(await page.locator('#verdict').textContent()).toContain('gives f32[2,3]');
    }
  });
});

test('a malformed link opens a page that says so', async () => {
  await withPage('#lhs=nonsense&rhs=%E0%A4%A&dims=}{', async (page) => {
    expect(await page.locator('#verdict').textContent()).toContain('Not a question yet');
    await page.getByRole('link', { name: /A matrix plus a scalar/ }).click();
    await page.waitForSelector(resultCell('1,2'));
  });
});

test('every example of the list can be chosen and is answered', async () => {
  await withPage('', async (page) => {
    const links = await page.locator('#presets a').all();
    expect(links.length).toBe(23);
    for (const link of links) {
      await link.click();
      const illegal = (await link.getAttribute('class'))?.includes('illegal') === true;
      const verdict = illegal ? 'verdict bad' : 'verdict good';
      // The address changes at once, what follows from it a little later.
      await page.waitForFunction(
        (element) => element?.getAttribute('aria-current') === 'true',
        await link.elementHandle(),
      );
      expect(await page.locator('#verdict').getAttribute('class')).toBe(verdict);
      await page.waitForFunction(
        (results) => document.querySelectorAll('.panel.result').length === results,
        illegal ? 0 : 1,
      );
    }
  });
});

test('pointing at a cell of the result shows its sources', async () => {
  await withPage('#lhs=f32[1,2]&rhs=f32[4,3,1]&dims={1,2}', async (page) => {
    await page.waitForSelector(resultCell('3,2,1'));
    await page.hover(resultCell('3,2,1'));
    expect((await litCells(page)).sort()).toEqual(['lhs[0,1]', 'result[3,2,1]', 'rhs[3,2,0]']);
    expect(await page.locator('#trace').textContent()).toBe('result[3,2,1] = lhs[0,1] + rhs[3,2,0] = 1 + 1200 = 1201');
    await page.hover('h1');
    expect(await litCells(page)).toEqual([]);
  });
});

test('the keyboard alone is enough', async () => {
  await withPage('', async (page) => {
    await page.waitForSelector(resultCell('1,2'));
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('lhs');
    const focused = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.getAttribute('data-index') ?? null);
    for (let i = 0; i < 10 && (await focused()) === null; i++) await page.keyboard.press('Tab');
    expect(await focused()).toBe('0,0');
    for (const [key, index] of [
      ['ArrowRight', '0,1'],
      ['ArrowDown', '1,1'],
      ['End', '1,2'],
      ['ArrowRight', '1,2'],
      ['Home', '1,0'],
      ['ArrowLeft', '0,2'],
      ['ArrowUp', '0,2'],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, await focused()]).toEqual([key, index]);
    }
    expect((await litCells(page)).sort()).toEqual(['lhs[0,2]', 'result[0,2]', 'rhs[2]']);
  });
});

test('the skip link and other fragments keep the question', async () => {
  await withPage('#lhs=f32[2,1]&rhs=f32[1,2]', async (page) => {
    await page.waitForSelector(resultCell('1,1'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('operands');
    expect(await page.evaluate(() => location.hash)).toBe('#lhs=f32[2,1]&rhs=f32[1,2]');
    const drawn = await page.locator(resultCell('1,1')).elementHandle();
    await page.evaluate(async () => {
      const changed = new Promise((resolve) => {
        addEventListener('hashchange', resolve, { once: true });
      });
      location.hash = '#values-section';
      await changed;
    });
    expect(await page.getByLabel('Left shape').inputValue()).toBe('f32[2,1]');
    expect(await drawn?.evaluate((cell) => cell.isConnected)).toBe(true);
    await page.evaluate(() => {
      location.hash = '';
    });
    await page.waitForSelector(resultCell('1,2'));
    expect(await page.getByLabel('Left shape').inputValue()).toBe('f32[2,3]');
  });
});

test.each([
  ['f32[1000,500]', 'f32[500]', '{1}', 'Too big to be computed here', 0],
  ['f32[1000000,1000000]', 'f32[]', '', 'Too big to be computed here', 0],
  ['f32[200,300]', 'f32[300]', '{1}', 'Point at a cell', 100],
  ['f32[0,3]', 'f32[3]', '{1}', 'There are no elements', 0],
  ['f32[]', 'f32[]', '', 'Point at a cell', 1],
  ['pred[2]', 'pred[2]', '', 'Point at a cell', 2],
  ['f32[2]', 's32[2]', '', 'There is no result', 0],
  ['s64[2]', 's64[]', '', 'Point at a cell', 2],
  ['u8[3]', 'u8[]', '', 'Point at a cell', 3],
  ['f32[2,3]{0,1}', 'f32[3]', '{1}', 'Point at a cell', 6],
  ['f64[2,1,2,1,2]', 'f64[2]', '{4}', 'Point at a cell', 8],
])('%s + %s %s', async (lhs, rhs, dims, trace, cells) => {
  await withPage(`#lhs=${lhs}&rhs=${rhs}&dims=${dims}`, async (page) => {
    await page.waitForFunction((text) => document.querySelector('#trace')?.textContent?.includes(text), trace);
    expect(await page.locator('.panel.result td[data-index]').count()).toBe(cells);
    if (cells === 100) expect(await page.locator('.panel.result .cut').textContent()).toContain('10 of 200');
  });
});

test.each(['light', 'dark'] as const)('on a phone, %s: no sideways scrolling, enough contrast', async (colorScheme) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme };
  const body = async (page: Page): Promise<void> => {
    await page.waitForSelector('#values > *', { state: 'visible' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await page.evaluate(lowContrasts)).toEqual([]);
  };
  await withPage('#lhs=f32[2,3,4,5]&rhs=f32[4,5]&dims={2,3}', body, phone);
  await withPage('#lhs=f32[2,3]&rhs=f32[3]&dims={0}', body, phone);
  await withPage(
    '',
    async (page) => {
      expect(await page.locator('#presets').isVisible()).toBe(false);
      await page.getByText('Examples').tap();
      expect(await page.evaluate(lowContrasts)).toEqual([]);
      await page.getByRole('link', { name: /A matrix plus a scalar/ }).tap();
      await page.waitForFunction(() => document.querySelector('.panel.rhs code')?.textContent === 'f32[]');
      expect(await page.locator('#presets').isVisible()).toBe(false);
      await page.locator(resultCell('0,1')).tap();
      expect(await page.locator('#trace').textContent()).toContain('result[0,1] = lhs[0,1] + rhs[] = 1 + 100 = 101');
    },
    phone,
  );
});

test.each(['', '#lhs=f32[2,3]&rhs=f32[3]&dims={0}', '#lhs=f32[2,3,4,5]&rhs=f32[5]&dims={3}'])(
  'nothing jumps while it loads: %s',
  async (hash) => {
    await withPage(hash, async (page) => {
      await page.waitForSelector('#values > *', { state: 'visible' });
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => (globalThis as { shifts?: number }).shifts)).toBeLessThan(0.001);
    });
  },
);

test('without COOP and COEP it computes with one thread and says why', async () => {
  const plain = await serve({ directory, isolated: false });
  const body = async (page: Page): Promise<void> => {
    await page.waitForSelector(resultCell('1,2'));
    expect(await page.locator('#platform summary').textContent()).toBe('simd: one thread');
    await page.locator('#platform summary').click();
    expect(await page.locator('#platform p').textContent()).toContain('not cross-origin isolated');
  };
  try {
    await withPage('', body, {}, plain.url);
  } finally {
    await plain.close();
  }
});

test('without its WebAssembly the page says so', async () => {
  const { page } = await openPage(browser);
  await page.route('**/*.wasm', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(server.url);
  await page.waitForFunction(() => document.querySelector('#verdict')?.textContent?.includes('js.c17'));
  expect(await page.locator('#platform summary').textContent()).toBe('WebAssembly did not start');
  expect(await page.getByLabel('Left shape').isVisible()).toBe(true);
  await page.context().close();
});
