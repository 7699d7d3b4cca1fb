// The explanation as text.
#include "base/str_cat.h"
#include "builder/broadcasting.h"

namespace hloom {

namespace {

std::string Times(int64_t n) {
  return n == 1 ? "appear once" : StrCat("repeat ", Count(n, "time"));
}

std::string SideName(const BroadcastSide& side, std::string_view name) {
  if (side.origin != BroadcastSide::Origin::kInDim) return std::string(name);
  return StrCat("dimension ", *side.dimension, " of ", name, ", mapped here,");
}

}  // namespace

std::string BroadcastDimension::Sentence() const {
  const std::string start = StrCat("dimension ", dimension, ": ");
  switch (verdict) {
    case Verdict::kEqual: {
      const bool lhs_mapped = lhs.origin == BroadcastSide::Origin::kInDim;
      const bool mapped = lhs_mapped || rhs.origin == BroadcastSide::Origin::kInDim;
      if (!mapped) return StrCat(start, "both have size ", size);
      return StrCat(start, SideName(lhs_mapped ? lhs : rhs, lhs_mapped ? "lhs" : "rhs"),
                    " has the same size ", size);
    }
    case Verdict::kLhsExpands:
      return StrCat(start, SideName(lhs, "lhs"), " has size 1, so its values ", Times(size));
    case Verdict::kRhsExpands:
      return StrCat(start, SideName(rhs, "rhs"), " has size 1, so its values ", Times(size));
    case Verdict::kNewInLhs:
      return StrCat(start, "lhs has no dimension here, so its values ", Times(size));
    case Verdict::kNewInRhs:
      return StrCat(start, "rhs has no dimension here, so its values ", Times(size));
    case Verdict::kMismatch:
      return StrCat(start, "sizes ", lhs.size, " and ", rhs.size, " are neither equal nor 1");
  }
  return start;
}

std::string_view BroadcastOriginName(BroadcastSide::Origin origin) {
  static constexpr std::string_view kNames[] = {"own", "in_dim", "new"};
  return kNames[static_cast<int>(origin)];
}

std::string_view BroadcastVerdictName(BroadcastDimension::Verdict verdict) {
  static constexpr std::string_view kNames[] = {"equal",   "lhs_expands", "rhs_expands",
                                                "new_lhs", "new_rhs",     "mismatch"};
  return kNames[static_cast<int>(verdict)];
}

std::string BroadcastStep::ToString() const {
  const std::string what =
      StrCat(on_lhs ? "lhs" : "rhs", ": ", is_reshape ? "reshape " : "broadcast ", from.ToString(),
             " to ", to.ToString());
  return is_reshape ? what : StrCat(what, ", dimensions=", Braced(dimensions));
}

std::string BroadcastExplanation::ToString() const {
  std::string out = StrCat(lhs.ToString(), " with ", rhs.ToString());
  if (!broadcast_dimensions.empty()) {
    StrAppend(out, ", broadcast_dimensions=", Braced(broadcast_dimensions));
  }
  if (ok()) StrAppend(out, " gives ", result.ToString());
  for (const BroadcastDimension& d : dimensions) StrAppend(out, "\n  ", d.Sentence());
  if (!ok()) {
    StrAppend(out, "\n", status.ToString());
    return out;
  }
  for (const BroadcastStep& step : steps) StrAppend(out, "\n  ", step.ToString());
  return out;
}

}  // namespace hloom
