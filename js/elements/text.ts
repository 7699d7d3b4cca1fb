/** The texts of the elements, in English; each sentence once. */

import type { Explanation } from 'hloom';
import { applied, type OperationName } from './model/operations.js';
import type { SideName } from './model/scene.js';
import type { Wire } from './model/wiring.js';

export const looseText = 'not tied to any dimension';

export const wireText = ({ to, state }: Wire): string =>
  `dimension ${to} of the result${state === 'broken' ? ', which does not fit' : ''}`;

export const handleText = ({ side, from }: Wire): string => `Dimension ${from} of ${side} goes to`;

export const handleTitle = 'Drag it to a dimension, or tap it for the next one';

/** The text of each stage, under the scrubber. */
export const stageTexts = {
  given: 'The operands as they are given.',
  placed: 'Each operand gets every dimension of the result: one that it does not have is new, and has size 1.',
  stretched: 'Where an operand has size 1, its values repeat along that dimension. Nothing is copied in memory.',
  combined: 'Both have the shape of the result now, and the operation takes them element by element.',
} as const;

export const stillTexts = {
  operable: 'Point at an element, or press Tab to reach the arrays and move with the arrow keys.',
  noArrays: 'Only arrays have elements to draw.',
  dynamic: 'These sizes are known only when a program runs: elements are drawn where all sizes are static.',
} as const;

/** Shown while a text that is being typed is not yet a question. */
export const staleText = 'The picture is that of the question before.';

/** Shown after the mistakes in typed elements. */
export const misfitText = 'Until they fit, counted ones stand in for them.';

export const countText = (side: SideName): string => `Count the elements of ${side}`;

export const tooLargeText = (most: number): string =>
  `Too large to be computed here: this page computes up to ${most.toLocaleString('en')} elements. The explanation needs none.`;

/** An array in a few words, for screen readers. */
export function arrayText(shape: string, values: readonly string[], more: number): string {
  if (values.length === 0) return `${shape}, without elements`;
  const rest = more === 0 ? '' : ` and ${more.toLocaleString('en')} more`;
  return `${shape}: ${values.join(', ')}${rest}`;
}

const element = (name: string, index: readonly number[]): string =>
  index.length === 0 ? name : `${name}[${index.join(',')}]`;

/** `result[1,2] = lhs[1,2] + rhs[2]`, and the same in numbers. */
export function arithmeticText(
  op: OperationName,
  index: readonly number[],
  sources: Readonly<Record<SideName, readonly number[]>>,
  values: Readonly<Record<SideName | 'result', string>>,
): { readonly names: string; readonly numbers: string } {
  const terms = applied(op, element('lhs', sources.lhs), element('rhs', sources.rhs));
  return {
    names: `${element('result', index)} = ${terms}`,
    numbers: `${applied(op, values.lhs, values.rhs)} = ${values.result}`,
  };
}

/** The elements of the result that an element of an operand reaches. */
export function reachText(name: SideName, index: readonly number[], { dimensions, result }: Explanation): string {
  if (result === undefined) return `${element(name, index)} goes nowhere, because the operation has no result.`;
  const everywhere = dimensions.filter(({ [name]: side }) => side.expanded);
  const along = everywhere.map(({ dimension }) => dimension);
  const count = everywhere.reduce((product, { size }) => product * size, 1);
  if (along.length === 0 || count === 1) return `${element(name, index)} goes to one element of the result.`;
  if (count === 0) return `${element(name, index)} is repeated 0 times: it goes to no element of the result.`;
  const where = `${along.length === 1 ? 'dimension' : 'dimensions'} ${along.join(' and ')}`;
  return `${element(name, index)} goes to ${count.toLocaleString('en')} elements of the result: all along ${where}.`;
}
