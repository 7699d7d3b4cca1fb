// reduce-precision: what a detour through a narrower floating-point format would leave.
#include <cmath>
#include <cstring>
#include <limits>

#include "literal/number_format.h"
#include "ops/elementwise/conversion.h"
#include "ops/elementwise/elementwise.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperands[] = {{"operand", "a floating-point array"}};
constexpr Rule kRules[] = {
    {"reduce_precision.c1", "exponent_bits is 1 or more"},
    {"reduce_precision.c2", "mantissa_bits is 0 or more"},
};

StatusOr<Shape> InferReducePrecision(const InferContext& context) {
  const auto& attributes = context.attrs<ReducePrecisionAttributes>();
  if (attributes.exponent_bits < 1) {  // reduce_precision.c1
    return InvalidArgument("reduce_precision.c1")
        .Say(StrCat("exponent_bits is ", attributes.exponent_bits))
        .Help("one bit at least tells zero from infinity");
  }
  if (attributes.mantissa_bits < 0) {  // reduce_precision.c2
    return InvalidArgument("reduce_precision.c2")
        .Say(StrCat("mantissa_bits is ", attributes.mantissa_bits))
        .Help("0 keeps the powers of two");
  }
  return InferElementwise(context);
}

enum class Range { kKept, kZero, kInfinite };

// On the bits of the element's own format, so that as many bits as it has change nothing, not even
// its denormals.
class Reducer {
 public:
  Reducer(const FloatFields& fields, const ReducePrecisionAttributes& attributes)
      : mantissa_bits_(fields.mantissa_bits),
        cut_(attributes.mantissa_bits < fields.mantissa_bits
                 ? fields.mantissa_bits - static_cast<int>(attributes.mantissa_bits)
                 : 0),
        reduces_exponent_(attributes.exponent_bits < fields.exponent_bits) {
    if (!reduces_exponent_) return;
    const int reduced_bias = (1 << (attributes.exponent_bits - 1)) - 1;
    largest_ = fields.bias + reduced_bias;
    zero_ = fields.bias - reduced_bias;
  }

  // The magnitude of a finite number, without its sign, rounded; and where it lies then.
  uint64_t Reduce(uint64_t magnitude, Range& range) const {
    if (cut_ > 0) {
      // Half of the last kept bit, less one where that bit is even: ties to even. The last bit that
      // is kept of a mantissa of 0 bits is the exponent's.
      const uint64_t last = uint64_t{1} << cut_;
      magnitude += (last >> 1) - 1 + ((magnitude & last) != 0 ? 1 : 0);
      magnitude &= ~(last - 1);
    }
    range = Range::kKept;
    if (!reduces_exponent_) return magnitude;
    const auto exponent = static_cast<int64_t>(magnitude >> mantissa_bits_);
    if (exponent > largest_) range = Range::kInfinite;
    if (exponent <= zero_) range = Range::kZero;
    return magnitude;
  }

 private:
  int mantissa_bits_;
  int cut_;
  bool reduces_exponent_;
  int64_t largest_ = 0;  // exponent fields: of the largest numbers that are kept,
  int64_t zero_ = 0;     // and of the largest that become zero
};

// Not std::bit_cast: the wasm toolchain's library has none.
template <typename To, typename From>
To BitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

template <typename F>
F ReduceWide(const Reducer& reducer, F x) {
  if (!std::isfinite(x)) return x;
  using Bits = std::conditional_t<sizeof(F) == 4, uint32_t, uint64_t>;
  Range range;
  const uint64_t reduced = reducer.Reduce(BitCast<Bits>(std::fabs(x)), range);
  if (range == Range::kZero) return std::copysign(F{0}, x);
  if (range == Range::kInfinite) return std::copysign(std::numeric_limits<F>::infinity(), x);
  return std::copysign(BitCast<F>(static_cast<Bits>(reduced)), x);
}

// Past the largest number the bits of the narrow formats mean different things: the value decides.
uint32_t ReduceNarrow(const Reducer& reducer, PrimitiveType type, uint32_t bits) {
  const float x = DecodeNarrowFloat(type, bits);
  if (!std::isfinite(x)) return bits;
  const FloatFields fields = FieldsOf(type);
  const uint32_t mask = (1u << (fields.exponent_bits + fields.mantissa_bits)) - 1;
  Range range;
  const uint64_t magnitude = reducer.Reduce(bits & mask, range);
  double value = std::numeric_limits<double>::infinity();
  if (range == Range::kZero) {
    value = 0;
  } else if (range == Range::kKept && magnitude <= mask) {
    const double decoded = DecodeNarrowFloat(type, static_cast<uint32_t>(magnitude));
    if (std::isfinite(decoded)) value = decoded;
  }
  return EncodeNarrowFloat(type, std::copysign(value, static_cast<double>(x)));
}

Reducer ReducerOf(const HloInstruction& instruction) {
  return Reducer(FieldsOf(instruction.shape().element_type()),
                 instruction.attributes<ReducePrecisionAttributes>());
}

template <typename Bits>
void NarrowLoop(const HloInstruction& instruction, const std::byte* const* operands,
                std::byte* result, int64_t count) {
  const Reducer reducer = ReducerOf(instruction);
  const PrimitiveType type = instruction.shape().element_type();
  const Bits* in = OperandAt<Bits>(operands, 0);
  Bits* out = reinterpret_cast<Bits*>(result);
  for (int64_t i = 0; i < count; ++i) {
    out[i] = static_cast<Bits>(ReduceNarrow(reducer, type, in[i]));
  }
}
template <typename F>
void WideLoop(const HloInstruction& instruction, const std::byte* const* operands,
              std::byte* result, int64_t count) {
  const Reducer reducer = ReducerOf(instruction);
  const F* in = OperandAt<F>(operands, 0);
  F* out = reinterpret_cast<F*>(result);
  for (int64_t i = 0; i < count; ++i) out[i] = ReduceWide(reducer, in[i]);
}

ElementKernel::Loop LoopFor(const HloInstruction&, PrimitiveType type) {
  if (type == F64) return WideLoop<double>;
  if (type == F32) return WideLoop<float>;
  return ByteWidth(type) == 2 ? NarrowLoop<uint16_t> : NarrowLoop<uint8_t>;
}
constexpr ElementKernel kKernel = {LoopFor, /*computes=*/false};

}  // namespace

extern const OpDef kReducePrecisionDef;
constexpr OpDef kReducePrecisionDef = {
    .opcode = HloOpcode::kReducePrecision,
    .name = "reduce-precision",
    .operands = kOperands,
    .min_operands = 1,
    .max_operands = 1,
    .types = TypeSet::kFloating,
    .make_attributes = MakeDefaultAttributes<ReducePrecisionAttributes>,
    .rules = kRules,
    .infer_shape = InferReducePrecision,
    .evaluate = EvaluateElementwise,
    .elements = &kKernel,
    .traits = {.elementwise = true},
    .doc =
        "Each element as if converted to a floating-point format of the given widths and back: the "
        "mantissa rounds to nearest even, values past the range become infinite, values below the "
        "normal numbers become zeros of their sign, NaN stays NaN. Widths that are not less than "
        "the element type's own change nothing. XLA's page names the two widths in "
        "both orders; here, as in its builder, exponent_bits comes first.",
    .source = "Operation Semantics, ReducePrecision",
};

}  // namespace hloom
