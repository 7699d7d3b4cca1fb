#include "ops/verify/buffer_verifier.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "ops/control/structural.h"
#include "ops/host/custom_call.h"

namespace hloom {

namespace {

constexpr Rule kBufferC1 = {
    "buffer.c1",
    "buffers go through custom calls, while, tuples and their elements, asynchronous operations, "
    "and the parameters of computations other than the entry; through nothing else"};
constexpr Rule kBufferC2 = {
    "buffer.c2",
    "Pin takes one array and gives the buffer that holds it, Unpin takes one buffer and gives the "
    "array that it holds; both have one output_to_operand_aliasing"};
constexpr Rule kBufferC3 = {"buffer.c3", "CreateBuffer takes no operands and gives one buffer"};
constexpr Rule kBufferC4 = {
    "buffer.c4",
    "a custom call returns each buffer that it takes in one part of its result, and no "
    "other, as output_to_operand_aliasing states"};
constexpr Rule kBufferC5 = {
    "buffer.c5",
    "at most one instruction writes to a buffer: a custom call or a while that takes it, or "
    "the end of a loop's body that gives it"};
constexpr Rule kBufferC6 = {"buffer.c6", "a program that runs has no buffers"};
constexpr Rule kBufferVerifierRules[] = {kBufferC1, kBufferC2, kBufferC3,
                                         kBufferC4, kBufferC5, kBufferC6};

constexpr std::string_view kPin = "Pin";
constexpr std::string_view kUnpin = "Unpin";
constexpr std::string_view kCreateBuffer = "CreateBuffer";

// A part of a value: the instruction, and the index in its shape.
using Part = std::pair<const HloInstruction*, ShapeIndex>;

class BufferVerifier {
 public:
  explicit BufferVerifier(const HloModule& module) : module_(module) {
    for (const auto& computation : module.computations()) {
      for (const auto& instruction : computation->instructions()) {
        for (const HloComputation* callee : instruction->called_computations()) {
          if (instruction->opcode() == HloOpcode::kAsyncStart) asynchronous_.insert(callee);
          if (instruction->opcode() == HloOpcode::kWhile) looped_.insert(callee);
        }
      }
    }
  }

  Status Verify(const HloComputation& computation, VerifierCulprit* culprit) {
    users_.assign(computation.instructions().size(), {});
    for (const auto& instruction : computation.instructions()) {
      for (const HloInstruction* operand : instruction->operands()) {
        std::vector<const HloInstruction*>& users = users_[static_cast<size_t>(operand->index())];
        if (users.empty() || users.back() != instruction.get()) users.push_back(instruction.get());
      }
    }
    for (const auto& instruction : computation.instructions()) {
      const Status status = VerifyOne(computation, *instruction);
      if (status.ok()) continue;
      if (culprit != nullptr) *culprit = {&computation, instruction.get()};
      return status.WithOp(HloOpcodeString(instruction->opcode()))
          .WithLocation(InstructionLocation(instruction->name(), computation.name()));
    }
    return OkStatus();
  }

 private:
  struct Check {
    HloOpcode opcode;
    Status (BufferVerifier::*check)(const HloComputation& computation,
                                    const HloInstruction& instruction);
  };

  Status VerifyOne(const HloComputation& computation, const HloInstruction& instruction) {
    constexpr Check kChecks[] = {
        {HloOpcode::kCustomCall, &BufferVerifier::CheckCustomCall},
        {HloOpcode::kWhile, &BufferVerifier::CheckWriters},
        {HloOpcode::kParameter, &BufferVerifier::CheckParameter},
        {HloOpcode::kTuple, nullptr},
        {HloOpcode::kGetTupleElement, nullptr},
        {HloOpcode::kAsyncStart, nullptr},
        {HloOpcode::kAsyncUpdate, nullptr},
        {HloOpcode::kAsyncDone, nullptr},
    };
    // A computation that runs asynchronously is one operation: only its custom call is checked.
    const bool apart = asynchronous_.count(&computation) > 0;
    if (apart && instruction.opcode() != HloOpcode::kCustomCall) return OkStatus();
    for (const Check& check : kChecks) {
      if (check.opcode != instruction.opcode()) continue;
      return check.check == nullptr ? OkStatus() : (this->*check.check)(computation, instruction);
    }
    bool has = HasBuffer(instruction.shape());
    for (const HloInstruction* operand : instruction.operands())
      has = has || HasBuffer(operand->shape());
    if (!has) return OkStatus();
    return InvalidArgument(kBufferC1)
        .Say("it takes or gives a buffer")
        .Help(
            "take the array out of it first, with a custom call to Unpin; only custom calls, while "
            "and tuples know buffers");
  }

