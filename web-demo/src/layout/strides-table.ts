/** The strides of a shape, a row for each dimension. */

import type { Shape } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import { threadSwatch } from '../../../js/elements/legend.js';
import type { Way } from './model/block.js';
import { formulaText, wayTexts } from './text/en.js';

/** @param ways - the direction of each dimension in the picture; empty if nothing is drawn */
export function stridesTable(shape: Shape, ways: readonly Way[]): TemplateResult {
  const { layout, dimensions, strides, byteStrides } = shape;
  const padded = layout?.paddedDimensions;
  const formula = html`<p class="formula"><code>${formulaText(shape)}</code></p>`;
  if (shape.rank === 0) return formula;
  return html`<div class="table" role="group" aria-label="Strides">
      <table class="strides">
        <caption>
          Strides: from one element to its neighbor
        </caption>
        <thead>
          <tr>
            <th scope="col">dimension</th>
            <th scope="col">size</th>
            ${padded === undefined ? nothing : html`<th scope="col">padded</th>`}
            <th scope="col">elements</th>
            <th scope="col">bytes</th>
            <th scope="col">minor to major</th>
          </tr>
        </thead>
        <tbody>
          ${dimensions.map(
            (size, dimension) =>
              html`<tr data-dimension=${dimension}>
                <th scope="row">
                  <span class="dimension"
                    ><code>${dimension}</code>${threadSwatch(dimension)}${wayView(ways[dimension])}</span
                  >
                </th>
                <td>${shape.isDynamicDimension(dimension) ? '≤' : ''}${size}</td>
                ${padded === undefined ? nothing : html`<td>${padded[dimension]}</td>`}
                <td class="stride">${strides[dimension]}</td>
                <td class="bytes">${byteStrides[dimension]}</td>
                <td>${layout?.minorToMajor.indexOf(dimension)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${formula}`;
}

function wayView(way: Way | undefined): TemplateResult | typeof nothing {
  if (way === undefined) return nothing;
  const [sign, words] = wayTexts[way];
  return html`<span class="direction" title=${words} aria-hidden="true">${sign}</span
    ><span class="unseen">, ${words}</span>`;
}
