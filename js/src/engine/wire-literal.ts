/** Literals to and from the form that crosses to an engine. */

import { elementInfo, type ElementType } from '../element-type.js';
import { jsError } from '../errors.js';
import { internal } from '../internal.js';
import { bytesOf } from '../literal-data.js';
import { Literal } from '../literal.js';
import { Shape } from '../shape.js';
import type { WireLiteral } from './protocol.js';

/** The literal's own bytes, not copied: whoever gets them must only read them. */
export function literalToWire(literal: Literal): WireLiteral {
  const leaves: Uint8Array[] = [];
  const visit = (value: Literal): void => {
    const data = value[internal]();
    if (data !== undefined) leaves.push(bytesOf(data));
    for (const element of value.elements) visit(element);
  };
  visit(literal);
  return { shape: literal.shape.toJson(), leaves };
}

/** The literal that owns these bytes from now on. */
export function literalFromWire(wire: WireLiteral): Literal {
  let next = 0;
  const build = (shape: Shape): Literal => {
    if (shape.isToken()) return Literal.token();
    if (shape.isTuple()) return Literal.tuple(...shape.tupleShapes.map(build));
    const bytes = wire.leaves[next++];
    if (bytes?.byteLength !== shape.byteLength) {
      throw jsError(
        'contract',
        `the result has ${bytes?.byteLength ?? 0} bytes, ${shape.byteLength} belong to its shape`,
        {
          operands: [shape.toString()],
        },
      );
    }
    const { array, entries } = elementInfo(shape.type as ElementType);
    const length = shape.elementCount * entries;
    return Literal[internal](shape, new array(bytes.buffer as ArrayBuffer, bytes.byteOffset, length));
  };
  return build(Shape.fromJson(wire.shape));
}
