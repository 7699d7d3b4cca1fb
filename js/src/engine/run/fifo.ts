/** Entries in the order in which they came. An array's own shift() moves all that are left, where they are many. */
export class Fifo<T extends object> {
  /** Those before `#first` have left. */
  #entries: (T | undefined)[] = [];
  #first = 0;

  get length(): number {
    return this.#entries.length - this.#first;
  }

  push(entry: T): void {
    this.#entries.push(entry);
  }

  /** Takes the first entry; undefined where there is none. */
  shift(): T | undefined {
    const entry = this.#entries[this.#first];
    if (entry === undefined) return undefined;
    this.#entries[this.#first++] = undefined;
    // Once half of them have left, each that is left has paid for its move.
    if (2 * this.#first >= this.#entries.length) {
      this.#entries.splice(0, this.#first);
      this.#first = 0;
    }
    return entry;
  }

  /** Takes the entries for which a test holds, all where it is left out. */
  takeAll(test: (entry: T) => boolean = () => true): T[] {
    const taken: T[] = [];
    const left: T[] = [];
    for (const entry of this.#entries.slice(this.#first) as T[]) (test(entry) ? taken : left).push(entry);
    this.#entries = left;
    this.#first = 0;
    return taken;
  }
}
