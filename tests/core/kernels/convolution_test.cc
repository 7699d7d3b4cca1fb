// Convolutions by kernels against the plain model, over random windows, sizes, strides and types;
// the same bits in any order of tasks.
#include "kernels/contractions/convolution.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "base/str_cat.h"
#include "kernels/contractions/convolution_pieces.h"
#include "kernels/convolution_model.h"
#include "kernels/strided_operands.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kConvolutionRounds = Rounds(3000, 300);

// The layouts of arrays: channels last or first, or any.
enum class Order { kChannelsLast, kChannelsFirst, kAny };

// A convolution with its arrays.
class ConvolutionProblem {
 public:
  // Sizes, windows and types are those of `convolution`; strides are made here.
  ConvolutionProblem(Random& random, const Convolution& convolution, Order order, Values values,
                     Values weights_values)
      : c(convolution) {
    Sizes sizes;
    for (const Convolution::Space& s : c.space) sizes.push_back(s.input_size);
    PlaceArray(random, order, sizes, c.input_features,
               {&c.input.group, &c.input.batch, &c.input.input_feature},
               &Convolution::Space::input_stride, false,
               [&](const Strides& strides) { input_.Fill(random, c.input_type, strides, values); });
    sizes.clear();
    for (const Convolution::Space& s : c.space) sizes.push_back(s.window_size);
    PlaceWeights(random, order, sizes, weights_values);
    sizes.clear();
    for (const Convolution::Space& s : c.space) sizes.push_back(s.result_size);
    PlaceArray(random, order, sizes, c.output_features,
               {&c.result.group, &c.result.batch, &c.result.output_feature},
               &Convolution::Space::result_stride, true,
               [&](const Strides& strides) { result_.Place(c.result_type, strides); });
  }

  KernelReport Run(TaskOrder order = TaskOrder::kForwards) {
    result_.Clear();
    const ConvolutionPlan plan(c);
    Kernel kernel = plan.Convolve(input_.data(), weights_.data(), result_.data());
    EXPECT_EQ(plan.is_small(), kernel.done()) << Text();
    return RunKernel(std::move(kernel), order);
  }
  const std::string& result_bytes() const { return result_.bytes(); }

  // Makes one weight of F32 infinite.
  void SetInfinite(int64_t group, int64_t output, int64_t input, const Sizes& position) {
    int64_t place = group * c.weights.group + output * c.weights.output_feature +
                    input * c.weights.input_feature;
    for (size_t d = 0; d < c.space.size(); ++d) place += position[d] * c.space[d].weights_stride;
    const float infinity = std::numeric_limits<float>::infinity();
    std::memcpy(weights_.bytes.data() + (weights_.origin + place) * 4, &infinity, 4);
  }

  // Compares `samples` results, or all of them, with the model, and the gaps between them with
  // their former contents.
  ::testing::AssertionResult IsRight(Random& random, double ulps, int64_t samples = -1) {
    const ConvolutionModel model(c, input_.data(), weights_.data());
    const auto look = [&](int64_t i, const auto& at) {
      const ConvolutionResult result = model.ResultAt(i);
      const SumModel sum = model.At(result);
      const std::byte* const got = at(model.Place(result));
      if (sum.Accepts(got, ulps)) return std::string();
      return StrCat("group ", result.group, " batch ", result.batch, " feature ", result.feature,
                    " at ", ::testing::PrintToString(result.space), ": ", sum.TextBeside(got));
    };
    return result_.IsRight(random, model.count(), samples, look) << " in " << Text();
  }

  std::string Text() const {
    std::string text;
    for (const PrimitiveType type : {c.input_type, c.weights_type, c.result_type}) {
      text += std::string(PrimitiveTypeText(type)) + " ";
    }
    const auto list = [](const Sizes& sizes) { return ::testing::PrintToString(sizes); };
    text += list({c.groups, c.batch, c.input_features, c.output_features});
    text += list({c.input.group, c.input.batch, c.input.input_feature});
    text += list({c.weights.group, c.weights.input_feature, c.weights.output_feature});
    text += list({c.result.group, c.result.batch, c.result.output_feature});
    for (const Convolution::Space& s : c.space) {
      text += "\n  input " + list({s.input_size, s.input_stride}) + " window " +
              list({s.window_size, s.weights_stride}) + " result " +
              list({s.result_size, s.result_stride}) + " stride, low, dilations " +
              list({s.stride, s.padding_low, s.base_dilation, s.window_dilation}) +
              (s.window_reversal ? " reversed" : "");
    }
    return text;
  }

  Convolution c;

