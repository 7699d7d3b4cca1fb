// docs/ten-programs.md: its programs print what the page shows, compute what plain loops compute in double precision, and
// are as short as it says.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gumbel } from '../js/support/threefry-model.js';
import { readSnippets, root } from './support/snippets.js';

type Vector = number[];
type Matrix = number[][];
/** An image: rows, columns, features. */
type Volume = number[][][];

const page = readFileSync(join(root, 'docs/ten-programs.md'), 'utf8');
const snippets = readSnippets('docs/ten-programs.md');
const programs = snippets.filter(({ language }) => language === 'js');
const twins = snippets.filter(({ language }) => language === 'python');

/** Results are of the size of 1, and F32 has 24 bits: the programs are exact to about 3e-7. */
const tolerance = 2e-6;

// ---- inputs

/** Numbers between -1 and 1 without a pattern, which F32 holds. */
const values = (count: number, seed: number): Vector =>
  Array.from({ length: count }, (_, i) => Math.fround(Math.sin((i + seed) * (i + seed + 0.5))));
const rows = (count: number, size: number, seed: number): Matrix =>
  Array.from({ length: count }, (_, i) => values(size, seed + i * size));
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const rounded = (x: Matrix): Matrix => x.map((row) => row.map(Math.fround));

// ---- mathematics

const sum = (x: Vector): number => x.reduce((all, value) => all + value, 0);
const mean = (x: Vector): number => sum(x) / x.length;
const plus = (x: Vector, y: Vector): Vector => x.map((value, i) => value + (y[i] ?? NaN));
const column = (x: Matrix, j: number): Vector => x.map((row) => row[j] ?? NaN);
const dot = (x: Vector, y: Vector): number => sum(x.map((value, i) => value * (y[i] ?? NaN)));
const times = (x: Matrix, y: Matrix): Matrix =>
  x.map((row) => upTo(y[0]?.length ?? 0).map((j) => dot(row, column(y, j))));
const greatest = (x: Vector): number => x.indexOf(Math.max(...x));

function softmax(x: Vector): Vector {
  const powers = x.map((value) => Math.exp(value));
  return powers.map((power) => power / sum(powers));
}

/** The mean of the negative logarithms of the chances of the right classes. */
const crossEntropy = (logits: Matrix, classes: Vector): number =>
  mean(logits.map((row, i) => -Math.log(softmax(row)[classes[i] ?? -1] ?? NaN)));

/** The derivatives of a function of arrays of any nesting, by finite differences. */
function derivatives<T>(f: (x: T) => number, x: T): T {
  const at = (path: readonly number[], by: number): number => {
    const moved = structuredClone(x);
    let place = moved as unknown[];
    for (const index of path.slice(0, -1)) place = place[index] as unknown[];
    const last = path.at(-1) as number;
    place[last] = (place[last] as number) + by;
    return f(moved);
  };
  const walk = (value: unknown, path: readonly number[]): unknown =>
    Array.isArray(value) ? value.map((part, i) => walk(part, [...path, i])) : (at(path, 1e-4) - at(path, -1e-4)) / 2e-4;
  return walk(x, []) as T;
}

/** A step of gradient descent. */
function descended<T>(loss: (x: T) => number, x: T, rate: number): T {
  const move = (value: unknown, by: unknown): unknown =>
    Array.isArray(value)
      ? value.map((part, i) => move(part, (by as unknown[])[i]))
      : (value as number) - rate * (by as number);
  return move(x, derivatives(loss, x)) as T;
}

// ---- the programs in plain loops

function kmeans(points: Matrix, start: Matrix): Matrix {
  let centers = start;
  for (let n = 0; n < 10; n++) {
    const nearest = points.map((point) =>
      greatest(centers.map((center) => -sum(point.map((value, j) => (value - (center[j] ?? NaN)) ** 2)))),
    );
    centers = centers.map((_, c) => {
      const own = points.filter((_, i) => nearest[i] === c);
      return upTo(2).map((j) => mean(column(own, j)));
    });
  }
  return centers;
}

function nextGeneration(cells: Matrix): Matrix {
  const [height, width] = [cells.length, cells[0]?.length ?? 0];
  return cells.map((row, i) =>
    row.map((cell, j) => {
      let neighbors = -cell;
      for (const di of [-1, 0, 1]) {
        for (const dj of [-1, 0, 1]) neighbors += cells[(i + di + height) % height]?.[(j + dj + width) % width] ?? NaN;
      }
      return neighbors === 3 || (neighbors === 2 && cell === 1) ? 1 : 0;
    }),
  );
}

type Perceptron = [w1: Matrix, b1: Vector, w2: Matrix, b2: Vector];

