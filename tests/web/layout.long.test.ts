// The layout lab as it is served, in Chromium: what a person types, drags, points at and reads.
import { init, Shape } from 'hloom';
import type { Locator, Page } from 'playwright-core';
import { Elements } from '../../js/elements/model/values.js';
import { countedLiteral } from '../../web-demo/src/layout/model/memory.js';
import { answerTranspose } from '../../web-demo/src/layout/model/transpose-answer.js';
import type { MemoryStrip } from '../../web-demo/src/layout/memory-strip.js';
import type { TransposeView } from '../../web-demo/src/layout/transpose-view.js';
import { bringAxe, violations } from './support/axe.js';
import { openPage } from './support/chromium.js';
import { lowContrasts } from './support/contrast.js';
import { openSite, phone, type Site } from './support/site.js';

let site: Site;

beforeAll(async () => {
  [site] = await Promise.all([openSite(), init()]);
});

afterAll(() => site.close());

const view = (page: Page): Locator => page.locator('#memory');
const array = (page: Page): Locator => view(page).locator('hloom-array');
const strip = (page: Page): Locator => view(page).locator('memory-strip');
const cell = (page: Page, index: string): Locator => array(page).locator(`[data-index="${index}"]`);
const slot = (page: Page, place: number): Locator => strip(page).locator(`.slot:not(.gap)[data-place="${place}"]`);
const sentence = (page: Page): Promise<string> => view(page).locator('.sentence').innerText();
const verdict = (page: Page): Locator => page.locator('#layout-answer .verdict');
const chips = (page: Page, where: string): Locator => page.locator(`${where} order-chips .chip`);

/** The text in memory, in order: in a cell, or in another part of a slot. */
const memory = (where: Locator, part = 'cell'): Promise<string[]> =>
  where
    .locator('.slot')
    .evaluateAll(
      (slots, name) =>
        slots
          .sort((a, b) => Number(a.getAttribute('data-place')) - Number(b.getAttribute('data-place')))
          .map((one) => one.querySelector(`.${name}`)?.textContent ?? ''),
      part,
    );

const lit = (where: Locator): Promise<(string | null)[]> =>
  where.locator('.lit').evaluateAll((all) => all.map((one) => one.getAttribute('data-key')));

const hash = (page: Page): Promise<string> => page.evaluate(() => location.hash);

const open = (page: Page, tab: 'Memory' | 'Transpose' | 'Quiz'): Promise<void> =>
  page.getByRole('tab', { name: tab }).click();

async function type(page: Page, text: string): Promise<void> {
  await page.locator('layout-controls input[name="shape"]').fill(text);
}

