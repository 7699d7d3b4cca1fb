// Lets the browser load files at once that it would find late: the font, which a style names, and the engine's files,
// which a script asks for.

const font = [/\/lora-latin-[\w-]+\.woff2$/, 'rel="preload" as="font" type="font/woff2" crossorigin'];

/** The files of the engine; the Worker's script is needed last. */
const engine = [
  [/\/hloom-[0-9a-f]+\.wasm$/, 'rel="preload" as="fetch" type="application/wasm" crossorigin'],
  [/\/hloom\.web-[0-9a-f]+\.mjs$/, 'rel="modulepreload"'],
  [/\/engine-worker\.browser-[0-9a-f]+\.js$/, 'rel="prefetch"'],
];

export function preloads() {
  return {
    name: 'hloom-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        const root = './' + '../'.repeat(path.split('/').length - 2);
        const names = Object.keys(bundle ?? {});
        // A page without scripts does not compute.
        const isPlain = !html.includes('<script type="module"');
        const links = [font, ...(isPlain ? [] : engine)].map(([pattern, attributes]) => {
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
