/** The answer about a transpose before it runs. */

import { HloomError, type Shape } from 'hloom';
import { placements } from '../../../../js/elements/model/question.js';
import { backwards } from './orders.js';
import { movedCount, programOf, resultOf, transposeOf, ways, type Transpose, type Way } from './transpose.js';

export type TransposeAnswer =
  | {
      readonly ok: true;
      readonly transpose: Transpose;
      /** The number of elements that each way moves; `undefined` if there are too many to count. */
      readonly moved: Readonly<Record<Way, number | undefined>>;
      /** Why the engine does not go a way. */
      readonly refusals: Readonly<Record<Way, HloomError | undefined>>;
    }
  | {
      readonly ok: false;
      /** The engine's error, or the mistake in the text. */
      readonly error: HloomError | string;
    };

/**
 * Answers synchronously; `init()` must have run.
 *
 * @param operand - a static array
 * @param permutation - as HLO text, `{1,0}`; empty for the dimensions in reverse
 */
export function answerTranspose(operand: Shape, permutation: string): TransposeAnswer {
  try {
    const transpose = transposeOf(operand, orderOf(permutation, operand.rank));
    const each = <T>(of: (way: Way) => T): Record<Way, T> => ({ bitcast: of('bitcast'), transpose: of('transpose') });
    return {
      ok: true,
      transpose,
      moved: each((way) => movedCount(transpose, resultOf(transpose, way))),
      refusals: each((way) => refusalOf(transpose, way)),
    };
  } catch (thrown) {
    return { ok: false, error: thrown instanceof HloomError ? thrown : `${(thrown as Error).message}.` };
  }
}

function orderOf(permutation: string, rank: number): number[] {
  if (permutation.trim() === '') return backwards(rank);
  return placements(permutation).map((dimension) => dimension ?? rank);
}

function refusalOf(transpose: Transpose, way: Way): HloomError | undefined {
  try {
    programOf(transpose, way).dispose();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof HloomError) return thrown;
    throw thrown;
  }
}

/** The ways that the engine does not refuse. */
export const openWays = ({ refusals }: Extract<TransposeAnswer, { ok: true }>): Way[] =>
  ways.filter((way) => refusals[way] === undefined);
