// The page from its sources, as Vite's development server gives it.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { openPage } from './support/chromium.js';

const root = join(__dirname, '../..');

let browser: Browser;
let vite: ChildProcess;
let url: string;

/** Starts the server on a free port and waits for the address that it prints. */
function startVite(): Promise<string> {
  const args = ['node_modules/vite/bin/vite.js', 'web-demo', '--port', String(20_000 + (process.pid % 20_000))];
  vite = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      // eslint-disable-next-line no-control-regex -- Vite colors its addresses
      output += chunk.toString().replace(/\x1b\[\d*m/g, '');
      const found = /http:\/\/localhost:\d+\//.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    };
    vite.stdout?.on('data', read);
    vite.stderr?.on('data', read);
    vite.on('exit', (code) => {
      reject(new Error(`vite ended with code ${code}: ${output}`));
    });
  });
}

beforeAll(async () => {
  [browser, url] = await Promise.all([launchChromium(), startVite()]);
});

afterAll(async () => {
  await browser.close();
  vite.kill();
});

test('it computes, in a Worker, without an error', async () => {
  const { page, troubles } = await openPage(browser);
  await page.goto(`${url}#lhs=f32[2,1]&rhs=f32[1,3]&dims=`);
  await page.waitForSelector('hloom-array[data-name="result"] :not(.blank)[data-index="1,2"]');
  expect(await page.locator('hloom-array[data-name="result"] [data-index="1,2"]').textContent()).toBe('301');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(page.workers().length).toBeGreaterThan(0);
  expect(troubles.filter((trouble) => !trouble.includes('Lit is in dev mode'))).toEqual([]);
  await page.context().close();
});
