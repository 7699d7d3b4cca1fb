#include "builder/functions/convolution_functions.h"

#include "base/str_cat.h"
#include "builder/functions/function_util.h"
#include "builder/functions/product_util.h"
#include "builder/functions/window_functions.h"
#include "ops/contractions/convolution.h"
#include "ops/contractions/convolution_calls.h"

namespace hloom {

namespace {

using convolution_internal::ConvolutionArguments;
using convolution_internal::Convolve;
using convolution_internal::ConvolveDynamic;
using Numbers = ConvolutionDimensionNumbers;

Status CheckCount(std::string_view name, size_t count, const Shape& lhs, const Numbers& numbers) {
  const size_t spatial = numbers.input_spatial_dimensions().size();
  if (count == spatial || count == 0) return OkStatus();
  return InvalidArgument("conv_function.c1")
      .Operand(lhs)
      .Say(StrCat(name, " has ", Count(static_cast<int64_t>(count), "entry"), ", and there ",
                  spatial == 1 ? "is " : "are ",
                  Count(static_cast<int64_t>(spatial), "spatial dimension"), ": \"",
                  numbers.ToString(), "\""))
      .Detail(StrCat("lhs is ", lhs.ToString()))
      .Help("give one for each spatial dimension, or none at all");
}

Status CheckArguments(const Shape& lhs, const Numbers& numbers,
                      const ConvolutionArguments& arguments) {
  HLOOM_RETURN_IF_ERROR(numbers.Validate());
  const auto check = [&](std::string_view name, size_t count) {
    return CheckCount(name, count, lhs, numbers);
  };
  HLOOM_RETURN_IF_ERROR(check("window_strides", arguments.window_strides.size()));
  HLOOM_RETURN_IF_ERROR(check("padding", arguments.padding.low_high.size()));
  HLOOM_RETURN_IF_ERROR(check("lhs_dilation", arguments.lhs_dilation.size()));
  HLOOM_RETURN_IF_ERROR(check("rhs_dilation", arguments.rhs_dilation.size()));
  return check("window_reversal", arguments.window_reversal.size());
}

// The size of dimension d. Where there is none, shape inference says so.
int64_t SizeOr0(const Shape& shape, int64_t d) {
  return shape.IsArray() && d < shape.rank() ? shape.dimensions(d) : 0;
}

// The numbers and the lists must have been checked.
Window WindowOf(const Shape& lhs, const Shape& rhs, const Numbers& numbers,
                const ConvolutionArguments& arguments) {
  const auto entry_or_1 = [](Span<const int64_t> list, size_t i) {
    return list.empty() ? 1 : list[i];
  };
  const bool padded = !arguments.padding.is_explicit || !arguments.padding.low_high.empty();
  Window window;
  for (size_t i = 0; i < numbers.input_spatial_dimensions().size(); ++i) {
    WindowDimension& dimension = *window.add_dimensions();
    dimension.set_size(SizeOr0(rhs, numbers.kernel_spatial_dimensions()[i]));
    dimension.set_stride(entry_or_1(arguments.window_strides, i));
    dimension.set_base_dilation(entry_or_1(arguments.lhs_dilation, i));
    dimension.set_window_dilation(entry_or_1(arguments.rhs_dilation, i));
    dimension.set_window_reversal(!arguments.window_reversal.empty() &&
                                  arguments.window_reversal[i]);
    if (!padded) continue;
    const int64_t size = SizeOr0(lhs, numbers.input_spatial_dimensions()[i]);
    const auto [low, high] = window_internal::PaddingOf(arguments.padding, i, size, dimension);
    dimension.set_padding_low(low);
    dimension.set_padding_high(high);
  }
  return window;
}

StatusOr<XlaOp> DoConvolve(XlaBuilder* builder, XlaOp lhs, XlaOp rhs,
                           const ConvolutionArguments& arguments) {
  HLOOM_ASSIGN_OR_RETURN(const Shape lhs_shape, builder->GetShape(lhs));
  HLOOM_ASSIGN_OR_RETURN(const Shape rhs_shape, builder->GetShape(rhs));
  const int64_t spatial = lhs_shape.IsArray() && lhs_shape.rank() > 2 ? lhs_shape.rank() - 2 : 0;
  const Numbers numbers = arguments.dimension_numbers != nullptr
                              ? *arguments.dimension_numbers
                              : CreateDefaultConvDimensionNumbers(spatial);
  // Shape inference says what is wrong with an input that has no batch and no features.
  if (arguments.dimension_numbers != nullptr || (lhs_shape.IsArray() && lhs_shape.rank() >= 2)) {
    const Status checked = CheckArguments(lhs_shape, numbers, arguments);
    if (!checked.ok()) {
      return checked.WithOp(GetOpDef(HloOpcode::kConvolution).name)
          .WithLocation(builder->NextLocation(HloOpcode::kConvolution));
    }
  }
  return AddProduct(builder, HloOpcode::kConvolution, {lhs, rhs},
                    MakeAttributes(ConvolutionAttributes{
                        .window = WindowOf(lhs_shape, rhs_shape, numbers, arguments),
                        .dimension_numbers = numbers,
                        .feature_group_count = {arguments.feature_group_count},
                        .batch_group_count = {arguments.batch_group_count},
                        .precision_config = ConfigOf(arguments.precision_config)}),
                    arguments.preferred_element_type);
}

StatusOr<XlaOp> DoConvolveDynamic(XlaBuilder* builder, ConvolutionCallKind kind,
                                  std::vector<XlaOp> operands,
                                  const ConvolutionArguments& arguments, PaddingType padding_type) {
  const size_t first = LhsOfConvolutionCall(kind);
  std::vector<const Shape*> shapes;
  for (const XlaOp& operand : operands) {
    HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder->ShapeOf(operand));
    shapes.push_back(shape);
  }
  const Shape& lhs = *shapes[first];
  const Numbers& numbers = *arguments.dimension_numbers;
  const auto located = [&](const Status& status) {
    return status.WithOp(ConvolutionCallTarget(kind))
        .WithLocation(builder->NextLocation(HloOpcode::kCustomCall));
  };
  const Status checked = CheckArguments(lhs, numbers, arguments);
  if (!checked.ok()) return located(checked);
  CustomCallAttributes call = {
      .window = WindowOf(lhs, *shapes[first + 1], numbers, arguments),
      .dimension_numbers = numbers,
      .feature_group_count = {arguments.feature_group_count},
      .batch_group_count = {arguments.batch_group_count},
      .precision_config = ConfigOf(arguments.precision_config),
      .padding_type = padding_type,
      .custom_call_target = std::string(ConvolutionCallTarget(kind)),
  };
  const StatusOr<Shape> shape =
      ConvolutionCallShape(kind, call, Span<const Shape* const>(shapes.data(), shapes.size()),
                           arguments.preferred_element_type);
  if (!shape.ok()) return located(shape.status());
  return builder->AddInstruction({.opcode = HloOpcode::kCustomCall,
                                  .operands = std::move(operands),
                                  .attributes = MakeAttributes(std::move(call)),
                                  .given_shape = *shape});
}

}  // namespace

