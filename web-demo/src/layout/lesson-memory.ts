/** Memory in the lesson: first as the learner expects it, then the real one. */

import { Shape } from 'hloom';
import { html, type TemplateResult } from 'lit';
import { keyOf } from '../../../js/elements/model/axis.js';
import './layout-view.js';
import './memory-strip.js';
import { axesIn } from './model/block.js';
import type { Choice, Step } from './model/lesson.js';
import { Naming, slotsOf } from './model/memory.js';
import { transposeOf } from './model/transpose.js';
import { writtenSlots } from './picture.js';
import { memoryText } from './text/en.js';
import { expectedText } from './text/lesson-en.js';
import { movedStrip } from './way-view.js';

/** @param isShown - true to draw the engine's answer, false to draw the learner's */
export function lessonMemory(step: Step, chosen: Choice, right: Choice, isShown: boolean): TemplateResult {
  const own = Shape.parse(step.shape);
  const { index, shape } = isShown ? right : chosen;
  if (step.kind === 'transpose') return transposedMemory(own, step.permutation, shape ?? own, isShown);
  const drawn = isShown ? own : (shape ?? own);
  return html`<layout-view
      show="memory"
      .shape=${drawn}
      .path=${isShown}
      .pointed=${index === undefined ? undefined : keyOf(index)}
    ></layout-view>
    ${expectation(drawn, isShown)}`;
}

const expectation = (drawn: Shape, isShown: boolean): TemplateResult =>
  html`<p class="quiet expected">${isShown ? '' : expectedText(drawn)}</p>`;

/** The operand's memory above that of the result. */
function transposedMemory(
  operand: Shape,
  permutation: readonly number[],
  result: Shape,
  isShown: boolean,
): TemplateResult {
  const transpose = transposeOf(operand, permutation);
  const naming = new Naming(operand, 'letters');
  const axes = axesIn(operand.dimensions, 12);
  const given = slotsOf(operand, axes);
  return html`<div class="memories">
      <h4 class="lhs">memory of the operand <code>${operand.toStringWithLayout()}</code></h4>
      <memory-strip
        class="lhs"
        .label=${`memory of ${operand.toStringWithLayout()}`}
        .description=${memoryText(given, naming)}
        .slots=${writtenSlots(given, naming, () => '')}
      ></memory-strip>
      <h4 class="result">memory of the result <code>${result.toStringWithLayout()}</code></h4>
      ${movedStrip({ transpose, naming, axes, given, lit: new Set(), isAfter: true, still: false }, result)}
    </div>
    ${expectation(result, isShown)}`;
}
