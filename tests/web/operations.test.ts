// The gallery of operations: an operation is found, drawn, changed and broken; and its size.
import { families, functionFamilies } from '../../web-demo/src/operations/model/families.js';
import { bringAxe, violations } from './support/axe.js';
import { eventually } from './support/eventually.js';
import { arrayOf, cellsOf, litIn } from './support/gallery.js';
import { tooWide } from './support/narrow.js';
import { downloadSize, importedLater, loadedBy, namedScripts, readBuilt, withImports } from './support/scripts.js';
import { openSite, phone, type Site } from './support/site.js';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

test('an operation is found by a name of TensorFlow, drawn, changed and broken', async () => {
  await site.visit('operations/', async (page) => {
    const find = page.locator('operation-search input');
    for (const [text, name] of [
      ['kConvolution', 'conv'],
      ['xla::Gather', 'gather'],
      ['tf.raw_ops.AddV2', 'add'],
      ['lax.cumlogsumexp', 'scan'],
    ] as const) {
      await find.fill(text);
      await page.locator('#found li strong', { hasText: name }).first().waitFor();
    }
    await find.fill('tf.gather');
    await page.locator('#found li strong', { hasText: 'gather' }).first().waitFor();
    await page.keyboard.press('Enter');
    expect(await cellsOf(page, 'result0')).toEqual(['20', '21', '22', '0', '1', '2', '20', '21', '22']);

    await arrayOf(page, 'result0').locator('.cell').nth(4).hover();
    await page.locator('.sentence', { hasText: 'result[1,1] is 1. It takes operand input[0,1]' }).waitFor();
    expect(await litIn(page, 'input')).toEqual(['0,1']);
    expect(await litIn(page, 'startIndices')).toEqual(['1']);

    await page.locator('input[name="startIndices elements"]').fill('3 3 9');
    await arrayOf(page, 'result0').locator('.cell', { hasText: '30' }).first().waitFor();
    expect(page.url()).toContain('startIndices=s32[3]+3+3+9');

    await page.locator('input[name="sliceSizes"]').fill('[1, 4]');
    expect(await page.locator('.rules .broken code').innerText()).toBe('gather.c21');
    await page.getByRole('button', { name: 'Set sliceSizes to [1, 3]' }).click();
    expect(await page.locator('.rules .broken').count()).toBe(0);

    await bringAxe(page);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize(phone.viewport);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.evaluate(tooWide)).toEqual([]);
    expect(await page.evaluate(() => (globalThis as { shifts?: number }).shifts)).toBeLessThan(0.05);
  });
});

test('a page of an operation has its text before any script, and the next one comes without a new engine', async () => {
  const html = readBuilt('operations/transpose/index.html');
  expect(html).toContain('<title>transpose – Operations – hloom</title>');
  expect(html).toMatch(/<meta\s+name="description"\s+content="Permutes the dimensions/);
  expect(html).toMatch(/<h1>transpose <small>Transpose<\/small><\/h1>[^]*<code>transpose\.c1<\/code>: /);
  await site.visit('operations/transpose/#permutation=[0,1]', async (page) => {
    expect(await cellsOf(page, 'result0')).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(await page.locator('h1').count()).toBe(1);
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await page.locator('.pager a[rel="next"]').click();
    await page.locator('h1', { hasText: /^rev\b/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/operations/rev/');
    expect(
      await page.locator('header a', { hasText: 'Learn' }).evaluate((link) => (link as HTMLAnchorElement).href),
    ).toBe(`${site.url}learn/`);
    await page.locator('.crumbs a').last().click();
    await page.locator('#title-movement').waitFor();
    await page.goBack();
    await page.goBack();
    await page.locator('h1', { hasText: /^transpose\b/ }).waitFor();
    expect(await cellsOf(page, 'result0')).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  });
});

test('a function of np is found, traced as its call is edited, and refused with its rule', async () => {
  await site.visit('operations/', async (page) => {
    await page.locator('.functions').waitFor();
    await page.locator('operation-search input').fill('jnp.cumsum');
    await page.keyboard.press('Enter');
    await eventually(
      () => cellsOf(page, 'result0'),
      (texts) => expect(texts).toEqual(['1', '3', '6', '4', '9', '15']),
    );
    await page.locator('input[name="$program"]').fill('np.cumsum(x, 0)');
    await eventually(
      () => cellsOf(page, 'result0'),
      (texts) => expect(texts).toEqual(['1', '2', '3', '5', '7', '9']),
    );
    await page.getByRole('tab', { name: 'JAX' }).click();
    await page.locator('#code pre, code-panel pre', { hasText: 'jnp.cumsum(x, 0)' }).waitFor();
    await page.locator('input[name="$program"]').fill('np.cumsum(x, 5)');
    const rule = await page.locator('.verdict.bad .rule').innerText();
    expect(await page.locator('.rules .broken code').innerText()).toBe(rule);
    await bringAxe(page);
    expect(await violations(page)).toEqual([]);
    // All that this page has loaded, as the browser counts it.
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const shared = loadedBy('index.html');
    const own = new Set(loaded.map((name) => name.slice(site.url.length)).filter((name) => name.endsWith('.js')));
    const bytes = [...own].filter((name) => !shared.has(name)).reduce((sum, name) => sum + downloadSize(name), 0);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(90_000);
  });
});

test('each page has at most 90 KB of scripts of its own, compressed, and the other pages do not keep them', () => {
  const shared = loadedBy('index.html');
  const later = [...withImports(namedScripts('operations/index.html'))].flatMap(importedLater);
  // assets/np-linalg-0123456789abcdef.js
  const familyOf = (path: string): string => /assets\/(.*)-[0-9a-f]{16}\.js$/.exec(path)?.[1] ?? '';
  const named = (ids: readonly { id: string }[]): string[] =>
    later.filter((path) => ids.some(({ id }) => familyOf(path) === id));
  const ofFamilies = [...named(families), ...named(functionFamilies)];
  expect(ofFamilies.map(familyOf).sort()).toEqual([...families, ...functionFamilies].map(({ id }) => id).sort());
  // For names without a page: the whole of np, nn and random. The writers of C++ and JAX are loaded when their tabs are
  // chosen.
  const onDemand = ['namespaces', 'cpp', 'jax-code'];
  const rest = later.filter((path) => !ofFamilies.includes(path) && !onDemand.includes(familyOf(path)));
  const sizes = ofFamilies.map((path) => {
    const own = [...withImports([...namedScripts('operations/index.html'), ...rest, path])].filter(
      (one) => one.endsWith('.js') && !shared.has(one),
    );
    return [familyOf(path), own.reduce((sum, one) => sum + downloadSize(one), 0)] as const;
  });
  expect(sizes.filter(([, bytes]) => bytes < 20_000 || bytes > 90_000)).toEqual([]);
  const kept = readBuilt('service-worker.js');
  expect(kept).not.toContain('operations/');
  for (const path of ofFamilies) expect(kept).not.toContain(path);
});
