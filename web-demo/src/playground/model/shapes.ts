/** Shapes as the engine writes them, parsed once. */

import { Shape } from 'hloom';

const shapes = new Map<string, Shape>();
/** A program has few different shapes, so the memory of more than these is given back. */
const mostKept = 10_000;

export function shapeOf(text: string): Shape {
  let shape = shapes.get(text);
  if (shape === undefined) {
    shape = Shape.parse(text);
    if (shapes.size > mostKept) shapes.clear();
    shapes.set(text, shape);
  }
  return shape;
}

/** The arrays of a shape: those of a tuple, and of the tuples in it. */
export function leavesOf(shape: Shape): Shape[] {
  const leaves: Shape[] = [];
  const rest = [shape];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.isTuple) rest.push(...next.tupleShapes);
    else if (next.isArray) leaves.push(next);
  }
  return leaves;
}

export const bytesOf = (shape: Shape | undefined): number =>
  shape === undefined ? 0 : leavesOf(shape).reduce((sum, leaf) => sum + leaf.byteLength, 0);

/** The elements of all arrays of a shape. */
export const elementsOf = (shape: Shape | undefined): number =>
  shape === undefined ? 0 : leavesOf(shape).reduce((sum, leaf) => sum + leaf.elementCount, 0);

/** The shape itself, or the first one of a tuple: reductions of several arrays count the first. */
export const firstOf = (shape: Shape): Shape => (shape.isTuple ? (shape.tupleShapes[0] ?? shape) : shape);
