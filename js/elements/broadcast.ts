/**
 * `<hloom-broadcast lhs="f32[2,3]" rhs="f32[3]" dims="1">`: a broadcast as one card. The equation is edited in place, the
 * operands' dimensions are aligned in a table, the arrays show what each element is made of, and a scrubber shows how
 * they are aligned, repeated and combined.
 */

import { HloomError, init } from 'hloom';
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import './alignment.js';
import { broadcastStyles } from './broadcast-styles.js';
import { define } from './define.js';
import './equation.js';
import { misfitNotes, misfitStyles } from './misfits.js';
import {
  answerAtOnce,
  isMistakes,
  mostDrawn,
  refused,
  withResult,
  type Answer,
  type Misfits,
  type Mistakes,
  type ValuesName,
} from './model/answer.js';
import { axesFor, places } from './model/axis.js';
import { isOperation, type OperationName } from './model/operations.js';
import { defaults, sentences, withChange, type Question } from './model/question.js';
import { stages } from './model/scene.js';
import { fixes, reasons, reasonsStyles, refusal, verdict, type FixHandlers } from './reasons.js';
import { ruleCardStyles } from './rule-card.js';
import './scrubber.js';
import type { HloomScrubber } from './scrubber.js';
import './stage.js';
import { noResultText, rankOf } from './stage-text.js';
import { controls, palette } from './styles.js';
import { inPageNotation, staleText } from './text.js';

/**
 * The most columns of arrays that have room beside the table in every card, in a card of full width, and beside a
 * narrower table.
 */
const [fewColumns, someColumns, mostPlaces] = [5, 7, 8];

