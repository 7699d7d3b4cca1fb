/** `<embed-examples>`: one live element, chosen by tabs, with its HTML below, which follows the reader's changes. */

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { defaults, type Question } from '../../../js/elements/model/question.js';
import { markupOf, type Told } from './markup.js';

interface Example {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly told: Told;
}

const usual: Told = { ...defaults, stage: 'combined', fixed: false };

const examples: readonly Example[] = [
  {
    id: 'lower-rank',
    title: 'A matrix plus a vector',
    text: 'Drag the chip, type a size, or point at a number.',
    told: { ...usual, lhs: 'f32[2,3]', rhs: 'f32[3]', dims: '{1}' },
  },
  {
    id: 'illegal',
    title: 'An error',
    text: 'Red marks what does not fit. The rule is named, and the buttons fix it.',
    told: { ...usual, lhs: 'f32[2,3]', rhs: 'f32[3]', dims: '{0}' },
  },
  {
    id: 'rank-3',
    title: 'Three dimensions',
    text: 'Slices are drawn behind each other. The slider brings one to the front.',
    told: { ...usual, lhs: 'f32[2,3,4]', rhs: 'f32[3,1]', dims: '{1,2}' },
  },
  {
    id: 'fixed',
    title: 'To watch',
    text: 'Nothing can be changed, and it starts before anything has moved. Press Play.',
    told: { ...usual, lhs: 's32[4,1]', rhs: 's32[1,3]', dims: '', op: 'mul', stage: 'given', fixed: true },
  },
  {
    id: 'values',
    title: 'Your own values',
    text: 'A scalar goes everywhere. The maximum with 0 is what neural networks call ReLU.',
    told: {
      ...usual,
      lhs: 'f32[2,3]',
      rhs: 'f32[]',
      dims: '',
      op: 'max',
      lhsValues: '-1.5, 0.25, 3, 2, -0.5, 1',
      rhsValues: '0',
    },
  },
];

export class EmbedExamples extends LitElement {
  static override properties = { told: { state: true }, chosen: { state: true } };

  /** The current attributes of each element, by the example's id. */
  declare told: ReadonlyMap<string, Told>;
  declare chosen: string;

  constructor() {
    super();
    this.told = new Map(examples.map(({ id, told }) => [id, told]));
    this.chosen = examples[0]?.id ?? '';
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const example = examples.find(({ id }) => id === this.chosen);
    return html`<div class="tabs" role="tablist" aria-label="Examples" @keydown=${this.#key}>
        ${examples.map(
          ({ id, title }) =>
            html`<button
              type="button"
              role="tab"
              id=${`tab-${id}`}
              aria-controls="example"
              aria-selected=${id === this.chosen}
              tabindex=${id === this.chosen ? 0 : -1}
              @click=${() => (this.chosen = id)}
            >
              ${title}
            </button>`,
        )}
      </div>
      <div id="example" role="tabpanel" aria-labelledby=${`tab-${this.chosen}`}>
        ${example === undefined ? nothing : keyed(example.id, this.#example(example))}
      </div>`;
  }

  #example({ id, title, text }: Example): TemplateResult {
    const told = this.told.get(id) ?? usual;
    return html`<article class="example" id=${id} aria-label=${title}>
      <p class="quiet">${text}</p>
      <hloom-broadcast
        .question=${told}
        .stage=${told.stage}
        ?fixed=${told.fixed}
        @hloom-question=${(event: CustomEvent<Question>) => this.#changed(id, { ...told, ...event.detail })}
      ></hloom-broadcast>
      <copy-block>
        <pre tabindex="0" role="group" aria-label=${`HTML of: ${title}`}>${markupOf(told)}</pre>
      </copy-block>
    </article>`;
  }

  #key(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = examples.findIndex(({ id }) => id === this.chosen);
    const next = examples[(at + step + examples.length) % examples.length];
    if (next === undefined) return;
    this.chosen = next.id;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus());
  }

  #changed(id: string, told: Told): void {
    this.told = new Map(this.told).set(id, told);
  }
}

customElements.define('embed-examples', EmbedExamples);
