import { describeValue } from './describe.js';
import { OwnedHandle } from './finalize.js';
import { disposeSymbol, inspectSymbol } from './internal.js';
import { checkOwner, checkReceiver } from './receiver.js';

/**
 * An object that holds something of an instance of the core, and gives it back once: by dispose(), or when it is
 * collected.
 */
export abstract class DisposableObject {
  readonly #owned: OwnedHandle;

  /** @param release - gives it back; must not reach the object itself, or the collector never finds it */
  protected constructor(release: () => void) {
    this.#owned = new OwnedHandle(this, release);
  }

  /**
   * @internal Whether a value is such an object. A Proxy of one is none, nor what only has the prototype: look-alike.ts says
   * why.
   */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #owned in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }

  /** Whether dispose() was called. */
  get disposed(): boolean {
    checkOwner(#owned in this, this, 'object', 'disposed');
    return this.#owned.disposed;
  }

  /** Gives back what it holds; a second time does nothing. */
  dispose(): void {
    checkReceiver(isObject(this) && #owned in this, this, 'object', 'dispose');
    this.#owned.dispose();
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  [inspectSymbol](): string {
    // Whoever prints a Proxy of one should see what it is.
    return #owned in this ? this.toString() : describeValue(this);
  }

  abstract toString(): string;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
