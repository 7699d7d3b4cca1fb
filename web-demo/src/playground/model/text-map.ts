/** The places of instructions in the text of a program, and the other way round. */

import type { ProgramGraph } from 'hloom';
import { linesOf, type Found } from './lines.js';
import { stableBlocks, stableNames } from './stable-text.js';

/** An instruction in the text. All positions count characters from the start of the text. */
export interface TextInstruction {
  /** Its name in the graph, which makes names unique; undefined if the text and the graph do not match. */
  readonly name: string | undefined;
  /** Its name in the text, without `%`. */
  readonly written: string;
  readonly opcode: string;
  /** The number of its computation in the text. */
  readonly computation: number;
  readonly from: number;
  readonly to: number;
  /** The place of the written name. */
  readonly nameFrom: number;
  readonly nameTo: number;
  /** From 1. */
  readonly line: number;
}

export interface TextMap {
  readonly instructions: readonly TextInstruction[];
  readonly byName: ReadonlyMap<string, TextInstruction>;
  readonly language: 'hlo' | 'stablehlo';
}

/** The map of no text. */
export const noMap: TextMap = { instructions: [], byName: new Map(), language: 'hlo' };

interface FoundComputation {
  readonly name: string;
  readonly instructions: Found[];
}

const hloComputation = /^\s*(?:ENTRY\s+)?%?([\w.-]+)\s*(?:\(.*\)\s*->.*)?\{\s*(.*)$/;
const hloInstruction = /^(\s*(?:ROOT\s+)?%?)([\w.-]+)\s*=\s*(.*)$/;
export const languageOf = (text: string): 'hlo' | 'stablehlo' =>
  /^\s*(?:\/\/[^\n]*\n\s*)*(?:module\b|func\.func\b|#\w|"builtin\.module"|\{-#)/.test(text) ? 'stablehlo' : 'hlo';

/** Finds the instructions of a text, and their names in its graph. The graph may be that of an earlier text. */
export function textMap(text: string, graph: ProgramGraph | undefined): TextMap {
  const language = languageOf(text);
  const hlo = language === 'hlo' ? hloComputations(text) : [];
  const stable = language === 'hlo' ? [] : stableBlocks(text);
  const names = language === 'hlo' ? hloNames(hlo, graph) : stableNames(stable, graph);
  const computations: readonly { readonly instructions: readonly Found[] }[] = language === 'hlo' ? hlo : stable;
  const instructions = computations
    .flatMap((computation, number) =>
      computation.instructions.map((found): TextInstruction => {
        const { written, opcode, line, from, to, nameFrom } = found;
        const place = { from, to, nameFrom, nameTo: nameFrom + written.length, line };
        return { name: names.get(found), written, opcode, computation: number, ...place };
      }),
    )
    // A region stands between the operations of the block around it.
    .sort((a, b) => a.from - b.from);
  const byName = new Map<string, TextInstruction>();
  for (const one of instructions) if (one.name !== undefined) byName.set(one.name, one);
  return { instructions, byName, language };
}

/** The operation behind a shape: `f32[2]{0} add(%a, %b)`, `(f32[], s32[]) tuple(...)`. */
function opcodeIn(right: string): string {
  let at = 0;
  if (right.startsWith('(')) {
    let depth = 0;
    do {
      if (right[at] === '(') depth++;
      else if (right[at] === ')') depth--;
      at++;
    } while (depth > 0 && at < right.length);
  } else {
    at = /^[^\s]*/.exec(right)?.[0].length ?? 0;
  }
  return /^[^(]*?\b([a-z][a-z0-9-]*)\(/.exec(right.slice(at, at + 200))?.[1] ?? '';
}

function hloComputations(text: string): FoundComputation[] {
  const computations: FoundComputation[] = [];
  for (const { line, number, from } of linesOf(text)) {
    const head = /=/.test(line.split('{')[0] ?? '') ? null : hloComputation.exec(line);
    let [rest, offset] = [line, 0];
    if (head !== null && !line.startsWith('HloModule')) {
      computations.push({ name: head[1] ?? '', instructions: [] });
      rest = head[2] ?? '';
      offset = line.length - rest.length;
    }
    const found = hloInstruction.exec(rest);
    const opcode = found === null ? '' : opcodeIn(found[3] ?? '');
    if (found === null || opcode === '') continue;
    const [, before = '', written = ''] = found;
    const nameFrom = from + offset + before.length;
    computations.at(-1)?.instructions.push({ written, opcode, line: number, from, to: from + line.length, nameFrom });
  }
  return computations;
}

/**
 * The n-th instruction of a computation in the text is the n-th one in the graph, if they are equally many with the same
 * operations; otherwise equal names are the same instruction.
 */
function hloNames(
  computations: readonly FoundComputation[],
  graph: ProgramGraph | undefined,
): ReadonlyMap<Found, string> {
  const names = new Map<Found, string>();
  if (graph === undefined) return names;
  const all = new Set(graph.computations.flatMap(({ instructions }) => instructions.map(({ name }) => name)));
  const isWhole = computations.length === graph.computations.length;
  for (const [number, computation] of computations.entries()) {
    const { instructions } = computation;
    const same =
      graph.computations.find(({ name }) => name === computation.name) ??
      (isWhole ? graph.computations[number] : undefined);
    const isSame =
      same?.instructions.length === instructions.length &&
      same.instructions.every(({ opcode }, at) => opcode === instructions[at]?.opcode);
    for (const [at, one] of instructions.entries()) {
      const name = isSame ? same.instructions[at]?.name : all.has(one.written) ? one.written : undefined;
      if (name !== undefined) names.set(one, name);
    }
  }
  return names;
}

/** The instruction whose line has a position, or whose name is used there. */
export function instructionAt(map: TextMap, text: string, position: number): TextInstruction | undefined {
  const line = lineOf(map, position);
  const word = wordAt(text, position);
  if (line === undefined) return undefined;
  if (word === undefined || word.text === line.written) return line;
  const used = map.instructions.find(({ written, computation }) => {
    return written === word.text && (computation === line.computation || map.language === 'stablehlo');
  });
  return used !== undefined && (word.isName || map.language === 'hlo') ? used : line;
}

export function lineOf({ instructions }: TextMap, position: number): TextInstruction | undefined {
  let [low, high] = [0, instructions.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const one = instructions[middle];
    if (one === undefined) return undefined;
    if (position < one.from) high = middle - 1;
    else if (position > one.to) low = middle + 1;
    else return one;
  }
  return undefined;
}

export interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** True after `%`. */
  readonly isName: boolean;
}

/** The word around a position: a name, an operation, an attribute. */
export function wordAt(text: string, position: number): Word | undefined {
  const isPart = (at: number): boolean => /[\w.-]/.test(text[at] ?? ' ');
  // The sign before a name is part of it.
  const inside = /[%@]/.test(text[position] ?? ' ') ? position + 1 : position;
  let from = inside;
  while (from > 0 && isPart(from - 1)) from--;
  let to = inside;
  while (to < text.length && isPart(to)) to++;
  if (from === to) return undefined;
  return { text: text.slice(from, to), from, to, isName: text[from - 1] === '%' };
}

/** The shape around a position: `f32[2,3]{1,0}` or `tensor<2x3xf32>`. */
export function shapeAt(text: string, position: number): Word | undefined {
  const start = text.lastIndexOf('\n', position - 1) + 1;
  const end = text.indexOf('\n', position);
  const line = text.slice(start, end < 0 ? undefined : end);
  if (line.length > 20_000) return undefined;
  for (const found of line.matchAll(/\b[a-z][a-z0-9]*\[[\d,<=\s]*\](?:\{[^}]*\})?|tensor<[^>]*>/g)) {
    const from = start + found.index;
    const to = from + found[0].length;
    if (position >= from && position < to) return { text: found[0], from, to, isName: false };
  }
  return undefined;
}
