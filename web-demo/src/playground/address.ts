/** The state of the playground in the fragment of its address. */

import { mayFit, mostCharacters, toFragment, type SharedState } from './model/fragment.js';

/** The time without changes after which the state is written, in milliseconds. */
const pause = 500;

export class Address {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #own = '';

  /** True if the page itself has written the current fragment. */
  get isOwn(): boolean {
    return location.hash === this.#own;
  }

  /** Writes the state after a moment without changes; `state` gives undefined if there is nothing to keep. */
  writeLater(state: () => SharedState | undefined): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const now = state();
      if (now === undefined) return;
      if (mayFit(now)) void this.write(now);
      else this.set(shortOf(now));
    }, pause);
  }

  /** Returns the number of characters of the state, which are in the address if they fit. */
  async write(state: SharedState): Promise<number> {
    clearTimeout(this.#timer);
    const fragment = await toFragment(state);
    this.set(fragment.length <= mostCharacters ? fragment : shortOf(state));
    return fragment.length;
  }

  set(hash: string): void {
    this.#own = hash;
    try {
      history.replaceState(null, '', hash === '' ? location.pathname + location.search : hash);
    } catch {
      // Some browsers limit the rate of changes; the next one is complete again.
    }
  }
}

/** The address of a state that does not fit. */
const shortOf = ({ right }: SharedState): string => (right === undefined ? '' : '#compare');
