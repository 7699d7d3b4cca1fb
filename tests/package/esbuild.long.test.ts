// The package in bundles of esbuild, which leaves its files behind, and from another origin: by the recipes of the
// README, and with each file missing in turn. Everything is really bundled, served and run.
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildSync, transformSync, type BuildOptions } from 'esbuild';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { report as reportOf } from './support/chromium.js';
import { install, lend, pack, runNode } from './support/consumer.js';
import { readmeFile } from './support/readme.js';
import { isolation, serveSite, type Site } from './support/site.js';

const data = [8, 10, 12, 11, 13, 15];
const quickStart = 'import { report } from "./report.js";\n';

let folder: string;
let browser: Browser;

beforeAll(async () => {
  folder = install(pack(), 'esbuild');
  lend(folder, 'esbuild');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
});

const installed = (...path: string[]): string => join(folder, 'node_modules/hloom', ...path);
const copy = (from: string, to: string): void => {
  cpSync(installed(from), join(folder, to), { recursive: true });
};

/** Runs a build script of the README. */
function runRecipe(name: string): void {
  writeFileSync(join(folder, name), readmeFile(folder, name));
  const { status, stderr } = spawnSync(process.execPath, [name], { cwd: folder, encoding: 'utf8' });
  expect({ status, warnings: stderr.includes('[WARNING]'), stderr }).toMatchObject({ status: 0, warnings: false });
}

function bundle(entry: string, text: string, options: BuildOptions): void {
  writeFileSync(join(folder, entry), text);
  buildSync({ absWorkingDir: folder, entryPoints: [entry], bundle: true, logLevel: 'error', ...options });
}

