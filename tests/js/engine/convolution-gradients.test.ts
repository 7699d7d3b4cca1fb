// Gradients of convolutions are convolutions, as docs/operations/convolution.md describes: against finite differences. A
// convolution is linear in its input and in its kernel, so that differences of whole numbers are exact.
import { Client, XlaBuilder, f64, type Literal, type Shape } from 'hloom';

/** One dimension of space: sizes, and how the window moves. */
interface Space {
  readonly input: number;
  readonly window: number;
  readonly stride: number;
  readonly padding: readonly [low: number, high: number];
  readonly dilation: number;
}
interface Problem {
  readonly batch: number;
  readonly inputs: number;
  readonly outputs: number;
  readonly groups?: number;
  readonly space: readonly Space[];
}

const reachOf = ({ window, dilation }: Space): number => (window - 1) * dilation + 1;
const placesOf = (s: Space): number => Math.floor((s.padding[0] + s.input + s.padding[1] - reachOf(s)) / s.stride) + 1;

/** Whole numbers of -3 to 3. */
function wholeNumbers({ dimensions }: Shape, seed: number): Float64Array {
  const count = dimensions.reduce((product, size) => product * size, 1);
  return Float64Array.from({ length: count }, (_, i) => ((Math.imul(i + seed, 7919) >>> 3) % 7) - 3);
}

/** The numbers of an array of F64; a zero has no sign. */
const numbersOf = ({ data }: Literal): number[] => Array.from(data as Float64Array, (value) => value + 0);

/** Labels such as b01f_01io->b01f, of as many dimensions of space as there are. */
const labels = (pattern: string, { space }: Problem): string => pattern.replaceAll('*', [...space.keys()].join(''));

/** The convolution of x and w, and what is to be its gradients where the loss is the sum of its products with g. */
function programsOf(problem: Problem) {
  const { batch, inputs, outputs, groups = 1, space } = problem;
  const each = <T>(of: (s: Space) => T): T[] => space.map(of);
  const shapes = {
    x: f64(batch, ...each((s) => s.input), inputs),
    w: f64(...each((s) => s.window), inputs / groups, outputs),
    g: f64(batch, ...each(placesOf), outputs),
  };
  const build = (make: (b: XlaBuilder) => void) => {
    const b = new XlaBuilder('gradient');
    make(b);
    return b.build();
  };
  const parameter = (b: XlaBuilder, number: number, name: keyof typeof shapes) =>
    b.parameter(number, shapes[name], name);
  const forward = build((b) =>
    b.convGeneralDilated(
      parameter(b, 0, 'x'),
      parameter(b, 1, 'w'),
      each((s) => s.stride),
      each((s) => s.padding),
      {
        rhsDilation: each((s) => s.dilation),
        dimensionNumbers: labels('b*f_*io->b*f', problem),
        featureGroupCount: groups,
      },
    ),
  );
  const ofInput = build((b) =>
    b.convGeneralDilated(
      parameter(b, 0, 'g'),
      parameter(b, 1, 'w'),
      each(() => 1),
      each((s) => [reachOf(s) - 1 - s.padding[0], s.input - 1 - (placesOf(s) - 1) * s.stride + s.padding[0]]),
      {
        lhsDilation: each((s) => s.stride),
        rhsDilation: each((s) => s.dilation),
        windowReversal: each(() => true),
        dimensionNumbers: labels('b*f_*oi->b*f', problem),
      },
    ),
  );
  // Images take the place of features; the window is as large as the gradient of the output.
  const ofKernel = build((b) =>
    b.convGeneralDilated(
      parameter(b, 0, 'x'),
      parameter(b, 1, 'g'),
      each((s) => s.dilation),
      each((s) => [s.padding[0], reachOf(s) + (placesOf(s) - 1) * s.stride - s.input - s.padding[0]]),
      {
        rhsDilation: each((s) => s.stride),
        dimensionNumbers: labels('f*b_i*o->*bf', problem),
        batchGroupCount: groups,
      },
    ),
  );
  return { shapes, forward, ofInput: groups === 1 ? ofInput : undefined, ofKernel };
}

const plain = { stride: 1, padding: [0, 0], dilation: 1 } as const;
const problems: Record<string, Problem> = {
  'no space': { batch: 3, inputs: 4, outputs: 2, space: [] },
  'the page of the operation': {
    batch: 1,
    inputs: 1,
    outputs: 1,
    space: [{ input: 5, window: 3, stride: 2, padding: [1, 1], dilation: 1 }],
  },
  'strides that leave elements over': {
    batch: 2,
    inputs: 3,
    outputs: 2,
    space: [
      { input: 8, window: 3, stride: 3, padding: [0, 2], dilation: 1 },
      { input: 7, window: 2, stride: 2, padding: [1, 0], dilation: 2 },
    ],
  },
  'negative padding': {
    batch: 1,
    inputs: 2,
    outputs: 3,
    space: [
      { input: 7, window: 2, stride: 1, padding: [-1, -2], dilation: 1 },
      { input: 6, window: 3, stride: 2, padding: [-1, 3], dilation: 1 },
    ],
  },
  'three dimensions': {
    batch: 2,
    inputs: 2,
    outputs: 2,
    space: [
      { ...plain, input: 3, window: 2 },
      { ...plain, input: 4, window: 3, padding: [1, 1] },
      { ...plain, input: 3, window: 1, stride: 2 },
    ],
  },
  'many features': { batch: 2, inputs: 9, outputs: 12, space: [{ ...plain, input: 6, window: 3, padding: [1, 1] }] },
  'feature groups': {
    batch: 2,
    inputs: 6,
    outputs: 9,
    groups: 3,
    space: [{ ...plain, input: 5, window: 2, stride: 2 }],
  },
  depthwise: {
    batch: 2,
    inputs: 4,
    outputs: 4,
    groups: 4,
    space: [
      { ...plain, input: 5, window: 3, padding: [1, 1] },
      { ...plain, input: 4, window: 3, padding: [1, 1], dilation: 2 },
    ],
  },
};

describe('gradients of convolutions are differences', () => {
  let client: Client;
  beforeAll(async () => {
    client = await Client.create();
  });
  afterAll(() => {
    client.dispose();
  });

  test.each(Object.entries(problems))('%s', async (_, problem) => {
    const { shapes, forward, ofInput, ofKernel } = programsOf(problem);
    const [x, w, g] = [wholeNumbers(shapes.x, 1), wholeNumbers(shapes.w, 2), wholeNumbers(shapes.g, 3)];
    const convolve = await client.compile(forward);
    const loss = (): number => {
      const y = convolve.runSync(x, w);
      expect(y.shape.toString()).toBe(shapes.g.toString());
      return numbersOf(y).reduce((sum, value, i) => sum + value * (g[i] ?? NaN), 0);
    };
    const differences = (of: Float64Array): number[] =>
      Array.from(of, (value, i) => {
        of[i] = value + 1;
        const above = loss();
        of[i] = value - 1;
        const below = loss();
        of[i] = value;
        return (above - below) / 2;
      });
    const gradient = async (program: typeof forward, lhs: Float64Array, rhs: Float64Array) =>
      numbersOf(await (await client.compile(program)).run(lhs, rhs));
    expect(await gradient(ofKernel, x, g)).toEqual(differences(w));
    if (ofInput !== undefined) expect(await gradient(ofInput, g, w)).toEqual(differences(x));
  });
});
