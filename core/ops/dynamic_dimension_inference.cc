#include "ops/dynamic_dimension_inference.h"

#include <map>
#include <tuple>
#include <unordered_set>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "hlo/rewriter.h"
#include "ops/control/structural.h"
#include "ops/infer_util.h"
#include "ops/rules.h"
#include "ops/verify/verifier.h"

namespace hloom {

namespace {

// A few calls of a computation with different arguments can multiply the versions of the
// computations that it calls, and so on: 2^30 of them in a text of 2 KB. Programs need a few.
constexpr int64_t kMoreInstructions = 1 << 16;
// The cost of every version of a computation after the first one, in addition to its instructions:
// it needs names, and its callers must refer to it.
constexpr int64_t kVersion = 64;
constexpr int64_t kTimesTheProgram = 8;

std::vector<Shape> ParametersOf(const HloComputation& computation) {
  std::vector<Shape> shapes;
  for (const HloInstruction* parameter : computation.parameters()) {
    shapes.push_back(parameter->shape());
  }
  return shapes;
}

std::vector<Shape> ResultsOf(Span<const HloComputation* const> computations) {
  std::vector<Shape> shapes;
  for (const HloComputation* c : computations) shapes.push_back(c->root()->shape());
  return shapes;
}

// The shapes of the parameters of callee `c` that fit its arguments.
std::vector<Shape> ParametersFor(const InferContext& context, const HloInstruction& instruction,
                                 size_t c, Span<const Shape> results) {
  std::vector<Shape> parameters = ParametersOf(*instruction.called_computation(c));
  const auto arguments = GetOpDef(instruction.opcode()).callee_arguments;
  if (arguments == nullptr) return parameters;
  const std::vector<Shape> handed = arguments(context, c, results);
  for (size_t i = 0; i < parameters.size(); ++i) {
    parameters[i] = DynamicInEither(parameters[i], handed[i]);
  }
  return parameters;
}

bool SameShapes(const std::vector<Shape>& a, const std::vector<Shape>& b) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (!ShapeUtil::EqualIgnoringLayout(a[i], b[i])) return false;
  }
  return true;
}

// Returns whether the instruction and all its callees already have the right shapes.
bool IsConsistent(const HloInstruction& instruction) {
  const std::vector<const Shape*> operands = OperandShapesOf(instruction);
  const auto callees = instruction.called_computations();
  const InferContext context = ContextOf(instruction, operands);
  const std::vector<Shape> results = ResultsOf(callees);
  for (size_t c = 0; c < callees.size(); ++c) {
    if (!SameShapes(ParametersFor(context, instruction, c, results), ParametersOf(*callees[c]))) {
      return false;
    }
  }
  const StatusOr<Shape> shape = InferShape(context);
  return shape.ok() && ShapeUtil::EqualIgnoringLayout(*shape, instruction.shape());
}

bool IsConsistent(const HloModule& module) {
  bool has_dynamic = false;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      has_dynamic = has_dynamic || instruction->shape().is_dynamic();
    }
  }
  if (!has_dynamic) return true;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (GetOpDef(instruction->opcode()).callee_arguments == nullptr) continue;
      if (!IsConsistent(*instruction)) return false;
    }
  }
  return true;
}

void AppendDynamicDimensions(const Shape& shape, std::vector<bool>& out) {
  for (const Shape* array : ShapeUtil::ArrayLeaves(shape)) {
    for (int64_t d = 0; d < array->rank(); ++d) out.push_back(array->is_dynamic_dimension(d));
  }
}

// "f32[<=10] for f32[10]"; inside a tuple, the first array that differs and its position; empty if
// none does. The shapes are Compatible.
std::string ChangeText(const Shape& from, const Shape& to) {
  std::string text;
  ShapeUtil::ForEachLeafShape(from, [&](const Shape& before, const ShapeIndex& index) {
    const Shape& after = ShapeUtil::GetSubshape(to, index);
    if (!text.empty() || ShapeUtil::EqualIgnoringLayout(before, after)) return;
    text = StrCat(after.ToString(), " for ", before.ToString(),
                  index.empty() ? std::string() : StrCat(" at ", Braced(index)));
  });
  return text;
}

