// The page on embedding: live elements, and the HTML of each.
import type { Page } from 'playwright-core';
import { openSite, type Site } from './support/site.js';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(async () => {
  await site.close();
});

const markup = (page: Page, id: string): Promise<string> => page.locator(`#${id} copy-block pre`).innerText();

test('the HTML beside a picture is that of the picture, also when it was changed', async () => {
  await site.visit('embed/', async (page) => {
    const start = '<hloom-broadcast\n  lhs="f32[2,3]"\n  rhs="f32[3]"\n  dims="1"\n></hloom-broadcast>';
    expect(await markup(page, 'lower-rank')).toBe(start);
    const thread = page.locator('#lower-rank hloom-alignment [role="slider"]');
    await thread.focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('#lower-rank .verdict.bad');
    expect(await markup(page, 'lower-rank')).toBe(start.replace('dims="1"', 'dims="0"'));
    await page.getByRole('button', { name: 'Change rhs to f32[2]' }).first().click();
    await page.waitForSelector('#lower-rank hloom-array.result [data-index="1,2"]:text-is("205")');
    expect(await markup(page, 'lower-rank')).toBe(start.replace('dims="1"', 'dims="0"').replace('[3]"', '[2]"'));
    await page.getByRole('tab', { name: 'To watch' }).click();
    expect(await markup(page, 'fixed')).toContain('\n  op="mul"\n  stage="given"\n  fixed\n>');
    await page.getByRole('tab', { name: 'Your own values' }).click();
    expect(await markup(page, 'values')).toContain('\n  lhs-values="-1.5, 0.25, 3, 2, -0.5, 1"\n  rhs-values="0"\n>');
  });
});

test('each HTML, put into a page, makes the picture that it stands beside', async () => {
  await site.visit('embed/', async (page) => {
    const tabs = page.locator('embed-examples').getByRole('tab');
    const ids = await tabs.evaluateAll((all) => all.map(({ id }) => id.replace('tab-', '')));
    expect(ids).toEqual(['lower-rank', 'illegal', 'rank-3', 'fixed', 'values', 'colors']);
    for (const id of ids) {
      await page.locator(`#tab-${id}`).click();
      await page.locator(`#${id} hloom-array.lhs .cell`).first().waitFor();
      const same = await page.evaluate((name) => {
        const article = document.getElementById(name);
        const text = article?.querySelector('copy-block pre')?.textContent ?? '';
        const [made] = new DOMParser().parseFromString(text, 'text/html').getElementsByTagName('hloom-broadcast');
        const shown = article?.querySelector('hloom-broadcast');
        if (made === undefined || !shown) return false;
        const copy = document.importNode(made);
        document.body.append(copy);
        const told = ({ question, stage, fixed }: typeof copy): string => JSON.stringify([question, stage, fixed]);
        const equal = told(copy).replace('"dims":"1"', '"dims":"{1}"').replace('"dims":"0"', '"dims":"{0}"') === told(shown);
        copy.remove();
        return equal;
      }, id);
      expect([id, same]).toEqual([id, true]);
    }
  });
}); // prettier-ignore

test('what can be told is told, and the page hears the answer', async () => {
  await site.visit('embed/', async (page) => {
    const maker = page.locator('embed-examples form');
    const html = page.locator('embed-examples pre').first();
    const heard = page.locator('embed-examples pre.heard');
    await maker.getByLabel('lhs', { exact: true }).fill('s32[3,2]');
    await maker.getByLabel('rhs', { exact: true }).fill('s32[2]');
    await maker.getByLabel('dims').fill('1');
    await maker.getByLabel('op').selectOption('max');
    await maker.getByLabel('stage').selectOption('placed');
    await maker.getByLabel('rhs-values').fill('<7> "8"');
    expect(await html.innerText()).toContain('\n  op="max"\n  rhs-values="&lt;7> &quot;8&quot;"\n  stage="placed"\n');
    await maker.getByLabel('rhs-values').fill('7 8');
    await page.waitForFunction(() =>
      document.querySelector('embed-examples .heard')?.textContent?.startsWith('s32[3,2] with s32[2], broadcast_dimensions={1}'),
    );
    expect(await heard.innerText()).toContain('rhs has no dimension 0, so it is repeated 3 times');
    await maker.getByLabel('fixed').check();
    await page.waitForFunction(() => document.querySelector('embed-examples hloom-broadcast[fixed]') !== null);
    expect(await page.locator('embed-examples hloom-alignment [role="slider"]').count()).toBe(0);
    expect(await html.innerText()).toContain('\n  fixed\n>');
  });
}); // prettier-ignore

test.each([1440, 768, 390])('nothing moves while the page loads, %d px wide', async (width) => {
  const body = async (page: Page): Promise<void> => {
    await page.waitForSelector('#lower-rank hloom-array.result .cell:text-is("305")');
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 300);
        }),
    );
    // The font of the headings may come late, which moves a few pixels.
    expect(moved).toBeLessThan(0.05);
    expect(await page.locator('hloom-broadcast').count()).toBe(1);
  };
  await site.visit('embed/', body, { viewport: { width, height: 900 } });
});

test('the button copies, and says so', async () => {
  await site.visit(
    'embed/',
    async (page) => {
      await page.getByRole('tab', { name: 'An error' }).click();
      await page.locator('#illegal copy-block button').click();
      await page.waitForSelector('#illegal copy-block [role="status"]:text-is("Copied")');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await markup(page, 'illegal'));
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  );
});

test('an element fits into a column of 320 pixels, whatever the page around it has', async () => {
  await site.visit('embed/', async (page) => {
    await page.waitForSelector('#lower-rank hloom-array.result .cell:text-is("305")');
    const questions = [
      { lhs: 'f32[2,3]', rhs: 'f32[3]', dims: '1' },
      { lhs: 'f32[2,3]', rhs: 'f32[3]', dims: '0' },
      { lhs: 'f32[2,3,4]', rhs: 'f32[3]', dims: '1' },
      { lhs: 'f32[2,3,4,3,2]', rhs: 'f32[3,2]', dims: '{3,4}' },
      { lhs: 'f32[1000,500]', rhs: 'f32[500]', dims: '1' },
    ];
    for (const question of questions) {
      const column = await page.evaluateHandle((question) => {
        const column = document.createElement('div');
        column.style.width = '320px';
        column.append(Object.assign(document.createElement('hloom-broadcast'), question));
        document.body.append(column);
        return column;
      }, question);
      await page.waitForFunction((column) => {
        const stage = column.querySelector('hloom-broadcast')?.shadowRoot?.querySelector('hloom-stage');
        return (stage?.shadowRoot?.querySelectorAll('hloom-array').length ?? 0) > 1;
      }, column);
      expect([question, await column.evaluate(({ scrollWidth }) => scrollWidth)]).toEqual([question, 320]);
      await column.evaluate((element) => {
        element.remove();
      });
    }
  });
});

test('a page sets the colors of an element', async () => {
  await site.visit('embed/', async (page) => {
    const stroke = (scope: string): Promise<string> =>
      page
        .locator(`${scope} hloom-alignment .chip.lhs`)
        .first()
        .evaluate((chip) => getComputedStyle(chip).borderTopColor);
    expect(await stroke('#lower-rank')).toBe('rgb(180, 83, 10)');
    await page.getByRole('tab', { name: 'Your own colors' }).click();
    expect(await stroke('.recolored')).toBe('rgb(157, 23, 77)');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await stroke('.recolored')).toBe('rgb(249, 168, 212)');
  });
});
