/** The locations of the arguments and results of a program's runs in the core's memory (wasm/README.md, *Run memory*). */

import { elementInfo, type ElementTypeInfo } from '../values/element-type.js';
import { isArrayShape, type ArrayShape, type Shape } from '../values/shape.js';

/** The words that all run memories have, by their place; then come those of the arrays. */
export const runWord = {
  instructionLimit: 0,
  byteLimit: 1,
  millisecondLimit: 2,
  millisecondsSpent: 3,
  rendezvousMilliseconds: 4,
  traceElements: 5,
  communication: 6,
  instructions: 7,
  bytesInUse: 8,
} as const;
const runWords = 9;

/** The words of an array, counted from its first. */
export const arrayWord = { value: 0, donated: 1, byteSize: 2, address: 3, sizes: 4 } as const;

/** The results of `goOn`. */
export const runState = { done: 0, running: 1, waiting: 2, failed: 3, holding: 4, resting: 5 } as const;

/** An array of a program's parameters or of its result. */
export interface PlanArray {
  readonly shape: ArrayShape;
  readonly info: ElementTypeInfo;
  /** The place of its first word. */
  readonly words: number;
  readonly isStatic: boolean;
  /**
   * The number of entries of a typed array of all its elements, padding included; a dynamic one counts with its bounds.
   */
  readonly length: number;
  readonly hasPadding: boolean;
}

/**
 * A program's arrays, in the depth-first order of their values: the arguments of each device, then the results of each
 * device.
 */
export class RunPlan {
  /** The arguments of one device after those of another. */
  readonly parameters: readonly Shape[];
  /** The result of one device. */
  readonly result: Shape;
  readonly devices: number;
  readonly arguments: readonly PlanArray[];
  readonly results: readonly PlanArray[];
  /** For each parameter, the place of its first array in {@link arguments}. */
  readonly firsts: readonly number[];
  readonly wordCount: number;
  /** The number of bytes of the arguments if all are static; otherwise undefined. */
  readonly argumentBytes: number | undefined;
  /** The same of the results. */
  readonly resultBytes: number | undefined;

  /** @param parameters - of one device */
  constructor(parameters: readonly Shape[], result: Shape, devices = 1) {
    const places = { next: runWords };
    const args: PlanArray[] = [];
    this.parameters = Array.from({ length: devices }, () => parameters).flat();
    this.result = result;
    this.devices = devices;
    this.firsts = this.parameters.map((shape) => {
      const first = args.length;
      addArrays(shape, args, places);
      return first;
    });
    const results: PlanArray[] = [];
    for (let device = 0; device < devices; device++) addArrays(result, results, places);
    this.arguments = args;
    this.results = results;
    this.wordCount = places.next;
    this.argumentBytes = bytesOf(args);
    this.resultBytes = bytesOf(results);
  }
}

function bytesOf(arrays: readonly PlanArray[]): number | undefined {
  if (!arrays.every(({ isStatic }) => isStatic)) return undefined;
  return arrays.reduce((sum, { shape }) => sum + shape.byteLength, 0);
}

function addArrays(shape: Shape, arrays: PlanArray[], places: { next: number }): void {
  for (const element of shape.tupleShapes) addArrays(element, arrays, places);
  if (!isArrayShape(shape)) return;
  const info = elementInfo(shape.type);
  const { isStatic, hasPadding } = shape;
  const length = shape.byteLength / info.array.BYTES_PER_ELEMENT;
  arrays.push({ shape, info, words: places.next, isStatic, length, hasPadding });
  places.next += arrayWord.sizes + (isStatic ? 0 : shape.rank);
}
