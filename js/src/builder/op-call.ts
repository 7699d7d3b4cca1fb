import { atCaller } from '../base/call-stack.js';
import { jsError } from '../base/errors.js';
import { addManyMethods } from '../base/many-properties.js';
import { checkReceiver } from '../base/receiver.js';
import type { XlaOp } from './xla-op.js';

/** Builder functions by their names. */
type Functions = Readonly<Record<string, (...args: unknown[]) => XlaOp>>;

type OpMethod = (this: unknown, ...args: unknown[]) => XlaOp;

/** The functions of the builder that convert operands of two types, as XLA does. */
const products: ReadonlySet<string> = /* @__PURE__ */ new Set(['dot', 'dotGeneral', 'batchDot', 'einsum']);

function checkOneType(lhs: XlaOp, rhs: unknown, op: string): void {
  const type = (rhs as Partial<XlaOp> | undefined)?.shape?.type;
  if (type === undefined || type === lhs.shape.type) return;
  throw jsError('mixedTypes', `the operands are ${lhs.shape.type} and ${type}`, {
    op,
    operands: [lhs.shape.toString(), String((rhs as XlaOp).shape)],
    help: `convert one of them: y.convertElementType('${lhs.shape.type}'); the builder's ${op}(x, y) converts as XLA does`,
  });
}

/**
 * Calls the method of an operation, which is a function of its builder: `x.mul(2)` is `b.mul(x, 2)`.
 *
 * @param at - the position of the operation among the arguments of that function
 * @throws HloomError what the function throws, `js.c115` for a product of two element types, and `js.c81` for anything
 * but an operation
 */
function callMethod(op: unknown, name: string, args: unknown[], at = 0): XlaOp {
  try {
    const builder = (op as { readonly builder?: Functions } | undefined)?.builder;
    checkReceiver(builder !== undefined, op, 'operation', name);
    if (products.has(name)) checkOneType(op as XlaOp, args[0], name);
    args.splice(at, 0, op);
    return (builder as Functions)[name]?.(...args) as XlaOp;
  } catch (thrown) {
    // The method, which calls this, belongs to the package, too.
    throw atCaller(thrown, callMethod, 1);
  }
}

/**
 * A class of operations with a method for each of these functions.
 *
 * @param names - separated by spaces; after a colon the position of the operation among the function's arguments
 */
export function withMethods(names: string): new () => object {
  class Methods {}
  const methodOf = (entry: string): [string, OpMethod] => {
    const [name = '', at = 0] = entry.split(':');
    const named: Record<string, OpMethod> = {
      [name](...args: unknown[]) {
        return callMethod(this, name, args, Number(at));
      },
    };
    return [name, named[name] as OpMethod];
  };
  addManyMethods(Methods.prototype, names.split(' ').map(methodOf));
  return Methods;
}