 private:
  // Groups, batch, features, and space in the given order.
  struct Outer {
    int64_t* group;
    int64_t* batch;
    int64_t* feature;
  };
  template <typename F>
  void PlaceArray(Random& random, Order order, const Sizes& space, int64_t features,
                  const Outer& outer, int64_t Convolution::Space::*stride, bool distinct,
                  const F& use) {
    const bool last = order == Order::kChannelsLast;
    const Sizes channels = {c.groups, features};
    const Sizes sizes =
        last ? Joined({{c.batch}, space, channels}) : Joined({{c.batch}, channels, space});
    const Strides strides =
        order == Order::kAny ? SomeStrides(random, sizes, distinct) : DenseStrides(sizes);
    const size_t first = last ? 1 + space.size() : 1;
    *outer.batch = strides.strides[0];
    *outer.group = strides.strides[first];
    *outer.feature = strides.strides[first + 1];
    for (size_t d = 0; d < space.size(); ++d)
      c.space[d].*stride = strides.strides[(last ? 1 : 3) + d];
    use(strides);
  }
  void PlaceWeights(Random& random, Order order, const Sizes& space, Values values) {
    const bool last = order == Order::kChannelsLast;
    const Sizes sizes = last ? Joined({space, {c.input_features, c.groups, c.output_features}})
                             : Joined({{c.groups, c.output_features, c.input_features}, space});
    const Strides strides =
        order == Order::kAny ? SomeStrides(random, sizes, false) : DenseStrides(sizes);
    const size_t first = last ? space.size() : 0;
    c.weights.group = strides.strides[first + (last ? 1 : 0)];
    c.weights.output_feature = strides.strides[first + (last ? 2 : 1)];
    c.weights.input_feature = strides.strides[first + (last ? 0 : 2)];
    for (size_t d = 0; d < space.size(); ++d) {
      c.space[d].weights_stride = strides.strides[(last ? 0 : 3) + d];
    }
    weights_.Fill(random, c.weights_type, strides, values);
  }
  static Strides DenseStrides(const Sizes& sizes) {
    Strides result;
    result.strides.resize(sizes.size());
    for (size_t d = sizes.size(); d-- > 0; result.elements *= sizes[d]) {
      result.strides[d] = result.elements;
    }
    return result;
  }

  Memory input_, weights_;
  ResultMemory result_;
};

void SetTypes(Convolution& c, const Types& types) {
  c.input_type = types.lhs;
  c.weights_type = types.rhs;
  c.result_type = types.result;
}

Convolution::Space SomeSpace(Random& random, int64_t most) {
  Convolution::Space s;
  s.input_size = random.OneIn(40) ? 0 : random.Between(1, most);
  s.window_size = random.OneIn(60) ? 0 : random.Between(1, 5);
  s.result_size = random.OneIn(60) ? 0 : random.Between(1, most);
  s.padding_low = random.OneIn(3) ? 0 : random.Between(-4, 6);
  s.stride = random.OneIn(2) ? 1 : random.Between(1, 5);
  s.base_dilation = random.OneIn(2) ? 1 : random.Between(1, 5);
  s.window_dilation = random.OneIn(2) ? 1 : random.Between(1, 5);
  s.window_reversal = random.OneIn(4);
  return s;
}

Convolution SomeConvolution(Random& random) {
  Convolution c;
  SetTypes(c, random.OneIn(3) ? SomeTypes(random) : Types{F32, F32, F32});
  const int64_t rank = random.Below(4);
  for (int64_t d = 0; d < rank; ++d) {
    c.space.push_back(SomeSpace(random, rank == 1 ? 40 : rank == 2 ? 9 : 4));
  }
  c.batch = random.OneIn(40) ? 0 : random.Between(1, 2);
  c.groups = random.OneIn(2) ? 1 : random.Between(1, 9);
  c.input_features = random.OneIn(40) ? 0 : random.Between(1, c.groups > 1 ? 2 : 9);
  c.output_features = random.OneIn(2) ? 1 : random.Between(1, c.groups > 1 ? 3 : 9);
  return c;
}

Order SomeOrder(Random& random) { return static_cast<Order>(random.Below(3)); }

TEST(ConvolutionTest, ConvolvesAsTheModelDoes) {
  Random random(81);
  for (int i = 0; i < kConvolutionRounds; ++i) {
    const Values values = static_cast<Values>(random.Below(4));
    ConvolutionProblem problem(random, SomeConvolution(random), SomeOrder(random), values,
                               random.OneIn(4) ? Values::kSpecial : values);
    ASSERT_TRUE(problem.Run(OneOfTaskOrders(static_cast<size_t>(i))).status.ok());
    ASSERT_TRUE(problem.IsRight(random, 1, 600));
  }
}

