/** `<lesson-knots>`: the lessons as knots on a thread. A knot that is tied is a lesson that is done. */

import { html, LitElement, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { StepProgress } from './progress.js';
import { stepIds, type StepId } from './steps.js';
import { texts } from './text/texts.js';

export type KnotState = 'untied' | 'begun' | 'tied';

export function knotOf({ done, prediction }: StepProgress): KnotState {
  return done ? 'tied' : prediction === undefined ? 'untied' : 'begun';
}

/** The thread runs down; for knots in a row, the styles turn them. */
const drawings: Readonly<Record<KnotState, SVGTemplateResult>> = {
  untied: svg`<path d="M12 0V24" /><circle cx="12" cy="12" r="4" class="bare" />`,
  begun: svg`<path d="M12 0V24" /><circle cx="12" cy="12" r="7" class="bare" /><path d="M6 8.5C9 12 13 14.5 18.5 14" />`,
  tied: svg`<path d="M12 0V24" /><circle cx="12" cy="12" r="8" class="ball" />
    <path class="turns" d="M6 8.5C9 12 13 14.5 19 14M5 13C8.5 16 11 17.5 15 18M9.5 5.5C11.5 8 15 10 19 10" />`,
};

export class LessonKnots extends LitElement {
  static override properties = {
    current: {},
    states: { attribute: false },
    open: { state: true },
  };

  declare current: StepId;
  declare states: Readonly<Record<StepId, KnotState>>;
  /** True if the titles are shown on a narrow page, too. */
  declare open: boolean;

  constructor() {
    super();
    this.open = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<nav class=${`knots ${this.open ? 'open' : ''}`} aria-label=${texts.lessons}>
      <ol>
        ${stepIds.map((id) => this.#knot(id))}
      </ol>
      <button type="button" class="all" aria-expanded=${this.open} @click=${() => (this.open = !this.open)}>
        ${texts.allLessons}
      </button>
    </nav>`;
  }

  #knot(id: StepId): TemplateResult {
    const state = this.states[id];
    return html`<li class=${state}>
      <a href=${`#${id}`} aria-current=${id === this.current ? 'step' : nothing} @click=${() => (this.open = false)}>
        <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">${drawings[state]}</svg>
        <span class="title">${texts.steps[id].title}</span><span class="unseen">, ${texts.knots[state]}</span>
      </a>
    </li>`;
  }
}

customElements.define('lesson-knots', LessonKnots);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-knots': LessonKnots;
  }
}
