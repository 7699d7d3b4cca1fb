#include "text/stablehlo/stablehlo_exporter.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "ops/control/structural.h"
#include "ops/control/while.h"
#include "ops/dynamic_dimension_inference.h"
#include "text/extras/sharding_text.h"
#include "text/hlo/hlo_text.h"
#include "text/mlir/mlir_tree.h"
#include "text/rules.h"
#include "text/stablehlo/export_form.h"
#include "text/stablehlo/export_text.h"
#include "text/stablehlo/import_scope.h"
#include "text/stablehlo/kept_attributes.h"

namespace hloom {

namespace {

constexpr Rule kStableHloX1 = {"stablehlo.x1", "each instruction has a form in StableHLO"};
constexpr Rule kStableHloX2 = {
    "stablehlo.x2", "each array has an element type of MLIR: StableHLO has no s1, u1 and opaque"};
constexpr Rule kStableHloX3 = {"stablehlo.x3", "no layout pads an array"};
constexpr Rule kStableHloExportRules[] = {kStableHloX1, kStableHloX2, kStableHloX3};

}  // namespace

Span<const Rule> StableHloExportRules() { return kStableHloExportRules; }

namespace stablehlo_text {

namespace {

// ---- instructions without a form ----

// The computations that a module reaches, and the instructions among them that have no form.
class Reach {
 public:
  explicit Reach(const HloModule& module) { Add(module.entry_computation()); }

  Status Check() {
    // The list grows in the loop.
    for (size_t i = 0; i < computations_.size(); ++i) {
      for (const auto& instruction : computations_[i]->instructions()) {
        CheckInstruction(*instruction);
        for (const HloComputation* callee : instruction->called_computations()) {
          ++Add(*callee);
        }
      }
    }
    return refused_ == 0 ? OkStatus() : Error();
  }

  // The computation may be written in the place of each call of it: it is called once, or is short
  // and calls none itself, so that the length of the text is linear in the module's.
  bool MayRepeat(const HloComputation& computation) const {
    constexpr size_t kShort = 32;
    if (calls_.at(&computation) <= 1) return true;
    if (computation.instructions().size() > kShort) return false;
    return std::all_of(
        computation.instructions().begin(), computation.instructions().end(),
        [](const auto& instruction) { return instruction->called_computations().empty(); });
  }

 private:
  static constexpr int kMostNamed = 20;

  int64_t& Add(const HloComputation& computation) {
    const auto [at, is_new] = calls_.try_emplace(&computation, 0);
    if (is_new) computations_.push_back(&computation);
    return at->second;
  }

  void CheckInstruction(const HloInstruction& instruction) {
    const StableHloForm& form = GetStableHloForm(instruction.opcode());
    if (form.refuse != nullptr) {
      const std::string reason = form.refuse(instruction);
      if (!reason.empty()) return Refuse(kStableHloX1, instruction, reason);
    }
    for (const Shape* leaf : LeafShapes(instruction.shape())) {
      if (leaf->IsToken()) continue;
      if (!leaf->IsArray() || mlir::MlirElementType(leaf->element_type()).empty()) {
        return Refuse(kStableHloX2, instruction,
                      StrCat(leaf->ToString(), " has no type in StableHLO"));
      }
      if (leaf->layout().has_padding()) {
        return Refuse(
            kStableHloX3, instruction,
            StrCat("the layout of ", leaf->ToString(/*print_layout=*/true), " pads the array"));
      }
    }
  }

  void Refuse(const Rule& rule, const HloInstruction& instruction, const std::string& reason) {
    if (refused_++ == 0) rule_ = &rule;
    if (refused_ > kMostNamed) return;
    details_.push_back(StrCat(HloOpcodeString(instruction.opcode()), " %",
                              instruction.name().substr(0, 64), ": ", reason, " [", rule.id, "]"));
  }

