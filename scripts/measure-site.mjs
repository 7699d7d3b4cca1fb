// Measures the built site: `npm run measure:site [-- --rounds N]`.
//
// Prints, for a first visit of each page, the requests and bytes until the service worker keeps the site; for a slow
// line and a slow processor, the times until the picture and its values are there, and the layout shift; and for the
// slow processor, the time from a key to the picture that follows it. Then, for graphs of 2,000 and of 10,000
// instructions in the playground, the frames while they move. These are measurements, not tests: machines differ.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from './lib/chromium.mjs';
import { countAnswers } from './lib/counted-bytes.mjs';
import { inRoot } from './lib/paths.mjs';
import { openSlowLine } from './lib/slow-line.mjs';
import { serve } from './serve.mjs';

const directory = inRoot('build/web-demo');
const pages = ['', 'learn/', 'operations/', 'playground/', 'replicas/', 'layout/', 'embed/'];
/** A processor four times as slow, at a line like that of a phone far from the city. */
const throttle = 4;
const slowLine = { bitsPerSecond: 1_600_000, roundTripMs: 150 };
const lastCell = 'hloom-array.result [data-index="1,2"]:text-is("305")';
/** Finds what a selector means in the lab that has taken over. */
const living = (selector) => `lab-page:not([still], [inert]) ${selector}`;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Number(values.rounds);

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`.padStart(11);
const quantile = (numbers, share) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * share)];
const median = (numbers) => quantile(numbers, 0.5);

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
      // Nobody types while a page loads, whatever browsers that emulate a phone say.
      for (const { value } of list.getEntries()) globalThis.shifts += value;
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
  await page.waitForSelector(living(lastCell), { timeout: 120_000 });
  const live = await now();
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN);
  await page.waitForTimeout(500);
  const shift = await page.evaluate(() => globalThis.shifts);
  await page.context().close();
  // An element is found before the frame that paints it.
  return { paint, picture: Math.max(paint, picture), live, shift };
}

/** Runs in the page: marks the end of the frame after each key; nothing waits for it. */
function markFrames() {
  globalThis.addEventListener(
    'keydown',
    () =>
      globalThis.requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => performance.mark('hloom-drawn');
        port2.postMessage(null);
      }),
    true,
  );
}

/** For each key, the milliseconds until its picture is drawn: by the clock, and those in which the page's thread ran. */
async function keys(browser, url, selector, pressed) {
  const page = await openSlow(browser, { reducedMotion: 'reduce', serviceWorkers: 'block' });
  await page.goto(url);
  await page.waitForSelector(living(lastCell));
  await page.locator(living(selector)).first().focus();
  await page.evaluate(markFrames);
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'],
  });
  for (let round = 0; round < 3 * rounds; round++) {
    for (const key of pressed) {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
  }
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  await page.context().close();
  const ends = traceEvents.filter(({ name }) => name === 'hloom-drawn');
  return ends.map(({ ts: end, pid, tid }) => {
    const own = traceEvents.filter((event) => event.pid === pid && event.tid === tid && event.ts < end);
    const isKey = ({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown';
    const { ts: start } = own
      .filter(isKey)
      .sort((one, other) => one.ts - other.ts)
      .at(-1);
    const tasks = own.filter(({ name, ts, dur }) => name === 'RunTask' && ts + dur > start);
    const outer = tasks.filter(({ ts, dur }) => !tasks.some((task) => task.ts < ts && task.ts + task.dur >= ts + dur));
    return { clock: (end - start) / 1000, thread: outer.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000 };
  });
}

/** A program whose instructions take values from shortly before them, in scopes of 50 instructions. */
function largeProgram(count, hasScopes) {
  const scope = (at) => (hasScopes ? `, metadata={op_name="jit(f)/layer_${Math.floor(at / 50)}/add"}` : '');
  const lines = ['v0 = f32[8] parameter(0)'];
  for (let at = 1; at < count; at++) {
    const operands = [5, 17].map((step) => `v${Math.max(0, at - 1 - ((at * step) % 23))}`);
    lines.push(`${at === count - 1 ? 'ROOT ' : ''}v${at} = f32[8] add(${operands.join(', ')})${scope(at)}`);
  }
  return `HloModule large\n\nENTRY main {\n  ${lines.join('\n  ')}\n}\n`;
}

/** Runs in the page: moves the graph in each frame, then zooms it, and marks the frames. */
async function moveGraph(canvas, frames) {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const tell = (Type, type, place) =>
    canvas.dispatchEvent(
      new Type(type, { pointerId: 1, clientX: x, clientY: y, bubbles: true, cancelable: true, ...place }),
    );
  // Only pointers of the browser can be captured.
  canvas.setPointerCapture = () => undefined;
  canvas.focus();
  tell(globalThis.PointerEvent, 'pointerdown', {});
  for (let frame = 0; frame < frames; frame++) {
    if (frame < frames / 2) {
      const angle = frame / 15;
      tell(globalThis.PointerEvent, 'pointermove', { clientX: x + 150 * Math.sin(angle), clientY: y - 5 * frame });
    } else tell(globalThis.WheelEvent, 'wheel', { deltaY: frame < (3 * frames) / 4 ? 40 : -40 });
    await new Promise((next) => globalThis.requestAnimationFrame(next));
    performance.mark('hloom-frame');
  }
}

/** Moves and zooms a graph: the milliseconds from frame to frame, and those in which the page's thread ran. */
async function graphFrames(browser, url, text) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${url}playground/`);
  const drawn = () => page.locator('program-graph canvas:not(.waiting)').waitFor();
  const ran = (name) => page.locator('.play-bar .status', { hasText: `${name} Ran` }).waitFor({ timeout: 120_000 });
  await ran('');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a file' }).click();
  await (await chooser).setFiles({ name: 'large.hlo', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await ran('large.hlo');
  await drawn();
  // The first value that is not finite is looked for in the background.
  await page.waitForTimeout(1000);
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'],
  });
  await page.locator('program-graph canvas').evaluate(moveGraph, 120 * rounds);
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  await context.close();
  const marks = traceEvents.filter(({ name }) => name === 'hloom-frame').sort((one, other) => one.ts - other.ts);
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === marks[0].pid && tid === marks[0].tid,
  );
  return marks.slice(1).map(({ ts: end }, at) => {
    const own = tasks.filter(({ ts, dur }) => ts + dur > marks[at].ts && ts + dur <= end);
    return { clock: (end - marks[at].ts) / 1000, thread: own.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000 };
  });
}

