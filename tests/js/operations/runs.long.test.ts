// The first example of every operation of the gallery runs, so does its code in JavaScript, and its C++ compiles.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as hloom from 'hloom';
import { engine } from '../../../js/elements/model/computing.js';
import { examples as all } from '../../../web-demo/src/operations/examples/all.js';
import { snippetsOf } from '../../../web-demo/src/operations/model/code.js';
import { cpp } from '../../../web-demo/src/operations/model/cpp.js';
import { jax } from '../../../web-demo/src/operations/model/jax-code.js';
import { cppSignatures } from '../../../scripts/lib/cpp-signatures.mjs';
import { functionExample } from '../../../web-demo/src/operations/examples/functions.js';
import { answered, answerOf, run, type LegalAnswer } from '../../../web-demo/src/operations/model/answer.js';
import type { OperationDetail } from '../../../web-demo/src/operations/model/catalogue.js';
import { memberIn, traced } from '../../../web-demo/src/operations/model/traced.js';
import { functionGallery } from '../../../web-demo/vite/functions.mjs';
import { galleryOf } from '../../../web-demo/vite/operations.mjs';

const opsPath = join(__dirname, '../../../build/ops.json');
const gallery = galleryOf(JSON.parse(readFileSync(opsPath, 'utf8')), cppSignatures());

const namespaces = { ...hloom, hloom };

const AsyncFunction = Object.getPrototypeOf(async () => await Promise.resolve()).constructor as FunctionConstructor;

beforeAll(() => hloom.init());
afterAll(async () => (await engine()).dispose());

test('the first example of every operation runs', async () => {
  const failures = await Promise.all(
    gallery.map(async ({ row, detail }) => {
      const answer = answerOf(detail, all[row.family]?.[row.id]?.[0]?.texts ?? {});
      if (!answer.ok) return `${row.id}: ${answer.mistake?.text ?? answer.error?.message}`;
      if (detail.asksHost || answer.leaves.length === 0) return '';
      try {
        const { executable, values } = await run(answer, new AbortController().signal);
        executable.dispose();
        return values.length === answer.devices ? '' : `${row.id}: ${values.length} results`;
      } catch (thrown) {
        return `${row.id}: ${String(thrown)}`;
      }
    }),
  );
  expect(failures.filter((failure) => failure !== '')).toEqual([]);
});

test('the code in JavaScript prints what the page shows', async () => {
  const client = await engine();
  const failures: string[] = [];
  for (const { row, detail } of gallery) {
    const answer = answerOf(detail, all[row.family]?.[row.id]?.[0]?.texts ?? {});
    if (!answer.ok || detail.asksHost || answer.leaves.length === 0) continue;
    const code = snippetsOf(detail, answer).find(({ id }) => id === 'js')?.text ?? '';
    const lines: string[] = [];
    const scope = {
      XlaBuilder: hloom.XlaBuilder,
      Client: { create: () => client },
      console: { log: (text: string) => lines.push(text) },
    };
    try {
      const body = code.replace(/^import .*$/m, '');
      const program = new AsyncFunction(...Object.keys(scope), body) as (...given: unknown[]) => Promise<void>;
      await program(...Object.values(scope));
      if (!lines.join().includes('{') && !/\[\]|Literal/.test(lines.join()))
        failures.push(`${row.id}: ${lines.join()}`);
    } catch (thrown) {
      failures.push(`${row.id}: ${String(thrown)}\n${code}`);
    }
  }
  expect(failures).toEqual([]);
});

test('the code in C++ of every page compiles against the headers of the core', async () => {
  const bodies: string[] = [];
  const add = (detail: OperationDetail, answer: LegalAnswer): void => {
    const code = snippetsOf(detail, answer, { cpp, jax }).find(({ id }) => id === 'cpp');
    if (code === undefined || code.reason !== undefined) return;
    const body = code.text.replaceAll(/^(?:#include|using namespace).*$/gm, '');
    bodies.push(`// ${detail.id}\nvoid Page${bodies.length}() {\n${body}\n}`);
  };
  for (const { row, detail } of gallery) {
    for (const { texts } of all[row.family]?.[row.id] ?? []) {
      const answer = answerOf(detail, texts);
      if (answer.ok) add(detail, answer);
    }
  }
  for (const { row, detail } of functionGallery()) {
    const texts = functionExample(row.id);
    const answer = answered(await traced(texts, (name) => memberIn(namespaces, name)), texts);
    if (answer.ok) add(detail, answer);
  }
  expect(bodies.length).toBeGreaterThan(500);
  const scratch = mkdtempSync(join(tmpdir(), 'hloom-pages-'));
  const file = join(scratch, 'pages.cc');
  writeFileSync(file, ['#include <limits>', '#include "xla.h"', 'using namespace xla;', ...bodies].join('\n'));
  const core = join(__dirname, '../../../core');
  const { stderr } = spawnSync('c++', ['-std=c++20', '-fsyntax-only', '-w', '-I', core, file], { encoding: 'utf8' });
  rmSync(scratch, { recursive: true });
  expect(stderr).toBe('');
}, 300_000);
