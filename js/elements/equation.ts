/** `<hloom-equation>`: a broadcast as an equation whose shapes and broadcast_dimensions are edited in place. */

import type { Shape } from 'hloom';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { define } from './define.js';
import { operations } from './model/operations.js';
import type { FieldName, Question } from './model/question.js';
import type { SideName } from './model/scene.js';
import { controls, palette } from './styles.js';

/** The most letters of shapes and broadcast_dimensions that are written large. */
const mostLetters = 32;

const labels: Readonly<Record<FieldName, string>> = { lhs: 'lhs', rhs: 'rhs', dims: 'broadcast_dimensions' };

export class HloomEquation extends LitElement {
  static override properties = {
    question: { attribute: false },
    result: { attribute: false },
    mistakes: { attribute: false },
    fixed: { type: Boolean, reflect: true },
  };

  declare question: Question;
  /** The shape of the result, if there is one. */
  declare result: Shape | undefined;
  /** The texts that cannot be understood, by their names. */
  declare mistakes: Readonly<Partial<Record<string, string>>>;
  declare fixed: boolean;

  constructor() {
    super();
    this.result = undefined;
    this.mistakes = {};
    this.fixed = false;
  }

  static override styles = [
    palette,
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 0.75rem;
        align-items: center;
        font: 1.125rem/1.4 var(--hloom-mono);
        min-width: 0;
      }

      input.field,
      .field {
        min-height: 2.25rem;
        padding: 0 0.125rem;
        border: 0;
        border-bottom: 2px solid var(--tone, var(--hloom-quiet));
        border-radius: 0;
        background: none;
        font: 700 1.125rem/1.9 var(--hloom-mono);
        color: var(--tone, var(--hloom-ink));
        max-width: 100%;
      }

      span.field {
        overflow-wrap: anywhere;
        display: inline-grid;
        align-items: center;
        line-height: 1;
      }

      input.field:hover {
        background: color-mix(in oklab, var(--tone, var(--hloom-ink)) 8%, transparent);
      }

      input.field[aria-invalid='true'] {
        border-color: var(--hloom-bad);
        box-shadow: none;
        text-decoration: underline wavy var(--hloom-bad);
      }

      .dims {
        display: flex;
        align-items: center;
        padding: 0 0.75rem;
        border: 1px solid var(--hloom-line);
        border-radius: 1.25rem;
        color: var(--hloom-quiet);
        max-width: 100%;
        flex-wrap: wrap;
        font-size: 0.9375rem;
      }

      .dims .field {
        min-height: 2rem;
        border: 0;
        font-size: 0.9375rem;
      }

      .dims.amiss {
        border: 1px dashed var(--hloom-bad);
      }

      .none {
        color: var(--hloom-bad);
        font-weight: 700;
      }

      :host(.long) :is(.field, input.field) {
        font-size: 0.9375rem;
      }

      :host(.long) .dims {
        padding: 0 0.375rem;
        font-size: 0.875rem;
      }

      @media (pointer: coarse) {
        .field,
        input.field,
        .dims .field {
          min-height: 2.75rem;
        }
      }

      @container (max-width: 30rem) {
        :host {
          gap: 0 0.375rem;
        }

        .dims {
          padding: 0 0.375rem;
          letter-spacing: -0.02em;
        }

        .field {
          font-size: 1.0625rem;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { question, result } = this;
    const texts = [question.lhs, question.rhs, question.dims, result?.toString()];
    this.classList.toggle('long', texts.join('').length > mostLetters);
    return html`${this.#shape('lhs')}
      <span aria-hidden="true">${operations[question.op].symbol}</span>
      ${this.#shape('rhs')} ${this.#dims()}
      <span aria-hidden="true">=</span>
      ${
        result === undefined
          ? html`<span class="none">no result</span>`
          : html`<span class="field result">${result.toString()}</span>`
      }`;
  }

  #shape(side: SideName): TemplateResult {
    return this.fixed ? html`<span class=${`field ${side}`}>${this.question[side]}</span>` : this.#input(side, side);
  }

  #dims(): TemplateResult | typeof nothing {
    const { question, fixed, mistakes } = this;
    // Where nothing is to be said, an empty field would ask for something.
    if (question.dims === '' && fixed && mistakes['dims'] === undefined) return nothing;
    const lower = sideOfLower(question);
    return html`<span class=${`dims ${lower} ${mistakes['dims'] === undefined ? '' : 'amiss'}`}
      ><span class="says">broadcast_dimensions=</span>${
        fixed ? html`<span class="field">${question.dims}</span>` : this.#input('dims', lower)
      }</span
    >`;
  }

  #input(name: FieldName, tone: string): TemplateResult {
    const text = this.question[name];
    const least = name === 'dims' ? 3 : 4;
    return html`<input
      class=${`field ${tone}`}
      name=${name}
      aria-label=${labels[name]}
      spellcheck="false"
      autocapitalize="off"
      autocomplete="off"
      placeholder=${name === 'dims' ? '{}' : ''}
      aria-invalid=${this.mistakes[name] === undefined ? nothing : 'true'}
      style=${`width:calc(${Math.max(least, text.length)}ch + 0.375rem)`}
      .value=${text}
      @input=${(event: InputEvent) => this.#typed(name, (event.currentTarget as HTMLInputElement).value)}
    />`;
  }

  #typed(name: FieldName, text: string): void {
    const detail: Partial<Question> = { [name]: text };
    this.dispatchEvent(new CustomEvent('hloom-edit', { detail, bubbles: true, composed: true }));
  }
}

/** The operand of which broadcast_dimensions speak, by the number of commas: they are in its color. */
function sideOfLower({ lhs, rhs }: Question): SideName {
  const rank = (text: string): number => (/\[\s*\]/.test(text) ? 0 : (text.match(/,/g) ?? []).length + 1);
  return rank(lhs) < rank(rhs) ? 'lhs' : 'rhs';
}

define('hloom-equation', HloomEquation);

declare global {
  interface HTMLElementTagNameMap {
    'hloom-equation': HloomEquation;
  }
}
