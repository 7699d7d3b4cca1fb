/** The texts of the elements, in English; each sentence once. */

import type { Explanation, ExplanationDimension } from 'hloom';
import { applied, type OperationName } from './model/operations.js';
import type { SideName } from './model/scene.js';
import type { Wire } from './model/wiring.js';

export const looseText = 'on no dimension';

export const wireText = ({ to, state }: Wire): string =>
  `dimension ${to} of the result${state === 'broken' ? ', which does not fit' : ''}`;

export const handleText = ({ side, from }: Wire): string => `Dimension ${from} of ${side} goes to`;

export const handleTitle = 'Drag it to a dimension, or press it to move it to the next one';

/** The names of the stages. */
export const stageNames = {
  given: 'Given',
  placed: 'Aligned',
  stretched: 'Repeated',
  combined: 'Combined',
} as const;

/** The text of each stage, beside the scrubber. */
export const stageTexts = {
  given: 'The operands as they are given.',
  placed: 'Every missing dimension is added with size 1.',
  stretched: 'Dimensions of size 1 are repeated. Nothing is copied in memory.',
  combined: 'Both now have the result’s shape, so elements are combined in pairs.',
} as const;

export const stillTexts = {
  pointed: 'Point at a number to see where it comes from.',
  touched: 'Tap a number to see where it comes from.',
  noArrays: 'Only arrays have elements to draw.',
  dynamic: 'These sizes are known only when a program runs, so there are no elements to show yet.',
  illegal: 'Red marks what does not fit.',
} as const;

/** Shown while a text that is being typed is not yet a question. */
export const staleText = (shown: string): string => `Still showing ${shown}.`;

/** Shown after the mistakes in typed elements. */
export const misfitText = 'Showing 0, 1, 2, … until the values fit.';

export const countText = (side: SideName): string => `Use 0, 1, 2, … for ${side}`;

/** Shown in place of a result. */
export const noResult = {
  shapes: 'No result: these shapes cannot be broadcast.',
  types: (lhs: string, rhs: string): string => `No result: ${lhs} and ${rhs} cannot be mixed.`,
  operation: (op: string, type: string): string => `No result: ${op} is not defined for ${type}.`,
  unplaced: (side: SideName): string => `Choose a dimension for ${side} first.`,
} as const;

/** A broadcast in one line: `f32[2,3] + f32[3] on dimension 1 → f32[2,3]`. */
export function broadcastText(terms: string, dims: readonly number[], result: string): string {
  const on = dims.length === 0 ? '' : ` on ${dims.length === 1 ? 'dimension' : 'dimensions'} ${dims.join(' and ')}`;
  return `${terms}${on} → ${result}`;
}

/** The reason for the size of a dimension of the result, as the engine decides it. */
export function reasonText({ dimension, verdict, size, lhs, rhs }: ExplanationDimension): string {
  const times = size === 1 ? 'once' : `${size.toLocaleString('en')} times`;
  switch (verdict) {
    case 'equal':
      return `Both have size ${size}.`;
    case 'lhsExpands':
    case 'rhsExpands': {
      const side = verdict === 'lhsExpands' ? 'lhs' : 'rhs';
      return size === 1
        ? 'Both have size 1.'
        : `${side} has size 1, so it is stretched to ${size.toLocaleString('en')}.`;
    }
    case 'newLhs':
    case 'newRhs': {
      const side = verdict === 'newLhs' ? 'lhs' : 'rhs';
      return `${side} has no dimension ${dimension}, so it is repeated ${times}.`;
    }
    case 'mismatch':
      return `${mismatchText({ lhs, rhs })} ${mismatchRule}`;
  }
}

export const mismatchText = ({ lhs, rhs }: Pick<ExplanationDimension, SideName>): string =>
  `${lhs.size} and ${rhs.size} do not match.`;

/** Said once, after all dimensions that do not match. */
export const mismatchRule = 'Sizes must be equal, or one of them must be 1.';

/** The attributes that the pages write as XLA does. */
const attributes = {
  broadcastDimensions: 'broadcast_dimensions',
  minorToMajor: 'minor_to_major',
  paddedDimensions: 'padded_dimensions',
  paddingValue: 'padding_value',
} as const;

const attribute = new RegExp(`(${Object.keys(attributes).join('|')})(: \\[([^\\]]*)\\])?`, 'g');

/** The names of element types in the engine's sentences; shapes have small letters. */
const typeName = /\b(?:PRED|BF16|[SUF]\d+(?:E\d\w*)?|C(?:64|128))\b/g;

/**
 * Returns a text of the engine in the notation of the page: `broadcastDimensions: [0]` is `broadcast_dimensions={0}`
 * here.
 */
export function inPageNotation(text: string): string {
  return text
    .replaceAll(attribute, (_, name: keyof typeof attributes, value?: string, list?: string) =>
      value === undefined ? attributes[name] : `${attributes[name]}={${list?.replaceAll(' ', '')}}`,
    )
    .replaceAll(typeName, (name) => name.toLowerCase());
}

