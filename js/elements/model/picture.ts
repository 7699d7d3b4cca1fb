/** The cells of a scene at a time, and the cells that light up together. */

import { keyOf, shownIndices } from './axis.js';
import type { BlockLayout, Place } from './geometry.js';
import { momentOf, progress, sideNames, sourceIndex, type OperandScene, type Scene, type SideName } from './scene.js';
import { cellText } from './values.js';

/** A mark on a cell: asked about, answered, and answered wrongly; `elsewhere` has the value that was answered. */
export type MarkKind = 'asked' | 'right' | 'wrong' | 'elsewhere';

/** A result before it is shown: an empty grid, with what a reader says about its cells. */
export interface Draft {
  /** The sizes of the grid; `undefined` if they are not known, and a frame takes its place. */
  readonly sizes: readonly number[] | undefined;
  /** The name of its shape. */
  readonly title: string;
  /** The marked cells by their keys; a text replaces that of the cell. */
  readonly marks: ReadonlyMap<string, { readonly kind: MarkKind; readonly text?: string }>;
  /** True if the sizes are a wrong answer. */
  readonly isWrong: boolean;
  /** True once the engine's result is shown. */
  readonly isShown: boolean;
}

/** A cell: its place and its text. */
export interface Cell extends Place {
  /** Its index in the array. A copy has the index of its element. */
  readonly index: readonly number[];
  /** Names the cell among its copies. */
  readonly key: string;
  readonly text: string;
  readonly opacity: number;
  /** How dark its tint is, from 0 to 1. */
  readonly tint?: number;
  /** True for a copy, drawn with a dashed line. */
  readonly isCopy?: boolean;
  /** True while the cell is empty. */
  readonly isEmpty?: boolean;
  /** The mark of a reader's answer, or of the element that the question asks for. */
  readonly mark?: MarkKind;
  /** The operand whose colors it has, if the array shows both. */
  readonly side?: SideName;
  /** True for a cell that hangs over the other operand, or that the other one leaves bare; it is hatched in red. */
  readonly isAmiss?: boolean;
  /** True for padding, which is in memory but not an element of the array; it is hatched. */
  readonly isPadding?: boolean;
}

/**
 * The cells of an operand, without copies that have not started yet.
 *
 * @param most - the number of characters that fit in a cell
 */
export function operandCells(
  operand: OperandScene,
  time: number,
  text: (index: readonly number[]) => string,
  most?: number,
): readonly Cell[] {
  return operand.sprites.flatMap((sprite) => {
    const moment = momentOf(operand, sprite, time);
    if (moment === undefined || moment.opacity === 0) return [];
    const key = keyOf(sprite.target);
    return [
      { ...moment, index: sprite.source, key, text: cellText(text(sprite.source), most), isCopy: !sprite.original },
    ];
  });
}

/**
 * The cells of the result: outlines, which are filled in row-major order while the operands are combined.
 *
 * @param text - the element at an index; nothing until it is computed
 * @param most - the number of characters that fit in a cell
 */
export function resultCells(
  layout: BlockLayout,
  time: number,
  text: (index: readonly number[]) => string,
  most?: number,
): Cell[] {
  const indices = shownIndices(layout.axes);
  return indices.flatMap((index, number) => {
    const place = layout.at(index);
    if (place === undefined) return [];
    const share = progress(time - 2, number / Math.max(1, indices.length - 1));
    const value = share < 0.5 ? '' : cellText(text(index), most);
    return [{ ...place, index, key: keyOf(index), text: value, opacity: 1, isEmpty: value === '' }];
  });
}

/** The element under the pointer, and the keys of its cells. */
export interface Light {
  readonly name: SideName | 'result';
  readonly index: readonly number[];
  readonly lhs: ReadonlySet<string>;
  readonly rhs: ReadonlySet<string>;
  readonly result: ReadonlySet<string>;
}

/** An element of the result lights its sources; an operand's element lights its targets. */
export function lightFor(scene: Scene, name: SideName | 'result', index: readonly number[]): Light {
  const { explanation } = scene;
  if (name !== 'result') {
    const copies = scene[name].sprites.filter(({ source }) => keyOf(source) === keyOf(index));
    const keys = new Set(copies.map(({ target }) => keyOf(target)));
    const none = new Set<string>();
    return { name, index, lhs: none, rhs: none, [name]: keys, result: scene.result === undefined ? none : keys };
  }
  const [lhs, rhs] = sideNames.map((side) => {
    const source = keyOf(sourceIndex(explanation, side, index));
    const original = scene[side].sprites.find((sprite) => sprite.original && keyOf(sprite.source) === source);
    return new Set([keyOf(index), ...(original === undefined ? [] : [keyOf(original.target)])]);
  });
  return { name, index, lhs: lhs ?? new Set(), rhs: rhs ?? new Set(), result: new Set([keyOf(index)]) };
}
