// Texts about arguments of builder functions that several generated files share.

/** Returns true for an operand that may be a number. */
export const mayBeNumber = ({ kind, type_of: typeOf }) => kind === 'op' && typeOf !== undefined;

/** The type of an argument in TypeScript. */
export function typeOfArgument(argument, kinds) {
  return mayBeNumber(argument) ? 'Operand' : kinds.typeOf(argument.kind);
}

/** The description of an argument. */
export function docOfArgument(argument) {
  const { doc, type_of: typeOf } = argument;
  return mayBeNumber(argument) ? `${doc}; or a number, of the element type of ${typeOf}` : doc;
}
