/**
 * `<lesson-step>`: one lesson. The reader predicts, the prediction is drawn, the engine shows its result with the
 * reason, and exercises follow.
 */

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import '../../../js/elements/broadcast.js';
import type { Answer } from '../../../js/elements/model/answer.js';
import { applied } from '../../../js/elements/model/operations.js';
import { toHash, type Question } from '../../../js/elements/model/question.js';
import { loweringView } from '../lab/lowering-view.js';
import { numpyText } from '../lab/numpy-view.js';
import { answerPicture } from './answer-picture.js';
import { engineWords } from './engine-words.js';
import './exercise-view.js';
import { exercisesOf } from './exercises.js';
import './formal-table.js';
import { exerciseCount, type StepProgress } from './progress.js';
import { prose } from './prose.js';
import { onFormal, type Step } from './steps.js';
import { askEngine, illegal, isAnswer, judge, solve, type Judgment } from './task.js';
import './task-view.js';
import { spokenAnswer } from './task-view.js';
import { texts } from './text/texts.js';
import { tellTrouble } from './trouble.js';

/** The time that the reader's answer is shown alone before the real result moves, in milliseconds. */
const pause = 1200;

const movesLess = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The progress that a lesson reports to the page. */
export interface Done {
  readonly prediction?: string;
  readonly answer?: string;
  readonly renews?: true;
}

export class LessonStep extends LitElement {
  static override properties = {
    step: { attribute: false },
    progress: { attribute: false },
    judgment: { state: true },
    truth: { state: true },
    revealed: { state: true },
    scene: { state: true },
    sceneAnswer: { state: true },
  };

  declare step: Step;
  declare progress: StepProgress;
  /** The engine's judgment of the prediction. */
  declare judgment: Judgment | undefined;
  /** The right prediction, as a text. */
  declare truth: string;
  declare revealed: boolean;
  /** The shown question: one of the scenes of the lesson, or one of the table. */
  declare scene: Question | undefined;
  declare sceneAnswer: Answer | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #plays = false;

  constructor() {
    super();
    this.judgment = undefined;
    this.truth = '';
    this.revealed = false;
    this.scene = undefined;
    this.sceneAnswer = undefined;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const prediction = this.#prediction;
    if (prediction !== undefined) this.#judged(prediction, () => this.#reveal());
  }

  override disconnectedCallback(): void {
    clearTimeout(this.#timer);
    super.disconnectedCallback();
  }

  /** The prediction, unless it is no longer a possible answer. */
  get #prediction(): string | undefined {
    const { prediction } = this.progress;
    return prediction !== undefined && isAnswer(this.step.task, prediction) ? prediction : undefined;
  }

