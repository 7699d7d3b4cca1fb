// The first example of every operation of the gallery runs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { init } from 'hloom';
import { engine } from '../../../js/elements/model/computing.js';
import { examples as all } from '../../../web-demo/src/operations/examples/all.js';
import { answerOf, run } from '../../../web-demo/src/operations/model/answer.js';
import { galleryOf } from '../../../web-demo/vite/operations.mjs';

const opsPath = join(__dirname, '../../../build/ops.json');
const gallery = galleryOf(JSON.parse(readFileSync(opsPath, 'utf8')), new Map());

beforeAll(() => init());
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
