// Users whose `lib` is older get the name Symbol.dispose with this package's declarations.
/// <reference lib="esnext.disposable" preserve="true" />

/**
 * Names that the modules of this package share and users do not see. A symbol as the key keeps the members out of
 * completion lists and out of the way of generated builder methods, whatever XLA calls its functions.
 */

/** The key of members that only this package uses. */
export const internal: unique symbol = Symbol.for('hloom.internal') as never;

/** `Symbol.dispose`; in browsers that do not have it yet, a stand-in, so that classes can name it all the same. */
export const disposeSymbol: typeof Symbol.dispose =
  (Symbol as Partial<typeof Symbol>).dispose ?? (Symbol.for('Symbol.dispose') as typeof Symbol.dispose);

/** The hook of Node's `util.inspect`, by its registered name: no import of Node needed. */
export const inspectSymbol: unique symbol = Symbol.for('nodejs.util.inspect.custom') as never;
