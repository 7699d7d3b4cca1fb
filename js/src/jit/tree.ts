/**
 * Trees: any nesting of arrays and plain objects, whose leaves are values. They are taken apart into a list of leaves,
 * and put together again:
 *
 *     { w: [a, b], c: d }   // the form { c: *, w: [*, *] } and the leaves d, a, b
 *
 * The members of objects are in the order of their sorted names, as in JAX, so that `{ w, b }` and `{ b, w }` are the
 * same tree.
 */

import { isArray, isPlainObject } from '../base/describe.js';
import { jsError } from '../base/errors.js';

/** The form of a tree: a leaf, or a level of entries. */
export type TreeForm = typeof leaf | TreeLevel;

/** The form of every leaf. */
export const leaf = 'leaf';

/** The form of an array or an object. */
export interface TreeLevel {
  /** The sorted names of an object's members; undefined for an array. */
  readonly names: readonly string[] | undefined;
  readonly entries: readonly TreeForm[];
}

/** Trees nest at most so deep; one that contains itself is deeper. */
const maxDepth = 255;

/**
 * Takes a tree apart.
 *
 * @param take - takes a leaf and returns true, or returns false for an array or a plain object that is a level. It
 * throws for values that cannot be in a tree
 * @param path - the place of the tree, such as `arguments[0]`
 * @throws HloomError `js.c20` for a tree that contains itself
 */
export function flattenTree(
  tree: unknown,
  take: (value: unknown, path: string) => boolean,
  path: string,
  depth = 0,
): TreeForm {
  if (take(tree, path)) return leaf;
  if (depth === maxDepth) throw jsError('depth', `${path.slice(0, 60)}... is nested more than ${maxDepth} deep`);
  if (isArray(tree)) {
    const entries: TreeForm[] = [];
    // An array may have holes, which take() refuses as undefined.
    for (let i = 0; i < tree.length; i++) entries.push(flattenTree(tree[i], take, `${path}[${i}]`, depth + 1));
    return { names: undefined, entries };
  }
  const members = tree as Record<string, unknown>;
  const names = Object.keys(members).sort();
  return {
    names,
    entries: names.map((name) => flattenTree(members[name], take, memberPath(path, name), depth + 1)),
  };
}

/** Returns whether a value that is not a leaf is a level. */
export function isLevel(value: unknown): value is unknown[] | Record<string, unknown> {
  return isArray(value) || isPlainObject(value);
}

/**
 * Puts a tree together.
 *
 * @param next - returns the leaves, one after the other
 */
export function unflattenTree(form: TreeForm, next: () => unknown): unknown {
  if (form === leaf) return next();
  const { names, entries } = form;
  if (names === undefined) return entries.map((entry) => unflattenTree(entry, next));
  const members: Record<string, unknown> = {};
  names.forEach((name, i) => {
    const value = unflattenTree(entries[i] as TreeForm, next);
    // An assignment to this name would set the prototype.
    if (name === '__proto__') Object.defineProperty(members, name, { value, enumerable: true });
    else members[name] = value;
  });
  return members;
}

/**
 * The text of a tree: `{ b: f32[3], w: f32[2,3] }`.
 *
 * @param next - returns the texts of the leaves, one after the other
 */
export function treeText(form: TreeForm, next: () => string): string {
  if (form === leaf) return next();
  const { names, entries } = form;
  const texts = entries.map((entry, i) => {
    const name = names?.[i];
    const text = treeText(entry, next);
    return name === undefined ? text : `${isIdentifier(name) ? name : JSON.stringify(name)}: ${text}`;
  });
  if (names === undefined) return `[${texts.join(', ')}]`;
  return texts.length === 0 ? '{}' : `{ ${texts.join(', ')} }`;
}

/** The path of a member: `arguments[0].w`, `arguments[0]["layer 1"]`. */
function memberPath(path: string, name: string): string {
  return isIdentifier(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}

function isIdentifier(name: string): boolean {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name);
}
