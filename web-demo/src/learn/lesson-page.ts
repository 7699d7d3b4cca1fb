/** The lessons: one at a time, with the thread of all of them next to it. */

import '../../styles/learn.css';
import { init } from 'hloom';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import './knots.js';
import { knotOf, type KnotState } from './knots.js';
import './lesson-step.js';
import type { Done } from './lesson-step.js';
import { browserStore, Progress, seedOf } from './progress.js';
import { prose } from './prose.js';
import { isStepId, stepIds, steps, type StepId } from './steps.js';
import { texts } from './text/texts.js';
import { troubleText, type TroubleEvent } from './trouble.js';

const named = (hash: string): StepId | undefined => {
  const id = hash.replace(/^#/, '');
  return isStepId(id) ? id : undefined;
};

export class LessonPage extends LitElement {
  static override properties = {
    current: { state: true },
    ready: { state: true },
    trouble: { state: true },
  };

  declare current: StepId;
  declare ready: boolean;
  declare trouble: string | undefined;
  readonly #progress = new Progress(browserStore(), seedOf(location.search));

  constructor() {
    super();
    this.current = named(location.hash) ?? this.#progress.next;
    this.ready = false;
    this.trouble = undefined;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#followAddress);
    if (location.hash === '') history.replaceState(null, '', `#${this.current}`);
    init().then(
      () => (this.ready = true),
      (thrown: unknown) => (this.trouble = troubleText(thrown)),
    );
  }

  override disconnectedCallback(): void {
    removeEventListener('hashchange', this.#followAddress);
    super.disconnectedCallback();
  }

  /** A fragment that is not a lesson, such as that of the skip link, leaves the lesson alone. */
  readonly #followAddress = (): void => {
    const asked = named(location.hash);
    if (asked === undefined || asked === this.current) return;
    this.current = asked;
    void this.updateComplete.then(() => {
      scrollTo(0, 0);
      this.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    });
  };

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('current')) document.title = `${texts.steps[this.current].title} – ${texts.site}`;
  }

  protected override render(): TemplateResult {
    const { current, trouble } = this;
    const place = stepIds.indexOf(current);
    return html`<div class="course">
      <lesson-knots .current=${current} .states=${this.#states()}></lesson-knots>
      <article class="lesson" @lesson-trouble=${(event: TroubleEvent) => (this.trouble = troubleText(event.detail))}>
        <header>
          <p class="quiet">${texts.count(place + 1, steps.length)}</p>
          <h1 tabindex="-1">${texts.steps[current].title}</h1>
          <p class="idea">${prose(texts.steps[current].idea)}</p>
        </header>
        ${trouble !== undefined ? html`<p class="words bad" role="alert">${trouble}</p>` : this.#step(place)}
        ${this.#turns(place)}
      </article>
    </div>`;
  }

  #step(place: number): TemplateResult {
    const step = steps[place];
    if (!this.ready || step === undefined) return html`<p role="status" class="waiting">${texts.loading}</p>`;
    const { id } = step;
    return html`${keyed(
      id,
      html`<lesson-step
        .step=${step}
        .progress=${this.#progress.of(id)}
        @lesson-done=${(event: CustomEvent<Done>) => this.#done(id, event.detail)}
      ></lesson-step>`,
    )}`;
  }

  #turns(place: number): TemplateResult {
    const [before, after] = [stepIds[place - 1], stepIds[place + 1]];
    return html`${
        after === undefined && this.#progress.isComplete ? html`<p class="complete">${texts.complete}</p>` : nothing
      }
      <nav class="turn" aria-label=${`${texts.previous}, ${texts.next}`}>
        ${before === undefined ? html`<span></span>` : this.#turn(before, 'prev', texts.previous)}
        ${after === undefined ? nothing : this.#turn(after, 'next', texts.next)}
      </nav>`;
  }

  #turn(id: StepId, rel: 'prev' | 'next', label: string): TemplateResult {
    return html`<a href=${`#${id}`} rel=${rel}><small>${label}</small> ${texts.steps[id].title}</a>`;
  }

  #states(): Record<StepId, KnotState> {
    const entries = stepIds.map((id) => [id, knotOf(this.#progress.of(id))]);
    return Object.fromEntries(entries) as Record<StepId, KnotState>;
  }

  #done(id: StepId, { prediction, answer, renews }: Done): void {
    if (prediction !== undefined) this.#progress.predict(id, prediction);
    if (answer !== undefined) this.#progress.solve(id, answer);
    if (renews === true) this.#progress.renew(id);
    this.requestUpdate();
  }
}

customElements.define('lesson-page', LessonPage);
