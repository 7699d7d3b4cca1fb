/** One sentence for each dimension of the result, with its thread and the rule that decides. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { threadSwatch } from './legend.js';
import type { Answer } from './model/answer.js';

const verdicts = {
  equal: 'equal',
  lhsExpands: 'lhs repeats',
  rhsExpands: 'rhs repeats',
  newLhs: 'new to lhs',
  newRhs: 'new to rhs',
  mismatch: 'does not fit',
} as const;

export const reasonsStyles = css`
  .reasons {
    display: grid;
    gap: 0.375rem;
    margin: 0;
    padding: 0;
    list-style: none;
    font-size: 0.9375rem;
  }

  .reasons li {
    display: grid;
    grid-template-columns: 4rem minmax(0, 1fr);
  }

  .reasons svg {
    margin-left: 0.375rem;
    vertical-align: middle;
  }

  .reasons .mismatch strong {
    color: var(--hloom-bad);
  }

  .reasons .rule {
    color: var(--hloom-quiet);
  }

  .undecided {
    margin: 0;
    color: var(--hloom-quiet);
  }
`;

export function reasons({ explanation }: Answer): TemplateResult {
  const { dimensions, ok } = explanation;
  if (dimensions.length === 0) {
    return html`<p class="undecided">
      ${
        ok
          ? 'Both are scalars and have no dimensions to match.'
          : 'The dimensions are not tied to each other, so none can be compared.'
      }
    </p>`;
  }
  return html`<ul class="reasons" aria-label="Why, dimension by dimension">
    ${dimensions.map(
      ({ dimension, verdict, sentence, rule }) =>
        html`<li class=${verdict === 'mismatch' ? 'mismatch' : ''}>
          <span><code>${dimension}</code>${threadSwatch(dimension)}</span>
          <span
            ><strong>${verdicts[verdict]}:</strong> ${sentence.replace(/^dimension \d+: /, '')}${
              rule === '' ? nothing : html` <code class="rule">${rule}</code>`
            }</span
          >
        </li>`,
    )}
  </ul>`;
}
