/**
 * Makes the memory that small JavaScript objects hold in an instance of the core visible to the garbage collector.
 *
 * A computation is a few words to the collector, but may hold a gigabyte of constants. Without a weight of that size, a
 * program that drops its computations fills the instance long before the collector has a reason to run. The weights are
 * arrays that are never read or written, so most systems never allocate memory for them.
 */
export class Ballast {
  readonly #weights: ArrayBuffer[] = [];
  readonly #shared = new Set<Ballast>();
  #pending = 0;
  #bytes = 0;

  /** The added bytes, without shared ones. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds the bytes that an object holds now. */
  add(bytes: number): void {
    this.#bytes += bytes;
    this.#pending += bytes;
    if (this.#pending < Math.max(grain, this.#bytes / 8)) return;
    const weight = weightOf(this.#pending);
    if (weight !== undefined) this.#weights.push(weight);
    this.#pending = 0;
  }

  /**
   * Keeps the weight of another object that the core holds for this one, such as a computation that a program calls.
   */
  share(other: Ballast): void {
    this.#shared.add(other);
  }
}

/** Smaller weights are added up until they justify an array, or until the whole weight is wrong by an eighth. */
const grain = 64 * 1024;

function weightOf(bytes: number): ArrayBuffer | undefined {
  try {
    return new ArrayBuffer(bytes);
  } catch {
    return undefined; // If there is no memory for a weight, the collector has already run.
  }
}