namespace convolution_internal {

XlaOp ConvolveDynamic(ConvolutionCallKind kind, Span<const XlaOp> operands,
                      const ConvolutionArguments& arguments, PaddingType padding_type) {
  XlaBuilder* builder = nullptr;
  for (const XlaOp& operand : operands) builder = builder ? builder : operand.builder();
  return InBuilder(builder, [&] {
    return DoConvolveDynamic(builder, kind, operands.ToVector(), arguments, padding_type);
  });
}

XlaOp Convolve(XlaOp lhs, XlaOp rhs, const ConvolutionArguments& arguments) {
  XlaBuilder* builder = BuilderOf(lhs, rhs);
  return InBuilder(builder, [&] { return DoConvolve(builder, lhs, rhs, arguments); });
}

}  // namespace convolution_internal

ConvolutionDimensionNumbers CreateDefaultConvDimensionNumbers(int64_t num_spatial_dims) {
  Numbers numbers;
  numbers.set_input_batch_dimension(0);
  numbers.set_input_feature_dimension(1);
  numbers.set_kernel_output_feature_dimension(0);
  numbers.set_kernel_input_feature_dimension(1);
  numbers.set_output_batch_dimension(0);
  numbers.set_output_feature_dimension(1);
  for (int64_t i = 0; i < num_spatial_dims; ++i) {
    numbers.add_input_spatial_dimensions(i + 2);
    numbers.add_kernel_spatial_dimensions(i + 2);
    numbers.add_output_spatial_dimensions(i + 2);
  }
  return numbers;
}

