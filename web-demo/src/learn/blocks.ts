/** Arrays drawn as static blocks: operands as given, and results as a reader imagines them. */

import { html, nothing, type TemplateResult } from 'lit';
import '../../../js/elements/array.js';
import type { Cell } from '../../../js/elements/model/picture.js';
import { axesFor, keyOf, omission, shownIndices } from '../../../js/elements/model/axis.js';
import { edgesOf, isLeafed, layOut } from '../../../js/elements/model/geometry.js';
import type { SideName } from '../../../js/elements/model/scene.js';
import { cellText } from '../../../js/elements/model/values.js';

/** The most cells in a row. */
const columns = 8;

interface BlockOptions {
  readonly side: SideName | 'result';
  readonly label: string;
  /** The picture in words. */
  readonly description: string;
  /** The text at an index: `''` for an empty cell, `undefined` for no cell at all. */
  readonly text: (index: readonly number[]) => string | undefined;
  /** The keys of the highlighted cells. */
  readonly lit?: ReadonlySet<string>;
  /** True if the indices stand on the edges. */
  readonly hasEdges?: boolean;
  /** True for a cell that is wrong. */
  readonly wrong?: (index: readonly number[]) => boolean;
}

/** An array of these sizes, with a text about the omitted parts of long dimensions below. */
export function block(sizes: readonly number[], options: BlockOptions): TemplateResult {
  const { side, label, description, text, lit, hasEdges = false, wrong } = options;
  const axes = axesFor(sizes, columns);
  const layout = layOut(axes);
  // Through outlines one would see the slices behind.
  const isStacked = isLeafed(sizes.length);
  const cells = shownIndices(axes).flatMap((index): Cell[] => {
    const [place, found] = [layout.at(index), text(index)];
    if (place === undefined || found === undefined) return [];
    const cell = { ...place, index, key: keyOf(index), text: cellText(found), opacity: 1 };
    const marked = wrong?.(index) === true ? { mark: 'wrong' as const } : {};
    return [{ ...cell, ...marked, isEmpty: found === '' && !isStacked }];
  });
  const more = omission(axes);
  return html`<div class="drawn" style=${`--columns:${layout.width}`}>
    <hloom-array
      class=${side}
      .cells=${cells}
      .dots=${layout.dots}
      .axes=${axes}
      .width=${layout.width}
      .height=${layout.height}
      .label=${label}
      .description=${description}
      .lit=${lit ?? new Set<string>()}
      .edges=${hasEdges ? edgesOf(layout) : undefined}
      style=${hasEdges ? '--edge-left:22px;--edge-top:22px' : ''}
    ></hloom-array>
    ${more === '' ? nothing : html`<p class="more">… ${more}</p>`}
  </div>`;
}
