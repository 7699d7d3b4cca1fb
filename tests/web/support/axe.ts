// The findings of axe-core on a page.
import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

// It is there in the page, where the functions that tests pass to it run.
declare const axe: { run(context: Document, options: RunOptions): Promise<AxeResults> };

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Brings the checker into the page. */
export const bringAxe = (page: Page): Promise<unknown> => page.evaluate(axeSource);

/** The findings of the checker, a line each. */
export async function violations(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`,
    ),
  );
}