  Status CheckParameter(const HloComputation& computation, const HloInstruction& parameter) {
    if (&computation != &module_.entry_computation() || !HasBuffer(parameter.shape())) {
      return CheckWriters(computation, parameter);
    }
    return InvalidArgument(kBufferC1)
        .Say(StrCat("the program takes ", parameter.shape().ToString()))
        .Help("take an array, and make a buffer of it with a custom call to Pin");
  }

  // ---- custom calls ----

  Status CheckCustomCall(const HloComputation& computation, const HloInstruction& call) {
    const std::string& target = call.attributes<CustomCallAttributes>().custom_call_target;
    if (target == kPin || target == kUnpin) return CheckPin(computation, call, target == kPin);
    if (target == kCreateBuffer) return CheckCreate(computation, call);
    HLOOM_RETURN_IF_ERROR(CheckGivenBack(call));
    return CheckWriters(computation, call);
  }

  Status CheckPin(const HloComputation& computation, const HloInstruction& call, bool pins) {
    bool right = call.operands().size() == 1 &&
                 call.attributes<CustomCallAttributes>().output_to_operand_aliasing.size() == 1;
    if (right) {
      const Shape& array = pins ? call.operand(0)->shape() : call.shape();
      const Shape& buffer = pins ? call.shape() : call.operand(0)->shape();
      right = array.IsArray() && ShapeUtil::EqualIgnoringLayout(Shape::Buffer(array), buffer);
    }
    if (right) return CheckWriters(computation, call);
    return InvalidArgument(kBufferC2)
        .Say(StrCat(pins ? kPin : kUnpin, " with ",
                    Count(static_cast<int64_t>(call.operands().size()), "operand"), " gives ",
                    call.shape().ToString()))
        .Help(pins ? "b(f32[4]) custom-call(f32[4] x), custom_call_target=\"Pin\", "
                     "output_to_operand_aliasing={{}: (0, {})}"
                   : "f32[4] custom-call(b(f32[4]) x), custom_call_target=\"Unpin\", "
                     "output_to_operand_aliasing={{}: (0, {})}");
  }

  Status CheckCreate(const HloComputation& computation, const HloInstruction& call) {
    if (call.operands().empty() && call.shape().IsBuffer()) return CheckWriters(computation, call);
    return InvalidArgument(kBufferC3)
        .Say(StrCat("CreateBuffer with ",
                    Count(static_cast<int64_t>(call.operands().size()), "operand"), " gives ",
                    call.shape().ToString()))
        .Help(
            "b(f32[4]) custom-call(), custom_call_target=\"CreateBuffer\"; functions of your own "
            "have other names");
  }

  static Status CheckGivenBack(const HloInstruction& call) {
    std::map<std::pair<int64_t, ShapeIndex>, int> taken;
    std::map<ShapeIndex, int> given;
    for (const OutputOperandAlias& alias :
         call.attributes<CustomCallAttributes>().output_to_operand_aliasing) {
      ++taken[{alias.operand, alias.operand_index}];
      ++given[alias.output_index];
    }
    std::string wrong;
    for (size_t i = 0; i < call.operands().size(); ++i) {
      ForEachBuffer(call.operand(i)->shape(), [&](const ShapeIndex& index) {
        if (taken[{static_cast<int64_t>(i), index}] != 1)
          wrong = StrCat("the buffer at ", Braced(index), " of operand ", i);
      });
    }
    ForEachBuffer(call.shape(), [&](const ShapeIndex& index) {
      if (given[index] != 1) wrong = StrCat("the buffer at ", Braced(index), " of the result");
    });
    if (wrong.empty()) return OkStatus();
    return InvalidArgument(kBufferC4)
        .Say(StrCat(wrong, " is not in output_to_operand_aliasing exactly once"))
        .Help(
            "a custom call that writes to operand 0 and gives it back has "
            "output_to_operand_aliasing={{}: (0, {})}; what it only reads, give to it with Unpin");
  }

  template <typename F>
  static void ForEachBuffer(const Shape& shape, F f) {
    if (!HasBuffer(shape)) return;
    ShapeUtil::ForEachLeafShape(shape, [&](const Shape& leaf, const ShapeIndex& index) {
      if (leaf.IsBuffer()) f(index);
    });
  }