// A computation as it is for parameters of these shapes.
struct Version {
  const HloComputation* source = nullptr;
  std::vector<Shape> parameters;
  bool is_as_declared = false;
  std::unique_ptr<HloComputation> computation;  // null until it is complete
  const HloComputation* made = nullptr;         // the same, wherever it is
};

// A version under construction, and the position of its next instruction.
struct InferenceFrame {
  explicit InferenceFrame(Version* v)
      : version(v), rewriter(*v->source), starts(v->source->instructions().size(), nullptr) {}

  const HloInstruction& next_instruction() const { return *version->source->instructions()[next]; }

  Version* version;
  ComputationRewriter rewriter;
  size_t next = 0;
  // For each instruction, by its index, the async-start of the asynchronous operation that it
  // begins or continues.
  std::vector<const HloInstruction*> starts;
  // The results of the callees of the next instruction, as far as they are known.
  std::vector<Shape> results;
};

class Inference {
 public:
  explicit Inference(const HloModule& module) : module_(module) {
    for (const auto& computation : module.computations()) {
      room_ += static_cast<int64_t>(computation->instructions().size());
    }
    room_ = kTimesTheProgram * room_ + kMoreInstructions;
  }

  StatusOr<std::unique_ptr<HloModule>> Run() {
    const HloComputation& entry = module_.entry_computation();
    Version* version = Find(entry, ParametersOf(entry), nullptr);
    frames_.push_back(std::make_unique<InferenceFrame>(version));
    while (!frames_.empty()) {
      InferenceFrame& frame = *frames_.back();
      if (frame.next == frame.version->source->instructions().size()) {
        frame.version->computation = frame.rewriter.Finish();
        frame.version->made = frame.version->computation.get();
        const bool further = !complete_once_.insert(frame.version->source).second;
        complete_.push_back(frame.version);
        frames_.pop_back();
        // The remaining frame is at the call, which the error can name.
        if (const Status room = Charge(further ? kVersion : 0); !room.ok()) return Explained(room);
        continue;
      }
      const Status status = Step(frame);
      if (!status.ok()) return Explained(status);
    }
    return Emit(*version->made);
  }

 private:
  // Every array that is dynamic in a parameter, by computation. A fused computation belongs to one
  // fusion, and so does each of its versions: `owner` is the one that the fusion is in.
  using Key = std::tuple<const HloComputation*, const Version*, std::vector<bool>>;

  Version* Find(const HloComputation& source, std::vector<Shape> parameters, const Version* owner) {
    std::vector<bool> dynamic;
    for (const Shape& shape : parameters) AppendDynamicDimensions(shape, dynamic);
    std::unique_ptr<Version>& version = versions_[Key(&source, owner, std::move(dynamic))];
    if (version != nullptr) return version.get();
    version = std::make_unique<Version>();
    version->source = &source;
    version->is_as_declared = SameShapes(parameters, ParametersOf(source));
    version->parameters = std::move(parameters);
    return version.get();
  }

