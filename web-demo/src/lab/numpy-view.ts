/** XLA's and NumPy's answers next to each other. */

import { html, type TemplateResult } from 'lit';
import type { Answer } from '../../../js/elements/model/answer.js';
import { compared, joined, tuple } from './numpy-comparison.js';

/** Both answers, with the difference marked. */
export function numpyView(answer: Answer): TemplateResult {
  const found = compared(answer);
  if (found === undefined) return html`<p id="numpy" class="quiet">NumPy has no such arrays.</p>`;
  const { explanation, error, result } = answer;
  const isLegal = explanation.ok && error === undefined;
  const mark = (isAllowed: boolean): TemplateResult =>
    html`<span class=${isAllowed ? 'mark' : 'mark bad'} aria-hidden="true">${isAllowed ? '✓' : '✕'}</span>`;
  return html`<div id="numpy">
    <dl class=${found.isSame ? 'versus' : 'versus differs'}>
      <dt>XLA</dt>
      <dd>
        ${mark(isLegal)} ${isLegal ? html`allowed, result <code>${tuple(result?.dimensions ?? [])}</code>` : 'an error'}
      </dd>
      <dt>NumPy</dt>
      <dd>${mark(found.isAllowed)} ${found.verdict}</dd>
    </dl>
    <p>${found.isSame ? 'Both agree.' : joined('They differ.', found.reason)}</p>
  </div>`;
}