function perceptronLoss([w1, b1, w2, b2]: Perceptron, x: Matrix, y: Matrix): number {
  const h = times(x, w1).map((row) => plus(row, b1).map(Math.tanh));
  const results = times(h, w2).map((row) => plus(row, b2));
  return mean(results.flatMap((row, i) => row.map((value, j) => (value - (y[i]?.[j] ?? NaN)) ** 2)));
}

/** A convolution with a kernel [3, 3, input features, output features], padded by zeros; then relu. */
function strokes(image: Volume, kernel: readonly Volume[]): Volume {
  const outputs = kernel[0]?.[0]?.[0]?.length ?? 0;
  return image.map((row, i) =>
    row.map((_, j) =>
      upTo(outputs).map((output) => {
        let all = 0;
        for (const [di, kernelRow] of kernel.entries()) {
          for (const [dj, weights] of kernelRow.entries()) {
            const features = image[i + di - 1]?.[j + dj - 1] ?? [];
            features.forEach((feature, k) => (all += feature * (weights[k]?.[output] ?? NaN)));
          }
        }
        return Math.max(0, all);
      }),
    ),
  );
}

/** The greatest of each 2 x 2 elements. */
const pooled = (image: Volume): Volume =>
  upTo(image.length / 2).map((i) =>
    upTo(image.length / 2).map((j) =>
      (image[0]?.[0] ?? []).map((_, k) =>
        Math.max(...[0, 1].flatMap((di) => [0, 1].map((dj) => image[2 * i + di]?.[2 * j + dj]?.[k] ?? NaN))),
      ),
    ),
  );

type Recurrent = [embed: Matrix, again: Matrix, out: Matrix];

function recurrentLogits([embed, again, out]: Recurrent, x: Vector): Matrix {
  let h = again.map(() => 0);
  return x.map((letter) => {
    h = plus(embed[letter] ?? [], times([h], again)[0] ?? []).map(Math.tanh);
    return times([h], out)[0] ?? [];
  });
}

function attention({ qkv, out }: { qkv: Matrix; out: Matrix }, x: Matrix, heads: number): Matrix {
  const width = x[0]?.length ?? 0;
  const size = width / heads;
  const all = times(x, qkv);
  /** Part 0 is the query, 1 the key, 2 the value. */
  const part = (which: number, place: number, head: number): Vector =>
    (all[place] ?? []).slice(which * width + head * size, which * width + (head + 1) * size);
  const mixed = x.map((_, place) =>
    upTo(heads).flatMap((head) => {
      const seen = upTo(place + 1);
      const scores = seen.map((other) => dot(part(0, place, head), part(1, other, head)) / Math.sqrt(size));
      const weights = softmax(scores);
      return upTo(size).map((k) => dot(weights, seen.map((other) => part(2, other, head)[k] ?? NaN))); // prettier-ignore
    }),
  );
  return times(mixed, out);
}

function normalized(x: Matrix): { normed: Matrix; rate: Matrix } {
  const rate = x.map((row) => [1 / Math.sqrt(mean(row.map((value) => (value - mean(row)) ** 2)) + 1e-5)]);
  return { normed: x.map((row, i) => row.map((value) => (value - mean(row)) * (rate[i]?.[0] ?? NaN))), rate };
}

const layerNorm = (x: Matrix, scale: Vector, bias: Vector): Matrix =>
  normalized(x).normed.map((row) => row.map((value, j) => value * (scale[j] ?? NaN) + (bias[j] ?? NaN)));

function sampled(key: readonly [number, number], logits: Matrix, temperature: number, k: number): Vector {
  const noise = gumbel(key, logits.length * k);
  return logits.map((row, i) => {
    const best = upTo(row.length).sort((a, b) => (row[b] ?? NaN) - (row[a] ?? NaN)).slice(0, k); // prettier-ignore
    return best[greatest(best.map((token, n) => (row[token] ?? NaN) / temperature + (noise[i * k + n] ?? NaN)))] ?? NaN;
  });
}

// ---- cases

interface Case {
  /** The title of the program's section. */
  readonly title: string;
  /** The function that is called. */
  readonly name: string;
  readonly args: readonly unknown[];
  readonly expected: unknown;
}

