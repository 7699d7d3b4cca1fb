/** The desk of the playground: the text above its inputs, beside the graph above the value, with edges that move. */

import { html, type TemplateResult } from 'lit';
import './split-handle.js';
import { usualSplits, type Splits } from './splits.js';

/** The contents of the panes. */
export interface Panes {
  readonly program: TemplateResult;
  readonly side: TemplateResult;
  readonly graph: TemplateResult;
  readonly value: TemplateResult;
}

/** `isEmpty` if there is a text, but no program to show. */
export function deskView(
  panes: Panes,
  splits: Splits,
  isEmpty: boolean,
  change: (splits: Splits) => void,
): TemplateResult {
  const handle = (name: keyof Splits, direction: 'columns' | 'rows', label: string): TemplateResult =>
    html`<split-handle
      .share=${splits[name]}
      .usual=${usualSplits[name]}
      .direction=${direction}
      .label=${label}
      @split=${({ detail }: CustomEvent<number>) => change({ ...splits, [name]: detail })}
    ></split-handle>`;
  return html`<div
    class=${isEmpty ? 'desk empty' : 'desk'}
    style=${`--text:${splits.text}%;--program:${splits.program}%;--graph:${splits.graph}%`}
  >
    <div class="desk-column">
      <section class="program" aria-label="Program text">${panes.program}</section>
      ${handle('program', 'rows', 'Height of the text')}
      <section class="side" aria-label="Inputs, watches and costs">${panes.side}</section>
    </div>
    ${handle('text', 'columns', 'Width of the text')}
    <div class="desk-column">
      <section class="graph" aria-label="Graph">${panes.graph}</section>
      ${handle('graph', 'rows', 'Height of the graph')}
      <section class="value" aria-label="Value">${panes.value}</section>
    </div>
  </div>`;
}
