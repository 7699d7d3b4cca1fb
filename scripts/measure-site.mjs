// Measures the built site: `npm run measure:site [-- --rounds N]`.
//
// Prints, for a first visit of each page, the requests and bytes until the service worker keeps the site; for a slow
// line and a slow processor, the times until the picture and its values are there, and the layout shift; and for the
// slow processor, the time from a key to the picture that follows it. These are measurements, not tests: machines
// differ.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from './lib/chromium.mjs';
import { countAnswers } from './lib/counted-bytes.mjs';
import { inRoot } from './lib/paths.mjs';
import { openSlowLine } from './lib/slow-line.mjs';
import { serve } from './serve.mjs';

const directory = inRoot('build/web-demo');
const pages = ['', 'learn/', 'layout/', 'embed/'];
/** A processor four times as slow, at a line like that of a phone far from the city. */
const throttle = 4;
const slowLine = { bitsPerSecond: 1_600_000, roundTripMs: 150 };
const lastCell = 'hloom-array.result [data-index="1,2"]:text-is("305")';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Number(values.rounds);

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`.padStart(11);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The size of the file that a path names, before any compression. */
function sizeOf(path) {
  const file = join(directory, path.replace(/[?#].*/, ''), path.endsWith('/') ? 'index.html' : '');
  return existsSync(file) ? statSync(file).size : 0;
}

/** Runs in the page: waits until the service worker controls it, so that everything is kept. */
async function untilKept() {
  if (navigator.serviceWorker.controller !== null) return;
  await new Promise((kept) => navigator.serviceWorker.addEventListener('controllerchange', kept, { once: true }));
}

/** A page in a new browser context, whose caches are empty. */
async function openSlow(browser, options) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.addInitScript(() => {
    globalThis.shifts = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifts += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return page;
}

/** The answers of the server to a first visit. */
async function firstVisit(browser, url, path) {
  const counted = countAnswers();
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url + path);
    await page.waitForSelector('platform-note[data-variant]');
    const atEngine = counted.answers.length;
    await page.evaluate(untilKept);
    await page.waitForTimeout(300);
    return counted.answers.map((answer, index) => ({ ...answer, late: index >= atEngine }));
  } finally {
    counted.stop();
    await context.close();
  }
}

function printVisit(path, answers, isListed) {
  const sum = (list, size) => list.reduce((total, answer) => total + size(answer), 0);
  const plain = (answer) => (answer.status === 200 ? sizeOf(answer.path) : 0);
  const all = sum(answers, ({ bytes }) => bytes);
  const early = sum(answers.filter(({ late }) => !late), ({ bytes }) => bytes); // prettier-ignore
  console.log(
    `/${path.padEnd(9)}${kilobytes(all)} in ${answers.length} requests; until the engine runs${kilobytes(early)}; ` +
      `without compression${kilobytes(sum(answers, plain))}`,
  );
  if (!isListed) return;
  for (const { path: name, status, bytes, late } of answers) {
    console.log(`  ${kilobytes(bytes)} ${status} ${late ? 'kept  ' : 'needed'} ${name}`);
  }
}

/** Milliseconds from the start of the navigation until the default picture is drawn, and until the engine's is. */
async function firstPicture(browser, url) {
  const page = await openSlow(browser);
  await page.goto(url, { waitUntil: 'commit' });
  const now = () => page.evaluate(() => performance.now());
  await page.waitForSelector(lastCell, { timeout: 120_000 });
  const picture = await now();
  await page.waitForSelector('platform-note[data-variant]', { timeout: 120_000, state: 'attached' });
  await page.waitForSelector(`lab-page:not([still], [inert]) ${lastCell}`, { timeout: 120_000 });
  const live = await now();
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN);
  await page.waitForTimeout(500);
  const shift = await page.evaluate(() => globalThis.shifts);
  await page.context().close();
  return { paint, picture, live, shift };
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
  const page = await openSlow(browser, { reducedMotion: 'reduce', serviceWorkers: 'block' });
  await page.goto(url);
  await page.waitForSelector(`lab-page:not([still], [inert]) ${lastCell}`);
  await page.locator(selector).first().focus();
  await page.evaluate(watchKeys);
  for (let round = 0; round < 3 * rounds; round++) {
    for (const key of pressed) {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
  }
  const answers = await page.evaluate(() => globalThis.answers);
  await page.context().close();
  return answers;
}

const print = (what, numbers, unit = 'ms', digits = 0) =>
  console.log(
    `${what.padEnd(44)} median ${median(numbers).toFixed(digits)} ${unit}, most ${Math.max(...numbers).toFixed(digits)}`,
  );

const server = await serve({ directory });
const line = await openSlowLine(server.port, slowLine);
const browser = await launchChromium();
try {
  console.log('a first visit, until the service worker keeps the site');
  for (const path of pages) printVisit(path, await firstVisit(browser, server.url, path), path === '');
  console.log(`\nat ${slowLine.bitsPerSecond / 1e6} Mbit/s, with the processor slowed down ${throttle} times`);
  const first = [];
  for (let round = 0; round < rounds; round++) first.push(await firstPicture(browser, line.url));
  print('until something is drawn', first.map(({ paint }) => paint)); // prettier-ignore
  print('until the picture is drawn', first.map(({ picture }) => picture)); // prettier-ignore
  print('until the engine has drawn it', first.map(({ live }) => live)); // prettier-ignore
  print('layout shift', first.map(({ shift }) => shift), '', 3); // prettier-ignore
  console.log('');
  print('a size, by a key', await keys(browser, server.url, 'input.size', ['ArrowUp', 'ArrowDown']));
  print('a thread, by a key', await keys(browser, server.url, '[role="slider"]', ['ArrowLeft', 'ArrowRight']));
} finally {
  await browser.close();
  await line.close();
  await server.close();
}
