/** What the package exports, on every platform. */

export type { RunArgument } from './argument.js';
export type { Int64, PaddingDimension } from './builder-call.js';
export { init, type InitOptions } from './builder-instance.js';
export { Client, type ClientOptions, type EngineStatistics } from './client.js';
export type { ElementType, TypedArray, TypedArrayOf } from './element-type.js';
export { HloomError, type HloomErrorFields } from './errors.js';
export { Executable, type RunLimits, type RunOptions, type RunProgress } from './executable.js';
export { explainBroadcast, type Explanation, type ExplanationDimension, type ExplanationSide } from './explanation.js';
export { Literal, type LiteralValue } from './literal.js';
export type { WasmOptions } from './loader.js';
export type { NestedArray } from './nested.js';
export * as numpy from './numpy.js';
export type { Variant } from './platform.js';
export type { ProgramShape } from './program-shape.js';
export { jsRules, type ErrorCode, type JsRule } from './rules.js';
export { f32, f64, pred, s32, s64, Shape, token, tuple, u32, u8, type Layout, type ShapeType } from './shape.js';
export type { Scalar } from './values.js';
export type { PlatformReport } from './variant.js';
export { XlaBuilder } from './xla-builder.js';
export { XlaComputation } from './xla-computation.js';
export { XlaOp } from './xla-op.js';
