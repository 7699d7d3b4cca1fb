/** Programs from text: the engine's answer, or its error. */

import { HloomError, parseHlo, parseStableHlo, type ProgramGraph, type XlaComputation } from 'hloom';
import { playTexts } from '../text/en.js';
import { languageOf } from './text-map.js';

export interface Program {
  readonly computation: XlaComputation;
  readonly graph: ProgramGraph;
  /** Remarks on how the text was read. */
  readonly notes: readonly string[];
  /** True if its text states shardings of arrays, and no part of it is written for a single device. */
  readonly isOnlyAnnotated: boolean;
}

export type ReadProgram =
  { readonly ok: true; readonly program: Program } | { readonly ok: false; readonly error: HloomError };

const elided =
  'The text leaves constants out as {...}. They are zeros here, so the values are not those of the original.';

/** Reads HLO or StableHLO text. Dumps of XLA often leave large constants out, which become zeros. */
export function readProgram(text: string): ReadProgram {
  try {
    if (languageOf(text) === 'stablehlo') return read(text, parseStableHlo(text), []);
    const isElided = /constant\(\s*(?:\{\.\.\.\}|\.\.\.)\s*\)/.test(text);
    const options = { allowMixedPrecision: true, elidedConstants: isElided ? 'zeros' : 'refuse' } as const;
    return read(text, parseHlo(text, options), isElided ? [elided] : []);
  } catch (thrown) {
    if (thrown instanceof HloomError) return { ok: false, error: thrown };
    throw thrown;
  }
}

const shardings = /\bsdy\.(?:mesh|sharding)\b|\bmhlo\.sharding\b|[\s,]sharding=\{/;
/** Parts that a program states for each device: those of jax.shard_map, and collectives. */
const forDevices =
  /\bsdy\.manual_computation\b|SPMDFullToShardShape|GlobalToLocalShape|\b(?:all[-_](?:reduce|gather|to[-_]all)|reduce[-_]scatter|collective[-_](?:permute|broadcast))\b/;

const read = (text: string, computation: XlaComputation, notes: readonly string[]): ReadProgram => ({
  ok: true,
  program: {
    computation,
    graph: computation.toJson(),
    notes,
    isOnlyAnnotated: shardings.test(text) && !forDevices.test(text),
  },
});

/** Remarks on how the program runs on several devices. */
export function deviceNotes({ isOnlyAnnotated }: Program, devices: number): string[] {
  if (isOnlyAnnotated) return [playTexts.shardings(devices)];
  return devices > 1 ? [playTexts.devices(devices)] : [];
}
