/** One way to a transpose: the result's layout, its memory before and after, and the cost. */

import type { HloomError, Shape } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import type { Axis } from '../../../js/elements/model/axis.js';
import { errorView } from '../site/error-view.js';
import './memory-strip.js';
import type { Names, Slot } from './model/memory.js';
import { resultNames, resultOf, resultSlots, type Ran, type Transpose, type Way } from './model/transpose.js';
import { writtenSlots } from './picture.js';
import { cameText, memoryText, movedText, ranText, sameValuesText, transposeTexts } from './text/en.js';

/** The data for drawing a result's memory. */
export interface MovedParts {
  readonly transpose: Transpose;
  readonly naming: Names;
  /** The drawn part of each dimension of the operand. */
  readonly axes: readonly Axis[];
  /** The slots of the operand's memory. */
  readonly given: readonly Slot[];
  readonly lit: ReadonlySet<string>;
  /** True if it is drawn after the move, false if each element is at its old place. */
  readonly isAfter: boolean;
  /** True if elements jump to their places. */
  readonly still: boolean;
}

export interface WayParts extends MovedParts {
  readonly way: Way;
  /** The number of elements that move, if they can be counted. */
  readonly moved: number | undefined;
  readonly refusal: HloomError | undefined;
  readonly ran: Ran | undefined;
}

export function wayView(parts: WayParts): TemplateResult {
  const { transpose, way, moved, refusal, ran } = parts;
  const result = resultOf(transpose, way);
  const title = way === 'bitcast' ? transposeTexts.bitcast : transposeTexts.plain;
  if (refusal !== undefined) {
    return html`<section class="way" data-way=${way} aria-label=${title}>
      <h3 class="result">${title}</h3>
      ${errorView(refusal)}
    </section>`;
  }
  const isFree = way === 'transpose' && moved === 0;
  const why =
    way === 'bitcast' ? transposeTexts.bitcastWhy : isFree ? transposeTexts.plainFree : transposeTexts.plainWhy;
  const sameBytes = ran?.sameBytes[way];
  return html`<section class="way" data-way=${way} aria-label=${title}>
    <h3 class="result">${title} <code>${result.toStringWithLayout()}</code></h3>
    ${movedStrip(parts, result)}
    <p class="cost"><strong>${movedText(moved, result)}</strong> ${why}</p>
    <p class="quiet ran" role="status">
      ${sameBytes === undefined ? nothing : ranText(sameBytes)}
      ${way === 'transpose' && ran?.sameValues === true ? sameValuesText : nothing}
    </p>
  </section>`;
}

/** The memory of a result, with the former place of each element. */
export function movedStrip(parts: MovedParts, result: Shape): TemplateResult {
  const { transpose, naming, axes, given, lit, isAfter, still } = parts;
  const slots = resultSlots(transpose, result, axes);
  const named = resultNames(transpose, result, naming);
  const before = new Map(given.map(({ key, place }) => [key, place]));
  const moved = slots.filter(({ kind, key, place }) => kind === 'element' && before.get(key) !== place);
  const note = ({ key, place }: Slot): string => cameText(before.get(key) ?? place, place);
  return html`<memory-strip
    class="result"
    operable
    ?still=${still}
    .label=${`memory of ${result.toStringWithLayout()}`}
    .description=${memoryText(slots, named)}
    .slots=${isAfter ? writtenSlots(slots, named, note) : writtenSlots(given, naming, () => '')}
    .lit=${lit}
    .marked=${new Set(isAfter ? moved.map(({ key }) => key) : [])}
  ></memory-strip>`;
}
