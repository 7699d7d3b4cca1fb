// Files that a page gives its reader.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** The content of the file that a button downloads. */
export async function saved(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return readFileSync(await download.path());
}
