/** An error of the engine; after a deadlock, with the table of the devices that wait for each other. */

import type { HloomError } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import { sentence } from '../../../js/elements/model/question.js';
import { errorView as plainView } from '../layout/error-view.js';
import { waitsOf, type Wait } from './model/waits.js';

const row = ({ device, state, place, forDevices, line }: Wait): TemplateResult =>
  device === undefined
    ? html`<tr>
        <td colspan="4">${line}</td>
      </tr>`
    : html`<tr class=${state}>
        <th scope="row">device ${device}</th>
        <td>${state === 'waits' ? 'waits at' : state === 'runs' ? 'runs' : 'has ended'}</td>
        <td>${place === '' ? nothing : html`<code>${place}</code>`}</td>
        <td>${forDevices.length === 0 ? nothing : `for ${forDevices.join(', ')}`}</td>
      </tr>`;

/** Who waits for whom, as a table. */
export const waitsTable = (waits: readonly Wait[]): TemplateResult =>
  html`<div class="table" tabindex="0" role="region" aria-label="Who waits for whom">
    <table class="waits">
      <caption>
        Who waits for whom
      </caption>
      <thead>
        <tr>
          <th scope="col">Device</th>
          <th scope="col">State</th>
          <th scope="col">Instruction</th>
          <th scope="col">For</th>
        </tr>
      </thead>
      <tbody>
        ${waits.map(row)}
      </tbody>
    </table>
  </div>`;

export function runErrorView(error: HloomError): TemplateResult {
  const waits = waitsOf(error);
  if (waits.every(({ device }) => device === undefined)) return plainView(error);
  const { headline, rule, help } = error;
  return html`<div class="verdict bad" role="status">
    <p><span class="headline">${sentence(headline)}</span> <code class="rule">${rule}</code></p>
    ${waitsTable(waits)} ${help === '' ? nothing : html`<p class="help"><strong>Help:</strong> ${sentence(help)}</p>`}
  </div>`;
}

/** A mistake in a field, or an error of the engine. */
export function troubleView(thrown: unknown): TemplateResult {
  if (thrown instanceof Error && 'rule' in thrown) return runErrorView(thrown as HloomError);
  return html`<p class="verdict bad" role="status">${thrown instanceof Error ? thrown.message : String(thrown)}</p>`;
}
