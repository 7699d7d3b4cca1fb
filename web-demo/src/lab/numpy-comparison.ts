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

/** The comparison: NumPy's verdict, the shape that it would give, and why, if it differs. */
export interface Comparison {
  readonly verdict: string;
  readonly isAllowed: boolean;
  readonly isSame: boolean;
  readonly reason: string;
}

export function compared({ explanation, error }: Answer): Comparison | undefined {
  const numpy = numpyExplanation(explanation);
  if (numpy === undefined) return undefined;
  const aligned = numpy.broadcastDimensions;
  const always = aligned.length === 0 ? '' : `NumPy always aligns the last dimensions, here ${dimensionText(aligned)}.`;
  if (!numpy.ok) {
    const verdict = 'an error: operands could not be broadcast together';
    const more = explanation.ok ? 'XLA allows it, because you say where each dimension goes.' : '';
    return { verdict, isAllowed: false, isSame: !explanation.ok, reason: joined(always, more) };
  }
  const sizes = tuple(numpy.result?.dimensions ?? []);
  const verdict = `allowed, result ${sizes}`;
  if (!explanation.ok) {
    return { verdict, isAllowed: true, isSame: false, reason: joined(always, 'XLA asks you to say so.') };
  }
  if (error !== undefined) {
    return { verdict: `${sizes}, if it has the operation`, isAllowed: true, isSame: false, reason: '' };
  }
  if (takesSame(explanation, numpy)) return { verdict, isAllowed: true, isSame: true, reason: '' };
  const isOtherShape = String(numpy.result?.dimensions) !== String(explanation.result?.dimensions);
  return {
    verdict,
    isAllowed: true,
    isSame: false,
    reason: joined(isOtherShape ? 'The shape differs.' : 'The shape is the same, but the elements differ.', always),
  };
}

export const joined = (...sentences: readonly string[]): string => sentences.filter((one) => one !== '').join(' ');

/** A comparison in a sentence or two. */
export function numpyText(answer: Answer): string {
  const found = compared(answer);
  if (found === undefined) return 'NumPy has no such arrays.';
  return joined(`In NumPy: ${found.verdict}.`, found.isSame ? 'The same as in XLA.' : found.reason);
}

export const tuple = (sizes: readonly number[]): string => `(${sizes.join(', ')}${sizes.length === 1 ? ',' : ''})`;
