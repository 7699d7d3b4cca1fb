// Every pair of small shapes, with every broadcast_dimensions worth trying, against the model of
// broadcast_model.h.
#include <cstdio>
#include <string>
#include <vector>

#include "base/str_cat.h"
#include "builder/xla_builder.h"
#include "gtest/gtest.h"
#include "runtime/execution.h"
#include "support/models/broadcast_model.h"
#include "support/random.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// In slow builds, every 64th of the lists that are not increasing.
constexpr int kWrongListStride = Rounds(1, 64);

std::vector<Sizes> ShapesOfRank(size_t rank) {
  std::vector<Sizes> shapes = {{}};
  for (size_t d = 0; d < rank; ++d) {
    std::vector<Sizes> longer;
    for (const Sizes& shape : shapes) {
      for (int64_t size : {0, 1, 2, 3}) {
        longer.push_back(shape);
        longer.back().push_back(size);
      }
    }
    shapes = longer;
  }
  return shapes;
}

std::vector<Sizes> ShapesUpTo(size_t rank) {
  std::vector<Sizes> all;
  for (size_t r = 0; r <= rank; ++r) {
    for (const Sizes& shape : ShapesOfRank(r)) all.push_back(shape);
  }
  return all;
}

bool Increasing(const Sizes& list) {
  for (size_t i = 1; i < list.size(); ++i) {
    if (list[i - 1] >= list[i]) return false;
  }
  return true;
}

// Every list of at most `longest` entries out of -1..rank: all right ones, and all kinds of wrong
// ones (negative, past the end, repeated, decreasing, too short, too long).
std::vector<Sizes> ListsFor(int64_t rank, size_t longest) {
  std::vector<Sizes> lists = {{}};
  for (size_t begin = 0; lists[begin].size() < longest;) {
    const size_t end = lists.size();
    for (; begin < end; ++begin) {
      for (int64_t entry = -1; entry <= rank; ++entry) {
        Sizes list = lists[begin];
        list.push_back(entry);
        lists.push_back(std::move(list));
      }
    }
  }
  return lists;
}

std::vector<int32_t> Positions(const Sizes& sizes, int32_t factor) {
  std::vector<int32_t> values(static_cast<size_t>(CountOf(sizes)));
  for (size_t i = 0; i < values.size(); ++i) values[i] = factor * static_cast<int32_t>(i);
  return values;
}

Literal ValueOf(const Sizes& sizes, int32_t factor) {
  return LiteralUtil::CreateFromSpan<int32_t>(sizes, Positions(sizes, factor));
}

std::vector<int32_t> Elements(const Literal& literal) {
  return std::vector<int32_t>(literal.data<int32_t>(),
                              literal.data<int32_t>() + literal.element_count());
}

// One operand after the steps that the explanation lists for it, done naively.
struct Stepped {
  Sizes sizes;
  std::vector<int32_t> values;
};

bool Apply(const BroadcastStep& step, Stepped& operand) {
  const Sizes to = step.to.dimensions().ToVector();
  if (step.from.dimensions().ToVector() != operand.sizes) return false;
  if (step.is_reshape) {
    if (CountOf(to) != CountOf(operand.sizes)) return false;
    operand.sizes = to;
    return true;
  }
  Sizes at(to.size(), -1);
  if (step.dimensions.size() != operand.sizes.size()) return false;
  for (size_t i = 0; i < step.dimensions.size(); ++i) {
    // A broadcast adds dimensions; it stretches none.
    const size_t there = static_cast<size_t>(step.dimensions[i]);
    if (there >= to.size() || to[there] != operand.sizes[i]) return false;
    at[there] = static_cast<int64_t>(i);
  }
  Stepped next{to, {}};
  for (int64_t p = 0; p < CountOf(to); ++p) {
    const int64_t source = SourcePosition(operand.sizes, at, IndexAt(to, p));
    next.values.push_back(operand.values[static_cast<size_t>(source)]);
  }
  operand = std::move(next);
  return true;
}

