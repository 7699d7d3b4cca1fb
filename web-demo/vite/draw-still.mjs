// Draws the lab without a browser: `node draw-still.mjs BUNDLE` runs the lab's own script in jsdom, with the engine in
// Node.js. Prints as JSON:
//   markup   the first picture with all values, shadow roots included
//   looks    for every width of the stage, the class and the style of its blocks, which fit the cells into that width:
//            [[240, 'blocks stacked', '--hloom-cell:28px'], [305, 'blocks', '--hloom-cell:32px'], ...]
import { JSDOM } from 'jsdom';
import { pathToFileURL } from 'node:url';

/** The width of the page's content at 1280 pixels. jsdom has no layout, and elements that measure their room get it. */
const room = 1232;
/** The width of the stage in the narrowest window. */
const narrowest = 240;

const { window } = new JSDOM('<!doctype html><lab-page></lab-page>', {
  url: 'http://localhost/',
  pretendToBeVisual: true,
});
const { document } = window;
// Browsers have this size of letters where a reader has chosen none.
document.documentElement.style.fontSize = '16px';

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.Element.prototype.getBoundingClientRect = () => new window.DOMRect(0, 0, room, 0);
for (const name of ['clientWidth', 'offsetWidth']) {
  Object.defineProperty(window.HTMLElement.prototype, name, { get: () => room });
}
const stubs = {
  ResizeObserver: Observer,
  IntersectionObserver: Observer,
  matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }),
};
const names = [
  ...['window', 'document', 'location', 'history', 'customElements', 'Node', 'Element', 'HTMLElement', 'Document'],
  ...['ShadowRoot', 'CSSStyleSheet', 'Event', 'CustomEvent', 'DOMRect', 'MutationObserver', 'getComputedStyle'],
  ...['requestAnimationFrame', 'cancelAnimationFrame', 'addEventListener', 'removeEventListener'],
];
for (const name of names) {
  const value = window[name];
  const isMethod = typeof value === 'function' && /^[a-z]/.test(name);
  Object.defineProperty(globalThis, name, { value: isMethod ? value.bind(window) : value, writable: true });
}
Object.assign(globalThis, stubs);

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const attribute = (name, value) => ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`;
const voidElements = new Set(['input', 'br', 'hr', 'img', 'path', 'wbr']);

/** The attributes of an element, with the state that is in properties only. */
function attributesOf(element) {
  const all = new Map([...element.attributes].map(({ name, value }) => [name, value]));
  if (element.localName === 'input') all.set('value', element.value);
  if (element.localName === 'option' && element.selected) all.set('selected', '');
  // The page's own scripts do not start these elements: still.mjs.
  if (element.localName.includes('-')) all.set('still', '');
  return [...all].map(([name, value]) => attribute(name, value)).join('');
}

/** The markup of a node. Comments are marks of templates, which a still picture does not need. */
function markup(node) {
  if (node.nodeType === window.Node.TEXT_NODE) {
    if (node.parentElement?.closest('pre')) return escaped(node.data);
    // White space between tags is the layout of the templates' source text.
    const text = node.data.replaceAll(/\s*\n\s*/g, '\n');
    return node.parentElement?.localName === 'style' ? text : escaped(text);
  }
  if (node.nodeType !== window.Node.ELEMENT_NODE) return '';
  const children = (parent) => [...parent.childNodes].map(markup).join('');
  const { localName, shadowRoot } = node;
  const shadow = shadowRoot === null ? '' : `<template shadowrootmode="open">${children(shadowRoot)}</template>`;
  const end = voidElements.has(localName) ? '' : `</${localName}>`;
  return `<${localName}${attributesOf(node)}>${shadow}${children(node)}${end}`;
}

/** Resolves when the engine has computed the values of the picture. */
const computed = new Promise((resolve) => {
  document.addEventListener('hloom-answer', ({ target }) => {
    if (target.answer?.values?.result !== undefined) resolve();
  });
});

/** The looks of the blocks by the width of the stage; each begins with the first width that has it. */
async function looksOf(stage) {
  const looks = [];
  for (let width = narrowest; width <= room; width++) {
    stage.room = width;
    await stage.updateComplete;
    const blocks = stage.shadowRoot.querySelector('.blocks');
    const look = [blocks.className, blocks.getAttribute('style')];
    if (looks.at(-1)?.slice(1).join() !== look.join()) looks.push([width, ...look]);
  }
  return looks;
}

await import(pathToFileURL(process.argv[2]).href);
await computed;
const page = document.querySelector('lab-page');
let drawn;
do {
  drawn = markup(page);
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
} while (drawn !== markup(page));
const looks = await looksOf(page.querySelector('hloom-broadcast').shadowRoot.querySelector('hloom-stage'));
if (/NaN|undefined/.test(drawn)) throw new Error('the lab measures something that jsdom does not have');
process.stdout.write(JSON.stringify({ markup: drawn, looks }), () => process.exit(0));