  Status Error() const {
    ErrorFields fields;
    fields.code = StatusCode::kUnimplemented;
    fields.rule = std::string(rule_->id);
    fields.headline = StrCat(Count(refused_, "instruction"), " cannot be written as StableHLO");
    for (const std::string& detail : details_) fields.details.push_back(detail);
    if (refused_ > kMostNamed)
      fields.details.push_back(StrCat("and ", refused_ - kMostNamed, " more"));
    fields.help = "write the program as HLO text or bytes, which have all of it";
    return Status(std::move(fields));
  }

  std::vector<const HloComputation*> computations_;
  std::unordered_map<const HloComputation*, int64_t> calls_;
  int64_t refused_ = 0;
  const Rule* rule_ = nullptr;
  std::vector<std::string> details_;
};

// ---- signatures ----

// The sharding of one leaf of a value.
const HloSharding& LeafSharding(const HloSharding& sharding, size_t leaf) {
  const bool several = sharding.type == HloSharding::Type::kTuple;
  return several && leaf < sharding.tuple_elements.size() ? sharding.tuple_elements[leaf]
                                                          : sharding;
}

std::string ShardingText(const HloInstruction& instruction, size_t leaf) {
  const InstructionExtras* extras = instruction.extras();
  if (extras == nullptr || !extras->sharding) return "";
  const HloSharding& sharding = LeafSharding(*extras->sharding, leaf);
  if (sharding.type == HloSharding::Type::kUnknown) return "";
  std::string text;
  hlo_text::AppendSharding(text, sharding);
  return Quoted(text);
}

// The aliases and donors of the entry computation's arguments, by their numbers.
struct ArgumentBuffers {
  std::unordered_map<size_t, size_t> aliased_outputs;
  std::unordered_set<size_t> donated;
};

}  // namespace

// ---- the walk ----

// Writes the entry computation, and then the computations that became functions. A computation that
// becomes a region, or is inlined, is a frame above that of its caller.
class Exporter {
 public:
  Exporter(const HloModule& module, const StableHloExportOptions& options)
      : module_(module),
        declared_result_(DeclaredResult(module)),
        declared_results_(LeafShapes(declared_result_)),
        results_(LeafShapes(module.entry_computation().root()->shape())),
        reach_(module),
        writer_(module, options.locations),
        frontend_(module.config().frontend_attributes) {}

  StatusOr<std::string> Run() {
    HLOOM_RETURN_IF_ERROR(reach_.Check());
    writer_.names_.insert("main");
    WriteMeshes();
    ReadResultAttributes();
    HLOOM_RETURN_IF_ERROR(WriteFunction(module_.entry_computation(), /*is_main=*/true));
    // The list grows in the loop.
    for (size_t i = 0; i < writer_.functions_.size(); ++i) {
      HLOOM_RETURN_IF_ERROR(WriteFunction(*writer_.functions_[i], /*is_main=*/false));
    }
    std::string out = ModuleHeader();
    if (!program().Render(/*indent=*/1, kMaxHloTextSize, out)) return TooLong();
    return out + "}\n";
  }

 private:
  enum class FrameKind : uint8_t { kFunction, kRegion, kInlined };
  struct Frame {
    const HloComputation* computation;
    FrameKind kind;
    BlockId block;
    size_t depth;                   // in regions
    std::vector<Leaves> arguments;  // by the numbers of parameters
    std::vector<Leaves> values;     // by the indices of instructions
    std::vector<bool> is_used;      // likewise
    // The shapes of the results if they may be more dynamic than the root.
    std::vector<const Shape*> results;
    size_t next = 0;
    // The parts of the instruction `next`:
    std::vector<BlockId> regions;
    bool is_inlined = false;
  };

  ProgramText& program() { return writer_.program_; }

  Status TooLong() const {
    return ResourceExhausted(kTextW1)
        .Say(StrCat("the text of ", module_.name().substr(0, 64), " would have more than ",
                    kMaxHloTextSize, " characters"))
        .Help("write the program as bytes, which are shorter");
  }

