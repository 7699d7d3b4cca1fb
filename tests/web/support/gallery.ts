// The gallery of operations in a page: its cells, and what they show.
import type { Locator, Page } from 'playwright-core';

/** The array of an operand, or `result0`. */
export const arrayOf = (page: Page, id: string): Locator => page.locator(`hloom-array[data-id="${id}"]`);

/** Waits until the result is computed, and returns the texts of an array's cells. */
export async function cellsOf(page: Page, id: string): Promise<string[]> {
  await computed(page);
  return arrayOf(page, id).locator('.cell').allInnerTexts();
}

/** Resolves when the first array of the result has values. */
export async function computed(page: Page): Promise<void> {
  await arrayOf(page, 'result0').locator('.cell:not(.blank)').first().waitFor();
}

/** The keys of the cells of an array that are lit. */
export const litIn = (page: Page, id: string): Promise<(string | undefined)[]> =>
  arrayOf(page, id)
    .locator('.cell.lit')
    .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset['key']));

/** Opens an operation in a page of the gallery that is open. */
export async function openOperation(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), `op=${hash}`);
  const [id = ''] = hash.split('&');
  await page.locator('operation-view h1', { hasText: new RegExp(`^${id}\\b`) }).waitFor();
}
