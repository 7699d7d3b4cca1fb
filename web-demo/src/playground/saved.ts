/** Files that the page gives to the reader. */

import { download } from '../site/download.js';

export interface SavedFile {
  readonly name: string;
  readonly content: string | Blob | Uint8Array<ArrayBuffer>;
}

/** Downloads a file; returns a sentence that says so. */
export function saved({ name, content }: SavedFile): string {
  download(new Blob([content]), name);
  return `${name} is downloaded.`;
}
