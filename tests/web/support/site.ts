// A page of the site as it is served: what every test of one starts with.
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { serve, type Server } from '../../../js/src/cli/static-server.mjs';
import { launchChromium } from '../../../scripts/lib/chromium.mjs';
import { openPage } from './chromium.js';

export const siteDirectory = join(__dirname, '../../../build/web-demo');

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

export interface Site {
  readonly browser: Browser;
  readonly url: string;
  /**
   * Opens a page of the site, waits until the engine runs, runs the body, and checks that there were no errors. Motion
   * is reduced by default, so that the page does not move while a test reads it.
   */
  visit(path: string, body: (page: Page) => Promise<void>, options?: BrowserContextOptions): Promise<void>;
  close(): Promise<void>;
}

export async function openSite(isolated = true): Promise<Site> {
  const [browser, server] = await Promise.all([launchChromium(), serve({ directory: siteDirectory, isolated })]);
  return {
    browser,
    url: server.url,
    visit: (path, body, options = {}) => visit(browser, server, path, body, options),
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

async function visit(
  browser: Browser,
  server: Server,
  path: string,
  body: (page: Page) => Promise<void>,
  options: BrowserContextOptions,
): Promise<void> {
  const usual: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' };
  const { page, troubles } = await openPage(browser, { ...usual, serviceWorkers: 'block', ...options });
  try {
    await page.addInitScript(watchShifts);
    await page.goto(server.url + path);
    await page.waitForSelector('platform-note[data-variant]');
    await page.waitForSelector('[still]', { state: 'detached' });
    await body(page);
    // The service worker has tests of its own; here it would answer for the page before.
    expect(troubles.filter((trouble) => !trouble.includes('registration blocked by Playwright'))).toEqual([]);
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
