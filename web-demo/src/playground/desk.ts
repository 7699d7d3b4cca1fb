/**
 * The desk of the playground: the text above its inputs, beside the graph above the value, with edges that move. On a
 * wide screen the graph is beside the value: its layers, one below the other, need the height.
 */

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

/** The desk is empty if there is a text, but no program to show. */
export function deskView(
  panes: Panes,
  splits: Splits,
  { isEmpty, isWide }: { readonly isEmpty: boolean; readonly isWide: boolean },
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
  const text = isWide ? 'wideText' : 'text';
  const graph = isWide ? 'wideGraph' : 'graph';
  return html`<div
    class=${`desk${isEmpty ? ' empty' : ''}${isWide ? ' wide' : ''}`}
    style=${`--text:${splits[text]}%;--program:${splits.program}%;--graph:${splits[graph]}%`}
  >
    <div class="desk-column">
      <section class="program" aria-label="Program text">${panes.program}</section>
      ${handle('program', 'rows', 'Height of the text')}
      <section class="side" aria-label="Inputs, watches and costs">${panes.side}</section>
    </div>
    ${handle(text, 'columns', 'Width of the text')}
    <div class="desk-column">
      <section class="graph" aria-label="Graph">${panes.graph}</section>
      ${isWide ? handle(graph, 'columns', 'Width of the graph') : handle(graph, 'rows', 'Height of the graph')}
      <section class="value" aria-label="Value">${panes.value}</section>
    </div>
  </div>`;
}
