/**
 * `<lesson-exercise>`: one exercise. A wrong answer is met with the engine's words, and may be followed by another one.
 */

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { toHash } from '../../../js/elements/model/question.js';
import { answerPicture } from './answer-picture.js';
import { engineWords } from './engine-words.js';
import type { Exercise } from './exercise.js';
import { prose } from './prose.js';
import { isAnswer, judge, solve, type Judgment } from './task.js';
import { spokenAnswer } from './task-view.js';
import { texts } from './text/texts.js';
import { tellTrouble } from './trouble.js';

export class LessonExercise extends LitElement {
  static override properties = {
    exercise: { attribute: false },
    number: { type: Number },
    kept: { attribute: false },
    said: { state: true },
    judgment: { state: true },
    solution: { state: true },
  };

  declare exercise: Exercise;
  declare number: number;
  /** The right answer, if it was given earlier. */
  declare kept: string | undefined;
  declare said: string | undefined;
  declare judgment: Judgment | undefined;
  declare solution: string | undefined;
  #asked = 0;

  constructor() {
    super();
    this.kept = undefined;
    this.said = undefined;
    this.judgment = undefined;
    this.solution = undefined;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Answers from an earlier visit are judged again: the engine has the last word.
    const { kept } = this;
    const isJudged = changed.has('kept') && kept !== undefined && this.said === undefined;
    if (isJudged && isAnswer(this.exercise.task, kept))
      this.#judge(kept).catch((thrown: unknown) => tellTrouble(this, thrown));
  }

  protected override render(): TemplateResult {
    const { exercise, number, said, judgment } = this;
    const solved = judgment?.right === true;
    return html`<section class=${`exercise ${solved ? 'solved' : ''}`} aria-labelledby=${`exercise-${number}`}>
      <h3 id=${`exercise-${number}`}>
        ${texts.exercise(number)}${solved ? html` <span class="quiet">${texts.solved}</span>` : nothing}
      </h3>
      <lesson-task
        .task=${exercise.task}
        .said=${said}
        .name=${`exercise-${number}`}
        ?closed=${solved}
        @lesson-answer=${(event: CustomEvent<string>) => this.#answered(event.detail)}
      ></lesson-task>
      <div class="verdict-room" aria-live="polite">
        ${judgment === undefined || said === undefined ? nothing : this.#verdict(judgment, said)}
      </div>
    </section>`;
  }

  #verdict(judgment: Judgment, said: string): TemplateResult {
    const { task, trap } = this.exercise;
    const { right, answer } = judgment;
    if (right) {
      return html`<div class="judged">
        ${answerPicture(task, said, answer)}
        <div>
          <p><strong>${texts.right}</strong> ${trap === undefined ? nothing : prose(texts.traps[trap])}</p>
          ${engineWords(task, answer)}
          <p><a href=${`../${toHash(answer.question)}`}>${texts.openInLab}</a></p>
        </div>
      </div>`;
    }
    return html`<div class="judged">
      ${answerPicture(task, said, answer)}
      <div>
        <p><strong>${texts.wrong}</strong></p>
        ${engineWords(task, answer)}
        ${
          this.solution === undefined
            ? html`<button type="button" @click=${() => void this.#show()}>${texts.showAnswer}</button>`
            : html`<p class="solution" tabindex="-1">${texts.engineAnswer(this.solution)} ${texts.givenUp}</p>`
        }
      </div>
    </div>`;
  }

  #answered(said: string): void {
    this.#judge(said).then(
      (right) => {
        if (right) this.dispatchEvent(new CustomEvent<string>('lesson-solved', { detail: said, bubbles: true }));
      },
      (thrown: unknown) => tellTrouble(this, thrown),
    );
  }

  /** Returns true if the answer is right. If two judgments overlap, the later one counts. */
  async #judge(said: string): Promise<boolean> {
    const asked = ++this.#asked;
    const judgment = await judge(this.exercise.task, said);
    if (asked !== this.#asked) return false;
    this.said = said;
    this.judgment = judgment;
    return judgment.right;
  }

  async #show(): Promise<void> {
    const { task } = this.exercise;
    this.solution = spokenAnswer(task, await solve(task));
    // The button that had the focus is gone.
    await this.updateComplete;
    this.querySelector<HTMLElement>('.solution')?.focus();
  }
}

customElements.define('lesson-exercise', LessonExercise);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-exercise': LessonExercise;
  }
}
