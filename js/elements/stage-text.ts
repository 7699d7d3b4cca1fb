/** The texts next to the pictures of a stage. */

import type { Shape } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import type { Answer } from './model/answer.js';
import type { Light } from './model/picture.js';
import { sideNames, sourceIndex, type SideName } from './model/scene.js';
import { applied } from './model/operations.js';
import { lowerSide } from './model/wiring.js';
import { arrayText, elementText, noResult, reachText, stillTexts } from './text.js';

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
    if (elements === undefined || elements.drawn !== undefined) return shape.toString();
    const count = Math.min(mostSpoken, shape.elementCount);
    const texts = Array.from({ length: count }, (_, place) => elements.at(indexAt(shape, place)));
    return arrayText(shape.toString(), texts, shape.elementCount - count);
  };
  return { lhs: words('lhs'), rhs: words('rhs'), result: words('result') };
}

/**
 * The text while no element is pointed at.
 *
 * @param isMarked - true if the picture marks what does not fit
 */
export function stillText({ values, explanation }: Answer, isMarked: boolean): string {
  if (isMarked) return stillTexts.illegal;
  if (values !== undefined) return canPoint() ? stillTexts.pointed : stillTexts.touched;
  const { lhs, rhs, result } = explanation;
  const shapes = [lhs, rhs, ...(result === undefined ? [] : [result])];
  return shapes.every((shape) => shape.isArray) ? stillTexts.dynamic : stillTexts.noArrays;
}

const canPoint = (): boolean => matchMedia('(hover: hover)').matches;

/** The text in place of a result. */
export function noResultText({ explanation, op }: Answer): string {
  const { ok, lhs, rhs, dimensions } = explanation;
  if (ok) return noResult.operation(op, lhs.type.toLowerCase());
  if (lhs.isArray && rhs.isArray && lhs.type !== rhs.type) {
    return noResult.types(lhs.type.toLowerCase(), rhs.type.toLowerCase());
  }
  const lower = lowerSide(lhs, rhs);
  const isUnplaced = lower !== undefined && dimensions.length === 0 && explanation.broadcastDimensions.length === 0;
  return isUnplaced && lhs.isArray && rhs.isArray ? noResult.unplaced(lower) : noResult.shapes;
}

/** The text about the element that is pointed at: `result[1,2] = lhs[1,2] + rhs[2] = 5 + 300 = 305`. */
export function told(answer: Answer, { name, index }: Light): TemplateResult {
  const { explanation, op, values } = answer;
  if (name !== 'result') {
    const value = values?.[name].at(index);
    return html`<span class=${`tone ${name}`}>${reachText(name, index, explanation)}</span> ${
        value === undefined ? nothing : html`<span class="value">Its value is ${value}.</span>`
      }`;
  }
  const [lhs = [], rhs = []] = sideNames.map((side) => sourceIndex(explanation, side, index));
  const colored = (side: SideName | 'result', text: string): TemplateResult =>
    html`<span class=${`tone ${side}`}>${text}</span>`;
  const terms = (left: string, right: string): TemplateResult => {
    const [before = '', between = '', after = ''] = applied(op, '\0', '\0').split('\0');
    return html`${before}${colored('lhs', left)}${between}${colored('rhs', right)}${after}`;
  };
  const sources = terms(elementText('lhs', lhs), elementText('rhs', rhs));
  const names = html`${colored('result', elementText('result', index))} = ${sources}`;
  if (values === undefined) return html`<code>${names}</code>`;
  const result = values.result?.at(index) ?? '?';
  return html`<code>${names}</code>
    <code class="value"
      >= ${terms(values.lhs.at(lhs), values.rhs.at(rhs))} = <strong>${colored('result', result)}</strong></code
    >`;
}
