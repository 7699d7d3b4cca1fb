/** Draws operands and result; a result's cell shows where its value comes from. */

import type { Explanation, Shape } from 'hloom';
import { element } from './element.js';
import { drawGrid, keyOf, type Grid } from './grid.js';
import type { Elements, Values } from './values.js';

type SideName = 'lhs' | 'rhs';

/** The index in an operand that an index of the result reads. */
function sourceIndex(explanation: Explanation, name: SideName, index: readonly number[]): number[] {
  const source = new Array<number>(explanation[name].rank).fill(0);
  for (const { dimension, [name]: side } of explanation.dimensions) {
    if (side.dimension !== undefined && !side.expanded) source[side.dimension] = index[dimension] ?? 0;
  }
  return source;
}

/** Draws everything anew. `trace` is the line that tells about a cell. */
export function drawValues(into: HTMLElement, trace: HTMLElement, explanation: Explanation, values: Values): void {
  const grids = {
    lhs: gridOf('lhs', explanation.lhs, values.lhs),
    rhs: gridOf('rhs', explanation.rhs, values.rhs),
  };
  const { result } = explanation;
  const panels = [panel('lhs', explanation.lhs, grids.lhs), panel('rhs', explanation.rhs, grids.rhs)];
  if (result === undefined || values.result === undefined) {
    trace.textContent = 'There is no result to draw.';
  } else {
    const grid = gridOf('result', result, values.result);
    panels.push(panel('result', result, grid));
    new Tracer(explanation, values, { ...grids, result: grid }, trace);
  }
  into.replaceChildren(...panels);
}

function panel(name: string, shape: Shape, grid: Grid): HTMLElement {
  return element(
    'section',
    { class: `panel ${name}`, 'aria-label': name },
    element('h3', {}, name, ' ', element('code', {}, shape.toString())),
    grid.element,
  );
}

function gridOf(name: string, shape: Shape, elements: Elements): Grid {
  return drawGrid(shape.dimensions, name, (index) => elementText(elements, shape, index));
}

function elementText(elements: Elements, shape: Shape, index: readonly number[]): string {
  const position = shape.dimensions.reduce((sum, size, d) => sum * size + (index[d] ?? 0), 0);
  const value = elements[position];
  return shape.type === 'PRED' ? String(Boolean(value)) : String(value);
}

/** Hover, focus and arrow keys on the result's cells. */
class Tracer {
  readonly #explanation: Explanation;
  readonly #values: Values;
  readonly #grids: Readonly<Record<SideName | 'result', Grid>>;
  readonly #line: HTMLElement;
  readonly #keys: readonly string[];
  #lit: HTMLElement[] = [];
  #current: HTMLElement | undefined;

  constructor(
    explanation: Explanation,
    values: Values,
    grids: Readonly<Record<SideName | 'result', Grid>>,
    line: HTMLElement,
  ) {
    this.#explanation = explanation;
    this.#values = values;
    this.#grids = grids;
    this.#line = line;
    this.#keys = [...grids.result.cells.keys()];
    const { element: root, cells } = grids.result;
    for (const table of root.querySelectorAll('table')) table.setAttribute('role', 'grid');
    for (const cell of cells.values()) cell.tabIndex = -1;
    this.#moveTabStop(cells.values().next().value);
    line.textContent =
      cells.size === 0 ? 'There are no elements.' : 'Point at a cell of the result, or move there with the arrow keys.';
    root.addEventListener('pointerover', (event) => {
      this.#show(cellOf(event.target));
    });
    root.addEventListener('pointerleave', () => {
      const { activeElement } = document;
      this.#show(root.contains(activeElement) ? cellOf(activeElement) : undefined);
    });
    root.addEventListener('focusin', (event) => {
      this.#moveTabStop(cellOf(event.target));
      this.#show(cellOf(event.target));
    });
    root.addEventListener('focusout', () => {
      this.#show(undefined);
    });
    root.addEventListener('keydown', (event) => {
      this.#key(event);
    });
  }

  #moveTabStop(cell: HTMLElement | undefined): void {
    if (cell === undefined) return;
    if (this.#current !== undefined) this.#current.tabIndex = -1;
    cell.tabIndex = 0;
    this.#current = cell;
  }

  #show(cell: HTMLElement | undefined): void {
    for (const lit of this.#lit) lit.classList.remove('lit');
    this.#lit = [];
    const index = cell?.dataset.index;
    if (cell === undefined || index === undefined) return;
    const numbers = index === '' ? [] : index.split(',').map(Number);
    this.#light(cell);
    const terms = (['lhs', 'rhs'] as const).map((name) => {
      const source = sourceIndex(this.#explanation, name, numbers);
      this.#light(this.#grids[name].cells.get(keyOf(source)));
      return {
        at: `${name}[${keyOf(source)}]`,
        value: elementText(this.#values[name], this.#explanation[name], source),
      };
    });
    const sum = terms.map(({ at }) => at).join(' + ');
    const numbersText = terms.map(({ value }) => value).join(' + ');
    this.#line.replaceChildren(
      element('code', {}, `result[${index}] = ${sum} = ${numbersText} = ${cell.textContent ?? ''}`),
    );
  }

  #light(cell: HTMLElement | undefined): void {
    if (cell === undefined) return;
    cell.classList.add('lit');
    this.#lit.push(cell);
  }

  /** Left and right go through all cells; up and down keep the column, across panes. */
  #key(event: KeyboardEvent): void {
    const cell = cellOf(event.target);
    const key = cell?.dataset.index;
    if (cell === undefined || key === undefined) return;
    const at = this.#keys.indexOf(key);
    const columns = cell.parentElement?.querySelectorAll('td[data-index]').length ?? 1;
    const column = at % columns;
    const targets: Partial<Record<string, number>> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - columns,
      ArrowDown: at + columns,
      Home: at - column,
      End: at - column + columns - 1,
    };
    const target = this.#keys[targets[event.key] ?? -1];
    if (target === undefined) return;
    event.preventDefault();
    this.#grids.result.cells.get(target)?.focus();
  }
}

function cellOf(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>('td[data-index]') ?? undefined) : undefined;
}