describe('a bundle for Node', () => {
  const withOptions = `${quickStart}import { Client } from 'hloom';
    report(Client.create(JSON.parse(process.argv[2] ?? '{}'))).then((answer) => console.log(JSON.stringify(answer)));\n`;
  const run = (file: string, options: object = {}): unknown =>
    JSON.parse(runNode(join(folder, dirname(file)), basename(file), JSON.stringify(options))) as unknown;
  beforeAll(() => {
    writeFileSync(join(folder, 'program.mjs'), withOptions);
    runRecipe('build-node.mjs');
    const node = { platform: 'node' } as const;
    bundle('program.mjs', withOptions, { ...node, format: 'esm', outfile: 'out/program.mjs' });
    bundle('program.mjs', withOptions, { ...node, format: 'cjs', minify: true, outfile: 'out/small.cjs' });
    const inCommonJs = (code: string): string => transformSync(code, { format: 'cjs' }).code;
    writeFileSync(join(folder, 'report.cjs'), inCommonJs(readFileSync(join(folder, 'report.js'), 'utf8')));
    const required = inCommonJs(withOptions.replace('./report.js', './report.cjs'));
    bundle('required.cjs', required, { ...node, format: 'cjs', outfile: 'out/required.cjs' });
    for (const file of ['program.cjs', 'program.mjs', 'required.cjs']) {
      cpSync(join(folder, 'out', file), join(folder, 'alone', file));
    }
  });

  test.each([
    ['program.cjs', {}, 'simd', 1],
    ['program.cjs', { threads: 2, worker: true }, 'simd-threads', 2],
    ['program.mjs', { worker: true }, 'simd', 1],
    ['program.mjs', { threads: 2 }, 'simd-threads', 2],
    ['small.cjs', { worker: true }, 'simd', 1],
    ['required.cjs', { worker: true }, 'simd', 1],
  ])('%s with %j', (file, options, variant, threads) => {
    expect(run(`out/${file}`, options)).toMatchObject({ data, platform: { variant, threads } });
  });

  test('finds copies elsewhere, by paths from the working directory and by addresses', () => {
    copy('dist/wasm', 'alone/elsewhere/wasm');
    copy('dist/engine-worker.node.mjs', 'alone/elsewhere/worker.mjs');
    const paths = { wasmUrl: 'elsewhere/wasm/', workerUrl: 'elsewhere/worker.mjs', worker: true };
    expect(run('alone/program.cjs', paths)).toMatchObject({ data });
    const address = `file://${join(folder, 'alone/elsewhere')}`;
    const addresses = { wasmUrl: `${address}/wasm/`, workerUrl: `${address}/worker.mjs`, worker: true };
    expect(run('alone/program.mjs', addresses)).toMatchObject({ data });
  });

  test('a Worker may have a script of its own, which imports the one of the package', () => {
    const script = "await new Promise((done) => setTimeout(done, 50));\nawait import('hloom/engine-worker');\n";
    writeFileSync(join(folder, 'own-worker.mjs'), script);
    expect(run('out/program.cjs', { workerUrl: '../own-worker.mjs', worker: true })).toMatchObject({ data });
  });

  const load = { name: 'HloomError', code: 'FAILED_PRECONDITION', rule: 'js.c16' };
  const worker = { name: 'HloomError', code: 'FAILED_PRECONDITION', rule: 'js.c50' };

  test.each(['program.cjs', 'program.mjs', 'required.cjs'])('%s without its files: says at once what is missing, and where', (file) => {
    const answer = run(`alone/${file}`) as { message: string };
    expect(answer).toMatchObject(load);
    expect(answer.message).toContain(`${join(folder, 'alone/wasm/hloom.wasm')} cannot be read\n`);
    expect(answer.message).toMatch(/ENOENT.*\n {2}help: copy the folder \S+\/dist\/wasm there, .*wasmUrl/s);
  }); // prettier-ignore

  test('with the WebAssembly alone: its script is missing', () => {
    const wasmUrl = installed('dist/wasm/hloom.wasm');
    const answer = run('alone/program.cjs', { wasmUrl }) as { message: string };
    expect(answer).toMatchObject(load);
    expect(answer.message).toContain(`${join(folder, 'alone/wasm/hloom.node.cjs')} cannot be loaded\n`);
  });

  test('without the script of the Worker', () => {
    const wasmUrl = installed('dist/wasm/');
    const answer = run('alone/program.cjs', { wasmUrl, worker: true }) as { message: string };
    expect(answer).toMatchObject(worker);
    expect(answer.message).toContain(
      `from ${join(folder, 'alone/engine-worker.node.mjs')}\n  the file does not exist\n`,
    );
    expect(answer.message).toMatch(/help: copy .*workerUrl.*worker: false/);
    // Asked for threads, it is not tried twice.
    expect(run('alone/program.cjs', { wasmUrl, worker: true, threads: 2 })).toMatchObject(worker);
    const http = run('out/program.cjs', { worker: true, workerUrl: 'https://127.0.0.1/engine-worker.node.mjs' });
    expect(http).toMatchObject({ ...worker, message: expect.stringContaining('is a file') as string });
    expect(run('out/program.cjs', { wasmUrl: 'https://127.0.0.1/wasm/' })).toMatchObject({
      ...load,
      message: expect.stringContaining('the folder https://127.0.0.1/wasm/ is not on this machine') as string,
    });
  });

  test('with the script of another thing, or of another version', () => {
    writeFileSync(join(folder, 'other.mjs'), 'console.error;\n');
    const other = run('out/program.cjs', { worker: true, workerUrl: '../other.mjs' }) as { message: string };
    expect(other).toMatchObject(worker);
    expect(other.message).toMatch(/does not start from .*other\.mjs\n {2}its Worker ended with code 0\n/);
    const text = readFileSync(installed('dist/engine-worker.node.mjs'), 'utf8');
    writeFileSync(join(folder, 'old.mjs'), text.replaceAll('"0.1.0"', '"0.0.9"'));
    const old = run('out/program.cjs', { worker: true, workerUrl: '../old.mjs' });
    expect(old).toMatchObject({ rule: 'js.c26', help: expect.stringContaining('copy the files') as string });
    expect(old).toMatchObject({ message: expect.stringContaining('is of hloom 0.0.9, the package of') as string });
  });
});

