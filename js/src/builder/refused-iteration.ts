/** Errors for `const [n, d] = x.shape` and `([x, y]) => ...` in functions that are traced. */

import { atCaller } from '../base/call-stack.js';
import { jsError } from '../base/errors.js';
import { Shape } from '../values/shape.js';
import { recordingBuilder } from './current-builder.js';
import { XlaOp } from './xla-op.js';

/**
 * Makes shapes and operations of arrays refuse to be taken apart. They have an iterator only while a function is
 * traced: test runners iterate over the objects that they compare. The operation of a tuple has its own iterator.
 */
export function refuseIteration(): void {
  for (const { prototype } of [Shape, XlaOp]) {
    if (Symbol.iterator in prototype) continue;
    const get = function (this: unknown): (() => never) | undefined {
      if (recordingBuilder() === undefined || !(this instanceof Shape || this instanceof XlaOp)) return undefined;
      const refuse = (): never => {
        throw atCaller(noIterator(this), refuse);
      };
      return refuse;
    };
    Reflect.defineProperty(prototype, Symbol.iterator, { get, configurable: true });
  }
}

function noIterator(value: Shape | XlaOp): Error {
  if (value instanceof Shape) {
    const text = value.toString();
    return jsError('shapeIndex', `${text} is a shape, which is not a list`, {
      op: 'Shape',
      operands: [text],
      help: value.isTuple ? 'read shape.tupleShapes' : 'read its sizes: const [n, d] = x.shape.dimensions',
    });
  }
  const text = value.shape.toString();
  return jsError('otherName', `${text} is one array, not a list of several`, {
    op: 'XlaOp',
    operands: [text],
    help:
      'np.unstack(x) takes it apart; nested arrays of numbers are one argument of a compiled function, and several ' +
      'are [Literal.from(...), Literal.from(...)], or an object { x, y }',
  });
}
