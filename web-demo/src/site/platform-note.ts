/** `<platform-note>`: which WebAssembly runs, with how many threads, and why. */

import { HloomError } from 'hloom';
import { html, LitElement, type TemplateResult } from 'lit';
import { engine } from '../../../js/elements/model/computing.js';

export class PlatformNote extends LitElement {
  static override properties = { summary: { state: true }, why: { state: true } };

  declare summary: string;
  declare why: string;

  constructor() {
    super();
    this.summary = 'Loading WebAssembly …';
    this.why = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    engine().then(
      ({ platform: { variant, threads, reason } }) => {
        this.dataset.variant = variant;
        this.summary = threads > 1 ? `${variant}: ${threads} threads` : `${variant}: one thread`;
        this.why =
          reason === null ? 'The page is cross-origin isolated, so its threads share memory.' : `Because ${reason}.`;
      },
      (thrown: unknown) => {
        this.summary = 'WebAssembly did not start';
        this.why = thrown instanceof HloomError ? thrown.help : String(thrown);
      },
    );
  }

  protected override render(): TemplateResult {
    return html`<details class="platform">
      <summary>${this.summary}</summary>
      <p>${this.why}</p>
    </details>`;
  }
}

customElements.define('platform-note', PlatformNote);