// A window of `window`, with the padding that makes as many results as elements, at stride 1.
Convolution::Space Same(int64_t input, int64_t window, int64_t stride = 1) {
  Convolution::Space s;
  s.input_size = input;
  s.window_size = window;
  s.stride = stride;
  s.padding_low = (window - 1) / 2;
  s.result_size = (input + stride - 1) / stride;
  return s;
}

Convolution Of(const Types& types, const Sizes& sizes, std::vector<Convolution::Space> space) {
  Convolution c;
  SetTypes(c, types);
  c.groups = sizes[0];
  c.batch = sizes[1];
  c.input_features = sizes[2];
  c.output_features = sizes[3];
  c.space = std::move(space);
  return c;
}

// Each type with itself, with numbers whose sums are exact.
TEST(ConvolutionTest, EveryTypeIsExactWhereItCanBe) {
  Random random(82);
  for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
    if (!IsArrayType(info.type)) continue;
    const Types types = {info.type, info.type, info.type};
    for (const Convolution& c : {
             Of(types, {1, 2, 3, 4}, {Same(5, 3), Same(4, 2)}),
             Of(types, {1, 1, 1, 1}, {Same(7, 5)}),
             Of(types, {1, 1, 16, 8}, {Same(4, 3, 2), Same(5, 3)}),
             Of(types, {9, 1, 1, 1}, {Same(6, 3), Same(7, 3, 2)}),
             Of(types, {4, 1, 1, 2}, {Same(9, 3)}),
         }) {
      for (const Order order : {Order::kChannelsLast, Order::kChannelsFirst, Order::kAny}) {
        ConvolutionProblem problem(random, c, order, Values::kSmallIntegers,
                                   Values::kSmallIntegers);
        ASSERT_TRUE(problem.Run().status.ok());
        ASSERT_TRUE(problem.IsRight(random, 0));
      }
    }
  }
}

// 0 times infinity is NaN, but padding and holes are not multiplied, with infinities in any array.
TEST(ConvolutionTest, PaddingIsNotMultiplied) {
  Random random(83);
  for (const PrimitiveType type : {F32, F64, BF16, F16, F8E5M2, C64}) {
    const Types types = {type, type, type};
    Convolution holes = Of(types, {1, 1, 2, 3}, {Same(6, 4), Same(7, 3)});
    holes.space[0].base_dilation = 2;
    holes.space[1].base_dilation = 3;
    for (const Convolution& c : {
             holes,
             Of(types, {1, 2, 3, 4}, {Same(5, 3), Same(4, 2)}),
             Of(types, {1, 1, 16, 9}, {Same(12, 3), Same(9, 3)}),
             Of(types, {8, 1, 1, 1}, {Same(12, 3), Same(9, 3)}),
         }) {
      for (const Order order : {Order::kChannelsLast, Order::kChannelsFirst, Order::kAny}) {
        for (const Values weights : {Values::kSpecial, Values::kFractions}) {
          ConvolutionProblem problem(random, c, order, Values::kSpecial, weights);
          ASSERT_TRUE(problem.Run().status.ok());
          ASSERT_TRUE(problem.IsRight(random, 1));
        }
      }
    }
  }
}

// A convolution that multiplies padding at first notices any weight that is not finite, in all
// parts in which weights are packed.
TEST(ConvolutionTest, AnyWeightMayBeInfinite) {
  constexpr Types kF32 = {F32, F32, F32};
  Convolution transposed = Of(kF32, {1, 1, 16, 24}, {Same(24, 3), Same(24, 4)});
  for (Convolution::Space& s : transposed.space) {
    s.base_dilation = 2;
    s.result_size = 47;
  }
  Random random(90);
  for (const Convolution& c : {
           transposed,
           Of(kF32, {1, 1, 3, 4}, {Same(5, 3), Same(6, 3)}),
           Of(kF32, {1, 1, 64, 72}, {Same(33, 3), Same(30, 3)}),
           Of(kF32, {3, 2, 8, 9}, {Same(33, 3), Same(30, 3)}),
           Of(kF32, {1, 1, 2, 600}, {Same(21, 3), Same(20, 3)}),
           Of(kF32, {9, 1, 1, 2}, {Same(33, 3), Same(40, 3, 2)}),
       }) {
    for (int round = 0; round < 6; round += Rounds(1, 5)) {
      ConvolutionProblem problem(random, c, static_cast<Order>(round % 3), Values::kFractions,
                                 Values::kFractions);
      // The last weight of all, or any one.
      const auto one = [&](int64_t size) { return round < 3 ? size - 1 : random.Below(size); };
      problem.SetInfinite(one(c.groups), one(c.output_features), one(c.input_features),
                          {one(c.space[0].window_size), one(c.space[1].window_size)});
      ASSERT_TRUE(problem.Run(OneOfTaskOrders(static_cast<size_t>(round))).status.ok());
      ASSERT_TRUE(problem.IsRight(random, 1, Rounds(20000, 4000)));
    }
  }
}

