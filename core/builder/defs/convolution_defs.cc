// Rows of functions that move a kernel over an array and sum the products.
#include "builder/defs/product_specs.h"
#include "builder/functions/convolution_functions.h"
#include "builder/kinds/window_padding.h"
#include "ops/contractions/convolution.h"
#include "ops/contractions/convolution_calls.h"

namespace hloom {

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
    "by how many elements the kernel moves along each spatial dimension; []: 1"};
constexpr ArgumentSpec kNamedPadding = {
    "padding", kKind<WindowPadding>,
    "'VALID' for none, 'SAME' for as many outputs as strides fit, or the low and high padding of "
    "each spatial dimension; negative numbers leave elements out"};
constexpr ArgumentSpec kConvolutionPairs = {
    "padding", kKind<Int64Pairs>,
    "the low and high padding of each spatial dimension; a negative number leaves so many elements "
    "out; []: none"};
constexpr ArgumentSpec kLhsDilation = {
    "lhs_dilation", kKind<Int64s>,
    "how far apart the elements of the input lie along each spatial dimension; []: 1",
    /*required=*/false};
constexpr ArgumentSpec kRhsDilation = {
    "rhs_dilation", kKind<Int64s>,
    "how far apart the elements of the kernel lie along each spatial dimension; []: 1",
    /*required=*/false};
constexpr ArgumentSpec kNumbers = {
    "dimension_numbers", kKind<ConvolutionDimensionNumbers>,
    "which dimension is which: labels such as 'b01f_01io->b01f' for input_kernel->output, or an "
    "object with XLA's names"};
constexpr ArgumentSpec kOptionalNumbers = {
    .name = "dimension_numbers",
    .kind = kKind<ConvolutionDimensionNumbers>,
    .doc =
        "which dimension is which: labels such as 'b01f_01io->b01f' for input_kernel->output, "
        "or an object with XLA's names; left out, batch and features come before space",
    .required = false,
    .default_text = "'bf01_oi01->bf01'"};
constexpr ArgumentSpec kFeatureGroups =
    AttributeArgument<GroupCount>(ConvolutionAttributes::kFeatureGroupCount);
constexpr ArgumentSpec kBatchGroups =
    AttributeArgument<GroupCount>(ConvolutionAttributes::kBatchGroupCount);
