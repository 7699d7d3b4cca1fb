/** Chance that repeats itself: the same seed and name give the same numbers. */

export class Random {
  #state: number;

  /** @param name - the purpose of the numbers, so that one seed serves many purposes */
  constructor(seed: number, name: string) {
    // FNV-1a of the name, starting from the seed.
    this.#state = [...name].reduce(
      (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193),
      seed ^ 0x811c9dc5,
    );
  }

  /** The next number from 0 to 1: mulberry32. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number in from..to, both included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.#next() * (to - from + 1));
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.whole(0, list.length - 1)] ?? list[0];
  }

  shuffled<T>(list: readonly T[]): T[] {
    const left = [...list];
    return list.flatMap(() => left.splice(this.whole(0, left.length - 1), 1));
  }

  /** Sizes from `from` to `to`, each another one. */
  sizes(count: 2, from: number, to: number): [number, number];
  sizes(count: 3, from: number, to: number): [number, number, number];
  sizes(count: number, from: number, to: number): number[] {
    return this.shuffled(Array.from({ length: to - from + 1 }, (_, i) => from + i)).slice(0, count);
  }
}
