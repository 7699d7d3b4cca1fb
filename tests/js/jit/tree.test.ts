// Trees: nested arrays and plain objects.
import { flattenTree, isLevel, leaf, treeText, unflattenTree } from '../../../js/src/jit/tree.js';

/** The leaves of a tree, and its form. */
function flat(tree: unknown) {
  const leaves: unknown[] = [];
  const paths: string[] = [];
  const form = flattenTree(
    tree,
    (value, path) => {
      if (isLevel(value)) return false;
      leaves.push(value);
      paths.push(path);
      return true;
    },
    'tree',
  );
  return { form, leaves, paths };
}

test.each([
  [7, [7], '*'],
  [[], [], '[]'],
  [{}, [], '{}'],
  [[1, [2, []], {}], [1, 2], '[*, [*, []], {}]'],
  [{ w: [1, 2], b: { c: 3, a: 4 }, 'x y': 5 }, [4, 3, 1, 2, 5], '{ b: { a: *, c: * }, w: [*, *], "x y": * }'],
])('%j is taken apart and put together', (tree, leaves, text) => {
  const apart = flat(tree);
  expect(apart.leaves).toEqual(leaves);
  expect(treeText(apart.form, () => '*')).toBe(text);
  let next = 0;
  expect(unflattenTree(apart.form, () => apart.leaves[next++])).toEqual(tree);
});

test('the order of the members of an object does not matter', () => {
  expect(flat({ b: 1, a: 2 })).toEqual(flat({ a: 2, b: 1 }));
  expect(Object.keys(unflattenTree(flat({ b: 1, a: 2 }).form, () => 0) as object)).toEqual(['a', 'b']);
});

test('paths are what a program would write', () => {
  expect(flat([{ w: [1], 'layer 1': 2 }]).paths).toEqual(['tree[0]["layer 1"]', 'tree[0].w[0]']);
});

test('a tree that contains itself is refused', () => {
  const tree: unknown[] = [];
  tree.push(tree);
  expect(() => flat(tree)).toThrow(/js\.c20.*nested more than 255 deep/);
});

test('a member named __proto__ is a member', () => {
  const tree = JSON.parse('{"__proto__": 1}') as unknown;
  const made = unflattenTree(flat(tree).form, () => 1) as object;
  expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  expect(Object.keys(made)).toEqual(['__proto__']);
  expect(leaf).toBe('leaf');
});
