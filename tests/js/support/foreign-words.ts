// Words of XLA's C++ in errors of JavaScript.
import type { HloomError } from 'hloom';

/**
 * Finds C++'s words in an error: names with underscores, values in braces, functions in PascalCase, and backticks of a
 * literal that is not read. Text in quotes is the user's own, and so are the names of instructions.
 *
 * @param functions - XLA's names of the builder functions
 */
export function foreignWords({ headline, details, help }: HloomError, functions: readonly string[]): string[] {
  const text = [headline, ...details, help].join('\n').replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const written =
    text.match(/(?<![\w%.])(?:`|[a-z][a-z0-9]*_\w+|\w+=\{|\{[-0-9,]*\}(?<=\s\{[-0-9,]*\})|[A-Z]\w+)/g) ?? [];
  const names = new Set(functions);
  return written.filter((word) => !/^[A-Z]/.test(word) || names.has(word));
}
