/** The arguments of a program in its link: what was chosen for each, and the elements of small files. */

import type { SharedInput } from './fragment.js';
import { generators, typedText, usualInput, type Generator, type Input } from './inputs.js';

/** The files of a link have at most so many elements together: more of them seldom fit an address. */
export const mostSharedElements = 1000;

export interface SharedInputs {
  readonly inputs: Readonly<Record<string, SharedInput>>;
  /** The names of files that are too large for a link. */
  readonly left: readonly string[];
}

/** The values of a file are elements that somebody typed for whoever opens the link. */
export function sharedInputs(all: readonly Input[]): SharedInputs {
  const inputs: Record<string, SharedInput> = {};
  const left: string[] = [];
  let room = mostSharedElements;
  for (const [number, input] of all.entries()) {
    if (input.kind === 'typed') inputs[number] = { kind: 'typed', text: input.text };
    else if (input.kind !== 'file') {
      if (input.kind !== usualInput.kind) inputs[number] = { kind: input.kind };
    } else if (input.value.shape.elementCount <= room) {
      room -= input.value.shape.elementCount;
      inputs[number] = { kind: 'typed', text: typedText(input.value) };
    } else left.push(input.name);
  }
  return { inputs, left };
}

export function inputOf({ kind, text }: SharedInput): Input {
  if (kind === 'typed') return { kind, text: text ?? '' };
  return generators.includes(kind as Generator) ? { kind: kind as Generator } : usualInput;
}
