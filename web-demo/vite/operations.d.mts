import type { OperationDetail, OperationRow } from '../src/operations/model/catalogue.js';

/** The index and the pages of the gallery, from what ops.json has and the declarations in C++ by name. */
export function galleryOf(
  ops: unknown,
  signatures: ReadonlyMap<string, readonly string[]>,
): readonly { readonly row: OperationRow; readonly detail: OperationDetail }[];
