/** `<watch-list>`: expressions such as `%dot.3[0, :]`, with their values at the current step. */

import { html, LitElement, type TemplateResult } from 'lit';
import { Names } from './model/names.js';
import { arraysOf } from './model/value.js';
import { parseWatch, watched } from './model/watch.js';
import { playTexts } from './text/en.js';

const mostElements = 24;

export class WatchList extends LitElement {
  static override properties = {
    watches: { attribute: false },
    valueOf_: { attribute: false },
    version: { attribute: false },
    names: { attribute: false },
  };

  declare watches: readonly string[];
  /** The value of an instruction at the current step. */
  declare valueOf_: (name: string) => string | undefined;
  declare version: number;
  declare names: Names;

  constructor() {
    super();
    this.watches = [];
    this.valueOf_ = () => undefined;
    this.version = 0;
    this.names = new Names();
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<ul class="watches">
        ${this.watches.map((text, number) => this.#row(text, number))}
      </ul>
      <form @submit=${this.#add}>
        <input name="watch" aria-label="New watch expression" placeholder=${playTexts.watchHint} />
        <button type="submit">Add</button>
      </form>`;
  }

  #row(text: string, number: number): TemplateResult {
    const { value, isWrong } = this.#value(text);
    return html`<li>
      <code class="result-name">${text}</code>
      <code class=${isWrong ? 'note' : ''}>${value}</code>
      <button
        type="button"
        aria-label=${`Remove ${text}`}
        @click=${() => this.#tell(this.watches.filter((_, at) => at !== number))}
      >
        ×
      </button>
    </li>`;
  }

  #value(text: string): { readonly value: string; readonly isWrong: boolean } {
    const parsed = parseWatch(text);
    if (!parsed.ok) return { value: parsed.reason, isWrong: true };
    const { instruction } = parsed.watch;
    const name = this.names.find(instruction);
    if (name === undefined) return { value: `There is no %${instruction}.`, isWrong: true };
    const now = this.valueOf_(name);
    if (now === undefined) return { value: playTexts.unreached, isWrong: false };
    const found = watched(parsed.watch, arraysOf(now));
    if (!found.ok) return { value: found.reason, isWrong: true };
    const { texts, shape } = found.array;
    const listed = texts.slice(0, mostElements).join(', ') + (texts.length > mostElements ? ', …' : '');
    return { value: `${shape} ${texts.length === 1 && shape.endsWith('[]') ? listed : `{${listed}}`}`, isWrong: false };
  }

  #add(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const text = form.querySelector('input')?.value.trim() ?? '';
    if (text === '') return;
    form.reset();
    this.#tell([...this.watches, text]);
  }

  #tell(detail: readonly string[]): void {
    this.dispatchEvent(new CustomEvent('watches-changed', { detail }));
  }
}

customElements.define('watch-list', WatchList);
