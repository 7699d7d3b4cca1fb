/**
 * `<hloom-broadcast lhs="f32[2,3]" rhs="f32[3]" dims="1">`: a broadcast that can be changed, watched and asked. The
 * operands' dimensions are tied to the result's with threads, a scrubber shows how the values spread, and each element
 * shows the elements that it is made of.
 */

import { HloomError, init } from 'hloom';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define } from './define.js';
import { misfitNotes, misfitStyles } from './misfits.js';
import {
  answerAtOnce,
  isMistakes,
  refused,
  withResult,
  type Answer,
  type Misfits,
  type Mistakes,
  type ValuesName,
} from './model/answer.js';
import type { Fix } from './model/fixes.js';
import { isOperation, type OperationName } from './model/operations.js';
import { defaults, sentences, withChange, type Question } from './model/question.js';
import { stages } from './model/scene.js';
import { reasons, reasonsStyles } from './reasons.js';
import './stage.js';
import { controls, palette } from './styles.js';
import { staleText } from './text.js';
import { verdict, verdictStyles } from './verdict.js';
import './wires.js';

export class HloomBroadcast extends LitElement {
  static override properties = {
    lhs: { reflect: true },
    rhs: { reflect: true },
    dims: { reflect: true },
    op: { reflect: true },
    lhsValues: { attribute: 'lhs-values' },
    rhsValues: { attribute: 'rhs-values' },
    stage: {},
    fixed: { type: Boolean, reflect: true },
    answer: { state: true },
    mistakes: { state: true },
    trouble: { state: true },
  };

  /** The shapes, as in `f32[2,3]`. */
  declare lhs: string;
  declare rhs: string;
  /** broadcast_dimensions, as in `1` or `{0,2}`. */
  declare dims: string;
  /** The builder's function, such as `add` or `lt`. */
  declare op: OperationName;
  /** `count`, `random`, `random 7`, or the elements in row-major order. */
  declare lhsValues: string;
  declare rhsValues: string;
  /** The scrubber's first position: `given`, `placed`, `stretched` or `combined`. */
  declare stage: (typeof stages)[number];
  /** True if the reader can only watch. */
  declare fixed: boolean;
  declare answer: Answer | undefined;
  declare mistakes: Mistakes['fields'] | Misfits | undefined;
  declare trouble: string | undefined;
  #running = new AbortController();
  #ready = false;
  #replay = false;

  constructor() {
    super();
    Object.assign(this, defaults);
    this.dims = '';
    this.stage = 'combined';
    this.fixed = false;
    this.answer = undefined;
    this.mistakes = undefined;
    this.trouble = undefined;
  }

  static override styles = [
    palette,
    controls,
    verdictStyles,
    reasonsStyles,
    misfitStyles,
    css`
      :host {
        display: block;
        min-width: 0;
        container-type: inline-size;
      }

      .parts {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 1rem 2rem;
      }

      .parts > * {
        min-width: 0;
      }

      @container (min-width: 48rem) {
        .parts {
          grid-template-columns: auto minmax(20rem, 1fr);
          align-items: center;
        }

        .told {
          max-width: 44rem;
        }

        hloom-stage {
          grid-column: 1 / -1;
        }

        hloom-wires {
          max-width: 34rem;
        }
      }

      .told {
        display: grid;
        gap: 0.75rem;
      }

      .stale {
        opacity: 0.5;
      }
    `,
  ];

  get question(): Question {
    // An attribute that was taken away leaves null.
    const { lhs, rhs, dims, op, lhsValues, rhsValues } = this as { [Name in keyof Question]: Question[Name] | null };
    return {
      lhs: lhs ?? defaults.lhs,
      rhs: rhs ?? defaults.rhs,
      dims: dims ?? '',
      op: op !== null && isOperation(op) ? op : defaults.op,
      lhsValues: lhsValues ?? defaults.lhsValues,
      rhsValues: rhsValues ?? defaults.rhsValues,
    };
  }

  set question(question: Question) {
    Object.assign(this, question);
  }

  /** Plays from the operands as given to the result, as soon as both are there. */
  play(): void {
    this.#replay = true;
    this.requestUpdate();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    init().then(
      () => {
        this.#ready = true;
        this.#ask();
      },
      (thrown: unknown) => {
        this.trouble = told(thrown);
      },
    );
  }