  std::string ModuleHeader() const {
    std::string text = "module ";
    if (!module_.name().empty()) StrAppend(text, Symbol(module_.name()), " ");
    text += "attributes {";
    if (!frontend_.empty()) {
      StrAppend(text, "mhlo.frontend_attributes = ", StringDictionary(frontend_), ", ");
    }
    StrAppend(text, "mhlo.num_partitions = ", module_.config().num_partitions,
              " : i32, mhlo.num_replicas = ", module_.config().replica_count, " : i32} {\n");
    return text;
  }

  // ---- what HLO keeps as frontend attributes ----

  // sdy.mesh @mesh = <["x"=2]>
  void WriteMeshes() {
    const auto kept = frontend_.find(stablehlo::kSdyMeshes);
    if (kept == frontend_.end()) return;
    mlir::Module tree;
    const mlir::Attribute* const meshes = AttributeOfText(kept->second, tree);
    if (meshes == nullptr || meshes->kind != mlir::Attribute::Kind::kDictionary) return;
    for (const mlir::NamedAttribute& mesh : meshes->fields) {
      if (mesh.value->dialect_name != "sdy.mesh") return;
    }
    for (const mlir::NamedAttribute& mesh : meshes->fields) {
      const std::string name(mesh.name);
      program().AddOperation(ProgramText::kTop,
                             StrCat("sdy.mesh ", Symbol(name), " = <", mesh.value->text, ">"), {},
                             {});
      writer_.names_.insert(name);
      writer_.has_meshes_ = true;
    }
    if (writer_.has_meshes_) frontend_.erase(kept);
  }

  void ReadResultAttributes() {
    const auto kept = frontend_.find(stablehlo::kResultAttributes);
    if (kept == frontend_.end()) return;
    mlir::Module tree;
    const mlir::Attribute* const list = AttributeOfText(kept->second, tree);
    if (list == nullptr || list->elements.size() != results_.size()) return;
    for (const mlir::Attribute* attributes : list->elements) {
      if (attributes->kind != mlir::Attribute::Kind::kDictionary) return;
    }
    for (const mlir::Attribute* attributes : list->elements) {
      AddFields(*attributes, result_attributes_.emplace_back());
    }
    frontend_.erase(kept);
  }

  static void AddFields(const mlir::Attribute& dictionary, NamedTexts& attributes) {
    for (const mlir::NamedAttribute& field : dictionary.fields) {
      const bool is_unit = field.value->kind == mlir::Attribute::Kind::kUnit;
      attributes.push_back(
          {std::string(field.name), is_unit ? "" : stablehlo::AttributeText(*field.value)});
    }
  }

  // The frontend attributes of a parameter, and those of the argument that it was read from.
  void AddKept(const HloInstruction& parameter, NamedTexts& attributes) const {
    if (parameter.extras() == nullptr) return;
    FrontendAttributes frontend = parameter.extras()->frontend_attributes;
    const auto kept = frontend.find(stablehlo::kArgumentAttributes);
    mlir::Module tree;
    if (kept != frontend.end()) {
      const mlir::Attribute* const others = AttributeOfText(kept->second, tree);
      if (others != nullptr && others->kind == mlir::Attribute::Kind::kDictionary) {
        AddFields(*others, attributes);
        frontend.erase(kept);
      }
    }
    writer_.AppendFrontend(std::move(frontend), attributes);
  }

  // Of attributes that an argument or a result has twice, it keeps the last.
  static void AppendAttributes(const NamedTexts& attributes, std::string& text) {
    std::map<std::string, std::string> unique;
    for (const auto& [name, value] : attributes) unique[name] = value;
    if (!unique.empty()) {
      StrAppend(text, " ", Dictionary(NamedTexts(unique.begin(), unique.end())));
    }
  }

  // ---- functions ----