test('it opens with a matrix, its memory and its strides', async () => {
  await site.visit('layout/', async (page) => {
    expect(await memory(strip(page))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(await verdict(page).innerText()).toMatch(
      /^f32\[2,3\]\{1,0\} Row-major, or “dim 0 is major”: the default\. .*6 elements of 4 bytes each: 24 bytes\.$/,
    );
    expect(await view(page).locator('.strides tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/^0\W*, down\s+2\s+3\s+12\s+1$/),
      expect.stringMatching(/^1\W*, to the right\s+3\s+1\s+4\s+0$/),
    ]);
    expect(await view(page).locator('.formula').innerText()).toBe('place = 3*i0 + 1*i1');
    expect(await page.getByRole('link', { name: 'Layout' }).first().getAttribute('aria-current')).toBe('page');
  });
});

test.each([
  'f64[]',
  'f32[6]{0}',
  'f32[2,3]{0,1}',
  'f32[2,3]{0,1:PAD(3,5)ZERO_PAD}',
  's8[3,2]{0,1:PAD(4,2)LOWEST_PAD}',
  's4[2,3]{1,0}',
  'c64[2,2]{0,1}',
  'bf16[2,3,4]{0,2,1}',
  'pred[4,2,3]{1,0,2:PAD(4,3,3)ONE_PAD}',
  'u8[2,3,2,4]{1,3,2,0}',
  's64[2,2,2,2]{0,1,2,3}',
  's32[2,2,2,2,2]{3,0,4,1,2}',
])('memory of %s is the engine’s', async (text) => {
  const shape = Shape.parse(text);
  const elements = new Elements(countedLiteral(shape));
  await site.visit(`layout/#shape=${text}&cells=values`, async (page) => {
    const slots = await strip(page)
      .locator('.slot')
      .evaluateAll((all) =>
        all
          .sort((a, b) => Number(a.getAttribute('data-place')) - Number(b.getAttribute('data-place')))
          .map((one) => ({
            key: one.getAttribute('data-key') ?? '',
            isPadding: one.classList.contains('padding'),
            text: [...one.children].map((part) => part.textContent ?? ''),
          })),
      );
    const bytes = shape.byteLength / slots.length;
    expect(slots.map(({ text }) => text.slice(1))).toEqual(
      slots.map((_, place) => [String(place), String(place * bytes)]),
    );
    for (const [
      place,
      {
        key,
        isPadding,
        text: [value],
      },
    ] of slots.entries()) {
      const index = shape.linearIndexToMultidimensionalIndex(place);
      expect(key).toBe(index.join(','));
      expect(isPadding).toBe(index.some((i, d) => i >= shape.getDimension(d)));
      if (!isPadding && !text.startsWith('pred')) expect(value).toBe(elements.at(index));
    }
    expect(slots.filter(({ isPadding }) => !isPadding).length).toBe(shape.elementCount);
    const strides = await view(page).locator('.strides .stride').allInnerTexts();
    const byteStrides = await view(page).locator('.strides .bytes').allInnerTexts();
    expect(strides.map(Number)).toEqual(shape.strides);
    expect(byteStrides.map(Number)).toEqual(shape.byteStrides);
  });
});

test('pointing goes both ways', async () => {
  await site.visit('layout/#shape=f32[2,3]{0,1:PAD(3,5)ZERO_PAD}', async (page) => {
    await cell(page, '1,2').hover();
    expect(await lit(strip(page))).toEqual(['1,2']);
    expect(await slot(page, 7).getAttribute('class')).toContain('lit');
    expect(await sentence(page)).toBe('[1,2] → 1*1 + 2*3 = 7\nByte 28, element f, value 5.');
    expect(await strip(page).locator('.hops text').allTextContents()).toEqual(['1*1', '2*3']);
    await slot(page, 3).hover();
    expect(await lit(array(page))).toEqual(['0,1']);
    await slot(page, 5).hover();
    expect(await lit(array(page))).toEqual(['2,1']);
    expect(await sentence(page)).toBe(
      'place 5, byte 20\nPadding: [2,1] is beyond dimension 0 of size 2; ZERO_PAD fills it with 0.',
    );
    expect(await strip(page).locator('.hops text').count()).toBe(0);
    await page.locator('h1').hover();
    expect([...(await lit(array(page))), ...(await lit(strip(page)))]).toEqual([]);
  });
});

test('keys reach every place, and every cell', async () => {
  await site.visit('layout/#shape=f32[2,3]{0,1}', async (page) => {
    await page.locator('input[name="path"]').focus();
    await page.keyboard.press('Tab');
    expect(await lit(strip(page))).toEqual(['0,0']);
    await page.keyboard.press('ArrowRight');
    expect(await sentence(page)).toMatch(/^\[0,1\] → 0\*1 \+ 1\*2 = 2\nByte 8,/);
    expect(await lit(strip(page))).toEqual(['0,1']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await lit(array(page))).toEqual(['0,0']);
    for (const [key, index] of [
      ['ArrowRight', '1,0'],
      ['ArrowRight', '0,1'],
      ['End', '1,2'],
      ['ArrowRight', '1,2'],
      ['ArrowLeft', '0,2'],
      ['Home', '0,0'],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, await lit(array(page))]).toEqual([key, [index]]);
    }
  });
});

