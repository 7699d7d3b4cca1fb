/** Literals to and from the form that crosses to an engine. */

import { elementInfo, type ElementType } from '../values/element-type.js';
import { jsError } from '../base/errors.js';
import { internal } from '../base/internal.js';
import { bytesOf, withoutPadding } from '../values/literal-data.js';
import { Literal } from '../values/literal.js';
import { Shape } from '../values/shape.js';
import { int64FromJson, type LiteralJson } from '../base/wire.js';
import { buildLiteral } from './results.js';

/** A literal between threads: its shape and one array of bytes for each array leaf, in depth-first order. */
export type WireLiteral = Omit<LiteralJson, 'leaves'> & { readonly leaves: readonly Uint8Array[] };

/**
 * Returns the literal's own bytes without a copy: only read them. If there is padding, they are a copy.
 *
 * @throws HloomError `js.c60` for data that were transferred, `js.c10` for data that the type cannot hold
 */
export function literalToWire(literal: Literal, op: string): WireLiteral {
  const leaves: Uint8Array[] = [];
  const sizes: string[][] = [];
  const visit = (value: Literal): void => {
    const data = value[internal](op);
    if (data !== undefined) {
      leaves.push(bytesOf(data));
      sizes.push(value.shape.isStatic ? [] : value.dynamicSizes.map(String));
    }
    for (const element of value.elements) visit(element);
  };
  visit(literal);
  return {
    shape: literal.shape.toJson(),
    ...(literal.shape.isStatic ? {} : { dynamic_sizes: sizes }),
    leaves,
  };
}

/** The literal that owns these bytes from now on. */
export function literalFromWire(wire: WireLiteral): Literal {
  let next = 0;
  return buildLiteral(Shape.fromJson(wire.shape), (shape) => {
    const sizes = shape.isStatic ? shape.dimensions : (wire.dynamic_sizes?.[next] ?? []).map(int64FromJson);
    const bytes = wire.leaves[next++];
    const stored = shape.stored(sizes);
    const { byteLength } = stored;
    if (bytes?.byteLength !== byteLength || sizes.length !== shape.rank) {
      throw jsError('contract', `the result has ${bytes?.byteLength ?? 0} bytes, ${byteLength} belong to its shape`, {
        operands: [shape.toString()],
      });
    }
    const { array } = elementInfo(shape.type as ElementType);
    const memory = new array(bytes.buffer as ArrayBuffer, bytes.byteOffset, byteLength / array.BYTES_PER_ELEMENT);
    return Literal[internal](shape, { data: withoutPadding(memory, stored), sizes });
  });
}
