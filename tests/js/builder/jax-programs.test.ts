// Programs as JAX, PyTorch/XLA and TensorFlow print them, jax-programs/*.mlir: each runs, and its values are those of plain
// JavaScript. All are printed as StableHLO and read again, with the same values.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, f32, parseStableHlo, type Literal, type ParseStableHloOptions, type RunArgument } from 'hloom';
import { threefry2x32, uniform } from '../support/threefry-model.js';

const folder = join(__dirname, 'jax-programs');

let client: Client;
beforeAll(async () => {
  client = await Client.create();
});
afterAll(() => {
  client.dispose();
});

type Nested = number | boolean | readonly Nested[];

const tried = new Set<string>();

/** The results of a program: those of its text, which are those of what toStableHloText() prints. */
async function run(
  name: string,
  args: readonly RunArgument[],
  options: ParseStableHloOptions = {},
): Promise<readonly Literal[]> {
  tried.add(`${name}.mlir`);
  const first = parseStableHlo(readFileSync(join(folder, `${name}.mlir`), 'utf8'), options);
  const again = parseStableHlo(first.toStableHloText());
  const results = [];
  for (const computation of [first, again]) {
    const executable = await client.compile(computation);
    results.push(await executable.run(...args));
    executable.dispose();
    computation.dispose();
  }
  const [result, second] = results as [Literal, Literal];
  expect(String(second.shape)).toBe(String(result.shape));
  expect(second.toString()).toBe(result.toString());
  return result.shape.isTuple ? result.elements : [result];
}

/** All numbers of an array, complex ones as two. */
const flat = (value: unknown): number[] =>
  [value].flat(Infinity).flatMap((element) => {
    if (typeof element !== 'object' || element === null) return Number(element);
    const { re, im } = element as { re: number; im: number };
    return [re, im];
  });

