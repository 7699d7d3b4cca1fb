/** NumPy's result for the same shapes: it always aligns the last dimensions. */

import { explainBroadcast, Shape, isElementType, type Explanation } from 'hloom';
import type { Answer } from '../../../js/elements/model/answer.js';
import { dimensionText } from '../../../js/elements/model/question.js';
import { sideNames } from '../../../js/elements/model/scene.js';

/** NumPy's answer, from the same engine: its broadcast_dimensions are the last dimensions. */
export function numpyExplanation({ lhs, rhs }: Explanation): Explanation | undefined {
  if (!isElementType(lhs.type) || !isElementType(rhs.type) || lhs.isDynamic || rhs.isDynamic) return undefined;
  // NumPy converts types, which is another matter.
  const [left, right] = [lhs, rhs].map((shape) => Shape.array('F32', shape.dimensions)) as [Shape, Shape];
  const [low, high] = [Math.min(lhs.rank, rhs.rank), Math.max(lhs.rank, rhs.rank)];
  const dims = low === high ? [] : Array.from({ length: low }, (_, index) => high - low + index);
  return explainBroadcast(left, right, dims);
}

/** True if every element of the result is made of the same elements: for a size of 1, the place makes no difference. */
function takesSame(one: Explanation, other: Explanation): boolean {
  const sizes = one.dimensions.map(({ size }) => size);
  if (String(sizes) !== String(other.dimensions.map(({ size }) => size))) return false;
  if (sizes.includes(0)) return true;
  const used = ({ dimensions }: Explanation): string =>
    sideNames
      .flatMap((name) =>
        dimensions.map(({ size, [name]: side }) => (side.expanded || size === 1 ? '' : (side.dimension ?? ''))),
      )
      .join();
  return used(one) === used(other);
}

/** A comparison in a sentence or two. */
export function numpyText({ explanation, error }: Answer): string {
  const numpy = numpyExplanation(explanation);
  if (numpy === undefined) return 'NumPy has no such arrays.';
  const aligned = numpy.broadcastDimensions;
  const guess =
    aligned.length === 0
      ? ''
      : ` It would align the last dimensions, as broadcast_dimensions=${dimensionText(aligned)} does here.`;
  if (!numpy.ok) {
    const refusal = `NumPy would refuse: operands could not be broadcast together.${guess}`;
    return explanation.ok ? `${refusal} Explicit dimensions reach further.` : refusal;
  }
  const sizes = tuple(numpy.result?.dimensions ?? []);
  if (!explanation.ok) return `NumPy would give ${sizes}.${guess} XLA does not guess.`;
  if (error !== undefined) return `NumPy would align these shapes, to ${sizes}. It may not have the operation.`;
  if (takesSame(explanation, numpy)) return `NumPy does the same: ${sizes}.`;
  if (String(numpy.result?.dimensions) !== String(explanation.result?.dimensions))
    return `NumPy would give ${sizes}, another shape.${guess}`;
  return `NumPy would give ${sizes}, with other elements.${guess}`;
}

const tuple = (sizes: readonly number[]): string => `(${sizes.join(', ')}${sizes.length === 1 ? ',' : ''})`;
