// dynamic-slice and dynamic-update-slice: a box of an array, at a place that is computed.
#include "ops/indexing/dynamic_slice.h"

#include <algorithm>
#include <limits>

#include "kernels/copy.h"
#include "literal/relayout.h"
#include "ops/infer_util.h"
#include "ops/mixed_precision.h"
#include "ops/op_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kSliceOperands[] = {
    {"operand", "an array"},
    {"start_indices", "an integer scalar for each dimension, or one vector of all of them"},
};
constexpr OperandSpec kUpdateOperands[] = {
    {"operand", "an array"},
    {"update", "an array of the same rank and type, in no dimension larger"},
    {"start_indices", "an integer scalar for each dimension, or one vector of all of them"},
};
constexpr Rule kStartRules[] = {
    {"dynamic_slice.c1", "there is a start index for each dimension of the operand"},
    {"dynamic_slice.c2", "the start indices are integers, all of one type"},
};
constexpr Rule kSliceRules[] = {
    kStartRules[0],
    kStartRules[1],
    {"dynamic_slice.c3", "dynamic_slice_sizes has an entry for each dimension of the operand"},
    {"dynamic_slice.c4", "a slice size is not negative, and at most the size of its dimension"},
};
constexpr Rule kUpdateRules[] = {
    kStartRules[0],
    kStartRules[1],
    {"dynamic_update_slice.c1", "operand and update have the same rank and element type"},
    {"dynamic_update_slice.c2", "the update is in no dimension larger than the operand"},
};

// The operands from `first` on: rank many scalars, or one vector of rank many elements.
Status CheckStarts(const InferContext& context, size_t first) {
  const Shape& operand = context.operand(0);
  const size_t given = context.operands.size() - first;
  const bool vector = given == 1 && context.operand(first).rank() == 1;
  const int64_t count = vector ? context.operand(first).dimensions(0) : static_cast<int64_t>(given);
  if (count != operand.rank()) {  // dynamic_slice.c1
    return InvalidArgument("dynamic_slice.c1")
        .Say(StrCat(operand.ToString(), " has rank ", operand.rank(), ", ", count,
                    count == 1 ? " start index was given" : " start indices were given"))
        .Help("give a scalar for each dimension, or one vector with an element for each");
  }
  for (size_t i = first; i < context.operands.size(); ++i) {
    const Shape& start = context.operand(i);
    const bool right = IsIntegralType(start.element_type()) && (vector || start.rank() == 0) &&
                       start.is_static() &&
                       start.element_type() == context.operand(first).element_type();
    if (right) continue;  // dynamic_slice.c2
    return InvalidArgument("dynamic_slice.c2")
        .Say(StrCat("start index ", i - first, " is ", start.ToString()))
        .Help("start indices are integer scalars, such as s32[], all of one type");
  }
  return OkStatus();
}

// A dimension of which all is taken keeps its live size; any other is cut out of the bound.
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
  if (static_cast<int64_t>(sizes.size()) != operand.rank()) {  // dynamic_slice.c3
    return InvalidArgument("dynamic_slice.c3")
        .Say(StrCat("dynamic_slice_sizes=", Braced(sizes), " has ",
                    Count(static_cast<int64_t>(sizes.size()), "entry"), ", the operand ",
                    operand.ToString(), " has rank ", operand.rank()))
        .Help("give the size of the slice in each dimension");
  }
  for (int64_t d = 0; d < operand.rank(); ++d) {
    const int64_t size = sizes[static_cast<size_t>(d)];
    if (size >= 0 && size <= operand.dimensions(d)) continue;  // dynamic_slice.c4
    return InvalidArgument("dynamic_slice.c4")
        .Say(StrCat("dynamic_slice_sizes=", Braced(sizes), " takes ", size, " of dimension ", d,
                    " of ", operand.ToString()))
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
  if (operand.rank() != update.rank() ||
      operand.element_type() != update.element_type()) {  // dynamic_update_slice.c1
    return InvalidArgument("dynamic_update_slice.c1")
        .Say(StrCat(operand.ToString(), " cannot be updated with ", update.ToString()))
        .Help("give an update of the operand's rank and element type");
  }
  for (int64_t d = 0; d < operand.rank(); ++d) {
    if (update.dimensions(d) <= operand.dimensions(d)) continue;  // dynamic_update_slice.c2
    return InvalidArgument("dynamic_update_slice.c2")
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

// An index of any integer type as the nearest int64: of U64, what is past it is past all sizes.
int64_t IndexAt(const Literal& starts, int64_t i) {
  int64_t index = 0;
  DispatchComputeType(ComputeTypeOf(starts.shape().element_type()), [&]<typename T>() {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      const T value = starts.data<T>()[i];
      const bool huge = std::is_unsigned_v<T> && static_cast<uint64_t>(value) >> 63 != 0;
      index = huge ? std::numeric_limits<int64_t>::max() : static_cast<int64_t>(value);
    }
  });
  return index;
}

// Each start moved to the nearest at which a box of `sizes` lies inside of the operand.
std::vector<int64_t> ClampedStarts(Operands starts, const Shape& operand,
                                   Span<const int64_t> sizes) {
  std::vector<int64_t> clamped;
  const bool vector = starts.size() == 1 && starts[0]->shape().rank() == 1;
  for (int64_t d = 0; d < operand.rank(); ++d) {
    const int64_t index =
        vector ? IndexAt(*starts[0], d) : IndexAt(*starts[static_cast<size_t>(d)], 0);
    const int64_t last = operand.dimensions(d) - sizes[static_cast<size_t>(d)];
    clamped.push_back(std::clamp<int64_t>(index, 0, last));
  }
  return clamped;
}

int64_t OffsetOf(Span<const int64_t> index, Span<const int64_t> strides) {
  int64_t offset = 0;
  for (size_t i = 0; i < index.size(); ++i) offset += index[i] * strides[i];
  return offset;
}

Operands From(Operands operands, size_t first) {
  return operands.subspan(first, operands.size() - first);
}

StatusOr<Literal> EvaluateDynamicSlice(EvalContext& context, const HloInstruction& instruction,
                                       Operands operands) {
  const Shape& shape = instruction.shape();
  const Literal& operand = *operands[0];
  HLOOM_ASSIGN_OR_RETURN(Literal result,
                         Literal::Create(instruction.shape_ptr(), context.ledger()));
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (!shape.is_dynamic_dimension(d)) continue;
    HLOOM_RETURN_IF_ERROR(result.SetDynamicSize(d, operand.GetDynamicSize(d)));
  }
  if (ShapeUtil::ElementsIn(shape) == 0) return result;
  const std::vector<int64_t> starts =
      ClampedStarts(From(operands, 1), operand.shape(), shape.dimensions());
  const std::vector<int64_t> strides = IndexUtil::Strides(operand.shape());
  const int64_t width = ByteWidth(shape.element_type());
  StridedCopy(shape.dimensions(), result.mutable_data<std::byte>(), IndexUtil::Strides(shape),
              operand.data<std::byte>() + OffsetOf(starts, strides) * width, strides, width);
  return result;
}

