// The bytes of a first visit: what the server sends, headers included, until the service worker keeps the site.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { serve, type Server } from '../../js/src/cli/static-server.mjs';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { compressSite } from '../../scripts/lib/compress.mjs';
import { countAnswers } from '../../scripts/lib/counted-bytes.mjs';
import { openPage } from './support/chromium.js';
import { publicPages } from './support/pages.js';
import { untilKept, variantOf } from './support/service-worker.js';
import { siteDirectory } from './support/site.js';

const directory = mkdtempSync(join(tmpdir(), 'hloom-site-'));
let browser: Browser;
let server: Server;

beforeAll(async () => {
  cpSync(siteDirectory, directory, { recursive: true });
  // Brotli takes its time, unless the build has compressed these files before.
  await compressSite(directory, join(siteDirectory, '../compressed'));
  [browser, server] = await Promise.all([launchChromium(), serve({ directory })]);
}, 180_000);

afterAll(async () => {
  await browser.close();
  await server.close();
  rmSync(directory, { recursive: true });
});

/**
 * The playground has an editor, the gallery has all operations, and the replica lab has scripts of its own besides those
 * of the pages which are kept.
 */
const most: Readonly<Record<string, number>> = {
  'operations/': 1_480_000,
  'playground/': 1_500_000,
  'replicas/': 1_450_000,
};
/** In bytes, for the other pages. */
const usual = 1_400_000;

test.each(publicPages)('a first visit of /%s takes few bytes', async (path) => {
  const { page } = await openPage(browser);
  const counted = countAnswers();
  await page.goto(server.url + path);
  await variantOf(page);
  await untilKept(page);
  counted.stop();
  await page.context().close();
  expect(counted.answers.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(most[path] ?? usual);
});
