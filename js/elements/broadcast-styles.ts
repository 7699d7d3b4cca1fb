/** The styles of `<hloom-broadcast>`: a bar, the table beside the picture, a footer; below each other if it is narrow. */

import { css, type CSSResult } from 'lit';

/** A card whose picture takes the whole width, with the table below it. */
const stacked = (card: CSSResult): CSSResult => css`
  ${card} .body {
    grid-template-columns: minmax(0, 1fr);
  }

  ${card} .picture {
    order: -1;
  }

  ${card} .side {
    grid-template-columns: auto minmax(20rem, 1fr);
    gap: 2.5rem;
    min-height: 0;
    border-top: 1px solid var(--hloom-line);
    border-right: 0;
  }
`;

export const broadcastStyles = css`
  :host {
    display: block;
    min-width: 0;
    container-type: inline-size;
  }

  .card,
  .alone {
    border: 1px solid var(--hloom-line);
    border-radius: 0.75rem;
    background: var(--hloom-card);
    box-shadow: 0 8px 28px rgb(0 0 0 / 5%);
  }

  .alone {
    margin: 0;
    padding: 1.25rem;
  }

  .card {
    display: grid;
    grid-template: 'bar' 'body' 'tools' 'foot' / minmax(0, 1fr);
  }

  .bar {
    grid-area: bar;
    padding: 0.25rem 1.25rem;
    border-bottom: 1px solid var(--hloom-line);
  }

  .toolbar {
    display: grid;
    grid-area: tools;
    align-items: center;
  }

  ::slotted(*) {
    padding: 0 1.25rem;
    border-top: 1px solid var(--hloom-line);
  }

  .body {
    display: grid;
    grid-area: body;
    grid-template-columns: minmax(0, 1fr);
  }

  .picture,
  .side {
    min-width: 0;
    padding: 0.75rem 1.25rem;
  }

  .side {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
    align-content: start;
    border-top: 1px solid var(--hloom-line);
  }

  .picture {
    order: -1;
  }

  .told {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
    align-content: start;
  }

  .foot {
    position: sticky;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-area: foot;
    z-index: 4;
    bottom: 0;
    align-items: center;
    min-height: 3.8125rem;
    padding: 0.25rem 1.25rem;
    border-top: 1px solid var(--hloom-line);
    border-radius: 0 0 0.75rem 0.75rem;
    background: var(--hloom-card);
  }

  .old hloom-stage,
  .old hloom-alignment {
    opacity: 0.45;
  }

  .previewing .bar {
    overflow: hidden;
  }

  .previewing .body {
    overflow: auto;
  }

  .previewing .picture {
    outline: 2px dashed var(--hloom-result);
    outline-offset: -5px;
  }

  @container (min-width: 50rem) {
    .body {
      grid-template-columns: 25rem minmax(0, 1fr);
    }

    /* A sentence for each of many dimensions has one line. */
    .deep .body {
      grid-template-columns: 28rem minmax(0, 1fr);
    }

    .deep .reasons {
      font-size: 0.875rem;
    }

    .picture {
      display: grid;
      order: 0;
      padding-block: 0.5rem;
      align-content: center;
    }

    .side {
      /* As high as with a mistake, so that nothing below moves. */
      min-height: 19.25rem;
      border-top: 0;
      border-right: 1px solid var(--hloom-line);
    }

    .foot {
      position: static;
    }

    ${stacked(css`.wide`)}
  }

  @container (min-width: 50rem) and (max-width: 75.99rem) {
    ${stacked(css`.columns`)}
  }

  @container (min-width: 76rem) {
    .many-columns .body {
      grid-template-columns: 18rem minmax(0, 1fr);
    }
  }

  @container (min-width: 70rem) {
    .card {
      grid-template: 'bar tools' 'body body' 'foot foot' / minmax(0, 1fr) auto;
    }

    .toolbar {
      border-bottom: 1px solid var(--hloom-line);
    }

    ::slotted(*) {
      border-top: 0;
    }
  }

  @container (max-width: 30rem) {
    .bar,
    ::slotted(*) {
      padding: 0 0.75rem;
    }

    .picture,
    .side {
      padding: 0.625rem 0.75rem;
    }

    .foot {
      padding: 0.375rem 0.75rem;
    }
  }

  @media print {
    .foot {
      display: none;
    }

    .card {
      box-shadow: none;
    }
  }
`;
