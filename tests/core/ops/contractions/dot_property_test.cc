// dot against its definition in the Operation Semantics, index by index: random dimension numbers,
// shapes, element types of operands and result, layouts and padding, dynamic sizes.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ops/contractions/dot.h"
#include "ops/contractions/small_elements.h"
#include "runtime/execution.h"
#include "support/models/window_model.h"
#include "support/module_builder.h"
#include "support/test_threads.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kDotRounds = Rounds(12000, 1500);

// A dimension of an operand: the name of what it counts, its size, and whether it is dynamic.
struct ContractionsDotDimension {
  char kind;  // b, m, n or k
  size_t number;
};

// One operand, with its dimensions in any order.
struct DotSide {
  std::vector<ContractionsDotDimension> dimensions;
  Extents extents{{}};
  Sizes Of(char kind) const {  // by their numbers
    Sizes found;
    for (size_t number = 0; number < dimensions.size(); ++number) {
      for (size_t d = 0; d < dimensions.size(); ++d) {
        if (dimensions[d].kind == kind && dimensions[d].number == number)
          found.push_back(static_cast<int64_t>(d));
      }
    }
    return found;
  }
};

struct DotProblem {
  DotSide lhs, rhs;
  PrimitiveType lhs_type, rhs_type, result_type;
  Extents result{{}};
  // The number of dimensions of each kind.
  size_t batch, kept_lhs, kept_rhs, contracting;

  std::string Text() const {
    return StrCat(lhs.extents.ShapeOf(lhs_type).ToString(), " . ",
                  rhs.extents.ShapeOf(rhs_type).ToString(), " batch ", Braced(lhs.Of('b')),
                  Braced(rhs.Of('b')), " contracting ", Braced(lhs.Of('k')), Braced(rhs.Of('k')),
                  " = ", result.ShapeOf(result_type).ToString());
  }
};

// The result type of XLA's page on types, if it does not need tables of floats: the type of the
// higher kind; the wider one; of two integers of the same width the signed one.
PrimitiveType NaturalType(PrimitiveType a, PrimitiveType b) {
  if (KindOf(a) != KindOf(b)) return KindOf(a) > KindOf(b) ? a : b;
  if (BitWidth(a) != BitWidth(b)) return BitWidth(a) > BitWidth(b) ? a : b;
  return IsSignedIntegralType(b) ? b : a;
}
// Programs that were written elsewhere may ask for integers of floats.
bool MayPrefer(PrimitiveType natural, PrimitiveType preferred) {
  return KindOf(preferred) >= KindOf(natural) || (KindOf(preferred) == 1 && KindOf(natural) == 2);
}

DotProblem DotRandomProblem(Random& random) {
  DotProblem p;
  const auto count = [&random] { return static_cast<size_t>(random.Below(3)); };
  p.batch = count();
  p.kept_lhs = count();
  p.kept_rhs = count();
  p.contracting = count();
  const auto fill = [&](DotSide& side, char kept, size_t kept_count) {
    std::vector<ContractionsDotDimension> all;
    for (size_t i = 0; i < p.batch; ++i) all.push_back({'b', i});
    for (size_t i = 0; i < p.contracting; ++i) all.push_back({'k', i});
    for (size_t i = 0; i < kept_count; ++i) all.push_back({kept, i});
    for (const int64_t i : random.Permutation(all.size()))
      side.dimensions.push_back(all[static_cast<size_t>(i)]);
    side.extents = Extents(RandomSizes(random, all.size()));
    MakeSomeDynamic(random, side.extents);
  };
  fill(p.lhs, 'm', p.kept_lhs);
  fill(p.rhs, 'n', p.kept_rhs);
  // Paired dimensions have one size, and one live size unless they are static; a static one is cut.
  for (const char kind : {'b', 'k'}) {
    const Sizes at_lhs = p.lhs.Of(kind);
    const Sizes at_rhs = p.rhs.Of(kind);
    for (size_t i = 0; i < at_lhs.size(); ++i) {
      const auto l = static_cast<size_t>(at_lhs[i]);
      const auto r = static_cast<size_t>(at_rhs[i]);
      Extents& lhs = p.lhs.extents;
      Extents& rhs = p.rhs.extents;
      rhs.bounds[r] = lhs.bounds[l];
      if (rhs.dynamic[r]) rhs.live[r] = std::min(rhs.live[r], rhs.bounds[r]);
      if (!rhs.dynamic[r]) rhs.live[r] = rhs.bounds[r];
      if (lhs.dynamic[l] && rhs.dynamic[r]) rhs.live[r] = lhs.live[l];
    }
  }
  p.lhs_type = RandomType(random);
  p.rhs_type = random.OneIn(2) ? p.lhs_type : RandomType(random);
  return p;
}

