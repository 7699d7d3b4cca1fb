// The explanation as text.
#include "base/str_cat.h"
#include "builder/broadcasting.h"

namespace hloom {

namespace {

// Names the dimension of the operand that broadcast_dimensions maps here: " (dimension 0 of rhs)".
std::string MappedDimension(const BroadcastSide& side, std::string_view name) {
  if (side.origin != BroadcastSide::Origin::kInDim) return "";
  return StrCat(" (dimension ", *side.dimension, " of ", name, ")");
}

std::string Stretched(const BroadcastSide& side, std::string_view name, int64_t size) {
  const std::string mapped = MappedDimension(side, name);
  if (size == 1) return StrCat("both have size 1", mapped);
  return StrCat(name, " has size 1, so it is stretched to ", size, mapped);
}

std::string Repeated(std::string_view name, int64_t dimension, int64_t size) {
  return StrCat(name, " has no dimension ", dimension, ", so it is repeated ",
                size == 1 ? "once" : Count(size, "time"));
}

}  // namespace

std::string BroadcastDimension::Sentence() const {
  const std::string start = StrCat("dimension ", dimension, ": ");
  switch (verdict) {
    case Verdict::kEqual:
      return StrCat(start, "both have size ", size, MappedDimension(lhs, "lhs"),
                    MappedDimension(rhs, "rhs"));
    case Verdict::kLhsExpands:
      return StrCat(start, Stretched(lhs, "lhs", size));
    case Verdict::kRhsExpands:
      return StrCat(start, Stretched(rhs, "rhs", size));
    case Verdict::kNewInLhs:
      return StrCat(start, Repeated("lhs", dimension, size));
    case Verdict::kNewInRhs:
      return StrCat(start, Repeated("rhs", dimension, size));
    case Verdict::kMismatch:
      return StrCat(start, lhs.size, " and ", rhs.size,
                    " do not match: sizes must be equal, or one of them must be 1");
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
