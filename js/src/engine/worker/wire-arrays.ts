/** Arrays in messages between threads. */

import type { TypedArray } from '../../values/element-type.js';
import type { PlanArray, RunPlan } from '../../instance/run-plan.js';
import type { SharedWasmMemory } from '../../instance/core-module.js';
import type { ValueRef } from '../../instance/run-memory.js';

/** Up to this number of bytes it is faster to copy an array with its message than to move its own buffer. */
const smallBytes = 32 << 10;

/** The alignment of arrays in one buffer, which fits any element type. */
const alignment = 8;

/**
 * Arrays between threads: small ones share one buffer, which is copied with the message; others have their own buffers,
 * which move; and some are already on the engine.
 */
export interface WireArrays {
  readonly packed: ArrayBuffer | undefined;
  /** For each array, its start in `packed`, or its own buffer, or its value on the engine. */
  readonly places: readonly (number | ArrayBuffer | ValueRef)[];
  /** The number of entries of each array. */
  readonly lengths: readonly number[];
}

/** A run memory that another thread may write to, with the address of the array of each argument. */
export interface LentMemory {
  readonly handle: number;
  readonly addresses: readonly number[];
}

/** Makes a buffer of this number of bytes, or finds a used one. */
export type BufferSource = (bytes: number) => ArrayBuffer;

/**
 * Copies arrays to send them.
 *
 * @param source - provides buffers for large arrays; by default the arrays own their buffers, and are sent with them
 */
export function packArrays(data: readonly (TypedArray | ValueRef)[], source?: BufferSource): WireArrays {
  let total = 0;
  for (const array of data) if (ArrayBuffer.isView(array) && isSmall(array)) total += aligned(array.byteLength);
  const packed = total === 0 ? undefined : new ArrayBuffer(total);
  let next = 0;
  const places = data.map((array): number | ArrayBuffer | ValueRef => {
    if (!ArrayBuffer.isView(array)) return array;
    if (isSmall(array)) {
      const start = next;
      if (packed !== undefined && array.byteLength > 0) copyBytes(array, packed, start);
      next += aligned(array.byteLength);
      return start;
    }
    if (source === undefined) return array.buffer as ArrayBuffer;
    const own = source(array.byteLength);
    copyBytes(array, own, 0);
    return own;
  });
  return { packed, places, lengths: data.map((array) => (ArrayBuffer.isView(array) ? array.length : 0)) };
}

/** Returns whether arrays of this number of bytes are sent by {@link packAll}; undefined is an unknown number. */
export function isFew(bytes: number | undefined): boolean {
  return bytes !== undefined && bytes <= smallBytes;
}

/** Copies arrays of static shapes into one buffer. The reader knows the shapes, and needs nothing else. */
export function packAll(data: readonly TypedArray[], arrays: readonly PlanArray[]): ArrayBuffer {
  let total = 0;
  for (const array of data) total = aligned(total) + array.byteLength;
  const packed = new ArrayBuffer(total);
  let end = 0;
  for (let i = 0; i < data.length; i++) {
    const array = data[i] as TypedArray;
    const start = aligned(end);
    new (arrays[i] as PlanArray).info.array(packed, start, array.length).set(array as never);
    end = start + array.byteLength;
  }
  return packed;
}

/** Views of the arrays in such a buffer. */
export function unpackAll(packed: ArrayBuffer, arrays: readonly PlanArray[]): TypedArray[] {
  let end = 0;
  return arrays.map(({ info, length }) => {
    const array = new info.array(packed, aligned(end), length);
    end = array.byteOffset + array.byteLength;
    return array;
  });
}

/**
 * Writes arrays into the engine's memory, which is shared with this thread.
 *
 * @param lent - the run memories for them; one is taken
 * @returns undefined if that is not possible
 */
export function writeLent(
  lent: LentMemory[],
  memory: SharedWasmMemory | undefined,
  plan: RunPlan,
  data: readonly (TypedArray | ValueRef)[],
): { readonly lent: number } | undefined {
  const target = lent.at(-1);
  if (memory === undefined || target === undefined || !data.every((array) => ArrayBuffer.isView(array)))
    return undefined;
  // The engine's thread may have grown the memory so recently that this one has not seen it.
  const { buffer } = memory;
  const isBeyond = (array: TypedArray, i: number): boolean =>
    (target.addresses[i] as number) + array.byteLength > buffer.byteLength;
  if (data.some(isBeyond)) return undefined;
  lent.pop();
  data.forEach((array, i) => {
    const { info } = plan.arguments[i] as PlanArray;
    new info.array(buffer as ArrayBuffer, target.addresses[i], array.length).set(array as never);
  });
  return { lent: target.handle };
}

/** Views of arrays that were sent; values on the engine do not change. */
export function unpackArrays(
  { packed, places, lengths }: WireArrays,
  arrays: readonly PlanArray[],
): (TypedArray | ValueRef)[] {
  return places.map((place, i) => {
    if (typeof place === 'object' && 'value' in place) return place;
    const { info } = arrays[i] as PlanArray;
    const length = lengths[i] as number;
    if (typeof place === 'object') return new info.array(place, 0, length);
    return packed === undefined ? new info.array(0) : new info.array(packed, place, length);
  });
}

/** The arrays of a result, each with its own buffer. */
export function unpackResults(wire: WireArrays, arrays: readonly PlanArray[]): TypedArray[] {
  return (unpackArrays(wire, arrays) as TypedArray[]).map(alone);
}

/** The array with its own buffer. */
export function alone(array: TypedArray): TypedArray {
  return array.byteLength === array.buffer.byteLength ? array : array.slice();
}

/** The buffers that move with the arrays. */
export function ownBuffers({ places }: WireArrays): ArrayBuffer[] {
  return places.filter((place) => typeof place === 'object' && !('value' in place)) as ArrayBuffer[];
}

function isSmall(array: TypedArray): boolean {
  return array.byteLength <= smallBytes;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}

function copyBytes(from: TypedArray, to: ArrayBuffer, start: number): void {
  new Uint8Array(to, start, from.byteLength).set(new Uint8Array(from.buffer, from.byteOffset, from.byteLength));
}

/** The maximum number of bytes of buffers that are kept for reuse. */
const keptBytes = 64 << 20;

/** Buffers that were sent and returned: writing into used memory takes a third of the time. */
export class BufferStore {
  readonly #buffers: ArrayBuffer[] = [];
  #bytes = 0;

  take(bytes: number): ArrayBuffer {
    const found = this.#buffers.findIndex(({ byteLength }) => byteLength === bytes);
    const [buffer] = found < 0 ? [] : this.#buffers.splice(found, 1);
    if (buffer === undefined) return new ArrayBuffer(bytes);
    this.#bytes -= bytes;
    return buffer;
  }

  /** Keeps buffers, the newest with priority. */
  put(buffers: readonly ArrayBuffer[]): void {
    for (const buffer of buffers) {
      if (buffer.byteLength > keptBytes) continue;
      this.#buffers.unshift(buffer);
      this.#bytes += buffer.byteLength;
    }
    while (this.#bytes > keptBytes) this.#bytes -= (this.#buffers.pop() as ArrayBuffer).byteLength;
  }
}