// The dimensions of the result: batch, then those of lhs, then those of rhs.
Extents ResultExtents(const DotProblem& p) {
  struct Entry {
    int64_t bound, live;
    bool dynamic;
  };
  std::vector<Entry> entries;
  const auto entry = [](const DotSide& side, int64_t d) {
    const auto i = static_cast<size_t>(d);
    return Entry{side.extents.bounds[i], side.extents.live[i], side.extents.dynamic[i]};
  };
  const Sizes lhs_batch = p.lhs.Of('b');
  const Sizes rhs_batch = p.rhs.Of('b');
  for (size_t i = 0; i < lhs_batch.size(); ++i) {
    const Entry l = entry(p.lhs, lhs_batch[i]);
    const Entry r = entry(p.rhs, rhs_batch[i]);
    entries.push_back({l.bound, std::min(l.live, r.live), l.dynamic || r.dynamic});
  }
  // In the order of the operand.
  const auto add_kept = [&](const DotSide& side, char kind) {
    for (size_t d = 0; d < side.dimensions.size(); ++d) {
      if (side.dimensions[d].kind == kind) entries.push_back(entry(side, static_cast<int64_t>(d)));
    }
  };
  add_kept(p.lhs, 'm');
  add_kept(p.rhs, 'n');
  Extents result(Sizes(entries.size(), 0));
  for (size_t i = 0; i < entries.size(); ++i) {
    result.bounds[i] = entries[i].bound;
    result.live[i] = entries[i].live;
    result.dynamic[i] = entries[i].dynamic;
  }
  return result;
}

// result[b..., m..., n...] = sum over k... of lhs at (b, m, k) times rhs at (b, n, k), as whole
// numbers.
std::string ProductElement(const DotProblem& p, const ArrayModel& lhs, const ArrayModel& rhs,
                           const Sizes& out) {
  Sizes depths;
  const Sizes lhs_k = p.lhs.Of('k');
  const Sizes rhs_k = p.rhs.Of('k');
  for (size_t i = 0; i < lhs_k.size(); ++i) {
    depths.push_back(std::min(At(p.lhs.extents.live, lhs_k[i]), At(p.rhs.extents.live, rhs_k[i])));
  }
  int64_t real = 0;
  int64_t imaginary = 0;
  for (int64_t k = 0; k < CountOf(depths); ++k) {
    const Sizes at = IndexAt(depths, k);
    const auto index = [&](const DotSide& side, char kept, size_t first_kept) {
      Sizes i;
      size_t next = first_kept;
      for (const ContractionsDotDimension& dimension : side.dimensions) {
        i.push_back(dimension.kind == 'b'   ? out[dimension.number]
                    : dimension.kind == 'k' ? at[dimension.number]
                                            : out[next]);
        if (dimension.kind == kept) ++next;
      }
      return i;
    };
    // Floats become integers first where the result is one.
    const bool truncates =
        KindOf(p.result_type) == 1 && KindOf(NaturalType(p.lhs_type, p.rhs_type)) == 2;
    const auto read = [&](PrimitiveType type, const std::string& element) {
      const ElementModel value = ReadElement(type, element.data());
      if (!truncates) return value;
      const ElementModel converted = ConvertedElement(p.result_type, value);
      return ReadElement(p.result_type, WriteElement(p.result_type, converted).data());
    };
    const ElementModel x = read(p.lhs_type, lhs.At(index(p.lhs, 'm', p.batch)));
    const ElementModel y = read(p.rhs_type, rhs.At(index(p.rhs, 'n', p.batch + p.kept_lhs)));
    // Numbers of U64 may be 2^63 or more, and wrap.
    const auto integer = [](auto number) {
      return number < 0 ? static_cast<int64_t>(number)
                        : static_cast<int64_t>(static_cast<uint64_t>(number));
    };
    const int64_t xr = integer(x.real), xi = integer(x.imaginary);
    const int64_t yr = integer(y.real), yi = integer(y.imaginary);
    real += xr * yr - xi * yi;
    imaginary += xr * yi + xi * yr;
  }
  return SumAs(p.result_type, real, imaginary);
}

