// The broadcast lab as it is served, in Chromium: what a person asks of it, and what it answers.
import { Client, explainBroadcast, init, parseHlo, Shape } from 'hloom';
import type { Page } from 'playwright-core';
import { operandValues, Elements } from '../../js/elements/model/values.js';
import { openPage } from './support/chromium.js';
import { eventually } from './support/eventually.js';
import { array, ask, cell, computed, field, holding, showing, shown, verdict } from './support/lab.js';
import { openSite, type Site } from './support/site.js';

let site: Site;

beforeAll(async () => {
  [site] = await Promise.all([openSite(), init()]);
});

afterAll(() => site.close());

test('it opens with the first example, computed by one thread', async () => {
  await site.visit('', async (page) => {
    expect(await page.locator('platform-note').getAttribute('data-variant')).toBe('simd');
    await computed(page, '1,2');
    await showing(page, 'result', {
      '0,0': '100',
      '0,1': '201',
      '0,2': '302',
      '1,0': '103',
      '1,1': '204',
      '1,2': '305',
    });
    expect(
      await page
        .locator('#examples')
        .getByRole('link', { name: /A matrix plus a vector/ })
        .getAttribute('aria-current'),
    ).toBe('true');
    expect(await verdict(page).innerText()).toBe('f32[2,3] + f32[3] on dimension 1 → f32[2,3]');
  });
});

