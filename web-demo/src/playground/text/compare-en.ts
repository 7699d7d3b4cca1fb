/** The texts of the comparison. */

import type { TraceEvent } from 'hloom';
import type { Difference } from '../model/differences.js';
import { placeText } from '../model/recording.js';

const elements = (count: number, total: number): string =>
  `${count.toLocaleString('en')} of ${total.toLocaleString('en')} element${total === 1 ? '' : 's'}`;

const onTheRight = (left: TraceEvent, right: TraceEvent): string =>
  left.instruction === right.instruction ? '' : ` (%${right.instruction} on the right)`;

/** The count of a larger distance, such as that of -2 and 2, tells a reader nothing. */
const mostUlps = 65_536;

export const compareTexts = {
  unchanged: 'Both sides are the same program. Edit one of them, or open another file on the right.',
  otherParameters: 'The programs have different parameters, so they cannot run on the same inputs.',
  noDifference: 'Every matched instruction has the same values.',
  noDifferenceInRecording:
    'The values are too many to compare all their elements; the first elements of each are the same.',
  noDumps: 'The folder has no programs: XLA writes them with --xla_dump_to and --xla_dump_hlo_pass_re=.*',
  noProgram: 'This file is not a program.',
  side: (side: 'left' | 'right', name: string): string =>
    (side === 'left' ? 'Left' : 'Right') + (name === '' ? '' : `: ${name}`),
  pass: (before: string, after: string): string => `${before} → ${after}`,
  counts: (same: number, changed: number, added: number, removed: number): string =>
    `${same} the same, ${changed} changed, ${added} only right, ${removed} only left.`,
  difference: ({ left, right, count, total }: Difference): string => {
    return `%${left.instruction}${onTheRight(left, right)} in ${placeText(left)} is the first whose values differ: ${elements(count, total)}.`;
  },
  results: ({ left, count, total }: Difference): string =>
    `The result %${left.instruction} differs, too: ${elements(count, total)}.`,
  otherResults: ({ left, right, count, total }: Difference): string =>
    `The result %${left.instruction}${onTheRight(left, right)} differs: ${elements(count, total)}.`,
  distance: (ulps: number): string =>
    !Number.isFinite(ulps)
      ? 'one of which is not finite'
      : `${ulps > mostUlps ? `more than ${mostUlps.toLocaleString('en')}` : ulps.toLocaleString('en')} units in the last place apart`,
  histogram: (bars: readonly { readonly title: string; readonly count: number }[]): string =>
    `Elements by their distance in units of the last place: ${bars.map(({ title, count }) => `${title}: ${count}`).join(', ')}.`,
};
