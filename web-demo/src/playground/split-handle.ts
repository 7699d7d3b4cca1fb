/** `<split-handle>`: the edge between two panes of its parent, which is dragged or moved by keys. */

import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';

/** One press of a key, and the least share of a pane, in percent. */
const [keyStep, leastShare] = [4, 15];

export class SplitHandle extends LitElement {
  static override properties = { share: { attribute: false }, direction: {}, label: {}, usual: { attribute: false } };

  /** The share of the first pane, in percent. */
  declare share: number;
  /** The share that a double click brings back. */
  declare usual: number;
  /** `columns` for panes side by side. */
  declare direction: 'columns' | 'rows';
  declare label: string;

  constructor() {
    super();
    this.share = 50;
    this.usual = 50;
    this.direction = 'columns';
    this.label = '';
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.tabIndex = 0;
    this.role = 'separator';
    this.ariaValueMin = String(leastShare);
    this.ariaValueMax = String(100 - leastShare);
    this.addEventListener('pointerdown', this.#down);
    this.addEventListener('pointermove', this.#move);
    this.addEventListener('dblclick', this.#reset);
    this.addEventListener('keydown', this.#key);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('share')) this.ariaValueNow = String(Math.round(this.share));
    if (changed.has('label')) this.ariaLabel = this.label;
    // The edge between columns is a vertical line.
    if (changed.has('direction')) this.ariaOrientation = this.direction === 'columns' ? 'vertical' : 'horizontal';
  }

  protected override render(): TemplateResult {
    return html``;
  }

  readonly #down = (event: PointerEvent): void => {
    this.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.focus();
  };

  readonly #move = (event: PointerEvent): void => {
    const box = this.parentElement?.getBoundingClientRect();
    if (box === undefined || !this.hasPointerCapture(event.pointerId)) return;
    const isColumns = this.direction === 'columns';
    const [at, size] = isColumns ? [event.clientX - box.left, box.width] : [event.clientY - box.top, box.height];
    this.#tell((100 * at) / Math.max(1, size));
  };

  readonly #reset = (): void => this.#tell(this.usual);

  readonly #key = (event: KeyboardEvent): void => {
    const [less, more] = this.direction === 'columns' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const to = {
      [less]: this.share - keyStep,
      [more]: this.share + keyStep,
      Home: leastShare,
      End: 100 - leastShare,
      Enter: this.usual,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#tell(to);
  };

  #tell(share: number): void {
    const detail = Math.min(100 - leastShare, Math.max(leastShare, share));
    this.dispatchEvent(new CustomEvent<number>('split', { detail }));
  }
}

customElements.define('split-handle', SplitHandle);
