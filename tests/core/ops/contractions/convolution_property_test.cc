// convolution against its definition in the Operation Semantics, index by index: random dimension
// numbers, windows, groups, element types of operands and result, layouts and padding, dynamic
// sizes.
#include "ops/contractions/convolution.h"

#include <cmath>
#include <cstdio>

#include "ops/contractions/small_elements.h"
#include "runtime/execution.h"
#include "support/models/window_model.h"
#include "support/module_builder.h"
#include "support/test_threads.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kContractionsConvolutionRounds = Rounds(12000, 1500);

// One array, with its dimensions in any order: the positions of the two that are not spatial, and
// of the spatial ones.
struct ConvolutionSide {
  ConvolutionLabels at;
  Extents extents{{}};

  int64_t Live(int64_t d) const { return At(extents.live, d); }
};

struct ContractionsConvolutionProblem {
  ConvolutionSide input, kernel, output;
  Window window;
  int64_t feature_groups = 1, batch_groups = 1;
  PrimitiveType input_type, kernel_type, output_type;

  ConvolutionAttributes Attributes() const {
    ConvolutionAttributes attributes;
    attributes.window = window;
    *attributes.dimension_numbers.mutable_input() = input.at;
    *attributes.dimension_numbers.mutable_kernel() = kernel.at;
    *attributes.dimension_numbers.mutable_output() = output.at;
    attributes.feature_group_count = {feature_groups};
    attributes.batch_group_count = {batch_groups};
    return attributes;
  }
  std::string Text() const {
    return StrCat(input.extents.ShapeOf(input_type).ToString(), Braced(input.extents.live), " * ",
                  kernel.extents.ShapeOf(kernel_type).ToString(), Braced(kernel.extents.live),
                  " = ", output.extents.ShapeOf(output_type).ToString(), ", window={",
                  window.ToString(), "} ", Attributes().dimension_numbers.ToString(),
                  " feature_group_count=", feature_groups, " batch_group_count=", batch_groups);
  }
};

// Returns whether a product of such operands may have this type; false if it may not, or if tables
// of floats are needed.
bool MayBe(PrimitiveType result, PrimitiveType a, PrimitiveType b) {
  for (const PrimitiveType type : {a, b}) {
    if (KindOf(result) < KindOf(type)) return false;
    if (KindOf(type) != 2 && BitWidth(result) < BitWidth(type)) return false;
  }
  return true;
}

// The places of a kernel, from the sizes after dilation and padding: as many as one counts.
int64_t Places(int64_t size, const WindowDimension& w) {
  const int64_t length = size == 0 ? 0 : (size - 1) * w.base_dilation() + 1;
  const int64_t end = w.padding_low() + length + w.padding_high();
  const int64_t reach = (w.size() - 1) * w.window_dilation() + 1;
  int64_t places = 0;
  while (places * w.stride() + reach <= end) ++places;
  return places;
}

ConvolutionSide RandomSide(Random& random, int64_t first, int64_t second, const Sizes& spatial) {
  const Sizes order = random.Permutation(spatial.size() + 2);
  ConvolutionSide side;
  side.extents = Extents(Sizes(order.size(), 0));
  const auto place = [&](size_t i, int64_t size) {
    At(side.extents.bounds, order[i]) = At(side.extents.live, order[i]) = size;
    return order[i];
  };
  side.at.batch = place(0, first);
  side.at.feature = place(1, second);
  for (size_t i = 0; i < spatial.size(); ++i) side.at.spatial.push_back(place(i + 2, spatial[i]));
  return side;
}

void MakeDynamic(Random& random, ConvolutionSide& side, int64_t d, int64_t unit) {
  if (!random.OneIn(4)) return;
  side.extents.dynamic[static_cast<size_t>(d)] = true;
  At(side.extents.live, d) = unit * random.Below(At(side.extents.bounds, d) / unit + 1);
}

WindowDimension RandomWindow(Random& random) {
  WindowDimension w;
  w.set_size(random.Between(1, 3));
  w.set_stride(random.Between(1, 3));
  w.set_window_dilation(random.OneIn(3) ? random.Between(1, 3) : 1);
  w.set_base_dilation(random.OneIn(3) ? random.Between(1, 3) : 1);
  w.set_window_reversal(random.OneIn(4));
  w.set_padding_low(random.Between(-1, 3));
  w.set_padding_high(random.Between(-1, 3));
  return w;
}

