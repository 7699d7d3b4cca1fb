/** The engine's reply to an answer: its error, or its sentence for each dimension. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Answer } from '../../../js/elements/model/answer.js';
import { sideNames, sourceIndex } from '../../../js/elements/model/scene.js';
import { arithmeticText } from '../../../js/elements/text.js';
import type { Task } from './task.js';

export function engineWords(task: Task, answer: Answer): TemplateResult {
  const { explanation, error } = answer;
  if (error !== undefined) {
    return html`<div class="words bad">
      <p><strong class="headline">${error.headline}.</strong> <code class="rule">${error.rule}</code></p>
      ${error.details.map((line) => html`<p>${line}</p>`)}
      ${error.help === '' ? nothing : html`<p><strong>Help:</strong> ${error.help}</p>`}
    </div>`;
  }
  return html`<div class="words">
    ${explanation.dimensions.length === 0 ? html`<p>${explanation.text}</p>` : nothing}
    <ul>
      ${explanation.dimensions.map(
        ({ sentence, rule }) =>
          html`<li>${sentence}${rule === '' ? nothing : html` <code class="rule">${rule}</code>`}</li>`,
      )}
    </ul>
    ${task.kind === 'cell' ? html`<p><code>${arithmetic(task.index, answer).names}</code></p>` : nothing}
    ${task.kind === 'dims' && task.element !== undefined ? reached(task.element.index, answer) : nothing}
  </div>`;
}

/** The sources of an element of the result, and the arithmetic of their values. */
function arithmetic(
  index: readonly number[],
  { explanation, op, values }: Answer,
): { readonly names: string; readonly numbers: string } {
  const [lhs = [], rhs = []] = sideNames.map((side) => sourceIndex(explanation, side, index));
  const text = {
    lhs: values?.lhs.at(lhs) ?? '?',
    rhs: values?.rhs.at(rhs) ?? '?',
    result: values?.result?.at(index) ?? '?',
  };
  return arithmeticText(op, index, { lhs, rhs }, text);
}

function reached(index: readonly number[], answer: Answer): TemplateResult {
  const { names, numbers } = arithmetic(index, answer);
  return html`<p><code>${names}</code>: <code>${numbers}</code></p>`;
}
