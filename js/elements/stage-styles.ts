import { css } from 'lit';

export const stageStyles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: center;
    isolation: isolate;
  }

  .blocks {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem 0;
    align-items: flex-start;
    justify-content: center;
  }

  .term {
    display: flex;
    align-items: stretch;
    min-width: 0;
    max-width: 100%;
  }

  .block {
    min-width: 0;
    /* The outline of what has the focus needs room. */
    padding: 3px;
    margin: -3px;
    overflow-x: auto;
    overflow-y: hidden;
  }

  .block .title {
    margin: 0;
    color: var(--tone);
    font-size: 0.9375rem;
    font-weight: 700;
    line-height: 1.5;
    white-space: nowrap;
  }

  .block .title .plain {
    color: var(--hloom-ink);
  }

  .block .title code {
    font-weight: 400;
    color: var(--hloom-ink);
  }

  .block .title small {
    color: var(--hloom-quiet);
    font-size: 0.875rem;
    font-weight: 400;
  }

  .sign {
    flex: none;
    align-self: center;
    width: var(--sign);
    padding-top: 3.25rem;
    text-align: center;
    line-height: 1;
    font-size: 1.75rem;
    color: var(--hloom-quiet);
  }

  .sign.word {
    width: 4rem;
    padding-inline: 0.25rem;
    font-size: 1rem;
  }

  .paired .sign:not(.word) {
    font-size: 1.5rem;
  }

  .stacked {
    justify-content: start;
  }

  .stacked .title,
  .stacked .axes {
    flex-wrap: wrap;
    white-space: normal;
    overflow-wrap: anywhere;
  }

  .stacked .term {
    display: block;
  }

  .stacked .sign {
    display: block;
    width: auto;
    padding: 0;
    margin: 0 0 0.25rem;
    text-align: start;
    line-height: 1.25;
  }

  .axes {
    display: flex;
    gap: 0.75rem;
    min-height: 1.25rem;
    margin: 0;
    padding: 0;
    list-style: none;
    color: var(--hloom-quiet);
    font-size: 0.875rem;
    line-height: 1.25rem;
    white-space: nowrap;
  }

  /* Two blocks beside each other have room for their cells, and the shapes above them. */
  @container (max-width: 30rem) {
    .axes,
    .title small,
    .paired :is(.lhs, .rhs) .omitted {
      position: absolute;
      width: 1px;
      height: 1px;
      min-width: 0;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }

  .omitted,
  .none {
    margin: 0.375rem 0 0;
    color: var(--hloom-quiet);
    font-size: 0.875rem;
  }

  /* A long text does not make its block wider than the cells. */
  .omitted {
    width: 0;
    min-width: 100%;
  }

  .result .none {
    color: var(--hloom-bad);
    font-weight: 600;
  }

  .none.framed {
    display: grid;
    place-items: center;
    box-sizing: border-box;
    width: 13rem;
    max-width: 100%;
    min-height: 7rem;
    margin-top: 1rem;
    padding: 0.75rem;
    border: 2px dashed var(--hloom-bad);
    border-radius: 0.25rem;
    font-size: 0.9375rem;
    text-align: center;
  }

  .none.framed.open {
    border: 2px dashed var(--hloom-line);
    color: var(--hloom-quiet);
    font-size: 1.75rem;
  }

  .title code.wrong {
    color: var(--hloom-bad);
    text-decoration: line-through;
  }

  .leaf {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    align-items: center;
    justify-content: center;
    margin-top: 0.375rem;
    font-size: 0.9375rem;
    line-height: 1.5rem;
  }

  .leaf input {
    height: 1.25rem;
    margin: 0;
    accent-color: var(--hloom-ink);
  }

  .sentence {
    min-height: 1.5rem;
    margin: 0.5rem 0 0;
    font-size: 1.0625rem;
    line-height: 1.5;
    text-align: center;
  }

  .sentence .hint {
    color: var(--hloom-quiet);
    font-size: 1rem;
  }

  @media print {
    .leaf,
    .sentence:has(.hint) {
      display: none;
    }

    .block {
      break-inside: avoid;
    }
  }
`;