ContractionsConvolutionProblem ConvolutionRandomProblem(Random& random) {
  ContractionsConvolutionProblem p;
  if (random.OneIn(3)) (random.OneIn(2) ? p.feature_groups : p.batch_groups) = random.Between(2, 3);
  const int64_t groups = p.feature_groups * p.batch_groups;
  const auto size = [&random] { return random.OneIn(20) ? 0 : random.Between(1, 3); };
  const int64_t batch = size() * p.batch_groups;
  const int64_t features = size();  // of a group
  const int64_t outputs = size() * groups;
  Sizes input, kernel;
  for (int64_t i = random.Below(4); i > 0; --i) {
    WindowDimension w = RandomWindow(random);
    // Any live size is at least what negative padding takes away.
    input.push_back(random.Between(2, 5));
    kernel.push_back(w.size());
    *p.window.add_dimensions() = w;
  }
  p.input = RandomSide(random, batch, features * p.feature_groups, input);
  p.kernel = RandomSide(random, features, outputs, kernel);
  MakeDynamic(random, p.input, p.input.at.batch, p.batch_groups);
  if (p.feature_groups == 1) {
    MakeDynamic(random, p.input, p.input.at.feature, 1);
    MakeDynamic(random, p.kernel, p.kernel.at.batch, 1);
    const auto of_kernel = static_cast<size_t>(p.kernel.at.batch);
    const auto of_input = static_cast<size_t>(p.input.at.feature);
    if (p.input.extents.dynamic[of_input] && p.kernel.extents.dynamic[of_kernel])
      p.kernel.extents.live[of_kernel] = p.input.extents.live[of_input];
  }
  Sizes places;
  for (size_t i = 0; i < input.size(); ++i) {
    const int64_t d = p.input.at.spatial[i];
    MakeDynamic(random, p.input, d, 1);
    WindowDimension& w = *p.window.mutable_dimensions(static_cast<int64_t>(i));
    if (p.input.Live(d) < 2) w.set_padding_low(std::max<int64_t>(w.padding_low(), 0));
    if (p.input.Live(d) < 2) w.set_padding_high(std::max<int64_t>(w.padding_high(), 0));
    places.push_back(Places(input[i], w));
  }
  p.output = RandomSide(random, batch / p.batch_groups, outputs, places);
  // Dynamic dimensions of the input are dynamic in the output.
  const auto follow = [&p](int64_t from, int64_t to, int64_t live) {
    p.output.extents.dynamic[static_cast<size_t>(to)] =
        p.input.extents.dynamic[static_cast<size_t>(from)];
    At(p.output.extents.live, to) = live;
  };
  follow(p.input.at.batch, p.output.at.batch, p.input.Live(p.input.at.batch) / p.batch_groups);
  for (size_t i = 0; i < places.size(); ++i) {
    const int64_t from = p.input.at.spatial[i];
    follow(from, p.output.at.spatial[i],
           Places(p.input.Live(from), p.window.dimensions(static_cast<int64_t>(i))));
  }
  p.input_type = RandomType(random);
  p.kernel_type = random.OneIn(2) ? p.input_type : RandomType(random);
  do {
    p.output_type = random.OneIn(2) ? p.input_type : RandomType(random);
  } while (!MayBe(p.output_type, p.input_type, p.kernel_type));
  return p;
}

// The page's loops over the kernel's coordinates and the input's features, for one output, with
// dilations, groups and reversal as its text has them.
std::string OutputElement(const ContractionsConvolutionProblem& p, const ArrayModel& input,
                          const ArrayModel& kernel, const Sizes& out) {
  const size_t spatial = p.input.at.spatial.size();
  const int64_t feature = At(out, p.output.at.feature);
  const int64_t groups = p.feature_groups * p.batch_groups;
  const int64_t group = feature / (p.kernel.Live(p.kernel.at.feature) / groups);
  const int64_t features =
      std::min(p.kernel.Live(p.kernel.at.batch), p.input.Live(p.input.at.feature));
  Sizes kernel_sizes;
  for (const int64_t d : p.kernel.at.spatial) kernel_sizes.push_back(p.kernel.Live(d));
  int64_t real = 0;
  int64_t imaginary = 0;
  for (int64_t iz = 0; iz < features; ++iz) {
    for (int64_t n = 0; n < CountOf(kernel_sizes); ++n) {
      const Sizes k = IndexAt(kernel_sizes, n);
      Sizes from(spatial + 2, 0);
      Sizes weight(spatial + 2, 0);
      At(from, p.input.at.batch) = At(out, p.output.at.batch);
      At(from, p.input.at.feature) = iz;
      if (p.batch_groups > 1)
        At(from, p.input.at.batch) += group * p.output.Live(p.output.at.batch);
      if (p.feature_groups > 1) At(from, p.input.at.feature) += group * features;
      At(weight, p.kernel.at.batch) = iz;
      At(weight, p.kernel.at.feature) = feature;
      bool inside = true;
      for (size_t i = 0; i < spatial; ++i) {
        const WindowDimension& w = p.window.dimensions(static_cast<int64_t>(i));
        const int64_t place = At(out, p.output.at.spatial[i]);
        const int64_t y = place * w.stride() + k[i] * w.window_dilation() - w.padding_low();
        inside = inside && y >= 0 && y % w.base_dilation() == 0 &&
                 y / w.base_dilation() < p.input.Live(p.input.at.spatial[i]);
        At(from, p.input.at.spatial[i]) = y / w.base_dilation();
        At(weight, p.kernel.at.spatial[i]) = w.window_reversal() ? w.size() - 1 - k[i] : k[i];
      }
      if (!inside) continue;
      const ElementModel x = ReadElement(p.input_type, input.At(from).data());
      const ElementModel y = ReadElement(p.kernel_type, kernel.At(weight).data());
      const auto xr = static_cast<int64_t>(x.real), xi = static_cast<int64_t>(x.imaginary);
      const auto yr = static_cast<int64_t>(y.real), yi = static_cast<int64_t>(y.imaginary);
      real += xr * yr - xi * yi;
      imaginary += xr * yi + xi * yr;
    }
  }
  return SumAs(p.output_type, real, imaginary);
}

