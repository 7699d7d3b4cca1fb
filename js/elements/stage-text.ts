/** The texts next to the pictures of a stage. */

import type { Shape } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import type { Answer } from './model/answer.js';
import type { Light } from './model/picture.js';
import { sideNames, sourceIndex, type SideName } from './model/scene.js';
import { maxElements } from './model/values.js';
import { arithmeticText, arrayText, reachText, stillTexts, tooLargeText } from './text.js';

/** The most elements that are read out for an array. */
const mostSpoken = 100;

/** The highest rank among the operands and the result; 0 if there are no arrays. */
export function rankOf({ explanation: { lhs, rhs } }: Answer): number {
  return Math.max(...[lhs, rhs].map((shape) => (shape.isArray ? shape.rank : 0)));
}

/** The index of an element by its place in row-major order. */
function indexAt({ dimensions }: Shape, place: number): number[] {
  const index: number[] = [];
  let rest = place;
  for (let dimension = dimensions.length - 1; dimension >= 0; dimension--) {
    const size = dimensions[dimension] ?? 1;
    index.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return index;
}

/** The arrays of an answer with their first elements, for screen readers. */
export function inWords({ values, explanation, result }: Answer): Readonly<Record<SideName | 'result', string>> {
  const words = (name: SideName | 'result'): string => {
    const shape = name === 'result' ? result : explanation[name];
    const elements = values?.[name];
    if (shape === undefined) return 'no array';
    if (elements === undefined) return shape.toString();
    const count = Math.min(mostSpoken, shape.elementCount);
    const texts = Array.from({ length: count }, (_, place) => elements.at(indexAt(shape, place)));
    return arrayText(shape.toString(), texts, shape.elementCount - count);
  };
  return { lhs: words('lhs'), rhs: words('rhs'), result: words('result') };
}

/** The text while no element is pointed at. */
export function stillText({ values, explanation }: Answer): string {
  if (values !== undefined) return stillTexts.operable;
  const { lhs, rhs, result } = explanation;
  const shapes = [lhs, rhs, ...(result === undefined ? [] : [result])];
  if (!shapes.every((shape) => shape.isArray)) return stillTexts.noArrays;
  return shapes.every((shape) => shape.isStatic) ? tooLargeText(maxElements) : stillTexts.dynamic;
}

/** The text about the element that is pointed at. */
export function told(answer: Answer, { name, index }: Light): TemplateResult {
  const { explanation, op, values } = answer;
  if (name !== 'result') {
    return html`${reachText(name, index, explanation)}
    ${values === undefined ? nothing : html`<span class="value">Its value is ${values[name].at(index)}.</span>`}`;
  }
  const [lhs = [], rhs = []] = sideNames.map((side) => sourceIndex(explanation, side, index));
  const texts = { lhs: values?.lhs.at(lhs) ?? '?', rhs: values?.rhs.at(rhs) ?? '?' };
  const { names, numbers } = arithmeticText(
    op,
    index,
    { lhs, rhs },
    { ...texts, result: values?.result?.at(index) ?? '?' },
  );
  return html`<code>${names}</code> ${
      values === undefined ? nothing : html`<span class="value"><code>${numbers}</code></span>`
    }`;
}
