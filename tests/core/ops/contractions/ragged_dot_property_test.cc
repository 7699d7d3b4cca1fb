// ragged-dot against its definition, index by index: random dimension numbers, kinds of the ragged
// dimension, group sizes that differ along other dimensions or do not, layouts and padding.
#include <algorithm>
#include <cstdio>

#include "ops/contractions/ragged_dot.h"
#include "runtime/execution.h"
#include "support/models/element_model.h"
#include "support/models/window_model.h"
#include "support/module_builder.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kRaggedDotRounds = Rounds(6000, 800);

// The kinds of the dimensions of an operand: batch i, contracting i, kept i, groups.
struct RaggedDotDimension {
  char kind;  // b, k, m, n or g
  size_t number;
  bool operator==(const RaggedDotDimension&) const = default;
};

struct RaggedDotProblem {
  std::vector<RaggedDotDimension> lhs, rhs;
  Sizes lhs_sizes, rhs_sizes;
  RaggedDotDimension ragged;
  int64_t groups;
  bool differs;      // group sizes, along the prefix
  Sizes prefix;      // dimensions of lhs
  ArrayModel sizes;  // of groups, S32
  size_t batch, contracting, kept_lhs, kept_rhs;

  static int64_t At(const std::vector<RaggedDotDimension>& side, RaggedDotDimension dimension) {
    return std::find(side.begin(), side.end(), dimension) - side.begin();
  }
  static Sizes Of(const std::vector<RaggedDotDimension>& side, char kind, size_t count) {
    Sizes dims;
    for (size_t i = 0; i < count; ++i) dims.push_back(At(side, {kind, i}));
    return dims;
  }
  // The kept dimensions in their order.
  static Sizes Standing(const std::vector<RaggedDotDimension>& side, char kind) {
    Sizes dims;
    for (size_t d = 0; d < side.size(); ++d) {
      if (side[d].kind == kind) dims.push_back(static_cast<int64_t>(d));
    }
    return dims;
  }
  int64_t RaggedDim() const { return At(lhs, ragged); }

  RaggedDotDimensionNumbers Numbers() const {
    RaggedDotDimensionNumbers numbers;
    DotDimensionNumbers& dot = *numbers.mutable_dot_dimension_numbers();
    *dot.mutable_lhs_batch_dimensions() = Of(lhs, 'b', batch);
    *dot.mutable_rhs_batch_dimensions() = Of(rhs, 'b', batch);
    *dot.mutable_lhs_contracting_dimensions() = Of(lhs, 'k', contracting);
    *dot.mutable_rhs_contracting_dimensions() = Of(rhs, 'k', contracting);
    numbers.add_lhs_ragged_dimensions(RaggedDim());
    if (ragged.kind == 'm') numbers.add_rhs_group_dimensions(At(rhs, {'g', 0}));
    return numbers;
  }
  Sizes ResultSizes() const {
    Sizes result;
    if (ragged.kind == 'k') result.push_back(groups);
    const auto add = [&result](const Sizes& sizes, const Sizes& dims) {
      for (const int64_t d : dims) result.push_back(testing_support::At(sizes, d));
    };
    add(lhs_sizes, Of(lhs, 'b', batch));
    add(lhs_sizes, Standing(lhs, 'm'));
    add(rhs_sizes, Standing(rhs, 'n'));
    return result;
  }
  std::string Text() const {
    return StrCat(Braced(lhs_sizes), " ", Braced(rhs_sizes), " batch ", Braced(Of(lhs, 'b', batch)),
                  Braced(Of(rhs, 'b', batch)), " contracting ", Braced(Of(lhs, 'k', contracting)),
                  Braced(Of(rhs, 'k', contracting)), " ragged ", RaggedDim(), " groups ",
                  Braced(sizes.sizes));
  }
  // The group of an index of lhs; -1 for none.
  int64_t GroupOf(const Sizes& index) const {
    Sizes at;
    if (differs) {
      for (const int64_t d : prefix) at.push_back(testing_support::At(index, d));
    }
    int64_t begin = 0;
    const int64_t place = testing_support::At(index, RaggedDim());
    for (int64_t g = 0; g < groups; ++g) {
      at.push_back(g);
      begin += std::max(0, ElementAs<int32_t>(sizes.At(at)));
      at.pop_back();
      if (place < begin) return g;
    }
    return -1;
  }
};

