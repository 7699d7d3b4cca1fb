// convolution: moves a kernel over an array and sums the products of their elements at each
// position.
#include "ops/contractions/convolution.h"

#include "ops/contractions/contraction_types.h"
#include "ops/infer_util.h"
#include "ops/rules.h"
#include "ops/windows/window_util.h"

namespace hloom {

namespace {

using ConvolutionNumbers = ConvolutionDimensionNumbers;

constexpr OperandSpec kConvolutionOperands[] = {
    {"lhs", "the input: an array with a batch dimension, a feature dimension and N spatial ones"},
    {"rhs",
     "the kernel: an array with dimensions of input features and output features and N spatial "
     "ones"},
    {"further",
     "indices of a sparse operand, or scales and zero points of a scaled one; only HLO text and "
     "protocol buffers have them"},
};

constexpr Rule kConvolutionC1 = {"convolution.c1",
                                 "with N spatial dimensions, lhs and rhs have rank N + 2"};
constexpr Rule kConvolutionC2 = {
    "convolution.c2", "each dimension number is one of a dimension of its array, 0..N+1"};
constexpr Rule kConvolutionC3 = {"convolution.c3",
                                 "the window has one entry for each spatial dimension"};
constexpr Rule kConvolutionC4 = {
    "convolution.c4",
    "the size of the window along a spatial dimension is the size of rhs along it"};
constexpr Rule kConvolutionC5 = {"convolution.c5",
                                 "the sizes and strides of the window are at least 1"};
constexpr Rule kConvolutionC6 = {"convolution.c6", "lhs and rhs dilations are at least 1"};
constexpr Rule kConvolutionC7 = {"convolution.c7", "negative padding removes at most all elements"};
constexpr Rule kConvolutionC8 = {"convolution.c8",
                                 "feature_group_count and batch_group_count are at least 1"};
constexpr Rule kConvolutionC9 = {"convolution.c9", "feature_group_count or batch_group_count is 1"};
constexpr Rule kConvolutionC10 = {
    "convolution.c10",
    "lhs has feature_group_count times as many input features as rhs: each group has those of rhs"};
constexpr Rule kConvolutionC11 = {
    "convolution.c11", "the output features of rhs can be divided into feature_group_count groups"};
constexpr Rule kConvolutionC12 = {"convolution.c12",
                                  "the batch of lhs can be divided into batch_group_count groups"};
constexpr Rule kConvolutionC13 = {
    "convolution.c13", "the output features of rhs can be divided into batch_group_count groups"};
constexpr Rule kConvolutionC14 = {"convolution.c14",
                                  "operand_precision has an entry for each operand, or none"};
constexpr Rule kConvolutionC15 = {
    "convolution.c15",
    "the result's element type is not of a lesser kind than the higher one of the operands' (PRED, "
    "integers, floats, complex numbers)"};
constexpr Rule kConvolutionC16 = {"convolution.c16", "no operand is packed_nibble"};
constexpr Rule kConvolutionC17 = {"convolution.c17",
                                  "rhs has no dynamic dimension except that of the input features"};
constexpr Rule kConvolutionC18 = {
    "convolution.c18",
    "operands after lhs and rhs are named once each, by idx of sparsity_config or scale_idx or "
    "zero_idx of block_scaling_config, and have the rank of what they belong to; indices are "
    "integers; num_non_zero is at most block_size, and divides the size of the dimension; strides "
    "and steps have a positive number for each dimension"};
constexpr Rule kContractionsConvolutionRules[] = {
    kConvolutionC1,  kConvolutionC2,  kConvolutionC3,  kConvolutionC4,  kConvolutionC5,
    kConvolutionC6,  kConvolutionC7,  kConvolutionC8,  kConvolutionC9,  kConvolutionC10,
    kConvolutionC11, kConvolutionC12, kConvolutionC13, kConvolutionC14, kConvolutionC15,
    kConvolutionC16, kConvolutionC17, kConvolutionC18, kConvolutionC19};
constexpr WindowRules kWindowRules = {kConvolutionC3, kConvolutionC5, kConvolutionC6,
                                      kConvolutionC7};
constexpr ContractionTypeRules kTypeRules = {.precision_count = kConvolutionC14,
                                             .packed_nibble = kConvolutionC16,
                                             .result_type = kConvolutionC15};

// "feature dimension 3 of lhs f32[1,8,8,4] (size 4)"
std::string DimensionText(std::string_view what, int64_t d, std::string_view operand,
                          const Shape& shape) {
  return StrCat(what, " dimension ", d, " of ", operand, " ", shape.ToString(), " (size ",
                shape.dimensions(d), ")");
}

// Quotes text that is not a name.
std::string Labels(const ConvolutionNumbers& numbers) {
  return StrCat("\"", numbers.ToString(), "\"");
}

// ---- dimension numbers ----

Status CheckRank(std::string_view operand, const Shape& shape, const ConvolutionNumbers& numbers) {
  const auto spatial = static_cast<int64_t>(numbers.input().spatial.size());
  if (shape.rank() == spatial + 2) return OkStatus();
  return InvalidArgument(kConvolutionC1)
      .Say(StrCat(operand, " ", shape.ToString(), " has rank ", shape.rank(),
                  ", the dimension numbers name ", Count(spatial + 2, "dimension")))
      .Detail(StrCat("there are ", Count(spatial, "spatial dimension"),
                     " and two others: ", Labels(numbers)))
      .Help(operand == "lhs" ? "an input has batch, features and the spatial dimensions; `Reshape` "
                               "adds dimensions of size 1"_msg
                             : "a kernel has input features, output features and the spatial "
                               "dimensions; `Reshape` adds dimensions of size 1"_msg);
}

Status CheckRangeOfConvolution(std::string_view array, const ConvolutionLabels& labels,
                               const ConvolutionNumbers& numbers) {
  const auto rank = static_cast<int64_t>(labels.spatial.size()) + 2;
  const auto check = [&](int64_t d) -> Status {
    if (d < rank) return OkStatus();
    return InvalidArgument(kConvolutionC2)
        .Say(StrCat("the dimension numbers name dimension ", d, " of the ", array,
                    ", which has rank ", rank))
        .Detail(StrCat("as labels they are ", Labels(numbers), ", where ? is not a dimension"))
        .Help(StrCat("number its dimensions from 0 to ", rank - 1, ", each once"));
  };
  HLOOM_RETURN_IF_ERROR(check(labels.batch));
  HLOOM_RETURN_IF_ERROR(check(labels.feature));
  for (const int64_t d : labels.spatial) HLOOM_RETURN_IF_ERROR(check(d));
  return OkStatus();
}

// Afterwards the numbers of each array are a permutation of its dimensions.
Status CheckNumbers(const ConvolutionNumbers& numbers, const Shape& lhs, const Shape& rhs) {
  HLOOM_RETURN_IF_ERROR(numbers.Validate());
  HLOOM_RETURN_IF_ERROR(CheckRank("lhs", lhs, numbers));
  HLOOM_RETURN_IF_ERROR(CheckRank("rhs", rhs, numbers));
  HLOOM_RETURN_IF_ERROR(CheckRangeOfConvolution("input", numbers.input(), numbers));
  HLOOM_RETURN_IF_ERROR(CheckRangeOfConvolution("kernel", numbers.kernel(), numbers));
  return CheckRangeOfConvolution("output", numbers.output(), numbers);
}

// ---- groups ----

Status CheckCountsOfConvolution(const ConvolutionAttributes& attributes) {
  const int64_t features = attributes.feature_group_count.value;
  const int64_t batches = attributes.batch_group_count.value;
  if (features < 1 || batches < 1) {
    return InvalidArgument(kConvolutionC8)
        .Say(features < 1 ? MessageCat("`feature_group_count` is "_msg, features)
                          : MessageCat("`batch_group_count` is "_msg, batches))
        .Help("give 1, or the number of groups");
  }
  if (features == 1 || batches == 1) return OkStatus();
  return InvalidArgument(kConvolutionC9)
      .Say(MessageCat("`feature_group_count` is "_msg, features, " and `batch_group_count` is "_msg,
                      batches))
      .Help("divide the features or the batch, not both: one of the counts is 1");
}

Status CheckDivides(const Rule& rule, std::string_view name, int64_t groups,
                    std::string_view dimension, int64_t size) {
  if (size % groups == 0) return OkStatus();
  return InvalidArgument(rule)
      .Say(MessageCat(dimension, " is not divisible by ", WithValue(name, groups)))
      .Help(MessageCat(ArgumentName(name), " must be a divisor of ", size, ": ", groups,
                       " groups of ", size / groups, " leave ", size % groups, " over"));
}

Status CheckGroups(const ConvolutionAttributes& attributes, const Shape& lhs, const Shape& rhs) {
  HLOOM_RETURN_IF_ERROR(CheckCountsOfConvolution(attributes));
  const ConvolutionNumbers& numbers = attributes.dimension_numbers;
  const int64_t feature_groups = attributes.feature_group_count.value;
  const int64_t batch_groups = attributes.batch_group_count.value;
  const int64_t lhs_feature = numbers.input_feature_dimension();
  const int64_t rhs_feature = numbers.kernel_input_feature_dimension();
  const int64_t features = lhs.dimensions(lhs_feature);
  const int64_t per_group = rhs.dimensions(rhs_feature);
  if (features % feature_groups != 0 || features / feature_groups != per_group) {
    return InvalidArgument(kConvolutionC10)
        .Say(StrCat(DimensionText("feature", lhs_feature, "lhs", lhs), " meets ",
                    DimensionText("input feature", rhs_feature, "rhs", rhs)))
        .Detail(feature_groups == 1
                    ? std::string("without feature groups the sizes must be equal")
                    : MessageCat("with ", WithValue("feature_group_count", feature_groups),
                                 " the first must be that many times the second"))
        .Help(per_group > 0 && features % per_group == 0 && features > 0
                  ? MessageCat(WithValue("feature_group_count", features / per_group),
                               " would divide the features of lhs into groups of ", per_group)
                  : StrCat("check the dimension numbers ", Labels(numbers),
                           ": f is the feature of lhs, i the input feature of rhs"));
  }
  const int64_t output_feature = numbers.kernel_output_feature_dimension();
  const int64_t outputs = rhs.dimensions(output_feature);
  const std::string output_text = DimensionText("output feature", output_feature, "rhs", rhs);
  HLOOM_RETURN_IF_ERROR(
      CheckDivides(kConvolutionC11, "feature_group_count", feature_groups, output_text, outputs));
  const int64_t batch = numbers.input_batch_dimension();
  HLOOM_RETURN_IF_ERROR(CheckDivides(kConvolutionC12, "batch_group_count", batch_groups,
                                     DimensionText("batch", batch, "lhs", lhs),
                                     lhs.dimensions(batch)));
  return CheckDivides(kConvolutionC13, "batch_group_count", batch_groups, output_text, outputs);
}

// ---- windows ----

Status CheckWindow(const ConvolutionAttributes& attributes, const Shape& rhs) {
  const Span<const int64_t> spatial = attributes.dimension_numbers.kernel_spatial_dimensions();
  const Window& window = attributes.window;
  if (static_cast<size_t>(window.dimensions_size()) != spatial.size()) {
    return InvalidArgument(kConvolutionC3)
        .Say(StrCat("the window has ", Count(window.dimensions_size(), "dimension"), ", and ",
                    Labels(attributes.dimension_numbers), " has ",
                    Count(static_cast<int64_t>(spatial.size()), "spatial dimension")))
        .Help("give the window an entry for each spatial dimension: size=3x3 for two");
  }
  for (size_t i = 0; i < spatial.size(); ++i) {
    const WindowDimension& d = window.dimensions(static_cast<int64_t>(i));
    if (d.base_dilation() < 1 || d.window_dilation() < 1) {
      return InvalidArgument(kConvolutionC6)
          .Say(d.base_dilation() < 1 ? MessageCat("`lhs_dilation` of spatial dimension "_msg, i,
                                                  " is ", d.base_dilation())
                                     : MessageCat("`rhs_dilation` of spatial dimension "_msg, i,
                                                  " is ", d.window_dilation()))
          .Help("a dilation of 1 puts no holes between neighbors, one of n puts n - 1");
    }
    const int64_t size = d.size();
    if (size == rhs.dimensions(spatial[i])) continue;
    return InvalidArgument(kConvolutionC4)
        .Say(StrCat("the window has size ", size, " along spatial dimension ", i, ", which is ",
                    DimensionText("spatial", spatial[i], "rhs", rhs)))
        .Help(StrCat("rhs moves over lhs: give the window its size, ", rhs.dimensions(spatial[i])));
  }
  return OkStatus();
}

Status CheckDynamic(const ConvolutionNumbers& numbers, const Shape& rhs) {
  for (int64_t d = 0; d < rhs.rank(); ++d) {
    if (!rhs.is_dynamic_dimension(d) || d == numbers.kernel_input_feature_dimension()) continue;
    return InvalidArgument(kConvolutionC17)
        .Say(StrCat("dimension ", d, " of rhs ", rhs.ToString(), " is dynamic"))
        .Detail("the result's size, or the window's, would follow from it")
        .Help("make it static, with all elements up to its bound: `RemoveDynamicDimension`"_msg);
  }
  return OkStatus();
}

// Only the element type of the given shape counts: it is the preferred one.
StatusOr<Shape> InferConvolution(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const auto& attributes = context.attrs<ConvolutionAttributes>();
  HLOOM_ASSIGN_OR_RETURN(const DenseOperands dense,
                         CheckFurtherOperands(kConvolutionC18, attributes.further, context));
  const Shape& lhs = dense.lhs;
  const Shape& rhs = dense.rhs;
  const ConvolutionNumbers& numbers = attributes.dimension_numbers;
  HLOOM_RETURN_IF_ERROR(CheckNumbers(numbers, lhs, rhs));
  HLOOM_RETURN_IF_ERROR(CheckGroups(attributes, lhs, rhs));
  HLOOM_RETURN_IF_ERROR(CheckWindow(attributes, rhs));
  HLOOM_RETURN_IF_ERROR(CheckDynamic(numbers, rhs));
  HLOOM_RETURN_IF_ERROR(
      CheckPrecision(kTypeRules, attributes.precision_config, context.operands.size()));
  HLOOM_ASSIGN_OR_RETURN(const PrimitiveType type,
                         ProductElementType(kTypeRules, lhs, rhs, context.given_shape));

  std::vector<int64_t> sizes(static_cast<size_t>(lhs.rank()));
  std::vector<bool> dynamic(sizes.size());
  const auto set = [&](int64_t d, int64_t size, bool is_dynamic) {
    sizes[static_cast<size_t>(d)] = size;
    dynamic[static_cast<size_t>(d)] = is_dynamic;
  };
  const int64_t batch = numbers.input_batch_dimension();
  set(numbers.output_batch_dimension(), lhs.dimensions(batch) / attributes.batch_group_count.value,
      lhs.is_dynamic_dimension(batch));
  set(numbers.output_feature_dimension(), rhs.dimensions(numbers.kernel_output_feature_dimension()),
      false);
  for (size_t i = 0; i < numbers.input_spatial_dimensions().size(); ++i) {
    const int64_t d = numbers.input_spatial_dimensions()[i];
    HLOOM_ASSIGN_OR_RETURN(
        const int64_t size,
        InferWindowedSize(lhs, d, attributes.window.dimensions(static_cast<int64_t>(i)),
                          kWindowRules));
    set(numbers.output_spatial_dimensions()[i], size, lhs.is_dynamic_dimension(d));
  }
  return ShapeUtil::MakeShape(type, sizes, dynamic);
}

}  // namespace

constexpr OpDef kConvolutionDef = {
    .opcode = HloOpcode::kConvolution,
    .name = "convolution",
    .operands = kConvolutionOperands,
    .min_operands = 2,
    .max_operands = kMostProductOperands,
    .types = TypeSet::kArray,
    .make_attributes = MakeDefaultAttributes<ConvolutionAttributes>,
    .rules = kContractionsConvolutionRules,
    .infer_shape = InferConvolution,
    .traits = {.shape_may_be_given = true},
    .doc =
        "Moves a kernel over the spatial dimensions of an input and, at each position, sums the "
        "products of input and kernel elements over all input features. With one spatial dimension "
        "it is\n\n"
        "    output[b,o,f] = sum over k and i of input[b,p,i] * kernel[k,i,f]\n"
        "    p = o * stride + k - padding_low\n\n"
        "where positions p outside of the input are padding and add nothing. Negative padding "
        "leaves elements out. The kernel is not reversed; signal processing calls this a "
        "correlation.\n\n"
        "**Dimensions.** Labels name the dimensions, input_kernel->output: b is the batch, f the "
        "features, i and o are the kernel's input and output features, and 0, 1 ... number the "
        "spatial dimensions. In b01f_01io->b01f images are [batch, y, x, feature] and kernels [y, "
        "x, input feature, output feature]; the builder's default, bf01_oi01->bf01, has features "
        "before space. A convolution has 0 to 10 spatial dimensions.\n\n"
        "**Size.** Along each spatial dimension the output has one element for each position of "
        "the kernel:\n\n"
        "    positions = (padding_low + length + padding_high - reach) / stride + 1, rounded "
        "down\n\n"
        "and no elements if the kernel does not fit. Without dilations, the length is the input's "
        "size and the reach is the kernel's size. With 5 elements, a kernel of 3, stride 2 and "
        "padding 1 and 1 there are (1 + 5 + 1 - 3) / 2 + 1 = 3 positions, at which the kernel "
        "covers `{_,0,1}`, `{1,2,3}` and `{3,4,_}`.\n\n"
        "**Dilations.** With rhs_dilation d the kernel covers every d-th element of the input, p = "
        "o * stride + k * d - padding_low, and its reach is (size - 1) * d + 1: a kernel of 3 with "
        "dilation 2 covers `{0,2,4}`, then `{1,3,5}`. With lhs_dilation d there are d - 1 holes "
        "between every two elements of the input, whose length is then (size - 1) * d + 1. Holes "
        "add nothing: with dilation 2, a kernel of 3 covers `{0,_,1}`, then `{_,1,_}`. With "
        "rhs_reversal the kernel's last element comes first: position k of the window has kernel "
        "element size - 1 - k.\n\n"
        "**Transposed convolution.** The gradient of a convolution with respect to its input "
        "spreads each element of an array over the positions of a kernel, stride s apart. It is "
        "itself a convolution: of the gradient g of the output, with lhs_dilation s, the kernel "
        "reversed, its input and output features swapped in the labels, low padding reach - 1 - "
        "padding_low, and high padding size - 1 - (positions - 1) * s + padding_low. In the "
        "example above, with size 5 and 3 positions, elements of g are 2 apart, and the padding is "
        "3 - 1 - 1 = 1 and 5 - 1 - 2 * 2 + 1 = 1:\n\n"
        "    {_,g0,_} {g0,_,g1} {_,g1,_} {g1,_,g2} {_,g2,_}   times   {k2,k1,k0}\n\n"
        "so that element 1, which k2 covers at the first position and k0 at the second, has the "
        "gradient g0 * k2 + g1 * k0.\n\n"
        "**Groups.** With G feature groups, input and output features are both divided into G "
        "groups in order, and output features depend only on their own group: with 4 input and 4 "
        "output features and G = 2, outputs 0 and 1 depend on inputs 0 and 1, and outputs 2 and 3 "
        "on inputs 2 and 3; the kernel has 2 input features. If there are as many groups as input "
        "features, it is a depthwise convolution. With G batch groups, the input's batch and the "
        "output features are divided: output features of group g are computed from group g of the "
        "batch, and the output's batch is G times smaller. With a batch of 4, 2 output features "
        "and G = 2, output[b,o,f] is computed from input[2 * f + b]; gradients of grouped kernels "
        "are of this kind.\n\n"
        "**Numbers.** The element types may differ: the result has the higher one, in XLA's order, "
        "or the type of its written shape. Operands are converted to it. Integers wrap, as in "
        "XLA's back ends; XLA's evaluator saturates. Floats are multiplied and summed in F32 or "
        "wider and rounded once; XLA's evaluator rounds operands to a narrower result first. PRED "
        "is an or of ands. Padding and holes are left out, as in XLA's evaluator; XLA's back ends "
        "multiply zeros there, so that an infinite kernel element gives NaN at the border. "
        "operand_precision and algorithm are hints to back ends and never change a result. In "
        "dynamic batch, spatial and input feature dimensions the live sizes count, as if the "
        "arrays had these sizes; XLA's back ends do not support dynamic spatial dimensions here. "
        "With several groups, live sizes are divided into groups; XLA divides the bounds.",
    .source = "Operation Semantics, ConvWithGeneralPadding (convolution)",
};

}  // namespace hloom
