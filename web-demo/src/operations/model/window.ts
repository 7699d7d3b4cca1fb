/** The window of an operation, and the array under it with its padding and the holes between its elements. */

import { keyOf } from '../../../../js/elements/model/axis.js';
import { parseWindow, type WindowDimension } from '../../site/window-attribute.js';
import type { LegalAnswer } from './answer.js';

/** One dimension of an operand, and the window over it, if there is one. */
interface Spread {
  readonly size: number;
  readonly window: WindowDimension | undefined;
  /** The dimension of the result along which the window moves. */
  readonly along: number;
}

/**
 * An operand with its padding and holes as cells. Along a dimension of 3 elements with base dilation 2 and padding 1_1
 * there are 7 cells: padding, 0, hole, 1, hole, 2, padding.
 */
export class SpreadArray {
  readonly operand: string;
  readonly #spreads: readonly Spread[];

  constructor(operand: string, spreads: readonly Spread[]) {
    this.operand = operand;
    this.#spreads = spreads;
  }

  /** The first place along a dimension, counted from the first element: negative with padding. */
  #first({ window }: Spread): number {
    return Math.min(0, -(window?.low ?? 0));
  }

  #width({ size, window }: Spread): number {
    return size === 0 ? 0 : (size - 1) * (window?.base ?? 1) + 1;
  }

  /** The sizes with padding and holes. */
  get sizes(): number[] {
    return this.#spreads.map(
      (spread) => this.#width(spread) - this.#first(spread) + Math.max(0, spread.window?.high ?? 0),
    );
  }

  /** The element of a cell, or what the cell is instead. */
  at(cell: readonly number[]): readonly number[] | 'padding' | 'hole' {
    let isHole = false;
    const index: number[] = [];
    for (const [d, spread] of this.#spreads.entries()) {
      const place = (cell[d] ?? 0) + this.#first(spread);
      const base = spread.window?.base ?? 1;
      if (place < 0 || place >= this.#width(spread)) return 'padding';
      isHole ||= place % base !== 0;
      index.push(Math.floor(place / base));
    }
    return isHole ? 'hole' : index;
  }

  /** The key of a cell: that of its element, or one of its own. */
  keyAt(cell: readonly number[]): string {
    const found = this.at(cell);
    return typeof found === 'string' ? `${found} ${keyOf(cell)}` : keyOf(found);
  }

  /** The cells in the window of an element of the result. */
  cellsFor(result: readonly number[]): number[][] {
    return this.#spreads.reduce<number[][]>(
      (outer, spread) => {
        const places = this.#placesFor(spread, result);
        return outer.flatMap((cell) => places.map((place) => [...cell, place]));
      },
      [[]],
    );
  }

  #placesFor(spread: Spread, result: readonly number[]): number[] {
    const { window, size, along } = spread;
    if (window === undefined) {
      return along < 0 ? Array.from({ length: size }, (_, i) => i) : [result[along] ?? 0];
    }
    // The window of element 0 begins in the padding; negative padding begins within the array.
    const start = (result[along] ?? 0) * window.stride - window.low - this.#first(spread);
    return Array.from({ length: window.size }, (_, i) => start + i * window.dilation);
  }
}

const labels = /^(\w+)_(\w+)->(\w+)$/;

/** The first operand with the cells that a window meets; `undefined` for a program without a window over a parameter. */
export function spreadOf({ graph, program }: LegalAnswer): SpreadArray | undefined {
  const instruction = graph.instructions.find(
    ({ name, attributes }) => name === graph.root && attributes['window'] !== undefined,
  );
  const operand = program.parameters.find(({ name }) => name === instruction?.operands[0]);
  if (instruction === undefined || operand === undefined || instruction.opcode === 'select-and-scatter')
    return undefined;
  const dimensions = parseWindow(instruction.attributes['window'] ?? '');
  const { dimensions: sizes } = operand.shape;
  if (instruction.opcode === 'reduce-window') {
    return new SpreadArray(
      operand.name,
      sizes.map((size, d) => ({ size, window: dimensions[d], along: d })),
    );
  }
  const [, input = '', , result = ''] = labels.exec(instruction.attributes['dim_labels'] ?? '') ?? [];
  if (input === '') return undefined;
  return new SpreadArray(
    operand.name,
    sizes.map((size, d) => {
      const label = input[d] ?? '';
      const isSpatial = /\d/.test(label);
      return {
        size,
        window: isSpatial ? dimensions[Number(label)] : undefined,
        // Every feature of the input counts; the batch is that of the result.
        along: label === 'f' ? -1 : result.indexOf(label),
      };
    }),
  );
}