  protected override render(): TemplateResult {
    const { step, judgment } = this;
    const prediction = this.#prediction;
    return html`<div class="round">
        <section class="predict" aria-labelledby="predict">
          <h2 id="predict">${texts.predict}</h2>
          <lesson-task
            .task=${step.task}
            .said=${prediction}
            name="prediction"
            ?closed=${prediction !== undefined}
            @lesson-answer=${(event: CustomEvent<string>) => this.#predicted(event.detail)}
          ></lesson-task>
        </section>
        <section class="yours" aria-labelledby="yours">
          <h2 id="yours">${texts.yours}</h2>
          <div aria-live="polite">
            ${
              judgment === undefined || prediction === undefined
                ? html`<p class="quiet">${texts.notYet}</p>`
                : html`${answerPicture(step.task, prediction, judgment.answer)}
                  ${this.revealed ? this.#verdict(judgment, prediction) : nothing}`
            }
          </div>
        </section>
      </div>
      ${this.revealed ? html`${this.#shown()} ${this.#why()} ${this.#exercises()}` : nothing}`;
  }

  #verdict({ right, answer }: Judgment, prediction: string): TemplateResult {
    const { task } = this.step;
    if (right) return html`<p class="outcome">${texts.asPredicted}</p>`;
    const text = texts.notAsPredicted(spokenAnswer(task, prediction), this.truth);
    // If the dimensions were chosen, the engine's reply to the choice itself teaches.
    const words = task.kind === 'dims' && prediction !== illegal ? engineWords(task, answer) : nothing;
    return html`<p class="outcome">${text}</p>
      ${words}`;
  }

  #shown(): TemplateResult {
    const { step } = this;
    const scene = this.scene ?? step.scenes[0];
    return html`<section class="shown" aria-labelledby="shown">
      <h2 id="shown">${texts.shown}</h2>
      ${
        step.hasTable === true
          ? html`<formal-table
              .chosen=${(scene.dims.match(/\d+/g) ?? []).map(Number)}
              @formal-choice=${(event: CustomEvent<readonly number[]>) => this.#choose(onFormal(event.detail))}
            ></formal-table>`
          : this.#scenes(scene)
      }
      <hloom-broadcast fixed stage=${this.#plays ? 'given' : 'combined'} .question=${scene}></hloom-broadcast>
      <p class="lab-link"><a href=${`../${toHash(scene)}`}>${texts.openInLab}</a></p>
    </section>`;
  }

  #scenes(chosen: Question): TemplateResult | typeof nothing {
    const { scenes } = this.step;
    if (scenes.length === 1) return nothing;
    const here = toHash(chosen);
    return html`<div class="scenes" role="group" aria-label=${texts.scenes}>
      ${scenes.map(
        (scene) =>
          html`<button type="button" aria-pressed=${toHash(scene) === here} @click=${() => this.#choose(scene)}>
            <code>${applied(scene.op, scene.lhs, scene.rhs)}</code
            >${scene.dims === '' ? nothing : html` <code>${scene.dims}</code>`}
          </button>`,
      )}
    </div>`;
  }

  #why(): TemplateResult {
    const { step, sceneAnswer } = this;
    return html`<section class="because" aria-labelledby="why">
      <h2 id="why">${texts.why}</h2>
      <p class="sentence">
        ${prose(texts.steps[step.id].why)} <code class="rule">${sceneAnswer?.error?.rule ?? step.rule}</code>
      </p>
      ${
        sceneAnswer === undefined
          ? nothing
          : html`${
              step.comparesNumpy === true
                ? html`<h3>${texts.numpy}</h3>
                    <p class="numpy">${numpyText(sceneAnswer)}</p>`
                : nothing
            }
            ${
              sceneAnswer.error === undefined
                ? html`<details ?open=${step.showsLowering === true}>
                    <summary>${texts.lowering}</summary>
                    ${loweringView(sceneAnswer)}
                  </details>`
                : nothing
            }`
      }
    </section>`;
  }

  #exercises(): TemplateResult {
    const { step, progress } = this;
    const { seed, answers } = progress;
    const all = exercisesOf(step.id, seed);
    return html`<section class="exercises" aria-labelledby="exercises">
      <h2 id="exercises">${texts.exercises}</h2>
      <p class="quiet">${texts.exerciseIntro}</p>
      ${all
        .slice(0, answers.length + 1)
        .map((exercise, place) =>
          keyed(
            seed,
            html`<lesson-exercise
              .exercise=${exercise}
              .number=${place + 1}
              .kept=${answers[place]}
              @lesson-solved=${(event: CustomEvent<string>) => this.#tell({ answer: event.detail })}
            ></lesson-exercise>`,
          ),
        )}
      <p role="status" class="lesson-done">${answers.length === exerciseCount ? texts.lessonDone : ''}</p>
      <p class="set quiet">
        <span>${texts.set(seed)}</span>
        <a href=${`?seed=${seed}#${step.id}`}>${texts.setLink}</a>
        <button type="button" @click=${() => this.#tell({ renews: true })}>${texts.otherExercises}</button>
      </p>
    </section>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('revealed') && this.#plays) {
      const shown = this.querySelector('.shown');
      shown?.scrollIntoView({ block: 'nearest', behavior: movesLess() ? 'auto' : 'smooth' });
      this.querySelector('hloom-broadcast')?.play();
    }
  }

  #predicted(said: string): void {
    this.#tell({ prediction: said });
    this.#judged(said, () => {
      this.#plays = true;
      this.#timer = setTimeout(() => this.#reveal(), movesLess() ? 0 : pause);
    });
  }

  #judged(said: string, then: () => void): void {
    this.#judge(said).then(then, (thrown: unknown) => tellTrouble(this, thrown));
  }

  async #judge(said: string): Promise<void> {
    const { task } = this.step;
    const judgment = await judge(task, said);
    this.truth = spokenAnswer(task, await solve(task));
    this.sceneAnswer = askEngine(this.step.scenes[0]);
    this.judgment = judgment;
  }

  #reveal(): void {
    if (this.isConnected) this.revealed = true;
  }

  #choose(scene: Question): void {
    this.scene = scene;
    this.sceneAnswer = askEngine(scene);
    void this.updateComplete.then(() => this.querySelector('hloom-broadcast')?.play());
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
