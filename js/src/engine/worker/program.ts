/** Programs and their runs in an engine of this thread. */

import type { CommunicationEventJson, ProgramShapeJson, RequestJson, TraceEventJson } from '../../base/wire.js';
import { jsError } from '../../base/errors.js';
import { RunPlan, runState, type PlanArray } from '../../instance/run-plan.js';
import { arrayOfBytes, newResultArray, type ResultArrays } from '../../instance/results.js';
import { RunMemory, hasResults, type EngineOptions, type GivenArrays } from '../../instance/run-memory.js';
import type { CoreInstance } from '../../instance/core-instance.js';
import { Shape } from '../../values/shape.js';
import type { TypedArray } from '../../values/element-type.js';
import { bytesOf } from '../../values/literal-data.js';
import type { RunPlace } from '../../base/time-limit.js';
import type { RunProgress } from './progress.js';
import type { LentMemory } from './wire-arrays.js';

/** The maximum number of free run memories of a program; more were needed only while that many runs were under way. */
const idleMemories = 4;

/** A result of more bytes is copied out in pieces, so that other work can run between them. */
export const pieceBytes = 4 << 20;

/** The arrays of a result that stays on the engine. */
const noResults: ResultArrays = { data: [], sizes: [] };

/** A program that an instance of the core has compiled. */
export class CompiledProgram {
  readonly core: CoreInstance;
  readonly handle: number;
  readonly plan: RunPlan;
  readonly #idle: RunMemory[] = [];
  readonly #lent = new Map<number, RunMemory>();
  #released = false;

  constructor(core: CoreInstance, handle: number, { parameters, result }: ProgramShapeJson, devices: number) {
    this.core = core;
    this.handle = handle;
    this.plan = new RunPlan(
      parameters.map((shape) => Shape.fromJson(shape)),
      Shape.fromJson(result),
      devices,
    );
  }

  /**
   * Copies arguments in, for a run that has not begun to compute.
   *
   * @param out - the arrays that the result is written into; left out for new ones
   * @throws HloomError `js.c27` if there is no memory for them
   */
  begin(given: GivenArrays, options?: EngineOptions, out?: readonly TypedArray[]): EngineRun {
    const isLimited = options?.limits !== undefined;
    const began = isLimited ? performance.now() : 0;
    const memory = this.#idle.pop() ?? new RunMemory(this.core, this.handle, this.plan);
    try {
      if (options !== undefined) memory.setOptions(options);
      memory.write(given);
      if (isLimited) memory.spend(performance.now() - began);
    } catch (thrown) {
      this.giveBack(memory, true);
      throw thrown;
    }
    return new EngineRun(this, memory, options, out);
  }

  /**
   * Lends a run memory to another thread with which the core's memory is shared: it writes the arguments of a run there.
   *
   * @returns undefined if there is no memory for it
   */
  lend(): LentMemory | undefined {
    let memory: RunMemory | undefined;
    try {
      memory = this.#idle.pop() ?? new RunMemory(this.core, this.handle, this.plan);
      const addresses = memory.prepare();
      this.#lent.set(memory.handle, memory);
      return { handle: memory.handle, addresses };
    } catch {
      if (memory !== undefined) this.giveBack(memory, true);
      return undefined;
    }
  }

  /** The number of lent run memories. */
  get lent(): number {
    return this.#lent.size;
  }

  /** Takes back a lent run memory, for a run that begins in it if requested. */
  takeBack(handle: number): RunMemory {
    const memory = this.#lent.get(handle);
    if (memory === undefined) throw jsError('contract', `no run memory ${handle} was lent`);
    this.#lent.delete(handle);
    return memory;
  }

  /** Begins a run whose arguments another thread has written. */
  beginLent(handle: number, options?: EngineOptions): EngineRun {
    const memory = this.takeBack(handle);
    if (options !== undefined) memory.setOptions(options);
    return new EngineRun(this, memory, options);
  }

  giveBack(memory: RunMemory, reset: boolean): void {
    if (reset) memory.reset();
    else memory.clearOptions();
    // A run memory has views of its instance's memory, which would keep the memory of a lost instance alive.
    const isWanted = !this.#released && this.core.lost === undefined && this.#idle.length < idleMemories;
    if (!isWanted) memory.close();
    else this.#idle.push(memory);
  }

  /** Drops the memory of a lost instance. */
  forget(): void {
    this.#idle.length = 0;
    this.#lent.clear();
  }

