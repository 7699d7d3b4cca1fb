/**
 * `<code-panel>`: the same program in several notations, one at a time, each to copy. An event `choose` has the id of the
 * notation that was chosen.
 */

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Snippet } from '../lab/code.js';

export class CodePanel extends LitElement {
  static override properties = {
    snippets: { attribute: false },
    chosen: { state: true },
    copied: { state: true },
  };

  declare snippets: readonly Snippet[];
  declare chosen: string;
  declare copied: string;

  constructor() {
    super();
    this.snippets = [];
    this.chosen = 'js';
    this.copied = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { snippets } = this;
    if (snippets.length === 0) return html`<p class="quiet">Nothing to show until the error is fixed.</p>`;
    const shown = snippets.find(({ id }) => id === this.chosen) ?? snippets[0];
    return html`
      <div class="tabs" role="tablist" aria-label="Notation" @keydown=${this.#key}>
        ${snippets.map(
          ({ id, title }) =>
            html`<button
              type="button"
              role="tab"
              id=${`tab-${id}`}
              aria-controls="code"
              aria-selected=${id === shown?.id}
              tabindex=${id === shown?.id ? 0 : -1}
              @click=${() => this.#choose(id)}
            >
              ${title}
            </button>`,
        )}
      </div>
      <div id="code" role="tabpanel" aria-labelledby=${`tab-${shown?.id}`} class="code">
        ${
          shown?.reason === undefined
            ? html`<pre tabindex="0" data-language=${shown?.id ?? ''}>${shown?.text}</pre>
                <button type="button" class="copy" @click=${() => this.#copy(shown)}>Copy</button>`
            : html`<p class="reason">${shown.reason}</p>`
        }
        <p class="unseen" role="status">${this.copied}</p>
        ${this.copied === '' ? nothing : html`<span class="copied" aria-hidden="true">${this.copied}</span>`}
      </div>
    `;
  }

  #choose(id: string): void {
    this.chosen = id;
    this.copied = '';
    this.dispatchEvent(new CustomEvent('choose', { detail: id }));
  }

  #key(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = this.snippets.findIndex(({ id }) => id === this.chosen);
    const next = this.snippets[(at + step + this.snippets.length) % this.snippets.length];
    if (next === undefined) return;
    this.#choose(next.id);
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus());
  }

  async #copy(snippet: Snippet | undefined): Promise<void> {
    if (snippet === undefined) return;
    try {
      await navigator.clipboard.writeText(snippet.text);
      this.copied = 'Copied';
    } catch {
      this.copied = 'The browser does not let the page copy: select the text instead';
    }
  }
}

customElements.define('code-panel', CodePanel);
