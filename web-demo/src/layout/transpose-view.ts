/** `<transpose-view>`: the effect of a transpose on memory, for the two layouts that its result can have. */

import { HloomError, init, type Shape } from 'hloom';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyOf, type Axis } from '../../../js/elements/model/axis.js';
import { RoomController } from '../../../js/elements/room.js';
import { errorView } from '../site/error-view.js';
import './memory-strip.js';
import type { PlaceDetail } from './memory-strip.js';
import { axesIn } from './model/block.js';
import { Naming, slotsOf, storedShape } from './model/memory.js';
import { backwards } from './model/orders.js';
import { listText, type CellKind } from './model/question.js';
import { openWays, answerTranspose, type TransposeAnswer } from './model/transpose-answer.js';
import { maxCounted, programText, runWays, ways, type Ran, type Transpose } from './model/transpose.js';
import './order-chips.js';
import { columnsIn, writtenSlots } from './picture.js';
import { labels, memoryText, permutedText, placesMovedText, transposeText, transposeTexts } from './text/en.js';
import { transposeArrays } from './transpose-arrays.js';
import { wayView } from './way-view.js';

type Answered = Extract<TransposeAnswer, { ok: true }>;

/** The pause before a transpose moves, in milliseconds. */
const pause = 450;
const mostDrawn = 5;

export class TransposeView extends LitElement {
  static override properties = {
    shape: { attribute: false },
    permutation: {},
    cells: {},
    pointed: { state: true },
    isAfter: { state: true },
    still: { state: true },
    ready: { state: true },
    ran: { state: true },
    trouble: { state: true },
    room: { state: true },
  };

  declare shape: Shape | undefined;
  /** As HLO text, `{1,0}`; empty for the dimensions in reverse. */
  declare permutation: string;
  declare cells: CellKind;
  /** The key of the element that is pointed at, its index in the operand. */
  declare pointed: string | undefined;
  /** True if the memory of the results is drawn after the move, false if each element is drawn at its old place. */
  declare isAfter: boolean;
  declare still: boolean;
  declare ready: boolean;
  declare ran: Ran | undefined;
  declare room: number;
  /** The reason why the engine cannot run. */
  declare trouble: HloomError | string | undefined;
  #answer: TransposeAnswer | undefined;
  /** The element with the last pointer event. */
  #pointedAt: EventTarget | null = null;
  #naming: Naming | undefined;

  constructor() {
    super();
    this.shape = undefined;
    this.permutation = '';
    this.cells = 'letters';
    this.pointed = undefined;
    this.isAfter = true;
    this.still = false;
    this.ready = false;
    this.ran = undefined;
    this.trouble = undefined;
    this.room = 0;
    this.addController(new RoomController(this));
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    init().then(
      () => (this.ready = true),
      (thrown: unknown) => (this.trouble = said(thrown)),
    );
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { shape } = this;
    if (!this.ready) return;
    if (['shape', 'permutation', 'ready'].some((name) => changed.has(name as keyof TransposeView))) {
      const isDrawn = shape !== undefined && shape.rank <= mostDrawn;
      this.#answer = isDrawn ? answerTranspose(shape.toStatic(), this.permutation) : undefined;
      this.ran = undefined;
      this.trouble = undefined;
      this.pointed = undefined;
      void this.#run();
    }
    if (shape !== undefined && (changed.has('shape') || changed.has('cells') || changed.has('ready'))) {
      this.#naming = new Naming(shape.toStatic(), this.cells);
    }
  }

  async #run(): Promise<void> {
    const answer = this.#answer;
    // Padding takes memory, too.
    if (answer?.ok !== true || storedShape(answer.transpose.operand).elementCount > maxCounted) return;
    try {
      const ran = await runWays(answer.transpose, openWays(answer));
      if (answer === this.#answer) this.ran = ran;
    } catch (thrown) {
      if (answer === this.#answer) this.trouble = said(thrown);
    }
  }

  protected override render(): TemplateResult {
    const { shape } = this;
    return html`<h2 id="transpose-title">${transposeTexts.title}</h2>
      <p class="intro">${transposeTexts.intro}</p>
      ${shape === undefined || this.room === 0 ? nothing : this.#body(shape)}`;
  }

  #body(shape: Shape): TemplateResult {
    if (shape.rank > mostDrawn) return html`<p class="quiet">${transposeTexts.tooDeep}</p>`;
    const answer = this.#answer;
    return html`<div class="fields">
        <div class="field narrow order">
          <span>${labels.permutation}</span>
          <order-chips
            .label=${labels.permutation}
            .order=${answer?.ok === true ? answer.transpose.permutation : backwards(shape.rank)}
            .sizes=${shape.dimensions}
            .describe=${permutedText}
            @layout-order=${(event: CustomEvent<readonly number[]>) => this.#ask(event.detail)}
          ></order-chips>
        </div>
      </div>
      ${this.trouble === undefined ? nothing : errorView(this.trouble)}
      ${answer === undefined ? nothing : answer.ok ? this.#pictures(answer) : errorView(answer.error)}`;
  }