  // ---- writers ----

  // Checks buffer.c5 for the buffers in the instruction's result.
  Status CheckWriters(const HloComputation& computation, const HloInstruction& instruction) {
    std::vector<ShapeIndex> indices;
    ForEachBuffer(instruction.shape(), [&](const ShapeIndex& index) { indices.push_back(index); });
    for (const ShapeIndex& index : indices) {
      const std::vector<const HloInstruction*> writers =
          WritersOf(computation, {&instruction, index});
      if (writers.size() < 2) continue;
      return InvalidArgument(kBufferC5)
          .Say(StrCat("%", Shortened(writers[0]->name()), " and %", Shortened(writers[1]->name()),
                      " both take the buffer that it gives"))
          .Help(
              "give the second one the buffer that the first one returns, which replaces the one "
              "before");
    }
    return OkStatus();
  }

  // The instructions that write to a part, at most two. The search follows tuples and their
  // elements.
  std::vector<const HloInstruction*> WritersOf(const HloComputation& computation, Part first) {
    std::vector<const HloInstruction*> writers;
    std::vector<Part> waiting = {std::move(first)};
    std::set<Part> seen;
    while (!waiting.empty() && writers.size() < 2) {
      const auto [value, index] = std::move(waiting.back());
      waiting.pop_back();
      if (!seen.insert({value, index}).second) continue;
      for (const HloInstruction* user : users_[static_cast<size_t>(value->index())]) {
        if (user->opcode() == HloOpcode::kCustomCall || user->opcode() == HloOpcode::kWhile) {
          writers.push_back(user);
        } else if (user->opcode() == HloOpcode::kGetTupleElement && !index.empty() &&
                   user->attributes<GetTupleElementAttributes>().index == index[0]) {
          waiting.push_back({user, ShapeIndex(index.begin() + 1, index.end())});
        } else if (user->opcode() == HloOpcode::kTuple) {
          if (user == computation.root()) {
            if (looped_.count(&computation) > 0) writers.push_back(user);
            continue;
          }
          for (size_t i = 0; i < user->operands().size(); ++i) {
            if (user->operand(i) != value) continue;
            ShapeIndex inside = {static_cast<int64_t>(i)};
            inside.insert(inside.end(), index.begin(), index.end());
            waiting.push_back({user, std::move(inside)});
          }
        }
      }
    }
    return writers;
  }

  const HloModule& module_;
  std::unordered_set<const HloComputation*> asynchronous_;
  std::unordered_set<const HloComputation*> looped_;
  // The users of each instruction of the current computation, by its index.
  std::vector<std::vector<const HloInstruction*>> users_;
};

bool AnyBuffer(const HloModule& module) {
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (HasBuffer(instruction->shape())) return true;
      if (instruction->opcode() != HloOpcode::kCustomCall) continue;
      const std::string& target =
          instruction->attributes<CustomCallAttributes>().custom_call_target;
      if (IsPinOrUnpin(target) || target == kCreateBuffer) return true;
    }
  }
  return false;
}

}  // namespace

Span<const Rule> BufferRules() { return kBufferVerifierRules; }

// Recursion is bounded by ShapeUtil::kMaxTupleDepth.
bool HasBuffer(const Shape& shape) {
  const Span<const Shape> parts = shape.tuple_shapes();
  return shape.IsBuffer() || std::any_of(parts.begin(), parts.end(), HasBuffer);
}

bool IsPinOrUnpin(std::string_view custom_call_target) {
  return custom_call_target == kPin || custom_call_target == kUnpin;
}

Status VerifyBuffers(const HloModule& module, VerifierCulprit* culprit) {
  if (!AnyBuffer(module)) return OkStatus();
  BufferVerifier verifier(module);
  for (const auto& computation : module.computations()) {
    HLOOM_RETURN_IF_ERROR(verifier.Verify(*computation, culprit));
  }
  return OkStatus();
}

Status NoRunWithBuffers(const HloInstruction& instruction) {
  return Unimplemented(kBufferC6)
      .Op(HloOpcodeString(instruction.opcode()))
      .Say(StrCat("%", Shortened(instruction.name()), " gives ", instruction.shape().ToString(),
                  ": hloom runs no programs with buffers"))
      .Help(
          "run the program as it was before buffers were made of its values: f32[4] for b(f32[4]), "
          "without Pin and Unpin");
}

}  // namespace hloom
