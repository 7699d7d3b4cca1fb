/** `<lesson-bar>`: the lessons as a row of segments, which fill as lessons are done, and a list of all of them. */

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { StepProgress } from './progress.js';
import { stepIds, type StepId } from './steps.js';
import { texts } from './text/en.js';

export type LessonState = 'open' | 'begun' | 'done';

export function stateOf({ done, prediction }: StepProgress): LessonState {
  return done ? 'done' : prediction === undefined ? 'open' : 'begun';
}

export class LessonBar extends LitElement {
  static override properties = {
    current: {},
    states: { attribute: false },
    open: { state: true },
  };

  /** The current lesson; `end` after the last one. */
  declare current: StepId | 'end';
  declare states: Readonly<Record<StepId, LessonState>>;
  /** True while the list is shown. */
  declare open: boolean;

  constructor() {
    super();
    this.open = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const place = this.current === 'end' ? stepIds.length : stepIds.indexOf(this.current) + 1;
    return html`<nav class="lesson-bar" aria-label=${texts.lessons} @keydown=${this.#key}>
      <button type="button" class="all" aria-expanded=${this.open} @click=${() => (this.open = !this.open)}>
        <span aria-hidden="true">‹</span> ${texts.allLessons}
      </button>
      <span class="segments" aria-hidden="true"
        >${stepIds.map((id) => html`<span class=${`${this.states[id]} ${id === this.current ? 'here' : ''}`}></span>`)}</span
      >
      <span class="count">${texts.count(place, stepIds.length)}</span>
      <ol ?hidden=${!this.open}>
        ${stepIds.map((id, at) => this.#lesson(id, at))}
        <li>
          <a href="#end" aria-current=${this.current === 'end' ? 'step' : nothing} @click=${this.#close}
            >${texts.end.title}</a
          >
        </li>
        <li><a href="../layout/#lessons">${texts.end.layouts}</a></li>
      </ol>
    </nav>`;
  }

  #lesson(id: StepId, at: number): TemplateResult {
    const state = this.states[id];
    return html`<li class=${state}>
      <a href=${`#${id}`} aria-current=${id === this.current ? 'step' : nothing} @click=${this.#close}>
        <span class="number">${at + 1}</span>
        <span class="title">${texts.steps[id].title}</span>
        <span class="state">${state === 'open' ? nothing : texts.states[state]}</span>
      </a>
    </li>`;
  }

  readonly #close = (): void => {
    this.open = false;
  };

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.open) return;
    this.open = false;
    this.querySelector<HTMLElement>('.all')?.focus();
  }
}

customElements.define('lesson-bar', LessonBar);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-bar': LessonBar;
  }
}
