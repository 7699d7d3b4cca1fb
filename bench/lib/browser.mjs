// Measurements in headless Chromium: a browser each, so that no page shares a process with another.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { serve } from '../../js/src/cli/static-server.mjs';
import { benchRoot, inProject } from './paths.mjs';

const executable = process.env.CHROMIUM ?? '/usr/bin/chromium';
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function launch() {
  const { chromium } = createRequire(inProject('package.json'))('playwright-core');
  return chromium.launch({ executablePath: executable, args });
}

/** As openNode in node.mjs. */
export async function openBrowser() {
  if (!existsSync(executable)) {
    throw new Error(`there is no Chromium at ${executable}: install it (npm run setup), or name another in CHROMIUM`);
  }
  // Isolated, so that there is memory that threads share.
  const server = await serve({ directory: benchRoot, routes: { '/dist/': inProject('dist') } });
  const first = await launch();
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
      const browser = await launch();
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
