import { OwnedHandle } from './finalize.js';
import { disposeSymbol, inspectSymbol } from './internal.js';

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

  /** Whether dispose() was called. */
  get disposed(): boolean {
    return this.#owned.disposed;
  }

  /** Gives back what it holds; a second time does nothing. */
  dispose(): void {
    this.#owned.dispose();
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  [inspectSymbol](): string {
    return this.toString();
  }

  abstract toString(): string;
}
