/** The broadcast lab: the card, examples, the lowered operation, a comparison with NumPy, and the code. */

import '../../styles/lab.css';
import { isElementType, type ElementType } from 'hloom';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../../../js/elements/broadcast.js';
import type { HloomBroadcast } from '../../../js/elements/broadcast.js';
import { isMistakes, type Answer } from '../../../js/elements/model/answer.js';
import { retyped } from '../../../js/elements/model/fixes.js';
import { operationNames, operations, type OperationName } from '../../../js/elements/model/operations.js';
import { fromHash, toHash, type Question } from '../../../js/elements/model/question.js';
import { stages } from '../../../js/elements/model/scene.js';
import '../site/code-panel.js';
import '../site/share-menu.js';
import { chips, exampleGroups } from './examples.js';
import { snippets } from './code.js';
import { otherTypes, usualTypes } from './types.js';
import { numpyView } from './numpy-view.js';
import { loweringView } from './lowering-view.js';

const firstQuestion = exampleGroups[0]?.examples[0]?.question;
/** The addresses of all examples: the page marks the one that it shows. */
const exampleHashes = new Set(
  [...chips, ...exampleGroups.flatMap(({ examples }) => examples)].map(({ question }) => toHash(question)),
);

export class LabPage extends LitElement {
  static override properties = {
    question: { state: true },
    answer: { state: true },
    translated: { state: true },
    mistakes: { state: true },
    presents: { state: true },
    stage: { state: true },
  };

  declare question: Question;
  declare answer: Answer | undefined;
  /** The answer that the parts under the picture tell about: they follow after the frame that shows the picture. */
  declare translated: Answer | undefined;
  declare mistakes: Readonly<Record<string, string | undefined>>;
  /** True while only the card is shown, large. */
  declare presents: boolean;
  /** The first stage of the picture, which a shared link states. */
  declare stage: HloomBroadcast['stage'];

  /** The address for which a new question waits to be written. */
  #written: string | undefined;

  constructor() {
    super();
    const asked = fromHash(location.hash) ?? firstQuestion;
    if (asked === undefined) throw new Error('there are no examples');
    this.question = asked;
    this.mistakes = {};
    this.presents = false;
    this.stage = stageIn(location.hash);
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#followAddress);
    addEventListener('keydown', this.#present);
  }

  override disconnectedCallback(): void {
    removeEventListener('hashchange', this.#followAddress);
    removeEventListener('keydown', this.#present);
    super.disconnectedCallback();
  }

  /**
   * A fragment that is not a question, such as a link to a part of the page, leaves the fields alone. An empty one
   * restores the first question.
   */
  readonly #followAddress = (): void => {
    const asked = location.hash === '' ? firstQuestion : fromHash(location.hash);
    if (asked === undefined || toHash(asked) === toHash(this.question)) return;
    this.question = asked;
    const card = this.querySelector('hloom-broadcast');
    if (card !== null && location.hash.includes('stage=')) card.time = undefined;
    this.stage = stageIn(location.hash);
  };

  protected override render(): TemplateResult {
    const { question, answer, presents } = this;
    return html`
      <hloom-broadcast
        id="loom"
        ?large=${presents}
        .question=${question}
        .stage=${this.stage}
        @hloom-question=${(event: CustomEvent<Question>) => this.#ask(event.detail)}
        @hloom-answer=${this.#answered}
      >
        <div slot="tools" class="tools">${this.#tools()}</div>
      </hloom-broadcast>
      ${answer === undefined && Object.keys(this.mistakes).length === 0 ? nothing : this.#below(answer)}
    `;
  }

  /** The parts under the picture appear with it, so that nothing moves. */
  #below(answer: Answer | undefined): TemplateResult {
    const translated = this.translated ?? answer;
    const hash = toHash(this.question);
    const here = exampleHashes.has(hash) ? hash : undefined;
    return html`${guard([here], () => this.#examples(here))}
    ${translated === undefined ? nothing : guard([translated], () => this.#translated(translated))}
    ${guard([here], () => this.#allExamples(here))}`;
  }

  #translated(answer: Answer): TemplateResult {
    return html`
      <div class="below">
        <section aria-labelledby="lowering-title">
          <h2 id="lowering-title">What XLA does with it</h2>
          ${loweringView(answer)}
        </section>
        <section aria-labelledby="numpy-title">
          <h2 id="numpy-title">In NumPy</h2>
          ${numpyView(answer)}
        </section>
        <section class="code-section" aria-labelledby="code-title">
          <h2 id="code-title">Code</h2>
          <code-panel .snippets=${snippets(answer)}></code-panel>
        </section>
      </div>
    `;
  }

