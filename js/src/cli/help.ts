/** The help, made from the definitions of the commands. */

import type { Command, OptionSpec } from './command.js';
import { helpOption } from './options.js';

const width = 24;

/** The output of `hloom --help`. */
export function overview(commands: readonly Command[]): string {
  return [
    'hloom runs, prints and checks XLA programs.',
    '',
    'usage: hloom COMMAND ...',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width - 2)}${summary}`),
    `  ${'help COMMAND'.padEnd(width - 2)}more about a command`,
    `  ${'--version'.padEnd(width - 2)}the version of hloom`,
    '',
    'exit codes: 0 done; 1 the program was refused or failed; 2 the command line is wrong; 3 a file cannot be used;',
    '4 a limit stopped it; 5 a fault of hloom itself; 130 Ctrl+C; 143 terminated',
    '',
    "for example: hloom run add.hlo --arg '[1, 2, 3]' --arg '[4, 5, 6]'",
  ].join('\n');
}

/** The output of `hloom help COMMAND`. */
export function commandHelp({ name, summary, usage, options, details, examples }: Command): string {
  const lines = [`hloom ${name}: ${summary}`, '', `usage: hloom ${name} ${usage}`, ''];
  for (const paragraph of details) lines.push(paragraph, '');
  lines.push(...[...options, helpOption].flatMap(optionLines), '');
  for (const [line, doc] of examples) lines.push(`  ${line}`, `      ${doc}`);
  return lines.join('\n').trimEnd();
}

function optionLines({ name, value, doc, repeats }: OptionSpec): string[] {
  const left = `  --${name}${value === undefined ? '' : ` ${value}`}${repeats === true ? ' ...' : ''}`;
  const right = broken(doc, 96);
  const indent = ' '.repeat(width);
  const [first = '', ...rest] = right;
  if (left.length >= width) return [left, ...right.map((line) => indent + line)];
  return [left.padEnd(width) + first, ...rest.map((line) => indent + line)];
}

/** Wraps text to lines of at most this width. */
function broken(text: string, length: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length + 1 > length) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
