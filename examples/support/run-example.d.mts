// For the page and the tests, which are TypeScript.
import type { Client, Literal, XlaComputation } from 'hloom';

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly call: string;
  readonly rule?: string;
  readonly expected?: unknown;
  build(): { readonly computation: XlaComputation; readonly explanation?: string };
  explain?(): string;
  values(): unknown[];
}

/** An example of two shapes that meet. */
export interface BroadcastExample extends Example {
  readonly lhs: string;
  readonly rhs: string;
  readonly broadcastDimensions: readonly number[];
}

export interface Outcome {
  readonly example: Example;
  readonly program: string;
  readonly explanation: string;
  readonly operands: readonly unknown[];
  readonly result: Literal | undefined;
  readonly error: string;
  readonly problem: string;
}

export function runExample(client: Client, example: Example): Promise<Outcome>;
export function tabulate(dimensions: readonly number[], valueAt: (...index: number[]) => unknown): unknown;