DotAttributes AttributesOf(const DotProblem& p, Random& random) {
  DotAttributes attributes;
  DotDimensionNumbers& numbers = attributes.dimension_numbers;
  *numbers.mutable_lhs_batch_dimensions() = p.lhs.Of('b');
  *numbers.mutable_rhs_batch_dimensions() = p.rhs.Of('b');
  *numbers.mutable_lhs_contracting_dimensions() = p.lhs.Of('k');
  *numbers.mutable_rhs_contracting_dimensions() = p.rhs.Of('k');
  if (random.OneIn(4)) {
    attributes.precision_config.add_operand_precision(PrecisionConfig::HIGHEST);
    attributes.precision_config.add_operand_precision(PrecisionConfig::DEFAULT);
  }
  if (random.OneIn(4))
    attributes.precision_config.set_algorithm(PrecisionConfig::ALG_DOT_F16_F16_F16);
  return attributes;
}

struct DotTotals {
  int64_t elements = 0;
  int dynamic = 0;
  int refused = 0;
};

// Empty, or what is wrong.
std::string TryDot(Random& random, DotTotals& totals) {
  DotProblem p = DotRandomProblem(random);
  p.result = ResultExtents(p);
  if (CountOf(p.result.bounds) > 1000) return "";
  const bool unlike_floats =
      KindOf(p.lhs_type) == 2 && KindOf(p.rhs_type) == 2 && p.lhs_type != p.rhs_type;
  const PrimitiveType natural = NaturalType(p.lhs_type, p.rhs_type);
  p.result_type = unlike_floats || random.OneIn(2) ? RandomType(random) : natural;

  ModuleBuilder b("m");
  b.Begin("main");
  const Shape lhs_shape = WithRandomLayout(random, p.lhs.extents.ShapeOf(p.lhs_type));
  const Shape rhs_shape = WithRandomLayout(random, p.rhs.extents.ShapeOf(p.rhs_type));
  const Shape result = WithRandomLayout(random, p.result.ShapeOf(p.result_type));
  const ModuleBuilder::Operands parameters = {b.Parameter(0, lhs_shape, "x"),
                                              b.Parameter(1, rhs_shape, "y")};
  b.Finish(b.Add(HloOpcode::kDot, parameters, MakeAttributes(AttributesOf(p, random)), {}, result));
  const std::unique_ptr<HloModule> module = b.Take();
  const Status verified = VerifyModule(*module);
  if (!MayPrefer(natural, p.result_type)) {
    ++totals.refused;
    return verified.rule() == "dot.c13" ? "" : StrCat(p.Text(), ": ", verified.ToString());
  }
  if (!verified.ok()) return StrCat(p.Text(), ": ", verified.ToString());

  const ArrayModel lhs = SmallArray(random, p.lhs_type, p.lhs.extents.live);
  const ArrayModel rhs = SmallArray(random, p.rhs_type, p.rhs.extents.live);
  const auto argument = [&random](const ArrayModel& model, PrimitiveType element) {
    return ToLiteral(model, WithRandomLayout(random, ShapeUtil::MakeShape(element, model.sizes)));
  };
  const StatusOr<Literal> value =
      Evaluate(*module, {argument(lhs, p.lhs_type), argument(rhs, p.rhs_type)});
  if (!value.ok()) return StrCat(p.Text(), ": ", value.status().ToString());
  if (value->shape() != result) return StrCat(p.Text(), ": gives ", value->shape().ToString(true));
  const ArrayModel actual = ToModel(*value->ToStatic());
  totals.elements += CountOf(p.result.live);
  totals.dynamic += lhs_shape.is_dynamic() || rhs_shape.is_dynamic() ? 1 : 0;
  if (actual.sizes != p.result.live) return StrCat(p.Text(), ": sizes ", Braced(actual.sizes));
  for (int64_t i = 0; i < CountOf(p.result.live); ++i) {
    const Sizes index = IndexAt(p.result.live, i);
    const ElementModel expected =
        ReadElement(p.result_type, ProductElement(p, lhs, rhs, index).data());
    if (SameElement(ReadElement(p.result_type, actual.At(index).data()), expected)) continue;
    return StrCat(p.Text(), " at ", Braced(index), ": ", value->ToString(), ", not ",
                  static_cast<double>(expected.real));
  }
  return "";
}