function cases(): Case[] {
  const list: Case[] = [];
  const add = (title: string, name: string, args: readonly unknown[], expected: unknown): void => {
    list.push({ title, name, args, expected });
  };

  {
    type Linear = [w: Matrix, b: Vector];
    const [x, labels] = [rows(7, 2, 1), [0, 1, 2, 2, 1, 0, 2]];
    const params: Linear = [rows(2, 3, 20), values(3, 30)];
    const loss = ([w, b]: Linear): number =>
      crossEntropy(times(x, w).map((row) => plus(row, b)), labels); // prettier-ignore
    const [w, b] = descended(loss, params, 1);
    const args = [{ w: params[0], b: params[1] }, x, { S32: labels }];
    add('Softmax regression', 'step', args, { params: { w, b }, loss: loss(params) });
  }

  const points = rows(15, 2, 3);
  const start = points.slice(0, 3);
  add('K-means', 'kmeans', [points, start], kmeans(points, start));

  const cells = rows(6, 9, 2).map((row) => row.map((value) => (value > 0.2 ? 1 : 0)));
  add('Game of Life', 'step', [cells], nextGeneration(cells));

  {
    const [x, y] = [rows(6, 1, 5), rows(6, 1, 50)];
    const params: Perceptron = [rows(1, 5, 1), values(5, 10), rows(5, 1, 20), values(1, 30)];
    const loss = (at: Perceptron): number => perceptronLoss(at, x, y);
    const expected = { params: descended(loss, params, 0.1), loss: loss(params) };
    add('A training step of an MLP', 'step', [params.map((value) => ({ F32: value })), x, y], expected);
  }

  {
    const kernel = (inputs: number, outputs: number, seed: number): Volume[] =>
      upTo(3).map((i) => upTo(3).map((j) => rows(inputs, outputs, seed + 100 * i + 10 * j)));
    const images = upTo(2).map((n) => upTo(8).map((i) => rows(8, 1, 100 * n + 9 * i)));
    const [conv1, conv2, dense, bias] = [kernel(1, 4, 1), kernel(4, 6, 7), rows(2 * 2 * 6, 5, 3), values(5, 4)];
    const small = dense.map((row) => row.map((value) => Math.fround(value / 8)));
    const expected = images.map((image) => {
      const flat = pooled(strokes(pooled(strokes(image, conv1)), conv2)).flat(2);
      return softmax(plus(times([flat], small)[0] ?? [], bias));
    });
    add('A small CNN', 'predict', [{ conv1, conv2, dense: small, bias }, images], expected);
  }

  {
    const [x, y] = [[0, 3, 1, 1, 4, 2], [3, 1, 1, 4, 2, 0]]; // prettier-ignore
    const params: Recurrent = [rows(5, 4, 1), rows(4, 4, 40), rows(4, 5, 80)];
    const loss = (at: Recurrent): number => crossEntropy(recurrentLogits(at, x), y);
    add('A character RNN', 'step', [params.map((value) => ({ F32: value })), { S32: x }, { S32: y }], {
      params: descended(loss, params, 1),
      loss: loss(params),
      guess: recurrentLogits(params, x).map(greatest),
    });
  }

  {
    const [params, x] = [{ qkv: rows(6, 18, 1), out: rows(6, 6, 200) }, rows(5, 6, 300)];
    add('Attention', 'attention', [params, x, 3], attention(params, x, 3));
  }

  {
    type Inputs = [x: Matrix, scale: Vector, bias: Vector];
    const [x, scale, bias]: Inputs = [rows(3, 5, 1), values(5, 30), values(5, 40)];
    const dy = rows(3, 5, 60);
    const { normed, rate } = normalized(x);
    add('Layer normalization', 'layerNorm', [x, scale, bias], {
      y: layerNorm(x, scale, bias),
      saved: { normed, rate },
    });
    const weighted = (at: Inputs): number => sum(layerNorm(...at).map((row, i) => dot(row, dy[i] ?? [])));
    const [dx, dscale, dbias] = derivatives<Inputs>(weighted, [x, scale, bias]);
    const saved = { normed: rounded(normed), rate: rounded(rate) };
    add('Layer normalization', 'layerNormGrad', [saved, scale, dy], { dx, dscale, dbias });
  }

  {
    const logits = rows(40, 9, 2);
    const expected = sampled([7, 42], logits, 0.7, 3);
    // Each of the three is drawn: the first, the second and the third.
    const places = expected.map((token, i) =>
      [...(logits[i] ?? [])].sort((a, b) => b - a).indexOf(logits[i]?.[token] ?? NaN),
    );
    expect(new Set(places)).toEqual(new Set([0, 1, 2]));
    add('Top-k sampling', 'sample', [{ U32: [7, 42] }, logits, Math.fround(0.7), 3], expected);
  }

  {
    const parts = upTo(4).map((device) => [rows(16, 3, 100 * device), values(16, 500 + device)] as const);
    const w = values(3, 9);
    const [x, y] = [parts.flatMap(([own]) => own), parts.flatMap(([, own]) => own)];
    const loss = (at: Vector): number => mean(x.map((row, i) => (dot(row, at) - (y[i] ?? NaN)) ** 2));
    const next = descended(loss, w, 0.1);
    add('A data-parallel step', 'program', [parts, { shared: [w] }], [next, next, next, next]);
  }
  return list;
}

// ---- tests

