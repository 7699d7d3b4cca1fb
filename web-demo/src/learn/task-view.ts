/** `<lesson-task>`: a question and the ways to answer it. */

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { operandsView } from './operands.js';
import { prose } from './prose.js';
import { illegal, leftOut, type Task } from './task.js';
import { texts } from './text/texts.js';

/** The texts that can be typed; a browser reports other texts. */
const numberPattern = '\\s*-?\\d+([.,]\\d+)?\\s*';
const sizePattern = '\\s*\\d{1,6}\\s*';

export class LessonTask extends LitElement {
  static override properties = {
    task: { attribute: false },
    said: { attribute: false },
    closed: { type: Boolean },
    name: {},
  };

  declare task: Task;
  /** The last answer. */
  declare said: string | undefined;
  /** True if no more answers are taken. */
  declare closed: boolean;
  /** The prefix of the ids in it, which makes them unique on the page. */
  declare name: string;

  constructor() {
    super();
    this.said = undefined;
    this.closed = false;
    this.name = 'task';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { task, name } = this;
    return html`${operandsView(task)}
      <p class="prompt" id=${`${name}-prompt`}>${prose(promptOf(task))}</p>
      ${task.kind === 'shape' || task.kind === 'dims' ? this.#choice(task.options) : this.#entry(task)}`;
  }

  #choice(options: readonly string[]): TemplateResult {
    return html`<div class="choice" role="group" aria-labelledby=${`${this.name}-prompt`}>
      ${[...options, illegal].map((option) => this.#button(option))}
    </div>`;
  }

  /** A button that is not to be pressed any more keeps the focus that it has. */
  #button(option: string): TemplateResult {
    return html`<button
      type="button"
      data-answer=${option}
      aria-pressed=${option === this.said}
      aria-disabled=${this.closed ? 'true' : nothing}
      @click=${() => this.#answer(option)}
    >
      ${optionText(this.task, option)}
    </button>`;
  }

  #entry(task: Task): TemplateResult {
    const isSize = task.kind === 'size';
    const given = this.said === undefined || this.said === illegal ? '' : this.said;
    return html`<form
      class="choice"
      aria-labelledby=${`${this.name}-prompt`}
      autocomplete="off"
      @submit=${this.#submit}
    >
      <label
        ><span>${isSize ? texts.size : texts.value}</span>
        <input
          name="value"
          inputmode=${isSize ? 'numeric' : 'decimal'}
          required
          pattern=${isSize ? sizePattern : numberPattern}
          title=${isSize ? texts.sizeHint : texts.valueHint}
          ?readonly=${this.closed}
          .value=${given}
      /></label>
      <button type="submit" aria-disabled=${this.closed ? 'true' : nothing}>${texts.give}</button>
      ${this.#button(illegal)}
    </form>`;
  }

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).elements.namedItem('value') as HTMLInputElement;
    this.#answer(input.value.trim());
  };

  #answer(said: string): void {
    if (this.closed) return;
    this.said = said;
    this.dispatchEvent(new CustomEvent<string>('lesson-answer', { detail: said, bubbles: true }));
  }
}

function promptOf(task: Task): string {
  const { prompts } = texts;
  switch (task.kind) {
    case 'shape':
      return prompts.shape;
    case 'cell':
      return prompts.cell(task.index.join(','));
    case 'dims':
      return task.element === undefined
        ? prompts.dims(task.wanted)
        : prompts.dimsForCell(task.element.index.join(','), task.element.value);
    case 'size':
      return prompts.size;
  }
}

/** The shown form of an answer. */
function optionText(task: Task, option: string): TemplateResult {
  if (option === illegal) return html`${texts.refusals[task.kind]}`;
  if (option === leftOut) return html`${texts.leftOutOption}`;
  return html`<code>${option}</code>`;
}

/** An answer within a sentence. */
export function spokenAnswer(task: Task, said: string): string {
  if (said === illegal)
    return task.kind === 'dims' || task.kind === 'size' ? texts.refusals[task.kind].toLowerCase() : texts.nothingIs;
  return said === leftOut ? texts.leftOutOption : said;
}

customElements.define('lesson-task', LessonTask);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-task': LessonTask;
  }
}
