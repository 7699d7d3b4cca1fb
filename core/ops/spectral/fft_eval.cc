// Evaluation of fft.
#include "kernels/fft/fft.h"

#include "ops/prepared_eval.h"
#include "ops/spectral/fft.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

FftKind KindOf(FftType type) {
  switch (type) {
    case FftType::FFT:
      return FftKind::kForward;
    case FftType::IFFT:
      return FftKind::kInverse;
    case FftType::RFFT:
      return FftKind::kForwardReal;
    default:
      return FftKind::kInverseReal;
  }
}

class PreparedFft final : public PreparedOp {
 public:
  explicit PreparedFft(const FftArrays& arrays) : fft_(arrays) {}
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    return fft_.Run(operands[0], results[0]);
  }
  bool is_small() const override { return fft_.is_small(); }

 private:
  const FourierTransform fft_;
};

std::unique_ptr<const PreparedOp> MakeFft(const HloInstruction& instruction,
                                          Span<const Shape* const> operands) {
  const auto& attributes = instruction.attributes<FftAttributes>();
  const Shape& operand = *operands[0];
  const Shape& result = ResultShape(instruction, 0);
  if (ShapeUtil::IsZeroElementArray(result)) return nullptr;
  const std::vector<int64_t> operand_strides = IndexUtil::Strides(operand);
  const std::vector<int64_t> result_strides = IndexUtil::Strides(result);
  return std::make_unique<PreparedFft>(
      FftArrays{.kind = KindOf(attributes.fft_type),
                .wide = ComplexComponentType(operand.element_type()) == F64,
                .lengths = attributes.fft_length,
                .operand_sizes = operand.dimensions(),
                .operand_strides = operand_strides,
                .result_sizes = result.dimensions(),
                .result_strides = result_strides});
}

}  // namespace

constexpr OpEval kFftEval = {
    // A line is read before its memory is written.
    .kind = Computes{.prepare = MakeFft, .in_place = InPlace::kSameOperand},
};

}  // namespace hloom
