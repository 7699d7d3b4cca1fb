/** `hloom check`: checks programs. */

import { HloomError, type ProgramShape, type Shape } from '../index.node.js';
import { sharedOptions, type Command } from './command.js';
import { exitCodeOf, exitCodes, failureText, type ExitCode } from './failure.js';
import type { Io } from './io.js';
import { optionOf } from './options.js';
import { loadPrograms, type Program } from './program-file.js';
import { countText } from './progress.js';

export const check: Command = {
  name: 'check',
  summary: 'say whether a program is valid, and what is wrong with it',
  usage: 'FILE [--json]',
  operands: { name: 'a program', min: 1, max: 1 },
  options: [
    sharedOptions.json,
    sharedOptions.from,
    sharedOptions.mixedPrecision,
    sharedOptions.elidedConstants,
    sharedOptions.argumentShapes,
  ],
  details: [
    'FILE is HLO text (.hlo, .txt), StableHLO (.mlir, .mlirbc), an HloModuleProto (.pb), or - for the standard input.',
    'Every instruction is checked against the rules of its operation. If a program breaks one, the exit code is 1.',
    'A text can have several modules, separated by lines "// -----" as in XLA\'s tests; with --json each has a line.',
  ],
  examples: [['hloom check add.hlo', 'its signature, or the first error']],
  async run(given, io) {
    const json = optionOf(given, 'json') !== undefined;
    const programs = await loadPrograms(given, io);
    let exit: ExitCode = exitCodes.ok;
    for (const [index, load] of programs.entries()) {
      io.signal.throwIfAborted();
      const heading = programs.length > 1 && !json ? `module ${index + 1} of ${programs.length}: ` : '';
      const own = checkOne(load, heading, json, io);
      if (exit === exitCodes.ok) exit = own;
    }
    return exit;
  },
};

/** Reports whether a program is valid. An invalid program throws, unless there are others, or JSON is requested. */
function checkOne(load: () => Program, heading: string, json: boolean, io: Io): ExitCode {
  try {
    const { computation, name } = load();
    const { computations } = computation.toJson();
    const instructions = computations.reduce((sum, { instructions: all }) => sum + all.length, 0);
    const { text } = computation.programShape;
    const parts = `${plural(computations.length, 'computation')}, ${plural(instructions, 'instruction')}`;
    if (json) io.print(JSON.stringify({ ok: true, signature: text, computations: computations.length, instructions }));
    else io.print(`${heading}${name} is valid: ${signatureText(computation.programShape, io.outIsTerminal)}\n${parts}`);
    return exitCodes.ok;
  } catch (thrown) {
    if (!(thrown instanceof HloomError) || (!json && heading === '')) throw thrown;
    if (json) {
      const { code, rule, op, operands, headline, details, help, location, message } = thrown;
      const error = { code, rule, op, operands, headline, details, help, location, message };
      io.print(JSON.stringify({ ok: false, error }));
    } else {
      io.print(`${heading}${failureText(thrown)}`);
    }
    return exitCodeOf(thrown);
  }
}

/** A signature of more characters has a parameter on each line. */
const oneLine = 200;
/** A tuple in a longer line has an element on each line. */
const longestLine = 100;
/** The parameters, results or elements that a terminal shows, from the beginning and the end. */
const [firstShown, lastShown] = [16, 4];

/** The signature, on one line where it fits; a terminal gets the middle of each long list elided. */
function signatureText({ text, parameters, parameterNames, result }: ProgramShape, elide: boolean): string {
  if (text.length <= oneLine) return text;
  const taken = parameters.map((shape, index) => shapeLines(`  ${parameterNames[index] ?? ''}: `, shape, '  ', elide));
  const begin = ['(', ...shownLines(taken, 'parameters', '  ', elide)].join('\n');
  if (!result.isTuple || result.tupleShapes.length < 2) return `${begin}\n) -> ${result.toString()}`;
  const given = result.tupleShapes.map((shape) => shapeLines('  ', shape, '  ', elide));
  return [begin, ') -> (', ...shownLines(given, 'results', '  ', elide), ')'].join('\n');
}

/** A shape and a comma after `before`: on one line, or a tuple for which that is too short on several. */
function shapeLines(before: string, shape: Shape, indent: string, elide: boolean): readonly string[] {
  const line = `${before}${shape.toString()},`;
  if (!shape.isTuple || line.length <= longestLine) return [line];
  const inner = `${indent}  `;
  const elements = shape.tupleShapes.map((element) => shapeLines(inner, element, inner, elide));
  return [`${before}(`, ...shownLines(elements, 'elements', inner, elide), `${indent}),`];
}

/** The lines of the items of a list, those in the middle elided. */
function shownLines(items: readonly (readonly string[])[], noun: string, indent: string, elide: boolean): string[] {
  const left = items.length - firstShown - lastShown;
  if (!elide || left < 2) return items.flat();
  const more = `${indent}... ${countText(left)} more ${noun} ...`;
  return [...items.slice(0, firstShown).flat(), more, ...items.slice(-lastShown).flat()];
}

function plural(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
