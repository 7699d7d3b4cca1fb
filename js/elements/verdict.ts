/** The result of a broadcast in one line; or the error that teaches, with fixes to press. */

import type { HloomError } from 'hloom';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Answer } from './model/answer.js';
import { fixesOf, type Fix } from './model/fixes.js';
import { dimensionText } from './model/question.js';

export const verdictStyles = css`
  .verdict {
    min-height: 3rem;
    padding: 0.625rem 0.875rem;
    border: 1px solid var(--hloom-line);
    border-left: 4px solid var(--hloom-result);
    border-radius: 0.25rem;
    background: var(--hloom-card);
    overflow-wrap: anywhere;
  }

  .verdict.bad {
    border-left: 4px dashed var(--hloom-bad);
  }

  .verdict p {
    margin: 0;
  }

  .verdict .headline {
    color: var(--hloom-bad);
    font-weight: 700;
  }

  .verdict .rule {
    color: var(--hloom-quiet);
  }

  .verdict .help {
    margin-top: 0.375rem;
  }

  .fixes {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    margin-top: 0.625rem;
  }

  @media print {
    .fixes {
      display: none;
    }

    .verdict {
      break-inside: avoid;
    }
  }
`;

/** @param fix - called with the fix that was pressed; without it none is offered */
export function verdict(answer: Answer, fix?: (fix: Fix) => void): TemplateResult {
  const { explanation, error, question, result } = answer;
  if (error !== undefined)
    return html`<div class="verdict bad" role="status">
      ${errorText(error, explanation.ok ? question.op : '')}${fixes(answer, fix)}
    </div>`;
  const { lhs, rhs, broadcastDimensions } = explanation;
  const dims = broadcastDimensions.length === 0 ? '' : `, broadcast_dimensions=${dimensionText(broadcastDimensions)}`;
  return html`<div class="verdict" role="status">
    <p>
      ${question.op}(<code>${lhs.toString()}</code>, <code>${rhs.toString()}</code>${
        dims === '' ? nothing : html`<code>${dims}</code>`
      })
      gives <code><strong>${result?.toString()}</strong></code>
    </p>
  </div>`;
}

/** The rule of a type that an operation does not take. Its headline continues the name: "is not defined for ...". */
const undefinedForType = 'type.c1';

/** @param op - the operation that refuses, if the shapes fit */
function errorText(error: HloomError, op: string): TemplateResult {
  const subject = op === '' ? '' : error.rule === undefinedForType ? `${op} ` : `${op}: `;
  return html`<p><span class="headline">${subject}${error.headline}.</span> <code class="rule">${error.rule}</code></p>
    ${error.details.map((line) => html`<p>${line}</p>`)}
    ${error.help === '' ? nothing : html`<p class="help"><strong>Help:</strong> ${error.help}</p>`}`;
}

function fixes(answer: Answer, fix: ((fix: Fix) => void) | undefined): TemplateResult | typeof nothing {
  const found = fix === undefined ? [] : fixesOf(answer.question, answer.explanation);
  if (fix === undefined || found.length === 0) return nothing;
  return html`<div class="fixes" role="group" aria-label="Fixes">
    ${found.map((one) => html`<button type="button" @click=${() => fix(one)}>${one.label}</button>`)}
  </div>`;
}
