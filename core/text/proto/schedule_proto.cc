#include "text/proto/schedule_proto.h"

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/str_cat.h"
#include "base/wire_util.h"
#include "ops/verify/call_verifier.h"
#include "text/proto/instruction_proto.h"
#include "text/rules.h"

namespace hloom::hlo_proto {

namespace {

// The fields of a map's entry, and of the message that is its value here.
constexpr int kKey = 1;
constexpr int kValue = 2;
constexpr int kIds = 1;

Status Wrong(const HloComputation& computation, std::string what) {
  return InvalidArgument(kProtoM10)
      .Say(StrCat("the schedule of ", computation.name(), " ", what))
      .Help("a schedule has every instruction of its computation once");
}

Status Order(HloComputation& computation, const std::vector<int64_t>& ids) {
  InstructionsById left;
  for (const auto& instruction : computation.instructions()) {
    left.emplace(LocalId(instruction->unique_id()), instruction.get());
  }
  std::vector<HloInstruction*> order;
  for (int64_t id : ids) {
    const auto found = left.find(LocalId(id));
    if (found == left.end()) {
      return Wrong(computation, StrCat("has the id ", id, ", which no instruction has, or twice"));
    }
    order.push_back(found->second);
    left.erase(found);
  }
  if (!left.empty()) {
    return Wrong(computation,
                 StrCat("lacks ", Count(static_cast<int64_t>(left.size()), "instruction")));
  }
  computation.SetOrder(order);
  return OkStatus();
}

}  // namespace

void WriteSchedule(const HloModule& module, int field, WireWriter& out) {
  const std::unordered_set<const HloComputation*> fused = FusedComputations(module);
  out.BeginMessage(field);
  for (const auto& computation : module.computations()) {
    if (fused.count(computation.get()) > 0) continue;
    std::vector<int64_t> ids;
    for (const auto& instruction : computation->instructions()) {
      ids.push_back(instruction->unique_id());
    }
    out.BeginMessage(1);
    out.AddInt64(kKey, computation->unique_id());
    out.BeginMessage(kValue);
    out.PackInt64s(kIds, ids);
    out.EndMessage();
    out.EndMessage();
  }
  out.EndMessage();
}

Status ReadSchedule(const WireReader& field, Schedule& schedule) {
  return ForEachFieldIn(field, [&](const WireReader& entry) -> Status {
    if (entry.field() != 1) return OkStatus();
    int64_t computation = 0;
    std::vector<int64_t> ids;
    HLOOM_RETURN_IF_ERROR(ForEachFieldIn(entry, [&](const WireReader& part) -> Status {
      if (part.field() == kKey) {
        HLOOM_ASSIGN_OR_RETURN(computation, part.Int64());
      } else if (part.field() == kValue) {
        return ForEachFieldIn(part, [&](const WireReader& sequence) -> Status {
          return sequence.field() == kIds ? sequence.AppendInt64s(&ids) : OkStatus();
        });
      }
      return OkStatus();
    }));
    schedule[computation] = std::move(ids);
    return OkStatus();
  });
}

Status ApplySchedule(const Schedule& schedule, HloModule& module) {
  // Each thread has a schedule of its own, or none.
  std::unordered_set<std::string_view> threads;
  for (const auto& computation : module.computations()) {
    if (schedule.count(computation->unique_id()) > 0)
      threads.insert(computation->execution_thread());
  }
  const std::unordered_set<const HloComputation*> fused = FusedComputations(module);
  for (const auto& computation : module.computations()) {
    const auto found = schedule.find(computation->unique_id());
    if (found != schedule.end()) {
      HLOOM_RETURN_IF_ERROR(Order(*computation, found->second));
    } else if (fused.count(computation.get()) == 0 &&
               threads.count(computation->execution_thread()) > 0) {
      return Wrong(*computation, "is missing");
    }
  }
  return OkStatus();
}

}  // namespace hloom::hlo_proto
