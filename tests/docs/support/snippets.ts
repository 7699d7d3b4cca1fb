/** The fenced snippets of a Markdown file, with the notes in the text around them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const root = resolve(__dirname, '../../..');

export interface Snippet {
  /** `README.md:42`: the file and the line of the opening fence. */
  readonly place: string;
  readonly language: string;
  readonly code: string;
  /** The output that a `text` block after it shows. */
  output: string | undefined;
  /** The reason in `<!-- not run: reason -->` above it. */
  readonly notRun: string | undefined;
  /** The path in `<!-- from path -->` above it: the file that it quotes. */
  readonly quotes: string | undefined;
}

/** Reads a file of the checkout, or one anywhere else by its whole path. */
export function readSnippets(file: string): Snippet[] {
  const lines = readFileSync(resolve(root, file), 'utf8').split('\n');
  const snippets: Snippet[] = [];
  let above = '';
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line] ?? '';
    const fence = /^```(.*)$/.exec(text);
    if (fence === null) {
      if (text.trim() !== '') above = text;
      continue;
    }
    const end = lines.indexOf('```', line + 1);
    const place = `${file}:${line + 1}`;
    if (end < 0) throw new Error(`${place}: the fence is not closed`);
    const code = lines.slice(line + 1, end).join('\n');
    const language = fence[1] ?? '';
    if (language === 'text') attachOutput(snippets.at(-1), code, place);
    else {
      const notRun = /^<!-- not run: (.+) -->$/.exec(above)?.[1];
      const quotes = /^<!-- from (\S+) -->$/.exec(above)?.[1];
      snippets.push({ place, language, code, output: undefined, notRun, quotes });
    }
    above = '';
    line = end;
  }
  return snippets;
}

/** A `text` block is what the snippet before it prints; anything else that is preformatted is indented instead. */
function attachOutput(snippet: Snippet | undefined, output: string, place: string): void {
  if (snippet === undefined || snippet.output !== undefined) throw new Error(`${place}: output of no snippet`);
  snippet.output = output;
}

/** Snippets that continue each other: a program starts where something is imported, required or exported. */
export function programsOf(snippets: readonly Snippet[]): Snippet[][] {
  const programs: Snippet[][] = [];
  for (const snippet of snippets) {
    const starts = /^(import|export) |\brequire\(/m.test(snippet.code);
    const last = programs.at(-1);
    if (starts || last === undefined) programs.push([snippet]);
    else last.push(snippet);
  }
  return programs;
}

/** Lines without what cannot be seen. */
export const trimmed = (text: string): string => text.replace(/[ \t]+$/gm, '').replace(/^\n+|\n+$/g, '');
