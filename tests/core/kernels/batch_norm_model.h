// The plain model of batch normalization: the formulas, one feature after the other, in the widest
// available numbers. It is the oracle of kernels/normalization. It is slow and obvious on purpose,
// and shares no code with the kernels.
#ifndef HLOOM_TESTS_KERNELS_BATCH_NORM_MODEL_H_
#define HLOOM_TESTS_KERNELS_BATCH_NORM_MODEL_H_

#include <cmath>
#include <vector>

#include "support/models/broadcast_model.h"

namespace hloom::testing_support {

// The numbers of an array in row-major order.
using Numbers = std::vector<long double>;

class BatchNormModel {
 public:
  BatchNormModel(const Sizes& sizes, size_t feature_index, long double epsilon)
      : epsilon_(epsilon), elements_(static_cast<size_t>(sizes[feature_index])) {
    for (int64_t i = 0; i < CountOf(sizes); ++i) {
      const auto feature = static_cast<size_t>(IndexAt(sizes, i)[feature_index]);
      elements_[feature].push_back(static_cast<size_t>(i));
    }
  }

  size_t features() const { return elements_.size(); }
  // The elements of a feature, by their numbers in row-major order.
  const std::vector<size_t>& ElementsOf(size_t feature) const { return elements_[feature]; }

  Numbers Means(const Numbers& x) const {
    Numbers means;
    for (size_t f = 0; f < features(); ++f) {
      long double sum = 0;
      for (const size_t i : ElementsOf(f)) sum += x[i];
      means.push_back(sum / static_cast<long double>(ElementsOf(f).size()));
    }
    return means;
  }
  Numbers Variances(const Numbers& x) const {
    const Numbers means = Means(x);
    Numbers variances;
    for (size_t f = 0; f < features(); ++f) {
      long double sum = 0;
      for (const size_t i : ElementsOf(f)) sum += (x[i] - means[f]) * (x[i] - means[f]);
      variances.push_back(sum / static_cast<long double>(ElementsOf(f).size()));
    }
    return variances;
  }
  Numbers Normalized(const Numbers& x, const Numbers& scale, const Numbers& offset,
                     const Numbers& mean, const Numbers& variance) const {
    Numbers y(x.size());
    for (size_t f = 0; f < features(); ++f) {
      const long double root = std::sqrt(variance[f] + epsilon_);
      for (const size_t i : ElementsOf(f)) y[i] = (x[i] - mean[f]) / root * scale[f] + offset[f];
    }
    return y;
  }

  struct Gradients {
    Numbers operand, scale, offset;
  };
  Gradients GradientsOf(const Numbers& x, const Numbers& scale, const Numbers& mean,
                        const Numbers& variance, const Numbers& gradient) const {
    Gradients gradients = {Numbers(x.size()), {}, {}};
    for (size_t f = 0; f < features(); ++f) {
      const std::vector<size_t>& elements = ElementsOf(f);
      const long double count = static_cast<long double>(elements.size());
      const long double spread = variance[f] + epsilon_;
      long double sum = 0;
      long double product = 0;
      for (const size_t i : elements) {
        sum += gradient[i];
        product += gradient[i] * (x[i] - mean[f]);
      }
      for (const size_t i : elements) {
        gradients.operand[i] =
            scale[f] / std::sqrt(spread) *
            (gradient[i] - sum / count - (x[i] - mean[f]) * product / count / spread);
      }
      gradients.scale.push_back(product / std::sqrt(spread));
      gradients.offset.push_back(sum);
    }
    return gradients;
  }

 private:
  const long double epsilon_;
  std::vector<std::vector<size_t>> elements_;
};

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_KERNELS_BATCH_NORM_MODEL_H_
