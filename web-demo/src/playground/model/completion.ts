/** The completions at a place in a program: names of values, operations and attributes. */

import { findInstruction } from './find.js';
import { bare } from './scopes.js';
import type { Told } from './words.js';

export interface Completion {
  readonly label: string;
  readonly detail?: string;
  readonly info?: string;
  readonly apply?: string;
}

export interface Completions {
  /** The characters that the completion replaces. */
  readonly typed: string;
  readonly options: readonly Completion[];
}

/** StableHLO's name of an operation. */
const stableName = (name: string): string =>
  ({ broadcast: 'broadcast_in_dim', dot: 'dot_general' })[name] ?? name.replaceAll('-', '_');

/**
 * @param before - the line up to the cursor
 * @param isAsked - true if the reader asks for completions; otherwise there are none before the first letter
 */
export function completionsAt(before: string, told: Told, isAsked: boolean): Completions | undefined {
  const typed = /[\w.-]*$/.exec(before)?.[0] ?? '';
  const left = before.slice(0, before.length - typed.length);
  if (left.endsWith('%')) return { typed, options: namesOf(told) };
  if (typed === '' && !isAsked) return undefined;
  const { operations, map } = told;
  if (map.language === 'stablehlo') {
    if (!/=\s*"?$/.test(left)) return undefined;
    const options = Object.entries(operations).map(([name, { doc }]) => ({
      label: `stablehlo.${stableName(name)}`,
      info: doc,
    }));
    return { typed, options };
  }
  // An attribute follows the operands: `reduce(%x, %z), dim`.
  const opened = /\b([a-z][a-z0-9-]*)\([^()]*\)(?:,.*)?,\s*$/.exec(left);
  const operation = operations[opened?.[1] ?? ''];
  if (operation !== undefined) {
    const given = new Set([...left.matchAll(/(\w+)=/g)].map(([, name]) => name));
    const attributes = Object.entries(operation.attributes).map(([name, doc]) => ({
      label: name,
      apply: `${name}=`,
      info: doc,
    }));
    const regions = operation.regions.map((name) => ({ label: name, apply: `${name}=`, info: 'a computation' }));
    return { typed, options: [...attributes, ...regions].filter(({ label }) => !given.has(label)) };
  }
  // An operation follows the shape: `%y = f32[2]{0} mul`.
  if (/=\s*(?:\(.*\)|[a-z][a-z0-9]*\[[^\]]*\](?:\{[^}]*\})?)\s+$/.test(left)) {
    const options = Object.entries(operations).map(([name, { doc, operands }]) => ({
      label: name,
      detail: `(${operands.join(', ')})`,
      apply: `${name}(`,
      info: doc,
    }));
    return { typed, options };
  }
  if (/\(\s*(?:[^()]*,\s*)?$/.test(left)) return { typed, options: namesOf(told) };
  return undefined;
}

const namesOf = ({ map, graph }: Told): Completion[] =>
  map.instructions.map(({ written, name, opcode }) => {
    const shape = findInstruction(graph, name)?.shape;
    return { label: written, detail: shape === undefined ? opcode : `${bare(shape)} ${opcode}` };
  });