  Status WriteFunction(const HloComputation& computation, bool is_main) {
    const BlockId body = program().AddBlock(BlockKind::kFunction);
    PushFrame(computation, FrameKind::kFunction, body);
    HLOOM_RETURN_IF_ERROR(Walk());

    std::string text = StrCat("func.func ", is_main ? "public @main" : "private ",
                              is_main ? "" : writer_.symbols_.at(&computation), "(");
    AppendArguments(computation, body, is_main, text);
    text += ')';
    AppendResults(computation, is_main, text);
    text += ' ';
    ProgramText::AppendRegion(text, body);
    program().AddOperation(ProgramText::kTop, text, {}, {body});
    return program().size() > kMaxHloTextSize ? TooLong() : OkStatus();
  }

  // The position of a part of a value among its leaves; nullopt if the part is a tuple.
  std::optional<size_t> LeafIndex(const Shape& whole, const ShapeIndex& index) {
    const Shape* shape = &whole;
    size_t leaf = 0;
    for (const int64_t i : index) {
      if (i < 0 || static_cast<size_t>(i) >= shape->tuple_shapes().size()) return std::nullopt;
      leaf += writer_.LeafOffset(*shape, i);
      shape = &shape->tuple_shapes(i);
    }
    return shape->IsTuple() ? std::nullopt : std::optional<size_t>(leaf);
  }

  ArgumentBuffers BuffersOf(const HloComputation& entry) {
    std::vector<size_t> first_arguments;  // by parameters
    size_t next = 0;
    for (const HloInstruction* parameter : entry.parameters()) {
      first_arguments.push_back(next);
      next += LeafCount(parameter->shape());
    }
    const auto argument = [&](int64_t number, const ShapeIndex& index) -> std::optional<size_t> {
      const auto parameter = static_cast<size_t>(number);
      if (number < 0 || parameter >= first_arguments.size()) return std::nullopt;
      const auto leaf = LeafIndex(entry.parameters()[parameter]->shape(), index);
      return leaf ? std::optional<size_t>(first_arguments[parameter] + *leaf) : std::nullopt;
    };
    ArgumentBuffers buffers;
    for (const InputOutputAlias& alias : module_.config().input_output_alias) {
      const auto input = argument(alias.parameter_number, alias.parameter_index);
      const auto output = LeafIndex(entry.root()->shape(), alias.output_index);
      if (input && output) buffers.aliased_outputs[*input] = *output;
    }
    for (const BufferDonor& donor : module_.config().buffer_donor) {
      const auto input = argument(donor.parameter_number, donor.parameter_index);
      if (input) buffers.donated.insert(*input);
    }
    return buffers;
  }

  // %arg0: tensor<f32> {jax.buffer_donor = true, tf.aliasing_output = 0 : i32}, ...
  void AppendArguments(const HloComputation& computation, BlockId body, bool is_main,
                       std::string& text) {
    ArgumentBuffers buffers;
    if (is_main) buffers = BuffersOf(computation);
    size_t next = 0;
    for (const HloInstruction* parameter : computation.parameters()) {
      const size_t count = LeafCount(parameter->shape());
      for (size_t leaf = 0; leaf < count; ++leaf, ++next) {
        if (next > 0) text += ", ";
        const ValueId argument = program().arguments(body)[next];
        ProgramText::AppendValue(text, argument);
        text += ": ";
        AppendType(text, program().TypeOf(argument));
        if (!is_main) continue;
        NamedTexts attributes;
        AddKept(*parameter, attributes);
        if (buffers.donated.count(next) != 0) attributes.push_back({"jax.buffer_donor", "true"});
        const std::string sharding = ShardingText(*parameter, leaf);
        if (!sharding.empty()) attributes.push_back({"mhlo.sharding", sharding});
        const auto output = buffers.aliased_outputs.find(next);
        if (output != buffers.aliased_outputs.end()) {
          attributes.push_back({"tf.aliasing_output", StrCat(output->second, " : i32")});
        }
        AppendAttributes(attributes, text);
        if (count == 1) writer_.AppendLocation(*parameter, text);
      }
    }
  }

