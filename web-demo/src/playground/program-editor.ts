/**
 * `<program-editor>`: the text of the program. It is still text until the reader touches the page: the editor is as
 * large as all other scripts of the playground.
 */

import type { HloomError } from 'hloom';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { Editor, EditorHost, Marks } from './editor.js';
import { tokensOf } from './model/tokens.js';

export const noMarks: Marks = { selected: undefined, operands: [], breakpoints: [], reveal: false };

/** A longer text is still without its tokens, and only for as long as the editor is loaded. */
const mostStill = 20_000;

/** An error of the text; `isAsked` if the reader wants to see its place now. */
export interface Mistake {
  readonly error: HloomError;
  readonly isAsked: boolean;
}

/** What the editor asks of the page, and tells it. */
export type EditorPage = Omit<EditorHost, 'text' | 'language' | 'start'>;

export class ProgramEditor extends LitElement {
  static override properties = {
    page: { attribute: false },
    text: { attribute: false },
    language: { attribute: false },
    marks: { attribute: false },
    mistake: { attribute: false },
  };

  declare page: EditorPage | undefined;
  declare text: string;
  declare language: EditorHost['language'];
  declare marks: Marks;
  declare mistake: Mistake | undefined;
  #loading: Promise<void> | undefined;
  #editor: Editor | undefined;
  /** The last place of the mouse over the still text. */
  #pointed: PointerEvent | undefined;

  constructor() {
    super();
    this.page = undefined;
    this.text = '';
    this.language = 'hlo';
    this.marks = noMarks;
    this.mistake = undefined;
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('pointerenter', this.#wake);
    this.addEventListener('pointermove', this.#point);
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, this.#wake, { once: true });
    // The files of a site that was visited before are kept, and have to be there without a network.
    if (navigator.serviceWorker?.controller) void this.load();
  }

  override disconnectedCallback(): void {
    for (const kind of ['pointerdown', 'keydown']) removeEventListener(kind, this.#wake);
    this.#editor?.destroy();
    super.disconnectedCallback();
  }

  readonly #wake = (): void => void this.load();

  /** Loads the editor, which takes the place of the text. */
  load(): Promise<void> {
    this.#loading ??= this.#load().catch(() => {
      // Without a network the text stays as it is; the next touch asks again.
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    const { createEditor } = await import('./editor.js');
    await this.updateComplete;
    const { page, text, language, mistake } = this;
    const pre = this.querySelector('pre');
    if (page === undefined || pre === null || !this.isConnected) {
      this.#loading = undefined;
      return;
    }
    const hasFocus = pre === document.activeElement;
    const start = { scrollTop: pre.scrollTop, cursor: hasFocus ? cursorIn(pre) : undefined };
    this.replaceChildren();
    this.#editor = createEditor(this, { ...page, text, language, start });
    this.#editor.mark({ ...this.marks, reveal: false });
    if (mistake !== undefined) this.#editor.setError(mistake.error, mistake.isAsked);
    if (hasFocus) this.#editor.focus();
    this.removeEventListener('pointermove', this.#point);
    requestAnimationFrame(() => this.#hover());
  }

  readonly #point = (event: PointerEvent): void => {
    this.#pointed = event.pointerType === 'mouse' ? event : undefined;
  };

  /** Tells the editor where the mouse is, which came before it and may not move again. */
  #hover(): void {
    const { clientX = 0, clientY = 0 } = this.#pointed ?? {};
    this.#pointed = undefined;
    const target = document.elementFromPoint(clientX, clientY);
    if (target === null || !this.contains(target)) return;
    target.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, clientX, clientY }));
  }

  /** The editor draws itself. */
  protected override shouldUpdate(changed: PropertyValues<this>): boolean {
    const editor = this.#editor;
    if (editor === undefined) return true;
    const { text, language, marks, mistake } = this;
    if (changed.has('text') && text !== editor.text) editor.setText(text, language);
    if (changed.has('marks')) editor.mark(marks);
    if (changed.has('mistake')) editor.setError(mistake?.error, mistake?.isAsked);
    return false;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { marks, mistake, language, text } = this;
    // The first program is one to look at; a reader chose the next one.
    const isOther = changed.has('text') && (changed.get('text') ?? '') !== '';
    const isPlace = mistake?.error.position !== undefined;
    if (isOther || isPlace || language === 'javascript' || text.length > mostStill) void this.load();
    if (!changed.has('marks') || !marks.reveal) return;
    const [pre, line] = [this.querySelector('pre'), this.querySelector<HTMLElement>('.at-result')];
    if (pre !== null && line !== null) pre.scrollTop = line.offsetTop - pre.offsetTop - pre.clientHeight / 2;
  }

  protected override render(): TemplateResult {
    const { text, language } = this;
    const isPlain = language === 'javascript' || text.length > mostStill;
    return html`<pre tabindex="0" aria-label="Program">${isPlain ? text : this.#lines(text)}</pre>`;
  }

  #lines(text: string): TemplateResult[] {
    const { selected, operands } = this.marks;
    const [lhs, rhs] = operands;
    const places = [[selected, 'at-result'], [lhs, 'at-lhs'], [rhs, 'at-rhs']] as const; // prettier-ignore
    let from = 0;
    return text.split('\n').map((line) => {
      const to = from + line.length;
      const [, tone = ''] = places.find(([place]) => place && place.from >= from && place.from <= to) ?? [];
      from = to + 1;
      const parts = tokensOf(line).map(([part, kind]) =>
        kind === '' ? part : html`<span class=${kind}>${part}</span>`,
      );
      return html`<span class=${`line ${tone}`}>${parts}${'\n'}</span>`;
    });
  }
}

/** The place in the text that was clicked. */
function cursorIn(pre: HTMLElement): number | undefined {
  const { focusNode = null, focusOffset = 0 } = getSelection() ?? {};
  if (focusNode === null || !pre.contains(focusNode)) return undefined;
  const range = document.createRange();
  range.setStart(pre, 0);
  range.setEnd(focusNode, focusOffset);
  return range.toString().length;
}

customElements.define('program-editor', ProgramEditor);
