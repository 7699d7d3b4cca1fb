// scaled-dot: multiplies arrays of narrow numbers with scales of blocks.
#include "ops/contractions/dot.h"
#include "ops/contractions/dot_shapes.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kScaledDotOperands[] = {
    {"lhs", "an array"},
    {"rhs", "an array"},
    {"lhs_scale", "for each block of lhs, the number that its elements are multiplied by"},
    {"rhs_scale", "for each block of rhs, the number that its elements are multiplied by"},
};

constexpr Rule kScaledDotC1 = {"scaled_dot.c1",
                               "lhs and rhs have the same number of batch dimensions"};
constexpr Rule kScaledDotC2 = {"scaled_dot.c2",
                               "lhs and rhs have the same number of contracting dimensions"};
constexpr Rule kScaledDotC3 = {"scaled_dot.c3", "no dimension of lhs is named twice"};
constexpr Rule kScaledDotC4 = {"scaled_dot.c4", "no dimension of rhs is named twice"};
constexpr Rule kScaledDotC5 = {"scaled_dot.c5",
                               "each of lhs_batch_dimensions is a dimension of lhs"};
constexpr Rule kScaledDotC6 = {"scaled_dot.c6",
                               "each of lhs_contracting_dimensions is a dimension of lhs"};
constexpr Rule kScaledDotC7 = {"scaled_dot.c7",
                               "each of rhs_batch_dimensions is a dimension of rhs"};
constexpr Rule kScaledDotC8 = {"scaled_dot.c8",
                               "each of rhs_contracting_dimensions is a dimension of rhs"};
constexpr Rule kScaledDotC9 = {"scaled_dot.c9", "paired batch dimensions have the same size"};
constexpr Rule kScaledDotC10 = {"scaled_dot.c10",
                                "paired contracting dimensions have the same size"};
constexpr Rule kScaledDotC11 = {
    "scaled_dot.c11",
    "operand_precision has an entry for lhs and one for rhs, or only default entries"};
constexpr Rule kScaledDotC13 = {"scaled_dot.c13",
                                "the result's element type is not of a lesser kind than the higher "
                                "one of lhs and rhs (integers, floats)"};
constexpr Rule kScaledDotC14 = {"scaled_dot.c14", "no operand is packed_nibble"};
constexpr Rule kScaledDotC15 = {"scaled_dot.c15",
                                "a scale is a float, and an integer that it scales is not wider"};
constexpr Rule kScaledDotC16 = {"scaled_dot.c16",
                                "a scale has one element, or the rank of the array that it scales, "
                                "and sizes that divide the array's"};
constexpr Rule kScaledDotC17 = {"scaled_dot.c17", "no operand has dynamic dimensions"};
constexpr Rule kScaledDotC18 = {"scaled_dot.c18", "lhs_scale and rhs_scale are not both scalars"};
constexpr Rule kScaledDotRules[] = {
    kScaledDotC1,  kScaledDotC2,  kScaledDotC3,  kScaledDotC4,  kScaledDotC5,  kScaledDotC6,
    kScaledDotC7,  kScaledDotC8,  kScaledDotC9,  kScaledDotC10, kScaledDotC11, kScaledDotC13,
    kScaledDotC14, kScaledDotC15, kScaledDotC16, kScaledDotC17, kScaledDotC18};
constexpr DotRules kContractionsScaledDotRules = {
    .batch_count = kScaledDotC1,
    .contracting_count = kScaledDotC2,
    .lhs_once = kScaledDotC3,
    .rhs_once = kScaledDotC4,
    .lhs_batch_range = kScaledDotC5,
    .lhs_contracting_range = kScaledDotC6,
    .rhs_batch_range = kScaledDotC7,
    .rhs_contracting_range = kScaledDotC8,
    .batch_sizes = kScaledDotC9,
    .contracting_sizes = kScaledDotC10,
    .types = {.precision_count = kScaledDotC11,
              .packed_nibble = kScaledDotC14,
              .result_type = kScaledDotC13},
};

Status CheckScaleType(std::string_view name, const Shape& array, const Shape& scale) {
  const PrimitiveType type = array.element_type();
  const PrimitiveType by = scale.element_type();
  const bool wide = IsIntegralType(type) && BitWidth(type) > BitWidth(by);
  if (IsFloatingPointType(by) && !wide) return OkStatus();
  return InvalidArgument(kScaledDotC15)
      .Say(StrCat(name, " ", array.ToString(), " is scaled by ", scale.ToString()))
      .Help(wide ? "an integer is at most as wide as its scale: convert the scale with "
                   "`ConvertElementType`"_msg
                 : "scales are floats: convert them with `ConvertElementType`"_msg);
}