function expectNear(found: Literal | undefined, wanted: Nested, digits = 5): void {
  const [numbers, expected] = [flat(found?.toArray()), flat(wanted)];
  expect(numbers).toHaveLength(expected.length);
  numbers.forEach((number, i) => {
    if (Number.isNaN(expected[i])) expect(number).toBeNaN();
    else expect(number).toBeCloseTo(expected[i] as number, digits);
  });
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** A nested array of these sizes, from a function of the index. */
function nested(sizes: readonly number[], at: (...index: number[]) => number, index: readonly number[] = []): Nested {
  const [size, ...rest] = sizes;
  return size === undefined ? at(...index) : upTo(size).map((i) => nested(rest, at, [...index, i]));
}

/** An array of numbers without a pattern: as an argument, and as a function from an index. */
function noise(seed: number, ...sizes: number[]): { value: Nested; at: (...index: number[]) => number } {
  const at = (...index: number[]): number => {
    const place = index.reduce((sum, i, d) => sum * (sizes[d] as number) + i, 0);
    return Math.fround(Math.sin((place + seed) ** 2 + seed));
  };
  return { value: nested(sizes, at), at };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

describe('layers', () => {
  test('convolution, ReLU, max pool and its gradient', async () => {
    const [x, w] = [noise(1, 1, 6, 6, 2), noise(2, 3, 3, 2, 3)];
    const [pooled, gradient] = await run('convolution', [x.value, w.value]);
    const activated = (r: number, c: number, o: number): number => {
      const inside = (at: number): boolean => at >= 0 && at < 6;
      const terms = upTo(18).map((k) => {
        const [i, j, f] = [r + Math.floor(k / 6) - 1, c + (Math.floor(k / 2) % 3) - 1, k % 2];
        return inside(i) && inside(j) ? x.at(0, i, j, f) * w.at(i - r + 1, j - c + 1, f, o) : 0;
      });
      return Math.max(0, sum(terms));
    };
    const windowOf = (r: number, c: number, o: number): number[] =>
      upTo(4).map((k) => activated(2 * r + (k >> 1), 2 * c + (k % 2), o));
    expectNear(
      pooled,
      nested([1, 3, 3, 3], (_, r, c, o) => Math.max(...windowOf(r, c, o))),
    );
    const chosen = (r: number, c: number, o: number): number => {
      const window = windowOf(r >> 1, c >> 1, o);
      return window.indexOf(Math.max(...window)) === (r % 2) * 2 + (c % 2) ? 1 : 0;
    };
    expectNear(
      gradient,
      nested([1, 6, 6, 3], (_, r, c, o) => chosen(r, c, o)),
    );
  });

  test('causal attention', async () => {
    const [q, k, v] = [noise(3, 1, 3, 2, 4), noise(4, 1, 3, 2, 4), noise(5, 1, 3, 2, 4)];
    const [result] = await run('attention', [q.value, k.value, v.value]);
    const weights = (i: number, h: number): number[] => {
      const scores = upTo(i + 1).map((j) => Math.exp(sum(upTo(4).map((d) => q.at(0, i, h, d) * k.at(0, j, h, d))) / 2));
      return scores.map((score) => score / sum(scores));
    };
    const attended = (_: number, i: number, h: number, d: number): number =>
      sum(weights(i, h).map((weight, j) => weight * v.at(0, j, h, d)));
    expectNear(result, nested([1, 3, 2, 4], attended));
  });

  test('bfloat16 and int8', async () => {
    const [x, w] = [[[1, 2, 3, 4], [-1, 0.5, 0.25, 8]], [[1, 0, 2], [0, 1, 2], [1, 1, 2], [0.5, 0, 2]]]; // prettier-ignore
    const [a, b] = [[[100, -128, 3, 4], [1, 2, 3, 4]], [[127, -128, 1, 0], [0, 0, 0, 1], [-3, -3, -3, -3]]]; // prettier-ignore
    const [product, integers, means, clamped] = await run('narrow', [x, w, a, b]);
    expect(String(product?.shape)).toBe('bf16[2,3]');
    expect(product?.toArray()).toEqual([[6, 5, 20], [3.25, 0.75, 15.5]]); // prettier-ignore
    expect(integers?.toArray()).toEqual([[29087, 4, 63], [-126, 4, -30]]); // prettier-ignore
    expect(means?.toArray()).toEqual([2.5, 1.9375]);
    expect(clamped?.toArray()).toEqual([[127, 4, 63], [-126, 4, -30]]); // prettier-ignore
  });

  test('a linear layer of PyTorch/XLA', async () => {
    const [bias, weights, x] = [noise(6, 2), noise(7, 2, 3), noise(8, 4, 3)];
    const [result] = await run('torch-xla', [bias.value, weights.value, x.value]);
    const unit = (n: number, o: number): number =>
      Math.max(0, bias.at(o) + sum(upTo(3).map((i) => x.at(n, i) * weights.at(o, i))));
    expectNear(result, nested([4, 2], unit));
  });

  test('a normalisation of TensorFlow', async () => {
    const [x, scale] = [noise(9, 2, 4), noise(10, 4)];
    const [result] = await run('tensorflow', [x.value, scale.value]);
    const at = (n: number, i: number): number =>
      (x.at(n, i) / Math.sqrt(sum(upTo(4).map((j) => x.at(n, j) ** 2)) / 4 + 1e-5)) * scale.at(i);
    expectNear(result, nested([2, 4], at));
  });

  test('a composite of PyTorch: gelu', async () => {
    const [result] = await run('composite', [[1, 2, -3]]);
    // 0.5 x (1 + erf(x / sqrt 2)), by the normal distribution's table.
    expectNear(result, [0.8413447461, 1.9544997361, -0.004049694]);
  });

  test('ragged_dot', async () => {
    const [x, sum] = [[[1, 2], [3, 4], [5, 6], [7, 8]], [[1, 1, 1], [1, 1, 1]]]; // prettier-ignore
    const [result] = await run('ragged-dot', [x, [[[1, 0, 0], [0, 1, 0]], sum], [3, 1]]); // prettier-ignore
    expect(result?.toArray()).toEqual([[1, 2, 0], [3, 4, 0], [5, 6, 0], [15, 15, 15]]); // prettier-ignore
  });

  test('shardings, a constraint and donated arguments', async () => {
    const text = readFileSync(join(folder, 'sharded.mlir'), 'utf8');
    const hlo = parseStableHlo(text).toHloText();
    expect(hlo).toMatch(/input_output_alias=\{ \{1\}: \(2, \{\}, may-alias\) \}/);
    expect(hlo).toMatch(/buffer_donor=\{ \(0, \{\}\) \}/);
    const [x, g] = [noise(11, 4, 2), noise(12, 4, 2)];
    const [next, step] = await run('sharded', [x.value, g.value, 41]);
    expectNear(
      next,
      nested([4, 2], (i: number, j: number) => x.at(i, j) - g.at(i, j) / 2),
    );
    expect(step?.toArray()).toBe(42);
  });
});

describe('control flow', () => {
  const [carry, xs, weights] = [noise(13, 3), noise(14, 5, 3), noise(15, 3, 3)];
  /** The carries of the recurrence, the first one included. */
  const carries = upTo(5).reduce<number[][]>(
    (all, n) => {
      const before = all[n] as number[];
      return [...all, upTo(3).map((j) => Math.tanh(sum(before.map((c, i) => c * weights.at(i, j))) + xs.at(n, j)))];
    },
    [carry.value as number[]],
  );

  test('lax.scan, a loop with stacked results', async () => {
    const [last, squares] = await run('scan', [carry.value, xs.value, weights.value]);
    expectNear(last, carries[5] as number[]);
    expectNear(squares, carries.slice(1).map((row) => row.map((c) => c * c))); // prettier-ignore
  });

  test('a loop whose regions read values from outside', async () => {
    const [last] = await run('scan-captures', [carry.value, xs.value, weights.value]);
    expectNear(last, carries[5] as number[]);
  });

  test.each([
    [-3, true, [Math.sin(0.5), Math.sin(0.5), 0.5]],
    [1, false, [Math.cos(0.5), -0.5, Math.cos(0.5)]],
    [7, true, [50, 50, 0.5]],
  ] as const)('lax.switch(%d) and lax.cond(%s)', async (index, flag, wanted) => {
    const results = await run('switch', [index, 0.5, flag]);
    wanted.forEach((number, i) => {
      expectNear(results[i], number);
    });
  });
});

test('loops in loops with branches, all of which read values from outside', async () => {
  let carry = 0.5;
  for (let i = 0; i < 5; i++) {
    const outer = carry;
    for (let j = 0; j < i; j++) carry = carry > 0.5 ? carry + 0.5 : Math.max(carry * outer, 0.5) + 0.5;
  }
  const [result] = await run('nested-loops', [5, 0.5]);
  expect(result?.toArray()).toBe(carry);
});

describe('indices', () => {
  test('gather: with batching dimensions, and filling what is outside', async () => {
    const x = noise(16, 4, 6);
    const [picked, taken] = await run('gather', [x.value, [0, -1, 3, 5], [2, -1, 9]]);
    expectNear(picked, [x.at(0, 0), x.at(1, 5), x.at(2, 3), x.at(3, 5)]);
    expectNear(taken, upTo(4).map((i) => [x.at(i, 2), x.at(i, 5), NaN])); // prettier-ignore
  });

  test('scatter that adds: the gradient of an embedding', async () => {
    const updates = noise(17, 2, 3, 2);
    const ids = [[1, 1, 6], [0, 9, 1]]; // prettier-ignore
    const [result] = await run('embedding', [nested([7, 2], () => 0), ids, updates.value]);
    const at = (row: number, j: number): number =>
      sum(ids.flatMap((line, a) => line.map((id, b) => (id === row ? updates.at(a, b, j) : 0))));
    expectNear(result, nested([7, 2], at));
  });

  test('argmax: the first of equals, and NaN above all', async () => {
    const [result] = await run('argmax', [[[1, 5, 5, 2, 0], [-3, -2, -9, -2, -7], [1, NaN, 9, NaN, 3], [-Infinity, -Infinity, -Infinity, -Infinity, -Infinity]]]); // prettier-ignore
    expect(result?.toArray()).toEqual([1, 1, 1, 0]);
  });

  test('argsort: stable, -0 equals 0, NaN last', async () => {
    const [values, order] = await run('argsort', [[3, NaN, 0, -0, -Infinity, 3, -1, Infinity]]);
    expect(order?.toArray()).toEqual([4, 6, 2, 3, 0, 5, 7, 1]);
    expect(values?.toArray()).toEqual([-Infinity, -1, 0, -0, 3, 3, Infinity, NaN]);
  });

  test('cumsum as a window and as an associative scan', async () => {
    const results = await run('cumsum', [[1, 20, 300, 4000]]);
    for (const result of results) expect(result.toArray()).toEqual([1, 21, 321, 4321]);
  });

  test('top_k, and functions of CHLO', async () => {
    const [values, indices, erf, lgamma, digamma, inverse] = await run('top-k', [
      [[1, 9, 3, 9, 5], [0, -1, -2, 7, 7]], // prettier-ignore
      [0.5, 1, 1.5, 2],
    ]);
    expect(values?.toArray()).toEqual([[9, 9, 5], [7, 7, 0]]); // prettier-ignore
    expect(indices?.toArray()).toEqual([[1, 3, 4], [3, 4, 0]]); // prettier-ignore
    // Abramowitz and Stegun, tables 7.1, 6.1 and 6.3.
    expectNear(erf, [0.5204998778, 0.8427007929, 0.9661051465, 0.995322265]);
    expectNear(lgamma, [0.5723649429, 0, -0.1207822376, 0]);
    expectNear(digamma, [-1.9635100261, -0.5772156649, 0.0364899739, 0.4227843351]);
    expectNear(inverse, [0.5, 1, 1.5, 2], 4);
  });
});

test('special functions', async () => {
  const [a, b] = [[0.5, -0.25, 0.9], [1, 2, 3]]; // prettier-ignore
  const results = await run('special-functions', [a, b]);
  [Math.sinh, Math.cosh, Math.asin, Math.atanh, Math.asinh].forEach((f, i) => {
    expectNear(results[i], a.map(f));
  });
  const [next, polygamma, i1e, tan] = results.slice(5);
  const step = 2 ** -24;
  expect(next?.toArray()).toEqual([0.5 + step, -0.25 + step / 4, Math.fround(0.9) + step].map(Math.fround));
  // pi^2 / 6, -2 (zeta(3) - 1), 6 (zeta(4) - 1 - 1/16)
  expectNear(polygamma, [Math.PI ** 2 / 6, -0.4041138063, Math.PI ** 4 / 15 - 6.375]);
  expectNear(i1e, [0.1564208032, -0.0981126304, 0.2021165293]);
  expectNear(tan, a.map(Math.tan)); // prettier-ignore
});

describe('random numbers', () => {
  test('jax.random.uniform, whose ThreeFry is a loop of shifts', async () => {
    const [result] = await run('random', [[0, 42]]);
    expect(result?.toArray()).toEqual(uniform([0, 42], 8));
  });

  test('rng_bit_generator', async () => {
    const [state, bits] = await run('rng-bits', [[1, 2, 3, 0]]);
    // The key is the first number of 64 bits, the counter the second one; each counter gives two numbers.
    expect(state?.toArray()).toEqual([0x0000000200000001n, 6n]);
    const words = upTo(3).flatMap((i) => threefry2x32([1, 2], [3 + i, 0]));
    expect(bits?.toArray()).toEqual(words);
  });
});

describe('linear algebra and signals', () => {
  test('a circular convolution by Fourier transforms', async () => {
    const [x, y] = [noise(18, 8), noise(19, 8)];
    const [smooth, magnitudes, conjugate] = await run('fft', [x.value, y.value]);
    expectNear(smooth, upTo(8).map((n) => sum(upTo(8).map((k) => x.at(k) * y.at((n - k + 8) % 8))))); // prettier-ignore
    const wave = (k: number, f: (angle: number) => number): number =>
      sum(upTo(8).map((n) => x.at(n) * f((2 * Math.PI * k * n) / 8)));
    expectNear(magnitudes, upTo(5).map((k) => Math.hypot(wave(k, Math.cos), wave(k, Math.sin)))); // prettier-ignore
    expectNear(conjugate, upTo(5).map((k) => [wave(k, Math.cos), wave(k, Math.sin)])); // prettier-ignore
  });

  test('Cholesky factors and triangular systems, as operations and by LAPACK', async () => {
    const factor = [[2, 0, 0], [1, 3, 0], [-1, 0.5, 1]]; // prettier-ignore
    const matrix = factor.map((row) => factor.map((other) => sum(row.map((a, k) => a * (other[k] as number)))));
    const [lapack, cholesky, solved, trsm] = await run('solve', [matrix, [[2], [7], [1]]]);
    for (const found of [lapack, cholesky]) expectNear(found, factor);
    for (const found of [solved, trsm]) expectNear(found, [[1], [2], [1]]);
  });
});

describe('forms of other versions', () => {
  test('generic forms and dense<> attributes of JAX 0.4.1', async () => {
    const [x, w] = [noise(20, 2, 4), noise(21, 4, 3)];
    const [result] = await run('older', [x.value, w.value]);
    const logits = upTo(2).map((n) => upTo(3).map((o) => sum(upTo(4).map((i) => x.at(n, i) * w.at(i, o)))));
    const e = logits.map((row) => row.map((logit) => Math.exp(logit - Math.max(...row))).slice(1)) as [
      [number, number],
      [number, number],
    ];
    // The transposed first row above the second one.
    expectNear(result, [[e[0][0], e[1][0]], e[1]]);
  });

  test('generic forms of gather, pad, windows, sort, convolution, loops and others', async () => {
    const rows = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]; // prettier-ignore
    const results = await run('older-forms', [rows, [3, 1]]);
    const complex = ([a = 0, b = 0, c = 0]: number[]): number[] => [a + b + c, 0, a - (b + c) / 2, (Math.sqrt(3) / 2) * (c - b)]; // prettier-ignore
    const wanted = [
      [rows[3], rows[1]],
      [Array(5).fill(0), ...rows.map((row) => [0, ...row, 0]), Array(5).fill(0)],
      rows.map((row) => [...row].reverse()).reverse(),
      rows.map((row, n) => row.map((_, j) => sum(rows.slice(0, n + 1).map((each) => each[j] ?? 0)))),
      rows.slice(1, 3),
      [...rows, ...rows],
      rows.map(complex),
      [...rows].reverse(),
      [[27, 33], [45, 51]], // prettier-ignore
      10,
      5,
    ];
    expect(results).toHaveLength(wanted.length);
    wanted.forEach((value, i) => {
      expectNear(results[i], value as Nested);
    });
  });

  test('an export with a symbolic size, and its assertion', async () => {
    const x = noise(22, 4, 3);
    const [result] = await run('exported', [x.value], { argumentShapes: [f32(4, 3)] });
    const mean = (j: number): number => sum(upTo(4).map((i) => x.at(i, j))) / 4;
    expectNear(
      result,
      nested([4, 3], (i: number, j: number) => x.at(i, j) - mean(j)),
    );
  });
});

describe('sizes that are open', () => {
  test('reshape, iota, matmul and pad', async () => {
    const options = { argumentShapes: [f32(2, 3), f32(3, 4)] };
    const [x, w] = [[[1, 2, 3], [4, 5, 6]], [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]]]; // prettier-ignore
    const [product, iota, flat, padded] = await run('open-sizes', [x, w], options);
    expect(product?.toArray()).toEqual([[1, 2, 3, 6], [4, 5, 6, 15]]); // prettier-ignore
    expect(iota?.toArray()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(flat?.toArray()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(padded?.toArray()).toEqual([[9, 9, 9, 9], [1, 2, 3, 9], [4, 5, 6, 9]]); // prettier-ignore
  });

  test('a size up to a bound', async () => {
    for (const [size, wanted] of [
      [4, 10],
      [2, 3],
      [0, 0],
    ] as const) {
      // prettier-ignore
      const [result] = await run('bounded', [[1, 2, 3, 4], size]);
      expect(result?.toArray()).toBe(wanted);
    }
  });
});

test.each(['shard-map', 'shard-map-exported', 'shard-map-older'])(
  '%s runs on two devices, which return the whole array',
  async (name) => {
    tried.add(`${name}.mlir`);
    const executable = await client.compile(readFileSync(join(folder, `${name}.mlir`), 'utf8'));
    const x = [[1, 2], [3, 4], [5, 6], [7, 8]]; // prettier-ignore
    for (const result of await executable.runReplicated([[x], [x]])) {
      expect(result.toArray()).toEqual([[6, 8], [10, 12], [6, 8], [10, 12]]); // prettier-ignore
    }
    executable.dispose();
  },
);

test('shard_map with all_to_all, ppermute and axis_index', async () => {
  tried.add('shard-map-collectives.mlir');
  const executable = await client.compile(readFileSync(join(folder, 'shard-map-collectives.mlir'), 'utf8'));
  const x = nested([8, 4], (i) => i);
  // Device 0 has the first four rows. all_to_all brings rows 2, 3, 6 and 7 to device 1, which adds 1; then both swap.
  const rows = [2, 3, 6, 7, 0, 1, 4, 5].map((i) => Math.exp(4 * i) + (i % 4 > 1 ? 1 : 0));
  for (const { data } of await executable.runReplicated([
    [x, [1, 1, 1, 1]],
    [x, [1, 1, 1, 1]],
  ])) {
    // prettier-ignore
    const first = Array.from(data as Float32Array).filter((_, i) => i % 4 === 0);
    first.forEach((number, i) => {
      expect(number / (rows[i] as number)).toBeCloseTo(1, 5);
    });
    expect(first).toHaveLength(rows.length);
  }
  executable.dispose();
});

test('each program was tried', () => {
  expect([...tried].sort()).toEqual(readdirSync(folder).sort());
});