  #tools(): TemplateResult {
    const { question } = this;
    return html`<label class="tool"
        ><span>Operation</span>
        <select
          name="op"
          @change=${(event: Event) => this.#ask({ op: (event.target as HTMLSelectElement).value as OperationName })}
        >
          ${operationNames.map(
            (name) =>
              html`<option value=${name} .selected=${name === question.op}>${name} ${operations[name].symbol}</option>`,
          )}
        </select></label
      >
      <label class="tool"
        ><span>Type</span>
        <select
          name="type"
          @change=${(event: Event) => this.#setType((event.target as HTMLSelectElement).value as ElementType)}
        >
          ${this.#isMixed() ? this.#typeOption('mixed') : nothing} ${usualTypes.map((type) => this.#typeOption(type))}
          <optgroup label="others">${otherTypes.map((type) => this.#typeOption(type))}</optgroup>
        </select></label
      >
      <details class="values" @keydown=${closeOnEscape}>
        <summary>Values</summary>
        <div class="panel">
          ${(['lhs', 'rhs'] as const).map((side) => this.#values(side))}
          <p class="quiet">
            <code>count</code>, <code>random</code>, <code>random 7</code> with a seed, or the elements in row-major
            order; complex ones as <code>1+2i</code>.
          </p>
        </div>
      </details>
      <share-menu .answer=${this.answer}></share-menu>
      <button type="button" class="tool" @click=${() => (this.presents = !this.presents)}>
        ${this.presents ? 'Leave' : 'Present'}
      </button>`;
  }

  #values(side: 'lhs' | 'rhs'): TemplateResult {
    const name = `${side}Values` as const;
    const mistake = this.mistakes[name];
    return html`<label class=${`field ${side}`}
      ><span>Values of ${side}</span>
      <input
        name=${name}
        spellcheck="false"
        aria-invalid=${mistake === undefined ? nothing : 'true'}
        .value=${this.question[name]}
        @input=${(event: InputEvent) => this.#ask({ [name]: (event.target as HTMLInputElement).value })}
      />
      <button type="button" @click=${() => this.#ask({ [name]: `random ${Math.floor(Math.random() * 1000)}` })}>
        Random</button
      ><small class="note">${mistake ?? ''}</small></label
    >`;
  }

  /** The element type that both operands have. */
  #type(): string | undefined {
    const { explanation } = this.answer ?? {};
    return explanation?.lhs.type === explanation?.rhs.type ? explanation?.lhs.type : undefined;
  }

  #isMixed(): boolean {
    return this.answer !== undefined && this.#type() === undefined;
  }

  #typeOption(type: string): TemplateResult {
    return html`<option value=${type} .selected=${type === (this.#type() ?? 'mixed')}>${type.toLowerCase()}</option>`;
  }

  #setType(type: ElementType): void {
    const { explanation } = this.answer ?? {};
    if (explanation === undefined || !isElementType(type)) return;
    const { lhs, rhs } = explanation;
    this.#ask({ lhs: retyped(lhs, type).toString(), rhs: retyped(rhs, type).toString() });
  }

  #ask(changed: Partial<Question>): void {
    this.question = { ...this.question, ...changed };
    if (this.#written !== undefined) return;
    this.#written = location.href;
    afterFrame(() => this.#write());
  }

  /** Writes the question into the address, after the frame that shows it: browsers take their time for that. */
  #write(): void {
    const before = this.#written;
    this.#written = undefined;
    // The reader has followed a link since, to another question.
    if (before !== location.href) return;
    try {
      history.replaceState(null, '', toHash(this.question));
    } catch {
      // Some browsers limit the rate of changes; the next one is complete again.
    }
  }

  readonly #answered = (event: Event): void => {
    const { answer, mistakes } = event.target as HloomBroadcast;
    if (answer !== undefined && !isMistakes(answer)) {
      this.answer = answer;
      afterFrame(() => (this.translated = this.answer));
    }
    this.mistakes = { ...mistakes };
  };

  /** Some examples to try at once, as chips. */
  #examples(here: string | undefined): TemplateResult {
    return html`<nav class="chips" aria-label="Try">
      <span aria-hidden="true">Try:</span>
      ${chips.map(({ title, question, illegal }) => {
        const hash = toHash(question);
        return html`<a
          href=${hash}
          class=${illegal ? 'illegal' : ''}
          aria-current=${hash === here ? 'true' : nothing}
          @click=${() => this.#show()}
          >${title}</a
        >`;
      })}
      <a href="#examples" @click=${this.#toAll}
        >all ${exampleGroups.flatMap(({ examples }) => examples).length} examples</a
      >
    </nav>`;
  }

  #allExamples(here: string | undefined): TemplateResult {
    return html`<nav id="examples" aria-labelledby="examples-title">
      <h2 id="examples-title" tabindex="-1">Examples</h2>
      <div class="groups">
        ${exampleGroups.map(
          ({ title, examples }) =>
            html`<section>
              <h3>${title}</h3>
              <ul>
                ${examples.map(({ id, title, question, illegal }) => {
                  const hash = toHash(question);
                  return html`<li>
                    <a
                      href=${hash}
                      data-id=${id}
                      class=${illegal ? 'illegal' : ''}
                      aria-current=${hash === here ? 'true' : nothing}
                      @click=${() => this.#show()}
                      >${title}<code>${question.lhs} + ${question.rhs} ${question.dims}</code></a
                    >
                  </li>`;
                })}
              </ul>
            </section>`,
        )}
      </div>
    </nav>`;
  }

  /** The effect of an example is in the picture: brings it into view. */
  #show(): void {
    const card = this.querySelector('hloom-broadcast');
    const { top = 0, bottom = 0 } = card?.getBoundingClientRect() ?? {};
    if (top < 0 || bottom > innerHeight) card?.scrollIntoView({ block: 'start' });
  }

  readonly #toAll = (event: Event): void => {
    event.preventDefault();
    this.querySelector('#examples')?.scrollIntoView();
    this.querySelector<HTMLElement>('#examples-title')?.focus({ preventScroll: true });
  };

  /** Only the card, large, for a projector. */
  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('presents')) return;
    document.documentElement.classList.toggle('presents', this.presents);
    if (this.presents) this.#scrubber?.focus();
  }

  get #scrubber(): HloomBroadcast['scrubber'] {
    return this.querySelector('hloom-broadcast')?.scrubber ?? null;
  }

  /** The keys of a presentation: those of a presenter's remote control change the stage. */
  readonly #present = (event: KeyboardEvent): void => {
    if (!this.presents) return;
    if (event.key === 'Escape') this.presents = false;
    const by = stageKeys[event.key];
    // Fields, chips and arrays have a use of their own for arrows.
    const target = event.composedPath()[0];
    const isTaken =
      target instanceof Element && target.matches('input, select, [role="slider"], [role="grid"], [role="grid"] *');
    if (by === undefined || (isTaken && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    this.#scrubber?.step(by);
  };
}

const stageIn = (hash: string): HloomBroadcast['stage'] => {
  const named = new URLSearchParams(hash.replace(/^#/, '')).get('stage');
  return stages.find((stage) => stage === named) ?? 'combined';
};

const stageKeys: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };

/** Calls a function after the next frame is drawn. */
const afterFrame = (call: () => void): void => void requestAnimationFrame(() => setTimeout(call));

function closeOnEscape(event: KeyboardEvent): void {
  const details = event.currentTarget as HTMLDetailsElement;
  if (event.key !== 'Escape' || !details.open) return;
  event.stopPropagation();
  details.open = false;
  details.querySelector('summary')?.focus();
}

customElements.define('lab-page', LabPage);