const print = (what, numbers, unit = 'ms', digits = 0, between = '') =>
  console.log(
    `${what.padEnd(54)} median ${median(numbers).toFixed(digits)} ${unit}, ${between}most ${Math.max(...numbers).toFixed(digits)}`,
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
  for (const [what, selector, pressed] of [
    ['a size, by a key', 'input.size', ['ArrowUp', 'ArrowDown']],
    ['a dimension, by a key', '[role="slider"]', ['ArrowLeft', 'ArrowRight']],
  ]) {
    const drawn = await keys(browser, server.url, selector, pressed);
    print(`${what}: until it is drawn`, drawn.map(({ clock }) => clock)); // prettier-ignore
    print(`${what}: of which the page's thread ran`, drawn.map(({ thread }) => thread)); // prettier-ignore
  }
  console.log('\nframes of a graph that moves, without slowing down the processor');
  for (const [what, text] of [
    ['2,000 instructions', largeProgram(2000, false)],
    ['10,000 instructions, collapsed', largeProgram(10_000, true)],
  ]) {
    const frames = await graphFrames(browser, server.url, text);
    for (const [part, key] of [
      ['from frame to frame', 'clock'],
      ["of which the page's thread ran", 'thread'],
    ]) {
      const numbers = frames.map((frame) => frame[key]);
      print(`${what}: ${part}`, numbers, 'ms', 1, `95th percentile ${quantile(numbers, 0.95).toFixed(1)}, `);
    }
  }
} finally {
  await browser.close();
  await line.close();
  await server.close();
}
