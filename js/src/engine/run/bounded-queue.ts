/** Queues between producers and consumers, both of which may have to wait. */

import { Fifo } from './fifo.js';

interface Putting<T> {
  readonly value: T;
  readonly owner: unknown;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

/** The owner of a value that waits to enter the queue. */
export interface Giving {
  /** The promise of the user, who may not reference it any more. */
  promise?: Promise<void>;
}

interface Taking<T> {
  readonly owner: unknown;
  /** Receives the value, or undefined if there is none. */
  readonly done: (value: T | undefined) => void;
}

/** A queue that holds at most `capacity` values, in their order, in addition to those from {@link BoundedQueue.add}. */
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

  /** Returns whether a value can be taken at once. */
  get hasValue(): boolean {
    return this.#values.length > 0;
  }

  /** Returns whether put() can add a value without waiting. */
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
        // An abandoned value is not an error if its promise is not awaited.
        giving.promise?.catch(() => undefined);
        reject(error);
      };
      this.#putting.push({ value, owner, done, failed });
    });
  }

  /** Adds a value without waiting, even beyond the capacity. */
  add(value: T): void {
    const taking = this.#taking.shift();
    if (taking !== undefined) taking.done(value);
    else this.#values.push(value);
  }

  /** Takes the first value; undefined if the queue is closed or the owner was abandoned. */
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

  /** Ends the waiting of an owner: its waiting values are dropped, and it takes nothing. */
  abandon(owner: unknown): void {
    for (const { done } of this.#putting.takeAll((entry) => entry.owner === owner)) done();
    for (const { done } of this.#taking.takeAll((entry) => entry.owner === owner)) done(undefined);
  }

  /** Ends all current waits for a value with undefined; later waits are possible. */
  endTaking(): void {
    for (const { done } of this.#taking.takeAll()) done(undefined);
  }

  /** Ends all waits, to add and to take values. */
  giveUp(error: Error): void {
    for (const { failed } of this.#putting.takeAll()) failed(error);
    this.endTaking();
  }

  /** Closes the queue for new values; waiting values can still be taken. */
  close(): void {
    this.#closed = true;
    this.endTaking();
  }
}
