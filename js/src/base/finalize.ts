/**
 * Handles that are released by dispose() or, without a call of it, when their owner is garbage-collected. The release
 * function must not reference the owner, or it is never collected.
 */
export class OwnedHandle {
  #release: (() => void) | undefined;
  #isRegistered = false;

  constructor(owner: object, release: () => void) {
    this.#release = release;
    newOwners.push(owner);
    const count = newHandles.push(this);
    if (!isTurnWatched) {
      isTurnWatched = true;
      queueMicrotask(endTurn);
    } else if (count === mostNew) {
      registerNew();
    }
  }

  /** Registers the owner with the garbage collector, unless the handle is already released. */
  watch(owner: object): void {
    if (this.#release === undefined) return;
    registry.register(owner, this, this);
    this.#isRegistered = true;
  }

  get disposed(): boolean {
    return this.#release === undefined;
  }

  /** Passes the responsibility for releasing the handle to another owner. */
  forget(): void {
    if (this.#release !== undefined) this.#end();
  }

  /** Releases the handle; a second call does nothing. */
  dispose(): void {
    const release = this.#release;
    if (release === undefined) return;
    this.#end();
    release();
  }

  #end(): void {
    this.#release = undefined;
    if (this.#isRegistered) {
      registry.unregister(this);
    } else if (newHandles[newHandles.length - 1] === this) {
      newHandles.pop();
      newOwners.pop();
    }
  }
}

/**
 * New handles and their owners. Registration takes a tenth of the run of a small program, and most results of a loop are
 * released in the same turn. No owner is finalized before the turn ends, so registration waits for its end.
 */
const newHandles: OwnedHandle[] = [];
const newOwners: object[] = [];
const mostNew = 64;
/** True if {@link endTurn} will be called. */
let isTurnWatched = false;

function endTurn(): void {
  isTurnWatched = false;
  registerNew();
}

function registerNew(): void {
  for (const [i, handle] of newHandles.entries()) handle.watch(newOwners[i] as object);
  newHandles.length = 0;
  newOwners.length = 0;
}

const registry = /* @__PURE__ */ new FinalizationRegistry<OwnedHandle>((handle) => {
  try {
    handle.dispose();
  } catch {
    // A lost instance has nothing to release, and there is no caller to report to.
  }
});
