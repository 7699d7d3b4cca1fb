// Every operation of the gallery has examples, and the first one of each is legal.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { init } from 'hloom';
import { examples as all } from '../../../web-demo/src/operations/examples/all.js';
import { answerOf } from '../../../web-demo/src/operations/model/answer.js';
import { families, startHere } from '../../../web-demo/src/operations/model/families.js';
import { galleryOf } from '../../../web-demo/vite/operations.mjs';

const opsPath = join(__dirname, '../../../build/ops.json');
const gallery = galleryOf(JSON.parse(readFileSync(opsPath, 'utf8')), new Map());

beforeAll(() => init());

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

test('the first example of every operation is legal', () => {
  const failures = gallery.flatMap(({ row, detail }) => {
    const answer = answerOf(detail, all[row.family]?.[row.id]?.[0]?.texts ?? {});
    return answer.ok ? [] : [`${row.id}: ${answer.mistake?.text ?? answer.error?.message}`];
  });
  expect(failures).toEqual([]);
});

test('every other example is legal, or breaks a rule of the engine', () => {
  const mistaken = gallery.flatMap(({ row, detail }) =>
    (all[row.family]?.[row.id] ?? []).slice(1).flatMap(({ title, texts }) => {
      const answer = answerOf(detail, texts);
      return answer.ok || answer.error !== undefined ? [] : [`${row.id}, ${title}: ${answer.mistake?.text}`];
    }),
  );
  expect(mistaken).toEqual([]);
});

test('only operations of the host have no values: decompositions are custom calls of the engine itself', () => {
  const withoutValues = gallery.filter(({ detail }) => detail.asksHost);
  expect(withoutValues.filter(({ row }) => row.family !== 'host').map(({ row }) => row.id)).toEqual([]);
  expect(withoutValues.map(({ row }) => row.id)).toEqual(expect.arrayContaining(['customCall', 'infeed', 'recv']));
  const svd = gallery.find(({ row }) => row.id === 'svd');
  expect(svd?.row.makes).toContain('custom-call');
  expect(svd?.detail.asksHost).toBe(false);
});
