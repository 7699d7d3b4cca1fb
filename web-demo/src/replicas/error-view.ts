/** An error of the engine; after a deadlock, with the table of the devices that wait for each other. */

import type { HloomError } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import { sentence } from '../../../js/elements/model/question.js';
import { errorView as plainView } from '../layout/error-view.js';
import { waitsOf, type Wait } from './model/waits.js';

const row = ({ device, state, does, place, forDevices }: Wait): TemplateResult =>
  html`<tr class=${state}>
    <th scope="row">device ${device}</th>
    <td>${does}</td>
    <td>${place === '' ? nothing : html`<code>${place}</code>`}</td>
    <td>${forDevices.length === 0 ? nothing : `for ${forDevices.join(', ')}`}</td>
  </tr>`;

/** Who waits for whom, as a table. */
const waitsTable = (waits: readonly Wait[]): TemplateResult =>
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
  const devices = waits.filter(({ device }) => device !== undefined);
  if (devices.length === 0) return plainView(error);
  const { headline, rule, help } = error;
  const others = waits.filter(({ device }) => device === undefined);
  return html`<div class="verdict bad" role="status">
    <p><span class="headline">${sentence(headline)}</span> <code class="rule">${rule}</code></p>
    ${others.map(({ line }) => html`<p>${line}</p>`)} ${waitsTable(devices)}
    ${help === '' ? nothing : html`<p class="help"><strong>Help:</strong> ${sentence(help)}</p>`}
  </div>`;
}

/** A mistake in a field, or an error of the engine. */
export function troubleView(thrown: unknown): TemplateResult {
  if (thrown instanceof Error && 'rule' in thrown) return runErrorView(thrown as HloomError);
  return html`<p class="verdict bad" role="status">${thrown instanceof Error ? thrown.message : String(thrown)}</p>`;
}