  // True if a result of the program is declared with fewer dynamic dimensions than it has.
  bool DeclaredLessDynamic(size_t leaf) const {
    const Shape& result = *results_[leaf];
    const Shape& declared = *declared_results_[leaf];
    if (!result.IsArray()) return false;
    for (int64_t d = 0; d < result.rank(); ++d) {
      if (result.is_dynamic_dimension(d) && !declared.is_dynamic_dimension(d)) return true;
    }
    return false;
  }

  void AppendResults(const HloComputation& computation, bool is_main, std::string& text) const {
    const HloInstruction& root = *computation.root();
    std::vector<const Shape*> shapes = LeafShapes(root.shape());
    for (size_t leaf = 0; is_main && leaf < shapes.size(); ++leaf) {
      if (DeclaredLessDynamic(leaf)) shapes[leaf] = declared_results_[leaf];
    }
    if (shapes.empty()) return;
    std::string results;
    bool in_parentheses = shapes.size() != 1;
    for (size_t leaf = 0; leaf < shapes.size(); ++leaf) {
      if (leaf > 0) results += ", ";
      AppendType(results, *shapes[leaf]);
      if (!is_main) continue;
      NamedTexts attributes;
      if (leaf < result_attributes_.size()) attributes = result_attributes_[leaf];
      const std::string sharding = ShardingText(root, leaf);
      if (!sharding.empty()) attributes.push_back({"mhlo.sharding", sharding});
      in_parentheses |= !attributes.empty();
      AppendAttributes(attributes, results);
    }
    StrAppend(text, " -> ", in_parentheses ? "(" : "", results, in_parentheses ? ")" : "");
  }

  // ---- frames ----

  // Adds arguments to the block for the parameters.
  void PushFrame(const HloComputation& computation, FrameKind kind, BlockId block) {
    std::vector<Leaves> arguments;
    for (const HloInstruction* parameter : computation.parameters()) {
      Leaves& leaves = arguments.emplace_back();
      for (const Shape* shape : LeafShapes(parameter->shape())) {
        leaves.push_back(program().AddArgument(block, shape));
      }
    }
    PushFrame(computation, kind, block, std::move(arguments));
  }
  void PushFrame(const HloComputation& computation, FrameKind kind, BlockId block,
                 std::vector<Leaves> arguments) {
    frames_.push_back({.computation = &computation,
                       .kind = kind,
                       .block = block,
                       .depth = DepthOf(kind),
                       .arguments = std::move(arguments),
                       .values = std::vector<Leaves>(computation.instructions().size()),
                       .is_used = UsedIn(computation),
                       .results = {},
                       .regions = {}});
  }

  // True for the operations that make the sizes of a shape. Sizes are operands in StableHLO, such as
  // the shape of stablehlo.rng, and parts of the operations in HLO, where nothing uses the operands.
  static bool MayBeSizes(const HloInstruction& instruction) {
    const HloOpcode opcode = instruction.opcode();
    if (opcode == HloOpcode::kBroadcast) {
      return instruction.operand(0)->opcode() == HloOpcode::kConstant;
    }
    return opcode == HloOpcode::kConstant || opcode == HloOpcode::kReshape ||
           opcode == HloOpcode::kConcatenate;
  }

  static std::vector<bool> UsedIn(const HloComputation& computation) {
    std::vector<bool> is_used(computation.instructions().size(), false);
    is_used[static_cast<size_t>(computation.root()->index())] = true;
    for (size_t i = computation.instructions().size(); i-- > 0;) {
      const auto& instruction = computation.instructions()[i];
      if (!is_used[i] && MayBeSizes(*instruction)) continue;
      for (const HloInstruction* operand : instruction->operands()) {
        is_used[static_cast<size_t>(operand->index())] = true;
      }
    }
    return is_used;
  }

  size_t DepthOf(FrameKind kind) const {
    return frames_.empty() ? 0 : frames_.back().depth + (kind == FrameKind::kRegion ? 1 : 0);
  }

  Status Walk() {
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next == frame.computation->instructions().size()) {
        FinishFrame();
      } else {
        Step(frame, *frame.computation->instructions()[frame.next]);
      }
      if (!writer_.status_.ok()) return writer_.status_;
      if (program().size() > kMaxHloTextSize) return TooLong();
    }
    return OkStatus();
  }

