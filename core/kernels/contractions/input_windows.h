// The windows of a convolution over its input.
//
// They are the rows of a matrix that is never stored: row o has the elements of window o, position
// by position and feature by feature. Its elements are read from the input, and are zeros where a
// window reaches over the input's edges. With a window of 3 over [1,2,3], padded by 1:
//
//   0 1 2
//   1 2 3
//   2 3 0
#ifndef HLOOM_KERNELS_CONTRACTIONS_INPUT_WINDOWS_H_
#define HLOOM_KERNELS_CONTRACTIONS_INPUT_WINDOWS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/contractions/contraction.h"

namespace hloom {

class InputWindows {
 public:
  static constexpr size_t kMostSpace = 4;
  static constexpr int64_t kMostLanes = 8;

  // Some windows, side by side.
  struct Lanes {
    int64_t count;
    // The offset of each window's first position, which may be outside.
    int64_t places[kMostLanes];
    // The same in each dimension of space, in elements. Lanes without windows are outside.
    alignas(16) int32_t at[kMostSpace][kMostLanes];
    bool inside;    // all lanes have windows, and none reaches over an edge
    bool even;      // neighbors are equally far apart,
    int64_t apart;  // with this distance, in elements
  };

  // The positions of a window with their features, counted through as one: the depth.
  struct Taps {
    size_t dims = 0;
    int64_t sizes[kMostSpace];
    int64_t place_steps[kMostSpace];
    int32_t at_steps[kMostSpace];
    int64_t count = 1;
    int64_t features = 1, feature_step = 1;
    bool features_first = false;  // features are outermost: neighbors are positions
  };

  // The contraction has space. Its contracted dimensions are in order, that of features first or
  // last.
  explicit InputWindows(const Contraction& c);

  // True if a window reaches over an edge.
  bool has_edges() const { return has_edges_; }
  size_t space() const { return space_; }
  int32_t size(size_t dim) const { return sizes_[dim]; }
  int32_t first(size_t dim) const { return first_[dim]; }  // of the first window
  const Taps& taps() const { return taps_; }

  // In a dimension of space: the number of windows, the elements by which they move, and the
  // distance from one to the next when all windows are counted. kMostSpace represents images.
  int64_t windows(size_t dim) const { return KeptOf(dim).size; }
  int64_t window_step(size_t dim) const { return KeptOf(dim).at_step; }
  int64_t apart(size_t dim) const;
  int64_t images() const { return KeptOf(kMostSpace).size; }
  int64_t image_stride() const { return KeptOf(kMostSpace).stride; }
  // The distance of elements.
  int64_t stride(size_t dim) const { return strides_[dim]; }
  // The dimension of neighboring windows; kMostSpace if they are in different images.
  size_t InnermostSpace() const;
  // The same for windows inside, where positions and features may be neighbors.
  const Taps& inside_taps() const { return inside_taps_; }

  // Lists `count` windows from `begin` on, for `lanes` lanes.
  void List(int64_t begin, int64_t count, int64_t lanes, Lanes& list) const;
  // True if all offsets from `first` to `last` are within the input.
  bool InBounds(int64_t first, int64_t last) const { return low_ <= first && last <= high_; }

  // Returns the place of the features among the contracted dimensions, 0 or the last.
  static size_t PlaceOfFeatures(const Contraction& c);

 private:
  struct Kept {
    int64_t size, stride;
    size_t space;  // kMostSpace: none
    int32_t at_step;
  };

  const Kept& KeptOf(size_t space) const {
    size_t i = 0;
    while (kept_[i].space != space) ++i;
    return kept_[i];
  }
  void SetTaps(const Contraction& c);
  void SetBounds(const Contraction& c);
  void SetInsideTaps();

  size_t space_ = 0;
  std::vector<Kept> kept_;
  int32_t sizes_[kMostSpace] = {};
  int32_t first_[kMostSpace] = {};
  int64_t strides_[kMostSpace] = {};
  int32_t reach_[kMostSpace] = {};  // from the first position of a window to its last
  int64_t origin_ = 0;
  int64_t low_ = 0, high_ = 0;
  bool has_edges_ = false;
  Taps taps_, inside_taps_;
};

// Goes through some depth, from `begin` up to `end`, position by position.
class TapWalk {
 public:
  TapWalk(const InputWindows::Taps& taps, int64_t begin, int64_t end)
      : taps_(taps), begin_(begin), end_(end) {
    int64_t tap = 0;
    if (taps.features_first) {
      step_ = taps.count;
      feature_ = begin / step_;
      begin_tap_ = begin - feature_ * step_;
      end_feature_ = end / step_;
      end_tap_ = end - end_feature_ * step_;
    } else {
      tap = begin / taps.features;
      feature_ = begin - tap * taps.features;
      depth_ = begin;
    }
    tap_ = tap;
    for (size_t d = taps.dims; d-- > 0; tap /= taps.sizes[d]) {
      index_[d] = tap % taps.sizes[d];
      at_[d] = static_cast<int32_t>(index_[d]) * taps.at_steps[d];
      tap_place_ += index_[d] * taps.place_steps[d];
    }
  }

  // Goes to the next position; false if there is none.
  bool Next() {
    if (started_) Advance();
    started_ = true;
    return taps_.features_first ? FindFeatures() : TakeFeatures();
  }

  int64_t place() const { return place_; }  // of the first feature here
  int32_t at(size_t dim) const { return at_[dim]; }
  int64_t count() const { return count_; }  // of features
  // The place of the first one in the depth, and the distance between them there.
  int64_t first() const { return first_; }
  int64_t step() const { return step_; }

 private:
  void Advance() {
    ++tap_;
    for (size_t d = taps_.dims; d-- > 0;) {
      at_[d] += taps_.at_steps[d];
      tap_place_ += taps_.place_steps[d];
      if (++index_[d] < taps_.sizes[d]) return;
      at_[d] = 0;
      tap_place_ -= index_[d] * taps_.place_steps[d];
      index_[d] = 0;
    }
  }
  bool TakeFeatures() {
    if (depth_ >= end_) return false;
    const int64_t left = end_ - depth_;
    count_ = taps_.features - feature_ < left ? taps_.features - feature_ : left;
    first_ = depth_ - begin_;
    place_ = tap_place_ + feature_ * taps_.feature_step;
    depth_ += count_;
    feature_ = 0;
    return true;
  }
  bool FindFeatures() {
    for (; tap_ < taps_.count; Advance()) {
      const int64_t feature = feature_ + (tap_ < begin_tap_ ? 1 : 0);
      count_ = end_feature_ + (tap_ < end_tap_ ? 1 : 0) - feature;
      if (count_ <= 0) continue;
      first_ = feature * step_ + tap_ - begin_;
      place_ = tap_place_ + feature * taps_.feature_step;
      return true;
    }
    return false;
  }

  const InputWindows::Taps& taps_;
  const int64_t begin_, end_;
  bool started_ = false;
  int64_t tap_ = 0, feature_ = 0, depth_ = 0;
  int64_t begin_tap_ = 0, end_tap_ = 0, end_feature_ = 0;
  int64_t index_[InputWindows::kMostSpace];
  int64_t tap_place_ = 0;
  int64_t place_ = 0, count_ = 0, first_ = 0, step_ = 1;
  int32_t at_[InputWindows::kMostSpace];
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_INPUT_WINDOWS_H_
