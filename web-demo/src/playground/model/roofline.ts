/** The roofline of a machine: an instruction waits for its bytes or for its operations, whichever take longer. */

import type { Cost } from './costs.js';

/** The peak rates of a machine, per second. */
export interface Machine {
  readonly operations: number;
  readonly bytes: number;
}

/** An instruction in the plot. */
export interface RoofPoint {
  readonly name: string;
  /** Operations for each byte. */
  readonly intensity: number;
  /** Operations in a second, as measured. */
  readonly rate: number;
  /** The part of what the machine allows for this intensity. */
  readonly share: number;
}

/** Times below are noise of the clock, in milliseconds. */
const leastTime = 0.005;

export const roofAt = ({ operations, bytes }: Machine, intensity: number): number =>
  Math.min(operations, bytes * intensity);

/** The place of an instruction; undefined for one without operations or without a time that can be measured. */
export function roofPoint(
  name: string,
  { flops, transcendentals, bytes }: Cost,
  milliseconds: number | undefined,
  machine: Machine,
): RoofPoint | undefined {
  const work = flops + transcendentals;
  if (work === 0 || bytes === 0 || milliseconds === undefined || milliseconds < leastTime) return undefined;
  const [intensity, rate] = [work / bytes, work / (milliseconds / 1000)];
  return { name, intensity, rate, share: rate / roofAt(machine, intensity) };
}

/** Powers of ten around some numbers. */
export function decades(numbers: readonly number[]): readonly [least: number, greatest: number] {
  const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)];
  const from = Math.floor(Math.log10(least));
  return [from, Math.max(from + 1, Math.ceil(Math.log10(greatest)))];
}