  #ask(order: readonly number[]): void {
    this.dispatchEvent(new CustomEvent<string>('layout-permutation', { detail: listText(order), bubbles: true }));
  }

  #pictures(answer: Answered): TemplateResult | typeof nothing {
    const naming = this.#naming;
    if (naming === undefined) return nothing;
    const { transpose } = answer;
    const { operand, plain } = transpose;
    const columns = columnsIn(this.room, naming);
    const axes = axesIn(storedShape(operand).dimensions, columns).map((axis, d) => within(axis, operand.dimensions[d]));
    return html`<p class="verdict">${transposeText(transpose.permutation, operand, plain)}</p>
      ${transposeArrays({
        transpose,
        naming,
        axes,
        room: this.room,
        pointed: this.#pointedIndex,
        point: (event, index) => this.#take(event, index && keyOf(index)),
      })}
      <p class="sentence" aria-live="polite">${this.#sentence(transpose)}</p>
      ${operand.elementCount === 0 ? nothing : this.#memories(answer, naming, axes)}
      <details class="programs">
        <summary>Programs</summary>
        ${ways.map((way) => html`<pre tabindex="0">${programText(transpose, way)}</pre>`)}
      </details>`;
  }

  #memories({ transpose, moved, refusals }: Answered, naming: Naming, axes: readonly Axis[]): TemplateResult {
    const { operand } = transpose;
    const given = slotsOf(operand, axesIn(storedShape(operand).dimensions, columnsIn(this.room, naming)));
    const lit = new Set(this.pointed === undefined ? [] : [this.pointed]);
    return html`<div
      class="memories"
      @layout-place=${(event: CustomEvent<PlaceDetail>) => this.#take(event, event.detail.key)}
    >
      <h3 class="lhs">memory of the operand <code>${operand.toStringWithLayout()}</code></h3>
      <memory-strip
        class="lhs"
        operable
        .label=${`memory of ${operand.toStringWithLayout()}`}
        .description=${memoryText(given, naming)}
        .slots=${writtenSlots(given, naming, () => '')}
        .lit=${lit}
      ></memory-strip>
      ${this.#moment()}
      <div class="ways">
        ${ways.map((way) =>
          wayView({
            transpose,
            way,
            naming,
            axes,
            given,
            lit,
            isAfter: this.isAfter,
            still: this.still,
            moved: moved[way],
            refusal: refusals[way],
            ran: this.ran,
          }),
        )}
      </div>
    </div>`;
  }

  /** Buttons for the drawn moment: before or after the move. */
  #moment(): TemplateResult {
    const button = (isAfter: boolean, text: string): TemplateResult =>
      html`<button type="button" aria-pressed=${this.isAfter === isAfter} @click=${() => (this.isAfter = isAfter)}>
        ${text}
      </button>`;
    return html`<div class="moment" role="group" aria-label="Moment of the transpose">
      <button type="button" class="play" @click=${() => this.#play()}>Play</button>
      ${button(false, 'before')} ${button(true, 'after')}
    </div>`;
  }

  async #play(): Promise<void> {
    this.still = true;
    this.isAfter = false;
    await this.updateComplete;
    await new Promise((resolve) => setTimeout(resolve, pause));
    this.still = false;
    await this.updateComplete;
    this.isAfter = true;
  }

  get #pointedIndex(): number[] | undefined {
    const { pointed } = this;
    return pointed === undefined ? undefined : pointed === '' ? [] : pointed.split(',').map(Number);
  }

  /** A leave event is ignored if something else has been pointed at since. */
  #take(event: Event, key: string | undefined): void {
    if (key === undefined && this.#pointedAt !== event.target) return;
    this.#pointedAt = event.target;
    this.pointed = key;
  }

  #sentence(transpose: Transpose): TemplateResult {
    const index = this.#pointedIndex;
    const isElement = index?.every((i, d) => i < (transpose.operand.dimensions[d] ?? 0)) === true;
    if (!isElement) return html`<span class="hint">${transposeTexts.hint}</span>`;
    return html`${placesMovedText(transpose, index)}`;
  }
}

const said = (thrown: unknown): HloomError | string => (thrown instanceof HloomError ? thrown : String(thrown));

/** The part of an axis without padding. */
function within(axis: Axis, size = 0): Axis {
  return { ...axis, size, shown: axis.shown.filter((index) => index < size) };
}

customElements.define('transpose-view', TransposeView);

declare global {
  interface HTMLElementTagNameMap {
    'transpose-view': TransposeView;
  }
}
