#include "builder/broadcasting.h"

#include "base/str_cat.h"
#include "builder/rules.h"
#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr Rule kBroadcastC1 = {
    "broadcast.c1",
    "arrays of different rank need broadcast_dimensions; only scalars are broadcast without"};
constexpr Rule kBroadcastC3 = {
    "broadcast.c3", "each of broadcast_dimensions is a dimension of the higher-rank array"};
constexpr Rule kBroadcastC4 = {"broadcast.c4", "broadcast_dimensions is strictly increasing"};
constexpr Rule kBroadcastC5 = {
    "broadcast.c5", "between arrays of equal rank broadcast_dimensions is empty or the identity"};
constexpr Rule kBroadcastC6 = {"broadcast.c6", "the operands have the same element type"};
constexpr Rule kBroadcastC7 = {
    "broadcast.c7",
    "broadcast_dimensions has one entry for each dimension of the lower-rank array"};
constexpr Rule kBroadcastC8 = {"broadcast.c8", "only a static dimension of size 1 is stretched"};
constexpr Rule kBroadcastingRules[] = {kBroadcastC1, kBroadcastC2, kBroadcastC3, kBroadcastC4,
                                       kBroadcastC5, kBroadcastC6, kBroadcastC7, kBroadcastC8};

// The operand with the higher rank. If the ranks are equal, nothing is mapped.
struct Roles {
  const Shape& low;
  const Shape& high;
  bool low_is_lhs;
};

Roles RolesOf(const BroadcastExplanation& e) {
  const bool low_is_lhs = e.lhs.rank() < e.rhs.rank();
  return {low_is_lhs ? e.lhs : e.rhs, low_is_lhs ? e.rhs : e.lhs, low_is_lhs};
}

std::string CannotBroadcast(const BroadcastExplanation& e) {
  return StrCat(e.lhs.ToString(), " and ", e.rhs.ToString(), " cannot be broadcast together");
}

ErrorBuilder Refuse(const Rule& rule, const BroadcastExplanation& e) {
  return InvalidArgument(rule).Say(CannotBroadcast(e)).Operand(e.lhs).Operand(e.rhs);
}

// Dimensions of `high` that the dimensions of `low` would fit, in order: from the right, which is
// the usual intention.
std::vector<int64_t> SuggestDimensions(const Shape& low, const Shape& high) {
  std::vector<int64_t> suggestion(static_cast<size_t>(low.rank()));
  int64_t candidate = high.rank();
  for (int64_t i = low.rank(); i-- > 0;) {
    do {
      --candidate;
    } while (candidate >= 0 && low.dimensions(i) != high.dimensions(candidate) &&
             low.dimensions(i) != 1);
    if (candidate < 0) return {};
    suggestion[static_cast<size_t>(i)] = candidate;
  }
  return suggestion;
}

Message SuggestText(const Shape& low, const Shape& high) {
  const std::vector<int64_t> suggestion = SuggestDimensions(low, high);
  if (suggestion.empty()) {
    return StrCat("no dimensions of ", high.ToString(), " fit the sizes of ", low.ToString(),
                  " in order; reshape or transpose one of them");
  }
  return MessageCat(WithValue("broadcast_dimensions", suggestion), " would match ", low.ToString(),
                    " to dimension", suggestion.size() == 1 ? " " : "s ", StrJoin(suggestion, ","),
                    " of ", high.ToString());
}

Status CheckEqualRank(const BroadcastExplanation& e) {
  for (size_t i = 0; i < e.broadcast_dimensions.size(); ++i) {
    if (e.broadcast_dimensions[i] == static_cast<int64_t>(i)) continue;
    return Refuse(kBroadcastC5, e)
        .Detail(MessageCat("both have rank ", e.lhs.rank(), ", but ",
                           WithValue("broadcast_dimensions", e.broadcast_dimensions),
                           " is not the identity"))
        .Help("leave `broadcast_dimensions` out; to permute dimensions, transpose first"_msg);
  }
  if (e.broadcast_dimensions.empty() ||
      static_cast<int64_t>(e.broadcast_dimensions.size()) == e.lhs.rank()) {
    return OkStatus();
  }
  return Refuse(kBroadcastC5, e)
      .Detail(MessageCat("both have rank ", e.lhs.rank(), ", but ",
                         WithValue("broadcast_dimensions", e.broadcast_dimensions), " has ",
                         Count(static_cast<int64_t>(e.broadcast_dimensions.size()), "entry")))
      .Help("leave `broadcast_dimensions` out"_msg);
}

