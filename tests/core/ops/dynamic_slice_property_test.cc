// dynamic-slice and dynamic-update-slice against their definitions, element by element: random
// shapes of rank 0 to 5, element and index types, layouts and padding, dynamic sizes, starts inside
// and outside, as scalars and as one vector.
#include <cstdio>

#include "ops/indexing/dynamic_slice.h"
#include "runtime/execution.h"
#include "support/models/box_model.h"
#include "support/module_builder.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kDynamicSliceRounds = Rounds(15000, 1500);

// A program of one operation, and its arguments.
struct DynamicSliceProgram {
  ModuleBuilder builder{"m"};
  ModuleBuilder::Operands parameters;
  std::vector<Literal> arguments;
  bool dynamic = false;

  DynamicSliceProgram() { builder.Begin("main"); }
  void Add(const Shape& shape, Literal argument) {
    dynamic = dynamic || shape.is_dynamic();
    const auto number = static_cast<int64_t>(parameters.size());
    parameters.push_back(builder.Parameter(number, shape, StrCat("p", number)));
    arguments.push_back(std::move(argument));
  }
  StatusOr<Literal> Run(HloOpcode opcode, std::unique_ptr<Attributes> attributes,
                        const Shape& result) {
    builder.Finish(builder.Add(opcode, parameters, std::move(attributes), {}, result));
    const std::unique_ptr<HloModule> module = builder.Take();
    HLOOM_RETURN_IF_ERROR(VerifyModule(*module));
    return Evaluate(*module, arguments);
  }
};

struct Array {
  Extents extents{{}};
  ArrayModel live;

  void AddTo(DynamicSliceProgram& program, Random& random, PrimitiveType type) const {
    const Shape given = ShapeUtil::MakeShape(type, extents.live);
    program.Add(WithRandomLayout(random, extents.ShapeOf(type)),
                ToLiteral(live, WithRandomLayout(random, given)));
  }
};

Array RandomArrayOf(Random& random, PrimitiveType type, const Sizes& sizes, bool may_be_dynamic) {
  Array array;
  array.extents = Extents(sizes);
  if (may_be_dynamic) MakeSomeDynamic(random, array.extents);
  array.live = RandomArray(random, type, array.extents.live);
  return array;
}

// All elements of the bounds: those that are not live are zero in a run's argument.
ArrayModel WithDeadElements(const Array& array, PrimitiveType type) {
  ArrayModel whole{array.extents.bounds, {}};
  const std::string zero(static_cast<size_t>(ByteWidth(type)), '\0');
  for (int64_t i = 0; i < CountOf(whole.sizes); ++i) {
    const Sizes index = IndexAt(whole.sizes, i);
    bool live = true;
    for (size_t d = 0; d < index.size(); ++d) live = live && index[d] < array.extents.live[d];
    whole.elements.push_back(live ? array.live.At(index) : zero);
  }
  return whole;
}

// Random starts for an array of those sizes, given to the program.
Sizes AddStarts(DynamicSliceProgram& program, Random& random, const Sizes& sizes) {
  const PrimitiveType type = RandomIntegralType(random);
  ArrayModel vector{{static_cast<int64_t>(sizes.size())}, {}};
  Sizes starts;
  for (const int64_t size : sizes) {
    vector.elements.push_back(RandomIndex(random, type, size));
    starts.push_back(IndexOf(type, vector.elements.back()));
  }
  if (random.OneIn(3)) {
    const Shape shape = WithRandomLayout(random, ShapeUtil::MakeShape(type, vector.sizes));
    program.Add(shape, ToLiteral(vector, shape));
    return starts;
  }
  for (const std::string& start : vector.elements) {
    program.Add(ScalarOf(type), ToLiteral({{}, {start}}, ScalarOf(type)));
  }
  return starts;
}

Sizes RandomBox(Random& random, const Sizes& sizes) {
  Sizes box;
  for (const int64_t size : sizes) box.push_back(random.OneIn(3) ? size : random.Below(size + 1));
  return box;
}

ArrayModel LivePart(const ArrayModel& array, const Sizes& live) {
  return DynamicSliceModel(array, Sizes(live.size(), 0), live);
}

struct DynamicSliceTotals {
  int64_t elements = 0;
  int dynamic = 0;
};

