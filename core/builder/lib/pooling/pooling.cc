#include "builder/lib/pooling/pooling.h"

#include <algorithm>

#include "base/str_cat.h"
#include "builder/functions/functions.h"
#include "builder/lib/arithmetic.h"
#include "builder/lib/constants.h"
#include "builder/lib/library_util.h"
#include "builder/lib/pooling/conv_grad_size_util.h"
#include "hlo/attributes/window.h"
#include "literal/convert.h"

namespace hloom {

namespace {

using pooling_internal::PoolArguments;
using Pairs = std::vector<std::pair<int64_t, int64_t>>;

// Those of AvgPoolGrad; the others have the first three.
constexpr Rule kPoolC1 = {"pool.c1",
                          "kernel_size and stride have an entry of 1 or more for each dimension"};
constexpr Rule kPoolC2 = {
    "pool.c2",
    "data_format names each dimension once: as the batch, as the features, or as one of space"};
constexpr Rule kPoolC3 = {"pool.c3", "each dimension of space has a low and a high padding"};
constexpr Rule kPoolC4 = {
    "pool.c4", "out_backprop is static, and gradients_size has a size for each of its dimensions"};
constexpr Rule kPoolingRules[] = {kPoolC1, kPoolC2, kPoolC3, kPoolC4, kConvGradC1};

constexpr MarkedText kPoolingNumbersHelp = "`ConvertElementType` makes numbers of PREDs"_msg;

// A pool whose arguments fit an array.
struct Pool {
  Span<const int64_t> kernel_size, stride;
  std::vector<int64_t> space;  // ascending
  Pairs padding;               // of each dimension of the array
  bool counts_include_padding;
};

// pool.c1
Status CheckWindow(std::string_view function, const Shape& shape, const PoolArguments& pool) {
  const auto rank = static_cast<size_t>(shape.rank());
  bool fits = pool.kernel_size.size() == rank && pool.stride.size() == rank;
  for (const int64_t size : pool.kernel_size) fits = fits && size >= 1;
  for (const int64_t step : pool.stride) fits = fits && step >= 1;
  if (fits) return OkStatus();
  return InvalidArgument(kPoolC1)
      .Op(function)
      .Operand(shape)
      .Say(MessageCat(WithValue("kernel_size", pool.kernel_size), " and ",
                      WithValue("stride", pool.stride), " for ", shape.ToString()))
      .Help(StrCat("give ", shape.rank(),
                   " numbers each, 1 for the dimensions of the batch and of features"));
}

TensorFormat DefaultFormat(int64_t rank) {
  std::vector<int64_t> space;
  for (int64_t d = 1; d + 1 < rank; ++d) space.push_back(d);
  return {0, rank - 1, space};
}

// The spatial dimensions in the order of the format. pool.c2
StatusOr<std::vector<int64_t>> SpaceOf(std::string_view function, const Shape& shape,
                                       const TensorFormat& format) {
  std::vector<int64_t> space, all = {format.batch_dimension(), format.feature_dimension()};
  for (int64_t i = 0; i < format.num_spatial_dims(); ++i) {
    space.push_back(format.spatial_dimension(i));
    all.push_back(space.back());
  }
  const Message text = MessageCat("the batch in dimension ", all[0], ", features in ", all[1],
                                  ", space in ", DimensionList(space));
  std::sort(all.begin(), all.end());
  if (all == AllDimensions(shape.rank())) return space;
  return InvalidArgument(kPoolC2)
      .Op(function)
      .Operand(shape)
      .Say(MessageCat("`data_format` has "_msg, text, ", the array is ", shape.ToString()))
      .Help(shape.rank() < 2
                ? Message("`Reshape` gives an array dimensions of size 1"_msg)
                : StrCat("name each of its dimensions 0..", shape.rank() - 1, " once"));
}

// Checks the arguments for the pooled array, which has these sizes.
StatusOr<Pool> PoolOf(std::string_view function, const Shape& shape, Span<const int64_t> sizes,
                      const PoolArguments& pool) {
  HLOOM_RETURN_IF_ERROR(CheckWindow(function, shape, pool));
  const TensorFormat format = pool.data_format.value_or(DefaultFormat(shape.rank()));
  HLOOM_ASSIGN_OR_RETURN(std::vector<int64_t> space, SpaceOf(function, shape, format));
  if (pool.padding.is_explicit && pool.padding.low_high.size() != space.size()) {
    const auto given = static_cast<int64_t>(pool.padding.low_high.size());
    return InvalidArgument(kPoolC3)
        .Op(function)
        .Operand(shape)
        .Say(
            StrCat("the padding has ", Count(given, "dimension"), ", and space has ", space.size()))
        .Help("give a low and a high padding for each dimension of space, and none for others");
  }
  Pairs padding(sizes.size(), {0, 0});
  for (size_t i = 0; i < space.size(); ++i) {
    const auto d = static_cast<size_t>(space[i]);
    WindowDimension window;
    window.set_size(pool.kernel_size[d]);
    window.set_stride(pool.stride[d]);
    padding[d] = window_internal::PaddingOf(pool.padding, i, sizes[d], window);
  }
  std::sort(space.begin(), space.end());
  return Pool{pool.kernel_size, pool.stride, std::move(space), std::move(padding),
              pool.counts_include_padding};
}

// A scalar of a type, rounded to it.
StatusOr<XlaOp> ScalarOf(XlaBuilder* builder, PrimitiveType type, double value) {
  HLOOM_ASSIGN_OR_RETURN(const Literal literal,
                         ConvertElements(LiteralUtil::CreateR0<double>(value), type));
  return ConstantLiteral(builder, literal);
}

// The numbers of elements of the windows, [space]. They are sums of ones, without padding; along
// other dimensions each window has its full size. XLA does not count those.
StatusOr<XlaOp> CountsOf(XlaBuilder* builder, XlaOp pooled, const Shape& shape, const Pool& pool,
                         double beside) {
  const PrimitiveType type = shape.element_type();
  std::vector<int64_t> sizes, kernel, stride;
  Pairs padding;
  for (const int64_t dimension : pool.space) {
    const auto d = static_cast<size_t>(dimension);
    sizes.push_back(shape.dimensions(dimension));
    kernel.push_back(pool.kernel_size[d]);
    stride.push_back(pool.stride[d]);
    padding.push_back(pool.padding[d]);
  }
  HLOOM_ASSIGN_OR_RETURN(const XlaOp one, ScalarOf(builder, type, beside));
  XlaOp ones = Broadcast(one, sizes);
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (!shape.is_dynamic_dimension(pool.space[i])) continue;
    const XlaOp live = GetDimensionSize(pooled, pool.space[i]);
    ones = SetDimensionSize(ones, live, static_cast<int64_t>(i));
  }
  const XlaComputation add = CreateScalarAddComputation(type, builder);
  return ReduceWindowWithGeneralPadding(ones, Zero(builder, type), add, kernel, stride, {}, {},
                                        padding);
}

// Divides an array that has an element for each window by how many elements these have. `shape` is
// that of what is pooled, `pooled` the same where its sizes are dynamic.
StatusOr<XlaOp> DividedByCounts(XlaOp op, XlaOp pooled, const Shape& shape, const Pool& pool) {
  double all = 1, beside = 1;
  for (size_t d = 0; d < pool.kernel_size.size(); ++d) {
    const auto size = static_cast<double>(pool.kernel_size[d]);
    all *= size;
    if (!std::binary_search(pool.space.begin(), pool.space.end(), static_cast<int64_t>(d))) {
      beside *= size;
    }
  }
  if (pool.counts_include_padding || pool.space.empty()) {
    HLOOM_ASSIGN_OR_RETURN(const XlaOp size, ScalarOf(op.builder(), shape.element_type(), all));
    return Div(op, size);
  }
  HLOOM_ASSIGN_OR_RETURN(const XlaOp counts, CountsOf(op.builder(), pooled, shape, pool, beside));
  return Div(op, counts, pool.space);
}

// The padding along a dimension of gradients spread by the stride, with which a window of stride 1
// computes those of the input without its padding. conv_grad.c1
StatusOr<std::pair<int64_t, int64_t>> PaddingOfGradients(const Pool& pool, size_t d, int64_t size,
                                                         int64_t outputs) {
  const auto [low, high] = pool.padding[d];
  int64_t padded = 0, before = 0, after = 0;
  bool overflows = __builtin_add_overflow(size, low, &padded);
  overflows = overflows || __builtin_add_overflow(padded, high, &padded);
  HLOOM_ASSIGN_OR_RETURN(
      const SpatialDimensionOutputSizeAndPadding along,
      ConvGradExtractAndVerifyDimension(overflows ? -1 : padded, pool.kernel_size[d], outputs, 1,
                                        pool.stride[d], Padding::kValid));
  overflows = __builtin_sub_overflow(along.pad_before, low, &before) ||
              __builtin_sub_overflow(along.pad_after, high, &after);
  if (!overflows) return std::make_pair(before, after);
  return InvalidArgument(kConvGradC1)
      .Say(StrCat("the padding ", low, " and ", high, " is too large"))
      .Help("give the padding with which the array was pooled");
}

StatusOr<XlaOp> GradientOf(XlaOp out_backprop, const Shape& shape, Span<const int64_t> sizes,
                           const Pool& pool) {
  constexpr std::string_view kName = "avg_pool_grad";
  XlaBuilder* const builder = out_backprop.builder();
  const PrimitiveType type = StepType(shape.element_type());
  Pairs padding;
  for (size_t d = 0; d < sizes.size(); ++d) {
    const StatusOr<std::pair<int64_t, int64_t>> along =
        PaddingOfGradients(pool, d, sizes[d], shape.dimensions(static_cast<int64_t>(d)));
    if (!along.ok()) return along.status().WithOp(kName);
    padding.push_back(*along);
  }
  // Without windows nothing was pooled, and there is nothing to spread.
  if (ShapeUtil::IsZeroElementArray(shape)) {
    return Zeros(builder, ShapeUtil::MakeShape(shape.element_type(), sizes));
  }
  const XlaOp given = Converted(out_backprop, shape.element_type(), type);
  HLOOM_ASSIGN_OR_RETURN(const XlaOp shares,
                         DividedByCounts(given, XlaOp(), ShapeUtil::MakeShape(type, sizes), pool));
  const XlaComputation add = CreateScalarAddComputation(type, builder);
  const XlaOp sums = ReduceWindowWithGeneralPadding(shares, Zero(builder, type), add,
                                                    pool.kernel_size, {}, pool.stride, {}, padding);
  return Converted(sums, type, shape.element_type());
}

PoolArguments ArgumentsOf(Span<const int64_t> kernel_size, Span<const int64_t> stride,
                          WindowPadding padding, const TensorFormat& format, bool with_padding) {
  return {kernel_size, stride, std::move(padding), format, with_padding};
}

}  // namespace

