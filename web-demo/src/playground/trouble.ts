/** An error of the engine, or of the page, with its place and its fix. */

import { HloomError } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import { sentence } from '../../../js/elements/model/question.js';

/**
 * @param title - put before the headline
 * @param note - a last line
 */
export function troubleView(error: Error | undefined, title = '', note = ''): TemplateResult | typeof nothing {
  if (error === undefined) return nothing;
  const known = error instanceof HloomError ? error : undefined;
  // The line of the text has a mark below it, which fits only the text in full.
  const details = (known?.details ?? []).filter((line) => !/^\s*\^$/.test(line));
  return html`<div class="trouble" role="alert">
    <p>
      <strong>${title}${known === undefined ? error.message : sentence(known.headline)}</strong>
      ${known === undefined || known.rule === '' ? nothing : html`<code>${known.rule}</code>`}
    </p>
    ${details.map((line) => html`<p><code>${line.trim()}</code></p>`)}
    ${known === undefined || known.help === '' ? nothing : html`<p>${sentence(known.help)}</p>`}
    ${known === undefined || known.location === '' ? nothing : html`<p class="quiet">at ${known.location}</p>`}
    ${note === '' ? nothing : html`<p class="quiet">${note}</p>`}
  </div>`;
}
