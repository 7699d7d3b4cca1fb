#include "kernels/sorting/comparator_sort.h"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/copy.h"
#include "kernels/sizes.h"

namespace hloom {

namespace {

// The comparisons per application; more of them cost less each.
constexpr int64_t kMostLanes = 4096;
// The number of comparisons whose arguments of one array are collected at a time.
constexpr int64_t kMostCollected = 1 << 16;
// Rows are sorted together up to this many elements.
constexpr int64_t kComparatorSortElementsAtOnce = 1 << 18;
// Finding the end of a segment also takes comparisons, so shorter ones do not pay off.
constexpr int64_t kLeastSegment = 16;
// Elements that a task moves.
constexpr int64_t kComparatorSortGrain = 1 << 15;

// Runs a phase of one task immediately, because it is short.
template <typename F>
KernelAwaiter InTasks(int64_t tasks, const F& f) {
  if (tasks == 1) f(0, nullptr);
  return Tasks(tasks == 1 ? 0 : tasks, f);
}

// A list in memory that the kernel was given.
template <typename T>
struct Bounded {
  T* items = nullptr;
  int64_t size = 0;

  void clear() { size = 0; }
  void push_back(const T& item) { items[size++] = item; }
  T& operator[](int64_t i) { return items[i]; }
};

class ComparatorSort {
 public:
  ComparatorSort(const SortedRows& rows, const std::vector<bool>& used, const SortedMemory& memory)
      : rows_(rows), memory_(memory), length_(rows.length) {
    for (size_t k = 0; k < used.size(); ++k) {
      if (used[k]) compared_.push_back(k);
    }
    const int64_t elements = rows.count() * length_;
    rows_at_once_ = std::max<int64_t>(1, kComparatorSortElementsAtOnce / length_);
    most_elements_ = std::max(length_, std::min(kComparatorSortElementsAtOnce, elements));
    const auto compared = std::max<int64_t>(1, static_cast<int64_t>(compared_.size()));
    max_lanes_ =
        std::min({kMostLanes, most_elements_, std::max(kLeastSegment, kMostCollected / compared)});
  }

  Kernel Run();

 private:
  // A part of the merge of the runs [begin, middle) and [middle, end): the elements `first` up to
  // `last` in their merged order.
  struct Segment {
    int64_t begin, middle, end, first, last;
    // The number of the first `last` elements that come from the left run: between low and high.
    int64_t low, high;

    int64_t cut() const { return low + (high - low) / 2; }
  };
  // A merge of the left run's elements from `left` up to `left_end` with those of the right run
  // from `right` up to `right_end`, written from `out` on.
  struct Lane {
    int64_t left, left_end, right, right_end, out;
  };
  // The progress of cutting the merges of all runs of a width into segments.
  struct Cut {
    int64_t begin = 0;  // of the next merge
    int64_t first = 0;  // the next element in it
    int64_t row_end = 0;
  };
  struct Column {
    const std::byte* data = nullptr;  // the elements, row after row
    int64_t width = 0;
    std::byte* before = nullptr;  // arguments: parameters 2k and 2k+1, for the compared elements
    std::byte* after = nullptr;
  };

  Kernel Allocate();
  bool IsDense(const SortedArray& array) const;
  Kernel CopyDense(size_t k);
  void AddSegments(int64_t total, int64_t width, Cut& cut);
  Kernel MergeSegments();
  void BeginSplits();
  void TakeSplits();
  void MakeLanes();
  void BeginLanes();
  void TakeElements();
  void Fill(int64_t first, int64_t begin, int64_t end);

  // Inline, because it is short and called for every lane.
  void AskForSplit(int64_t segment) {
    const Segment& s = segments_[segment];
    if (s.low >= s.high) return;
    active_.push_back(segment);
    lefts_.push_back(from_[s.begin + s.cut()]);
    rights_.push_back(from_[s.middle + s.last - 1 - s.cut()]);
  }
  void AskForElement(int64_t lane) {
    const Lane& l = lanes_[lane];
    if (l.left < l.left_end && l.right < l.right_end) {
      active_.push_back(lane);
      lefts_.push_back(from_[l.left]);
      rights_.push_back(from_[l.right]);
    } else if (!long_rests_) {
      CopyRest(l);
    }
  }
  // One of a lane's runs is used up; the rest of the other follows.
  void CopyRest(const Lane& lane) {
    int64_t* const out = std::copy(from_ + lane.left, from_ + lane.left_end, to_ + lane.out);
    std::copy(from_ + lane.right, from_ + lane.right_end, out);
  }

