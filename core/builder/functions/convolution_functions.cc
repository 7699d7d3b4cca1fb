#include "builder/functions/convolution_functions.h"

#include "base/str_cat.h"
#include "builder/contraction_specs.h"
#include "builder/functions/contraction_util.h"
#include "builder/functions/function_util.h"
#include "builder/functions/window_functions.h"
#include "builder/kinds/window_padding.h"
#include "builder/rules.h"
#include "ops/contractions/convolution.h"
#include "ops/contractions/dynamic_convolution.h"

namespace hloom {

namespace {

using convolution_internal::ConvolutionArguments;
using convolution_internal::Convolve;
using convolution_internal::ConvolveDynamic;
using Numbers = ConvolutionDimensionNumbers;

Status CheckCount(std::string_view name, size_t count, const Shape& lhs, const Numbers& numbers) {
  const size_t spatial = numbers.input_spatial_dimensions().size();
  if (count == spatial || count == 0) return OkStatus();
  return InvalidArgument(kConvFunctionC1)
      .Operand(lhs)
      .Say(MessageCat(ArgumentName(name), " has ", Count(static_cast<int64_t>(count), "entry"),
                      ", and there ", spatial == 1 ? "is " : "are ",
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

// The size of dimension d. Shape inference reports a missing dimension.
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
  // Shape inference reports an input without batch and features.
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

StatusOr<XlaOp> DoConvolveDynamic(XlaBuilder* builder, DynamicConvolution kind,
                                  std::vector<XlaOp> operands,
                                  const ConvolutionArguments& arguments, PaddingType padding_type) {
  const size_t first = LhsOfDynamicConvolution(kind);
  std::vector<const Shape*> shapes;
  for (const XlaOp& operand : operands) {
    HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder->ShapeOf(operand));
    shapes.push_back(shape);
  }
  const Shape& lhs = *shapes[first];
  const Numbers& numbers = *arguments.dimension_numbers;
  const auto located = [&](const Status& status) {
    return status.WithOp(DynamicConvolutionTarget(kind))
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
      .custom_call_target = std::string(DynamicConvolutionTarget(kind)),
  };
  const StatusOr<Shape> shape =
      DynamicConvolutionShape(kind, call, Span<const Shape* const>(shapes.data(), shapes.size()),
                              arguments.preferred_element_type);
  if (!shape.ok()) return located(shape.status());
  return builder->AddInstruction({.opcode = HloOpcode::kCustomCall,
                                  .operands = std::move(operands),
                                  .attributes = MakeAttributes(std::move(call)),
                                  .given_shape = *shape});
}

}  // namespace

namespace convolution_internal {

XlaOp ConvolveDynamic(DynamicConvolution kind, Span<const XlaOp> operands,
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
  return ConvolveDynamic(DynamicConvolution::kForward, {lhs, rhs},
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
  return ConvolveDynamic(DynamicConvolution::kInputGrad, {input_sizes, lhs, rhs},
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
  return ConvolveDynamic(DynamicConvolution::kKernelGrad, {activations, gradients},
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

namespace {

using convolution_internal::ConvolutionArguments;
using convolution_internal::Convolve;
using convolution_internal::ConvolveDynamic;
using Int64Pairs = std::vector<Int64Pair>;

constexpr ArgumentSpec kLhs = {
    "lhs", ArgumentKind::kOp,
    "the input: an array with a batch, features and any number of spatial dimensions"};
constexpr ArgumentSpec kRhs = {
    "rhs", ArgumentKind::kOp,
    "the kernel: an array with input features, output features and as many spatial dimensions"};
constexpr ArgumentSpec kStrides = {
    "window_strides", kKind<Int64s>,
    "the number of elements that the kernel moves along each spatial dimension; []: 1"};
constexpr ArgumentSpec kNamedPadding = {
    "padding", kKind<WindowPadding>,
    "'VALID' for none, 'SAME' for ceil(size / stride) outputs, or the low and high padding of each "
    "spatial dimension; negative numbers leave elements out"};
constexpr ArgumentSpec kConvolutionPairs = {
    "padding", kKind<Int64Pairs>,
    "the low and high padding of each spatial dimension; a negative number leaves that many "
    "elements out; []: none"};
constexpr ArgumentSpec kLhsDilation = {
    "lhs_dilation", kKind<Int64s>,
    "the distance between elements of the input along each spatial dimension; []: 1",
    /*required=*/false};
constexpr ArgumentSpec kRhsDilation = {
    "rhs_dilation", kKind<Int64s>,
    "the distance between elements of the kernel along each spatial dimension; []: 1",
    /*required=*/false};
constexpr ArgumentSpec kNumbers = {
    "dimension_numbers", kKind<ConvolutionDimensionNumbers>,
    "the order of dimensions: labels such as 'b01f_01io->b01f' for input_kernel->output, or an "
    "object with XLA's names"};
constexpr ArgumentSpec kOptionalNumbers = {
    .name = "dimension_numbers",
    .kind = kKind<ConvolutionDimensionNumbers>,
    .doc =
        "the order of dimensions: labels such as 'b01f_01io->b01f' for input_kernel->output, or an "
        "object with XLA's names; by default batch and features come before space",
    .required = false,
    .default_text = "'bf01_oi01->bf01'"};
constexpr ArgumentSpec kFeatureGroups =
    AttributeArgument<GroupCount>(ConvolutionAttributes::kFeatureGroupCount);
constexpr ArgumentSpec kBatchGroups =
    AttributeArgument<GroupCount>(ConvolutionAttributes::kBatchGroupCount);
constexpr ArgumentSpec kReversal = {
    "window_reversal", kKind<std::vector<bool>>,
    "the spatial dimensions along which the kernel is reversed; []: none",
    /*required=*/false};

constexpr ArgumentSpec kConvArguments[] = {kLhs,
                                           kRhs,
                                           kStrides,
                                           kNamedPadding,
                                           kFeatureGroups,
                                           kBatchGroups,
                                           kPrecisionConfigArgument,
                                           kPreferredElementTypeArgument};
constexpr ArgumentSpec kGeneralPaddingArguments[] = {kLhs,
                                                     kRhs,
                                                     kStrides,
                                                     kConvolutionPairs,
                                                     kFeatureGroups,
                                                     kBatchGroups,
                                                     kPrecisionConfigArgument,
                                                     kPreferredElementTypeArgument};
constexpr ArgumentSpec kGeneralDimensionsArguments[] = {kLhs,
                                                        kRhs,
                                                        kStrides,
                                                        kNamedPadding,
                                                        kNumbers,
                                                        kFeatureGroups,
                                                        kBatchGroups,
                                                        kPrecisionConfigArgument,
                                                        kPreferredElementTypeArgument};
constexpr ArgumentSpec kConvolutionGeneralArguments[] = {kLhs,
                                                         kRhs,
                                                         kStrides,
                                                         kConvolutionPairs,
                                                         kNumbers,
                                                         kFeatureGroups,
                                                         kBatchGroups,
                                                         kPrecisionConfigArgument,
                                                         kPreferredElementTypeArgument};
constexpr ArgumentSpec kDilatedArguments[] = {kLhs,
                                              kRhs,
                                              kStrides,
                                              kNamedPadding,
                                              kLhsDilation,
                                              kRhsDilation,
                                              kOptionalNumbers,
                                              kFeatureGroups,
                                              kBatchGroups,
                                              kPrecisionConfigArgument,
                                              kPreferredElementTypeArgument,
                                              kReversal};

constexpr ArgumentSpec kPaddingType = {
    "padding_type", kKind<PaddingType>,
    "PADDING_SAME pads each dynamic dimension by its live size, for ceil(size / stride) outputs; "
    "PADDING_VALID uses padding for all dimensions"};
constexpr ArgumentSpec kDynamicOptions[] = {kLhsDilation,
                                            kRhsDilation,
                                            kFeatureGroups,
                                            kBatchGroups,
                                            kPrecisionConfigArgument,
                                            kPreferredElementTypeArgument};
#define HLOOM_DYNAMIC_ARGUMENTS                                                                \
  kStrides, kConvolutionPairs, kNumbers, kPaddingType, kDynamicOptions[0], kDynamicOptions[1], \
      kDynamicOptions[2], kDynamicOptions[3], kDynamicOptions[4], kDynamicOptions[5]
constexpr ArgumentSpec kDynamicForwardArguments[] = {kLhs, kRhs, HLOOM_DYNAMIC_ARGUMENTS};
constexpr ArgumentSpec kDynamicInputGradArguments[] = {
    {"input_sizes", ArgumentKind::kOp, "the live sizes of the result, s32 for each dimension"},
    {"lhs", ArgumentKind::kOp, "the gradient of the output"},
    {"rhs", ArgumentKind::kOp, "the kernel, reversed along its spatial dimensions"},
    HLOOM_DYNAMIC_ARGUMENTS};
constexpr ArgumentSpec kDynamicKernelGradArguments[] = {
    {"activations", ArgumentKind::kOp, "the input"},
    {"gradients", ArgumentKind::kOp, "the gradient of the output, which moves over the input"},
    HLOOM_DYNAMIC_ARGUMENTS};
#undef HLOOM_DYNAMIC_ARGUMENTS

// They are custom calls that compute convolutions.
constexpr HloOpcode kDynamicConvolutionOps[] = {HloOpcode::kCustomCall, HloOpcode::kConvolution};
constexpr HloOpcode kConvolutionOp[] = {HloOpcode::kConvolution};
constexpr Rule kConvolutionRules[] = {kConvFunctionC1, kDotFunctionC2};

constexpr std::string_view kConvolutionGroup = "products";
constexpr std::string_view kConvSource = "Operation Semantics, Conv (convolution)";
constexpr std::string_view kGeneralSource =
    "Operation Semantics, ConvWithGeneralPadding (convolution)";

// The arguments from `first` on are the group counts, the precision and the preferred type.
ConvolutionArguments ArgumentsOf(Arguments a, WindowPadding padding, size_t first) {
  return {.window_strides = a[2].Get<Int64s>(),
          .padding = std::move(padding),
          .feature_group_count = a[first].Get<GroupCount>().value,
          .batch_group_count = a[first + 1].Get<GroupCount>().value,
          .precision_config = &a[first + 2].Get<PrecisionConfig>(),
          .preferred_element_type = PreferredType(a[first + 3])};
}

XlaOp ConvolveByNumbers(Arguments a, WindowPadding padding) {
  ConvolutionArguments arguments = ArgumentsOf(a, std::move(padding), 5);
  arguments.dimension_numbers = &a[4].Get<ConvolutionDimensionNumbers>();
  return Convolve(a[0].op, a[1].op, arguments);
}

XlaOp ConvolveDilated(XlaBuilder*, Arguments a) {
  ConvolutionArguments arguments = ArgumentsOf(a, a[3].Get<WindowPadding>(), 7);
  arguments.lhs_dilation = a[4].Get<Int64s>();
  arguments.rhs_dilation = a[5].Get<Int64s>();
  if (a[6].given) arguments.dimension_numbers = &a[6].Get<ConvolutionDimensionNumbers>();
  arguments.window_reversal = a[11].Get<std::vector<bool>>();
  return Convolve(a[0].op, a[1].op, arguments);
}

// The operands come first, and then the entries of kDynamicForwardArguments from the third one on.
template <DynamicConvolution kConvolution, size_t kOperands>
XlaOp CallDynamic(XlaBuilder*, Arguments a) {
  std::vector<XlaOp> operands;
  for (size_t i = 0; i < kOperands; ++i) operands.push_back(a[i].op);
  const Argument* const rest = &a[kOperands];
  return ConvolveDynamic(kConvolution, operands,
                         {.window_strides = rest[0].Get<Int64s>(),
                          .padding = rest[1].Get<Int64Pairs>(),
                          .lhs_dilation = rest[4].Get<Int64s>(),
                          .rhs_dilation = rest[5].Get<Int64s>(),
                          .dimension_numbers = &rest[2].Get<ConvolutionDimensionNumbers>(),
                          .feature_group_count = rest[6].Get<GroupCount>().value,
                          .batch_group_count = rest[7].Get<GroupCount>().value,
                          .precision_config = &rest[8].Get<PrecisionConfig>(),
                          .preferred_element_type = PreferredType(rest[9])},
                         rest[3].Get<PaddingType>());
}

}  // namespace

Span<const BuilderDef> ConvolutionBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "Conv",
       .group = kConvolutionGroup,
       .lowers_to = kConvolutionOp,
       .arguments = kConvArguments,
       .rules = kConvolutionRules,
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return Convolve(a[0].op, a[1].op, ArgumentsOf(a, a[3].Get<WindowPadding>(), 4));
           },
       .doc = "Moves a kernel over an input and sums the products. Inputs are [batch, feature, "
              "space...], kernels [output feature, input feature, space...].",
       .source = kConvSource,
       .example = "const image = b.reshape(x, [1, 1, 2, 3]);\n"
                  "const differences = b.constant([[[[-1, 1]]]]); // f32[1,1,1,2]\n"
                  "const y = b.conv(image, differences, [1, 1], 'VALID');"},
      {.name = "ConvWithGeneralPadding",
       .group = kConvolutionGroup,
       .lowers_to = kConvolutionOp,
       .arguments = kGeneralPaddingArguments,
       .rules = kConvolutionRules,
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return Convolve(a[0].op, a[1].op, ArgumentsOf(a, a[3].Get<Int64Pairs>(), 4));
           },
       .doc = "Convolves as Conv does, with the padding of each spatial dimension given as "
              "numbers.",
       .source = kGeneralSource,
       .example = "const signal = b.reshape(w, [1, 1, 5]);\n"
                  "const kernel = b.constant([[[1, 2, 1]]]);\n"
                  "const y = b.convWithGeneralPadding(signal, kernel, [2], [[1, 1]]);"},
      {.name = "ConvWithGeneralDimensions",
       .group = kConvolutionGroup,
       .lowers_to = kConvolutionOp,
       .arguments = kGeneralDimensionsArguments,
       .rules = kConvolutionRules,
       .invoke = [](XlaBuilder*,
                    Arguments a) { return ConvolveByNumbers(a, a[3].Get<WindowPadding>()); },
       .doc = "Convolves as Conv does, with dimensions in any order.",
       .source = "XLA's XlaBuilder, ConvWithGeneralDimensions",
       .example = "const image = b.reshape(x, [1, 2, 3, 1]); // [batch, y, x, feature]\n"
                  "const kernel = b.constant([[[[1]], [[10]]]]); // [y, x, input feature, output "
                  "feature]\n"
                  "const y = b.convWithGeneralDimensions(image, kernel, [1, 1], 'SAME', "
                  "'b01f_01io->b01f');"},
      {.name = "ConvGeneral",
       .group = kConvolutionGroup,
       .lowers_to = kConvolutionOp,
       .arguments = kConvolutionGeneralArguments,
       .rules = kConvolutionRules,
       .invoke = [](XlaBuilder*,
                    Arguments a) { return ConvolveByNumbers(a, a[3].Get<Int64Pairs>()); },
       .doc = "Moves a kernel over an input with any padding and dimensions in any order.",
       .source = "XLA's XlaBuilder, ConvGeneral",
       .example =
           "const rows = b.constant([[[1]], [[-1]]]); // [x, input feature, output feature]\n"
           "const y = b.convGeneral(b.reshape(x, [2, 3, 1]), rows, [1], [[0, 0]], "
           "'b0f_0io->b0f');"},
      {.name = "ConvGeneralDilated",
       .group = kConvolutionGroup,
       .lowers_to = kConvolutionOp,
       .arguments = kDilatedArguments,
       .rules = kConvolutionRules,
       .invoke = ConvolveDilated,
       .doc = "Moves a kernel over an input, either of which may be dilated. This most general "
              "form covers gradients of convolutions, and depthwise and transposed convolutions. "
              "'SAME' uses the dilated sizes.",
       .source = "XLA's XlaBuilder, ConvGeneralDilated",
       .example = "// transposed: each element of v is spread over three places, two apart\n"
                  "const kernel = b.constant([[[1, 2, 3]]]);\n"
                  "const options = { lhsDilation: [2], windowReversal: [true] };\n"
                  "const y = b.convGeneralDilated(b.reshape(v, [1, 1, 3]), kernel, [1], [[2, 2]], "
                  "options);"},
      {.name = "DynamicConvForward",
       .group = kConvolutionGroup,
       .lowers_to = kDynamicConvolutionOps,
       .arguments = kDynamicForwardArguments,
       .rules = kConvolutionRules,
       .invoke = CallDynamic<DynamicConvolution::kForward, 2>,
       .doc = "Moves a kernel over an input of dynamic size, which PADDING_SAME pads by its live "
              "size.",
       .source = "XLA's XlaBuilder, DynamicConvForward",
       .example =
           "const signal = b.setDimensionSize(b.reshape(w, [1, 5, 1]), b.constant(3, 'S32'), 1);\n"
           "const kernel = b.constant([[[1]], [[1]]]); // [x, input feature, output feature]\n"
           "const y = b.dynamicConvForward(signal, kernel, [2], [[0, 1]], 'b0f_0io->b0f', "
           "'PADDING_SAME');"},
      {.name = "DynamicConvInputGrad",
       .group = kConvolutionGroup,
       .lowers_to = kDynamicConvolutionOps,
       .arguments = kDynamicInputGradArguments,
       .rules = kConvolutionRules,
       .invoke = CallDynamic<DynamicConvolution::kInputGrad, 3>,
       .doc = "Returns the gradient of DynamicConvForward with respect to its input, which has the "
              "given live sizes.",
       .source = "XLA's XlaBuilder, DynamicConvInputGrad",
       .example =
           "const grad = b.setDimensionSize(b.reshape(v, [1, 3, 1]), b.constant(2, 'S32'), 1);\n"
           "const kernel = b.constant([[[1]], [[2]]]);\n"
           "const sizes = b.constant([1, 4, 1], 'S32');\n"
           "const options = { lhsDilation: [2] };\n"
           "const y = b.dynamicConvInputGrad(sizes, grad, kernel, [1], [[1, 1]], 'b0f_0io->b0f', "
           "'PADDING_SAME', options);"},
      {.name = "DynamicConvKernelGrad",
       .group = kConvolutionGroup,
       .lowers_to = kDynamicConvolutionOps,
       .arguments = kDynamicKernelGradArguments,
       .rules = kConvolutionRules,
       .invoke = CallDynamic<DynamicConvolution::kKernelGrad, 2>,
       .doc = "Returns the gradient of DynamicConvForward with respect to its kernel.",
       .source = "XLA's XlaBuilder, DynamicConvKernelGrad",
       .example = "const three = b.constant(3, 'S32');\n"
                  "const signal = b.setDimensionSize(b.reshape(w, [1, 5, 1]), three, 1);\n"
                  "const grad = b.setDimensionSize(b.reshape(w, [5, 1, 1]), three, 0);\n"
                  "const y = b.dynamicConvKernelGrad(signal, grad, [1], [[0, 1]], 'f0b_0io->0bf', "
                  "'PADDING_SAME');"},
  };
  return kDefs;
}

}  // namespace hloom
