// Measurements in headless Chromium: a browser context each, so that no page shares a process with another.
import { existsSync } from 'node:fs';
import { serve } from '../../js/src/cli/static-server.mjs';
import { chromiumPath, launchChromium } from '../../scripts/lib/chromium.mjs';
import { benchRoot, inProject } from './paths.mjs';

const firstLine = (error) => String(error?.message ?? error).split('\n')[0];

/** As openNode in node.mjs. */
export async function openBrowser() {
  if (!existsSync(chromiumPath)) {
    throw new Error(`there is no Chromium at ${chromiumPath}: install it (npm run setup), or name another in CHROMIUM`);
  }
  // Isolated, so that there is memory that threads share.
  const server = await serve({ directory: benchRoot, routes: { '/dist/': inProject('dist') } });
  let browser = await launchChromium();
  const name = `Chromium ${browser.version()}`;

  async function inContext(context, request) {
    const page = await context.newPage();
    const crashed = new Promise((resolve) => page.once('crash', () => resolve({ failed: 'the page crashed' })));
    await page.goto(new URL('measure/page.html', server.url).href);
    const asked = page.evaluate(async (given) => {
      const { answer } = await import('/measure/answer.mjs');
      return answer(given);
    }, request);
    return Promise.race([asked, crashed]);
  }

  async function close() {
    const old = browser;
    browser = undefined;
    await old?.close().catch(() => {});
  }

  return {
    browser: true,
    name,
    async ask(request, { seconds }) {
      let [context, timer] = [];
      const late = new Promise((resolve) => {
        timer = setTimeout(() => resolve({ timeout: seconds }), seconds * 1000);
      });
      const measure = async () => {
        if (!browser?.isConnected()) browser = await launchChromium();
        context = await browser.newContext();
        return inContext(context, request);
      };
      const measured = measure().catch((error) => ({ failed: firstLine(error) }));
      const answer = await Promise.race([measured, late]);
      clearTimeout(timer);
      // A page that computes closes with its browser only.
      if (answer.records === undefined && answer.machine === undefined) await close();
      else await context.close().catch(close);
      return answer;
    },
    async close() {
      await close();
      await server.close();
    },
  };
}
