#include "ops/normalization/batch_norm.h"
#include "ops/op_explain.h"

namespace hloom {

namespace {

// The sources of one feature: its elements, and its position in vectors.
class Feature {
 public:
  Feature(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources)
      : at_(at), sources_(sources) {
    const auto dimension =
        static_cast<size_t>(op.instruction.attributes<BatchNormAttributes>().feature_index);
    // The first array of the result is like the operand, the others are vectors.
    const bool is_array = at.leaf.empty() || at.leaf[0] == 0;
    feature_ = at.index[is_array ? dimension : 0];
    box_ = WholeOf(*op.operands[0]);
    box_[dimension] = One(feature_);
  }

  void AddElement(size_t operand) { sources_.push_back(ElementOf(operand, at_.index)); }
  void AddAll(size_t operand) { sources_.push_back(BoxOf(operand, box_)); }
  void AddVectors(size_t first, size_t last) {
    for (size_t i = first; i <= last; ++i) {
      sources_.push_back(ElementOf(i, Span<const int64_t>(&feature_, 1)));
    }
  }
  size_t part() const { return at_.leaf.empty() ? 0 : static_cast<size_t>(at_.leaf[0]); }

 private:
  const ElementPlace& at_;
  std::vector<Source>& sources_;
  int64_t feature_;
  ElementBox box_;
};

// Operands: operand, scale, offset. Results: the array, the means, the variances.
void SourcesOfTraining(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  Feature feature(op, at, sources);
  if (feature.part() == 0) feature.AddElement(0);
  feature.AddAll(0);
  if (feature.part() == 0) feature.AddVectors(1, 2);
}

// Operands: operand, scale, offset, mean, variance.
void SourcesOfInference(const ExecutedOp& op, const ElementPlace& at,
                        std::vector<Source>& sources) {
  Feature feature(op, at, sources);
  feature.AddElement(0);
  feature.AddVectors(1, 4);
}

// Operands: operand, scale, mean, variance, grad_output. Results: the gradients of the operand, of
// the scale and of the offset.
void SourcesOfGrad(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  Feature feature(op, at, sources);
  if (feature.part() == 0) {
    feature.AddElement(0);
    feature.AddElement(4);
    feature.AddVectors(1, 1);
  }
  if (feature.part() < 2) {
    feature.AddAll(0);
    feature.AddVectors(2, 3);
  }
  feature.AddAll(4);
}

}  // namespace

constexpr OpExplain kBatchNormTrainingExplain = {.sources = SourcesOfTraining};
constexpr OpExplain kBatchNormInferenceExplain = {.sources = SourcesOfInference};
constexpr OpExplain kBatchNormGradExplain = {.sources = SourcesOfGrad};

}  // namespace hloom
