// The broadcast lab as it is served, in Chromium: what a person types, drags, points at and reads.
import { Client, explainBroadcast, init, parseHlo, Shape } from 'hloom';
import type { Locator, Page } from 'playwright-core';
import { operandValues, Elements } from '../../js/elements/model/values.js';
import { openPage } from './support/chromium.js';
import { openSite, phone, type Site } from './support/site.js';

let site: Site;

beforeAll(async () => {
  [site] = await Promise.all([openSite(), init()]);
});

afterAll(() => site.close());

const array = (page: Page, name: string): Locator => page.locator(`hloom-array[data-name="${name}"]`);
const cell = (page: Page, name: string, index: string): Locator =>
  array(page, name).locator(`[data-index="${index}"]`).first();
/** Waits until the result is computed and drawn. */
const computed = (page: Page, index: string): Promise<void> =>
  array(page, 'result').locator(`.cell:not(.blank)[data-index="${index}"]`).first().waitFor();
const field = (page: Page, name: string): Locator => page.locator(`lab-page input[name="${name}"]`);
const verdict = (page: Page): Locator => page.locator('hloom-broadcast .verdict');

async function ask(page: Page, lhs: string, rhs: string, dims: string): Promise<void> {
  await field(page, 'lhs').fill(lhs);
  await field(page, 'rhs').fill(rhs);
  await field(page, 'dims').fill(dims);
}

/** The elements on the screen, by their indices. */
async function shown(page: Page, name: string): Promise<Record<string, string>> {
  const cells = await array(page, name)
    .locator('.cell:not(.copy)')
    .evaluateAll((all) => all.map((one) => [one.getAttribute('data-index') ?? '', one.textContent ?? '']));
  return Object.fromEntries(cells) as Record<string, string>;
}

const lit = (page: Page): Promise<string[]> =>
  page.locator('.cell.lit').evaluateAll((cells) =>
    cells
      .filter((one) => (one as HTMLElement).style.visibility !== 'hidden')
      .map(
        (one) =>
          `${((one.getRootNode() as ShadowRoot).host as HTMLElement).dataset.name}[${one.getAttribute('data-index')}]`,
      )
      .sort(),
  );

test('it opens with the first example, computed with threads', async () => {
  await site.visit('', async (page) => {
    expect(await page.locator('platform-note summary').textContent()).toMatch(
      /^simd(-threads: \d+ threads|: one thread)$/,
    );
    await computed(page, '1,2');
    expect(await shown(page, 'result')).toEqual({
      '0,0': '100',
      '0,1': '201',
      '0,2': '302',
      '1,0': '103',
      '1,1': '204',
      '1,2': '305',
    });
    expect(await page.getByRole('link', { name: /A matrix plus a vector/ }).getAttribute('aria-current')).toBe('true');
    expect(await verdict(page).innerText()).toBe('add(f32[2,3], f32[3], broadcast_dimensions={1}) gives f32[2,3]');
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
      expect.stringMatching(/^0\s+rhs repeats: rhs has size 1; its values repeat 4 times$/),
      expect.stringMatching(/^1\s+new to lhs: lhs has none here/),
    ]);
    expect(await page.locator('.steps li').count()).toBe(3);
    expect((await shown(page, 'result'))['3,1']).toBe('203');
    expect(page.url()).toContain('#lhs=s32[4]&rhs=s32[1,2]&dims=0');
    await page.reload();
    await computed(page, '3,1');
  });
});

