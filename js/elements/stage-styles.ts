import { css } from 'lit';

export const stageStyles = css`
  :host {
    display: block;
  }

  .blocks {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem 0.5rem;
    align-items: flex-start;
    /* The outline of the last block in a row is outside the block. */
    padding-right: 5px;
  }

  .term {
    display: flex;
    min-width: 0;
    max-width: 100%;
  }

  .block {
    min-width: 0;
    /* The outline of what has the focus needs room. */
    max-width: calc(100% + 10px);
    padding: 5px;
    margin: -5px;
    overflow-x: auto;
  }

  .block .title {
    margin: 0 0 0.5rem;
    color: var(--tone);
    font-size: 0.9375rem;
    font-weight: 700;
    overflow-wrap: anywhere;
  }

  .block .title code {
    font-weight: 400;
    color: var(--hloom-ink);
  }

  .block .title small {
    color: var(--hloom-quiet);
    font-weight: 400;
  }

  .sign {
    flex: none;
    min-width: 2.25rem;
    margin-top: 2rem;
    text-align: center;
    line-height: var(--hloom-cell);
    font-size: 1.25rem;
    color: var(--hloom-quiet);
  }

  .sign.word {
    padding-inline: 0.25rem;
    font-size: 0.875rem;
  }

  .stacked .term {
    display: block;
  }

  .stacked .sign {
    display: block;
    margin: 0 0 0.5rem;
    text-align: start;
    line-height: 1.25;
  }

  .axes {
    display: flex;
    gap: 0.875rem;
    margin: 0.375rem 0 0;
    padding: 0;
    list-style: none;
    color: var(--hloom-quiet);
    font: 0.75rem/1 var(--hloom-mono);
  }

  .axes svg {
    margin-left: 0.25rem;
    vertical-align: middle;
  }

  .omitted,
  .none {
    margin: 0.375rem 0 0;
    color: var(--hloom-quiet);
    font-size: 0.875rem;
  }

  .leaf {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    align-items: center;
    margin-top: 0.75rem;
    font-size: 0.875rem;
  }

  .leaf input {
    accent-color: var(--hloom-ink);
  }

  .sentence {
    min-height: 3.25em;
    margin: 1rem 0 0.5rem;
    padding: 0.5rem 0.75rem;
    border-left: 3px solid var(--hloom-line);
    line-height: 1.6;
  }

  .sentence .hint {
    color: var(--hloom-quiet);
  }

  .sentence .value {
    margin-left: 1ch;
    color: var(--hloom-quiet);
  }

  @media print {
    hloom-scrubber,
    .leaf,
    .sentence:has(.hint) {
      display: none;
    }

    .block {
      break-inside: avoid;
    }
  }
`;
