/** The exports of the package, on every platform. */

export type { RunArgument } from './engine/values/argument.js';
export type { Int64 } from './builder/kinds.js';
export type { Operand } from './builder/number-operand.js';
export { init, type InitOptions } from './builder/builder-instance.js';
export { DeviceValue } from './engine/values/device-value.js';
export type { Feed, FeedOptions } from './engine/run/feeds.js';
export { Client, type ClientOptions, type CompileOptions, type EngineStatistics } from './engine/client.js';
export {
  registerCustomCall,
  type CustomCall,
  type CustomCallFunction,
  type CustomCallResult,
} from './engine/run/custom-call.js';
export type {
  ElementExplanation,
  ElementPart,
  ElementRange,
  ElementReach,
  ExplainedElement,
  ExplainedWindow,
  ReachedArray,
  ReachedValue,
} from './engine/run/element-explanation.js';
export type { ElementReachOptions, ExplainElementOptions } from './engine/run/element-question.js';
export {
  isElementType,
  type ElementType,
  type ElementTypeName,
  type TypedArray,
  type TypedArrayOf,
} from './values/element-type.js';
export { HloomError, type HloomErrorFields, type TextPosition } from './base/errors.js';
export type { Notation } from './base/message.js';
export type * from './generated/argument-types.js';
export { Executable } from './engine/executable.js';
export type { KeepRunOptions, ReplicatedOptions, RunLimits, RunOptions } from './engine/run/options.js';
export type { RunOut } from './engine/run/out.js';
export type { DeviceProgress, RunProgress } from './engine/worker/progress.js';
export type { CommunicationEvent } from './engine/run/communication.js';
export type { TraceCaller, TraceEvent } from './engine/run/trace.js';
export {
  explainBroadcast,
  type Explanation,
  type ExplanationDimension,
  type ExplanationSide,
} from './builder/explanation.js';
export {
  Literal,
  type EqualsOptions,
  type Float16ArrayLike,
  type ItemValue,
  type LiteralValue,
} from './values/literal.js';
export type { SerializedLiteral } from './values/literal-json.js';
export type { ClonedLiteral, LiteralLike } from './values/literal-like.js';
export type { WasmOptions } from './instance/loader.js';
export type { NestedArray } from './values/nested.js';
export { packToUint32 } from './values/pack.js';
export {
  readNpy,
  readNpz,
  writeNpy,
  writeNpz,
  type NpyReadOptions,
  type NpzReadOptions,
  type NpzWriteOptions,
} from './files/index.js';
export {
  ExportedFunction,
  readExported,
  type JaxAval,
  type JaxTree,
  type ReadExportedOptions,
} from './jit/exported.js';
export {
  parseHlo,
  parseProto,
  parseStableHlo,
  type ParseHloOptions,
  type ParseProtoOptions,
  type ParseStableHloOptions,
} from './builder/parse.js';
export type { Variant } from './instance/platform.js';
export type {
  ChannelEndGraph,
  ChannelGraph,
  ComputationGraph,
  InstructionGraph,
  ProgramGraph,
} from './base/program-graph.js';
export type { ProgramShape } from './builder/program-shape.js';
export type { ErrorCode } from './base/rules.js';
export type { Layout, LayoutLike, PaddingValue } from './values/layout.js';
export type { LayoutProperties, LayoutSplit } from './values/layout-properties.js';
export { Shape, type ShapeType } from './values/shape.js';
export type { ShapeLike } from './values/shape-like.js';
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
} from './values/shapes.js';
export type { DimensionSize } from './values/sizes.js';
export type { Complex, Scalar } from './values/values.js';
export type { PlatformReport } from './instance/variant.js';
export type { BufferDonor, InputOutputAlias, OpMetadata } from './builder/builder-state.js';
export { XlaBuilder } from './builder/xla-builder.js';
export { XlaComputation, type HloTextOptions, type ProtoOptions } from './builder/xla-computation.js';
export { XlaOp } from './builder/xla-op.js';
export * as np from './np/index.js';
export * as nn from './nn/index.js';
export { defaultClient, setDefaultClient } from './jit/default-client.js';
export { jit, type CompiledFunction, type JitFunction, type JitOptions, type Lowered } from './jit/jit.js';
export type { JitArgument, JitArguments, JitResult, JitValue, NumberArray } from './jit/types.js';
export * as random from './random/index.js';
export { cond, foriLoop, scan, whileLoop, type ScanOptions, type ScanStep } from './builder/control-flow.js';
export type {
  ComparatorOf,
  MapFunction,
  Reducer,
  ReducerFunction,
  ReducerName,
  ReducerOf,
  ScalarsOf,
  SelectFunction,
} from './builder/region.js';
export type { StateLeaf, StateOf, StateTree } from './builder/state-tree.js';
