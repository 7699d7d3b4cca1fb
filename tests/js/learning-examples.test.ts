// The examples that learn: what they print is checked, and the gradient that training follows.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, parseHlo, type Executable } from 'hloom';

const root = join(__dirname, '../..');

function linesOf(example: string): string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'examples/learning', example)], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
  return lines;
}

/** The numbers of a line. */
const numbers = (line: string | undefined): number[] => (line?.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);

test('the convolutional network finds strokes, and reads digits from them', () => {
  const lines = linesOf('convolutional-network.mjs');
  // The 4, the middles of its horizontal strokes, and those of its vertical ones.
  const four = lines.slice(1, 13).map((line) => line.slice(0, 28).split('  '));
  expect(four.map(([picture]) => picture).slice(4, 7)).toEqual(['.#....#.', '.######.', '......#.']);
  expect(four.map(([, across]) => across).filter((row) => row !== '........')).toEqual(['..+##...']);
  expect(four.map(([, , down]) => down).slice(1, 5)).toEqual(['.+....+.', '.#....#.', '.#....#.', '.+....+.']);
  expect(lines.slice(14)).toEqual([
    'picture 1: middle, upper left, upper right, lower right',
    '  it is 4 95%, 1 2%, 9 2%',
    'picture 2: top, middle, bottom, upper right, lower left',
    '  it is 2 96%, 3 2%, 8 2%',
    'picture 3: top, middle, bottom, upper left, lower left (0.5), lower right',
    '  it is 5 43%, 6 43%, 8 6%, 9 6%',
  ]);
});

test('softmax regression learns three classes, in at most 20 lines', () => {
  const source = readFileSync(join(root, 'examples/learning/softmax-regression.mjs'), 'utf8');
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
  const lines = linesOf('softmax-regression.mjs');
  const [steps, losses, accuracies] = [0, 1, 2].map((i) => lines.slice(0, 6).map((line) => numbers(line)[i] ?? NaN));
  expect(steps).toEqual([0, 20, 40, 60, 80, 100]);
  // Without knowledge each cloud has a third of the chance.
  expect(losses?.[0]).toBeCloseTo(Math.log(3), 4);
  expect(losses?.slice(1).every((loss, i) => loss <= (losses[i] ?? NaN))).toBe(true);
  expect(losses?.at(-1)).toBeLessThan(0.31);
  expect(accuracies?.at(-1)).toBeGreaterThan(0.85);
  // The clouds are at (-2,-1), (2,-1) and (0,2), where the scores are greatest.
  const [, ofX = [], ofY = []] = lines.slice(7, 10).map(numbers);
  expect([ofX[0], ofY[0], ofY[1]].every((weight) => Number(weight) < -0.5)).toBe(true);
  expect([ofX[1], ofY[2]].every((weight) => Number(weight) > 1)).toBe(true);
  expect(Math.abs(Number(ofX[2]))).toBeLessThan(0.3);
});

test('training learns XOR and two moons', () => {
  const lines = linesOf('training.mjs');
  /** The rows of a table: step, loss, and what is measured. */
  const tableAfter = (title: RegExp): number[][] => {
    const start = lines.findIndex((line) => title.test(line)) + 2;
    return lines.slice(start, start + 4).map(numbers);
  };
  const xor = tableAfter(/^XOR/);
  const moons = tableAfter(/^Two moons/);
  for (const table of [xor, moons]) {
    expect(table.map(([step]) => step)).toEqual([1, 10, 100, 1000]);
    const losses = table.map(([, loss = NaN]) => loss);
    expect(losses).toEqual([...losses].sort((a, b) => b - a));
  }
  expect(xor[3]?.[1]).toBeLessThan(0.005);
  expect(xor[3]?.slice(2).map(Math.round)).toEqual([0, 1, 1, 0]);
  expect(xor[3]?.slice(2).every((chance) => Math.abs(chance - Math.round(chance)) < 0.02)).toBe(true);
  expect(moons[3]?.[1]).toBeLessThan(0.03);
  expect(moons[3]?.[2]).toBeGreaterThanOrEqual(98);
  // The moon of class 1 is below, the other above; the dotted area is right of the one and left of the other.
  const plane = lines.slice(-13).map((line) => line.slice(2));
  expect(plane[2]).toMatch(/^[ o]+\.+$/);
  expect(plane[10]).toMatch(/^ +[.x]+$/);
  expect(plane.join('').match(/[ox]/g)?.length).toBeGreaterThan(60);
});

