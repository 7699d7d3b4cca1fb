/** `<embed-maker>`: all attributes of a `<hloom-broadcast>`, to be tried; with its HTML and its events. */

import { html, LitElement, type TemplateResult } from 'lit';
import type { HloomBroadcast } from '../../../js/elements/broadcast.js';
import { operationNames } from '../../../js/elements/model/operations.js';
import { defaults, type Question } from '../../../js/elements/model/question.js';
import { stages } from '../../../js/elements/model/scene.js';
import { markupOf, type Told } from './markup.js';

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

export class EmbedMaker extends LitElement {
  static override properties = { told: { state: true }, heard: { state: true } };

  declare told: Told;
  /** The last output of the listener that is shown. */
  declare heard: string;

  constructor() {
    super();
    this.told = { ...defaults, lhs: 's32[3,2]', rhs: 's32[3]', dims: '{0}', stage: 'combined', fixed: false };
    this.heard = '';
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { told } = this;
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
      </form>
      <div class="example">
        <hloom-broadcast
          .question=${told}
          .stage=${told.stage}
          ?fixed=${told.fixed}
          @hloom-question=${(event: CustomEvent<Question>) => this.#tell(event.detail)}
          @hloom-answer=${this.#answered}
        ></hloom-broadcast>
        <div class="words">
          <h3>HTML</h3>
          <copy-block><pre tabindex="0" role="group" aria-label="HTML of your own">${markupOf(told)}</pre></copy-block>
          <h3>Events</h3>
          <copy-block class="long">
            <pre tabindex="0" role="group" aria-label="A listener">${listening}</pre>
          </copy-block>
          <pre class="heard" role="group" tabindex="0" aria-label="What the listener printed last">${this.heard}</pre>
        </div>
      </div>`;
  }

  #text(name: (typeof fields)[number][0], attribute: string): TemplateResult {
    return html`<label class="field"
      ><span>${attribute}</span>
      <input
        name=${attribute}
        spellcheck="false"
        autocapitalize="off"
        .value=${this.told[name]}
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
        ${values.map((value) => html`<option ?selected=${value === this.told[name]}>${value}</option>`)}
      </select></label
    >`;
  }

  #tell(told: Partial<Told>): void {
    this.told = { ...this.told, ...told };
  }

  #answered(event: Event): void {
    const { answer, mistakes } = event.target as HloomBroadcast;
    if (mistakes === undefined) this.heard = answer?.explanation.text ?? '';
  }
}

customElements.define('embed-maker', EmbedMaker);