test('an illegal broadcast teaches, and each of its fixes makes it legal', async () => {
  await site.visit('#lhs=f32[2,3]&rhs=f32[3]&dims={0}', async (page) => {
    const text = await verdict(page).innerText();
    expect(text).toContain('f32[2,3] and f32[3] cannot be broadcast together. broadcast.c2');
    expect(text).toContain('Help: broadcastDimensions: [0] needs a vector of 2 elements, or of 1');
    expect(await page.locator('.reasons .mismatch').innerText()).toContain(
      'does not fit: sizes 2 and 3 are neither equal nor 1',
    );
    expect(await page.locator('hloom-wires g.broken').count()).toBe(2);
    expect(await page.locator('hloom-wires text').allTextContents()).toEqual(['2 ≠ 3', '3 ≠ 2']);
    expect(await array(page, 'result').count()).toBe(0);
    expect(Object.keys(await shown(page, 'lhs')).length).toBe(6);
    const labels = await page.locator('.fixes button').allInnerTexts();
    expect(labels[0]).toBe('Tie rhs to dimension 1');
    for (const label of labels) {
      await page.getByRole('button', { name: label, exact: true }).click();
      await array(page, 'result').waitFor();
      expect(await verdict(page).innerText()).toContain('gives');
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
    expect(await page.locator('code-panel').innerText()).toContain('There is no program');
  });
});

test('a type that the operation does not take is refused by name, and one press gives both another', async () => {
  await site.visit('#lhs=pred[2]&rhs=pred[2]&dims=&op=atan2', async (page) => {
    expect(await verdict(page).innerText()).toContain('atan2 is not defined for pred[2]. type.c1');
    await page.getByRole('button', { name: 'Make both f32', exact: true }).click();
    await computed(page, '1');
    expect(await verdict(page).innerText()).toBe('atan2(f32[2], f32[2]) gives f32[2]');
  });
});

test('every element type is offered, and the chosen one becomes that of both', async () => {
  await site.visit('', async (page) => {
    const select = page.locator('select[name="type"]');
    expect(await select.locator('option').count()).toBe(30);
    await select.selectOption('U64');
    await computed(page, '1,2');
    expect(await field(page, 'lhs').inputValue()).toBe('u64[2,3]');
    expect((await shown(page, 'result'))['1,2']).toBe('305');
    expect(await select.inputValue()).toBe('U64');
  });
});

test('malformed text is marked in its place, and the last answer stays', async () => {
  await site.visit('', async (page) => {
    await computed(page, '1,2');
    for (const text of ['', 'f32[2,', 'f32', 'g7[2]', 'f32[2,3]]', 'f32[-1]', '<b>', 'f32[99999999999999999999]']) {
      await field(page, 'lhs').fill(text);
      await page.waitForSelector('input[name="lhs"][aria-invalid="true"]');
      expect(await page.locator('.field.lhs .note').first().textContent()).not.toBe('');
      expect(await cell(page, 'result', '1,2').isVisible()).toBe(true);
    }
    await ask(page, 'f32[2,3]', 'f32[3]', '{1,x}');
    expect(await page.locator('.field.dims .note').textContent()).toContain('Not a list of dimension numbers');
    for (const dims of ['{1}', '(1)', '[1]', ' 1 ']) {
      await field(page, 'dims').fill(dims);
      expect(await verdict(page).innerText()).toContain('gives f32[2,3]');
    }
  });
});

test('a malformed link opens a page that says so', async () => {
  await site.visit('#lhs=nonsense&rhs=%E0%A4%A&dims=}{', async (page) => {
    expect(await verdict(page).innerText()).toContain('lhs:');
    await page.getByRole('link', { name: /A matrix plus a scalar/ }).click();
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
      await page.locator(illegal ? '.verdict.bad' : '.verdict:not(.bad)').waitFor();
      expect(await array(page, 'result').count()).toBe(illegal ? 0 : 1);
    }
  });
});

test('pointing at a cell lights what it is made of, or where it goes', async () => {
  await site.visit('#lhs=f32[1,2]&rhs=f32[4,3,1]&dims={1,2}', async (page) => {
    await cell(page, 'result', '0,2,1').hover();
    // As stretched, the copies that go there are lit, and the elements that they repeat.
    expect(new Set(await lit(page))).toEqual(new Set(['lhs[0,1]', 'result[0,2,1]', 'rhs[0,2,0]']));
    const sentence = 'result[0,2,1] = lhs[0,1] + rhs[0,2,0] 1 + 300 = 301';
    expect((await page.locator('.sentence').innerText()).replace(/\s+/g, ' ')).toBe(sentence);
    await page.hover('h1');
    expect(await lit(page)).toEqual([]);
    await page.getByRole('button', { name: 'given', exact: true }).click();
    await cell(page, 'rhs', '0,2,0').hover();
    expect(await lit(page)).toEqual(['result[0,2,0]', 'result[0,2,1]', 'rhs[0,2,0]']);
    expect(await page.locator('.sentence').innerText()).toBe(
      'rhs[0,2,0] goes to 2 elements of the result: all along dimension 2. Its value is 300.',
    );
  });
});