test('chips of minor_to_major are dragged, and moved with the arrow keys', async () => {
  await site.visit('layout/#shape=f32[2,3,4]{2,1,0}', async (page) => {
    const order = (): Promise<string[]> => chips(page, 'layout-controls').allInnerTexts();
    expect((await order()).map((text) => text.trim())).toEqual(['2', '1', '0']);
    const [first, last] = [
      await chips(page, 'layout-controls').first().boundingBox(),
      await chips(page, 'layout-controls').last().boundingBox(),
    ];
    if (first === null || last === null) throw new Error('the chips have no place');
    await page.mouse.move(first.x + 10, first.y + 10);
    await page.mouse.down();
    await page.mouse.move(last.x + last.width / 2, last.y + 12, { steps: 8 });
    await page.mouse.up();
    expect(await hash(page)).toBe('#shape=f32[2,3,4]{1,0,2}');
    // A chip that was let go is not dragged any more.
    await page.mouse.move(first.x, first.y);
    expect(await hash(page)).toBe('#shape=f32[2,3,4]{1,0,2}');

    const chip = chips(page, 'layout-controls').nth(1);
    await chip.focus();
    expect(await chip.getAttribute('aria-valuetext')).toBe('number 2 of 3, from minor to major');
    await page.keyboard.press('ArrowLeft');
    expect(await hash(page)).toBe('#shape=f32[2,3,4]{0,1,2}');
    const focused = page.locator('layout-controls order-chips .chip:focus');
    expect(await focused.getAttribute('data-dimension')).toBe('0');
    expect(await focused.getAttribute('aria-valuetext')).toBe('the most minor: it varies fastest');
    await page.keyboard.press('End');
    expect(await hash(page)).toBe('#shape=f32[2,3,4]{1,2,0}');
    expect(await focused.getAttribute('data-dimension')).toBe('0');
    const shape = Shape.parse('f32[2,3,4]{1,2,0}');
    expect((await view(page).locator('.strides .stride').allInnerTexts()).map(Number)).toEqual(shape.strides);
    expect(await memory(strip(page))).toEqual([...'aeibfjcgkdhlmqunrvoswptx']);
  });
});

test('padding is stepped, typed, chosen and taken away', async () => {
  await site.visit('layout/#shape=f32[2,3]{0,1}', async (page) => {
    await page.getByRole('button', { name: 'Pad dimension 0 more' }).click();
    expect(await hash(page)).toBe('#shape=f32[2,3]{0,1:PAD(3,3)ZERO_PAD}');
    const second = page.getByRole('spinbutton', { name: 'Dimension 1 of size 3, padded to' });
    await second.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await memory(strip(page))).toEqual([...'ad0be0cf0000000']);
    await page.locator('select[name="padding"]').selectOption('ONE_PAD');
    expect(await memory(strip(page))).toEqual([...'ad1be1cf1111111']);
    await second.fill('2');
    expect(await verdict(page).innerText()).toContain('Dimension 1 of size 3 cannot be padded to 2. js.c30');
    await page.getByRole('button', { name: 'Back to f32[2,3]{0,1:PAD(3,5)ONE_PAD}' }).click();
    expect(await verdict(page).innerText()).toContain('36 of them padding');
    expect(await second.inputValue()).toBe('5');
    await page.locator('select[name="padding"]').selectOption('INVALID_PAD');
    expect(await hash(page)).toBe('#shape=f32[2,3]{0,1}');
    await page.locator('select[name="padding"]').selectOption('HIGHEST_PAD');
    expect(await hash(page)).toBe('#shape=f32[2,3]{0,1:PAD(2,4)HIGHEST_PAD}');
  });
});

test.each([
  ['f32[2,3]{0,0}', 'js.c12', 'minor_to_major={0,0} does not order the 2 dimensions'],
  ['f32[2,3]{0,1:PAD(1,5)ZERO_PAD}', 'js.c30', 'Dimension 0 of size 2 cannot be padded to 1'],
  ['(f32[2], s32[])', 'js.c25', 'has no layout of its own'],
  ['f32[2,', 'js.c21', 'An integer is missing at position 6'],
])('%s shows the engine’s error', async (text, rule, headline) => {
  await site.visit('layout/', async (page) => {
    await type(page, text);
    const said = await verdict(page).innerText();
    expect(said).toContain(headline);
    expect(said).toContain(rule);
    expect(said).toContain('Help:');
    expect(await page.locator('input[name="shape"]').getAttribute('aria-invalid')).toBe('true');
    // The last shape stays, dimmed.
    expect(await memory(strip(page))).toEqual([...'abcdef']);
    expect(await page.locator('.stale #memory').count()).toBe(1);
  });
  await site.visit(`layout/#shape=${text}`, async (page) => {
    expect(await verdict(page).locator('.rule').innerText()).toBe(rule);
    await verdict(page).getByRole('button').click();
    expect(await memory(strip(page))).toEqual([...'abcdef']);
  });
});

