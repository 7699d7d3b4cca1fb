// slice: a box of elements, or every n-th of them.
#include "ops/data_movement/slice.h"

#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr OperandSpec kDataMovementSliceOperands[] = {{"operand", "an array"}};
constexpr Rule kSliceC2 = {"slice.c2", "a start is not negative"};
constexpr Rule kSliceC3 = {"slice.c3", "a limit is at most the size of its dimension"};
constexpr Rule kSliceC4 = {"slice.c4", "a limit is at least the start"};
constexpr Rule kSliceC5 = {"slice.c5", "a stride is at least 1"};
constexpr Rule kDataMovementSliceRules[] = {kSliceC1, kSliceC2, kSliceC3, kSliceC4, kSliceC5};

Status CheckRange(const Shape& operand, int64_t dimension, const SliceRange& range) {
  const int64_t size = operand.dimensions(dimension);
  const auto refuse = [&](const Rule& rule, Message text) {
    return InvalidArgument(rule)
        .Say(StrCat(operand.ToString(), " has no slice [", range.start, ":", range.limit, ":",
                    range.stride, "] of dimension ", dimension, " (size ", size, ")"))
        .Help(std::move(text));
  };
  if (range.start < 0) {
    return refuse(kSliceC2, "indices count from 0; negative ones do not count from the end");
  }
  if (range.limit > size) {
    return refuse(kSliceC3,
                  StrCat("the limit is the index after the last one: at most ", size, " here"));
  }
  if (range.limit < range.start) {
    return refuse(kSliceC4, "a limit that equals the start gives an empty slice");
  }
  if (range.stride < 1) {
    return refuse(kSliceC5, "to go backwards, reverse the slice with `Rev`"_msg);
  }
  return OkStatus();
}

StatusOr<Shape> InferSlice(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(0);
  const SliceRanges& ranges = context.attrs<SliceAttributes>().slice;
  if (static_cast<int64_t>(ranges.size()) != operand.rank()) {
    return InvalidArgument(kSliceC1)
        .Say(StrCat("the slice ", SliceRangesToString(ranges), " of ", operand.ToString(), " has ",
                    Count(static_cast<int64_t>(ranges.size()), "range"), ", the operand has rank ",
                    operand.rank()))
        .Help("give one range for each dimension; [0:size] takes all of it");
  }
  std::vector<int64_t> sizes;
  for (int64_t i = 0; i < operand.rank(); ++i) {
    const SliceRange& range = ranges[static_cast<size_t>(i)];
    HLOOM_RETURN_IF_ERROR(CheckRange(operand, i, range));
    const int64_t length = range.limit - range.start;
    // The quotient is rounded up without (length + stride - 1), which could overflow.
    sizes.push_back(length / range.stride + (length % range.stride != 0 ? 1 : 0));
  }
  Shape result = ShapeUtil::MakeShape(operand.element_type(), sizes);
  for (int64_t i = 0; i < operand.rank(); ++i) {
    // A single element is always taken, as in XLA, even where it is dead.
    const bool stays = operand.is_dynamic_dimension(i) && result.dimensions(i) != 1;
    if (stays) result.set_dynamic_dimension(i, true);
  }
  return result;
}

}  // namespace

constexpr OpDef kSliceDef = {
    .opcode = HloOpcode::kSlice,
    .name = "slice",
    .operands = kDataMovementSliceOperands,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<SliceAttributes>,
    .rules = kDataMovementSliceRules,
    .infer_shape = InferSlice,
    .doc =
        "Takes the elements within a box of the operand: along each dimension, every stride-th "
        "index from start up to, but not including, limit. The size of that dimension is "
        "ceil((limit - start) / stride). A dynamic dimension stays dynamic, unless its size in the "
        "result is 1: that element is taken even if it is dead.",
    .source = "Operation Semantics, Slice",
};

}  // namespace hloom
