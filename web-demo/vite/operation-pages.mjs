// A page for each operation of the gallery, `operations/gather/`: the gallery's own page with another title, description
// and text. Search engines read the text, and readers without JavaScript; src/operations/ replaces it by the picture.
import { siteAddress } from './frame.mjs';
import { functionGallery } from './functions.mjs';
import { readGallery } from './operations.mjs';

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const code = (text) => `<code>${escaped(text)}</code>`;

/** A text with `code` in it. */
const withCode = (text) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const section = (title, rows) => (rows.length === 0 ? '' : `<h2>${title}</h2>\n<ul>\n${rows.join('\n')}\n</ul>\n`);

/** The arguments of the first overload that has any. */
function argumentsOf({ overloads }) {
  const { arguments: all = [] } = overloads.find((one) => one.arguments.length > 0) ?? {};
  return all.map(({ js, doc, required }) => `<li>${code(js)}${required ? '' : ' (optional)'}: ${escaped(doc)}</li>`);
}

/** The text of an operation, with links to the ones before and after it. */
function textOf({ row, detail }, before, after) {
  const rest = detail.doc.startsWith(row.brief) ? detail.doc.slice(row.brief.length).trim() : detail.doc;
  const link = (page, rel) =>
    page === undefined ? '' : `<a rel="${rel}" href="../${page.row.id}/">${escaped(page.row.id)}</a>`;
  const items = (names) => names.map((name) => `<li>${code(name)}</li>`);
  const rules = detail.rules.filter(({ text }) => text !== undefined);
  return `<article class="still-operation">
<div class="finder"><nav class="pager" aria-label="Operations">${link(before, 'prev')} ${link(after, 'next')}</nav></div>
<div class="lede">
<nav class="crumbs" aria-label="Place"><a href="../">Operations</a></nav>
<h1>${escaped(row.id)}${row.cpp === '' ? '' : ` <small>${row.cpp}</small>`}</h1>
<p>${withCode(row.brief)}</p>
</div>
${rest === '' ? '' : `<p>${withCode(rest)}</p>\n`}${[
    section('Signatures', items(detail.signatures)),
    section('Arguments', argumentsOf(detail)),
    section('Operations of HLO', items(detail.makes)),
    section('In other libraries', items(row.others)),
    section(
      'Rules',
      rules.map(({ id, text }) => `<li>${code(id)}: ${escaped(text)}</li>`),
    ),
  ].join('')}<p><a href="../../docs/${detail.docs}.html">Reference</a></p>
</article>`;
}

/** A built page, one folder further down, about one operation. */
function pageOf(html, page, before, after) {
  const { id, brief } = page.row;
  const [, title] = /<title>([^<]*)<\/title>/.exec(html);
  const [, description] = /<meta\s+name="description"\s+content="([^"]*)"/.exec(html);
  const address = siteAddress(`operations/${id}/`);
  return html
    .replaceAll(/(href|src|content)="(?:\.\/)?\.\.\//g, '$1="../../')
    .replaceAll(title, () => `${escaped(id)} – ${title}`)
    .replaceAll(description, () => escaped(brief.replaceAll('`', '')))
    .replace(siteAddress('operations/') ?? '\0', () => address)
    .replace('</title>', () => `</title>${address === undefined ? '' : `<link rel="canonical" href="${address}" />`}`)
    .replace('<operations-page>', () => `${textOf(page, before, after)}\n<operations-page>`);
}

/** The addresses of all pages, for search engines; sitemaps take only whole ones. */
function sitemap(files) {
  const pages = files.filter((name) => name.endsWith('.html') && !/^(404|workbench\/)/.test(name));
  const places = pages.map((name) => `<url><loc>${siteAddress(name.replace(/(^|\/)index\.html$/, '$1'))}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${places.join('\n')}
</urlset>
`;
}

export function operationPages() {
  return {
    name: 'hloom-operation-pages',
    enforce: 'post',
    // The server of `vite` has no files of these pages; the gallery's own page shows the operation too.
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, id] = /^\/operations\/([\w.-]+)\/$/.exec(request.url) ?? [];
        if (id === undefined) next();
        else response.writeHead(302, { Location: `/operations/#op=${id}` }).end();
      });
    },
    generateBundle(_, bundle) {
      const html = bundle['operations/index.html']?.source;
      if (html === undefined) throw new Error('the gallery of operations has no page');
      const pages = [...readGallery(), ...functionGallery()];
      for (const [at, page] of pages.entries()) {
        const source = pageOf(html, page, pages[at - 1], pages[at + 1]);
        this.emitFile({ type: 'asset', fileName: `operations/${page.row.id}/index.html`, source });
      }
      if (siteAddress('') === undefined) return;
      this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: sitemap(Object.keys(bundle)) });
    },
  };
}
