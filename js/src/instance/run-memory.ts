/** Memory for one run of a program at a time, in an instance of the core. */

import type { ElementQuestionJson } from '../base/wire.js';
import type { TypedArray } from '../values/element-type.js';
import { arrayWord, runState, runWord, type PlanArray, type RunPlan } from './run-plan.js';
import type { CoreInstance } from './core-instance.js';

/** An array that stays on the engine, by its number, and whether it is donated to the run. */
export interface ValueRef {
  readonly value: number;
  readonly donated: boolean;
}

/** The arrays of all arguments, depth-first. */
export interface GivenArrays {
  /** The memory of each array, padding included; or its value on the engine. */
  readonly data: readonly (TypedArray | ValueRef)[];
  /** The sizes of arrays with dynamic shapes, in their places in `data`; the other places are empty. */
  readonly sizes: readonly (readonly number[] | undefined)[];
}

/** The limits of a run. Infinity is none. */
export interface EngineLimits {
  readonly instructions: number;
  readonly bytes: number;
  /** The wall time that the run may take, and the part that was spent before. */
  readonly milliseconds: number;
  readonly millisecondsSpent: number;
  /** The maximum time that a device waits for others. */
  readonly rendezvousMilliseconds: number;
}

/** The options of a run in addition to its result. */
export interface EngineOptions {
  readonly limits?: EngineLimits | undefined;
  /** The number of elements of each value in the trace; left out for no trace. */
  readonly trace?: number | undefined;
  /** True if it records the communication between its devices. */
  readonly communication?: boolean | undefined;
  /** The numbers under which the arrays of the result stay on the engine; left out if the result is copied out. */
  readonly keep?: readonly number[] | undefined;
  /** A question about an element: the run then has no result, and its trace is the answer. */
  readonly question?: ElementQuestionJson | undefined;
}

const noBytes = new Float64Array(0);

export class RunMemory {
  readonly handle: number;
  readonly #core: CoreInstance;
  readonly #plan: RunPlan;
  readonly #wordsAddress: number;
  #words: Float64Array = noBytes;
  /** Views of the memory of arguments and results, as they were when they were last used. */
  readonly #in: TypedArray[];
  readonly #out: TypedArray[];
  /** True if words are set that the next run may not need: numbers of values, and limits and the trace. */
  #keeps = false;
  #isWatched = false;

  /** @throws HloomError where there is no memory for it */
  constructor(core: CoreInstance, executable: number, plan: RunPlan) {
    this.#core = core;
    this.#plan = plan;
    this.handle = core.openRun(executable);
    this.#wordsAddress = core.runWords(this.handle);
    this.#in = plan.arguments.map(() => noBytes);
    this.#out = plan.results.map(() => noBytes);
  }

  /**
   * Copies the arguments in.
   *
   * @throws HloomError `js.c27` where there is no memory for them
   */
  write({ data, sizes }: GivenArrays): void {
    const arrays = this.#plan.arguments;
    let words = this.#current();
    let ready = true;
    for (let i = 0; i < arrays.length; i++) {
      const given = data[i] as TypedArray | ValueRef;
      const array = arrays[i] as PlanArray;
      const at = array.words;
      if (!ArrayBuffer.isView(given)) {
        words[at + arrayWord.value] = given.value;
        words[at + arrayWord.donated] = given.donated ? 1 : 0;
        continue;
      }
      words[at + arrayWord.value] = 0;
      if (!array.isStatic) {
        words.set(sizes[i] as readonly number[], at + arrayWord.sizes);
        words[at + arrayWord.byteSize] = given.byteLength;
        // Its memory belongs to the run, which has laid it out for the bounds.
        ready = false;
      }
      if (words[at + arrayWord.address] === 0) ready = false;
    }
    if (!ready) {
      this.#core.prepareRun(this.handle, () => this.#missing());
      words = this.#current();
    }
    for (let i = 0; i < arrays.length; i++) {
      const given = data[i] as TypedArray | ValueRef;
      if (ArrayBuffer.isView(given)) this.#viewIn(i, words, given.length).set(given as never);
    }
  }

  /**
   * Makes room for the arguments, which are all static, and returns their addresses, for a thread that writes them.
   *
   * @throws HloomError `js.c27` where there is no memory for them
   */
  prepare(): number[] {
    let words = this.#current();
    for (const { words: at } of this.#plan.arguments) words[at + arrayWord.value] = 0;
    this.#core.prepareRun(this.handle, () => this.#missing());
    words = this.#current();
    return this.#plan.arguments.map(({ words: at }) => words[at + arrayWord.address] as number);
  }

  /** Sets the options of the run. */
  setOptions(options: EngineOptions): void {
    const { keep, limits, trace, communication, question } = options;
    if (keep !== undefined) this.#keep(keep);
    if (limits !== undefined || trace !== undefined || communication === true) this.#watch(options);
    if (question !== undefined) this.#core.call('engine.explain', { run: this.handle, ...question });
  }

  /** Sets under which numbers the arrays of the result stay on the engine. */
  #keep(values: readonly number[]): void {
    const words = this.#current();
    const { results } = this.#plan;
    for (let i = 0; i < results.length; i++) {
      words[(results[i] as PlanArray).words + arrayWord.value] = values[i] ?? 0;
    }
    this.#keeps = true;
  }

