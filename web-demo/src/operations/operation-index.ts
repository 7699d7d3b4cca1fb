/** The index of all operations: where to start, and the families. */

import { html, nothing, type TemplateResult } from 'lit';
import { operationAddress } from './links.js';
import { isTraced, type OperationRow } from './model/catalogue.js';
import { families, functionFamilies, startHere, type Family } from './model/families.js';
import { thumbnail } from './thumbnail.js';

export function indexView(rows: readonly OperationRow[]): TemplateResult {
  const hasFunctions = rows.some(({ id }) => isTraced(id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return html`<div class="lede">
      <h1>Every operation, as a picture</h1>
      <p>Change the inputs and attributes of any XLA operation. Point at a number to see what it is made of.</p>
    </div>
    <section class="start" aria-labelledby="start-title">
      <h2 id="start-title">Start with these ten</h2>
      <ol>
        ${startHere.map((id) => {
          const row = byId.get(id);
          return html`<li>
            <a href=${operationAddress(id)}
              >${thumbnail(row?.family ?? '')}<strong>${id}</strong><span>${row?.brief}</span></a
            >
          </li>`;
        })}
      </ol>
    </section>
    <div class="families">${families.map((family) => familyView(family, rows))}</div>
    ${
      hasFunctions
        ? html`<div class="lede">
              <h2 class="functions">Functions of jax.numpy, jax.nn, jax.random and jax.lax</h2>
              <p>Each becomes several operations. Change its call and its inputs; the program is below its picture.</p>
            </div>
            <div class="families">${functionFamilies.map((family) => familyView(family, rows))}</div>`
        : nothing
    }`;
}

function familyView({ id, title, brief, picture = id }: Family, rows: readonly OperationRow[]): TemplateResult {
  return html`<section id=${`family-${id}`} aria-labelledby=${`title-${id}`}>
    <div class="hint">${thumbnail(picture)}</div>
    <h2 id=${`title-${id}`} tabindex="-1">${title}</h2>
    <p class="quiet">${brief}</p>
    <ul>
      ${rows
        .filter(({ family }) => family === id)
        .map(
          (row) =>
            html`<li>
              <a href=${operationAddress(row.id)} title=${row.brief.replaceAll('`', '')}
                >${row.id.replace(/^\w+\.(?:linalg\.|fft\.)?/, '')}</a
              >
            </li>`,
        )}
    </ul>
  </section>`;
}
