/** Text with code in it: what stands between backticks is code. */

import { html, type TemplateResult } from 'lit';

export function prose(text: string): TemplateResult {
  const parts = text.split('`');
  return html`${parts.map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
