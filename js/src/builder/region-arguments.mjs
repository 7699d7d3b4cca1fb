// The computations that JavaScript may also give as functions, or by name: the kind of the function, and the argument from
// which its parameters follow. region.ts has the meaning of the kinds. XlaBuilder has the forms of While, Conditional and
// Call by hand. This file is JavaScript because the generators in js/tools read it too.

const folds = /* @__PURE__ */ new Set([
  'AllReduce',
  'AllReduceTuple',
  'Reduce',
  'ReduceAll',
  'ReduceScatter',
  'ReduceWindow',
  'ReduceWindowWithGeneralPadding',
  'Scatter',
  'SelectAndScatter',
  'SelectAndScatterWithGeneralPadding',
  'TorchScatterDense',
]);

/** The region of an argument; undefined for one that takes computations only. */
export function regionOf(row, argument) {
  if (argument.kind !== 'computation') return undefined;
  const [{ js: of }] = row.arguments;
  if (argument.name === 'comparator') return { kind: 'compare', of };
  if (row.name === 'Map') return { kind: 'map', of };
  if (!folds.has(row.name)) return undefined;
  if (argument.name === 'select') return { kind: 'select', of };
  // All operands of one all-reduce are folded by the same computation of two scalars.
  return { kind: row.name === 'AllReduceTuple' ? 'foldEach' : 'fold', of };
}
