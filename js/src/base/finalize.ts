/**
 * Handles that are given back either by dispose() or, when that is forgotten, when the garbage collector finds their
 * owner. The release function must not reach the owner, or the collector never will.
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

  /** Says that somebody else has the handle now, who gives it back. */
  forget(): void {
    if (this.#release === undefined) return;
    this.#release = undefined;
    registry.unregister(this);
  }

  /** Gives the handle back; a second time does nothing. */
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
    // An instance that is gone has nothing to give back, and nobody listens here.
  }
});
