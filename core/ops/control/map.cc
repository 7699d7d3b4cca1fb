// map: a computation of scalars, applied to each element.
#include "ops/control/map.h"

#include "ops/infer_util.h"
#include "ops/mixed_precision.h"
#include "ops/op_def.h"

namespace hloom {

namespace {

constexpr OperandSpec kMapOperands[] = {
    {"operands",
     "arrays of the same dimension sizes, of any element types; scalars among them are the same "
     "for every element"},
};
constexpr RegionSpec kRegions[] = {{"to_apply"}};
constexpr Rule kMapC1 = {"map.c1",
                         "the operands that are not scalars have the same dimension sizes"};
constexpr Rule kMapC2 = {"map.c2", "dimensions is {0, 1, ..., rank-1}: all of them, in order"};
constexpr Rule kMapC3 = {
    "map.c3",
    "the computation has one parameter for each operand, a scalar of the operand's element type"};
constexpr Rule kMapC4 = {"map.c4", "the computation gives a scalar, of any element type"};
constexpr Rule kControlMapRules[] = {kMapC1, kMapC2, kMapC3, kMapC4};

// The first operand that is not a scalar: its dimensions are those of the result.
size_t LeadOf(Span<const Shape* const> operands) {
  for (size_t i = 0; i < operands.size(); ++i) {
    if (operands[i]->rank() > 0) return i;
  }
  return 0;
}

std::vector<int64_t> AllDimensions(int64_t rank) {
  std::vector<int64_t> all;
  for (int64_t d = 0; d < rank; ++d) all.push_back(d);
  return all;
}

Status CheckOperands(const InferContext& context, size_t lead) {
  const Shape& shape = context.operand(lead);
  for (size_t i = 0; i < context.operands.size(); ++i) {
    const Shape& other = context.operand(i);
    if (other.rank() == 0 || ShapeUtil::SameDimensions(other, shape)) continue;
    return InvalidArgument(kMapC1)
        .Say(StrCat("operand ", i, " is ", other.ToString(), ", operand ", lead, " is ",
                    shape.ToString()))
        .Help("arrays are mapped element by element and need the same dimension sizes");
  }
  return OkStatus();
}

Status CheckDimensions(const Shape& shape, const std::vector<int64_t>& dimensions) {
  const std::vector<int64_t> all = AllDimensions(shape.rank());
  if (dimensions == all) return OkStatus();
  return InvalidArgument(kMapC2)
      .Say(MessageCat(WithValue("dimensions", dimensions), " is not all dimensions of ",
                      shape.ToString(), " in order"))
      .Detail("the computation takes scalars: it is applied along every dimension")
      .Help(MessageCat("use ", WithValue("dimensions", all)));
}

Status CheckComputation(const InferContext& context) {
  const HloComputation& computation = *context.called_computations[0];
  const ProgramShape signature = computation.ComputeProgramShape();
  if (!signature.result.IsArray() || signature.result.rank() != 0) {
    return InvalidArgument(kMapC4)
        .Say(StrCat("the mapped computation gives ", signature.result.ToString()))
        .Detail(StrCat("it is ", SignatureText(computation)))
        .Help("it must give a scalar: the one element of the result");
  }
  std::vector<Shape> parameters;
  for (const Shape* operand : context.operands) {
    parameters.push_back(ShapeUtil::MakeScalarShape(operand->element_type()));
  }
  return ExpectSignature(kMapC3, "mapped computation", computation, parameters, signature.result);
}

StatusOr<Shape> InferMap(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  const size_t lead = LeadOf(context.operands);
  HLOOM_RETURN_IF_ERROR(CheckOperands(context, lead));
  const Shape& shape = context.operand(lead);
  HLOOM_RETURN_IF_ERROR(CheckDimensions(shape, context.attrs<MapAttributes>().dimensions));
  HLOOM_RETURN_IF_ERROR(CheckComputation(context));
  Shape result = ShapeUtil::MakeShape(
      context.called_computations[0]->root()->shape().element_type(), shape.dimensions());
  for (const Shape* operand : context.operands) {
    if (operand->rank() > 0) MergeDynamicDimensions(*operand, &result);
  }
  return result;
}

void CompleteDimensions(Attributes& attributes, Span<const Shape* const> operands) {
  std::vector<int64_t>& dimensions =
      static_cast<AttributesOf<MapAttributes>&>(attributes).value.dimensions;
  const Shape* lead = operands.empty() ? nullptr : operands[LeadOf(operands)];
  if (dimensions.empty() && lead != nullptr && lead->IsArray()) {
    dimensions = AllDimensions(lead->rank());
  }
}

}  // namespace

constexpr OpDef kMapDef = {
    .opcode = HloOpcode::kMap,
    .name = "map",
    .operands = kMapOperands,
    .min_operands = 1,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<MapAttributes>,
    .complete_attributes = CompleteDimensions,
    .regions = kRegions,
    .rules = kControlMapRules,
    .imply_converts = UnifyToParameters,
    .infer_shape = InferMap,
    .traits = {.applies = true},
    .doc =
        "Applies a computation of scalars to each element: result[i] = computation(a[i], b[i], "
        "...). The result has the arrays' dimensions and the computation's element type. Scalar "
        "operands are passed to every application unchanged; in XLA they must have the arrays' "
        "element type. XLA's page lists M further arguments of any type, static_operands in its "
        "builder. XLA has never run them; in hloom they must be scalars. A dimension that is "
        "dynamic in an operand is dynamic in the result; in XLA's inference it becomes static.",
    .source = "Operation Semantics, Map",
};
}  // namespace hloom