/** The line of the section in which a snippet is, which is its title. */
function titleOf(place: string): string {
  const before = page.split('\n').slice(0, Number(place.split(':')[1]));
  return (
    before
      .filter((line) => line.startsWith('## '))
      .at(-1)
      ?.slice(3) ?? ''
  );
}

const titles = programs.map(({ place }) => titleOf(place));
const list = cases();

describe('the programs compute what plain loops compute', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hloom-ten-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function results(): { printed: string; result: unknown }[] {
    writeFileSync(join(folder, 'package.json'), '{}');
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/hloom'));
    const calls = list.map(({ title, name, args }) => {
      const file = join(folder, `${titles.indexOf(title)}-${name}.mjs`);
      writeFileSync(file, `${programs[titles.indexOf(title)]?.code ?? ''}\nexport { ${name} };\n`);
      return { file: pathToFileURL(file).href, name, args };
    });
    const main = join(__dirname, 'support/ten-programs.mjs');
    const input = JSON.stringify(calls);
    const { stdout, stderr } = spawnSync(process.execPath, [main], { encoding: 'utf8', input, timeout: 50_000 });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as { printed: string; result: unknown }[];
  }

  /** Compares numbers in the same nesting of arrays and objects. */
  function expectClose(found: unknown, expected: unknown, path: string): void {
    if (typeof expected === 'number') {
      const difference = Math.abs(Number(found) - expected);
      if (!(difference <= tolerance * Math.max(1, Math.abs(expected))))
        expect(`${path}: ${String(found)}`).toBe(expected);
      return;
    }
    const [own, wanted] = [found, expected] as [Record<string, unknown>, Record<string, unknown>];
    expect([path, Array.isArray(own), Object.keys(own).sort()]).toEqual([
      path,
      Array.isArray(wanted),
      Object.keys(wanted).sort(),
    ]);
    for (const [name, value] of Object.entries(wanted)) expectClose(own[name], value, `${path}.${name}`);
  }

  const found = results();
  test.each(list.map(({ title, name }, i) => [title, name, i] as const))('%s: %s', (title, name, i) => {
    expect(found[i]?.printed).toBe(programs[titles.indexOf(title)]?.output);
    expectClose(found[i]?.result, list[i]?.expected, name);
  });

  test('all ten are called', () => {
    expect(titles).toHaveLength(10);
    expect([...new Set(list.map(({ title }) => title))]).toEqual(titles);
  });
});

describe('the programs are as short as the page says', () => {
  const linesOf = (code: string, comment: RegExp): number =>
    code.split('\n').filter((line) => line.trim() !== '' && !comment.test(line)).length;
  const pythonLines = twins.map(({ code }) => linesOf(code, /^\s*#/));
  const lines = programs.map(({ code }) => linesOf(code, /^\s*\/\//));

  /** The programs as prettier formats them. */
  function formatted(width: number): string[] {
    const separator = 'separator;';
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/prettier/bin/prettier.cjs'), '--no-config', '--single-quote', '--print-width', String(width), '--parser', 'babel'],
      { encoding: 'utf8', input: programs.map(({ code }) => code).join(`\n\n${separator}\n\n`) },
    ); // prettier-ignore
    if (stderr !== '') throw new Error(stderr);
    return stdout.split(separator).map((code) => code.trim());
  }

  test('prettier leaves them as they are, and no line of Python is longer than black allows', () => {
    expect(programs.map(({ code }) => code)).toEqual(formatted(120));
    const long = twins.flatMap(({ code }) => code.split('\n')).filter((line) => line.length > 88);
    expect(long).toEqual([]);
    expect(twins.map(({ code }) => code.includes(';'))).not.toContain(true);
  });

  test('no program has more than 1.3 times the lines of its twin', () => {
    expect(twins.map(({ place }) => titleOf(place))).toEqual(titles);
    const ratios = lines.map((count, i) => count / (pythonLines[i] ?? 0));
    expect(Math.max(...ratios)).toBeLessThanOrEqual(1.3);
  });

  test('the table has these numbers', () => {
    const narrow = formatted(88).map((code) => linesOf(code, /^\s*\/\//));
    const row = (title: string, python: number, own: number, at88: number): string =>
      `| ${title} | ${python} | ${own} | ${(own / python).toFixed(2)} | ${at88} |`;
    const table = titles.map((title, i) =>
      row(
        `[${title}](#${title.toLowerCase().replaceAll(' ', '-')})`,
        pythonLines[i] ?? 0,
        lines[i] ?? 0,
        narrow[i] ?? 0,
      ),
    );
    const all = row('all ten', sum(pythonLines), sum(lines), sum(narrow));
    expect(page.match(/^\| .* \d+ \|$/gm)).toEqual([...table, all]);
  });
});