std::string Compare(const StatusOr<Literal>& value, const Shape& result, const ArrayModel& expected,
                    DynamicSliceTotals& totals) {
  if (!value.ok()) return value.status().ToString();
  if (value->shape() != result) return StrCat("gives ", value->shape().ToString(true));
  const ArrayModel actual = ToModel(*value->ToStatic());
  totals.elements += CountOf(expected.sizes);
  if (actual.sizes != expected.sizes) return StrCat("sizes ", Braced(actual.sizes));
  return actual.elements == expected.elements ? "" : StrCat("wrong values ", value->ToString());
}

// Empty, or what is wrong.
std::string TrySlice(Random& random, DynamicSliceTotals& totals) {
  DynamicSliceProgram program;
  const PrimitiveType type = RandomType(random);
  const Array operand = RandomArrayOf(random, type, RandomSizes(random), random.OneIn(3));
  const Sizes& bounds = operand.extents.bounds;
  operand.AddTo(program, random, type);
  const Sizes starts = AddStarts(program, random, bounds);
  const Sizes box = RandomBox(random, bounds);
  Extents result(box);
  for (size_t d = 0; d < box.size(); ++d) {
    if (!operand.extents.dynamic[d] || box[d] != bounds[d]) continue;
    result.dynamic[d] = true;
    result.live[d] = operand.extents.live[d];
  }
  const ArrayModel expected =
      LivePart(DynamicSliceModel(WithDeadElements(operand, type), starts, box), result.live);
  const Shape shape = WithRandomLayout(random, result.ShapeOf(type));
  totals.dynamic += program.dynamic ? 1 : 0;
  const StatusOr<Literal> value =
      program.Run(HloOpcode::kDynamicSlice, MakeAttributes(DynamicSliceAttributes{box}), shape);
  const std::string wrong = Compare(value, shape, expected, totals);
  return wrong.empty() ? "" : StrCat(Braced(bounds), " at ", Braced(starts), ": ", wrong);
}

std::string TryUpdate(Random& random, DynamicSliceTotals& totals) {
  DynamicSliceProgram program;
  const PrimitiveType type = RandomType(random);
  const bool dynamic = random.OneIn(3);
  const Array operand = RandomArrayOf(random, type, RandomSizes(random), dynamic);
  const Sizes& bounds = operand.extents.bounds;
  const Sizes box = RandomBox(random, bounds);
  const Array update = RandomArrayOf(random, type, box, dynamic);
  operand.AddTo(program, random, type);
  update.AddTo(program, random, type);
  const Sizes starts = AddStarts(program, random, bounds);
  Extents result = operand.extents;
  for (size_t d = 0; d < box.size(); ++d) {
    if (!update.extents.dynamic[d] || box[d] != bounds[d]) continue;
    result.dynamic[d] = true;
    result.live[d] = update.extents.live[d];
  }
  const ArrayModel expected =
      LivePart(DynamicUpdateSliceModel(WithDeadElements(operand, type), update.live, box, starts),
               result.live);
  const Shape shape = WithRandomLayout(random, result.ShapeOf(type));
  totals.dynamic += program.dynamic ? 1 : 0;
  const StatusOr<Literal> value = program.Run(HloOpcode::kDynamicUpdateSlice, nullptr, shape);
  const std::string wrong = Compare(value, shape, expected, totals);
  return wrong.empty()
             ? ""
             : StrCat(Braced(bounds), " by ", Braced(box), " at ", Braced(starts), ": ", wrong);
}

void TryMany(const char* name, uint64_t seed,
             std::string (*attempt)(Random&, DynamicSliceTotals&)) {
  Random random(seed);
  DynamicSliceTotals totals;
  for (int i = 0; i < kDynamicSliceRounds; ++i)
    ASSERT_EQ(attempt(random, totals), "") << "round " << i;
  EXPECT_GT(totals.elements, kDynamicSliceRounds * 2);
  EXPECT_GT(totals.dynamic, kDynamicSliceRounds / 8);
  std::printf("    %s: %d combinations, %lld elements\n", name, kDynamicSliceRounds,
              static_cast<long long>(totals.elements));
}

TEST(DynamicSlicePropertyTest, IsItsDefinition) { TryMany("dynamic-slice", 1, TrySlice); }
TEST(DynamicUpdateSlicePropertyTest, IsItsDefinition) {
  TryMany("dynamic-update-slice", 2, TryUpdate);
}

}  // namespace
}  // namespace hloom