namespace pooling_internal {

Span<const Rule> PoolRules() { return {kPoolingRules, 3}; }
Span<const Rule> AvgPoolGradRules() { return kPoolingRules; }

XlaOp MaxPool(XlaOp operand, const PoolArguments& arguments) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayShapeFor("max_pool", *builder, operand,
                                                            TypeSet::kOrdered, kOrderHelp));
    HLOOM_ASSIGN_OR_RETURN(const Pool pool,
                           PoolOf("max_pool", shape, shape.dimensions(), arguments));
    const PrimitiveType type = shape.element_type();
    const XlaComputation max = CreateScalarMaxComputation(type, builder);
    const XlaOp least = MinValue(builder, type);
    if (arguments.padding.is_explicit) {
      return ReduceWindowWithGeneralPadding(operand, least, max, pool.kernel_size, pool.stride, {},
                                            {}, pool.padding);
    }
    return ReduceWindow(operand, least, max, pool.kernel_size, pool.stride,
                        arguments.padding.same ? Padding::kSame : Padding::kValid);
  });
}

XlaOp AvgPool(XlaOp operand, const PoolArguments& arguments) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(
        const Shape given,
        ArrayShapeFor("avg_pool", *builder, operand, TypeSet::kArithmetic, kPoolingNumbersHelp));
    HLOOM_ASSIGN_OR_RETURN(const Pool pool,
                           PoolOf("avg_pool", given, given.dimensions(), arguments));
    const PrimitiveType type = StepType(given.element_type());
    const Shape shape = ShapeUtil::ChangeElementType(given, type);
    const XlaOp x = Converted(operand, given.element_type(), type);
    const XlaComputation add = CreateScalarAddComputation(type, builder);
    const XlaOp sums = ReduceWindowWithGeneralPadding(x, Zero(builder, type), add, pool.kernel_size,
                                                      pool.stride, {}, {}, pool.padding);
    HLOOM_ASSIGN_OR_RETURN(const XlaOp means, DividedByCounts(sums, x, shape, pool));
    return Converted(means, type, given.element_type());
  });
}

