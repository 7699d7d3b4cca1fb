/** One sentence for each dimension, with its rule, and what the operation is lowered to. */

import { html, nothing, type TemplateResult } from 'lit';
import { threadSwatch } from '../../../js/elements/legend.js';
import type { Answer } from '../../../js/elements/model/answer.js';

const verdicts = {
  equal: 'equal',
  lhsExpands: 'lhs repeats',
  rhsExpands: 'rhs repeats',
  newLhs: 'new to lhs',
  newRhs: 'new to rhs',
  mismatch: 'does not fit',
} as const;

export function whyView({ explanation, error }: Answer): TemplateResult {
  const { dimensions, steps, ok, lhs, rhs } = explanation;
  const scalars = lhs.isScalar && rhs.isScalar;
  return html`${dimensions.length === 0
    ? html`<p class="quiet">
        ${ok || scalars
          ? 'Both are scalars: there is no dimension to match.'
          : 'The dimensions are not tied to each other, so none can be compared.'}
      </p>`
    : html`<ol class="why" start="0">
        ${dimensions.map(
          ({ dimension, verdict, sentence, rule }) =>
            html`<li class=${verdict === 'mismatch' ? 'mismatch' : ''}>
              <span class="dimension"><code>${dimension}</code>${threadSwatch(dimension)}</span>
              <span><strong>${verdicts[verdict]}</strong> ${sentence.replace(/^dimension \d+: /, '')}${
                rule === '' ? nothing : html` <code class="rule">${rule}</code>`
              }</span>
            </li>`,
        )}
      </ol>`}
  ${error !== undefined
    ? nothing
    : html`<h3>Lowered to</h3>
        ${steps.length === 0
          ? html`<p class="quiet">The shapes are equal: the operation stays as it is.</p>`
          : html`<ol class="steps">
              ${steps.map((step) => html`<li><code>${step}</code></li>`)}
            </ol>`}`}`;
}
