/** Bytes and steps as a table: those of the trace beside those of a ring. */

import { html, nothing, type TemplateResult } from 'lit';
import type { RingCost, Traffic } from './model/costs.js';
import { bytesText } from './text/en.js';

export function costsView(traffic: Traffic, ring: RingCost | undefined, group: number, bytes: number): TemplateResult {
  return html`<div class="table" tabindex="0" role="region" aria-label="Table of bytes and steps">
    <table class="costs">
      <thead>
        <tr>
          <td></td>
          <th scope="col">Steps</th>
          <th scope="col">A device sends</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">In the trace</th>
          <td>${traffic.steps}</td>
          <td>${bytesText(traffic.sent)}</td>
        </tr>
        ${
          ring === undefined
            ? nothing
            : html`<tr>
                <th scope="row">On a ring</th>
                <td>
                  ${ring.stepsFormula === String(ring.steps) ? nothing : html`<code>${ring.stepsFormula}</code> = `}${ring.steps}
                </td>
                <td><code>${ring.sentFormula}</code> = ${bytesText(ring.sent)}</td>
              </tr>`
        }
      </tbody>
    </table>
    <p class="quiet">
      All transfers of the trace together: ${bytesText(traffic.total)}.
      ${ring === undefined ? nothing : html`Here ${group > 1 ? html`<code>n</code> = ${group} devices of a group, and ` : nothing}<code>s</code> = ${bytesText(bytes)} of each.`}
    </p>
  </div>`;
}
