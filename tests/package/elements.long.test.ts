// `hloom/elements` as strangers get it: in a Vite app, in a bundle of esbuild, without a bundler,
// and in Node.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSync, type BuildOptions } from 'esbuild';
import type { Browser } from 'playwright-core';
import { operationNames } from '../../js/elements/model/operations.js';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { report } from './support/chromium.js';
import { install, lend, pack, root, runNode, startServer } from './support/consumer.js';
import { readmeFile } from './support/readme.js';
import { isolation, serveSite, type Site } from './support/site.js';

let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = install(pack(), 'elements');
  lend(folder, 'vite', 'esbuild');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
});

const installed = (...path: string[]): string => join(folder, 'node_modules/hloom', ...path);

const attributes = ['lhs', 'rhs', 'dims', 'op', 'lhs-values', 'rhs-values', 'stage', 'fixed', 'large'];
const expected = {
  data: [100, 201, 302, 103, 204, 305],
  drawn: ['0', '0.5', '2'],
  refused: 'broadcast.c2',
  isOurs: true,
  tied: 'broadcast.c1',
  attributes,
};

describe('in a Vite app', () => {
  test.each(['dev', 'build'])('%s', async (mode) => {
    const server = await startServer(folder, 'serve.mjs', mode);
    try {
      expect(await report(browser, server.url)).toEqual({ report: expected, complaints: [] });
    } finally {
      await server.stop();
    }
  });

  test('the build has one copy of the package', () => {
    const assets = readdirSync(join(folder, 'dist/assets'));
    expect(assets.filter((name) => name.endsWith('.wasm'))).toHaveLength(1);
    const scripts = assets.filter((name) => /^index.*\.js$/.test(name)).map((name) => readFileSync(join(folder, 'dist/assets', name), 'utf8'));
    const copies = scripts.join('\n').split('the builder instance is not loaded yet').length - 1;
    expect(copies).toBe(1);
  }); // prettier-ignore
});

describe('on a site', () => {
  let site: Site;
  beforeEach(async () => {
    site = await serveSite(join(folder, 'public'));
  });
  afterEach(async () => {
    await site.close();
  });

  const page = (): string => readFileSync(join(folder, 'index.html'), 'utf8');
  const bundle = (entry: string, options: BuildOptions): void => {
    buildSync({ absWorkingDir: folder, entryPoints: [entry], bundle: true, logLevel: 'error', ...options });
  };

  test.each([{}, isolation])('a bundle of esbuild, its files beside it; headers %j', async (headers) => {
    bundle('main.js', { format: 'esm', outfile: 'public/beside/main.js' });
    cpSync(installed('dist/wasm'), join(folder, 'public/beside/wasm'), { recursive: true });
    cpSync(installed('dist/engine-worker.browser.mjs'), join(folder, 'public/beside/engine-worker.browser.mjs'));
    site.headers = headers;
    site.pages.set('/index.html', page().replace('/main.js', '/beside/main.js'));
    expect(await report(browser, `${site.origin}/index.html`)).toEqual({ report: expected, complaints: [] });
  });

  test('a bundle of esbuild that says where its files are, before there is an element', async () => {
    const recipe = `import { init } from 'hloom';
      import { report } from './report.js';
      await init({ wasmUrl: '/beside/wasm/', workerUrl: '/beside/engine-worker.browser.mjs' });
      await import('hloom/elements');
      globalThis.report = report();\n`;
    writeFileSync(join(folder, 'told.js'), recipe);
    bundle('told.js', { format: 'esm', outfile: 'public/told.js', target: 'es2022' });
    site.pages.set('/index.html', page().replace('/main.js', '/told.js'));
    expect(await report(browser, `${site.origin}/index.html`)).toEqual({ report: expected, complaints: [] });
  });

  test('two bundles on one page: the second leaves the elements of the first alone', async () => {
    const first = `import 'hloom/elements';
      export { report } from './report.js';\n`;
    const second = `import { HloomBroadcast } from 'hloom/elements';
      import { report } from '/beside/first.js';
      const isShared = new HloomBroadcast() instanceof customElements.get('hloom-broadcast');
      globalThis.report = report().then((found) => ({ ...found, isShared }));\n`;
    for (const [name, text] of [['first', first], ['second', second]] as const) {
      writeFileSync(join(folder, `${name}.js`), text);
      bundle(`${name}.js`, { format: 'esm', outfile: `public/beside/${name}.js`, external: ['/beside/*'] });
    }
    cpSync(installed('dist/wasm'), join(folder, 'public/beside/wasm'), { recursive: true });
    cpSync(installed('dist/engine-worker.browser.mjs'), join(folder, 'public/beside/engine-worker.browser.mjs'));
    site.pages.set('/index.html', page().replace('/main.js', '/beside/second.js'));
    const found = await report(browser, `${site.origin}/index.html`);
    expect(found).toEqual({ report: { ...expected, isShared: true }, complaints: [] });
  }); // prettier-ignore

  test('the page of the README: no bundler, the files of the package as they are', async () => {
    mkdirSync(join(folder, 'public/hloom'), { recursive: true });
    cpSync(installed('dist'), join(folder, 'public/hloom'), { recursive: true });
    const look = `<script type="importmap">{ "imports": { "hloom": "/hloom/index.browser.mjs" } }</script>
      <script type="module">
        const loom = document.querySelector('hloom-broadcast');
        globalThis.report = new Promise((resolve) => {
          loom.addEventListener('hloom-answer', () => {
            const { result } = loom.answer.values;
            if (result !== undefined) resolve(result.literal.toString());
          });
        });
      </script><link rel="icon" href="data:," />\n`;
    site.pages.set('/index.html', `<!doctype html>\n${look}${readmeFile(folder, 'notes.html')}`);
    expect(await report(browser, `${site.origin}/index.html`)).toEqual({
      report: 'f32[2,3] {\n  { 100, 201, 302 },\n  { 103, 204, 305 }\n}',
      complaints: [],
    });
  });
});

