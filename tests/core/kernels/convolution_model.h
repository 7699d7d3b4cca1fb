// Convolutions as their definition has them: for each result, window position by window position.
// It is the oracle of kernels/contractions/convolution. It is slow and obvious on purpose, and
// shares no code with the kernels.
#ifndef HLOOM_TESTS_KERNELS_CONVOLUTION_MODEL_H_
#define HLOOM_TESTS_KERNELS_CONVOLUTION_MODEL_H_

#include "kernels/contractions/convolution.h"
#include "kernels/sum_model.h"
#include "support/models/broadcast_model.h"

namespace hloom::testing_support {

// The index of a result: a group, one of its batch, a place and one of the group's output features.
struct ConvolutionResult {
  int64_t group, batch;
  Sizes space;
  int64_t feature;
};

class ConvolutionModel {
 public:
  // `input` and `weights` point to the elements at place 0.
  ConvolutionModel(const Convolution& c, const std::byte* input, const std::byte* weights)
      : c_(c), input_(input), weights_(weights) {}

  int64_t count() const { return CountOf(sizes()); }
  ConvolutionResult ResultAt(int64_t i) const {
    const Sizes index = IndexAt(sizes(), i);
    return {index[0], index[1], Sizes(index.begin() + 3, index.end()), index[2]};
  }
  int64_t Place(const ConvolutionResult& r) const {
    int64_t place = r.group * c_.result.group + r.batch * c_.result.batch +
                    r.feature * c_.result.output_feature;
    for (size_t d = 0; d < c_.space.size(); ++d) place += r.space[d] * c_.space[d].result_stride;
    return place;
  }

  SumModel At(const ConvolutionResult& r) const {
    SumModel sum(c_.input_type, c_.weights_type, c_.result_type);
    Sizes window;
    for (const Convolution::Space& s : c_.space) window.push_back(s.window_size);
    for (int64_t k = 0; k < CountOf(window); ++k) {
      const Sizes position = IndexAt(window, k);
      int64_t x = r.group * c_.input.group + r.batch * c_.input.batch;
      int64_t y = r.group * c_.weights.group + r.feature * c_.weights.output_feature;
      bool inside = true;
      for (size_t d = 0; d < c_.space.size(); ++d) {
        const Convolution::Space& s = c_.space[d];
        const int64_t place =
            r.space[d] * s.stride + position[d] * s.window_dilation - s.padding_low;
        inside = inside && place >= 0 && place % s.base_dilation == 0 &&
                 place / s.base_dilation < s.input_size;
        // Places outside may be too far away for an offset.
        if (!inside) break;
        x += place / s.base_dilation * s.input_stride;
        y += (s.window_reversal ? s.window_size - 1 - position[d] : position[d]) * s.weights_stride;
      }
      for (int64_t i = 0; inside && i < c_.input_features; ++i) {
        sum.Add(input_ + (x + i * c_.input.input_feature) * ByteWidth(c_.input_type),
                weights_ + (y + i * c_.weights.input_feature) * ByteWidth(c_.weights_type));
      }
    }
    return sum;
  }

 private:
  Sizes sizes() const {
    Sizes sizes = {c_.groups, c_.batch, c_.output_features};
    for (const Convolution::Space& s : c_.space) sizes.push_back(s.result_size);
    return sizes;
  }

  const Convolution& c_;
  const std::byte* const input_;
  const std::byte* const weights_;
};

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_KERNELS_CONVOLUTION_MODEL_H_
