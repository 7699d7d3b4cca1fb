/** The part that all tabs of the lab share: fields in the address, and one run after the other. */

import { LitElement, type PropertyValues } from 'lit';
import type { Fields } from './model/address.js';

export abstract class TabView extends LitElement {
  static override properties = {
    fields: { attribute: false },
    trouble: { state: true },
  };

  declare fields: Fields;
  /** The reason why there is nothing to run, if there is one. */
  declare trouble: unknown;
  #running: AbortController | undefined;
  #ran: string | undefined;

  constructor() {
    super();
    this.fields = {};
    this.trouble = undefined;
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    this.#running?.abort();
    super.disconnectedCallback();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const key = JSON.stringify(this.fields);
    if (!changed.has('fields') || key === this.#ran) return;
    this.#ran = key;
    void this.rerun();
  }

  /** Runs for the fields; a run that is under way is given up. */
  protected async rerun(): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    try {
      await this.run(running.signal);
      if (!running.signal.aborted) this.trouble = undefined;
    } catch (thrown) {
      if (!running.signal.aborted) this.trouble = thrown;
    }
  }

  protected abstract run(signal: AbortSignal): Promise<void>;

  /** Changes fields; a field with its first value is left out of the address. */
  protected change(changed: Fields, firsts: Fields = {}): void {
    const next = Object.fromEntries(
      Object.entries({ ...this.fields, ...changed }).filter(([name, value]) => value !== '' && value !== firsts[name]),
    );
    // Two changes may come before the page has drawn the first one.
    this.fields = next;
    this.dispatchEvent(new CustomEvent<Fields>('replica-fields', { detail: next, bubbles: true }));
  }
}
