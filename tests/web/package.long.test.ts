// The built package in Chromium: every example, every case, an abort and a trap, with threads and without.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { builderRows, caseFiles } from '../js/support/case-files.js';
import type { Harness } from './page/harness.js';
import { expectedFailures } from '../js/support/replica-failures.js';
import { expectedFeeds } from '../js/support/replica-feeds.js';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { openPage } from './support/chromium.js';
import { serveHarness, type HarnessSite } from './support/harness-page.js';

// It is there in the page, where the functions that tests pass to it run.
declare const harness: Harness;

const files = caseFiles();
const rows = builderRows();

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
});

describe.each([
  { name: 'with COOP and COEP', isolated: true, variant: 'simd-threads', threads: 2 },
  { name: 'without COOP and COEP', isolated: false, variant: 'simd', threads: 1 },
])('$name', ({ isolated, variant, threads }) => {
  let site: HarnessSite;
  let page: Page;
  let troubles: string[];

  beforeAll(async () => {
    site = await serveHarness(isolated);
    ({ page, troubles } = await openPage(browser));
    await page.goto(site.url);
    await page.waitForFunction(() => 'harness' in globalThis);
  });

  afterAll(async () => {
    await page.context().close();
    await site.close();
  });

  // First of all: the tests that follow use this client.
  test('two threads are asked for', async () => {
    const report = await page.evaluate(() => harness.open({ threads: 2 }));
    const reason: unknown = isolated ? null : expect.stringContaining('not cross-origin isolated');
    expect(report).toEqual({ simd: true, variant, threads, crossOriginIsolated: isolated, reason });
  });

  test('what a client gets without asking', async () => {
    const report = await page.evaluate(() => harness.platform());
    expect(report).toMatchObject({ simd: true, crossOriginIsolated: isolated });
    if (!isolated) expect(report.reason).toContain('Cross-Origin-Embedder-Policy');
    // A machine with one processor has one thread, isolated or not, and the reason names it.
    expect(report.reason === null).toBe(report.threads > 1);
  });

  test('every example', async () => {
    const outcomes = await page.evaluate(() => harness.runExamples());
    expect(outcomes.filter(({ problem }) => problem !== '')).toEqual([]);
    expect(outcomes.length).toBeGreaterThanOrEqual(51);
    const loop = outcomes.find(({ id }) => id === 'while-loop');
    expect(loop?.result).toContain('s32[] 1000,\nf32[10] {1000, 2000,');
    const refused = outcomes.filter(({ error }) => error !== '');
    expect(refused.map(({ id }) => id)).toEqual([
      'without-dimensions',
      'wrong-dimension',
      'crossed',
      'twice',
      'incompatible',
    ]);
  });

  test('weights load: .npz files that numpy wrote', async () => {
    const folder = join(__dirname, '../data/npy');
    const { arrays } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as { arrays: unknown };
    for (const name of ['types.npz', 'types-compressed.npz']) {
      const bytes = [...readFileSync(join(folder, name))];
      expect(await page.evaluate((file) => harness.readArrays(file, false), bytes)).toEqual(arrays);
    }
    const bytes = [...readFileSync(join(folder, 'types.npz'))];
    expect(await page.evaluate((file) => harness.readArrays(file, true), bytes)).toEqual(arrays);
    const packed = [...readFileSync(join(folder, 'types-compressed.npz'))];
    expect(await page.evaluate((file) => harness.readDamaged(file, 97), packed)).toEqual(['js.c42']);
  });

  test.each(files)('%s', async (_, { cases }) => {
    const wrong = await page.evaluate((json) => harness.runCases(json), JSON.stringify({ rows, cases }));
    expect(wrong).toEqual([]);
  });

  test('an endless While is aborted, and the page lives meanwhile', async () => {
    const { failure, frames, reason, sum } = await page.evaluate(() => harness.abortEndless(300));
    expect(failure).toMatchObject({ code: 'CANCELLED' });
    expect(reason).toBe('Error: enough');
    expect(frames).toBeGreaterThan(5);
    expect(sum).toEqual([8, 10, 12, 11, 13, 15]);
  });

  test('what is inside of a long instruction, beside it, or in a function ends at once; others go on', async () => {
    const { failures, order, sum, thrown } = await page.evaluate(() => harness.stopAtOnce());
    const late = expect.stringMatching(/limit of 20 milliseconds\n {2}\d+ milliseconds passed/) as string;
    expect(failures).toEqual([
      { code: 'DEADLINE_EXCEEDED', rule: 'limits.c4', message: late },
      expect.objectContaining({ code: 'CANCELLED', rule: 'js.c15' }),
      expect.objectContaining({ code: 'CANCELLED', rule: 'js.c15' }),
    ]);
    expect(order.filter((name) => name !== 'innocent')).toEqual(['hanging', 'beside', 'inside']);
    expect(sum).toEqual([8, 10, 12, 11, 13, 15]);
    expect(thrown).toBe('RangeError: seen enough');
  });

  test('a custom call runs in the page, may throw, and is left when its run is aborted', async () => {
    const { result, thrown, cause, aborted, heard } = await page.evaluate(() => harness.customCall());
    expect(result).toEqual([3, 4]);
    expect(thrown).toMatchObject({ code: 'ABORTED', rule: 'custom_call.c5' });
    expect(cause).toBe('RangeError: not today');
    expect(aborted).toMatchObject({ code: 'CANCELLED' });
    expect(heard).toBe(true);
  });

  test('values stay on the engine, are given up, and are lost with it', async () => {
    const { sums, donated, lost, fromThePage } = await page.evaluate(() => harness.valuesThatStay());
    expect(sums).toEqual([5, 5]);
    expect(donated).toMatchObject({ code: 'FAILED_PRECONDITION', rule: 'js.c70' });
    expect(lost).toMatchObject({ code: 'ABORTED', rule: 'js.c71' });
    expect(fromThePage).toEqual([[10, 10], [11, 11], [12, 12]]); // prettier-ignore
  });

  test('a trap costs its own engine alone, and that starts again', async () => {
    const { trapped, pending, others, again } = await page.evaluate(() => harness.trap());
    expect(trapped).toMatchObject({ code: 'ABORTED', rule: 'js.c14' });
    expect(pending).toMatchObject({ code: 'ABORTED', rule: 'js.c14' });
    expect(others).toEqual([8, 10, 12, 11, 13, 15]);
    expect(again).toEqual([8, 10, 12, 11, 13, 15]);
  });

  test('runs on several devices that fail say why, and cost nothing else', async () => {
    const outcomes = await page.evaluate(() => harness.replicaFailures());
    for (const [name, { code, rule, says }] of Object.entries(expectedFailures)) {
      const message: unknown = expect.stringMatching(says);
      expect(outcomes[name]).toEqual({ failure: { code, rule, message }, sums: [3, 3] });
    }
  });

  test('values go into devices and come out while they run', async () => {
    expect(await page.evaluate(() => harness.replicaFeeds())).toEqual(expectedFeeds);
  });

  // No event tells of them.
  test('a Worker that is gone costs its runs, which say so, and the client starts another', async () => {
    const gone = (how: string) => {
      const waits = 'device 0 waits at all-reduce %z in computation "e" on device 0 for device 1\n  device 1 runs\n';
      const message: unknown = expect.stringMatching(new RegExp(`${how}[^]*\n  ${waits}`));
      return { code: 'ABORTED', rule: 'js.c14', message, sums: [-1, -1] };
    };
    expect(await page.evaluate((count) => harness.endEngine({ threads: count }), threads)).toEqual(gone('ended'));
    if (threads === 1) return;
    expect(await page.evaluate((count) => harness.endPool({ threads: count }), threads)).toEqual(gone('ended'));
    // Either its lock reports it, or the engine, which it wakes.
    const failed = gone('(?:a thread of the pool failed|a thread of its pool, ended)');
    expect(await page.evaluate((count) => harness.failPool({ threads: count }), threads)).toEqual(failed);
  });

  test('nothing is left in the engine', async () => {
    const statistics = await page.evaluate(() => harness.statistics());
    expect(statistics).toMatchObject({ executables: 0, runs: 0, buffers: 0, bufferBytes: 0, values: 0, valueBytes: 0 });
  });

  test('no error in the console', () => {
    expect(troubles).toEqual([]);
  });
});