XlaOp Conv(XlaOp lhs, XlaOp rhs, Span<const int64_t> window_strides, Padding padding,
           int64_t feature_group_count, int64_t batch_group_count,
           const PrecisionConfig* precision_config,
           std::optional<PrimitiveType> preferred_element_type) {
  return Convolve(lhs, rhs,
                  {.window_strides = window_strides,
                   .padding = padding,
                   .feature_group_count = feature_group_count,
                   .batch_group_count = batch_group_count,
                   .precision_config = precision_config,
                   .preferred_element_type = preferred_element_type});
}

XlaOp ConvWithGeneralPadding(XlaOp lhs, XlaOp rhs, Span<const int64_t> window_strides,
                             Span<const std::pair<int64_t, int64_t>> padding,
                             int64_t feature_group_count, int64_t batch_group_count,
                             const PrecisionConfig* precision_config,
                             std::optional<PrimitiveType> preferred_element_type) {
  return Convolve(lhs, rhs,
                  {.window_strides = window_strides,
                   .padding = padding.ToVector(),
                   .feature_group_count = feature_group_count,
                   .batch_group_count = batch_group_count,
                   .precision_config = precision_config,
                   .preferred_element_type = preferred_element_type});
}

XlaOp ConvWithGeneralDimensions(XlaOp lhs, XlaOp rhs, Span<const int64_t> window_strides,
                                Padding padding,
                                const ConvolutionDimensionNumbers& dimension_numbers,
                                int64_t feature_group_count, int64_t batch_group_count,
                                const PrecisionConfig* precision_config,
                                std::optional<PrimitiveType> preferred_element_type) {
  return Convolve(lhs, rhs,
                  {.window_strides = window_strides,
                   .padding = padding,
                   .dimension_numbers = &dimension_numbers,
                   .feature_group_count = feature_group_count,
                   .batch_group_count = batch_group_count,
                   .precision_config = precision_config,
                   .preferred_element_type = preferred_element_type});
}

XlaOp ConvGeneral(XlaOp lhs, XlaOp rhs, Span<const int64_t> window_strides,
                  Span<const std::pair<int64_t, int64_t>> padding,
                  const ConvolutionDimensionNumbers& dimension_numbers, int64_t feature_group_count,
                  int64_t batch_group_count, const PrecisionConfig* precision_config,
                  std::optional<PrimitiveType> preferred_element_type) {
  return ConvGeneralDilated(lhs, rhs, window_strides, padding, {}, {}, dimension_numbers,
                            feature_group_count, batch_group_count, precision_config,
                            preferred_element_type);
}

