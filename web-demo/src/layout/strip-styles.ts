import { css } from 'lit';

/** Slots are laid out in pixels by the length of their texts, whose letters are therefore measured in pixels. */
export const stripStyles = css`
  :host {
    display: block;
    min-width: 0;
    overflow-x: auto;
    overflow-y: hidden;
    padding: 2px 2px 6px;
  }

  :host(.lhs) {
    --tone: var(--hloom-lhs);
  }

  :host(.result) {
    --tone: var(--hloom-result);
  }

  .strip {
    position: relative;
    width: calc(var(--columns) * var(--slot) + 1px);
    height: calc(var(--row) + var(--lines, 0px));
    outline-offset: 2px;
  }

  .slot {
    position: absolute;
    top: var(--above);
    left: 0;
    display: grid;
    grid-template-rows: 38px 18px 18px;
    width: calc(var(--slot) + 1px);
    translate: calc(var(--x) * var(--slot)) calc(var(--y) * var(--row));
    text-align: center;
    font: 14px/18px var(--hloom-mono);
    font-variant-numeric: tabular-nums;
    color: var(--hloom-quiet);
    user-select: none;
  }

  .cell {
    display: grid;
    place-items: center;
    border: 1px solid color-mix(in oklab, var(--tone, var(--hloom-ink)) 45%, var(--hloom-paper));
    background: color-mix(in oklab, var(--tone, var(--hloom-ink)) 9%, var(--hloom-card));
    color: var(--hloom-ink);
    font-size: 15px;
  }

  .padding .cell {
    border-color: var(--hloom-quiet);
    background: repeating-linear-gradient(-45deg, var(--hloom-line) 0 1px, transparent 1px 6px), var(--hloom-card);
    color: var(--hloom-quiet);
  }

  .gap .cell {
    border-inline-color: transparent;
    border-style: dashed;
    background: transparent;
    color: var(--hloom-quiet);
  }

  .marked {
    z-index: 1;
  }

  .marked .cell {
    border: 2px solid var(--tone, var(--hloom-ink));
    font-weight: 700;
  }

  .marked .note {
    color: var(--hloom-ink);
  }

  .lit {
    z-index: 2;
    color: var(--hloom-ink);
    font-weight: 700;
  }

  .lit .cell {
    border: 2px solid var(--tone, var(--hloom-ink));
    background-color: color-mix(in oklab, var(--tone, var(--hloom-ink)) 28%, var(--hloom-card));
    font-weight: 700;
  }

  .lit.padding .cell {
    border-color: var(--hloom-ink);
    background: repeating-linear-gradient(-45deg, var(--hloom-quiet) 0 1px, transparent 1px 6px), var(--hloom-card);
    color: var(--hloom-ink);
  }

  .line {
    position: absolute;
    top: calc(var(--row) + 2px);
    left: calc(var(--x) * var(--slot) + 2px);
    width: calc(var(--span) * var(--slot) - 3px);
    overflow: hidden;
    border-top: 5px solid var(--hloom-ink);
    border-radius: 2px 2px 0 0;
    color: var(--hloom-quiet);
    font: 14px/20px var(--hloom-mono);
    white-space: nowrap;
  }

  .hops {
    position: absolute;
    inset: 0;
    z-index: 3;
    width: 100%;
    height: 100%;
    overflow: visible;
    pointer-events: none;
  }

  .hops path {
    fill: none;
    stroke: var(--hloom-ink);
    stroke-width: 1.75;
    stroke-linecap: round;
  }

  .hops .across path:not(.tip) {
    stroke-width: 1.25;
    opacity: 0.6;
  }

  .hops text {
    font: 14px/1 var(--hloom-mono);
    fill: var(--hloom-ink);
    paint-order: stroke;
    stroke: var(--hloom-paper);
    stroke-width: 4px;
  }

  @media (prefers-reduced-motion: no-preference) {
    :host(:not([still])) .slot {
      transition: translate 350ms ease-in-out calc(min(var(--order), 40) * 12ms);
    }
  }

  @media (forced-colors: active) {
    .lit .cell {
      outline: 3px solid Highlight;
    }
  }
`;
