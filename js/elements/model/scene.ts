/** A broadcast as a picture that moves: where every element of the operands is, from as given to combined. */

import type { Explanation, ExplanationDimension, Shape } from 'hloom';
import { axesFor, keyOf, shownIndices, type Axis } from './axis.js';
import { layOut, type BlockLayout, type Place } from './geometry.js';

export type SideName = 'lhs' | 'rhs';
export const sideNames = ['lhs', 'rhs'] as const;

/** The stops of the scrubber: the time t of a stage is its number. */
export const stages = ['given', 'placed', 'stretched', 'combined'] as const;

/** Lays out the cells of an array. */
export type Lay = (axes: readonly Axis[]) => BlockLayout;

/** One copy of an element of an operand: the one that goes to `target` in the result. */
export interface Sprite {
  readonly source: readonly number[];
  readonly target: readonly number[];
  /** True if this copy is the element itself; the others appear when it is repeated. */
  readonly original: boolean;
  /** When it moves among the copies, from 0 to 1. */
  readonly order: number;
}

/** The place of a cell at a time. */
export interface Moment extends Place {
  readonly opacity: number;
}

/** An operand's part of the picture. */
export interface OperandScene {
  readonly shape: Shape;
  readonly given: BlockLayout;
  /**
   * With a dimension for each of the result's, of size 1 if the operand does not have it; `undefined` if nothing fits.
   */
  readonly placed: BlockLayout | undefined;
  readonly stretched: BlockLayout | undefined;
  readonly sprites: readonly Sprite[];
}

export interface Scene {
  readonly explanation: Explanation;
  readonly lhs: OperandScene;
  readonly rhs: OperandScene;
  /** `undefined` if the shapes do not fit. */
  readonly result: BlockLayout | undefined;
}

/** The element of an operand that an element of the result is made of. */
export function sourceIndex(explanation: Explanation, name: SideName, index: readonly number[]): number[] {
  const source = new Array<number>(explanation[name].rank).fill(0);
  for (const { dimension, [name]: side } of explanation.dimensions) {
    if (side.dimension !== undefined && !side.expanded) source[side.dimension] = index[dimension] ?? 0;
  }
  return source;
}

/**
 * Sets the picture up.
 *
 * @param columns - the number of cells that fit in a row
 * @param lay - lays out each block
 */
export function sceneOf(explanation: Explanation, columns: number, lay: Lay = (axes) => layOut(axes)): Scene {
  const { result } = explanation;
  const axes = result === undefined ? undefined : axesFor(result.dimensions, columns);
  const operand = (name: SideName): OperandScene =>
    axes === undefined ? illegalOperand(explanation[name], columns, lay) : operandScene(explanation, name, axes, lay);
  return {
    explanation,
    lhs: operand('lhs'),
    rhs: operand('rhs'),
    result: axes === undefined ? undefined : lay(axes),
  };
}

function illegalOperand(shape: Shape, columns: number, lay: Lay): OperandScene {
  const given = lay(axesFor(shape.isArray ? shape.dimensions : [], columns));
  const sprites = shownIndices(given.axes).map((index) => ({ source: index, target: index, original: true, order: 0 }));
  return { shape, given, placed: undefined, stretched: undefined, sprites };
}

const single: Axis = { size: 1, shown: [0], omitted: 0 };

function operandScene(explanation: Explanation, name: SideName, axes: readonly Axis[], lay: Lay): OperandScene {
  const shape = explanation[name];
  const own: Axis[] = shape.dimensions.map(() => single);
  const inPlace = axes.map((axis, dimension) => {
    const side = explanation.dimensions[dimension]?.[name];
    if (side?.dimension === undefined || side.expanded) return single;
    own[side.dimension] = axis;
    return axis;
  });
  return {
    shape,
    given: lay(own),
    placed: lay(inPlace),
    stretched: lay(axes),
    sprites: axes.some(({ size }) => size === 0)
      ? vanishing(explanation, name, own)
      : spritesOf(explanation, name, axes),
  };
}

function spritesOf(explanation: Explanation, name: SideName, axes: readonly Axis[]): Sprite[] {
  const seen = new Set<string>();
  const repeated = explanation.dimensions.filter(({ [name]: side }) => side.expanded).map(({ dimension }) => dimension);
  return shownIndices(axes).map((target) => {
    const source = sourceIndex(explanation, name, target);
    const original = !seen.has(keyOf(source));
    seen.add(keyOf(source));
    return { source, target, original, order: orderAlong(target, repeated, axes) };
  });
}

/** For a result without elements: the operand's elements are shown until they are repeated 0 times. */
function vanishing(explanation: Explanation, name: SideName, own: readonly Axis[]): Sprite[] {
  return shownIndices(own).map((source) => {
    const target = explanation.dimensions.map(({ [name]: side }) =>
      side.dimension === undefined || side.expanded ? 0 : (source[side.dimension] ?? 0),
    );
    return { source, target, original: true, order: 0 };
  });
}

/** The place of an element along the stretched dimensions, from 0 to 1: near copies start first. */
function orderAlong(target: readonly number[], repeated: readonly number[], axes: readonly Axis[]): number {
  const far = repeated.map((dimension) => {
    const shown = axes[dimension]?.shown ?? [];
    return shown.length < 2 ? 0 : shown.indexOf(target[dimension] ?? 0) / (shown.length - 1);
  });
  return far.length === 0 ? 0 : far.reduce((sum, value) => sum + value, 0) / far.length;
}

/** Begins and ends gently. */
const ease = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t));
const within = (t: number): number => Math.min(1, Math.max(0, t));
/** The part of a move for which the last element waits. */
const stagger = 0.5;

/** The progress of a move, from 0 to 1, for an element that waits for its turn. */
export function progress(t: number, order: number): number {
  return ease(within((within(t) - stagger * order) / (1 - stagger)));
}

function between(from: Place, to: Place, share: number): Place {
  const mix = (a: number, b: number): number => a * (1 - share) + b * share;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), depth: share < 0.5 ? from.depth : to.depth };
}

/** The place of an element's copy at time t, from 0 (as given) to 3 (combined). */
export function momentOf({ given, placed, stretched }: OperandScene, sprite: Sprite, t: number): Moment | undefined {
  const start = given.at(sprite.source);
  if (start === undefined) return undefined;
  if (placed === undefined || stretched === undefined) return { ...start, opacity: 1 };
  const middle = placed.at(placedIndex(sprite, placed));
  if (middle === undefined) return undefined;
  if (t <= 1) return { ...between(start, middle, progress(t, 0.5)), opacity: sprite.original ? 1 : 0 };
  const share = progress(t - 1, sprite.order);
  const end = stretched.at(sprite.target);
  if (end === undefined) return { ...middle, opacity: 1 - share };
  return { ...between(middle, end, share), opacity: sprite.original ? 1 : within(share * 3) };
}

/** The index in the operand with all dimensions of the result: 0 along dimensions of size 1. */
function placedIndex(sprite: Sprite, placed: BlockLayout): number[] {
  return sprite.target.map((index, dimension) => (placed.axes[dimension] === single ? 0 : index));
}

/** The reason for an operand's dimension; undefined dimensions were matched to nothing. */
export const expandedDimensions = (explanation: Explanation, name: SideName): ExplanationDimension[] =>
  explanation.dimensions.filter(({ [name]: side }) => side.expanded);
