/** The direction of each dimension of a block, and the pattern that a dimension has on the page of layouts. */

import { html, svg, type TemplateResult } from 'lit';
import { upTo } from './model/axis.js';
import { dashes, doubleGap, patternOf, threadPath } from './model/threads.js';

/** The directions of an array's last dimensions on the page; those before are panes, or slices behind each other. */
const ways = ['→', '↓'];

function wayOf(dimension: number, rank: number, isFanned: boolean): string {
  const fromLast = rank - 1 - dimension;
  if (fromLast < 2) return ways[fromLast] ?? '';
  if (isFanned || rank === 3 || fromLast === 4) return '↗';
  return fromLast === 2 ? '⇉' : '⇊';
}

const wayNames: Readonly<Record<string, string>> = {
  '→': 'to the right',
  '↓': 'down',
  '↗': 'slices behind each other',
  '⇉': 'panes to the right',
  '⇊': 'panes down',
};

/** A piece of thread in the pattern of a dimension of the result. */
export function threadSwatch(dimension: number): TemplateResult {
  const pattern = patternOf(dimension);
  const shifts = pattern === 'double' ? [-doubleGap / 4, doubleGap / 4] : [0];
  const paths = shifts.map((by) => {
    const d = threadPath({ x: 5 + by, y: 1 }, { x: 5 + by, y: 25 }, pattern, 0, 1);
    return svg`<path d=${d} fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"
      stroke-dasharray=${dashes[pattern]}></path>`;
  });
  return html`<svg width="26" height="10" aria-hidden="true">
    <g transform="translate(0 10) rotate(-90)">${paths}</g>
  </svg>`;
}

/**
 * The direction of each dimension of an array of this rank: `↓ dim 0  → dim 1`.
 *
 * @param isFanned - true if all dimensions but the last two go behind the page
 */
export function axesLegend(rank: number, isFanned = false): TemplateResult {
  // Dimensions that go the same way share an arrow.
  const together = new Map<string, number[]>();
  for (const dimension of upTo(rank)) {
    const way = wayOf(dimension, rank, isFanned);
    together.set(way, [...(together.get(way) ?? []), dimension]);
  }
  return html`<ul class="axes">
    ${[...together].map(([way, dimensions]) => {
      const [first = 0] = dimensions;
      const named = dimensions.length > 2 ? `${first}–${first + dimensions.length - 1}` : dimensions.join(', ');
      return html`<li title=${`dimension ${named}: ${wayNames[way] ?? ''}`}>
        <span aria-hidden="true">${way}</span> dim ${named}<span class="unseen">: ${wayNames[way]}</span>
      </li>`;
    })}
  </ul>`;
}
