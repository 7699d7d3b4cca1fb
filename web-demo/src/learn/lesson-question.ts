/**
 * `<lesson-question>`: one question on one screen. The reader's answer drops into an empty result; then the operands
 * repeat, and the truth fills in. A miss is diagnosed, and brings first a hint, then the rule, then the solution.
 */

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { isMistakes, answerAtOnce, type Answer } from '../../../js/elements/model/answer.js';
import type { Draft, MarkKind } from '../../../js/elements/model/picture.js';
import { keyOf } from '../../../js/elements/model/axis.js';
import { toHash } from '../../../js/elements/model/question.js';
import { play } from '../../../js/elements/play.js';
import { axesLegend } from '../../../js/elements/legend.js';
import '../../../js/elements/stage.js';
import { numpyText } from '../lab/numpy-comparison.js';
import { block } from './blocks.js';
import { askedKey, diagnose, refusal, type Diagnosis } from './diagnosis.js';
import { ruleLink } from '../site/rule-link.js';
import { operandsView } from './operands.js';
import { prose } from './prose.js';
import {
  illegal,
  isAboutOne,
  isAnswer,
  judge,
  numberOf,
  questionOf,
  runEngine,
  solve,
  type Judgment,
  type Task,
} from './task.js';
import './task-view.js';
import { spokenTruth } from './task-view.js';
import { texts } from './text/en.js';
import { tellTrouble } from './trouble.js';

/** The miss that brings the solution. */
const lastMiss = 3;

/** The report of a question that takes no more answers. */
export interface Settled {
  /** The right answer, whether the reader gave it or was shown it. */
  readonly truth: string;
  readonly right: boolean;
  /** True if it was settled on an earlier visit. */
  readonly isKept: boolean;
}

export class LessonQuestion extends LitElement {
  static override properties = {
    task: { attribute: false },
    hint: {},
    rule: {},
    more: {},
    kept: { attribute: false },
    comparesNumpy: { type: Boolean },
    countsBytes: { type: Boolean },
    said: { state: true },
    judgment: { state: true },
    diagnosis: { state: true },
    truth: { state: true },
    misses: { state: true },
    time: { state: true },
    shown: { state: true },
  };

  declare task: Task;
  declare hint: string;
  declare rule: string;
  /** Told once the question is settled, such as the trap in it. */
  declare more: string;
  /** The right answer, if the question was settled on an earlier visit. */
  declare kept: string | undefined;
  declare comparesNumpy: boolean;
  declare countsBytes: boolean;
  declare said: string | undefined;
  declare judgment: Judgment | undefined;
  declare diagnosis: Diagnosis | undefined;
  /** The solution, once it is shown. */
  declare truth: string | undefined;
  declare misses: number;
  /** The time of the picture, from 0 (as given) to 3 (combined). */
  declare time: number;
  /** The drawn answer of the engine: to the question, or to what the reader made of it. */
  declare shown: Answer | undefined;
  #stop: () => void = () => undefined;
  #asked = 0;

  constructor() {
    super();
    this.more = '';
    this.kept = undefined;
    this.comparesNumpy = false;
    this.countsBytes = false;
    this.said = undefined;
    this.judgment = undefined;
    this.diagnosis = undefined;
    this.truth = undefined;
    this.misses = 0;
    this.time = 0;
    this.shown = undefined;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    this.#stop();
    super.disconnectedCallback();
  }

  protected override willUpdate(): void {
    // Another question is another element.
    if (this.hasUpdated) return;
    const { task, kept } = this;
    if (task.kind !== 'size') {
      const answer = answerAtOnce(task.question);
      this.shown = isMistakes(answer) ? undefined : answer;
    }
    // An answer from an earlier visit is judged again: the engine has the last word.
    if (kept !== undefined && isAnswer(task, kept)) this.#answered(kept, true);
  }

