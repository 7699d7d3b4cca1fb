/** The messages between the page and the Worker that runs a program in JavaScript. */

export interface SandboxRequest {
  readonly text: string;
}

/** A literal that crosses: its text, as in a trace. */
export type SandboxMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'plot'; readonly name: string; readonly x: number; readonly y: number }
  | {
      readonly kind: 'image';
      readonly name: string;
      readonly rows: number;
      readonly columns: number;
      readonly values: Float32Array<ArrayBuffer>;
      readonly points: readonly (readonly [x: number, y: number, kind: number])[];
    }
  | { readonly kind: 'program'; readonly text: string; readonly inputs: readonly string[] }
  | { readonly kind: 'ended'; readonly error: string | undefined };