// The expected explanation of one operand at one dimension, from the model.
std::string SideText(const Sizes& operand, int64_t own, size_t rank, bool expanded) {
  const std::string_view origin = own < 0 ? "new" : operand.size() == rank ? "own" : "in_dim";
  const int64_t size = own < 0 ? 1 : operand[static_cast<size_t>(own)];
  return StrCat(origin, own < 0 ? std::string() : StrCat(" ", own), " size ", size,
                expanded ? " expanded" : "");
}

std::string SideText(const BroadcastSide& side) {
  return StrCat(BroadcastOriginName(side.origin),
                side.dimension ? StrCat(" ", *side.dimension) : std::string(), " size ", side.size,
                side.expanded ? " expanded" : "");
}

std::string ExpectedVerdict(int64_t lhs_at, int64_t lhs_size, int64_t rhs_at, int64_t rhs_size) {
  if (lhs_at < 0) return "new_lhs";
  if (rhs_at < 0) return "new_rhs";
  if (lhs_size == rhs_size) return "equal";
  if (lhs_size == 1) return "lhs_expands";
  if (rhs_size == 1) return "rhs_expands";
  return "mismatch";
}

class Checker {
 public:
  // The first thing that is wrong with hloom's answer for this combination, or empty.
  std::string Check(const Sizes& lhs, const Sizes& rhs, const Sizes& dims) {
    ++combinations;
    const BroadcastModel model = ModelBroadcast(lhs, rhs, dims);
    const BroadcastExplanation explanation =
        ExplainBroadcast(ShapeUtil::MakeShape(S32, lhs), ShapeUtil::MakeShape(S32, rhs), dims);
    if (explanation.status.rule() != model.rule) {
      return StrCat("rule is \"", explanation.status.rule(), "\", expected \"", model.rule, "\"");
    }
    std::string wrong = CheckVerdicts(explanation, model, lhs, rhs);
    if (!wrong.empty()) return wrong;
    if (!model.rule.empty()) {
      ++illegal;
      return CheckRefusal(explanation);
    }
    ++legal;
    if (explanation.result != ShapeUtil::MakeShape(S32, model.result)) {
      return StrCat("result is ", explanation.result.ToString());
    }
    const std::vector<int32_t> values = ModelValues(lhs, rhs, model);
    wrong = CheckSteps(explanation, lhs, rhs, values);
    return wrong.empty() ? CheckProgram(lhs, rhs, dims, explanation.result, values) : wrong;
  }

