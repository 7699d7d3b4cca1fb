#include "kernels/contractions/input_windows.h"

#include <algorithm>
#include <limits>

namespace hloom {

namespace {

// With more positions, features are not first, because the walk passes all positions for each
// block.
constexpr int64_t kMostPositions = 64;

// The dimension of features among the contracted ones: the only one without space.
size_t FeaturesOf(const Contraction& c) {
  size_t dim = 0;
  while (c.contracting_space[dim] >= 0) ++dim;
  return dim;
}

}  // namespace

size_t InputWindows::PlaceOfFeatures(const Contraction& c) {
  int64_t positions = 1;
  for (size_t d = 0; d < c.contracting_sizes.size(); ++d) {
    if (c.contracting_space[d] >= 0) positions *= c.contracting_sizes[d];
  }
  const bool first = FeaturesOf(c) == 0 && positions <= kMostPositions;
  return first ? 0 : c.contracting_sizes.size() - 1;
}

InputWindows::InputWindows(const Contraction& c) : space_(c.space.size()), origin_(c.lhs_origin) {
  SetTaps(c);
  SetBounds(c);
  SetInsideTaps();
}

// Dimensions of space are numbered in the order in which positions are.
void InputWindows::SetTaps(const Contraction& c) {
  size_t numbers[kMostSpace] = {};
  taps_.dims = space_;
  size_t tap_dim = 0;
  for (size_t d = 0; d < c.contracting_sizes.size(); ++d) {
    if (c.contracting_space[d] < 0) {
      taps_.features = c.contracting_sizes[d];
      taps_.feature_step = c.lhs.contracting[d];
      taps_.features_first = d == 0 && taps_.features > 1;
      continue;
    }
    const size_t number = static_cast<size_t>(c.contracting_space[d]);
    const Contraction::Space& space = c.space[number];
    numbers[number] = tap_dim;
    taps_.sizes[tap_dim] = c.contracting_sizes[d];
    taps_.place_steps[tap_dim] = c.lhs.contracting[d];
    taps_.at_steps[tap_dim] = static_cast<int32_t>(space.contracting_step);
    taps_.count *= c.contracting_sizes[d];
    sizes_[tap_dim] = static_cast<int32_t>(space.size);
    first_[tap_dim] = static_cast<int32_t>(space.first);
    strides_[tap_dim] = space.stride;
    reach_[tap_dim] = static_cast<int32_t>((c.contracting_sizes[d] - 1) * space.contracting_step);
    ++tap_dim;
  }
  for (size_t d = 0; d < c.lhs_sizes.size(); ++d) {
    Kept kept = {c.lhs_sizes[d], c.lhs.kept[d], kMostSpace, 0};
    if (c.lhs_space[d] >= 0) {
      const Contraction::Space& space = c.space[static_cast<size_t>(c.lhs_space[d])];
      kept.space = numbers[c.lhs_space[d]];
      kept.at_step = static_cast<int32_t>(space.kept_step);
      const int64_t last = space.first + (kept.size - 1) * space.kept_step + reach_[kept.space];
      has_edges_ = has_edges_ || space.first < 0 || last >= space.size;
    }
    kept_.push_back(kept);
  }
}

size_t InputWindows::InnermostSpace() const {
  size_t i = kept_.size() - 1;
  while (i > 0 && kept_[i].size == 1) --i;
  // A single window has any of them.
  return kept_[i].size == 1 ? 0 : kept_[i].space;
}

int64_t InputWindows::apart(size_t dim) const {
  int64_t apart = 1;
  for (size_t i = kept_.size(); kept_[i - 1].space != dim; --i) apart *= kept_[i - 1].size;
  return apart;
}

// Elements between two elements of the input may be read, though not used.
void InputWindows::SetBounds(const Contraction& c) {
  const auto reach = [&](int64_t size, int64_t stride) {
    const int64_t last = (size - 1) * stride;
    low_ += std::min<int64_t>(last, 0);
    high_ += std::max<int64_t>(last, 0);
  };
  reach(taps_.features, taps_.feature_step);
  for (const Contraction::Space& space : c.space) reach(space.size, space.stride);
  for (const Kept& kept : kept_) {
    if (kept.space == kMostSpace) reach(kept.size, kept.stride);
  }
}

// Merges positions with the features if these are contiguous. If features come first, but are few,
// they become one more dimension of positions, and the last dimension of positions becomes the
// features.
void InputWindows::SetInsideTaps() {
  inside_taps_ = taps_;
  Taps& taps = inside_taps_;
  if (taps.features_first) {
    const size_t last = taps.dims - 1;
    if (taps.features >= taps.sizes[last]) return;
    taps.features = taps_.sizes[last];
    taps.feature_step = taps_.place_steps[last];
    taps.features_first = false;
    for (size_t d = last; d > 0; --d) {
      taps.sizes[d] = taps_.sizes[d - 1];
      taps.place_steps[d] = taps_.place_steps[d - 1];
    }
    taps.sizes[0] = taps_.features;
    taps.place_steps[0] = taps_.feature_step;
    taps.count = taps_.count / taps.features * taps_.features;
  }
  while (taps.dims > 0) {
    const size_t last = taps.dims - 1;
    const bool single = taps.sizes[last] == 1;
    if (taps.features == 1 && !single) taps.feature_step = taps.place_steps[last];
    if (!single && taps.place_steps[last] != taps.features * taps.feature_step) break;
    taps.features *= taps.sizes[last];
    taps.count /= taps.sizes[last];
    --taps.dims;
  }
}

void InputWindows::List(int64_t begin, int64_t count, int64_t lanes, Lanes& list) const {
  constexpr size_t kMostKept = kMostSpace + 2;
  const size_t dims = kept_.size();
  int64_t index[kMostKept];
  int32_t at[kMostSpace + 1];
  int64_t place = origin_;
  std::copy_n(first_, space_, at);
  at[kMostSpace] = 0;
  for (size_t d = dims; d-- > 0;) {
    const Kept& kept = kept_[d];
    index[d] = begin;
    if (d > 0) {
      index[d] = begin % kept.size;
      begin /= kept.size;
    }
    place += index[d] * kept.stride;
    at[kept.space] += static_cast<int32_t>(index[d]) * kept.at_step;
  }
  list.count = count;
  list.inside = count == lanes;
  for (int64_t i = 0; i < count; ++i) {
    list.places[i] = place;
    for (size_t s = 0; s < space_; ++s) {
      list.at[s][i] = at[s];
      list.inside = list.inside && at[s] >= 0 && at[s] + reach_[s] < sizes_[s];
    }
    for (size_t d = dims; d-- > 0;) {
      const Kept& kept = kept_[d];
      place += kept.stride;
      at[kept.space] += kept.at_step;
      if (++index[d] < kept.size) break;
      place -= kept.size * kept.stride;
      at[kept.space] -= static_cast<int32_t>(kept.size) * kept.at_step;
      index[d] = 0;
    }
  }
  list.apart = count > 1 ? list.places[1] - list.places[0] : 1;
  list.even = true;
  for (int64_t i = 2; i < count; ++i) {
    list.even = list.even && list.places[i] - list.places[i - 1] == list.apart;
  }
  for (int64_t i = count; i < kMostLanes; ++i) {
    list.places[i] = 0;
    list.at[0][i] = std::numeric_limits<int32_t>::min();
    for (size_t s = 1; s < space_; ++s) list.at[s][i] = 0;
  }
}

}  // namespace hloom
