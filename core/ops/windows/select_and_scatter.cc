// select-and-scatter: selects an element at each position of a window, and adds values at the
// selected elements: the gradient of pooling.
#include "ops/windows/select_and_scatter.h"

#include "ops/infer_util.h"
#include "ops/mixed_precision.h"
#include "ops/windows/window_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kSelectAndScatterOperands[] = {
    {"operand", "the array over which the window moves"},
    {"source", "an array with a value for each position of the window"},
    {"init_value", "a scalar, the value of elements that no window selects"},
};
constexpr RegionSpec kSelectAndScatterRegions[] = {{"select", 0}, {"scatter", 1}};
constexpr Rule kSelectAndScatterC1 = {"select_and_scatter.c1",
                                      "the window has one entry for each dimension of the operand"};
constexpr Rule kSelectAndScatterC2 = {"select_and_scatter.c2",
                                      "the sizes and strides of the window are at least 1"};
constexpr Rule kSelectAndScatterC3 = {"select_and_scatter.c3",
                                      "base and window dilations are at least 1"};
constexpr Rule kSelectAndScatterC4 = {"select_and_scatter.c4",
                                      "negative padding removes at most all elements"};
constexpr Rule kSelectAndScatterC5 = {
    "select_and_scatter.c5",
    "the source has the dimension sizes that ReduceWindow of the operand has"};
constexpr Rule kSelectAndScatterC6 = {
    "select_and_scatter.c6",
    "source and init_value have the operand's element type, and init_value is a scalar"};
constexpr Rule kSelectAndScatterC7 = {"select_and_scatter.c7",
                                      "the select computation is (T, T) -> PRED"};
constexpr Rule kSelectAndScatterC8 = {"select_and_scatter.c8",
                                      "the scatter computation is (T, T) -> T"};
constexpr Rule kSelectAndScatterRules[] = {
    kSelectAndScatterC1, kSelectAndScatterC2, kSelectAndScatterC3, kSelectAndScatterC4,
    kSelectAndScatterC5, kSelectAndScatterC6, kSelectAndScatterC7, kSelectAndScatterC8};
constexpr WindowRules kSelectAndScatterWindowRules = {kSelectAndScatterC1, kSelectAndScatterC2,
                                                      kSelectAndScatterC3, kSelectAndScatterC4};

StatusOr<Shape> InferSelectAndScatter(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 2));
  const Shape& operand = context.operand(0);
  const Shape& source = context.operand(1);
  const Shape& init = context.operand(2);
  const Shape scalar = ShapeUtil::MakeScalarShape(operand.element_type());
  if (source.element_type() != operand.element_type() ||
      !ShapeUtil::IsScalarWithElementType(init, operand.element_type())) {
    return InvalidArgument(kSelectAndScatterC6)
        .Say(StrCat("the operand is ", operand.ToString(), ", the source ", source.ToString(),
                    ", the init value ", init.ToString()))
        .Help(StrCat("the source must be an array of ", PrimitiveTypeText(operand.element_type()),
                     ", the init value ", scalar.ToString()));
  }
  const Window& window = context.attrs<SelectAndScatterAttributes>().window;
  HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> sizes, SelectionSizes(operand, window));
  if (!SpanEquals(Span<const int64_t>(sizes), source.dimensions())) {
    return InvalidArgument(kSelectAndScatterC5)
        .Say(MessageCat("the source is ", source.ToString(), ", the window {", window.ToString(),
                        "} has ", DimensionList(sizes), " positions over ", operand.ToString()))
        .Help(
            "give a value for each position: the source has the shape of `ReduceWindow` of the "
            "operand with the same window"_msg);
  }
  HLOOM_RETURN_IF_ERROR(ExpectSignature(kSelectAndScatterC7, "select computation",
                                        *context.called_computations[0], {scalar, scalar},
                                        ShapeUtil::MakeScalarShape(PRED)));
  HLOOM_RETURN_IF_ERROR(ExpectSignature(kSelectAndScatterC8, "scatter computation",
                                        *context.called_computations[1], {scalar, scalar}, scalar));
  return ShapeUtil::MakeShape(operand.element_type(), operand.dimensions(),
                              operand.dynamic_dimensions());
}

}  // namespace

StatusOr<std::vector<int64_t>> SelectionSizes(const Shape& operand, const Window& window) {
  return InferWindowedSizes(operand, window, kSelectAndScatterWindowRules);
}

constexpr OpDef kSelectAndScatterDef = {
    .opcode = HloOpcode::kSelectAndScatter,
    .name = "select-and-scatter",
    .operands = kSelectAndScatterOperands,
    .min_operands = 3,
    .max_operands = 3,
    .make_attributes = MakeDefaultAttributes<SelectAndScatterAttributes>,
    .regions = kSelectAndScatterRegions,
    .rules = kSelectAndScatterRules,
    .imply_converts = AdaptSelectAndScatter,
    .infer_shape = InferSelectAndScatter,
    .traits = {.applies = true},
    .doc =
        "Moves a window over the operand and selects one element at each position. The elements of "
        "a window are compared in row-major order: the next element replaces the selected one if "
        "select(selected, element) is false, so GE keeps the first of equal elements. Then each "
        "value of the source is combined with the result at the position of its selected element, "
        "in row-major order of the source: scatter(current, value), starting from init_value; "
        "XLA's evaluator passes (value, current). Padding is never selected; the value of a window "
        "that is entirely in padding is dropped.",
    .source = "Operation Semantics, SelectAndScatter",
};

}  // namespace hloom
