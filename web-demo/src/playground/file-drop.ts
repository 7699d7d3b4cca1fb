/** Files that are dropped anywhere on the page, or chosen, and text that is pasted outside of the editor. */

import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class FileDrop implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #take: (files: readonly File[]) => void;
  readonly #takeText: (text: string) => void;
  #isOver = false;

  constructor(host: ReactiveControllerHost, take: (files: readonly File[]) => void, takeText: (text: string) => void) {
    this.#host = host;
    this.#take = take;
    this.#takeText = takeText;
  }

  /** True while files are over the page. */
  get isOver(): boolean {
    return this.#isOver;
  }

  hostConnected(): void {
    document.addEventListener('dragover', this.#over);
    document.addEventListener('dragleave', this.#leave);
    document.addEventListener('drop', this.#drop);
    document.addEventListener('paste', this.#paste);
  }

  hostDisconnected(): void {
    document.removeEventListener('dragover', this.#over);
    document.removeEventListener('dragleave', this.#leave);
    document.removeEventListener('drop', this.#drop);
    document.removeEventListener('paste', this.#paste);
  }

  choose(): void {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept = '.hlo,.txt,.mlir,.pb,.bin,.jax,.js,.npy,.npz,.gz';
    input.onchange = () => this.#take([...(input.files ?? [])]);
    input.click();
  }

  #show(isOver: boolean): void {
    if (isOver === this.#isOver) return;
    this.#isOver = isOver;
    this.#host.requestUpdate();
  }

  readonly #over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    this.#show(true);
  };

  readonly #leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) this.#show(false);
  };

  readonly #drop = (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.#show(false);
    this.#take(files);
  };

  /** A field or the editor takes a text that is pasted into it. */
  readonly #paste = (event: ClipboardEvent): void => {
    const { target, clipboardData } = event;
    if (target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null)
      return;
    const files = [...(clipboardData?.files ?? [])];
    const text = clipboardData?.getData('text/plain') ?? '';
    if (files.length === 0 && !text.trim().includes('\n')) return;
    event.preventDefault();
    if (files.length > 0) this.#take(files);
    else this.#takeText(text);
  };
}