Status CheckScaleSizes(std::string_view name, const Shape& array, const Shape& scale) {
  if (ShapeUtil::IsEffectiveScalar(scale)) return OkStatus();
  if (scale.rank() != array.rank()) {
    return InvalidArgument(kScaledDotC16)
        .Say(StrCat(name, " ", array.ToString(), " is scaled by ", scale.ToString(),
                    ", which has rank ", scale.rank()))
        .Help(StrCat("a scale has rank ", array.rank(), ", or one element"));
  }
  for (int64_t d = 0; d < array.rank(); ++d) {
    const int64_t size = array.dimensions(d);
    const int64_t blocks = scale.dimensions(d);
    if (blocks == size || (blocks > 0 && size % blocks == 0)) continue;
    return InvalidArgument(kScaledDotC16)
        .Say(StrCat(name, " ", array.ToString(), " is scaled by ", scale.ToString()))
        .Detail(StrCat("dimension ", d, " has size ", size, ", which ", blocks,
                       " blocks do not divide"))
        .Help("each size of a scale divides the size that it scales; 1 is one block");
  }
  return OkStatus();
}

StatusOr<Shape> InferScaledDot(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& lhs = context.operand(0);
  const Shape& rhs = context.operand(1);
  const auto& attributes = context.attrs<ScaledDotAttributes>();
  const DotDimensionNumbers& numbers = attributes.dimension_numbers;
  for (size_t i = 0; i < context.operands.size(); ++i) {
    if (context.operand(i).is_static()) continue;
    return InvalidArgument(kScaledDotC17)
        .Say(StrCat("operand ", i, " is ", context.operand(i).ToString(), ", of dynamic size"))
        .Help("the ends of blocks must be known: multiply the scales in, and use `DotGeneral`"_msg);
  }
  HLOOM_RETURN_IF_ERROR(CheckDotDimensions(kContractionsScaledDotRules, numbers, lhs, rhs));
  HLOOM_RETURN_IF_ERROR(
      CheckPrecision(kContractionsScaledDotRules.types, attributes.precision_config, 2));
  HLOOM_RETURN_IF_ERROR(CheckScaleType("lhs", lhs, context.operand(2)));
  HLOOM_RETURN_IF_ERROR(CheckScaleType("rhs", rhs, context.operand(3)));
  HLOOM_RETURN_IF_ERROR(CheckScaleSizes("lhs", lhs, context.operand(2)));
  HLOOM_RETURN_IF_ERROR(CheckScaleSizes("rhs", rhs, context.operand(3)));
  if (context.operand(2).rank() == 0 && context.operand(3).rank() == 0) {
    return InvalidArgument(kScaledDotC18)
        .Say(StrCat("both scales are scalars, ", context.operand(2).ToString(), " and ",
                    context.operand(3).ToString()))
        .Help("use `Dot` and multiply its result, or give one scale a dimension of size 1"_msg);
  }
  HLOOM_ASSIGN_OR_RETURN(
      const PrimitiveType type,
      ProductElementType(kContractionsScaledDotRules.types, lhs, rhs, context.given_shape));
  return DotShape(type, ProductDimensions(numbers, lhs, rhs));
}

}  // namespace

constexpr OpDef kScaledDotDef = {
    .opcode = HloOpcode::kScaledDot,
    .name = "scaled-dot",
    .operands = kScaledDotOperands,
    .min_operands = 4,
    .max_operands = 4,
    .types = TypeSet::kReal,
    .make_attributes = MakeDefaultAttributes<ScaledDotAttributes>,
    .rules = kScaledDotRules,
    .infer_shape = InferScaledDot,
    .traits = {.shape_may_be_given = true},
    .doc =
        "Multiplies arrays as dot does, after it multiplies each by its scale. The arrays hold "
        "narrow numbers. A scale has the rank of its array and one number for each block of "
        "elements: f8e4m3fn[32,256] and a scale f8e8m0fnu[32,8] have blocks of 32 elements along "
        "dimension 1. A scale of one element, of any rank, scales the whole array. As in XLA's "
        "expansion, the scaled elements have type BF16 if the array and the scale are both "
        "narrower than 16 bits, their common type if they have one, F32 if they are equally wide, "
        "and otherwise the wider type. The element type of the result is that of dot.",
    .source = "XLA, HloScaledDotInstruction",
};

}  // namespace hloom