struct ConvolutionTotals {
  int64_t elements = 0;
  int dynamic = 0;
  int grouped = 0;
};

// Empty, or what is wrong.
std::string TryConvolution(Random& random, ConvolutionTotals& totals) {
  const ContractionsConvolutionProblem p = ConvolutionRandomProblem(random);
  ModuleBuilder b("m");
  b.Begin("main");
  const Shape input_shape = WithRandomLayout(random, p.input.extents.ShapeOf(p.input_type));
  const Shape kernel_shape = WithRandomLayout(random, p.kernel.extents.ShapeOf(p.kernel_type));
  const Shape output_shape = WithRandomLayout(random, p.output.extents.ShapeOf(p.output_type));
  const ModuleBuilder::Operands parameters = {b.Parameter(0, input_shape, "x"),
                                              b.Parameter(1, kernel_shape, "w")};
  b.Finish(
      b.Add(HloOpcode::kConvolution, parameters, MakeAttributes(p.Attributes()), {}, output_shape));
  const std::unique_ptr<HloModule> module = b.Take();
  const Status verified = VerifyModule(*module);
  if (!verified.ok()) return StrCat(p.Text(), ": ", verified.ToString());

  const ArrayModel input = SmallArray(random, p.input_type, p.input.extents.live);
  const ArrayModel kernel = SmallArray(random, p.kernel_type, p.kernel.extents.live);
  const auto argument = [&random](const ArrayModel& model, PrimitiveType element) {
    return ToLiteral(model, WithRandomLayout(random, ShapeUtil::MakeShape(element, model.sizes)));
  };
  const StatusOr<Literal> value =
      Evaluate(*module, {argument(input, p.input_type), argument(kernel, p.kernel_type)});
  if (!value.ok()) return StrCat(p.Text(), ": ", value.status().ToString());
  if (value->shape() != output_shape)
    return StrCat(p.Text(), ": gives ", value->shape().ToString(true));
  const ArrayModel actual = ToModel(*value->ToStatic());
  const Sizes& live = p.output.extents.live;
  totals.elements += CountOf(live);
  totals.dynamic += input_shape.is_dynamic() || kernel_shape.is_dynamic() ? 1 : 0;
  totals.grouped += p.feature_groups > 1 || p.batch_groups > 1 ? 1 : 0;
  if (actual.sizes != live) return StrCat(p.Text(), ": sizes ", Braced(actual.sizes));
  for (int64_t i = 0; i < CountOf(live); ++i) {
    const Sizes index = IndexAt(live, i);
    const ElementModel expected =
        ReadElement(p.output_type, OutputElement(p, input, kernel, index).data());
    if (SameElement(ReadElement(p.output_type, actual.At(index).data()), expected)) continue;
    return StrCat(p.Text(), " at ", Braced(index), ": ", value->ToString(), ", not ",
                  static_cast<double>(expected.real));
  }
  return "";
}

