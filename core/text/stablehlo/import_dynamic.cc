// Operations whose sizes are operands. HLO's sizes are fixed: those operands follow from constants
// and from the shapes of the arguments.
#include "base/str_cat.h"
#include "text/stablehlo/import_scope.h"
#include "text/stablehlo/import_types.h"

namespace hloom::stablehlo {

namespace {

// The shape of the result: the declared one, or that of the sizes in an operand.
Shape ShapeFrom(OpScope& op, size_t operand) {
  if (!HasUnknownSize(op.DeclaredResult())) return op.ResultShape();
  const KnownIntegers sizes = op.NeedKnown(operand, "the shape of the result");
  if (!op.error.ok()) return Shape();
  StatusOr<Shape> shape = ShapeUtil::MakeValidatedShape(op.ResultType(), sizes);
  if (shape.ok()) return *std::move(shape);
  op.Fail(shape.status());
  return Shape();
}

XlaOp ImportDynamicBroadcastInDim(OpScope& op) {
  const Shape shape = ShapeFrom(op, 1);
  const std::vector<int64_t> dimensions = op.Ints("broadcast_dimensions");
  return op.error.ok() ? op.BroadcastTo(op.operands[0], shape, dimensions) : XlaOp();
}

XlaOp ImportDynamicReshape(OpScope& op) {
  const Shape shape = ShapeFrom(op, 1);
  return op.error.ok() ? Reshape(op.operands[0], shape.dimensions()) : XlaOp();
}

XlaOp ImportDynamicIota(OpScope& op) {
  const Shape shape = ShapeFrom(op, 0);
  const int64_t dimension = op.Int("iota_dimension");
  return op.error.ok() ? Iota(op.builder, shape, dimension) : XlaOp();
}

XlaOp ImportDynamicGather(OpScope& op) {
  return GatherSlices(op, op.NeedKnown(2, "the sizes of the slices"));
}

XlaOp ImportDynamicPad(OpScope& op) {
  const KnownIntegers low = op.NeedKnown(2, "the low padding");
  const KnownIntegers high = op.NeedKnown(3, "the high padding");
  const KnownIntegers interior = op.NeedKnown(4, "the interior padding");
  return op.error.ok() ? PadArray(op, low, high, interior) : XlaOp();
}

XlaOp ImportDynamicConv(OpScope& op) {
  const KnownIntegers numbers = op.NeedKnown(2, "the padding");
  std::vector<std::pair<int64_t, int64_t>> padding;
  for (size_t i = 0; i + 1 < numbers.size(); i += 2) {
    padding.emplace_back(numbers[i], numbers[i + 1]);
  }
  return op.error.ok() ? ConvolveWithPadding(op, padding) : XlaOp();
}

// The starts may be any values if the size of the slice is known: then it is a dynamic slice.
XlaOp ImportRealDynamicSlice(OpScope& op) {
  const std::optional<KnownIntegers> start = op.Known(1);
  const std::optional<KnownIntegers> limit = op.Known(2);
  const std::optional<KnownIntegers> strides = op.Known(3);
  if (start && limit && strides) return Slice(op.operands[0], *start, *limit, *strides);
  bool all_ones = strides.has_value();
  for (size_t i = 0; all_ones && i < strides->size(); ++i) all_ones = (*strides)[i] == 1;
  if (all_ones && !HasUnknownSize(op.DeclaredResult())) {
    const Shape shape = op.ResultShape();
    return op.error.ok() ? DynamicSlice(op.operands[0], op.operands[1], shape.dimensions())
                         : XlaOp();
  }
  op.NeedKnown(1, "the start of the slice");
  op.NeedKnown(2, "the limit of the slice");
  op.NeedKnown(3, "the strides of the slice");
  return XlaOp();
}

constexpr ImportRow kDynamicRows[] = {
    {"stablehlo.dynamic_broadcast_in_dim", ImportDynamicBroadcastInDim, 2, 2},
    {"stablehlo.dynamic_conv", ImportDynamicConv, 3, 3},
    {"stablehlo.dynamic_gather", ImportDynamicGather, 3, 3},
    {"stablehlo.dynamic_iota", ImportDynamicIota, 1, 1},
    {"stablehlo.dynamic_pad", ImportDynamicPad, 5, 5},
    {"stablehlo.dynamic_reshape", ImportDynamicReshape, 2, 2},
    {"stablehlo.real_dynamic_slice", ImportRealDynamicSlice, 4, 4},
};

constexpr ImportRow RefusedRow(std::string_view name, std::string_view reason) {
  return {.name = name, .reason = reason};
}
constexpr std::string_view kQuantized = "hloom has no quantized types";
constexpr std::string_view kManual =
    "hloom does not partition programs: write it as a StableHLO collective in a manual computation";
constexpr std::string_view kRank = "HLO has no shapes as values: ranks are fixed";
constexpr ImportRow kRefusedRows[] = {
    RefusedRow("chlo._asin_acos_kernel",
               "it is an internal step of XLA's expansion of asin and acos"),
    RefusedRow("chlo.minimum_broadcast_shapes", kRank),
    RefusedRow("sdy.all_gather", kManual),
    RefusedRow("sdy.all_reduce", kManual),
    RefusedRow("sdy.all_slice", kManual),
    RefusedRow("sdy.all_to_all", kManual),
    RefusedRow("sdy.collective_permute", kManual),
    RefusedRow("sdy.reduce_scatter", kManual),
    RefusedRow("stablehlo.collective_reduce", "HLO has no collective that reduces to one device"),
    RefusedRow("stablehlo.compute_reshape_shape", kRank),
    RefusedRow("stablehlo.cstr_reshapable", kRank),
    RefusedRow("stablehlo.uniform_dequantize", kQuantized),
    RefusedRow("stablehlo.uniform_quantize", kQuantized),
};

}  // namespace

Span<const ImportRow> DynamicRows() { return kDynamicRows; }
Span<const ImportRow> RefusedRows() { return kRefusedRows; }

}  // namespace hloom::stablehlo
