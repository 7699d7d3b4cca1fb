#include "kernels/contractions/plane_convolution.h"

#include <algorithm>
#include <cstdlib>

#include "kernels/contractions/tap_sums.h"
#include "kernels/loop_hints.h"
#include "kernels/sizes.h"
#include "kernels/strided_run.h"

namespace hloom {

namespace {

constexpr int64_t kMostTaps = 128;
// With more features, tiles are faster.
constexpr int64_t kMostFeatures = 4;
constexpr int64_t kMostOutputs = 4;
constexpr int64_t kMostOutputsOfOne = 8;

// A group's planes stay in the nearest cache. If groups are neighbors in memory, several are
// copied at a time, so that each cache line is used completely.
constexpr int64_t kPlaneProductPlaneBytes = 3 << 13;
constexpr int64_t kSmallPlaneBytes = 1 << 13;
constexpr int64_t kGroupsTogether = 16;
// A cut makes lines no shorter than this, if its planes are still small enough.
constexpr int64_t kPlaneProductLeastColumns = 64;

// Longer rows are summed up directly in the result; shorter ones form one line together.
constexpr int64_t kLongRow = 48;

// Work is counted in products.
constexpr int64_t kPlaneProductSmall = 1 << 16;
constexpr int64_t kPlaneProductTask = 1 << 18;
constexpr int64_t kPlaneProductUnitWork = 1 << 9;

template <typename T>
void SumLineOf(const ptrdiff_t* places, const std::byte* weights, int64_t depth,
               const std::byte* from, std::byte* to, int64_t length) {
  const Taps<T> taps = {places, reinterpret_cast<const T*>(weights), 1,
                        static_cast<ptrdiff_t>(depth)};
  SumLine<T>(taps, reinterpret_cast<const T*>(from), reinterpret_cast<T*>(to),
             static_cast<ptrdiff_t>(length));
}
using SumFunction = void (*)(const ptrdiff_t*, const std::byte*, int64_t, const std::byte*,
                             std::byte*, int64_t);
SumFunction SumFunctionOf(LaneKind lane) {
  static constexpr SumFunction kFunctions[] = {SumLineOf<float>, SumLineOf<double>,
                                               SumLineOf<uint32_t>, SumLineOf<uint64_t>};
  return kFunctions[static_cast<int>(lane)];
}

// Lines are short, so that calls would take as long as the copies.
template <typename T>
void FillZerosOfPlaneProduct(T* to, int64_t count) {
  HLOOM_LEFT_OVER
  for (int64_t i = 0; i < count; ++i) to[i] = 0;
}
template <typename T>
void CopyNeighbours(const T* from, T* to, ptrdiff_t count) {
  constexpr ptrdiff_t kLanes = VectorOf<T>::kLanes;
  if (count < kLanes) {
    HLOOM_LEFT_OVER
    for (ptrdiff_t i = 0; i < count; ++i) to[i] = from[i];
    return;
  }
  const ptrdiff_t last = count - kLanes;
  for (ptrdiff_t i = 0;; i = std::min(i + kLanes, last)) {
    StoreVector(to + i, LoadVector(from + i));
    if (i == last) return;
  }
}

template <typename T>
bool ArePlaneProductFinite(const std::byte* weights, int64_t count) {
  const T* const values = reinterpret_cast<const T*>(weights);
  T sum = 0;
  HLOOM_LEFT_OVER
  for (int64_t i = 0; i < count; ++i) sum += values[i] - values[i];
  return sum == 0;
}

}  // namespace

void PlaneConvolution::Space::FindResidues() {
  for (int64_t k = 0; k < positions; ++k) {
    const int64_t residue = k * position_step % window_step;
    if (std::find(residues.begin(), residues.end(), residue) == residues.end()) {
      residues.push_back(residue);
    }
  }
  extra = (positions - 1) * position_step / window_step;
}

int64_t PlaneConvolution::Space::ResidueOf(int64_t position) const {
  const int64_t residue = position * position_step % window_step;
  return std::find(residues.begin(), residues.end(), residue) - residues.begin();
}

// Derives the cut from the windows. Returns false if they are not rows of an image.
bool PlaneConvolution::Describe(const InputWindows& windows, Cut& cut) {
  const size_t dims = windows.space();
  if (dims > 2 || windows.taps().count * windows.taps().features > kMostTaps) return false;
  const size_t inner = windows.InnermostSpace();
  if (inner == InputWindows::kMostSpace) return false;
  const auto describe = [&](size_t dim, Space& space) {
    space.windows = windows.windows(dim);
    space.window_step = std::max<int64_t>(windows.window_step(dim), 1);
    space.positions = windows.taps().sizes[dim];
    space.position_step = windows.taps().at_steps[dim];
    space.first = windows.first(dim);
    space.size = windows.size(dim);
    space.stride = windows.stride(dim);
  };
  describe(inner, cut.x);
  if (dims == 2) describe(1 - inner, cut.y);
  cut.x.FindResidues();
  cut.y.FindResidues();
  cut.features = windows.taps().features;
  return true;
}

// Chooses how much is copied at a time. False if the least is too much.
bool PlaneConvolution::Cut::Choose(int64_t width, int64_t groups) {
  const int64_t bytes = groups > 1 ? kSmallPlaneBytes : kPlaneProductPlaneBytes;
  const int64_t most = bytes / width / Planes();  // elements of a plane
  const int64_t line = most / (y.extra + 1) - x.extra;
  if (line < std::min(x.windows, kPlaneProductLeastColumns)) return false;
  columns_each = TaskCount(x.windows, TaskCount(x.windows, line));
  const int64_t rows = std::max<int64_t>(most / Pitch() - y.extra, 1);
  rows_each = TaskCount(y.windows, TaskCount(y.windows, rows));
  groups_each = groups;
  return true;
}

bool PlaneConvolution::Suits(const Contraction& c) {
  if (c.space.empty() || IsComplexType(ComputeTypeOf(c.result_type))) return false;
  int64_t outputs = 1;
  for (const int64_t size : c.rhs_sizes) outputs *= size;
  if (outputs > kMostOutputsOfOne) return false;
  const InputWindows windows(c);
  const int64_t features = windows.taps().features;
  if (features > (outputs <= kMostOutputs ? kMostFeatures : 1)) return false;
  struct Cut cut;
  return c.lhs.batch.size() == 1 && Describe(windows, cut) && cut.Choose(8, kGroupsTogether);
}

PlaneConvolution::PlaneConvolution(const GemmProblem& product)
    : ContractionAlgorithm(product),
      input_(product.swapped ? product.b : product.a),
      weights_(product.swapped ? product.a : product.b),
      result_windows_(product.swapped ? product.c_columns : product.c_rows),
      result_features_(product.swapped ? product.c_rows : product.c_columns),
      outputs_(weights_.kept.size()) {
  const InputWindows& windows = *input_.windows;
  Describe(windows, cut_);
  const bool together =
      product.batches > 1 && std::abs(input_.batch.step()) < std::abs(cut_.x.stride);
  cut_.Choose(input_.loaded_width, together ? std::min(kGroupsTogether, product.batches) : 1);
  // Windows are counted image by image, or row by row of all images.
  const size_t inner = windows.InnermostSpace();
  const auto result_stride = [&](int64_t count, int64_t apart) {
    return count > 1 ? result_windows_.At(apart) : 0;
  };
  cut_.x.result_stride = result_stride(cut_.x.windows, 1);
  if (windows.space() == 2) {
    cut_.y.result_stride = result_stride(cut_.y.windows, windows.apart(1 - inner));
  }
  in_place_ = product.plain_result && cut_.x.result_stride == 1 && cut_.columns_each >= kLongRow;
  images_ = windows.images();
  image_stride_ = windows.image_stride();
  result_image_stride_ = result_stride(images_, windows.apart(InputWindows::kMostSpace));

  row_blocks_ = TaskCount(cut_.y.windows, cut_.rows_each);
  column_blocks_ = TaskCount(cut_.x.windows, cut_.columns_each);
  group_blocks_ = TaskCount(product.batches, cut_.groups_each);
  units_ = images_ * group_blocks_ * row_blocks_ * column_blocks_;
  const int64_t unit_work =
      cut_.groups_each *
      (kPlaneProductUnitWork + cut_.rows_each * cut_.Pitch() * product.depth * outputs_);
  units_each_ = std::max<int64_t>(1, kPlaneProductTask / unit_work);
  plan_.room_bytes = LayOutRoom(nullptr, nullptr);
  plan_.small = unit_work <= kPlaneProductSmall && units_ <= kPlaneProductSmall / unit_work &&
                plan_.room_bytes <= kSmallRoom;
  if (plan_.small) units_each_ = units_;
  plan_.tasks = TaskCount(units_, units_each_);
}

// Divides memory, if there is any; returns how many bytes are needed.
int64_t PlaneConvolution::LayOutRoom(std::byte* memory, Room* room) const {
  const int64_t width = input_.loaded_width;
  const int64_t weights = RoundUp(product_.depth * static_cast<int64_t>(sizeof(ptrdiff_t)), 16);
  const int64_t sums = weights + RoundUp(product_.depth * width, 16);
  const int64_t planes = sums + RoundUp(cut_.rows_each * cut_.Pitch() * width, 16);
  if (room != nullptr) {
    *room = {reinterpret_cast<ptrdiff_t*>(memory), memory + weights, memory + sums,
             memory + planes};
  }
  return planes + cut_.groups_each * cut_.Planes() * cut_.PlaneSize() * width;
}

PlaneConvolution::Unit PlaneConvolution::UnitAt(int64_t index) const {
  const int64_t column = index % column_blocks_ * cut_.columns_each;
  index /= column_blocks_;
  const int64_t row = index % row_blocks_ * cut_.rows_each;
  index /= row_blocks_;
  const int64_t group = index % group_blocks_ * cut_.groups_each;
  return {index / group_blocks_,
          group,
          std::min(group + cut_.groups_each, product_.batches),
          row,
          std::min(row + cut_.rows_each, cut_.y.windows),
          column,
          std::min(column + cut_.columns_each, cut_.x.windows)};
}

// Writes the places of taps in a group's planes, in the order of weights.
void PlaneConvolution::ListTaps(ptrdiff_t* places) const {
  const InputWindows& windows = *input_.windows;
  const size_t inner = windows.InnermostSpace();
  const InputWindows::Taps& taps = windows.taps();
  const Space& y = cut_.y;
  const Space& x = cut_.x;
  for (TapWalk walk(taps, 0, product_.depth); walk.Next();) {
    // at() is the offset of a position in elements.
    const int64_t at_x = walk.at(inner);
    const int64_t at_y = windows.space() == 2 ? walk.at(1 - inner) : 0;
    const int64_t residue_x = x.position_step == 0 ? 0 : x.ResidueOf(at_x / x.position_step);
    const int64_t residue_y = y.position_step == 0 ? 0 : y.ResidueOf(at_y / y.position_step);
    const int64_t place = at_y / y.window_step * cut_.Pitch() + at_x / x.window_step;
    for (int64_t i = 0; i < walk.count(); ++i) {
      const int64_t plane = (i * static_cast<int64_t>(y.residues.size()) + residue_y) *
                                static_cast<int64_t>(x.residues.size()) +
                            residue_x;
      places[walk.first() + i * walk.step()] =
          static_cast<ptrdiff_t>(plane * cut_.PlaneSize() + place);
    }
  }
}

// Copies every window_step-th element of a row, `count` of them from `first` on, with zeros for
// elements outside.
template <typename T>
void PlaneConvolution::CopyLine(const std::byte* from, int64_t first, int64_t count,
                                std::byte* out) const {
  const Space& x = cut_.x;
  const int64_t step = x.window_step;
  const int64_t begin = std::min(first >= 0 ? 0 : (step - 1 - first) / step, count);
  const int64_t left = x.size - first;
  const int64_t end = std::clamp(left <= 0 ? 0 : (left - 1) / step + 1, begin, count);
  T* const to = reinterpret_cast<T*>(out);
  FillZerosOfPlaneProduct(to, begin);
  FillZerosOfPlaneProduct(to + end, count - end);
  if (begin == end) return;
  const std::byte* const data = from + (first + begin * step) * x.stride * input_.width;
  CopyElements(data, step * x.stride, to + begin, end - begin);
}

template <typename T>
void PlaneConvolution::CopyElements(const std::byte* from, int64_t distance, T* to,
                                    int64_t count) const {
  const T* const data = reinterpret_cast<const T*>(from);
  if (!input_.plain) {
    input_.form.Load(from, distance, reinterpret_cast<std::byte*>(to), count);
  } else if (distance == 1) {
    CopyNeighbours(data, to, static_cast<ptrdiff_t>(count));
  } else {
    const ptrdiff_t step = static_cast<ptrdiff_t>(distance);
    ptrdiff_t i = 0;
    if constexpr (sizeof(T) == 4) {
      for (; distance == 2 && i + 4 <= count; i += 4) {
        StoreVector(to + i, LoadEverySecond(data + 2 * i));
      }
    }
    HLOOM_LEFT_OVER
    for (; i < static_cast<ptrdiff_t>(count); ++i) to[i] = data[i * step];
  }
}

// Row by row, so that groups which are neighbors find the row in a cache.
template <typename T>
void PlaneConvolution::CopyPlanes(const std::byte* input, const Unit& unit,
                                  std::byte* planes) const {
  const Space& y = cut_.y;
  const Space& x = cut_.x;
  const int64_t line_bytes = cut_.Pitch() * static_cast<int64_t>(sizeof(T));
  const int64_t plane_bytes = cut_.PlaneSize() * input_.loaded_width;
  const int64_t group_bytes = cut_.Planes() * plane_bytes;
  const int64_t lines = unit.row_end - unit.row_begin + y.extra;
  const int64_t count = unit.column_end - unit.column_begin + x.extra;
  input += unit.image * image_stride_ * input_.width;
  for (int64_t feature = 0; feature < cut_.features; ++feature) {
    const int64_t feature_place = feature * input_.windows->taps().feature_step;
    for (const int64_t residue_y : y.residues) {
      std::byte* line = planes;
      for (int64_t i = 0; i < lines; ++i, line += line_bytes) {
        const int64_t at = y.first + residue_y + (unit.row_begin + i) * y.window_step;
        const bool inside = at >= 0 && at < y.size;
        for (int64_t group = unit.group_begin; group < unit.group_end; ++group) {
          std::byte* to = line + (group - unit.group_begin) * group_bytes;
          const int64_t place = input_.batch.At(group) + feature_place + at * y.stride;
          for (const int64_t residue_x : x.residues) {
            if (inside) {
              CopyLine<T>(input + place * input_.width,
                          x.first + residue_x + unit.column_begin * x.window_step, count, to);
            } else {
              FillZerosOfPlaneProduct(reinterpret_cast<T*>(to), cut_.Pitch());
            }
            to += plane_bytes;
          }
        }
      }
      planes += static_cast<int64_t>(x.residues.size()) * plane_bytes;
    }
  }
}

// Computes the results of one unit, whose planes are there.
void PlaneConvolution::SumUp(const ContractionArrays& arrays, const Unit& unit,
                             const Room& room) const {
  const GemmProblem& p = product_;
  const SumFunction sum = SumFunctionOf(p.lane);
  const int64_t pitch = cut_.Pitch();
  const int64_t line_bytes = pitch * p.sum_width;
  const int64_t rows = unit.row_end - unit.row_begin;
  const int64_t columns = unit.column_end - unit.column_begin;
  const int64_t group_bytes = cut_.Planes() * cut_.PlaneSize() * input_.loaded_width;
  const bool is_float = p.lane == LaneKind::kFloat || p.lane == LaneKind::kDouble;
  const bool check = input_.windows->has_edges() && is_float;
  for (int64_t group = unit.group_begin; group < unit.group_end; ++group) {
    const std::byte* const planes = room.planes + (group - unit.group_begin) * group_bytes;
    for (int64_t output = 0; output < outputs_; ++output) {
      const int64_t weights = weights_.batch.At(group) + weights_.kept.At(output);
      weights_.LoadLine(weights_.depth, 0, p.depth,
                        (p.swapped ? arrays.a : arrays.b) + weights * weights_.width, room.weights);
      if (check &&
          !(p.lane == LaneKind::kFloat ? ArePlaneProductFinite<float>(room.weights, p.depth)
                                       : ArePlaneProductFinite<double>(room.weights, p.depth))) {
        arrays.not_finite->store(true, std::memory_order_relaxed);
      }
      std::byte* const to =
          arrays.c +
          (p.c_batch.At(group) + result_features_.At(output) + unit.image * result_image_stride_ +
           unit.row_begin * cut_.y.result_stride + unit.column_begin * cut_.x.result_stride) *
              p.result_width;
      const int64_t row_bytes = cut_.y.result_stride * p.result_width;
      if (in_place_) {
        for (int64_t row = 0; row < rows; ++row) {
          sum(room.places, room.weights, p.depth, planes + row * line_bytes, to + row * row_bytes,
              columns);
        }
        continue;
      }
      sum(room.places, room.weights, p.depth, planes, room.sums, (rows - 1) * pitch + columns);
      for (int64_t row = 0; row < rows; ++row) {
        StoreRow(room.sums + row * line_bytes, to + row * row_bytes, columns);
      }
    }
  }
}

void PlaneConvolution::StoreRow(const std::byte* sums, std::byte* to, int64_t count) const {
  const GemmProblem& p = product_;
  if (p.plain_result && p.sum_width == 4 && cut_.x.result_stride == 1) {
    return CopyNeighbours(reinterpret_cast<const uint32_t*>(sums), reinterpret_cast<uint32_t*>(to),
                          static_cast<ptrdiff_t>(count));
  }
  StoreRun(p.sum_type, sums, p.result_type, to, cut_.x.result_stride, count);
}

void PlaneConvolution::RunTask(const ContractionArrays& arrays, int64_t, int64_t task,
                               std::byte* memory) const {
  Room room;
  LayOutRoom(memory, &room);
  ListTaps(room.places);
  const std::byte* const input = (product_.swapped ? arrays.b : arrays.a);
  const int64_t last = std::min((task + 1) * units_each_, units_);
  for (int64_t u = task * units_each_; u < last; ++u) {
    const Unit unit = UnitAt(u);
    if (input_.loaded_width == 4) {
      CopyPlanes<uint32_t>(input, unit, room.planes);
    } else {
      CopyPlanes<uint64_t>(input, unit, room.planes);
    }
    SumUp(arrays, unit, room);
  }
}

}  // namespace hloom
