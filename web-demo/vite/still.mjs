// The first picture of the front page, drawn by the lab's own script when the site is built, so that a visitor sees it
// before the engine is there. src/site/still.ts replaces it by the living one.
import * as esbuild from 'esbuild';
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const engine = here('../../dist/index.node.mjs');
const bundle = here('../../build/still/lab.mjs');

/** The package of Node.js in place of the one for browsers; styles are in the page. */
const inNode = {
  name: 'in-node',
  setup(build) {
    build.onResolve({ filter: /^hloom$/ }, () => ({ path: engine, external: true }));
  },
};

async function drawStill() {
  mkdirSync(here('../../build/still'), { recursive: true });
  await esbuild.build({
    entryPoints: [here('../src/lab/lab-page.ts')],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['browser', 'production'],
    target: 'node20',
    loader: { '.css': 'empty' },
    plugins: [inNode],
    define: { 'import.meta.env.PROD': 'true' },
    logLevel: 'warning',
  });
  const { stdout } = await promisify(execFile)(process.execPath, [here('draw-still.mjs'), bundle], {
    maxBuffer: 16 << 20,
    timeout: 60_000,
  });
  return JSON.parse(stdout);
}

/**
 * Runs before all other scripts. A page whose address has a question does not show the still picture; the others show
 * it when the whole of it is parsed. The elements of the still picture have the attribute `still`, and do not start when
 * they are defined.
 */
const guard = `<script>
      document.documentElement.classList.add(location.hash.length > 1 ? 'asked' : 'parsing');
      {
        const { define } = customElements;
        customElements.define = function (name, element, options) {
          const { connectedCallback } = element.prototype;
          element.prototype.connectedCallback = function () {
            if (!this.hasAttribute('still')) connectedCallback?.call(this);
          };
          define.call(this, name, element, options);
        };
      }
    </script>`;

/** Runs behind the picture, before it is painted: gives its cells the size that the living picture will have. */
const fit = (looks) => `<script>
      {
        const picture = document.querySelector('lab-page[still] > hloom-broadcast');
        const stage = picture?.shadowRoot?.querySelector('hloom-stage');
        const blocks = stage?.shadowRoot?.querySelector('.blocks');
        const width = Math.floor(stage?.getBoundingClientRect().width ?? 0);
        const [, name, style] = ${JSON.stringify(looks)}.findLast(([first]) => first <= width) ?? [];
        if (blocks && name) {
          blocks.className = name;
          blocks.style.cssText = style;
        }
        document.documentElement.classList.remove('parsing');
      }
    </script>`;

/** Puts the picture into the page that has an empty `<lab-page>`. */
export function still() {
  return {
    name: 'hloom-still',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const empty = '<lab-page></lab-page>';
        if (!html.includes(empty)) return html;
        const { markup, looks } = await drawStill();
        return html
          .replace('</title>', () => `</title>\n    ${guard}`)
          .replace(empty, () => markup.replace('<lab-page', '<lab-page inert') + fit(looks));
      },
    },
  };
}
