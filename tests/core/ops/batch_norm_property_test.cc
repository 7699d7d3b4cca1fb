// Batch normalization in programs: any layouts and padding, operands without other uses, and a
// training step that combines its parts.
#include "ops/normalization/batch_norm.h"

#include <cmath>
#include <cstdio>

#include "kernels/batch_norm_model.h"
#include "runtime/execution.h"
#include "support/models/array_model.h"
#include "support/models/element_model.h"
#include "support/module_builder.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kBatchNormRounds = Rounds(1000, 100);

Numbers RandomNumbers(Random& random, int64_t count) {
  Numbers numbers;
  for (int64_t i = 0; i < count; ++i)
    numbers.push_back(static_cast<long double>(random.Between(-64, 64)) / 16);
  return numbers;
}

Literal LiteralOf(const Numbers& numbers, const Shape& shape) {
  ArrayModel model{shape.dimensions().ToVector(), {}};
  for (const long double number : numbers)
    model.elements.push_back(testing_support::BytesOf(static_cast<double>(number)));
  return ToLiteral(model, shape);
}

// Empty, or what is wrong.
std::string Difference(const Literal& have, const Numbers& expected) {
  const ArrayModel model = ToModel(have);
  for (size_t i = 0; i < expected.size(); ++i) {
    const double number = ElementAs<double>(model.elements[i]);
    const bool both_nan = std::isnan(number) && std::isnan(expected[i]);
    const long double slack = 1e-12L * (1 + std::fabs(expected[i]));
    if (both_nan || std::fabs(number - expected[i]) <= slack) continue;
    return StrCat("element ", i, " is ", number, ", should be ", static_cast<double>(expected[i]),
                  ": ", have.ToString());
  }
  return "";
}

// The training of an array, and the gradients of what it gave: a program whose arguments and
// values are in random layouts, and each used once or several times.
std::string RunOne(Random& random) {
  const Sizes sizes = RandomSizes(random, static_cast<size_t>(random.Between(1, 5)));
  const auto feature = random.Below(static_cast<int64_t>(sizes.size()));
  const Sizes vector_sizes = {sizes[static_cast<size_t>(feature)]};
  const BatchNormModel model(sizes, static_cast<size_t>(feature), 0.25L);
  const Numbers x = RandomNumbers(random, CountOf(sizes));
  const Numbers g = RandomNumbers(random, CountOf(sizes));
  const Numbers scale = RandomNumbers(random, vector_sizes[0]);
  const Numbers offset = RandomNumbers(random, vector_sizes[0]);
  const bool plain = random.OneIn(2);
  const auto laid_out = [&](const Sizes& of) {
    const Shape shape = ShapeUtil::MakeShape(F64, of);
    return plain ? shape : WithRandomLayout(random, shape);
  };

  ModuleBuilder b("m");
  b.Begin("main");
  std::vector<Literal> arguments;
  const auto parameter = [&](const Numbers& numbers, const Sizes& of) {
    const Shape shape = laid_out(of);
    arguments.push_back(LiteralOf(numbers, shape));
    const auto number = static_cast<int64_t>(arguments.size()) - 1;
    return b.Parameter(number, shape, StrCat("p", number));
  };
  HloInstruction* p_x = parameter(x, sizes);
  HloInstruction* p_scale = parameter(scale, vector_sizes);
  HloInstruction* p_offset = parameter(offset, vector_sizes);
  HloInstruction* p_g = parameter(g, sizes);
  const auto attributes = [&] { return MakeAttributes(BatchNormAttributes{0.25f, feature}); };
  const auto parts = [&] {
    return Shape(
        std::vector<Shape>{laid_out(sizes), laid_out(vector_sizes), laid_out(vector_sizes)});
  };
  HloInstruction* training =
      b.Add(HloOpcode::kBatchNormTraining, {p_x, p_scale, p_offset}, attributes(), {}, parts());
  HloInstruction* y = b.GetTupleElement(training, 0);
  HloInstruction* mean = b.GetTupleElement(training, 1);
  HloInstruction* variance = b.GetTupleElement(training, 2);
  const auto infer = [&] {
    return b.Add(HloOpcode::kBatchNormInference, {p_x, p_scale, p_offset, mean, variance},
                 attributes(), {}, laid_out(sizes));
  };
  // The last operation may reuse the memory of its operands.
  HloInstruction* again = random.OneIn(2) ? infer() : nullptr;
  HloInstruction* grad = b.Add(HloOpcode::kBatchNormGrad, {p_x, p_scale, mean, variance, p_g},
                               attributes(), {}, parts());
  if (again == nullptr) again = infer();
  ModuleBuilder::Operands results = {y, again, b.GetTupleElement(grad, 0),
                                     b.GetTupleElement(grad, 1), b.GetTupleElement(grad, 2)};
  if (random.OneIn(2)) results.insert(results.end(), {mean, variance});
  const size_t count = results.size();
  b.Finish(b.Add(HloOpcode::kTuple, std::move(results)));
  const std::unique_ptr<HloModule> module = b.Take();
  const std::string what = StrCat("feature ", feature, " of ", arguments[0].shape().ToString(true));
  const Status verified = VerifyModule(*module);
  if (!verified.ok()) return StrCat(what, ": ", verified.ToString());
  const StatusOr<Literal> value = Evaluate(*module, std::move(arguments));
  if (!value.ok()) return StrCat(what, ": ", value.status().ToString());

  const Numbers means = model.Means(x);
  const Numbers variances = model.Variances(x);
  const Numbers normalized = model.Normalized(x, scale, offset, means, variances);
  const BatchNormModel::Gradients gradients = model.GradientsOf(x, scale, means, variances, g);
  const Numbers* expected[] = {&normalized,       &normalized, &gradients.operand, &gradients.scale,
                               &gradients.offset, &means,      &variances};
  for (size_t i = 0; i < count; ++i) {
    std::string difference = Difference(value->elements()[i], *expected[i]);
    if (!difference.empty()) return StrCat(what, ": result ", i, ": ", difference);
  }
  return "";
}

TEST(BatchNormPropertyTest, MatchesItsDefinition) {
  Random random(61);
  for (int i = 0; i < kBatchNormRounds; ++i) ASSERT_EQ(RunOne(random), "");
  std::printf("    %d steps of training\n", kBatchNormRounds);
}

}  // namespace
}  // namespace hloom
