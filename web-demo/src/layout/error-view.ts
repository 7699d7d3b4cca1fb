/** Errors: the mistake, and for errors of the engine also the rule and the fix. */

import type { HloomError } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import { sentence } from '../../../js/elements/model/question.js';
import { inPageNotation } from '../../../js/elements/text.js';
import { ruleLink } from '../site/rule-link.js';

export function errorView(error: HloomError, more: TemplateResult | typeof nothing = nothing): TemplateResult {
  const { headline, rule, details, help, position } = error;
  // The details begin with the line of the text, and a sign below the place that is meant.
  const isSource = position !== undefined;
  return html`<div class="verdict bad" role="status">
    <p><span class="headline">${sentence(inPageNotation(headline))}</span> ${ruleLink(rule)}</p>
    ${details.map((line) => html`<p class=${isSource ? 'source' : ''}>${isSource ? line : inPageNotation(line)}</p>`)}
    ${help === '' ? nothing : html`<p class="help"><strong>Help:</strong> ${sentence(inPageNotation(help))}</p>`}
    ${more}
  </div>`;
}

/** A mistake in a text before the engine reads it, or a problem of the page. */
export const troubleView = (text: string): TemplateResult => html`<p class="verdict bad" role="status">${text}</p>`;