Status CheckEntry(const BroadcastExplanation& e, const Roles& roles, size_t i) {
  const std::vector<int64_t>& dims = e.broadcast_dimensions;
  if (dims[i] < 0 || dims[i] >= roles.high.rank()) {
    return Refuse(kBroadcastC3, e)
        .Detail(MessageCat(WithValue("broadcast_dimensions", dims), " names dimension ", dims[i],
                           ", but ", roles.high.ToString(), " has the dimensions 0..",
                           roles.high.rank() - 1))
        .Help(SuggestText(roles.low, roles.high));
  }
  if (i > 0 && dims[i] <= dims[i - 1]) {
    const bool twice = dims[i] == dims[i - 1];
    const bool suggestion = !SuggestDimensions(roles.low, roles.high).empty();
    Message help = twice ? StrCat("give each dimension of ", roles.low.ToString(),
                                  " one of its own of ", roles.high.ToString())
                         : StrCat("transpose ", roles.low.ToString(), " first");
    if (suggestion) help = MessageCat(help, ", or: ", SuggestText(roles.low, roles.high));
    return Refuse(kBroadcastC4, e)
        .Detail(MessageCat(WithValue("broadcast_dimensions", dims), " is not strictly increasing: ",
                           dims[i - 1], " is followed by ", dims[i]))
        .Detail(twice ? StrCat("two dimensions of ", roles.low.ToString(),
                               " cannot become the same one")
                      : std::string("broadcasting keeps the order of dimensions"))
        .Help(std::move(help));
  }
  return OkStatus();
}

Status CheckDimensionList(const BroadcastExplanation& e) {
  const Roles roles = RolesOf(e);
  if (e.lhs.rank() == e.rhs.rank()) return CheckEqualRank(e);
  const std::vector<int64_t>& dims = e.broadcast_dimensions;
  if (dims.empty() && roles.low.rank() == 0) return OkStatus();
  if (dims.empty()) {
    return Refuse(kBroadcastC1, e)
        .Detail(MessageCat("their ranks are ", e.lhs.rank(), " and ", e.rhs.rank(),
                           ", and `broadcast_dimensions` is not given"_msg))
        .Detail("ranks are never matched implicitly, except for scalars")
        .Help(SuggestText(roles.low, roles.high));
  }
  if (static_cast<int64_t>(dims.size()) != roles.low.rank()) {
    return Refuse(kBroadcastC7, e)
        .Detail(MessageCat(WithValue("broadcast_dimensions", dims), " has ", dims.size(),
                           dims.size() == 1 ? " entry, " : " entries, ", roles.low.ToString(),
                           " has rank ", roles.low.rank()))
        .Help(roles.low.rank() == 0 ? Message("leave `broadcast_dimensions` out for a scalar"_msg)
                                    : SuggestText(roles.low, roles.high));
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    HLOOM_RETURN_IF_ERROR(CheckEntry(e, roles, i));
  }
  return OkStatus();
}

// The role of `shape` in dimension `d` of a result of rank `rank`.
BroadcastSide SideAt(const Shape& shape, int64_t d, int64_t rank, Span<const int64_t> mapping) {
  using Origin = BroadcastSide::Origin;
  if (shape.rank() == rank) {
    return {Origin::kOwn, d, shape.dimensions(d), false, shape.is_dynamic_dimension(d)};
  }
  for (size_t i = 0; i < mapping.size(); ++i) {
    if (mapping[i] != d) continue;
    const int64_t own = static_cast<int64_t>(i);
    return {Origin::kInDim, own, shape.dimensions(own), false, shape.is_dynamic_dimension(own)};
  }
  return {Origin::kNew, std::nullopt, 1, false, false};
}

