import { asHloomError, copyOfError, describeThrown, errorFromJson, HloomError, jsError } from '../base/errors.js';
import { bytesText } from '../base/describe.js';
import { decodeUtf8, encodeUtf8 } from '../base/text-bytes.js';
import { newResultArray } from './results.js';
import { runState } from './run-plan.js';
import type { WasmInstance } from '../base/ambient.js';
import type { CoreModule, SharedWasmMemory } from './core-module.js';
import type { AnswerJson, ErrorJson, CoreMethods } from '../base/wire.js';

/** The memory that WebAssembly can address with 32 bits. One block of memory has at most half of it. */
const addressable = 2 ** 32;
const largestBlock = addressable / 2 - 64;

/** Longer texts are quicker to encode as a whole. */
const longestShort = 400;

/**
 * One instance of the core. Uses the boundary's JSON, copies bulk data in and out, and detects the loss of the
 * instance: after any unexpected exception of the module (a trap, an abort, a stack overflow) its memory cannot be
 * trusted, so every later call fails with ABORTED.
 */
export class CoreInstance {
  /** Undefined after the instance is lost, so that its memory can be collected even if handles of it exist. */
  #module: CoreModule | undefined;
  readonly #name: string;
  #lost: HloomError | undefined;
  #onLost: ((error: HloomError) => void) | undefined;
  #memoryHelp: string | undefined;
  /** The address of the memory for short requests, once the core has been asked for it. */
  #short: number | undefined;

  /** @param name - the name of the instance in error texts, for example `the engine instance` */
  constructor(module: CoreModule, name: string) {
    this.#module = module;
    this.#name = name;
  }

  /** Why the instance is lost, if it is. */
  get lost(): HloomError | undefined {
    return this.#lost;
  }

  /**
   * The exports of the WebAssembly instance, for code that is emitted at run time: the functions of vectors
   * (wasm/README.md), which JavaScript cannot call. Undefined after the instance is lost.
   */
  get exports(): WasmInstance['exports'] | undefined {
    return this.#module?.wasmExports;
  }

  /** The memory that such code imports. Undefined after the instance is lost. */
  get wasmMemory(): SharedWasmMemory | undefined {
    return this.#module?.wasmMemory;
  }

  /** Sets the help for errors about this instance's memory, instead of the general one. */
  helpWithMemory(help: string): void {
    this.#memoryHelp = help;
  }

  /** Calls back once, when the instance is lost. */
  onLost(callback: (error: HloomError) => void): void {
    this.#onLost = callback;
  }

  /**
   * Declares the instance lost.
   *
   * @returns the error that all its calls answer from now on
   */
  poison(why: string, cause?: unknown): HloomError {
    if (this.#lost === undefined) {
      this.#lost = jsError('instanceLost', `${this.#name} is lost: ${why}`, cause === undefined ? {} : { cause });
      letGoOfFrames(cause);
      letGoOfFrames(this.#lost);
      this.#letGo();
      this.#onLost?.(this.#lost);
    }
    return this.#lost;
  }

  /** Ends the pool of the threaded variant; the instance cannot be used afterwards. */
  terminate(): void {
    this.#lost ??= jsError('disposed', `${this.#name} was disposed`);
    this.#letGo();
  }

  /**
   * Calls a method of the boundary.
   *
   * @throws HloomError the core's own error, or `js.c14` when the instance is lost
   */
  call<M extends keyof CoreMethods>(method: M, args: CoreMethods[M]['arguments']): CoreMethods[M]['result'] {
    const text = this.#exchange(method, JSON.stringify(args));
    const answer = parseAnswer(text, method);
    if ('error' in answer) throw errorFromJson(this.#withMemoryHelp(answer.error));
    return answer.result;
  }

  /**
   * Copies bytes into a new buffer of the instance.
   *
   * @returns the buffer's handle, owned by the caller until a call adopts it
   * @throws HloomError `js.c27` if there is no memory; it names the limit
   */
  copyIn(bytes: Uint8Array): number {
    // A buffer that was transferred to a Worker has no bytes any more, and reading it would throw.
    const { length } = bytes;
    return this.#guard((module) => {
      const handle = module.allocate(length);
      if (handle === 0) throw this.#outOfMemory(length, module.HEAPU8.length);
      if (length > 0) bytesIn(module, handle).set(bytes);
      return handle;
    });
  }

  /**
   * Does the same for a value that stays, whose memory the client's limit counts.
   *
   * @throws HloomError `memory.c1` beyond that limit, `js.c27`
   */
  copyValueIn(bytes: Uint8Array): number {
    const { length } = bytes;
    try {
      const { buffer } = this.call('engine.allocate', { bytes: length });
      if (length > 0) this.view(buffer).set(bytes);
      return buffer;
    } catch (thrown) {
      throw this.#asOutOfMemory(thrown, length);
    }
  }

