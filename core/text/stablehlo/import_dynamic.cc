// Operations whose sizes are operands. HLO's sizes are fixed: those operands follow from constants
// and from the shapes of the arguments.
#include "base/str_cat.h"
#include "text/stablehlo/import_scope.h"
#include "text/stablehlo/import_types.h"

namespace hloom::stablehlo {

namespace {

// Element `i` of the sizes in an operand, as HLO takes sizes: s32[]. If the operand concatenates
// scalars, the result is scalar `i` itself.
XlaOp SizeAt(OpScope& op, size_t operand, int64_t i) {
  const XlaOp sizes = op.operands[operand];
  const auto made = op.builder->InstructionOf(sizes);
  if (made.ok() && (*made)->opcode() == HloOpcode::kConcatenate &&
      static_cast<int64_t>((*made)->operands().size()) == op.ShapeOf(sizes).dimensions(0)) {
    const HloInstruction& part = *(*made)->operand(static_cast<size_t>(i));
    if (part.opcode() == HloOpcode::kReshape && ShapeUtil::IsScalar(part.operand(0)->shape()) &&
        part.operand(0)->shape().element_type() == S32) {
      return XlaOp(op.builder, part.operand(0)->unique_id());
    }
  }
  const XlaOp size = Reshape(Slice(sizes, {i}, {i + 1}, {1}), {});
  return op.ShapeOf(sizes).element_type() == S32 ? size : ConvertElementType(size, S32);
}

// The value, an array of the bounds of `shape`, with the sizes in an operand for the dimensions that
// are dynamic in `shape` and not yet in the value:
//
//   s32[4] as s32[<=4]    set-dimension-size(value, the size), dimensions={0}
XlaOp WithSizes(OpScope& op, XlaOp value, const Shape& shape, size_t operand) {
  for (int64_t d = 0; d < shape.rank(); ++d) {
    const bool is_dynamic = op.ShapeOf(value).is_dynamic_dimension(d);
    if (shape.is_dynamic_dimension(d) && !is_dynamic) {
      value = SetDimensionSize(value, SizeAt(op, operand, d), d);
    }
  }
  return value;
}

Shape WithoutDynamic(const Shape& shape) {
  return ShapeUtil::MakeShape(shape.element_type(), shape.dimensions());
}

XlaOp ImportDynamicBroadcastInDim(OpScope& op) {
  const Shape shape = op.ResultShapeFrom(1);
  const std::vector<int64_t> dimensions = op.Ints("broadcast_dimensions");
  if (!op.error.ok()) return XlaOp();
  // Dimensions that are dynamic in the operand stay so.
  const Shape& from = op.ShapeOf(size_t{0});
  Shape made = WithoutDynamic(shape);
  for (size_t i = 0; from.IsArray() && i < dimensions.size(); ++i) {
    const int64_t d = static_cast<int64_t>(i);
    const bool is_dynamic = d < from.rank() && from.is_dynamic_dimension(d);
    if (is_dynamic && dimensions[i] >= 0 && dimensions[i] < made.rank()) {
      made.set_dynamic_dimension(dimensions[i], true);
    }
  }
  const XlaOp value = op.BroadcastTo(op.operands[0], made, dimensions);
  return shape.is_dynamic() ? WithSizes(op, value, shape, 1) : value;
}

XlaOp ImportDynamicReshape(OpScope& op) {
  const Shape shape = op.ResultShapeFrom(1);
  if (!op.error.ok()) return XlaOp();
  if (shape.is_static()) return Reshape(op.operands[0], shape.dimensions());
  std::vector<XlaOp> sizes;
  std::vector<bool> dynamic;
  for (int64_t d = 0; d < shape.rank(); ++d) {
    sizes.push_back(SizeAt(op, 1, d));
    dynamic.push_back(shape.is_dynamic_dimension(d));
  }
  return DynamicReshape(op.operands[0], sizes, shape.dimensions(), dynamic);
}

XlaOp ImportDynamicIota(OpScope& op) {
  const Shape shape = op.ResultShapeFrom(0);
  const int64_t dimension = op.Int("iota_dimension");
  if (!op.error.ok()) return XlaOp();
  return WithSizes(op, Iota(op.builder, WithoutDynamic(shape), dimension), shape, 0);
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
    RefusedRow("sdy.replicated_to_unreduced", kManual),
    RefusedRow("sdy.sharded_to_unreduced", kManual),
    RefusedRow("stablehlo.compute_reshape_shape", kRank),
    RefusedRow("stablehlo.cstr_reshapable", kRank),
    RefusedRow("stablehlo.uniform_dequantize", kQuantized),
    RefusedRow("stablehlo.uniform_quantize", kQuantized),
};

}  // namespace

Span<const ImportRow> DynamicRows() { return kDynamicRows; }
Span<const ImportRow> RefusedRows() { return kRefusedRows; }

}  // namespace hloom::stablehlo