/** The errors that the page explains in its own words; all others are the engine's sentences. */
export function errorText(
  rule: string,
  { lhs, rhs, dimensions, broadcastDimensions: dims }: Explanation,
): string | undefined {
  if (rule === 'broadcast.c1') {
    return (
      `The arrays have ${counted(lhs.rank)} and ${rhs.rank}. ` +
      'XLA never guesses which ones belong together: say it with broadcast_dimensions.'
    );
  }
  const [lower, higher] = lhs.rank < rhs.rank ? ([lhs, rhs] as const) : ([rhs, lhs] as const);
  const name = lower === lhs ? 'lhs' : 'rhs';
  const other = lower === lhs ? 'rhs' : 'lhs';
  const given = `{${dims.join(',')}}`;
  switch (rule) {
    case 'broadcast.c3':
      return `${given} names a dimension that ${other} does not have: it has ${dimensionsText(higher.rank)}.`;
    case 'broadcast.c4': {
      const twice = dims.find((dimension, place) => dims.indexOf(dimension) !== place);
      return twice === undefined
        ? `The numbers in ${given} do not go up. A broadcast repeats values; it never turns an array around.`
        : `Two dimensions of ${name} cannot both go to dimension ${twice}. Each needs a place of its own.`;
    }
    case 'broadcast.c5':
      return `Both have ${counted(rhs.rank)}, so each meets its own number. Leave broadcast_dimensions out.`;
    case 'broadcast.c7': {
      const numbers = `${dims.length} ${dims.length === 1 ? 'number' : 'numbers'}`;
      return `${name} has ${counted(lower.rank)}, but ${given} has ${numbers}. It needs one for each dimension.`;
    }
  }
  const broken = dimensions.filter(({ verdict }) => verdict === 'mismatch');
  const [first] = broken;
  if (rule !== 'broadcast.c2' || first === undefined || broken.length > 1) return undefined;
  const { dimension } = first;
  const isVector = Math.min(lhs.rank, rhs.rank) === 1 && lhs.rank !== rhs.rank;
  const wanted = (lhs.rank < rhs.rank ? first.rhs : first.lhs).size;
  if (!isVector) return '';
  return `On dimension ${dimension} the vector needs ${wanted} ${wanted === 1 ? 'element' : 'elements, or 1'}.`;
}

/** `dimension 0`, `dimensions 0 and 1`, or `dimensions 0 to 3`. */
function dimensionsText(rank: number): string {
  if (rank === 1) return 'only dimension 0';
  return rank === 2 ? 'only dimensions 0 and 1' : `only dimensions 0 to ${rank - 1}`;
}

const counted = (rank: number): string => `${rank} ${rank === 1 ? 'dimension' : 'dimensions'}`;

/** The rules that a broadcast can break, as the reference states them. */
export const ruleTexts: Readonly<Record<string, string>> = {
  'broadcast.c1': 'Arrays of different rank need broadcast_dimensions. Only scalars broadcast without them.',
  'broadcast.c2': 'Sizes of dimensions that meet are equal, or one of them is 1.',
  'broadcast.c3': 'Each number in broadcast_dimensions is a dimension of the higher-rank array.',
  'broadcast.c4': 'The numbers in broadcast_dimensions increase: a broadcast never transposes.',
  'broadcast.c5': 'Between arrays of equal rank, broadcast_dimensions is empty or {0,1,…}.',
  'broadcast.c6': 'Both operands have the same element type.',
  'broadcast.c7': 'broadcast_dimensions has one number for each dimension of the lower-rank array.',
  'broadcast.c8': 'Only a static dimension of size 1 is stretched.',
  'type.c1': 'An operation takes only the element types for which it is defined.',
  'type.c2': 'Operands are arrays: a tuple has no elements to combine.',
};

/** An array in a few words, for screen readers. */
export function arrayText(shape: string, values: readonly string[], more: number): string {
  if (values.length === 0) return `${shape}, without elements`;
  const rest = more === 0 ? '' : ` and ${more.toLocaleString('en')} more`;
  return `${shape}: ${values.join(', ')}${rest}`;
}

export const elementText = (name: string, index: readonly number[]): string =>
  index.length === 0 ? name : `${name}[${index.join(',')}]`;

/** `result[1,2] = lhs[1,2] + rhs[2]`, and the same in numbers. */
export function arithmeticText(
  op: OperationName,
  index: readonly number[],
  sources: Readonly<Record<SideName, readonly number[]>>,
  values: Readonly<Record<SideName | 'result', string>>,
): { readonly names: string; readonly numbers: string } {
  const terms = applied(op, elementText('lhs', sources.lhs), elementText('rhs', sources.rhs));
  return {
    names: `${elementText('result', index)} = ${terms}`,
    numbers: `${applied(op, values.lhs, values.rhs)} = ${values.result}`,
  };
}

/** The elements of the result that an element of an operand reaches. */
export function reachText(name: SideName, index: readonly number[], { dimensions, result }: Explanation): string {
  if (result === undefined) return `Nothing uses ${elementText(name, index)}: the broadcast has no result.`;
  const everywhere = dimensions.filter(({ [name]: side }) => side.expanded);
  const along = everywhere.map(({ dimension }) => dimension);
  const count = everywhere.reduce((product, { size }) => product * size, 1);
  if (along.length === 0 || count === 1) return `${elementText(name, index)} is used once in the result.`;
  if (count === 0) return `${elementText(name, index)} is repeated 0 times: the result has no elements.`;
  const where = `${along.length === 1 ? 'dimension' : 'dimensions'} ${along.join(' and ')}`;
  return `${elementText(name, index)} is used ${count.toLocaleString('en')} times in the result, along ${where}.`;
}
