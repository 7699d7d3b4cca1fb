/** The same operation in NumPy, whose functions of the same name do not always do the same. */

import type { Explanation, Shape } from 'hloom';
import type { Answer } from '../../../js/elements/model/answer.js';
import { operations } from '../../../js/elements/model/operations.js';
import { sideNames } from '../../../js/elements/model/scene.js';
import { onResult } from './on-result.js';

/** NumPy aligns the last dimensions; if that is another broadcast, the operand is reshaped first. */
function operandsOf(explanation: Explanation): [lhs: string, rhs: string] {
  const count = explanation.dimensions.length;
  const [lhs = '', rhs = ''] = sideNames.map((side) => {
    const places = onResult(explanation, side);
    const aligned = places.every((place, own) => place === count - places.length + own);
    if (aligned) return side;
    const sizes = explanation.dimensions.map(({ [side]: { size, origin } }) => (origin === 'new' ? 1 : size));
    return `${side}.reshape(${sizes.join(', ')})`;
  });
  return [lhs, rhs];
}

export function numpyCode({ explanation, op }: Answer): string {
  const [lhs, rhs] = operandsOf(explanation);
  const { type } = explanation.lhs;
  const usual = `np.${operations[op].numpy ?? op}(${lhs}, ${rhs})`;
  return ['import numpy as np', '', ...linesOf(op, type, lhs, rhs, usual)].join('\n');
}

function linesOf(op: Answer['op'], type: Shape['type'], lhs: string, rhs: string, usual: string): string[] {
  const isSigned = /^S\d/.test(type);
  const isWhole = isSigned || /^U\d/.test(type);
  if (op === 'complex') return [`result = ${lhs} + 1j * ${rhs}`];
  // np.divide makes fractions of whole numbers, and np.floor_divide rounds down.
  if (op === 'div' && isWhole) {
    const dividend = isSigned ? `${lhs} - np.fmod(${lhs}, ${rhs})` : lhs;
    const note = isSigned ? ['# XLA rounds toward 0, and NumPy down.'] : [];
    return [...note, `result = np.floor_divide(${dividend}, ${rhs})`];
  }
  // np.right_shift depends on the type: it repeats the sign of signed numbers.
  const isOtherShift = op === (isSigned ? 'shiftRightLogical' : 'shiftRightArithmetic');
  if (!isOtherShift) return [`result = ${usual}`];
  const bits = type.slice(1);
  const [own, other] = isSigned ? [`np.int${bits}`, `np.uint${bits}`] : [`np.uint${bits}`, `np.int${bits}`];
  const viewed = [lhs, rhs].map((operand) => `${operand}.view(${other})`);
  return [
    `# np.right_shift ${isSigned ? 'repeats' : 'knows no'} sign of ${own}.`,
    `result = np.right_shift(${viewed.join(', ')}).view(${own})`,
  ];
}
