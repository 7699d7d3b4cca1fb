/** `<side-tabs>`: the tabs of the pane with inputs, watches, costs, and the output of JavaScript. */

import { html, LitElement, type TemplateResult } from 'lit';

export const sideTabs = [
  ['output', 'Output'],
  ['inputs', 'Inputs'],
  ['watches', 'Watch'],
  ['costs', 'Costs'],
] as const;
export type SideTab = (typeof sideTabs)[number][0];

export class SideTabs extends LitElement {
  static override properties = { tab: { attribute: false }, tabs: { attribute: false } };

  declare tab: SideTab;
  declare tabs: readonly SideTab[];

  constructor() {
    super();
    this.tab = 'inputs';
    this.tabs = [];
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<div class="tabs" role="tablist" aria-label="Inputs, watches and costs" @keydown=${this.#key}>
      ${sideTabs
        .filter(([tab]) => this.tabs.includes(tab))
        .map(
          ([tab, title]) =>
            html`<button
              type="button"
              role="tab"
              id=${`side-${tab}`}
              aria-controls="side-panel"
              aria-selected=${tab === this.tab}
              tabindex=${tab === this.tab ? 0 : -1}
              @click=${() => this.#tell(tab)}
            >
              ${title}
            </button>`,
        )}
    </div>`;
  }

  #key(event: KeyboardEvent): void {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const { tabs } = this;
    const next = tabs[(tabs.indexOf(this.tab) + by + tabs.length) % tabs.length];
    if (next === undefined) return;
    this.#tell(next);
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#side-${next}`)?.focus());
  }

  #tell(tab: SideTab): void {
    this.dispatchEvent(new CustomEvent<SideTab>('tab-change', { detail: tab }));
  }
}

customElements.define('side-tabs', SideTabs);
