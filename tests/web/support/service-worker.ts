// Pages that the site's service worker answers.
import type { Page } from 'playwright-core';

/** Waits until the worker answers the page, all files being kept. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
  });
}

/** The failures, except requests that a left page does not await any more. */
export const realTroubles = (troubles: readonly string[]): string[] =>
  troubles.filter((text) => !text.endsWith('net::ERR_ABORTED'));

/** The page's text about its engine, when it runs. */
export async function variantOf(page: Page): Promise<string | undefined> {
  await page.waitForSelector('platform-note[data-variant]');
  await page.waitForSelector('[still]', { state: 'detached' });
  return page.evaluate(() => document.querySelector<HTMLElement>('platform-note')?.dataset.variant);
}
