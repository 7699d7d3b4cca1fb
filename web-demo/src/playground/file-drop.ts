/** Files that are dropped anywhere on the page, or chosen, and text that is pasted outside of the editor. */

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Files; those of a folder come when the browser has read it. */
export type TakeFiles = (files: readonly File[] | Promise<readonly File[]>) => void;

export class FileDrop implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #take: TakeFiles;
  readonly #takeText: (text: string) => void;
  #isOver = false;

  constructor(host: ReactiveControllerHost, take: TakeFiles, takeText: (text: string) => void) {
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
    const entries = entriesOf(event);
    this.#take(entries.some(({ isDirectory }) => isDirectory) ? filesOf(entries) : files);
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

/** The files and folders that are dropped, which only the event itself gives. */
export const entriesOf = ({ dataTransfer }: DragEvent): FileSystemEntry[] =>
  [...(dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);

/** All files of dropped files and folders. */
export async function filesOf(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = [];
  const rest = [...entries];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const entry = next;
    if (entry.isFile) {
      files.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
    } else {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      const read = (): Promise<FileSystemEntry[]> =>
        new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      // A reader gives a hundred entries at a time.
      for (let some = await read(); some.length > 0; some = await read()) rest.push(...some);
    }
  }
  return files.sort((a, b) => a.name.localeCompare(b.name));
}
