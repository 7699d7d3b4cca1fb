// Reports of pages of a package's users.
import type { Browser, Page } from 'playwright-core';

/** Opens a page and gives what its script left in `window.report`, with everything the page complained of. */
export async function report(browser: Browser, url: string): Promise<{ report: unknown; complaints: string[] }> {
  const page: Page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`));
  try {
    await page.goto(url);
    await page.waitForFunction('window.report !== undefined');
    return { report: await page.evaluate('window.report'), complaints };
  } finally {
    await page.close();
  }
}
