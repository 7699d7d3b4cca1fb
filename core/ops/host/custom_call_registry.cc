#include "ops/host/custom_call_registry.h"

#include "base/str_cat.h"
#include "base/utf8.h"
#include "ops/host/custom_call.h"
#include "ops/linear_algebra/decompositions.h"
#include "ops/rules.h"

namespace hloom {

namespace {

// The pointer that XLA's plain form uses for a value: to its elements, or to pointers to those of
// its parts.
class RawValue {
 public:
  explicit RawValue(const Literal& value) {
    if (!value.shape().IsTuple()) {
      at_ = const_cast<std::byte*>(value.data<std::byte>());  // const is the function's promise
      return;
    }
    for (const Literal& element : value.elements()) parts_.emplace_back(element);
    for (RawValue& part : parts_) pointers_.push_back(part.at());
    at_ = pointers_.data();
  }
  void* at() const { return at_; }

 private:
  void* at_ = nullptr;
  std::vector<RawValue> parts_;
  std::vector<void*> pointers_;
};

StatusOr<Literal> EmptyValue(const Shape& shape) {
  if (shape.IsToken()) return Literal::MakeToken();
  if (!shape.IsTuple()) return Literal::Create(std::make_shared<const Shape>(shape));
  std::vector<Literal> elements;
  for (const Shape& element : shape.tuple_shapes()) {
    HLOOM_ASSIGN_OR_RETURN(Literal value, EmptyValue(element));
    elements.push_back(std::move(value));
  }
  return Literal::MakeTuple(std::move(elements));
}

}  // namespace

CustomCallInfo CustomCallOf(const HloInstruction& instruction) {
  const InstructionExtras* extras = instruction.extras();
  return {
      .target = instruction.attributes<CustomCallAttributes>().custom_call_target,
      .opaque = extras == nullptr ? std::string_view() : std::string_view(extras->backend_config),
      .shape = instruction.shape()};
}

Status UnknownCustomCall(std::string_view target, Span<const std::string_view> known) {
  return FailedPrecondition(kCustomCallC3)
      .Say(StrCat("no function \"", Shortened(target), "\" is registered"))
      .Help(MessageCat(
          known.empty() ? Advice("register_first", "register it before the run; none is registered")
                        : Advice("register_another", "register it before the run; there are"),
          known.empty() ? std::string() : StrCat(" ", StrJoin(known, ", ")),
          IsNamedAsLapack(target) ? StrCat("; of LAPACK, ", kLapackNames, " are built in") : ""));
}

void CustomCallRegistry::Register(std::string name, Function function) {
  functions_.insert_or_assign(std::move(name), std::move(function));
}

void CustomCallRegistry::RegisterRaw(std::string name, RawFunction function) {
  Register(std::move(name),
           [function](const CustomCallInfo& call, Operands operands) -> StatusOr<Literal> {
             HLOOM_ASSIGN_OR_RETURN(Literal result, EmptyValue(call.shape));
             std::vector<RawValue> values;
             for (const Literal* operand : operands) values.emplace_back(*operand);
             std::vector<void*> in;
             for (const RawValue& value : values) in.push_back(value.at());
             function(RawValue(result).at(), in.data());
             return result;
           });
}

StatusOr<std::optional<Literal>> CustomCallRegistry::Ask(const HostQuestion& question) {
  const HloInstruction& instruction = question.instruction;
  if (instruction.opcode() != HloOpcode::kCustomCall) return NobodyAnswers(instruction);
  const CustomCallInfo call = CustomCallOf(instruction);
  const auto found = functions_.find(call.target);
  if (found == functions_.end()) {
    std::vector<std::string_view> names;
    for (const auto& [name, function] : functions_) names.push_back(name);
    return UnknownCustomCall(call.target, names);
  }
  HLOOM_ASSIGN_OR_RETURN(Literal result, found->second(call, question.operands));
  return std::optional<Literal>(std::move(result));
}

}  // namespace hloom