XlaOp AvgPoolGrad(XlaOp out_backprop, Span<const int64_t> gradients_size,
                  const PoolArguments& arguments) {
  constexpr std::string_view kName = "avg_pool_grad";
  XlaBuilder* builder = out_backprop.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(
        const Shape shape,
        ArrayShapeFor(kName, *builder, out_backprop, TypeSet::kArithmetic, kPoolingNumbersHelp));
    if (shape.is_dynamic() || static_cast<int64_t>(gradients_size.size()) != shape.rank()) {
      return InvalidArgument(kPoolC4)
          .Op(kName)
          .Operand(shape)
          .Say(MessageCat(WithValue("gradients_size", gradients_size), " for ", shape.ToString()))
          .Help(shape.is_dynamic()
                    ? Message("`RemoveDynamicDimension` makes it static"_msg)
                    : StrCat("give the ", shape.rank(), " sizes of the array that was pooled"));
    }
    const Status valid =
        ShapeUtil::ValidateShape(ShapeUtil::MakeShape(shape.element_type(), gradients_size));
    if (!valid.ok()) return valid.WithOp(kName);
    HLOOM_ASSIGN_OR_RETURN(const Pool pool, PoolOf(kName, shape, gradients_size, arguments));
    return GradientOf(out_backprop, shape, gradients_size, pool);
  });
}

}  // namespace pooling_internal

