#include "ops/mixed_precision.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "kernels/number_format.h"
#include "literal/type_values.h"

namespace hloom {

namespace {

// 2^exponent is the first power of two that is past the finite numbers of the type.
int RangeOf(PrimitiveType type) {
  const std::byte* bytes = nullptr;
  const std::optional<ElementBytes> greatest = TypeValueBytes(type, TypeValue::kMaxFinite);
  if (!greatest) return 0;
  bytes = greatest->bytes;
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

// Where all of types[first, end) are floats, the highest of them.
void Unify(size_t first, size_t end, std::vector<PrimitiveType>& types) {
  if (first >= end || end > types.size()) return;
  PrimitiveType highest = types[first];
  for (size_t i = first; i < end; ++i) {
    if (!IsFloatingPointType(types[i])) return;
    highest = HigherPrecision(highest, types[i]);
  }
  for (size_t i = first; i < end; ++i) types[i] = highest;
}

// A float becomes the other type if that is a float, too.
void ConvertTo(PrimitiveType wanted, PrimitiveType& type) {
  if (IsFloatingPointType(type) && IsFloatingPointType(wanted)) type = wanted;
}

// The operands' element types as they would be; empty where they are so already.
std::vector<PrimitiveType> UnifiedTypes(const InferContext& context) {
  const OpDef& def = GetOpDef(context.opcode);
  std::vector<PrimitiveType> types;
  if (def.unify_types == nullptr) return types;
  for (const Shape* operand : context.operands) types.push_back(operand->element_type());
  const std::vector<PrimitiveType> before = types;
  def.unify_types(context, types);
  if (types == before) types.clear();
  return types;
}

InferContext ContextOf(const InstructionDraft& draft, std::vector<const Shape*>& operands) {
  for (const HloInstruction* operand : draft.operands) operands.push_back(&operand->shape());
  return {.opcode = draft.opcode,
          .operands = Span<const Shape* const>(operands.data(), operands.size()),
          .attributes = draft.attributes.get(),
          .called_computations = Span<const HloComputation* const>(
              draft.called_computations.data(), draft.called_computations.size()),
          .given_shape = nullptr};
}

}  // namespace

PrimitiveType HigherPrecision(PrimitiveType a, PrimitiveType b) {
  const auto rank = [](PrimitiveType type) {
    return std::make_pair(RangeOf(type), FieldsOf(type).mantissa_bits);
  };
  return rank(b) > rank(a) ? b : a;
}

void UnifyOperands(const InferContext&, std::vector<PrimitiveType>& types) {
  Unify(0, types.size(), types);
}

void UnifyFirstTwo(const InferContext&, std::vector<PrimitiveType>& types) { Unify(0, 2, types); }

void UnifyAllButFirst(const InferContext&, std::vector<PrimitiveType>& types) {
  Unify(1, types.size(), types);
}

void UnifyToFirst(const InferContext&, std::vector<PrimitiveType>& types) {
  if (types.size() >= 2) ConvertTo(types[0], types[1]);
}

void UnifyToSecond(const InferContext&, std::vector<PrimitiveType>& types) {
  if (types.size() < 2) return;
  for (PrimitiveType& type : types) ConvertTo(types[1], type);
}

void UnifyToAccumulators(const InferContext& context, std::vector<PrimitiveType>& types) {
  if (context.called_computations.size() != 1 || context.called_computations[0] == nullptr) return;
  const std::vector<const HloInstruction*>& parameters =
      context.called_computations[0]->parameters();
  if (parameters.size() != types.size()) return;
  const size_t arrays = types.size() / 2;
  for (size_t i = 0; i < 2 * arrays; ++i) {
    ConvertTo(parameters[i % arrays]->shape().element_type(), types[i]);
  }
}

Status InsertConverts(InstructionMaker& maker, InstructionDraft& draft,
                      const std::function<HloInstruction*(std::unique_ptr<HloInstruction>)>& add) {
  std::vector<const Shape*> operands;
  const std::vector<PrimitiveType> types = UnifiedTypes(ContextOf(draft, operands));
  for (size_t i = 0; i < types.size(); ++i) {
    const Shape& shape = draft.operands[i]->shape();
    if (shape.element_type() == types[i]) continue;
    HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<HloInstruction> convert,
                           maker.Make({.opcode = HloOpcode::kConvert,
                                       .operands = {draft.operands[i]},
                                       .shape = std::make_shared<const Shape>(
                                           ShapeUtil::ChangeElementType(shape, types[i]))}));
    draft.operands[i] = add(std::move(convert));
  }
  return OkStatus();
}

Status HelpWithMixture(const Status& status, const InferContext& context) {
  const std::vector<PrimitiveType> types = UnifiedTypes(context);
  if (status.ok() || types.empty()) return status;
  std::vector<Shape> converted;
  for (size_t i = 0; i < types.size(); ++i) {
    converted.push_back(ShapeUtil::ChangeElementType(context.operand(i), types[i]));
  }
  std::vector<const Shape*> operands;
  for (const Shape& shape : converted) operands.push_back(&shape);
  InferContext averted = context;
  averted.operands = Span<const Shape* const>(operands.data(), operands.size());
  if (!InferShape(averted).ok()) return status;
  ErrorFields fields = status.fields();
  fields.help =
      "convert one of them, or read the program with allowMixedPrecision (allow_mixed_precision in "
      "C++), which inserts the converts that XLA's shape inference implies";
  return Status(std::move(fields));
}

Status HelpWithMixture(const Status& status, const HloInstruction& instruction) {
  std::vector<const Shape*> operands;
  for (const HloInstruction* operand : instruction.operands()) {
    operands.push_back(&operand->shape());
  }
  return HelpWithMixture(
      status,
      {.opcode = instruction.opcode(),
       .operands = Span<const Shape* const>(operands.data(), operands.size()),
       .attributes = instruction.raw_attributes(),
       .called_computations = instruction.called_computations(),
       .given_shape =
           GetOpDef(instruction.opcode()).traits.shape_given ? &instruction.shape() : nullptr});
}

}  // namespace hloom
