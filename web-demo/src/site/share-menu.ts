/** `<share-menu>`: the state of the lab as a link, as code for another page, and as a picture for slides. */

import '../../styles/share.css';
import { html, LitElement, type TemplateResult } from 'lit';
import type { HloomBroadcast } from '../../../js/elements/broadcast.js';
import type { Answer } from '../../../js/elements/model/answer.js';
import { defaults, toHash } from '../../../js/elements/model/question.js';
import { stages } from '../../../js/elements/model/scene.js';
import { markupOf } from '../embed/markup.js';
import { isDrawable, pictureSvg } from './picture-svg.js';

/** A picture for slides has so many pixels for each unit. */
const scale = 3;

export class ShareMenu extends LitElement {
  static override properties = { answer: { attribute: false }, told: { state: true } };

  declare answer: Answer | undefined;
  /** The result of the last choice. */
  declare told: string;

  constructor() {
    super();
    this.answer = undefined;
    this.told = '';
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { answer } = this;
    const isDrawn = answer !== undefined && isDrawable(answer);
    return html`<details class="share" @keydown=${this.#leave} @toggle=${() => (this.told = '')}>
      <summary>Share</summary>
      <div class="panel">
        <button type="button" ?disabled=${answer === undefined} @click=${() => this.#copy(this.#link(), 'The link')}>
          Copy link
        </button>
        <button type="button" ?disabled=${answer === undefined} @click=${() => this.#copy(this.#code(), 'The code')}>
          Copy embed code
        </button>
        <button type="button" ?disabled=${!isDrawn} @click=${() => this.#save('svg')}>Download SVG</button>
        <button type="button" ?disabled=${!isDrawn} @click=${() => this.#save('png')}>Download PNG</button>
        <p role="status">${this.told}</p>
      </div>
    </details>`;
  }

  /** The number of the stage that the picture is at. */
  get #stage(): number {
    const { position = stages.length - 1 } = this.closest<HloomBroadcast>('hloom-broadcast') ?? {};
    return Math.round(position);
  }

  get #stageName(): (typeof stages)[number] {
    return stages[this.#stage] ?? 'combined';
  }

  #link(): string {
    const name = this.#stageName;
    const stage = name === 'combined' ? '' : `&stage=${name}`;
    return new URL(toHash(this.answer?.question ?? defaults) + stage, location.href).href;
  }

  #code(): string {
    const question = this.answer?.question ?? defaults;
    return (
      '<script type="module" src="/hloom/elements.mjs"></script>\n' +
      markupOf({ ...question, stage: this.#stageName, fixed: false })
    );
  }

  async #copy(text: string, name: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.told = `${name} is on the clipboard.`;
    } catch {
      this.told = 'The browser does not let the page copy. Use the address bar and the Embed page instead.';
    }
  }

  async #save(kind: 'svg' | 'png'): Promise<void> {
    const { answer } = this;
    if (answer === undefined || !isDrawable(answer)) return;
    const drawn = new Blob([pictureSvg(answer, this.#stage)], { type: 'image/svg+xml' });
    try {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(kind === 'svg' ? drawn : await pngOf(drawn));
      link.download = `broadcast.${kind}`;
      link.click();
      // The browser has taken the address by then.
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      this.told = `${link.download} is downloaded.`;
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

async function pngOf(svg: Blob): Promise<Blob> {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error('the canvas gave no picture'));
        else resolve(blob);
      }, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

customElements.define('share-menu', ShareMenu);
