/** Programs made of a part of another one, in its short text form. */

import type { ComputationGraph, InstructionGraph } from 'hloom';
import { free } from './costs.js';

const lineOf = (entry: string, name: string): string | undefined =>
  entry.split('\n').find((line) =>
    line
      .trimStart()
      .replace(/^ROOT /, '')
      .startsWith(`${name} = `),
  );

/** The program with another result: the value of an instruction of its entry computation. */
export function rerooted(hlo: string, name: string): string {
  const start = hlo.search(/^ENTRY /m);
  // Properties in the header, such as aliases, are about the old result.
  const called = hlo.slice(hlo.indexOf('\n'), start);
  const entry = hlo.slice(start).replace(/^(\s*)ROOT /m, '$1');
  const line = lineOf(entry, name);
  if (start < 0 || line === undefined) return hlo;
  const root = line.replace(/^(\s*)/, '$1ROOT ');
  return `HloModule part\n${called}\n${entry.replace(`${line}\n`, () => `${root}\n`)}`;
}

/**
 * A program that has one instruction of the entry computation alone, with its operands as parameters: the measured time
 * of the instruction is that of this program. `hlo` is the whole program in the short form.
 */
export function aloneProgram(hlo: string, entry: ComputationGraph, one: InstructionGraph): string | undefined {
  const start = hlo.search(/^ENTRY /m);
  const line = lineOf(hlo.slice(start), one.name);
  if (start < 0 || line === undefined || free.has(one.opcode)) return undefined;
  const called = hlo.slice(hlo.indexOf('\n'), start);
  const shapeByName = new Map(entry.instructions.map(({ name, shape }) => [name, shape]));
  const names = [...new Set(one.operands)];
  const parameters = names.map((name, number) => `  ${name} = ${shapeByName.get(name) ?? ''} parameter(${number})`);
  const root = line
    .trim()
    .replace(/^(ROOT )?/, '  ROOT ')
    .replace(/, control-predecessors=\{[^}]*\}/, '');
  return `HloModule alone\n${called}\nENTRY alone {\n${parameters.join('\n')}\n${root}\n}\n`;
}
