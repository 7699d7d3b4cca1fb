/** A queue of entries. An array's own shift() moves all remaining entries if there are many. */
export class Fifo<T extends object> {
  /** The entries before `#first` are removed. */
  #entries: (T | undefined)[] = [];
  #first = 0;

  get length(): number {
    return this.#entries.length - this.#first;
  }

  push(entry: T): void {
    this.#entries.push(entry);
  }

  /** Takes the first entry; undefined if there is none. */
  shift(): T | undefined {
    const entry = this.#entries[this.#first];
    if (entry === undefined) return undefined;
    this.#entries[this.#first++] = undefined;
    // Moving the remaining entries when half are removed costs constant time per entry.
    if (2 * this.#first >= this.#entries.length) {
      this.#entries.splice(0, this.#first);
      this.#first = 0;
    }
    return entry;
  }

  /** Takes the entries for which a test holds; all by default. */
  takeAll(test: (entry: T) => boolean = () => true): T[] {
    const taken: T[] = [];
    const left: T[] = [];
    for (const entry of this.#entries.slice(this.#first) as T[]) (test(entry) ? taken : left).push(entry);
    this.#entries = left;
    this.#first = 0;
    return taken;
  }
}