  #watch({ limits, trace, communication }: EngineOptions): void {
    const words = this.#current();
    words[runWord.instructionLimit] = limits?.instructions ?? Infinity;
    words[runWord.byteLimit] = limits?.bytes ?? Infinity;
    words[runWord.millisecondLimit] = limits?.milliseconds ?? Infinity;
    words[runWord.millisecondsSpent] = limits?.millisecondsSpent ?? 0;
    words[runWord.rendezvousMilliseconds] = limits?.rendezvousMilliseconds ?? Infinity;
    words[runWord.traceElements] = trace ?? -1;
    words[runWord.communication] = communication === true ? 1 : 0;
    this.#isWatched = true;
  }

  /** Adds to the time that was spent before the run. The core's clock starts when it first goes on. */
  spend(milliseconds: number): void {
    (this.#current()[runWord.millisecondsSpent] as number) += Math.floor(milliseconds);
  }

  /** Resets the words of {@link setOptions}. */
  clearOptions(): void {
    if (this.#keeps) this.#keep([]);
    if (this.#isWatched) this.#watch({});
    this.#keeps = false;
    this.#isWatched = false;
  }

  /**
   * Starts the run, or goes on with it, for about so many milliseconds.
   *
   * @returns one of {@link runState}
   */
  goOn(milliseconds: number): number {
    return this.#core.goOn(this.handle, milliseconds);
  }

  /** The maximum number of milliseconds that a device waits for others. */
  get longestWait(): number {
    return this.#current()[runWord.rendezvousMilliseconds] as number;
  }

  /** The number of executed instructions and of held bytes at the end of the last slice. */
  get progress(): { readonly instructions: number; readonly bytes: number } {
    const words = this.#current();
    return { instructions: words[runWord.instructions] as number, bytes: words[runWord.bytesInUse] as number };
  }

  /** A view of the memory of an array of the result; it is good until the core is called again. */
  result(index: number): TypedArray {
    const array = this.#plan.results[index] as PlanArray;
    const words = this.#current();
    const address = words[array.words + arrayWord.address] as number;
    const length = (words[array.words + arrayWord.byteSize] as number) / array.info.array.BYTES_PER_ELEMENT;
    const known = this.#out[index] as TypedArray;
    if (known.byteOffset === address && known.length === length) return known;
    return (this.#out[index] = new array.info.array(this.#core.memory as ArrayBuffer, address, length));
  }

  /** The live sizes of an array of the result. */
  resultSizes(index: number): readonly number[] {
    const { shape, isStatic, words } = this.#plan.results[index] as PlanArray;
    if (isStatic) return shape.dimensions;
    const start = words + arrayWord.sizes;
    return [...this.#current().subarray(start, start + shape.rank)];
  }

  /** Cancels the run, if one is under way, and frees large memory. */
  reset(): void {
    this.#core.resetRun(this.handle);
    this.clearOptions();
  }

  close(): void {
    this.#core.closeRun(this.handle);
  }

  /** The arguments that are still without memory, for an error. */
  #missing(): number {
    const words = this.#current();
    const missing = this.#plan.arguments.find(
      ({ words: at }) => words[at + arrayWord.value] === 0 && words[at + arrayWord.address] === 0,
    );
    return missing === undefined ? 0 : (words[missing.words + arrayWord.byteSize] as number);
  }

  #current(): Float64Array {
    // A view of memory that has grown since has no length any more; one of shared memory stays good.
    if (this.#words.length > 0) return this.#words;
    this.#words = new Float64Array(this.#core.memory as ArrayBuffer, this.#wordsAddress, this.#plan.wordCount);
    return this.#words;
  }

  #viewIn(index: number, words: Float64Array, length: number): TypedArray {
    const array = this.#plan.arguments[index] as PlanArray;
    const address = words[array.words + arrayWord.address] as number;
    const known = this.#in[index] as TypedArray;
    if (known.byteOffset === address && known.length === length) return known;
    return (this.#in[index] = new array.info.array(this.#core.memory as ArrayBuffer, address, length));
  }
}

/** Returns whether a run has ended with results. */
export function hasResults(state: number): boolean {
  return state === runState.done || state === runState.holding;
}
