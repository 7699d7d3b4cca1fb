/** The lowered operation: the explicit broadcasts of XLA's programs. */

import { html, type TemplateResult } from 'lit';
import type { Answer } from '../../../js/elements/model/answer.js';

export function loweringView({ explanation, error }: Answer): TemplateResult {
  if (error !== undefined) return html`<p class="quiet">Nothing to show until the error is fixed.</p>`;
  const { steps } = explanation;
  return steps.length === 0
    ? html`<p class="quiet">Nothing: the shapes are equal, so the operation runs as it is.</p>`
    : html`<ol class="steps">
        ${steps.map((step) => html`<li><code>${step}</code></li>`)}
      </ol>`;
}
