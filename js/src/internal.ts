/**
 * Names that the modules of this package share and users do not see. A symbol as the key keeps the members out of
 * completion lists and out of the way of generated builder methods, whatever XLA calls its functions.
 */

/** The key of members that only this package uses. */
export const internal: unique symbol = Symbol('hloom.internal');

/**
 * `Symbol.dispose` where the engine has it. Where it does not, the same registered symbol that TypeScript's and
 * Babel's helpers fall back to is not reachable, so a registered one of our own stands in: harmless, never called.
 */
export const disposeSymbol: typeof Symbol.dispose =
  (Symbol.dispose as typeof Symbol.dispose | undefined) ?? (Symbol.for('Symbol.dispose') as typeof Symbol.dispose);

/** The hook of Node's `util.inspect`, by its registered name: no import of Node needed. */
export const inspectSymbol: unique symbol = Symbol.for('nodejs.util.inspect.custom') as never;
