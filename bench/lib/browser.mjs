// Measurements in headless Chromium: a browser each, so that no page shares a process with another.
import { existsSync } from 'node:fs';
import { serve } from '../../js/src/cli/static-server.mjs';
import { chromiumPath, launchChromium } from '../../scripts/lib/chromium.mjs';
import { benchRoot, inProject } from './paths.mjs';

/** As openNode in node.mjs. */
export async function openBrowser() {
  if (!existsSync(chromiumPath)) {
    throw new Error(`there is no Chromium at ${chromiumPath}: install it (npm run setup), or name another in CHROMIUM`);
  }
  // Isolated, so that there is memory that threads share.
  const server = await serve({ directory: benchRoot, routes: { '/dist/': inProject('dist') } });
  const first = await launchChromium();
  const name = `Chromium ${first.version()}`;
  await first.close();

  async function inBrowser(browser, request) {
    const page = await browser.newPage();
    const crashed = new Promise((resolve) => page.once('crash', () => resolve({ failed: 'the page crashed' })));
    await page.goto(new URL('measure/page.html', server.url).href);
    const asked = page.evaluate(async (given) => {
      const { answer } = await import('/measure/answer.mjs');
      return answer(given);
    }, request);
    return Promise.race([asked, crashed]);
  }

  return {
    browser: true,
    name,
    async ask(request, { seconds }) {
      const browser = await launchChromium();
      let timer;
      const late = new Promise((resolve) => {
        timer = setTimeout(() => resolve({ timeout: seconds }), seconds * 1000);
      });
      const measured = inBrowser(browser, request).catch((error) => ({ failed: String(error.message).split('\n')[0] }));
      const answer = await Promise.race([measured, late]);
      clearTimeout(timer);
      await browser.close();
      return answer;
    },
    close: () => server.close(),
  };
}