constexpr ArgumentSpec kReversal = {
    "window_reversal", kKind<std::vector<bool>>,
    "along which spatial dimensions the kernel's last element comes first; []: along none",
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
constexpr ArgumentSpec kGeneralArguments[] = {kLhs,
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
    "PADDING_SAME: each dynamic dimension is padded by its live size, for as many outputs as "
    "strides fit; PADDING_VALID: padding counts for all"};
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
constexpr Rule kConvolutionRules[] = {
    {"conv_function.c1",
     "window_strides, padding, lhs_dilation, rhs_dilation and window_reversal have an entry for "
     "each spatial dimension, or none"},
    kPreferredTypeRule,
};

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

// The operands come first, and then what kDynamicForwardArguments has from its third entry on.
template <ConvolutionCallKind kCallKind, size_t kOperands>
XlaOp CallDynamic(XlaBuilder*, Arguments a) {
  std::vector<XlaOp> operands;
  for (size_t i = 0; i < kOperands; ++i) operands.push_back(a[i].op);
  const Argument* const rest = &a[kOperands];
  return ConvolveDynamic(kCallKind, operands,
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
      {"Conv", 0, kConvolutionGroup, kConvolutionOp, kConvArguments, kConvolutionRules,
       [](XlaBuilder*, Arguments a) {
         return Convolve(a[0].op, a[1].op, ArgumentsOf(a, a[3].Get<WindowPadding>(), 4));
       },
       "Moves a kernel over an input and sums the products: inputs are [batch, feature, space...], "
       "kernels [output feature, input feature, space...].",
       kConvSource,
       "const image = b.reshape(x, [1, 1, 2, 3]);\n"
       "const differences = b.constant([[[[-1, 1]]]]); // f32[1,1,1,2]\n"
       "const y = b.conv(image, differences, [1, 1], 'VALID');"},
      {"ConvWithGeneralPadding", 0, kConvolutionGroup, kConvolutionOp, kGeneralPaddingArguments,
       kConvolutionRules,
       [](XlaBuilder*, Arguments a) {
         return Convolve(a[0].op, a[1].op, ArgumentsOf(a, a[3].Get<Int64Pairs>(), 4));
       },
       "Does what Conv does, with the padding of each spatial dimension given as numbers.",
       kGeneralSource,
       "const signal = b.reshape(w, [1, 1, 5]);\n"
       "const kernel = b.constant([[[1, 2, 1]]]);\n"
       "const y = b.convWithGeneralPadding(signal, kernel, [2], [[1, 1]]);"},
      {"ConvWithGeneralDimensions", 0, kConvolutionGroup, kConvolutionOp,
       kGeneralDimensionsArguments, kConvolutionRules,
       [](XlaBuilder*, Arguments a) { return ConvolveByNumbers(a, a[3].Get<WindowPadding>()); },
       "Does what Conv does, with dimensions in any order.",
       "XLA's XlaBuilder, "
       "ConvWithGeneralDimensions",
       "const image = b.reshape(x, [1, 2, 3, 1]); // [batch, y, x, feature]\n"
       "const kernel = b.constant([[[[1]], [[10]]]]); // [y, x, input feature, output feature]\n"
       "const y = b.convWithGeneralDimensions(image, kernel, [1, 1], 'SAME', "
       "'b01f_01io->b01f');"},
      {"ConvGeneral", 0, kConvolutionGroup, kConvolutionOp, kGeneralArguments, kConvolutionRules,
       [](XlaBuilder*, Arguments a) { return ConvolveByNumbers(a, a[3].Get<Int64Pairs>()); },
       "Moves a kernel over an input with any padding and dimensions in any order.",
       "XLA's XlaBuilder, ConvGeneral",
       "const rows = b.constant([[[1]], [[-1]]]); // [x, input feature, output feature]\n"
       "const y = b.convGeneral(b.reshape(x, [2, 3, 1]), rows, [1], [[0, 0]], 'b0f_0io->b0f');"},
      {"ConvGeneralDilated", 0, kConvolutionGroup, kConvolutionOp, kDilatedArguments,
       kConvolutionRules, ConvolveDilated,
       "Moves a kernel over an input, with holes between the elements of either: in their most "
       "general form, convolutions, their gradients, and depthwise and transposed ones. 'SAME' "
       "goes by the dilated sizes.",
       "XLA's XlaBuilder, ConvGeneralDilated",
       "// transposed: each element of v is spread over three places, two apart\n"
       "const kernel = b.constant([[[1, 2, 3]]]);\n"
       "const options = { lhsDilation: [2], windowReversal: [true] };\n"
       "const y = b.convGeneralDilated(b.reshape(v, [1, 1, 3]), kernel, [1], [[2, 2]], options);"},
      {"DynamicConvForward", 0, kConvolutionGroup, kDynamicConvolutionOps, kDynamicForwardArguments,
       kConvolutionRules, CallDynamic<ConvolutionCallKind::kForward, 2>,
       "Moves a kernel over an input of dynamic size, which PADDING_SAME pads by its live size.",
       "XLA's XlaBuilder, DynamicConvForward",
       "const signal = b.setDimensionSize(b.reshape(w, [1, 5, 1]), b.constant(3, 'S32'), 1);\n"
       "const kernel = b.constant([[[1]], [[1]]]); // [x, input feature, output feature]\n"
       "const y = b.dynamicConvForward(signal, kernel, [2], [[0, 1]], 'b0f_0io->b0f', "
       "'PADDING_SAME');"},
      {"DynamicConvInputGrad", 0, kConvolutionGroup, kDynamicConvolutionOps,
       kDynamicInputGradArguments, kConvolutionRules,
       CallDynamic<ConvolutionCallKind::kInputGrad, 3>,
       "Gives the gradient of the input of DynamicConvForward, which has the given live sizes.",
       "XLA's XlaBuilder, DynamicConvInputGrad",
       "const grad = b.setDimensionSize(b.reshape(v, [1, 3, 1]), b.constant(2, 'S32'), 1);\n"
       "const kernel = b.constant([[[1]], [[2]]]);\n"
       "const sizes = b.constant([1, 4, 1], 'S32');\n"
       "const options = { lhsDilation: [2] };\n"
       "const y = b.dynamicConvInputGrad(sizes, grad, kernel, [1], [[1, 1]], 'b0f_0io->b0f', "
       "'PADDING_SAME', options);"},
      {"DynamicConvKernelGrad", 0, kConvolutionGroup, kDynamicConvolutionOps,
       kDynamicKernelGradArguments, kConvolutionRules,
       CallDynamic<ConvolutionCallKind::kKernelGrad, 2>,
       "Gives the gradient of the kernel of DynamicConvForward.",
       "XLA's XlaBuilder, DynamicConvKernelGrad",
       "const three = b.constant(3, 'S32');\n"
       "const signal = b.setDimensionSize(b.reshape(w, [1, 5, 1]), three, 1);\n"
       "const grad = b.setDimensionSize(b.reshape(w, [5, 1, 1]), three, 0);\n"
       "const y = b.dynamicConvKernelGrad(signal, grad, [1], [[0, 1]], 'f0b_0io->0bf', "
       "'PADDING_SAME');"},
  };
  return kDefs;
}

}  // namespace hloom
