// The broadcast lab in the hands of a person: pointed at, dragged, operated by keyboard and on a phone.
import type { Page } from 'playwright-core';
import { array, ask, cell, computed, field, lit, shown, verdict } from './support/lab.js';
import { openSite, phone, type Site } from './support/site.js';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

test('pointing at a cell lights what it is made of, or where it goes', async () => {
  await site.visit('#lhs=f32[1,2]&rhs=f32[4,3,1]&dims={1,2}', async (page) => {
    await cell(page, 'result', '0,2,1').hover();
    // As stretched, the copies that go there are lit, and the elements that they repeat.
    expect(new Set(await lit(page))).toEqual(new Set(['lhs[0,1]', 'result[0,2,1]', 'rhs[0,2,0]']));
    const sentence = 'result[0,2,1] = lhs[0,1] + rhs[0,2,0] = 1 + 300 = 301';
    expect((await page.locator('.sentence').innerText()).replace(/\s+/g, ' ')).toBe(sentence);
    await page.hover('h1');
    expect(await lit(page)).toEqual([]);
    await page.getByRole('button', { name: 'Given', exact: true }).click();
    await cell(page, 'rhs', '0,2,0').hover();
    expect(await lit(page)).toEqual(['result[0,2,0]', 'result[0,2,1]', 'rhs[0,2,0]']);
    expect(await page.locator('.sentence').innerText()).toBe(
      'rhs[0,2,0] is used 2 times in the result, along dimension 2. Its value is 300.',
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
      'broadcast_dimensions',
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
    expect(await handle.getAttribute('aria-valuetext')).toBe('on no dimension');
    expect(await page.locator('.verdict .rule').textContent()).toBe('broadcast.c1');
    await page.keyboard.press('End');
    expect(await field(page, 'dims').inputValue()).toBe('{1}');
    await page.waitForURL((url) => url.hash.includes('dims={1}'));
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
    await drag(0, 262);
    expect(await field(page, 'dims').inputValue()).toBe('');
    expect(await page.locator('hloom-alignment .chip.loose').count()).toBe(1);
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
    expect(await verdict(page).innerText()).toContain('→ f32[0,3]');
  });
});

test('an operand that is repeated 0 times is there until it is stretched, and then an empty bracket', async () => {
  await site.visit('#lhs=f32[0,3]&rhs=f32[3]&dims={1}', async (page) => {
    await array(page, 'rhs').locator('.empty').waitFor();
    expect(await page.locator('hloom-array .empty').count()).toBe(3);
    await page.getByRole('button', { name: 'Given', exact: true }).click();
    expect(await shown(page, 'rhs')).toEqual({ '0': '100', '1': '200', '2': '300' });
    await cell(page, 'rhs', '1').hover();
    expect(await page.locator('.sentence').innerText()).toBe(
      'rhs[1] is repeated 0 times: the result has no elements. Its value is 200.',
    );
  });
});

test('the scrubber stops anywhere between given and combined', async () => {
  await site.visit('', async (page) => {
    await computed(page, '1,2');
    const cells = (name: string): Promise<number> => array(page, name).locator('.cell').count();
    const blank = (): Promise<number> => array(page, 'result').locator('.blank').count();
    expect([await cells('rhs'), await blank()]).toEqual([6, 0]);
    await page.getByRole('button', { name: 'Given', exact: true }).click();
    expect([await cells('rhs'), await blank()]).toEqual([3, 6]);
    await page.getByRole('button', { name: 'Aligned', exact: true }).click();
    expect(await page.locator('hloom-stage .rhs .title').innerText()).toContain('as [1,3]');
    const range = page.getByRole('slider', { name: 'Stage of the broadcast' });
    await range.fill('1.9');
    expect(await cells('rhs')).toBe(6);
    expect(await page.locator('hloom-stage .rhs .title').innerText()).toContain('as [2,3]');
    expect(await range.getAttribute('aria-valuetext')).toBe('Repeated');
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
    const loom = page.locator('hloom-alignment');
    const [width, content] = await loom.evaluate((one) => [one.clientWidth, one.scrollWidth]);
    expect(content).toBe(width);
    const handle = page.getByRole('slider', { name: 'Dimension 0 of rhs goes to' });
    await handle.evaluate((one) => one.scrollIntoView({ block: 'center' }));
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

test('a tap ties a thread to the next dimension, and after the last one to the first', async () => {
  const body = async (page: Page): Promise<void> => {
    await computed(page, '0,0,0');
    const handle = page.getByRole('slider', { name: 'Dimension 0 of rhs goes to' });
    const box = await handle.boundingBox();
    const chip = await page.locator('hloom-alignment .chip.movable').boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(28);
    expect(chip?.width).toBeGreaterThanOrEqual(44);
    await handle.tap();
    expect(await field(page, 'dims').inputValue()).toBe('{2}');
    await handle.tap();
    expect(await field(page, 'dims').inputValue()).toBe('{0}');
    await handle.press('Delete');
    await handle.tap();
    expect(await field(page, 'dims').inputValue()).toBe('{0}');
  };
  await site.visit('#lhs=f32[3,3,3]&rhs=f32[3]&dims={1}', body, phone);
});

test('every control of the loom is a finger high on a phone', async () => {
  const body = async (page: Page): Promise<void> => {
    await page.locator('hloom-stage .block.result').waitFor();
    const controls = page.locator('lab-page').locator('button:visible, select:visible, input:visible, [role=slider]');
    const small = await controls.evaluateAll((all) =>
      all
        .filter((one) => one.getBoundingClientRect().height < 44 && (one as HTMLInputElement).type !== 'range')
        .map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent}`),
    );
    expect(small).toEqual([]);
  };
  await site.visit('#lhs=f32[2,3]&rhs=f32[3]&dims={0}', body, { ...phone, viewport: { width: 360, height: 740 } });
});

test('while a chip is dragged, its targets light up, and the result is that of a drop there', async () => {
  await site.visit('#lhs=s32[3,3]&rhs=s32[3]&dims={1}', async (page) => {
    await computed(page, '2,2');
    const box = await page.getByRole('slider', { name: 'Dimension 0 of rhs goes to' }).boundingBox();
    const target = await page.locator('hloom-alignment [data-column="0"]').boundingBox();
    if (box === null || target === null) throw new Error('there is no chip, or no target');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(target.x + target.width / 2, box.y + box.height / 2, { steps: 4 });
    expect(await page.locator('hloom-alignment .slot.target').count()).toBe(2);
    expect(await page.locator('hloom-alignment .head.target').innerText()).toBe('dim 0');
    expect(await field(page, 'dims').inputValue()).toBe('{0}');
    await cell(page, 'result', '2,0').filter({ hasText: /^306$/ }).waitFor();
    // Nothing is taken before the drop.
    expect(await page.evaluate(() => location.hash)).toContain('dims={1}');
    await page.mouse.up();
    await page.waitForURL((url) => url.hash.includes('dims={0}'));
    expect(await page.locator('hloom-alignment .slot.target').count()).toBe(0);
  });
});

test('a fix shows its result while it is pointed at or has the focus', async () => {
  await site.visit('#lhs=f32[2,3]&rhs=f32[3]&dims={0}', async (page) => {
    const fix = page.getByRole('button', { name: 'Move rhs to dimension 1' });
    await array(page, 'overlay').waitFor();
    await fix.hover();
    await computed(page, '1,2');
    expect(await field(page, 'dims').inputValue()).toBe('{1}');
    await page.hover('h1');
    await array(page, 'overlay').waitFor();
    expect(await field(page, 'dims').inputValue()).toBe('{0}');
    await fix.focus();
    await computed(page, '1,2');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Change rhs to f32[2]' }).and(page.locator(':focus')).waitFor();
    await cell(page, 'result', '1,0').filter({ hasText: /^203$/ }).waitFor();
  });
});

test('the card is at most 420 pixels high on a wide screen, whatever it shows', async () => {
  const body = async (page: Page): Promise<void> => {
    await computed(page, '1,2');
    expect((await cell(page, 'result', '0,0').boundingBox())?.width).toBeGreaterThanOrEqual(60);
    for (const [lhs, rhs, dims] of [
      ['f32[2,3]', 'f32[3]', '{0}'],
      ['f32[2,3]', 'f32[3]', '{2}'],
      ['f32[2,3,4]', 'f32[4,3]', '{2,1}'],
      ['f32[2,3,4]', 'f32[3,4]', '{1}'],
      ['f32[2,3,4]', 'f32[2,4,3]', ''],
      ['f32[2,3,4]', 'f32[3,4]', '{1,2}'],
      ['f32[2,3,4,5]', 'f32[3,5]', '{1,3}'],
      ['f32[2,2,2,2,2]', 'f32[2,2]', '{1,3}'],
    ] as const) {
      await ask(page, lhs, rhs, dims);
      await page.waitForFunction((shape) => {
        const stage = document.querySelector('hloom-broadcast')?.shadowRoot?.querySelector('hloom-stage');
        return stage?.shadowRoot?.querySelector('.rhs .title code')?.textContent === shape;
      }, rhs);
      const { height = 0 } = (await page.locator('hloom-broadcast').boundingBox()) ?? {};
      expect([lhs, rhs, dims, height > 300 && height <= 420]).toEqual([lhs, rhs, dims, true]);
      expect(await page.locator('hloom-stage hloom-array').count()).toBe(3);
    }
  };
  await site.visit('', body, { viewport: { width: 1440, height: 900 } });
});

test('of four dimensions, every matrix is a slice, which the slider or a key brings to the front', async () => {
  await site.visit('#lhs=f32[2,3,2,2]&rhs=f32[3]&dims={1}', async (page) => {
    await computed(page, '0,0,1,1');
    const front = (): Promise<string> => page.locator('hloom-stage .leaf code').innerText();
    expect(await front()).toBe('[0,0]');
    await page.locator('hloom-stage .leaf input').fill('4');
    expect(await front()).toBe('[1,1]');
    expect(await cell(page, 'result', '1,1,0,0').evaluate((one) => one.classList.contains('behind'))).toBe(false);
    expect(await cell(page, 'result', '0,0,0,0').evaluate((one) => one.classList.contains('behind'))).toBe(true);
    await array(page, 'result').locator('.block').focus();
    await page.keyboard.press('Home');
    await page.waitForFunction(() => {
      const stage = document.querySelector('hloom-broadcast')?.shadowRoot?.querySelector('hloom-stage');
      return stage?.shadowRoot?.querySelector('.leaf code')?.textContent === '[0,0]';
    });
  });
});

test('on a phone the first screen has the equation, the arrays, the sentence and the scrubber', async () => {
  const body = async (page: Page): Promise<void> => {
    await computed(page, '1,2');
    const foot = await page.locator('hloom-scrubber').boundingBox();
    expect((foot?.y ?? 0) + (foot?.height ?? Infinity)).toBeLessThanOrEqual(phone.viewport.height);
    for (const part of [field(page, 'lhs'), array(page, 'lhs'), array(page, 'rhs'), array(page, 'result')]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(foot?.y ?? 0);
    }
    const side = await cell(page, 'result', '0,0').boundingBox();
    expect(side?.width).toBeGreaterThanOrEqual(40);
  };
  await site.visit('', body, phone);
});

test('to present, only the card is left, and it is larger', async () => {
  await site.visit('', async (page) => {
    await computed(page, '1,2');
    const before = await cell(page, 'result', '1,2').boundingBox();
    await page.getByRole('button', { name: 'Present' }).click();
    await page.locator('h1').waitFor({ state: 'hidden' });
    await page.waitForFunction(
      (width) =>
        (document
          .querySelector('hloom-broadcast')
          ?.shadowRoot?.querySelector('hloom-stage')
          ?.shadowRoot?.querySelector('hloom-array')
          ?.shadowRoot?.querySelector('.cell')
          ?.getBoundingClientRect().width ?? 0) > width,
      (before?.width ?? 0) + 4,
    );
    expect(await page.locator('.top').isVisible()).toBe(false);
    await page.keyboard.press('Escape');
    await page.locator('h1').waitFor();
    expect(await page.locator('.top').isVisible()).toBe(true);
  });
});

test.each(['f32[1000,500]', 'f32[1000000,1000000]'])('of %s, the cells that are drawn have values', async (lhs) => {
  await site.visit(`#lhs=${lhs}&rhs=f32[]&dims=&rhsValues=0&lhsValues=count`, async (page) => {
    await computed(page, '0,0');
    for (const name of ['lhs', 'result']) {
      const texts = await array(page, name).locator('.cell').allTextContents();
      expect(texts).toHaveLength(49);
      expect(texts.every((text) => text.trim() !== '')).toBe(true);
    }
    await cell(page, 'result', '1,2').hover();
    const columns = Number(/,(\d+)\]/.exec(lhs)?.[1]);
    expect(await page.locator('.sentence .value').innerText()).toContain(`= ${columns + 2}`);
  });
});
