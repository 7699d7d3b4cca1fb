/** Ends a run before its engine does. */

import type { AmbientAbortSignal } from '../../base/ambient.js';
import { isThenable } from '../../base/describe.js';
import { errorFromJson, HloomError, jsError, withDevices } from '../../base/errors.js';
import { citedRules } from '../../base/rules.js';
import { lateError, longestTimerMs, startOfProgram, type RunPlace } from '../../base/time-limit.js';
import type { RunOptions } from './options.js';

/**
 * The engine checks the time by itself, and its error has the place in the program. So this thread ends a run only a
 * moment later: when the engine waits for a function, is inside a piece of an instruction, or has not started yet.
 */
const engineFirstMs = 10;

/**
 * Rules of errors that do not come from the core, which would add the states of devices: a time limit, an abort, a lost
 * instance.
 */
const endedOutside: readonly string[] = ['limits.c4', citedRules.cancelled.id, citedRules.instanceLost.id];

/**
 * The AbortSignal of a run, its limit of time, and its callbacks, which may throw. The first of them that happens ends
 * the run at once; later ones have no effect.
 */
export class RunStop {
  /** The place that the run reported last. */
  place: RunPlace = startOfProgram;
  readonly #milliseconds: number;
  readonly #started: number;
  #mayStop = false;
  #stopped: { readonly thrown: unknown; readonly reason: unknown } | undefined;
  /** Rejects when the run is stopped. Made for the first promise that waits: few runs can be stopped. */
  #stopping: Promise<never> | undefined;
  #reject: (thrown: unknown) => void = () => undefined;
  readonly #listeners: ((reason: unknown) => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unlisten: () => void = () => undefined;
  #alive: ReturnType<typeof setInterval> | undefined;

  /**
   * @param milliseconds - the limit of time, Infinity for none
   * @param started - when the run was asked for, by performance.now()
   */
  constructor(signal: RunOptions['signal'], milliseconds: number, started: number) {
    this.#milliseconds = milliseconds;
    this.#started = started;
    if (signal !== undefined) {
      this.#mayStop = true;
      const abort = (): void => {
        const cause = signal.reason as unknown;
        this.#stop(jsError('cancelled', 'the run was stopped by its AbortSignal', { op: 'run', cause }), cause);
      };
      if (signal.aborted) abort();
      this.#unlisten = onAbort(signal, abort);
      // Node ends a process that only waits for AbortSignal.timeout.
      this.#alive = setInterval(() => undefined, longestTimerMs);
    }
    if (milliseconds !== Infinity) {
      this.#mayStop = true;
      this.#watchTime();
    }
  }

  /**
   * Throws if the run is stopped. It also checks the clock: if another run has kept this thread busy, no timer could
   * fire.
   *
   * @throws the error of the run, if it is stopped
   */
  check(): void {
    this.#checkTime();
    if (this.#stopped !== undefined) throw this.#stopped.thrown;
  }

  /** True if something may stop the run: a signal, a limit of time, or a callback that throws. */
  get mayStop(): boolean {
    return this.#mayStop;
  }

  /** True if the run is stopped. */
  get stopped(): boolean {
    return this.#stopped !== undefined;
  }

  /** Returns the result of the promise, unless the run is stopped first. */
  or<T>(promise: Promise<T>): Promise<T> {
    if (!this.#mayStop) return promise;
    if (this.#stopping === undefined) {
      this.#stopping = new Promise((_, reject) => {
        this.#reject = reject;
      });
      // A rejection matters only if the promise is awaited.
      this.#stopping.catch(() => undefined);
      if (this.#stopped !== undefined) this.#reject(this.#stopped.thrown);
    }
    return Promise.race([this.#stopping, promise]);
  }

  /** Calls back with the reason when the run is stopped; at once if it is already. */
  onStop(listener: (reason: unknown) => void): void {
    if (this.#stopped === undefined) this.#listeners.push(listener);
    else listener(this.#stopped.reason);
  }

  /**
   * Wraps a callback: it stops the run if it throws, and is not called after the run is stopped. The promise of an
   * asynchronous callback is not awaited; its rejection stops the run, too, if it is still running.
   */
  guarded<T>(callback: (value: T) => unknown): (value: T) => void {
    this.#mayStop = true;
    const stop = (thrown: unknown): void => {
      this.#stop(thrown, thrown);
    };
    return (value) => {
      if (this.#stopped !== undefined) return;
      try {
        const given = callback(value);
        if (isThenable(given)) given.then(undefined, stop);
      } catch (thrown) {
        stop(thrown);
      }
    };
  }

  /** Adds the last known state of each device to an error that did not come from the core. */
  withDevices(thrown: unknown): unknown {
    const { devices } = this.place;
    if (devices.length === 0 || !(thrown instanceof HloomError) || !endedOutside.includes(thrown.rule)) return thrown;
    // The core may have hit the limit of time itself, and its table is newer.
    return withDevices(thrown, devices);
  }

  /** Marks the run as over: nothing can stop it any more. */
  close(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#alive);
    this.#unlisten();
    this.#listeners.length = 0;
  }

  #stop(thrown: unknown, reason: unknown): void {
    if (this.#stopped !== undefined) return;
    const told = this.withDevices(thrown);
    const why = reason === thrown ? told : reason;
    this.#stopped = { thrown: told, reason: why };
    this.#reject(told);
    for (const listener of this.#listeners.splice(0)) listener(why);
  }

  #watchTime(): void {
    const left = this.#checkTime();
    if (left <= 0) return;
    this.#timer = setTimeout(
      () => {
        this.#watchTime();
      },
      Math.min(left, longestTimerMs),
    );
  }

  /** Stops the run if its time is over, and returns the remaining milliseconds. */
  #checkTime(): number {
    if (this.#milliseconds === Infinity) return Infinity;
    const passed = performance.now() - this.#started;
    const left = this.#milliseconds + engineFirstMs - passed;
    if (left <= 0) {
      const error = errorFromJson(lateError(this.#milliseconds, passed, this.place));
      this.#stop(error, error);
    }
    return left;
  }
}

interface AbortListener {
  /** The callbacks: one for each run of the signal under way. */
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

/** One listener serves all runs of a signal, because Node warns of a leak at more than ten listeners. */
const abortListeners = new WeakMap<AmbientAbortSignal, AbortListener>();

/**
 * Calls back when the signal is aborted.
 *
 * @returns a function that ends that
 */
function onAbort(signal: AmbientAbortSignal, callback: () => void): () => void {
  const { callbacks, listener } = abortListeners.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    signal.removeEventListener('abort', listener);
    abortListeners.delete(signal);
  };
}

function listen(signal: AmbientAbortSignal): AbortListener {
  const callbacks = new Set<() => void>();
  const listener = (): void => {
    for (const callback of [...callbacks]) callback();
  };
  const made = { callbacks, listener };
  abortListeners.set(signal, made);
  signal.addEventListener('abort', listener, { once: true });
  return made;
}
