/** Files that are dropped anywhere on the page, or chosen. */

import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class FileDrop implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #take: (files: readonly File[]) => void;
  #isOver = false;

  constructor(host: ReactiveControllerHost, take: (files: readonly File[]) => void) {
    this.#host = host;
    this.#take = take;
  }

  /** True while files are over the page. */
  get isOver(): boolean {
    return this.#isOver;
  }

  hostConnected(): void {
    document.addEventListener('dragover', this.#over);
    document.addEventListener('dragleave', this.#leave);
    document.addEventListener('drop', this.#drop);
  }

  hostDisconnected(): void {
    document.removeEventListener('dragover', this.#over);
    document.removeEventListener('dragleave', this.#leave);
    document.removeEventListener('drop', this.#drop);
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
}
