// The computations that JavaScript may also give as functions, or by name: the kind of the function, and the argument from
// which its parameters follow. js/src/builder/region.ts has the meaning of the kinds. XlaBuilder has the forms of While,
// Conditional and Call by hand.

const folds = new Set([
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

const isList = (row) => row.arguments[0].kind === 'op[]';

/** The TypeScript type of a function in the place of a computation, of a row whose operands are `Operands` if many. */
export function regionType(row, { kind }) {
  switch (kind) {
    case 'compare':
      return 'ComparatorOf<Operands>';
    case 'map':
      return 'MapFunction';
    case 'select':
      return 'SelectFunction';
    case 'foldEach':
      return 'Reducer';
    default:
      return isList(row) ? 'ReducerOf<Operands>' : 'Reducer';
  }
}

/** Returns true if the types of functions follow from the number of operands, which is then a type parameter. */
export function countsOperands(row) {
  return row.arguments.some((argument) => {
    const region = regionOf(row, argument);
    return region !== undefined && regionType(row, region).includes('<Operands>');
  });
}
