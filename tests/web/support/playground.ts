// Helpers of the tests of the playground.
import type { Page } from 'playwright-core';

export interface DroppedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** Waits for the editor, which comes when the reader points at the text. */
export async function editing(page: Page): Promise<void> {
  await page.locator('.editor').hover();
  await page.locator('.editor .cm-editor').waitFor();
}

/** Drops files on the page, once a program is there. */
export async function dropped(page: Page, files: readonly DroppedFile[], target = 'playground-page'): Promise<void> {
  await page.locator('.editor .line, .cm-editor').first().waitFor({ state: 'attached' });
  const encoded = files.map(({ name, content }) => [name, Buffer.from(content).toString('base64')] as const);
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const [name, text] of all) {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    return transfer;
  }, encoded);
  await page.dispatchEvent(target, 'drop', { dataTransfer });
}

/** Waits until the status says something. */
export const status = (page: Page, said: RegExp): Promise<void> =>
  page.locator('.play-bar .status', { hasText: said }).waitFor();
