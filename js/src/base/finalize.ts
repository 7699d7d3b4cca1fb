/**
 * Handles that are released by dispose() or, without a call of it, when their owner is garbage-collected. The release
 * function must not reference the owner, or it is never collected.
 */
export class OwnedHandle {
  #release: (() => void) | undefined;

  constructor(owner: object, release: () => void) {
    this.#release = release;
    registry.register(owner, this, this);
  }

  get disposed(): boolean {
    return this.#release === undefined;
  }

  /** Passes the responsibility for releasing the handle to another owner. */
  forget(): void {
    if (this.#release === undefined) return;
    this.#release = undefined;
    registry.unregister(this);
  }

  /** Releases the handle; a second call does nothing. */
  dispose(): void {
    const release = this.#release;
    if (release === undefined) return;
    this.#release = undefined;
    registry.unregister(this);
    release();
  }
}

const registry = /* @__PURE__ */ new FinalizationRegistry<OwnedHandle>((handle) => {
  try {
    handle.dispose();
  } catch {
    // A lost instance has nothing to release, and there is no caller to report to.
  }
});