/** The classes for the columns of a picture: with many, the table is narrower, or below the picture. */
function columnClasses({ explanation: { lhs, rhs, result } }: Answer): readonly (string | false)[] {
  const shapes = [lhs, rhs, result ?? lhs].filter((shape) => shape.isArray);
  const columns = Math.max(
    1,
    ...shapes.flatMap(({ dimensions }) => axesFor(dimensions, mostPlaces).slice(-1).map(places)),
  );
  const isDeep = shapes.some(({ rank }) => rank > 2);
  return [
    columns > fewColumns && 'columns',
    columns > someColumns && (isDeep || columns > mostPlaces ? 'wide' : 'many-columns'),
  ];
}

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
    large: { type: Boolean, reflect: true },
    time: { state: true },
    previewed: { state: true },
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
  /** True for a projector: the picture is as large as it can be. */
  declare large: boolean;
  /** The position of the scrubber, from 0 (as given) to 3 (combined); `undefined` for the first one. */
  declare time: number | undefined;
  /** The answer to what a drop or a fix would ask. */
  declare previewed: Answer | undefined;
  declare answer: Answer | undefined;
  declare mistakes: Mistakes['fields'] | Misfits | undefined;
  declare trouble: string | undefined;
  #running = new AbortController();
  #previewing = new AbortController();
  /** The heights of the parts above the fixes while one is previewed, so that no fix moves away from the pointer. */
  #held: { readonly bar: number; readonly body: number } | undefined;
  /** True while a chip is dragged: the reasons are those of the preview. */
  #isDragged = false;
  #ready = false;
  #replay = false;

  constructor() {
    super();
    Object.assign(this, defaults);
    this.dims = '';
    this.stage = 'combined';
    this.fixed = false;
    this.large = false;
    this.time = undefined;
    this.previewed = undefined;
    this.answer = undefined;
    this.mistakes = undefined;
    this.trouble = undefined;
  }

  static override styles = [palette, controls, reasonsStyles, ruleCardStyles, misfitStyles, broadcastStyles];

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

  /** The scrubber, as soon as something is drawn. */
  get scrubber(): HloomScrubber | null {
    return this.renderRoot.querySelector('hloom-scrubber');
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
    this.#previewing.abort();
    super.disconnectedCallback();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const asks = ['lhs', 'rhs', 'dims', 'op', 'lhsValues', 'rhsValues'] as const;
    if (asks.some((name) => changed.has(name)) && this.#ready) this.#ask();
  }

  protected override render(): TemplateResult {
    const { answer, mistakes, trouble } = this;
    if (trouble !== undefined) return html`<p class="verdict bad alone" role="alert">${trouble}</p>`;
    if (answer === undefined && mistakes === undefined) {
      return html`<p class="alone" role="status">Loading WebAssembly …</p>`;
    }
    // Elements that do not fit keep the answer; a text that is not a shape has none.
    const isOld = mistakes !== undefined && mistakes !== answer?.misfits;
    const shown = this.previewed ?? answer;
    const classes = [
      'card',
      isOld && 'old',
      this.previewed && 'previewing',
      ...(shown ? columnClasses(answer ?? shown) : []),
      this.large && 'wide',
      shown && rankOf(shown) > 3 && 'deep',
    ];
    const held = this.#isDragged || !this.previewed ? undefined : this.#held;
    return html`<div class=${classes.filter(Boolean).join(' ')}>
      <div class="bar" style=${heightOf(held?.bar)}>
        <hloom-equation
          .question=${this.previewed?.question ?? this.question}
          .result=${shown?.error === undefined && !isOld ? shown?.result : undefined}
          .mistakes=${isOld ? (mistakes ?? {}) : {}}
          ?fixed=${this.fixed}
          @hloom-edit=${(event: CustomEvent<Partial<Question>>) => this.#take({ ...this.question, ...event.detail })}
        ></hloom-equation>
      </div>
      <div class="toolbar"><slot name="tools"></slot></div>
      <div class="body" style=${heightOf(held?.body)}>
        <div class="side">
          ${shown === undefined ? nothing : this.#table(shown, isOld)}
          <div class="told">
            ${isOld ? this.#mistakes(mistakes) : answer === undefined ? nothing : this.#told((this.#isDragged ? this.previewed : undefined) ?? answer)}
          </div>
        </div>
        ${shown === undefined ? nothing : html`<div class="picture">${this.#stage(shown)}</div>`}
      </div>
      ${shown === undefined ? nothing : this.#foot(shown, isOld)}
    </div>`;
  }

  #stage(shown: Answer): TemplateResult {
    return html`<hloom-stage .answer=${shown} .time=${this.position} ?large=${this.large}></hloom-stage>`;
  }

  #table(shown: Answer, isOld: boolean): TemplateResult {
    return html`<hloom-alignment
      .question=${shown.question}
      .explanation=${shown.explanation}
      ?fixed=${this.fixed}
      ?inert=${isOld && !this.#showsShapes(shown)}
      @hloom-question=${this.#changed}
      @hloom-preview=${(event: CustomEvent<Question | undefined>) => {
        this.#isDragged = event.detail !== undefined;
        this.#preview(event.detail);
      }}
    ></hloom-alignment>`;
  }

  /** The player; of an illegal broadcast, the fixes. */
  #foot(shown: Answer, isOld: boolean): TemplateResult {
    const { answer } = this;
    const offered = this.fixed || isOld || answer?.error === undefined ? nothing : fixes(answer, this.#fixes);
    const isPlayable = shown.explanation.ok && shown.error === undefined && rankOf(shown) <= mostDrawn;
    return html`<div class="foot">
      ${offered}
      <hloom-scrubber
        ?hidden=${offered !== nothing}
        .time=${this.position}
        ?disabled=${!isPlayable}
        .reason=${isPlayable ? '' : noResultText(shown)}
        @hloom-time=${(event: CustomEvent<number>) => (this.time = event.detail)}
        @hloom-play=${() => requestAnimationFrame(() => setTimeout(() => this.#bringIntoView()))}
      ></hloom-scrubber>
    </div>`;
  }

  /**
   * The picture plays where it can be seen: of a picture that is higher than the window, the result. It is measured after
   * a frame: before it, browsers would lay out the page twice.
   */
  #bringIntoView(): void {
    const picture = this.renderRoot.querySelector('.picture')?.getBoundingClientRect();
    const foot = this.renderRoot.querySelector('.foot');
    if (picture === undefined || foot === null) return;
    const room = innerHeight - (getComputedStyle(foot).position === 'sticky' ? foot.clientHeight : 0);
    const over = picture.bottom - room;
    const by = over > 0 ? (picture.height > room ? over : Math.min(over, picture.top)) : Math.min(0, picture.top);
    if (by !== 0) scrollBy({ top: by, behavior: 'instant' });
  }

  /** The scrubber's position, from 0 (as given) to 3 (combined); an unknown first stage means the last one. */
  get position(): number {
    if (this.time !== undefined) return this.time;
    const time = stages.indexOf(this.stage);
    return time < 0 ? stages.length - 1 : time;
  }

  /** True if the drawn shapes are those of the question: then their chips can be moved, for any dims. */
  #showsShapes({ question }: Answer): boolean {
    return question.lhs === this.lhs && question.rhs === this.rhs;
  }

  #told(answer: Answer): TemplateResult {
    const count = this.fixed ? undefined : (name: ValuesName) => this.#take({ ...this.question, [name]: 'count' });
    const { error } = answer;
    return html`${error === undefined ? verdict(answer) : nothing} ${misfitNotes(answer, count)} ${reasons(answer)}
    ${error === undefined ? nothing : refusal(answer, error)}`;
  }

  readonly #fixes: FixHandlers = {
    take: ({ question }) => this.#take(question),
    preview: (fix) => this.#preview(fix?.question),
  };

  #mistakes(fields: Mistakes['fields'] | Misfits): TemplateResult {
    const { answer } = this;
    return html`<div class="verdict bad" role="status">
      ${Object.entries(fields).map(
        ([name, text]) => html`<p><strong>${fieldNames[name] ?? name}:</strong> ${inPageNotation(text)}</p>`,
      )}
      ${answer === undefined ? nothing : html`<p>${staleText(answer.result?.toString() ?? answer.question.lhs)}</p>`}
    </div>`;
  }

  protected override updated(): void {
    const { scrubber } = this;
    if (!this.#replay || scrubber === null || this.answer?.explanation.ok !== true) return;
    this.#replay = false;
    scrubber.play(0);
  }

  /** Shows the answer to another question, until it is left or taken. */
  #preview(question: Question | undefined): void {
    this.#previewing.abort();
    if (this.previewed === undefined && question !== undefined) {
      this.#held = { bar: this.#heightOf('.bar'), body: this.#heightOf('.body') };
    }
    this.previewed = undefined;
    if (question === undefined) return;
    const { signal } = (this.#previewing = new AbortController());
    const answer = answerAtOnce(question);
    if (isMistakes(answer)) return;
    this.previewed = answer;
    withResult(answer, signal).then(
      (complete) => {
        if (!signal.aborted) this.previewed = complete;
      },
      () => {
        // A preview that cannot be computed has no elements; the question itself says why once it is asked.
      },
    );
  }

  #heightOf(selector: string): number {
    return this.renderRoot.querySelector(selector)?.getBoundingClientRect().height ?? 0;
  }

  #changed(event: CustomEvent<Question>): void {
    event.stopPropagation();
    const drawn = this.answer?.question ?? this.question;
    this.#take(withChange(this.question, drawn, event.detail));
  }

  /** Takes a question from the element itself, and tells the page. */
  #take(question: Question): void {
    this.#isDragged = false;
    this.#preview(undefined);
    // After a dimension is moved, the picture plays its effect.
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

/** The names of texts as the equation and the values have them. */
const fieldNames: Readonly<Record<string, string>> = {
  dims: 'broadcast_dimensions',
  lhsValues: 'values of lhs',
  rhsValues: 'values of rhs',
};

const heightOf = (height: number | undefined): string => (height === undefined ? '' : `height:${height}px`);

const told = (thrown: unknown): string =>
  thrown instanceof HloomError ? `${sentences(thrown)} (${thrown.rule})` : String(thrown);

define('hloom-broadcast', HloomBroadcast);

declare global {
  interface HTMLElementTagNameMap {
    'hloom-broadcast': HloomBroadcast;
  }
}