  // Evaluates comparator(element at rights_[i], element at lefts_[i]) into answers_[i].
  Application Questions();

  const SortedRows& rows_;
  const SortedMemory memory_;
  std::vector<size_t> compared_;  // the arrays at which the comparator looks
  const int64_t length_;
  int64_t rows_at_once_ = 1;
  int64_t most_elements_ = 1;
  int64_t max_lanes_ = 1;
  int64_t segment_size_ = 1;
  bool long_rests_ = false;  // the remaining elements of all lanes are too many to copy in one step
  std::vector<Column> columns_;
  std::vector<const std::byte*> arguments_;
  std::byte* answers_ = nullptr;
  // Positions of elements, before and after a merge.
  int64_t* from_ = nullptr;
  int64_t* to_ = nullptr;
  Bounded<Segment> segments_;
  int64_t left_taken_ = 0;  // up to the last segment that became a lane, in its merge
  Bounded<Lane> lanes_;
  Bounded<int64_t> active_, lefts_, rights_;
};

Kernel ComparatorSort::Run() {
  co_await Allocate();
  const int64_t count = rows_.count();
  for (int64_t row = 0; row < count; row += rows_at_once_) {
    const int64_t total = std::min(rows_at_once_, count - row) * length_;
    const auto number = [&](int64_t task, std::byte*) {
      const int64_t end = std::min(total, (task + 1) * kComparatorSortGrain);
      for (int64_t i = task * kComparatorSortGrain; i < end; ++i) from_[i] = row * length_ + i;
    };
    co_await InTasks(TaskCount(total, kComparatorSortGrain), number);
    segment_size_ = std::max(kLeastSegment, (total + max_lanes_ - 1) / max_lanes_);
    long_rests_ = segment_size_ * max_lanes_ > 4 * kComparatorSortGrain;
    for (int64_t width = 1; width < length_; width *= 2) {
      Cut cut = {.row_end = length_};
      while (cut.begin < total) {
        AddSegments(total, width, cut);
        co_await MergeSegments();
      }
      std::swap(from_, to_);
    }
    const int64_t filled = rows_.TaskElements(kComparatorSortGrain);
    const auto fill = [&](int64_t task, std::byte*) {
      Fill(row, task * filled, std::min(total, (task + 1) * filled));
    };
    co_await InTasks(TaskCount(total, filled), fill);
  }
  co_return OkStatus();
}

Kernel ComparatorSort::Allocate() {
  columns_.resize(rows_.arrays.size());
  int64_t bytes = 0;
  const auto reserve = [&bytes](int64_t count, int64_t width) {
    return std::exchange(bytes, bytes + (count * width + 15) / 16 * 16);
  };
  int64_t widest = 0;
  for (size_t k = 0; k < columns_.size(); ++k) {
    columns_[k].width = ByteWidth(rows_.arrays[k].type);
    columns_[k].data = memory_.from[k];
    widest = std::max(widest, columns_[k].width);
    if (!IsDense(rows_.arrays[k])) co_await CopyDense(k);
  }
  // Unread arguments hold zeros, which every type has; all of them share one place.
  const int64_t zeros = reserve(max_lanes_, widest);
  std::vector<std::array<int64_t, 2>> arguments;
  for (const size_t k : compared_) {
    const int64_t before = reserve(max_lanes_, columns_[k].width);
    arguments.push_back({before, reserve(max_lanes_, columns_[k].width)});
  }
  const int64_t answers = reserve(max_lanes_, 1);
  const int64_t positions[] = {reserve(most_elements_, 8), reserve(most_elements_, 8)};
  const int64_t lists[] = {reserve(max_lanes_, 8), reserve(max_lanes_, 8), reserve(max_lanes_, 8)};
  const int64_t segments = reserve(max_lanes_, sizeof(Segment));
  const int64_t lanes = reserve(max_lanes_, sizeof(Lane));
  std::byte* const room = co_await Scratch<std::byte>(bytes);
  std::fill_n(room + zeros, max_lanes_ * widest, std::byte{0});
  arguments_.assign(2 * columns_.size(), room + zeros);
  for (size_t i = 0; i < compared_.size(); ++i) {
    const size_t k = compared_[i];
    arguments_[2 * k] = columns_[k].before = room + arguments[i][0];
    arguments_[2 * k + 1] = columns_[k].after = room + arguments[i][1];
  }
  answers_ = room + answers;
  from_ = reinterpret_cast<int64_t*>(room + positions[0]);
  to_ = reinterpret_cast<int64_t*>(room + positions[1]);
  active_.items = reinterpret_cast<int64_t*>(room + lists[0]);
  lefts_.items = reinterpret_cast<int64_t*>(room + lists[1]);
  rights_.items = reinterpret_cast<int64_t*>(room + lists[2]);
  segments_.items = reinterpret_cast<Segment*>(room + segments);
  lanes_.items = reinterpret_cast<Lane*>(room + lanes);
  co_return OkStatus();
}

bool ComparatorSort::IsDense(const SortedArray& array) const {
  int64_t elements = length_;
  bool dense = array.from_strides.inner == 1;
  for (size_t d = rows_.outer_sizes.size(); d-- > 0;) {
    const int64_t size = rows_.outer_sizes[d];
    dense = dense && (size == 1 || array.from_strides.outer[d] == elements);
    elements *= size;
  }
  return dense;
}

// Copies the elements of array k row after row.
Kernel ComparatorSort::CopyDense(size_t k) {
  const SortedArray& array = rows_.arrays[k];
  std::vector<int64_t> sizes = rows_.outer_sizes;
  std::vector<int64_t> strides = array.from_strides.outer;
  sizes.push_back(length_);
  strides.push_back(array.from_strides.inner);
  const std::vector<int64_t> dense = RowMajorStrides(sizes);
  std::byte* const copy = co_await Scratch<std::byte>(ElementCount(sizes) * columns_[k].width);
  co_await CopyStrided(sizes, copy, dense, memory_.from[k], strides, columns_[k].width);
  columns_[k].data = copy;
  co_return OkStatus();
}

// Adds as many segments as possible, from the end of the last ones, of the merges of all
// neighboring runs of `width` elements in every row. Long merges are cut into independent
// segments: of f32[8] with two runs of 4 and segments of 4, one lane merges the first half of the
// result, another the second.
void ComparatorSort::AddSegments(int64_t total, int64_t width, Cut& cut) {
  auto [begin, first, row_end] = cut;
  segments_.clear();
  while (begin < total) {
    const int64_t middle = begin + std::min(width, row_end - begin);
    const int64_t end = middle + std::min(width, row_end - middle);
    const int64_t count = end - begin;
    for (; first < count && segments_.size < max_lanes_; first += segment_size_) {
      const int64_t last = std::min(count, first + segment_size_);
      segments_.push_back({begin, middle, end, first, last,
                           std::max<int64_t>(0, last - (end - middle)),
                           std::min(last, middle - begin)});
    }
    if (first < count) break;
    first = 0;
    begin = end;
    if (end == row_end) row_end += length_;
  }
  cut = {begin, first, row_end};
}

Kernel ComparatorSort::MergeSegments() {
  BeginSplits();
  while (active_.size > 0) {
    const Application questions = Questions();
    co_await Apply(questions);
    TakeSplits();
  }
  MakeLanes();
  BeginLanes();
  while (active_.size > 0) {
    const Application questions = Questions();
    co_await Apply(questions);
    TakeElements();
  }
  if (!long_rests_) co_return OkStatus();
  const int64_t each = std::max<int64_t>(1, kComparatorSortGrain / segment_size_);
  const auto copy = [&](int64_t task, std::byte*) {
    const int64_t end = std::min(lanes_.size, (task + 1) * each);
    for (int64_t i = task * each; i < end; ++i) CopyRest(lanes_[i]);
  };
  co_await InTasks(TaskCount(lanes_.size, each), copy);
  co_return OkStatus();
}

// Bisects: the left run's element `m` is among the first `last` ones unless the right run's element
// `last - 1 - m` goes before it.
void ComparatorSort::BeginSplits() {
  active_.clear();
  lefts_.clear();
  rights_.clear();
  for (int64_t i = 0; i < segments_.size; ++i) AskForSplit(i);
}

void ComparatorSort::TakeSplits() {
  const int64_t asked = active_.size;
  active_.clear();
  lefts_.clear();
  rights_.clear();
  // The lanes that are still active are at most as many as before, and precede the others in the
  // lists.
  for (int64_t j = 0; j < asked; ++j) {
    const int64_t segment = active_[j];
    Segment& s = segments_[segment];
    const int64_t cut = s.cut();
    const bool right_first = answers_[j] != std::byte{0};
    (right_first ? s.high : s.low) = right_first ? cut : cut + 1;
    AskForSplit(segment);
  }
}

// A segment starts at the end of the one before. The splits that a contradictory comparator gave
// are moved so that the segments fit together, and each element is in exactly one of them.
void ComparatorSort::MakeLanes() {
  lanes_.clear();
  for (int64_t i = 0; i < segments_.size; ++i) {
    const Segment& s = segments_[i];
    const int64_t left = s.first == 0 ? 0 : left_taken_;
    left_taken_ = std::clamp(s.low, left, std::min(s.middle - s.begin, left + (s.last - s.first)));
    lanes_.push_back({s.begin + left, s.begin + left_taken_, s.middle + (s.first - left),
                      s.middle + (s.last - left_taken_), s.begin + s.first});
  }
}

void ComparatorSort::BeginLanes() {
  active_.clear();
  lefts_.clear();
  rights_.clear();
  for (int64_t i = 0; i < lanes_.size; ++i) AskForElement(i);
}

void ComparatorSort::TakeElements() {
  const int64_t asked = active_.size;
  active_.clear();
  lefts_.clear();
  rights_.clear();
  for (int64_t j = 0; j < asked; ++j) {
    const int64_t lane = active_[j];
    Lane& l = lanes_[lane];
    const bool right_first = answers_[j] != std::byte{0};
    to_[l.out++] = right_first ? rights_[j] : lefts_[j];
    ++(right_first ? l.right : l.left);
    AskForElement(lane);
  }
}

Application ComparatorSort::Questions() {
  const auto collect = [](const Column& column, const Bounded<int64_t>& positions, std::byte* to) {
    DispatchWidth(column.width, [&]<typename T>() {
      const T* const elements = reinterpret_cast<const T*>(column.data);
      T* const out = reinterpret_cast<T*>(to);
      for (int64_t i = 0; i < positions.size; ++i) out[i] = elements[positions.items[i]];
    });
  };
  for (const size_t k : compared_) {
    collect(columns_[k], rights_, columns_[k].before);
    collect(columns_[k], lefts_, columns_[k].after);
  }
  return {.arguments = Span<const std::byte* const>(arguments_.data(), arguments_.size()),
          .results = Span<std::byte* const>(&answers_, 1),
          .count = rights_.size};
}

// The elements from number `begin` up to `end` of the rows from `first` on go to their places.
void ComparatorSort::Fill(int64_t first, int64_t begin, int64_t end) {
  while (begin < end) {
    const int64_t row = begin / length_;
    const int64_t in_row = begin - row * length_;
    const int64_t count = std::min(end - begin, length_ - in_row);
    for (size_t k = 0; k < columns_.size(); ++k) {
      const SortedArray& array = rows_.arrays[k];
      const int64_t stride = array.to_strides.inner;
      const int64_t at = rows_.OffsetOf(first + row, array.to_strides) + in_row * stride;
      DispatchWidth(columns_[k].width, [&]<typename T>() {
        const T* const from = reinterpret_cast<const T*>(columns_[k].data);
        T* const to = reinterpret_cast<T*>(memory_.to[k]) + at;
        for (int64_t i = 0; i < count; ++i) to[i * stride] = from[from_[begin + i]];
      });
    }
    begin += count;
  }
}

}  // namespace

Kernel SortByComparing(SortedRows rows, std::vector<bool> used, SortedMemory memory) {
  if (rows.length == 0 || rows.count() == 0) co_return OkStatus();
  ComparatorSort sort(rows, used, memory);
  co_await sort.Run();
  co_return OkStatus();
}

}  // namespace hloom