RaggedDotProblem RaggedDotRandomProblem(Random& random) {
  RaggedDotProblem p;
  const auto count = [&random] { return static_cast<size_t>(random.Below(3)); };
  p.batch = count();
  p.contracting = count();
  p.kept_lhs = count();
  p.kept_rhs = count();
  const int64_t kind = random.Below(5);  // batches are dull
  p.ragged.kind = kind == 0 ? 'b' : kind < 3 ? 'k' : 'm';
  size_t& of_kind = p.ragged.kind == 'b'   ? p.batch
                    : p.ragged.kind == 'k' ? p.contracting
                                           : p.kept_lhs;
  of_kind = std::max<size_t>(of_kind, 1);
  p.ragged.number = static_cast<size_t>(random.Below(static_cast<int64_t>(of_kind)));
  p.groups = random.Below(4);
  const auto fill = [&](std::vector<RaggedDotDimension>& side, Sizes& sizes, char kept,
                        size_t kept_count) {
    std::vector<RaggedDotDimension> all;
    for (size_t i = 0; i < p.batch; ++i) all.push_back({'b', i});
    for (size_t i = 0; i < p.contracting; ++i) all.push_back({'k', i});
    for (size_t i = 0; i < kept_count; ++i) all.push_back({kept, i});
    if (kept == 'n' && p.ragged.kind == 'm') all.push_back({'g', 0});
    for (const int64_t i : random.Permutation(all.size()))
      side.push_back(all[static_cast<size_t>(i)]);
    sizes = RandomSizes(random, all.size());
  };
  fill(p.lhs, p.lhs_sizes, 'm', p.kept_lhs);
  fill(p.rhs, p.rhs_sizes, 'n', p.kept_rhs);
  for (size_t d = 0; d < p.rhs.size(); ++d) {
    const auto partner = std::find(p.lhs.begin(), p.lhs.end(), p.rhs[d]);
    if (partner != p.lhs.end())
      p.rhs_sizes[d] = p.lhs_sizes[static_cast<size_t>(partner - p.lhs.begin())];
    if (p.rhs[d].kind == 'g') p.rhs_sizes[d] = p.groups;
  }
  // The batch dimensions, and those of its kind that come before the ragged one: batch and
  // contracting dimensions in their lists, others in the array.
  p.prefix = RaggedDotProblem::Of(p.lhs, 'b', p.ragged.kind == 'b' ? p.ragged.number : p.batch);
  if (p.ragged.kind == 'k') {
    for (const int64_t d : RaggedDotProblem::Of(p.lhs, 'k', p.ragged.number)) p.prefix.push_back(d);
  } else if (p.ragged.kind == 'm') {
    for (const int64_t d : RaggedDotProblem::Standing(p.lhs, 'm')) {
      if (d < p.RaggedDim()) p.prefix.push_back(d);
    }
  }
  p.differs = random.OneIn(2);
  if (p.differs) {
    for (const int64_t d : p.prefix) p.sizes.sizes.push_back(At(p.lhs_sizes, d));
  }
  p.sizes.sizes.push_back(p.groups);
  for (int64_t i = 0; i < CountOf(p.sizes.sizes); ++i) {
    const int64_t size = random.OneIn(20) ? -1 : random.Below(4);
    p.sizes.elements.push_back(BytesOf(static_cast<int32_t>(size)));
  }
  return p;
}

