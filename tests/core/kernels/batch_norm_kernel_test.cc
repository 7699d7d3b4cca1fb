// Batch normalization by kernels against the plain model, over random shapes, layouts and types,
// with tasks in any order; gradients also against differences.
#include "kernels/normalization/batch_norm.h"

#include <gtest/gtest.h>

#include "kernels/batch_norm_model.h"
#include "shape/index_util.h"
#include "support/folded_windows.h"
#include "support/kernel_runner.h"
#include "support/models/array_model.h"
#include "support/models/element_model.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kBatchNormKernelRounds = Rounds(1000, 100);
constexpr PrimitiveType kTypes[] = {F32, F64, F16, BF16};

// The allowed distance of a result from the model, for each unit of its inputs: roundings in
// double, then one to the type.
long double RoundingOf(PrimitiveType type) {
  switch (type) {
    case F64:
      return 0;
    case F32:
      return 0x1p-24L;
    case F16:
      return 0x1p-11L;
    default:
      return 0x1p-8L;
  }
}
long double DenormalRoundingOf(PrimitiveType type) { return type == F16 ? 0x1p-25L : 0; }
constexpr long double kDouble = 0x1p-53L;

// An array of numbers that its type has.
class Array {
 public:
  Array(const Shape& shape, Numbers numbers) : shape_(shape), numbers_(std::move(numbers)) {
    ArrayModel model{shape.dimensions().ToVector(), {}};
    for (long double& number : numbers_) {
      const ElementModel element = ConvertedElement(shape.element_type(), RealModel(number));
      model.elements.push_back(WriteElement(shape.element_type(), element));
      number = element.real;
    }
    literal_ = ToLiteral(model, shape);
  }
  // A result array, initially filled with bits that are not a number.
  explicit Array(const Shape& shape) : shape_(shape), literal_(*Literal::Create(shape)) {
    std::memset(literal_.mutable_data<char>(), 0xff, static_cast<size_t>(literal_.size_bytes()));
  }

  const Shape& shape() const { return shape_; }
  const Numbers& numbers() const { return numbers_; }
  const std::byte* data() const { return literal_.data<std::byte>(); }
  std::byte* mutable_data() { return literal_.mutable_data<std::byte>(); }

  Numbers Read() const {
    Numbers numbers;
    for (const std::string& element : ToModel(literal_).elements)
      numbers.push_back(ReadElement(shape_.element_type(), element.data()).real);
    return numbers;
  }
  std::string Bytes() const {
    return {literal_.data<char>(), static_cast<size_t>(literal_.size_bytes())};
  }

 private:
  Shape shape_;
  Numbers numbers_;
  Literal literal_;
};

Numbers SomeNumbers(RandomBits& random, int64_t count, double low, double high) {
  Numbers numbers;
  for (int64_t i = 0; i < count; ++i)
    numbers.push_back(static_cast<long double>(random.Uniform(low, high)));
  return numbers;
}

// The operand, with all vectors that the kernels take.
struct BatchNormKernelProblem {
  BatchNormKernelProblem(RandomBits& random, PrimitiveType element_type, const Shape& operand_shape,
                         const Shape& gradient_shape, const Shape& result, size_t dimension,
                         double mean)
      : type(element_type),
        feature_index(dimension),
        operand(operand_shape, SomeNumbers(random, Count(operand_shape), mean - 2, mean + 2)),
        gradient(gradient_shape, SomeNumbers(random, Count(operand_shape), -2, 2)),
        scale(Vector(), SomeNumbers(random, Features(), -2, 2)),
        offset(Vector(), SomeNumbers(random, Features(), -2, 2)),
        mean_vector(Vector(), SomeNumbers(random, Features(), mean - 1, mean + 1)),
        variance(Vector(), SomeNumbers(random, Features(), 0.5, 2)),
        result_shape(result),
        model(operand_shape.dimensions().ToVector(), dimension, epsilon) {}

