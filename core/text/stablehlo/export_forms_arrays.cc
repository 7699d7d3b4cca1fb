// Forms of operations that make, move and index elements.
#include <algorithm>

#include "ops/control/structural.h"
#include "ops/data_movement/bitcast.h"
#include "ops/data_movement/broadcast.h"
#include "ops/data_movement/concatenate.h"
#include "ops/data_movement/dimension_size.h"
#include "ops/data_movement/iota.h"
#include "ops/data_movement/pad.h"
#include "ops/data_movement/reverse.h"
#include "ops/data_movement/slice.h"
#include "ops/data_movement/transpose.h"
#include "ops/indexing/dynamic_slice.h"
#include "ops/indexing/gather.h"
#include "text/stablehlo/export_forms.h"

namespace hloom::stablehlo_text {

namespace {

// The literals of arrays and tokens in a value, in pre-order. Depth is bounded by
// ShapeUtil::kMaxTupleDepth.
void AppendLeafLiterals(const Literal& literal, std::vector<const Literal*>& leaves) {
  if (!literal.shape().IsTuple()) {
    leaves.push_back(&literal);
    return;
  }
  for (const Literal& element : literal.elements()) AppendLeafLiterals(element, leaves);
}

void EmitConstant(FormWriter& writer, const StableHloForm&) {
  std::vector<const Literal*> literals;
  AppendLeafLiterals(writer.instruction().attributes<ConstantAttributes>().literal, literals);
  const std::vector<const Shape*> shapes = LeafShapes(writer.instruction().shape());
  Leaves leaves;
  for (size_t i = 0; i < literals.size(); ++i) {
    const bool token = literals[i]->shape().IsToken();
    leaves.push_back(token ? writer.Placeholder(shapes[i]) : writer.OwnConstant(*literals[i]));
  }
  writer.Give(std::move(leaves));
}

// stablehlo.iota dim = 0 : tensor<4xi32>
void EmitIota(FormWriter& writer, const StableHloForm& form) {
  writer.GivePretty(
      WholeOperation(writer, form),
      StrCat(" dim = ", writer.instruction().attributes<IotaAttributes>().iota_dimension),
      Types::kResult);
}
std::string RefuseIota(const HloInstruction& iota) {
  return iota.shape().is_static() ? "" : "StableHLO's iota has a static shape";
}

void EmitBroadcast(FormWriter& writer, const StableHloForm& form) {
  const auto& dimensions = writer.instruction().attributes<BroadcastAttributes>().dimensions;
  writer.GivePretty(WholeOperation(writer, form), WithList(writer, "dims", dimensions),
                    Types::kFunction);
}

void EmitTranspose(FormWriter& writer, const StableHloForm& form) {
  const auto& dimensions = writer.instruction().attributes<TransposeAttributes>().dimensions;
  writer.GivePretty(WholeOperation(writer, form), WithList(writer, "dims", dimensions),
                    Types::kFunction);
}

void EmitReverse(FormWriter& writer, const StableHloForm& form) {
  const auto& dimensions = writer.instruction().attributes<ReverseAttributes>().dimensions;
  writer.GivePretty(WholeOperation(writer, form), WithList(writer, "dims", dimensions),
                    Types::kSame);
}

void EmitConcatenate(FormWriter& writer, const StableHloForm& form) {
  const Operation operation = WholeOperation(writer, form);
  writer.GivePretty(operation,
                    StrCat(" ", FormWriter::Values(operation.operands), ", dim = ",
                           writer.instruction().attributes<ConcatenateAttributes>().dimensions[0]),
                    Types::kFunction);
}

// stablehlo.pad %0, %1, low = [0], high = [1], interior = [0] : (types) -> type
void EmitPad(FormWriter& writer, const StableHloForm& form) {
  const Operation operation = WholeOperation(writer, form);
  std::vector<int64_t> low, high, interior;
  for (const PaddingConfigDimension& along :
       writer.instruction().attributes<PadAttributes>().padding.dimensions()) {
    low.push_back(along.edge_padding_low());
    high.push_back(along.edge_padding_high());
    interior.push_back(along.interior_padding());
  }
  writer.GivePretty(operation,
                    StrCat(" ", FormWriter::Values(operation.operands), ", low = ", SquareList(low),
                           ", high = ", SquareList(high), ", interior = ", SquareList(interior)),
                    Types::kFunction);
}

// stablehlo.slice %0 [0:4, 1:3:2] : (type) -> type
void EmitSlice(FormWriter& writer, const StableHloForm& form) {
  const Operation operation = WholeOperation(writer, form);
  std::string ranges;
  for (const SliceRange& range : writer.instruction().attributes<SliceAttributes>().slice) {
    if (!ranges.empty()) ranges += ", ";
    StrAppend(ranges, range.start, ":", range.limit);
    if (range.stride != 1) StrAppend(ranges, ":", range.stride);
  }
  writer.GivePretty(operation,
                    StrCat(" ", FormWriter::Values(operation.operands), " [", ranges, "]"),
                    Types::kFunction);
}

// Reshapes a value; no operation if it has the shape already.
ValueId ReshapeTo(FormWriter& writer, ValueId value, const Shape* shape) {
  if (ShapeUtil::EqualIgnoringLayout(writer.TypeOf(value), *shape)) return value;
  return writer.Pretty(
      {.name = "stablehlo.reshape", .operands = {value}, .results = {shape}, .has_extras = false},
      Types::kFunction);
}

// The starts of dynamic slices: scalars, or one vector in older programs.
Leaves Starts(FormWriter& writer, size_t first) {
  Leaves starts = writer.OperandRange(first, writer.instruction().operands().size());
  if (starts.size() != 1 || writer.TypeOf(starts[0]).rank() != 1) return starts;
  const ValueId vector = starts[0];
  const Shape& shape = writer.TypeOf(vector);
  const PrimitiveType type = shape.element_type();
  const Shape* one = writer.Keep(ShapeUtil::MakeShape(type, {1}));
  const Shape* scalar = writer.Keep(ShapeUtil::MakeShape(type, {}));
  starts.clear();
  for (int64_t i = 0; i < shape.dimensions(0); ++i) {
    const Operation slice{
        .name = "stablehlo.slice", .operands = {vector}, .results = {one}, .has_extras = false};
    const ValueId element =
        writer.Pretty(slice, StrCat(" ", FormWriter::Values({vector}), " [", i, ":", i + 1, "]"),
                      Types::kFunction);
    starts.push_back(ReshapeTo(writer, element, scalar));
  }
  return starts;
}

void EmitDynamicSlice(FormWriter& writer, const StableHloForm& form) {
  Operation operation{.name = form.name,
                      .operands = writer.operand(0),
                      .results = LeafShapes(writer.instruction().shape())};
  for (const ValueId start : Starts(writer, 1)) operation.operands.push_back(start);
  const auto& sizes = writer.instruction().attributes<DynamicSliceAttributes>().dynamic_slice_sizes;
  writer.GivePretty(
      operation,
      StrCat(" ", FormWriter::Values(operation.operands), ", sizes = ", SquareList(sizes)),
      Types::kFunction);
}

void EmitDynamicUpdateSlice(FormWriter& writer, const StableHloForm& form) {
  Operation operation{.name = form.name,
                      .operands = writer.OperandRange(0, 2),
                      .results = LeafShapes(writer.instruction().shape())};
  for (const ValueId start : Starts(writer, 2)) operation.operands.push_back(start);
  writer.GiveFrom(writer.Pretty(operation, Types::kFunction), 1);
}

// The sizes of all dimensions as one vector.
void EmitDynamicReshape(FormWriter& writer, const StableHloForm& form) {
  Leaves sizes = writer.OperandRange(1, writer.instruction().operands().size());
  ValueId vector;
  if (sizes.empty()) {
    vector = writer.I64Constant({});
  } else {
    const Shape* one = writer.Keep(ShapeUtil::MakeShape(S32, {1}));
    for (ValueId& size : sizes) size = ReshapeTo(writer, size, one);
    const Shape* all = writer.Keep(ShapeUtil::MakeShape(S32, {static_cast<int64_t>(sizes.size())}));
    const Operation concatenate{
        .name = "stablehlo.concatenate", .operands = sizes, .results = {all}, .has_extras = false};
    vector = writer.Pretty(concatenate, StrCat(" ", FormWriter::Values(sizes), ", dim = 0"),
                           Types::kFunction);
  }
  const Operation operation{.name = form.name,
                            .operands = {writer.value(0), vector},
                            .results = LeafShapes(writer.instruction().shape())};
  writer.GiveFrom(writer.Pretty(operation, Types::kFunction), 1);
}

void EmitGetDimensionSize(FormWriter& writer, const StableHloForm& form) {
  const Operation operation = WholeOperation(writer, form);
  const int64_t dimension =
      writer.instruction().attributes<DimensionSizeAttributes>().dimensions[0];
  writer.GivePretty(operation,
                    StrCat(" ", FormWriter::Values(operation.operands), ", dim = ", dimension),
                    Types::kFunction);
}

// ---- bitcast ----

// The dimensions from the most major one on.
std::vector<int64_t> MajorToMinor(const Shape& shape) {
  std::vector<int64_t> order = shape.layout().minor_to_major().ToVector();
  std::reverse(order.begin(), order.end());
  return order;
}

ValueId TransposeTo(FormWriter& writer, ValueId value, const std::vector<int64_t>& order,
                    const Shape* result) {
  if (std::is_sorted(order.begin(), order.end())) return value;
  const Operation operation{
      .name = "stablehlo.transpose", .operands = {value}, .results = {result}, .has_extras = false};
  return writer.Pretty(operation,
                       StrCat(" ", FormWriter::Values({value}), ", dims = ", SquareList(order)),
                       Types::kFunction);
}

const Shape* Permuted(FormWriter& writer, PrimitiveType type, const Shape& shape,
                      const std::vector<int64_t>& order) {
  std::vector<int64_t> sizes;
  for (const int64_t d : order) sizes.push_back(shape.dimensions(d));
  return writer.Keep(ShapeUtil::MakeShape(type, sizes));
}

// A bitcast keeps the order in memory: f32[2,3]{0,1} to f32[6]{0} reads columns. So the array is
// transposed to its order in memory, f32[3,2], reshaped, and transposed from the result's order. With
// default layouts it is only a reshape.
void EmitBitcast(FormWriter& writer, const StableHloForm&) {
  const Shape& from = writer.instruction().operand(0)->shape();
  const Shape& to = writer.instruction().shape();
  const std::vector<int64_t> from_order = MajorToMinor(from);
  const std::vector<int64_t> to_order = MajorToMinor(to);
  const PrimitiveType type = from.element_type();
  ValueId value =
      TransposeTo(writer, writer.value(0), from_order, Permuted(writer, type, from, from_order));
  value = ReshapeTo(writer, value, Permuted(writer, type, to, to_order));
  if (type != to.element_type()) {
    value = writer.Pretty({.name = "stablehlo.bitcast_convert",
                           .operands = {value},
                           .results = {Permuted(writer, to.element_type(), to, to_order)},
                           .has_extras = false},
                          Types::kFunction);
  }
  std::vector<int64_t> inverse(to_order.size());
  for (size_t i = 0; i < to_order.size(); ++i) {
    inverse[static_cast<size_t>(to_order[i])] = static_cast<int64_t>(i);
  }
  writer.Give({TransposeTo(writer, value, inverse, &to)});
}
std::string RefuseBitcast(const HloInstruction& bitcast) {
  const auto converts = [](const Shape& shape) {
    return shape.element_type() != PRED && BitWidth(shape.element_type()) >= 8;
  };
  const Shape& from = bitcast.operand(0)->shape();
  if (from.element_type() == bitcast.shape().element_type()) return "";
  if (ChangesWidth(bitcast) || !converts(from) || !converts(bitcast.shape())) {
    return "StableHLO has no bitcast between element types of different widths, and none from or "
           "to pred and types narrower than a byte";
  }
  return "";
}

// ---- gather ----

void AppendField(std::string& text, std::string_view name, const std::vector<int64_t>& list) {
  if (!list.empty()) StrAppend(text, text.empty() ? "" : ", ", name, " = ", SquareList(list));
}

void EmitGather(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<GatherAttributes>();
  const GatherDimensionNumbers& numbers = attributes.dimension_numbers;
  std::string fields;
  AppendField(fields, "offset_dims", numbers.offset_dims());
  AppendField(fields, "collapsed_slice_dims", numbers.collapsed_slice_dims());
  AppendField(fields, "operand_batching_dims", numbers.operand_batching_dims());
  AppendField(fields, "start_indices_batching_dims", numbers.start_indices_batching_dims());
  AppendField(fields, "start_index_map", numbers.start_index_map());
  if (numbers.index_vector_dim() != 0) {
    StrAppend(fields, fields.empty() ? "" : ", ",
              "index_vector_dim = ", numbers.index_vector_dim());
  }
  Operation operation = WholeOperation(writer, form);
  operation.attributes = {
      {"dimension_numbers", StrCat("#stablehlo.gather<", fields, ">")},
      {"indices_are_sorted", BoolText(attributes.indices_are_sorted)},
      {"slice_sizes", I64Array(attributes.slice_sizes)},
  };
  writer.GiveGeneric(operation);
}

}  // namespace

constexpr StableHloForm kConstantForm = {.name = "stablehlo.constant", .emit = EmitConstant};
constexpr StableHloForm kIotaForm = {
    .name = "stablehlo.iota", .emit = EmitIota, .refuse = RefuseIota};
constexpr StableHloForm kBroadcastForm = {.name = "stablehlo.broadcast_in_dim",
                                          .emit = EmitBroadcast};
constexpr StableHloForm kTransposeForm = {.name = "stablehlo.transpose", .emit = EmitTranspose};
constexpr StableHloForm kReverseForm = {.name = "stablehlo.reverse", .emit = EmitReverse};
constexpr StableHloForm kConcatenateForm = {.name = "stablehlo.concatenate",
                                            .emit = EmitConcatenate};
constexpr StableHloForm kPadForm = {.name = "stablehlo.pad", .emit = EmitPad};
constexpr StableHloForm kReshapeForm = {.name = "stablehlo.reshape", .emit = EmitFunctional};
constexpr StableHloForm kSliceForm = {.name = "stablehlo.slice", .emit = EmitSlice};
constexpr StableHloForm kDynamicSliceForm = {.name = "stablehlo.dynamic_slice",
                                             .emit = EmitDynamicSlice};
constexpr StableHloForm kDynamicUpdateSliceForm = {.name = "stablehlo.dynamic_update_slice",
                                                   .emit = EmitDynamicUpdateSlice};
constexpr StableHloForm kDynamicReshapeForm = {.name = "stablehlo.dynamic_reshape",
                                               .emit = EmitDynamicReshape};
constexpr StableHloForm kGetDimensionSizeForm = {.name = "stablehlo.get_dimension_size",
                                                 .emit = EmitGetDimensionSize};
constexpr StableHloForm kSetDimensionSizeForm = {.name = "stablehlo.set_dimension_size",
                                                 .emit = EmitGetDimensionSize};
constexpr StableHloForm kBitcastForm = {
    .name = "stablehlo.reshape", .emit = EmitBitcast, .refuse = RefuseBitcast};
constexpr StableHloForm kGatherForm = {.name = "stablehlo.gather", .emit = EmitGather};
constexpr StableHloForm kCopyForm = {.emit = EmitNothing};

}  // namespace hloom::stablehlo_text