  get #isSettled(): boolean {
    return this.judgment?.right === true || this.truth !== undefined;
  }

  protected override render(): TemplateResult {
    const { task, said, judgment } = this;
    const state = judgment === undefined ? undefined : judgment.right ? 'right' : 'wrong';
    return html`<div class="board">${this.#board()}</div>
      ${this.#given()}
      <div class="ask">
        <lesson-task
          .task=${task}
          .said=${said}
          .state=${state}
          name="question"
          ?closed=${this.#isSettled}
          @lesson-answer=${(event: CustomEvent<string>) => this.#answered(event.detail)}
        ></lesson-task>
        ${judgment === undefined ? nothing : this.#outcome(judgment)}
      </div>
      <div class="told" aria-live="polite">${judgment === undefined ? this.#waiting() : this.#told(judgment)}</div>
      ${this.#isSettled ? this.#links() : nothing}`;
  }

  #board(): TemplateResult {
    const { task, shown } = this;
    if (isAboutOne(task)) return this.#one(task);
    if (shown === undefined) return html`${operandsView(task)}`;
    return html`<hloom-stage
      .answer=${shown}
      .time=${this.time}
      .draft=${this.#draft()}
      .spot=${this.#spot}
    ></hloom-stage>`;
  }

  /** The element that the question is about, or any other one, so that a pair lights up. */
  get #spot(): readonly number[] | undefined {
    const { task, shown } = this;
    if (task.kind === 'cell') return task.index;
    if (task.kind === 'dims' && task.element !== undefined) return task.element.index;
    // The last element of the slice in front.
    const { dimensions = [] } = shown?.explanation.result ?? {};
    return dimensions.map((size, dimension) => (dimension < dimensions.length - 2 ? 0 : size - 1));
  }

  #one({ kind, question, ...task }: Extract<Task, { kind: 'read' | 'name' }>): TemplateResult {
    const elements = this.shown?.values?.lhs;
    const asked = 'index' in task ? keyOf(task.index) : undefined;
    const isKnown = this.#isSettled && asked !== undefined;
    const elsewhere = this.judgment?.right === false && !this.#isSettled ? this.said : undefined;
    const lit = new Set(isKnown ? [asked] : []);
    return html`<div class="one">
      <p class="title">lhs <code>${kind === 'read' || this.#isSettled ? question.lhs : '?'}</code></p>
      ${axesLegend(2)}
      ${
        elements === undefined
          ? nothing
          : block(elements.shape.dimensions, {
              side: 'lhs',
              label: 'lhs',
              description: kind === 'read' ? question.lhs : 'an array whose shape is asked for',
              text: (index) => elements.at(index),
              lit,
              hasEdges: true,
              wrong: (index) =>
                elsewhere !== undefined && kind === 'read' && Number(elements.at(index)) === numberOf(elsewhere),
            })
      }
    </div>`;
  }

  #draft(): Draft {
    const { task, said, judgment, shown, diagnosis } = this;
    const isSettled = this.#isSettled;
    // Chosen dimensions and sizes are shown with what they do; everything else only once it is settled.
    const isTried = judgment !== undefined && said !== illegal && (task.kind === 'dims' || task.kind === 'size');
    const isShown = (isSettled && this.time >= 3) || (isSettled && shown?.error !== undefined) || isTried;
    const marks = new Map<string, { readonly kind: MarkKind; readonly text?: string }>();
    const asked = askedKey(task);
    const isWrong = judgment?.right === false;
    if (asked !== undefined && task.kind === 'cell') {
      if (judgment === undefined || said === illegal || said === undefined)
        marks.set(asked, { kind: 'asked', text: '?' });
      else if (!isShown) marks.set(asked, { kind: isWrong ? 'wrong' : 'right', text: said.trim() });
      else marks.set(asked, { kind: 'right' });
      if (isShown && diagnosis?.elsewhere !== undefined) marks.set(keyOf(diagnosis.elsewhere), { kind: 'elsewhere' });
    } else if (asked !== undefined)
      marks.set(asked, isShown ? { kind: isWrong ? 'wrong' : 'right' } : { kind: 'asked', text: '?' });
    return { sizes: this.#sizes(), title: this.#title(), marks, isWrong: isWrong && task.kind === 'shape', isShown };
  }

  /** The grid of the result, as far as the question tells it or the reader has said it. */
  #sizes(): readonly number[] | undefined {
    const { task, said, judgment, shown } = this;
    if (task.kind === 'dims') return sizesOf(task.wanted);
    if (task.kind === 'shape')
      return said === undefined || said === illegal || judgment === undefined ? undefined : sizesOf(said);
    if (task.kind !== 'cell' || shown === undefined) return undefined;
    const { lhs, rhs, result } = shown.explanation;
    return (result ?? (lhs.rank < rhs.rank ? rhs : lhs)).dimensions;
  }

  #title(): string {
    const { task, said, judgment } = this;
    if (task.kind === 'dims') return task.wanted;
    if (task.kind === 'shape') return said === undefined || said === illegal || judgment === undefined ? '?' : said;
    return '';
  }

  /** The broadcast_dimensions of a question that states them. */
  #given(): TemplateResult | typeof nothing {
    const { task } = this;
    if (isAboutOne(task) || task.kind === 'dims') return nothing;
    const { dims, lhs, rhs } = task.question;
    if (dims !== '') return html`<p class="given"><code>broadcast_dimensions=${dims}</code></p>`;
    const ranks = [lhs, rhs].map((shape) => rankOf(shape));
    const isNeeded = ranks[0] !== ranks[1] && !ranks.includes(0);
    return html`<p class="given">${prose(isNeeded ? texts.withoutDimensions : texts.notNeeded)}</p>`;
  }

  #outcome({ right }: Judgment): TemplateResult {
    if (right) return html`<p class="outcome right"><span aria-hidden="true">✓</span> ${texts.correct}</p>`;
    const { truth, task } = this;
    const text = truth === undefined ? texts.notQuite : texts.truth(spokenTruth(task, truth));
    return html`<p class="outcome wrong"><span aria-hidden="true">✕</span> ${prose(text)}</p>`;
  }

  #waiting(): TemplateResult {
    return html`<p class="quiet">${texts.startsHere}</p>`;
  }

  #told({ right }: Judgment): TemplateResult {
    const { diagnosis, misses, shown } = this;
    const isSettled = this.#isSettled;
    const isRefused = isSettled && shown?.error !== undefined;
    return html`${right || diagnosis === undefined ? nothing : html`<p class="diagnosis">${prose(diagnosis.text)}</p>`}
    ${
      misses === 0 || isSettled ? nothing : html`<p class="help"><strong>${texts.hint}</strong> ${prose(this.hint)}</p>`
    }
    ${
      isSettled || misses >= 2
        ? html`<p class="help rule"><strong>${texts.rule}</strong> ${prose(this.rule)}</p>`
        : nothing
    }
    ${isRefused ? html`<p class="engine">${prose(refusal(shown))} ${shown.error === undefined ? nothing : ruleLink(shown.error.rule)}</p>` : nothing}
    ${isSettled && this.more !== '' ? html`<p class="engine">${prose(this.more)}</p>` : nothing}
    ${isSettled && this.countsBytes && shown?.values !== undefined ? this.#bytes(shown) : nothing}
    ${isSettled && this.comparesNumpy && shown !== undefined ? html`<p class="engine numpy">${numpyText(shown)}</p>` : nothing}`;
  }

  /** The bytes that are not copied, because a broadcast uses the same ones again. */
  #bytes({ values, explanation }: Answer): TemplateResult {
    const own = values?.rhs.literal.data.byteLength ?? 0;
    const [rows = 1] = explanation.result?.dimensions ?? [];
    return html`<p class="engine">${texts.bytes(own, own * rows, own * 1000)}</p>`;
  }

  #links(): TemplateResult {
    const { task, shown } = this;
    if (isAboutOne(task) || shown === undefined) return html`<div class="links"></div>`;
    return html`<div class="links">
      <button type="button" class="quiet-button" @click=${() => this.#play(0, 3)}>${texts.replay}</button>
      <a href=${`../${toHash(shown.question)}`}>${texts.openInLab}</a>
    </div>`;
  }

  #answered(said: string, isKept = false): void {
    this.#judge(said, isKept).catch((thrown: unknown) => tellTrouble(this, thrown));
  }

  /** If two judgments overlap, the later one counts. */
  async #judge(said: string, isKept: boolean): Promise<void> {
    const asked = ++this.#asked;
    const { task } = this;
    const judgment = await judge(task, said);
    const diagnosis = judgment.right ? undefined : await diagnose(task, said, judgment);
    const misses = this.misses + (judgment.right ? 0 : 1);
    const truth = judgment.right || misses < lastMiss ? undefined : await solve(task);
    if (asked !== this.#asked || (isKept && !judgment.right)) return;
    this.said = said;
    this.judgment = judgment;
    this.diagnosis = diagnosis;
    this.misses = misses;
    this.truth = truth;
    this.shown = truth === undefined ? judgment.answer : await runEngine(questionOf(task, truth));
    this.#show(isKept);
    if (!this.#isSettled) return;
    const detail: Settled = { truth: truth ?? said, right: judgment.right, isKept };
    this.dispatchEvent(new CustomEvent<Settled>('lesson-settled', { detail, bubbles: true }));
  }

  /** After the first miss the operands wait; after the second one they repeat; then the truth fills in. */
  #show(isKept: boolean): void {
    const isTried = this.task.kind === 'dims' || this.task.kind === 'size';
    const end = this.#isSettled || isTried ? 3 : this.misses >= 2 ? 2 : 0;
    if (isKept) this.time = end;
    else this.#play(0, end);
  }

  #play(from: number, to: number): void {
    this.#stop();
    this.time = from;
    void this.updateComplete.then(() => {
      // The picture plays where it can be seen.
      this.querySelector('.board')?.scrollIntoView({ block: 'nearest' });
      if (to > from)
        this.#stop = play(
          from,
          to,
          (time) => (this.time = time),
          () => void this.updateComplete.then(() => this.#bringOutcome()),
        );
      else this.#bringOutcome();
    });
  }

  /** The outcome is read after the picture has played: on a small screen it may be below the window. */
  #bringOutcome(): void {
    // The picture stays in view there, so that the room for the outcome is below it.
    const height = this.querySelector('.board')?.clientHeight ?? 0;
    this.style.setProperty('--board', `${height}px`);
    for (const part of ['.told', '.outcome']) this.querySelector(part)?.scrollIntoView({ block: 'nearest' });
  }
}

const sizesOf = (shape: string): number[] => (/\[(.*)\]/.exec(shape)?.[1] ?? '').match(/\d+/g)?.map(Number) ?? [];
/** The rank of a shape that may have a `?`. */
const rankOf = (shape: string): number => (/\[(.*)\]/.exec(shape)?.[1] ?? '').match(/[\d?]+/g)?.length ?? 0;

customElements.define('lesson-question', LessonQuestion);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-question': LessonQuestion;
  }
}
