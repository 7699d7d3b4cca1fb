// Operations of StableHLO with regions, except collectives.
#include "base/str_cat.h"
#include "ops/indexing/scatter.h"
#include "ops/windows/reduce.h"
#include "ops/windows/reduce_window.h"
#include "ops/windows/select_and_scatter.h"
#include "text/stablehlo/import_scope.h"
#include "text/stablehlo/import_types.h"

namespace hloom::stablehlo {

namespace {

using mlir::Attribute;

// ---- control flow ----

// HLO's loop has one value as its state: a tuple, unless the operation has one operand.
XlaOp ImportWhile(OpScope& op) {
  const bool spread = op.operands.size() != 1;
  const XlaOp init = op.Together(op.operands);
  const Shape state = op.ShapeOf(init);
  const Closure condition = op.StateRegion(0, state, spread);
  const Closure body = op.StateRegion(1, state, spread);
  return op.error.ok() ? While(condition, body, init) : XlaOp();
}

// stablehlo.if has the regions for true and false, stablehlo.case one for each index; both are a
// conditional of HLO.
XlaOp ImportConditional(OpScope& op) {
  const bool is_case = op.op.name == "stablehlo.case";
  const Shape& chooser = op.ShapeOf(size_t{0});
  if (!chooser.IsArray() || chooser.element_type() != (is_case ? S32 : PRED)) {
    return op.Fail(
        InvalidArgument(kStableHloC12)
            .Say(StrCat("the ", is_case ? "index" : "predicate", " is ", TypeText(chooser)))
            .Help(is_case ? "give an index of type tensor<i32>"
                          : "give a predicate of type tensor<i1>"));
  }
  std::vector<Closure> branches;
  for (size_t i = 0; i < op.op.regions.size(); ++i) branches.push_back(op.RegionClosure(i));
  return op.error.ok() ? Conditional(op.operands[0], branches, {}) : XlaOp();
}

XlaOp ImportMap(OpScope& op) {
  const Closure closure = op.RegionClosure(0);
  const std::vector<int64_t> dimensions = op.Ints("dimensions");
  return op.error.ok() ? Map(op.builder, op.operands, closure, dimensions) : XlaOp();
}

// ---- folds ----

// Operands are arrays, then as many initial values; the arguments of the region are in pairs of both.
void PromoteFolded(OpScope& op) {
  const size_t half = op.operands.size() / 2;
  op.Promote(0, 0, 0, half);
  op.Promote(0, 0, half, half);
}

XlaOp ImportReduce(OpScope& op) {
  PromoteFolded(op);
  const XlaComputation computation = op.Region(0);
  return op.Add(HloOpcode::kReduce, op.operands,
                MakeAttributes(ReduceAttributes{op.Ints("dimensions")}), {&computation});
}

// The window of reduce_window and select_and_scatter: lists have an entry for each dimension, and
// absent ones are 1, or no padding.
Window WindowOf(OpScope& op) {
  const std::vector<int64_t> sizes =
      op.Find("window_dimensions") == nullptr
          ? std::vector<int64_t>(static_cast<size_t>(op.ShapeOf(size_t{0}).rank()), 1)
          : op.Ints("window_dimensions");
  const std::vector<int64_t> strides = op.Ints("window_strides", {});
  const std::vector<int64_t> base = op.Ints("base_dilations", {});
  const std::vector<int64_t> dilations = op.Ints("window_dilations", {});
  const std::vector<std::pair<int64_t, int64_t>> padding = op.Pairs("padding");
  const auto fits = [&](std::string_view name, size_t count) {
    if (count == 0 || count == sizes.size()) return;
    op.Fail(InvalidArgument(kStableHloC2)
                .Say(MessageCat("the attribute ", ArgumentName(name), " has ",
                                Count(static_cast<int64_t>(count), "entry"), " for a window of ",
                                Count(static_cast<int64_t>(sizes.size()), "dimension")))
                .Help("give an entry for each dimension"));
  };
  fits("window_strides", strides.size());
  fits("base_dilations", base.size());
  fits("window_dilations", dilations.size());
  fits("padding", padding.size());
  Window window;
  if (!op.error.ok()) return window;
  for (size_t i = 0; i < sizes.size(); ++i) {
    WindowDimension* const dimension = window.add_dimensions();
    dimension->set_size(sizes[i]);
    if (!strides.empty()) dimension->set_stride(strides[i]);
    if (!base.empty()) dimension->set_base_dilation(base[i]);
    if (!dilations.empty()) dimension->set_window_dilation(dilations[i]);
    if (!padding.empty()) dimension->set_padding_low(padding[i].first);
    if (!padding.empty()) dimension->set_padding_high(padding[i].second);
  }
  return window;
}

XlaOp ImportReduceWindow(OpScope& op) {
  PromoteFolded(op);
  const XlaComputation computation = op.Region(0);
  return op.Add(HloOpcode::kReduceWindow, op.operands,
                MakeAttributes(ReduceWindowAttributes{WindowOf(op)}), {&computation});
}

// The comparison `select` of two elements of type `before`, for elements of a type to which `before`
// was promoted: they convert back without loss.
XlaComputation SelectPromoted(OpScope& op, const XlaComputation& select, PrimitiveType before,
                              PrimitiveType promoted) {
  XlaBuilder builder("select");
  std::vector<XlaOp> elements;
  for (int64_t i = 0; i < 2; ++i) {
    const XlaOp element =
        Parameter(&builder, i, ShapeUtil::MakeScalarShape(promoted), StrCat("element_", i));
    elements.push_back(ConvertElementType(element, before));
  }
  StatusOr<XlaComputation> computation = builder.Build(Call(&builder, select, elements));
  if (computation.ok()) return *std::move(computation);
  op.Fail(computation.status());
  return XlaComputation();
}

// The region that adds has the promoted type, the one that compares has that of the operand.
XlaOp ImportSelectAndScatter(OpScope& op) {
  const PrimitiveType before = op.ShapeOf(size_t{0}).element_type();
  op.Promote(1, 0, 0, 1);
  op.Promote(1, 1, 1, 1);
  op.Promote(1, 1, 2, 1);
  XlaComputation select = op.Region(0);
  const XlaComputation scatter = op.Region(1);
  const PrimitiveType promoted = op.ShapeOf(size_t{0}).element_type();
  if (op.error.ok() && promoted != before) select = SelectPromoted(op, select, before, promoted);
  return op.Add(HloOpcode::kSelectAndScatter, op.operands,
                MakeAttributes(SelectAndScatterAttributes{WindowOf(op)}), {&select, &scatter});
}

// ---- scatter and sort ----

XlaOp ImportScatter(OpScope& op) {
  const Attribute* const from = op.Need("scatter_dimension_numbers");
  ScatterAttributes attributes = {.indices_are_sorted = op.Bool("indices_are_sorted"),
                                  .unique_indices = op.Bool("unique_indices")};
  ScatterDimensionNumbers& numbers = attributes.dimension_numbers;
  *numbers.mutable_update_window_dims() = op.FieldInts(from, "update_window_dims");
  *numbers.mutable_inserted_window_dims() = op.FieldInts(from, "inserted_window_dims");
  *numbers.mutable_input_batching_dims() = op.FieldInts(from, "input_batching_dims");
  *numbers.mutable_scatter_indices_batching_dims() =
      op.FieldInts(from, "scatter_indices_batching_dims");
  *numbers.mutable_scatter_dims_to_operand_dims() =
      op.FieldInts(from, "scatter_dims_to_operand_dims");
  numbers.set_index_vector_dim(op.FieldInt(from, "index_vector_dim"));
  const size_t half = op.operands.size() / 2;
  op.Promote(0, 0, 0, half);
  op.Promote(0, half, half + 1, half);
  const XlaComputation update = op.Region(0);
  return op.Add(HloOpcode::kScatter, op.operands, MakeAttributes(std::move(attributes)), {&update});
}

XlaOp ImportSort(OpScope& op) {
  const XlaComputation comparator = op.Region(0);
  int64_t dimension = op.Int("dimension", -1);
  // -1 is the last dimension, -2 the one before.
  const int64_t rank = op.ShapeOf(size_t{0}).rank();
  if (dimension < 0 && dimension >= -rank) dimension += rank;
  const bool is_stable = op.Bool("is_stable");
  return op.error.ok() ? Sort(op.builder, op.operands, comparator, dimension, is_stable) : XlaOp();
}

constexpr ImportRow kRegionRows[] = {
    {"stablehlo.case", ImportConditional, 1, 1, -1, -1},
    {"stablehlo.if", ImportConditional, 1, 1, -1, 2},
    {"stablehlo.map", ImportMap, 1, -1, 1, 1},
    {"stablehlo.reduce", ImportReduce, 2, -1, -1, 1},
    {"stablehlo.reduce_window", ImportReduceWindow, 2, -1, -1, 1},
    {"stablehlo.scatter", ImportScatter, 3, -1, -1, 1},
    {"stablehlo.select_and_scatter", ImportSelectAndScatter, 3, 3, 1, 2},
    {"stablehlo.sort", ImportSort, 1, -1, -1, 1},
    {"stablehlo.while", ImportWhile, 0, -1, -1, 2},
};

}  // namespace

Span<const ImportRow> RegionRows() { return kRegionRows; }

}  // namespace hloom::stablehlo