test.each([
  ['f32[0,3]{1,0}', 'No elements, no memory.', '0 elements of 4 bytes each: 0 bytes.'],
  ['s4[2,3]{1,0}', 'Under each cell', 'An element of s4 has 4 bits, and takes a whole byte here.'],
  ['f32[<=4,2]{1,0}', 'Under each cell', 'A dynamic dimension is drawn with its bound.'],
  ['f32[8,128]{1,0:T(8,128)}', 'Under each cell', 'such as tiles, are kept'],
  ['f32[2,2,2,2,2,2]', 'The picture has room for five dimensions.', '64 elements'],
])('%s is said in words', async (text, below, said) => {
  await site.visit(`layout/#shape=${text}`, async (page) => {
    expect(await verdict(page).innerText()).toContain(said);
    expect(await view(page).innerText()).toContain(below);
  });
});

test('a big array shows its corners, and the places of those alone', async () => {
  await site.visit('layout/#shape=f32[1000,500]{1,0}&cells=index', async (page) => {
    const shape = Shape.parse('f32[1000,500]');
    await cell(page, '999,499').hover();
    expect(await sentence(page)).toMatch(/^\[999,499\] → 999\*500 \+ 499\*1 = 499999\nByte 1999996\./);
    expect(await lit(strip(page))).toEqual(['999,499']);
    const gaps = await strip(page)
      .locator('.gap .place')
      .evaluateAll((all) => all.map((one) => Number((one.textContent ?? '').replaceAll(',', ''))));
    const drawn = await strip(page).locator('.slot:not(.gap)').count();
    expect(gaps.reduce((sum, count) => sum + count, drawn)).toBe(shape.elementCount);
    expect(await view(page).locator('.omitted').innerText()).toMatch(
      /more along dimension 0, \d+ more along dimension 1$/,
    );
  });
});

test('deep links lead to a state, and back', async () => {
  const link = '#shape=s32[2,2]{0,1}&transpose={0,1}&cells=index&path=off';
  await site.visit(`layout/${link}`, async (page) => {
    expect(await page.getByRole('tab', { name: 'Transpose' }).getAttribute('aria-selected')).toBe('true');
    expect(await page.locator('transpose-view > .verdict').innerText()).toContain('dimensions={0,1}) → s32[2,2]');
    await open(page, 'Memory');
    expect(await memory(strip(page))).toEqual(['00', '10', '01', '11']);
    expect(await view(page).locator('hloom-array .tinted').count()).toBe(0);
    expect(await page.locator('input[name="path"]').isChecked()).toBe(false);
    await page.locator('input[name="path"]').check();
    await page.locator('select[name="cells"]').selectOption('letters');
    expect(await hash(page)).toBe('#shape=s32[2,2]{0,1}&transpose={0,1}');
    await page.reload();
    await open(page, 'Memory');
    expect(await memory(strip(page))).toEqual(['a', 'c', 'b', 'd']);
    // Another rank has other permutations.
    await type(page, 's32[2,2,2]');
    expect(await hash(page)).toBe('#shape=s32[2,2,2]');
    await page.getByRole('link', { name: /Column-major: dim 0 is minor/ }).click();
    await page.waitForFunction(() => document.querySelector('layout-controls input')?.matches('[name=shape]'));
    expect(await memory(strip(page))).toEqual([...'adbecf']);
    await page.goBack();
    expect(await memory(strip(page))).toEqual([...'abcdefgh']);
  });
});