describe('the gradient of mlp_step.hlo', () => {
  let client: Client;
  let step: Executable;
  beforeAll(async () => {
    client = await Client.create();
    step = await client.compile(parseHlo(readFileSync(join(root, 'examples/programs/mlp_step.hlo'), 'utf8')));
  });
  afterAll(() => {
    client.dispose();
  });

  /** Numbers between -1 and 1 without a pattern. */
  const values = (count: number, seed: number): Float32Array =>
    Float32Array.from({ length: count }, (_, i) => Math.sin((i + seed) * (i + seed)));
  const points = Array.from({ length: 100 }, (_, i) => Array.from(values(2, 2 * i + 0.3)));
  const classes = Float32Array.from({ length: 100 }, (_, i) => i % 2);
  const sizes = [32, 16, 16, 1];
  const weights = sizes.map((size, i) => values(size, 100 * i + 1));

  /** The weights after a step of this rate, and the loss before it. */
  async function stepped(at: readonly Float32Array[], rate: number): Promise<{ next: number[][]; loss: number }> {
    const [w1 = [], b1 = [], w2 = [], b2 = []] = at.map((value) => Array.from(value));
    const rows = [w1.slice(0, 16), w1.slice(16)];
    const result = await step.run(rows, b1, w2, b2[0] ?? NaN, points, classes, rate);
    const all = result.elements.map((value) => Array.from(value.data as Float32Array));
    return { next: all.slice(0, 4), loss: all[4]?.[0] ?? NaN };
  }

  /** The loss in double precision, as its formula has it. */
  function lossOf([w1 = [], b1 = [], w2 = [], b2 = []]: readonly ArrayLike<number>[]): number {
    const losses = points.map((point, n) => {
      const [x = 0, y = 0] = point.map(Math.fround);
      let score = Number(b2[0]);
      for (let unit = 0; unit < 16; unit++) {
        const sum = x * Number(w1[unit]) + y * Number(w1[16 + unit]) + Number(b1[unit]);
        score += Number(w2[unit]) * Math.tanh(sum);
      }
      return Math.log1p(Math.exp(classes[n] === 1 ? -score : score));
    });
    return losses.reduce((sum, loss) => sum + loss) / losses.length;
  }

  test('is that of the loss, by finite differences', async () => {
    const { next, loss } = await stepped(weights, 1);
    expect(loss).toBeCloseTo(lossOf(weights), 5);
    const largest: number[] = [];
    for (const [which, size] of sizes.entries()) {
      const derivatives = Array.from({ length: size }, (_, i) => {
        const moved = (by: number): number =>
          lossOf(weights.map((value, w) => Float64Array.from(value, (x, j) => (w === which && j === i ? x + by : x))));
        return (moved(1e-5) - moved(-1e-5)) / 2e-5;
      });
      const steps = Array.from(weights[which] ?? [], (before, i) => before - (next[which]?.[i] ?? NaN));
      for (const [i, derivative] of derivatives.entries()) expect(steps[i]).toBeCloseTo(derivative, 6);
      largest.push(Math.max(...derivatives.map(Math.abs)));
    }
    // None of them is so small that any answer would do.
    expect(Math.min(...largest)).toBeGreaterThan(0.01);
  });

  test('is followed as far as the rate says', async () => {
    const [one, half] = [await stepped(weights, 1), await stepped(weights, 0.5)];
    for (const [which, before] of weights.entries()) {
      for (const [i, weight] of before.entries()) {
        const [far, near] = [one, half].map(({ next }) => (next[which]?.[i] ?? NaN) - weight);
        expect(near).toBeCloseTo((far ?? NaN) / 2, 6);
      }
    }
  });
});
