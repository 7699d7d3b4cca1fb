// The common frame of all pages: the head's links, the header and the footer. It is put into the HTML when the site is
// built, so that it is there before any script.

const links = [
  ['', 'Lab'],
  ['learn/', 'Learn'],
  ['layout/', 'Layout'],
  ['embed/', 'Embed'],
];

/** The page's path from the root of the site, such as `learn/`, and the path back to the root. */
function placeOf(path) {
  const folder = path.replace(/^\//, '').replace(/[^/]*$/, '');
  return { folder, root: './' + '../'.repeat(folder.split('/').length - 1) };
}

const head = (root) => `
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="manifest" href="/site.webmanifest" />
    <script type="module" src="${root}src/site/start.ts"></script>`;

const header = ({ folder, root }) => `
    <a class="skip" href="#main">Skip to the content</a>
    <header class="top">
      <a class="brand" href="${root}">hloom</a>
      <nav aria-label="Site">
        ${links
          .map(([path, title]) => {
            const current = path === folder ? ' aria-current="page"' : '';
            return `<a href="${root}${path}"${current}>${title}</a>`;
          })
          .join('\n        ')}
      </nav>
      <platform-note></platform-note>
    </header>`;

const noscript = `
    <noscript><p class="noscript">This page computes in the browser: it needs JavaScript.</p></noscript>`;

/** Replaces `<!-- head -->` and `<!-- header -->` in every page. */
export function frame() {
  return {
    name: 'hloom-frame',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        const place = placeOf(path);
        return html.replace('<!-- head -->', head(place.root)).replace('<!-- header -->', header(place) + noscript);
      },
    },
  };
}