  // An illegal combination through the builder: the same rule, and the builder goes on.
  static std::string CheckBuilderRefuses(const Sizes& lhs, const Sizes& rhs, const Sizes& dims) {
    const BroadcastModel model = ModelBroadcast(lhs, rhs, dims);
    XlaBuilder b("illegal");
    const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(S32, lhs), "x");
    const XlaOp y = Parameter(&b, 1, ShapeUtil::MakeShape(S32, rhs), "y");
    if (Add(x, y, dims).valid()) return "the builder took it";
    const Status error = b.TakeError();
    if (error.rule() != model.rule || error.fields().op != "add") return error.ToString();
    return Neg(x).valid() ? "" : "the builder does not go on";
  }

  int64_t combinations = 0;
  int64_t legal = 0;
  int64_t illegal = 0;

 private:
  static std::string CheckRefusal(const BroadcastExplanation& explanation) {
    const ErrorFields& error = explanation.status.fields();
    if (error.code != StatusCode::kInvalidArgument) return "not INVALID_ARGUMENT";
    if (error.operands.size() != 2 || error.details.empty() || error.help.empty()) {
      return StrCat("an incomplete error: ", explanation.status.ToString());
    }
    return explanation.steps.empty() ? "" : "an illegal broadcast has steps";
  }

  static std::string CheckVerdicts(const BroadcastExplanation& explanation,
                                   const BroadcastModel& model, const Sizes& lhs,
                                   const Sizes& rhs) {
    const size_t rank = model.lhs_at.size();  // 0 when the list itself is wrong
    if (explanation.dimensions.size() != rank) return "wrong number of dimensions explained";
    bool mismatch = false;
    for (size_t d = 0; d < rank; ++d) {
      const BroadcastDimension& dimension = explanation.dimensions[d];
      const int64_t l = model.lhs_at[d];
      const int64_t r = model.rhs_at[d];
      const std::string verdict = ExpectedVerdict(l, l < 0 ? 1 : lhs[static_cast<size_t>(l)], r,
                                                  r < 0 ? 1 : rhs[static_cast<size_t>(r)]);
      mismatch = mismatch || verdict == "mismatch";
      const bool lhs_expands = verdict == "lhs_expands" || verdict == "new_lhs";
      const bool rhs_expands = verdict == "rhs_expands" || verdict == "new_rhs";
      if (BroadcastVerdictName(dimension.verdict) != verdict ||
          dimension.dimension != static_cast<int64_t>(d) || dimension.Sentence().empty() ||
          SideText(dimension.lhs) != SideText(lhs, l, rank, lhs_expands) ||
          SideText(dimension.rhs) != SideText(rhs, r, rank, rhs_expands)) {
        return StrCat("dimension ", d, ": ", BroadcastVerdictName(dimension.verdict), ", lhs ",
                      SideText(dimension.lhs), ", rhs ", SideText(dimension.rhs), "; expected ",
                      verdict);
      }
      if (verdict != "mismatch" && dimension.size != model.result[d]) return "wrong size explained";
    }
    return mismatch == (model.rule == "broadcast.c2") ? "" : "mismatch and rule disagree";
  }

  static std::string CheckSteps(const BroadcastExplanation& explanation, const Sizes& lhs,
                                const Sizes& rhs, const std::vector<int32_t>& expected) {
    Stepped left{lhs, Positions(lhs, 1000)};
    Stepped right{rhs, Positions(rhs, 1)};
    for (const BroadcastStep& step : explanation.steps) {
      if (!Apply(step, step.on_lhs ? left : right))
        return StrCat("step is wrong: ", step.ToString());
    }
    const Sizes result = explanation.result.dimensions().ToVector();
    if (left.sizes != result || right.sizes != result) return "the steps do not lead to the result";
    for (size_t i = 0; i < expected.size(); ++i) {
      if (left.values[i] + right.values[i] != expected[i]) return "the steps give other values";
    }
    return "";
  }

  static std::string CheckProgram(const Sizes& lhs, const Sizes& rhs, const Sizes& dims,
                                  const Shape& result, const std::vector<int32_t>& expected) {
    XlaBuilder b("pair");
    Add(Parameter(&b, 0, ShapeUtil::MakeShape(S32, lhs), "x"),
        Parameter(&b, 1, ShapeUtil::MakeShape(S32, rhs), "y"), dims);
    const StatusOr<XlaComputation> computation = b.Build();
    if (!computation.ok()) return computation.status().ToString();
    const StatusOr<Literal> value =
        Evaluate(*computation->CreateModule(), {ValueOf(lhs, 1000), ValueOf(rhs, 1)});
    if (!value.ok()) return value.status().ToString();
    if (value->shape() != result) return StrCat("the program gives ", value->shape().ToString());
    return Elements(*value) == expected ? "" : StrCat("the program gives ", value->ToString());
  }
};

std::string Named(const Sizes& lhs, const Sizes& rhs, const Sizes& dims) {
  return StrCat("s32[", StrJoin(lhs, ","), "] + s32[", StrJoin(rhs, ","), "] ", Braced(dims), ": ");
}

