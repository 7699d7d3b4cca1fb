/** Finds changes that make an illegal question legal; each one is tried before it is offered. */

import { answerOf } from './answer.js';
import type { OperationDetail } from './catalogue.js';
import { fieldsOf, type Texts } from './program.js';

export interface Fix {
  readonly label: string;
  /** The texts that change. */
  readonly texts: Texts;
}

const mostFixes = 3;
const mostLength = 40;

const short = (text: string): string => (text.length > mostLength ? `${text.slice(0, mostLength)} …` : text);

/** Goes back to texts that were legal, in one field if that is enough. */
export function fixesOf(detail: OperationDetail, texts: Texts, legal: readonly (Texts | undefined)[]): Fix[] {
  const found = new Map<string, Fix>();
  for (const known of legal) {
    if (known === undefined) continue;
    const changed = fieldsOf(detail, { ...known, ...texts }).filter(
      ({ name }) => (known[name] ?? '') !== (texts[name] ?? ''),
    );
    for (const { name, label } of changed) {
      const back = { [name]: known[name] ?? '' };
      const text = back[name] ?? '';
      const title = text === '' ? `Leave ${label} out` : `Set ${label} to ${short(text)}`;
      if (!found.has(title) && answerOf(detail, { ...texts, ...back }).ok)
        found.set(title, { label: title, texts: back });
    }
  }
  if (found.size === 0) {
    const known = legal.find((one) => one !== undefined && answerOf(detail, one).ok);
    if (known !== undefined) {
      const names = new Set([...Object.keys(texts), ...Object.keys(known)]);
      found.set('', {
        label: 'Back to what was legal',
        texts: Object.fromEntries([...names].map((name) => [name, known[name] ?? ''])),
      });
    }
  }
  return [...found.values()].slice(0, mostFixes);
}
