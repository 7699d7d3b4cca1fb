// Helpers of the tests of the broadcast lab to read and operate its page.
import type { Locator, Page } from 'playwright-core';

export const array = (page: Page, name: string): Locator => page.locator(`hloom-array[data-name="${name}"]`);
export const cell = (page: Page, name: string, index: string): Locator =>
  array(page, name).locator(`[data-index="${index}"]`).first();
/** Waits until the result is computed and drawn. */
export const computed = (page: Page, index: string): Promise<void> =>
  array(page, 'result').locator(`.cell:not(.blank)[data-index="${index}"]`).first().waitFor();
export const field = (page: Page, name: string): Locator => page.locator(`lab-page input[name="${name}"]`);
/** Waits until a field has this text: a separate event reports a followed link. */
export const holding = (page: Page, name: string, text: string): Promise<unknown> =>
  page.waitForFunction(
    ([of, wanted]) => {
      const card = document.querySelector('lab-page hloom-broadcast')?.shadowRoot;
      const input = card
        ?.querySelector('hloom-equation')
        ?.shadowRoot?.querySelector<HTMLInputElement>(`[name="${of}"]`);
      return input?.value === wanted;
    },
    [name, text] as const,
  );
export const verdict = (page: Page): Locator => page.locator('hloom-broadcast .verdict');

export async function ask(page: Page, lhs: string, rhs: string, dims: string): Promise<void> {
  await field(page, 'lhs').fill(lhs);
  await field(page, 'rhs').fill(rhs);
  await field(page, 'dims').fill(dims);
}

/** The elements on the screen, by their indices. */
export async function shown(page: Page, name: string): Promise<Record<string, string>> {
  const cells = await array(page, name)
    .locator('.cell:not(.copy)')
    .evaluateAll((all) => all.map((one) => [one.getAttribute('data-index') ?? '', one.textContent ?? '']));
  return Object.fromEntries(cells) as Record<string, string>;
}

export const lit = (page: Page): Promise<string[]> =>
  page.locator('.cell.lit').evaluateAll((cells) =>
    cells
      .filter((one) => (one as HTMLElement).style.visibility !== 'hidden')
      .map(
        (one) =>
          `${((one.getRootNode() as ShadowRoot).host as HTMLElement).dataset.name}[${one.getAttribute('data-index')}]`,
      )
      .sort(),
  );

/** Waits until the elements on the screen are these: an answer of the engine comes when it comes. */
export async function showing(page: Page, name: string, wanted: Record<string, string>): Promise<void> {
  const end = Date.now() + 5000;
  const differs = async (): Promise<boolean> => JSON.stringify(await shown(page, name)) !== JSON.stringify(wanted);
  while (Date.now() < end && (await differs())) await page.waitForTimeout(20);
  expect(await shown(page, name)).toEqual(wanted);
}
