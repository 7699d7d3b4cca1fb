/** The lines of a text, and what is found in one. */

/** An instruction as the text writes it. All positions count characters from the start of the text. */
export interface Found {
  readonly written: string;
  readonly opcode: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly nameFrom: number;
}

export function* linesOf(text: string): Generator<{
  readonly line: string;
  /** From 1. */
  readonly number: number;
  readonly from: number;
}> {
  let [from, number] = [0, 1];
  for (const line of text.split('\n')) {
    yield { line, number, from };
    from += line.length + 1;
    number++;
  }
}
