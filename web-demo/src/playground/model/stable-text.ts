/**
 * The operations in a text of StableHLO, and the instructions that they become. StableHLO's names are not those of the
 * graph, and one operation may become several instructions.
 */

import type { ComputationGraph, InstructionGraph, ProgramGraph } from 'hloom';
import { linesOf, type Found } from './lines.js';
import { bare } from './scopes.js';

interface Operation extends Found {
  /** The names that it uses, without `%`. */
  readonly uses: readonly string[];
  /** The shape of its only result as HLO writes it; undefined if the line does not tell. */
  readonly shape: string | undefined;
}

/** The operations of a function or of a region, without those of the regions in it. */
interface Block {
  /** The name of the function; empty for a region. */
  readonly name: string;
  readonly instructions: Operation[];
}

const functionHead = /^\s*(?:func\.)?func\b[^@]*@([\w.$-]+|"[^"]*")/;
const operation = /^(\s*%)([\w$-]+)(?::\d+)?\s*=\s*"?(?:(?:stablehlo|chlo)\.(\w+)|(?:func\.)?(call)\b)/;
const argument = /(%)([\w$-]+)\s*:\s*(tensor<[^>]*>)?/g;

/** Operations that HLO names otherwise than StableHLO, apart from `_`. */
const otherNames: Readonly<Record<string, string>> = {
  broadcast_in_dim: 'broadcast',
  dot_general: 'dot',
  round_nearest_afz: 'round-nearest-afz',
  custom_call: 'custom-call',
  get_tuple_element: 'get-tuple-element',
  optimization_barrier: 'opt-barrier',
  bitcast_convert: 'bitcast-convert',
};

export const hloName = (name: string): string => otherNames[name] ?? name.replaceAll('_', '-');

/** `tensor<2x3xf32>` is `f32[2,3]`. */
export function fromTensor(text: string): string {
  const parts = text.slice('tensor<'.length, -1).split(',')[0]?.split('x') ?? [];
  const type = (parts.pop() ?? '').replace(/^ui/, 'u').replace(/^i1$/, 'pred').replace(/^i/, 's');
  return `${type}[${parts.map((size) => (size === '?' ? '<=1' : size)).join()}]`;
}

export function stableBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const open: Block[] = [];
  for (const { line, number, from } of linesOf(text)) {
    const name = functionHead.exec(line)?.[1];
    if (name === undefined) {
      const found = operationIn(line, number, from);
      if (found !== undefined) open.at(-1)?.instructions.push(found);
    }
    for (const brace of bracesIn(line)) {
      if (brace === '}') {
        open.pop();
        continue;
      }
      const block: Block = {
        name: name ?? '',
        instructions: name === undefined ? [] : argumentsIn(line, number, from),
      };
      blocks.push(block);
      open.push(block);
    }
  }
  return blocks;
}

/** The braces of a line that open or close a block: those of attributes, strings and comments do not. */
function bracesIn(line: string): string {
  let rest = line.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').replace(/\/\/.*/, '');
  let before = '';
  while (rest !== before) [before, rest] = [rest, rest.replaceAll(/\{[^{}]*\}/g, '')];
  return rest.replaceAll(/[^{}]/g, '');
}

function operationIn(line: string, number: number, from: number): Operation | undefined {
  const found = operation.exec(line);
  if (found === null) return undefined;
  const [head, before = '', written = '', name, call = ''] = found;
  const rest = line.slice(head.length);
  const type = /(?:->|:)\s*(tensor<[^>]*>)\s*(?:loc\(.*\)\s*)?$/.exec(rest)?.[1];
  return {
    written,
    opcode: name === undefined ? call : hloName(name),
    line: number,
    from,
    to: from + line.length,
    nameFrom: from + before.length,
    uses: [...rest.matchAll(/%([\w$-]+)/g)].map(([, use = '']) => use),
    shape: shapeIn(type),
  };
}

