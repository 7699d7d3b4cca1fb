/** The HTML of an element in its current state, to be copied into another page. */

import type { HloomBroadcast } from '../../../js/elements/broadcast.js';
import { defaults } from '../../../js/elements/model/question.js';
import { stages } from '../../../js/elements/model/scene.js';

/** The properties that an element's tag contains. */
export type Told = Pick<HloomBroadcast, 'lhs' | 'rhs' | 'dims' | 'op' | 'lhsValues' | 'rhsValues' | 'stage' | 'fixed'>;

/** In a longer tag, each attribute has a line of its own. */
const mostColumns = 64;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The tag. Attributes with default values are omitted. */
export function markupOf(told: Told): string {
  const { lhs, rhs, dims, op, lhsValues, rhsValues, stage, fixed } = told;
  const said: readonly (readonly [name: string, value: string, usual: string | undefined])[] = [
    ['lhs', lhs, undefined],
    ['rhs', rhs, undefined],
    ['dims', dims.replace(/^\{(\d+)\}$/, '$1'), ''],
    ['op', op, defaults.op],
    ['lhs-values', lhsValues, defaults.lhsValues],
    ['rhs-values', rhsValues, defaults.rhsValues],
    ['stage', stage, stages.at(-1)],
  ];
  const attributes = said
    .filter(([, value, usual]) => value !== usual)
    .map(([name, value]) => `${name}="${escaped(value)}"`);
  if (fixed) attributes.push('fixed');
  const line = `<hloom-broadcast ${attributes.join(' ')}></hloom-broadcast>`;
  if (line.length <= mostColumns) return line;
  return `<hloom-broadcast\n  ${attributes.join('\n  ')}\n></hloom-broadcast>`;
}
