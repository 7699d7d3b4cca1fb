// The TypeScript types of functions in the place of computations.
import { regionOf } from '../src/builder/region-arguments.mjs';

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
