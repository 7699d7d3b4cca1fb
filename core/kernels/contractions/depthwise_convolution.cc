#include "kernels/contractions/depthwise_convolution.h"

#include <algorithm>
#include <cstring>

#include "kernels/contractions/tap_sums.h"
#include "kernels/loop_hints.h"
#include "kernels/sizes.h"
#include "kernels/transpose_words.h"

namespace hloom {

namespace {

// A block's plane stays in the nearest cache, if lines of some length are possible within it.
constexpr int64_t kDepthwiseProductPlaneBytes = 3 << 14;
constexpr int64_t kDepthwiseProductLeastColumns = 32;

// Work is counted in products.
constexpr int64_t kDepthwiseProductSmall = 1 << 16;
constexpr int64_t kDepthwiseProductTask = 1 << 18;
constexpr int64_t kBlockWork = 1 << 9;

using Words = Vector<uint32_t>;

// The part of a line's `count` elements, from `first` on, that is within `size` elements.
struct Inside {
  Inside(int64_t first, int64_t count, int64_t size)
      : begin(std::clamp<int64_t>(-first, 0, count)), end(std::clamp(size - first, begin, count)) {}
  int64_t begin, end;
};

void FillZerosOfDepthwiseProduct(uint32_t* to, int64_t vectors) {
  HLOOM_LEFT_OVER
  for (int64_t i = 0; i < vectors; ++i) StoreVector(to + 4 * i, Words{});
}

// Interleaves four lines. The last four elements may be copied twice.
void Interleave(const uint32_t* const* lines, ptrdiff_t count, uint32_t* to) {
  if (count < 4) {
    HLOOM_LEFT_OVER
    for (ptrdiff_t i = 0; i < count; ++i) {
      for (ptrdiff_t c = 0; c < 4; ++c) to[4 * i + c] = lines[c][i];
    }
    return;
  }
  for (ptrdiff_t i = 0;; i = std::min(i + 4, count - 4)) {
    TransposeWords(lines[0] + i, lines[1] + i, lines[2] + i, lines[3] + i, to + 4 * i, 4);
    if (i == count - 4) return;
  }
}

// Computes the sums of four neighboring windows, which are `step` words apart, in four channels.
//
// kShared: the step of windows, 1 or 2, if taps come in threes of neighbors, which neighboring
// windows then share in part; 0 for any taps.
template <typename T, ptrdiff_t kShared>
void SumFour(const ptrdiff_t* places, const ptrdiff_t* end, const T* weights, const T* from,
             ptrdiff_t step, Words (&sums)[4]) {
  using V = Vector<T>;
  V c0{}, c1{}, c2{}, c3{};
  if constexpr (kShared != 0) {
    for (; places != end; places += 3, weights += 12) {
      const T* x = from + *places;
      const V w0 = LoadVector(weights), w1 = LoadVector(weights + 4), w2 = LoadVector(weights + 8);
      const auto add = [&](V& sum, V first, V second, V third) {
        sum = sum + first * w0 + second * w1 + third * w2;
      };
      const auto at = [&](ptrdiff_t i) { return LoadVector(x + 4 * i); };
      if constexpr (kShared == 1) {
        const V x2 = at(2), x3 = at(3);
        add(c0, at(0), at(1), x2);
        add(c1, at(1), x2, x3);
        add(c2, x2, x3, at(4));
        add(c3, x3, at(4), at(5));
      } else {
        const V x2 = at(2), x4 = at(4), x6 = at(6);
        add(c0, at(0), at(1), x2);
        add(c1, x2, at(3), x4);
        add(c2, x4, at(5), x6);
        add(c3, x6, at(7), at(8));
      }
    }
  } else {
    for (; places != end; ++places, weights += 4) {
      const T* x = from + *places;
      const V w = LoadVector(weights);
      c0 += LoadVector(x) * w;
      c1 += LoadVector(x += step) * w;
      c2 += LoadVector(x += step) * w;
      c3 += LoadVector(x + step) * w;
    }
  }
  sums[0] = reinterpret_cast<Words>(c0);
  sums[1] = reinterpret_cast<Words>(c1);
  sums[2] = reinterpret_cast<Words>(c2);
  sums[3] = reinterpret_cast<Words>(c3);
}

// Stores the existing part of four neighbors of four channels.
__attribute__((noinline)) void StoreSome(const Words* sums, int64_t channels, ptrdiff_t columns,
                                         uint32_t* const* rows, ptrdiff_t column) {
  for (int64_t c = 0; c < channels; ++c)
    std::memcpy(rows[c] + column, &sums[c], columns * sizeof(uint32_t));
}

}  // namespace

void DepthwiseConvolution::Describe(const GemmProblem& product, Space& y, Space& x) {
  const InputWindows& windows = *(product.swapped ? product.b : product.a).windows;
  const Axis& result = product.swapped ? product.c_columns : product.c_rows;
  const size_t inner = windows.InnermostSpace();
  const auto describe = [&](size_t dim, Space& space) {
    space.windows = windows.windows(dim);
    space.step = std::max<int64_t>(windows.window_step(dim), 1);
    space.reach = (windows.taps().sizes[dim] - 1) * windows.taps().at_steps[dim];
    space.first = windows.first(dim);
    space.size = windows.size(dim);
    space.stride = windows.stride(dim);
    if (space.windows > 1) space.result_stride = result.At(dim == inner ? 1 : windows.apart(dim));
  };
  describe(inner, x);
  if (windows.space() == 2) describe(1 - inner, y);
}

bool DepthwiseConvolution::Suits(const GemmProblem& p) {
  const Factor& input = p.swapped ? p.b : p.a;
  const Factor& weights = p.swapped ? p.a : p.b;
  const bool words = p.lane == LaneKind::kFloat || p.lane == LaneKind::kInt32;
  if (!words || !input.plain || !p.plain_result || p.batches < kChannels) return false;
  if (weights.kept.size() != 1 || input.windows->taps().features != 1) return false;
  Space y, x;
  Describe(p, y, x);
  // Copying the elements between windows would be wasted work.
  const bool dense = y.step <= y.reach + 1 && x.step <= x.reach + 1;
  return dense && x.windows > 1 && x.stride == 1 && x.result_stride == 1;
}

DepthwiseConvolution::DepthwiseConvolution(const GemmProblem& product)
    : ContractionAlgorithm(product),
      input_(product.swapped ? product.b : product.a),
      weights_(product.swapped ? product.a : product.b) {
  Describe(product, y_, x_);
  const InputWindows& windows = *input_.windows;
  images_ = windows.images();
  image_stride_ = windows.image_stride();
  if (images_ > 1) {
    result_image_stride_ = (product.swapped ? product.c_columns : product.c_rows)
                               .At(windows.apart(InputWindows::kMostSpace));
  }
  ChooseBlocks();
}

// Cuts long lines first, and takes as many rows as there is room for then.
void DepthwiseConvolution::ChooseBlocks() {
  constexpr int64_t kMost = kDepthwiseProductPlaneBytes / 4 / kChannels;  // places of a plane
  const int64_t line = std::max((kMost / (y_.reach + 1) - x_.reach - 1) / x_.step + 1,
                                kDepthwiseProductLeastColumns);
  columns_each_ = TaskCount(x_.windows, TaskCount(x_.windows, line));
  // Sums are made in fours, the last of which may reach over the end of a line.
  pitch_ = x_.Elements(RoundUp(columns_each_, 4));
  const int64_t rows = std::max<int64_t>((kMost / pitch_ - y_.reach - 1) / y_.step + 1, 1);
  rows_each_ = TaskCount(y_.windows, TaskCount(y_.windows, rows));
  row_blocks_ = TaskCount(y_.windows, rows_each_);
  column_blocks_ = TaskCount(x_.windows, columns_each_);
  channel_blocks_ = TaskCount(product_.batches, kChannels);
  blocks_ = images_ * channel_blocks_ * row_blocks_ * column_blocks_;
  const int64_t work =
      kChannels * (kBlockWork + rows_each_ * RoundUp(columns_each_, 4) * product_.depth);
  blocks_each_ = std::max<int64_t>(1, kDepthwiseProductTask / work);
  plan_.room_bytes = LayOutRoom(nullptr, nullptr);
  plan_.small = work <= kDepthwiseProductSmall && blocks_ <= kDepthwiseProductSmall / work &&
                plan_.room_bytes <= kSmallRoom;
  if (plan_.small) blocks_each_ = blocks_;
  plan_.tasks = TaskCount(blocks_, blocks_each_);
}

// Divides memory, if there is any; returns how many bytes are needed.
int64_t DepthwiseConvolution::LayOutRoom(std::byte* memory, Room* room) const {
  const int64_t weights = RoundUp(product_.depth * static_cast<int64_t>(sizeof(ptrdiff_t)), 16);
  const int64_t line = weights + product_.depth * 16;
  const int64_t plane = line + RoundUp(product_.depth * 4, 16);
  if (room != nullptr) {
    const auto words = [&](int64_t at) { return reinterpret_cast<uint32_t*>(memory + at); };
    *room = {reinterpret_cast<ptrdiff_t*>(memory), words(weights), words(line), words(plane)};
  }
  return plane + y_.Elements(rows_each_) * pitch_ * 16;
}

DepthwiseConvolution::Block DepthwiseConvolution::BlockAt(int64_t index) const {
  const int64_t column = index % column_blocks_ * columns_each_;
  index /= column_blocks_;
  const int64_t row = index % row_blocks_ * rows_each_;
  index /= row_blocks_;
  const int64_t channel = index % channel_blocks_ * kChannels;
  return {index / channel_blocks_,
          channel,
          std::min(kChannels, product_.batches - channel),
          row,
          std::min(rows_each_, y_.windows - row),
          column,
          std::min(columns_each_, x_.windows - column)};
}

// Writes the places of taps in a plane, in the order of weights. Returns kShared for SumFour.
ptrdiff_t DepthwiseConvolution::ListTaps(ptrdiff_t* places) const {
  const InputWindows& windows = *input_.windows;
  const size_t inner = windows.InnermostSpace();
  for (TapWalk walk(windows.taps(), 0, product_.depth); walk.Next();) {
    const int64_t y = windows.space() == 2 ? walk.at(1 - inner) : 0;
    places[walk.first()] = static_cast<ptrdiff_t>((y * pitch_ + walk.at(inner)) * kChannels);
  }
  const Taps<uint32_t> taps = {places, nullptr, 0, static_cast<ptrdiff_t>(product_.depth)};
  return x_.step <= 2 && AreThrees(taps, kChannels) ? static_cast<ptrdiff_t>(x_.step) : 0;
}

void DepthwiseConvolution::LoadWeights(const ContractionArrays& arrays, const Block& block,
                                       const Room& room) const {
  const std::byte* const weights = product_.swapped ? arrays.a : arrays.b;
  const bool in_place = weights_.plain && weights_.depth.is_even();
  const int64_t step = in_place ? weights_.depth.step() : 1;
  for (int64_t c = 0; c < kChannels; ++c) {
    const int64_t group = block.channel + std::min(c, block.channels - 1);
    const std::byte* const first = weights + weights_.batch.At(group) * weights_.width;
    const uint32_t* from = reinterpret_cast<const uint32_t*>(first);
    if (!in_place) {
      weights_.LoadLine(weights_.depth, 0, product_.depth, first,
                        reinterpret_cast<std::byte*>(room.line));
      from = room.line;
    }
    HLOOM_LEFT_OVER
    for (int64_t k = 0; k < product_.depth; ++k) room.weights[4 * k + c] = from[k * step];
  }
  if (product_.lane != LaneKind::kFloat || !input_.windows->has_edges()) return;
  Vector<float> sum{};
  HLOOM_LEFT_OVER
  for (int64_t k = 0; k < product_.depth; ++k) {
    const auto w = reinterpret_cast<Vector<float>>(LoadVector(room.weights + 4 * k));
    sum += w - w;
  }
  const bool finite = sum[0] + sum[1] + sum[2] + sum[3] == 0;
  if (!finite) arrays.not_finite->store(true, std::memory_order_relaxed);
}

// Channels that are not there are copies of the last one.
void DepthwiseConvolution::CopyPlane(const uint32_t* input, const Block& block, bool keep_zeros,
                                     uint32_t* plane) const {
  const int64_t lines = y_.Elements(block.rows);
  const int64_t columns = x_.Elements(block.columns);
  const int64_t left = x_.first + block.column * x_.step;
  const int64_t top = y_.first + block.row * y_.step;
  const Inside x(left, columns, x_.size);
  const Inside y(top, lines, y_.size);
  int64_t origins[kChannels];
  for (int64_t c = 0; c < kChannels; ++c) {
    origins[c] = block.image * image_stride_ +
                 input_.batch.At(block.channel + std::min(c, block.channels - 1)) + left + x.begin;
  }
  const int64_t step = pitch_ * kChannels;
  const auto fill_zeros = [&](int64_t from, int64_t to) {
    if (!keep_zeros) FillZerosOfDepthwiseProduct(plane + from * kChannels, to - from);
  };
  fill_zeros(0, y.begin * pitch_);
  for (int64_t i = y.begin; i < y.end; ++i) {
    uint32_t* const to = plane + i * step;
    fill_zeros(i * pitch_, i * pitch_ + x.begin);
    if (x.begin < x.end) {
      const uint32_t* from[kChannels];
      for (int64_t c = 0; c < kChannels; ++c) from[c] = input + origins[c] + (top + i) * y_.stride;
      Interleave(from, static_cast<ptrdiff_t>(x.end - x.begin), to + x.begin * kChannels);
    }
    fill_zeros(i * pitch_ + x.end, (i + 1) * pitch_);
  }
  fill_zeros(y.end * pitch_, lines * pitch_);
}

template <typename T, ptrdiff_t kShared>
void DepthwiseConvolution::SumBlock(const DepthwiseConvolution& self, const Room& room,
                                    const Block& block, uint32_t* to) {
  const auto step = static_cast<ptrdiff_t>(self.x_.step * kChannels);
  const auto line_step = static_cast<ptrdiff_t>(self.y_.step * self.pitch_ * kChannels);
  const auto result_step = static_cast<ptrdiff_t>(self.y_.result_stride);
  const auto columns = static_cast<ptrdiff_t>(block.columns);
  const ptrdiff_t* const end = room.places + self.product_.depth;
  const T* const weights = reinterpret_cast<const T*>(room.weights);
  const T* line = reinterpret_cast<const T*>(room.plane);
  uint32_t* rows[kChannels];
  for (int64_t c = 0; c < kChannels; ++c) {
    rows[c] = to + self.product_.c_batch.At(block.channel + std::min(c, block.channels - 1));
  }
  const bool full = block.channels == kChannels && columns >= 4;
  for (int64_t row = 0; row < block.rows; ++row, line += line_step) {
    for (ptrdiff_t column = 0;; column = std::min(column + 4, columns - 4)) {
      Words sums[4];
      SumFour<T, kShared>(room.places, end, weights, line + column * step, step, sums);
      TransposeWords(sums);
      if (full) {
        StoreVector(rows[0] + column, sums[0]);
        StoreVector(rows[1] + column, sums[1]);
        StoreVector(rows[2] + column, sums[2]);
        StoreVector(rows[3] + column, sums[3]);
      } else {
        StoreSome(sums, block.channels, std::min<ptrdiff_t>(columns, 4), rows, column);
      }
      if (column + 4 >= columns) break;
    }
    for (uint32_t*& at : rows) at += result_step;
  }
}

void DepthwiseConvolution::RunTask(const ContractionArrays& arrays, int64_t, int64_t task,
                                   std::byte* memory) const {
  Room room;
  LayOutRoom(memory, &room);
  static constexpr SumFunction kSums[2][3] = {
      {SumBlock<float, 0>, SumBlock<float, 1>, SumBlock<float, 2>},
      {SumBlock<uint32_t, 0>, SumBlock<uint32_t, 1>, SumBlock<uint32_t, 2>}};
  const SumFunction sum = kSums[product_.lane == LaneKind::kFloat ? 0 : 1][ListTaps(room.places)];
  // Planes that are not cut all have their zeros in the same places.
  const bool whole = row_blocks_ == 1 && column_blocks_ == 1;
  const auto* const input =
      reinterpret_cast<const uint32_t*>(product_.swapped ? arrays.b : arrays.a);
  const int64_t last = std::min((task + 1) * blocks_each_, blocks_);
  for (int64_t b = task * blocks_each_; b < last; ++b) {
    const Block block = BlockAt(b);
    LoadWeights(arrays, block, room);
    CopyPlane(input, block, whole && b != task * blocks_each_, room.plane);
    sum(*this, room, block,
        reinterpret_cast<uint32_t*>(arrays.c) + block.image * result_image_stride_ +
            block.row * y_.result_stride + block.column);
  }
}

}  // namespace hloom
