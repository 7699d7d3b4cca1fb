// Every operation of the gallery has examples: the first one of each is legal and runs, and its elements are explained.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { init } from 'hloom';
import { engine } from '../../../js/elements/model/computing.js';
import { examples as all } from '../../../web-demo/src/operations/examples/all.js';
import { answerOf, run } from '../../../web-demo/src/operations/model/answer.js';
import { families, startHere } from '../../../web-demo/src/operations/model/families.js';
import { galleryOf } from '../../../web-demo/vite/operations.mjs';

const opsPath = join(__dirname, '../../../build/ops.json');
const gallery = galleryOf(JSON.parse(readFileSync(opsPath, 'utf8')), new Map());

/** Their values come from outside of the program, or they have none. */
const notRun =
  /^(customCall|infeed|outfeed|send|recv|createToken|afterAll)/;

beforeAll(() => init());

afterAll(async () => (await engine()).dispose());

test('every operation is in a family, and has examples in the file of its family', () => {
  expect(new Set(gallery.map(({ row }) => row.family))).toEqual(new Set(families.map(({ id }) => id)));
  const missing = gallery.filter(({ row }) => all[row.family]?.[row.id] === undefined).map(({ row }) => row.id);
  expect(missing).toEqual([]);
  const known = new Map(gallery.map(({ row }) => [row.id, row.family]));
  const astray = Object.entries(all).flatMap(([family, examples]) =>
    Object.keys(examples).filter((id) => known.get(id) !== family),
  );
  expect(astray).toEqual([]);
  expect(startHere.filter((id) => !known.has(id))).toEqual([]);
});

test('the first example of every operation runs', async () => {
  const failures: string[] = [];
  for (const { row, detail } of gallery) {
    const example = all[row.family]?.[row.id]?.[0];
    const answer = answerOf(detail, example?.texts ?? {});
    if (!answer.ok) {
      failures.push(`${row.id}: ${answer.mistake?.text ?? answer.error?.message}`);
      continue;
    }
    if (notRun.test(row.id)) continue;
    try {
      const { executable, values } = await run(answer, new AbortController().signal);
      executable.dispose();
      if (values.length !== answer.devices) failures.push(`${row.id}: ${values.length} results`);
    } catch (thrown) {
      failures.push(`${row.id}: ${String(thrown)}`);
    }
  }
  expect(failures).toEqual([]);
});
