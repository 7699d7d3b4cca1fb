/** `<operation-search>`: finds operations by their names here and in other libraries. */

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { search, type OperationRow } from './model/catalogue.js';

interface Item {
  readonly name: string;
  /** The name of another library by which it was found. */
  readonly by: string | undefined;
  readonly brief: string;
}

export class OperationSearch extends LitElement {
  static override properties = {
    rows: { attribute: false },
    text: { state: true },
    active: { state: true },
  };

  declare rows: readonly OperationRow[];
  declare text: string;
  /** The number of the found operation that Enter opens. */
  declare active: number;

  constructor() {
    super();
    this.rows = [];
    this.text = '';
    this.active = 0;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const found = this.#found();
    const isOpen = this.text.trim() !== '';
    return html`<search>
      <label for="find" class="unseen">Find an operation</label>
      <input
        id="find"
        type="search"
        role="combobox"
        aria-expanded=${isOpen}
        aria-controls="found"
        aria-autocomplete="list"
        aria-activedescendant=${found.length > 0 ? `found-${this.active}` : nothing}
        autocomplete="off"
        spellcheck="false"
        placeholder="Find: gather, jnp.where, tf.tile …"
        .value=${this.text}
        @input=${(event: InputEvent) => {
          this.text = (event.currentTarget as HTMLInputElement).value;
          this.active = 0;
        }}
        @keydown=${(event: KeyboardEvent) => this.#key(event, found)}
        @blur=${(event: FocusEvent) => {
          if (!this.contains(event.relatedTarget as Node | null)) this.text = '';
        }}
      />
      <ul id="found" role="listbox" aria-label="Found operations" ?hidden=${!isOpen}>
        ${found.map(
          ({ name, by, brief }, i) =>
            html`<li
              id=${`found-${i}`}
              role="option"
              aria-selected=${i === this.active}
              @pointerdown=${(event: Event) => event.preventDefault()}
              @click=${() => this.#open(name)}
            >
              <strong>${name}</strong>${by === undefined ? nothing : html` <span>= ${by}</span>`}
              <small>${brief}</small>
            </li>`,
        )}
        ${found.length === 0 ? html`<li role="option" aria-selected="false" aria-disabled="true" class="quiet">No operation has this name.</li>` : nothing}
      </ul>
    </search>`;
  }

  #found(): readonly Item[] {
    return search(this.rows, this.text).map(({ row, by }) => ({
      name: row.id,
      by,
      brief: row.brief.replaceAll('`', ''),
    }));
  }

  #key(event: KeyboardEvent, found: readonly Item[]): void {
    if (event.key === 'Escape') this.text = '';
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      this.active = (this.active + step + found.length) % found.length;
    }
    const chosen = found[this.active];
    if (event.key === 'Enter' && chosen !== undefined) this.#open(chosen.name);
  }

  #open(name: string): void {
    this.text = '';
    this.dispatchEvent(new CustomEvent<string>('operation-find', { detail: name }));
  }
}

customElements.define('operation-search', OperationSearch);
