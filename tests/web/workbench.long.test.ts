// Each component in its states looks as it did: pictures of the workbench are compared with those of
// tests/web/baselines.
//
// Text is drawn as blanks of one width, so a machine with other fonts draws the same pictures; other tests check the
// texts. `npm run baselines` takes the pictures anew; look at them before they are committed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { blankFont } from './support/blank-font.js';
import { compareImages } from './support/compare-images.js';
import { openSite, type Site } from './support/site.js';

const folder = join(__dirname, 'baselines');
/** The folder for pictures that differ. */
const found = join(__dirname, '../../build/workbench');
const isTaken = process.env.HLOOM_BASELINES === 'take';

/** So many pixels, at half the size, may differ: a chip that is missing is more. */
const tolerance = 12;

const style = `
  *, ::before, ::after {
    font-family: Blank !important;
    text-rendering: geometricPrecision !important;
    caret-color: transparent !important;
  }
`;

let site: Site;

beforeAll(async () => {
  site = await openSite();
  if (isTaken) rmSync(folder, { recursive: true, force: true });
  rmSync(found, { recursive: true, force: true });
  for (const path of [folder, found]) mkdirSync(path, { recursive: true });
});

afterAll(async () => {
  await site.close();
});

const components = [
  'array',
  'alignment',
  'scrubber',
  'stage',
  'broadcast',
  'code-panel',
  'memory-strip',
  'order-chips',
];

const pictureOf = (page: Page, name: string, more = ''): Promise<Buffer> =>
  page.locator(`#${name} .specimen`).screenshot({ style: style + more, animations: 'disabled' });

/** Opens a component's specimens and waits until they stop moving. */
async function visit(component: string, body: (page: Page, names: readonly string[]) => Promise<void>): Promise<void> {
  const options = { viewport: { width: 1024, height: 800 }, colorScheme: 'light', deviceScaleFactor: 1 } as const;
  const open = async (page: Page): Promise<void> => {
    await page.waitForSelector(`workbench-page[data-shown="${component}"]`);
    await page.evaluate(async (font) => {
      document.fonts.add(await new FontFace('Blank', `url(data:font/ttf;base64,${font})`).load());
    }, blankFont().toString('base64'));
    await page.waitForLoadState('networkidle');
    if (component === 'broadcast') await page.waitForSelector('#broadcast-legal [data-index="1,2"]:text-is("305")');
    const names = await page.locator('figure').evaluateAll((figures) => figures.map(({ id }) => id));
    await body(page, names);
  };
  await site.visit(`workbench/#${component}`, open, options);
}

/** The difference of a picture, if there is one. */
async function complaint(page: Page, name: string, actual: Buffer): Promise<string | undefined> {
  const file = join(folder, `${name}.png`);
  if (!existsSync(file)) return `${name}: there is no picture of it in tests/web/baselines`;
  const { sizes, pixels } = await compareImages(page, actual, readFileSync(file));
  const grown = [0, 1].map((axis) => Math.abs((sizes[0][axis] ?? 0) - (sizes[1][axis] ?? 0)));
  if (Math.max(...grown) <= 2 && pixels <= tolerance) return undefined;
  writeFileSync(join(found, `${name}.png`), actual);
  const what =
    Math.max(...grown) > 2 ? `${sizes[0].join(' by ')}, was ${sizes[1].join(' by ')}` : `${pixels} pixels differ`;
  return `${name}: ${what}: see build/workbench`;
}

test.each(components)('%s', async (component) => {
  await visit(component, async (page, names) => {
    expect(names.length).toBeGreaterThan(0);
    const wrong: string[] = [];
    for (const name of names) {
      const actual = await pictureOf(page, name);
      if (isTaken) writeFileSync(join(folder, `${name}.png`), actual);
      else wrong.push((await complaint(page, name, actual)) ?? '');
    }
    expect(wrong.filter((text) => text !== '')).toEqual([]);
  });
});

test('every picture is one of a component', async () => {
  const names: string[] = [];
  for (const component of components) {
    await visit(component, (_, found) => {
      names.push(...found.map((name) => `${name}.png`));
      return Promise.resolve();
    });
  }
  expect(readdirSync(folder).sort()).toEqual(names.sort());
});

test('the comparison sees a chip that is missing, a cell that is not lit, and another color', async () => {
  const differs = async (page: Page, name: string, change: string): Promise<boolean> => {
    const [one, other] = [await pictureOf(page, name), await pictureOf(page, name, change)];
    return (await compareImages(page, one, other)).pixels > tolerance;
  };
  await visit('alignment', async (page) => {
    expect(await differs(page, 'alignment-legal', '')).toBe(false);
    expect(await differs(page, 'alignment-legal', '.chip.lhs { visibility: hidden }')).toBe(true);
    expect(await differs(page, 'alignment-mismatch', '.chip.rhs { border-color: teal !important }')).toBe(true);
  });
  await visit('array', async (page) => {
    const unlit = '.lit { background: none !important; border-color: transparent !important }';
    expect(await differs(page, 'array-lit', unlit)).toBe(true);
  });
});