  /** Copies several arrays in; if one fails, none stays. */
  copyAllIn(all: readonly Uint8Array[]): number[] {
    const handles: number[] = [];
    try {
      for (const bytes of all) handles.push(this.copyIn(bytes));
      return handles;
    } catch (thrown) {
      for (const handle of handles) this.release(handle);
      throw asHloomError(thrown);
    }
  }

  /** Copies a buffer of the instance to an array with its own ArrayBuffer, and frees the buffer. */
  takeOut(handle: number): Uint8Array<ArrayBuffer> {
    try {
      return this.#guard((module) => {
        const bytes = bytesIn(module, handle);
        // This is not slice(), which in some engines would make another shared buffer of a shared memory.
        const copy = newResultArray(Uint8Array, bytes.length);
        copy.set(bytes);
        return copy;
      });
    } finally {
      this.release(handle);
    }
  }

  /** Copies several buffers out and frees them; if one fails, all are freed. */
  takeAllOut(handles: readonly number[]): Uint8Array<ArrayBuffer>[] {
    const taken: Uint8Array<ArrayBuffer>[] = [];
    try {
      for (const handle of handles) taken.push(this.takeOut(handle));
      return taken;
    } catch (thrown) {
      for (const handle of handles.slice(taken.length + 1)) this.release(handle);
      throw thrown;
    }
  }

  /** The bytes of a buffer of the instance; the view is good until the core is called again. */
  view(handle: number): Uint8Array {
    return this.#guard((module) => bytesIn(module, handle));
  }

  /** Frees a buffer; does nothing if the instance is lost. */
  release(handle: number): void {
    if (this.#lost === undefined) {
      this.#guard((module) => {
        module.release(handle);
      });
    }
  }

  /** The memory. It may grow with every call; then it is another object, and views of the old one have no length. */
  get memory(): ArrayBufferLike {
    return this.#guard((module) => (module.sharedMemory ?? module.HEAPU8).buffer);
  }

  /** The memory that other threads may share; undefined if it is not shared. */
  get sharedMemory(): SharedWasmMemory | undefined {
    return this.#guard((module) => module.sharedMemory);
  }

  /**
   * Opens memory for runs of an executable.
   *
   * @throws HloomError `js.c26` if there is no such executable
   */
  openRun(executable: number): number {
    const run = this.#guard((module) => module._hloom_open_run(executable));
    if (run === 0) throw jsError('contract', `executable ${executable} does not exist`);
    return run;
  }

  /** The address of the words of a run memory. */
  runWords(run: number): number {
    return this.#guard((module) => module._hloom_run_words(run)) >>> 0;
  }

  /**
   * Makes room for the arguments of a run.
   *
   * @param missing - returns the number of bytes that could not be allocated
   * @throws HloomError `memory.c1` beyond the client's limit, `js.c27`
   */
  prepareRun(run: number, missing: () => number): void {
    const state = this.#guard((module) => module._hloom_prepare_run(run));
    if (state === 0) return;
    try {
      this.call('engine.error', { run });
    } catch (thrown) {
      throw this.#asOutOfMemory(thrown, missing());
    }
  }

  /**
   * Goes on with a run, for about so many milliseconds.
   *
   * @throws HloomError the error with which the run ended, or `js.c14` when the instance is lost
   */
  goOn(run: number, milliseconds: number): number {
    const module = this.#module;
    if (module === undefined) throw copyOfError(this.#lost as HloomError);
    let state: number;
    try {
      state = module._hloom_go_on(run, milliseconds);
    } catch (thrown) {
      throw copyOfError(this.poison(describeThrown(thrown), thrown));
    }
    // A pool thread may have aborted meanwhile.
    if (this.#lost !== undefined) throw copyOfError(this.#lost);
    if (state === runState.failed) this.call('engine.error', { run });
    return state;
  }

  /** Cancels a run, and frees large memory; does nothing if the instance is lost. */
  resetRun(run: number): void {
    if (this.#lost === undefined) this.#guard((module) => void module._hloom_reset_run(run));
  }

  /** Frees a run memory; does nothing if the instance is lost. */
  closeRun(run: number): void {
    if (this.#lost === undefined) this.#guard((module) => void module._hloom_close_run(run));
  }

  /** Frees a value that stays on the engine; does nothing if it does not exist or the instance is lost. */
  releaseValue(value: number): void {
    if (this.#lost === undefined) this.#guard((module) => void module._hloom_release_value(value));
  }

  /** Makes a call that releases a handle. It must not fail, even if the instance is lost. */
  tryCall<M extends keyof CoreMethods>(method: M, args: CoreMethods[M]['arguments']): void {
    if (this.#lost !== undefined) return;
    try {
      this.call(method, args);
    } catch {
      // The handle was lost with its instance, or never existed.
    }
  }

  #outOfMemory(bytes: number, grown: number): HloomError {
    const all = bytesText(addressable);
    if (bytes > largestBlock) {
      return jsError('outOfMemory', `${bytesText(bytes)} are too many for one value in ${this.#name}`, {
        details: [`WebAssembly can address ${all} in all, and one value takes less than half of them`],
        help: 'use a smaller array, or split it',
      });
    }
    return jsError('outOfMemory', `${bytesText(bytes)} do not fit into the memory of ${this.#name}`, {
      details: [
        bytes > addressable - grown
          ? `it has grown to ${bytesText(grown)} of the ${all} that WebAssembly can address`
          : `the machine refuses more: it has grown to ${bytesText(grown)}, and WebAssembly could address ${all}`,
      ],
      ...this.#helpPart(),
    });
  }

  /** Adds the values that exhausted the memory to an error, if it is not a limit of the user. */
  #asOutOfMemory(thrown: unknown, bytes: number): unknown {
    const ended = thrown instanceof HloomError && thrown.rule === 'memory.c2';
    return ended ? this.#outOfMemory(bytes, this.memory.byteLength) : thrown;
  }

  #helpPart(): { readonly help?: string } {
    return this.#memoryHelp === undefined ? {} : { help: this.#memoryHelp };
  }

  #withMemoryHelp(error: ErrorJson): ErrorJson {
    if (this.#memoryHelp === undefined || error.memory_is_full !== true) return error;
    // The text is rendered anew, with the other help.
    return { ...error, message: '', help: this.#memoryHelp };
  }

  /** Writes a call's request, method and JSON one after the other, and returns the answer. */
  #exchange(method: string, json: string): string {
    return this.#guard((module) => {
      const text = method + json;
      const length = this.#writeAscii(module, text) ?? this.#write(module, encodeUtf8(text));
      // The names of methods are ASCII.
      const bytes = module.call(method.length, length - method.length);
      const answer = memoryOf(module, module.answer(), bytes);
      return decodeUtf8(module.sharedMemory === undefined ? answer : answer.slice());
    });
  }

  /**
   * Writes a short request without the array that an encoder makes, which takes a tenth of the time of adding an
   * operation.
   *
   * @returns the number of bytes, or undefined if the text is long, or not ASCII
   */
  #writeAscii(module: CoreModule, text: string): number | undefined {
    const { length } = text;
    if (length > longestShort) return undefined;
    this.#short ??= this.#roomFor(module, longestShort);
    const request = memoryOf(module, this.#short, length);
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return undefined;
      request[i] = code;
    }
    return length;
  }

  #write(module: CoreModule, bytes: Uint8Array): number {
    const { length } = bytes;
    // The core may move the memory, and frees that of a large request when it is asked the next time.
    this.#short = undefined;
    memoryOf(module, this.#roomFor(module, length), length).set(bytes);
    return length;
  }

  #roomFor(module: CoreModule, bytes: number): number {
    const address = module.request(bytes);
    if (address === 0) throw this.#outOfMemory(bytes, module.HEAPU8.length);
    return address;
  }

  #guard<T>(action: (module: CoreModule) => T): T {
    const module = this.#module;
    if (this.#lost !== undefined) throw copyOfError(this.#lost);
    let result: T;
    try {
      result = action(module as CoreModule);
    } catch (thrown) {
      if (thrown instanceof HloomError) throw thrown;
      throw copyOfError(this.poison(describeThrown(thrown), thrown));
    }
    // onAbort may have reported an abort in a pool thread, or in a callback of this call, meanwhile.
    const lost = this.#lost as HloomError | undefined;
    if (lost !== undefined) throw copyOfError(lost);
    return result;
  }

  #letGo(): void {
    const module = this.#module;
    this.#module = undefined;
    try {
      module?.PThread?.terminateAllThreads();
    } catch {
      // Lost threads need not be ended.
    }
  }
}

/**
 * An error whose stack has not been read holds its frames, frames in WebAssembly hold their instance, and the instance
 * holds its memory. Reading the stack turns the frames into text.
 */
function letGoOfFrames(thrown: unknown): void {
  if (typeof thrown === 'object' && thrown !== null && 'stack' in thrown) void thrown.stack;
}

function bytesIn(module: CoreModule, handle: number): Uint8Array {
  return memoryOf(module, module.address(handle), module.size(handle));
}

function memoryOf(module: CoreModule, address: number, bytes: number): Uint8Array {
  const { buffer } = module.sharedMemory ?? module.HEAPU8;
  return new Uint8Array(buffer, address >>> 0, bytes);
}

function parseAnswer(text: string, method: string): AnswerJson {
  try {
    const answer = JSON.parse(text) as AnswerJson | null;
    if (typeof answer === 'object' && answer !== null && ('result' in answer || 'error' in answer)) return answer;
  } catch {
    // The error below has the text.
  }
  throw jsError('contract', `the core answered ${method} with something else than a result or an error`, {
    details: [JSON.stringify(String(text).slice(0, 200))],
  });
}
