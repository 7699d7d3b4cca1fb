/** Files that the page gives to the reader. */

export interface SavedFile {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** Downloads a file; returns a sentence that says so. */
export function saved({ name, content }: SavedFile): string {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content]));
  link.download = name;
  link.click();
  // The browser has taken the address by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return `${name} is downloaded.`;
}
