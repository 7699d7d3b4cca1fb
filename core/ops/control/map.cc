// map: a computation of scalars, applied to each element.
#include "ops/control/map.h"

#include <algorithm>

#include "literal/relayout.h"
#include "ops/infer_util.h"
#include "ops/live_sizes.h"
#include "ops/mixed_precision.h"
#include "ops/op_eval.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperands[] = {
    {"operands",
     "arrays of the same dimension sizes, of any element types; scalars among them are the same "
     "for every element"},
};
constexpr RegionSpec kRegions[] = {{"to_apply"}};
constexpr Rule kRules[] = {
    {"map.c1", "the operands that are not scalars have the same dimension sizes"},
    {"map.c2", "dimensions is {0, 1, ..., rank-1}: all of them, in order"},
    {"map.c3",
     "the computation has one parameter for each operand, a scalar of the operand's element type"},
    {"map.c4", "the computation gives a scalar, of any element type"},
};

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
    if (other.rank() == 0 || ShapeUtil::SameDimensions(other, shape)) continue;  // map.c1
    return InvalidArgument("map.c1")
        .Say(StrCat("operand ", i, " is ", other.ToString(), ", operand ", lead, " is ",
                    shape.ToString()))
        .Help("arrays are mapped element by element and need the same dimension sizes");
  }
  return OkStatus();
}

Status CheckDimensions(const Shape& shape, const std::vector<int64_t>& dimensions) {
  const std::vector<int64_t> all = AllDimensions(shape.rank());
  if (dimensions == all) return OkStatus();  // map.c2
  return InvalidArgument("map.c2")
      .Say(StrCat("dimensions=", Braced(dimensions), " is not all dimensions of ", shape.ToString(),
                  " in order"))
      .Detail("the computation takes scalars: it is applied along every dimension")
      .Help(StrCat("use dimensions=", Braced(all)));
}

Status CheckComputation(const InferContext& context) {
  const HloComputation& computation = *context.called_computations[0];
  const ProgramShape signature = computation.ComputeProgramShape();
  if (!signature.result.IsArray() || signature.result.rank() != 0) {  // map.c4
    return InvalidArgument("map.c4")
        .Say(StrCat("the mapped computation gives ", signature.result.ToString()))
        .Detail(StrCat("it is ", SignatureText(computation)))
        .Help("it must give a scalar: the one element of the result");
  }
  std::vector<Shape> parameters;
  for (const Shape* operand : context.operands) {
    parameters.push_back(ShapeUtil::MakeScalarShape(operand->element_type()));
  }
  return ExpectSignature("map.c3", "mapped computation", computation, parameters, signature.result);
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

// How many elements the computation is applied to at once.
constexpr int64_t kBatch = 1 << 16;

// One parameter's elements: an array walked batch by batch, or a scalar repeated through a batch.
struct Source {
  Literal array;
  Buffer repeated;
  int64_t width = 0;

  const std::byte* At(int64_t element) const {
    return repeated ? repeated.data() : array.data<std::byte>() + element * width;
  }
};

StatusOr<Source> SourceOf(EvalContext& context, const Literal& operand, const Layout& layout,
                          bool scalar, int64_t batch) {
  Source source;
  source.width = ByteWidth(operand.shape().element_type());
  if (!scalar) {
    HLOOM_ASSIGN_OR_RETURN(source.array, Relayout(operand, layout, context.ledger()));
    return source;
  }
  HLOOM_ASSIGN_OR_RETURN(source.repeated, Buffer::Allocate(batch * source.width, context.ledger()));
  for (int64_t i = 0; i < batch; ++i) {
    std::copy_n(operand.data<std::byte>(), source.width, source.repeated.data() + i * source.width);
  }
  return source;
}

StatusOr<Literal> EvaluateMap(EvalContext& context, const HloInstruction& instruction,
                              Operands operands) {
  // In the result's order in memory, so that the arrays are runs of elements; without its padding.
  Shape shape = instruction.shape();
  shape.set_layout(Layout(shape.layout().minor_to_major().ToVector()));
  HLOOM_ASSIGN_OR_RETURN(Literal result, Literal::Create(shape, context.ledger()));
  const int64_t count = ShapeUtil::ElementsIn(shape);
  HLOOM_ASSIGN_OR_RETURN(const std::unique_ptr<ComputationCaller> caller,
                         context.Prepare(*instruction.called_computation(0)));
  std::vector<Source> sources;
  for (const Literal* operand : operands) {
    const bool scalar = operand->shape().rank() == 0 && shape.rank() > 0;
    HLOOM_ASSIGN_OR_RETURN(Source source, SourceOf(context, *operand, shape.layout(), scalar,
                                                   std::min(kBatch, count)));
    sources.push_back(std::move(source));
  }
  std::vector<const std::byte*> arguments(sources.size());
  for (int64_t done = 0; done < count; done += kBatch) {
    HLOOM_RETURN_IF_ERROR(context.Poll());
    for (size_t i = 0; i < sources.size(); ++i) arguments[i] = sources[i].At(done);
    std::byte* const out =
        result.mutable_data<std::byte>() + done * ByteWidth(shape.element_type());
    HLOOM_RETURN_IF_ERROR(
        caller->CallOnElements(Span<const std::byte* const>(arguments.data(), arguments.size()),
                               Span<std::byte* const>(&out, 1), std::min(kBatch, count - done)));
  }
  return RelayoutTo(result, instruction.shape(), context.ledger());
}

Status AlignMap(const HloInstruction& instruction, OperandSizes& sizes) {
  for (int64_t d = 0; d < instruction.shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size(), sizes));
  }
  return OkStatus();
}

}  // namespace

extern const OpDef kMapDef;
constexpr OpDef kMapDef = {
    .opcode = HloOpcode::kMap,
    .name = "map",
    .operands = kOperands,
    .min_operands = 1,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<MapAttributes>,
    .complete_attributes = CompleteDimensions,
    .regions = kRegions,
    .rules = kRules,
    .imply_converts = UnifyToParameters,
    .infer_shape = InferMap,
    .traits = {.applies = true},
    .doc =
        "Applies a computation of scalars to each element: result[i] = computation(a[i], b[i], "
        "...). The result has the arrays' dimensions and the computation's element type. Scalar "
        "operands are passed to every application as they are; XLA takes only such of the arrays' "
        "element type. XLA's page has M further arguments of any type, static_operands in its "
        "builder; XLA has never run such, and of other shapes than scalars there are none here "
        "either. Dimensions that are dynamic in an operand are so in the result; XLA's "
        "inference drops that.",
    .source = "Operation Semantics, Map",
};
extern const OpEval kMapEval;
constexpr OpEval kMapEval = {
    .evaluate_whole = EvaluateMap,
    .align_sizes = AlignMap,
};

}  // namespace hloom
