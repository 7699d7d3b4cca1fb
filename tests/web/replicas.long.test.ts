// The replica lab in browsers that isolate pages and in those that do not: every tab and deadlock, 2, 4 and 16 devices,
// phones, keys, motion, and the bytes of its scripts.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { gzipSync } from 'node:zlib';
import { deadlocks, solutionOf } from '../../web-demo/src/replicas/model/deadlocks.js';
import { bringAxe, violations } from './support/axe.js';
import { openPage } from './support/chromium.js';
import { eventually } from './support/eventually.js';
import { tooWide } from './support/narrow.js';
import { realTroubles, untilKept } from './support/service-worker.js';
import { openSite, phone, siteDirectory, type Site } from './support/site.js';

const result = (page: Page, device: number) =>
  page.locator(`hloom-array[data-side="result"][data-device="${device}"][data-first="true"] .cell`);

const tabs = ['collectives', 'deadlocks', 'rings', 'sharding', 'program'];

describe.each([
  ['with isolation', true, 'Workers at the same time'],
  ['without isolation', false, 'ran in one Worker, in turns, because'],
])('%s', (_, isolated, workers) => {
  let site: Site;

  beforeAll(async () => {
    site = await openSite(isolated);
  });

  afterAll(() => site.close());

  test.each([2, 4, 16])('all-gather and ring on %i devices', async (devices) => {
    await site.visit(`replicas/#tab=collectives&op=all-gather&devices=${devices}&wiring={}`, async (page) => {
      await result(page, devices - 1)
        .first()
        .waitFor();
      expect(await page.locator('.lane').count()).toBe(devices);
      expect(await page.locator('.arrow').count()).toBe(devices * (devices - 1));
      expect(await page.locator('.workers').innerText()).toContain(workers);
      await page.getByRole('tab', { name: 'Ring and tree' }).click();
      await page.goto(`${site.url}replicas/#tab=rings&devices=${devices}`);
      const table = page.getByRole('region', { name: 'Table of the three ways' });
      const rows = table.locator('tbody tr');
      await eventually(
        () => rows.first().innerText(),
        (text) => expect(text).toMatch(new RegExp(`^Ring\\s+${2 * (devices - 1)} = `)),
      );
      expect(await table.innerText()).not.toContain('≠');
      expect(await page.locator('.mark.bad').count()).toBe(0);
    });
  });

  test('every deadlock shows who waits for whom, and is mended', async () => {
    await site.visit('replicas/#tab=deadlocks', async (page) => {
      for (const deadlock of Object.values(deadlocks)) {
        await page.getByRole('button', { name: deadlock.title, exact: true }).click();
        await page.locator('.stuck-error .rule', { hasText: 'comm.c2' }).waitFor();
        expect(await page.locator('.waits tbody tr th').count()).toBe(deadlock.devices);
        await page.getByRole('textbox', { name: 'Program in HLO' }).fill(solutionOf(deadlock));
        await page.getByText('Correct. All devices end').waitFor();
      }
    });
  });
});

