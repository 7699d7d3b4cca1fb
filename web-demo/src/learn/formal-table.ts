/** `<formal-table>`: T and TxV on the dimensions of MxNxPxQ, as the text on broadcasting lists them. */

import { html, LitElement, type TemplateResult } from 'lit';
import { keyOf } from '../../../js/elements/model/axis.js';
import { formalSizes } from './steps.js';
import { texts } from './text/en.js';

const letters = ['M', 'N', 'P', 'Q'];
const vectors: readonly (readonly number[])[] = [[3], [2], [1], [0]];
const matrices: readonly (readonly number[])[] = [
  [2, 3],
  [1, 2],
  [0, 3],
  [1, 3],
  [0, 2],
  [0, 1],
];

export class FormalTable extends LitElement {
  static override properties = { chosen: { attribute: false } };

  /** The dimensions that the small array is matched to. */
  declare chosen: readonly number[];

  constructor() {
    super();
    this.chosen = [];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<p class="quiet" id="formal-caption">${texts.end.table.caption}</p>
      <table class="formal" aria-labelledby="formal-caption">
        <thead>
          <tr>
            <td></td>
            ${letters.map((letter, place) => html`<th scope="col">${letter} <small>${formalSizes[place]}</small></th>`)}
          </tr>
        </thead>
        ${this.#rows(texts.end.table.vectors, vectors)} ${this.#rows(texts.end.table.matrices, matrices)}
      </table>`;
  }

  #rows(title: string, lists: readonly (readonly number[])[]): TemplateResult {
    return html`<tbody aria-label=${title}>
      ${lists.map((dims) => this.#row(dims))}
    </tbody>`;
  }

  #row(dims: readonly number[]): TemplateResult {
    const isChosen = keyOf(dims) === keyOf(this.chosen);
    return html`<tr class=${isChosen ? 'chosen' : ''}>
      <th scope="row">
        <button type="button" aria-pressed=${isChosen} data-dims=${keyOf(dims)} @click=${() => this.#choose(dims)}>
          ${texts.end.table.row(keyOf(dims))}
        </button>
      </th>
      ${letters.map((_, dimension) => {
        const own = dims.indexOf(dimension);
        return html`<td>
          ${own < 0 ? '' : html`<strong>${'TV'[own]}</strong> <small>${formalSizes[dimension]}</small>`}
        </td>`;
      })}
    </tr>`;
  }

  #choose(dims: readonly number[]): void {
    this.dispatchEvent(new CustomEvent<readonly number[]>('formal-choice', { detail: dims, bubbles: true }));
  }
}

customElements.define('formal-table', FormalTable);

declare global {
  interface HTMLElementTagNameMap {
    'formal-table': FormalTable;
  }
}
