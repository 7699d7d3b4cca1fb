/** The examples of the text on broadcasting, as links: the same that `npm start` runs. */

import { examples as composition } from '../../examples/broadcasting/composition.mjs';
import { examples as formalDefinition } from '../../examples/broadcasting/formal-definition.mjs';
import { examples as lowerRank } from '../../examples/broadcasting/lower-rank.mjs';
import { examples as similarRank } from '../../examples/broadcasting/similar-rank.mjs';
import { examples as whatIsBroadcasting } from '../../examples/broadcasting/what-is-broadcasting.mjs';
import { element } from './element.js';
import { dimensionText, toHash, type Question } from './question.js';

const groups = [
  ['What is broadcasting?', whatIsBroadcasting],
  ['Lower rank onto higher rank', lowerRank],
  ['Formal definition', formalDefinition],
  ['Similar rank', similarRank],
  ['Composition', composition],
] as const;

const presets = groups.map(([title, examples]) => ({
  title,
  examples: examples.map(({ id, title, lhs, rhs, broadcastDimensions, rule }) => {
    const question = { lhs, rhs, dims: dimensionText(broadcastDimensions) };
    return { id, title, question, illegal: rule !== undefined };
  }),
}));

/** The question that the page opens with. */
export const firstQuestion: Question = presets[0]?.examples[0]?.question ?? { lhs: '', rhs: '', dims: '' };

/** Draws the list of examples. */
export function drawPresets(into: HTMLElement): void {
  for (const { title, examples } of presets) {
    const items = examples.map((example) => {
      const { lhs, rhs, dims } = example.question;
      const link = element(
        'a',
        { href: toHash(example.question), class: example.illegal ? 'preset illegal' : 'preset', 'data-id': example.id },
        element('span', {}, example.title),
        element('code', {}, `${lhs} + ${rhs} ${dims}`.trim()),
      );
      return element('li', {}, link);
    });
    into.append(element('h2', {}, title), element('ul', {}, ...items));
  }
}

/** Marks the example that the page shows, if it is one. */
export function markPreset(into: HTMLElement, question: Question): void {
  const hash = toHash(question);
  for (const link of into.querySelectorAll('a')) {
    if (link.getAttribute('href') === hash) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}