TEST(ConvolutionPropertyTest, IsItsDefinition) {
  Random random(1);
  ConvolutionTotals totals;
  for (int i = 0; i < kContractionsConvolutionRounds; ++i)
    ASSERT_EQ(TryConvolution(random, totals), "") << "round " << i;
  EXPECT_GT(totals.elements, kContractionsConvolutionRounds * 10);
  EXPECT_GT(totals.dynamic, kContractionsConvolutionRounds / 4);
  EXPECT_GT(totals.grouped, kContractionsConvolutionRounds / 4);
  std::printf("    convolution: %d combinations, %lld elements, %d dynamic, %d with groups\n",
              kContractionsConvolutionRounds, static_cast<long long>(totals.elements),
              totals.dynamic, totals.grouped);
}

// ---- sizes that are divided into tasks ----

// The sum of the products at one place of a 3x3 kernel with padding 1, and that of their sizes.
std::pair<double, double> SumAt(const ArrayModel& x, const ArrayModel& w, const Sizes& out,
                                int64_t stride, int64_t groups) {
  const int64_t features = w.sizes[2];
  const int64_t first = out[3] / (w.sizes[3] / groups) * features;
  std::pair<double, double> sum;
  for (int64_t k = 0; k < 9; ++k) {
    const int64_t i = out[1] * stride + k / 3 - 1;
    const int64_t j = out[2] * stride + k % 3 - 1;
    if (i < 0 || j < 0 || i >= x.sizes[1] || j >= x.sizes[2]) continue;
    for (int64_t f = 0; f < features; ++f) {
      const double product =
          static_cast<double>(ElementAs<float>(x.At({out[0], i, j, first + f}))) *
          static_cast<double>(ElementAs<float>(w.At({k / 3, k % 3, f, out[3]})));
      sum.first += product;
      sum.second += std::abs(product);
    }
  }
  return sum;
}

// Images with features last: a plain convolution, one with stride 2, groups, and a depthwise one.
TEST(ConvolutionPropertyTest, HasTheSameBitsOnAnyNumberOfThreads) {
  struct Sample {
    int64_t size, features, outputs, stride, groups;
  };
  RandomBits random(2);
  const auto two = std::make_shared<ThreadPool>(2, std::chrono::microseconds(-1));
  for (const Sample& s : {Sample{30, 19, 23, 1, 1}, Sample{43, 16, 32, 2, 1},
                          Sample{30, 24, 36, 1, 3}, Sample{50, 40, 40, 1, 40}}) {
    const Literal x = Uniform(random, F32Of({2, s.size, s.size, s.features}));
    const Literal w = Uniform(random, F32Of({3, 3, s.features / s.groups, s.outputs}));
    ConvolutionAttributes attributes;
    *attributes.dimension_numbers.mutable_input() = {0, 3, {1, 2}};
    *attributes.dimension_numbers.mutable_kernel() = {2, 3, {0, 1}};
    *attributes.dimension_numbers.mutable_output() = {0, 3, {1, 2}};
    attributes.feature_group_count = {s.groups};
    for (int i = 0; i < 2; ++i) {
      WindowDimension* dimension = attributes.window.add_dimensions();
      dimension->set_size(3);
      dimension->set_stride(s.stride);
      dimension->set_padding_low(1);
      dimension->set_padding_high(1);
    }
    ModuleBuilder b("m");
    b.Begin("main");
    const ModuleBuilder::Operands parameters = {b.Parameter(0, x.shape(), "x"),
                                                b.Parameter(1, w.shape(), "w")};
    b.Finish(b.Add(HloOpcode::kConvolution, parameters, MakeAttributes(attributes)));
    const std::unique_ptr<HloModule> module = b.Take();
    const StatusOr<Literal> alone = Evaluate(*module, {x, w});
    ASSERT_TRUE(alone.ok()) << alone.status().ToString();
    const ArrayModel model = ToModel(*alone);
    for (const std::shared_ptr<ThreadPool>& threads : {two, TestThreads()}) {
      const StatusOr<Literal> shared = Evaluate(*module, {x, w}, RunLimits{.threads = threads});
      ASSERT_TRUE(shared.ok()) << shared.status().ToString();
      EXPECT_EQ(ToModel(*shared).elements, model.elements) << s.size << " " << s.groups;
    }
    const ArrayModel input = ToModel(x);
    const ArrayModel kernel = ToModel(w);
    for (int64_t i = 0; i < CountOf(model.sizes); i += 41) {
      const Sizes index = IndexAt(model.sizes, i);
      const auto [sum, size] = SumAt(input, kernel, index, s.stride, s.groups);
      EXPECT_NEAR(static_cast<double>(ElementAs<float>(model.At(index))), sum,
                  size * static_cast<double>(9 * kernel.sizes[2]) * 0x1p-24)
          << Braced(model.sizes) << " at " << Braced(index);
    }
  }
}

}  // namespace
}  // namespace hloom