test('in Node the import does nothing, and making an element says why it cannot be', () => {
  const script = `import { HloomBroadcast } from 'hloom/elements';
    console.log(typeof HloomBroadcast);
    try { new HloomBroadcast(); } catch (error) { console.log(error.name, error.message); }\n`;
  writeFileSync(join(folder, 'server.mjs'), script);
  const [type, ...error] = runNode(folder, 'server.mjs').split('\n');
  expect(type).toBe('function');
  expect(error.join('\n')).toMatch(/^TypeError a <hloom-broadcast> cannot be made without a DOM\.\n {2}help: .*import 'hloom\/elements' in a script of the page/);
}); // prettier-ignore

test('the declarations say what there is, and name no library', () => {
  const text = readFileSync(installed('dist/types/elements.d.mts'), 'utf8');
  expect([...text.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, name]) => name)).toEqual(operationNames);
  const properties = attributes.map((name) => name.replace(/-v/, 'V'));
  for (const name of [...properties, 'question', 'answer', 'mistakes']) {
    expect(text).toMatch(new RegExp(`^ {2}(readonly )?${name}: `, 'm'));
  }
  expect(text).not.toMatch(/\blit\b/i);
});

test('the documentation lists the attributes and the properties of style that there are', () => {
  const text = readFileSync(installed('docs/elements.md'), 'utf8');
  const listed = [...text.matchAll(/^\| ((?:`[\w-]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) => names.match(/[\w-]+/g) ?? []);
  expect(listed.filter((name) => !/^(hloom-|--)/.test(name))).toEqual(attributes);
  const styles = readFileSync(join(root, 'js/elements/styles.ts'), 'utf8');
  const own = [...styles.matchAll(/(?<=\()\s*(--hloom-(?:color|font)-\w+)/g)].map(([, name]) => name);
  expect(listed.filter((name) => name.startsWith('--')).sort()).toEqual(own.sort());
}); // prettier-ignore

test('is small beside the engine: Lit and all elements, minified and compressed', () => {
  const options = { bundle: true, format: 'esm', minify: true, write: false, logLevel: 'silent' } as const;
  const external = ['./index.browser.mjs'];
  const { outputFiles } = buildSync({ ...options, external, entryPoints: [installed('dist/elements.mjs')] });
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(40_000);
  expect(readFileSync(installed('dist/lit-license.txt'), 'utf8')).toContain('BSD 3-Clause License');
});
