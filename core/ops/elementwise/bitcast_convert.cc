// bitcast-convert: the same bits as elements of another type.
#include <algorithm>
#include <cstring>

#include "ops/elementwise/bits.h"
#include "ops/elementwise/conversion.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperands[] = {{"operand", "an array"}};
constexpr Rule kRules[] = {
    {"bitcast_convert.c1", "the new element type is that of an array"},
    {"bitcast_convert.c2", "both types are complex or neither is"},
    {"bitcast_convert.c4",
     "where the new type is wider, the operand's last dimension has the ratio of the widths as its "
     "size"},
    {"bitcast_convert.c5", "the result's shape is the one that follows from the two types"},
};

ErrorBuilder Refuse(std::string_view rule, const Shape& operand, PrimitiveType type) {
  return InvalidArgument(rule).Say(
      StrCat("the bits of ", operand.ToString(), " cannot be taken as ", PrimitiveTypeName(type)));
}

StatusOr<Shape> InferBitcastConvert(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& given = *context.given_shape;
  HLOOM_ASSIGN_OR_RETURN(const Shape result,
                         InferBitcastConvertShape(context.operand(0), given.element_type()));
  if (!given.IsArray() || !ShapeUtil::SameDimensions(result, given)) {  // bitcast_convert.c5
    return Refuse("bitcast_convert.c5", context.operand(0), given.element_type())
        .Detail(StrCat("the result was given as ", given.ToString(), ", it is ", result.ToString()))
        .Help(
            "a narrower type appends a dimension of the ratio of the widths, a wider one drops "
            "it");
  }
  return GivenShape(context, result);
}

StatusOr<Shape> LiveBitcastConvert(const HloInstruction& instruction,
                                   Span<const Shape* const> operands) {
  return InferBitcastConvertShape(*operands[0], instruction.shape().element_type());
}

// The bits of elements narrower than a byte, as one little-endian word.
uint64_t Pack(const uint8_t* narrow, int64_t ratio, int bits) {
  uint64_t word = 0;
  for (int64_t k = 0; k < ratio; ++k) word |= uint64_t{BitsOf(narrow[k], bits)} << (k * bits);
  return word;
}

uint8_t SignExtended(uint8_t value, int bits, bool is_signed) {
  const int unused = 8 - bits;
  const auto high = static_cast<uint8_t>(value << unused);
  if (!is_signed) return static_cast<uint8_t>(high >> unused);
  return static_cast<uint8_t>(static_cast<int8_t>(high) >> unused);
}

// What copying bytes does not do. Types of fewer than 8 bits take a byte an element in memory; in the
// word that they are converted to or from they lie side by side, the first one lowest. Where both
// are so narrow, the wider one is such a word too. A PRED is the byte 0 or 1 everywhere, whatever
// the bits that it is made of.
void ConvertBits(PrimitiveType from, const std::byte* in, PrimitiveType to, std::byte* out,
                 int64_t out_count) {
  const int from_bits = BitWidth(from);
  const int to_bits = BitWidth(to);
  const int64_t in_width = ByteWidth(from);
  const int64_t out_width = ByteWidth(to);
  const int64_t gather = std::max(1, to_bits / from_bits);
  const int64_t spread = std::max(1, from_bits / to_bits);
  for (int64_t i = 0; i < out_count; ++i) {
    uint64_t word = 0;
    if (gather > 1 || from_bits < 8) {
      word = Pack(reinterpret_cast<const uint8_t*>(in) + (i / spread) * gather, gather, from_bits);
    } else {
      std::memcpy(&word, in + (i / spread) * in_width, static_cast<size_t>(in_width));
    }
    word >>= (i % spread) * to_bits;
    if (to == PRED) {
      word = (word & 0xff) != 0 ? 1 : 0;
    } else if (to_bits < 8) {
      word = SignExtended(static_cast<uint8_t>(word), to_bits, IsSignedIntegralType(to));
    }
    std::memcpy(out + i * out_width, &word, static_cast<size_t>(out_width));
  }
}

bool CopiesBytes(PrimitiveType from, PrimitiveType to) {
  return from == to || (BitWidth(from) >= 8 && BitWidth(to) >= 8 && to != PRED);
}

// Between types of the same width; others change the dimensions.
void SameWidthLoop(const HloInstruction& instruction, const std::byte* const* operands,
                   std::byte* result, int64_t count) {
  const PrimitiveType from = instruction.operand(0)->shape().element_type();
  const PrimitiveType to = instruction.shape().element_type();
  if (!CopiesBytes(from, to)) return ConvertBits(from, operands[0], to, result, count);
  std::copy_n(operands[0], count * ByteWidth(to), result);
}
ElementKernel::Loop SameWidthLoopFor(const HloInstruction&, PrimitiveType) { return SameWidthLoop; }
constexpr ElementKernel kSameWidthKernel = {SameWidthLoopFor, /*computes=*/false};

