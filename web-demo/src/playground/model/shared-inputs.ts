/** The arguments of a program in its link: what was chosen for each, except files. */

import type { SharedInput } from './fragment.js';
import { generators, usualInput, type Generator, type Input } from './inputs.js';

export function sharedInputs(all: readonly Input[]): Readonly<Record<string, SharedInput>> {
  const inputs: Record<string, SharedInput> = {};
  for (const [number, input] of all.entries()) {
    if (input.kind === 'typed') inputs[number] = { kind: 'typed', text: input.text };
    else if (input.kind !== 'file' && input.kind !== usualInput.kind) inputs[number] = { kind: input.kind };
  }
  return inputs;
}

export function inputOf({ kind, text }: SharedInput): Input {
  if (kind === 'typed') return { kind, text: text ?? '' };
  return generators.includes(kind as Generator) ? { kind: kind as Generator } : usualInput;
}
