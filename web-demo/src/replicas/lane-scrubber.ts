/** `<lane-scrubber>`: the time of a recording: plays it, at a speed, and stops anywhere or at the next event. */

import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { momentAt, type Timeline } from './model/timeline.js';
import { afterText, counted, momentText, texts } from './text/en.js';

const speeds = [0.25, 0.5, 1, 2, 4] as const;
/** The time that one event takes at the usual speed, in milliseconds. */
const eventDuration = 900;
/** No recording plays longer than this at the usual speed, in milliseconds. */
const longest = 20_000;

const movesLess = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class LaneScrubber extends LitElement {
  static override properties = {
    timeline: { attribute: false },
    time: { type: Number },
    speed: { state: true },
    playing: { state: true },
  };

  declare timeline: Timeline | undefined;
  declare time: number;
  declare speed: number;
  declare playing: boolean;
  #cancel: () => void = () => undefined;

  constructor() {
    super();
    this.timeline = undefined;
    this.time = 1;
    this.speed = 1;
    this.playing = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    this.#stop();
    super.disconnectedCallback();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('timeline')) this.#stop();
  }

  protected override render(): TemplateResult {
    const { playing, timeline, time } = this;
    const moments = timeline?.moments ?? [];
    const disabled = moments.length === 0;
    const at = timeline === undefined ? -1 : momentAt(timeline, time);
    const moment = moments[at];
    const told =
      timeline === undefined
        ? texts.starting
        : disabled
          ? texts.noEvents
          : time >= 1
            ? afterText(timeline)
            : moment === undefined
              ? texts.before
              : momentText(moment);
    return html`<button
        type="button"
        class="play"
        aria-label=${playing ? 'Pause' : 'Play'}
        ?disabled=${disabled}
        @click=${() => (playing ? this.#stop() : this.play())}
      >
        <svg width="14" height="16" viewBox="0 0 14 16" aria-hidden="true">
          <path d=${playing ? 'M1 1h4v14H1zM9 1h4v14H9z' : 'M2 1l11 7-11 7z'} />
        </svg>
      </button>
      <button type="button" aria-label="Event before" ?disabled=${disabled || at < 0} @click=${() => this.#step(-1)}>
        ‹
      </button>
      <button
        type="button"
        aria-label="Next event"
        ?disabled=${disabled || at >= moments.length - 1}
        @click=${() => this.#step(1)}
      >
        ›
      </button>
      <input
        type="range"
        min="0"
        max="1"
        step="0.001"
        aria-label="Time of the run"
        aria-valuetext=${`${Math.max(0, at + 1)} of ${counted(moments.length, 'event')}`}
        ?disabled=${disabled}
        style=${`--done:${(time * 100).toFixed(1)}%`}
        .value=${String(time)}
        @input=${(event: InputEvent) => {
          this.#stop();
          this.#tell(Number((event.currentTarget as HTMLInputElement).value));
        }}
      />
      <label class="speed"
        ><span aria-hidden="true">Speed</span>
        <select
          aria-label="Speed"
          @change=${(event: Event) => {
            this.speed = Number((event.target as HTMLSelectElement).value);
            if (this.playing) this.play(this.time);
          }}
        >
          ${speeds.map((speed) => html`<option value=${speed} .selected=${speed === this.speed}>${speed}×</option>`)}
        </select></label
      >
      <p aria-live=${playing ? 'off' : 'polite'}>${told}</p>`;
  }

  /** Plays from a time to the end; from the beginning if this is the end. */
  play(from = this.time >= 1 ? 0 : this.time): void {
    this.#stop();
    const moments = this.timeline?.moments ?? [];
    if (moments.length === 0) return;
    this.playing = true;
    const duration = Math.min(longest, moments.length * eventDuration) / this.speed;
    this.#cancel = movesLess() ? this.#playSteps(from, duration) : this.#playFrames(from, duration);
  }

  #playFrames(from: number, duration: number): () => void {
    const started = performance.now();
    let frame = 0;
    const step = (now: number): void => {
      const time = Math.min(1, from + Math.max(0, now - started) / duration);
      this.#tell(time);
      if (time < 1) frame = requestAnimationFrame(step);
      else this.playing = false;
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }

  /** With reduced motion the time jumps from event to event. */
  #playSteps(from: number, duration: number): () => void {
    const moments = this.timeline?.moments ?? [];
    this.#tell(from);
    const timer = setInterval(() => {
      this.#step(1);
      if (this.timeline !== undefined && momentAt(this.timeline, this.time) >= moments.length - 1) this.#stop();
    }, duration / moments.length);
    return () => clearInterval(timer);
  }

  #step(by: number): void {
    const { timeline } = this;
    if (timeline === undefined) return;
    if (!movesLess() || by < 0) this.#stop();
    const next = momentAt(timeline, this.time) + by;
    const last = timeline.moments.length - 1;
    // The end of the last event is the end of the run.
    this.#tell(next < 0 ? 0 : next >= last ? 1 : (timeline.moments[next]?.time ?? 1));
  }

  #stop(): void {
    this.#cancel();
    this.#cancel = () => undefined;
    this.playing = false;
  }

  #tell(time: number): void {
    this.time = time;
    this.dispatchEvent(new CustomEvent<number>('lane-time', { detail: time, bubbles: true }));
  }
}

customElements.define('lane-scrubber', LaneScrubber);
