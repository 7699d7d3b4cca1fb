#include "runtime/run_state.h"

#include <algorithm>

#include "base/str_cat.h"

namespace hloom {

namespace {

constexpr Rule kLimitsC1 = {"limits.c1",
                            "a run executes at most as many instructions as its limit allows"};
constexpr Rule kLimitsC2 = {"limits.c2", "a run was cancelled"};
constexpr Rule kLimitsC4 = {"limits.c4", "a run takes at most as much time as its limit allows"};
constexpr Rule kRules[] = {kLimitsC1, kLimitsC2, kLimitsC4};

}  // namespace

Span<const Rule> LimitRules() { return kRules; }

void RunState::LimitTime(int64_t milliseconds, int64_t spent) {
  // A clock that counts nanoseconds ends after 292 years.
  constexpr int64_t kForever = int64_t{1} << 42;
  milliseconds_limit_ = std::max<int64_t>(milliseconds, 0);
  milliseconds_before_ = std::clamp<int64_t>(spent, 0, kForever);
  const int64_t left = std::max<int64_t>(milliseconds_limit_ - milliseconds_before_, 0);
  if (left < kForever) deadline_ = started_ + std::chrono::milliseconds(left);
}

void Watch::Read() {
  now_ = Clock::now();
  since_ = 0;
}

Status RunState::Check(Clock::time_point now) const {
  if (cancelled.load(std::memory_order_relaxed)) {
    return Cancelled(kLimitsC2)
        .Say(StrCat("the run was cancelled after ", Count(instructions, "instruction")))
        .Help("run it again; nothing else was affected");
  }
  return now < deadline_ ? OkStatus() : TooLate(now);
}

Status RunState::TooLate(Clock::time_point now) const {
  const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(now - started_);
  return DeadlineExceeded(kLimitsC4)
      .Op("run")
      .Say(StrCat("the run exceeded its limit of ", Count(milliseconds_limit_, "millisecond")))
      .Detail(StrCat(Count(milliseconds_before_ + passed.count(), "millisecond"), " passed, and ",
                     Count(instructions, "instruction"), " began"))
      .Help(
          "look for a `While` whose condition never becomes false, a custom call that does not "
          "answer, "
          "an infeed that gets no value or an outfeed that nobody empties; make the arrays "
          "smaller, "
          "or raise `limits.milliseconds`"_msg);
}

Status RunState::Charge(int64_t executed) {
  if (instructions.fetch_add(executed, std::memory_order_relaxed) + executed <= instruction_limit) {
    return OkStatus();
  }
  instructions = instruction_limit + 1;  // no further than one by one
  return ResourceExhausted(kLimitsC1)
      .Say(StrCat("the run exceeded its limit of ", Count(instruction_limit, "instruction")))
      .Help(
          "look for a `While` whose condition never becomes false, "
          "or raise `limits.instructions`"_msg);
}

}  // namespace hloom