  void Enter(const Frame& frame, const HloInstruction& instruction) {
    writer_.instruction_ = &instruction;
    writer_.block_ = frame.block;
    writer_.values_ = &frame.values;
  }

  // Writes the instruction, or starts on a computation that it needs first. `frame` is not valid
  // any more if that pushed another.
  void Step(Frame& frame, const HloInstruction& instruction) {
    if (!frame.is_used[static_cast<size_t>(instruction.index())] && MayBeSizes(instruction)) {
      return Complete(frame, instruction, {});
    }
    Enter(frame, instruction);
    const StableHloForm& form = GetStableHloForm(instruction.opcode());
    if (form.emit == nullptr) {
      const int64_t number = instruction.attributes<ParameterAttributes>().parameter_number;
      return Complete(frame, instruction, frame.arguments[static_cast<size_t>(number)]);
    }
    if (form.calls == CallForm::kInlined && !frame.is_inlined) {
      frame.is_inlined = true;
      return Inline(instruction);
    }
    const bool has_regions = form.calls != CallForm::kNone && form.calls != CallForm::kInlined &&
                             (form.is_compact == nullptr || !form.is_compact(instruction));
    if (has_regions && frame.regions.size() < instruction.called_computations().size()) {
      return AddRegion(frame, instruction, form.calls);
    }
    writer_.regions_ = std::move(frame.regions);
    form.emit(writer_, form);
    Complete(frame, instruction, std::move(writer_.given_));
  }

  void Complete(Frame& frame, const HloInstruction& instruction, Leaves leaves) {
    frame.values[static_cast<size_t>(instruction.index())] = std::move(leaves);
    frame.regions.clear();
    frame.is_inlined = false;
    ++frame.next;
  }

  void Inline(const HloInstruction& instruction) {
    const HloComputation& callee = *instruction.called_computation(0);
    if (!reach_.MayRepeat(callee)) {
      const std::vector<const Shape*> results = LeafShapes(callee.root()->shape());
      const ValueId first =
          writer_.Call(callee, writer_.AllOperands(), results, /*has_extras=*/true);
      writer_.inlined_.clear();
      for (size_t i = 0; i < results.size(); ++i) {
        writer_.inlined_.push_back(first + static_cast<ValueId>(i));
      }
      return;
    }
    std::vector<Leaves> arguments;
    for (size_t i = 0; i < instruction.operands().size(); ++i) {
      const std::vector<const Shape*> wanted = LeafShapes(callee.parameters()[i]->shape());
      arguments.push_back(writer_.FitAll(writer_.unresolved(i), wanted));
    }
    PushFrame(callee, FrameKind::kInlined, writer_.block_, std::move(arguments));
  }

  // True if no instruction has regions. A call of a function has none.
  static bool IsFlat(const HloComputation& computation) {
    return std::all_of(computation.instructions().begin(), computation.instructions().end(),
                       [](const auto& instruction) {
                         return instruction->opcode() == HloOpcode::kCall ||
                                instruction->called_computations().empty();
                       });
  }

