#include "ops/mixed_precision.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "kernels/number_format.h"
#include "literal/type_values.h"

namespace hloom {

namespace {

// 2^exponent is the first power of two beyond the finite numbers of the type.
int RangeOf(PrimitiveType type) {
  const std::optional<ElementBytes> greatest = TypeValueBytes(type, TypeValue::kMaxFinite);
  if (!greatest) return 0;
  const std::byte* const bytes = greatest->bytes;
  double value = 0;
  if (type == F64) {
    std::memcpy(&value, bytes, sizeof(value));
  } else if (type == F32) {
    float narrow = 0;
    std::memcpy(&narrow, bytes, sizeof(narrow));
    value = static_cast<double>(narrow);
  } else {
    uint32_t bits = 0;
    std::memcpy(&bits, bytes, static_cast<size_t>(ByteWidth(type)));
    value = static_cast<double>(DecodeNarrowFloat(type, bits));
  }
  int exponent = 0;
  std::frexp(value, &exponent);
  return exponent;
}

// Returns whether `a` has all numbers of `b`: the eight bits of F8 and F4 fit into F16 or BF16.
bool Comprises(PrimitiveType a, PrimitiveType b) {
  if (a == b) return true;
  return BitWidth(a) >= 16 && BitWidth(a) > BitWidth(b) && RangeOf(a) >= RangeOf(b) &&
         FieldsOf(a).mantissa_bits >= FieldsOf(b).mantissa_bits;
}

// If all of operands[first, end) are floats, they get the highest type among them.
void Unify(size_t first, size_t end, std::vector<Conversion>& operands) {
  if (first >= end || end > operands.size()) return;
  PrimitiveType highest = operands[first].type;
  for (size_t i = first; i < end; ++i) {
    if (!IsFloatingPointType(operands[i].type)) return;
    highest = HigherPrecision(highest, operands[i].type);
  }
  for (size_t i = first; i < end; ++i) operands[i] = {highest, highest};
}

// A float is converted to the other type if that is a float, too.
void ConvertTo(PrimitiveType wanted, Conversion& conversion) {
  if (IsFloatingPointType(conversion.type) && IsFloatingPointType(wanted))
    conversion = {wanted, wanted};
}

// The types of the accumulator, the value and the result of a computation, for each of the arrays
// that are accumulated in step. nullopt for other computations.
struct Accumulation {
  PrimitiveType accumulator, value, result;
};
std::optional<std::vector<Accumulation>> AccumulationsOf(
    const ImpliedConverts::Computation& computation, size_t n) {
  if (computation.parameters.size() != 2 * n || computation.results.size() != n)
    return std::nullopt;
  std::vector<Accumulation> accumulations;
  for (size_t i = 0; i < n; ++i) {
    accumulations.push_back(
        {computation.parameters[i], computation.parameters[n + i], computation.results[i].type});
  }
  return accumulations;
}

bool AreFloats(const Accumulation& a) {
  return IsFloatingPointType(a.accumulator) && IsFloatingPointType(a.value) &&
         a.accumulator == a.result;
}

// One array: values of type `handed` are accumulated in numbers of type `kept`, by application i of
// n in `computation`. Returns the type of the elements, and the type to which values are rounded.
Conversion Accumulate(const Accumulation& accumulation, PrimitiveType handed, PrimitiveType kept,
                      size_t i, size_t n, ImpliedConverts::Computation& computation) {
  // Values that the computation would round are rounded first; it takes others unchanged.
  const PrimitiveType value = Comprises(accumulation.value, handed) ? handed : accumulation.value;
  const PrimitiveType type = CommonPrecision(kept, value);
  computation.parameters[i] = type;
  computation.parameters[n + i] = type;
  computation.results[i] = {kept, type};
  return {value, type};
}

void AdaptFold(const InferContext& context, bool as_init_values, ImpliedConverts& converts) {
  const size_t n = context.operands.size() / 2;
  if (converts.computations.size() != 1 || context.operands.size() != 2 * n) return;
  ImpliedConverts::Computation& computation = converts.computations[0];
  const auto accumulations = AccumulationsOf(computation, n);
  if (!accumulations) return;
  for (size_t i = 0; i < n; ++i) {
    const Accumulation& accumulation = (*accumulations)[i];
    const PrimitiveType kept = accumulation.result;
    const PrimitiveType init = converts.operands[n + i].type;
    const bool mixes = AreFloats(accumulation) && IsFloatingPointType(converts.operands[i].type) &&
                       IsFloatingPointType(init);
    converts.results.push_back(mixes && as_init_values ? init : kept);
    if (!mixes) continue;
    converts.operands[i] =
        Accumulate(accumulation, converts.operands[i].type, kept, i, n, computation);
    converts.operands[n + i] = {kept, converts.operands[i].type};
  }
}

// The instruction without any convert.
ImpliedConverts NoConverts(const InferContext& context) {
  ImpliedConverts converts;
  for (const Shape* operand : context.operands)
    converts.operands.push_back({operand->element_type(), operand->element_type()});
  for (const HloComputation* computation : context.called_computations)
    converts.computations.push_back(TypesOf(*computation));
  return converts;
}

// `shape` with the element types of `types`, if both are floats; nullopt if the tuples differ.
std::optional<Shape> WithTypesOf(const Shape& types, const Shape& shape) {
  if (shape.IsTuple() != types.IsTuple()) return std::nullopt;
  if (!shape.IsTuple()) {
    const bool floats =
        IsFloatingPointType(shape.element_type()) && IsFloatingPointType(types.element_type());
    return floats ? ShapeUtil::ChangeElementType(shape, types.element_type()) : shape;
  }
  if (shape.tuple_shapes().size() != types.tuple_shapes().size()) return std::nullopt;
  std::vector<Shape> elements;
  for (size_t i = 0; i < shape.tuple_shapes().size(); ++i) {
    std::optional<Shape> element = WithTypesOf(types.tuple_shapes()[i], shape.tuple_shapes()[i]);
    if (!element) return std::nullopt;
    elements.push_back(*std::move(element));
  }
  return Shape(std::move(elements));
}

Shape WithType(const Shape& shape, PrimitiveType type) {
  return shape.element_type() == type ? shape : ShapeUtil::ChangeElementType(shape, type);
}

// An array, or each array of a tuple, with its element type.
Shape WithTypes(const Shape& shape, const std::vector<PrimitiveType>& types) {
  if (!shape.IsTuple()) return WithType(shape, types[0]);
  std::vector<Shape> elements;
  for (size_t i = 0; i < types.size(); ++i)
    elements.push_back(WithType(shape.tuple_shapes()[i], types[i]));
  return Shape(std::move(elements));
}

// The computation for shape inference, if it takes and returns other types.
std::unique_ptr<HloComputation> Signature(const HloComputation& computation,
                                          const ImpliedConverts::Computation& types) {
  auto signature = std::make_unique<HloComputation>(computation.name());
  const auto add = [&signature](Shape shape) {
    return signature->AddInstruction(std::make_unique<HloInstruction>(
        HloOpcode::kParameter, std::make_shared<const Shape>(std::move(shape)),
        std::vector<HloInstruction*>{}, nullptr, std::vector<const HloComputation*>{}));
  };
  std::vector<const HloInstruction*> parameters;
  for (size_t i = 0; i < types.parameters.size(); ++i) {
    parameters.push_back(add(WithType(computation.parameters()[i]->shape(), types.parameters[i])));
  }
  std::vector<PrimitiveType> results;
  for (const Conversion& result : types.results) results.push_back(result.type);
  signature->set_root(add(WithTypes(computation.root()->shape(), results)));
  signature->set_parameters(std::move(parameters));
  return signature;
}

StatusOr<Shape> InferConverted(const InferContext& context, const ImpliedConverts& converts) {
  std::vector<Shape> shapes;
  for (size_t i = 0; i < converts.operands.size(); ++i) {
    shapes.push_back(WithType(context.operand(i), converts.operands[i].type));
  }
  std::vector<const Shape*> operands;
  for (const Shape& shape : shapes) operands.push_back(&shape);
  std::vector<std::unique_ptr<HloComputation>> signatures;
  std::vector<const HloComputation*> callees;
  for (size_t c = 0; c < converts.computations.size(); ++c) {
    callees.push_back(context.called_computations[c]);
    if (converts.computations[c] == TypesOf(*callees[c])) continue;
    signatures.push_back(Signature(*callees[c], converts.computations[c]));
    callees[c] = signatures.back().get();
  }
  InferContext converted = context;
  converted.operands = Span<const Shape* const>(operands.data(), operands.size());
  converted.called_computations = Span<const HloComputation* const>(callees.data(), callees.size());
  const StatusOr<Shape> inferred = InferShape(converted);
  if (inferred.ok() || context.given_shape == nullptr || shapes.empty()) return inferred;
  // If the shape is given and elements are only moved, it has the operand's type: broadcast.
  const std::optional<Shape> given = WithTypesOf(shapes[0], *context.given_shape);
  if (!given || GetOpDef(context.opcode).traits.keeps_type) return inferred;
  converted.given_shape = &*given;
  return InferShape(converted);
}

// Returns whether a written shape follows from the inferred one, as the verifier checks it.
bool Follows(const OpDef& def, const Shape& inferred, const Shape& written) {
  return def.callee_arguments != nullptr ? ShapeUtil::Compatible(inferred, written)
                                         : ShapeUtil::EqualIgnoringLayout(inferred, written);
}

bool IsComplete(const InferContext& context) {
  return std::all_of(
      context.called_computations.begin(), context.called_computations.end(),
      [](const HloComputation* callee) { return callee != nullptr && callee->root() != nullptr; });
}

}  // namespace

PrimitiveType HigherPrecision(PrimitiveType a, PrimitiveType b) {
  const auto rank = [](PrimitiveType type) {
    return std::make_pair(RangeOf(type), FieldsOf(type).mantissa_bits);
  };
  return rank(b) > rank(a) ? b : a;
}

PrimitiveType CommonPrecision(PrimitiveType a, PrimitiveType b) {
  if (Comprises(a, b)) return a;
  return Comprises(b, a) ? b : F32;
}

void UnifyOperands(const InferContext&, ImpliedConverts& converts) {
  Unify(0, converts.operands.size(), converts.operands);
}

void UnifyFirstTwo(const InferContext&, ImpliedConverts& converts) {
  Unify(0, 2, converts.operands);
}

void UnifyAllButFirst(const InferContext&, ImpliedConverts& converts) {
  Unify(1, converts.operands.size(), converts.operands);
}

void UnifyToFirst(const InferContext&, ImpliedConverts& converts) {
  if (converts.operands.size() >= 2) ConvertTo(converts.operands[0].type, converts.operands[1]);
}

void UnifyToSecond(const InferContext&, ImpliedConverts& converts) {
  if (converts.operands.size() < 2) return;
  const PrimitiveType wanted = converts.operands[1].type;
  for (Conversion& conversion : converts.operands) ConvertTo(wanted, conversion);
}

void UnifyToParameters(const InferContext&, ImpliedConverts& converts) {
  if (converts.computations.size() != 1) return;
  const std::vector<PrimitiveType>& parameters = converts.computations[0].parameters;
  if (parameters.size() != converts.operands.size()) return;
  for (size_t i = 0; i < parameters.size(); ++i) ConvertTo(parameters[i], converts.operands[i]);
}

void AdaptReduction(const InferContext& context, ImpliedConverts& converts) {
  AdaptFold(context, /*as_init_values=*/false, converts);
}

void AdaptWindowReduction(const InferContext& context, ImpliedConverts& converts) {
  AdaptFold(context, /*as_init_values=*/true, converts);
}

void AdaptReducer(const InferContext& context, ImpliedConverts& converts) {
  if (converts.computations.size() != 1 || converts.operands.empty()) return;
  ImpliedConverts::Computation& computation = converts.computations[0];
  const auto accumulations = AccumulationsOf(computation, 1);
  if (!accumulations || !AreFloats((*accumulations)[0])) return;
  PrimitiveType reduced = converts.operands[0].type;
  for (const Conversion& operand : converts.operands) {
    if (!IsFloatingPointType(operand.type)) return;
    reduced = HigherPrecision(reduced, operand.type);
  }
  for (size_t i = 0; i < converts.operands.size(); ++i) {
    converts.operands[i] = {reduced, reduced};
    converts.results.push_back(context.operand(i).element_type());
  }
  computation.parameters = {reduced, reduced};
  computation.results[0] = {(*accumulations)[0].result, reduced};
}

void AdaptScatter(const InferContext& context, ImpliedConverts& converts) {
  const size_t n = context.operands.size() / 2;
  if (converts.computations.size() != 1 || context.operands.size() != 2 * n + 1) return;
  ImpliedConverts::Computation& computation = converts.computations[0];
  const auto accumulations = AccumulationsOf(computation, n);
  if (!accumulations) return;
  for (size_t i = 0; i < n; ++i) {
    const PrimitiveType kept = converts.operands[i].type;
    Conversion& updates = converts.operands[n + 1 + i];
    converts.results.push_back(kept);
    if (!AreFloats((*accumulations)[i]) || !IsFloatingPointType(kept) ||
        !IsFloatingPointType(updates.type)) {
      continue;
    }
    updates = Accumulate((*accumulations)[i], updates.type, kept, i, n, computation);
    converts.operands[i] = {kept, updates.type};
  }
}

void AdaptSelectAndScatter(const InferContext&, ImpliedConverts& converts) {
  if (converts.computations.size() != 2 || converts.operands.size() != 3) return;
  ImpliedConverts::Computation& select = converts.computations[0];
  const auto accumulations = AccumulationsOf(converts.computations[1], 1);
  if (!accumulations || select.parameters.size() != 2) return;
  for (const Conversion& operand : converts.operands) {
    if (!IsFloatingPointType(operand.type)) return;
  }
  for (const PrimitiveType parameter : select.parameters) {
    if (!IsFloatingPointType(parameter)) return;
  }
  if (!AreFloats((*accumulations)[0])) return;
  const PrimitiveType kept = converts.operands[0].type;
  const Conversion source = Accumulate((*accumulations)[0], converts.operands[1].type, kept, 0, 1,
                                       converts.computations[1]);
  converts.operands = {{kept, source.type}, source, {kept, source.type}};
  select.parameters = {source.type, source.type};
  converts.results = {kept};
}

void AdaptComparator(const InferContext&, ImpliedConverts& converts) {
  if (converts.computations.size() != 1) return;
  std::vector<PrimitiveType>& parameters = converts.computations[0].parameters;
  if (parameters.size() != 2 * converts.operands.size()) return;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const PrimitiveType element = converts.operands[i / 2].type;
    if (IsFloatingPointType(element) && IsFloatingPointType(parameters[i])) parameters[i] = element;
  }
}

