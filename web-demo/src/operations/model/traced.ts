/** Calls of `np`, `nn` and `random` as programs: jit traces them, as in a user's own code. */

import { jit, nn, np, random, XlaOp } from 'hloom';
import { ExpressionError, expressionOf } from './expression.js';
import { arrayOf, FieldError, type Texts } from './program.js';

const namespaces: Readonly<Record<string, object>> = { np, nn, random };

/** A program, with its parameters named as the arrays of the page, and the call as JavaScript. */
export interface Traced {
  readonly hlo: string;
  readonly code: string;
}

/** The member of a namespace by its path: `np.linalg.inv`. */
function memberOf(path: string): unknown {
  const [first = '', ...names] = path.split('.');
  let found: unknown = Object.hasOwn(namespaces, first) ? namespaces[first] : undefined;
  for (const name of names) {
    const isHolder = typeof found === 'object' && found !== null && Object.hasOwn(found, name);
    found = isHolder ? (found as Readonly<Record<string, unknown>>)[name] : undefined;
  }
  return found;
}

function called(path: string, args: readonly unknown[]): unknown {
  const f = memberOf(path);
  if (typeof f !== 'function') throw new ExpressionError(`there is no function “${path}”`);
  return (f as (...given: readonly unknown[]) => unknown)(...args);
}

/** Numbers and lists of numbers, such as the sizes of np.shape, are constants. */
function operationsOf(value: unknown): XlaOp | XlaOp[] {
  if (value instanceof XlaOp) return value;
  if (Array.isArray(value) && value.some((one) => one instanceof XlaOp)) return value as XlaOp[];
  return np.array(value as number, { dtype: Number.isInteger([value].flat(2)[0]) ? 'S32' : 'F32' });
}

/**
 * Traces the call in `$program` with the other texts as its arrays.
 *
 * @throws HloomError, FieldError
 */
export async function traced(texts: Texts): Promise<Traced> {
  const { $program: call = '', ...arrays } = texts;
  const names = Object.keys(arrays).filter((name) => !name.startsWith('$'));
  const shapes = names.map((name) => arrayOf(name, arrays[name] ?? '').shape);
  try {
    const { value, code } = expressionOf(call);
    const f = jit((...ops: readonly XlaOp[]) =>
      operationsOf(value({ name: (name) => ops[names.indexOf(name)] ?? memberOf(name), call: called })),
    );
    const { computation } = await f.lower(...shapes);
    // jit names the parameters by their places.
    const hlo = computation
      .toHloText()
      .replaceAll(/\barg(\d+)\b/g, (found, place: string) => names[Number(place)] ?? found)
      .trimEnd();
    computation.dispose();
    return { hlo, code };
  } catch (thrown) {
    if (thrown instanceof ExpressionError) throw new FieldError('$program', thrown.message);
    throw thrown;
  }
}
