/** The replica lab as one card with tabs: collectives, deadlocks, all-reduce by hand, sharding, and the reader's program. */

import '../../styles/lab.css';
import '../../styles/layout.css';
import '../../styles/replicas.css';
import { html, LitElement, type TemplateResult } from 'lit';
import { fromHash, toHash, type Fields, type Place } from './model/address.js';
import { titles, type Tab } from './text/en.js';
import './collectives-view.js';
import './replica-share.js';

const tabs = Object.keys(titles) as Tab[];

/** The tabs that are loaded when they are opened first. */
const later: Readonly<Partial<Record<Tab, () => Promise<unknown>>>> = {
  deadlocks: () => import('./deadlocks-view.js'),
  rings: () => import('./rings-view.js'),
  sharding: () => import('./sharding-view.js'),
  program: () => import('./program-view.js'),
};

const first: Place = { tab: 'collectives', fields: {} };

export class ReplicaPage extends LitElement {
  static override properties = { place: { state: true } };

  declare place: Place;

  constructor() {
    super();
    this.place = fromHash(location.hash) ?? first;
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#followAddress);
    void later[this.place.tab]?.();
  }

  override disconnectedCallback(): void {
    removeEventListener('hashchange', this.#followAddress);
    super.disconnectedCallback();
  }

  readonly #followAddress = (): void => {
    const asked = location.hash === '' ? first : fromHash(location.hash);
    if (asked === undefined || toHash(asked) === toHash(this.place)) return;
    this.#open(asked);
    const card = this.querySelector('.replica-card');
    if (card !== null && card.getBoundingClientRect().top < 0) card.scrollIntoView();
  };

  #open(place: Place): void {
    void later[place.tab]?.();
    this.place = place;
  }

  protected override render(): TemplateResult {
    const { tab, fields } = this.place;
    return html`<div class="replica-card layout-card" @replica-fields=${this.#write}>
        <div class="tabs" role="tablist" aria-label="Parts" @keydown=${this.#key}>
          ${tabs.map((one) => this.#tab(one))}
        </div>
        <div id="panel" role="tabpanel" aria-labelledby=${`tab-${tab}`}>${this.#panel(tab, fields)}</div>
      </div>
      <replica-share></replica-share>`;
  }

  #panel(tab: Tab, fields: Fields): TemplateResult {
    if (tab === 'deadlocks') return html`<deadlocks-view .fields=${fields}></deadlocks-view>`;
    if (tab === 'rings') return html`<rings-view .fields=${fields}></rings-view>`;
    if (tab === 'sharding') return html`<sharding-view .fields=${fields}></sharding-view>`;
    if (tab === 'program') return html`<program-view .fields=${fields}></program-view>`;
    return html`<collectives-view .fields=${fields}></collectives-view>`;
  }

  #tab(tab: Tab): TemplateResult {
    const isHere = tab === this.place.tab;
    return html`<button
      type="button"
      role="tab"
      id=${`tab-${tab}`}
      aria-controls="panel"
      aria-selected=${isHere}
      tabindex=${isHere ? 0 : -1}
      @click=${() => this.#choose(tab)}
    >
      ${titles[tab]}
    </button>`;
  }

  #choose(tab: Tab): void {
    this.#open({ tab, fields: {} });
    this.#replace();
  }

  #key(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(this.place.tab) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    this.#choose(next);
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#tab-${next}`)?.focus());
  }

  /** The open tab tells its fields after each change. */
  #write(event: CustomEvent<Fields>): void {
    this.place = { ...this.place, fields: event.detail };
    this.#replace();
  }

  #replace(): void {
    try {
      history.replaceState(null, '', toHash(this.place));
    } catch {
      // Some browsers limit the rate of changes; the next one is complete again.
    }
  }
}

customElements.define('replica-page', ReplicaPage);
