/** The collectives of a reader's program as a table: the bytes of the trace beside those of a ring. */

import { html, nothing, type TemplateResult } from 'lit';
import { collectiveCosts, trafficOf, type CollectiveCost } from './model/costs.js';
import type { Recording } from './model/recording.js';
import { bytesText, counted, texts } from './text/en.js';

export function programCostsView({ events, gathering }: Recording): TemplateResult {
  const collectives = collectiveCosts(events);
  const { total } = trafficOf(events);
  return html`${
    collectives.length === 0
      ? nothing
      : html`<div class="table" tabindex="0" role="region" aria-label="Table of bytes and steps">
            <table class="costs">
              <thead>
                <tr>
                  <td></td>
                  <th scope="col">A device sends</th>
                  <th scope="col">On a ring</th>
                </tr>
              </thead>
              <tbody>
                ${collectives.map(row)}
              </tbody>
            </table>
          </div>
          <p class="quiet">All transfers of the program together: ${bytesText(total)}.</p>`
  }
  ${gathering.length === 0 ? nothing : html`<p class="quiet">${gatheringText(gathering)}</p>`}`;
}

function row({ instruction, opcode, rounds, traffic, group, bytes, ring }: CollectiveCost): TemplateResult {
  const times = rounds === 1 ? '' : `, in each of ${rounds} rounds`;
  const isOfGroup = ring?.sentFormula.includes('n') === true;
  return html`<tr>
    <th scope="row"><code>${opcode} %${instruction}</code></th>
    <td>${bytesText(traffic.sent)}</td>
    <td>
      ${
        ring === undefined
          ? nothing
          : html`<code>${ring.sentFormula}</code> = ${bytesText(ring.sent)} in
              ${counted(ring.steps, 'step')}${times}${
                isOfGroup ? html`, with <code>s</code> = ${bytesText(bytes)} and <code>n</code> = ${group}` : nothing
              }`
      }
    </td>
  </tr>`;
}

function gatheringText(events: Recording['gathering']): string {
  const transfers = events.filter(({ kind }) => kind === 'transfer').length;
  return texts.gathering(bytesText(trafficOf(events).total), counted(transfers, 'transfer'));
}
