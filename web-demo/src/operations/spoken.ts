/** Arrays in words, for screen readers. */

import { axisOf, shownIndices } from '../../../js/elements/model/axis.js';
import type { Elements } from '../../../js/elements/model/values.js';
import { arrayText } from '../../../js/elements/text.js';

/** The most elements that are read out, and the most along a dimension. */
const [mostSpoken, mostAlong] = [64, 9];

export function spokenArray(shape: string, elements: Elements | undefined): string {
  if (elements === undefined) return `${shape}, not computed`;
  const { dimensions } = elements.shape;
  const shown = shownIndices(dimensions.map((size) => axisOf(size, mostAlong))).slice(0, mostSpoken);
  const count = dimensions.reduce((product, size) => product * size, 1);
  return arrayText(
    shape,
    shown.map((index) => elements.at(index)),
    count - shown.length,
  );
}
