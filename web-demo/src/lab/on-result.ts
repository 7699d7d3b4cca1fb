/** Where the dimensions of an operand lie in a broadcast. */

import type { Explanation } from 'hloom';
import type { SideName } from '../../../js/elements/model/scene.js';

/** The dimension of the result that each dimension of an operand lies on. */
export function onResult(explanation: Explanation, side: SideName): number[] {
  return explanation[side].dimensions.map(
    (_, own) => explanation.dimensions.find(({ [side]: found }) => found.dimension === own)?.dimension ?? own,
  );
}
