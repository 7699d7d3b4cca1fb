/** Links between the elements of several devices: a collective moves numbers, which tell where they come from. */

import { keyOf } from '../../../../js/elements/model/axis.js';
import { flowsOf, type Flow } from '../../replicas/model/flows.js';
import type { LegalAnswer, Ran } from './answer.js';
import { listed } from './links.js';

/** An element of an array on one device. */
export interface DevicePlace {
  readonly id: string;
  readonly index: readonly number[];
  readonly device: number;
}

/** The marked elements of one array, by the devices. */
export type DeviceMarks = ReadonlyMap<number, ReadonlySet<string>>;

export interface DeviceSources {
  /** By the name of an array: that of a parameter, or `result0`. */
  readonly marks: ReadonlyMap<string, DeviceMarks>;
  readonly sentence: string;
}

const placeOf = (index: readonly number[], sizes: readonly number[]): number =>
  index.reduce((place, at, dimension) => place * (sizes[dimension] ?? 1) + at, 0);

/** The index of a place in row-major order: place 5 of [2,3] is 1,2. */
function indexOf(place: number, sizes: readonly number[]): number[] {
  let rest = place;
  return [...sizes]
    .reverse()
    .map((size) => {
      const at = rest % size;
      rest = Math.floor(rest / size);
      return at;
    })
    .reverse();
}

const devicesText = (devices: readonly number[]): string =>
  `${devices.length === 1 ? 'device' : 'devices'} ${listed(devices)}`;

export class DeviceLinks {
  readonly #answer: LegalAnswer;
  readonly #ran: Ran;
  readonly #signal: AbortSignal;
  #flows: Promise<readonly OperandFlow[]> | undefined;

  constructor(answer: LegalAnswer, ran: Ran, signal: AbortSignal) {
    this.#answer = answer;
    this.#ran = ran;
    this.#signal = signal;
  }

  /** The elements that an element is made of, or those that it reaches; undefined if they are not known. */
  async of({ id, index, device }: DevicePlace): Promise<DeviceSources | undefined> {
    const { program, leaves } = this.#answer;
    const leaf = leaves.findIndex((_, i) => id === `result${i}`);
    const isResult = leaf >= 0;
    const own = isResult ? leaves[leaf]?.shape : program.parameters.find(({ name }) => name === id)?.shape;
    if (own === undefined) return undefined;
    this.#flows ??= this.#follow();
    const place = placeOf(index, own.dimensions);
    const found = (await this.#flows).filter((flow) =>
      isResult
        ? flow.leaf === leaf && flow.to === device && flow.target === place
        : flow.operand === id && flow.from === device && flow.source === place,
    );
    if (found.length === 0) return undefined;
    const marks = new Map<string, Map<number, Set<string>>>();
    const byElement = new Map<string, number[]>();
    for (const flow of found) {
      const other = isResult ? flow.operand : `result${flow.leaf}`;
      const sizes = isResult
        ? program.parameters.find(({ name }) => name === other)?.shape.dimensions
        : leaves[flow.leaf]?.shape.dimensions;
      const [at, on] = isResult ? [flow.source, flow.from] : [flow.target, flow.to];
      const key = keyOf(indexOf(at, sizes ?? []));
      const ofOther = marks.get(other) ?? new Map<number, Set<string>>();
      ofOther.set(on, (ofOther.get(on) ?? new Set<string>()).add(key));
      marks.set(other, ofOther);
      const element = `${isResult ? other : this.#titleOf(flow.leaf)}[${key}]`;
      byElement.set(element, [...(byElement.get(element) ?? []), on]);
    }
    const parts = [...byElement].map(([element, on]) => `${element} of ${devicesText(on)}`);
    const subject = `${isResult ? this.#titleOf(leaf) : id}[${index.join()}] of device ${device}`;
    return { marks, sentence: `${subject} ${isResult ? 'is made of' : 'reaches'} ${listed(parts)}.` };
  }

  /** `result`, or `result{1}` of a tuple. */
  readonly #titleOf = (leaf: number): string => {
    const { tupleIndex = [] } = this.#answer.leaves[leaf] ?? {};
    return tupleIndex.length === 0 ? 'result' : `result{${tupleIndex.join()}}`;
  };

  /** The flows from every operand that has data: of a tuple all, and otherwise the first one. */
  async #follow(): Promise<readonly OperandFlow[]> {
    const { program, devices, shape } = this.#answer;
    const args = Array.from({ length: devices }, (_, one) =>
      program.parameters.map(({ values }) => values[one] ?? values[0]!),
    );
    const found: OperandFlow[] = [];
    for (const [i, { name }] of program.parameters.slice(0, shape.isTuple ? undefined : 1).entries()) {
      const flows = await flowsOf(this.#ran.executable, args, this.#signal, i, shape.isTuple);
      for (const flow of flows ?? []) found.push({ ...flow, operand: name });
    }
    return found;
  }
}

/** A flow, with the name of the parameter from which it comes. */
interface OperandFlow extends Flow {
  readonly operand: string;
}
