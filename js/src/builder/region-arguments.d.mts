import type { RegionRow } from './region.js';

/** An argument of a builder function, as the core describes it. */
export interface NamedArgument {
  readonly name: string;
  readonly js: string;
  readonly kind: string;
}

/** The region of an argument; undefined for one that takes computations only. */
export function regionOf(
  row: { readonly name: string; readonly arguments: readonly NamedArgument[] },
  argument: NamedArgument,
): RegionRow | undefined;
