import { builderInstance } from './builder-instance.js';
import { integerProblem } from './builder-help.js';
import { calledNow } from '../base/call-stack.js';
import { describeValue, isArray } from '../base/describe.js';
import { inJavaScript } from './error-names.js';
import { asCalled, errorFromJson, jsError, type HloomError } from '../base/errors.js';
import type { CoreInstance } from '../instance/core-instance.js';
import { helpUnlessLookAlike } from '../base/look-alike.js';
import { Shape } from '../values/shape.js';
import {
  int64FromJson,
  type ExplanationDimensionJson,
  type ExplanationJson,
  type ExplanationSideJson,
} from '../base/wire.js';

/** The contribution of one operand to one dimension of the result. */
export interface ExplanationSide {
  /** The dimension of the operand that is mapped here; `undefined` if there is none. */
  readonly dimension: number | undefined;
  /** Its size; 1 if there is none. */
  readonly size: number;
  /** `own`: the operand of the higher rank has it; `inDim`: broadcast_dimensions map it here; `new`: it is added. */
  readonly origin: 'own' | 'inDim' | 'new';
  /** True if the size 1 is repeated to the size of the result. */
  readonly expanded: boolean;
}

/** The origin of one dimension of the result. */
export interface ExplanationDimension {
  readonly dimension: number;
  readonly size: number;
  readonly lhs: ExplanationSide;
  readonly rhs: ExplanationSide;
  readonly verdict: 'equal' | 'lhsExpands' | 'rhsExpands' | 'newLhs' | 'newRhs' | 'mismatch';
  /** The rule that decides. */
  readonly rule: string;
  /** The explanation of this dimension as a sentence. */
  readonly sentence: string;
}

/** The reason why two shapes broadcast to a third, or do not. */
export interface Explanation {
  readonly ok: boolean;
  readonly lhs: Shape;
  readonly rhs: Shape;
  readonly broadcastDimensions: readonly number[];
  /** The shape of the result; `undefined` if there is none. */
  readonly result: Shape | undefined;
  /** The error that the operation would throw; `undefined` if there is none. */
  readonly error: HloomError | undefined;
  readonly dimensions: readonly ExplanationDimension[];
  /** The instructions that it is lowered to. */
  readonly steps: readonly string[];
  /** The complete explanation as text. */
  readonly text: string;
}

const verdicts = {
  equal: 'equal',
  lhs_expands: 'lhsExpands',
  rhs_expands: 'rhsExpands',
  new_lhs: 'newLhs',
  new_rhs: 'newRhs',
  mismatch: 'mismatch',
} as const;

/**
 * Explains how a binary operation broadcasts two shapes. An illegal broadcast does not throw: the explanation then has
 * `ok: false` and the error in `error`.
 *
 * @param lhs - the left operand's shape, or its text, for example `'f32[2,3]'`
 * @param rhs - the right operand's
 * @param broadcastDimensions - for operands of different rank, the dimension of the higher-rank operand that each
 * dimension of the lower-rank one is matched to
 * @throws HloomError `js.c1` before init(), `js.c21` for a text that is not a shape, `shape.c3` for a shape that is too
 * large to be that of an operand
 */
export function explainBroadcast(
  lhs: Shape | string,
  rhs: Shape | string,
  broadcastDimensions: readonly number[] = [],
): Explanation {
  return calledNow(explainBroadcast, () => {
    const core = builderInstance('explainBroadcast');
    return explain(core, toShape(lhs, 'lhs'), toShape(rhs, 'rhs'), dimensionNumbers(broadcastDimensions));
  });
}

/** Makes the explanation of an operation on demand. It references only the shapes, and not the builder. */
export function explainer(lhs: Shape, rhs: Shape, broadcastDimensions: readonly number[]): () => Explanation {
  return () => explain(builderInstance('explanation'), lhs, rhs, broadcastDimensions);
}

function explain(core: CoreInstance, lhs: Shape, rhs: Shape, broadcastDimensions: readonly number[]): Explanation {
  return explanationFromJson(
    core.call('broadcast.explain', {
      lhs: lhs.toJson(),
      rhs: rhs.toJson(),
      broadcast_dimensions: broadcastDimensions.map(String),
    }),
  );
}

function toShape(value: unknown, name: string): Shape {
  if (value instanceof Shape) return value;
  if (typeof value === 'string') return asCalled('explainBroadcast', () => Shape.parse(value));
  throw jsError('argumentKind', `${name} is ${describeValue(value)}, not a shape`, {
    op: 'explainBroadcast',
    help: helpUnlessLookAlike(value, "pass a shape such as f32(2, 3), or its text 'f32[2,3]'"),
  });
}

function dimensionNumbers(value: unknown): readonly number[] {
  const op = 'explainBroadcast';
  if (!isArray(value)) {
    throw jsError('argumentKind', `broadcastDimensions is ${describeValue(value)}, not an array of integers`, {
      op,
      help: 'pass the dimension numbers alone, such as [1]',
    });
  }
  for (const [index, entry] of value.entries()) {
    if (Number.isSafeInteger(entry)) continue;
    const [problem, help] = integerProblem(entry) ?? [`${describeValue(entry)}, not an integer`, 'pass a whole number'];
    throw jsError('argumentKind', `broadcastDimensions[${index}] is ${problem}`, { op, help });
  }
  return value as number[];
}

function explanationFromJson(json: ExplanationJson): Explanation {
  return Object.freeze({
    ok: json.ok,
    lhs: Shape.fromJson(json.lhs),
    rhs: Shape.fromJson(json.rhs),
    broadcastDimensions: Object.freeze(json.broadcast_dimensions.map(int64FromJson)),
    result: json.result === undefined ? undefined : Shape.fromJson(json.result),
    error: json.error === undefined ? undefined : inJavaScript(errorFromJson(json.error), 'explainBroadcast'),
    dimensions: Object.freeze(json.dimensions.map(dimensionFromJson)),
    steps: Object.freeze([...json.steps]),
    text: json.text,
  });
}

function dimensionFromJson(json: ExplanationDimensionJson): ExplanationDimension {
  return Object.freeze({
    dimension: int64FromJson(json.dimension),
    size: int64FromJson(json.size),
    lhs: sideFromJson(json.lhs),
    rhs: sideFromJson(json.rhs),
    verdict: verdicts[json.verdict],
    rule: json.rule,
    sentence: json.sentence,
  });
}

function sideFromJson(json: ExplanationSideJson): ExplanationSide {
  return Object.freeze({
    dimension: json.dimension === '' ? undefined : int64FromJson(json.dimension),
    size: int64FromJson(json.size),
    origin: json.origin === 'in_dim' ? 'inDim' : json.origin,
    expanded: json.expanded,
  });
}
