/** `<operations-page>`: the gallery of operations. The address says which one it shows, and in which state. */

import '../../styles/operations.css';
import { init } from 'hloom';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import catalogue from 'virtual:operations';
import { errorView } from '../site/error-view.js';
import type { Example } from './examples/examples.js';
import { fromAddress, toHash, type Address } from './model/address.js';
import { isTraced, type OperationDetail, type OperationRow } from './model/catalogue.js';
import { families, functionFamilies } from './model/families.js';
import type { Texts } from './model/program.js';
import { fixLinks, galleryAddress, operationAddress } from './links.js';
import { indexView } from './operation-index.js';
import './operation-search.js';
import './operation-view.js';

const place = new Map([...families, ...functionFamilies].map(({ id }, i) => [id, i]));

/** In the order of the families. */
const sorted = (rows: readonly OperationRow[]): OperationRow[] =>
  [...rows].sort((a, b) => (place.get(a.family) ?? 0) - (place.get(b.family) ?? 0));

interface Shown {
  readonly row: OperationRow;
  readonly detail: OperationDetail;
  readonly examples: readonly Example[];
}

const noExample: Example = { texts: {} };

class OperationsPage extends LitElement {
  static override properties = {
    shown: { state: true },
    texts: { state: true },
    ready: { state: true },
    missing: { state: true },
    trouble: { state: true },
    rows: { state: true },
    begun: { state: true },
  };

  /** The operation of the page; `undefined` for the index. */
  declare shown: Shown | undefined;
  declare texts: Texts;
  declare ready: boolean;
  /** A name in the address that no operation has. */
  declare missing: string;
  /** Why nothing can be computed. */
  declare trouble: unknown;
  /** The operations, and the functions once they are loaded. */
  declare rows: readonly OperationRow[];
  /** True once there is something to show in place of the text from the build. */
  declare begun: boolean;
  #functions: Promise<void> | undefined;
  #example = 0;

  constructor() {
    super();
    this.texts = {};
    this.ready = false;
    this.begun = false;
    this.missing = '';
    this.trouble = undefined;
    this.rows = sorted(catalogue.rows);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    fixLinks();
    addEventListener('popstate', this.#follow);
    this.addEventListener('click', this.#stay);
    init().then(
      () => (this.ready = true),
      (thrown: unknown) => (this.trouble = thrown),
    );
    void this.#open(fromAddress(location)).then(() => this.#loadFunctions());
  }

  /** The functions come after the operations, which are there at once. */
  #loadFunctions(): Promise<void> {
    this.#functions ??= catalogue.functionRows().then((rows) => {
      this.rows = sorted([...catalogue.rows, ...rows]);
    });
    return this.#functions;
  }

  override disconnectedCallback(): void {
    removeEventListener('popstate', this.#follow);
    super.disconnectedCallback();
  }

  readonly #follow = (): void => {
    // The link to the content is not a state.
    if (location.hash !== '#main') void this.#open(fromAddress(location));
  };

  /** The engine stays when a link leads to another page of the gallery. */
  readonly #stay = (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a');
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !isPlain || link === null || !link.href.startsWith(galleryAddress)) return;
    event.preventDefault();
    this.#goTo(link.href);
  };

  #goTo(address: string): void {
    history.pushState(null, '', address);
    this.#follow();
  }

  async #open({ op, example, changed }: Address): Promise<void> {
    if (op !== undefined && isTraced(op)) await this.#loadFunctions();
    const row = this.rows.find(({ id }) => id === op);
    this.missing = op !== undefined && row === undefined ? op : '';
    if (row === undefined) {
      this.shown = undefined;
      this.#begin();
      document.title = 'Operations – hloom';
      const { family } = changed;
      await this.updateComplete;
      const title = this.querySelector<HTMLElement>(`#title-${CSS.escape(family ?? '')}`);
      title?.scrollIntoView();
      title?.focus({ preventScroll: true });
      return;
    }
    const { details, examples } = (await catalogue.families[row.family]?.()) ?? { details: [] };
    const detail = details.find(({ id }) => id === row.id);
    const own = isTraced(row.id)
      ? [{ texts: (await import('./examples/functions.js')).functionExample(row.id) }]
      : (examples?.[row.id] ?? [noExample]);
    // Another link may have been followed since.
    if (detail === undefined || fromAddress(location).op !== op) return;
    this.#begin();
    const isOther = this.shown?.row !== row;
    this.#example = Math.min(example, own.length - 1);
    this.shown = { row, detail, examples: own };
    this.texts = { ...own[this.#example]?.texts, ...changed };
    if (!location.pathname.endsWith(`/${row.id}/`)) this.#write();
    document.title = `${row.id} – Operations – hloom`;
    if (isOther) scrollTo(0, 0);
  }

  /** Takes the place of the text from the build: vite/operation-pages.mjs. */
  #begin(): void {
    document.querySelector('.still-operation')?.remove();
    this.begun = true;
  }

  protected override render(): TemplateResult {
    const { shown } = this;
    if (!this.begun) return html``;
    return html`<div class="finder">
        <operation-search
          .rows=${this.rows}
          @operation-find=${(event: CustomEvent<string>) => this.#goTo(operationAddress(event.detail))}
        ></operation-search
        >${shown === undefined ? nothing : this.#pager(shown.row)}
      </div>
      ${this.missing === '' ? nothing : errorView(`There is no operation “${this.missing}”.`)}
      ${this.trouble === undefined || shown !== undefined ? nothing : errorView(this.trouble)}
      ${
        shown === undefined
          ? indexView(this.rows)
          : html`<operation-view
              .row=${shown.row}
              .detail=${shown.detail}
              .examples=${shown.examples}
              .texts=${this.texts}
              ?ready=${this.ready}
              .trouble=${this.trouble}
              @operation-texts=${(event: CustomEvent<Texts>) => this.#ask(event.detail)}
              @operation-example=${(event: CustomEvent<number>) => this.#choose(event.detail)}
            ></operation-view>`
      }`;
  }

  /** The operations before and after this one. */
  #pager(row: OperationRow): TemplateResult {
    const { rows } = this;
    const at = rows.findIndex(({ id }) => id === row.id);
    const link = (id: string | undefined, text: string, rel: string): TemplateResult | typeof nothing =>
      id === undefined ? nothing : html`<a href=${operationAddress(id)} rel=${rel}>${text}</a>`;
    const [before, after] = [rows[at - 1]?.id, rows[at + 1]?.id];
    return html`<nav class="pager" aria-label="Operations">
      ${link(before, `‹ ${before}`, 'prev')} ${link(after, `${after} ›`, 'next')}
    </nav>`;
  }

  #ask(texts: Texts): void {
    this.texts = Object.fromEntries(
      Object.entries(texts).filter(([name, text]) => !name.startsWith('$') || text !== ''),
    );
    this.#write();
  }

  /** Keeps the state in the address. */
  #write(): void {
    const { shown } = this;
    if (shown === undefined) return;
    const hash = toHash(this.#example, shown.examples[this.#example]?.texts ?? {}, this.texts);
    try {
      history.replaceState(null, '', operationAddress(shown.row.id) + hash);
    } catch {
      // Some browsers limit the rate of changes; the next one is complete again.
    }
  }

  #choose(example: number): void {
    this.#example = example;
    const texts = this.shown?.examples[example]?.texts;
    if (texts !== undefined) this.#ask(texts);
  }
}

customElements.define('operations-page', OperationsPage);
