// Map against its plain model: random shapes of rank 0 to 5, layouts and padding, scalars
// among the operands, computations that take and give several types.
#include <cstdio>

#include "literal/literal_util.h"
#include "ops/control/map.h"
#include "ops/elementwise/compare.h"
#include "runtime/execution.h"
#include "support/models/applied_model.h"
#include "support/models/element_model.h"
#include "support/module_builder.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kMapRounds = Rounds(5000, 1000);

// A computation of scalars, as a program and as a function.
struct Mapped {
  std::vector<PrimitiveType> types;
  PrimitiveType result;
  std::function<HloInstruction*(ModuleBuilder&, const ModuleBuilder::Operands&)> build;
  std::function<std::string(const std::vector<std::string>&)> apply;
};

using P = ModuleBuilder::Operands;

// a * b - a, which wraps.
Mapped Arithmetic() {
  return {{U32, U32},
          U32,
          [](ModuleBuilder& b, const P& p) {
            return b.Add(HloOpcode::kSubtract, {b.Add(HloOpcode::kMultiply, p), p[0]});
          },
          [](const Elements& e) {
            const auto x = ElementAs<uint32_t>(e[0]);
            return BytesOf<uint32_t>(x * ElementAs<uint32_t>(e[1]) - x);
          }};
}

// p ? x : y, of three types.
Mapped Choice(PrimitiveType type) {
  return {{type, PRED, type},
          type,
          [](ModuleBuilder& b, const P& p) {
            return b.Add(HloOpcode::kSelect, {p[1], p[0], p[2]});
          },
          [](const Elements& e) { return e[1][0] != 0 ? e[0] : e[2]; }};
}

// Returns whether a byte is above 7.
Mapped Above() {
  return {{U8},
          PRED,
          [](ModuleBuilder& b, const P& p) {
            return b.Add(HloOpcode::kCompare, {p[0], b.Constant(LiteralUtil::CreateR0<uint8_t>(7))},
                         MakeAttributes(CompareAttributes{ComparisonDirection::kGt}));
          },
          [](const Elements& e) { return BytesOf<uint8_t>(ElementAs<uint8_t>(e[0]) > 7 ? 1 : 0); }};
}

// Gives the last of many operands.
Mapped Last(const std::vector<PrimitiveType>& types) {
  return {types, types.back(), [](ModuleBuilder&, const P& p) { return p.back(); },
          [](const Elements& e) { return e.back(); }};
}

Mapped RandomMapped(Random& random) {
  switch (random.Below(4)) {
    case 0:
      return Arithmetic();
    case 1:
      return Choice(RandomType(random));
    case 2:
      return Above();
    default: {
      std::vector<PrimitiveType> types;
      for (int64_t i = random.Between(1, 5); i > 0; --i) types.push_back(RandomType(random));
      return Last(types);
    }
  }
}

// Empty, or what is wrong.
std::string MapTrial(Random& random) {
  const Mapped mapped = RandomMapped(random);
  const Sizes sizes = RandomSizes(random);
  const auto array_at =
      static_cast<size_t>(random.Below(static_cast<int64_t>(mapped.types.size())));
  ModuleBuilder b("m");
  b.Begin("mapped");
  P scalars;
  for (size_t i = 0; i < mapped.types.size(); ++i) {
    scalars.push_back(
        b.Parameter(static_cast<int64_t>(i), ScalarOf(mapped.types[i]), StrCat("element", i)));
  }
  HloComputation* computation = b.Finish(mapped.build(b, scalars));
  b.Begin("main");
  P parameters;
  std::vector<Literal> arguments;
  std::vector<ArrayModel> operands;
  for (size_t i = 0; i < mapped.types.size(); ++i) {
    const bool scalar = i != array_at && random.OneIn(4);
    operands.push_back(RandomArray(random, mapped.types[i], scalar ? Sizes() : sizes));
    const Shape shape =
        WithRandomLayout(random, ShapeUtil::MakeShape(mapped.types[i], operands.back().sizes));
    arguments.push_back(ToLiteral(operands.back(), shape));
    parameters.push_back(b.Parameter(static_cast<int64_t>(i), shape, StrCat("p", i)));
  }
  Sizes dimensions;
  for (size_t d = 0; d < sizes.size(); ++d) dimensions.push_back(static_cast<int64_t>(d));
  const Shape result = WithRandomLayout(random, ShapeUtil::MakeShape(mapped.result, sizes));
  b.Finish(b.Add(HloOpcode::kMap, parameters, MakeAttributes(MapAttributes{dimensions}),
                 {computation}, result));
  const std::unique_ptr<HloModule> module = b.Take();
  const Status verified = VerifyModule(*module);
  if (!verified.ok()) return verified.ToString();
  const StatusOr<Literal> value = Evaluate(*module, arguments);
  if (!value.ok()) return value.status().ToString();
  if (value->shape() != result) return StrCat("gives ", value->shape().ToString(true));
  const ArrayModel expected =
      MapModel(operands, sizes, [&](const Elements& e) { return Elements{mapped.apply(e)}; });
  if (ToModel(*value).elements == expected.elements) return "";
  return StrCat("wrong: ", result.ToString(true));
}

TEST(MapPropertyTest, AgainstItsModel) {
  Random random(21);
  for (int i = 0; i < kMapRounds; ++i) ASSERT_EQ(MapTrial(random), "") << "round " << i;
  std::printf("    map: %d combinations\n", kMapRounds);
}

// There are more elements than are mapped at once, and a scalar with them.
TEST(MapTest, ManyElements) {
  constexpr int64_t kCount = (1 << 16) + 1000;
  XlaBuilder f("f");
  const Shape scalar = ShapeUtil::MakeScalarShape(S32);
  Sub(Mul(Parameter(&f, 0, scalar, "x"), Parameter(&f, 1, scalar, "y")),
      ConstantR0<int32_t>(&f, 1));
  XlaBuilder b("main");
  Map(&b, {Iota(&b, S32, kCount)}, BuildOrDie(f), {0}, {ConstantR0<int32_t>(&b, 3)});
  const StatusOr<Literal> value = BuildAndRun(b);
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  int64_t wrong = 0;
  for (int64_t i = 0; i < kCount; ++i) wrong += value->data<int32_t>()[i] != 3 * i - 1;
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace hloom
