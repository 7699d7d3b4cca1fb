// The conditions for every page of a test: no error, no failed request.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface WatchedPage {
  readonly page: Page;
  /** Errors of the console and of scripts, and requests that failed, so far. */
  readonly troubles: string[];
}

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
  page.on('requestfailed', (request) => {
    // The browser gives its own request for the icon up when the page is loaded again.
    const givenUp = request.failure()?.errorText === 'net::ERR_ABORTED' && /\bicon\b.*\.svg$/.test(request.url());
    if (!givenUp) troubles.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()}: ${response.url()}`);
  });
  return { page, troubles };
}
