/** The places of errors in a program in JavaScript, whose text runs as the body of a function. */

import type { TextPosition } from 'hloom';
import { moduleBody } from './model/module-body.js';

/** The parameters of the function: the names that a program has without an import. */
export const scriptNames = ['hloom', 'program', 'plot', 'image', 'console'] as const;

/** ECMAScript puts two lines before the body that a function is made of: its parameters, and `) {`. */
const linesBefore = 2;

/** The time to wait for a Worker that finds the place of a syntax error, in milliseconds. */
const mostMilliseconds = 2000;

/** A stack names the function as `<anonymous>:5:9)` in V8, and as `worker.js line 9 > AsyncFunction:5:9` in Firefox. */
const frame = /(?:, <anonymous>|> (?:Async)?Function):(\d+):(\d+)/;

/** The place in the text from which an error was thrown. */
export function thrownAt(text: string, thrown: unknown): TextPosition | undefined {
  const [, line, column] = frame.exec((thrown instanceof Error ? thrown.stack : undefined) ?? '') ?? [];
  if (line === undefined) return undefined;
  return placeIn(text, Number(line) - linesBefore, Number(column));
}

/** The place of the first import of another module than hloom. */
export function otherImportAt(text: string): TextPosition | undefined {
  for (const found of text.matchAll(/^[ \t]*import\s[^;'"]*\sfrom\s+(['"])([^'"]+)\1/gm)) {
    const [all, , from = ''] = found;
    if (from === 'hloom') continue;
    const before = text.slice(0, found.index + all.length - from.length - 2).split('\n');
    return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 };
  }
  return undefined;
}

/**
 * The place of a syntax error. V8 tells it only in the error event of a Worker, so that the text becomes a Worker's. It
 * does not run: it is in a function that nothing calls, behind a `throw` in case it ends that function.
 */
export function syntaxErrorAt(text: string): Promise<TextPosition | undefined> {
  const script = `throw 0; async function script(${scriptNames.join()}) {\n${moduleBody(text)}\n}`;
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(address);
  return new Promise<TextPosition | undefined>((resolve) => {
    setTimeout(() => resolve(undefined), mostMilliseconds);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(event.lineno > 1 ? placeIn(text, event.lineno - 1, event.colno) : undefined);
    };
  }).finally(() => {
    worker.terminate();
    URL.revokeObjectURL(address);
  });
}

/** The place in the text of a place in the function's body; a column counts UTF-16 units there. */
function placeIn(text: string, line: number, column: number): TextPosition {
  const lines = text.split('\n');
  const written = lines[line - 1];
  if (written === undefined) {
    // The text ends too early.
    const whole = text.trimEnd().split('\n');
    return { line: whole.length, column: Math.max(1, [...(whole.at(-1) ?? '')].length) };
  }
  // An import or an export is another text in the body, before the rest of its line.
  const run = moduleBody(text).split('\n')[line - 1] ?? written;
  const unit = Math.max(1, column + written.length - run.length);
  return { line, column: [...written.slice(0, unit - 1)].length + 1 };
}
