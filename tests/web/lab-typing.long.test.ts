// Typed text in the broadcast lab stays: elements while sizes change, and incomplete texts while the picture is used.
import type { Page } from 'playwright-core';
import { computed, field, shown, showing, verdict } from './support/lab.js';
import { openSite, type Site } from './support/site.js';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

const handle = (page: Page) => page.getByRole('slider', { name: 'Dimension 0 of rhs goes to' });

test('typed elements wait for a size that fits them, or are counted by one press', async () => {
  await site.visit('#lhs=s32[2,1]&rhs=s32[1,3]&dims=&rhsValues=7,8,9', async (page) => {
    await showing(page, 'rhs', { '0,0': '7', '0,1': '8', '0,2': '9' });
    const size = page.getByRole('spinbutton', { name: 'Size of dimension 1 of rhs' });
    await size.focus();
    await page.keyboard.press('ArrowUp');
    const note = page.locator('hloom-broadcast .misfit');
    expect((await note.locator('p').innerText()).trim()).toBe(
      'values of rhs: s32[1,4] has 4 elements, and 3 are given. Showing 0, 1, 2, … until the values fit.',
    );
    expect(await field(page, 'rhsValues').inputValue()).toBe('7,8,9');
    expect(await field(page, 'rhsValues').getAttribute('aria-invalid')).toBe('true');
    await computed(page, '1,3');
    expect(await shown(page, 'rhs')).toEqual({ '0,0': '100', '0,1': '200', '0,2': '300', '0,3': '400' });
    expect(await verdict(page).innerText()).toContain('→ s32[2,4]');

    await page.keyboard.press('ArrowDown');
    await showing(page, 'rhs', { '0,0': '7', '0,1': '8', '0,2': '9' });
    await showing(page, 'result', { '0,0': '7', '0,1': '8', '0,2': '9', '1,0': '8', '1,1': '9', '1,2': '10' });
    expect(await note.count()).toBe(0);

    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Use 0, 1, 2, … for rhs' }).click();
    expect(await field(page, 'rhsValues').inputValue()).toBe('count');
    expect(await note.count()).toBe(0);
    await showing(page, 'rhs', { '0,0': '100', '0,1': '200' });
  });
});

test('a fix keeps typed elements', async () => {
  await site.visit('#lhs=s32[2,3]&rhs=s32[3]&dims={0}&rhsValues=7,8,9', async (page) => {
    await page.getByRole('button', { name: 'Move rhs to dimension 1' }).click();
    await showing(page, 'rhs', { '0': '7', '1': '8', '2': '9' });
    expect(await field(page, 'rhsValues').inputValue()).toBe('7,8,9');
  });
});

test('while a shape is being typed, the picture of the question before cannot be changed', async () => {
  await site.visit('#lhs=f32[3,3]&rhs=f32[3]&dims={1}', async (page) => {
    await computed(page, '2,2');
    await field(page, 'lhs').fill('f32[3,');
    expect(await verdict(page).innerText()).toContain('Still showing f32[3,3].');
    const box = await handle(page).boundingBox();
    if (box === null) throw new Error('there is no handle');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 40, box.y, { steps: 3 });
    await page.mouse.up();
    expect([await field(page, 'lhs').inputValue(), await field(page, 'dims').inputValue()]).toEqual(['f32[3,', '{1}']);
    await field(page, 'lhs').fill('f32[3,3]');
    await handle(page).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await field(page, 'dims').inputValue()).toBe('{0}');
  });
});

test('a text that is no list of dimensions is mended by tying the thread', async () => {
  await site.visit('#lhs=f32[3,3]&rhs=f32[3]&dims={1}', async (page) => {
    await computed(page, '2,2');
    await field(page, 'dims').fill('x');
    await handle(page).focus();
    await page.keyboard.press('Home');
    expect(await field(page, 'dims').inputValue()).toBe('{0}');
    expect(await verdict(page).innerText()).toContain('→ f32[3,3]');
  });
});

test('a comparison in the total order is chosen, computed and said', async () => {
  await site.visit('#lhs=f32[4]&rhs=f32[1]&dims=&lhsValues=-inf,-0,0,nan&rhsValues=0', async (page) => {
    await page.locator('lab-page select[name=op]').selectOption('ltTotalOrder');
    await showing(page, 'result', { '0': 'T', '1': 'T', '2': 'F', '3': 'F' });
    await page.locator('lab-page select[name=op]').selectOption('lt');
    await showing(page, 'result', { '0': 'T', '1': 'F', '2': 'F', '3': 'F' });
    await page.goto(`${site.url}#lhs=f32[4]&rhs=f32[1]&dims=&op=eqTotalOrder&lhsValues=-inf,-0,0,nan&rhsValues=nan`);
    await showing(page, 'result', { '0': 'F', '1': 'F', '2': 'F', '3': 'T' });
    expect(await page.locator('hloom-stage .sign.word').innerText()).toBe('eq_to');
    expect(await verdict(page).innerText()).toContain('eq_to(f32[4], f32[1]) → pred[4]');
  });
});

test('an address that is no question shows what is wrong with it, and nothing that has no answer', async () => {
  await site.visit('#lhs=f32[2,&rhs=f32[3]&dims=x', async (page) => {
    const said = await verdict(page).innerText();
    expect(said).toContain('lhs: An integer is missing at position 6 of "f32[2,".');
    expect(said).toContain('broadcast_dimensions: Not a list of dimension numbers.');
    expect(await page.locator('lab-page h2').allInnerTexts()).toEqual(['Examples']);
    await field(page, 'lhs').fill('f32[2,3]');
    await field(page, 'dims').fill('1');
    await computed(page, '1,2');
    expect(await page.locator('lab-page h2').allInnerTexts()).toEqual([
      'What XLA does with it',
      'In NumPy',
      'Code',
      'Examples',
    ]);
  });
});
