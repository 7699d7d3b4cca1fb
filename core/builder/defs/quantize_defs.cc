// Rows of functions of quantized numbers.
#include "builder/defs/argument_specs.h"
#include "builder/lib/quantize.h"

namespace hloom {

Span<const Rule> DequantizeRules();

namespace {

constexpr ArgumentSpec kDequantizeArguments[] = {
    {"input", ArgumentKind::kOp,
     "words of U32, each with two or four codes, the first in the "
     "highest bits"},
    {"type", kKind<PrimitiveType>, "the type of the codes: U8 or U16"},
    {"range", kKind<QuantizedRange>, "the numbers that the least and the greatest code stand for"},
    {"mode_string", kKind<std::string>, "how codes stand for numbers: MIN_COMBINED is the only way",
     /*required=*/false, /*default_json=*/"\"MIN_COMBINED\"", /*default_text=*/"'MIN_COMBINED'"},
    {"transpose_output", kKind<bool>, "whether the dimensions of the result come in reverse order",
     /*required=*/false},
};
constexpr HloOpcode kDequantizeOps[] = {
    HloOpcode::kConstant, HloOpcode::kBroadcast, HloOpcode::kShiftRightLogical,
    HloOpcode::kAnd,      HloOpcode::kMultiply,  HloOpcode::kAdd,
    HloOpcode::kReshape,  HloOpcode::kTranspose, HloOpcode::kConvert};

}  // namespace

Span<const BuilderDef> QuantizeBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"Dequantize", 0, "conversion", kDequantizeOps, kDequantizeArguments, DequantizeRules(),
       [](XlaBuilder*, Arguments a) {
         return DequantizeFrom(a[1].Get<PrimitiveType>(), a[0].op, a[2].Get<QuantizedRange>(),
                               a[3].Get<std::string>(), a[4].Get<bool>());
       },
       "Takes codes out of words, and gives the numbers that they stand for, of BF16: code * (max "
       "- min) / (2^bits - 1) + min, each step rounded to BF16. The last dimension becomes as many "
       "times longer as a word has codes.",
       "XLA, client library, quantize",
       "const words = b.constant([0x004080ff], 'U32'); // the codes 0, 64, 128, 255\n"
       "const y = b.dequantize(words, 'U8', { min: -1, max: 1 });"},
  };
  return kDefs;
}

}  // namespace hloom
