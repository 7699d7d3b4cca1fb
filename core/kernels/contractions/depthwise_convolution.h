// Depthwise convolutions whose channels are planes: each channel's rows are contiguous in memory.
#ifndef HLOOM_KERNELS_CONTRACTIONS_DEPTHWISE_CONVOLUTION_H_
#define HLOOM_KERNELS_CONTRACTIONS_DEPTHWISE_CONVOLUTION_H_

#include <cstddef>
#include <cstdint>

#include "kernels/contractions/contraction_algorithm.h"

namespace hloom {

// Some rows of four channels are copied, with zeros around them, so that the four numbers of a
// place are neighbors. Two channels of f32[2,3], padded by 1, would become
//
//   a b c    g h i          00 00 00 00 00
//   d e f    j k l          00 ag bh ci 00
//                           00 dj ek fl 00
//                           00 00 00 00 00
//
// Sums are then vectors, whose weights are vectors too; for any stride, a tap takes one load. Four
// neighboring sums are transposed back, and stored as four neighbors of each channel.
class DepthwiseConvolution : public ContractionAlgorithm {
 public:
  // True if this class is the best choice for a product that is computed in planes.
  static bool Suits(const GemmProblem& product);
  explicit DepthwiseConvolution(const GemmProblem& product);

 private:
  static constexpr int64_t kChannels = 4;  // side by side

  // One dimension of space.
  struct Space {
    int64_t windows = 1, step = 1;
    int64_t reach = 0;  // from the first position of a window to its last
    int64_t first = 0, size = 1;
    int64_t stride = 0, result_stride = 0;

    // The number of neighboring elements that `count` windows cover.
    int64_t Elements(int64_t count) const { return (count - 1) * step + reach + 1; }
  };
  struct Block {
    int64_t image, channel, channels;
    int64_t row, rows;
    int64_t column, columns;
  };
  // A task's memory.
  struct Room {
    ptrdiff_t* places;  // of taps, in words
    uint32_t* weights;  // four channels for each tap
    uint32_t* line;     // of one channel
    uint32_t* plane;
  };
  using SumFunction = void (*)(const DepthwiseConvolution& product, const Room& room,
                               const Block& block, uint32_t* to);

  static void Describe(const GemmProblem& product, Space& y, Space& x);
  // Sums up one block. T: float or uint32_t. kShared: see SumFour.
  template <typename T, ptrdiff_t kShared>
  static void SumBlock(const DepthwiseConvolution& product, const Room& room, const Block& block,
                       uint32_t* to);

  void RunTask(const ContractionArrays& arrays, int64_t phase, int64_t task,
               std::byte* room) const override;
  void ChooseBlocks();
  int64_t LayOutRoom(std::byte* memory, Room* room) const;
  Block BlockAt(int64_t index) const;
  ptrdiff_t ListTaps(ptrdiff_t* places) const;
  void LoadWeights(const ContractionArrays& arrays, const Block& block, const Room& room) const;
  // keep_zeros: the zeros of the plane are already set.
  void CopyPlane(const uint32_t* input, const Block& block, bool keep_zeros, uint32_t* plane) const;

  const Factor& input_;
  const Factor& weights_;
  Space y_, x_;
  int64_t images_ = 1, image_stride_ = 0, result_image_stride_ = 0;
  int64_t rows_each_ = 1, columns_each_ = 1, pitch_ = 1;
  int64_t row_blocks_ = 1, column_blocks_ = 1, channel_blocks_ = 1;
  int64_t blocks_ = 1, blocks_each_ = 1;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_DEPTHWISE_CONVOLUTION_H_
