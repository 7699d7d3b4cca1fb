// Writes docs/operations.md, docs/operations/, docs/functions/ and docs/rules.md from the tables: `npm run docs`. With `--check` it only
// checks that they are up to date.
//
// Needs the output of `npm run build`: build/ops.json has the core's tables. The rules of the JavaScript side come from their
// source.
import { build } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cppSignatures } from './lib/cpp-signatures.mjs';
import { runExamples } from './lib/operation-examples.mjs';
import { anchor, escaped, indexPage, notice, operationPages } from './lib/operation-pages.mjs';
import { inRoot } from './lib/paths.mjs';

const familyOf = (id) => id.split('.')[0];

function ruleTable(rules) {
  const rows = rules.map(({ id, text }) => `| <a id="${anchor(id)}"></a>\`${id}\` | ${escaped(text)} |`);
  return ['| rule | what must hold |', '|---|---|', ...rows, ''];
}

function rulesPage(ops, jsRules) {
  const lines = ['# Rules', '', notice, ''];
  lines.push(
    'Every error names the rule that was broken. An id says where the rule belongs: `broadcast.c2` to broadcasting, `reduce.c6`',
    'to the operation `reduce`. An id keeps its meaning from version to version. [errors.md](errors.md) explains errors as a whole.',
    '',
  );
  const families = [...new Set(ops.rules.map(({ id }) => familyOf(id)))].sort();
  for (const family of families) {
    lines.push(`## ${family}`, '', ...ruleTable(ops.rules.filter(({ id }) => familyOf(id) === family)));
  }
  lines.push('## js', '', 'Checked by the JavaScript side, before anything reaches the core.', '');
  lines.push('| rule | what must hold | code |', '|---|---|---|');
  for (const { id, text, code } of Object.values(jsRules)) {
    lines.push(`| <a id="${anchor(id)}"></a>\`${id}\` | ${escaped(text)} | ${code} |`);
  }
  return `${lines.join('\n')}\n`;
}

async function importSource(path) {
  const { outputFiles } = await build({ entryPoints: [inRoot(path)], bundle: true, format: 'esm', write: false });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

/** The pages by their paths. */
async function pages() {
  const ops = JSON.parse(readFileSync(inRoot('build/ops.json'), 'utf8'));
  const { jsRules } = await importSource('js/src/base/rules.ts');
  return {
    'docs/operations.md': indexPage(ops),
    'docs/rules.md': rulesPage(ops, jsRules),
    ...operationPages(ops, cppSignatures(), await runExamples(ops)),
  };
}

const check = process.argv.includes('--check');
const wanted = await pages();

function notUpToDate(path, change) {
  if (check) {
    console.error(`${path} is not up to date: npm run docs`);
    process.exitCode = 1;
  } else {
    change();
  }
}

const folders = ['docs/operations', 'docs/functions'];
for (const folder of folders) mkdirSync(inRoot(folder), { recursive: true });
for (const [path, text] of Object.entries(wanted)) {
  const file = inRoot(path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  notUpToDate(path, () => {
    writeFileSync(file, text);
    console.log(`wrote ${path}`);
  });
}
// Pages of operations and chapters that no longer exist.
for (const path of folders.flatMap((folder) => readdirSync(inRoot(folder)).map((name) => `${folder}/${name}`))) {
  if (path in wanted) continue;
  notUpToDate(path, () => {
    rmSync(inRoot(path));
    console.log(`removed ${path}`);
  });
}
