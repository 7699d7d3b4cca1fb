// Texts about arguments of builder functions that several generated files share.

/** Returns true for an operand that may be a number, or a list of them. */
export const mayBeNumber = ({ kind, type_of: typeOf }) => /^op(\[\])?$/.test(kind) && typeOf !== undefined;

/** The type of an argument in TypeScript. */
export function typeOfArgument(argument, kinds) {
  const { kind, js } = argument;
  // One dimension needs no brackets.
  if (js === 'dimensions' && kind === 'int64[]') return `Int64 | ${kinds.typeOf(kind)}`;
  if (!mayBeNumber(argument)) return kinds.typeOf(kind);
  return kind === 'op' ? 'Operand' : 'readonly Operand[]';
}

/** The description of an argument. */
export function docOfArgument(argument) {
  const { doc, js, kind, type_of: typeOf } = argument;
  if (!mayBeNumber(argument)) return doc;
  if (kind === 'op')
    return `${doc}; or a number, ${typeOf === js ? 'which is S32' : `of the element type of ${typeOf}`}`;
  const type = typeOf === js ? 'that of the operations among them, or S32' : `that of the same one of ${typeOf}`;
  return `${doc}; or numbers, whose element type is ${type}`;
}
