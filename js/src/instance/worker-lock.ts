/**
 * Detects the end of a Worker in browsers. No event tells of one that the browser ended for want of memory, or that
 * somebody terminated: whoever waits for its answer would wait for ever. So each Worker holds a lock with a name of its
 * own for as long as it lives, and whoever depends on it asks for that lock; it is granted once the Worker is gone.
 *
 * Without the Web Locks API, as in pages without https, nobody notices, and nothing else changes.
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
