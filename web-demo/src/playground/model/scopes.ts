/** The part of a computation that its graph shows: instructions, and scopes of `op_name` that are collapsed to one node. */

import type { ComputationGraph, InstructionGraph } from 'hloom';

export interface GraphNode {
  /** The name of the instruction, or `scope:` and the path. */
  readonly id: string;
  readonly title: string;
  /** The name of the instruction in the text of the program; for a scope, the number of its instructions. */
  readonly subtitle: string;
  /** The shape, or the number of instructions. */
  readonly detail: string;
  readonly kind: 'instruction' | 'scope';
  readonly opcode: string;
  /** The instructions that it stands for. */
  readonly members: readonly string[];
  readonly isRoot: boolean;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** The shape of the value; empty if several values share the edge. */
  readonly label: string;
}

export interface ShownGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** More nodes than this are not laid out. */
export const mostNodes = 2000;
/** The most characters of a constant in its node. */
const mostOfConstant = 13;
/** The number of nodes up to which scopes are open at first. */
export const comfortable = 120;
/** The instructions of a group, in a program without scopes. */
const groupSize = 50;

/** The scopes of each instruction, from outside inwards, as paths: `jit(f)`, `jit(f)/dense`. */
export type Scopes = ReadonlyMap<string, readonly string[]>;

export function scopesOf({ instructions }: ComputationGraph): Scopes {
  const hasNames = instructions.some(({ op_name }) => op_name?.includes('/') === true);
  if (!hasNames && instructions.length <= mostNodes) return new Map();
  return new Map(
    instructions.map(({ name, op_name }, number) => {
      if (!hasNames) {
        const first = number - (number % groupSize);
        return [name, [`instructions ${first} to ${Math.min(instructions.length, first + groupSize) - 1}`]];
      }
      const parts = (op_name ?? '').split('/').slice(0, -1);
      return [name, parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))];
    }),
  );
}

/** The scopes to collapse at first: the deepest ones with which the graph is comfortable, or as small as it gets. */
export function firstCollapsed(computation: ComputationGraph, scopes: Scopes): ReadonlySet<string> {
  const deepest = Math.max(0, ...[...scopes.values()].map((paths) => paths.length));
  const count = (depth: number): number => {
    const nodes = new Set(computation.instructions.map(({ name }) => scopes.get(name)?.[depth] ?? `%${name}`));
    return nodes.size;
  };
  for (let depth = deepest; depth >= 0; depth--) {
    if (count(depth) <= comfortable || depth === 0) return depth >= deepest ? new Set() : scopesAt(scopes, depth);
  }
  return new Set();
}

const scopesAt = (scopes: Scopes, depth: number): ReadonlySet<string> =>
  new Set([...scopes.values()].flatMap((paths) => (paths[depth] === undefined ? [] : [paths[depth]])));

/** The node that stands for an instruction. */
export function nodeOf(name: string, scopes: Scopes, collapsed: ReadonlySet<string>): string {
  const scope = scopes.get(name)?.find((path) => collapsed.has(path));
  return scope === undefined ? name : `scope:${scope}`;
}

/** `nameOf` gives the text's name of an instruction. */
export function shownGraph(
  computation: ComputationGraph,
  scopes: Scopes,
  collapsed: ReadonlySet<string>,
  nameOf = (name: string): string => name,
): ShownGraph {
  const nodes = new Map<string, { one: InstructionGraph; members: string[]; isRoot: boolean }>();
  const edges = new Map<string, { from: string; to: string; labels: Set<string> }>();
  const shapes = new Map(computation.instructions.map(({ name, shape }) => [name, shape]));
  for (const one of computation.instructions) {
    const id = nodeOf(one.name, scopes, collapsed);
    const isRoot = one.name === computation.root;
    const known = nodes.get(id);
    if (known === undefined) nodes.set(id, { one, members: [one.name], isRoot });
    else {
      known.members.push(one.name);
      known.isRoot ||= isRoot;
    }
    for (const operand of one.operands) {
      const from = nodeOf(operand, scopes, collapsed);
      if (from === id) continue;
      const key = `${from}\n${id}`;
      const edge = edges.get(key) ?? { from, to: id, labels: new Set<string>() };
      edge.labels.add(shapes.get(operand) ?? '');
      edges.set(key, edge);
    }
  }
  return {
    nodes: [...nodes].map(([id, { one, members, isRoot }]) => nodeFor(id, one, members, isRoot, nameOf(one.name))),
    edges: [...edges.values()].map(({ from, to, labels }) => ({
      from,
      to,
      label: labels.size === 1 ? bare([...labels][0] ?? '') : '',
    })),
  };
}

function nodeFor(
  id: string,
  one: InstructionGraph,
  members: readonly string[],
  isRoot: boolean,
  written: string,
): GraphNode {
  const { opcode } = one;
  if (id.startsWith('scope:')) {
    const detail = members.length === 1 ? '1 instruction' : `${members.length} instructions`;
    const title = id.slice(id.lastIndexOf('/') + 1).replace(/^scope:/, '');
    return { id, title, subtitle: detail, detail, kind: 'scope', opcode, members, isRoot };
  }
  const value = opcode === 'constant' ? (one.attributes.literal ?? '') : '';
  const brief = value.length > mostOfConstant ? `${value.slice(0, mostOfConstant - 1)}…` : value;
  const title = `${opcode} ${brief}`.trim();
  const detail = `${written} ${bare(one.shape)}`;
  return { id, title, subtitle: written, detail, kind: 'instruction', opcode, members, isRoot };
}

/** The shape without layouts. */
export const bare = (shape: string): string => shape.replaceAll(/\{[^}]*\}/g, '');
