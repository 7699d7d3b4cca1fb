/**
 * `<embed-examples>`: one live element. Tabs choose what it shows, a form has all its attributes, and below it are its
 * HTML and what a listener hears, which follow the reader's changes.
 */

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { HloomBroadcast } from '../../../js/elements/broadcast.js';
import { operationNames } from '../../../js/elements/model/operations.js';
import { defaults, type Question } from '../../../js/elements/model/question.js';
import { stages } from '../../../js/elements/model/scene.js';
import { markupOf, type Told } from './markup.js';

interface Example {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly told: Told;
  /** True if the page gives it other colors. */
  readonly isRecolored?: true;
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
  {
    id: 'colors',
    title: 'Your own colors',
    text: 'The style sheet under Theming sets these colors.',
    told: { ...usual, lhs: 's32[3,1]', rhs: 's32[1,3]', dims: '', op: 'mul' },
    isRecolored: true,
  },
];

const [first] = examples;

/** The attributes that are texts, by their properties. */
const fields = [
  ['lhs', 'lhs'],
  ['rhs', 'rhs'],
  ['dims', 'dims'],
  ['lhsValues', 'lhs-values'],
  ['rhsValues', 'rhs-values'],
] as const;

const listening = `const loom = document.querySelector('hloom-broadcast');
loom.addEventListener('hloom-answer', () => {
  console.log(loom.answer?.explanation.text);
});`;

export class EmbedExamples extends LitElement {
  static override properties = { told: { state: true }, chosen: { state: true }, heard: { state: true } };

  /** The current attributes of each example, by its id. */
  declare told: ReadonlyMap<string, Told>;
  declare chosen: string;
  /** The last output of the listener that is shown. */
  declare heard: string;

  constructor() {
    super();
    this.told = new Map(examples.map(({ id, told }) => [id, told]));
    this.chosen = first?.id ?? '';
    this.heard = '';
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
      </div>
      <div class="events">
        <h3>Events</h3>
        <copy-block class="long">
          <pre tabindex="0" role="group" aria-label="A listener">${listening}</pre>
        </copy-block>
        <pre class="heard" role="group" tabindex="0" aria-label="What the listener printed last">${this.heard}</pre>
      </div>`;
  }

  get #current(): Told {
    return this.told.get(this.chosen) ?? usual;
  }

  #example({ id, title, text, isRecolored }: Example): TemplateResult {
    const told = this.#current;
    return html`<article class=${`example ${isRecolored ? 'recolored' : ''}`} id=${id} aria-label=${title}>
      <p class="quiet">${text}</p>
      <hloom-broadcast
        .question=${told}
        .stage=${told.stage}
        ?fixed=${told.fixed}
        @hloom-question=${(event: CustomEvent<Question>) => this.#tell(event.detail)}
        @hloom-answer=${this.#answered}
      ></hloom-broadcast>
      <copy-block>
        <pre tabindex="0" role="group" aria-label=${`HTML of: ${title}`}>${markupOf(told)}</pre>
      </copy-block>
      ${this.#form(told)}
    </article>`;
  }

  #form(told: Told): TemplateResult {
    return html`<form
      class="fields"
      aria-label="Attributes"
      autocomplete="off"
      @submit=${(event: Event) => event.preventDefault()}
    >
      ${fields.map(([name, attribute]) => this.#text(name, attribute))} ${this.#select('op', operationNames)}
      ${this.#select('stage', stages)}
      <label class="check"
        ><input
          type="checkbox"
          name="fixed"
          .checked=${told.fixed}
          @change=${(event: Event) => this.#tell({ fixed: (event.target as HTMLInputElement).checked })}
        />
        <code>fixed</code></label
      >
    </form>`;
  }

  #text(name: (typeof fields)[number][0], attribute: string): TemplateResult {
    return html`<label class="field"
      ><span>${attribute}</span>
      <input
        name=${attribute}
        spellcheck="false"
        autocapitalize="off"
        .value=${this.#current[name]}
        @input=${(event: InputEvent) => this.#tell({ [name]: (event.target as HTMLInputElement).value })}
    /></label>`;
  }

  #select(name: 'op' | 'stage', values: readonly string[]): TemplateResult {
    return html`<label class="field narrow"
      ><span>${name}</span>
      <select
        name=${name}
        @change=${(event: Event) => this.#tell({ [name]: (event.target as HTMLSelectElement).value })}
      >
        ${values.map((value) => html`<option ?selected=${value === this.#current[name]}>${value}</option>`)}
      </select></label
    >`;
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

  #tell(told: Partial<Told>): void {
    this.told = new Map(this.told).set(this.chosen, { ...this.#current, ...told });
  }

  #answered(event: Event): void {
    const { answer, mistakes } = event.target as HloomBroadcast;
    if (mistakes === undefined) this.heard = answer?.explanation.text ?? '';
  }
}

customElements.define('embed-examples', EmbedExamples);
