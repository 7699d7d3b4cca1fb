// Convolutions: an array's windows, multiplied with a kernel of weights and summed up.
#ifndef HLOOM_KERNELS_CONTRACTIONS_CONVOLUTION_H_
#define HLOOM_KERNELS_CONTRACTIONS_CONVOLUTION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/kernel.h"
#include "shape/primitive_type.h"

namespace hloom {

// result[g, b, o, f] = sum over window positions k and features i of
//                      input[g, b, p(o, k), i] * weights[g, k, i, f]
//
// In each dimension of space, p(o, k) is the place of position k of window o:
//
//   (o * stride + k * window_dilation - padding_low) / base_dilation
//
// A place that is not a whole number, or not within the input, adds nothing: padding and the holes
// of a dilated input are not multiplied by infinite weights, so that 0 * inf does not arise. With
// window_reversal, window position k takes weight window_size - 1 - k. f32[5] with a window of 3,
// stride 2, padding_low 1 has the windows {_,0,1} {1,2,3} {3,4,_}, if there are three results.
//
// Groups, batch, features and space each have their own strides, in elements. A group's input
// features are multiplied with that group's weights. XLA's feature groups are groups of the input's
// features; its batch groups are groups of the input's batch.
//
// Types are converted and sums rounded as in a Contraction.
//
// A convolution is a product of matrices, windows times weights. Windows are packed straight from
// the input (see input_windows.h); a few features are copied to planes (see plane_convolution.h, and
// depthwise_convolution.h for many channels of one feature each). Padding is multiplied as zeros, and
// packing the weights checks that they are finite. If one is not, everything is computed again, cut
// into pieces without padding (see convolution_pieces.h). A convolution of mostly padding is cut
// from the start.
struct Convolution {
  struct Space {
    int64_t input_size = 1, window_size = 1, result_size = 1;
    int64_t stride = 1;
    int64_t padding_low = 0;  // negative: removes elements
    int64_t base_dilation = 1, window_dilation = 1;
    bool window_reversal = false;
    int64_t input_stride = 0, weights_stride = 0, result_stride = 0;
  };
  // Strides of the array in these dimensions, 0 for dimensions that it does not have.
  struct Strides {
    int64_t group = 0, batch = 0, input_feature = 0, output_feature = 0;
  };
  int64_t groups = 1, batch = 1;
  int64_t input_features = 1, output_features = 1;  // of one group
  std::vector<Space> space;
  PrimitiveType input_type = PRIMITIVE_TYPE_INVALID;
  PrimitiveType weights_type = PRIMITIVE_TYPE_INVALID;
  PrimitiveType result_type = PRIMITIVE_TYPE_INVALID;
  Strides input, weights, result;
};

// The decisions that depend on sizes and strides, made once for any number of runs.
class ConvolutionPlan {
 public:
  explicit ConvolutionPlan(const Convolution& convolution);
  ConvolutionPlan(ConvolutionPlan&&) noexcept;
  ConvolutionPlan& operator=(ConvolutionPlan&&) noexcept;
  ~ConvolutionPlan();

  // True if Convolve does all the work, and returns a kernel that is done.
  bool is_small() const;
  // The result does not overlap the operands. The plan and all memory outlive the kernel.
  Kernel Convolve(const std::byte* input, const std::byte* weights, std::byte* result) const;

 private:
  struct Prepared;
  std::unique_ptr<const Prepared> prepared_;  // null if there are no results
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_CONVOLUTION_H_
