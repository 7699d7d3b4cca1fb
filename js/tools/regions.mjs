// The TypeScript types of functions in the place of computations.
import { regionOf } from '../src/builder/region-arguments.mjs';

const isList = (row) => row.arguments[0].kind === 'op[]';

/**
 * The TypeScript type of a function in the place of a computation, of a row whose operands are `Operands` if many.
 *
 * @param elementType - the type parameter for the element type of the operand, if there is one
 */
export function regionType(row, { kind }, elementType = '') {
  const of = elementType === '' ? '' : `<${elementType}>`;
  switch (kind) {
    case 'compare':
      return 'ComparatorOf<Operands>';
    case 'map':
      return 'MapFunction';
    case 'select':
      return `SelectFunction${of}`;
    case 'foldEach':
      return 'Reducer';
    default:
      return isList(row) ? 'ReducerOf<Operands>' : `Reducer${of}`;
  }
}

/** Returns true if the types of functions follow from the number of operands, which is then a type parameter. */
export function countsOperands(row) {
  return row.arguments.some((argument) => {
    const region = regionOf(row, argument);
    return region !== undefined && regionType(row, region).includes('<Operands>');
  });
}
