// The value of an element after a detour through a narrower floating-point format.
#include "kernels/elementwise/elements.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/elementwise/loops.h"
#include "kernels/number_format.h"

namespace hloom {

namespace {

enum class Range { kKept, kZero, kInfinite };

// Works on the bits of the element's own format, so that reducing to its own numbers of bits
// changes nothing, not even denormals.
class Reducer {
 public:
  Reducer(const FloatFields& fields, int exponent_bits, int mantissa_bits)
      : mantissa_bits_(fields.mantissa_bits),
        cut_(std::max(fields.mantissa_bits - mantissa_bits, 0)),
        reduces_exponent_(exponent_bits < fields.exponent_bits) {
    if (!reduces_exponent_) return;
    const int reduced_bias = (1 << (exponent_bits - 1)) - 1;
    largest_ = fields.bias + reduced_bias;
    zero_ = fields.bias - reduced_bias;
  }

  // Rounds the magnitude of a finite number, without its sign, and sets its range.
  uint64_t Reduce(uint64_t magnitude, Range& range) const {
    if (cut_ > 0) {
      // Half of the last kept bit, less one if that bit is even: ties to even. For a mantissa of 0
      // bits, the last kept bit is the exponent's.
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

// The wasm toolchain's library has no std::bit_cast.
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

// Past the largest number the bits of the narrow formats mean different things, so the value
// decides.
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

// The element type, and the bits that are kept of the exponent and of the mantissa.
PrimitiveType TypeOf(const ElementParameters& parameters) {
  return static_cast<PrimitiveType>(parameters.values[0]);
}
Reducer ReducerOf(const ElementParameters& parameters) {
  return Reducer(FieldsOf(TypeOf(parameters)), parameters.values[1], parameters.values[2]);
}

template <typename Bits>
void NarrowLoop(const ElementParameters& parameters, const std::byte* const* operands,
                std::byte* result, int64_t count) {
  const Reducer reducer = ReducerOf(parameters);
  const PrimitiveType type = TypeOf(parameters);
  const Bits* in = OperandAt<Bits>(operands, 0);
  Bits* out = reinterpret_cast<Bits*>(result);
  for (int64_t i = 0; i < count; ++i) {
    out[i] = static_cast<Bits>(ReduceNarrow(reducer, type, in[i]));
  }
}
template <typename F>
void WideLoop(const ElementParameters& parameters, const std::byte* const* operands,
              std::byte* result, int64_t count) {
  const Reducer reducer = ReducerOf(parameters);
  const F* in = OperandAt<F>(operands, 0);
  F* out = reinterpret_cast<F*>(result);
  for (int64_t i = 0; i < count; ++i) out[i] = ReduceWide(reducer, in[i]);
}

ElementFunction::Loop LoopFor(PrimitiveType type) {
  if (type == F64) return WideLoop<double>;
  if (type == F32) return WideLoop<float>;
  return ByteWidth(type) == 2 ? NarrowLoop<uint16_t> : NarrowLoop<uint8_t>;
}

}  // namespace

ElementFunction ReducePrecisionFunction(PrimitiveType type, int64_t exponent_bits,
                                        int64_t mantissa_bits) {
  // No format has more bits than these.
  constexpr int64_t kAll = 64;
  return {LoopFor(type),
          {{static_cast<int32_t>(type), static_cast<int32_t>(std::min(exponent_bits, kAll)),
            static_cast<int32_t>(std::min(mantissa_bits, kAll))}}};
}

}  // namespace hloom
