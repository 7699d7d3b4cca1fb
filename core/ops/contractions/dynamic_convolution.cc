#include "ops/contractions/dynamic_convolution.h"

#include "base/str_cat.h"
#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

// The targets are in the order of DynamicConvolution.
constexpr std::string_view kConvolutionTargets[] = {
    "DynamicConvolutionForward", "DynamicConvolutionInputGrad", "DynamicConvolutionKernelGrad"};

Status NotAConvolution(DynamicConvolution kind, Message what) {
  return InvalidArgument(kCustomCallC14)
      .Say(MessageCat("\"", DynamicConvolutionTarget(kind), "\" ", what))
      .Help(
          "it is a convolution, with window, `dim_labels` and `padding_type=PADDING_VALID` or "
          "PADDING_SAME; functions of your own have other names"_msg);
}

Status CheckDynamicConvolution(DynamicConvolution kind, const CustomCallAttributes& call,
                               Span<const Shape* const> operands) {
  if (!call.window || !call.dimension_numbers) {
    return NotAConvolution(kind, call.window ? "has no `dim_labels`"_msg : "has no window");
  }
  if (call.padding_type == PaddingType::kInvalid)
    return NotAConvolution(kind, "has no `padding_type`"_msg);
  const size_t first = LhsOfDynamicConvolution(kind);
  if (operands.size() != first + 2) {
    return NotAConvolution(
        kind, StrCat("has ", Count(static_cast<int64_t>(operands.size()), "operand"), ", not ",
                     first + 2));
  }
  if (first == 0) return OkStatus();
  const Shape& sizes = *operands[0];
  const Shape wanted =
      ShapeUtil::MakeShape(S32, {operands[1]->IsArray() ? operands[1]->rank() : 0});
  if (ShapeUtil::EqualIgnoringLayout(sizes, wanted)) return OkStatus();
  return NotAConvolution(kind, StrCat("takes the sizes of the input as ", wanted.ToString(),
                                      ", not ", sizes.ToString()));
}

}  // namespace

std::optional<DynamicConvolution> FindDynamicConvolution(std::string_view target) {
  for (size_t i = 0; i < std::size(kConvolutionTargets); ++i) {
    if (kConvolutionTargets[i] == target) return static_cast<DynamicConvolution>(i);
  }
  return std::nullopt;
}

std::string_view DynamicConvolutionTarget(DynamicConvolution kind) {
  return kConvolutionTargets[static_cast<size_t>(kind)];
}

ConvolutionAttributes AttributesOfDynamicConvolution(const CustomCallAttributes& call) {
  return {.window = *call.window,
          .dimension_numbers = *call.dimension_numbers,
          .feature_group_count = call.feature_group_count,
          .batch_group_count = call.batch_group_count,
          .precision_config = call.precision_config};
}

StatusOr<Shape> DynamicConvolutionShape(DynamicConvolution kind, const CustomCallAttributes& call,
                                        Span<const Shape* const> operands,
                                        std::optional<PrimitiveType> type) {
  HLOOM_RETURN_IF_ERROR(CheckDynamicConvolution(kind, call, operands));
  const size_t first = LhsOfDynamicConvolution(kind);
  const bool to_kernel = kind == DynamicConvolution::kKernelGrad;
  // If the right operand is the gradient of the output, its live sizes do not affect the result,
  // which has the sizes of the kernel.
  Shape rhs = *operands[first + 1];
  if (to_kernel && rhs.IsArray()) rhs = ShapeUtil::MakeStaticShape(rhs);
  const Shape* const sides[] = {operands[first], &rhs};
  const Shape typed = ShapeUtil::MakeScalarShape(type.value_or(F32));
  const std::unique_ptr<Attributes> attributes =
      MakeAttributes(AttributesOfDynamicConvolution(call));
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, InferShape({.opcode = HloOpcode::kConvolution,
                                                        .operands = sides,
                                                        .attributes = attributes.get(),
                                                        .called_computations = {},
                                                        .given_shape = type ? &typed : nullptr}));
  return to_kernel ? ShapeUtil::MakeStaticShape(shape) : shape;
}

StatusOr<Shape> InferDynamicConvolution(const InferContext& context, DynamicConvolution kind) {
  const Shape& given = *context.given_shape;
  HLOOM_ASSIGN_OR_RETURN(const Shape inferred,
                         DynamicConvolutionShape(
                             kind, context.attrs<CustomCallAttributes>(), context.operands,
                             given.IsArray() ? std::optional(given.element_type()) : std::nullopt));
  if (ShapeUtil::Compatible(inferred, given)) return GivenShape(context, inferred);
  return NotAConvolution(kind, StrCat("gives ", inferred.ToString(), ", not ", given.ToString()));
}

}  // namespace hloom
