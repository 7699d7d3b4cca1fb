import type { OperationDetail, OperationRow, RuleRow } from '../src/operations/model/catalogue.js';

/** The index and the pages of the gallery, from what ops.json has and the declarations in C++ by name. */
export function galleryOf(
  ops: unknown,
  signatures: ReadonlyMap<string, readonly string[]>,
): readonly { readonly row: OperationRow; readonly detail: OperationDetail }[];

/** The rules of each HLO operation, by its name; '*' has those of all operations. */
export function rulesByOperation(ops: unknown): Readonly<Record<string, readonly RuleRow[]>>;