test('cache lines are bars under memory, which is one line, and counted in words', async () => {
  await site.visit('layout/#shape=f32[3,16]{1,0}', async (page) => {
    await strip(page).locator('.slot').first().waitFor();
    expect(await strip(page).locator('.line').allInnerTexts()).toEqual(['line 0', 'line 1', 'line 2']);
    const tops = await strip(page)
      .locator('.slot')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    expect(await view(page).locator('.lines').innerText()).toContain('One column touches 3 cache lines, one row 1.');
    await type(page, 'f32[3,16]{0,1}');
    await view(page).locator('.lines', { hasText: 'One column touches 1 cache line, one row 3.' }).waitFor();
  });
});

test('the walk points at one place after the other', async () => {
  await site.visit('layout/#shape=f32[2,2]{0,1}', async (page) => {
    await page.getByRole('button', { name: 'Walk through it' }).click();
    for (const key of ['0,0', '1,0', '0,1']) {
      await page.waitForFunction(
        (wanted) =>
          document
            .querySelector('#memory memory-strip')
            ?.shadowRoot?.querySelector('.lit')
            ?.getAttribute('data-key') === wanted,
        key,
      );
    }
    await page.getByRole('button', { name: 'Stop' }).click();
    expect(await page.getByRole('button', { name: 'Walk through it' }).count()).toBe(1);
  });
});

const way = (page: Page, name: 'bitcast' | 'transpose'): Locator => page.locator(`.way[data-way="${name}"]`);

test.each([
  ['f32[2,3]{1,0}', '{1,0}'],
  ['f32[2,3]{0,1}', '{1,0}'],
  ['s32[2,3,4]{2,0,1}', '{1,2,0}'],
  ['u8[2,3,2,4]{1,3,2,0}', '{0,2,3,1}'],
  ['f64[]', ''],
  ['s16[2,2,1,2,2]{4,3,2,1,0}', '{4,0,1,2,3}'],
])('%s transposed by %s costs what the engine counts', async (text, permutation) => {
  const answer = answerTranspose(Shape.parse(text), permutation);
  if (!answer.ok) throw new Error('it is refused');
  const { plain, bitcast, operand } = answer.transpose;
  await site.visit(`layout/#shape=${text}&transpose=${permutation}`, async (page) => {
    await open(page, 'Transpose');
    expect(await page.locator('transpose-view > .verdict').innerText()).toContain(`→ ${plain.toString()}`);
    for (const [name, shape] of [
      ['bitcast', bitcast],
      ['transpose', plain],
    ] as const) {
      expect(await way(page, name).locator('h3 code').innerText()).toBe(shape.toStringWithLayout());
      const moved = answer.moved[name] ?? -1;
      expect(await way(page, name).locator('.cost').innerText()).toMatch(
        new RegExp(`^${moved} of ${operand.elementCount} element`),
      );
      expect(await way(page, name).locator('.slot.marked').count()).toBe(moved);
      await way(page, name).locator('.ran', { hasText: 'The engine ran it' }).waitFor();
    }
    expect(await way(page, 'bitcast').locator('.ran').innerText()).toContain('are those of the operand');
    expect(await way(page, 'transpose').locator('.ran').innerText()).toContain('Both ways give the same values');
    const before = await memory(page.locator('.memories > memory-strip'));
    expect(await memory(way(page, 'bitcast').locator('memory-strip'))).toEqual(before);
  });
});

test('elements of a transpose are linked, and travel', async () => {
  await site.visit('layout/', async (page) => {
    await open(page, 'Transpose');
    const result = page.locator('transpose-view section[aria-label="Result"] hloom-array');
    await result.locator('[data-index="2,0"]').hover();
    expect(await lit(page.locator('transpose-view section[aria-label="Operand"] hloom-array'))).toEqual(['0,2']);
    expect(await lit(way(page, 'transpose').locator('memory-strip'))).toEqual(['0,2']);
    expect(await page.locator('transpose-view .sentence').innerText()).toBe(
      'operand[0,2] is result[2,0]. It is at place 2; read in another order, still at 2; in the default layout, at 4.',
    );
    const moving = way(page, 'transpose').locator('memory-strip');
    expect(await memory(moving)).toEqual([...'adbecf']);
    expect(await memory(moving, 'note')).toEqual(['stays', '← 3', '← 1', '← 4', '← 2', 'stays']);
    await page.getByRole('button', { name: 'before' }).click();
    expect(await memory(moving)).toEqual([...'abcdef']);
    expect(await moving.locator('.marked').count()).toBe(0);
    await page.getByRole('button', { name: 'after' }).click();
    expect(await memory(moving)).toEqual([...'adbecf']);
    await chips(page, 'transpose-view').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await hash(page)).toBe('#shape=f32[2,3]{1,0}&transpose={0,1}');
    expect(await memory(moving)).toEqual([...'abcdef']);
  });
});

