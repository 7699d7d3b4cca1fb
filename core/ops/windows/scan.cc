// scan: iterates along a dimension of arrays, carrying values from step to step.
#include "ops/windows/scan.h"

#include <algorithm>

#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kScanOperands[] = {
    {"inputs", "M >= 1 arrays of one size along the dimension"},
    {"inits", "num_carries arrays, the carries of the first step"},
};
constexpr RegionSpec kScanRegions[] = {{"to_apply"}};
constexpr Rule kScanC1 = {
    "scan.c1", "num_carries is 0 or more, and leaves at least one of the operands as an input"};
constexpr Rule kScanC2 = {"scan.c2", "dimensions names one dimension, which every input has"};
constexpr Rule kScanC3 = {"scan.c3", "all inputs have the same size along the dimension"};
constexpr Rule kScanC4 = {"scan.c4",
                          "the parameters of the computation are the inputs without the dimension, "
                          "then the inits, whichever dimensions are dynamic"};
constexpr Rule kScanC5 = {
    "scan.c5",
    "the computation gives arrays: the outputs of a step, into which the dimension can be put, and "
    "then the next carries, of the shapes of the inits"};
constexpr Rule kWindowsScanRules[] = {kScanC1, kScanC2, kScanC3, kScanC4, kScanC5};

Shape WithoutDimension(const Shape& shape, int64_t dimension) {
  std::vector<int64_t> sizes;
  std::vector<bool> dynamic;
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (d == dimension) continue;
    sizes.push_back(shape.dimensions(d));
    dynamic.push_back(shape.is_dynamic_dimension(d));
  }
  return ShapeUtil::MakeShape(shape.element_type(), sizes, dynamic);
}

Shape WithDimension(const Shape& shape, int64_t dimension, int64_t size, bool is_dynamic) {
  std::vector<int64_t> sizes = shape.dimensions().ToVector();
  std::vector<bool> dynamic;
  for (int64_t d = 0; d < shape.rank(); ++d) dynamic.push_back(shape.is_dynamic_dimension(d));
  sizes.insert(sizes.begin() + dimension, size);
  dynamic.insert(dynamic.begin() + dimension, is_dynamic);
  return ShapeUtil::MakeShape(shape.element_type(), sizes, dynamic);
}

Status CheckInputs(const InferContext& context, size_t inputs, int64_t dimension) {
  for (size_t i = 0; i < inputs; ++i) {
    const Shape& input = context.operand(i);
    if (dimension < 0 || dimension >= input.rank()) {
      return InvalidArgument(kScanC2)
          .Say(StrCat("goes along dimension ", dimension, ", which input ", i, ", ",
                      input.ToString(), ", does not have"))
          .Help(input.rank() == 0
                    ? std::string("a value that is the same in all steps can be carried")
                    : StrCat("its dimensions are 0..", input.rank() - 1));
    }
    const int64_t size = input.dimensions(dimension);
    const int64_t wanted = context.operand(0).dimensions(dimension);
    if (size != wanted) {
      return InvalidArgument(kScanC3)
          .Say(StrCat("input ", i, " is ", input.ToString(), ", input 0 is ",
                      context.operand(0).ToString()))
          .Detail(StrCat("along dimension ", dimension, " their sizes are ", size, " and ", wanted))
          .Help(
              "all inputs give one slice to each step: they need the same size along the "
              "dimension");
    }
  }
  return OkStatus();
}

// The parameters that the computation must have.
std::vector<Shape> StepParameters(const InferContext& context, size_t inputs, int64_t dimension) {
  std::vector<Shape> parameters;
  for (size_t i = 0; i < context.operands.size(); ++i) {
    const Shape& operand = context.operand(i);
    parameters.push_back(i < inputs ? WithoutDimension(operand, dimension) : operand);
  }
  return parameters;
}

Status CheckResults(const InferContext& context, Span<const Shape> results, size_t inputs,
                    int64_t dimension) {
  const size_t carries = context.operands.size() - inputs;
  const HloComputation& computation = *context.called_computations[0];
  const auto wrong = [&](Message detail, std::string help) -> Status {
    return InvalidArgument(kScanC5)
        .Say("the computation of a step has a wrong result")
        .Detail(StrCat("it is ", SignatureText(computation)))
        .Detail(std::move(detail))
        .Help(std::move(help));
  };
  if (results.size() < carries) {
    return wrong(MessageCat("`num_carries` is "_msg, carries, ", it gives ",
                            Count(static_cast<int64_t>(results.size()), "result")),
                 "give a tuple of the outputs of a step and then the next carries");
  }
  const size_t outputs = results.size() - carries;
  for (size_t i = 0; i < outputs; ++i) {
    if (results[i].IsArray() && dimension <= results[i].rank()) continue;
    return wrong(StrCat("result ", i, " is ", results[i].ToString()),
                 StrCat("it must be an array of rank ", dimension, " or more: dimension ",
                        dimension, " holds the outputs of all steps"));
  }
  for (size_t i = 0; i < carries; ++i) {
    const Shape& init = context.operand(inputs + i);
    if (ShapeUtil::Compatible(results[outputs + i], init)) continue;
    return wrong(StrCat("result ", outputs + i, ", the next of carry ", i, ", is ",
                        results[outputs + i].ToString(), ", its init is ", init.ToString()),
                 "a carried value has the same shape in all steps");
  }
  return OkStatus();
}

