/**
 * Custom elements for pages. Importing `hloom/elements` defines `<hloom-broadcast>`; without a DOM, it does nothing.
 */

import type { Explanation, HloomError, Literal, Shape } from './index.node.js';

/** A function of the builder that takes two operands and broadcasts them. */
export type BroadcastOperation =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'rem'
  | 'max'
  | 'min'
  | 'pow'
  | 'mulhi'
  | 'atan2'
  | 'complex'
  | 'and'
  | 'or'
  | 'xor'
  | 'shiftLeft'
  | 'shiftRightArithmetic'
  | 'shiftRightLogical'
  | 'eq'
  | 'ne'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'eqTotalOrder'
  | 'neTotalOrder'
  | 'ltTotalOrder'
  | 'leTotalOrder'
  | 'gtTotalOrder'
  | 'geTotalOrder';

/** The scrubber's first position. */
export type BroadcastStage = 'given' | 'placed' | 'stretched' | 'combined';

/** The question of an element to the engine. */
export interface BroadcastQuestion {
  /** A shape, as in `f32[2,3]`. */
  readonly lhs: string;
  readonly rhs: string;
  /**
   * broadcast_dimensions, as in `1` or `{0,2}`; empty for none. A `?` is a dimension that is not
   * tied.
   */
  readonly dims: string;
  readonly op: BroadcastOperation;
  /** `count`, `random`, `random 7` with a seed, or the elements in row-major order. */
  readonly lhsValues: string;
  readonly rhsValues: string;
}

/** The elements of an array. */
export interface BroadcastElements {
  readonly literal: Literal;
}

/** The engine's answer. */
export interface BroadcastAnswer {
  readonly question: BroadcastQuestion;
  readonly explanation: Explanation;
  /** The shape of the operation's result; `undefined` if it is refused. */
  readonly result: Shape | undefined;
  /** The program as HLO text; empty if the operation is refused. */
  readonly hlo: string;
  /** Why the operation is refused. */
  readonly error: HloomError | undefined;
  /** `undefined` if the arrays are too large to be drawn. The result is set after it has been computed. */
  readonly values:
    | {
        readonly lhs: BroadcastElements;
        readonly rhs: BroadcastElements;
        readonly result: BroadcastElements | undefined;
      }
    | undefined;
}

/** The events of a `<hloom-broadcast>`. */
export interface HloomBroadcastEventMap extends HTMLElementEventMap {
  /** The reader has changed something; the detail is the element's new question. */
  'hloom-question': CustomEvent<BroadcastQuestion>;
  /** There is an answer, or it has changed: read `answer` and `mistakes`. */
  'hloom-answer': CustomEvent<null>;
}

/** `<hloom-broadcast>`: a broadcast that can be changed, watched and asked. */
export class HloomBroadcast extends HTMLElement {
  lhs: string;
  rhs: string;
  dims: string;
  op: BroadcastOperation;
  lhsValues: string;
  rhsValues: string;
  stage: BroadcastStage;
  /** True if the reader can only watch. */
  fixed: boolean;
  /** True for a projector: the picture is as large as it can be. */
  large: boolean;
  /** The whole question, in one object. */
  question: BroadcastQuestion;
  /** The last answer; `undefined` until there is one. */
  readonly answer: BroadcastAnswer | undefined;
  /** The mistakes in the texts that cannot be understood, by the texts' names. */
  readonly mistakes: Readonly<Partial<Record<'lhs' | 'rhs' | 'dims' | 'lhsValues' | 'rhsValues', string>>> | undefined;
  /** Resolves when the element has drawn its current properties. */
  readonly updateComplete: Promise<boolean>;

  addEventListener<Name extends keyof HloomBroadcastEventMap>(
    type: Name,
    listener: (this: HloomBroadcast, event: HloomBroadcastEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof HloomBroadcastEventMap>(
    type: Name,
    listener: (this: HloomBroadcast, event: HloomBroadcastEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'hloom-broadcast': HloomBroadcast;
  }
}
