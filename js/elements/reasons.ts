/** One sentence for each dimension of the result; or the error that teaches, with fixes to try. */

import type { HloomError } from 'hloom';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Answer } from './model/answer.js';
import { fixesOf, type Fix } from './model/fixes.js';
import { applied } from './model/operations.js';
import { sentence } from './model/question.js';
import { ruleCard } from './rule-card.js';
import { broadcastText, errorText, inPageNotation, mismatchRule, mismatchText, reasonText } from './text.js';

export const reasonsStyles = css`
  .reasons {
    display: grid;
    gap: 0.25rem;
    margin: 0;
    padding: 0;
    list-style: none;
    font-size: 0.9375rem;
    line-height: 1.35;
  }

  .reasons strong {
    margin-right: 0.375rem;
    white-space: nowrap;
  }

  .reasons .mismatch {
    color: var(--hloom-bad);
  }

  .verdict {
    overflow-wrap: anywhere;
    font-size: 0.9375rem;
    line-height: 1.4;
  }

  .verdict p {
    margin: 0 0 0.375rem;
  }

  .verdict .headline {
    color: var(--hloom-bad);
    font-weight: 600;
  }

  .fixes {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    align-items: center;
  }

  .fixes .lead {
    margin-right: 0.25rem;
    font-weight: 600;
  }

  .fixes button {
    flex: none;
    padding: 0 0.875rem;
    border-radius: 1.375rem;
    font-size: 0.9375rem;
  }

  /* On a phone the footer stays in view: the fixes scroll in one row. */
  @container (max-width: 30rem) {
    .fixes {
      flex-wrap: nowrap;
      overflow-x: auto;
      margin: 0 -0.75rem;
      padding: 0.125rem 0.75rem;
    }

    .fixes .lead {
      white-space: nowrap;
    }
  }

  @media print {
    .fixes {
      display: none;
    }
  }
`;

/** The broadcast in one line, for those who cannot see the equation. */
export function verdict({ explanation, question, result }: Answer): TemplateResult {
  const { lhs, rhs, broadcastDimensions } = explanation;
  const terms = applied(question.op, lhs.toString(), rhs.toString());
  return html`<p class="verdict unseen" role="status">
    ${broadcastText(terms, broadcastDimensions, result?.toString() ?? '')}
  </p>`;
}

/** One sentence for each dimension; if the broadcast is illegal, only for those with a mismatch. */
export function reasons({ explanation }: Answer): TemplateResult | typeof nothing {
  const { ok } = explanation;
  const dimensions = explanation.dimensions.filter(({ verdict }) => ok || verdict === 'mismatch');
  if (dimensions.length === 0) {
    return ok ? html`<p class="reasons">Both are scalars and have no dimensions to match.</p>` : nothing;
  }
  return html`<ul class="reasons" aria-label="Why, dimension by dimension">
    ${dimensions.map(
      (found) =>
        html`<li class=${found.verdict === 'mismatch' ? 'mismatch' : ''}>
          <strong>dim ${found.dimension}</strong>${
            found.verdict === 'mismatch' && dimensions.length > 1 ? mismatchText(found) : reasonText(found)
          }
        </li>`,
    )}
    ${ok || dimensions.length < 2 ? nothing : html`<li class="mismatch">${mismatchRule}</li>`}
  </ul>`;
}

/** The actions on a fix: take it, or preview its effect. */
export interface FixHandlers {
  readonly take: (fix: Fix) => void;
  /** Called with nothing when the fix is left. */
  readonly preview: (fix: Fix | undefined) => void;
}

export const refusal = (answer: Answer, error: HloomError): TemplateResult =>
  html`<div class="verdict bad" role="status">${errorSentences(answer, error)}</div>`;

/** The rule of a type that an operation does not take. Its headline continues the name: "is not defined for ...". */
const undefinedForType = 'type.c1';

function errorSentences({ explanation, question }: Answer, error: HloomError): TemplateResult {
  const { rule } = error;
  const own = errorText(rule, explanation);
  if (own !== undefined) return html`<p>${own} ${ruleCard(rule)}</p>`;
  const subject = rule === undefinedForType ? `${question.op} ` : '';
  // The reasons have said it for each dimension.
  const isSaid = explanation.dimensions.some(({ verdict }) => verdict === 'mismatch');
  return html`${
    isSaid
      ? nothing
      : html`<p>
          <span class="headline">${sentence(`${subject}${inPageNotation(error.headline)}`)}</span> ${ruleCard(rule)}
        </p>`
  }
  ${isSaid ? nothing : error.details.map((line) => html`<p>${sentence(inPageNotation(line))}</p>`)}
  ${
    error.help === ''
      ? nothing
      : html`<p class="help">${sentence(inPageNotation(error.help))} ${isSaid ? ruleCard(rule) : nothing}</p>`
  }`;
}

/** The changes that make it legal, as buttons; nothing if there are none. */
export function fixes(answer: Answer, { take, preview }: FixHandlers): TemplateResult | typeof nothing {
  const found = fixesOf(answer.question, answer.explanation);
  if (found.length === 0) return nothing;
  return html`<div class="fixes" role="group" aria-label="Fixes">
    <span class="lead" aria-hidden="true">Fix it:</span>
    ${found.map(
      (one) =>
        html`<button
          type="button"
          @pointerenter=${(event: PointerEvent) => event.pointerType === 'mouse' && preview(one)}
          @pointerleave=${() => preview(undefined)}
          @focus=${() => preview(one)}
          @blur=${() => preview(undefined)}
          @click=${() => take(one)}
        >
          ${one.label}
        </button>`,
    )}
  </div>`;
}