describe('on a desktop and a phone', () => {
  let site: Site;

  beforeAll(async () => {
    site = await openSite();
  });

  afterAll(() => site.close());

  test.each([
    ['a desktop', {}],
    ['a phone', phone],
  ] as const)('axe finds nothing on %s, and no tab is too wide or shifts', async (_, device) => {
    for (const tab of tabs) {
      await site.visit(
        `replicas/#tab=${tab}`,
        async (page) => {
          await page.locator('.lanes').waitFor();
          await bringAxe(page);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            expect([tab, await violations(page)]).toEqual([tab, []]);
          }
          expect(await page.evaluate(tooWide)).toEqual([]);
          expect(await page.evaluate(() => (globalThis as { shifts?: number }).shifts)).toBeLessThan(0.02);
        },
        device,
      );
    }
  });

  test('time moves by keys, and playing moves the bytes', async () => {
    await site.visit(
      'replicas/',
      async (page) => {
        const time = page.getByRole('slider', { name: 'Time of the run' });
        await time.press('Home');
        await page.getByText('Every device has its operands').waitFor();
        expect(await result(page, 0).first().textContent()).toBe('');
        await page.getByRole('button', { name: 'Next event' }).click();
        await page.getByText(/^Device \d brings 16 bytes to all-reduce/).waitFor();
        await page.getByRole('combobox', { name: 'Speed' }).selectOption('4');
        await page.getByRole('button', { name: 'Play', exact: true }).click();
        await page.locator('.token').first().waitFor();
        await page.getByText('64 bytes moved in 4 transfers.').waitFor();
        await result(page, 0).first().getByText('12', { exact: true }).waitFor();
      },
      { reducedMotion: 'no-preference' },
    );
  });

  test('axes move by keys and by the pointer, and the product stays right', async () => {
    await site.visit('replicas/#tab=sharding', async (page) => {
      const chip = (name: string) => page.getByRole('slider', { name, exact: true });
      await chip('Y of C').press('ArrowLeft');
      await page.locator('.plan', { hasText: 'ReduceScatter' }).waitFor();
      expect(await page.locator('input[name="c"]').inputValue()).toBe('C[I_X, K_Y]');
      expect(await chip('Y of C').evaluate((one) => one === document.activeElement)).toBe(true);
      await chip('Y of A').dragTo(page.getByRole('group', { name: 'Axes of A' }).locator('.idle'));
      await page.locator('.plan', { hasText: 'AllGather' }).waitFor();
      expect(await page.locator('input[name="a"]').inputValue()).toBe('A[I_X, J]');
      await page.getByText('each has its block of A · B').waitFor();
      await page.locator('input[name="b"]').fill('B[J_X, K_X]');
      await page.getByText('X splits B twice.').waitFor();
    });
  });

  test('a pasted shard_map runs, and its address has all of it', async () => {
    const text = readFileSync(join(__dirname, '../js/builder/jax-programs/shard-map.mlir'), 'utf8');
    await site.visit('replicas/#tab=program', async (page) => {
      await page.getByRole('textbox', { name: 'Program in StableHLO or HLO' }).fill(text);
      await page.locator('textarea[name="args"]').fill('[[1, 2], [3, 4], [5, 6], [7, 8]]');
      await result(page, 1).filter({ hasText: /^12$/ }).first().waitFor();
      await eventually(
        () => page.locator('.lane').count(),
        (count) => expect(count).toBe(2),
      );
      const address = page.url();
      await page.goto('about:blank');
      await page.goto(address);
      await result(page, 1).filter({ hasText: /^12$/ }).first().waitFor();
      await eventually(
        () => result(page, 0).allTextContents(),
        (texts) => expect(texts).toEqual(['6', '8', '10', '12', '6', '8', '10', '12']),
      );
      await page
        .getByRole('textbox', { name: 'Program in StableHLO or HLO' })
        .fill(text.replace('add %arg2', 'ad %arg2'));
      await page.locator('.verdict.bad .source').first().waitFor();
    });
  });
});

test('a lab that was visited runs without a network', async () => {
  const site = await openSite();
  const { page, troubles } = await openPage(site.browser);
  await page.goto(`${site.url}replicas/`);
  await untilKept(page);
  // The service worker has answered for the page from here on.
  await page.reload();
  await result(page, 3).first().waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await result(page, 3).first().waitFor();
  expect(realTroubles(troubles)).toEqual([]);
  await page.context().close();
  await site.close();
});

test('the lab has at most 90 KB of scripts of its own, compressed', () => {
  const read = (path: string): string => readFileSync(join(siteDirectory, path), 'utf8');
  const scriptsOf = (page: string): Set<string> => {
    const found = new Set<string>();
    const waiting = [...read(page).matchAll(/(?:src|href)="[./]*(assets\/[^"]+\.js)"/g)].map(([, name = '']) => name);
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (found.has(name)) continue;
      found.add(name);
      // Tabs that are loaded later count, too.
      waiting.push(
        ...[...read(name).matchAll(/["'`](?:\.\/|assets\/)([\w.-]+\.js)["'`]/g)].map(([, one]) => `assets/${one}`),
      );
    }
    return found;
  };
  const shared = new Set([...scriptsOf('index.html'), ...scriptsOf('layout/index.html')]);
  const own = [...scriptsOf('replicas/index.html')].filter((name) => !shared.has(name));
  expect(own.length).toBeGreaterThan(4);
  expect(own.reduce((sum, name) => sum + gzipSync(read(name)).length, 0)).toBeLessThan(90_000);
  // First visits of other pages do not bring them.
  const worker = read('service-worker.js');
  expect(own.filter((name) => worker.includes(name))).toEqual([]);
  expect(readdirSync(join(siteDirectory, 'assets')).some((name) => worker.includes(name))).toBe(true);
});
