/** `<hloom-array>`: every rank, with omitted, empty, copied and lit cells. */

import { html } from 'lit';
import '../../../js/elements/array.js';
import { axesFor, keyOf, shownIndices } from '../../../js/elements/model/axis.js';
import { layOut } from '../../../js/elements/model/geometry.js';
import type { Cell } from '../../../js/elements/model/picture.js';
import type { Specimen } from './specimen.js';

/** The number of cells that fit in a row. */
const columns = 8;

/** An array whose cells are counted; `change` may make a cell another one. */
function specimen(
  id: string,
  title: string,
  dimensions: readonly number[],
  change: (cell: Cell) => Cell = (cell) => cell,
  lit: readonly string[] = [],
): Specimen {
  const layout = layOut(axesFor(dimensions, columns));
  const cells = shownIndices(layout.axes).flatMap((index, number): Cell[] => {
    const place = layout.at(index);
    const key = keyOf(index);
    return place === undefined ? [] : [change({ ...place, index, key, text: String(number), opacity: 1 })];
  });
  const content = html`<hloom-array
    class="lhs"
    operable
    .label=${`specimen, [${dimensions.join(',')}]`}
    .description=${`counted cells, of sizes ${dimensions.join(', ')}`}
    .cells=${cells}
    .dots=${layout.dots}
    .axes=${layout.axes}
    .width=${layout.width}
    .height=${layout.height}
    .lit=${new Set(lit)}
  ></hloom-array>`;
  return { id, title, content };
}

export const arraySpecimens = (): readonly Specimen[] => [
  specimen('rank-0', 'A scalar', []),
  specimen('rank-1', 'A vector', [5]),
  specimen('rank-2', 'A matrix', [3, 4]),
  specimen('rank-3', 'Rank 3: slices behind each other', [3, 2, 4]),
  specimen('rank-4', 'Rank 4: panes', [2, 3, 2, 2]),
  specimen('rank-5', 'Rank 5: panes behind each other', [2, 2, 2, 2, 2]),
  specimen('zero', 'A dimension of size 0', [2, 0, 3]),
  specimen('long', 'Long dimensions, with their ends', [1000, 40]),
  specimen('lit', 'Cells that are lit', [3, 4], undefined, ['1,0', '1,2']),
  specimen(
    'padding',
    'Padding, and one place of it that is lit',
    [3, 4],
    (cell) => ({ ...cell, isPadding: cell.index.some((i, d) => i > d + 1) }),
    ['2,3'],
  ),
  specimen('copies', 'The first row, and its copies', [3, 4], (cell) => ({ ...cell, isCopy: cell.index[0] !== 0 })),
  specimen('blank', 'Half filled', [2, 4], (cell) =>
    cell.index[0] === 0 ? cell : { ...cell, text: '', isEmpty: true },
  ),
];
