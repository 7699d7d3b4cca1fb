/** The product of two arrays split over a mesh, as a program that runs on its devices. */

import { init, Literal, Shape, XlaBuilder, type XlaComputation, type XlaOp } from 'hloom';
import { literalOf, numbersOf } from './flows.js';
import { record, withExecutable, type Recording } from './recording.js';
import {
  deviceCount,
  groupsAlong,
  planProduct,
  rangeOf,
  shards,
  sizesFor,
  type Axis,
  type Mesh,
  type Sharding,
  type Step,
} from './sharding.js';

export interface Product {
  readonly mesh: Mesh;
  readonly a: Sharding;
  readonly b: Sharding;
  readonly c: Sharding;
}

export interface ShardedRun {
  readonly product: Product;
  readonly sizes: Readonly<Record<string, number>>;
  readonly steps: readonly Step[];
  /** The name of the instruction of each step that communicates. */
  readonly instructions: readonly (string | undefined)[];
  readonly recording: Recording;
  /** True if the blocks of all devices are those of the product that one device computes. */
  readonly isRight: boolean;
  readonly hlo: string;
}

type Sizes = Readonly<Record<string, number>>;

const globalSizes = ({ dimensions }: Sharding, sizes: Sizes): number[] =>
  dimensions.map(({ name }) => sizes[name] ?? 1);

const localSizes = (mesh: Mesh, sharding: Sharding, sizes: Sizes): number[] =>
  sharding.dimensions.map(({ name, axes }) => (sizes[name] ?? 1) / shards(mesh, axes));

/** The part of a matrix, given in row-major order, that a device holds. */
function partOf(flat: readonly number[], mesh: Mesh, sharding: Sharding, sizes: Sizes, device: number): number[] {
  const [rows = 1, columns = 1] = globalSizes(sharding, sizes);
  const [down, across] = sharding.dimensions.map(({ axes }, at) =>
    rangeOf(mesh, axes, [rows, columns][at] ?? 1, device),
  );
  if (down === undefined || across === undefined) return [...flat];
  return Array.from({ length: down.size * across.size }, (_, at) => {
    const [i, j] = [Math.floor(at / across.size), at % across.size];
    return flat[(down.start + i) * columns + across.start + j] ?? NaN;
  });
}

const literal = (flat: readonly number[], sizes: readonly number[]): Literal =>
  literalOf(flat, Shape.array('F32', [...sizes]));

/** Small numbers that differ along both dimensions. */
const valuesOf = (sizes: readonly number[], step: number): number[] =>
  Array.from({ length: sizes.reduce((product, size) => product * size, 1) }, (_, at) => ((at * step) % 7) + 1);

/** The program that each device runs on its parts. */
function build({ mesh, a, b }: Product, sizes: Sizes, steps: readonly Step[]): XlaComputation {
  const builder = new XlaBuilder('product');
  try {
    const values: Record<string, XlaOp> = {};
    for (const [number, sharding] of [a, b].entries()) {
      const shape = Shape.array('F32', localSizes(mesh, sharding, sizes));
      values[sharding.name] = builder.parameter(number, shape, sharding.name);
    }
    for (const step of steps) {
      const { target } = step;
      const value = step.kind === 'multiply' ? undefined : values[target];
      values[target] =
        value === undefined
          ? builder.dot(values[a.name] as XlaOp, values[b.name] as XlaOp)
          : applied(builder, value, step, mesh, sizes);
    }
    return builder.build(values[steps.at(-1)?.target ?? ''] as XlaOp);
  } finally {
    builder.dispose();
  }
}

function applied(builder: XlaBuilder, value: XlaOp, step: Step, mesh: Mesh, sizes: Sizes): XlaOp {
  const { kind, dimension, axes, after, from = 0 } = step;
  const replicaGroups = groupsAlong(mesh, axes);
  const count = shards(mesh, axes);
  if (kind === 'all-gather') return builder.allGather(value, dimension, count, { replicaGroups });
  if (kind === 'reduce-scatter') return builder.reduceScatter(value, 'add', dimension, count, { replicaGroups });
  if (kind === 'all-to-all') return builder.allToAll(value, dimension, from, count, { replicaGroups });
  if (kind === 'all-reduce') return builder.allReduce(value, 'add', { replicaGroups });
  const local = localSizes(mesh, after, sizes);
  const number = shardOnDevice(builder, axes, mesh);
  const zero = builder.constant(0, 'S32');
  const start = builder.mul(number, builder.constant(local[dimension] ?? 1, 'S32'));
  return builder.dynamicSlice(
    value,
    local.map((_, at) => (at === dimension ? start : zero)),
    local,
  );
}

/** The number of the device's shard along the axes, computed on the device. */
function shardOnDevice(builder: XlaBuilder, split: readonly Axis[], mesh: Mesh): XlaOp {
  const id = builder.convertElementType(builder.replicaId(), 'S32');
  const constant = (value: number): XlaOp => builder.constant(value, 'S32');
  const place = { X: () => builder.div(id, constant(mesh.Y)), Y: () => builder.rem(id, constant(mesh.Y)) };
  return split.reduce<XlaOp>(
    (number, axis) => builder.add(builder.mul(number, constant(mesh[axis])), place[axis]()),
    constant(0),
  );
}

/** The product of the whole arrays, which one device computes. */
async function wholeProduct(left: Literal, right: Literal): Promise<number[]> {
  const builder = new XlaBuilder('whole');
  try {
    const source = builder.build(
      builder.dot(builder.parameter(0, left.shape, 'A'), builder.parameter(1, right.shape, 'B')),
    );
    const result = await withExecutable({ source }, (executable) => executable.run(left, right));
    source.dispose();
    return numbersOf(result);
  } finally {
    builder.dispose();
  }
}

/** Instructions are numbered in the order in which the program was built: `all-gather.3` is before `all-reduce.5`. */
const numberOf = (name: string): number => Number(/\d+$/.exec(name)?.[0] ?? 0);

export async function runProduct(product: Product, signal: AbortSignal): Promise<ShardedRun> {
  await init();
  const { mesh, a, b, c } = product;
  const sizes = sizesFor(mesh, [a, b, c]);
  const steps = planProduct(a, b, c);
  const computation = build(product, sizes, steps);
  const [left, right] = [valuesOf(globalSizes(a, sizes), 3), valuesOf(globalSizes(b, sizes), 5)];
  const devices = Array.from({ length: deviceCount(mesh) }, (_, device) => device);
  const operands = devices.map((device) => [
    literal(partOf(left, mesh, a, sizes, device), localSizes(mesh, a, sizes)),
    literal(partOf(right, mesh, b, sizes, device), localSizes(mesh, b, sizes)),
  ]);
  const recording = await record({ source: computation, replicas: devices.length }, () => operands, { signal });
  const whole = await wholeProduct(literal(left, globalSizes(a, sizes)), literal(right, globalSizes(b, sizes)));
  const isRight =
    recording.results?.every(
      (result, device) => numbersOf(result).join() === partOf(whole, mesh, c, sizes, device).join(),
    ) === true;
  const names = [...new Set(recording.events.map(({ instruction }) => instruction))].sort(
    (one, other) => numberOf(one) - numberOf(other),
  );
  const hlo = computation.toHloText().trimEnd();
  computation.dispose();
  const instructions = steps.map(({ kind }) => (kind === 'multiply' || kind === 'slice' ? undefined : names.shift()));
  return { product, sizes, steps, instructions, recording, isRight, hlo };
}
