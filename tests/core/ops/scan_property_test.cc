// Scan against its definition, step by step: random shapes, dimensions, directions and layouts.
#include <cstdio>

#include "ops/windows/scan.h"
#include "runtime/execution.h"
#include "support/array_model.h"
#include "support/module_builder.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kRounds = Rounds(3000, 300);

std::string Bytes(int32_t value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof(value));
}
int32_t Value(const std::string& bytes) {
  int32_t value;
  std::memcpy(&value, bytes.data(), sizeof(value));
  return value;
}
std::string Difference(const std::string& a, const std::string& b) {
  return Bytes(
      static_cast<int32_t>(static_cast<uint32_t>(Value(a)) - static_cast<uint32_t>(Value(b))));
}

Sizes Without(Sizes sizes, size_t dimension) {
  sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(dimension));
  return sizes;
}

// A step takes x, y (slices) and c (carried): c' = x - c. It gives c', y - c, and carries c'.
struct Expected {
  ArrayModel next, difference, carry;
};
Expected Scanned(const ArrayModel& x, const ArrayModel& y, const ArrayModel& init, size_t dimension,
                 bool reverse) {
  Expected expected = {x, x, init};
  const int64_t steps = x.sizes[dimension];
  for (int64_t step = 0; step < steps; ++step) {
    const int64_t index = reverse ? steps - 1 - step : step;
    for (size_t e = 0; e < init.elements.size(); ++e) {
      Sizes at = IndexAt(init.sizes, static_cast<int64_t>(e));
      at.insert(at.begin() + static_cast<std::ptrdiff_t>(dimension), index);
      const size_t i = static_cast<size_t>(PositionOf(x.sizes, at));
      std::string& carry = expected.carry.elements[e];
      expected.difference.elements[i] = Difference(y.elements[i], carry);
      carry = Difference(x.elements[i], carry);
      expected.next.elements[i] = carry;
    }
  }
  return expected;
}

// Empty, or what is wrong.
std::string RunOne(Random& random) {
  const Sizes sizes = RandomSizes(random, static_cast<size_t>(random.Between(1, 5)));
  const size_t dimension = static_cast<size_t>(random.Below(static_cast<int64_t>(sizes.size())));
  const bool reverse = random.OneIn(2);
  const Sizes slice = Without(sizes, dimension);
  const ArrayModel arrays[] = {RandomArray(random, S32, sizes), RandomArray(random, S32, sizes),
                               RandomArray(random, S32, slice)};
  const Expected expected = Scanned(arrays[0], arrays[1], arrays[2], dimension, reverse);
  const auto laid_out = [&](const Sizes& of) {
    const Shape shape = ShapeUtil::MakeShape(S32, of);
    return random.OneIn(3) ? shape : WithRandomLayout(random, shape);
  };

  ModuleBuilder b("m");
  b.Begin("step");
  HloInstruction* x = b.Parameter(0, laid_out(slice), "x");
  HloInstruction* y = b.Parameter(1, laid_out(slice), "y");
  HloInstruction* c = b.Parameter(2, laid_out(slice), "c");
  HloInstruction* next = b.Add(HloOpcode::kSubtract, {x, c});
  HloInstruction* difference = b.Add(HloOpcode::kSubtract, {y, c});
  const HloComputation* step = b.Finish(b.Add(HloOpcode::kTuple, {next, difference, next}));

  b.Begin("main");
  ModuleBuilder::Operands operands;
  std::vector<Literal> arguments;
  for (const ArrayModel& array : arrays) {
    const Shape shape = laid_out(array.sizes);
    arguments.push_back(ToLiteral(array, shape));
    operands.push_back(
        b.Parameter(static_cast<int64_t>(operands.size()), shape, StrCat("p", operands.size())));
  }
  const Shape result(std::vector<Shape>{laid_out(sizes), laid_out(sizes), laid_out(slice)});
  b.Finish(b.Add(HloOpcode::kScan, operands,
                 MakeAttributes(ScanAttributes{{static_cast<int64_t>(dimension)}, 1, reverse}),
                 {step}, result));
  const std::unique_ptr<HloModule> module = b.Take();
  const std::string what = StrCat("along ", dimension, reverse ? " backwards" : "", " of ",
                                  arguments[0].shape().ToString(true));
  const Status verified = VerifyModule(*module);
  if (!verified.ok()) return StrCat(what, ": ", verified.ToString());
  const StatusOr<Literal> value = Evaluate(*module, arguments);
  if (!value.ok()) return StrCat(what, ": ", value.status().ToString());
  if (value->shape() != result) return StrCat(what, ": gives ", value->shape().ToString(true));
  const ArrayModel* const wanted[] = {&expected.next, &expected.difference, &expected.carry};
  for (size_t i = 0; i < 3; ++i) {
    if (ToModel(value->elements()[i]).elements == wanted[i]->elements) continue;
    return StrCat(what, ": result ", i, " is wrong: ", value->ToString());
  }
  return "";
}

TEST(ScanPropertyTest, MatchesItsDefinition) {
  Random random(31);
  for (int i = 0; i < kRounds; ++i) ASSERT_EQ(RunOne(random), "");
  std::printf("    %d scans\n", kRounds);
}

}  // namespace
}  // namespace hloom
