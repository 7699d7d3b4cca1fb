/** One sentence for each dimension of the result; or the error that teaches, with fixes to try. */

import type { HloomError } from 'hloom';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Answer } from './model/answer.js';
import { fixesOf, type Fix } from './model/fixes.js';
import { applied } from './model/operations.js';
import { sentence } from './model/question.js';
import { ruleCard } from './rule-card.js';
import { broadcastText, errorText, inPageNotation, reasonText } from './text.js';

export const reasonsStyles = css`
  .reasons {
    display: grid;
    gap: 0.5rem;
    margin: 0;
    padding: 0;
    list-style: none;
    font-size: 0.9375rem;
    line-height: 1.4;
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
    gap: 0.375rem;
    margin-top: 0.625rem;
  }

  .fixes button {
    min-height: 2rem;
    padding: 0 0.5rem;
    border-radius: 1.375rem;
    font-size: 0.875rem;
  }

  @media (pointer: coarse) {
    .fixes button {
      min-height: 2.75rem;
      padding: 0 0.75rem;
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
          <strong>dim ${found.dimension}</strong>${reasonText(found)}
        </li>`,
    )}
  </ul>`;
}

/** The actions on a fix: take it, or preview its effect. */
export interface FixHandlers {
  readonly take: (fix: Fix) => void;
  /** Called with nothing when the fix is left. */
  readonly preview: (fix: Fix | undefined) => void;
}

/** @param handlers - without them, no fix is offered */
export function refusal(answer: Answer, error: HloomError, handlers?: FixHandlers): TemplateResult {
  return html`<div class="verdict bad" role="status">${errorSentences(answer, error)} ${fixes(answer, handlers)}</div>`;
}

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

function fixes(answer: Answer, handlers: FixHandlers | undefined): TemplateResult | typeof nothing {
  const found = handlers === undefined ? [] : fixesOf(answer.question, answer.explanation);
  if (handlers === undefined || found.length === 0) return nothing;
  const { take, preview } = handlers;
  return html`<div class="fixes" role="group" aria-label="Fixes">
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