// `result`, dynamic and of the update's live size in each dimension of which the update is the whole.
StatusOr<Literal> WithSizesOf(const Literal& update, Literal result, const LedgerPtr& ledger) {
  for (int64_t d = 0; d < result.shape().rank(); ++d) {
    const bool whole = update.shape().dimensions(d) == result.shape().dimensions(d);
    if (!whole || !update.shape().is_dynamic_dimension(d)) continue;
    Shape shape = result.shape();
    shape.set_dynamic_dimension(d, true);
    HLOOM_ASSIGN_OR_RETURN(
        result, result.WithDynamicSize(std::make_shared<const Shape>(std::move(shape)), d,
                                       update.GetDynamicSize(d), ledger));
  }
  return result;
}

// The operand, written over in one place. Live sizes are the operand's, but for those of an update
// that writes over all of a dimension.
StatusOr<Literal> EvaluateDynamicUpdateSlice(EvalContext& context,
                                             const HloInstruction& instruction, Operands operands) {
  const Shape& shape = instruction.shape();
  HLOOM_ASSIGN_OR_RETURN(const Literal update, operands[1]->ToStatic(context.ledger()));
  // In a loop that carries a big array this is the array itself, and nothing is copied.
  Literal result = context.Take(*operands[0]);
  HLOOM_ASSIGN_OR_RETURN(result, Relayout(result, shape.layout(), context.ledger()));
  HLOOM_ASSIGN_OR_RETURN(result, WithSizesOf(*operands[1], std::move(result), context.ledger()));
  HLOOM_RETURN_IF_ERROR(result.MakeUnique(context.ledger()));
  if (update.element_count() == 0) return result;
  const std::vector<int64_t> starts =
      ClampedStarts(From(operands, 2), shape, operands[1]->shape().dimensions());
  const std::vector<int64_t> strides = IndexUtil::Strides(shape);
  const int64_t width = ByteWidth(shape.element_type());
  StridedCopy(update.shape().dimensions(),
              result.mutable_data<std::byte>() + OffsetOf(starts, strides) * width, strides,
              update.data<std::byte>(), IndexUtil::Strides(update.shape()), width);
  return result;
}

}  // namespace

extern const OpDef kDynamicSliceDef, kDynamicUpdateSliceDef;

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
        "A box of the operand, of sizes known when the program is built, that starts at indices "
        "computed when it runs. A start from which the box would leave the operand is moved to the "
        "nearest from which it does not: clamp(0, start, size - slice size). A dynamic dimension "
        "of which all is taken keeps its live size. A slice size of 0 is allowed, as in XLA, whose "
        "page demands more than 0. Starts are moved in all dimensions, 0 to N-1, where the page "
        "says [1, N). It has them in one vector; here and in XLA they may also be N scalars.",
    .source = "Operation Semantics, DynamicSlice",
};
extern const OpEval kDynamicSliceEval;
constexpr OpEval kDynamicSliceEval = {
    .evaluate_whole = EvaluateDynamicSlice,
    .reads_live_sizes = true,
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
        "The operand with a box of it written over by the update, at indices computed when the "
        "program runs. A start from which the update would leave the operand is moved to the "
        "nearest from which it does not: clamp(0, start, size - update size). An update of size 0 "
        "is allowed, as in XLA, and changes nothing; XLA's page demands more than 0. Starts are "
        "moved in all dimensions, 0 to N-1, where the page says [1, N). It has them in one vector; "
        "here and in XLA they may also be N scalars. Where the update is the whole of a dimension "
        "and dynamic in it, so is the result, and has the update's live size there; a smaller "
        "update writes what is live of it and changes no size.",
    .source = "Operation Semantics, DynamicUpdateSlice",
};
extern const OpEval kDynamicUpdateSliceEval;
constexpr OpEval kDynamicUpdateSliceEval = {
    .evaluate_whole = EvaluateDynamicUpdateSlice,
    .reads_live_sizes = true,
};

}  // namespace hloom