test('the keyboard alone reaches every part', async () => {
  await site.visit('', async (page) => {
    await computed(page, '1,2');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip');
    await page.keyboard.press('Enter');
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at?.getAttribute('aria-label') ?? at?.getAttribute('name') ?? at?.textContent?.trim() ?? '';
      });
    const seen: string[] = [];
    for (let i = 0; i < 40 && !seen.at(-1)?.startsWith('result'); i++) {
      await page.keyboard.press('Tab');
      seen.push(await focused());
    }
    for (const stop of [
      'lhs',
      'op',
      'Size of dimension 1 of lhs',
      'Add a dimension to lhs',
      'Dimension 0 of rhs goes to',
      'Remove the last dimension of rhs',
      'lhs, f32[2,3]',
      'rhs, f32[3]',
      'result, f32[2,3]',
    ]) {
      expect(seen).toContain(stop);
    }
    for (const [key, index] of [
      ['ArrowRight', '0,1'],
      ['ArrowDown', '1,1'],
      ['End', '1,2'],
      ['ArrowRight', '1,2'],
      ['Home', '1,0'],
      ['ArrowLeft', '0,2'],
      ['ArrowUp', '0,2'],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, (await lit(page)).filter((name) => name.startsWith('result'))]).toEqual([key, [`result[${index}]`]]);
    }
  });
});

test('a thread is tied with keys, loosened, and tied again', async () => {
  await site.visit('#lhs=f32[3,3]&rhs=f32[3]&dims={1}', async (page) => {
    const handle = page.getByRole('slider', { name: 'Dimension 0 of rhs goes to' });
    await handle.focus();
    expect(await handle.getAttribute('aria-valuetext')).toBe('dimension 1 of the result');
    await page.keyboard.press('ArrowLeft');
    expect(await handle.getAttribute('aria-valuetext')).toBe('dimension 0 of the result');
    await expect(field(page, 'dims').inputValue()).resolves.toBe('{0}');
    await page.keyboard.press('Delete');
    expect(await handle.getAttribute('aria-valuetext')).toBe('not tied to any dimension');
    expect(await page.locator('.verdict .rule').textContent()).toBe('broadcast.c1');
    await page.keyboard.press('End');
    expect(await field(page, 'dims').inputValue()).toBe('{1}');
    expect(page.url()).toContain('dims={1}');
  });
});

test('a thread is dragged to another dimension, and falls where it is let go far from all', async () => {
  await site.visit('#lhs=f32[3,3]&rhs=f32[3]&dims={1}', async (page) => {
    const handle = page.getByRole('slider', { name: 'Dimension 0 of rhs goes to' });
    const drag = async (dx: number, dy: number): Promise<void> => {
      const box = await handle.boundingBox();
      if (box === null) throw new Error('there is no handle');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + dx / 2, y + dy / 2);
      await page.mouse.move(x + dx, y + dy);
      await page.mouse.up();
    };
    await drag(-60, 0);
    expect(await field(page, 'dims').inputValue()).toBe('{0}');
    await drag(0, 62);
    expect(await field(page, 'dims').inputValue()).toBe('');
    expect(await page.locator('hloom-wires g.loose').count()).toBe(1);
  });
});

test('sizes move with the arrow keys, are typed, added and removed', async () => {
  await site.visit('', async (page) => {
    const size = page.getByRole('spinbutton', { name: 'Size of dimension 0 of lhs' });
    await size.focus();
    await page.keyboard.press('ArrowUp');
    expect(await field(page, 'lhs').inputValue()).toBe('f32[3,3]');
    await size.fill('7');
    expect(await field(page, 'lhs').inputValue()).toBe('f32[7,3]');
    await size.fill('0');
    expect(await page.locator('hloom-array .empty').allInnerTexts()).toEqual([
      expect.stringContaining('no elements: dimension 0 has size 0'),
      expect.stringContaining('no elements: dimension 0 has size 0'),
      expect.stringContaining('no elements: dimension 0 has size 0'),
    ]);
    await page.getByRole('button', { name: 'Add a dimension to rhs' }).click();
    expect(await field(page, 'rhs').inputValue()).toBe('f32[3,2]');
    for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Remove the last dimension of rhs' }).click();
    expect(await field(page, 'rhs').inputValue()).toBe('f32[]');
    expect(await verdict(page).innerText()).toContain('gives f32[0,3]');
  });
});