TEST(BroadcastingPropertyTest, AllPairsUpToRankThree) {
  Checker checker;
  int wrong_lists = 0;
  int failures = 0;
  const std::vector<Sizes> shapes = ShapesUpTo(3);
  for (const Sizes& lhs : shapes) {
    for (const Sizes& rhs : shapes) {
      const int64_t rank = static_cast<int64_t>(std::max(lhs.size(), rhs.size()));
      for (const Sizes& dims : ListsFor(rank, static_cast<size_t>(rank))) {
        if (!Increasing(dims) && ++wrong_lists % kWrongListStride != 0) continue;
        const std::string wrong = checker.Check(lhs, rhs, dims);
        if (!wrong.empty() && ++failures < 20) ADD_FAILURE() << Named(lhs, rhs, dims) << wrong;
      }
    }
  }
  EXPECT_EQ(failures, 0);
  std::printf(
      "    %zu shapes of rank 0 to 3, %zu pairs, %lld combinations: %lld legal, %lld illegal\n",
      shapes.size(), shapes.size() * shapes.size(), static_cast<long long>(checker.combinations),
      static_cast<long long>(checker.legal), static_cast<long long>(checker.illegal));
  EXPECT_EQ(shapes.size(), 85u);
  EXPECT_GT(checker.legal, 4000);
}

TEST(BroadcastingPropertyTest, SampleOfRankFour) {
  // A linear congruential generator: the same sample everywhere.
  uint64_t state = 20240229;
  const auto next = [&state](uint64_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int64_t>((state >> 33) % bound);
  };
  // Sizes that agree more often than not, or hardly anything would be legal.
  const auto shape_like = [&](const Sizes& base, const Sizes& dims) {
    Sizes shape;
    for (int64_t d : dims) {
      const bool in_range = d >= 0 && d < static_cast<int64_t>(base.size());
      const int64_t luck = next(8);
      shape.push_back(luck == 0 || !in_range ? next(4)
                      : luck < 3             ? 1
                                             : base[static_cast<size_t>(d)]);
    }
    return shape;
  };
  Checker checker;
  for (int i = 0; i < 6000; ++i) {
    const Sizes high = {next(4), next(4), next(4), next(4)};
    Sizes dims;
    for (int64_t d = 0; d < 4; ++d) {
      if (next(3) > 0) dims.push_back(d);
    }
    const Sizes low = shape_like(high, dims);
    if (next(6) == 0 && !dims.empty()) dims[static_cast<size_t>(next(dims.size()))] = next(7) - 1;
    if (next(12) == 0) dims.push_back(4);
    if (next(12) == 0) dims.clear();
    const bool swap = next(2) == 0;
    const Sizes& lhs = swap ? low : high;
    const Sizes& rhs = swap ? high : low;
    const std::string wrong = checker.Check(lhs, rhs, dims);
    ASSERT_EQ(wrong, "") << Named(lhs, rhs, dims);
  }
  std::printf("    rank 4: %lld combinations: %lld legal, %lld illegal\n",
              static_cast<long long>(checker.combinations), static_cast<long long>(checker.legal),
              static_cast<long long>(checker.illegal));
  EXPECT_GT(checker.legal, 1500);
  EXPECT_GT(checker.illegal, 1500);
}

TEST(BroadcastingPropertyTest, TheBuilderRefusesWhatTheModelRefuses) {
  const std::vector<Sizes> shapes = ShapesUpTo(2);
  int refused = 0;
  for (const Sizes& lhs : shapes) {
    for (const Sizes& rhs : shapes) {
      const int64_t rank = static_cast<int64_t>(std::max(lhs.size(), rhs.size()));
      for (const Sizes& dims : ListsFor(rank, static_cast<size_t>(rank) + 1)) {
        if (ModelBroadcast(lhs, rhs, dims).rule.empty() ||
            (lhs.size() + rhs.size() == 4 && dims.size() > 1))
          continue;
        ++refused;
        ASSERT_EQ(Checker::CheckBuilderRefuses(lhs, rhs, dims), "") << Named(lhs, rhs, dims);
      }
    }
  }
  std::printf("    refused by the builder: %d\n", refused);
}

}  // namespace
}  // namespace hloom
