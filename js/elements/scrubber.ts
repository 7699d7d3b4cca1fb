/** `<hloom-scrubber>`: stops a broadcast anywhere between as given and combined, and plays it. */

import { css, html, LitElement, type TemplateResult } from 'lit';
import { define } from './define.js';
import { stages } from './model/scene.js';
import { controls, palette } from './styles.js';
import { stageTexts } from './text.js';

/** The time for one stage when it is played, in milliseconds. */
const stageDuration = 700;
const last = stages.length - 1;

const movesLess = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class HloomScrubber extends LitElement {
  static override properties = { time: { type: Number }, playing: { state: true } };

  declare time: number;
  declare playing: boolean;
  #frame = 0;

  constructor() {
    super();
    this.time = last;
    this.playing = false;
  }

  static override styles = [
    palette,
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1rem;
        align-items: center;
      }

      .play {
        flex: none;
        width: 5.5rem;
      }

      /* Beside the button where there is room for it, below it otherwise: it is the element's width that counts. */
      .track {
        display: grid;
        flex: 1 1 18rem;
        min-width: 0;
        max-width: 34rem;
      }

      input {
        width: 75%;
        margin: 0 12.5%;
        accent-color: var(--hloom-ink);
        min-height: 1.5rem;
      }

      .stages {
        display: grid;
        grid-template-columns: repeat(4, minmax(0, 1fr));
      }

      .stages button {
        min-width: 0;
        padding: 0;
        border-color: transparent;
        background: none;
        font-size: 0.8125rem;
      }

      .stages button[aria-pressed='true'] {
        border-color: transparent;
        font-weight: 700;
      }

      p {
        flex: 1 0 100%;
        min-height: 3em;
        margin: 0;
        color: var(--hloom-quiet);
        font-size: 0.9375rem;
      }
    `,
  ];

  override disconnectedCallback(): void {
    this.#stop();
    super.disconnectedCallback();
  }

  protected override render(): TemplateResult {
    const nearest = Math.round(this.time);
    const stage = stages[nearest] ?? 'given';
    return html`
      <button type="button" class="play" @click=${() => (this.playing ? this.#stop() : this.play())}>
        ${this.playing ? 'Pause' : 'Play'}
      </button>
      <div class="track">
        <input
          type="range"
          min="0"
          max=${last}
          step="0.05"
          aria-label="Stage of the broadcast"
          aria-valuetext=${stage}
          .value=${String(this.time)}
          @input=${(event: InputEvent) => {
            this.#stop();
            this.#tell(Number((event.currentTarget as HTMLInputElement).value));
          }}
        />
        <div class="stages">
          ${stages.map(
            (name, time) =>
              html`<button type="button" aria-pressed=${nearest === time} @click=${() => this.#go(time)}>
                ${name}
              </button>`,
          )}
        </div>
      </div>
      <p aria-live="polite">${stageTexts[stage]}</p>
    `;
  }

  /** Plays to the end: from here, from a stage, or from the beginning if this is the end. */
  play(from = this.time >= last ? 0 : this.time): void {
    this.#run(from, last);
  }

  /** Moves to a stage; back without a detour. */
  #go(time: number): void {
    if (time < this.time) {
      this.#stop();
      this.#tell(time);
    } else this.#run(this.time, time);
  }

  #run(from: number, to: number): void {
    this.#stop();
    if (movesLess()) {
      if (this.time !== to) this.#tell(to);
      return;
    }
    const started = performance.now();
    this.playing = true;
    const step = (now: number): void => {
      const time = Math.min(to, from + Math.max(0, now - started) / stageDuration);
      this.#tell(time);
      if (time < to) this.#frame = requestAnimationFrame(step);
      else this.playing = false;
    };
    this.#frame = requestAnimationFrame(step);
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame);
    this.playing = false;
  }

  #tell(time: number): void {
    this.time = time;
    this.dispatchEvent(new CustomEvent<number>('hloom-time', { detail: time, bubbles: true, composed: true }));
  }
}

define('hloom-scrubber', HloomScrubber);

declare global {
  interface HTMLElementTagNameMap {
    'hloom-scrubber': HloomScrubber;
  }
}
