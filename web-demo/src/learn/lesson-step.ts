/** `<lesson-step>`: one lesson, a screen at a time: the question, three questions for practice, and the puzzle. */

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { exercisesOf } from './exercises.js';
import './lesson-question.js';
import type { Settled } from './lesson-question.js';
import { exerciseCount, type StepProgress } from './progress.js';
import './puzzle-view.js';
import type { Step } from './steps.js';
import { texts } from './text/en.js';

/** The progress that a lesson reports to the page. */
export interface Done {
  readonly prediction?: string;
  readonly answer?: string;
  readonly renews?: true;
}

/** The screens of a lesson: the question, the questions for practice by their numbers, and the puzzle. */
type Screen = 'question' | number | 'puzzle';

export class LessonStep extends LitElement {
  static override properties = {
    step: { attribute: false },
    progress: { attribute: false },
    next: {},
    screen: { state: true },
    settled: { state: true },
    isSolved: { state: true },
  };

  declare step: Step;
  declare progress: StepProgress;
  /** The address of the next lesson. */
  declare next: string;
  declare screen: Screen;
  /** The screen whose question is settled. */
  declare settled: Screen | undefined;
  /** True once the puzzle is solved. */
  declare isSolved: boolean;

  constructor() {
    super();
    this.next = '';
    this.screen = 'question';
    this.settled = undefined;
    this.isSolved = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { screen } = this;
    return screen === 'question' ? this.#question() : screen === 'puzzle' ? this.#puzzle() : this.#practice(screen);
  }

  #question(): TemplateResult {
    const { step, progress } = this;
    const { hint, rule } = texts.steps[step.id];
    return html`<lesson-question
        .task=${step.task}
        .hint=${hint}
        .rule=${rule}
        .kept=${progress.prediction}
        ?comparesNumpy=${step.comparesNumpy === true}
        ?countsBytes=${step.countsBytes === true}
        @lesson-settled=${({ detail }: CustomEvent<Settled>) => this.#settle(detail, { prediction: detail.truth })}
      ></lesson-question>
      ${this.settled === 'question' ? this.#forward(texts.practice, () => this.#practiceOn()) : nothing}`;
  }

  #practice(place: number): TemplateResult {
    const { step, progress } = this;
    const { seed, answers } = progress;
    const exercise = exercisesOf(step.id, seed)[place];
    if (exercise === undefined) return html``;
    const { rule } = texts.steps[step.id];
    const isLast = place === exerciseCount - 1;
    return html`<p class="where">${texts.practiceCount(place + 1)}</p>
      ${keyed(
        `${seed}.${place}`,
        html`<lesson-question
          .task=${exercise.task}
          .hint=${texts.practiceHints[exercise.task.kind]}
          .rule=${rule}
          .more=${exercise.trap === undefined ? '' : texts.traps[exercise.trap]}
          .kept=${answers[place]}
          @lesson-settled=${({ detail }: CustomEvent<Settled>) => this.#settle(detail, { answer: detail.truth })}
        ></lesson-question>`,
      )}
      ${
        this.settled === place
          ? this.#forward(isLast ? texts.toPuzzle : texts.nextQuestion, () => this.#go(isLast ? 'puzzle' : place + 1))
          : nothing
      }
      ${this.#back()}`;
  }

  #puzzle(): TemplateResult {
    const { step, next, isSolved } = this;
    return html`<p class="where">${texts.puzzle}</p>
      <lesson-puzzle .puzzle=${step.puzzle} @lesson-solved=${() => (this.isSolved = true)}></lesson-puzzle>
      <p class="forward">
        ${isSolved ? html`<strong class="complete">${texts.lessonDone}</strong>` : nothing}
        <a class=${isSolved ? 'main' : ''} rel="next" href=${next}
          >${next === '#end' ? texts.toEnd : texts.nextLesson} <span aria-hidden="true">→</span></a
        >
      </p>
      ${this.#back()}`;
  }

  #forward(label: string, go: () => void): TemplateResult {
    return html`<p class="forward">
      <button type="button" class="main" @click=${go}>${label} <span aria-hidden="true">→</span></button>
    </p>`;
  }

  #back(): TemplateResult {
    const { seed } = this.progress;
    return html`<p class="back">
      <button type="button" class="quiet-button" @click=${() => this.#go('question')}>${texts.back}</button>
      <button type="button" class="quiet-button" @click=${() => this.#renew()}>${texts.otherExercises}</button>
      <a href=${`?seed=${seed}#${this.step.id}`}>${texts.setLink(seed)}</a>
    </p>`;
  }

  #settle({ isKept }: Settled, done: Done): void {
    this.settled = this.screen;
    if (!isKept) this.#tell(done);
  }

  /** The first question for practice that is not done, or the last one. */
  #practiceOn(): void {
    this.#go(Math.min(this.progress.answers.length, exerciseCount - 1));
  }

  #renew(): void {
    this.#tell({ renews: true });
    this.settled = undefined;
    this.screen = 0;
  }

  /** The next screen begins where the lesson does. */
  #go(screen: Screen): void {
    this.screen = screen;
    this.settled = undefined;
    void this.updateComplete.then(() => {
      const title = this.closest('article')?.querySelector<HTMLElement>('h1');
      title?.scrollIntoView({ block: 'nearest' });
      title?.focus({ preventScroll: true });
    });
  }

  #tell(detail: Done): void {
    this.dispatchEvent(new CustomEvent<Done>('lesson-done', { detail, bubbles: true }));
  }
}

customElements.define('lesson-step', LessonStep);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-step': LessonStep;
  }
}