describe('a bundle for pages', () => {
  let site: Site;
  beforeEach(async () => {
    site = await serveSite(join(folder, 'public'));
  });
  afterEach(async () => {
    await site.close();
  });

  const html = (script: string): string => `<!doctype html><link rel="icon" href="data:," />${script}`;
  const module = (name: string): string => html(`<script type="module" src="${name}"></script>`);
  const classic = (name: string): string => html(`<script src="${name}"></script>`);
  const byItself = `${quickStart}import { Client } from 'hloom';
    const options = JSON.parse(decodeURIComponent(location.hash.slice(1)) || '{}');
    globalThis.report = report(Client.create(options));\n`;

  /** The report of the page at an address, and its console; the page gets options through its hash. */
  const open = async (page: string, options: object = {}): Promise<{ report: unknown; complaints: string[] }> => {
    site.pages.set('/index.html', page);
    return reportOf(browser, `${site.origin}/index.html#${encodeURIComponent(JSON.stringify(options))}`);
  };
  /** Opens a page where something is missing: the browser complains too. */
  const refusal = async (page: string, options: object = {}): Promise<{ rule: string; message: string; help: string }> => {
    const { report } = await open(page, options);
    expect(report).toMatchObject({ name: 'HloomError' });
    return report as { rule: string; message: string; help: string };
  }; // prettier-ignore

  beforeAll(() => {
    writeFileSync(join(folder, 'page.js'), readmeFile(folder, 'page.js'));
    appendFileSync(join(folder, 'page.js'), `${quickStart}globalThis.report = report(client);\n`);
    runRecipe('build-page.mjs');
    const recipe = readFileSync(join(folder, 'page.js'), 'utf8');
    bundle('page.js', recipe, { format: 'iife', minify: true, outfile: 'public/page-classic.js' });
    mkdirSync(join(folder, 'public/full'));
    for (const place of ['bare', 'full']) {
      bundle('by-itself.js', byItself, { format: 'esm', outfile: `public/${place}/module.js` });
      bundle('by-itself.js', byItself, { format: 'iife', outfile: `public/${place}/classic.js` });
    }
    copy('dist/wasm', 'public/full/wasm');
    copy('dist/engine-worker.browser.mjs', 'public/full/engine-worker.browser.mjs');
  });

  const isolatedReport = { variant: 'simd-threads', threads: expect.any(Number) as number, reason: null };
  const reason = expect.stringContaining('not cross-origin isolated') as string;
  const plainReport = { variant: 'simd', threads: 1, reason };

  test.each([
    ['the recipe, as a module', module('page.js')],
    ['the recipe, as a classic script, minified', classic('page-classic.js')],
    ['files beside a module', module('full/module.js')],
    ['files beside a classic script', classic('full/classic.js')],
  ])('%s', async (_, page) => {
    expect(await open(page)).toMatchObject({ report: { data, platform: plainReport }, complaints: [] });
    site.headers = isolation;
    expect(await open(page)).toMatchObject({ report: { data, platform: isolatedReport }, complaints: [] });
  });

  test.each([
    ['a module', module('bare/module.js')],
    ['a classic script', classic('bare/classic.js')],
  ])('without any file: says at once what is missing, and where (%s)', async (_, page) => {
    const missing = await refusal(page);
    expect(missing).toMatchObject({ rule: 'js.c16', help: expect.stringMatching(/dist\/wasm.*wasmUrl/) as string });
    const address = `${site.origin}/bare/wasm/hloom.wasm`;
    expect(missing.message).toContain(`${address} cannot be read\n  Error: the server answered 404`);
    // Servers of single-page apps answer everything.
    site.startPage = html('<title>the app</title>');
    const app = await refusal(page);
    expect(app).toMatchObject({ rule: 'js.c17', help: expect.stringContaining('wasmUrl') as string });
    expect(app.message).toContain(`${address} is an HTML page`);
  });

  test('in a page, as a script without an address', async () => {
    const text = readFileSync(join(folder, 'public/bare/classic.js'), 'utf8').replaceAll('</script', '<\\/script');
    const page = html(`<script>${text}</script>`);
    const missing = await refusal(page);
    expect(missing).toMatchObject({ rule: 'js.c16', help: expect.stringMatching(/wasmUrl.*workerUrl/) as string });
    expect(missing.message).toContain('hloom does not know where its files are');
    expect(await refusal(page, { wasmUrl: '/full/wasm/' })).toMatchObject({ rule: 'js.c16' });
    const told = { wasmUrl: '/full/wasm/', workerUrl: '/full/engine-worker.browser.mjs' };
    expect(await open(page, told)).toMatchObject({ report: { data }, complaints: [] });
  });

  test('with the WebAssembly alone: its script is missing', async () => {
    const { rule, message } = await refusal(module('bare/module.js'), { wasmUrl: '/full/wasm/hloom.wasm' });
    expect(rule).toBe('js.c16');
    expect(message).toContain(`${site.origin}/bare/wasm/hloom.web.mjs cannot be loaded\n`);
    expect(message).toContain('  the server answered 404');
  });

  test.each([
    ['a module', module('bare/module.js')],
    ['a classic script', classic('bare/classic.js')],
  ])('without the script of the Worker (%s)', async (_, page) => {
    const wasmUrl = '/full/wasm/';
    const missing = await refusal(page, { wasmUrl });
    expect(missing).toMatchObject({
      rule: 'js.c50',
      help: expect.stringMatching(/workerUrl.*worker: false/) as string,
    });
    expect(missing.message).toContain(`does not start from ${site.origin}/bare/engine-worker.browser.mjs\n`);
    expect(missing.message).toContain('\n  the server answered 404');
    site.startPage = html('<title>the app</title>');
    expect((await refusal(page, { wasmUrl })).message).toContain('\n  the server answered an HTML page');
    expect((await refusal(page, { wasmUrl, workerUrl: '/full/wasm/hloom.wasm' })).message).toContain(
      '\n  the server calls it application/wasm, not text/javascript',
    );
    expect(await open(page, { wasmUrl, worker: false })).toMatchObject({ report: { data }, complaints: [] });
  });

  test('an isolated page, and a script of the Worker that comes without the header', async () => {
    site.headers = isolation;
    site.bare.add('/full/engine-worker.browser.mjs');
    const { rule, message } = await refusal(module('full/module.js'));
    expect(rule).toBe('js.c50');
    expect(message).toContain('the script comes without the header Cross-Origin-Embedder-Policy');
  });

  test('a script of the Worker that imports what is not there, or is of another version', async () => {
    site.pages.set('/broken.js', "import './nowhere.js';");
    const broken = await refusal(module('full/module.js'), { workerUrl: '/broken.js' });
    expect(broken.rule).toBe('js.c50');
    expect(broken.message).toMatch(
      /does not start from \S+\/broken\.js\n.*\n {2}it is there; but something that it imports/,
    );
    const text = readFileSync(installed('dist/engine-worker.browser.mjs'), 'utf8');
    site.pages.set('/old.js', text.replaceAll('"0.1.0"', '"0.0.9"'));
    const old = await refusal(module('full/module.js'), { workerUrl: '/old.js' });
    expect(old).toMatchObject({ rule: 'js.c26', help: expect.stringContaining('copy the files') as string });
  });

  test('a classic script in a Worker of the page', async () => {
    const text = `${quickStart}import { Client } from 'hloom';
      report(Client.create()).then((answer) => postMessage(answer));\n`;
    bundle('in-worker.js', text, { format: 'iife', outfile: 'public/full/in-worker.js' });
    const listen =
      "(done) => { worker.onmessage = (event) => done(event.data); worker.onerror = () => done('failed'); }";
    const start = `const worker = new Worker('full/in-worker.js'); globalThis.report = new Promise(${listen});`;
    expect(await open(html(`<script>${start}</script>`))).toMatchObject({ report: { data }, complaints: [] });
  });

  test('a page that forbids Workers', async () => {
    site.headers = { 'Content-Security-Policy': "worker-src 'none'" };
    const { rule, message } = await refusal(module('full/module.js'));
    expect(rule).toBe('js.c50');
    expect(message).toContain('/full/engine-worker.browser.mjs');
  });

  describe('files on another origin', () => {
    const example = 'https://cdn.example/hloom/';
    let cdn: Site;
    beforeEach(async () => {
      cdn = await serveSite(installed());
      cdn.headers = { 'Access-Control-Allow-Origin': '*' };
    });
    afterEach(async () => {
      await cdn.close();
    });

    const fromCdn = (name: string): string => readmeFile(folder, name).replaceAll(example, `${cdn.origin}/`);
    /** The page of the README; it has no bundle, so the helper comes as a page of its own. */
    const recipe = (client: string): string => {
      site.pages.set('/report.js', readFileSync(join(folder, 'report.js'), 'utf8'));
      const run = `import { report } from "/report.js"; globalThis.report = report(${client});`;
      return html(fromCdn('page.html').replaceAll('globalThis.client =', 'const client =').replace(/<\/script>\s*$/, `${run}</script>`));
    }; // prettier-ignore

    test.each([
      ['', { ...plainReport }, {}],
      ['isolated', { variant: 'simd', threads: 1, reason: expect.stringContaining('from another origin') as string }, isolation],
    ])('the recipe: a module of one line %s', async (_, platform, headers) => {
      site.headers = headers;
      site.pages.set('/hloom-worker.js', fromCdn('hloom-worker.js'));
      expect(await open(recipe('client'))).toMatchObject({ report: { data, platform }, complaints: [] });
    }); // prettier-ignore

    test('without a Worker', async () => {
      const page = recipe('Client.create({ worker: false })').replace(/const client = [^;]*;/, '');
      expect(await open(page)).toMatchObject({ report: { data }, complaints: [] });
      expect(cdn.origin).not.toBe(site.origin);
    });

    test('the line as a Blob', async () => {
      const blob = `new Blob(['import "${cdn.origin}/dist/engine-worker.browser.mjs";'], { type: 'text/javascript' })`;
      const page = recipe(`Client.create({ workerUrl: URL.createObjectURL(${blob}) })`).replace(/const client = [^;]*;/, '');
      expect(await open(page)).toMatchObject({ report: { data }, complaints: [] });
    }); // prettier-ignore

    test('nothing said: told at once what to do', async () => {
      const page = recipe('Client.create()').replace(/const client = [^;]*;/, '');
      const { rule, message, help } = await refusal(page);
      expect(rule).toBe('js.c50');
      const address = `${cdn.origin}/dist/engine-worker.browser.mjs`;
      expect(message).toContain(`on another origin than the page: ${address}\n`);
      expect(help).toContain(`import "${address}"`);
      expect(help).toMatch(/workerUrl.*worker: false/);
    });

    test('a server that does not allow it', async () => {
      cdn.headers = {};
      const { rule, message } = await refusal(module('full/module.js'), { wasmUrl: `${cdn.origin}/dist/wasm/` });
      expect(rule).toBe('js.c16');
      expect(message).toContain(`${cdn.origin}/dist/wasm/hloom.wasm cannot be read`);
    });
  });
});
