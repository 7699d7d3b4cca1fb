// One program of many functions of np and nn, run once. It uses the sources, whose builders can be told to record.
import { currentBuilder, recordingIn } from '../../../js/src/builder/current-builder.js';
import { installPlatform } from '../../../js/src/instance/platform.js';
import { nodePlatform } from '../../../js/src/instance/platform.node.js';
import { XlaBuilder } from '../../../js/src/builder/xla-builder.js';
import type { XlaOp } from '../../../js/src/builder/xla-op.js';
import { Client } from '../../../js/src/engine/client.js';
import type { ElementType } from '../../../js/src/values/element-type.js';
import type { NestedArray } from '../../../js/src/values/nested.js';

installPlatform(nodePlatform);

/** An operation, or several, with the shapes and the values that they have. */
export type Case = readonly [make: () => XlaOp | readonly XlaOp[], shape: string, value: unknown];

let client: Client | undefined;

/** Loads the builder, and frees the client after all tests of the file. */
export function prepare(): void {
  beforeAll(async () => {
    client = await Client.create();
  });
  afterAll(() => client?.dispose());
}

/** A constant of the program that is being recorded; F32 by default. */
export function constant(value: NestedArray, type: ElementType = 'F32'): XlaOp {
  return currentBuilder('constant').constant(value, type);
}

/** Calls a function while a new builder records. */
export function recorded<T>(f: () => T): T {
  return recordingIn(new XlaBuilder('np'), f);
}

/** Checks all cases with one program. Several results have their shapes and values in one array. */
export async function checkCases(cases: Readonly<Record<string, Case>>, tolerance = 2e-6): Promise<void> {
  const builder = new XlaBuilder('np');
  const made = Object.entries(cases).map(([name, [make, shape, value]]) => {
    try {
      const results = recordingIn(builder, make);
      const all = Array.isArray(results) ? (results as XlaOp[]) : [results as XlaOp];
      return { name, all, shape, value: Array.isArray(results) ? (value as unknown[]) : [value] };
    } catch (thrown) {
      throw new Error(`${name}: ${String(thrown)}`, { cause: thrown });
    }
  });
  const executable = await client?.compile(builder.build(builder.tuple(made.flatMap(({ all }) => all))));
  const values = executable?.runSync().toArray() as unknown[];
  const wrong: string[] = [];
  let next = 0;
  for (const { name, all, shape, value } of made) {
    const shapes = all.map((op) => op.shape.toString()).join(', ');
    if (shapes !== shape) wrong.push(`${name}: ${shapes} instead of ${shape}`);
    const got = values.slice(next, (next += all.length));
    if (!isNear(got, value, tolerance)) wrong.push(`${name}: ${text(got)} instead of ${text(value)}`);
  }
  expect(wrong).toEqual([]);
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'number' ? String(part) : part));

/** Returns whether numbers are equal up to the tolerance, relative to 1 or to the number. */
function isNear(got: unknown, value: unknown, tolerance: number): boolean {
  if (Array.isArray(got) && Array.isArray(value)) {
    return got.length === value.length && got.every((part, index) => isNear(part, value[index], tolerance));
  }
  if (typeof got === 'number' && typeof value === 'number') {
    return Object.is(got, value) || Math.abs(got - value) <= tolerance * Math.max(1, Math.abs(value));
  }
  if (typeof got === 'object' && typeof value === 'object' && got !== null && value !== null) {
    return Object.entries(value).every(([key, part]) => isNear((got as Record<string, unknown>)[key], part, tolerance));
  }
  return got === value;
}
