/** A reader's progress, kept in the browser if the browser allows it. */

import { isStepId, stepIds, type StepId } from './steps.js';

/** The progress in a lesson. */
export interface StepProgress {
  /** The exercises are made from it. */
  readonly seed: number;
  /** The prediction; `undefined` before it is made. */
  readonly prediction: string | undefined;
  /** The right answers to the exercises so far, in their order. */
  readonly answers: readonly string[];
  /** True if all of it was done once, with any seed. */
  readonly done: boolean;
}

export const exerciseCount = 3;
const largestSeed = 9999;

/** The functions of a `Storage` that are needed. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>;

const key = 'hloom.learn';

/** The browser's storage; some browsers throw when it is accessed. */
export function browserStore(): Store | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** The seed in an address, as in `?seed=7`: everybody then gets the same exercises. */
export function seedOf(search: string): number | undefined {
  const text = new URLSearchParams(search).get('seed') ?? '';
  const seed = Number(text);
  return /^\d{1,4}$/.test(text) && seed >= 1 ? seed : undefined;
}

export class Progress {
  readonly #store: Store | undefined;
  readonly #steps: Map<StepId, StepProgress>;

  /**
   * @param store - the storage; without one, the progress is kept as long as the page
   * @param seed - the seed of all lessons; answers to other exercises are dropped
   */
  constructor(store: Store | undefined, seed: number | undefined) {
    this.#store = store;
    const kept = read(store);
    this.#steps = new Map(stepIds.map((id) => [id, begun(kept.get(id), seed)]));
  }

  of(id: StepId): StepProgress {
    return this.#steps.get(id) ?? begun(undefined, undefined);
  }

  /** True if every lesson was done. */
  get isComplete(): boolean {
    return stepIds.every((id) => this.of(id).done);
  }

  /** The first lesson that is not done; the first of all if there is none. */
  get next(): StepId {
    return stepIds.find((id) => !this.of(id).done) ?? stepIds[0];
  }

  predict(id: StepId, prediction: string): void {
    this.#set(id, { ...this.of(id), prediction });
  }

  solve(id: StepId, answer: string): void {
    const step = this.of(id);
    const answers = [...step.answers, answer].slice(0, exerciseCount);
    this.#set(id, { ...step, answers, done: step.done || answers.length === exerciseCount });
  }

  /** Takes other exercises; completed lessons stay completed. */
  renew(id: StepId, seed = randomSeed()): void {
    this.#set(id, { ...this.of(id), seed, answers: [] });
  }

  #set(id: StepId, step: StepProgress): void {
    this.#steps.set(id, step);
    try {
      this.#store?.setItem(key, JSON.stringify(Object.fromEntries(this.#steps)));
    } catch {
      // If the storage is full or forbidden, the page goes on without it.
    }
  }
}

const randomSeed = (): number => 1 + Math.floor(Math.random() * largestSeed);

function begun(kept: StepProgress | undefined, seed: number | undefined): StepProgress {
  if (kept === undefined) return { seed: seed ?? randomSeed(), prediction: undefined, answers: [], done: false };
  return seed === undefined || seed === kept.seed ? kept : { ...kept, seed, answers: [] };
}

/** Reads the kept progress. Entries that it does not understand, because another version wrote them, are left out. */
function read(store: Store | undefined): Map<StepId, StepProgress> {
  try {
    const kept: unknown = JSON.parse(store?.getItem(key) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return new Map();
    return new Map(
      Object.entries(kept).flatMap(([id, value]) => {
        const step = understood(value);
        return isStepId(id) && step !== undefined ? [[id, step] as const] : [];
      }),
    );
  } catch {
    return new Map();
  }
}

function understood(value: unknown): StepProgress | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { seed, prediction, answers, done } = value as Record<string, unknown>;
  const isText = (item: unknown): item is string => typeof item === 'string';
  if (typeof seed !== 'number' || !Number.isInteger(seed) || seed < 1 || seed > largestSeed) return undefined;
  if (!Array.isArray(answers) || answers.length > exerciseCount || !answers.every(isText)) return undefined;
  return { seed, prediction: isText(prediction) ? prediction : undefined, answers, done: done === true };
}
