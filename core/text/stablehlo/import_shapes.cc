// Operations of StableHLO that move elements, make arrays, or compute on whole arrays.
#include "base/str_cat.h"
#include "builder/lib/slicing.h"
#include "ops/control/structural.h"
#include "ops/data_movement/broadcast.h"
#include "ops/data_movement/reshape.h"
#include "ops/indexing/dynamic_slice.h"
#include "ops/indexing/gather.h"
#include "ops/linear_algebra/triangular_solve.h"
#include "ops/normalization/batch_norm.h"
#include "ops/random/rng_bit_generator.h"
#include "text/stablehlo/import_scope.h"
#include "text/stablehlo/import_types.h"

namespace hloom::stablehlo {

namespace {

using mlir::Attribute;

// A splat of several elements becomes a scalar and its broadcast, as in the programs of XLA.
XlaOp ImportConstant(OpScope& op) {
  const Attribute* const value = op.Need("value");
  if (value == nullptr) return XlaOp();
  if (value->kind != Attribute::Kind::kElements || value->literal == nullptr ||
      value->type == nullptr) {
    return op.Fail(InvalidArgument(kStableHloC2)
                       .Say("the attribute value is not dense<...>")
                       .Help("write the elements: dense<[1, 2]> : tensor<2xi32>"));
  }
  StatusOr<Shape> shape = ShapeOfType(*value->type);
  if (!shape.ok()) return op.Fail(shape.status());
  const bool is_splat = ShapeUtil::IsScalar(value->literal->shape()) && shape->rank() > 0;
  if (is_splat && ShapeUtil::ElementsIn(*shape) == 1) {
    return ConstantLiteral(op.builder, LiteralUtil::Full(*shape, *value->literal));
  }
  const XlaOp constant = ConstantLiteral(op.builder, *value->literal);
  return is_splat ? op.BroadcastTo(constant, *shape, {}) : constant;
}

XlaOp ImportIota(OpScope& op) {
  const Shape shape = op.ResultShape();
  return op.error.ok() ? Iota(op.builder, shape, op.Int("iota_dimension")) : XlaOp();
}

XlaOp ImportBroadcast(OpScope& op) { return Broadcast(op.operands[0], op.Ints("broadcast_sizes")); }

XlaOp ImportBroadcastInDim(OpScope& op) {
  return op.BroadcastTo(op.operands[0], op.ResultShape(), op.Ints("broadcast_dimensions"));
}

XlaOp ImportReshape(OpScope& op) {
  return op.Add(HloOpcode::kReshape, op.operands, MakeAttributes(ReshapeAttributes{}), {},
                op.ResultShape());
}

XlaOp ImportTranspose(OpScope& op) { return Transpose(op.operands[0], op.Ints("permutation")); }
XlaOp ImportReverse(OpScope& op) { return Rev(op.operands[0], op.Ints("dimensions")); }

XlaOp ImportConcatenate(OpScope& op) {
  return ConcatInDim(op.builder, op.operands, op.Int("dimension"));
}

XlaOp ImportSlice(OpScope& op) {
  return Slice(op.operands[0], op.Ints("start_indices"), op.Ints("limit_indices"),
               op.Ints("strides", {}));
}

XlaOp ImportDynamicSlice(OpScope& op) {
  return op.Add(HloOpcode::kDynamicSlice, op.operands,
                MakeAttributes(DynamicSliceAttributes{op.Ints("slice_sizes")}));
}

XlaOp ImportDynamicUpdateSlice(OpScope& op) { return op.Plain(HloOpcode::kDynamicUpdateSlice); }

XlaOp ImportPad(OpScope& op) {
  return PadArray(op, op.Ints("edge_padding_low"), op.Ints("edge_padding_high"),
                  op.Ints("interior_padding", {}));
}

XlaOp ImportGather(OpScope& op) { return GatherSlices(op, op.Ints("slice_sizes")); }

XlaOp ImportTorchIndexSelect(OpScope& op) {
  return TorchIndexSelect(op.operands[0], op.operands[1], op.Int("dim"), op.Int("batch_dims", 0));
}

XlaOp ImportGetDimensionSize(OpScope& op) {
  return GetDimensionSize(op.operands[0], op.Int("dimension"));
}
XlaOp ImportSetDimensionSize(OpScope& op) {
  return SetDimensionSize(op.operands[0], op.operands[1], op.Int("dimension"));
}

XlaOp ImportTuple(OpScope& op) { return Tuple(op.builder, op.operands); }
XlaOp ImportGetTupleElement(OpScope& op) {
  return GetTupleElement(op.operands[0], op.Int("index"));
}

XlaOp ImportOptimizationBarrier(OpScope& op) {
  return op.operands.empty() ? XlaOp() : OptimizationBarrier(op.Together(op.operands));
}

XlaOp ImportRng(OpScope& op) {
  constexpr std::string_view kDistributions[] = {"UNIFORM", "NORMAL"};
  const size_t distribution = op.Choice("rng_distribution", kDistributions);
  const Shape shape = op.ResultShapeFrom(2);
  if (!op.error.ok()) return XlaOp();
  return distribution == 0 ? RngUniform(op.operands[0], op.operands[1], shape)
                           : RngNormal(op.operands[0], op.operands[1], shape);
}

// The bits are integers; floats have their bits.
XlaOp ImportRngBitGenerator(OpScope& op) {
  constexpr std::string_view kAlgorithms[] = {"DEFAULT", "THREE_FRY", "PHILOX"};
  const auto algorithm = static_cast<RandomAlgorithm>(op.Choice("rng_algorithm", kAlgorithms));
  const Shape shape = op.ResultShape(1);
  if (!op.error.ok()) return XlaOp();
  const PrimitiveType type = shape.element_type();
  const XlaOp both = IsIntegralType(type)
                         ? op.Add(HloOpcode::kRngBitGenerator, op.operands,
                                  MakeAttributes(RngBitGeneratorAttributes{algorithm}), {},
                                  ShapeUtil::MakeTupleShape({op.ShapeOf(size_t{0}), shape}))
                         : RngBitGenerator(algorithm, op.operands[0], shape);
  XlaOp bits = GetTupleElement(both, 1);
  if (op.ShapeOf(bits).element_type() != shape.element_type()) {
    bits = BitcastConvertType(bits, shape.element_type());
  }
  op.results = {GetTupleElement(both, 0), bits};
  return both;
}

XlaOp ImportFft(OpScope& op) {
  constexpr std::string_view kTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
  constexpr size_t kIrfft = 3;
  const size_t type = op.Choice("fft_type", kTypes);
  const std::vector<int64_t> length = op.Ints("fft_length");
  const Shape& shape = op.ShapeOf(size_t{0});
  // HLO has no such rule for FFT and IFFT. An IRFFT states the sizes of its result.
  for (size_t i = 0; type != kIrfft && shape.IsArray() && i < length.size(); ++i) {
    const int64_t d = shape.rank() - static_cast<int64_t>(length.size() - i);
    if (d < 0 || shape.dimensions(d) == length[i]) continue;
    return op.Fail(InvalidArgument(kStableHloC2)
                       .Say(StrCat("fft_length has ", length[i], " for dimension ", d, " of ",
                                   TypeText(shape)))
                       .Help("give the sizes of the last dimensions"));
  }
  return Fft(op.operands[0], static_cast<FftType>(type), length);
}

XlaOp ImportCholesky(OpScope& op) { return Cholesky(op.operands[0], op.Bool("lower")); }

XlaOp ImportTriangularSolve(OpScope& op) {
  constexpr std::string_view kTransposes[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE",
                                              "ADJOINT"};
  return TriangularSolve(
      op.operands[0], op.operands[1], op.Bool("left_side"), op.Bool("lower"),
      op.Bool("unit_diagonal"),
      static_cast<TriangularSolveOptions::Transpose>(op.Choice("transpose_a", kTransposes)));
}

XlaOp ImportBatchNorm(OpScope& op) {
  return op.Add(
      op.row.opcode, op.operands,
      MakeAttributes(BatchNormAttributes{.epsilon = static_cast<float>(op.Float("epsilon")),
                                         .feature_index = op.Int("feature_index")}));
}

constexpr ImportRow kShapeRows[] = {
    {"sdy.constant", ImportConstant, 0, 0},
    {"stablehlo.batch_norm_grad", ImportBatchNorm, 5, 5, 3, 0, HloOpcode::kBatchNormGrad},
    {"stablehlo.batch_norm_inference", ImportBatchNorm, 5, 5, 1, 0, HloOpcode::kBatchNormInference},
    {"stablehlo.batch_norm_training", ImportBatchNorm, 3, 3, 3, 0, HloOpcode::kBatchNormTraining},
    {"stablehlo.broadcast", ImportBroadcast, 1, 1},
    {"stablehlo.broadcast_in_dim", ImportBroadcastInDim, 1, 1},
    {"stablehlo.cholesky", ImportCholesky, 1, 1},
    {"stablehlo.concatenate", ImportConcatenate, 1, -1},
    {"stablehlo.constant", ImportConstant, 0, 0},
    {"stablehlo.dynamic_slice", ImportDynamicSlice, 1, -1},
    {"stablehlo.dynamic_update_slice", ImportDynamicUpdateSlice, 2, -1},
    {"stablehlo.fft", ImportFft, 1, 1},
    {"stablehlo.gather", ImportGather, 2, 2},
    {"stablehlo.get_dimension_size", ImportGetDimensionSize, 1, 1},
    {"stablehlo.get_tuple_element", ImportGetTupleElement, 1, 1},
    {"stablehlo.iota", ImportIota, 0, 0},
    {"stablehlo.optimization_barrier", ImportOptimizationBarrier, 0, -1, -1},
    {"stablehlo.pad", ImportPad, 2, 2},
    {"stablehlo.reshape", ImportReshape, 1, 1},
    {"stablehlo.reverse", ImportReverse, 1, 1},
    {"stablehlo.rng", ImportRng, 3, 3},
    {"stablehlo.rng_bit_generator", ImportRngBitGenerator, 1, 1, 2},
    {"stablehlo.set_dimension_size", ImportSetDimensionSize, 2, 2},
    {"stablehlo.slice", ImportSlice, 1, 1},
    {"stablehlo.torch_index_select", ImportTorchIndexSelect, 2, 2},
    {"stablehlo.transpose", ImportTranspose, 1, 1},
    {"stablehlo.triangular_solve", ImportTriangularSolve, 2, 2},
    {"stablehlo.tuple", ImportTuple, 0, -1},
};

}  // namespace

XlaOp PadArray(OpScope& op, Span<const int64_t> low, Span<const int64_t> high,
               Span<const int64_t> interior) {
  if (low.size() != high.size() || (!interior.empty() && interior.size() != low.size())) {
    return op.Fail(InvalidArgument(kStableHloC2)
                       .Say(StrCat("paddings of ", low.size(), ", ", high.size(), " and ",
                                   interior.size(), " dimensions"))
                       .Help("give the low, high and interior padding of each dimension"));
  }
  PaddingConfig config;
  for (size_t i = 0; i < low.size(); ++i) {
    *config.add_dimensions() =
        PaddingConfigDimension(low[i], high[i], interior.empty() ? 0 : interior[i]);
  }
  return Pad(op.operands[0], op.operands[1], config);
}

XlaOp GatherSlices(OpScope& op, std::vector<int64_t> slice_sizes) {
  const Attribute* const from = op.Need("dimension_numbers");
  GatherAttributes attributes = {.slice_sizes = std::move(slice_sizes),
                                 .indices_are_sorted = op.Bool("indices_are_sorted")};
  GatherDimensionNumbers& numbers = attributes.dimension_numbers;
  *numbers.mutable_offset_dims() = op.FieldInts(from, "offset_dims");
  *numbers.mutable_collapsed_slice_dims() = op.FieldInts(from, "collapsed_slice_dims");
  *numbers.mutable_operand_batching_dims() = op.FieldInts(from, "operand_batching_dims");
  *numbers.mutable_start_indices_batching_dims() =
      op.FieldInts(from, "start_indices_batching_dims");
  *numbers.mutable_start_index_map() = op.FieldInts(from, "start_index_map");
  numbers.set_index_vector_dim(op.FieldInt(from, "index_vector_dim"));
  return op.Add(HloOpcode::kGather, {op.operands[0], op.operands[1]},
                MakeAttributes(std::move(attributes)));
}

Span<const ImportRow> ShapeRows() { return kShapeRows; }

}  // namespace hloom::stablehlo
