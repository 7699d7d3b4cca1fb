/**
 * Colors, type and controls that all elements share. A page may set the properties that start with
 * `--hloom-color-`, and `--hloom-font-mono`, on an element or around it; docs/elements.md lists
 * them.
 */

import { css } from 'lit';

/**
 * The loom's palette: one color for each operand and for the result, and red for errors. Each has a contrast of 4.5:1
 * or better on the paper.
 */
export const palette = css`
  :host {
    --hloom-paper: var(--hloom-color-paper, light-dark(#fbfaf6, #16161a));
    --hloom-card: var(--hloom-color-card, light-dark(#ffffff, #1e1e23));
    --hloom-ink: var(--hloom-color-ink, light-dark(#1b1b1f, #ecebe6));
    --hloom-quiet: var(--hloom-color-quiet, light-dark(#5c5b57, #a9a7a0));
    --hloom-line: var(--hloom-color-line, light-dark(#d8d5cb, #3a3a42));
    --hloom-lhs: var(--hloom-color-lhs, light-dark(#b4530a, #f0a35e));
    --hloom-rhs: var(--hloom-color-rhs, light-dark(#0f766e, #4fd1c5));
    --hloom-result: var(--hloom-color-result, light-dark(#3b3fc8, #9ea3ff));
    --hloom-bad: var(--hloom-color-bad, light-dark(#b3201b, #ff8f87));
    --hloom-mono: var(
      --hloom-font-mono,
      ui-monospace,
      'SF Mono',
      'Cascadia Mono',
      Menlo,
      Consolas,
      'DejaVu Sans Mono',
      monospace
    );
    color: var(--hloom-ink);
    /* Arrays and their texts run from left to right, on every page. */
    direction: ltr;
  }

  .lhs {
    --tone: var(--hloom-lhs);
  }

  .rhs {
    --tone: var(--hloom-rhs);
  }

  .result {
    --tone: var(--hloom-result);
  }

  .tone {
    color: var(--tone);
  }

  * {
    box-sizing: border-box;
  }

  code,
  .mono {
    font-family: var(--hloom-mono);
    font-size: 0.9375em;
    font-variant-numeric: tabular-nums;
  }

  :focus-visible {
    outline: 2px solid var(--hloom-ink);
    outline-offset: 2px;
  }

  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** Buttons and fields. */
export const controls = css`
  button,
  select,
  input {
    font: inherit;
    color: inherit;
  }

  button,
  select {
    min-height: 2.25rem;
    padding: 0 0.75rem;
    border: 1px solid var(--hloom-line);
    border-radius: 0.25rem;
    background: var(--hloom-card);
    cursor: pointer;
  }

  button:hover:not(:disabled) {
    border-color: var(--hloom-ink);
  }

  button:disabled {
    cursor: default;
    color: var(--hloom-quiet);
  }

  button[aria-pressed='true'],
  button[aria-current='true'],
  button[aria-selected='true'] {
    border-color: var(--hloom-ink);
    box-shadow: inset 0 -2px 0 var(--hloom-ink);
  }

  input:not([type='range']) {
    height: 2.25rem;
    padding: 0 0.5rem;
    border: 1px solid var(--hloom-quiet);
    border-radius: 0.25rem;
    background: var(--hloom-card);
  }

  input[aria-invalid='true'] {
    border-color: var(--hloom-bad);
    box-shadow: inset 0 0 0 1px var(--hloom-bad);
  }

  @media (pointer: coarse) {
    button,
    select,
    input:not([type='range']) {
      min-height: 2.75rem;
    }
  }
`;
