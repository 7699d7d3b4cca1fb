/** The places of an operand's dimensions in a broadcast. */

import type { Explanation } from 'hloom';
import type { SideName } from '../../../js/elements/model/scene.js';

/** The dimension of the result for each dimension of an operand. */
export function onResult(explanation: Explanation, side: SideName): number[] {
  return explanation[side].dimensions.map(
    (_, own) => explanation.dimensions.find(({ [side]: found }) => found.dimension === own)?.dimension ?? own,
  );
}
