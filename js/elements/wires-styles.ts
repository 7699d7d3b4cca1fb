/**
 * The styles of `<hloom-wires>`. `--names`, `--column`, `--threads` and `--letters` are lengths that it sets itself.
 */

import { css } from 'lit';

export const wiresStyles = css`
  :host {
    display: block;
    overflow-x: auto;
  }

  .loom {
    display: grid;
    grid-template-columns: var(--names) 1fr;
    min-width: max-content;
    align-items: center;
  }

  .stacked {
    grid-template-columns: minmax(0, 1fr);
  }

  .stacked .threads {
    grid-column: 1;
  }

  .name {
    color: var(--tone);
    font-weight: 700;
  }

  .sizes {
    display: flex;
    min-height: 2.5rem;
    align-items: center;
  }

  .sizes span {
    width: var(--column);
    text-align: center;
    font: 700 var(--letters)/1 var(--hloom-mono);
    color: var(--hloom-result);
  }

  .sizes .broken {
    color: var(--hloom-bad);
  }

  .sizes .scalar {
    width: auto;
    font-weight: 400;
    font-size: 0.875rem;
    font-family: inherit;
    color: var(--hloom-quiet);
  }

  .threads {
    position: relative;
    grid-column: 2;
    height: var(--threads);
  }

  svg {
    display: block;
    overflow: visible;
  }

  path {
    fill: none;
    stroke: var(--tone);
    stroke-width: 2.5;
    stroke-linecap: round;
  }

  .broken path,
  .loose path {
    stroke: var(--hloom-bad);
  }

  .stretched path {
    stroke-width: 1.5;
  }

  text {
    font: 0.75rem/1 var(--hloom-mono);
    fill: var(--hloom-quiet);
    paint-order: stroke;
    stroke: var(--hloom-paper);
    stroke-width: 4px;
  }

  .broken text {
    fill: var(--hloom-bad);
    font-weight: 700;
  }

  .handle {
    position: absolute;
    width: 1.75rem;
    height: 1.75rem;
    margin: -0.875rem 0 0 -0.875rem;
    border-radius: 50%;
    cursor: grab;
    touch-action: none;
    display: grid;
    place-items: center;
  }

  @media (pointer: coarse) {
    .handle {
      width: min(2.75rem, var(--column));
      height: 2.75rem;
      margin: -1.375rem 0 0 calc(min(2.75rem, var(--column)) / -2);
    }
  }

  .handle::after {
    content: '';
    width: 0.875rem;
    height: 0.875rem;
    border: 3px solid var(--hloom-paper);
    border-radius: 50%;
    background: var(--tone);
    box-shadow: 0 0 0 1.5px var(--tone);
  }

  @media print {
    :host {
      break-inside: avoid;
    }
  }

  .handle.broken::after,
  .handle.loose::after {
    background: var(--hloom-bad);
    box-shadow: 0 0 0 1.5px var(--hloom-bad);
  }
`;