  // Starts on the next region of the instruction.
  void AddRegion(Frame& frame, const HloInstruction& instruction, CallForm calls) {
    const size_t number = frame.regions.size();
    const bool loop = calls == CallForm::kLoop;
    const HloComputation& callee = *instruction.called_computation(
        loop ? (number == 0 ? kWhileCondition : kWhileBody) : number);
    const BlockId block = program().AddBlock(loop                       ? BlockKind::kLoop
                                             : calls == CallForm::kBare ? BlockKind::kBare
                                                                        : BlockKind::kRegion);
    frame.regions.push_back(block);
    std::vector<Leaves> arguments;
    if (calls == CallForm::kCaptured) {
      const std::vector<const Shape*> wanted = LeafShapes(callee.parameters()[0]->shape());
      arguments.push_back(writer_.FitAll(writer_.unresolved(number + 1), wanted));
    } else {
      for (const HloInstruction* parameter : callee.parameters()) {
        Leaves& leaves = arguments.emplace_back();
        // The state of a loop may be more dynamic than the parameters of its computations.
        const Shape& shape = loop ? instruction.shape() : parameter->shape();
        for (const Shape* leaf : LeafShapes(shape)) {
          leaves.push_back(program().AddArgument(block, leaf));
        }
      }
    }
    // The result of one branch, or of a loop's body, may be less dynamic than that of the whole.
    std::vector<const Shape*> wanted = LeafShapes(callee.root()->shape());
    if (calls == CallForm::kCaptured || (loop && number == 1)) {
      wanted = LeafShapes(instruction.shape());
    }
    // Deeper regions become functions, unless they have no regions: the indentation would make the
    // text quadratic.
    constexpr size_t kDeepest = 64;
    if (reach_.MayRepeat(callee) && (frame.depth < kDeepest || IsFlat(callee))) {
      PushFrame(callee, FrameKind::kRegion, block, std::move(arguments));
      frames_.back().results = std::move(wanted);
      return;
    }
    // The region calls the computation as a function.
    const BlockId outer = writer_.block_;
    writer_.block_ = block;
    Leaves operands;
    for (const Leaves& leaves : arguments) {
      operands.insert(operands.end(), leaves.begin(), leaves.end());
    }
    const std::vector<const Shape*> results = LeafShapes(callee.root()->shape());
    const ValueId first = writer_.Call(callee, std::move(operands), results, /*has_extras=*/false);
    Leaves returned;
    for (size_t i = 0; i < results.size(); ++i) returned.push_back(first + static_cast<ValueId>(i));
    WriteReturn("stablehlo.return", writer_.FitAll(returned, wanted));
    writer_.block_ = outer;
  }

  void WriteReturn(std::string_view name, const Leaves& values) {
    writer_.Pretty({.name = name, .operands = values, .has_extras = false},
                   values.empty() ? Types::kNone : Types::kOperands);
  }

  void FinishFrame() {
    const Frame& frame = frames_.back();
    const HloInstruction& root = *frame.computation->root();
    const Leaves& leaves = frame.values[static_cast<size_t>(root.index())];
    if (frame.kind == FrameKind::kInlined) {
      writer_.inlined_ = leaves;
    } else {
      Enter(frame, root);
      const std::vector<const Shape*> wanted =
          frame.results.empty() ? LeafShapes(root.shape()) : frame.results;
      Leaves values = writer_.FitAll(leaves, wanted);
      if (frame.computation == &module_.entry_computation()) {
        for (size_t i = 0; i < values.size(); ++i) {
          if (DeclaredLessDynamic(i)) {
            values[i] = writer_.PadTo(*declared_results_[i], values[i]);
          }
        }
      }
      WriteReturn(frame.kind == FrameKind::kFunction ? "return" : "stablehlo.return", values);
    }
    frames_.pop_back();
  }

  const HloModule& module_;
  // Of the entry computation.
  const Shape declared_result_;
  const std::vector<const Shape*> declared_results_;
  const std::vector<const Shape*> results_;
  Reach reach_;
  FormWriter writer_;
  FrontendAttributes frontend_;                // of the module
  std::vector<NamedTexts> result_attributes_;  // by leaves; empty if none are kept
  std::vector<Frame> frames_;
};

}  // namespace stablehlo_text

StatusOr<std::string> HloModuleToStableHlo(const HloModule& module,
                                           const StableHloExportOptions& options) {
  // HLO may pass a dynamic array to a computation whose parameter is static; functions and regions
  // of StableHLO have the types of their arguments.
  HLOOM_ASSIGN_OR_RETURN(const std::unique_ptr<HloModule> inferred, InferDynamicDimensions(module));
  return stablehlo_text::Exporter(inferred == nullptr ? module : *inferred, options).Run();
}

}  // namespace hloom
