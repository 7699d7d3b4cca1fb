// The built package in Chromium, with threads: a client opens, runs every example, and leaves nothing behind.
// package.long.test.ts has every case, failures, and pages that are not isolated.
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { nothingHeld } from '../js/support/engines.js';
import type { Harness } from './page/harness.js';
import { openPage } from './support/chromium.js';
import { serveHarness, type HarnessSite } from './support/harness-page.js';

// It is there in the page, where the functions that tests pass to it run.
declare const harness: Harness;

let browser: Browser;
let site: HarnessSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), serveHarness(true)]);
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

test('a client with two threads runs every example', async () => {
  const { page, troubles } = await openPage(browser);
  await page.goto(site.url);
  await page.waitForFunction(() => 'harness' in globalThis);
  const platform = await page.evaluate(() => harness.open({ threads: 2 }));
  expect(platform).toMatchObject({ variant: 'simd-threads', threads: 2, crossOriginIsolated: true, reason: null });
  const outcomes = await page.evaluate(() => harness.runExamples());
  expect(outcomes.filter(({ problem }) => problem !== '')).toEqual([]);
  expect(outcomes.length).toBeGreaterThanOrEqual(51);
  expect(outcomes.find(({ id }) => id === 'while-loop')?.result).toContain('f32[10] {1000, 2000,');
  expect(await page.evaluate(() => harness.statistics())).toMatchObject(nothingHeld);
  expect(troubles).toEqual([]);
});
