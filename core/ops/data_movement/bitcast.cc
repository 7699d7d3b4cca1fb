// bitcast: the same memory under another shape.
#include "ops/data_movement/bitcast.h"

#include <optional>

#include "base/math_util.h"
#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr OperandSpec kBitcastOperands[] = {{"operand", "an array"}};
constexpr Rule kBitcastC1 = {
    "bitcast.c1", "operand and result take the same number of bits, of which PRED has 8"};
constexpr Rule kBitcastC3 = {"bitcast.c3", "neither is padded, and neither has dynamic dimensions"};
constexpr Rule kBitcastRules[] = {kBitcastC1, kBitcastC3, kBitcastC4};

int StoredBits(PrimitiveType type) { return type == PRED ? 8 : BitWidth(type); }

// XLA keeps elements of fewer than 8 bits side by side: s4[8] takes 32 bits. nullopt if the number
// is too large.
std::optional<int64_t> BitsTaken(const Shape& shape) {
  return CheckedMultiply(ShapeUtil::ElementsIn(shape), StoredBits(shape.element_type()));
}

Status CheckPlain(const Shape& shape) {
  if (shape.is_static() && !shape.layout().has_padding()) return OkStatus();
  return InvalidArgument(kBitcastC3)
      .Say(StrCat(shape.ToString(/*print_layout=*/true), " has no bitcast"))
      .Help(
          "the result has no place for padding and for elements beyond the live ones: copy it to a "
          "plain layout first");
}

std::string BitsText(const Shape& operand, const Shape& result) {
  const auto text = [](const Shape& shape) {
    if (!shape.IsArray()) return StrCat(shape.ToString(), " is not an array");
    return StrCat(shape.ToString(), " has ", Count(ShapeUtil::ElementsIn(shape), "element"), " of ",
                  StoredBits(shape.element_type()), " bits");
  };
  return StrCat(text(operand), ", ", text(result));
}

StatusOr<Shape> InferBitcast(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& result = *context.given_shape;
  HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(result));
  const bool same_bits = result.IsArray() && BitsTaken(operand) == BitsTaken(result);
  if (result.IsArray()) {
    HLOOM_RETURN_IF_ERROR(CheckPlain(operand));
    HLOOM_RETURN_IF_ERROR(CheckPlain(result));
  }
  if (!same_bits) {
    return InvalidArgument(kBitcastC1)
        .Say(StrCat(operand.ToString(), " and ", result.ToString(),
                    " take different numbers of bits"))
        .Detail(BitsText(operand, result))
        .Help("the sizes times the bits of an element must give the same product");
  }
  return result;
}

}  // namespace

bool ChangesWidth(const HloInstruction& bitcast) {
  return StoredBits(bitcast.operand(0)->shape().element_type()) !=
         StoredBits(bitcast.shape().element_type());
}

constexpr OpDef kBitcastDef = {
    .opcode = HloOpcode::kBitcast,
    .name = "bitcast",
    .operands = kBitcastOperands,
    .min_operands = 1,
    .max_operands = 1,
    .rules = kBitcastRules,
    .infer_shape = InferBitcast,
    .traits = {.shape_given = true, .keeps_type = true},
    .doc =
        "Reinterprets the operand's bytes, in memory order, as an array of another shape and "
        "layout. Compilers emit it for a reshape or a transpose that moves nothing: f32[2,3]{0,1} "
        "becomes f32[3,2]{1,0}. Elements may become wider or narrower, the low bytes of an element "
        "first: u8[8] becomes u32[2].",
    .source = "XLA, HloInstruction::CreateBitcast",
};

}  // namespace hloom