  // Processes the next instruction, or first a version that it calls and that does not exist yet.
  Status Step(InferenceFrame& frame) {
    const HloInstruction& original = frame.next_instruction();
    std::vector<const Shape*> operands;
    bool changed = false;
    for (const HloInstruction* operand : original.operands()) {
      const HloInstruction* copy = frame.rewriter.At(*operand);
      operands.push_back(&copy->shape());
      changed = changed || copy->shape_ptr() != operand->shape_ptr();
    }
    InferContext context = ContextOf(original, operands);
    std::vector<const HloComputation*> callees;
    const HloInstruction* start = StartOf(frame);
    const bool goes_on = start != nullptr && start != &original;
    if (goes_on) {
      callees.push_back(frame.rewriter.At(*start)->called_computation(0));
    } else if (!FindCallees(frame, context, callees)) {
      return OkStatus();
    }
    context.called_computations = Span<const HloComputation* const>(callees.data(), callees.size());
    context.given_follows = true;

    ShapePtr shape = original.shape_ptr();
    if (original.opcode() == HloOpcode::kParameter) {
      const auto number = original.attributes<ParameterAttributes>().parameter_number;
      HLOOM_ASSIGN_OR_RETURN(
          shape, Become(original, frame.version->parameters[static_cast<size_t>(number)]));
    } else if (changed || goes_on || GetOpDef(original.opcode()).callee_arguments != nullptr) {
      HLOOM_ASSIGN_OR_RETURN(const Shape inferred, InferShape(context));
      HLOOM_ASSIGN_OR_RETURN(shape, Become(original, inferred));
    }
    HLOOM_RETURN_IF_ERROR(Charge(shape == original.shape_ptr() ? 1 : PartsOf(*shape)));
    if (goes_on && original.called_computations().empty()) callees.clear();
    frame.rewriter.Copy(original, std::move(shape), std::move(callees));
    frame.results.clear();
    ++frame.next;
    return OkStatus();
  }

  // The async-start of the next instruction; null if that is not asynchronous.
  static const HloInstruction* StartOf(InferenceFrame& frame) {
    const HloInstruction& original = frame.next_instruction();
    const HloInstruction*& start = frame.starts[frame.next];
    if (original.opcode() == HloOpcode::kAsyncStart) start = &original;
    if (original.opcode() == HloOpcode::kAsyncUpdate ||
        original.opcode() == HloOpcode::kAsyncDone) {
      start = frame.starts[static_cast<size_t>(original.operand(0)->index())];
    }
    return start;
  }

  // Returns whether all callees of the next instruction exist; otherwise pushes a frame. A loop's
  // state becomes dynamic where its body's result is: this repeats until nothing changes.
  bool FindCallees(InferenceFrame& frame, const InferContext& context,
                   std::vector<const HloComputation*>& callees) {
    const HloInstruction& original = frame.next_instruction();
    const auto sources = original.called_computations();
    if (frame.results.empty()) frame.results = ResultsOf(sources);
    const bool is_fusion = original.opcode() == HloOpcode::kFusion;
    bool changed = true;
    while (changed) {
      changed = false;
      callees.clear();
      for (size_t c = 0; c < sources.size(); ++c) {
        Version* version = Find(*sources[c], ParametersFor(context, original, c, frame.results),
                                is_fusion ? frame.version : nullptr);
        if (version->made == nullptr) {
          frames_.push_back(std::make_unique<InferenceFrame>(version));
          return false;
        }
        Shape result = DynamicInEither(frame.results[c], version->made->root()->shape());
        changed = changed || !ShapeUtil::EqualIgnoringLayout(result, frame.results[c]);
        frame.results[c] = std::move(result);
        callees.push_back(version->made);
      }
    }
    return true;
  }

