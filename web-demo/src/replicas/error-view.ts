/** An error of the engine; after a deadlock, with the table of the devices that wait for each other. */

import { HloomError } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import { sentence } from '../../../js/elements/model/question.js';
import { errorView } from '../site/error-view.js';
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

/** A mistake in a field, or an error of the engine. */
export function troubleView(thrown: unknown): TemplateResult {
  const waits = thrown instanceof HloomError ? waitsOf(thrown) : [];
  const devices = waits.filter(({ device }) => device !== undefined);
  if (devices.length === 0) return errorView(thrown);
  const others = waits.filter(({ device }) => device === undefined);
  return errorView(thrown, {
    details: html`${others.map(({ line }) => html`<p>${sentence(line)}</p>`)} ${waitsTable(devices)}`,
  });
}