// The arguments of a step: the slices of the inputs, and the carries from the inits or from the
// previous step.
std::vector<Shape> StepArguments(const InferContext& context, size_t, Span<const Shape> results) {
  const ScanAttributes& attributes = context.attrs<ScanAttributes>();
  const auto carries = static_cast<size_t>(attributes.num_carries);
  const size_t inputs = context.operands.size() - carries;
  std::vector<Shape> arguments = StepParameters(context, inputs, attributes.dimensions[0]);
  const Span<const Shape> parts =
      results[0].IsTuple() ? Span<const Shape>(results[0].tuple_shapes()) : results;
  for (size_t i = 0; i < carries; ++i) {
    MergeDynamicDimensions(parts[parts.size() - carries + i], &arguments[inputs + i]);
  }
  return arguments;
}

StatusOr<Shape> InferScan(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  const ScanAttributes& attributes = context.attrs<ScanAttributes>();
  const int64_t operands = static_cast<int64_t>(context.operands.size());
  if (attributes.num_carries < 0 || attributes.num_carries >= operands) {
    return InvalidArgument(kScanC1)
        .Say(MessageCat("`num_carries` is "_msg, attributes.num_carries, " of ",
                        Count(operands, "operand")))
        .Help("the inputs come first, at least one of them, then the carried values");
  }
  if (attributes.dimensions.size() != 1) {
    return InvalidArgument(kScanC2)
        .Say(MessageCat(WithValue("dimensions", attributes.dimensions), " names ",
                        Count(static_cast<int64_t>(attributes.dimensions.size()), "dimension")))
        .Help("name the one dimension along which to go: `{0}`"_msg);
  }
  const int64_t dimension = attributes.dimensions[0];
  const size_t inputs = static_cast<size_t>(operands - attributes.num_carries);
  HLOOM_RETURN_IF_ERROR(CheckInputs(context, inputs, dimension));
  const HloComputation& computation = *context.called_computations[0];
  const Shape& given = computation.root()->shape();
  HLOOM_RETURN_IF_ERROR(ExpectSignature(kScanC4, "computation of a step", computation,
                                        StepParameters(context, inputs, dimension), given));
  const std::vector<Shape> results =
      given.IsTuple() ? given.tuple_shapes().ToVector() : std::vector<Shape>{given};
  HLOOM_RETURN_IF_ERROR(CheckResults(context, results, inputs, dimension));

  const bool is_dynamic = std::any_of(
      context.operands.begin(), context.operands.begin() + static_cast<std::ptrdiff_t>(inputs),
      [dimension](const Shape* input) { return input->is_dynamic_dimension(dimension); });
  std::vector<Shape> shapes = results;
  for (size_t i = 0; i + static_cast<size_t>(attributes.num_carries) < results.size(); ++i) {
    shapes[i] =
        WithDimension(results[i], dimension, context.operand(0).dimensions(dimension), is_dynamic);
    HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(shapes[i]));
  }
  const size_t outputs = shapes.size() - static_cast<size_t>(attributes.num_carries);
  for (size_t i = outputs; i < shapes.size(); ++i) {
    // A carry is dynamic if its init or the step's result is.
    MergeDynamicDimensions(context.operand(inputs + i - outputs), &shapes[i]);
    shapes[i].set_layout(LayoutUtil::GetDefaultLayoutForRank(shapes[i].rank()));
  }
  return given.IsTuple() ? Shape(std::move(shapes)) : shapes[0];
}

}  // namespace

constexpr OpDef kScanDef = {
    .opcode = HloOpcode::kScan,
    .name = "scan",
    .operands = kScanOperands,
    .min_operands = 1,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<ScanAttributes>,
    .regions = kScanRegions,
    .rules = kWindowsScanRules,
    .infer_shape = InferScan,
    .callee_arguments = StepArguments,
    .traits = {.control_flow = true, .loop = true, .keeps_type = true},
    .doc =
        "Iterates along one dimension of the inputs, from the first index to the last, or from the "
        "last to the first. Each step applies the computation to the slices of the inputs at the "
        "index and to the carries, and returns the outputs of the step and the next carries. The "
        "result is the tuple of the outputs of all steps, along that dimension, and then the last "
        "carries; if the computation returns a single array, the result is that array. Steps run "
        "in order, even if is_associative allows regrouping. XLA also accepts a scan without "
        "inputs, whose size follows only from its result; hloom refuses it.",
    .source = "Operation Semantics, Scan",
};
}  // namespace hloom
