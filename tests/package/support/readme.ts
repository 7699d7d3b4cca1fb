/** The blocks of the README in the package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSnippets, type Snippet } from '../../docs/support/snippets.js';

const headings = /^(?:\/\/|<!--) ([\w.-]+\.(?:m?js|html))(?: -->)?\n/;

/** A block that starts with the name of a file, as `// page.js` or `<!-- page.html -->`, is that file. */
export const fileNameOf = ({ code }: Snippet): string | undefined => headings.exec(code)?.[1];

/** The blocks of an installed package's README. */
export function readmeOf(folder: string): Snippet[] {
  return readSnippets(join(folder, 'node_modules/hloom/README.md'));
}

/** The text of a file that the README shows. */
export function readmeFile(folder: string, name: string): string {
  const found = readmeOf(folder).filter((snippet) => fileNameOf(snippet) === name);
  if (found.length !== 1) throw new Error(`the README shows ${found.length} files ${name}`);
  return `${found[0]?.code ?? ''}\n`;
}

export const readText = (...path: string[]): string => readFileSync(join(...path), 'utf8');
