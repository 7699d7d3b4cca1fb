/** Queues between those who put values in and those who take them out, either of whom may have to wait. */

import { Fifo } from './fifo.js';

interface Putting<T> {
  readonly value: T;
  readonly owner: unknown;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

/** Who puts a value in. */
export interface Giving {
  /** What its user got, and may have let go of. */
  promise?: Promise<void>;
}

interface Taking<T> {
  readonly owner: unknown;
  /** Takes the value, or undefined where none comes. */
  readonly done: (value: T | undefined) => void;
}

/** A queue in which at most `capacity` values wait, in their order, beside those that {@link BoundedQueue.add} put there. */
export class BoundedQueue<T extends object> {
  readonly #capacity: number;
  readonly #values = new Fifo<T>();
  readonly #putting = new Fifo<Putting<T>>();
  readonly #taking = new Fifo<Taking<T>>();
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
  put(value: T, owner?: unknown, giving: Giving = {}): Promise<void> | undefined {
    if (this.hasRoom) {
      this.add(value);
      return undefined;
    }
    return new Promise((done, reject) => {
      const failed = (error: Error): void => {
        // A value that nobody takes is no failure to those who do not wait for it.
        giving.promise?.catch(() => undefined);
        reject(error);
      };
      this.#putting.push({ value, owner, done, failed });
    });
  }

  /** Puts a value in for which nobody waits, also beyond the capacity. */
  add(value: T): void {
    const taking = this.#taking.shift();
    if (taking !== undefined) taking.done(value);
    else this.#values.push(value);
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
    const next = this.hasRoom ? this.#putting.shift() : undefined;
    if (next !== undefined) {
      this.#values.push(next.value);
      next.done();
    }
    return value;
  }

  /** Ends the waiting of an owner: what it puts is dropped, and it takes nothing. */
  abandon(owner: unknown): void {
    for (const { done } of this.#putting.takeAll((entry) => entry.owner === owner)) done();
    for (const { done } of this.#taking.takeAll((entry) => entry.owner === owner)) done(undefined);
  }

  /** Tells all who wait for a value that none comes; later ones may. */
  endTaking(): void {
    for (const { done } of this.#taking.takeAll()) done(undefined);
  }

  /** Gives up all who wait, to put something in and to take something out. */
  giveUp(error: Error): void {
    for (const { failed } of this.#putting.takeAll()) failed(error);
    this.endTaking();
  }

  /** Nothing is put in any more; what waits can still be taken. */
  close(): void {
    this.#closed = true;
    this.endTaking();
  }
}
