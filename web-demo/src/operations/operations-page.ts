/** `<operations-page>`: the gallery of operations. The address says which one it shows, and in which state. */

import '../../styles/operations.css';
import { init } from 'hloom';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import catalogue from 'virtual:operations';
import { errorView } from '../site/error-view.js';
import { examples } from './examples/all.js';
import type { Example } from './examples/examples.js';
import { fromHash, toHash, type Address } from './model/address.js';
import { isTraced, type OperationDetail, type OperationRow } from './model/catalogue.js';
import { families, functionFamilies } from './model/families.js';
import type { Texts } from './model/program.js';
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
  #functions: ReturnType<typeof catalogue.functions> | undefined;
  #example = 0;

  constructor() {
    super();
    this.texts = {};
    this.ready = false;
    this.missing = '';
    this.trouble = undefined;
    this.rows = sorted(catalogue.rows);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#follow);
    init().then(
      () => (this.ready = true),
      (thrown: unknown) => (this.trouble = thrown),
    );
    void this.#open(fromHash(location.hash)).then(() => this.#loadFunctions());
  }

  /** The functions come after the operations, which are there at once. */
  #loadFunctions(): ReturnType<typeof catalogue.functions> {
    this.#functions ??= catalogue.functions().then((pages) => {
      this.rows = sorted([...catalogue.rows, ...pages.map(({ row }) => row)]);
      return pages;
    });
    return this.#functions;
  }

  override disconnectedCallback(): void {
    removeEventListener('hashchange', this.#follow);
    super.disconnectedCallback();
  }

  readonly #follow = (): void => {
    void this.#open(fromHash(location.hash));
  };

  async #open({ op, example, changed }: Address): Promise<void> {
    const pages = op !== undefined && isTraced(op) ? await this.#loadFunctions() : [];
    const row = this.rows.find(({ id }) => id === op);
    this.missing = op !== undefined && row === undefined ? op : '';
    if (row === undefined) {
      this.shown = undefined;
      document.title = 'Operations – hloom';
      const { family } = changed;
      await this.updateComplete;
      const title = this.querySelector<HTMLElement>(`#title-${CSS.escape(family ?? '')}`);
      title?.scrollIntoView();
      title?.focus({ preventScroll: true });
      return;
    }
    const details = isTraced(row.id) ? pages.map(({ detail }) => detail) : await catalogue.details[row.family]?.();
    const detail = details?.find(({ id }) => id === row.id);
    const own = isTraced(row.id)
      ? [{ texts: (await import('./examples/functions.js')).functionExample(row.id) }]
      : (examples[row.family]?.[row.id] ?? [noExample]);
    // Another link may have been followed since.
    if (detail === undefined || fromHash(location.hash).op !== op) return;
    const isOther = this.shown?.row !== row;
    this.#example = Math.min(example, own.length - 1);
    this.shown = { row, detail, examples: own };
    this.texts = { ...own[this.#example]?.texts, ...changed };
    document.title = `${row.id} – Operations – hloom`;
    if (isOther) scrollTo(0, 0);
  }

  protected override render(): TemplateResult {
    const { shown } = this;
    return html`<div class="finder">
        <operation-search .rows=${this.rows}></operation-search
        >${shown === undefined ? nothing : this.#pager(shown.row)}
      </div>
      ${this.missing === '' ? nothing : errorView(`There is no operation “${this.missing}”.`)}
      ${this.trouble === undefined || shown !== undefined ? nothing : errorView(this.trouble)}
      ${
        shown === undefined
          ? this.#index()
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

  /** The index; nothing while the page of an operation is loaded. */
  #index(): TemplateResult | typeof nothing {
    const { op } = fromHash(location.hash);
    return op === undefined || this.missing !== '' ? indexView(this.rows) : nothing;
  }

  /** The operations before and after this one. */
  #pager(row: OperationRow): TemplateResult {
    const { rows } = this;
    const at = rows.findIndex(({ id }) => id === row.id);
    const link = (id: string | undefined, text: string, rel: string): TemplateResult | typeof nothing =>
      id === undefined ? nothing : html`<a href=${`#op=${id}`} rel=${rel}>${text}</a>`;
    const [before, after] = [rows[at - 1]?.id, rows[at + 1]?.id];
    return html`<nav class="pager" aria-label="Operations">
      ${link(before, `‹ ${before}`, 'prev')} ${link(after, `${after} ›`, 'next')}
    </nav>`;
  }

  #ask(texts: Texts): void {
    this.texts = Object.fromEntries(
      Object.entries(texts).filter(([name, text]) => !name.startsWith('$') || text !== ''),
    );
    const { shown } = this;
    if (shown === undefined) return;
    try {
      history.replaceState(
        null,
        '',
        toHash(shown.row.id, this.#example, shown.examples[this.#example]?.texts ?? {}, this.texts),
      );
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
