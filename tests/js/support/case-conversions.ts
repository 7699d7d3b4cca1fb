// The table "conversions" of a case file: one case for each pair of element types.
import type { Case, CaseFile, CaseLiteral, CaseValue, Conversion } from './case-schema.js';

const vector = (type: string, value: readonly CaseValue[]): CaseLiteral => ({
  shape: `${type}[${value.length}]`,
  value: [...value],
});

/**
 * The file with each conversion written out as a case, before the cases that it lists itself.
 * tests/core/support/case_conversions.cc does the same.
 */
export function expandConversions({
  conversions = [],
  ...file
}: CaseFile & { conversions?: readonly Conversion[] }): CaseFile {
  const expanded = conversions.flatMap(({ from, value, to }) =>
    Object.entries(to).flatMap(([types, expected]) =>
      types.split(' ').map((type): Case => {
        const convert = { operand: 'p0', new_element_type: type.toUpperCase() };
        return {
          name: `${from} to ${type}`,
          parameters: [vector(from, value)],
          steps: [['y', 'ConvertElementType', convert]],
          expect: vector(type, expected),
        };
      }),
    ),
  );
  return { ...file, cases: [...expanded, ...file.cases] };
}
