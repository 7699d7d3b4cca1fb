/** `<lesson-knots>`: the lessons as knots on a thread; a knot that is tied is a lesson that is done. */

import { html, LitElement, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { StepProgress } from './progress.js';
import { stepIds, type StepId } from './steps.js';
import { texts } from './text/texts.js';

export type KnotState = 'untied' | 'begun' | 'tied';

export function knotOf({ done, prediction }: StepProgress): KnotState {
  return done ? 'tied' : prediction === undefined ? 'untied' : 'begun';
}

/** The thread runs down; where the knots stand in a row, the styles turn them. */
const drawings: Readonly<Record<KnotState, SVGTemplateResult>> = {
  untied: svg`<path d="M12 0V24" /><circle cx="12" cy="12" r="4" class="bare" />`,
  begun: svg`<path d="M12 0C12 7 20 7 20 12S5 17 5 12 12 15 12 24" />`,
  tied: svg`<path d="M12 0V24" /><circle cx="12" cy="12" r="8" class="ball" />
    <path class="turns" d="M6 9.5C9 13 13 15 18.5 15M5.5 14C9 16.5 11 17.5 14.5 18M9 6.5C11 9 15 11 19 11" />`,
};

export class LessonKnots extends LitElement {
  static override properties = {
    current: {},
    states: { attribute: false },
    open: { state: true },
  };

  declare current: StepId;
  declare states: Readonly<Record<StepId, KnotState>>;
  /** Whether the titles are shown on a narrow page, too. */
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
