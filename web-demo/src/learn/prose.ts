/** Text with code in backticks. */

import { html, type TemplateResult } from 'lit';

export function prose(text: string): TemplateResult {
  const parts = text.split('`');
  return html`${parts.map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