// The sum of the products of lhs at (b, m, k) and rhs at (b, n, k), for those in the group.
int32_t Expected(const RaggedDotProblem& p, const ArrayModel& lhs, const ArrayModel& rhs,
                 Sizes out) {
  int64_t group = -1;
  if (p.ragged.kind == 'k') {
    group = out[0];
    out.erase(out.begin());
  }
  const Sizes lhs_k = RaggedDotProblem::Of(p.lhs, 'k', p.contracting);
  const Sizes rhs_k = RaggedDotProblem::Of(p.rhs, 'k', p.contracting);
  Sizes depths;
  for (const int64_t d : lhs_k) depths.push_back(At(p.lhs_sizes, d));
  int64_t sum = 0;
  for (int64_t k = 0; k < CountOf(depths); ++k) {
    const Sizes at = IndexAt(depths, k);
    Sizes l(p.lhs.size(), 0);
    Sizes r(p.rhs.size(), 0);
    for (size_t i = 0; i < at.size(); ++i) At(l, lhs_k[i]) = At(r, rhs_k[i]) = at[i];
    size_t next = 0;
    for (size_t i = 0; i < p.batch; ++i, ++next) {
      At(l, RaggedDotProblem::At(p.lhs, {'b', i})) = out[next];
      At(r, RaggedDotProblem::At(p.rhs, {'b', i})) = out[next];
    }
    for (const int64_t d : RaggedDotProblem::Standing(p.lhs, 'm')) At(l, d) = out[next++];
    for (const int64_t d : RaggedDotProblem::Standing(p.rhs, 'n')) At(r, d) = out[next++];
    if (p.ragged.kind == 'k' && p.GroupOf(l) != group) continue;
    if (p.ragged.kind == 'm') {
      if (p.GroupOf(l) < 0) continue;
      At(r, RaggedDotProblem::At(p.rhs, {'g', 0})) = p.GroupOf(l);
    }
    sum += int64_t{ElementAs<int32_t>(lhs.At(l))} * ElementAs<int32_t>(rhs.At(r));
  }
  return static_cast<int32_t>(sum);
}

// Empty, or what is wrong.
std::string TryRaggedDot(Random& random, int64_t& elements) {
  const RaggedDotProblem p = RaggedDotRandomProblem(random);
  const Sizes result_sizes = p.ResultSizes();
  if (CountOf(result_sizes) > 600) return "";
  const auto small = [&random](const Sizes& sizes) {
    ArrayModel model{sizes, {}};
    for (int64_t i = 0; i < CountOf(sizes); ++i)
      model.elements.push_back(BytesOf(static_cast<int32_t>(random.Between(-9, 9))));
    return model;
  };
  const ArrayModel lhs = small(p.lhs_sizes);
  const ArrayModel rhs = small(p.rhs_sizes);
  const auto shape_of = [&random](const Sizes& sizes) {
    return WithRandomLayout(random, ShapeUtil::MakeShape(S32, sizes));
  };
  ModuleBuilder b("m");
  b.Begin("main");
  const std::vector<Literal> arguments = {ToLiteral(lhs, shape_of(lhs.sizes)),
                                          ToLiteral(rhs, shape_of(rhs.sizes)),
                                          ToLiteral(p.sizes, shape_of(p.sizes.sizes))};
  ModuleBuilder::Operands parameters;
  for (size_t i = 0; i < arguments.size(); ++i) {
    parameters.push_back(
        b.Parameter(static_cast<int64_t>(i), arguments[i].shape(), StrCat("p", i)));
  }
  const Shape result = shape_of(result_sizes);
  RaggedDotAttributes attributes;
  attributes.dimension_numbers = p.Numbers();
  b.Finish(
      b.Add(HloOpcode::kRaggedDot, parameters, MakeAttributes(std::move(attributes)), {}, result));
  const std::unique_ptr<HloModule> module = b.Take();
  const Status verified = VerifyModule(*module);
  if (!verified.ok()) return StrCat(p.Text(), ": ", verified.ToString());
  const StatusOr<Literal> value = Evaluate(*module, arguments);
  if (!value.ok()) return StrCat(p.Text(), ": ", value.status().ToString());
  const ArrayModel actual = ToModel(*value);
  for (int64_t i = 0; i < CountOf(result_sizes); ++i) {
    const Sizes index = IndexAt(result_sizes, i);
    const int32_t expected = Expected(p, lhs, rhs, index);
    if (ElementAs<int32_t>(actual.At(index)) == expected) continue;
    return StrCat(p.Text(), " at ", Braced(index), ": ", value->ToString(), ", not ", expected);
  }
  elements += CountOf(result_sizes);
  return "";
}

TEST(RaggedDotPropertyTest, IsItsDefinition) {
  Random random(1);
  int64_t elements = 0;
  for (int i = 0; i < kRaggedDotRounds; ++i)
    ASSERT_EQ(TryRaggedDot(random, elements), "") << "round " << i;
  EXPECT_GT(elements, kRaggedDotRounds);
  std::printf("    ragged-dot: %d combinations, %lld elements\n", kRaggedDotRounds,
              static_cast<long long>(elements));
}

}  // namespace
}  // namespace hloom