ImpliedConverts::Computation TypesOf(const HloComputation& computation) {
  ImpliedConverts::Computation types;
  for (const HloInstruction* parameter : computation.parameters())
    types.parameters.push_back(parameter->shape().element_type());
  const Shape& result = computation.root()->shape();
  const auto add = [&types](const Shape& shape) {
    types.results.push_back({shape.element_type(), shape.element_type()});
  };
  if (!result.IsTuple()) add(result);
  for (const Shape& element : result.tuple_shapes()) add(element);
  return types;
}

std::optional<Implied> FindImplied(const InferContext& context, const Shape* written) {
  const OpDef& def = GetOpDef(context.opcode);
  if (!IsComplete(context) || (def.traits.keeps_type && def.imply_converts == nullptr))
    return std::nullopt;
  const ImpliedConverts none = NoConverts(context);
  ImpliedConverts converts = none;
  if (def.imply_converts != nullptr) def.imply_converts(context, converts);
  const StatusOr<Shape> inferred = InferConverted(context, converts);
  if (!inferred.ok()) return std::nullopt;
  const bool changes =
      converts.operands != none.operands || converts.computations != none.computations;
  if (written == nullptr) {
    if (!changes) return std::nullopt;
    const Shape result =
        converts.results.empty() ? *inferred : WithTypes(*inferred, converts.results);
    return Implied{std::move(converts), result};
  }
  std::optional<Shape> shape = WithTypesOf(*inferred, *written);
  if (!shape || !Follows(def, *inferred, *shape)) return std::nullopt;
  const bool as_written = ShapeUtil::EqualIgnoringLayout(*shape, *written);
  if (!as_written && def.traits.keeps_type) return std::nullopt;
  if (!changes && as_written) return std::nullopt;
  return Implied{std::move(converts), *std::move(shape)};
}

std::optional<Implied> FindImplied(const HloInstruction& instruction) {
  const OpDef& def = GetOpDef(instruction.opcode());
  const Shape& shape = instruction.shape();
  const std::vector<const Shape*> operands = OperandShapesOf(instruction);
  const InferContext context = ContextOf(instruction, operands);
  const StatusOr<Shape> inferred = InferShape(context);
  if (inferred.ok() && Follows(def, *inferred, shape)) return std::nullopt;
  return FindImplied(context, &shape);
}

Status HelpWithMixture(const Status& status, const HloInstruction& instruction) {
  return status.ok() || !FindImplied(instruction) ? status : WithMixtureHelp(status);
}

Status WithMixtureHelp(const Status& status) {
  ErrorFields fields = status.fields();
  fields.help =
      "write the converts, or read the program with allowMixedPrecision (allow_mixed_precision in "
      "C++), which inserts the converts that XLA's shape inference implies";
  return Status(std::move(fields));
}

}  // namespace hloom
