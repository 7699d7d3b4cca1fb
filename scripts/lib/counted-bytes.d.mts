/** The answers of a server of this process; the bytes include the headers. */
export interface CountedAnswer {
  readonly path: string;
  readonly status: number;
  readonly bytes: number;
}

/** Begins to count; `answers` grows until `stop` is called. */
export function countAnswers(): { readonly answers: CountedAnswer[]; readonly stop: () => void };