StatusOr<Literal> EvaluateBitcastConvert(EvalContext& context, const HloInstruction& instruction,
                                         Operands operands) {
  const Literal& operand = *operands[0];
  const PrimitiveType from = operand.shape().element_type();
  const Shape& shape = instruction.shape();
  const PrimitiveType to = shape.element_type();
  const Layout row_major = LayoutUtil::GetDefaultLayoutForRank(operand.shape().rank());
  HLOOM_ASSIGN_OR_RETURN(const Literal ordered, Relayout(operand, row_major, context.ledger()));
  const auto flat = std::make_shared<const Shape>(ShapeUtil::MakeShape(to, shape.dimensions()));
  if (CopiesBytes(from, to)) {
    HLOOM_ASSIGN_OR_RETURN(const Literal result, Literal::FromBuffer(flat, ordered.storage()));
    return Relayout(result, shape.layout(), context.ledger());
  }
  HLOOM_ASSIGN_OR_RETURN(Literal result, Literal::Create(flat, context.ledger()));
  ConvertBits(from, ordered.data<std::byte>(), to, result.mutable_data<std::byte>(),
              result.size_bytes() / ByteWidth(to));
  return Relayout(result, shape.layout(), context.ledger());
}

}  // namespace

StatusOr<Shape> InferBitcastConvertShape(const Shape& operand, PrimitiveType type) {
  if (!IsArrayType(type)) {  // bitcast_convert.c1
    return Refuse("bitcast_convert.c1", operand, type)
        .Help(StrCat("the types of elements are ", ArrayTypeNames()));
  }
  const PrimitiveType from = operand.element_type();
  if (IsComplexType(from) != IsComplexType(type)) {  // bitcast_convert.c2
    return Refuse("bitcast_convert.c2", operand, type)
        .Help("take the parts with Real and Imag, or put them together with Complex");
  }
  std::vector<int64_t> dimensions(operand.dimensions().begin(), operand.dimensions().end());
  const int from_bits = BitWidth(from);
  const int to_bits = BitWidth(type);
  if (from_bits > to_bits) {
    dimensions.push_back(from_bits / to_bits);
  } else if (from_bits < to_bits) {
    const int64_t ratio = to_bits / from_bits;
    const bool fits = !dimensions.empty() && dimensions.back() == ratio &&
                      !operand.is_dynamic_dimension(operand.rank() - 1);
    if (!fits) {  // bitcast_convert.c4
      return Refuse("bitcast_convert.c4", operand, type)
          .Detail(StrCat(ratio, " elements of ", PrimitiveTypeName(from), " make one of ",
                         PrimitiveTypeName(type)))
          .Help(StrCat("reshape the operand so that its last dimension has the size ", ratio));
    }
    dimensions.pop_back();
  }
  if (from_bits == to_bits && operand.layout().padded_dimensions().empty()) {
    return ShapeUtil::ChangeElementType(operand, type);
  }
  std::vector<bool> dynamic = operand.dynamic_dimensions();
  dynamic.resize(dimensions.size(), false);
  return ShapeUtil::MakeShape(type, dimensions, dynamic);
}

extern const OpDef kBitcastConvertDef;
constexpr OpDef kBitcastConvertDef = {
    .opcode = HloOpcode::kBitcastConvert,
    .name = "bitcast-convert",
    .operands = kOperands,
    .min_operands = 1,
    .max_operands = 1,
    .rules = kRules,
    .infer_shape = InferBitcastConvert,
    .evaluate = EvaluateBitcastConvert,
    .live_shape = LiveBitcastConvert,
    .elements = &kSameWidthKernel,
    .traits = {.shape_given = true, .keeps_type = true},
    .doc =
        "The bits of the operand's elements as elements of another type, little-endian. A narrower "
        "type appends a dimension, of the ratio of the widths; for a wider one the last dimension "
        "must have that size, and is dropped. Types of fewer than 8 bits are packed, the first one "
        "lowest. PRED counts 8 bits, as in XLA since February 2026; before, it counted one, and "
        "StableHLO packs it. Its byte is 1 for true, and a byte other than 0 becomes true: XLA's "
        "evaluator would give the same byte back, here it comes back as 1.",
    .source = "Operation Semantics, BitcastConvertType",
};

}  // namespace hloom