  static int64_t Count(const Shape& shape) { return CountOf(shape.dimensions().ToVector()); }
  int64_t Features() const {
    return operand.shape().dimensions(static_cast<int64_t>(feature_index));
  }
  Shape Vector() const { return ShapeUtil::MakeShape(type, {Features()}); }
  BatchNorm Norm() const {
    const std::vector<int64_t> strides[] = {IndexUtil::Strides(operand.shape()),
                                            IndexUtil::Strides(result_shape),
                                            IndexUtil::Strides(gradient.shape())};
    return {FeatureTiles(operand.shape().dimensions(), feature_index, strides), type,
            static_cast<double>(epsilon)};
  }

  static constexpr long double epsilon = 0.125L;
  PrimitiveType type;
  size_t feature_index;
  Array operand, gradient, scale, offset, mean_vector, variance;
  Shape result_shape;
  BatchNormModel model;
};

// `slack[i]` is the unit of the error of number i.
void ExpectNear(PrimitiveType type, const Array& result, const Numbers& expected,
                const Numbers& slack, std::string_view what) {
  const Numbers have = result.Read();
  ASSERT_EQ(have.size(), expected.size());
  for (size_t i = 0; i < have.size(); ++i) {
    if (std::isnan(expected[i]) && std::isnan(have[i])) continue;
    const long double rounded = std::fabs(expected[i]) * RoundingOf(type) * (1 + 0x1p-20L);
    const long double most = slack[i] * kDouble + std::max(rounded, DenormalRoundingOf(type));
    ASSERT_LE(std::fabs(have[i] - expected[i]), most)
        << what << " " << i << " of " << result.shape().ToString(true) << ": "
        << static_cast<double>(have[i]) << ", should be " << static_cast<double>(expected[i]);
  }
}

// Errors grow with the sum of the summands, as if one number was added after the other; values
// computed from a mean or a variance have its errors too.
Numbers SlackOfFeatures(const BatchNormKernelProblem& problem, const Array& values,
                        long double factor) {
  Numbers slack;
  for (size_t f = 0; f < problem.model.features(); ++f) {
    long double sum = 1;
    for (const size_t i : problem.model.ElementsOf(f)) sum += std::fabs(values.numbers()[i]);
    slack.push_back(sum * factor);
  }
  return slack;
}
Numbers Everywhere(const BatchNormKernelProblem& problem, long double slack) {
  return Numbers(problem.operand.numbers().size(), slack);
}

KernelReport RunNorm(const BatchNorm& norm,
                     Kernel (*kernel)(const BatchNorm&, const std::byte* const*, std::byte* const*),
                     std::vector<const Array*> operands, std::vector<Array*> results,
                     TaskOrder order) {
  std::vector<const std::byte*> from;
  std::vector<std::byte*> to;
  for (const Array* operand : operands) from.push_back(operand->data());
  for (Array* result : results) to.push_back(result->mutable_data());
  return RunKernel(kernel(norm, from.data(), to.data()), order);
}

void ExpectTraining(const BatchNormKernelProblem& p, TaskOrder order, std::string* bits = nullptr) {
  Array y(p.result_shape), mean(p.Vector()), variance(p.Vector());
  const KernelReport report = RunNorm(p.Norm(), NormalizeByBatch, {&p.operand, &p.scale, &p.offset},
                                      {&y, &mean, &variance}, order);
  ASSERT_TRUE(report.status.ok());
  const Numbers& x = p.operand.numbers();
  const Numbers means = p.model.Means(x);
  const Numbers variances = p.model.Variances(x);
  const long double count = static_cast<long double>(x.size()) + 16;
  ASSERT_NO_FATAL_FAILURE(
      ExpectNear(p.type, mean, means, SlackOfFeatures(p, p.operand, 16), "mean"));
  ASSERT_NO_FATAL_FAILURE(
      ExpectNear(p.type, variance, variances, SlackOfFeatures(p, p.operand, 256), "variance"));
  ASSERT_NO_FATAL_FAILURE(ExpectNear(
      p.type, y, p.model.Normalized(x, p.scale.numbers(), p.offset.numbers(), means, variances),
      Everywhere(p, 1024 * count), "element"));
  if (bits != nullptr) *bits = y.Bytes() + mean.Bytes() + variance.Bytes();
}

