/** Calls of `np`, `nn` and `random` as programs: jit traces them, as in a user's own code. */

import { HloomError, jit, Literal, XlaOp } from 'hloom';
import { ExpressionError, expressionOf } from './expression.js';
import { arrayOf, FieldError, parsedProgram, type Asked, type Parameter, type Program, type Texts } from './program.js';

/** The values of names such as `np.linalg.inv`; `undefined` for other names. */
export type Member = (name: string) => unknown;

/** The member of the package's namespaces by its path. */
export function memberIn(namespaces: Readonly<Record<string, object>>, path: string): unknown {
  let found: unknown = namespaces;
  for (const name of path.split('.')) {
    const isHolder = typeof found === 'object' && found !== null && Object.hasOwn(found, name);
    found = isHolder ? (found as Readonly<Record<string, unknown>>)[name] : undefined;
  }
  return found;
}

/** The names of the package's functions in a call: `np.sum` and `nn.relu` in `np.sum(nn.relu(x), 1)`. */
export const namesIn = (call: string): string[] => [
  ...new Set(call.match(/(?<![\w.])[a-z]\w*(?:\.[a-zA-Z_]\w*)+/g) ?? []),
];

/** Numbers and lists of numbers, such as the sizes of np.shape, are constants. */
function operationsOf(value: unknown): unknown {
  if (value instanceof XlaOp || typeof value !== 'object' || value === null) return constantOf(value);
  if (!Array.isArray(value)) return value;
  return value.some((one) => typeof one === 'object') ? value : constantOf(value);
}

const constantOf = (value: unknown): unknown =>
  typeof value === 'number' || Array.isArray(value)
    ? Literal.from(value as number, Number.isInteger([value].flat(2)[0]) ? 'S32' : 'F32')
    : value;

/** Traces the call in `$program`, with the other texts as its arrays. */
export async function traced(texts: Texts, member: Member): Promise<Asked> {
  let parameters: readonly Parameter[] = [];
  try {
    const names = Object.keys(texts).filter((name) => !name.startsWith('$'));
    parameters = names.map((name) => ({ field: name, name, ...arrayOf(name, texts[name] ?? '') }));
    return { ok: true, program: { ...(await programOf(texts, parameters, member)), args: new Map() } };
  } catch (thrown) {
    if (thrown instanceof HloomError) return { ok: false, error: thrown, parameters };
    // JavaScript's own errors, as of an index into nothing, are of the call, too.
    const text = thrown instanceof Error && !(thrown instanceof TypeError) ? thrown.message : String(thrown);
    return { ok: false, mistake: { field: thrown instanceof FieldError ? thrown.field : '$program', text } };
  }
}

async function programOf(
  texts: Texts,
  parameters: readonly Parameter[],
  member: Member,
): Promise<Omit<Program, 'args'>> {
  const { value, code } = expressionOf(texts['$program'] ?? '');
  const names = parameters.map(({ name }) => name);
  const f = jit((...ops: readonly XlaOp[]) =>
    operationsOf(value({ name: (name) => ops[names.indexOf(name)] ?? member(name), call: called })),
  );
  const { computation } = await f.lower(...parameters.map(({ shape }) => shape));
  // jit names the parameters by their places.
  const hlo = computation
    .toHloText()
    .replaceAll(/\barg(\d+)\b/g, (found, place: string) => names[Number(place)] ?? found);
  computation.dispose();
  return { ...parsedProgram(hlo, texts), call: code };

  function called(path: string, args: readonly unknown[]): unknown {
    const f = member(path);
    if (typeof f !== 'function') throw new ExpressionError(`“${path}” is not a function of hloom`);
    return (f as (...given: readonly unknown[]) => unknown)(...args);
  }
}
