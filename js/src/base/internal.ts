// Users whose `lib` is older get the name Symbol.dispose with this package's declarations.
/// <reference lib="esnext.disposable" preserve="true" />

/**
 * Names that the modules of this package share and that users do not see. A symbol as the key keeps the members out of
 * completion lists, and avoids clashes with generated builder methods.
 */

/** The key of members that only this package uses. */
export const internal: unique symbol = Symbol.for('hloom.internal') as never;

/** `Symbol.dispose`; in browsers that do not have it yet, a substitute, so that classes can use it. */
export const disposeSymbol: typeof Symbol.dispose =
  (Symbol as Partial<typeof Symbol>).dispose ?? (Symbol.for('Symbol.dispose') as typeof Symbol.dispose);

/** The hook of Node's `util.inspect`, by its registered name, which needs no import from Node. */
export const inspectSymbol: unique symbol = Symbol.for('nodejs.util.inspect.custom') as never;
