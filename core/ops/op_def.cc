#include "ops/op_def.h"

#include <unordered_set>

#include "base/article.h"
#include "base/math_util.h"
#include "base/str_cat.h"
#include "ops/infer_util.h"
#include "ops/operands.h"
#include "ops/rules.h"
#include "shape/rules.h"

namespace hloom {

namespace {

constexpr const OpDef* kOpDefs[] = {
#define HLOOM_OP(opcode, name) &opcode##Def,
#include "hlo/ops.def"
};

constexpr Rule kAppliedC1 = {"applied.c1",
                             "a computation that is applied to elements has no feed, no channel "
                             "and no token, nor has what it calls"};
constexpr Rule kSharedRules[] = {kArityC1, kTypeC1,    kTypeC2,    kAppliedC1,
                                 kPartsC1, kDynamicC1, kDynamicC2, kDynamicC3};

Status WrongArity(const OpDef& def, size_t given) {
  const std::string wanted =
      def.max_operands < 0 ? StrCat("at least ", Count(def.min_operands, "operand"))
      : def.min_operands == def.max_operands
          ? Count(def.min_operands, "operand")
          : StrCat(def.min_operands, " to ", Count(def.max_operands, "operand"));
  std::vector<std::string_view> names;
  if (def.min_operands == def.max_operands) {
    for (const OperandSpec& operand : def.operands) names.push_back(operand.name);
  }
  return InvalidArgument(kArityC1)
      .Say(StrCat("takes ", wanted, ", ", given, given == 1 ? " was given" : " were given"))
      .Help(StrCat("give ", wanted, names.empty() ? "" : ": ", StrJoin(names, ", ")));
}

Status WrongType(const OpDef& def, const Shape& shape, size_t operand) {
  return InvalidArgument(kTypeC1)
      .Say(StrCat("is not defined for ", shape.ToString()))
      .Detail(MessageCat("operand ", operand, " has the element type ",
                         PrimitiveTypeName(shape.element_type()), "; ", CallerName(def.name),
                         " takes ", TypeSetPhrase(def.types)))
      .Help(MessageCat("use ", TypeSetPhrase(def.types),
                       "; `ConvertElementType` converts values"_msg));
}

Status WithOperands(const Status& status, const OpDef& def, const InferContext& context) {
  ErrorFields fields = status.fields();
  if (fields.op.empty()) fields.op = def.name;
  if (fields.operands.empty()) fields.operands = OperandTexts(context.operands);
  return Status(std::move(fields));
}

// applied.c1. The order in which elements are computed, and the number of times, are not defined.
Status ExpectNoEffects(const HloComputation& applied) {
  std::vector<const HloComputation*> waiting = {&applied};
  std::unordered_set<const HloComputation*> seen = {&applied};
  while (!waiting.empty()) {
    const HloComputation& computation = *waiting.back();
    waiting.pop_back();
    for (const auto& instruction : computation.instructions()) {
      if (GetOpDef(instruction->opcode()).traits.side_effect || instruction->shape().IsToken()) {
        return InvalidArgument(kAppliedC1)
            .Say(StrCat("the computation ", applied.name(), " has ",
                        WithArticle(HloOpcodeString(instruction->opcode())), ", %",
                        instruction->name(),
                        computation.name() == applied.name() ? std::string()
                                                             : StrCat(", in ", computation.name())))
            .Help("read, write, send and receive outside of it, whole arrays at a time");
      }
      for (const HloComputation* callee : instruction->called_computations()) {
        if (seen.insert(callee).second) waiting.push_back(callee);
      }
    }
  }
  return OkStatus();
}

bool IsArity(const OpDef& def, size_t given) {
  return given >= static_cast<size_t>(def.min_operands) &&
         (def.max_operands < 0 || given <= static_cast<size_t>(def.max_operands));
}

StatusOr<Shape> Infer(const OpDef& def, const InferContext& context) {
  const size_t given = context.operands.size();
  if (!IsArity(def, given)) return WrongArity(def, given);
  if (def.types != TypeSet::kAny) HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  for (size_t i = 0; def.types != TypeSet::kAny && i < given; ++i) {
    if (!TypeSetContains(def.types, context.operand(i).element_type())) {
      return WrongType(def, context.operand(i), i);
    }
  }
  if (def.traits.applies) {
    for (const HloComputation* computation : context.called_computations) {
      HLOOM_RETURN_IF_ERROR(ExpectNoEffects(*computation));
    }
  }
  return def.infer_shape(context);
}

}  // namespace

std::vector<const Shape*> OperandShapesOf(const HloInstruction& instruction) {
  std::vector<const Shape*> shapes;
  for (const HloInstruction* operand : instruction.operands()) {
    shapes.push_back(&operand->shape());
  }
  return shapes;
}

InferContext ContextOf(const HloInstruction& instruction, const std::vector<const Shape*>& shapes) {
  const OpTraits& traits = GetOpDef(instruction.opcode()).traits;
  return {.opcode = instruction.opcode(),
          .operands = Span<const Shape* const>(shapes.data(), shapes.size()),
          .attributes = instruction.raw_attributes(),
          .called_computations = instruction.called_computations(),
          .given_shape =
              traits.shape_given || traits.shape_may_be_given ? &instruction.shape() : nullptr};
}

const OpDef& GetOpDef(HloOpcode opcode) { return *kOpDefs[static_cast<int>(opcode)]; }
Span<const OpDef* const> AllOpDefs() { return kOpDefs; }
Span<const Rule> SharedRules() { return kSharedRules; }

std::vector<std::string> OperandTexts(Span<const Shape* const> operands) {
  constexpr int64_t kMostParts = 1 << 16;
  std::vector<std::string> texts;
  int64_t parts = 0;
  for (const Shape* operand : operands) {
    parts = CheckedAdd(parts, operand->parts()).value_or(INT64_MAX);
  }
  if (parts > kMostParts) return texts;
  for (const Shape* operand : operands) texts.push_back(operand->ToString());
  return texts;
}

Status CheckArity(const InferContext& context) {
  const OpDef& def = GetOpDef(context.opcode);
  if (IsArity(def, context.operands.size())) return OkStatus();
  return WithOperands(WrongArity(def, context.operands.size()), def, context);
}

StatusOr<Shape> InferShape(const InferContext& context) {
  const OpDef& def = GetOpDef(context.opcode);
  StatusOr<Shape> shape = Infer(def, context);
  if (shape.ok()) {
    // The operands are valid, and most results have the shape of the first or second one.
    for (size_t i = 0; i < context.operands.size() && i < 2; ++i) {
      if (*context.operands[i] == *shape) return shape;
    }
    Status valid = ShapeUtil::ValidateShape(*shape);
    if (valid.ok()) return shape;
    return WithOperands(valid, def, context);
  }
  return WithOperands(shape.status(), def, context);
}

}  // namespace hloom
