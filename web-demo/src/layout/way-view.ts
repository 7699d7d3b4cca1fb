/** One way to a transpose: the result's layout, its memory before and after, and what it costs. */

import type { HloomError, Shape } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import type { Axis } from '../../../js/elements/model/axis.js';
import { errorView } from './error-view.js';
import type { Names, Slot } from './model/memory.js';
import { movedCount, placesOf, resultNames, resultOf, resultSlots, type Ran, type Transpose, type Way } from './model/transpose.js';
import { writtenSlots } from './picture.js';
import { cameText, memoryText, movedText, ranText, sameValuesText, transposeTexts } from './text/en.js';

export interface WayParts {
  readonly transpose: Transpose;
  readonly way: Way;
  readonly naming: Names;
  /** What is drawn of each dimension of the operand. */
  readonly axes: readonly Axis[];
  /** The slots of the operand's memory. */
  readonly given: readonly Slot[];
  readonly lit: ReadonlySet<string>;
  /** The size in memory of the most minor dimension of a shape. */
  readonly run: (shape: Shape) => number;
  readonly isAfter: boolean;
  readonly still: boolean;
  readonly refusal: HloomError | undefined;
  readonly ran: Ran | undefined;
}

export function wayView(parts: WayParts): TemplateResult {
  const { transpose, way, refusal, ran } = parts;
  const result = resultOf(transpose, way);
  const title = way === 'bitcast' ? transposeTexts.bitcast : transposeTexts.plain;
  if (refusal !== undefined) {
    return html`<section class="way" data-way=${way} aria-label=${title}>
      <h3 class="result">${title}</h3>
      ${errorView(refusal)}
    </section>`;
  }
  const moved = movedCount(transpose, result);
  const isFree = way === 'transpose' && moved === 0;
  const why = way === 'bitcast' ? transposeTexts.bitcastWhy : isFree ? transposeTexts.plainFree : transposeTexts.plainWhy;
  const sameBytes = ran?.sameBytes[way];
  return html`<section class="way" data-way=${way} aria-label=${title}>
    <h3 class="result">${title} <code>${result.toStringWithLayout()}</code></h3>
    ${stripView(parts, result)}
    <p class="cost"><strong>${movedText(moved, result)}</strong> ${why}</p>
    <p class="quiet ran" role="status">
      ${sameBytes === undefined ? nothing : ranText(sameBytes)}
      ${way === 'transpose' && ran?.sameValues === true ? sameValuesText : nothing}
    </p>
  </section>`;
}

function stripView({ transpose, naming, axes, given, lit, run, isAfter, still }: WayParts, result: Shape): TemplateResult {
  const slots = resultSlots(transpose, result, axes);
  const named = resultNames(transpose, result, naming);
  const cameFrom = new Map(
    given.flatMap((slot): [string, number][] => (slot.kind === 'element' ? [[slot.key, slot.place]] : [])),
  );
  const isMoved = ({ key, place }: Slot): boolean => cameFrom.get(key) !== place;
  const drawn = isAfter
    ? writtenSlots(slots, named, (slot) => cameText(placesOf(transpose, result, indexOf(slot.key)).before, slot.place))
    : writtenSlots(given, naming, () => '');
  const marked = new Set(isAfter ? slots.filter((slot) => slot.kind !== 'gap' && isMoved(slot)).map(({ key }) => key) : []);
  return html`<memory-strip
    class="result"
    operable
    ?still=${still}
    .label=${`memory of ${result.toStringWithLayout()}`}
    .description=${memoryText(slots, named)}
    .slots=${drawn}
    .run=${run(isAfter ? result : transpose.operand)}
    .lit=${lit}
    .marked=${marked}
  ></memory-strip>`;
}

const indexOf = (key: string): number[] => (key === '' ? [] : key.split(',').map(Number));
