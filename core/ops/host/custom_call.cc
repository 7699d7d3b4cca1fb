#include "ops/host/custom_call.h"

#include <algorithm>
#include <limits>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "ops/contractions/dynamic_convolution.h"
#include "ops/control/aliasing.h"
#include "ops/host/annotations.h"
#include "ops/linear_algebra/decompositions.h"
#include "ops/rules.h"
#include "ops/sorting/key_order.h"
#include "ops/verify/buffer_verifier.h"

namespace hloom {

namespace {

constexpr OperandSpec kCustomCallOperands[] = {
    {"operands", "the arguments of the function, possibly none"}};
bool HasCallees(const HloInstruction& instruction) {
  return !instruction.called_computations().empty();
}
constexpr RegionSpec kRegions[] = {{"called_computations", 0, -1, HasCallees, "to_apply"}};
constexpr Rule kCustomCallC1 = {"custom_call.c1", "the function has a name, in UTF-8"};
constexpr Rule kCustomCallC2 = {
    "custom_call.c2",
    "operand_layout_constraints has a shape for each operand: the operand's, with a layout"};
constexpr Rule kCustomCallC4 = {"custom_call.c4",
                                "output_to_operand_aliasing names parts of the result and of "
                                "operands that are there, of the same shape"};
constexpr Rule kCustomCallC6 = {"custom_call.c6",
                                "feature_group_count and batch_group_count are 1 or more"};
constexpr Rule kCustomCallC7 = {"custom_call.c7", "api_version is not API_VERSION_UNSPECIFIED"};
constexpr Rule kCustomCallC8 = {"custom_call.c8",
                                "GetRngSeed, XLA's own, takes no operands and gives u64[]"};
constexpr Rule kCustomCallC9 = {
    "custom_call.c9",
    "TopK, XLA's own, takes one array of static sizes with an order, and gives (values, s32 "
    "indices) of its first k elements along the last dimension; a computation that it names puts "
    "the largest first"};
constexpr Rule kHostCustomCallRules[] = {
    kCustomCallC1,  kCustomCallC2,  kCustomCallC3,  kCustomCallC4,  kCustomCallC5,
    kCustomCallC6,  kCustomCallC7,  kCustomCallC8,  kCustomCallC9,  kCustomCallC10,
    kCustomCallC11, kCustomCallC12, kCustomCallC13, kCustomCallC14, kCustomCallC15};

Status CheckConstraints(const InferContext& context, const LayoutConstraints& constraints) {
  if (!constraints.constrained) return OkStatus();
  if (constraints.operands.size() != context.operands.size()) {
    return InvalidArgument(kCustomCallC2)
        .Say(MessageCat("`operand_layout_constraints` has "_msg,
                        Count(static_cast<int64_t>(constraints.operands.size()), "shape"), " for ",
                        Count(static_cast<int64_t>(context.operands.size()), "operand")))
        .Help("give one shape with its layout for each operand, or leave the attribute out");
  }
  for (size_t i = 0; i < context.operands.size(); ++i) {
    if (ShapeUtil::Compatible(constraints.operands[i], context.operand(i))) continue;
    return InvalidArgument(kCustomCallC2)
        .Say(MessageCat("`operand_layout_constraints` states "_msg,
                        constraints.operands[i].ToString(), " of operand ", i, ", which is ",
                        context.operand(i).ToString()))
        .Help("constrain the layout, not the dimensions or the type");
  }
  return OkStatus();
}

// The name that XLA's back ends give a function of their own.
Status CheckSeed(const InferContext& context, std::string_view target) {
  if (target != "GetRngSeed") return OkStatus();
  const bool seed = ShapeUtil::IsScalarWithElementType(*context.given_shape, U64);
  if (seed && context.operands.empty()) return OkStatus();
  return InvalidArgument(kCustomCallC8)
      .Say(StrCat("GetRngSeed with ",
                  Count(static_cast<int64_t>(context.operands.size()), "operand"), " gives ",
                  context.given_shape->ToString()))
      .Help("it takes no operands and gives u64[]; other functions have other names");
}

// Returns whether `result` is the shape of TopK for `operand`.
bool IsTopK(const Shape& operand, const Shape& result) {
  if (operand.rank() == 0 || !TypeSetContains(TypeSet::kOrdered, operand.element_type()) ||
      operand.is_dynamic() || result.tuple_shapes().size() != 2) {
    return false;
  }
  const Shape& values = result.tuple_shapes()[0];
  const Shape& indices = result.tuple_shapes()[1];
  const int64_t size = operand.dimensions(operand.rank() - 1);
  if (values.rank() != operand.rank() || values.dimensions(values.rank() - 1) > size ||
      size > int64_t{std::numeric_limits<int32_t>::max()} + 1) {
    return false;
  }
  std::vector<int64_t> sizes = operand.dimensions().ToVector();
  sizes.back() = values.dimensions(values.rank() - 1);
  return ShapeUtil::EqualIgnoringLayout(values,
                                        ShapeUtil::MakeShape(operand.element_type(), sizes)) &&
         ShapeUtil::EqualIgnoringLayout(indices, ShapeUtil::MakeShape(S32, sizes));
}

// Returns whether the computation puts the smallest first. XLA's back ends do not call it, so it
// must match their behavior; if it is too complex to analyze, hloom assumes that it does.
bool PutsSmallestFirst(const HloComputation& comparator) {
  const std::optional<KeyOrder> order = RecognizeKeyOrder(comparator);
  return order && (order->keys.size() != 1 || order->keys[0].operand != 0 ||
                   order->keys[0].part != SortKey::Part::kWhole || !order->keys[0].descending);
}

Status CheckTopK(const InferContext& context, std::string_view target) {
  if (target != "TopK") return OkStatus();
  const bool right =
      context.operands.size() == 1 && IsTopK(context.operand(0), *context.given_shape);
  std::string wrong;
  if (!right) {
    wrong =
        StrCat("\"TopK\" with ", Count(static_cast<int64_t>(context.operands.size()), "operand"),
               " gives ", context.given_shape->ToString());
  }
  for (const HloComputation* comparator : context.called_computations) {
    if (right && PutsSmallestFirst(*comparator))
      wrong = StrCat("the computation ", Shortened(comparator->name()),
                     " does not put the largest first");
  }
  if (wrong.empty()) return OkStatus();
  return InvalidArgument(kCustomCallC9)
      .Say(std::move(wrong))
      .Help(
          "it takes f32[2,8] and gives (f32[2,3], s32[2,3]), for instance; sort for any other "
          "order; "
          "functions of your own have other names");
}

Status CheckGroups(std::string_view name, const GroupCount& count) {
  if (count.value >= 1) return OkStatus();
  return InvalidArgument(kCustomCallC6)
      .Say(MessageCat(ArgumentName(name), " is ", count.value))
      .Help("give 1, or the number of groups");
}

// Checks the attributes that only describe how XLA's back ends call the function.
Status CheckHints(const CustomCallAttributes& attributes) {
  if (attributes.dimension_numbers) {
    HLOOM_RETURN_IF_ERROR(attributes.dimension_numbers->Validate());
  }
  HLOOM_RETURN_IF_ERROR(CheckGroups("feature_group_count", attributes.feature_group_count));
  HLOOM_RETURN_IF_ERROR(CheckGroups("batch_group_count", attributes.batch_group_count));
  if (attributes.api_version != CustomCallApiVersion::kUnspecified) return OkStatus();
  return InvalidArgument(kCustomCallC7)
      .Say("`api_version` is API_VERSION_UNSPECIFIED"_msg)
      .Help("leave it out for API_VERSION_ORIGINAL");
}

StatusOr<Shape> InferCustomCall(const InferContext& context) {
  const auto& attributes = context.attrs<CustomCallAttributes>();
  if (attributes.custom_call_target.empty()) {
    return InvalidArgument(kCustomCallC1)
        .Say("`custom_call_target` is empty"_msg)
        .Help("give the name under which the function is registered");
  }
  if (FindInvalidUtf8(attributes.custom_call_target) != std::string_view::npos) {
    return InvalidArgument(kCustomCallC1)
        .Say("`custom_call_target` is not UTF-8"_msg)
        .Help("register the function under a name in UTF-8, and call it by that");
  }
  HLOOM_RETURN_IF_ERROR(CheckHints(attributes));
  HLOOM_RETURN_IF_ERROR(CheckConstraints(context, attributes.operand_layout_constraints));
  HLOOM_RETURN_IF_ERROR(CheckSeed(context, attributes.custom_call_target));
  HLOOM_RETURN_IF_ERROR(CheckTopK(context, attributes.custom_call_target));
  HLOOM_RETURN_IF_ERROR(CheckDecomposition(context, attributes.custom_call_target));
  HLOOM_RETURN_IF_ERROR(ExpectAliases(kCustomCallC4, context, *context.given_shape,
                                      attributes.output_to_operand_aliasing,
                                      IsPinOrUnpin(attributes.custom_call_target)));
  if (const auto kind = FindDynamicConvolution(attributes.custom_call_target)) {
    return InferDynamicConvolution(context, *kind);
  }
  return InferAnnotation(context, attributes.custom_call_target);
}

}  // namespace

constexpr OpDef kCustomCallDef = {
    .opcode = HloOpcode::kCustomCall,
    .name = "custom-call",
    .operands = kCustomCallOperands,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<CustomCallAttributes>,
    .regions = kRegions,
    .rules = kHostCustomCallRules,
    .infer_shape = InferCustomCall,
    .traits = {.asks_host = true, .shape_given = true, .keeps_type = true},
    .doc =
        "Calls a function outside of the program, which the host registers under a name. It must "
        "return the same result for the same operands, unless it is declared to have side effects. "
        "Calls run in the order of the program. XLA:CPU's TopK, the matrix decompositions that "
        "XLA's client library calls, and convolutions of dynamic sizes are built in and call no "
        "function of the host. XLA's annotations, such as Sharding and MoveToHost, return their "
        "operands.",
    .source = "Operation Semantics, CustomCall",
};

}  // namespace hloom
