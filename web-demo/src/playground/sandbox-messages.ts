/** The messages between the page and the Worker that runs a program in JavaScript. */

import type { HloomErrorFields, TextPosition } from 'hloom';

export interface SandboxRequest {
  readonly text: string;
}

/** An error of a program in JavaScript. */
export interface ScriptError {
  /** An error that is not of the engine has a headline only. */
  readonly fields: HloomErrorFields;
  readonly position: TextPosition | undefined;
  /** True if the program was not started. */
  readonly isSyntax: boolean;
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
  /** The error is a text if it is not one of the program. */
  | { readonly kind: 'ended'; readonly error: ScriptError | string | undefined };