const shapeIn = (type: string | undefined): string | undefined =>
  type === undefined || type.includes('?') ? undefined : fromTensor(type);

/** `@main(%x: tensor<3xf32>, %y: tensor<3xf32>)`: each argument becomes a parameter. */
function argumentsIn(line: string, number: number, from: number): Operation[] {
  const start = line.indexOf('(');
  const end = line.indexOf('->');
  return [...line.slice(0, end < 0 ? undefined : end).matchAll(argument)].flatMap((found) => {
    const [all, before = '', written = '', type] = found;
    if (found.index < start) return [];
    const place = from + found.index;
    const nameFrom = place + before.length;
    return [
      {
        written,
        opcode: 'parameter',
        line: number,
        from: place,
        to: place + all.length,
        nameFrom,
        uses: [],
        shape: shapeIn(type),
      },
    ];
  });
}

/** As many instructions as one operation becomes at most, beyond which its own is not looked for. */
const mostBetween = 64;

/**
 * Matches the operations of each function with the instructions of its computation, in order. In regions, the n-th `add`
 * of the text is the n-th of the graph if both have equally many.
 */
export function stableNames(blocks: readonly Block[], graph: ProgramGraph | undefined): ReadonlyMap<Found, string> {
  const names = new Map<Found, string>();
  if (graph === undefined) return names;
  const taken = new Set<ComputationGraph>();
  const rest: Operation[] = [];
  for (const block of blocks) {
    const computation = computationOf(block, graph);
    if (computation === undefined) rest.push(...block.instructions);
    else {
      align(block.instructions, computation, names);
      taken.add(computation);
    }
  }
  const left = graph.computations.filter((computation) => !taken.has(computation));
  const inGraph = grouped(left.flatMap(({ instructions }) => instructions));
  for (const [opcode, written] of grouped(rest)) {
    const made = inGraph.get(opcode) ?? [];
    if (made.length !== written.length) continue;
    for (const [at, one] of written.entries()) {
      const name = made[at]?.name;
      if (name !== undefined) names.set(one, name);
    }
  }
  return names;
}

/** The computation of a function: `main` is the entry, and `relu` may be named `relu.7`. */
function computationOf({ name }: Block, { computations, entry }: ProgramGraph): ComputationGraph | undefined {
  if (name === '') return undefined;
  if (name === 'main') return computations.find((one) => one.name === entry);
  return computations.find((one) => one.name === name || one.name.replace(/\.\d+$/, '') === name);
}

function align(operations: readonly Operation[], { instructions }: ComputationGraph, names: Map<Found, string>): void {
  const byName = new Map(instructions.map((one) => [one.name, one]));
  const known = new Map<string, string>();
  const fits = (written: Operation, made: InstructionGraph): boolean => {
    // A constant of equal elements is a scalar that is broadcast.
    const isSplat =
      written.opcode === 'constant' &&
      made.opcode === 'broadcast' &&
      byName.get(made.operands[0] ?? '')?.opcode === 'constant';
    if (made.opcode !== written.opcode && !isSplat) return false;
    if (written.shape !== undefined && bare(made.shape) !== written.shape) return false;
    const uses = written.uses.flatMap((use) => known.get(use) ?? []);
    return uses.length === 0 || made.operands.length === 0 || made.operands.some((operand) => uses.includes(operand));
  };
  let next = 0;
  for (const written of operations) {
    const end = Math.min(instructions.length, next + mostBetween);
    for (let at = next; at < end; at++) {
      const made = instructions[at];
      if (made === undefined || !fits(written, made)) continue;
      names.set(written, made.name);
      known.set(written.written, made.name);
      next = at + 1;
      break;
    }
  }
}

function grouped<Item extends { readonly opcode: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const known = groups.get(item.opcode);
    if (known === undefined) groups.set(item.opcode, [item]);
    else known.push(item);
  }
  return groups;
}