  /** Frees the program, which has no run under way. */
  release(): void {
    this.#released = true;
    for (const memory of [...this.#idle.splice(0), ...this.#lent.values()]) memory.close();
    this.#lent.clear();
    this.core.tryCall('engine.release_executable', { executable: this.handle });
  }
}

/** One run of a program. */
export class EngineRun {
  readonly #program: CompiledProgram;
  readonly #memory: RunMemory;
  readonly #kept: boolean;
  readonly #out: readonly TypedArray[] | undefined;
  readonly #tellsPlace: boolean;
  /** The last of {@link runState}. */
  #state: number = runState.running;
  #open = true;

  constructor(program: CompiledProgram, memory: RunMemory, options?: EngineOptions, out?: readonly TypedArray[]) {
    this.#out = out;
    // True if the result stays on the engine.
    this.#kept = options?.keep !== undefined;
    this.#tellsPlace = program.plan.devices > 1 || (options?.limits?.milliseconds ?? Infinity) < Infinity;
    this.#program = program;
    this.#memory = memory;
  }

  get core(): CoreInstance {
    return this.#program.core;
  }

  get plan(): RunPlan {
    return this.#program.plan;
  }

  /** The number of the run in the core, for requests in JSON. */
  get handle(): number {
    return this.#memory.handle;
  }

  get done(): boolean {
    return hasResults(this.#state);
  }

  /** True if a device has a request that was not taken yet. */
  get asking(): boolean {
    return this.#state === runState.waiting;
  }

  /** True if nothing can be done before an answer comes. */
  get resting(): boolean {
    return this.#state === runState.resting;
  }

  /** The progress; that of each device comes from the core, if there are several. */
  get progress(): RunProgress {
    const { progress } = this.#memory;
    if (this.plan.devices === 1) return progress;
    const { devices } = this.core.call('engine.devices', { run: this.handle });
    return { ...progress, devices: devices.map(({ state, place }) => ({ state, ...(place === '' ? {} : { place }) })) };
  }

  get place(): RunPlace {
    const { table, place } = this.core.call('engine.devices', { run: this.handle });
    return { location: place, instructions: this.#memory.progress.instructions, devices: table };
  }

  /** True if it reports its place: it may be ended from outside, without an error of the core that has the place. */
  get tellsPlace(): boolean {
    return this.#tellsPlace;
  }

  /**
   * Goes on for about so many milliseconds.
   *
   * @throws HloomError what the run ended with
   */
  step(milliseconds: number): void {
    this.#state = runState.failed;
    this.#state = this.#memory.goOn(milliseconds);
  }

  /** The number of milliseconds of rest after which a device may have waited for others longer than the run allows. */
  get longestRest(): number {
    return this.plan.devices === 1 ? Infinity : this.#memory.longestWait + 1;
  }

  /** Notifies the run of an answer. */
  goesOn(): void {
    if (this.resting) this.#state = runState.running;
  }

  /** Takes a request of a device. Other devices continue meanwhile. */
  request(): RequestJson {
    const request = this.core.call('engine.request', { run: this.handle });
    this.#state = this.plan.devices === 1 ? runState.resting : runState.running;
    return request;
  }

  /** The trace since the last call. */
  trace(): readonly TraceEventJson[] {
    return this.core.call('engine.trace', { run: this.handle }).events;
  }

  /** The communication between devices since the last call. */
  communication(): readonly CommunicationEventJson[] {
    return this.core.call('engine.communication', { run: this.handle }).events;
  }

  /** True if the result should be copied out in pieces. */
  get isLarge(): boolean {
    return (
      this.#state === runState.holding &&
      this.plan.results.some((_, i) => this.#memory.result(i).byteLength > pieceBytes)
    );
  }

  /** A copy of the result, in the given arrays or arrays with their own buffers; empty for a result that stays. */
  results(): ResultArrays {
    if (this.#kept) return noResults;
    const data: TypedArray[] = [];
    const sizes: (readonly number[])[] = [];
    const { results } = this.plan;
    for (let i = 0; i < results.length; i++) {
      const view = this.#memory.result(i);
      const copy = this.#outAt(i, view.length) ?? newResultArray((results[i] as PlanArray).info.array, view.length);
      copy.set(view as never);
      data.push(copy);
      sizes.push(this.#memory.resultSizes(i));
    }
    return { data, sizes };
  }

  /** The same, copied in pieces; between them it calls `pause`. */
  async resultsInPieces(pause: () => Promise<void>): Promise<ResultArrays> {
    const { results } = this.plan;
    const data: TypedArray[] = [];
    for (const [i, { info }] of results.entries()) {
      const source = (): Uint8Array => bytesOf(this.#memory.result(i));
      const out = this.#outAt(i, this.#memory.result(i).length);
      if (out === undefined) {
        data.push(arrayOfBytes(info, await copyInPieces(source, pause)));
      } else {
        const { length } = out;
        await writeInPieces(source, () => bytesOf(this.#outAt(i, length) as TypedArray), pause);
        data.push(out);
      }
    }
    return { data, sizes: results.map((_, i) => this.#memory.resultSizes(i)) };
  }

  /**
   * The given array for an array of the result.
   *
   * @throws HloomError `js.c22` if it does not have this length any more
   */
  #outAt(index: number, length: number): TypedArray | undefined {
    const out = this.#out?.[index];
    if (out === undefined || out.length === length) return out;
    throw jsError('options', `an array of out had length ${length} when the run began, and has ${out.length} now`, {
      op: 'run',
      help: 'do not transfer or resize its buffer while the program runs',
    });
  }

  /** Ends the run in any state, and releases its memory; a second call does nothing. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#program.giveBack(this.#memory, this.#state !== runState.done);
  }
}

/**
 * Copies bytes piece by piece; between two pieces it calls `pause`.
 *
 * @param source - returns a view of them; called for each piece, because the memory may have grown since the last one
 */
export async function copyInPieces(
  source: () => Uint8Array,
  pause: () => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const copy = newResultArray(Uint8Array, source().length);
  await writeInPieces(source, () => copy, pause);
  return copy;
}

/**
 * Does the same into given bytes.
 *
 * @param target - called for each piece, too
 */
async function writeInPieces(
  source: () => Uint8Array,
  target: () => Uint8Array,
  pause: () => Promise<void>,
): Promise<void> {
  for (let start = 0; start < source().length; start += pieceBytes) {
    if (start > 0) await pause();
    target().set(source().subarray(start, start + pieceBytes), start);
  }
}
