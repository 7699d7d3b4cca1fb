// The common frame of all pages: the head's links, the header and the footer. It is put into the HTML when the site is
// built, so that it is there before any script.
import { readFileSync } from 'node:fs';

const { homepage, version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** The address of the site, for links that have to be whole: `SITE_URL=https://example.org/hloom/ npm run build`. */
const site = process.env['SITE_URL'] ?? homepage;

/** The whole address of a path of the site; undefined if the build does not know where the site will be. */
export const siteAddress = (path) =>
  site === undefined ? undefined : new URL(path, `${site.replace(/\/$/, '')}/`).href;

const links = [
  ['', 'Lab'],
  ['learn/', 'Learn'],
  ['operations/', 'Operations'],
  ['playground/', 'Playground'],
  ['replicas/', 'Replicas'],
  ['layout/', 'Layout'],
  ['embed/', 'Embed'],
  ['docs/', 'Docs'],
];

/** The picture that other sites show beside a link. */
const linkPicture = { name: 'link-picture.png', width: 1200, height: 630 };

/** The page's path from the root of the site, such as `learn/`, and the path back to the root. */
export function placeOf(path) {
  const folder = path.replace(/^\//, '').replace(/[^/]*$/, '');
  return { folder, root: './' + '../'.repeat(folder.split('/').length - 1) };
}

/** The start of a head, without scripts and styles. `html` has the title and the description. */
function head({ folder, root }, html) {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
  const [, description = ''] = /<meta\s+name="description"\s+content="([^"]*)"/.exec(html) ?? [];
  // Most sites take only a whole address of a picture.
  const picture = siteAddress(linkPicture.name) ?? root + linkPicture.name;
  return `
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf6" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#16161a" />
    <link rel="icon" href="${root}icon.svg" type="image/svg+xml" />
    <link rel="manifest" href="${root}site.webmanifest" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="hloom" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    ${site === undefined ? '' : `<meta property="og:url" content="${siteAddress(folder)}" />`}
    <meta property="og:image" content="${picture}" />
    <meta property="og:image:width" content="${linkPicture.width}" />
    <meta property="og:image:height" content="${linkPicture.height}" />
    <meta property="og:image:alt" content="A matrix plus a vector: the vector is repeated for each row." />
    <meta name="twitter:card" content="summary_large_image" />`;
}

const start = (root) => `
    <script type="module" src="${root}src/site/start.ts"></script>`;

const skip = `
    <a class="skip" href="#main">Skip to the content</a>`;

const header = ({ folder, root }) => `
    <header class="top">
      <a class="brand" href="${root}">hloom</a>
      <nav aria-label="Site">
        ${links
          .map(([path, title]) => {
            const isHere = path === '' ? folder === '' : folder?.startsWith(path);
            return `<a href="${root}${path}"${isHere ? ' aria-current="page"' : ''}>${title}</a>`;
          })
          .join('\n        ')}
      </nav>
    </header>`;

const noscript = `
    <noscript><p class="noscript">This page computes in the browser: it needs JavaScript.</p></noscript>`;

const footer = ({ root }, platform) => `
    <footer class="foot">
      <p>
        <strong>hloom</strong> ${version} builds, checks and runs XLA programs in web pages, in Node.js and in C++. Every
        number, sentence and error on this site comes from its engine, which runs in your browser as WebAssembly.
      </p>
      ${platform}
      <nav aria-label="Further">
        <a href="${root}docs/">Documentation</a>
        <a href="${root}embed/">Put it into your own page</a>
      </nav>
    </footer>`;

/** A whole page with the frame, for pages that are only text; they have no script. */
export function framed(path, { title, description, style, body }) {
  const place = placeOf(path);
  const about = `<meta name="description" content="${description}" />\n    <title>${title}</title>`;
  return `<!doctype html>
<html lang="en">
  <head>${head(place, about)}
    ${about}
    ${style}
  </head>
  <body>${skip}${header(place)}
    <main id="main" tabindex="-1">
${body}
    </main>${footer(place, '')}
  </body>
</html>
`;
}

/**
 * Replaces `<!-- head -->` and `<!-- header -->` in every page, and adds the footer. `plain` ones are those of a page
 * that has no place in the site and does not compute.
 */
export function frame() {
  return {
    name: 'hloom-frame',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        const place = placeOf(path);
        const isPlain = html.includes('<!-- plain head -->');
        return html
          .replace('<!-- plain head -->', () => head(place, html))
          .replace('<!-- head -->', () => head(place, html) + start(place.root))
          .replace('<!-- plain header -->', () => header({ root: place.root }))
          .replace('<!-- header -->', () => skip + header(place) + noscript)
          .replace('</body>', () => `${footer(place, isPlain ? '' : '<platform-note></platform-note>')}\n  </body>`);
      },
    },
  };
}
