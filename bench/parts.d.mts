/** See workloads/index.mjs. */
export interface Workload {
  readonly name: string;
  readonly title?: string;
  readonly family?: string;
  readonly op?: string;
  readonly parameters?: readonly object[];
  readonly result?: { readonly count: number };
  readonly flops?: number;
  readonly traffic?: { readonly pass: string; readonly bytes: number };
  readonly places?: readonly string[];
}

/** See subjects/index.mjs. */
export interface Subject {
  readonly name: string;
  refuses(workload: Workload): string | undefined;
}

export interface Limit {
  readonly what: string;
  readonly threads: number;
  readonly bytes?: number;
  /** GB/s of a pass over `bytes`, GFLOP/s without them. */
  readonly value: number;
}

/** The result of one process for a workload with its values in one place: a value, or the reason for its absence. */
export interface Measured {
  readonly place: string;
  readonly value?: number | undefined;
  readonly worst?: number;
  readonly note?: string;
  readonly refused?: string;
  readonly failed?: string;
  readonly wrong?: string;
}
export interface Answer {
  readonly records?: readonly Measured[];
  /** The reference at the checked positions. */
  readonly wanted?: readonly number[];
  readonly failed?: string;
  readonly timeout?: number;
}
export interface Result extends Measured {
  readonly workload: string;
  readonly subject: string;
  readonly threads: number;
}

export class UsageError extends Error {}
export interface Options {
  readonly only: readonly string[];
  readonly processes: number;
  readonly quick: boolean;
  readonly browser: boolean;
  readonly alone: boolean;
  readonly write: boolean;
  readonly list: boolean;
  readonly help: boolean;
  readonly json: string | undefined;
}
export function parseOptions(argv: readonly string[]): Options;

export function replaced(text: string, place: string, content: string): string;
export function medianRecord(answers: readonly Answer[], workload?: Pick<Workload, 'places'>): Measured[];
export function limitOf(
  workload: Pick<Workload, 'flops' | 'traffic'>,
  machine: readonly Limit[],
  threads: number,
): number | undefined;
export function standing(
  workload: Workload,
  measured: { readonly results: readonly Result[]; readonly machine: readonly Limit[] },
  place: string,
  threads: number,
): {
  bySubject: Record<string, Result>;
  best: Result | undefined;
  limit: number | undefined;
  toBest: number | undefined;
  toLimit: number | undefined;
};

export function positions(count: number, samples?: number): number[];
export function check(
  workload: object,
  inputs: object,
  out: ArrayLike<number> | undefined,
  wanted?: readonly number[],
): { worst: number; message?: string };
export function erf(x: number): number;
export function measure(
  subject: object,
  request: object,
): Promise<{ records: Measured[]; wanted: number[] | undefined }>;
export function interpolate(points: readonly (readonly [number, number])[], size: number): number;
export function median(numbers: readonly number[]): number;

/** The builder functions that hloom does not have yet, by the op of the workloads that need them. */
export const lacking: Readonly<Record<string, string>>;
export const subjects: readonly Subject[];
export const workloads: readonly Workload[];
