// Measures the response time of the built site: `npm run measure:site [-- throttle]`; the processor is slowed down four
// times, or by `throttle`.
//
// Prints milliseconds: until the front page answers its first question, and from a key that changes a size, or a thread
// that is tied anew, until the picture that follows is on the screen. These are measurements, not tests: machines
// differ.
import { inRoot } from './lib/paths.mjs';
import { launchChromium } from './lib/chromium.mjs';
import { serve } from './serve.mjs';

const rounds = 9;
const throttle = Number(process.argv[2] ?? 4);

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** A page whose processor is slowed down. */
async function openSlow(browser) {
  const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  return page;
}

/**
 * Milliseconds from the start of the navigation until the loom takes a key, with the result
 * computed.
 */
async function firstAnswer(browser, url) {
  const page = await openSlow(browser);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForSelector('hloom-alignment [role="slider"]');
  const interactive = await page.evaluate(() => performance.now());
  await page.waitForSelector('hloom-array.result [data-index="1,2"]:text-is("305")');
  const computed = await page.evaluate(() => performance.now());
  await page.context().close();
  return { interactive, computed };
}

/** Runs in the page: milliseconds from each key to the frame after its handling; nothing waits for them. */
function watchKeys() {
  globalThis.answers = [];
  globalThis.addEventListener(
    'keydown',
    ({ timeStamp }) =>
      globalThis.requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => globalThis.answers.push(performance.now() - timeStamp);
        port2.postMessage(null);
      }),
    true,
  );
}

async function keys(browser, url, selector, pressed) {
  const page = await openSlow(browser);
  await page.goto(url);
  await page.waitForSelector('hloom-array.result [data-index="1,2"]:text-is("305")');
  await page.locator(selector).first().focus();
  await page.evaluate(watchKeys);
  for (let round = 0; round < rounds; round++) {
    for (const key of pressed) {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
  }
  const answers = await page.evaluate(() => globalThis.answers);
  await page.context().close();
  return answers;
}

const server = await serve({ directory: inRoot('build/web-demo') });
const browser = await launchChromium();
try {
  const first = [];
  for (let round = 0; round < rounds; round++) first.push(await firstAnswer(browser, server.url));
  const print = (what, numbers) =>
    console.log(
      `${what.padEnd(44)} median ${median(numbers).toFixed(0)} ms, most ${Math.max(...numbers).toFixed(0)} ms`,
    );
  console.log(`the processor is slowed down ${throttle} times`);
  print('until a thread can be tied', first.map(({ interactive }) => interactive)); // prettier-ignore
  print('until the result is computed', first.map(({ computed }) => computed)); // prettier-ignore
  print('a size, by a key', await keys(browser, server.url, 'input.size', ['ArrowUp', 'ArrowDown']));
  print('a thread, by a key', await keys(browser, server.url, '[role="slider"]', ['ArrowLeft', 'ArrowRight']));
} finally {
  await browser.close();
  await server.close();
}
