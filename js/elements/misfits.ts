/** Typed elements that do not fit their operand, with one press to count instead. */

import { css, html, nothing, type TemplateResult } from 'lit';
import type { Answer, ValuesName } from './model/answer.js';
import { sideNames } from './model/scene.js';
import { countText, misfitText } from './text.js';

export const misfitStyles = css`
  .misfit {
    display: grid;
    gap: 0.5rem;
    justify-items: start;
    padding: 0.625rem 0.875rem;
    border: 1px solid var(--hloom-line);
    border-left: 4px dashed var(--tone);
    border-radius: 0.25rem;
    background: var(--hloom-card);
    overflow-wrap: anywhere;
  }

  .misfit p {
    margin: 0;
  }
`;

/** @param count - called with the elements to be counted; without it there is no button */
export function misfitNotes(
  { misfits }: Answer,
  count?: (name: ValuesName) => void,
): readonly TemplateResult[] | typeof nothing {
  if (misfits === undefined) return nothing;
  return sideNames.flatMap((side) => {
    const name: ValuesName = `${side}Values`;
    const text = misfits[name];
    if (text === undefined) return [];
    const button = html`<button type="button" @click=${() => count?.(name)}>${countText(side)}</button>`;
    return [
      html`<div class=${`misfit ${side}`} role="status">
        <p><strong>values of ${side}:</strong> ${text} ${misfitText}</p>
        ${count === undefined ? nothing : button}
      </div>`,
    ];
  });
}
