/** `<play-bar>`: opens, runs, saves, compares and shares the program, and says what has happened. */

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { examples, type Example } from './examples.js';
import { savedForms, type SavedForm } from './session.js';

/** The action of a button: `example` and `save` have what was chosen. */
export type BarAction =
  | { readonly kind: 'open' | 'run' | 'stop' | 'compare' | 'share' }
  | { readonly kind: 'example'; readonly example: Example }
  | { readonly kind: 'save'; readonly form: SavedForm };

export class PlayBar extends LitElement {
  static override properties = {
    fileName: { attribute: false },
    status: { attribute: false },
    busy: { attribute: false },
    comparing: { attribute: false },
    saves: { attribute: false },
  };

  declare fileName: string;
  declare status: string;
  declare busy: boolean;
  declare comparing: boolean;
  /** True if there is a program to save. */
  declare saves: boolean;

  constructor() {
    super();
    this.fileName = '';
    this.status = '';
    this.busy = false;
    this.comparing = false;
    this.saves = false;
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<div class="play-bar">
      <button type="button" class="open" @click=${() => this.#tell({ kind: 'open' })}>Open a file</button>
      <select aria-label="Examples" @change=${this.#example}>
        <option value="">Examples</option>
        ${examples.map(({ id, title }) => html`<option value=${id}>${title}</option>`)}
      </select>
      ${
        this.busy
          ? html`<button type="button" class="run" @click=${() => this.#tell({ kind: 'stop' })}>■ Stop</button>`
          : html`<button type="button" class="run" @click=${() => this.#tell({ kind: 'run' })}>▶ Run</button>`
      }
      ${
        this.saves
          ? html`<select aria-label="Save as" @change=${this.#save}>
              <option value="">Save as</option>
              ${savedForms.map(([form, title]) => html`<option value=${form}>${title}</option>`)}
            </select>`
          : nothing
      }
      <p class="status" role="status">
        ${this.fileName === '' ? nothing : html`<strong>${this.fileName}</strong> `}${this.status}
      </p>
      <button
        type="button"
        class="share"
        aria-pressed=${this.comparing}
        @click=${() => this.#tell({ kind: 'compare' })}
      >
        Compare
      </button>
      <button type="button" @click=${() => this.#tell({ kind: 'share' })}>Share</button>
    </div>`;
  }

  #example({ target }: Event): void {
    const select = target as HTMLSelectElement;
    const example = examples.find(({ id }) => id === select.value);
    select.value = '';
    if (example !== undefined) this.#tell({ kind: 'example', example });
  }

  #save({ target }: Event): void {
    const select = target as HTMLSelectElement;
    const form = select.value as SavedForm;
    select.value = '';
    this.#tell({ kind: 'save', form });
  }

  #tell(detail: BarAction): void {
    this.dispatchEvent(new CustomEvent<BarAction>('bar-action', { detail }));
  }
}

customElements.define('play-bar', PlayBar);
