/** What NumPy does with the same shapes: it aligns the last dimensions, and asks nobody. */

import { explainBroadcast, Shape, isElementType, type Explanation } from 'hloom';
import type { Answer } from '../../../js/elements/model/answer.js';
import { dimensionText } from '../../../js/elements/model/question.js';

/** NumPy's answer, from the same engine: its broadcast_dimensions are those of the last dimensions. */
export function numpyExplanation({ lhs, rhs }: Explanation): Explanation | undefined {
  if (!isElementType(lhs.type) || !isElementType(rhs.type)) return undefined;
  // NumPy converts types, which is another matter.
  const [left, right] = [lhs, rhs].map((shape) => Shape.array('F32', shape.dimensions)) as [Shape, Shape];
  const [low, high] = [Math.min(lhs.rank, rhs.rank), Math.max(lhs.rank, rhs.rank)];
  const dims = low === high ? [] : Array.from({ length: low }, (_, index) => high - low + index);
  return explainBroadcast(left, right, dims);
}

/** A comparison in a sentence or two. */
export function numpyText({ explanation }: Answer): string {
  const numpy = numpyExplanation(explanation);
  if (numpy === undefined) return 'NumPy has no such arrays.';
  const sizes = (of: Explanation): string => `(${of.result?.dimensions.join(', ') ?? ''}${of.result?.rank === 1 ? ',' : ''})`;
  const aligned = numpy.broadcastDimensions;
  const guess = aligned.length === 0 ? '' : ` It would align the last dimensions, as broadcast_dimensions=${dimensionText(aligned)} says here.`;
  if (!numpy.ok) {
    const fails = `NumPy would refuse: operands could not be broadcast together.${guess}`;
    return explanation.ok ? `${fails} Explicit dimensions reach further.` : fails;
  }
  if (!explanation.ok) return `NumPy would give ${sizes(numpy)}.${guess} XLA does not guess.`;
  const same =
    String(numpy.result?.dimensions) === String(explanation.result?.dimensions) &&
    String(aligned) === String(explanation.broadcastDimensions.length === 0 ? [] : explanation.broadcastDimensions);
  if (same || explanation.lhs.isScalar || explanation.rhs.isScalar) return `NumPy does the same: ${sizes(numpy)}.`;
  if (aligned.length === 0) return `NumPy does the same: ${sizes(numpy)}.`;
  return `NumPy would give ${sizes(numpy)} by another way.${guess}`;
}
