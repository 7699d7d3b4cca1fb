// The package in a Vite app: the development server and the production build, with and without isolation.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { report } from './support/chromium.js';
import { install, lend, pack, startServer } from './support/consumer.js';
import { readmeFile } from './support/readme.js';

let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = install(pack(), 'vite');
  lend(folder, 'vite');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
});

/** Serves with the configuration of the README, which isolates pages, or with none. */
function start(mode: string, isolated: boolean): ReturnType<typeof startServer> {
  const config = join(folder, 'vite.config.js');
  if (isolated) writeFileSync(config, readmeFile(folder, 'vite.config.js'));
  else rmSync(config, { force: true });
  return startServer(folder, 'serve.mjs', mode);
}

const one = { simd: true, threads: 1, variant: 'simd' };
const pool = { simd: true, threads: expect.any(Number) as number, variant: 'simd-threads', reason: null };
const data = [8, 10, 12, 11, 13, 15];

describe.each(['dev', 'build'])('%s', (mode) => {
  test.each([
    ['isolated', pool, true],
    [
      '',
      { ...one, reason: expect.stringMatching(/not cross-origin isolated.*COOP|Cross-Origin-Opener/) as string },
      false,
    ],
  ])('%s', async (isolated, platform, crossOriginIsolated) => {
    const server = await start(mode, isolated !== '');
    try {
      const result = await report(browser, server.url);
      expect(result).toEqual({
        report: {
          before: { ...platform, crossOriginIsolated },
          byDefault: { data, platform: { ...platform, crossOriginIsolated } },
          oneThread: { data, platform: { ...one, crossOriginIsolated, reason: 'one thread was asked for' } },
          inline: { data, platform: { ...one, crossOriginIsolated, reason: expect.any(String) as string } },
          refusal: { name: 'HloomError', code: 'INVALID_ARGUMENT', rule: 'broadcast.c2' },
        },
        complaints: [],
      });
    } finally {
      await server.stop();
    }
  });
});

test('the build holds each module once', () => {
  const assets = readdirSync(join(folder, 'dist/assets'));
  expect(assets.filter((name) => name.endsWith('.wasm'))).toHaveLength(1);
  expect(assets.filter((name) => /engine-worker/.test(name))).toHaveLength(1);
});

// tarball.long.test.ts has the sizes of esbuild, which keeps all functions of a namespace.
test.each([
  ['the builder and runs', 'Client, XlaBuilder', '[Client, XlaBuilder]', 75],
  ['jit, and a function of np', 'jit, np', '[jit, np.add]', 81],
  ['jit, and functions of np, nn and random', 'jit, nn, np, random', '[jit, nn.softmax, np.mean, random.normal]', 84],
])('a page that uses %s downloads so many KB of scripts', (name, imports, used, limit) => {
  const page = join(folder, 'size');
  mkdirSync(page, { recursive: true });
  writeFileSync(join(page, 'index.html'), '<script type="module" src="./page.js"></script>\n');
  writeFileSync(join(page, 'page.js'), `import { ${imports} } from 'hloom';\nglobalThis.used = ${used};\n`);
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', page, '--logLevel', 'error']);
  const assets = join(page, 'dist/assets');
  const [script = ''] = readdirSync(assets).filter((file) => /^index-.*\.js$/.test(file));
  const kilobytes = gzipSync(readFileSync(join(assets, script))).length / 1000;
  process.stdout.write(`${name}, by Vite: ${kilobytes.toFixed(1)} KB\n`);
  expect(kilobytes).toBeLessThan(limit);
});

test('a pool whose script was not deployed: one thread, and why', async () => {
  const assets = join(folder, 'dist/assets');
  const scripts = readdirSync(assets).filter((name) => /hloom\.web\.worker/.test(name));
  expect(scripts).toHaveLength(1);
  rmSync(join(assets, scripts[0] ?? ''));
  const server = await start('preview', true);
  try {
    const result = await report(browser, server.url);
    const reason = expect.stringMatching(
      /^the pool of \d threads did not start: .*its script could not be loaded: http\S+hloom\.web\.worker\S+\.mjs$/,
    ) as string;
    expect(result.report).toMatchObject({
      byDefault: { data, platform: { ...one, crossOriginIsolated: true, reason } },
    });
  } finally {
    await server.stop();
  }
});

test('a Worker whose script was not deployed: told at once', async () => {
  const assets = join(folder, 'dist/assets');
  for (const name of readdirSync(assets).filter((name) => /engine-worker/.test(name))) rmSync(join(assets, name));
  const server = await start('preview', false);
  try {
    const { report: answer } = (await report(browser, server.url)) as { report: { failure: string } };
    expect(answer.failure).toMatch(
      /\[js\.c50\].*the Worker of the engine does not start.*its script could not be loaded/s,
    );
  } finally {
    await server.stop();
  }
});