BroadcastDimension Judge(int64_t dimension, BroadcastSide lhs, BroadcastSide rhs) {
  using Verdict = BroadcastDimension::Verdict;
  BroadcastDimension d;
  d.dimension = dimension;
  // This is not the maximum of the two: 1 against 0 gives 0.
  d.size = lhs.size == 1 ? rhs.size : lhs.size;
  if (lhs.origin == BroadcastSide::Origin::kNew) {
    d.verdict = Verdict::kNewInLhs;
  } else if (rhs.origin == BroadcastSide::Origin::kNew) {
    d.verdict = Verdict::kNewInRhs;
  } else if (lhs.size == rhs.size) {
    d.verdict = Verdict::kEqual;
  } else if (lhs.size == 1) {
    d.verdict = Verdict::kLhsExpands;
  } else if (rhs.size == 1) {
    d.verdict = Verdict::kRhsExpands;
  } else {
    d.verdict = Verdict::kMismatch;
  }
  lhs.expanded = d.verdict == Verdict::kLhsExpands || d.verdict == Verdict::kNewInLhs;
  rhs.expanded = d.verdict == Verdict::kRhsExpands || d.verdict == Verdict::kNewInRhs;
  d.lhs = lhs;
  d.rhs = rhs;
  return d;
}

// The error broadcast.c2 at dimension `d`.
Status Mismatch(const BroadcastExplanation& e, const BroadcastDimension& d) {
  const Roles roles = RolesOf(e);
  const BroadcastSide& low = roles.low_is_lhs ? d.lhs : d.rhs;
  const BroadcastSide& high = roles.low_is_lhs ? d.rhs : d.lhs;
  if (low.origin == BroadcastSide::Origin::kInDim) {
    return Refuse(kBroadcastC2, e)
        .Detail(MessageCat("dimension ", *low.dimension, " of ", roles.low.ToString(), " (size ",
                           low.size, ") is mapped to dimension ", d.dimension, " of ",
                           roles.high.ToString(), " (size ", high.size, ") by ",
                           WithValue("broadcast_dimensions", e.broadcast_dimensions)))
        .Detail("the sizes must be equal, or one of them 1")
        .Help(roles.low.rank() == 1
                  ? MessageCat(WithValue("broadcast_dimensions", e.broadcast_dimensions),
                               " needs a vector of ", Count(high.size, "element"), ", or of 1")
                  : StrCat("dimension ", *low.dimension, " of the lower-rank array must have size ",
                           high.size, ", or 1"));
  }
  return Refuse(kBroadcastC2, e)
      .Detail(StrCat("dimension ", d.dimension, " has size ", d.lhs.size, " in ", e.lhs.ToString(),
                     " and size ", d.rhs.size, " in ", e.rhs.ToString()))
      .Detail("the sizes must be equal, or one of them 1")
      .Help(StrCat("make dimension ", d.dimension, " of one of them ", d.lhs.size, " or ",
                   d.rhs.size, " like the other's, or 1"));
}

// The error broadcast.c8 at dimension `d`.
Status DynamicStretched(const BroadcastExplanation& e, const BroadcastDimension& d) {
  const bool lhs = d.lhs.expanded;
  return Refuse(kBroadcastC8, e)
      .Detail(StrCat(
          "dimension ", *(lhs ? d.lhs : d.rhs).dimension, " of ", (lhs ? e.lhs : e.rhs).ToString(),
          " is dynamic, and its live size may be 0: it cannot be stretched to size ", d.size))
      .Help("`RemoveDynamicDimension` makes the dimension static"_msg);
}

