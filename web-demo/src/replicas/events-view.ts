/** The communication trace as a table, with the real times. */

import { html, type TemplateResult } from 'lit';
import type { CommunicationEvent } from 'hloom';
import { bytesText } from './text/en.js';

/** Longer traces are shortened. */
const most = 400;

const milliseconds = (microseconds: number): string => (microseconds / 1000).toFixed(3);

export const eventsView = (events: readonly CommunicationEvent[]): TemplateResult =>
  html`<details class="events">
    <summary>Communication trace: ${events.length} event${events.length === 1 ? '' : 's'}</summary>
    <div class="table" tabindex="0" role="region" aria-label="Communication trace">
      <table>
        <thead>
          <tr>
            <th scope="col">ms</th>
            <th scope="col">Device</th>
            <th scope="col">Event</th>
            <th scope="col">Instruction</th>
            <th scope="col">Bytes</th>
          </tr>
        </thead>
        <tbody>
          ${events.slice(0, most).map(
            ({ microseconds, device, kind, instruction, opcode, round, bytes, from, to }) =>
              html`<tr>
                <td>${milliseconds(microseconds)}</td>
                <td>${device}</td>
                <td>${kind === 'transfer' ? `${from} → ${to}` : kind}</td>
                <td><code>${opcode} %${instruction}</code>${round > 0 ? ` round ${round + 1}` : ''}</td>
                <td>${bytes === undefined ? '' : bytesText(bytes)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${events.length > most ? html`<p class="quiet">${events.length - most} more.</p>` : ''}
    </div>
  </details>`;
