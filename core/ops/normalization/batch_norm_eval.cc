// Evaluation of batch-norm-training, batch-norm-inference and batch-norm-grad.
#include "kernels/convert.h"
#include "kernels/normalization/batch_norm.h"
#include "ops/live_sizes_eval.h"
#include "ops/normalization/batch_norm.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

constexpr size_t kBatchNormEvalGradOutput = 4;  // among the operands of batch-norm-grad

// In XLA epsilon is a constant of the element type.
double RoundedTo(PrimitiveType type, float number) {
  std::byte element[sizeof(double)];
  double rounded = 0;
  ConvertRun(F32, reinterpret_cast<const std::byte*>(&number), type, element, 1);
  ConvertRun(type, element, F64, reinterpret_cast<std::byte*>(&rounded), 1);
  return rounded;
}

BatchNorm NormOf(const HloInstruction& instruction, Span<const Shape* const> operands) {
  const auto& attributes = instruction.attributes<BatchNormAttributes>();
  const Shape& shape = *operands[0];
  std::vector<std::vector<int64_t>> strides = {IndexUtil::Strides(shape),
                                               IndexUtil::Strides(ResultShape(instruction, 0))};
  if (instruction.opcode() == HloOpcode::kBatchNormGrad)
    strides.push_back(IndexUtil::Strides(*operands[kBatchNormEvalGradOutput]));
  return {FeatureTiles(shape.dimensions(), static_cast<size_t>(attributes.feature_index), strides),
          shape.element_type(), RoundedTo(shape.element_type(), attributes.epsilon)};
}

using BatchNormKernel = Kernel (*)(const BatchNorm& norm, const std::byte* const* operands,
                                   std::byte* const* results);

class PreparedBatchNorm final : public PreparedOp {
 public:
  PreparedBatchNorm(BatchNormKernel kernel, BatchNorm norm)
      : kernel_(kernel), norm_(std::move(norm)) {}
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    return kernel_(norm_, operands, results);
  }
  bool is_small() const override { return norm_.is_small(); }

 private:
  const BatchNormKernel kernel_;
  const BatchNorm norm_;
};

template <BatchNormKernel kKernel>
std::unique_ptr<const PreparedOp> MakeBatchNorm(const HloInstruction& instruction,
                                                Span<const Shape* const> operands) {
  BatchNorm norm = NormOf(instruction, operands);
  if (norm.tiles.features() == 0) return nullptr;
  return std::make_unique<PreparedBatchNorm>(kKernel, std::move(norm));
}

// The features of the operand are paired with the elements of the vectors, and the dimensions of
// the gradient with those of the operand.
Status AlignBatchNorm(const HloInstruction& instruction, OperandSizes& sizes) {
  const int64_t feature = instruction.attributes<BatchNormAttributes>().feature_index;
  const bool grad = instruction.opcode() == HloOpcode::kBatchNormGrad;
  for (int64_t d = 0; d < instruction.operand(0)->shape().rank(); ++d) {
    std::vector<OperandDimension> meeting = {{0, d}};
    for (size_t i = 1; i < sizes.size(); ++i) {
      if (grad && i == kBatchNormEvalGradOutput) {
        meeting.push_back({i, d});
      } else if (d == feature) {
        meeting.push_back({i, 0});
      }
    }
    HLOOM_RETURN_IF_ERROR(AlignDimensions(instruction, meeting, sizes));
  }
  return OkStatus();
}

template <BatchNormKernel kKernel>
constexpr OpEval BatchNormEval() {
  return {
      .kind =
          Computes{
              .prepare = MakeBatchNorm<
                  kKernel>,  // Vectors are read before results are written, elements are written where they were read.
              .in_place = InPlace::kSameOperand},
      .live = {.align = AlignBatchNorm},
  };
}

}  // namespace

constexpr OpEval kBatchNormTrainingEval = BatchNormEval<NormalizeByBatch>();
constexpr OpEval kBatchNormInferenceEval = BatchNormEval<NormalizeByMoments>();
constexpr OpEval kBatchNormGradEval = BatchNormEval<BatchNormGradients>();

}  // namespace hloom
