// dynamic-slice and dynamic-update-slice: read and write a box of an array at computed start
// indices.
#include "ops/indexing/dynamic_slice.h"

#include "ops/infer_util.h"
#include "ops/mixed_precision.h"

namespace hloom {

namespace {

constexpr OperandSpec kSliceOperands[] = {
    {"operand", "an array"},
    {"start_indices", "an integer scalar for each dimension, or one vector of all of them"},
};
constexpr OperandSpec kUpdateOperands[] = {
    {"operand", "an array"},
    {"update", "an array of the same rank and type, not larger in any dimension"},
    {"start_indices", "an integer scalar for each dimension, or one vector of all of them"},
};
constexpr Rule kDynamicSliceC1 = {"dynamic_slice.c1",
                                  "each dimension of the operand has a start index"};
constexpr Rule kDynamicSliceC2 = {"dynamic_slice.c2",
                                  "the start indices are integers, all of one type"};
constexpr Rule kStartRules[] = {kDynamicSliceC1, kDynamicSliceC2};
constexpr Rule kDynamicSliceC3 = {
    "dynamic_slice.c3", "dynamic_slice_sizes has an entry for each dimension of the operand"};
constexpr Rule kDynamicSliceC4 = {
    "dynamic_slice.c4", "a slice size is not negative, and at most the size of its dimension"};
constexpr Rule kSliceRules[] = {kStartRules[0], kStartRules[1], kDynamicSliceC3, kDynamicSliceC4};
constexpr Rule kDynamicUpdateSliceC1 = {"dynamic_update_slice.c1",
                                        "operand and update have the same rank and element type"};
constexpr Rule kDynamicUpdateSliceC2 = {"dynamic_update_slice.c2",
                                        "the update is in no dimension larger than the operand"};
constexpr Rule kUpdateRules[] = {kStartRules[0], kStartRules[1], kDynamicUpdateSliceC1,
                                 kDynamicUpdateSliceC2};

// Checks the operands from `first` on: as many scalars as the rank, or one vector of as many
// elements.
Status CheckStarts(const InferContext& context, size_t first) {
  const Shape& operand = context.operand(0);
  const size_t given = context.operands.size() - first;
  const bool vector = given == 1 && context.operand(first).rank() == 1;
  const int64_t count = vector ? context.operand(first).dimensions(0) : static_cast<int64_t>(given);
  if (count != operand.rank()) {
    return InvalidArgument(kDynamicSliceC1)
        .Say(StrCat(operand.ToString(), " has rank ", operand.rank(), ", ", count,
                    count == 1 ? " start index was given" : " start indices were given"))
        .Help("give a scalar for each dimension, or one vector with an element for each");
  }
  for (size_t i = first; i < context.operands.size(); ++i) {
    const Shape& start = context.operand(i);
    const bool right = IsIntegralType(start.element_type()) && (vector || start.rank() == 0) &&
                       start.is_static() &&
                       start.element_type() == context.operand(first).element_type();
    if (right) continue;
    return InvalidArgument(kDynamicSliceC2)
        .Say(StrCat("start index ", i - first, " is ", start.ToString()))
        .Help("start indices are integer scalars, such as s32[], all of one type");
  }
  return OkStatus();
}

// A dimension that is taken as a whole keeps its live size; any other is a slice of the bound.
void KeepWholeDynamicDimensions(const Shape& operand, Shape* result) {
  for (int64_t d = 0; d < result->rank(); ++d) {
    const bool whole = operand.dimensions(d) == result->dimensions(d);
    if (whole && operand.is_dynamic_dimension(d)) result->set_dynamic_dimension(d, true);
  }
}

StatusOr<Shape> InferDynamicSlice(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(CheckStarts(context, 1));
  const Shape& operand = context.operand(0);
  const std::vector<int64_t>& sizes = context.attrs<DynamicSliceAttributes>().dynamic_slice_sizes;
  if (static_cast<int64_t>(sizes.size()) != operand.rank()) {
    return InvalidArgument(kDynamicSliceC3)
        .Say(MessageCat(WithValue("dynamic_slice_sizes", sizes), " has ",
                        Count(static_cast<int64_t>(sizes.size()), "entry"), ", the operand ",
                        operand.ToString(), " has rank ", operand.rank()))
        .Help("give the size of the slice in each dimension");
  }
  for (int64_t d = 0; d < operand.rank(); ++d) {
    const int64_t size = sizes[static_cast<size_t>(d)];
    if (size >= 0 && size <= operand.dimensions(d)) continue;
    return InvalidArgument(kDynamicSliceC4)
        .Say(MessageCat(WithValue("dynamic_slice_sizes", sizes), " takes ", size, " of dimension ",
                        d, " of ", operand.ToString()))
        .Help(StrCat("a slice of it has a size in 0..", operand.dimensions(d)));
  }
  Shape result = ShapeUtil::MakeShape(operand.element_type(), sizes);
  KeepWholeDynamicDimensions(operand, &result);
  return result;
}

StatusOr<Shape> InferDynamicUpdateSlice(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(CheckStarts(context, 2));
  const Shape& operand = context.operand(0);
  const Shape& update = context.operand(1);
  if (operand.rank() != update.rank() || operand.element_type() != update.element_type()) {
    return InvalidArgument(kDynamicUpdateSliceC1)
        .Say(StrCat(operand.ToString(), " cannot be updated with ", update.ToString()))
        .Help("give an update of the operand's rank and element type");
  }
  for (int64_t d = 0; d < operand.rank(); ++d) {
    if (update.dimensions(d) <= operand.dimensions(d)) continue;
    return InvalidArgument(kDynamicUpdateSliceC2)
        .Say(StrCat(operand.ToString(), " cannot be updated with ", update.ToString()))
        .Detail(StrCat("in dimension ", d, " the update has ", update.dimensions(d),
                       ", the operand ", operand.dimensions(d)))
        .Help("an update must fit into the operand");
  }
  Shape result = operand;
  if (operand.layout().has_padding()) {
    result.set_layout(LayoutUtil::GetDefaultLayoutForRank(operand.rank()));
  }
  KeepWholeDynamicDimensions(update, &result);
  return result;
}

}  // namespace

constexpr OpDef kDynamicSliceDef = {
    .opcode = HloOpcode::kDynamicSlice,
    .name = "dynamic-slice",
    .operands = kSliceOperands,
    .min_operands = 1,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<DynamicSliceAttributes>,
    .rules = kSliceRules,
    .infer_shape = InferDynamicSlice,
    .doc =
        "Takes a slice of the operand. Its sizes are constant; its start indices are computed when "
        "the program runs. Start indices are clamped so that the slice stays in bounds: clamp(0, "
        "start, size - slice size). From f32[8], a slice of size 3 that starts at 6 has the "
        "elements 5, 6 and 7. A dynamic dimension that is taken as a whole keeps its live size. A "
        "slice size of 0 is allowed, as in XLA; XLA's page requires more than 0. Start indices are "
        "clamped in all dimensions, 0 to N-1; the page writes [1, N). The page has them in one "
        "vector; in hloom and in XLA they may also be N scalars.",
    .source = "Operation Semantics, DynamicSlice",
};

constexpr OpDef kDynamicUpdateSliceDef = {
    .opcode = HloOpcode::kDynamicUpdateSlice,
    .name = "dynamic-update-slice",
    .operands = kUpdateOperands,
    .min_operands = 2,
    .max_operands = -1,
    .rules = kUpdateRules,
    .imply_converts = UnifyToFirst,
    .infer_shape = InferDynamicUpdateSlice,
    .traits = {.keeps_type = true},
    .doc =
        "Returns the operand with the update written over the box that starts at indices computed "
        "when the program runs. Start indices are clamped so that the box stays in bounds: "
        "clamp(0, start, size - update size). An update of size 0 is allowed, as in XLA, and "
        "changes nothing; XLA's page requires more than 0. Start indices are clamped in all "
        "dimensions, 0 to N-1; the page writes [1, N). The page has them in one vector; in hloom "
        "and in XLA they may also be N scalars. If the update covers a whole dimension and is "
        "dynamic in it, the result is dynamic there too, with the update's live size. A smaller "
        "update writes its live elements and changes no size.",
    .source = "Operation Semantics, DynamicUpdateSlice",
};

}  // namespace hloom