// Most convolutions are not cut at their edges: a phase computes all results. If windows are read
// in place, there are five phases, for the inside and for four sides; corners are computed
// immediately. No task exceeds its memory limit.
TEST(ConvolutionTest, FewPhasesComputeAllResults) {
  constexpr Types kF32 = {F32, F32, F32};
  Random random(91);
  for (const Convolution& c : {
           Of(kF32, {1, 1, 64, 64}, {Same(28, 3), Same(28, 3)}),
           Of(kF32, {1, 1, 3, 64}, {Same(64, 7, 2), Same(64, 7, 2)}),
           Of(kF32, {1, 1, 128, 128}, {Same(7, 3), Same(7, 3)}),
           Of(kF32, {32, 1, 4, 4}, {Same(28, 3), Same(28, 3)}),
           Of({S8, S8, S32}, {1, 1, 64, 64}, {Same(28, 3), Same(28, 3)}),
           Of({BF16, BF16, BF16}, {1, 1, 64, 64}, {Same(28, 3), Same(28, 3)}),
       }) {
    for (const Order order : {Order::kChannelsLast, Order::kChannelsFirst}) {
      ConvolutionProblem problem(random, c, order, Values::kFractions, Values::kFractions);
      const KernelReport report = problem.Run();
      ASSERT_TRUE(report.status.ok());
      const bool in_place =
          order == Order::kChannelsLast && c.input_type == F32 && c.input_features >= 32;
      EXPECT_EQ(report.phases, in_place ? 5 : 1) << problem.Text();
      EXPECT_LE(report.scratch_bytes, 1 << 20) << problem.Text();
      ASSERT_TRUE(problem.IsRight(random, 1, 500));
    }
  }
}

