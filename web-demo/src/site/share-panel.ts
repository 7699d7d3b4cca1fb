/** The menu that shares a state of the page: as a link, as code for another page, and as a picture for slides. */

import '../../styles/share.css';
import { html, LitElement, type TemplateResult } from 'lit';
import { download, pngOf } from './download.js';

/** A picture for slides has so many pixels for each unit. */
const scale = 3;

export abstract class SharePanel extends LitElement {
  static override properties = { told: { state: true } };

  /** The result of the last choice. */
  declare told: string;

  constructor() {
    super();
    this.told = '';
  }

  /** The name of the picture's file, without its ending. */
  protected abstract readonly fileName: string;
  /** False while there is no state to share. */
  protected abstract readonly isReady: boolean;
  /** True if the state has a picture. */
  protected abstract readonly isDrawn: boolean;
  protected abstract link(): string;
  protected abstract code(): string;
  protected abstract svg(): string;

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { isReady, isDrawn } = this;
    return html`<details class="share" @keydown=${this.#leave} @toggle=${this.#open}>
      <summary>Share</summary>
      <div class="panel">
        <button type="button" ?disabled=${!isReady} @click=${() => this.#copy(this.link(), 'The link')}>
          Copy link
        </button>
        <button type="button" ?disabled=${!isReady} @click=${() => this.#copy(this.code(), 'The code')}>
          Copy embed code
        </button>
        <button type="button" ?disabled=${!isDrawn} @click=${() => this.#save('svg')}>Download SVG</button>
        <button type="button" ?disabled=${!isDrawn} @click=${() => this.#save('png')}>Download PNG</button>
        <p role="status">${this.told}</p>
      </div>
    </details>`;
  }

  readonly #open = (): void => {
    this.told = '';
    this.requestUpdate();
  };

  async #copy(text: string, name: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.told = `${name} is on the clipboard.`;
    } catch {
      this.told = 'The browser does not let the page copy. Use the address bar and the Embed page instead.';
    }
  }

  async #save(kind: 'svg' | 'png'): Promise<void> {
    const drawn = new Blob([this.svg()], { type: 'image/svg+xml' });
    const name = `${this.fileName}.${kind}`;
    try {
      download(kind === 'svg' ? drawn : await pngOf(drawn, scale), name);
      this.told = `${name} is downloaded.`;
    } catch {
      this.told = 'This browser does not draw the picture. The SVG has the same content.';
    }
  }

  #leave(event: KeyboardEvent): void {
    const details = event.currentTarget as HTMLDetailsElement;
    if (event.key !== 'Escape' || !details.open) return;
    event.stopPropagation();
    details.open = false;
    details.querySelector('summary')?.focus();
  }
}
