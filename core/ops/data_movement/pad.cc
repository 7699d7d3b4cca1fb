// pad: adds a value around the operand's elements and between them, or cuts its edges.
#include "ops/data_movement/pad.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/math_util.h"
#include "ops/infer_util.h"
#include "ops/mixed_precision.h"
#include "shape/rules.h"

namespace hloom {

namespace {

constexpr OperandSpec kPadOperands[] = {
    {"operand", "an array"},
    {"padding_value", "a scalar of the operand's element type"},
};
constexpr Rule kPadC1 = {"pad.c1", "padding_value is a scalar"};
constexpr Rule kPadC2 = {"pad.c2", "operand and padding_value have the same element type"};
constexpr Rule kPadC3 = {"pad.c3", "the padding has one entry for each dimension of the operand"};
constexpr Rule kPadC4 = {"pad.c4", "interior padding is not negative"};
constexpr Rule kPadC5 = {"pad.c5", "negative edge padding removes at most all elements"};
constexpr Rule kPadRules[] = {kPadC1, kPadC2, kPadC3, kPadC4, kPadC5};

// Size 3 with padding 1_2_1: p a p b p c p p, 1 + 5 + 2 = 8. Interior padding comes first, so that
// negative edges also take padding away. nullopt past 64 bits.
std::optional<int64_t> PaddedSize(int64_t size, const PaddingConfigDimension& padding) {
  std::optional<int64_t> total =
      CheckedMultiply(std::max<int64_t>(size - 1, 0), padding.interior_padding());
  if (total) total = CheckedAdd(*total, size);
  if (!total) return std::nullopt;
  // The edges may be huge with opposite signs: they are added in 128 bits, and only the sum is
  // checked.
  const __int128 sum =
      static_cast<__int128>(*total) + padding.edge_padding_low() + padding.edge_padding_high();
  constexpr __int128 kMax = std::numeric_limits<int64_t>::max();
  if (sum > kMax) return std::nullopt;
  return sum < 0 ? -1 : static_cast<int64_t>(sum);
}

StatusOr<int64_t> InferPaddedSize(const Shape& operand, int64_t dimension,
                                  const PaddingConfigDimension& padding) {
  const int64_t size = operand.dimensions(dimension);
  const std::string text =
      StrCat("low ", padding.edge_padding_low(), ", high ", padding.edge_padding_high(),
             ", interior ", padding.interior_padding());
  if (padding.interior_padding() < 0) {
    return InvalidArgument(kPadC4)
        .Say(StrCat("dimension ", dimension, " of ", operand.ToString(),
                    " cannot be padded: ", text))
        .Help(
            "only edges may be negative; `Slice` with a stride takes elements between others away"_msg);
  }
  const std::optional<int64_t> padded = PaddedSize(size, padding);
  if (!padded) {
    return InvalidArgument(kShapeC3)
        .Say(StrCat("dimension ", dimension, " of ", operand.ToString(), " is too large with ",
                    text))
        .Help("a size must fit a 64-bit integer");
  }
  if (*padded < 0) {
    return InvalidArgument(kPadC5)
        .Say(StrCat("dimension ", dimension, " of ", operand.ToString(),
                    " cannot be padded: ", text))
        .Detail("more would be taken away than there is")
        .Help(StrCat("low + high must be at least -(size + (size - 1) * interior), with size ",
                     size));
  }
  return *padded;
}

StatusOr<Shape> InferPad(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& value = context.operand(1);
  const PaddingConfig& padding = context.attrs<PadAttributes>().padding;
  if (value.rank() != 0) {
    return InvalidArgument(kPadC1)
        .Say(StrCat("the padding value is ", value.ToString(), ", not a scalar"))
        .Help("one value fills all padding: pass a scalar");
  }
  if (value.element_type() != operand.element_type()) {
    return InvalidArgument(kPadC2)
        .Say(StrCat(operand.ToString(), " cannot be padded with ", value.ToString()))
        .Help("pass a value of the operand's element type");
  }
  if (padding.dimensions_size() != operand.rank()) {
    return InvalidArgument(kPadC3)
        .Say(StrCat("the padding has ",
                    padding.dimensions_size() == 1 ? "1 entry"
                                                   : StrCat(padding.dimensions_size(), " entries"),
                    ", the operand ", operand.ToString(), " has rank ", operand.rank()))
        .Help("give low, high and interior padding for each dimension; all 0 adds nothing");
  }
  std::vector<int64_t> sizes;
  for (int64_t i = 0; i < operand.rank(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(const int64_t size, InferPaddedSize(operand, i, padding.dimensions(i)));
    sizes.push_back(size);
  }
  return ShapeUtil::MakeShape(operand.element_type(), sizes, operand.dynamic_dimensions());
}

}  // namespace

constexpr OpDef kPadDef = {
    .opcode = HloOpcode::kPad,
    .name = "pad",
    .operands = kPadOperands,
    .min_operands = 2,
    .max_operands = 2,
    .make_attributes = MakeDefaultAttributes<PadAttributes>,
    .rules = kPadRules,
    .imply_converts = UnifyFirstTwo,
    .infer_shape = InferPad,
    .doc =
        "Adds padding_value between the elements and around them: first interior padding between "
        "every two neighbors of a dimension, then padding at its low and high edges. Negative edge "
        "padding removes elements and interior padding alike.",
    .source = "Operation Semantics, Pad",
};

}  // namespace hloom
