// What is said of an argument of a builder function in several places.

/** The type of an argument in TypeScript. */
export function typeOfArgument(argument, kinds) {
  return argument.type_of === undefined ? kinds.typeOf(argument.kind) : 'Operand';
}

/** What an argument is. */
export function docOfArgument({ doc, type_of: typeOf }) {
  return typeOf === undefined ? doc : `${doc}; or a number, of the element type of ${typeOf}`;
}