XlaOp ConvGeneralDilated(XlaOp lhs, XlaOp rhs, Span<const int64_t> window_strides,
                         Span<const std::pair<int64_t, int64_t>> padding,
                         Span<const int64_t> lhs_dilation, Span<const int64_t> rhs_dilation,
                         const ConvolutionDimensionNumbers& dimension_numbers,
                         int64_t feature_group_count, int64_t batch_group_count,
                         const PrecisionConfig* precision_config,
                         std::optional<PrimitiveType> preferred_element_type,
                         std::optional<std::vector<bool>> window_reversal) {
  return Convolve(lhs, rhs,
                  {.window_strides = window_strides,
                   .padding = padding.ToVector(),
                   .lhs_dilation = lhs_dilation,
                   .rhs_dilation = rhs_dilation,
                   .dimension_numbers = &dimension_numbers,
                   .feature_group_count = feature_group_count,
                   .batch_group_count = batch_group_count,
                   .precision_config = precision_config,
                   .preferred_element_type = preferred_element_type,
                   .window_reversal = window_reversal.value_or(std::vector<bool>())});
}

XlaOp DynamicConvForward(XlaOp lhs, XlaOp rhs, Span<const int64_t> window_strides,
                         Span<const std::pair<int64_t, int64_t>> padding,
                         Span<const int64_t> lhs_dilation, Span<const int64_t> rhs_dilation,
                         const ConvolutionDimensionNumbers& dimension_numbers,
                         int64_t feature_group_count, int64_t batch_group_count,
                         const PrecisionConfig* precision_config, PaddingType padding_type,
                         std::optional<PrimitiveType> preferred_element_type) {
  return ConvolveDynamic(ConvolutionCallKind::kForward, {lhs, rhs},
                         {.window_strides = window_strides,
                          .padding = padding.ToVector(),
                          .lhs_dilation = lhs_dilation,
                          .rhs_dilation = rhs_dilation,
                          .dimension_numbers = &dimension_numbers,
                          .feature_group_count = feature_group_count,
                          .batch_group_count = batch_group_count,
                          .precision_config = precision_config,
                          .preferred_element_type = preferred_element_type},
                         padding_type);
}

XlaOp DynamicConvInputGrad(XlaOp input_sizes, XlaOp lhs, XlaOp rhs,
                           Span<const int64_t> window_strides,
                           Span<const std::pair<int64_t, int64_t>> padding,
                           Span<const int64_t> lhs_dilation, Span<const int64_t> rhs_dilation,
                           const ConvolutionDimensionNumbers& dimension_numbers,
                           int64_t feature_group_count, int64_t batch_group_count,
                           const PrecisionConfig* precision_config, PaddingType padding_type,
                           std::optional<PrimitiveType> preferred_element_type) {
  return ConvolveDynamic(ConvolutionCallKind::kInputGrad, {input_sizes, lhs, rhs},
                         {.window_strides = window_strides,
                          .padding = padding.ToVector(),
                          .lhs_dilation = lhs_dilation,
                          .rhs_dilation = rhs_dilation,
                          .dimension_numbers = &dimension_numbers,
                          .feature_group_count = feature_group_count,
                          .batch_group_count = batch_group_count,
                          .precision_config = precision_config,
                          .preferred_element_type = preferred_element_type},
                         padding_type);
}

XlaOp DynamicConvKernelGrad(XlaOp activations, XlaOp gradients, Span<const int64_t> window_strides,
                            Span<const std::pair<int64_t, int64_t>> padding,
                            Span<const int64_t> lhs_dilation, Span<const int64_t> rhs_dilation,
                            const ConvolutionDimensionNumbers& dimension_numbers,
                            int64_t feature_group_count, int64_t batch_group_count,
                            const PrecisionConfig* precision_config, PaddingType padding_type,
                            std::optional<PrimitiveType> preferred_element_type) {
  return ConvolveDynamic(ConvolutionCallKind::kKernelGrad, {activations, gradients},
                         {.window_strides = window_strides,
                          .padding = padding.ToVector(),
                          .lhs_dilation = lhs_dilation,
                          .rhs_dilation = rhs_dilation,
                          .dimension_numbers = &dimension_numbers,
                          .feature_group_count = feature_group_count,
                          .batch_group_count = batch_group_count,
                          .precision_config = precision_config,
                          .preferred_element_type = preferred_element_type},
                         padding_type);
}

}  // namespace hloom
