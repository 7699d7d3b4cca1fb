/** The reader's answer as a picture, drawn as if it were right. */

import { Shape } from 'hloom';
import { html, type TemplateResult } from 'lit';
import { keyOf, shownIndices, upTo } from '../../../js/elements/model/axis.js';
import type { Answer } from '../../../js/elements/model/answer.js';
import { placements, type Question } from '../../../js/elements/model/question.js';
import type { SideName } from '../../../js/elements/model/scene.js';
import { lowerSide } from '../../../js/elements/model/wiring.js';
import { block } from './blocks.js';
import { mostDrawn } from './operands.js';
import { prose } from './prose.js';
import { illegal, leftOut, questionOf, type CellTask, type DimsTask, type SizeTask, type Task } from './task.js';
import { texts } from './text/texts.js';

/** @param answer - the engine's answer to the question that the reader's answer makes */
export function answerPicture(task: Task, said: string, answer: Answer): TemplateResult {
  const { text, picture } = pictured(task, said, answer);
  return html`<figure class="said">
    <figcaption>${prose(text)}</figcaption>
    ${picture}
  </figure>`;
}

interface Pictured {
  readonly text: string;
  readonly picture: TemplateResult;
}

function pictured(task: Task, said: string, answer: Answer): Pictured {
  if (said === illegal) return { text: texts.saidIllegal[task.kind], picture: brokenThread };
  switch (task.kind) {
    case 'shape':
      return { text: texts.saidShape(said), picture: emptyResult(Shape.parse(said).dimensions) };
    case 'cell':
      return cellPicture(task, said, answer);
    case 'dims':
      return dimsPicture(task, said, answer);
    case 'size':
      return sizePicture(task, said);
  }
}

/** A thread that ends in the air. */
const brokenThread = html`<svg class="broken" width="120" height="44" viewBox="0 0 120 44" aria-hidden="true">
  <path d="M4 22H46M74 22H116" />
  <path d="M52 14l16 16M68 14l-16 16" />
</svg>`;

function emptyResult(sizes: readonly number[], marks: ReadonlyMap<string, string> = new Map()): TemplateResult {
  return block(sizes, {
    side: 'result',
    label: texts.yours,
    description: `[${sizes.join(',')}], ${texts.empty}`,
    text: (index) => marks.get(keyOf(index)) ?? '',
    lit: new Set(marks.keys()),
  });
}

/** The value in its cell. If there is no result, the array has the sizes of the larger operand. */
function cellPicture({ index }: CellTask, said: string, { explanation }: Answer): Pictured {
  const { lhs, rhs, result } = explanation;
  const sizes = (result ?? (lhs.rank < rhs.rank ? rhs : lhs)).dimensions;
  const text = texts.saidCell(index.join(','), said);
  return { text, picture: emptyResult(sizes, new Map([[keyOf(index), said.trim()]])) };
}

/** The operand of lower rank on the chosen dimensions. If it does not fit, it hangs out. */
function dimsPicture({ wanted, question }: DimsTask, said: string, { explanation, values }: Answer): Pictured {
  const sizes = Shape.parse(wanted).dimensions;
  const side = lowerSide(explanation.lhs, explanation.rhs) ?? 'rhs';
  if (said === leftOut) return { text: texts.saidLeftOut, picture: emptyResult(sizes) };
  const own = explanation[side].dimensions;
  const places = placements(said).map((place) => place ?? 0);
  const saying = texts.saidDims(said, question[side]);
  if (sizes.length > mostDrawn) return { text: saying, picture: placeTable(sizes, side, own, places) };
  const reach = (dimension: number): number[] => own.filter((_, d) => places[d] === dimension);
  const covering = sizes.map((size, dimension) => Math.max(size, ...reach(dimension)));
  const source = (index: readonly number[]): number[] | undefined => {
    const found = own.map((_, d) => index[places[d] ?? 0] ?? 0);
    const isThere = index.every((i, dimension) => places.includes(dimension) || i === 0);
    return isThere && found.every((i, d) => i < (own[d] ?? 0)) ? found : undefined;
  };
  const text = (index: readonly number[]): string | undefined => {
    const found = source(index);
    if (found !== undefined) return values?.[side].at(found) ?? '•';
    return index.every((i, dimension) => i < (sizes[dimension] ?? 0)) ? '' : undefined;
  };
  const covered = shownIndices(covering.map((size) => ({ size, shown: upTo(size), omitted: 0 })));
  const lit = new Set(covered.filter((index) => source(index) !== undefined).map(keyOf));
  const description = `${question[side]}, broadcast_dimensions=${said}`;
  return { text: saying, picture: block(covering, { side, label: texts.yours, description, text, lit }) };
}

/** The sizes of the result, and below each the size that was put there. */
function placeTable(
  sizes: readonly number[],
  side: SideName,
  own: readonly number[],
  places: readonly number[],
): TemplateResult {
  const put = (dimension: number): string => own.filter((_, d) => places[d] === dimension).join(' ');
  return html`<table class="places" aria-label=${texts.yours}>
    <tr class="result">
      ${sizes.map((size) => html`<td>${size}</td>`)}
    </tr>
    <tr class=${side}>
      ${sizes.map((_, dimension) => html`<td>${put(dimension)}</td>`)}
    </tr>
  </table>`;
}

function sizePicture(task: SizeTask, said: string): Pictured {
  const side: SideName = task.question.lhs.includes('?') ? 'lhs' : 'rhs';
  const asked: Question = questionOf(task, said);
  const text = texts.saidSize(asked[side]);
  const { dimensions } = Shape.parse(asked[side]);
  const description = `[${dimensions.join(',')}], ${texts.empty}`;
  return { text, picture: block(dimensions, { side, label: texts.yours, description, text: () => '' }) };
}
