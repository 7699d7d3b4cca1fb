/** The examples of the text on broadcasting: the same that `npm start` runs. */

import { examples as composition } from '../../../examples/broadcasting/composition.mjs';
import { examples as formalDefinition } from '../../../examples/broadcasting/formal-definition.mjs';
import { examples as lowerRank } from '../../../examples/broadcasting/lower-rank.mjs';
import { examples as similarRank } from '../../../examples/broadcasting/similar-rank.mjs';
import { examples as whatIsBroadcasting } from '../../../examples/broadcasting/what-is-broadcasting.mjs';
import { defaults, dimensionText, type Question } from '../../../js/elements/model/question.js';

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly question: Question;
  readonly illegal: boolean;
}

const groups = [
  ['What is broadcasting?', whatIsBroadcasting],
  ['Lower rank onto higher rank', lowerRank],
  ['Formal definition', formalDefinition],
  ['Similar rank', similarRank],
  ['Composition', composition],
] as const;

export const exampleGroups: readonly { readonly title: string; readonly examples: readonly Example[] }[] = groups.map(
  ([title, examples]) => ({
    title,
    examples: examples.map(({ id, title, lhs, rhs, broadcastDimensions, rule }) => ({
      id,
      title,
      question: { ...defaults, lhs, rhs, dims: dimensionText(broadcastDimensions) },
      illegal: rule !== undefined,
    })),
  }),
);

/** The examples to try first, with a short name each. */
const chipTitles: Readonly<Record<string, string>> = {
  'matrix-plus-scalar': 'matrix + scalar',
  'vector-on-columns': 'vector as a column',
  outer: 'column + row',
  'cuboid-plus-matrix': 'cube + matrix',
  'without-dimensions': 'no dimensions given',
  'wrong-dimension': 'sizes 2 and 3',
};

export const chips: readonly Example[] = Object.entries(chipTitles).flatMap(([id, title]) => {
  const example = exampleGroups.flatMap(({ examples }) => examples).find((one) => one.id === id);
  return example === undefined ? [] : [{ ...example, title }];
});
