/**
 * Detects the end of a Worker in browsers. There is no event for a Worker that the browser ended for lack of memory, or
 * that was terminated, so a thread that waits for its answer would wait forever. So each Worker holds a lock with a
 * unique name as long as it lives, and threads that depend on it request that lock, which is granted when the Worker
 * ends.
 *
 * Without the Web Locks API, as in pages without HTTPS, the end is not detected, and nothing else changes.
 */

/** The message of a Worker with the name of its lock. The pool's Workers send it too: scripts/emit-wasm.mjs. */
interface LockMessage {
  readonly hloomLock: string;
}

interface Locks {
  request(name: string, granted: () => unknown): Promise<unknown>;
  request(name: string, options: { readonly mode: 'shared' }, granted: () => unknown): Promise<unknown>;
}

function locks(): Locks | undefined {
  return (globalThis.navigator as { locks?: Locks } | undefined)?.locks;
}

/** In a Worker: takes a lock that ends with it, and then sends its name. */
export function holdLock(post: (message: LockMessage) => void): void {
  const hloomLock = `hloom ${Math.random()} ${Math.random()}`;
  locks()
    ?.request(hloomLock, () => {
      post({ hloomLock });
      return new Promise(() => undefined);
    })
    .catch(() => undefined);
}

/** The name in the message of a Worker that has its lock; undefined for any other message. */
export function lockIn(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('hloomLock' in message)) return undefined;
  return String(message.hloomLock);
}

/**
 * Calls `gone` when the Worker that holds the lock has ended for any reason. All waiting threads are notified at once:
 * if they took turns, a page would wait behind its engine, which cannot take its turn while it waits for that Worker.
 */
export function whenReleased(lock: string, gone: () => void): void {
  locks()
    ?.request(lock, { mode: 'shared' }, gone)
    .catch(() => undefined);
}
