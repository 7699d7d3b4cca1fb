import { describeValue } from './describe.js';
import { OwnedHandle } from './finalize.js';
import { disposeSymbol, inspectSymbol } from './internal.js';
import { checkOwner, checkReceiver } from './receiver.js';

/**
 * An object that holds a resource of an instance of the core, and releases it once: by dispose(), or when it is
 * collected.
 */
export abstract class DisposableObject {
  readonly #owned: OwnedHandle;

  /** @param release - releases it; must not reference the object itself, or it is never collected */
  protected constructor(release: () => void) {
    this.#owned = new OwnedHandle(this, release);
  }

  /**
   * @internal Whether a value is such an object. A Proxy of one is not, and neither is an object that only has the
   * prototype: see look-alike.ts.
   */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #owned in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }

  /** True if dispose() was called. */
  get disposed(): boolean {
    checkOwner(#owned in this, this, 'object', 'disposed');
    return this.#owned.disposed;
  }

  /** Releases the resource; a second call does nothing. */
  dispose(): void {
    checkReceiver(isObject(this) && #owned in this, this, 'object', 'dispose');
    this.#owned.dispose();
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  [inspectSymbol](): string {
    // Printing a Proxy of one should show what it is.
    return #owned in this ? this.toString() : describeValue(this);
  }

  abstract toString(): string;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
