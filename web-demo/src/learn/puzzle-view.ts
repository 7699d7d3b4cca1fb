/** `<lesson-puzzle>`: a part of a broadcast is typed until its result is the wanted one. */

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '../../../js/elements/equation.js';
import { answerAtOnce, isMistakes, withResult, type Answer } from '../../../js/elements/model/answer.js';
import { axesFor, shownIndices } from '../../../js/elements/model/axis.js';
import type { Question } from '../../../js/elements/model/question.js';
import type { Elements } from '../../../js/elements/model/values.js';
import { sideNames, type SideName } from '../../../js/elements/model/scene.js';
import { block } from './blocks.js';
import { refusal } from './diagnosis.js';
import { mostDrawn } from './operands.js';
import { prose } from './prose.js';
import type { Step } from './steps.js';
import { runEngine } from './task.js';
import { texts } from './text/en.js';
import { tellTrouble } from './trouble.js';

const words = texts.puzzleTexts;

export class LessonPuzzle extends LitElement {
  static override properties = {
    puzzle: { attribute: false },
    text: { state: true },
    wanted: { state: true },
    yours: { state: true },
    mistake: { state: true },
  };

  declare puzzle: Step['puzzle'];
  /** The typed part. */
  declare text: string;
  declare wanted: Answer | undefined;
  declare yours: Answer | undefined;
  declare mistake: string;
  #running = new AbortController();

  constructor() {
    super();
    this.text = '';
    this.wanted = undefined;
    this.yours = undefined;
    this.mistake = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    this.#running.abort();
    super.disconnectedCallback();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('puzzle')) return;
    runEngine(this.puzzle.target).then(
      (answer) => (this.wanted = answer),
      (thrown: unknown) => tellTrouble(this, thrown),
    );
  }

  get #question(): Question {
    const { target, hole } = this.puzzle;
    // Elements that are stated may not fit another shape, so rhs counts.
    return { ...target, [hole]: this.text.trim() };
  }

  protected override render(): TemplateResult {
    const { puzzle, wanted, yours } = this;
    const isSolved = this.#isSolved;
    const prompt = this.#isAlone ? words.alone.prompt : words.prompt[puzzle.hole];
    return html`<p class="prompt" id="puzzle-prompt">${prose(prompt)}</p>
      <div class="typed">${this.#isAlone ? this.#input() : this.#sum()}</div>
      <div class="pictures">
        ${this.#operands()} ${this.#picture(this.#isAlone ? words.alone.array : words.wanted, wanted, '')}
        ${this.#picture(words.yours, yours, isSolved ? 'right' : '')}
      </div>
      <p class=${`outcome ${isSolved ? 'right' : 'open'}`} role="status">
        ${isSolved ? html`<span aria-hidden="true">✓</span> ${words.solved}` : prose(this.#difference())}
      </p>`;
  }

  /** True if the puzzle is about one array: it is added to a scalar 0, which nothing shows. */
  get #isAlone(): boolean {
    const { target, hole } = this.puzzle;
    return hole === 'rhs' && target.lhs === 'f32[]';
  }

  #sum(): TemplateResult {
    const { target, hole } = this.puzzle;
    return html`<code class="lhs">${target.lhs}</code> +
      ${hole === 'rhs' ? this.#input() : html`<code class="rhs">${target.rhs}</code>`}
      <span class="says"
        ><code>broadcast_dimensions=</code>${
          hole === 'dims' ? this.#input() : html`<code>${target.dims === '' ? '{}' : target.dims}</code>`
        }</span
      >`;
  }

  /** The operands that are known: their numbers show where each one goes. */
  #operands(): TemplateResult | typeof nothing {
    const { wanted, puzzle } = this;
    if (this.#isAlone || wanted?.values === undefined) return nothing;
    const shown = puzzle.hole === 'rhs' ? (['lhs'] as const) : sideNames;
    return html`${shown.map((side) => this.#operand(side, wanted))}`;
  }

  #operand(side: SideName, { values }: Answer): TemplateResult | typeof nothing {
    const elements = values?.[side];
    return elements === undefined || elements.shape.rank > mostDrawn ? nothing : figure(side, side, elements, '');
  }

  #input(): TemplateResult {
    const { hole } = this.puzzle;
    return html`<input
      name="puzzle"
      aria-labelledby="puzzle-prompt"
      spellcheck="false"
      autocapitalize="off"
      autocomplete="off"
      placeholder=${hole === 'dims' ? '{ }' : 'f32[ ]'}
      .value=${this.text}
      @input=${(event: InputEvent) => this.#typed((event.currentTarget as HTMLInputElement).value)}
    />`;
  }

  #picture(title: string, answer: Answer | undefined, state: string): TemplateResult {
    return figure('result', title, answer?.values?.result, state, this.#isAlone && answer === this.wanted);
  }

  get #isSolved(): boolean {
    const [wanted, yours] = [this.wanted?.values?.result, this.yours?.values?.result];
    if (wanted === undefined || yours === undefined) return false;
    return wanted.shape.toString() === yours.shape.toString() && String(textsOf(wanted)) === String(textsOf(yours));
  }

  /** What keeps the pictures from being the same. */
  #difference(): string {
    const { yours, wanted, mistake } = this;
    if (mistake !== '') return mistake;
    if (yours === undefined) return '';
    if (yours.error?.rule === 'broadcast.c1' && this.puzzle.hole === 'rhs') return words.unplaced;
    if (yours.error !== undefined) return refusal(yours);
    if (this.#isAlone) return words.alone.differs;
    const [own, other] = [yours.result?.toString() ?? '', wanted?.result?.toString() ?? ''];
    return own === other ? words.valuesDiffer : words.shapeDiffers(own, other);
  }

  #typed(text: string): void {
    this.#running.abort();
    const { signal } = (this.#running = new AbortController());
    this.text = text;
    this.yours = undefined;
    this.mistake = '';
    if (text.trim() === '') return;
    const answer = answerAtOnce(this.#question);
    if (isMistakes(answer)) {
      this.mistake = this.#isAlone ? words.alone.mistake : Object.values(answer.fields).join(' ');
      return;
    }
    withResult(answer, signal).then(
      (complete) => {
        if (signal.aborted) return;
        this.yours = complete;
      },
      (thrown: unknown) => {
        if (!signal.aborted) tellTrouble(this, thrown);
      },
    );
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('yours') && this.#isSolved) this.dispatchEvent(new CustomEvent('lesson-solved', { bubbles: true }));
  }
}

/** An array with its title, and its shape unless that is asked for. */
function figure(
  side: SideName | 'result',
  title: string,
  elements: Elements | undefined,
  state: string,
  isAsked = false,
): TemplateResult {
  const shape = elements?.shape.toString();
  return html`<figure class=${`${side} ${state}`}>
    <figcaption>${title} ${shape === undefined || isAsked ? nothing : html`<code>${shape}</code>`}</figcaption>
    ${
      elements === undefined
        ? html`<p class="none" aria-hidden="true">?</p>`
        : block(elements.shape.dimensions, {
            side,
            label: title,
            description: `${isAsked ? '' : `${shape}: `}${textsOf(elements).join(', ')}`,
            text: (index) => elements.at(index),
            hasEdges: elements.shape.rank > 0 && elements.shape.rank < 3,
          })
    }
  </figure>`;
}

const textsOf = (elements: Elements): string[] =>
  shownIndices(axesFor(elements.shape.dimensions, Infinity)).map((index) => elements.at(index));

customElements.define('lesson-puzzle', LessonPuzzle);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-puzzle': LessonPuzzle;
  }
}
