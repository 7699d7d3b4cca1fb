/** An error of the engine: what is wrong, the rule, and what to do. */

import type { HloomError } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';

export function errorView(error: HloomError, more: TemplateResult | typeof nothing = nothing): TemplateResult {
  const { headline, rule, details, help } = error;
  return html`<div class="verdict bad" role="status">
    <p><span class="headline">${headline}.</span> <code class="rule">${rule}</code></p>
    ${details.map((line) => html`<p>${line}</p>`)}
    ${help === '' ? nothing : html`<p class="help"><strong>Help:</strong> ${help}</p>`} ${more}
  </div>`;
}
