// Lets the browser load the engine's files at once, not after the scripts that ask for them.

/** What each page needs, as far as it is found by a script only; the Worker's script is needed last. */
const needed = [
  [/\/hloom-simd-[0-9a-f]+\.wasm$/, 'rel="preload" as="fetch" type="application/wasm" crossorigin'],
  [/\/hloom-simd\.web-[0-9a-f]+\.mjs$/, 'rel="modulepreload"'],
  [/\/engine-worker\.browser-[0-9a-f]+\.js$/, 'rel="prefetch"'],
];

export function preloads() {
  return {
    name: 'hloom-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        // A page without scripts does not compute.
        if (!html.includes('<script type="module"')) return html;
        const root = './' + '../'.repeat(path.split('/').length - 2);
        const names = Object.keys(bundle ?? {});
        const links = needed.map(([pattern, attributes]) => {
          const name = names.find((one) => pattern.test(one));
          if (name === undefined) throw new Error(`the site has no file that matches ${pattern}`);
          return `<link ${attributes} href="${root}${name}" />`;
        });
        // Styles come first: the picture waits for them.
        return html.replace('</head>', () => `${links.map((link) => `  ${link}\n  `).join('')}</head>`);
      },
    },
  };
}