// Planes of the input are cut, have residues where windows move in steps, and take any type.
TEST(ConvolutionTest, FewFeaturesOfAnyType) {
  constexpr Types kF32 = {F32, F32, F32};
  Convolution dilated = Of(kF32, {6, 2, 1, 2}, {Same(40, 3, 2), Same(50, 3, 3)});
  for (Convolution::Space& s : dilated.space) {
    s.window_dilation = 3;
    s.window_reversal = true;
  }
  Convolution transposed = Of(kF32, {5, 1, 2, 2}, {Same(20, 4), Same(24, 4)});
  for (Convolution::Space& s : transposed.space) {
    s.base_dilation = 2;
    s.result_size *= 2;
  }
  std::vector<Convolution> all = {
      dilated,
      transposed,
      Of(kF32, {1, 1, 1, 1}, {Same(70'000, 9)}),
      Of(kF32, {1, 3, 2, 3}, {Same(5'000, 5, 4)}),
      Of(kF32, {3, 1, 1, 1}, {Same(20, 11), Same(900, 11)}),
      Of(kF32, {33, 1, 4, 4}, {Same(20, 3), Same(31, 3)}),
      Of(kF32, {40, 2, 1, 1}, {Same(14, 3), Same(14, 3)}),
      Of(kF32, {2, 2, 1, 8}, {Same(60, 3), Same(1, 1)}),
      Of(kF32, {2, 30, 1, 2}, {Same(1, 1), Same(60, 3)}),
  };
  for (const PrimitiveType type : {F64, F16, BF16, F8E4M3FN, S8, U8, S16, S32, U32, S64, PRED}) {
    all.push_back(Of({type, type, type}, {20, 1, 1, 1}, {Same(40, 3), Same(33, 3)}));
    all.push_back(Of({type, type, type}, {9, 2, 1, 2}, {Same(31, 3, 2), Same(32, 3, 2)}));
  }
  all.push_back(Of({S8, S8, S32}, {20, 1, 1, 2}, {Same(40, 3), Same(33, 3)}));
  all.push_back(Of({BF16, BF16, F32}, {20, 1, 1, 2}, {Same(40, 3), Same(33, 3)}));
  Random random(92);
  for (const Convolution& c : all) {
    for (const Order order : {Order::kChannelsLast, Order::kChannelsFirst, Order::kAny}) {
      ConvolutionProblem problem(random, c, order, Values::kFractions, Values::kFractions);
      const KernelReport report = problem.Run();
      ASSERT_TRUE(report.status.ok());
      ASSERT_LE(report.scratch_bytes, 1 << 20) << problem.Text();
      ASSERT_TRUE(problem.IsRight(random, 1, 400));
      const std::string bytes = problem.result_bytes();
      ASSERT_TRUE(problem.Run(TaskOrder::kSideBySide).status.ok());
      ASSERT_TRUE(problem.result_bytes() == bytes) << problem.Text();
    }
  }
}

// Four channels are computed together. Their planes may be cut, rows may be shorter than a vector,
// and the last channels may be fewer than four. Infinite weights are not multiplied by padding.
TEST(ConvolutionTest, DepthwiseChannelsOfPlanes) {
  constexpr Types kF32 = {F32, F32, F32};
  Random random(93);
  std::vector<Convolution> all = {
      Of(kF32, {5, 1, 1, 1}, {Same(7, 3), Same(2'000, 3)}),
      Of(kF32, {4, 2, 1, 1}, {Same(300, 3, 2), Same(40, 3, 2)}),
      Of(kF32, {7, 1, 1, 1}, {Same(9, 11), Same(400, 11, 2)}),
      Of(kF32, {6, 2, 1, 1}, {Same(9'000, 3)}),
      Of(kF32, {64, 3, 1, 1}, {Same(14, 3), Same(14, 3)}),
  };
  for (int i = 0; i < kConvolutionRounds / 5; ++i) {
    const PrimitiveType type = random.OneIn(3) ? S32 : F32;
    Convolution c = Of({type, type, type}, {random.Between(4, 11), random.Between(1, 2), 1, 1}, {});
    for (int64_t d = random.OneIn(6) ? 1 : 0; d < 2; ++d) {
      Convolution::Space s =
          Same(random.Between(1, d == 0 ? 12 : 45), random.Between(1, 5), random.Between(1, 3));
      s.padding_low += random.Between(-2, 2);
      s.window_dilation = random.Between(1, 2);
      s.window_reversal = random.OneIn(4);
      c.space.push_back(s);
    }
    all.push_back(c);
  }
  for (const Convolution& c : all) {
    ConvolutionProblem problem(random, c, Order::kChannelsFirst, Values::kFractions,
                               Values::kFractions);
    if (c.input_type == F32 && random.OneIn(8)) {
      problem.SetInfinite(random.Below(c.groups), 0, 0, Sizes(c.space.size(), 0));
    }
    const KernelReport report = problem.Run();
    ASSERT_TRUE(report.status.ok());
    ASSERT_LE(report.scratch_bytes, 1 << 20) << problem.Text();
    ASSERT_TRUE(problem.IsRight(random, 1, 400));
    const std::string bytes = problem.result_bytes();
    ASSERT_TRUE(problem.Run(TaskOrder::kSideBySide).status.ok());
    ASSERT_TRUE(problem.result_bytes() == bytes) << problem.Text();
  }
}

// Panels of complex numbers have two windows, of which the last one may be alone, and elements of
// the input may be converted to them: those are packed without conversion.
TEST(ConvolutionTest, ComplexNumbersOfAnyInput) {
  Random random(93);
  for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
    // Small integers of unsigned types are not small.
    if (!IsArrayType(info.type) || IsUnsignedIntegralType(info.type)) continue;
    for (const PrimitiveType type : {C64, C128}) {
      const Types types = {info.type, type, type};
      Convolution cut = Of(types, {1, 1, 4, 9}, {Same(8, 3, 2)});
      cut.space[0].padding_low = 0;
      cut.space[0].result_size = 3;
      for (const Convolution& c : {cut, Of(types, {1, 3, 2, 8}, {Same(5, 3), Same(7, 3)}),
                                   Of(types, {1, 1, 9, 12}, {Same(9, 5, 3)})}) {
        for (const Order order : {Order::kChannelsLast, Order::kChannelsFirst, Order::kAny}) {
          ConvolutionProblem problem(random, c, order, Values::kSmallIntegers,
                                     Values::kSmallIntegers);
          ASSERT_TRUE(problem.Run().status.ok());
          ASSERT_TRUE(problem.IsRight(random, 0));
        }
      }
    }
  }
}

// F64 weights beyond the range of F32 become infinite only when they are converted.
TEST(ConvolutionTest, PaddingIsNotMultipliedByWhatOverflows) {
  Convolution c = Of({F32, F64, F32}, {1, 1, 1, 1}, {Same(3, 3)});
  c.space[0].input_stride = c.space[0].weights_stride = c.space[0].result_stride = 1;
  const float input[] = {1, 2, 3};
  const double weights[] = {1e300, 0, 1};
  float result[] = {0, 0, 0};
  const ConvolutionPlan plan(c);
  const auto bytes = [](const auto* data) { return reinterpret_cast<const std::byte*>(data); };
  ASSERT_TRUE(
      RunKernel(plan.Convolve(bytes(input), bytes(weights), reinterpret_cast<std::byte*>(result)))
          .status.ok());
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(result[0], 2);
  EXPECT_EQ(result[1], kInfinity);
  EXPECT_EQ(result[2], kInfinity);
}

TEST(ConvolutionTest, ASumOfNothingIsZero) {
  Random random(84);
  for (const PrimitiveType type : {F32, F16, S8, S32, PRED, C128}) {
    const Types types = {type, type, type};
    Convolution far = Of(types, {1, 2, 3, 4}, {Same(5, 3), Same(4, 2)});
    far.space[0].padding_low = -5;
    Convolution dilated = Of(types, {2, 1, 3, 4}, {Same(5, 3), Same(0, 4)});
    dilated.space[1].result_size = 1000;
    dilated.space[1].base_dilation = int64_t{1} << 61;
    for (const Convolution& c : {far, dilated, Of(types, {3, 2, 0, 4}, {Same(5, 3), Same(4, 2)}),
                                 Of(types, {1, 1, 2, 3}, {Same(300, 0), Same(40, 1)})}) {
      ConvolutionProblem problem(random, c, SomeOrder(random), Values::kSmallIntegers,
                                 Values::kSmallIntegers);
      ASSERT_TRUE(problem.Run().status.ok());
      ASSERT_TRUE(problem.IsRight(random, 0, 1000));
    }
  }
}

TEST(ConvolutionTest, NoResults) {
  constexpr int64_t kHuge = int64_t{1} << 62;
  Convolution c = Of({F32, F32, F32}, {kHuge, kHuge, kHuge, kHuge}, {});
  c.space.resize(2);
  for (Convolution::Space& s : c.space) {
    s = {kHuge, kHuge, kHuge, kHuge, kHuge, kHuge, kHuge, true, kHuge, kHuge, kHuge};
  }
  int64_t* const sizes[] = {&c.groups, &c.batch, &c.output_features, &c.space[1].result_size};
  for (int64_t* const size : sizes) {
    *size = 0;
    const ConvolutionPlan plan(c);
    EXPECT_TRUE(plan.is_small());
    EXPECT_TRUE(plan.Convolve(nullptr, nullptr, nullptr).done());
    *size = kHuge;
  }
}

// Places far outside are not computed with.
TEST(ConvolutionTest, NumbersAtTheLimit) {
  constexpr int64_t kHuge = int64_t{1} << 62;
  Random random(85);
  const auto check = [&](const Convolution::Space& s) {
    Convolution c = Of({F32, F32, F32}, {1, 1, 2, 3}, {Same(4, 2), s});
    ConvolutionProblem problem(random, c, Order::kChannelsLast, Values::kFractions,
                               Values::kFractions);
    ASSERT_TRUE(problem.Run().status.ok());
    ASSERT_TRUE(problem.IsRight(random, 1)) << problem.Text();
  };
  Convolution::Space s = Same(3, 2);
  s.stride = kHuge - 1;
  s.padding_low = kHuge;
  s.result_size = 3;
  check(s);
  s = Same(3, 2);
  s.window_dilation = kHuge;
  s.padding_low = kHuge - 1;
  check(s);
  s = Same(3, 3);
  s.base_dilation = kHuge;
  s.window_dilation = kHuge / 2;
  s.stride = kHuge / 4;
  s.result_size = 2;
  check(s);
  s.stride = kHuge / 2;
  s.padding_low = -kHuge / 4;
  check(s);
}

// Windows as large as the input: no two results have the same positions on elements.
TEST(ConvolutionTest, AsManyPiecesAsResults) {
  Random random(86);
  for (const Values weights : FirstOf<Values>({Values::kSpecial, Values::kFractions}, 2, 1)) {
    for (const Order order : {Order::kChannelsLast, Order::kChannelsFirst}) {
      ConvolutionProblem line(random, Of({F32, F32, F32}, {1, 1, 2, 3}, {Same(500, 500)}), order,
                              Values::kFractions, weights);
      ASSERT_TRUE(line.Run().status.ok());
      ASSERT_TRUE(line.IsRight(random, 1, 100));
      ConvolutionProblem plane(random,
                               Of({F32, F32, F32}, {1, 2, 1, 2}, {Same(21, 20), Same(15, 15)}),
                               order, Values::kFractions, weights);
      ASSERT_TRUE(plane.Run().status.ok());
      ASSERT_TRUE(plane.IsRight(random, 1, 100));
    }
  }
  // A window far larger than the input, and an input far larger than all windows.
  Convolution::Space s = Same(3, 10'000);
  s.padding_low = 9'999;
  s.result_size = 10'002;
  ConvolutionProblem wide(random, Of({F32, F32, F32}, {1, 1, 1, 1}, {s}), Order::kChannelsLast,
                          Values::kFractions, Values::kSpecial);
  const KernelReport report = wide.Run();
  ASSERT_TRUE(report.status.ok());
  ASSERT_TRUE(wide.IsRight(random, 1, 2000));
  EXPECT_GE(report.phases, 100);  // it can be left
}

// Windows that mostly cover padding: the input moves over the weights instead.
TEST(ConvolutionTest, WindowsLargerThanTheInput) {
  Random random(94);
  for (int i = 0; i < kConvolutionRounds / 4; ++i) {
    std::vector<Convolution::Space> space;
    for (int64_t d = random.Between(1, 2); d > 0; --d) {
      Convolution::Space s;
      s.input_size = random.Between(1, 4);
      s.window_size = random.Between(8, 20);
      s.base_dilation = random.OneIn(2) ? 1 : random.Between(1, 3);
      s.window_dilation = random.OneIn(2) ? 1 : random.Between(1, 3);
      s.stride = random.OneIn(2) ? 1 : random.Between(1, 3);
      s.padding_low = (s.window_size - 1) * s.window_dilation - random.Between(0, 3);
      s.result_size = random.Between(8, 20);
      s.window_reversal = random.OneIn(2);
      space.push_back(s);
    }
    const Types types = random.OneIn(3) ? SomeTypes(random) : Types{F32, F32, F32};
    const Sizes sizes = {random.Between(1, 3), random.Between(1, 9), random.Between(1, 5),
                         random.Between(1, 9)};
    const Values values = static_cast<Values>(random.Below(4));
    ConvolutionProblem problem(random, Of(types, sizes, space), SomeOrder(random),
                               random.OneIn(4) ? Values::kSpecial : values, values);
    ASSERT_TRUE(problem.Run(OneOfTaskOrders(static_cast<size_t>(i))).status.ok());
    ASSERT_TRUE(problem.IsRight(random, 1, 600));
  }
}

// The pieces that a convolution is computed in, and how many products they have together.
struct PlannedWork {
  int64_t pieces = 0;
  double products = 0;
};
PlannedWork PlannedWorkOf(const Convolution& given) {
  const std::optional<SwappedConvolution> swapped = SwappedIfBetter(given);
  const Convolution& c = swapped ? swapped->convolution : given;
  const Cut cut = swapped || SuitsWhole(c) ? Cut::kAtHoles : Cut::kAtEdges;
  PlannedWork work;
  for (PieceWalk walk(c, cut); !walk.done(); walk.Next()) {
    const Contraction piece = walk.piece().contraction;
    double products = 1;
    for (const auto* sizes :
         {&piece.batch_sizes, &piece.lhs_sizes, &piece.rhs_sizes, &piece.contracting_sizes}) {
      for (const int64_t size : *sizes) products *= static_cast<double>(size);
    }
    ++work.pieces;
    work.products += products;
  }
  return work;
}
// The products whose factors are both elements.
double ProductsOnElements(const Convolution& c) {
  double products = static_cast<double>(c.groups * c.batch * c.input_features * c.output_features);
  for (const Convolution::Space& s : c.space) {
    int64_t on_elements = 0;
    for (int64_t o = 0; o < s.result_size; ++o) {
      for (int64_t k = 0; k < s.window_size; ++k) {
        const int64_t at = o * s.stride + k * s.window_dilation - s.padding_low;
        on_elements += at >= 0 && at % s.base_dilation == 0 && at / s.base_dilation < s.input_size;
      }
    }
    products *= static_cast<double>(on_elements);
  }
  return products;
}

// The cost of windows that mostly cover padding or holes follows the products on elements: for a
// window of 30x30 over 3x3, padded by 29, there are 96 x 96 of them and not 32 x 32 x 30 x 30.
TEST(ConvolutionTest, CostFollowsProductsOnElements) {
  const auto padded = [](int64_t base_dilation, int64_t window_dilation) {
    Convolution::Space s;
    s.input_size = 3;
    s.window_size = 30;
    s.base_dilation = base_dilation;
    s.window_dilation = window_dilation;
    s.padding_low = 29 * window_dilation;
    s.result_size = 2 * base_dilation + 1 + s.padding_low;
    return s;
  };
  for (const int64_t batch : {1, 2, 4, 512}) {
    for (const int64_t base_dilation : {1, 2, 3}) {
      for (const int64_t window_dilation : {1, 2, 3}) {
        const Convolution::Space s = padded(base_dilation, window_dilation);
        const Convolution c = Of({F32, F32, F32}, {1, batch, 128, 64}, {s, s});
        const PlannedWork work = PlannedWorkOf(c);
        EXPECT_LE(work.products, 2.5 * ProductsOnElements(c))
            << batch << " images, dilations " << base_dilation << " and " << window_dilation;
        EXPECT_LE(work.pieces, 9) << batch << " images, dilations " << base_dilation << " and "
                                  << window_dilation;
      }
    }
  }
}

// Sizes at which work is cut into tasks.
TEST(ConvolutionTest, ManyElementsInAnyOrder) {
  constexpr Types kF32 = {F32, F32, F32};
  Convolution dilated = Of(kF32, {1, 1, 16, 24}, {Same(40, 3), Same(40, 3)});
  for (Convolution::Space& s : dilated.space) s.window_dilation = 2;
  Convolution transposed = Of(kF32, {1, 1, 16, 24}, {Same(24, 3), Same(24, 4)});
  for (Convolution::Space& s : transposed.space) {
    s.base_dilation = 2;
    s.result_size = 47;
    s.window_reversal = true;
  }
  const Convolution all[] = {
      dilated,
      transposed,
      Of(kF32, {1, 1, 32, 32}, {Same(40, 3), Same(40, 3)}),
      Of(kF32, {1, 2, 3, 40}, {Same(60, 7, 2), Same(61, 7, 2)}),
      Of(kF32, {1, 1, 64, 64}, {Same(7, 3), Same(7, 3)}),
      Of(kF32, {1, 1, 40, 40}, {Same(50, 1), Same(50, 1)}),
      Of(kF32, {1, 1, 8, 8}, {Same(13, 3), Same(14, 3), Same(15, 3)}),
      Of(kF32, {1, 3, 8, 8}, {Same(30'000, 5)}),
      Of(kF32, {32, 1, 1, 1}, {Same(112, 3), Same(100, 3)}),
      Of(kF32, {31, 2, 1, 1}, {Same(61, 5, 2), Same(70, 3, 2)}),
      Of(kF32, {20, 1, 1, 2}, {Same(100, 3), Same(90, 3)}),
      Of(kF32, {1, 1, 1, 1}, {Same(400, 5), Same(390, 5)}),
      Of(kF32, {8, 1, 8, 8}, {Same(50, 3), Same(50, 3)}),
      Of({F64, F64, F64}, {1, 1, 24, 24}, {Same(33, 3), Same(30, 3)}),
      Of({C64, C64, C64}, {1, 1, 12, 13}, {Same(33, 3), Same(30, 3)}),
      Of({BF16, BF16, BF16}, {1, 1, 32, 32}, {Same(33, 3), Same(30, 3)}),
      Of({F16, F16, F16}, {32, 1, 1, 1}, {Same(70, 3), Same(60, 3)}),
      Of({S8, S8, S32}, {1, 1, 33, 32}, {Same(33, 3), Same(30, 3)}),
      Of({S32, S32, S32}, {16, 1, 1, 1}, {Same(66, 3), Same(60, 3)}),
      Of({PRED, PRED, PRED}, {1, 1, 16, 16}, {Same(33, 3), Same(30, 3)}),
  };
  Random random(87);
  constexpr Order kOrders[] = {Order::kChannelsLast, Order::kChannelsFirst, Order::kAny};
  size_t next = 0;
  for (const Convolution& c : all) {
    // Each combination is slow, so cases and orders take turns.
    for (int i = 0; i < Rounds(3, 1); ++i) {
      const Order order = kOrders[next++ % 3];
      const Values weights = random.OneIn(4) ? Values::kSpecial : Values::kFractions;
      ConvolutionProblem problem(random, c, order, Values::kFractions, weights);
      ASSERT_NO_FATAL_FAILURE(ExpectRightInAnyOrder(problem, random));
    }
  }
}

}  // namespace
}  // namespace hloom
