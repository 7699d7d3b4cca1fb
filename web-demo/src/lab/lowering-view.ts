/** The lowered operation: the explicit broadcasts of XLA's programs. */

import { html, type TemplateResult } from 'lit';
import type { Answer } from '../../../js/elements/model/answer.js';

export function loweringView({ explanation, error }: Answer): TemplateResult {
  if (error !== undefined) return html`<p class="quiet">To nothing: the operation is refused.</p>`;
  const { steps } = explanation;
  return steps.length === 0
    ? html`<p class="quiet">The shapes are equal: the operation stays as it is.</p>`
    : html`<ol class="steps">
        ${steps.map((step) => html`<li><code>${step}</code></li>`)}
      </ol>`;
}