void ExpectInference(const BatchNormKernelProblem& p, TaskOrder order) {
  Array y(p.result_shape);
  const KernelReport report =
      RunNorm(p.Norm(), NormalizeByMoments,
              {&p.operand, &p.scale, &p.offset, &p.mean_vector, &p.variance}, {&y}, order);
  ASSERT_TRUE(report.status.ok());
  ASSERT_NO_FATAL_FAILURE(
      ExpectNear(p.type, y,
                 p.model.Normalized(p.operand.numbers(), p.scale.numbers(), p.offset.numbers(),
                                    p.mean_vector.numbers(), p.variance.numbers()),
                 Everywhere(p, 1024), "element"));
}

void ExpectGradients(const BatchNormKernelProblem& p, TaskOrder order,
                     std::string* bits = nullptr) {
  Array operand(p.result_shape), scale(p.Vector()), offset(p.Vector());
  const KernelReport report =
      RunNorm(p.Norm(), BatchNormGradients,
              {&p.operand, &p.scale, &p.mean_vector, &p.variance, &p.gradient},
              {&operand, &scale, &offset}, order);
  ASSERT_TRUE(report.status.ok());
  const BatchNormModel::Gradients expected =
      p.model.GradientsOf(p.operand.numbers(), p.scale.numbers(), p.mean_vector.numbers(),
                          p.variance.numbers(), p.gradient.numbers());
  ASSERT_NO_FATAL_FAILURE(ExpectNear(p.type, offset, expected.offset,
                                     SlackOfFeatures(p, p.gradient, 16), "gradient of offset"));
  ASSERT_NO_FATAL_FAILURE(ExpectNear(p.type, scale, expected.scale,
                                     SlackOfFeatures(p, p.gradient, 256), "gradient of scale"));
  ASSERT_NO_FATAL_FAILURE(
      ExpectNear(p.type, operand, expected.operand, Everywhere(p, 4096), "gradient of element"));
  if (bits != nullptr) *bits = operand.Bytes() + scale.Bytes() + offset.Bytes();
}

TEST(BatchNormKernelTest, AsTheModelDoes) {
  Random random(51);
  RandomBits bits(52);
  for (int i = 0; i < kBatchNormKernelRounds; ++i) {
    const Sizes sizes = RandomSizes(random, static_cast<size_t>(random.Between(1, 5)));
    const size_t feature = static_cast<size_t>(random.Below(static_cast<int64_t>(sizes.size())));
    if (sizes[feature] == 0) continue;
    const PrimitiveType type = kTypes[random.Below(std::size(kTypes))];
    const BatchNormKernelProblem problem(bits, type, LaidOut(random, type, sizes),
                                         LaidOut(random, type, sizes), LaidOut(random, type, sizes),
                                         feature, random.OneIn(2) ? 0 : 3);
    const TaskOrder order = OneOfTaskOrders(static_cast<size_t>(i));
    ASSERT_NO_FATAL_FAILURE(ExpectTraining(problem, order)) << "in round " << i;
    ASSERT_NO_FATAL_FAILURE(ExpectInference(problem, order)) << "in round " << i;
    ASSERT_NO_FATAL_FAILURE(ExpectGradients(problem, order)) << "in round " << i;
  }
}

// All kernels give the right results, with the same bits in any order of tasks.
void ExpectAllInAnyOrder(const BatchNormKernelProblem& problem) {
  std::string training, gradients;
  for (const TaskOrder order : kTaskOrders) {
    std::string again, gradients_again;
    ASSERT_NO_FATAL_FAILURE(ExpectTraining(problem, order, &again));
    ASSERT_NO_FATAL_FAILURE(ExpectInference(problem, order));
    ASSERT_NO_FATAL_FAILURE(ExpectGradients(problem, order, &gradients_again));
    if (training.empty()) training = again;
    if (gradients.empty()) gradients = gradients_again;
    ASSERT_EQ(training == again, true) << "the order of tasks changes the result";
    ASSERT_EQ(gradients == gradients_again, true) << "the order of tasks changes the result";
  }
}

struct FeatureCase {
  Sizes sizes;
  size_t feature;
};

