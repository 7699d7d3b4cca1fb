/** A question as a program of JAX, to copy. */

import type { LegalAnswer } from './answer.js';
import { isTraced, type OperationDetail } from './catalogue.js';
import type { Writer } from './code.js';
import { expressionOf } from './expression.js';
import { hasJaxCall, jaxCall, pythonName, pythonOf } from './jax.js';
import { isTwinless, jaxReason } from './jax-reasons.js';
import { overloadOf, type Parameter, type Texts } from './program.js';

/** The program, or the reason why JAX has none. */
export const jax: Writer = (detail, answer) => {
  const text = isTraced(detail.id) ? tracedJax(detail.id, answer) : laxCall(detail, answer);
  return text === undefined ? { reason: jaxReason(detail.id, hasJaxCall(detail.id)) } : { text };
};

/** The call in JAX, for functions that JAX has. */
function tracedJax(id: string, { program: { parameters }, texts }: LegalAnswer): string | undefined {
  const call = isTwinless(id) ? undefined : expressionOf(texts.$program ?? '').python;
  if (call === undefined) return undefined;
  const renamed = call
    .replaceAll(/\bjnp\.(cummax|cummin)\b/g, 'jax.lax.$1')
    .replaceAll(/\batleast([123])d\b/g, 'atleast_$1d');
  const imports = [
    ...(/\bjax\./.test(renamed) ? ['import jax'] : []),
    ...(/\bjnp\./.test(renamed) ? ['import jax.numpy as jnp'] : []),
  ];
  const names = parameters.map(({ name }) => pythonName(name)).join(', ');
  return [...imports, '', `def example(${names}):`, `    return ${renamed}`].join('\n');
}

/** A call of jax.lax, if it has the function. */
function laxCall(detail: OperationDetail, { program: { parameters, args }, texts }: LegalAnswer): string | undefined {
  const rows = overloadOf(detail, texts)?.arguments ?? [];
  const given = [...args].map(([name, value]) => {
    const isList = rows.find(({ js }) => js === name)?.form.type.startsWith('list') ?? false;
    const own = parameters.filter(({ field }) => field === name);
    return [
      name,
      {
        value: typeof value === 'function' ? comparisonIn(texts[name] ?? '') : value,
        parameters: own.map((one) => ({ name: one.name, rank: one.shape.rank, isList })),
      },
    ] as const;
  });
  const call =
    args.size === 0
      ? expressionOf(texts.$program ?? "''").python
      : (jaxCall(detail.id, new Map(given)) ??
        broadcastCall(detail.id, args, parameters) ??
        regionCall(detail.id, texts, parameters));
  if (call === undefined || call === "''") return undefined;
  const names = parameters.map(({ name }) => pythonName(name)).join(', ');
  const imports = [
    ...(/\bjax\./.test(call) ? ['import jax'] : []),
    ...(/\bjnp\./.test(call) ? ['import jax.numpy as jnp'] : []),
    ...(/\blax\./.test(call.replaceAll('jax.lax.', '')) ? ['from jax import lax'] : []),
  ];
  const note = call.includes("'i'") ? ["# Each device runs it: in jax.shard_map over a mesh with an axis 'i'."] : [];
  return [
    ...imports,
    '',
    ...note,
    `def example(${names}):`,
    `    return ${call.replace(/^\((.*)\)$/s, (whole, inner: string) => (isWhole(inner) ? inner : whole))}`,
  ].join('\n');
}

/** True if brackets around a text are a pair: not in `(a + b) * (c + d)`, and not around a tuple. */
function isWhole(inner: string): boolean {
  let depth = 0;
  for (const letter of inner) {
    if ('([{'.includes(letter)) depth++;
    if (')]}'.includes(letter) && --depth < 0) return false;
    if (letter === ',' && depth === 0) return false;
  }
  return true;
}

/** `(l, r) => lt(l, r)` compares by `lt`. */
function comparisonIn(text: string): string {
  const { arrow } = expressionOf(text);
  const { called } = arrow?.body ?? {};
  return called?.args.map(({ code }) => code).join() === arrow?.names.join() ? (called?.name ?? '') : '';
}

/** jax.lax broadcasts nothing by itself: the operand of lower rank gets the dimensions of the other one. */
function broadcastCall(
  id: string,
  args: ReadonlyMap<string, unknown>,
  parameters: readonly Parameter[],
): string | undefined {
  const [lhs, rhs] = parameters;
  const dimensions = args.get('broadcastDimensions');
  if (lhs === undefined || rhs === undefined || !Array.isArray(dimensions) || args.size !== 3) return undefined;
  const [low, high] = lhs.shape.rank < rhs.shape.rank ? [lhs, rhs] : [rhs, lhs];
  const fits = low.shape.dimensions.every((size, d) => size === high.shape.dimensions[Number(dimensions[d])]);
  if (!fits || low.shape.rank === high.shape.rank) return undefined;
  const wide = `lax.broadcast_in_dim(${low.name}, ${pythonOf(high.shape.dimensions)}, ${pythonOf(dimensions)})`;
  const plain = [lhs, rhs].map((one) => ({ name: one === low ? wide : one.name, rank: 0, isList: false }));
  const given = ['lhs', 'rhs'].map(
    (name, i) => [name, { value: undefined, parameters: plain.slice(i, i + 1) }] as const,
  );
  return jaxCall(id, new Map(given));
}

/** Loops, branches and maps, whose computations are functions. */
function regionCall(id: string, texts: Texts, parameters: readonly Parameter[]): string | undefined {
  if (id === 'map') {
    const f = expressionOf(texts['computation'] ?? '0').python;
    return f?.startsWith('lambda') ? `(${f})(${parameters.map(({ name }) => pythonName(name)).join(', ')})` : undefined;
  }
  const { condition, body, trueComputation, falseComputation } = texts;
  if (id === 'conditional' && trueComputation !== undefined && falseComputation !== undefined) {
    const [onTrue, onFalse] = [trueComputation, falseComputation].map((text) => expressionOf(text).python);
    if (onTrue === undefined || onFalse === undefined) return undefined;
    return `lax.cond(predicate, lambda: (${onTrue})(trueOperand), lambda: (${onFalse})(falseOperand))`;
  }
  if (id !== 'while' || condition === undefined || body === undefined) return undefined;
  const [goesOn, step] = [condition, body].map((text) => expressionOf(text).python);
  return goesOn === undefined || step === undefined ? undefined : `lax.while_loop(${goesOn}, ${step}, init)`;
}
