// Changes of one input of a page of the gallery, and the values that the engine in this process has for them.
import * as hloom from 'hloom';
import type { Page } from 'playwright-core';
import { examples } from '../../../web-demo/src/operations/examples/all.js';
import { functionExample } from '../../../web-demo/src/operations/examples/functions.js';
import { answered, answerOf, run } from '../../../web-demo/src/operations/model/answer.js';
import { isTraced, type GalleryPage, type OperationDetail } from '../../../web-demo/src/operations/model/catalogue.js';
import { fieldsOf, type Field, type Texts } from '../../../web-demo/src/operations/model/program.js';
import { memberIn, traced } from '../../../web-demo/src/operations/model/traced.js';
import { spokenArray } from '../../../web-demo/src/operations/spoken.js';

/** The texts that a page shows first. */
export const firstTexts = ({ row }: GalleryPage): Texts =>
  isTraced(row.id) ? functionExample(row.id) : (examples[row.family]?.[row.id]?.[0]?.texts ?? {});

const namespaces = { ...hloom, hloom };

/** The results that the engine has, as they are read out; `undefined` for a program that does not run. */
export async function resultsOf(detail: OperationDetail, texts: Texts): Promise<string[] | undefined> {
  const answer = isTraced(detail.id)
    ? answered(await traced(texts, (name) => memberIn(namespaces, name)), texts)
    : answerOf(detail, texts);
  if (!answer.ok || detail.asksHost) return undefined;
  try {
    const { executable, values } = await run(answer, new AbortController().signal);
    executable.dispose();
    return values.flatMap((device) => device.map((elements) => spokenArray(elements.shape.toString(), elements)));
  } catch {
    return undefined;
  }
}

/** Words that are changed for each other. */
const swaps: readonly (readonly [from: string, to: string])[] = [
  ['add', 'mul'],
  ['mul', 'add'],
  ['lt', 'gt'],
  ['gt', 'lt'],
  ['LT', 'GT'],
  ['max', 'min'],
  ['F32', 'F64'],
  ['S32', 'F32'],
  ['true', 'false'],
  ['false', 'true'],
];

const arrayText = /^\s*(\S+)\s*(.*)$/s;

/** Other elements of the first array of a field, those of the page's other arrays among them, and another shape. */
function otherArrays(text: string, others: readonly string[]): string[] {
  const [first = '', ...rest] = text.split(';');
  const [, shape = '', elements = ''] = arrayText.exec(first) ?? [];
  const devices = elements.split('|');
  const random = devices.map((_, i) => `random ${i + 3}`).join(' | ');
  const given = others.map((other) => arrayText.exec(other)?.[2] ?? '');
  const sizes = ['[5]', '[2,2]'].map((changed) => `${shape.replace(/\[.*$/, changed)} count`);
  return [...[random, 'count', ...given].map((changed) => `${shape} ${changed}`), ...sizes].map((changed) =>
    [changed, ...rest].join(';'),
  );
}

/** Other texts of a field: other elements, other choices, other numbers and words. */
function otherTexts({ isArray, text, form: { type, choices } }: Field, fields: readonly Field[]): string[] {
  if (isArray) {
    const others = fields.filter((one) => one.isArray && one.text !== text);
    return otherArrays(
      text,
      others.map((one) => one.text),
    );
  }
  // An option that is left out is not on the page until it is opened.
  if (text === '') return [];
  if (type === 'boolean') return [text === 'true' ? 'false' : 'true'];
  if (type === 'choice') return (choices ?? []).filter((choice) => choice !== text);
  if (type === 'type') return ['F32', 'S32', 'F64'].filter((other) => other !== text);
  const numbers = [...text.matchAll(/(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g)].flatMap(({ 0: number, index }) =>
    [1, -1].map((step) => text.slice(0, index) + String(Number(number) + step) + text.slice(index + number.length)),
  );
  const words = swaps.flatMap(([from, to]) => {
    const changed = text.replace(new RegExp(`\\b${from}\\b`), to);
    return changed === text ? [] : [changed];
  });
  return [...numbers, ...words];
}

export interface Change {
  readonly field: Field;
  readonly text: string;
  /** The results after the change. */
  readonly results: readonly string[];
}

/** A change of one input after which the results are others; `undefined` if a page has no such input. */
export async function changeOf(
  { detail }: GalleryPage,
  texts: Texts,
  before: readonly string[],
): Promise<Change | undefined> {
  const fields = fieldsOf(detail, texts);
  for (const field of fields) {
    for (const text of otherTexts(field, fields)) {
      const results = await resultsOf(detail, { ...texts, [field.name]: text });
      if (results !== undefined && results.join() !== before.join()) return { field, text, results };
    }
  }
  return undefined;
}

const shapeIn = (text: string): string => arrayText.exec(text)?.[1] ?? '';

/** Makes a change on the page. */
export async function change(
  page: Page,
  { field: { name, isArray, form, text: before }, text }: Change,
): Promise<void> {
  if (isArray) {
    const [first = '', ...others] = text.split(';');
    const [, shape = '', elements = ''] = arrayText.exec(first) ?? [];
    const isReshaped = arrayText.exec(before)?.[1] !== shape;
    if (isReshaped) await page.locator(`input[name="${name}"]`).fill([shape, ...others.map(shapeIn)].join(';'));
    else {
      const label = `${name}${others.length > 0 ? '0' : ''} elements`;
      for (const [device, one] of elements.split('|').entries()) {
        await page.locator(`input[name="${label}${device === 0 ? '' : ` ${device}`}"]`).fill(one.trim());
      }
    }
  } else if (form.type === 'choice' || form.type === 'boolean') {
    await page.locator(`select[name="${name}"]`).selectOption(text);
  } else await page.locator(`:is(input, textarea)[name="${name}"]`).fill(text);
}
