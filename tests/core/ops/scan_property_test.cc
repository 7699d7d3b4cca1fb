// Scan against its plain model, step by step: random shapes, dimensions, directions and layouts.
#include <cstdio>

#include "ops/windows/scan.h"
#include "runtime/execution.h"
#include "support/models/applied_model.h"
#include "support/models/element_model.h"
#include "support/module_builder.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kScanRounds = Rounds(3000, 300);

std::string Difference(const std::string& a, const std::string& b) {
  return BytesOf(ElementAs<uint32_t>(a) - ElementAs<uint32_t>(b));
}

Sizes Without(Sizes sizes, size_t dimension) {
  sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(dimension));
  return sizes;
}

// A step takes x, y (slices) and c (carried): c' = x - c. It gives c', y - c, and carries c'.
Elements Step(const Elements& e) {
  const std::string next = Difference(e[0], e[2]);
  return {next, Difference(e[1], e[2]), next};
}

// Empty, or what is wrong.
std::string RunOneOfScan(Random& random) {
  const Sizes sizes = RandomSizes(random, static_cast<size_t>(random.Between(1, 5)));
  const size_t dimension = static_cast<size_t>(random.Below(static_cast<int64_t>(sizes.size())));
  const bool reverse = random.OneIn(2);
  const Sizes slice = Without(sizes, dimension);
  const ArrayModel arrays[] = {RandomArray(random, S32, sizes), RandomArray(random, S32, sizes),
                               RandomArray(random, S32, slice)};
  const std::vector<ArrayModel> expected =
      ScanModel({arrays[0], arrays[1]}, {arrays[2]}, 2, dimension, reverse, Step);
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
  for (size_t i = 0; i < 3; ++i) {
    if (ToModel(value->elements()[i]).elements == expected[i].elements) continue;
    return StrCat(what, ": result ", i, " is wrong: ", value->ToString());
  }
  return "";
}

TEST(ScanPropertyTest, MatchesItsDefinition) {
  Random random(31);
  for (int i = 0; i < kScanRounds; ++i) ASSERT_EQ(RunOneOfScan(random), "");
  std::printf("    %d scans\n", kScanRounds);
}

}  // namespace
}  // namespace hloom
