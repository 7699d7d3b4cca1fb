/** The texts of the comparison. */

import type { TraceEvent } from 'hloom';
import { placeText } from '../model/recording.js';

export const compareTexts = {
  otherParameters: 'The programs have different parameters, so they cannot run on the same inputs.',
  noDifference: 'Every matched instruction has the same values.',
  noDumps: 'The folder has no programs: XLA writes them with --xla_dump_to and --xla_dump_hlo_pass_re=.*',
  noProgram: 'This file is not a program.',
  side: (side: 'left' | 'right', name: string): string =>
    (side === 'left' ? 'Left' : 'Right') + (name === '' ? '' : `: ${name}`),
  pass: (before: string, after: string): string => `${before} → ${after}`,
  counts: (same: number, changed: number, added: number, removed: number): string =>
    `${same} the same, ${changed} changed, ${added} only right, ${removed} only left.`,
  difference: (left: TraceEvent, right: TraceEvent, count: number, total: number): string => {
    const other = left.instruction === right.instruction ? '' : ` (%${right.instruction} on the right)`;
    return `%${left.instruction}${other} in ${placeText(left)} is the first whose values differ: ${count} of ${total} elements.`;
  },
  distance: (ulps: number): string =>
    Number.isFinite(ulps) ? `${ulps.toLocaleString('en')} units in the last place apart` : 'one of which is not finite',
  histogram: (bars: readonly { readonly title: string; readonly count: number }[]): string =>
    `Elements by their distance in units of the last place: ${bars.map(({ title, count }) => `${title}: ${count}`).join(', ')}.`,
};