test('it plays: elements travel, where motion is not reduced', async () => {
  const body = async (page: Page): Promise<number> => {
    await open(page, 'Transpose');
    const moving = way(page, 'transpose').locator('memory-strip');
    await moving.locator('.slot').first().waitFor();
    const traveling = await page.locator('transpose-view').evaluate(async (view) => {
      const [play, strip] = [
        view as TransposeView,
        view.querySelector<MemoryStrip>('[data-way=transpose] memory-strip'),
      ];
      const settled = strip?.renderRoot.querySelector('.strip')?.getAnimations({ subtree: true }) ?? [];
      await Promise.all(settled.map(({ finished }) => finished));
      play.isAfter = false;
      await play.updateComplete;
      await strip?.updateComplete;
      const slots = strip?.renderRoot.querySelector('.strip');
      return (slots?.getAnimations({ subtree: true }) ?? []).length;
    });
    expect(await memory(moving)).toEqual([...'abcdef']);
    return traveling;
  };
  await site.visit('layout/', async (page) => expect(await body(page)).toBe(0));
  await site.visit(
    'layout/',
    async (page) => {
      expect(await body(page)).toBe(4);
      await page.getByRole('button', { name: 'Play' }).click();
      await page.getByRole('button', { name: 'after', pressed: true }).waitFor();
      expect(await memory(way(page, 'transpose').locator('memory-strip'))).toEqual([...'adbecf']);
    },
    { reducedMotion: 'no-preference' },
  );
});

test('what the engine refuses of a transpose is shown', async () => {
  await site.visit('layout/#shape=f32[2,3]{1,0:PAD(2,4)ZERO_PAD}', async (page) => {
    await open(page, 'Transpose');
    expect(await way(page, 'bitcast').innerText()).toContain('bitcast.c3');
    await way(page, 'transpose').locator('.ran', { hasText: 'another order' }).waitFor();
    expect(await memory(way(page, 'transpose').locator('memory-strip'))).toEqual([...'adbecf']);
  });
  await site.visit('layout/#shape=f32[2,3]&transpose={1,1}', async (page) => {
    expect(await page.locator('transpose-view .verdict').innerText()).toContain('transpose.c1');
    await chips(page, 'transpose-view').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('transpose-view > .verdict').innerText()).toContain('→ f32[2,3]');
  });
});

