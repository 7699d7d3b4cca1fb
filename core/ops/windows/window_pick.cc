#include "ops/windows/window_pick.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "kernels/copy.h"
#include "literal/convert.h"
#include "ops/elementwise/compare.h"
#include "ops/windows/fold_util.h"
#include "ops/windows/window_walk.h"

namespace hloom {

namespace {

// The direction, where the computation is a comparison of its two parameters in the order that its
// type has anyway.
std::optional<ComparisonDirection> RecognizeComparison(const HloComputation& select) {
  const HloInstruction& root = *select.root();
  const auto& parameters = select.parameters();
  if (root.opcode() != HloOpcode::kCompare || root.operand(0) != parameters[0] ||
      root.operand(1) != parameters[1]) {
    return std::nullopt;
  }
  const CompareAttributes& attributes = root.attributes<CompareAttributes>();
  const bool equality = attributes.direction == ComparisonDirection::kEq ||
                        attributes.direction == ComparisonDirection::kNe;
  if (equality || IsTotalOrderOfFloats(root)) return std::nullopt;
  return attributes.direction;
}

template <typename T, typename Keeps>
void PickOf(const T* elements, const WindowRun& run, int64_t* picks, Keeps keeps) {
  for (int64_t i = 0; i < run.count; ++i) {
    int64_t& pick = picks[run.output + i * run.output_step];
    const int64_t next = run.element + i * run.element_step;
    const bool first = pick < 0;
    // Selections, not branches: which element wins cannot be predicted.
    const bool stays = keeps(elements[first ? next : pick], elements[next]) && !first;
    pick = stays ? pick : next;
  }
}

using PickRun = void (*)(const std::byte* elements, const WindowRun& run, int64_t* picks);

template <typename T>
PickRun PickRunFor(ComparisonDirection direction) {
  constexpr auto kRun = []<typename Keeps>(Keeps) -> PickRun {
    return [](const std::byte* elements, const WindowRun& run, int64_t* picks) {
      PickOf(reinterpret_cast<const T*>(elements), run, picks, Keeps());
    };
  };
  switch (direction) {
    case ComparisonDirection::kGe:
      return kRun(std::greater_equal<T>());
    case ComparisonDirection::kGt:
      return kRun(std::greater<T>());
    case ComparisonDirection::kLe:
      return kRun(std::less_equal<T>());
    default:
      return kRun(std::less<T>());
  }
}

PickRun PickRunFor(PrimitiveType type, ComparisonDirection direction) {
  PickRun run = nullptr;
  DispatchComputeType(type, [&]<typename T>() {
    if constexpr (!kIsComplex<T>) run = PickRunFor<T>(direction);
  });
  return run;
}

// Any select: windows look at their next elements together.
class Batch {
 public:
  Batch(const Literal& array, int64_t* picks)
      : elements_(array.data<std::byte>()),
        width_(ByteWidth(array.shape().element_type())),
        picks_(picks) {
    const size_t room = static_cast<size_t>(kCapacity * width_);
    picked_.resize(room);
    next_.resize(room);
  }

  Status Add(const WindowRun& run, ComputationCaller& caller) {
    for (int64_t i = 0; i < run.count; ++i) {
      const int64_t output = run.output + i * run.output_step;
      const int64_t next = run.element + i * run.element_step;
      if (picks_[output] < 0) {
        picks_[output] = next;
        continue;
      }
      outputs_.push_back(output);
      nexts_.push_back(next);
      if (outputs_.size() == kCapacity) HLOOM_RETURN_IF_ERROR(Flush(caller));
    }
    return OkStatus();
  }

  Status Flush(ComputationCaller& caller) {
    const size_t count = outputs_.size();
    if (count == 0) return OkStatus();
    DispatchWidth(width_, [&]<typename T>() {
      const T* from = reinterpret_cast<const T*>(elements_);
      T* const picked = reinterpret_cast<T*>(picked_.data());
      T* const next = reinterpret_cast<T*>(next_.data());
      for (size_t i = 0; i < count; ++i) picked[i] = from[picks_[outputs_[i]]];
      for (size_t i = 0; i < count; ++i) next[i] = from[nexts_[i]];
    });
    std::byte stays[kCapacity];
    const std::byte* const arguments[] = {picked_.data(), next_.data()};
    std::byte* const results[] = {stays};
    HLOOM_RETURN_IF_ERROR(caller.CallOnElements(arguments, results, static_cast<int64_t>(count)));
    for (size_t i = 0; i < count; ++i) {
      int64_t& pick = picks_[outputs_[i]];
      pick = stays[i] != std::byte{0} ? pick : nexts_[i];
    }
    outputs_.clear();
    nexts_.clear();
    return OkStatus();
  }

 private:
  static constexpr size_t kCapacity = 4096;

  const std::byte* elements_;
  int64_t width_;
  int64_t* picks_;
  std::vector<std::byte> picked_, next_;
  std::vector<int64_t> outputs_, nexts_;
};

// Calls `run` for each run, and `end` after each position of the window.
template <typename Run, typename End>
Status ForEachRun(EvalContext& context, const Window& window, const Literal& array,
                  Span<const int64_t> output_sizes, Run on_run, End on_end) {
  Poller poller(context);
  WindowWalk walk(window, array.shape().dimensions(), output_sizes);
  for (; walk.has_position(); walk.NextPosition()) {
    HLOOM_RETURN_IF_ERROR(poller.After(1));
    WindowRun run;
    while (walk.NextRun(&run)) {
      HLOOM_RETURN_IF_ERROR(poller.After(run.count));
      HLOOM_RETURN_IF_ERROR(on_run(run));
    }
    HLOOM_RETURN_IF_ERROR(on_end());
  }
  return OkStatus();
}

}  // namespace

StatusOr<Literal> PickElements(EvalContext& context, const HloComputation& select,
                               const Window& window, const Literal& array,
                               Span<const int64_t> output_sizes) {
  HLOOM_ASSIGN_OR_RETURN(
      Literal picked, Literal::Create(ShapeUtil::MakeShape(S64, output_sizes), context.ledger()));
  int64_t* const picks = picked.mutable_data<int64_t>();
  std::fill_n(picks, picked.element_count(), -1);
  const PrimitiveType compute = ComputeTypeOf(array.shape().element_type());
  if (const auto direction = RecognizeComparison(select)) {
    const PickRun pick = PickRunFor(compute, *direction);
    // Widened, elements compare as they did.
    HLOOM_ASSIGN_OR_RETURN(const Literal elements,
                           ConvertElements(array, compute, context.ledger()));
    HLOOM_RETURN_IF_ERROR(ForEachRun(
        context, window, array, output_sizes,
        [&](const WindowRun& run) {
          pick(elements.data<std::byte>(), run, picks);
          return OkStatus();
        },
        [] { return OkStatus(); }));
    return picked;
  }
  HLOOM_ASSIGN_OR_RETURN(const std::unique_ptr<ComputationCaller> caller, context.Prepare(select));
  Batch batch(array, picks);
  HLOOM_RETURN_IF_ERROR(ForEachRun(
      context, window, array, output_sizes,
      [&](const WindowRun& run) { return batch.Add(run, *caller); },
      [&] { return batch.Flush(*caller); }));
  return picked;
}

}  // namespace hloom
