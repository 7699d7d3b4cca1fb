/** Programs from text: the engine's answer, or its error. */

import { HloomError, parseHlo, parseStableHlo, type ProgramGraph, type XlaComputation } from 'hloom';
import { languageOf } from './text-map.js';

export interface Program {
  readonly computation: XlaComputation;
  readonly graph: ProgramGraph;
  /** Remarks on how the text was read. */
  readonly notes: readonly string[];
}

export type ReadProgram =
  { readonly ok: true; readonly program: Program } | { readonly ok: false; readonly error: HloomError };

const elided =
  'The text leaves constants out as {...}. They are zeros here, so the values are not those of the original.';

/** Reads HLO or StableHLO text. Dumps of XLA often leave large constants out, which become zeros. */
export function readProgram(text: string): ReadProgram {
  try {
    if (languageOf(text) === 'stablehlo') return read(parseStableHlo(text), []);
    const isElided = /constant\(\s*(?:\{\.\.\.\}|\.\.\.)\s*\)/.test(text);
    const options = { allowMixedPrecision: true, elidedConstants: isElided ? 'zeros' : 'refuse' } as const;
    return read(parseHlo(text, options), isElided ? [elided] : []);
  } catch (thrown) {
    if (thrown instanceof HloomError) return { ok: false, error: thrown };
    throw thrown;
  }
}

const read = (computation: XlaComputation, notes: readonly string[]): ReadProgram => ({
  ok: true,
  program: { computation, graph: computation.toJson(), notes },
});
