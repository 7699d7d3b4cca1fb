// SelectAndScatter against its plain model, value by value of the source: random shapes of rank 0
// to 5, layouts and padding in memory, windows that overlap, leave gaps, or cover padding or holes;
// ties, so that the order of the elements shows; scatters that depend on the order of the values.
#include <cstdio>
#include <functional>

#include "ops/elementwise/compare.h"
#include "ops/windows/select_and_scatter.h"
#include "runtime/execution.h"
#include "support/models/applied_model.h"
#include "support/module_builder.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kSelectAndScatterRounds = Rounds(5000, 400);

// Small integers in an element type: everything is exact, and ties are frequent.
struct Type {
  PrimitiveType type;
  std::function<std::string(int64_t)> bytes;
  std::function<int64_t(const std::string&)> value;
};
template <typename T>
Type OpsSelectAndScatterOf(PrimitiveType type) {
  return {type,
          [](int64_t value) {
            const T element = static_cast<T>(value);
            return std::string(reinterpret_cast<const char*>(&element), sizeof(T));
          },
          [](const std::string& bytes) {
            T element;
            std::memcpy(&element, bytes.data(), sizeof(T));
            return static_cast<int64_t>(element);
          }};
}
const Type kSelectAndScatterTypes[] = {
    OpsSelectAndScatterOf<float>(F32), OpsSelectAndScatterOf<double>(F64),
    OpsSelectAndScatterOf<int32_t>(S32), OpsSelectAndScatterOf<int64_t>(S64)};

struct Select {
  ComparisonDirection direction;
  bool (*keeps)(int64_t pick, int64_t next);
};
constexpr Select kSelects[] = {
    {ComparisonDirection::kGe, [](int64_t a, int64_t b) { return a >= b; }},
    {ComparisonDirection::kGt, [](int64_t a, int64_t b) { return a > b; }},
    {ComparisonDirection::kLe, [](int64_t a, int64_t b) { return a <= b; }},
    {ComparisonDirection::kLt, [](int64_t a, int64_t b) { return a < b; }},
    {ComparisonDirection::kEq, [](int64_t a, int64_t b) { return a == b; }},
};

// scatter(current, value) = value - current, which cares for the order; or a sum.
int64_t Scattered(bool sum, int64_t current, int64_t value) {
  return sum ? current + value : value - current;
}

const HloComputation* SelectBody(ModuleBuilder& b, PrimitiveType type, const Select& select) {
  b.Begin("select");
  HloInstruction* pick = b.Parameter(0, ScalarOf(type), "pick");
  HloInstruction* next = b.Parameter(1, ScalarOf(type), "next");
  return b.Finish(b.Add(HloOpcode::kCompare, {pick, next},
                        MakeAttributes(CompareAttributes{select.direction})));
}

const HloComputation* ScatterBody(ModuleBuilder& b, PrimitiveType type, bool sum) {
  b.Begin("scatter");
  HloInstruction* current = b.Parameter(0, ScalarOf(type), "current");
  HloInstruction* value = b.Parameter(1, ScalarOf(type), "value");
  if (sum) return b.Finish(b.Add(HloOpcode::kAdd, {current, value}));
  return b.Finish(b.Add(HloOpcode::kSubtract, {value, current}));
}

struct Values {
  Sizes sizes;
  std::vector<int64_t> elements;
};
Values RandomValues(Random& random, const Sizes& sizes) {
  Values values{sizes, {}};
  for (int64_t i = 0; i < CountOf(sizes); ++i) values.elements.push_back(random.Between(0, 9));
  return values;
}
ArrayModel ToArray(const Type& type, const Values& values) {
  ArrayModel array{values.sizes, {}};
  for (int64_t value : values.elements) array.elements.push_back(type.bytes(value));
  return array;
}

ArrayModel Expected(const Type& type, const WindowModels& window, const Values& operand,
                    const Values& source, int64_t init, const Select& select, bool sum) {
  const Sizes picks = PickModel(window, ToArray(type, operand),
                                [&](const std::string& pick, const std::string& next) {
                                  return select.keeps(type.value(pick), type.value(next));
                                });
  ArrayModel result{operand.sizes, Elements(operand.elements.size(), type.bytes(init))};
  const auto scatter = [&](const Elements& e) {
    return Elements{type.bytes(Scattered(sum, type.value(e[0]), type.value(e[1])))};
  };
  ScatterPickedModel(picks, ToArray(type, source).elements, scatter, result.elements);
  return result;
}

// Empty, or what is wrong.
std::string RunOneOfSelectAndScatter(Random& random, int64_t* values) {
  const Type& type = kSelectAndScatterTypes[random.Below(4)];
  const Select& select = kSelects[random.Below(5)];
  const bool sum = random.OneIn(2);
  const Values operand = RandomValues(random, RandomSizes(random));
  const WindowModels window = RandomWindow(random, operand.sizes, random.OneIn(3));
  const Values source = RandomValues(random, OutputSizes(window, operand.sizes));
  const Values init = RandomValues(random, {});
  const ArrayModel expected =
      Expected(type, window, operand, source, init.elements[0], select, sum);
  *values += CountOf(source.sizes);

  ModuleBuilder b("m");
  const HloComputation* const bodies[] = {SelectBody(b, type.type, select),
                                          ScatterBody(b, type.type, sum)};
  b.Begin("main");
  ModuleBuilder::Operands operands;
  std::vector<Literal> arguments;
  for (const Values& each : {operand, source, init}) {
    Shape shape = ShapeUtil::MakeShape(type.type, each.sizes);
    if (!random.OneIn(4)) shape = WithRandomLayout(random, shape);
    arguments.push_back(ToLiteral(ToArray(type, each), shape));
    operands.push_back(
        b.Parameter(static_cast<int64_t>(operands.size()), shape, StrCat("p", operands.size())));
  }
  Shape result = ShapeUtil::MakeShape(type.type, operand.sizes);
  if (!random.OneIn(4)) result = WithRandomLayout(random, result);
  b.Finish(b.Add(HloOpcode::kSelectAndScatter, operands,
                 MakeAttributes(SelectAndScatterAttributes{ToWindow(window)}),
                 {bodies[0], bodies[1]}, result));
  const std::unique_ptr<HloModule> module = b.Take();
  const std::string what = StrCat("of ", arguments[0].ToString(), " and ", arguments[1].ToString(),
                                  ", window ", ToWindow(window).ToString());
  const Status verified = VerifyModule(*module);
  if (!verified.ok()) return StrCat(what, ": ", verified.ToString());
  const StatusOr<Literal> value = Evaluate(*module, arguments);
  if (!value.ok()) return StrCat(what, ": ", value.status().ToString());
  if (value->shape() != result) return StrCat(what, ": gives ", value->shape().ToString(true));
  if (ToModel(*value).elements == expected.elements) return "";
  return StrCat(what, ": wrong: ", value->ToString());
}

TEST(SelectAndScatterPropertyTest, MatchesItsDefinition) {
  Random random(21);
  int64_t values = 0;
  for (int i = 0; i < kSelectAndScatterRounds; ++i)
    ASSERT_EQ(RunOneOfSelectAndScatter(random, &values), "");
  std::printf("    %d windows, %lld values\n", kSelectAndScatterRounds,
              static_cast<long long>(values));
}

}  // namespace
}  // namespace hloom
