// The documentation as pages of the site: docs/**/*.md of the repository, in the frame of the other pages.
import { Marked } from 'marked';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { framed, placeOf } from './frame.mjs';
import { readGallery } from './operations.mjs';

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The name of a heading in addresses, as GitHub makes it: `What it prints` becomes `what-it-prints`. */
const slug = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** A link to a page of the documentation: `operations/add.md#add` becomes `operations/add.html#add`. */
const pageLink = (href) => (/^[a-z]+:/i.test(href) ? href : href.replace(/\.md(?=#|$)/, '.html'));

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A link whose text is a file of the documentation has the title of that page. */
function named(href, text) {
  const [, name] = /^(?:[\w./-]*\/)?([\w-]+)\.md$/.exec(text) ?? [];
  return name !== undefined && existsSync(fromRoot(`docs/${name}.md`)) ? titleOf(`docs/${name}.md`) : text;
}

function bodyOf(markdown) {
  const used = new Map();
  const marked = new Marked({
    renderer: {
      heading(text, level, raw) {
        const name = slug(raw.replaceAll(/<[^>]*>/g, ''));
        const count = used.get(name) ?? 0;
        used.set(name, count + 1);
        return `<h${level} id="${count === 0 ? name : `${name}-${count}`}">${text}</h${level}>\n`;
      },
      link: (href, _, text) => `<a href="${escaped(pageLink(href))}">${named(href, text)}</a>`,
      // A table or a program that is wider than the page scrolls, by keys too. Some tables have no titles.
      table(head, body) {
        const titles = head.replaceAll(/<[^>]*>/g, '').trim() === '' ? '' : `<thead>${head}</thead>`;
        return `<div class="wide" tabindex="0"><table>${titles}<tbody>${body}</tbody></table></div>\n`;
      },
      code: (code) => `<pre tabindex="0"><code>${escaped(code)}</code></pre>\n`,
    },
  });
  return marked.parse(markdown.replaceAll(/<!--[\s\S]*?-->/g, ''));
}

/** The first paragraph, as plain text. */
function descriptionOf(markdown) {
  const paragraphs = markdown.replaceAll(/<!--[\s\S]*?-->/g, '').split(/\n\s*\n/);
  const first = paragraphs.map((text) => text.trim()).find((text) => /^[\p{L}`*]/u.test(text)) ?? '';
  return first
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 200);
}

/** The list of the documentation in the README, as a page. */
function index() {
  const readme = readFileSync(fromRoot('README.md'), 'utf8');
  const [, list = ''] = /^## Documentation\n([\s\S]*?)(?=^## )/m.exec(readme) ?? [];
  if (list.trim() === '') throw new Error('README.md has no list of the documentation');
  const intro = 'Build, check and run array programs: guides, and a page with a program for every operation.';
  const titled = list.replaceAll(/\[docs\/([\w-]+)\.md\]\(docs\//g, (_, name) => `[${titleOf(`docs/${name}.md`)}](`);
  return `# Documentation\n\n${intro}\n\n## A first program\n${firstProgram()}\n## Guides\n\n${titled}`;
}

/** The first program of the package's README, with the command that installs it. */
function firstProgram() {
  const readme = readFileSync(fromRoot('js/README.md'), 'utf8');
  const [, program = ''] = /^## A first program\n([\s\S]*?```text[\s\S]*?```\n)/m.exec(readme) ?? [];
  if (program === '') throw new Error('js/README.md has no first program');
  return `\n\`\`\`sh\nnpm install hloom\n\`\`\`\n${program}`;
}

function titleOf(file) {
  const [, title = file] = /^# (.*)$/m.exec(readFileSync(fromRoot(file), 'utf8')) ?? [];
  return title;
}

/** For a page about an operation, links to the gallery: `operations/gather` is drawn at `operations/gather/`. */
function picturesOf(fileName, root, gallery) {
  const ids = gallery.filter(({ detail }) => fileName === `docs/${detail.docs}.html`).map(({ row }) => row.id);
  if (ids.length === 0 || !fileName.startsWith('docs/operations/')) return '';
  const links = ids.map((id) => `<a href="${root}operations/${id}/">${id}</a>`);
  return `<p>As a picture: ${links.join(', ')}</p>\n`;
}

export function docs() {
  return {
    name: 'hloom-docs',
    apply: 'build',
    generateBundle(_, bundle) {
      // The page for lost links is a text too, and brings the styles.
      const style = Object.keys(bundle).find((name) => /\/404-[0-9a-f]{16}\.css$/.test(name));
      if (style === undefined) throw new Error('404.html has no styles');
      const gallery = readGallery();
      const emit = (fileName, markdown) => {
        const [, title = fileName] = /^# (.*)$/m.exec(markdown) ?? [];
        const { folder, root } = placeOf(fileName);
        const body = bodyOf(markdown);
        const back =
          fileName === 'docs/index.html' ? '' : `<p class="back"><a href="${root}docs/">Documentation</a></p>\n`;
        const source = framed(folder, {
          title: `${escaped(title.replaceAll('`', ''))} – hloom`,
          description: escaped(descriptionOf(markdown)),
          style: `<link rel="stylesheet" href="${root}${style}" />`,
          body: `<article class="text">\n${back}${body}${picturesOf(fileName, root, gallery)}</article>`,
        });
        this.emitFile({ type: 'asset', fileName, source });
      };
      emit('docs/index.html', index());
      for (const entry of readdirSync(fromRoot('docs'), { recursive: true })) {
        const name = entry.replaceAll('\\', '/');
        if (!name.endsWith('.md')) continue;
        emit(`docs/${name.replace(/\.md$/, '.html')}`, readFileSync(fromRoot(`docs/${name}`), 'utf8'));
      }
    },
  };
}
