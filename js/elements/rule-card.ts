/** The id of a rule, which opens a card with the rule. */

import { css, html, type TemplateResult } from 'lit';
import { ruleTexts } from './text.js';

export const ruleCardStyles = css`
  .rule-card {
    display: inline;
  }

  .rule-card summary {
    display: inline;
    color: var(--hloom-quiet);
    font: 0.875rem/1.4 var(--hloom-mono);
    text-decoration: underline dotted;
    text-underline-offset: 0.2em;
    cursor: pointer;
    list-style: none;
  }

  .rule-card summary::-webkit-details-marker {
    display: none;
  }

  .rule-card p {
    margin: 0.375rem 0 0;
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--hloom-line);
    border-radius: 0.375rem;
    background: var(--hloom-paper);
    color: var(--hloom-ink);
  }
`;

/** A rule that the page has no card for is its id alone. */
export function ruleCard(rule: string): TemplateResult {
  const text = ruleTexts[rule];
  return text === undefined
    ? html`<code class="rule">${rule}</code>`
    : html`<details class="rule-card">
        <summary aria-label=${`Rule ${rule}`}><span class="rule">${rule}</span></summary>
        <p>${text}</p>
      </details>`;
}