test('the lesson asks, draws what was answered, and tells why', async () => {
  await site.visit('layout/#lessons', async (page) => {
    const lesson = page.locator('layout-lesson');
    const choose = (text: string): Promise<void> => lesson.locator('.choice', { hasText: text }).first().click();
    const said = lesson.locator('.feedback p');
    // Nothing gives the answer away.
    expect(await lesson.locator('memory-strip').count()).toBe(0);
    expect(await lesson.locator('.tinted').count()).toBe(0);
    await choose('d');
    expect(await said.innerText()).toBe('✓ Correct. The engine puts d there: [1,0] → 1*3 + 0*1 = 3.');
    expect(await lit(lesson.locator('memory-strip'))).toEqual(['1,0']);
    await lesson.getByRole('button', { name: 'Next question' }).click();

    await choose('d');
    await lesson.locator('.slot').first().waitFor();
    expect(await memory(lesson.locator('memory-strip'))).toEqual([...'abcdef']);
    expect(await lesson.locator('.expected').innerText()).toBe('This is your answer: f32[2,3]{1,0}.');
    await said.waitFor();
    expect(await said.innerText()).toContain('✕ Not quite. The engine puts e there');
    expect(await memory(lesson.locator('memory-strip'))).toEqual([...'adbecf']);
    await lesson.getByRole('button', { name: 'Ask again' }).click();
    expect(await lesson.locator('memory-strip').count()).toBe(0);
    await choose('e');
    expect(await said.innerText()).toContain('✓ Correct.');

    await lesson.getByRole('button', { name: '3: Padding' }).click();
    await choose('padding');
    expect(await said.innerText()).toBe(
      '✓ Correct. The engine finds padding there: place 5 is [2,1], and dimension 0 has size 2.',
    );
    await lesson.getByRole('button', { name: 'Next question' }).click();
    await choose('{1,0}');
    await said.waitFor();
    expect(await said.innerText()).toMatch(
      /^✕ Not quite\. In f32\[3,2\]\{1,0\}, 4 elements would have to move\. .*bitcast\.$/,
    );
    await lesson.getByRole('link', { name: 'Open it in the lab' }).click();
    expect(await hash(page)).toBe('#shape=f32[2,3]{1,0}&transpose={1,0}');
    await open(page, 'Quiz');
    expect(await lesson.locator('.knot.done').count()).toBe(4);
  });
});

test.each(['light', 'dark'] as const)('on a phone, %s: no sideways scrolling, enough contrast', async (colorScheme) => {
  const shapes = ['f32[2,3]{1,0}', 'f32[2,3,4]{0,2,1}', 'u8[2,3,2,4]{1,3,2,0}', 'f32[1000,500]{1,0}', 's32[2,2,2,2,2]'];
  for (const [i, width] of [390, 360].entries()) {
    for (const shape of shapes.slice(i)) {
      await site.visit(
        `layout/#shape=${shape}`,
        async (page) => {
          await strip(page).locator('.slot').first().waitFor();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
          expect(await page.evaluate(lowContrasts)).toEqual([]);
        },
        { ...phone, viewport: { width, height: 844 }, colorScheme },
      );
    }
  }
});

test('without its WebAssembly the page says so, and shapes work', async () => {
  const { page } = await openPage(site.browser);
  await page.route('**/*.wasm', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(`${site.url}layout/`);
  await open(page, 'Transpose');
  expect(await page.locator('transpose-view .verdict.bad .rule').innerText()).toBe('js.c17');
  await open(page, 'Memory');
  await type(page, 'f32[2,3]{0,1}');
  expect(await memory(strip(page))).toEqual([...'adbecf']);
  await page.context().close();
});

test.each(['', '#shape=u8[2,3,2,4]{1,3,2,0}', '#shape=f32[2,3]{0,0}'])(
  'nothing jumps while it loads: %s',
  async (link) => {
    await site.visit(`layout/${link}`, async (page) => {
      await page.locator('#examples').waitFor();
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => (globalThis as { shifts?: number }).shifts)).toBeLessThan(0.01);
    });
  },
);

test('a finger points', async () => {
  await site.visit(
    'layout/#shape=f32[2,3]{0,1}',
    async (page) => {
      await slot(page, 3).tap();
      expect(await lit(array(page))).toEqual(['1,1']);
      await cell(page, '0,2').tap();
      expect(await lit(strip(page))).toEqual(['0,2']);
    },
    phone,
  );
});

test('a checker of accessibility finds nothing', async () => {
  for (const text of ['f32[2,3]{0,1:PAD(3,5)ZERO_PAD}', 'f32[2,3]{0,0}', 's32[2,2,2,2,2]']) {
    await site.visit(`layout/#shape=${text}`, async (page) => {
      await bringAxe(page);
      expect(await violations(page)).toEqual([]);
      await open(page, 'Transpose');
      await page.locator('transpose-view').waitFor();
      expect(await violations(page)).toEqual([]);
      await open(page, 'Quiz');
      await page.locator('layout-lesson .choice').first().click();
      await page.locator('layout-lesson .feedback p').waitFor();
      expect(await violations(page)).toEqual([]);
    });
  }
});
