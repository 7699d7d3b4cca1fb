/** The operations of the gallery, as the build takes them from the engine's tables: vite/operations.mjs. */

import type { Examples } from '../examples/examples.js';

/** The form of an argument's value. */
export interface ArgumentForm {
  readonly type: string;
  /** The values of a choice. */
  readonly choices?: readonly string[];
  /** The fields of a record. */
  readonly fields?: readonly FieldRow[];
}

export interface FieldRow {
  readonly js: string;
  readonly name: string;
  readonly doc: string;
  readonly required: boolean;
  readonly form: ArgumentForm;
}

/** An argument of a function of the builder. */
export interface ArgumentRow extends FieldRow {
  readonly default: string;
}

/** One overload of a function. */
export interface OverloadRow {
  readonly overload: number;
  readonly doc: string;
  readonly arguments: readonly ArgumentRow[];
}

export interface RuleRow {
  readonly id: string;
  readonly text: string;
}

/** The content of the page of one operation. */
export interface OperationDetail {
  readonly id: string;
  /** The name of the C++ function; empty for an operation that only HLO text has. */
  readonly cpp: string;
  readonly doc: string;
  readonly overloads: readonly OverloadRow[];
  /** The declarations in C++. */
  readonly signatures: readonly string[];
  /** The HLO operations that it makes. */
  readonly makes: readonly string[];
  /** True if its values come from outside of the program, so that it does not run here. */
  readonly asksHost: boolean;
  readonly rules: readonly RuleRow[];
  /** The page of the documentation, such as `operations/gather`. */
  readonly docs: string;
  /** The name in JAX of a function that is traced: `jnp.take_along_axis`. */
  readonly jax?: string;
}

/** An operation in the index. */
export interface OperationRow {
  /** The name in JavaScript, or that of an HLO operation that no function makes. */
  readonly id: string;
  readonly cpp: string;
  readonly family: string;
  /** The first sentence of its documentation. */
  readonly brief: string;
  readonly makes: readonly string[];
  /** Its names in other libraries. */
  readonly others: readonly string[];
}

export interface GalleryPage {
  readonly row: OperationRow;
  readonly detail: OperationDetail;
}

/** True for a function of `np`, `nn` or `random`, or a loop such as `hloom.scan`, which is traced: `np.linalg.inv`. */
export const isTraced = (id: string): boolean => id.includes('.');

/** The pages of a family, loaded when the first one is opened. */
export interface FamilyPages {
  readonly details: readonly OperationDetail[];
  /** The examples of operations. */
  readonly examples?: Examples;
  /** The functions by their names, such as `np.linalg.inv`. */
  readonly functions?: Readonly<Record<string, unknown>>;
}

export interface Catalogue {
  readonly rows: readonly OperationRow[];
  /** The functions of `np`, `nn` and `random`, loaded after the operations. */
  readonly functionRows: () => Promise<readonly OperationRow[]>;
  /** The whole of `np`, `nn` and `random`, for names without a page. */
  readonly namespaces: () => Promise<Readonly<Record<string, object>>>;
  /** The rules of each HLO operation, by its name; '*' has those of all operations. */
  readonly operationRules: () => Promise<Readonly<Record<string, readonly RuleRow[]>>>;
  readonly families: Readonly<Record<string, () => Promise<FamilyPages>>>;
}

/** The rules of functions, then those of the operations that they become, each once. */
export function rulesOfCall(
  details: readonly OperationDetail[],
  operations: readonly string[],
  rules: Readonly<Record<string, readonly RuleRow[]>>,
): RuleRow[] {
  const all = [...details.flatMap((one) => one.rules), ...[...operations, '*'].flatMap((name) => rules[name] ?? [])];
  return [...new Map(all.map((rule) => [rule.id, rule])).values()];
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * The name of another library without its module: `jnp.take_along_axis` becomes `takealongaxis`. `xla::Add`, the opcode
 * `kAdd` and `tf.raw_ops.AddV2` become `add`.
 */
const bare = (text: string): string =>
  plain(
    text
      .trim()
      .replace(/^.*(?:\.|::)/, '')
      .replace(/^k(?=[A-Z])/, '')
      .replace(/(?<=[a-z])V\d$/, ''),
  );

export interface Found {
  readonly row: OperationRow;
  /** The name of another library by which it was found. */
  readonly by: string | undefined;
}

/**
 * Finds operations by their names in XLA, HLO, NumPy, jax.lax and TensorFlow, and by words of their first sentence. A
 * whole name comes before its beginning, a beginning before a part, and a part before a word of the sentence.
 */
export function search(rows: readonly OperationRow[], text: string, most = 12): Found[] {
  const asked = bare(text);
  if (asked === '') return [];
  const word = text.trim().toLowerCase();
  const scored = rows.flatMap((row) => {
    const own = [bare(row.id), ...[row.cpp, ...(row.makes.length === 1 ? row.makes : [])].map(plain)];
    const best = Math.max(...own.map((name) => scoreOf(name, asked)));
    // A function of np is the one that is meant by np.take, and by jnp.take; an operation is by take alone.
    const isMeant = /\b(?:np|jnp|numpy|nn|random|hloom)\./i.test(text) === isTraced(row.id);
    const others = row.others.map((name) => ({ name, score: scoreOf(bare(name), asked) - 0.5 }));
    const other = others.reduce((most, one) => (one.score > most.score ? one : most), { name: '', score: 0 });
    // lax.scan is the loop, and not the operation scan.
    const whole = row.others.some((name) => name.toLowerCase() === word.replace(/^jax\.(?=lax\.)/, '')) ? 7 : 0;
    const said = row.brief.toLowerCase().includes(word) ? 1 : 0;
    const score = Math.max(best, other.score, said, whole);
    if (score <= 0) return [];
    return [{ row, by: other.score > best ? other.name : undefined, score: score + (isMeant ? 0.75 : 0) }];
  });
  return scored
    .sort((a, b) => b.score - a.score || a.row.id.length - b.row.id.length)
    .slice(0, most)
    .map(({ row, by }) => ({ row, by }));
}

function scoreOf(name: string, asked: string): number {
  if (name === asked) return 6;
  if (name.startsWith(asked)) return 4;
  if (asked.length > 1 && name.includes(asked)) return 2;
  // gather_nd of TensorFlow is a kind of gather.
  return name.length > 3 && asked.startsWith(name) ? 1.5 : 0;
}