  // The instruction's shape, dynamic where `inferred` is.
  static StatusOr<ShapePtr> Become(const HloInstruction& original, const Shape& inferred) {
    if (ShapeUtil::EqualIgnoringLayout(original.shape(), inferred)) return original.shape_ptr();
    if (!ShapeUtil::Compatible(original.shape(), inferred)) {
      return InvalidArgument(kVerifierC7)
          .Say(StrCat("the result is ", inferred.ToString(), ", but the instruction states ",
                      original.shape().ToString()))
          .Help("declare the parameters as dynamic as their arguments");
    }
    Shape shape = WithDynamicDimensionsOf(inferred, original.shape());
    HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(shape));
    return std::make_shared<const Shape>(std::move(shape));
  }

  static int64_t PartsOf(const Shape& shape) { return ShapeUtil::SubshapeCount(shape); }

  Status Charge(int64_t parts) {
    room_ -= parts;
    if (room_ >= 0) return OkStatus();
    return ResourceExhausted(kDynamicC3)
        .Say("the versions of computations that dynamic arguments ask for grow without bound")
        .Help("declare parameters as dynamic as their arguments: f32[<=10] where those are");
  }

  // The call that made the current computation dynamic, and the new shapes of the operands.
  Status Explained(const Status& status) const {
    constexpr size_t kMost = 4;
    ErrorFields fields = status.fields();
    const InferenceFrame& frame = *frames_.back();
    const HloInstruction& original = frame.next_instruction();
    size_t said = 0;
    for (size_t i = 0; i < original.operands().size() && said < kMost; ++i) {
      const HloInstruction& operand = *original.operand(i);
      const HloInstruction* copy = frame.rewriter.At(operand);
      if (copy->shape_ptr() == operand.shape_ptr()) continue;
      fields.details.push_back(StrCat("operand ", i, ", %", Shortened(operand.name()), ", becomes ",
                                      ChangeText(operand.shape(), copy->shape())));
      ++said;
    }
    for (size_t f = frames_.size(); f-- > 1 && frames_.size() - f <= kMost;) {
      ExplainCall(*frames_[f], *frames_[f - 1], fields.details);
    }
    const Status explained(std::move(fields));
    return explained.WithOp(HloOpcodeString(original.opcode()))
        .WithLocation(InstructionLocation(original.name(), frame.version->source->name()));
  }

  static void ExplainCall(const InferenceFrame& callee, const InferenceFrame& caller,
                          std::vector<Message>& details) {
    const HloComputation& source = *callee.version->source;
    for (size_t i = 0; i < source.parameters().size(); ++i) {
      const HloInstruction& parameter = *source.parameters()[i];
      const std::string change = ChangeText(parameter.shape(), callee.version->parameters[i]);
      if (change.empty()) continue;
      details.push_back(StrCat(
          InstructionLocation(caller.next_instruction().name(), caller.version->source->name()),
          " hands parameter ", i, ", %", Shortened(parameter.name()), ", of ",
          ComputationLocation(source.name()), " ", change));
      return;
    }
  }

  // Emits the versions that the entry needs; others were intermediate steps of loops.
  StatusOr<std::unique_ptr<HloModule>> Emit(const HloComputation& entry) {
    std::unordered_set<const HloComputation*> used = {&entry};
    for (size_t i = complete_.size(); i-- > 0;) {  // callers first
      if (used.count(complete_[i]->made) == 0) continue;
      for (const auto& instruction : complete_[i]->made->instructions()) {
        for (const HloComputation* callee : instruction->called_computations()) {
          used.insert(callee);
        }
      }
    }
    ModuleRewriter rewriter(module_);
    for (Version* version : complete_) {
      if (used.count(version->made) == 0) continue;
      rewriter.Add(std::move(version->computation), version->is_as_declared ? "static" : "dynamic");
    }
    const HloComputation& declared = module_.entry_computation();
    if (!module_.config().entry_computation_layout &&
        !ShapeUtil::EqualIgnoringLayout(declared.root()->shape(), entry.root()->shape())) {
      rewriter.mutable_config().entry_computation_layout = declared.ComputeProgramShape();
    }
    return rewriter.Finish(entry);
  }

  const HloModule& module_;
  std::map<Key, std::unique_ptr<Version>> versions_;
  std::vector<Version*> complete_;  // callees before callers
  std::vector<std::unique_ptr<InferenceFrame>> frames_;
  std::unordered_set<const HloComputation*> complete_once_;
  int64_t room_ = 0;
};

}  // namespace

StatusOr<std::unique_ptr<HloModule>> InferDynamicDimensions(const HloModule& module) {
  if (IsConsistent(module)) return std::unique_ptr<HloModule>();
  return Inference(module).Run();
}

Shape DeclaredResult(const HloModule& module) {
  const Shape& root = module.entry_computation().root()->shape();
  const std::optional<ProgramShape>& layout = module.config().entry_computation_layout;
  return layout ? WithDynamicDimensionsOf(layout->result, root) : root;
}

}  // namespace hloom