Status TypeMismatch(const BroadcastExplanation& e) {
  const std::string_view lhs = PrimitiveTypeName(e.lhs.element_type());
  const std::string_view rhs = PrimitiveTypeName(e.rhs.element_type());
  return InvalidArgument(kBroadcastC6)
      .Say(StrCat(e.lhs.ToString(), " and ", e.rhs.ToString(), " have different element types, ",
                  lhs, " and ", rhs))
      .Operand(e.lhs)
      .Operand(e.rhs)
      .Detail("types are never converted implicitly")
      .Help(MessageCat("give both the type ", lhs, " or ", rhs, " with `ConvertElementType`"_msg));
}

// The error type.c2: an operand that is not an array has no dimensions to match.
Status NotArrays(const BroadcastExplanation& e) {
  const Shape& odd = e.lhs.IsArray() ? e.rhs : e.lhs;
  const bool both_kinds = !e.lhs.IsArray() && !e.rhs.IsArray() && !(e.lhs == e.rhs);
  return Refuse(kTypeC2, e)
      .Detail(both_kinds ? StrCat(e.lhs.ToString(), " and ", e.rhs.ToString(), " are not arrays")
                         : StrCat(odd.ToString(), " is not an array"))
      .Help(HelpToAnArray(odd));
}

// The error of ValidateShape for an array that the operands make, such as shape.c3: f32[N,1] and
// f32[1,N] are small, and f32[N,N] may be too large.
Status CannotMake(const Status& invalid, const BroadcastExplanation& e, std::string detail,
                  Message help) {
  return ErrorBuilder(invalid.code(), invalid.rule())
      .Say(invalid.fields().headline)
      .Operand(e.lhs)
      .Operand(e.rhs)
      .Detail(std::move(detail))
      .Help(std::move(help));
}

// In-dim broadcasting comes first, then degenerate broadcasting, as XLA's page on broadcasting
// composes them: [1,2] onto [4,3,1] by {1,2} has the intermediate shape [4,1,2]. The intermediate
// array may be too large even if the result is not: [1] onto [0,N,N] by {0} has the intermediate
// shape [1,N,N].
Status AppendSteps(bool on_lhs, BroadcastExplanation& e) {
  const Shape& from = on_lhs ? e.lhs : e.rhs;
  Shape current =
      ShapeUtil::MakeShape(from.element_type(), from.dimensions(), from.dynamic_dimensions());
  if (current.rank() < e.result.rank()) {
    std::vector<int64_t> sizes = e.result.dimensions().ToVector();
    const std::vector<int64_t> mapping =
        current.rank() == 0 ? std::vector<int64_t>() : e.broadcast_dimensions;
    std::vector<bool> dynamic(sizes.size(), false);
    for (size_t i = 0; i < mapping.size(); ++i) {
      const int64_t own = static_cast<int64_t>(i);
      sizes[static_cast<size_t>(mapping[i])] = current.dimensions(own);
      dynamic[static_cast<size_t>(mapping[i])] = current.is_dynamic_dimension(own);
    }
    Shape grown = ShapeUtil::MakeShape(current.element_type(), sizes, dynamic);
    if (const Status status = ShapeUtil::ValidateShape(grown); !status.ok()) {
      return CannotMake(status, e,
                        StrCat(from.ToString(), " becomes it on the way to ", e.result.ToString(),
                               ", before dimensions of size 1 are stretched"),
                        StrCat("reshape ", from.ToString(), " to rank ", e.result.rank(),
                               " first, with size 1 where it has no dimension: then it is "
                               "stretched in one step"));
    }
    e.steps.push_back({on_lhs, /*is_reshape=*/false, current, grown, mapping});
    current = std::move(grown);
  }
  if (!ShapeUtil::SameDimensions(current, e.result)) {
    AppendDegenerateSteps(on_lhs, current, e.result, e.steps);
  }
  return OkStatus();
}

// An operand without steps keeps its layout, and the results of steps are row-major. The result has
// the common layout of both.
void SetResultLayout(BroadcastExplanation& e) {
  bool keep = e.lhs.layout() == e.rhs.layout() && e.lhs.layout().padded_dimensions().empty();
  keep = keep && e.steps.empty();
  if (keep) e.result.set_layout(e.lhs.layout());
}

}  // namespace

