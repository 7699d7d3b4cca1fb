// Convolutions of few features, depthwise ones above all: planes of the input, brought together.
#ifndef HLOOM_KERNELS_CONTRACTIONS_PLANE_CONVOLUTION_H_
#define HLOOM_KERNELS_CONTRACTIONS_PLANE_CONVOLUTION_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/contractions/contraction_algorithm.h"

namespace hloom {

// Some rows of a group's input are copied, converted, with zeros around them. With a stride of 2,
// even and odd columns are copied to separate planes, and so are rows: then each tap of
// neighboring windows is in neighboring elements, and all windows make one long line. f32[3,4]
// with a window of 2x2, padded by 1 and moved by 2, becomes the planes
//
//   0 0 0    0 0 0    0 b d    a c 0      of  a b c d
//   0 f h    e g 0    0 j l    i k 0          e f g h
//                                             i j k l
//
// whose elements at the same place are those of one window.
class PlaneConvolution : public ContractionAlgorithm {
 public:
  // True if this class is the best choice for a product with windows. Dimensions must be in order.
  static bool Suits(const Contraction& c);
  explicit PlaneConvolution(const GemmProblem& product);

 private:
  // One dimension of space.
  struct Space {
    int64_t windows = 1, window_step = 1;
    int64_t positions = 1, position_step = 1;
    int64_t first = 0, size = 1, stride = 0;
    int64_t result_stride = 0;
    // The different remainders of positions modulo the step of windows.
    std::vector<int64_t> residues;
    int64_t extra = 0;  // the number of elements of one residue behind the first position

    void FindResidues();
    // The index of a position's residue.
    int64_t ResidueOf(int64_t position) const;
  };
  // The blocks of a convolution.
  struct Cut {
    Space y, x;
    int64_t features = 1;
    int64_t rows_each = 1, columns_each = 1, groups_each = 1;

    bool Choose(int64_t width, int64_t groups);
    int64_t Pitch() const { return columns_each + x.extra; }
    int64_t Lines() const { return rows_each + y.extra; }
    int64_t PlaneSize() const { return Lines() * Pitch(); }
    int64_t Planes() const {
      return features * static_cast<int64_t>(y.residues.size() * x.residues.size());
    }
  };
  struct Unit {
    int64_t image, group_begin, group_end;
    int64_t row_begin, row_end, column_begin, column_end;
  };
  // A task's memory.
  struct Room {
    ptrdiff_t* places;  // of taps
    std::byte* weights;
    std::byte* sums;
    std::byte* planes;
  };

  static bool Describe(const InputWindows& windows, Cut& cut);

  void RunTask(const ContractionArrays& arrays, int64_t phase, int64_t task,
               std::byte* room) const override;
  int64_t LayOutRoom(std::byte* memory, Room* room) const;
  void ListTaps(ptrdiff_t* places) const;
  Unit UnitAt(int64_t index) const;
  // T: an integer as wide as the elements.
  template <typename T>
  void CopyPlanes(const std::byte* input, const Unit& unit, std::byte* planes) const;
  template <typename T>
  void CopyLine(const std::byte* from, int64_t first, int64_t count, std::byte* to) const;
  template <typename T>
  void CopyElements(const std::byte* from, int64_t distance, T* to, int64_t count) const;
  void SumUp(const ContractionArrays& arrays, const Unit& unit, const Room& room) const;
  void StoreRow(const std::byte* sums, std::byte* to, int64_t count) const;

  const Factor& input_;
  const Factor& weights_;
  const Axis& result_windows_;
  const Axis& result_features_;
  const int64_t outputs_;
  Cut cut_;
  bool in_place_ = false;  // sums are stored directly in the result
  int64_t images_ = 1, image_stride_ = 0, result_image_stride_ = 0;
  int64_t row_blocks_ = 1, column_blocks_ = 1, group_blocks_ = 1;
  int64_t units_ = 1, units_each_ = 1;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_PLANE_CONVOLUTION_H_