  override disconnectedCallback(): void {
    this.#running.abort();
    super.disconnectedCallback();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const asks = ['lhs', 'rhs', 'dims', 'op', 'lhsValues', 'rhsValues'] as const;
    if (asks.some((name) => changed.has(name)) && this.#ready) this.#ask();
  }

  protected override render(): TemplateResult {
    const { answer, mistakes, trouble } = this;
    if (trouble !== undefined) return html`<p class="verdict bad" role="alert">${trouble}</p>`;
    if (answer === undefined && mistakes === undefined) return html`<p role="status">Loading WebAssembly …</p>`;
    // Elements that do not fit keep the answer; a text that is not a shape has none.
    const isOld = mistakes !== undefined && mistakes !== answer?.misfits;
    const stale = isOld ? 'stale' : '';
    return html`<div class="parts">
      ${
        answer === undefined
          ? nothing
          : html`<hloom-wires
              class=${stale}
              .question=${answer.question}
              .explanation=${answer.explanation}
              ?fixed=${this.fixed}
              ?inert=${isOld && !this.#showsShapes(answer)}
              @hloom-question=${this.#changed}
            ></hloom-wires>`
      }
      ${isOld ? this.#mistakes(mistakes) : answer === undefined ? nothing : this.#verdict(answer)}
      ${
        answer === undefined
          ? nothing
          : html`<hloom-stage class=${stale} .answer=${answer} time=${this.#time}></hloom-stage>`
      }
    </div>`;
  }

  /** The scrubber's first position; an unknown stage means the last one. */
  get #time(): number {
    const time = stages.indexOf(this.stage);
    return time < 0 ? stages.length - 1 : time;
  }

  /** True if the drawn shapes are those of the question: then their threads can be tied, for any dims. */
  #showsShapes({ question }: Answer): boolean {
    return question.lhs === this.lhs && question.rhs === this.rhs;
  }

  #verdict(answer: Answer): TemplateResult {
    const fix = this.fixed ? undefined : ({ question }: Fix) => this.#take(question);
    const count = this.fixed ? undefined : (name: ValuesName) => this.#take({ ...this.question, [name]: 'count' });
    return html`<div class="told">${verdict(answer, fix)} ${misfitNotes(answer, count)} ${reasons(answer)}</div>`;
  }

  #mistakes(fields: Mistakes['fields'] | Misfits): TemplateResult {
    return html`<div class="verdict bad" role="status">
      ${Object.entries(fields).map(([name, text]) => html`<p><strong>${name}:</strong> ${text}</p>`)}
      ${this.answer === undefined ? nothing : html`<p>${staleText}</p>`}
    </div>`;
  }

  protected override updated(): void {
    const stage = this.renderRoot.querySelector('hloom-stage');
    if (!this.#replay || stage === null || this.answer?.explanation.ok !== true) return;
    this.#replay = false;
    void stage.updateComplete.then(() => stage.play(0));
  }

  #changed(event: CustomEvent<Question>): void {
    event.stopPropagation();
    const drawn = this.answer?.question ?? this.question;
    this.#take(withChange(this.question, drawn, event.detail));
  }

  /** Takes a question from the element itself, and tells the page. */
  #take(question: Question): void {
    // After a thread is tied anew, the picture plays its effect.
    this.#replay = question.dims !== this.dims;
    this.question = question;
    this.dispatchEvent(
      new CustomEvent<Question>('hloom-question', { detail: question, bubbles: true, composed: true }),
    );
  }

  #ask(): void {
    this.#running.abort();
    const running = (this.#running = new AbortController());
    this.trouble = undefined;
    try {
      const answer = answerAtOnce(this.question);
      this.mistakes = isMistakes(answer) ? answer.fields : answer.misfits;
      if (!isMistakes(answer)) {
        // The old elements of the result stay until the new ones are computed, if they still fit.
        this.#show(answer);
        withResult(answer, running.signal).then(
          (complete) => {
            if (!running.signal.aborted) this.#show(complete);
          },
          (thrown: unknown) => {
            if (running.signal.aborted) return;
            if (thrown instanceof HloomError) this.#show(refused(answer, thrown));
            else this.trouble = told(thrown);
          },
        );
      } else this.#announce();
    } catch (thrown) {
      this.trouble = told(thrown);
    }
  }

  #show(answer: Answer): void {
    this.answer = answer;
    this.#announce();
  }

  #announce(): void {
    this.dispatchEvent(new CustomEvent('hloom-answer', { bubbles: true, composed: true }));
  }
}

const told = (thrown: unknown): string =>
  thrown instanceof HloomError ? `${sentences(thrown)} (${thrown.rule})` : String(thrown);

define('hloom-broadcast', HloomBroadcast);

declare global {
  interface HTMLElementTagNameMap {
    'hloom-broadcast': HloomBroadcast;
  }
}
