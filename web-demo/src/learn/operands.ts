/** The operands of a question with their values, and `broadcast_dimensions`. */

import { html, nothing, type TemplateResult } from 'lit';
import { answerAtOnce, isMistakes, type Answer } from '../../../js/elements/model/answer.js';
import { operations } from '../../../js/elements/model/operations.js';
import { sideNames, type SideName } from '../../../js/elements/model/scene.js';
import type { Elements } from '../../../js/elements/model/values.js';
import { arrayText } from '../../../js/elements/text.js';
import { block } from './blocks.js';
import type { Task } from './task.js';

/** Arrays of a higher rank are described in words: their many values would explain nothing. */
export const mostDrawn = 3;
const mostSpoken = 60;

export function operandsView(task: Task): TemplateResult {
  const { question } = task;
  const answer = task.kind === 'size' ? undefined : answerAtOnce(question);
  const drawn = answer !== undefined && !isMistakes(answer) && isDrawn(answer) ? answer : undefined;
  const { symbol } = operations[question.op];
  return html`<div class="asked">
    <div class=${`operands ${drawn === undefined ? 'said-only' : ''}`}>
      ${sideNames.map(
        (side, place) =>
          html`<div class="term">
            ${place === 0 ? nothing : html`<span class="sign">${symbol}</span>`}
            <div class=${`operand ${side}`}>
              <p><strong>${side}</strong> <code>${question[side]}</code></p>
              ${drawn === undefined ? nothing : operand(drawn, side)}
            </div>
          </div>`,
      )}
    </div>
  </div>`;
}

const isDrawn = ({ explanation, values }: Answer): boolean =>
  values !== undefined && sideNames.every((side) => explanation[side].rank <= mostDrawn);

function operand({ values, question }: Answer, side: SideName): TemplateResult | typeof nothing {
  const elements = values?.[side];
  if (elements === undefined) return nothing;
  return block(elements.shape.dimensions, {
    side,
    label: side,
    description: spoken(question[side], elements),
    text: (index) => elements.at(index),
  });
}

/** The first elements in row-major order, for screen readers. */
function spoken(shape: string, elements: Elements): string {
  const sizes = elements.shape.dimensions;
  const count = elements.shape.elementCount;
  const said = Array.from({ length: Math.min(count, mostSpoken) }, (_, position) => {
    let rest = position;
    const index = [...sizes].reverse().map((size) => {
      const at = rest % size;
      rest = Math.floor(rest / size);
      return at;
    });
    return elements.at(index.reverse());
  });
  return arrayText(shape, said, count - said.length);
}
