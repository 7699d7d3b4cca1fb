// The explanation as text.
#include "base/str_cat.h"
#include "builder/broadcasting.h"

namespace hloom {

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
  for (const BroadcastDimension& d : dimensions) StrAppend(out, "\n  ", d.sentence);
  if (!ok()) {
    StrAppend(out, "\n", status.ToString());
    return out;
  }
  for (const BroadcastStep& step : steps) StrAppend(out, "\n  ", step.ToString());
  return out;
}

}  // namespace hloom
