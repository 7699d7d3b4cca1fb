/** The styles of `<hloom-alignment>`. `--dimensions` is the number of columns that it sets itself. */

import { css } from 'lit';

export const alignmentStyles = css`
  :host {
    display: block;
    overflow-x: auto;
    overflow-y: hidden;
    padding: 2px;
    margin: -2px;
  }

  .table {
    display: grid;
    grid-template-columns: max-content repeat(var(--dimensions), minmax(3.25rem, 4.5rem)) auto;
    gap: 0.5rem 0.375rem;
    align-items: center;
    justify-content: start;
  }

  .table.with-loose {
    grid-template-columns: max-content repeat(calc(var(--dimensions) + 1), minmax(3.25rem, 4.5rem)) auto;
  }

  .dense {
    grid-template-columns: max-content repeat(var(--dimensions), minmax(2.75rem, 4.5rem)) auto;
  }

  .name {
    margin-right: 0.5rem;
    font-weight: 700;
  }

  .head {
    align-self: end;
    padding: 0.125rem 0;
    border-radius: 0.25rem;
    color: var(--hloom-quiet);
    font-size: 0.875rem;
    font-weight: 600;
    text-align: center;
    white-space: nowrap;
  }

  .head.target {
    background: var(--hloom-ink);
    color: var(--hloom-paper);
  }

  .slot {
    display: grid;
    gap: 0.25rem;
    justify-items: center;
    min-height: 2rem;
    border-radius: 0.5rem;
  }

  .slot.target {
    outline: 2px dashed color-mix(in oklab, var(--tone) 60%, transparent);
    outline-offset: 1px;
  }

  .slot.over {
    outline-style: solid;
    background: color-mix(in oklab, var(--tone) 18%, transparent);
  }

  .chip {
    display: flex;
    align-items: center;
    justify-content: center;
    justify-self: center;
    min-width: 3rem;
    min-height: 2rem;
    border: 1.5px solid var(--tone);
    border-radius: 0.4375rem;
    background: var(--hloom-card);
    color: var(--tone);
    font: 700 1.0625rem/1 var(--hloom-mono);
    font-variant-numeric: tabular-nums;
  }

  .chip.movable {
    cursor: grab;
    touch-action: none;
    user-select: none;
  }

  .chip.broken,
  .chip.loose {
    border: 1.5px dashed var(--hloom-bad);
  }

  .chip.dragged {
    position: relative;
    z-index: 3;
    cursor: grabbing;
    box-shadow: 0 4px 14px rgb(0 0 0 / 22%);
    pointer-events: none;
  }

  .handle {
    display: grid;
    place-items: center;
    align-self: stretch;
    width: 1.125rem;
    border-radius: 0.375rem 0 0 0.375rem;
    background: color-mix(in oklab, var(--tone) 14%, transparent);
    cursor: grab;
  }

  .handle svg {
    fill: currentColor;
  }

  input.size,
  span.size {
    min-width: 1.75rem;
    height: 1.875rem;
    padding: 0 0.125rem;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: center;
  }

  /* A digit more or less lays out the field only. */
  input.size {
    contain: strict;
  }

  span.size {
    display: grid;
    place-items: center;
  }

  input.size:focus-visible {
    outline-offset: -2px;
  }

  .times {
    padding-right: 0.375rem;
    font-weight: 400;
    font-size: 0.9375rem;
  }

  .ghost {
    display: grid;
    place-items: center;
    min-width: 3rem;
    min-height: 2rem;
    border: 1.5px dashed color-mix(in oklab, var(--tone) 55%, transparent);
    border-radius: 0.4375rem;
    color: var(--tone);
    font: 400 0.9375rem/1 var(--hloom-mono);
  }

  .more {
    display: flex;
  }

  .more button {
    min-width: 1.5rem;
    min-height: 2rem;
    padding: 0;
    border-color: transparent;
    background: none;
    color: var(--hloom-quiet);
    font-weight: 700;
  }

  .rule {
    grid-column: 2 / calc(var(--dimensions) + 2);
    height: 1px;
    background: var(--hloom-line);
  }

  .name.result {
    grid-column: 1;
  }

  .sum {
    text-align: center;
    color: var(--hloom-result);
    font: 700 1.125rem/1.4 var(--hloom-mono);
  }

  .sum.broken {
    color: var(--hloom-bad);
  }

  .scalar {
    color: var(--hloom-quiet);
    font-size: 0.875rem;
    white-space: nowrap;
  }

  @media (pointer: coarse) {
    .chip,
    .ghost,
    input.size,
    .more button {
      min-height: 2.75rem;
    }

    .handle {
      width: 1.75rem;
      min-height: 2.75rem;
    }

    .more button {
      min-width: 2.25rem;
    }
  }

  /* With four dimensions or more on a phone, sizes are added and removed in the equation. */
  @container (max-width: 30rem) {
    .dense,
    .dense.with-loose {
      grid-template-columns: max-content repeat(var(--dimensions), minmax(0, 1fr)) auto;
      gap: 0.375rem 0.1875rem;
      justify-content: stretch;
    }

    .dense.with-loose {
      grid-template-columns: max-content repeat(calc(var(--dimensions) + 1), minmax(0, 1fr)) auto;
    }

    /* It keeps its cell of the grid. */
    .dense .more {
      width: 0;
      overflow: hidden;
      visibility: hidden;
    }

    .dense .name {
      margin-right: 0.25rem;
      font-size: 0.9375rem;
    }

    .dense .chip {
      flex-direction: column;
      min-width: 2.375rem;
      max-width: 100%;
    }

    .dense .ghost {
      min-width: 2.25rem;
      max-width: 100%;
    }

    .dense .handle {
      width: 100%;
      border-radius: 0.375rem 0.375rem 0 0;
    }

    .dense .handle svg {
      rotate: 90deg;
    }

    .dense .head {
      font-size: 0.875rem;
      letter-spacing: -0.04em;
    }

    .dense input.size {
      min-width: 0;
      max-width: 100%;
    }
  }

  @media print {
    .handle {
      display: none;
    }

    .more {
      visibility: hidden;
    }

    :host {
      break-inside: avoid;
    }
  }
`;
