#include "ops/sorting/sort_merge.h"

#include <algorithm>

#include "kernels/copy.h"
#include "ops/control/structural.h"

namespace hloom {

namespace {

// Comparisons that are asked at once; a comparison costs less in company.
constexpr int64_t kMostLanes = 4096;
// Rows are sorted together up to this many elements.
constexpr int64_t kElementsAtOnce = 1 << 18;
// Finding where a segment ends asks too: shorter ones are not worth it.
constexpr int64_t kLeastSegment = 16;
constexpr int64_t kPollEvery = 1 << 16;

// Which parameters the comparator looks at: payloads need not be handed to it.
std::vector<bool> UsedParameters(const HloComputation& comparator) {
  std::vector<bool> used(comparator.parameters().size(), false);
  const auto mark = [&](const HloInstruction* x) {
    if (x->opcode() != HloOpcode::kParameter) return;
    used[static_cast<size_t>(x->attributes<ParameterAttributes>().parameter_number)] = true;
  };
  for (const auto& instruction : comparator.instructions()) {
    for (const HloInstruction* operand : instruction->operands()) mark(operand);
  }
  mark(comparator.root());
  return used;
}

void Collect(const std::byte* from, int64_t width, const std::vector<int64_t>& positions,
             std::byte* to) {
  DispatchWidth(width, [&]<typename T>() {
    const T* elements = reinterpret_cast<const T*>(from);
    T* out = reinterpret_cast<T*>(to);
    for (size_t i = 0; i < positions.size(); ++i) out[i] = elements[positions[i]];
  });
}

}  // namespace

StatusOr<std::unique_ptr<MergeSorter>> MergeSorter::Create(EvalContext& context,
                                                           const HloComputation& comparator,
                                                           Span<const Literal> operands,
                                                           int64_t length) {
  std::unique_ptr<MergeSorter> sorter(new MergeSorter(context, length));
  HLOOM_RETURN_IF_ERROR(sorter->Allocate(comparator, operands));
  return sorter;
}

Status MergeSorter::Allocate(const HloComputation& comparator, Span<const Literal> operands) {
  HLOOM_ASSIGN_OR_RETURN(caller_, context_.Prepare(comparator));
  rows_at_once_ = std::max<int64_t>(1, kElementsAtOnce / length_);
  const int64_t elements =
      std::max(length_, std::min(kElementsAtOnce, operands[0].element_count()));
  max_lanes_ = std::min(kMostLanes, elements);
  const std::vector<bool> used = UsedParameters(comparator);
  for (size_t k = 0; k < operands.size(); ++k) {
    Column column;
    column.data = operands[k].data<std::byte>();
    column.width = ByteWidth(operands[k].shape().element_type());
    column.used = used[2 * k] || used[2 * k + 1];
    for (Buffer* buffer : {&column.before, &column.after}) {
      const int64_t bytes = max_lanes_ * column.width;
      HLOOM_ASSIGN_OR_RETURN(*buffer, Buffer::Allocate(bytes, context_.ledger()));
      // What is not looked at holds zeros, which every type has.
      std::fill_n(buffer->data(), bytes, std::byte{0});
    }
    arguments_.push_back(column.before.data());
    arguments_.push_back(column.after.data());
    columns_.push_back(std::move(column));
  }
  for (Buffer* buffer : {&order_, &merged_}) {
    HLOOM_ASSIGN_OR_RETURN(*buffer, Buffer::Allocate(elements * 8, context_.ledger()));
  }
  HLOOM_ASSIGN_OR_RETURN(answers_, Buffer::Allocate(max_lanes_, context_.ledger()));
  return OkStatus();
}

StatusOr<Span<const int64_t>> MergeSorter::Order(int64_t first, int64_t rows) {
  const int64_t total = rows * length_;
  from_ = reinterpret_cast<int64_t*>(order_.data());
  to_ = reinterpret_cast<int64_t*>(merged_.data());
  for (int64_t i = 0; i < total; ++i) from_[i] = first * length_ + i;
  segment_size_ = std::max(kLeastSegment, (total + max_lanes_ - 1) / max_lanes_);
  for (int64_t width = 1; width < length_; width *= 2) {
    HLOOM_RETURN_IF_ERROR(MergeAll(total, width));
    std::swap(from_, to_);
  }
  return Span<const int64_t>(from_, static_cast<size_t>(total));
}

// Every pair of neighbouring runs of `width` elements in every row.
Status MergeSorter::MergeAll(int64_t total, int64_t width) {
  for (int64_t row = 0; row < total; row += length_) {
    const int64_t row_end = row + length_;
    for (int64_t begin = row; begin < row_end;) {
      const int64_t middle = begin + std::min(width, row_end - begin);
      const int64_t end = middle + std::min(width, row_end - middle);
      if (middle == end) {
        std::copy(from_ + begin, from_ + end, to_ + begin);
      } else {
        HLOOM_RETURN_IF_ERROR(MergeRuns(begin, middle, end));
      }
      begin = end;
    }
  }
  return Flush();
}

// Long merges are cut into segments, which do not need each other: of f32[8] with two runs of 4 and
// segments of 4, one lane merges what will be the first half, another what will be the second.
Status MergeSorter::MergeRuns(int64_t begin, int64_t middle, int64_t end) {
  const int64_t count = end - begin;
  for (int64_t first = 0; first < count; first += segment_size_) {
    if (static_cast<int64_t>(segments_.size()) == max_lanes_) HLOOM_RETURN_IF_ERROR(Flush());
    const int64_t last = std::min(count, first + segment_size_);
    segments_.push_back({begin, middle, end, first, last,
                         std::max<int64_t>(0, last - (end - middle)),
                         std::min(last, middle - begin)});
  }
  return OkStatus();
}

Status MergeSorter::Flush() {
  HLOOM_RETURN_IF_ERROR(FindSplits());
  MakeLanes();
  segments_.clear();
  return MergeLanes();
}

// By bisection: the left run's element `m` is among the first `last` ones unless the right run's
// element `last - 1 - m` goes before it.
Status MergeSorter::FindSplits() {
  const auto middle_of = [](const Segment& s) { return s.low + (s.high - s.low) / 2; };
  active_.clear();
  for (size_t i = 0; i < segments_.size(); ++i) {
    if (segments_[i].low < segments_[i].high) active_.push_back(i);
  }
  while (!active_.empty()) {
    lefts_.clear();
    rights_.clear();
    for (const size_t i : active_) {
      const Segment& s = segments_[i];
      lefts_.push_back(from_[s.begin + middle_of(s)]);
      rights_.push_back(from_[s.middle + s.last - 1 - middle_of(s)]);
    }
    HLOOM_RETURN_IF_ERROR(Ask());
    size_t kept = 0;
    for (size_t j = 0; j < active_.size(); ++j) {
      Segment& s = segments_[active_[j]];
      const bool right_first = answers_.data()[j] != std::byte{0};
      (right_first ? s.high : s.low) = middle_of(s) + (right_first ? 0 : 1);
      if (s.low < s.high) active_[kept++] = active_[j];
    }
    active_.resize(kept);
  }
  return OkStatus();
}

// A segment starts where the one before it ends. What a comparator that contradicts itself found is
// moved to where the segments fit together, so that each element is in exactly one of them.
void MergeSorter::MakeLanes() {
  lanes_.clear();
  for (const Segment& s : segments_) {
    const int64_t left = s.first == 0 ? 0 : left_taken_;
    left_taken_ = std::clamp(s.low, left, std::min(s.middle - s.begin, left + (s.last - s.first)));
    lanes_.push_back({s.begin + left, s.begin + left_taken_, s.middle + (s.first - left),
                      s.middle + (s.last - left_taken_), s.begin + s.first});
  }
}

// False when one of its runs is used up, and the rest of the other is in its place.
bool MergeSorter::StillMerging(Lane& lane) {
  if (lane.left < lane.left_end && lane.right < lane.right_end) return true;
  int64_t* out = std::copy(from_ + lane.left, from_ + lane.left_end, to_ + lane.out);
  std::copy(from_ + lane.right, from_ + lane.right_end, out);
  return false;
}

Status MergeSorter::MergeLanes() {
  active_.clear();
  for (size_t i = 0; i < lanes_.size(); ++i) {
    if (StillMerging(lanes_[i])) active_.push_back(i);
  }
  while (!active_.empty()) {
    lefts_.clear();
    rights_.clear();
    for (const size_t i : active_) {
      lefts_.push_back(from_[lanes_[i].left]);
      rights_.push_back(from_[lanes_[i].right]);
    }
    HLOOM_RETURN_IF_ERROR(Ask());
    size_t kept = 0;
    for (size_t j = 0; j < active_.size(); ++j) {
      Lane& lane = lanes_[active_[j]];
      const bool right_first = answers_.data()[j] != std::byte{0};
      to_[lane.out++] = right_first ? rights_[j] : lefts_[j];
      ++(right_first ? lane.right : lane.left);
      if (StillMerging(lane)) active_[kept++] = active_[j];
    }
    active_.resize(kept);
  }
  return OkStatus();
}

Status MergeSorter::Ask() {
  const auto count = static_cast<int64_t>(rights_.size());
  if ((since_poll_ += count) >= kPollEvery) {
    since_poll_ = 0;
    HLOOM_RETURN_IF_ERROR(context_.Poll());
  }
  for (const Column& column : columns_) {
    if (!column.used) continue;
    Collect(column.data, column.width, rights_, column.before.data());
    Collect(column.data, column.width, lefts_, column.after.data());
  }
  std::byte* const answers = answers_.data();
  return caller_->CallOnElements(Span<const std::byte* const>(arguments_.data(), arguments_.size()),
                                 Span<std::byte* const>(&answers, 1), count);
}

}  // namespace hloom
