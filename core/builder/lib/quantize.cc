#include "builder/lib/quantize.h"

#include "base/str_cat.h"
#include "base/utf8.h"
#include "builder/argument_specs.h"
#include "builder/lib/constants.h"
#include "builder/lib/library_util.h"
#include "literal/convert.h"

namespace hloom {

namespace {

constexpr Rule kDequantizeC1 = {"dequantize.c1", "the type of the codes is U8 or U16"};
constexpr Rule kDequantizeC2 = {"dequantize.c2", "the mode is MIN_COMBINED"};
constexpr Rule kDequantizeC3 = {"dequantize.c3",
                                "the input is a static array of U32 with at least one dimension"};
constexpr Rule kQuantizeRules[] = {kDequantizeC1, kDequantizeC2, kDequantizeC3};

// The nearest BF16, as a float.
StatusOr<float> RoundedToBf16(float value) {
  HLOOM_ASSIGN_OR_RETURN(const Literal narrow,
                         ConvertElements(LiteralUtil::CreateR0<float>(value), BF16));
  HLOOM_ASSIGN_OR_RETURN(const Literal wide, ConvertElements(narrow, F32));
  return wide.Get<float>({});
}

XlaOp Bf16Constant(XlaBuilder* builder, float value) {
  return ConstantR0WithType(builder, BF16, value);
}

Status CheckDequantize(PrimitiveType type, const Shape& input, std::string_view mode) {
  if (type != U8 && type != U16) {
    return InvalidArgument(kDequantizeC1)
        .Op("dequantize")
        .Operand(input)
        .Say(StrCat("codes are of type ", PrimitiveTypeName(type)))
        .Help("codes are U8, four a word, or U16, two a word");
  }
  if (mode != "MIN_COMBINED") {
    return InvalidArgument(kDequantizeC2)
        .Op("dequantize")
        .Operand(input)
        .Say(StrCat("unknown mode \"", Shortened(mode), "\""))
        .Help("the mode is MIN_COMBINED");
  }
  if (input.element_type() == U32 && input.rank() > 0 && input.is_static()) return OkStatus();
  return InvalidArgument(kDequantizeC3)
      .Op("dequantize")
      .Operand(input)
      .Say(StrCat("takes words such as u32[2,3], not ", input.ToString()))
      .Help(input.element_type() != U32
                ? "pack two or four codes into a word, the first into its highest bits"
            : input.rank() == 0 ? "`Reshape` makes a vector of one word: `new_sizes={1}`"_msg
                                : "make its dimensions static: `RemoveDynamicDimension`"_msg);
}

// u32[d0,...,dn] as u32[d0,...,dn,k]: the codes of each word along a new last dimension.
//   0x01020304 of U8   {1, 2, 3, 4}, the word shifted by {24, 16, 8, 0} and masked
XlaOp CodesOf(XlaBuilder* builder, XlaOp input, const Shape& shape, int64_t bits) {
  const int64_t per_word = 32 / bits;
  std::vector<int64_t> sizes = shape.dimensions().ToVector();
  sizes.push_back(per_word);
  std::vector<uint32_t> shifts;
  for (int64_t i = per_word; i-- > 0;) shifts.push_back(static_cast<uint32_t>(i * bits));
  const XlaOp words = BroadcastInDim(input, sizes, AllDimensions(shape.rank()));
  const XlaOp shift = ConstantLiteral(builder, LiteralUtil::CreateR1<uint32_t>(shifts));
  const XlaOp shifted = ShiftRightLogical(words, shift, {shape.rank()});
  const uint32_t mask = (uint32_t{1} << bits) - 1;
  return And(shifted, ConstantLiteral(builder, LiteralUtil::CreateR0<uint32_t>(mask)));
}

}  // namespace

Span<const Rule> DequantizeRules() { return kQuantizeRules; }

XlaOp DequantizeFrom(PrimitiveType type, XlaOp input, const QuantizedRange& range,
                     std::string_view mode_string, bool transpose_output) {
  XlaBuilder* builder = input.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape,
                           ArrayShapeFor("dequantize", *builder, input, TypeSet::kArray, ""));
    HLOOM_RETURN_IF_ERROR(CheckDequantize(type, shape, mode_string));
    const int64_t bits = BitWidth(type);
    const auto greatest = static_cast<float>((int64_t{1} << bits) - 1);
    HLOOM_ASSIGN_OR_RETURN(const float min, RoundedToBf16(range.min));
    HLOOM_ASSIGN_OR_RETURN(const float max, RoundedToBf16(range.max));
    HLOOM_ASSIGN_OR_RETURN(const float width, RoundedToBf16(max - min));
    HLOOM_ASSIGN_OR_RETURN(const float codes, RoundedToBf16(greatest));
    const XlaOp numbers = ConvertElementType(CodesOf(builder, input, shape, bits), BF16);
    const XlaOp scaled = Mul(numbers, Bf16Constant(builder, width / codes));
    std::vector<int64_t> sizes = shape.dimensions().ToVector();
    sizes.back() *= 32 / bits;
    const XlaOp result = Reshape(Add(scaled, Bf16Constant(builder, min)), sizes);
    if (!transpose_output) return result;
    std::vector<int64_t> reversed = AllDimensions(shape.rank());
    return Transpose(result, std::vector<int64_t>(reversed.rbegin(), reversed.rend()));
  });
}

namespace {

constexpr ArgumentSpec kDequantizeArguments[] = {
    {"input", ArgumentKind::kOp,
     "U32 words, each with two or four codes, the first in the highest bits"},
    {"type", kKind<PrimitiveType>, "the type of the codes: U8 or U16"},
    {"range", kKind<QuantizedRange>, "the numbers of the least and the greatest code"},
    {"mode_string", kKind<std::string>, "the quantization mode; only MIN_COMBINED is supported",
     /*required=*/false, /*default_json=*/"\"MIN_COMBINED\"", /*default_text=*/"'MIN_COMBINED'"},
    {"transpose_output", kKind<bool>, "true to reverse the dimensions of the result",
     /*required=*/false},
};
constexpr HloOpcode kDequantizeOps[] = {
    HloOpcode::kConstant, HloOpcode::kBroadcast, HloOpcode::kShiftRightLogical,
    HloOpcode::kAnd,      HloOpcode::kMultiply,  HloOpcode::kAdd,
    HloOpcode::kReshape,  HloOpcode::kTranspose, HloOpcode::kConvert};

}  // namespace

Span<const BuilderDef> QuantizeBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "Dequantize",
       .group = "conversion",
       .lowers_to = kDequantizeOps,
       .arguments = kDequantizeArguments,
       .rules = DequantizeRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return DequantizeFrom(a[1].Get<PrimitiveType>(), a[0].op, a[2].Get<QuantizedRange>(),
                                   a[3].Get<std::string>(), a[4].Get<bool>());
           },
       .doc = "Unpacks codes from words and returns the numbers that they stand for, in BF16: code "
              "* (max - min) / (2^bits - 1) + min, each step rounded to BF16. The size of the last "
              "dimension is multiplied by the number of codes in a word.",
       .source = "XLA, client library, quantize",
       .example = "const words = b.constant([0x004080ff], 'U32'); // the codes 0, 64, 128, 255\n"
                  "const y = b.dequantize(words, 'U8', { min: -1, max: 1 });"},
  };
  return kDefs;
}

}  // namespace hloom
