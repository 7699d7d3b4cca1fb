/** Queues between those who put values in and those who take them out, either of whom may have to wait. */

interface Putting<T> {
  readonly value: T;
  readonly owner: unknown;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

interface Taking<T> {
  readonly owner: unknown;
  /** Takes the value, or undefined where none comes. */
  readonly done: (value: T | undefined) => void;
}

/** A queue in which at most `capacity` values wait, in their order. */
export class BoundedQueue<T extends object> {
  readonly #capacity: number;
  readonly #values: T[] = [];
  readonly #putting: Putting<T>[] = [];
  readonly #taking: Taking<T>[] = [];
  #closed = false;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Whether a value can be taken at once. */
  get hasValue(): boolean {
    return this.#values.length > 0;
  }

  /** Whether put() needs not wait. */
  get hasRoom(): boolean {
    return this.#taking.length > 0 || this.#values.length < this.#capacity;
  }

  /**
   * Puts a value in.
   *
   * @param owner - by which {@link BoundedQueue.abandon} knows who waits
   * @returns what is fulfilled once the value has room; undefined where it has it at once
   */
  put(value: T, owner?: unknown): Promise<void> | undefined {
    const taking = this.#taking.shift();
    if (taking !== undefined) taking.done(value);
    else if (this.#values.length < this.#capacity) this.#values.push(value);
    else {
      return new Promise((done, failed) => {
        this.#putting.push({ value, owner, done, failed });
      });
    }
    return undefined;
  }

  /** Takes the first value; undefined stands for a queue that is closed, or for having been abandoned. */
  take(owner?: unknown): T | undefined | Promise<T | undefined> {
    const value = this.#values.shift();
    if (value === undefined) {
      if (this.#closed) return undefined;
      return new Promise((done) => {
        this.#taking.push({ owner, done });
      });
    }
    const next = this.#putting.shift();
    if (next !== undefined) {
      this.#values.push(next.value);
      next.done();
    }
    return value;
  }

  /** Ends the waiting of an owner: what it puts is dropped, and it takes nothing. */
  abandon(owner: unknown): void {
    for (const { done } of removeOf(this.#putting, owner)) done();
    for (const { done } of removeOf(this.#taking, owner)) done(undefined);
  }

  /** Tells all who wait for a value that none comes; later ones may. */
  endTaking(): void {
    for (const { done } of this.#taking.splice(0)) done(undefined);
  }

  /** Gives up all who wait, to put something in and to take something out. */
  giveUp(error: unknown): void {
    for (const { failed } of this.#putting.splice(0)) failed(error);
    this.endTaking();
  }

  /** Nothing is put in any more; what waits can still be taken. */
  close(): void {
    this.#closed = true;
    this.endTaking();
  }
}

/** Takes those of an owner out of a list. */
function removeOf<E extends { readonly owner: unknown }>(list: E[], owner: unknown): E[] {
  const removed = list.filter((entry) => entry.owner === owner);
  for (const entry of removed) list.splice(list.indexOf(entry), 1);
  return removed;
}