void AppendDegenerateSteps(bool on_lhs, const Shape& from, const Shape& to,
                           std::vector<BroadcastStep>& steps) {
  std::vector<int64_t> kept;
  std::vector<int64_t> sizes;
  std::vector<bool> dynamic;
  Shape target = ShapeUtil::MakeShape(from.element_type(), to.dimensions());
  for (int64_t i = 0; i < from.rank(); ++i) {
    if (from.dimensions(i) != to.dimensions(i)) continue;
    kept.push_back(i);
    sizes.push_back(from.dimensions(i));
    dynamic.push_back(from.is_dynamic_dimension(i));
    if (dynamic.back()) target.set_dynamic_dimension(i, true);
  }
  const Shape reshaped = ShapeUtil::MakeShape(from.element_type(), sizes, dynamic);
  steps.push_back({on_lhs, /*is_reshape=*/true, from, reshaped, {}});
  steps.push_back({on_lhs, /*is_reshape=*/false, reshaped, target, std::move(kept)});
}

Span<const Rule> BroadcastRules() { return kBroadcastingRules; }

bool MeetUnchanged(const Shape& lhs, const Shape& rhs, Span<const int64_t> broadcast_dimensions) {
  return broadcast_dimensions.empty() && lhs.IsArray() &&
         lhs.element_type() == rhs.element_type() && lhs.is_static() && rhs.is_static() &&
         ShapeUtil::SameDimensions(lhs, rhs);
}

BroadcastExplanation ExplainBroadcast(const Shape& lhs, const Shape& rhs,
                                      Span<const int64_t> broadcast_dimensions) {
  BroadcastExplanation e;
  e.lhs = lhs;
  e.rhs = rhs;
  e.broadcast_dimensions = broadcast_dimensions.ToVector();
  e.status = lhs.IsArray() && rhs.IsArray() ? ShapeUtil::ValidateShape(lhs) : NotArrays(e);
  if (e.ok()) e.status = ShapeUtil::ValidateShape(rhs);
  if (!e.ok()) return e;
  // The type is checked first, so that the help does not suggest dimensions that would fail because
  // of it; the dimensions are still explained.
  if (lhs.element_type() != rhs.element_type()) e.status = TypeMismatch(e);
  const Status list = CheckDimensionList(e);
  if (e.ok()) e.status = list;
  if (!list.ok()) return e;
  const int64_t rank = std::max(lhs.rank(), rhs.rank());
  std::vector<int64_t> sizes;
  for (int64_t d = 0; d < rank; ++d) {
    BroadcastDimension dimension = Judge(d, SideAt(lhs, d, rank, broadcast_dimensions),
                                         SideAt(rhs, d, rank, broadcast_dimensions));
    if (dimension.verdict == BroadcastDimension::Verdict::kMismatch && e.ok()) {
      e.status = Mismatch(e, dimension);
    }
    const bool stretched = (dimension.lhs.expanded && dimension.lhs.dynamic) ||
                           (dimension.rhs.expanded && dimension.rhs.dynamic);
    if (stretched && e.ok()) e.status = DynamicStretched(e, dimension);
    sizes.push_back(dimension.size);
    e.dimensions.push_back(std::move(dimension));
  }
  if (!e.ok()) return e;
  e.result = ShapeUtil::MakeShape(lhs.element_type(), sizes);
  for (const BroadcastDimension& d : e.dimensions) {
    if (d.lhs.dynamic || d.rhs.dynamic) e.result.set_dynamic_dimension(d.dimension, true);
  }
  e.status = ShapeUtil::ValidateShape(e.result);
  if (!e.ok()) {
    const std::string detail =
        StrCat(e.lhs.ToString(), " and ", e.rhs.ToString(), " are broadcast to it");
    e.status = CannotMake(e.status, e, detail, e.status.fields().help);
    return e;
  }
  for (const bool on_lhs : {true, false}) {
    if (e.ok()) e.status = AppendSteps(on_lhs, e);
  }
  if (!e.ok()) e.steps.clear();
  if (e.ok()) SetResultLayout(e);
  return e;
}

}  // namespace hloom
