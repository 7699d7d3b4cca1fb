/** `<hloom-scrubber>`: stops a broadcast anywhere between as given and combined, and plays it. */

import { css, html, LitElement, type TemplateResult } from 'lit';
import { define } from './define.js';
import { stages } from './model/scene.js';
import { play } from './play.js';
import { controls, palette } from './styles.js';
import { stageNames, stageTexts } from './text.js';

const last = stages.length - 1;

export class HloomScrubber extends LitElement {
  static override properties = {
    time: { type: Number },
    disabled: { type: Boolean },
    reason: {},
    playing: { state: true },
  };

  declare time: number;
  /** True if there is nothing to play, for this reason. */
  declare disabled: boolean;
  declare reason: string;
  declare playing: boolean;
  #cancel: () => void = () => undefined;

  constructor() {
    super();
    this.time = last;
    this.disabled = false;
    this.reason = '';
    this.playing = false;
  }

  static override styles = [
    palette,
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem 1.25rem;
        align-items: center;
      }

      :host([hidden]) {
        display: none;
      }

      .play {
        display: grid;
        flex: none;
        place-items: center;
        width: 2.5rem;
        min-height: 2.5rem;
        padding: 0;
        border: 0;
        border-radius: 50%;
        background: var(--hloom-ink);
        color: var(--hloom-paper);
      }

      .play:disabled {
        background: var(--hloom-line);
        color: var(--hloom-quiet);
      }

      @media (pointer: coarse) {
        .play {
          width: 2.75rem;
          min-height: 2.75rem;
        }
      }

      .play svg {
        fill: currentColor;
      }

      .track {
        position: relative;
        display: grid;
        flex: 1 1 24rem;
        grid-template-columns: repeat(4, minmax(0, 1fr));
        gap: 0.25rem;
        min-width: 0;
        max-width: 36rem;
      }

      .bar {
        height: 4px;
        margin-top: 0.5rem;
        border-radius: 2px;
        background: linear-gradient(to right, var(--hloom-ink) var(--done), var(--hloom-line) var(--done));
      }

      /* The end of what is played is under the thumb: the first stage is a quarter of the track. */
      input {
        position: absolute;
        inset: 0 -0.5rem auto calc(25% - 0.5rem);
        width: calc(75% + 1rem);
        height: 1.25rem;
        margin: 0;
        appearance: none;
        background: none;
        cursor: pointer;
      }

      input::-webkit-slider-thumb {
        appearance: none;
        width: 1rem;
        height: 1rem;
        border: 4px solid var(--hloom-ink);
        border-radius: 50%;
        background: var(--hloom-paper);
      }

      input::-moz-range-thumb {
        box-sizing: border-box;
        width: 1rem;
        height: 1rem;
        border: 4px solid var(--hloom-ink);
        border-radius: 50%;
        background: var(--hloom-paper);
      }

      input:disabled {
        visibility: hidden;
      }

      .stages {
        display: grid;
        grid-column: 1 / -1;
        grid-template-columns: subgrid;
      }

      .stages button {
        min-width: 0;
        padding: 0;
        border: 0;
        background: none;
        box-shadow: none;
        font-size: 0.9375rem;
        text-align: start;
        white-space: nowrap;
      }

      .stages button[aria-pressed='true'] {
        font-weight: 700;
      }

      p {
        flex: 1 1 16rem;
        min-height: 1.4em;
        margin: 0;
        color: var(--hloom-quiet);
        font-size: 0.9375rem;
        line-height: 1.4;
      }

      @container (max-width: 30rem) {
        .stages button {
          font-size: 0.8125rem;
          letter-spacing: -0.02em;
        }

        :host {
          gap: 0.25rem 0.75rem;
        }

        .stages [aria-hidden] {
          display: none;
        }

        .track {
          flex-basis: 12rem;
        }

        p {
          flex-basis: 100%;
        }
      }

      /* Where four names do not fit beside the button, they have a row of their own. */
      @container (max-width: 22rem) {
        .track {
          flex-basis: 100%;
        }

        .stages {
          display: flex;
          flex-wrap: wrap;
          gap: 0 0.5rem;
          justify-content: space-between;
        }
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
    const { disabled, playing } = this;
    return html`
      <button
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
      <div class="track">
        ${stages.map((_, at) => {
          const done = disabled ? 0 : Math.min(1, Math.max(0, this.time + 1 - at));
          return html`<span class="bar" style=${`--done:${(done * 100).toFixed(1)}%`} aria-hidden="true"></span>`;
        })}
        <input
          type="range"
          min="0"
          max=${last}
          step="0.05"
          aria-label="Stage of the broadcast"
          aria-valuetext=${stageNames[stage]}
          ?disabled=${disabled}
          .value=${String(this.time)}
          @input=${(event: InputEvent) => {
            this.#stop();
            this.#tell(Number((event.currentTarget as HTMLInputElement).value));
          }}
        />
        <div class="stages">
          ${stages.map(
            (name, time) =>
              html`<button
                type="button"
                aria-pressed=${!disabled && nearest === time}
                ?disabled=${disabled}
                @click=${() => this.#go(time)}
              >
                <span aria-hidden="true">${time + 1}</span> ${stageNames[name]}
              </button>`,
          )}
        </div>
      </div>
      <p aria-live="polite">${disabled ? this.reason : stageTexts[stage]}</p>
    `;
  }

  /** Plays to the end: from here, from a stage, or from the beginning if this is the end. */
  play(from = this.time >= last ? 0 : this.time): void {
    this.#run(from, last);
  }

  /** Moves to the next stage, or to the one before. */
  step(by: 1 | -1): void {
    const to = Math.round(this.time) + by;
    if (!this.disabled && to >= 0 && to <= last) this.#go(to);
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('.play')?.focus();
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
    if (from === to) return;
    this.playing = true;
    this.dispatchEvent(new CustomEvent('hloom-play', { bubbles: true }));
    this.#cancel = play(
      from,
      to,
      (time) => this.#tell(time),
      () => (this.playing = false),
    );
  }

  #stop(): void {
    this.#cancel();
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