// Many features and few, side by side in memory and far apart; several blocks and tiles of each.
TEST(BatchNormKernelTest, ManyElementsInAnyOrder) {
  const FeatureCase cases[] = {
      {{40'000, 3}, 1}, {{300, 257}, 1}, {{3, 5000, 9}, 1}, {{2, 70'000}, 0},
      {{70'000, 2}, 0}, {{90'000}, 0},   {{17, 6, 501}, 0}, {{1, 30'000}, 1},
  };
  Random random(53);
  RandomBits bits(54);
  size_t next = 0;
  for (const FeatureCase& one : cases) {
    // Each combination is slow, so cases and types take turns.
    for (int i = 0; i < Rounds(2, 1); ++i) {
      const PrimitiveType type = next++ % 2 == 0 ? F32 : F64;
      const Shape shape = ShapeUtil::MakeShape(type, one.sizes);
      const BatchNormKernelProblem problem(bits, type, shape, WithRandomLayout(random, shape),
                                           WithRandomLayout(random, shape), one.feature, 5);
      ASSERT_NO_FATAL_FAILURE(ExpectAllInAnyOrder(problem));
    }
  }
}

// Arrays of one layout are read in place: in rows of features, or in lines of positions, of which a
// tile may have many short ones. Elements of types other than compute types are copied.
TEST(BatchNormKernelTest, SameLayoutsInAnyOrder) {
  const FeatureCase cases[] = {
      {{9, 3, 7, 7}, 1},  {{40, 5, 31, 3}, 1},     {{3, 2, 1100, 3}, 1},  {{5, 11, 11, 7}, 3},
      {{20, 10, 259}, 2}, {{2, 1030, 3, 3}, 1},    {{3, 5, 4, 3, 11}, 3}, {{9000, 4}, 1},
      {{33'000, 1}, 1},   {{2, 3, 2, 3, 5, 3}, 2},
  };
  RandomBits bits(57);
  size_t next = 0;
  for (const FeatureCase& one : cases) {
    for (size_t i = 0; i < static_cast<size_t>(Rounds(4, 2)); ++i) {
      const PrimitiveType type = kTypes[next++ % std::size(kTypes)];
      const Shape shape = ShapeUtil::MakeShape(type, one.sizes);
      const BatchNormKernelProblem problem(bits, type, shape, shape, shape, one.feature, 5);
      ASSERT_EQ(problem.Norm().is_read_in_place(), type == F32 || type == F64);
      ASSERT_NO_FATAL_FAILURE(ExpectAllInAnyOrder(problem));
    }
  }
}

// Problems of one task and little memory are computed immediately; others state their needs.
TEST(BatchNormKernelTest, SmallOnesAreDoneAtOnce) {
  struct Case {
    Sizes sizes;
    PrimitiveType type;
    bool small;
  };
  const Case cases[] = {{{8, 4}, F32, true},     {{8, 4}, BF16, true},   {{0, 4}, F32, true},
                        {{150, 150}, F32, true}, {{1, 200}, F64, false}, {{100'000, 4}, F32, false},
                        {{400, 4}, F16, false}};
  RandomBits bits(58);
  for (const Case& one : cases) {
    const Shape shape = ShapeUtil::MakeShape(one.type, one.sizes);
    const BatchNormKernelProblem p(bits, one.type, shape, shape, shape, 1, 0);
    const BatchNorm norm = p.Norm();
    EXPECT_EQ(norm.is_small(), one.small) << shape.ToString();
    Array y(shape), mean(p.Vector()), variance(p.Vector());
    const KernelReport reports[] = {
        RunNorm(norm, NormalizeByBatch, {&p.operand, &p.scale, &p.offset}, {&y, &mean, &variance},
                TaskOrder::kForwards),
        RunNorm(norm, NormalizeByMoments,
                {&p.operand, &p.scale, &p.offset, &p.mean_vector, &p.variance}, {&y},
                TaskOrder::kForwards),
        RunNorm(norm, BatchNormGradients,
                {&p.operand, &p.scale, &p.mean_vector, &p.variance, &p.gradient},
                {&y, &mean, &variance}, TaskOrder::kForwards)};
    for (const KernelReport& report : reports) {
      EXPECT_TRUE(report.status.ok());
      EXPECT_EQ(report.phases == 0, one.small) << shape.ToString();
      EXPECT_EQ(report.scratch_bytes == 0, one.small) << shape.ToString();
    }
  }
}

// A variance of 1/12 with a mean of ten million: a difference of squares, in double, would not
// have one right digit.
TEST(BatchNormKernelTest, SmallVariancesBesideLargeMeans) {
  RandomBits bits(55);
  const Shape shape = ShapeUtil::MakeShape(F64, {20'000, 2});
  Numbers numbers = SomeNumbers(bits, 40'000, 0, 1);
  for (long double& number : numbers) number = static_cast<double>(number + 1e7L);
  const Array operand(shape, numbers);
  const Array ones(ShapeUtil::MakeShape(F64, {2}), {1, 1});
  Array y(shape), mean(ones.shape()), variance(ones.shape());
  const std::vector<int64_t> strides[] = {{2, 1}, {2, 1}};
  const BatchNorm norm = {FeatureTiles(shape.dimensions(), 1, strides), F64, 0};
  ASSERT_TRUE(RunNorm(norm, NormalizeByBatch, {&operand, &ones, &ones}, {&y, &mean, &variance},
                      TaskOrder::kForwards)
                  .status.ok());
  const Numbers expected = BatchNormModel({20'000, 2}, 1, 0).Variances(operand.numbers());
  for (size_t f = 0; f < 2; ++f) {
    EXPECT_NEAR(static_cast<double>(variance.Read()[f] / expected[f]), 1, 1e-9);
  }
}

// The gradients are the changes of the sum of g * y when an operand, a scale or an offset changes.
TEST(BatchNormKernelTest, GradientsAreDifferences) {
  RandomBits bits(56);
  const Sizes sizes = {3, 2, 4};
  const Shape shape = ShapeUtil::MakeShape(F64, sizes);
  const Shape vector = ShapeUtil::MakeShape(F64, {2});
  const Numbers x = SomeNumbers(bits, 24, -2, 2);
  const Numbers scale = {1.5L, -0.75L};
  const Numbers offset = {0.25L, 2};
  const Array gradient(shape, SomeNumbers(bits, 24, -1, 1));
  const std::vector<int64_t> strides[] = {{8, 4, 1}, {8, 4, 1}, {8, 4, 1}};
  const BatchNorm norm = {FeatureTiles(sizes, 1, strides), F64, 0.125};
  Array mean(vector), variance(vector);
  const auto loss = [&](const Numbers& at_x, const Numbers& at_scale, const Numbers& at_offset) {
    const Array operand(shape, at_x), scales(vector, at_scale), offsets(vector, at_offset);
    Array y(shape);
    EXPECT_TRUE(RunNorm(norm, NormalizeByBatch, {&operand, &scales, &offsets},
                        {&y, &mean, &variance}, TaskOrder::kForwards)
                    .status.ok());
    long double sum = 0;
    const Numbers values = y.Read();
    for (size_t i = 0; i < values.size(); ++i) sum += values[i] * gradient.numbers()[i];
    return sum;
  };
  loss(x, scale, offset);
  const Array operand(shape, x), scales(vector, scale);
  Array operand_gradient(shape), scale_gradient(vector), offset_gradient(vector);
  ASSERT_TRUE(RunNorm(norm, BatchNormGradients, {&operand, &scales, &mean, &variance, &gradient},
                      {&operand_gradient, &scale_gradient, &offset_gradient}, TaskOrder::kForwards)
                  .status.ok());
  constexpr long double kStep = 1e-5L;
  const auto difference = [&](Numbers at, size_t i, const auto& loss_at) {
    at[i] += kStep;
    const long double above = loss_at(at);
    at[i] -= 2 * kStep;
    return static_cast<double>((above - loss_at(at)) / (2 * kStep));
  };
  for (size_t i = 0; i < x.size(); ++i) {
    const double slope =
        difference(x, i, [&](const Numbers& at) { return loss(at, scale, offset); });
    EXPECT_NEAR(static_cast<double>(operand_gradient.Read()[i]), slope, 1e-8);
  }
  for (size_t f = 0; f < 2; ++f) {
    EXPECT_NEAR(static_cast<double>(scale_gradient.Read()[f]),
                difference(scale, f, [&](const Numbers& at) { return loss(x, at, offset); }), 1e-8);
    EXPECT_NEAR(static_cast<double>(offset_gradient.Read()[f]),
                difference(offset, f, [&](const Numbers& at) { return loss(x, scale, at); }), 1e-8);
  }
}

}  // namespace
}  // namespace hloom
