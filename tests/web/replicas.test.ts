// The replica lab in a browser with threads: its first picture, a change, a mistake and a deadlock that is mended.
// replicas.long.test.ts has every tab, without isolation too, and the sizes.
import { bringAxe, violations } from './support/axe.js';
import { eventually } from './support/eventually.js';
import { saved } from './support/saved.js';
import { openSite, type Site } from './support/site.js';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

test('a collective runs on lanes, follows the groups, and explains a mistake', async () => {
  await site.visit('replicas/', async (page) => {
    const result = (device: number) => page.locator(`hloom-array[data-side="result"][data-device="${device}"] .cell`);
    await eventually(
      () => result(0).allTextContents(),
      (texts) => expect(texts).toEqual(['12', '14', '16', '18']),
    );
    expect(await page.locator('.workers').innerText()).toBe('4 devices ran on 4 Workers at the same time.');
    await result(1).nth(2).hover();
    await page.getByText('result[2] of device 1 = 3 + 13 = 16, from devices 0 and 1.').waitFor();

    await page.locator('replica-share summary').click();
    const svg = (await saved(page, 'Download SVG')).toString();
    expect(svg.match(/>(?:52|54|56|58)<\/text>/g)).toHaveLength(8);
    expect(svg).not.toMatch(/oklab|color-mix|var\(/);
    expect((await saved(page, 'Download PNG')).subarray(1, 4).toString()).toBe('PNG');
    await page.keyboard.press('Escape');

    await page.locator('input[name="wiring"]').fill('{{0,1},{1,3}}');
    await page.locator('#answer .verdict.bad', { hasText: '1 is named twice' }).waitFor();
    expect(await page.locator('#answer .rule').textContent()).toBe('collective.c2');
    await page.locator('input[name="wiring"]').fill('{{0,2},{1,3}}');
    await result(0).first().getByText('22').waitFor();
    expect(page.url()).toContain('#tab=collectives&wiring={{0,2},{1,3}}');
    await bringAxe(page);
    expect(await violations(page)).toEqual([]);

    await page.getByRole('tab', { name: 'Deadlocks' }).click();
    await page.getByRole('row', { name: 'device 0 waits at send-done' }).waitFor();
    const program = page.getByRole('textbox', { name: 'Program in HLO' });
    await program.fill((await program.inputValue()).replace('recv(sent)', 'recv(begun)'));
    await page.getByText('Correct. All devices end').waitFor();
  });
});
