// The site's service worker: what it keeps, the headers that it adds, and how a new site takes the
// place of the old one.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { serve, type Server } from '../../js/src/cli/static-server.mjs';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { writeServiceWorker } from '../../web-demo/vite/service-worker.mjs';
import { openPage } from './support/chromium.js';
import { keptPages } from './support/pages.js';
import { realTroubles, untilKept, variantOf } from './support/service-worker.js';
import { siteDirectory } from './support/site.js';

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
});

describe.each([
  ['a server that isolates pages', true],
  ['a server that does not', false],
])('%s', (_, isolated) => {
  test('every page opens without a network, isolated, and computes', async () => {
    let server: Server | undefined = await serve({ directory: siteDirectory, isolated });
    const { url } = server;
    const { page, troubles } = await openPage(browser);
    try {
      await page.goto(url);
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(isolated);
      expect(await variantOf(page)).toMatch(isolated ? /^simd/ : /^simd$/);
      await untilKept(page);
      await server.close();
      server = undefined;
      for (const path of keptPages) {
        await page.goto(url + path);
        await variantOf(page);
        await page.reload();
        expect([path, await page.evaluate(() => crossOriginIsolated)]).toEqual([path, true]);
        expect(await variantOf(page)).toMatch(/^simd/);
      }
      await page.goto(`${url}#lhs=f32[2,1]&rhs=f32[1,3]&dims=`);
      await page.waitForSelector('hloom-array.result [data-index="1,2"]:text-is("301")');
      expect(realTroubles(troubles)).toEqual([]);
    } finally {
      await page.context().close();
      await server?.close();
    }
  });
});

test('in a folder of a site, beside other pages', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'hloom-site-'));
  cpSync(siteDirectory, join(parent, 'some/folder'), { recursive: true });
  writeFileSync(join(parent, 'index.html'), '<!doctype html><link rel="icon" href="data:,"><title>Another</title>');
  const server = await serve({ directory: parent, isolated: false });
  const { page, troubles } = await openPage(browser);
  try {
    await page.goto(`${server.url}some/folder/embed/`);
    await variantOf(page);
    await untilKept(page);
    const scopes = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    );
    expect(scopes).toEqual(['/some/folder/']);
    await page.goto(`${server.url}some/folder/`);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await variantOf(page);
    await page.goto(server.url);
    expect(await page.evaluate(() => [document.title, crossOriginIsolated])).toEqual(['Another', false]);
    await server.close();
    await page.goto(`${server.url}some/folder/embed/`);
    expect(await variantOf(page)).toMatch(/^simd/);
    expect(realTroubles(troubles)).toEqual([]);
  } finally {
    await page.context().close();
    await server.close();
    rmSync(parent, { recursive: true });
  }
});

test('the workbench and the documentation are kept once they were visited, and have the headers', async () => {
  const server = await serve({ directory: siteDirectory, isolated: false });
  const { page, troubles } = await openPage(browser);
  const isIsolated = (): Promise<boolean> => page.evaluate(() => crossOriginIsolated);
  const kept = (): Promise<string[]> =>
    page.evaluate(async () => {
      const names = await globalThis.caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await globalThis.caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
  try {
    await page.goto(server.url);
    await untilKept(page);
    await variantOf(page);
    const first = await kept();
    expect(first).toEqual(expect.arrayContaining(keptPages.map((path) => `/${path}`)));
    expect(first.filter((path) => /workbench|docs/.test(path))).toEqual([]);
    await page.goto(`${server.url}workbench/`);
    await variantOf(page);
    await page.goto(`${server.url}docs/jax.html`);
    expect(await isIsolated()).toBe(true);
    await page.waitForFunction(async () => (await globalThis.caches.match('jax.html')) !== undefined);
    await server.close();
    await page.goto(`${server.url}workbench/`);
    await variantOf(page);
    expect(await isIsolated()).toBe(true);
    await page.goto(`${server.url}docs/jax.html`);
    expect(await page.locator('h1').innerText()).toContain('JAX');
    expect(realTroubles(troubles)).toEqual([]);
  } finally {
    await page.context().close();
    await server.close();
  }
});

test('a changed site is there at the visit after the one that finds it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hloom-site-'));
  cpSync(siteDirectory, directory, { recursive: true });
  const server = await serve({ directory });
  const { page, troubles } = await openPage(browser);
  const file = join(directory, 'index.html');
  const title = (): Promise<string> => page.title();
  try {
    await page.goto(server.url);
    await variantOf(page);
    await untilKept(page);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/<title>.*<\/title>/, '<title>The new one</title>'));
    await writeServiceWorker(directory);
    await page.reload();
    await variantOf(page);
    expect(await title()).not.toBe('The new one');
    await page.evaluate(async () => {
      const changed = new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      });
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      if (registration.installing !== null || registration.waiting !== null) await changed;
    });
    await page.reload();
    await variantOf(page);
    expect(await title()).toBe('The new one');
    expect(realTroubles(troubles)).toEqual([]);
  } finally {
    await page.context().close();
    await server.close();
    rmSync(directory, { recursive: true });
  }
});
