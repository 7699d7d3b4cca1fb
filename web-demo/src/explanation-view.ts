/** Draws an explanation: the verdict, a table with a row a dimension, the lowering. */

import type { Explanation, ExplanationDimension, ExplanationSide, HloomError } from 'hloom';
import { element } from './element.js';
import { dimensionText } from './question.js';

const verdicts = {
  equal: 'equal',
  lhsExpands: 'lhs repeats',
  rhsExpands: 'rhs repeats',
  newLhs: 'new to lhs',
  newRhs: 'new to rhs',
  mismatch: 'mismatch',
} as const;

/** One line for what comes out, or why nothing does. */
export function drawVerdict(into: HTMLElement, explanation: Explanation): void {
  const { lhs, rhs, broadcastDimensions, result, error } = explanation;
  if (explanation.ok && result !== undefined) {
    into.className = 'verdict good';
    const dims = broadcastDimensions.length === 0 ? '' : `, broadcast_dimensions=${dimensionText(broadcastDimensions)}`;
    into.replaceChildren(
      element('p', {}, `${lhs.toString()} + ${rhs.toString()}${dims} gives `, element('strong', {}, result.toString())),
    );
    return;
  }
  if (error !== undefined) drawError(into, error);
}

/** The error that teaches: what is wrong, the rule, what to do. */
export function drawError(into: HTMLElement, error: HloomError): void {
  into.className = 'verdict bad';
  into.replaceChildren(
    element('p', {}, element('strong', {}, error.headline), ' ', element('code', { class: 'rule' }, error.rule)),
    ...error.details.map((line) => element('p', {}, line)),
    element('p', { class: 'help' }, element('span', {}, 'Help: '), error.help),
  );
}

/** The table of dimensions and the instructions that the operation becomes. */
export function drawExplanation(into: HTMLElement, explanation: Explanation, program: string): void {
  const parts: Node[] = [];
  if (explanation.dimensions.length > 0) {
    const columns = ['Dimension', 'lhs', 'rhs', 'Result', 'Verdict'];
    const head = element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name)));
    const table = element(
      'table',
      { class: 'why' },
      element('thead', {}, head),
      element('tbody', {}, ...explanation.dimensions.map(row)),
    );
    parts.push(table);
  } else {
    const scalars = 'Both are scalars: there is no dimension to match.';
    const undecided = 'The dimensions are not matched to each other, so none can be compared.';
    parts.push(element('p', { class: 'quiet' }, explanation.ok ? scalars : undecided));
  }
  if (program !== '') parts.push(...lowering(explanation, program));
  into.replaceChildren(...parts);
}

function row(dimension: ExplanationDimension): HTMLElement {
  const { verdict, sentence } = dimension;
  const mismatch = verdict === 'mismatch';
  const why = element(
    'td',
    { class: 'because' },
    element('span', { class: `badge ${verdict}` }, verdicts[verdict]),
    ' ',
    sentence.replace(/^dimension \d+: /, ''),
  );
  return element(
    'tr',
    mismatch ? { class: 'mismatch' } : {},
    element('th', { scope: 'row' }, String(dimension.dimension)),
    side(dimension.lhs, dimension.size),
    side(dimension.rhs, dimension.size),
    element('td', {}, mismatch ? '–' : String(dimension.size)),
    why,
  );
}

/** Where an operand's size comes from, and what becomes of it. */
function side({ dimension, size, origin, expanded }: ExplanationSide, result: number): HTMLElement {
  const shown = origin === 'new' ? '–' : expanded ? `${size} → ${result}` : String(size);
  const from = origin === 'inDim' ? `its dimension ${dimension}` : '';
  return element('td', {}, shown, ...(from === '' ? [] : [element('small', {}, from)]));
}

function lowering({ steps }: Explanation, program: string): Node[] {
  const list =
    steps.length === 0
      ? element('p', { class: 'quiet' }, 'The shapes are equal: the operation stays as it is.')
      : element('ol', { class: 'steps' }, ...steps.map((step) => element('li', {}, element('code', {}, step))));
  const text = element(
    'details',
    { class: 'program' },
    element('summary', {}, 'The program as HLO text'),
    element('pre', { tabindex: '0' }, program),
  );
  return [element('h3', {}, 'Lowered to'), list, text];
}