test('an operand that is repeated 0 times is there until it is stretched, and then an empty bracket', async () => {
  await site.visit('#lhs=f32[0,3]&rhs=f32[3]&dims={1}', async (page) => {
    await array(page, 'rhs').locator('.empty').waitFor();
    expect(await page.locator('hloom-array .empty').count()).toBe(3);
    await page.getByRole('button', { name: 'given', exact: true }).click();
    expect(await shown(page, 'rhs')).toEqual({ '0': '100', '1': '200', '2': '300' });
    await cell(page, 'rhs', '1').hover();
    expect(await page.locator('.sentence').innerText()).toBe(
      'rhs[1] is repeated 0 times: it goes to no element of the result. Its value is 200.',
    );
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
    expect(await shown(page, 'result')).toEqual({
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

test('the scrubber stops anywhere between given and combined', async () => {
  await site.visit('', async (page) => {
    await computed(page, '1,2');
    const cells = (name: string): Promise<number> => array(page, name).locator('.cell').count();
    const blank = (): Promise<number> => array(page, 'result').locator('.blank').count();
    expect([await cells('rhs'), await blank()]).toEqual([6, 0]);
    await page.getByRole('button', { name: 'given', exact: true }).click();
    expect([await cells('rhs'), await blank()]).toEqual([3, 6]);
    await page.getByRole('button', { name: 'placed', exact: true }).click();
    expect(await page.locator('hloom-stage .rhs .title').innerText()).toContain('as [1,3]');
    const range = page.getByRole('slider', { name: 'Stage of the broadcast' });
    await range.fill('1.9');
    expect(await cells('rhs')).toBe(6);
    expect(await page.locator('hloom-stage .rhs .title').innerText()).toContain('as [2,3]');
    expect(await range.getAttribute('aria-valuetext')).toBe('stretched');
    await page.getByRole('button', { name: 'Play' }).click();
    expect([await cells('rhs'), await blank()]).toEqual([6, 0]);
  });
});

test('with motion, a broadcast is played to its end', async () => {
  const body = async (page: Page): Promise<void> => {
    await computed(page, '1,2');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    expect(await array(page, 'result').locator('.blank').count()).toBe(0);
  };
  await site.visit('', body, { reducedMotion: 'no-preference' });
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

test('code is copied', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  await site.visit(
    '',
    async (page) => {
      await page.getByRole('tab', { name: 'JS' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.locator('code-panel [role=status]', { hasText: /^Copied$/ }).waitFor({ state: 'attached' });
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await page.locator('#code pre').textContent());
      expect(copied).toContain('ROOT %add.4 = f32[2,3]{1,0} add(%lhs, %broadcast.3)');
    },
    { permissions },
  );
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

test.each(['light', 'dark'] as const)('on a phone, %s: no sideways scrolling, touch works', async (colorScheme) => {
  for (const hash of ['', '#lhs=f32[2,3,4,5]&rhs=f32[4,5]&dims={2,3}', '#lhs=f32[2,3]&rhs=f32[3]&dims={0}']) {
    const body = async (page: Page): Promise<void> => {
      await page.locator('hloom-stage .block.result').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      if (hash !== '') return;
      await cell(page, 'result', '0,1').tap();
      expect(await page.locator('.sentence').innerText()).toContain('result[0,1] = lhs[0,1] + rhs[1]');
    };
    await site.visit(hash, body, { ...phone, colorScheme });
  }
});

test('a loom of rank 5 is there as a whole on 360 pixels, and its threads are dragged', async () => {
  const body = async (page: Page): Promise<void> => {
    const loom = page.locator('hloom-wires');
    const [width, content] = await loom.evaluate((one) => [one.clientWidth, one.scrollWidth]);
    expect(content).toBe(width);
    const handle = page.getByRole('slider', { name: 'Dimension 0 of rhs goes to' });
    const box = await handle.boundingBox();
    const target = await page.getByRole('spinbutton', { name: 'Size of dimension 3 of lhs' }).boundingBox();
    if (box === null || target === null) throw new Error('there is no handle, or no size');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(target.x + target.width / 2, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await field(page, 'dims').inputValue()).toBe('{3}');
  };
  const narrow = { ...phone, viewport: { width: 360, height: 740 } };
  await site.visit('#lhs=f32[2,2,2,2,3]&rhs=f32[2]&dims={1}', body, narrow);
});

test.each([320, 360, 390, 520])('at %d px, no block is cut', async (width) => {
  for (const hash of [
    '#lhs=f32[2,3,4,5]&rhs=f32[4,5]&dims={2,3}',
    '#lhs=f32[9,9,9,9,9]&rhs=f32[]&dims=',
    '#lhs=f32[5,6,6]&rhs=f32[6]&dims={2}',
    '#lhs=f32[9,9]&rhs=f32[9]&dims={1}',
  ]) {
    const body = async (page: Page): Promise<void> => {
      await page.locator('hloom-stage .block.result').waitFor();
      const blocks = page.locator('hloom-stage .block[role=group]');
      const hidden = await blocks.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
      expect([hash, hidden]).toEqual([hash, [0, 0, 0]]);
    };
    await site.visit(hash, body, { viewport: { width, height: 800 } });
  }
});

test('arrays of a high rank are explained, and not drawn', async () => {
  const sizes = Array<number>(16).fill(3).join(',');
  await site.visit(`#lhs=f32[${sizes}]&rhs=f32[]&dims=`, async (page) => {
    expect(await page.locator('hloom-stage .none').textContent()).toContain('this has rank 16');
    expect(await verdict(page).innerText()).toContain(`gives f32[${sizes}]`);
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

test('an operation says the type of its result', async () => {
  await site.visit('#lhs=f32[2,3]&rhs=f32[3]&dims={1}&op=lt', async (page) => {
    await computed(page, '1,2');
    expect(await verdict(page).innerText()).toContain('gives pred[2,3]');
    await page.locator('select[name="op"]').selectOption('and');
    await page.locator('.verdict.bad').waitFor();
    expect(await page.locator('hloom-stage .block.result').innerText()).toContain('the operation is refused');
    expect(await page.locator('#numpy').innerText()).toContain('another matter');
  });
});

test('back leads to the page as it was opened', async () => {
  await site.visit('', async (page) => {
    await computed(page, '1,2');
    await page.getByRole('link', { name: /A matrix plus a scalar/ }).click();
    await page.waitForFunction(() => document.querySelector('input')?.value === 'f32[2,3]');
    expect(await field(page, 'rhs').inputValue()).toBe('f32[]');
    await page.goBack();
    await page.waitForFunction(() => location.hash === '');
    await computed(page, '1,2');
    expect(await field(page, 'rhs').inputValue()).toBe('f32[3]');
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

test('without COOP and COEP it computes with one thread and says why', async () => {
  const plain = await openSite(false);
  try {
    await plain.visit('', async (page) => {
      await computed(page, '1,2');
      expect(await page.locator('platform-note summary').textContent()).toBe('simd: one thread');
      await page.locator('platform-note summary').click();
      expect(await page.locator('platform-note p').textContent()).toContain('not cross-origin isolated');
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
  expect(told).toContain('[js.c18] init: this JavaScript engine has no WebAssembly');
  expect(told).toContain('allow it for this page');
  await page.context().close();
});

test('without its WebAssembly the page says so', async () => {
  const { page } = await openPage(site.browser, { serviceWorkers: 'block' });
  await page.route('**/*.wasm', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(site.url);
  await page.locator('.verdict[role=alert]').waitFor();
  expect(await page.locator('.verdict[role=alert]').textContent()).toContain('js.c17');
  expect(await page.locator('platform-note summary').textContent()).toBe('WebAssembly did not start');
  expect(await field(page, 'lhs').isVisible()).toBe(true);
  await page.context().close();
});
