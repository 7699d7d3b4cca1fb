/** What the package exports, on every platform. */

export type { RunArgument } from './argument.js';
export type {
  Int64,
  Int64Pair,
  PaddingConfigDimension,
  PaddingDimension,
  ResultAccuracy,
  WindowPadding,
} from './builder-call.js';
export { init, type InitOptions } from './builder-instance.js';
export { Client, type ClientOptions, type EngineStatistics } from './client.js';
export { registerCustomCall, type CustomCall, type CustomCallFunction, type CustomCallResult } from './custom-call.js';
export { isElementType, type ElementType, type TypedArray, type TypedArrayOf } from './element-type.js';
export { HloomError, type HloomErrorFields } from './errors.js';
export type {
  GatherDimensionNumbers,
  OutputOperandAlias,
  ScatterDimensionNumbers,
} from './generated/builder-methods.js';
export { Executable, type RunLimits, type RunOptions, type RunProgress } from './executable.js';
export type { TraceCaller, TraceEvent } from './trace.js';
export { explainBroadcast, type Explanation, type ExplanationDimension, type ExplanationSide } from './explanation.js';
export { Literal, type EqualsOptions, type Float16ArrayLike, type ItemValue, type LiteralValue } from './literal.js';
export type { SerializedLiteral } from './literal-json.js';
export type { ClonedLiteral, LiteralLike } from './literal-like.js';
export type { WasmOptions } from './loader.js';
export type { NestedArray } from './nested.js';
export { readNpy, writeNpy, type NpyReadOptions } from './npy/npy.js';
export { readNpz, writeNpz, type NpzReadOptions, type NpzWriteOptions } from './npy/npz.js';
export * as numpy from './numpy.js';
export { parseHlo, parseProto, type ParseHloOptions, type ParseProtoOptions } from './parse.js';
export type { Variant } from './platform.js';
export type { ComputationGraph, InstructionGraph, ProgramGraph } from './program-graph.js';
export type { ProgramShape } from './program-shape.js';
export { jsRules, type ErrorCode, type JsRule } from './rules.js';
export type { Layout, LayoutLike, PaddingValue } from './layout.js';
export type { LayoutProperties, LayoutSplit } from './layout-properties.js';
export { Shape, type ShapeType } from './shape.js';
export type { ShapeLike } from './shape-like.js';
export {
  bf16,
  c128,
  c64,
  f16,
  f32,
  f4e2m1fn,
  f64,
  f8e3m4,
  f8e4m3,
  f8e4m3b11fnuz,
  f8e4m3fn,
  f8e4m3fnuz,
  f8e5m2,
  f8e5m2fnuz,
  f8e8m0fnu,
  opaque,
  pred,
  s1,
  s16,
  s2,
  s32,
  s4,
  s64,
  s8,
  token,
  tuple,
  u1,
  u16,
  u2,
  u32,
  u4,
  u64,
  u8,
} from './shapes.js';
export type { DimensionSize } from './sizes.js';
export type { Complex, Scalar } from './values.js';
export type { PlatformReport } from './variant.js';
export { XlaBuilder } from './xla-builder.js';
export { XlaComputation, type HloTextOptions, type ProtoOptions } from './xla-computation.js';
export { XlaOp } from './xla-op.js';
