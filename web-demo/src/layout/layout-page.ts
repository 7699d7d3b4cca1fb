/** The layout lab as one card: the array and its memory, the cost of a transpose, and a quiz. */

import '../../styles/lab.css';
import '../../styles/layout.css';
import { HloomError, init, type Shape } from 'hloom';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { errorView } from '../site/error-view.js';
import { exampleGroups } from './examples.js';
import './layout-controls.js';
import './layout-view.js';
import './lesson.js';
import { ask, type Asked } from './model/asked.js';
import { defaults, fromHash, toHash, type Question } from './model/question.js';
import { orderText, remarks, sizeText, staleText, tabTexts } from './text/en.js';
import './transpose-view.js';

/** The text of a shape without its layout, which can be shown if the layout is refused. */
const withoutLayout = (text: string): string => text.replace(/\{[^]*$/, '');

const tabs = ['memory', 'transpose', 'quiz'] as const;
type Tab = (typeof tabs)[number];

/** The part that an address is about. */
function tabOf(hash: string): Tab {
  if (hash === '#lessons') return 'quiz';
  return /[#&]transpose=/.test(hash) ? 'transpose' : 'memory';
}

export class LayoutPage extends LitElement {
  static override properties = {
    question: { state: true },
    ready: { state: true },
    tab: { state: true },
    trouble: { state: true },
  };

  declare question: Question;
  /** True after the engine has started or failed: parts that need it come last, so that nothing jumps. */
  declare ready: boolean;
  declare tab: Tab;
  /** The reason why the engine does not run. */
  declare trouble: HloomError | undefined;
  #asked: Asked;
  /** The last shape that could be shown. */
  #shape: Shape | undefined;

  constructor() {
    super();
    this.question = fromHash(location.hash) ?? defaults;
    this.ready = false;
    this.tab = tabOf(location.hash);
    this.trouble = undefined;
    this.#asked = ask(this.question.shape);
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#followAddress);
    init().then(
      () => (this.ready = true),
      (thrown: unknown) => {
        // Shapes and their layouts work all the same.
        this.trouble = thrown instanceof HloomError ? thrown : undefined;
        this.ready = true;
      },
    );
  }

  override disconnectedCallback(): void {
    removeEventListener('hashchange', this.#followAddress);
    super.disconnectedCallback();
  }

  /**
   * A fragment that is not a question, such as a link to a part of the page, leaves the fields alone. An empty one
   * restores the first question.
   */
  readonly #followAddress = (): void => {
    const asked = location.hash === '' ? defaults : fromHash(location.hash);
    if (asked === undefined) {
      if (tabOf(location.hash) === 'quiz') this.tab = 'quiz';
      return;
    }
    if (toHash(asked) === toHash(this.question)) return;
    this.question = asked;
    this.tab = tabOf(location.hash);
    // Links are below the card that they change.
    const card = this.querySelector('.layout-card');
    if (card !== null && card.getBoundingClientRect().top < 0) card.scrollIntoView();
  };

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('question')) return;
    // The same text keeps the same shape, so that other changes do not draw or run anything again.
    if (changed.get('question')?.shape !== this.question.shape) this.#asked = ask(this.question.shape);
    const shown = this.#asked.ok ? this.#asked : ask(withoutLayout(this.question.shape));
    if (this.#asked.ok || this.#shape === undefined) this.#shape = shown.ok ? shown.shape : undefined;
  }

  protected override render(): TemplateResult {
    const { question } = this;
    const shape = this.#shape;
    const isWrong = !this.#asked.ok;
    const memory = html`<div id="layout-answer">${this.#answer()}</div>
      ${
        shape === undefined
          ? nothing
          : html`<div class=${isWrong ? 'stale' : ''}>
              ${isWrong ? html`<p class="quiet">${staleText(shape)}</p>` : nothing}
              <layout-view id="memory" .shape=${shape} .cells=${question.cells} .path=${question.path}></layout-view>
            </div>`
      }`;
    return html`<div class="layout-card">
        <div class="tabs" role="tablist" aria-label="Parts" @keydown=${this.#key}>
          ${tabs.map((tab) => this.#tab(tab))}
        </div>
        <layout-controls
          ?hidden=${this.tab === 'quiz'}
          .question=${question}
          .shape=${shape}
          ?wrong=${isWrong}
          @layout-question=${(event: CustomEvent<Partial<Question>>) => this.#ask(event.detail)}
        ></layout-controls>
        ${this.trouble === undefined || this.tab === 'transpose' ? nothing : html`<div class="panel">${errorView(this.trouble)}</div>`}
        ${this.#panel('memory', memory)}
        ${this.#panel('transpose', this.ready && this.tab === 'transpose' ? this.#transpose(shape) : html``)}
        ${this.#panel('quiz', this.ready ? html`<layout-lesson id="lessons"></layout-lesson>` : html``)}
      </div>
      ${this.ready ? this.#examples() : nothing}`;
  }

  #tab(tab: Tab): TemplateResult {
    const isHere = tab === this.tab;
    return html`<button
      type="button"
      role="tab"
      id=${`tab-${tab}`}
      aria-controls=${`panel-${tab}`}
      aria-selected=${isHere}
      tabindex=${isHere ? 0 : -1}
      @click=${() => (this.tab = tab)}
    >
      ${tabTexts[tab]}
    </button>`;
  }

  #panel(tab: Tab, content: TemplateResult): TemplateResult {
    return html`<div
      id=${`panel-${tab}`}
      class="panel"
      role="tabpanel"
      aria-labelledby=${`tab-${tab}`}
      ?hidden=${tab !== this.tab}
    >
      ${content}
    </div>`;
  }

  #key(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(this.tab) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    this.tab = next;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#tab-${next}`)?.focus());
  }

  #transpose(shape: Shape | undefined): TemplateResult {
    const { question } = this;
    return html`<transpose-view
      .shape=${shape}
      .permutation=${question.transpose}
      .cells=${question.cells}
      @layout-permutation=${(event: CustomEvent<string>) => this.#ask({ transpose: event.detail })}
    ></transpose-view>`;
  }

  #answer(): TemplateResult {
    const asked = this.#asked;
    if (!asked.ok) {
      const legal = this.#shape?.toStringWithLayout() ?? defaults.shape;
      const back = html`<button type="button" @click=${() => this.#ask({ shape: legal })}>Back to ${legal}</button>`;
      return errorView(asked.error, { more: back });
    }
    const { shape } = asked;
    return html`<div class="verdict" role="status">
      <p>
        <code><strong>${shape.toStringWithLayout()}</strong></code> ${orderText(shape)} ${sizeText(shape)}
      </p>
      ${remarks(shape).map((remark) => html`<p>${remark}</p>`)}
    </div>`;
  }

  /** Another rank has other permutations: the transpose begins anew. */
  #ask(changed: Partial<Question>): void {
    const next = { ...this.question, ...changed };
    const before = this.#shape?.rank;
    const asked = ask(next.shape);
    const isOtherRank = asked.ok && before !== undefined && asked.shape.rank !== before;
    this.question = isOtherRank && changed.transpose === undefined ? { ...next, transpose: '' } : next;
    try {
      history.replaceState(null, '', toHash(this.question));
    } catch {
      // Some browsers limit the rate of changes; the next one is complete again.
    }
  }

  #examples(): TemplateResult {
    const here = toHash(this.question);
    return html`<nav id="examples" aria-labelledby="examples-title">
      <h2 id="examples-title">Examples</h2>
      <div class="groups">
        ${exampleGroups.map(
          ({ title, examples }) =>
            html`<section>
              <h3>${title}</h3>
              <ul>
                ${examples.map(({ title, question, illegal }) => {
                  const hash = toHash(question);
                  return html`<li>
                    <a
                      href=${hash}
                      class=${illegal === true ? 'illegal' : ''}
                      aria-current=${hash === here ? 'true' : nothing}
                      >${title}<code>${question.shape}</code></a
                    >
                  </li>`;
                })}
              </ul>
            </section>`,
        )}
      </div>
    </nav>`;
  }
}

customElements.define('layout-page', LayoutPage);
