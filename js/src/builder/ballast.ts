/**
 * What small objects of JavaScript hold in an instance of the core, made so heavy that the garbage collector feels it.
 *
 * A computation is a few words to the collector, and may hold a gigabyte of constants. Without a weight of that size a
 * program that forgets its computations fills the instance long before the collector sees a reason to run. The weights
 * are arrays that nobody reads or writes, so that most systems never give them any memory.
 */
export class Ballast {
  readonly #weights: ArrayBuffer[] = [];
  readonly #shared = new Set<Ballast>();
  #pending = 0;
  #bytes = 0;

  /** What was added, without what it shares. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds what an object holds now, in bytes. */
  add(bytes: number): void {
    this.#bytes += bytes;
    this.#pending += bytes;
    if (this.#pending < grain) return;
    const weight = weightOf(this.#pending);
    if (weight !== undefined) this.#weights.push(weight);
    this.#pending = 0;
  }

  /** Keeps the weight of another object, which the core holds on to for this one: a program, what it calls. */
  share(other: Ballast): void {
    this.#shared.add(other);
  }
}

/** Smaller weights are added up until they are worth an array of their own. */
const grain = 64 * 1024;

function weightOf(bytes: number): ArrayBuffer | undefined {
  try {
    return new ArrayBuffer(bytes);
  } catch {
    return undefined; // Where there is no room for a weight, the collector has run already.
  }
}
