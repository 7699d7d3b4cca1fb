/** The lessons: one at a time, with a bar of all of them above it. */

import '../../styles/learn.css';
import { init } from 'hloom';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import './course-end.js';
import './lesson-bar.js';
import { stateOf, type LessonState } from './lesson-bar.js';
import './lesson-step.js';
import type { Done } from './lesson-step.js';
import { browserStore, Progress, seedOf } from './progress.js';
import { prose } from './prose.js';
import { isStepId, stepIds, steps, type StepId } from './steps.js';
import { texts } from './text/en.js';
import { troubleText, type TroubleEvent } from './trouble.js';

type Current = StepId | 'end';

const named = (hash: string): Current | undefined => {
  const id = hash.replace(/^#/, '');
  return isStepId(id) || id === 'end' ? id : undefined;
};

export class LessonPage extends LitElement {
  static override properties = {
    current: { state: true },
    ready: { state: true },
    trouble: { state: true },
  };

  declare current: Current;
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
    if (changed.has('current')) document.title = `${titleOf(this.current)} – ${texts.site}`;
  }

  protected override render(): TemplateResult {
    const { current, trouble } = this;
    const idea = current === 'end' ? texts.end.idea : texts.steps[current].idea;
    return html`<lesson-bar .current=${current} .states=${this.#states()}></lesson-bar>
      <article class="lesson" @lesson-trouble=${(event: TroubleEvent) => (this.trouble = troubleText(event.detail))}>
        <header>
          <h1 tabindex="-1">${titleOf(current)}</h1>
          <p class="idea">${prose(idea)}</p>
        </header>
        ${
          trouble !== undefined
            ? html`<p class="diagnosis" role="alert">${trouble}</p>`
            : current === 'end'
              ? html`<course-end ?isComplete=${this.#progress.isComplete}></course-end>`
              : this.#step(current)
        }
      </article>`;
  }

  #step(id: StepId): TemplateResult {
    const place = stepIds.indexOf(id);
    const step = steps[place];
    if (!this.ready || step === undefined) return html`<p role="status" class="waiting">${texts.loading}</p>`;
    return html`${keyed(
      id,
      html`<lesson-step
        .step=${step}
        .progress=${this.#progress.of(id)}
        .next=${`#${stepIds[place + 1] ?? 'end'}`}
        @lesson-done=${(event: CustomEvent<Done>) => this.#done(id, event.detail)}
      ></lesson-step>`,
    )}`;
  }

  #states(): Record<StepId, LessonState> {
    const entries = stepIds.map((id) => [id, stateOf(this.#progress.of(id))]);
    return Object.fromEntries(entries) as Record<StepId, LessonState>;
  }

  #done(id: StepId, { prediction, answer, renews }: Done): void {
    if (prediction !== undefined) this.#progress.predict(id, prediction);
    if (answer !== undefined) this.#progress.solve(id, answer);
    if (renews === true) this.#progress.renew(id);
    this.requestUpdate();
  }
}

const titleOf = (current: Current): string => (current === 'end' ? texts.end.title : texts.steps[current].title);

customElements.define('lesson-page', LessonPage);
