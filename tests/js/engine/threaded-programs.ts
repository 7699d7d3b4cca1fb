// Programs whose work several threads share, and what to run them with.
import type { Literal } from 'hloom';

/** Numbers that do not repeat, some of them special unless they are to be `finite`. */
export function numbers(count: number, seed: number, finite = false): Float32Array {
  let state = seed;
  const next = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const special = [NaN, Infinity, -Infinity, -0, 0, 1e-40, 3e38];
  return Float32Array.from({ length: count }, () => {
    const x = next();
    return x < 0.001 && !finite ? (special[Math.floor(next() * special.length)] as number) : (x - 0.5) * 20;
  });
}

export const indices = (count: number, below: number): Int32Array =>
  Int32Array.from({ length: count }, (_, i) => (Math.imul(i, 7919) + 13) % below);

export const functions = `
sum { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }
max { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] maximum(a, b) }
less { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = pred[] compare(a, b), direction=LT }
farther { a = f32[] parameter(0) b = f32[] parameter(1) c = f32[] abs(a) d = f32[] abs(b) ROOT e = pred[] compare(c, d), direction=GT }
odd { a = f32[] parameter(0) b = f32[] parameter(1) c = f32[] multiply(a, b) ROOT d = f32[] subtract(c, a) }`;

/** Programs of x: f32[rows,columns] and i: s32[rows], whose work is several tasks. */
export const programs = (rows: number, columns: number): Record<string, string> => {
  const n = rows * columns;
  const array = `f32[${rows},${columns}]`;
  const turned = `f32[${columns},${rows}]`;
  const zero = 'zero = f32[] constant(0)';
  return {
    'elementwise operations': `e = ${array} exponential(x) s = ${array} sine(e) ROOT r = ${array} add(s, x)`,
    'other types': `h = bf16[${rows},${columns}] convert(x) n = bf16[${rows},${columns}] tanh(h) ROOT r = f64[${rows},${columns}] convert(n)`,
    'a transpose': `ROOT r = ${turned} transpose(x), dimensions={1,0}`,
    'another layout': `c = ${array}{0,1} copy(x) ROOT r = ${array}{0,1} add(c, c)`,
    'a broadcast': `${zero} row = f32[${columns}] reduce(x, zero), dimensions={0}, to_apply=max b = ${array} broadcast(row), dimensions={1} ROOT r = ${array} subtract(x, b)`,
    'a reverse, pad and concatenate': `v = ${array} reverse(x), dimensions={0,1} ${zero} p = f32[${rows},${columns + 4}] pad(v, zero), padding=0_0x1_3 ROOT r = f32[${rows},${2 * columns + 4}] concatenate(p, x), dimensions={1}`,
    'sums of rows': `${zero} ROOT r = f32[${rows}] reduce(x, zero), dimensions={1}, to_apply=sum`,
    'sums of columns': `${zero} ROOT r = f32[${columns}] reduce(x, zero), dimensions={0}, to_apply=sum`,
    'a sum of all': `${zero} ROOT r = f32[] reduce(x, zero), dimensions={0,1}, to_apply=sum`,
    'a reduction by another function': `${zero} ROOT r = f32[${columns}] reduce(x, zero), dimensions={0}, to_apply=odd`,
    'a pool': `${zero} ROOT r = ${array} reduce-window(x, zero), window={size=3x3 pad=1_1x1_1}, to_apply=max`,
    'running sums': `f = f32[${n}] reshape(x) ${zero} ROOT r = f32[${n}] reduce-window(f, zero), window={size=${n} pad=${n - 1}_0}, to_apply=sum`,
    'a sort': `f = f32[${n}] reshape(x) ROOT r = f32[${n}] sort(f), dimensions={0}, to_apply=less`,
    'a stable sort by another order': `f = f32[${n}] reshape(x) ROOT r = f32[${n}] sort(f), dimensions={0}, is_stable=true, to_apply=farther`,
    'sorted rows': `ROOT r = ${array} sort(x), dimensions={1}, to_apply=less`,
    'sorted columns': `ROOT r = ${array} sort(x), dimensions={0}, to_apply=less`,
    'a gather': `ROOT r = ${array} gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,${columns}}`,
    'a scatter': `ROOT r = ${array} scatter(x, i, x), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=sum`,
    'a tuple': `s = ${array} sort(x), dimensions={1}, to_apply=less t = ${turned} transpose(x), dimensions={1,0} ROOT r = (${array}, ${turned}) tuple(s, t)`,
  };
};

/**
 * The bytes of a result. Engines of JavaScript compile a function again while it runs, and which NaN an addition gives may change
 * with that.
 */
export function bytesOf(value: Literal): readonly Buffer[] {
  if (value.shape.isTuple) return value.elements.flatMap(bytesOf);
  const { data } = value;
  for (let k = 0; k < data.length; k++) if (Number.isNaN(data[k])) data[k] = NaN;
  return [Buffer.from(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength)];
}

export const textOf = (body: string, rows: number, columns: number): string =>
  `${functions}\nENTRY e { x = f32[${rows},${columns}] parameter(0) i = s32[${rows}] parameter(1) ${body} }`;
