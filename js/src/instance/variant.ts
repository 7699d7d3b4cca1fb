/**
 * Chooses the variant of the core that an engine instance runs, with the reason. This is the only place that decides
 * it.
 */

import { hasSimd, type GivenFiles } from './loader.js';
import type { Platform, Variant } from './platform.js';

/** The result of `Client.platform()` and `client.platform`. */
export interface PlatformReport {
  /** True if the engine knows WebAssembly SIMD; without it, hloom does not run. */
  readonly simd: boolean;
  /** The number of threads that compute in an engine instance; 1 is only its own thread. */
  readonly threads: number;
  /** True if memory can be shared between threads: in a page, COOP and COEP headers are there; always so in Node. */
  readonly crossOriginIsolated: boolean;
  /** The reason if there is only one thread; `null` if there are more. */
  readonly reason: string | null;
  readonly variant: Variant;
}

export interface VariantChoice {
  readonly variant: Variant;
  readonly threads: number;
  readonly reason: string | null;
}

/**
 * Chooses the variant.
 *
 * @param asked - the threads that the user asked for, if any
 * @param worker - whether the instance will live in a Worker
 * @param given - the files that the user gave, if any
 */
export function chooseVariant(
  platform: Platform,
  asked: number | undefined,
  worker: boolean,
  given: GivenFiles,
): VariantChoice {
  const usual = platform.defaultThreads();
  const threads = asked ?? usual.threads;
  if (threads <= 1) return single(asked === undefined ? usual.reason : 'one thread was asked for');
  const shared = platform.sharedMemory();
  if (!shared.available) return single(shared.reason);
  if (!worker && !platform.mayBlock) {
    return single('this thread must not block, and the engine lives in it: use { worker: true } for threads');
  }
  const obstacle = platform.poolObstacle(given.folder);
  if (obstacle !== '') return single(obstacle);
  if (given.module?.canShareMemory === false) {
    return single('the memory of a compiled module is for one thread: give its bytes as wasmBinary for threads');
  }
  return { variant: 'simd-threads', threads, reason: null };
}

/** One thread, for a reason. */
export function single(reason: string): VariantChoice {
  return { variant: 'simd', threads: 1, reason };
}

/** The report of a choice. */
export function platformReport(platform: Platform, choice: VariantChoice): PlatformReport {
  return Object.freeze({
    simd: hasSimd(),
    threads: choice.threads,
    crossOriginIsolated: platform.sharedMemory().crossOriginIsolated,
    reason: choice.reason,
    variant: choice.variant,
  });
}
