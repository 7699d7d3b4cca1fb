/** `<instruction-view>`: the selected instruction, its value at the current step, and the elements that it is made of. */

import type { ElementExplanation, InstructionGraph, TraceEvent } from 'hloom';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { Names } from './model/names.js';
import type { ArrayValue } from './model/value.js';
import type { Session } from './session.js';
import './story-view.js';
import { playTexts } from './text/en.js';
import './value-view.js';
import type { ElementDetail } from './value-view.js';

/** With more operands than the first number, the second number of them is shown. */
const [mostOperands, fewOperands] = [12, 8];

export class InstructionView extends LitElement {
  static override properties = {
    instruction: { attribute: false },
    names: { attribute: false },
    event: { attribute: false },
    session: { attribute: false },
    arrays: { attribute: false },
    element: { attribute: false },
    story: { attribute: false },
    stops: { attribute: false },
    originText: { attribute: false },
    unfolded: { state: true },
    reason: { attribute: false },
  };

  declare instruction: InstructionGraph;
  declare names: Names;
  /** The execution whose value is shown; undefined if it has not been executed. */
  declare event: TraceEvent | undefined;
  declare session: Session | undefined;
  declare arrays: readonly ArrayValue[] | undefined;
  declare element: { readonly path: readonly number[]; readonly index: readonly number[] } | undefined;
  declare story: ElementExplanation | undefined;
  /** True if there is a breakpoint at the instruction. */
  declare stops: boolean;
  /** The instruction whose operands are all shown, although there are many. */
  declare unfolded: string | undefined;
  /** The text about the first NaN or infinity. */
  declare originText: string;
  /** Explains a missing value; empty if the value exists or is being computed. */
  declare reason: string;

  constructor() {
    super();
    this.names = new Names();
    this.event = undefined;
    this.session = undefined;
    this.arrays = undefined;
    this.element = undefined;
    this.story = undefined;
    this.stops = false;
    this.originText = '';
    this.unfolded = undefined;
    this.reason = '';
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** An explanation in front of the value leaves its element in sight. */
  #uncover(): void {
    if (this.story === undefined) return;
    const cell = this.querySelector('hloom-array')?.shadowRoot?.querySelector('.cell.lit')?.getBoundingClientRect();
    const story = this.querySelector('story-view')?.getBoundingClientRect();
    if (cell === undefined || story === undefined || story.left >= cell.right) return;
    const covered = cell.bottom + 4 - story.top;
    if (covered <= 0) return;
    const pane = this.closest('section');
    (pane !== null && pane.scrollHeight > pane.clientHeight ? pane : window).scrollBy(0, covered);
  }

  protected override render(): TemplateResult {
    const { instruction, event, names } = this;
    const { name, opcode, op_name: from, source } = instruction;
    const written = names.of(name);
    return html`<div class="value-head">
        <h2>
          <span class="result-name">%${written}</span>
          <code>= ${opcode}(${this.#operands(instruction)})</code>
        </h2>
        ${this.#callees(instruction)}
        <button type="button" aria-pressed=${this.stops} @click=${() => this.#tell('breakpoint-toggle', name)}>
          ● Breakpoint
        </button>
        ${
          written === name && from === undefined
            ? nothing
            : html`<p class="quiet from">
                ${written === name ? nothing : html`in HLO <code>%${name}</code> `}${from}${source === undefined ? '' : `, ${source}`}
              </p>`
        }
      </div>
      ${event !== undefined && event.callers.length > 0 ? this.#place(event) : nothing}
      ${this.originText === '' ? nothing : html`<p class="origin" role="status">${names.in(this.originText)}</p>`}
      <div class="value-and-story">
        ${
          this.reason === ''
            ? html`<value-view
                tone="result"
                .arrays=${this.arrays}
                .lit=${this.element?.index}
                .label=${`%${written}`}
                @value-element=${({ detail }: CustomEvent<ElementDetail>) => this.#tell('value-element', detail)}
              ></value-view>`
            : html`<p class="quiet">${this.reason}</p>`
        }
        <story-view
          .story=${this.story}
          .pointed=${this.element}
          .arrays=${this.arrays}
          .session=${this.session}
          .name=${name}
          .names=${names}
          @story-select=${({ detail }: CustomEvent<string>) => this.#tell('instruction-select', detail)}
          @story-enter=${({ detail }: CustomEvent<string>) => this.#tell('computation-enter', detail)}
          @story-drawn=${() => this.#uncover()}
          @story-close=${() => this.#tell('story-close', undefined)}
        ></story-view>
      </div>`;
  }

  /** The operands; of the hundreds that the result of a training step may have, the first ones. */
  #operands({ name, operands }: InstructionGraph): TemplateResult {
    const isShort = operands.length > mostOperands && name !== this.unfolded;
    const shown = isShort ? operands.slice(0, fewOperands) : operands;
    return html`${shown.map((operand, at) => this.#operand(operand, at))}${
      isShort
        ? html`,
            <button type="button" class="name" @click=${() => (this.unfolded = name)}>
              ${playTexts.moreOperands(operands.length - fewOperands)}
            </button>`
        : nothing
    }`;
  }

  #operand(name: string, at: number): TemplateResult {
    return html`${at > 0 ? ', ' : ''}<button
        type="button"
        class=${`name ${at === 0 ? 'lhs' : at === 1 ? 'rhs' : ''}`}
        @click=${() => this.#tell('instruction-select', name)}
      >
        %${this.names.of(name)}
      </button>`;
  }

  /** Buttons for the computations that the instruction calls. */
  #callees({ calls }: InstructionGraph): TemplateResult[] {
    return calls.map(
      ({ region, computation }) =>
        html`<button type="button" @click=${() => this.#tell('computation-enter', computation)}>
          ${region}: ${computation}
        </button>`,
    );
  }

  /** `in %loop #3 › body`: the calls around the execution, each of which can be selected. */
  #place({ callers, computation }: TraceEvent): TemplateResult {
    const caller = (name: string, iteration: number | undefined): TemplateResult =>
      html`<button type="button" class="name" @click=${() => this.#tell('instruction-select', name)}>
          %${this.names.of(name)}</button
        >${iteration === undefined ? nothing : ` #${iteration}`} › `;
    return html`<p class="quiet from">
      in ${callers.map(({ instruction, iteration }) => caller(instruction, iteration))}<button
        type="button"
        class="name"
        @click=${() => this.#tell('computation-enter', computation)}
      >
        ${computation}
      </button>
    </p>`;
  }

  #tell(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

customElements.define('instruction-view', InstructionView);
