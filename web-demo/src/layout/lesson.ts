/**
 * `<layout-lesson>`: four questions on layouts, each answered first by the learner and then by the
 * engine.
 */

import { init, Shape } from 'hloom';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import './layout-view.js';
import { lessonMemory } from './lesson-memory.js';
import { choicesOf, steps, type Choice, type Step } from './model/lesson.js';
import { defaults, listText, toHash } from './model/question.js';
import { feedback, lessonTexts, stepTexts } from './text/lesson-en.js';

/** The time that memory is shown as the learner expects it, in milliseconds, before the right one. */
const pause = 1400;

export class LayoutLesson extends LitElement {
  static override properties = {
    at: { state: true },
    answers: { state: true },
    isShown: { state: true },
    ready: { state: true },
  };

  /** The number of the step. */
  declare at: number;
  /** The number of the choice at each step. */
  declare answers: Readonly<Record<number, number>>;
  /** True if the engine's answer is drawn; before, it is the learner's. */
  declare isShown: boolean;
  declare ready: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.at = 0;
    this.answers = {};
    this.isShown = false;
    this.ready = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    init().then(
      () => (this.ready = true),
      () => {
        // The page's note on the platform shows the error.
      },
    );
  }

  override disconnectedCallback(): void {
    clearTimeout(this.#timer);
    super.disconnectedCallback();
  }

  protected override render(): TemplateResult {
    const step = steps[this.at];
    return html`<h2 id="lesson-title">${lessonTexts.title}</h2>
      <p class="intro">${lessonTexts.intro}</p>
      <ol class="knots" aria-label="Questions">
        ${steps.map((one, at) => this.#knot(one, at))}
      </ol>
      ${step === undefined || !this.ready ? nothing : this.#step(step)}`;
  }

  #knot({ id }: Step, at: number): TemplateResult {
    const isDone = this.answers[at] !== undefined;
    return html`<li>
      <button
        type="button"
        class=${isDone ? 'knot done' : 'knot'}
        aria-current=${at === this.at ? 'step' : nothing}
        aria-label=${`${at + 1}: ${stepTexts[id]?.title}${isDone ? ', answered' : ''}`}
        @click=${() => this.#go(at)}
      >
        <span aria-hidden="true"></span>
      </button>
    </li>`;
  }

  #step(step: Step): TemplateResult {
    const text = stepTexts[step.id];
    const choices = choicesOf(step);
    const answer = this.answers[this.at];
    const chosen = answer === undefined ? undefined : choices[answer];
    const right = choices.find(({ isRight }) => isRight);
    return html`<div class="step" data-step=${step.id}>
      <h3>${this.at + 1}. ${text?.title}</h3>
      <p>${text?.text}</p>
      ${
        chosen === undefined || right === undefined
          ? html`<layout-view show="array" .shape=${Shape.parse(step.shape)} .path=${false}></layout-view>`
          : lessonMemory(step, chosen, right, this.isShown)
      }
      <fieldset>
        <legend>${text?.question}</legend>
        <div class="choices">${choices.map((choice, number) => this.#choice(choice, number, answer))}</div>
      </fieldset>
      <div class="feedback" role="status">
        ${
          chosen === undefined || right === undefined || !this.isShown
            ? nothing
            : html`<p class=${chosen.isRight ? '' : 'no'}>
                <strong>${chosen.isRight ? lessonTexts.right : lessonTexts.wrong}</strong>
                ${feedback(step, chosen, right)}
              </p>`
        }
      </div>
      ${chosen === undefined || !this.isShown ? nothing : this.#after(step)}
    </div>`;
  }

  #choice({ text, isRight }: Choice, number: number, answer: number | undefined): TemplateResult {
    const isJudged = answer !== undefined && this.isShown;
    const mark = !isJudged ? '' : isRight ? '✓' : number === answer ? '✕' : '';
    return html`<button
      type="button"
      class=${['choice', isJudged && isRight && 'right', isJudged && number === answer && !isRight && 'wrong']
        .filter(Boolean)
        .join(' ')}
      aria-pressed=${number === answer}
      @click=${() => this.#answer(number)}
    >
      <code>${text}</code>${mark === '' ? nothing : html` <span aria-hidden="true">${mark}</span>`}
    </button>`;
  }

  #after(step: Step): TemplateResult {
    const isLast = this.at === steps.length - 1;
    const transpose = step.kind === 'transpose' ? listText(step.permutation) : '';
    const hash = toHash({ ...defaults, shape: step.shape, transpose });
    return html`<p class="after">
      ${
        isLast
          ? html`<span>${lessonTexts.done}</span>`
          : html`<button type="button" class="next" @click=${() => this.#go(this.at + 1)}>${lessonTexts.next}</button>`
      }
      <button type="button" @click=${() => this.#forget()}>${lessonTexts.again}</button>
      <a href=${hash}>${lessonTexts.open}</a>
    </p>`;
  }

  #answer(number: number): void {
    const step = steps[this.at];
    if (step === undefined || this.answers[this.at] !== undefined) return;
    const chosen = choicesOf(step)[number];
    this.answers = { ...this.answers, [this.at]: number };
    // The learner's expectation is drawn first, if there is a layout for it.
    const waits = chosen?.isRight === false && chosen.shape !== undefined;
    this.isShown = !waits;
    if (waits) this.#timer = setTimeout(() => (this.isShown = true), pause);
  }

  #forget(): void {
    this.answers = Object.fromEntries(Object.entries(this.answers).filter(([at]) => Number(at) !== this.at));
    this.#go(this.at);
  }

  #go(at: number): void {
    clearTimeout(this.#timer);
    this.at = at;
    this.isShown = true;
  }
}

customElements.define('layout-lesson', LayoutLesson);

declare global {
  interface HTMLElementTagNameMap {
    'layout-lesson': LayoutLesson;
  }
}
