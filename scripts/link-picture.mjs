// Draws web-demo/public/link-picture.png, which other sites show beside a link: `node scripts/link-picture.mjs`, after
// the site is built. The arrays are those that the built lab shares as SVG.
import { readFileSync, writeFileSync } from 'node:fs';
import { launchChromium } from './lib/chromium.mjs';
import { inRoot } from './lib/paths.mjs';
import { serve } from './serve.mjs';

const font = inRoot('node_modules/@fontsource/lora/files/lora-latin-600-normal.woff2');

const card = (svg) => `<!doctype html>
  <style>
    @font-face { font-family: Lora; font-weight: 600; src: url(data:font/woff2;base64,${readFileSync(font, 'base64')}); }
    body { margin: 0; padding: 56px 64px; width: 1072px; height: 518px; background: #fbfaf6; color: #1b1b1f; }
    h1 { margin: 0; font: 600 60px/1.15 Lora; letter-spacing: -0.01em; }
    p { margin: 10px 0 28px; font: 28px/1.3 system-ui, sans-serif; color: #5c5b57; }
    div { border: 1px solid #d8d5cb; border-radius: 16px; background: #ffffff; padding: 8px 40px; text-align: center; }
    svg { height: 330px; width: auto; max-width: 100%; }
  </style>
  <h1>See exactly how arrays broadcast</h1>
  <p>hloom runs XLA programs in the browser.</p>
  <div>${svg}</div>`;

const server = await serve({ directory: inRoot('build/web-demo') });
const browser = await launchChromium();
try {
  const context = await browser.newContext({ viewport: { width: 1200, height: 630 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.locator('lab-page:not([still], [inert]) share-menu summary').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download SVG' }).click(),
  ]);
  await page.setContent(card(readFileSync(await download.path(), 'utf8')));
  await page.evaluate('document.fonts.ready');
  writeFileSync(inRoot('web-demo/public/link-picture.png'), await page.screenshot());
} finally {
  await browser.close();
  await server.close();
}