XlaOp MaxPool(XlaOp operand, Span<const int64_t> kernel_size, Span<const int64_t> stride,
              Padding padding, const TensorFormat& data_format) {
  return pooling_internal::MaxPool(operand,
                                   ArgumentsOf(kernel_size, stride, padding, data_format, false));
}

XlaOp AvgPool(XlaOp operand, Span<const int64_t> kernel_size, Span<const int64_t> stride,
              Span<const std::pair<int64_t, int64_t>> padding, const TensorFormat& data_format,
              bool counts_include_padding) {
  return pooling_internal::AvgPool(operand, ArgumentsOf(kernel_size, stride, padding.ToVector(),
                                                        data_format, counts_include_padding));
}

std::vector<std::pair<int64_t, int64_t>> MakeSpatialPadding(Span<const int64_t> input_size,
                                                            Span<const int64_t> kernel_size,
                                                            Span<const int64_t> stride,
                                                            Padding padding,
                                                            const TensorFormat& data_format) {
  std::vector<int64_t> sizes, kernel, steps;
  for (int64_t i = 0; i < data_format.num_spatial_dims(); ++i) {
    const auto d = static_cast<size_t>(data_format.spatial_dimension(i));
    if (d < input_size.size()) sizes.push_back(input_size[d]);
    if (d < kernel_size.size()) kernel.push_back(kernel_size[d]);
    if (d < stride.size()) steps.push_back(stride[d]);
  }
  return MakePadding(sizes, kernel, steps, padding);
}

XlaOp AvgPoolGrad(XlaOp out_backprop, Span<const int64_t> gradients_size,
                  Span<const int64_t> kernel_size, Span<const int64_t> stride,
                  Span<const std::pair<int64_t, int64_t>> spatial_padding,
                  const TensorFormat& data_format, bool counts_include_padding) {
  return pooling_internal::AvgPoolGrad(out_backprop, gradients_size,
                                       ArgumentsOf(kernel_size, stride, spatial_padding.ToVector(),
                                                   data_format, counts_include_padding));
}

}  // namespace hloom
