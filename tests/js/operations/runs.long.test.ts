// The first example of every operation of the gallery runs, and so does its code in JavaScript.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as hloom from 'hloom';
import { engine } from '../../../js/elements/model/computing.js';
import { examples as all } from '../../../web-demo/src/operations/examples/all.js';
import { answerOf, run } from '../../../web-demo/src/operations/model/answer.js';
import { snippetsOf } from '../../../web-demo/src/operations/model/code.js';
import { galleryOf } from '../../../web-demo/vite/operations.mjs';

const opsPath = join(__dirname, '../../../build/ops.json');
const gallery = galleryOf(JSON.parse(readFileSync(opsPath, 'utf8')), new Map());

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