TEST(DotPropertyTest, IsItsDefinition) {
  Random random(1);
  DotTotals totals;
  for (int i = 0; i < kDotRounds; ++i) ASSERT_EQ(TryDot(random, totals), "") << "round " << i;
  EXPECT_GT(totals.elements, kDotRounds * 2);
  EXPECT_GT(totals.dynamic, kDotRounds / 8);
  EXPECT_GT(totals.refused, kDotRounds / 32);
  std::printf("    dot: %d combinations, %lld elements, %d dynamic, %d refused\n", kDotRounds,
              static_cast<long long>(totals.elements), totals.dynamic, totals.refused);
}

// ---- sizes that are divided into tasks ----

// f32[m,k] . f32[k,n], with either operand in either layout.
TEST(DotPropertyTest, HasTheSameBitsOnAnyNumberOfThreads) {
  RandomBits random(2);
  const auto two = std::make_shared<ThreadPool>(2, std::chrono::microseconds(-1));
  for (const Sizes& mkn : {Sizes{67, 130, 71}, Sizes{1, 700, 130}, Sizes{300, 65, 1}}) {
    for (const int layouts : {0, 1, 2, 3}) {
      const auto shape = [&](int64_t rows, int64_t columns, int bit) {
        return (layouts >> bit & 1) != 0
                   ? ShapeUtil::MakeShapeWithLayout(F32, {rows, columns}, {0, 1})
                   : ShapeUtil::MakeShape(F32, {rows, columns});
      };
      const Literal lhs = Uniform(random, shape(mkn[0], mkn[1], 0));
      const Literal rhs = Uniform(random, shape(mkn[1], mkn[2], 1));
      ModuleBuilder b("m");
      b.Begin("main");
      DotAttributes attributes;
      attributes.dimension_numbers.add_lhs_contracting_dimensions(1);
      attributes.dimension_numbers.add_rhs_contracting_dimensions(0);
      const ModuleBuilder::Operands parameters = {b.Parameter(0, lhs.shape(), "x"),
                                                  b.Parameter(1, rhs.shape(), "y")};
      b.Finish(b.Add(HloOpcode::kDot, parameters, MakeAttributes(attributes)));
      const std::unique_ptr<HloModule> module = b.Take();
      const StatusOr<Literal> alone = Evaluate(*module, {lhs, rhs});
      ASSERT_TRUE(alone.ok()) << alone.status().ToString();
      const ArrayModel model = ToModel(*alone);
      for (const std::shared_ptr<ThreadPool>& threads : {two, TestThreads()}) {
        const StatusOr<Literal> shared =
            Evaluate(*module, {lhs, rhs}, RunLimits{.threads = threads});
        ASSERT_TRUE(shared.ok()) << shared.status().ToString();
        EXPECT_EQ(ToModel(*shared).elements, model.elements) << Braced(mkn) << layouts;
      }
      const ArrayModel x = ToModel(lhs);
      const ArrayModel y = ToModel(rhs);
      for (int64_t i = 0; i < mkn[0]; i += 13) {
        for (int64_t j = 0; j < mkn[2]; j += 7) {
          double sum = 0;
          double size = 0;
          for (int64_t k = 0; k < mkn[1]; ++k) {
            const double product = static_cast<double>(ElementAs<float>(x.At({i, k}))) *
                                   static_cast<double>(ElementAs<float>(y.At({k, j})));
            sum += product;
            size += std::abs(product);
          }
          EXPECT_NEAR(static_cast<double>(ElementAs<float>(model.At({i, j}))), sum,
                      size * static_cast<double>(mkn[1]) * 0x1p-24)
              << Braced(mkn) << layouts << " at " << i << "," << j;
        }
      }
    }
  }
}

}  // namespace
}  // namespace hloom
