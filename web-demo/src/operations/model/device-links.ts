/** Links between the elements of several devices: a collective moves numbers, which tell where they come from. */

import { keyOf } from '../../../../js/elements/model/axis.js';
import { flowsOf, type Flow } from '../../replicas/model/flows.js';
import type { LegalAnswer, Ran } from './answer.js';

/** An element of an array on one device. */
export interface DevicePlace {
  readonly id: string;
  readonly index: readonly number[];
  readonly device: number;
}

/** The marked elements of one array, by the devices. */
export type DeviceMarks = ReadonlyMap<number, ReadonlySet<string>>;

export interface DeviceSources {
  /** The array whose elements are marked. */
  readonly id: string;
  readonly marks: DeviceMarks;
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

const listed = (items: readonly (number | string)[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

const devicesText = (devices: readonly number[]): string =>
  `${devices.length === 1 ? 'device' : 'devices'} ${listed(devices)}`;

export class DeviceLinks {
  readonly #answer: LegalAnswer;
  readonly #ran: Ran;
  readonly #signal: AbortSignal;
  #flows: Promise<Flow[] | undefined> | undefined;

  constructor(answer: LegalAnswer, ran: Ran, signal: AbortSignal) {
    this.#answer = answer;
    this.#ran = ran;
    this.#signal = signal;
  }

  /** The elements that an element is made of, or those that it reaches; undefined if they are not known. */
  async of({ id, index, device }: DevicePlace): Promise<DeviceSources | undefined> {
    const { program, devices, leaves } = this.#answer;
    const [operand] = program.parameters;
    const [result] = leaves;
    const isResult = id === 'result0';
    if (operand === undefined || result === undefined || leaves.length > 1) return undefined;
    if (!isResult && id !== operand.name) return undefined;
    this.#flows ??= flowsOf(
      this.#ran.executable,
      Array.from({ length: devices }, (_, one) => program.parameters.map(({ values }) => values[one] ?? values[0]!)),
      this.#signal,
    );
    const own = isResult ? result.shape : operand.shape;
    const other = isResult ? operand.shape : result.shape;
    const place = placeOf(index, own.dimensions);
    const found = ((await this.#flows) ?? []).filter((flow) =>
      isResult ? flow.to === device && flow.target === place : flow.from === device && flow.source === place,
    );
    if (found.length === 0) return undefined;
    const marks = new Map<number, Set<string>>();
    const byKey = new Map<string, number[]>();
    for (const flow of found) {
      const [at, on] = isResult ? [flow.source, flow.from] : [flow.target, flow.to];
      const key = keyOf(indexOf(at, other.dimensions));
      marks.set(on, (marks.get(on) ?? new Set<string>()).add(key));
      byKey.set(key, [...(byKey.get(key) ?? []), on]);
    }
    const name = isResult ? operand.name : 'result';
    const parts = [...byKey].map(([key, on]) => `${name}[${key}] of ${devicesText(on)}`);
    const subject = `${isResult ? 'result' : operand.name}[${index.join()}] of device ${device}`;
    return {
      id: isResult ? operand.name : 'result0',
      marks,
      sentence: `${subject} ${isResult ? 'is made of' : 'reaches'} ${listed(parts)}.`,
    };
  }
}
