/** `<platform-note>`: how WebAssembly runs in this browser, and for how many threads. */

import { Client, HloomError } from 'hloom';
import { html, LitElement, type TemplateResult } from 'lit';
import { engine } from '../../../js/elements/model/computing.js';

export class PlatformNote extends LitElement {
  static override properties = { text: { state: true } };

  declare text: string;

  constructor() {
    super();
    this.text = 'Loading WebAssembly …';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    engine().then(
      ({ platform: { variant } }) => {
        this.dataset.variant = variant;
        this.text = `WebAssembly with SIMD runs here. ${threadsText()}`;
      },
      (thrown: unknown) => {
        this.text = `WebAssembly did not start: ${thrown instanceof HloomError ? thrown.help : String(thrown)}`;
      },
    );
  }

  protected override render(): TemplateResult {
    return html`<p>${this.text}</p>`;
  }
}

/** One thread draws this site, but programs of a reader may use more. */
function threadsText(): string {
  const { threads, reason } = Client.platform();
  if (threads > 1) return `The pictures need one thread; your own programs can use ${threads} in this browser.`;
  return `Programs have one thread in this browser, because ${reason}.`;
}

customElements.define('platform-note', PlatformNote);
