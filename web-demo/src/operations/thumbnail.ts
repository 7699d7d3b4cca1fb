/** A small picture for each family: cells in the colors of the operands and of the result. */

import { svg, html, type TemplateResult } from 'lit';

/**
 * The rows of a picture: `l`, `r` and `o` are cells of the left operand, the right one and the result; capital letters
 * are marked cells, and dots are padding.
 */
const pictures: Readonly<Record<string, readonly string[]>> = {
  elementwise: ['lL  rR  oO', 'll  rr  oo'],
  movement: ['Lll  Oo', 'lll  oo', '     oo'],
  indexing: ['lll r oo', 'LLL R OO', 'lll r oo'],
  reduce: ['lll  o', 'LLL  O', 'lll  o'],
  windows: ['.....', '.LLl.', '.LLl. O', '.....'],
  products: ['    rRr', '    rRr', 'LL  oOo', 'll  ooo'],
  sorting: ['l L l l', '', 'O o o o'],
  control: ['l  o  o  O'],
  creation: ['oooo', 'oooo'],
  random: ['oOo', 'Ooo', 'ooO'],
  algebra: ['lll  O  ', 'lll  OO ', 'lll  OOO'],
  spectral: ['l     l   O', 'l l l l   O o', 'lllllll   ooo'],
  collectives: ['l  oo', 'r  oo'],
  host: ['l  .  o'],
};

export function thumbnail(family: string): TemplateResult {
  const rows = pictures[family] ?? [];
  const width = Math.max(...rows.map(({ length }) => length));
  const cells = rows.flatMap((row, y) => [...row].flatMap((letter, x) => (letter === ' ' ? [] : [{ letter, x, y }])));
  return html`<svg
    class="thumbnail"
    viewBox=${`-1 -1 ${width * 12 + 2} ${rows.length * 12 + 2}`}
    width=${width * 12 + 2}
    height=${rows.length * 12 + 2}
    aria-hidden="true"
  >
    ${cells.map(({ letter, x, y }) => {
      const side = { l: 'lhs', r: 'rhs', o: 'result' }[letter.toLowerCase()] ?? 'padding';
      const isMarked = letter !== letter.toLowerCase();
      return svg`<rect class=${`${side} ${isMarked ? 'marked' : ''}`} x=${x * 12} y=${y * 12} width="12" height="12"></rect>`;
    })}
  </svg>`;
}