test.each([
  ['s32[4]', 's32[1,2]', '{0}', 'add'],
  ['f32[1,2]', 'f32[4,3,1]', '{1,2}', 'sub'],
  ['f32[2,3,2,2]', 'f32[3,2]', '{1,3}', 'mul'],
  ['f64[2,2,2,2,2]', 'f64[2,2]', '{0,4}', 'max'],
  ['u8[3]', 'u8[]', '', 'xor'],
  ['pred[2]', 'pred[2]', '', 'and'],
  ['s64[2]', 's64[]', '', 'lt'],
  ['c64[2]', 'c64[2]', '', 'mul'],
  ['bf16[2,3]{0,1}', 'bf16[3]', '{1}', 'div'],
])('what is drawn of %s, %s %s: %s is what the engine computes', async (lhs, rhs, dims, op) => {
  const numbers = (dims.match(/\d/g) ?? []).map(Number);
  const { result } = explainBroadcast(lhs, rhs, numbers);
  const operands = [
    operandValues('lhs', Shape.parse(lhs), 'count'),
    operandValues('rhs', Shape.parse(rhs), 'random 5'),
  ];
  const client = await Client.create();
  await site.visit(`#lhs=${lhs}&rhs=${rhs}&dims=${dims}&op=${op}&rhsValues=random+5`, async (page) => {
    await page.getByRole('tab', { name: 'HLO', exact: true }).click();
    const hlo = (await page.locator('#code pre').textContent()) ?? '';
    const executable = await client.compile(parseHlo(hlo));
    const expected = new Elements(await executable.run(...operands));
    await array(page, 'result').locator('.cell:not(.blank)').first().waitFor();
    const onScreen = await array(page, 'result')
      .locator('.cell')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-index') ?? ''));
    expect(onScreen.length).toBe(result?.elementCount);
    // The sentence has the element in full, the cell as much as there is room for.
    for (const index of onScreen.slice(-2)) {
      await array(page, 'result').locator('.block').focus();
      await cell(page, 'result', index).dispatchEvent('pointerover');
      const at = index === '' ? [] : index.split(',').map(Number);
      expect(await page.locator('.sentence .value').innerText()).toMatch(new RegExp(`= ${escaped(expected.at(at))}$`));
    }
    expect(await page.locator('hloom-stage .result .title').innerText()).toContain(expected.shape.toString());
  });
  client.dispose();
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

test('typed shapes are explained and computed at once, and the address says them', async () => {
  await site.visit('', async (page) => {
    await ask(page, 's32[4]', 's32[1,2]', '0');
    await computed(page, '3,1');
    expect(await page.locator('.reasons li').allInnerTexts()).toEqual([
      expect.stringMatching(/^dim 0\s*rhs has size 1, so it is stretched to 4\.$/),
      expect.stringMatching(/^dim 1\s*lhs has no dimension 1, so it is repeated 2 times\.$/),
    ]);
    expect(await page.locator('.steps li').count()).toBe(3);
    await cell(page, 'result', '3,1').filter({ hasText: /^203$/ }).waitFor();
    await page.waitForURL((url) => url.hash.includes('#lhs=s32[4]&rhs=s32[1,2]&dims=0'));
    await page.reload();
    await computed(page, '3,1');
  });
});

test('an illegal broadcast teaches, and each of its fixes makes it legal', async () => {
  await site.visit('#lhs=f32[2,3]&rhs=f32[3]&dims={0}', async (page) => {
    const text = await verdict(page).innerText();
    expect(text).toContain('On dimension 0 the vector needs 2 elements, or 1. broadcast.c2');
    // The mismatch is said once.
    expect(await page.locator('.reasons li').allInnerTexts()).toEqual([
      expect.stringMatching(/^dim 0\s*2 and 3 do not match\. Sizes must be equal, or one of them must be 1\.$/),
    ]);
    expect(await page.locator('hloom-alignment .chip.broken').count()).toBe(2);
    expect(await page.locator('hloom-alignment .sum').allTextContents()).toEqual(['✕', '3']);
    // The vector is laid over the column it was sent to, and hangs over by one cell.
    const laid = array(page, 'overlay');
    expect(await laid.locator('.cell.rhs').allTextContents()).toEqual(['100', '200', '300']);
    expect(
      await laid.locator('.cell.amiss').evaluateAll((all) => all.map((one) => one.getAttribute('data-index'))),
    ).toEqual(['2,0']);
    expect(await page.locator('hloom-equation .none').innerText()).toBe('no result');
    expect(await array(page, 'result').count()).toBe(0);
    expect(Object.keys(await shown(page, 'lhs')).length).toBe(6);
    const labels = await page.locator('.fixes button').allInnerTexts();
    expect(labels).toEqual([
      'Move rhs to dimension 1',
      'Change rhs to f32[2]',
      'Change rhs to f32[1]',
      'Change lhs to f32[3,3]',
    ]);
    for (const label of labels) {
      await page.getByRole('button', { name: label, exact: true }).click();
      await array(page, 'result').waitFor();
      expect(await verdict(page).innerText()).toContain('→');
      await ask(page, 'f32[2,3]', 'f32[3]', '{0}');
      await page.locator('.fixes').waitFor();
    }
  });
});

test.each([
  ['f32[2,3]', 'f32[3]', '', 'broadcast.c1'],
  ['f32[2,3]', 'f32[3]', '{-1}', 'broadcast.c3'],
  ['f32[2,3,3,5]', 'f32[3,3]', '{2,1}', 'broadcast.c4'],
  ['f32[2,3]', 's32[2,3]', '', 'broadcast.c6'],
  ['f32[2,3,3,5]', 'f32[3,3]', '{1,?}', 'broadcast.c7'],
  ['f32[2,3]', '(f32[2,3])', '', 'type.c2'],
])('%s + %s %s is refused by %s', async (lhs, rhs, dims, rule) => {
  await site.visit(`#lhs=${lhs}&rhs=${rhs}&dims=${dims}`, async (page) => {
    expect(await page.locator('.verdict .rule').textContent()).toBe(rule);
    expect(await page.locator('code-panel').innerText()).toContain('Nothing to show until the error is fixed.');
  });
});

test('a type that the operation does not take is refused by name, and one press gives both another', async () => {
  await site.visit('#lhs=pred[2]&rhs=pred[2]&dims=&op=atan2', async (page) => {
    expect(await verdict(page).innerText()).toContain('atan2 is not defined for pred[2]. type.c1');
    await page.getByRole('button', { name: 'Change both to f32', exact: true }).click();
    await computed(page, '1');
    expect(await verdict(page).innerText()).toBe('atan2(f32[2], f32[2]) → f32[2]');
  });
});

test('every element type is offered, and the chosen one becomes that of both', async () => {
  await site.visit('', async (page) => {
    const select = page.locator('select[name="type"]');
    expect(await select.locator('option').count()).toBe(30);
    await select.selectOption('U64');
    await computed(page, '1,2');
    expect(await field(page, 'lhs').inputValue()).toBe('u64[2,3]');
    await cell(page, 'result', '1,2').filter({ hasText: /^305$/ }).waitFor();
    expect(await select.inputValue()).toBe('U64');
  });
});

test('malformed text is marked in its place, and the last answer stays', async () => {
  await site.visit('', async (page) => {
    await computed(page, '1,2');
    for (const text of ['', 'f32[2,', 'f32', 'g7[2]', 'f32[2,3]]', 'f32[-1]', '<b>', 'f32[99999999999999999999]']) {
      await field(page, 'lhs').fill(text);
      await page.waitForSelector('input[name="lhs"][aria-invalid="true"]');
      expect(await verdict(page).innerText()).toMatch(/^lhs: \S[^]*Still showing f32\[2,3\]\.$/);
      expect(await cell(page, 'result', '1,2').isVisible()).toBe(true);
    }
    await ask(page, 'f32[2,3]', 'f32[3]', '{1,x}');
    expect(await verdict(page).innerText()).toContain('broadcast_dimensions: Not a list of dimension numbers');
    for (const dims of ['{1}', '(1)', '[1]', ' 1 ']) {
      await field(page, 'dims').fill(dims);
      expect(await verdict(page).innerText()).toContain('→ f32[2,3]');
    }
  });
});

test('a malformed link opens a page that says so', async () => {
  await site.visit('#lhs=nonsense&rhs=%E0%A4%A&dims=}{', async (page) => {
    expect(await verdict(page).innerText()).toContain('lhs:');
    await page
      .locator('#examples')
      .getByRole('link', { name: /A matrix plus a scalar/ })
      .click();
    await computed(page, '1,2');
  });
});

test('every example of the list can be chosen and is answered', async () => {
  await site.visit('', async (page) => {
    const links = await page.locator('#examples a').all();
    expect(links.length).toBe(23);
    for (const link of links) {
      await link.click();
      const illegal = (await link.getAttribute('class')) === 'illegal';
      await page.waitForFunction((one) => one?.getAttribute('aria-current') === 'true', await link.elementHandle());
      await page.locator(illegal ? '.verdict.bad' : '.verdict:not(.bad)').waitFor({ state: 'attached' });
      expect(await array(page, 'result').count()).toBe(illegal ? 0 : 1);
    }
  });
});

test('operation, element type and values are chosen', async () => {
  await site.visit('', async (page) => {
    await page.locator('select[name="op"]').selectOption('mul');
    await page.locator('select[name="type"]').selectOption('S32');
    await page.getByText('Values', { exact: true }).click();
    await field(page, 'lhsValues').fill('1 2 3 4 5 6');
    await field(page, 'rhsValues').fill('10, 20, 30');
    await page.waitForFunction(() => location.hash.includes('rhsValues=10'));
    await computed(page, '1,2');
    await showing(page, 'result', {
      '0,0': '10',
      '0,1': '40',
      '0,2': '90',
      '1,0': '40',
      '1,1': '100',
      '1,2': '180',
    });
    await field(page, 'rhsValues').fill('10, 20');
    await page.waitForSelector('input[name="rhsValues"][aria-invalid="true"]');
    expect(await page.locator('.values .rhs .note').textContent()).toBe('s32[3] has 3 elements, and 2 are given.');
  });
});

test.each([
  ['f32[1000,500]', 'f32[500]', '{1}', 64],
  ['f32[1000000,1000000]', 'f32[]', '', 64],
  ['f32[0,3]', 'f32[3]', '{1}', 0],
  ['f32[]', 'f32[]', '', 1],
  ['f32[<=4,3]', 'f32[3]', '{1}', 12],
])('%s + %s %s is drawn as far as there is room', async (lhs, rhs, dims, most) => {
  await site.visit(`#lhs=${lhs}&rhs=${rhs}&dims=${dims}`, async (page) => {
    await page.locator('hloom-stage .block.result').waitFor();
    const count = await array(page, 'result').locator('.cell').count();
    expect(count).toBeLessThanOrEqual(most);
    if (most === 64)
      expect(await page.locator('.block.result .omitted').innerText()).toContain('more along dimension 0');
    else expect(count).toBe(most);
  });
});

test('a fragment that is no question leaves the fields alone', async () => {
  await site.visit('#lhs=f32[2,1]&rhs=f32[1,2]', async (page) => {
    await page.evaluate(async () => {
      const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
      location.hash = '#code-title';
      await changed;
    });
    expect(await field(page, 'lhs').inputValue()).toBe('f32[2,1]');
  });
});

test('arrays of a high rank are explained, and not drawn', async () => {
  const sizes = Array<number>(16).fill(3).join(',');
  await site.visit(`#lhs=f32[${sizes}]&rhs=f32[]&dims=`, async (page) => {
    expect(await page.locator('hloom-stage .none').textContent()).toContain('This one has 16 dimensions.');
    expect(await verdict(page).innerText()).toContain(`→ f32[${sizes}]`);
  });
});

test('what is refused is left behind with the next question', async () => {
  await site.visit('', async (page) => {
    await computed(page, '1,2');
    for (const lhs of ['opaque[]', 'f32[9007199254740991,9007199254740991]']) {
      await field(page, 'lhs').fill(lhs);
      await page.waitForSelector('input[name="lhs"][aria-invalid="true"]');
      await field(page, 'lhs').fill('f32[2,3]');
      await page.waitForSelector('input[name="lhs"]:not([aria-invalid])');
      await computed(page, '1,2');
    }
  });
});

test('at 1440 pixels the card is at most 420 pixels high for arrays of a few rows, whatever their columns', async () => {
  const cases = [
    ['f32[2,3]', 'f32[3]', '{1}', 420],
    ['f32[2,3]', 'f32[4]', '{0}', 420],
    ['f32[5,6]', 'f32[6]', '{1}', 420],
    ['f32[2,8]', 'f32[8]', '{1}', 420],
    ['f32[2,3,4,5]', 'f32[4]', '{2}', 420],
    ['f32[7,7]', 'f32[7,7]', '{0,1}', 440],
    ['f32[100,100]', 'f32[100]', '{0}', 520],
  ] as const;
  const body = async (page: Page): Promise<void> => {
    const card = page.locator('lab-page:not([still]) hloom-broadcast');
    for (const [lhs, rhs, dims, most] of cases) {
      await ask(page, lhs, rhs, dims);
      await eventually(
        () => card.boundingBox(),
        (box) => expect(box?.height).toBeLessThanOrEqual(most),
      );
    }
  };
  await site.visit('', body, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
});

test('an operation says the type of its result', async () => {
  await site.visit('#lhs=f32[2,3]&rhs=f32[3]&dims={1}&op=lt', async (page) => {
    await computed(page, '1,2');
    expect(await verdict(page).innerText()).toContain('→ pred[2,3]');
    await page.locator('select[name="op"]').selectOption('and');
    await page.locator('.verdict.bad').waitFor();
    expect(await page.locator('hloom-stage .block.result').innerText()).toContain(
      'No result: and is not defined for f32.',
    );
    expect(await page.locator('#numpy').innerText()).toContain('if it has the operation');
  });
});

test('back leads to the page as it was opened', async () => {
  await site.visit('', async (page) => {
    await computed(page, '1,2');
    await page
      .locator('#examples')
      .getByRole('link', { name: /A matrix plus a scalar/ })
      .click();
    await holding(page, 'rhs', 'f32[]');
    await page.goBack();
    await page.waitForFunction(() => location.hash === '');
    await computed(page, '1,2');
    await holding(page, 'rhs', 'f32[3]');
  });
});

test.each(['', '#lhs=f32[2,3]&rhs=f32[3]&dims={0}', '#lhs=f32[2,3,4,5]&rhs=f32[5]&dims={3}'])(
  'what a person reads does not jump when the engine has come: %s',
  async (hash) => {
    await site.visit(hash, async (page) => {
      await page.locator('hloom-stage .block.result').waitFor();
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => (globalThis as { shifts?: number }).shifts)).toBeLessThan(0.1);
    });
  },
);

test('without COOP and COEP it computes, and says why programs have one thread', async () => {
  const plain = await openSite(false);
  try {
    await plain.visit('', async (page) => {
      await computed(page, '1,2');
      expect(await page.locator('platform-note').innerText()).toContain('the page is not cross-origin isolated');
    });
  } finally {
    await plain.close();
  }
});

test('in a browser that has switched WebAssembly off, the page says so', async () => {
  const { page } = await openPage(site.browser, { serviceWorkers: 'block' });
  await page.addInitScript(() => {
    delete (globalThis as Partial<typeof globalThis>).WebAssembly;
  });
  await page.goto(site.url);
  await page.locator('.verdict[role=alert]').waitFor();
  const told = await page.locator('.verdict[role=alert]').textContent();
  expect(told).toContain('This JavaScript engine has no WebAssembly.');
  expect(told).toContain('allow it for this page. (js.c18)');
  await page.context().close();
});

test('without its WebAssembly the page says so', async () => {
  const { page } = await openPage(site.browser, { serviceWorkers: 'block' });
  await page.route('**/*.wasm', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(site.url);
  await page.locator('.verdict[role=alert]').waitFor();
  expect(await page.locator('.verdict[role=alert]').textContent()).toContain('js.c17');
  expect(await page.locator('platform-note').innerText()).toContain('WebAssembly did not start: ');
  expect(await page.locator('h1').isVisible()).toBe(true);
  await page.context().close();
});
