/** `<step-bar>`: steps through a recording forwards and back, from breakpoint to breakpoint, and through a loop. */

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { Names } from './model/names.js';
import { nextStop, placeText, type Origin, type Recording } from './model/recording.js';
import { playTexts } from './text/en.js';

/** The time for which each iteration of a loop is shown while it plays. */
const frameMs = 160;

/** The step to go to; `reveal` brings its line into view. */
export interface StepDetail {
  readonly step: number;
  readonly reveal: boolean;
}

export class StepBar extends LitElement {
  static override properties = {
    recording: { attribute: false },
    step: { attribute: false },
    breakpoints: { attribute: false },
    times: { attribute: false },
    event: { attribute: false },
    origin: { attribute: false },
    names: { attribute: false },
    playing: { state: true },
  };

  declare recording: Recording | undefined;
  declare step: number;
  declare breakpoints: ReadonlySet<string>;
  /** The steps at which the selected instruction is executed, and the one whose value is shown. */
  declare times: readonly number[];
  declare event: number | undefined;
  /** The first value that is not finite. */
  declare origin: Origin | undefined;
  declare names: Names;
  /** True while the times of a loop are played one after the other. */
  declare playing: boolean;

  constructor() {
    super();
    this.recording = undefined;
    this.step = 0;
    this.breakpoints = new Set();
    this.times = [];
    this.event = undefined;
    this.origin = undefined;
    this.names = new Names();
    this.playing = false;
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { step, recording, origin } = this;
    const events = recording?.events ?? [];
    const last = Math.max(0, events.length - 1);
    const event = events[step];
    const button = (name: string, text: string, to: number, isOff: boolean): TemplateResult =>
      html`<button type="button" aria-label=${name} ?disabled=${isOff} @click=${() => this.#goTo(to)}>${text}</button>`;
    return html`<div class="step-bar" role="group" aria-label="Steps">
      ${button('First step', '|◀', 0, step === 0)} ${button('Step back', '◀', step - 1, step === 0)}
      ${button('Step forwards', '▶', step + 1, step >= last)} ${button('Last step', '▶|', last, step >= last)}
      ${
        recording === undefined || this.breakpoints.size === 0
          ? nothing
          : html`${button('Previous breakpoint', '‹●', nextStop(recording, step, -1, this.breakpoints), step === 0)}
              <button
                type="button"
                class="continue"
                title=${playTexts.continueHelp}
                ?disabled=${step >= last}
                @click=${() => this.#goTo(nextStop(recording, step, 1, this.breakpoints))}
              >
                Continue ●›
              </button>`
      }
      ${this.#times()}
      <input
        type="range"
        aria-label="Step"
        aria-valuetext=${event === undefined ? nothing : `${playTexts.step(step, events.length)}, ${this.names.of(event.instruction)}`}
        min="0"
        max=${last}
        .value=${live(String(step))}
        ?disabled=${last === 0}
        @input=${({ target }: Event) => this.#goTo(Number((target as HTMLInputElement).value))}
      />
      <p class="where">
        ${event === undefined ? nothing : html`${playTexts.step(step, events.length)} <code>${placeText(event, this.names)} › %${this.names.of(event.instruction)}</code>`}
      </p>
      ${
        origin === undefined
          ? nothing
          : html`<button type="button" class="bad" @click=${() => this.dispatchEvent(new CustomEvent('step-origin'))}>
              ${playTexts.nonFinite(origin, this.names.of(origin.instruction))}
            </button>`
      }
    </div>`;
  }

  /** Buttons for the times at which the selected instruction is executed, if it is in a loop. */
  #times(): TemplateResult | typeof nothing {
    const { times } = this;
    if (times.length < 2) return nothing;
    const at = times.indexOf(this.event ?? -1);
    const go = (next: number) => () => this.#goTo(times[next] ?? 0);
    return html`<span class="times">
      <button type="button" aria-label="Earlier time" ?disabled=${at <= 0} @click=${go(at - 1)}>↶</button>
      time ${at + 1} of ${times.length}
      <button type="button" aria-pressed=${this.playing} @click=${() => this.#play()}>
        ${this.playing ? 'Pause' : 'Play'}
      </button>
      <button type="button" aria-label="Later time" ?disabled=${at >= times.length - 1} @click=${go(at + 1)}>↷</button>
    </span>`;
  }

  /** Plays the times, from the first one after the last, until there are other ones. */
  #play(): void {
    this.playing = !this.playing;
    const { times } = this;
    const next = (): void => {
      if (this.times !== times || !this.isConnected) this.playing = false;
      if (!this.playing) return;
      const at = times.indexOf(this.event ?? -1);
      this.#goTo(times[(at + 1) % times.length] ?? 0, false);
      setTimeout(next, frameMs);
    };
    next();
  }

  #goTo(step: number, reveal = true): void {
    this.dispatchEvent(new CustomEvent<StepDetail>('step-to', { detail: { step, reveal } }));
  }
}

customElements.define('step-bar', StepBar);
