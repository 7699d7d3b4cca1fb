/** `<lesson-task>`: the words of a question, and the ways to answer it. */

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { prose } from './prose.js';
import { illegal, isAboutOne, leftOut, type Task } from './task.js';
import { texts } from './text/en.js';

/** The texts that can be typed; a browser reports other texts. */
const numberPattern = '\\s*-?\\d+([.,]\\d+)?\\s*';
const sizePattern = '\\s*\\d{1,6}\\s*';

export class LessonTask extends LitElement {
  static override properties = {
    task: { attribute: false },
    said: { attribute: false },
    closed: { type: Boolean },
    state: {},
    name: {},
  };

  declare task: Task;
  /** The last answer. */
  declare said: string | undefined;
  /** True if no more answers are taken. */
  declare closed: boolean;
  /** The judgment of the last answer. */
  declare state: 'right' | 'wrong' | undefined;
  /** The prefix of the ids in it, which makes them unique on the page. */
  declare name: string;

  constructor() {
    super();
    this.said = undefined;
    this.closed = false;
    this.state = undefined;
    this.name = 'task';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { task, name } = this;
    return html`<p class="prompt" id=${`${name}-prompt`}>${prose(promptOf(task))}</p>
      ${
        task.kind === 'shape' || task.kind === 'dims' || task.kind === 'name'
          ? this.#choice(task.options)
          : this.#entry(task)
      }`;
  }

  #choice(options: readonly string[]): TemplateResult {
    return html`<div class="choice" role="group" aria-labelledby=${`${this.name}-prompt`}>
      ${[...options, ...(isAboutOne(this.task) ? [] : [illegal])].map((option) => this.#button(option))}
    </div>`;
  }

  /** A button that is not to be pressed any more keeps the focus that it has. */
  #button(option: string): TemplateResult {
    return html`<button
      type="button"
      data-answer=${option}
      class=${option === this.said && this.state !== undefined ? this.state : ''}
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
        ><span>${texts.value}</span>
        <input
          name="value"
          inputmode=${isSize ? 'numeric' : 'decimal'}
          required
          pattern=${isSize ? sizePattern : numberPattern}
          title=${isSize ? texts.sizeHint : texts.valueHint}
          class=${given !== '' && this.state !== undefined ? this.state : ''}
          ?readonly=${this.closed}
          .value=${given}
      /></label>
      <button type="submit" aria-disabled=${this.closed ? 'true' : nothing}>${texts.answer}</button>
      ${isAboutOne(task) ? nothing : this.#button(illegal)}
    </form>`;
  }

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).elements.namedItem('value') as HTMLInputElement;
    this.#answer(input.value.trim());
  };

  #answer(said: string): void {
    if (this.closed) return;
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
    case 'read':
      return prompts.read(task.index.join(','));
    case 'name':
      return prompts.name;
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
function spokenAnswer(task: Task, said: string): string {
  if (said === illegal) return texts.nothingLegal[task.kind];
  if (said === leftOut) return texts.leftOutOption;
  return task.kind === 'cell' || task.kind === 'read' || task.kind === 'size' ? said : `\`${said}\``;
}

/** The right answer as a text; a size of 1 fits wherever another one does. */
export function spokenTruth(task: Task, truth: string): string {
  const spoken = spokenAnswer(task, truth);
  return task.kind === 'size' && truth !== illegal && truth !== '1' ? texts.orOne(spoken) : spoken;
}

customElements.define('lesson-task', LessonTask);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-task': LessonTask;
  }
}
