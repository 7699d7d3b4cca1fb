// A browser without WebAssembly: every page reports it, in whole sentences.
import { openPage } from './support/chromium.js';
import { publicPages } from './support/pages.js';
import { openSite, type Site } from './support/site.js';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

test.each(publicPages)('without WebAssembly, /%s says what to do', async (path) => {
  const { page } = await openPage(site.browser, { serviceWorkers: 'block' });
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'));
  await page.goto(site.url + path);
  const said = page.locator('main').locator('[role=alert], .verdict.bad').first();
  await said.waitFor();
  const text = (await said.innerText()).trim().replace(/\s+/g, ' ');
  expect(text.replace(/ js\.c\d+(?: Help:)?| \(js\.c\d+\)/, '')).toBe(
    'This JavaScript engine has no WebAssembly. ' +
      'Browsers that are set to their strictest mode switch it off: allow it for this page.',
  );
  await page.context().close();
});
