#include "builder/xla_builder.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "builder/rules.h"
#include "hlo/name.h"
#include "ops/control/structural.h"
#include "ops/data_movement/broadcast.h"
#include "ops/data_movement/reshape.h"
#include "ops/verify/config_verifier.h"
#include "ops/verify/sharding_verifier.h"

namespace hloom {

namespace {
constexpr Rule kBuilderC1 = {
    "builder.c1", "an operand is a value of the same builder, made since its last Build()"};
constexpr Rule kBuilderC2 = {"builder.c2", "a computation has at least one operation"};
constexpr Rule kBuilderC4 = {"builder.c4", "a called computation was built"};
constexpr Rule kParameterC1 = {"parameter.c1",
                               "parameter numbers are not negative, and each is given once"};
constexpr Rule kParameterC2 = {"parameter.c2", "the parameter numbers of a computation are 0..n-1"};
constexpr Rule kXlaBuilderRules[] = {kBuilderC1, kBuilderC2,   kBuilderC3,   kBuilderC4,
                                     kBuilderC5, kParameterC1, kParameterC2, kRegionC1};

std::unique_ptr<InstructionExtras> CopyOfExtras(const HloInstruction& instruction) {
  return instruction.extras() == nullptr
             ? std::make_unique<InstructionExtras>()
             : std::make_unique<InstructionExtras>(*instruction.extras());
}

// The sharding of an instruction, which a tuple has for each of its arrays, as XLA prints it. A
// tuple with very many arrays has one for all.
//   {replicated} for (f32[2], s32[]): {{replicated}, {replicated}}
StatusOr<HloSharding> ShardingFor(const HloSharding& sharding, const Shape& shape) {
  constexpr int64_t kMostParts = 4096;
  HloSharding fitting = sharding;
  if (shape.IsTuple() && shape.parts() <= kMostParts &&
      sharding.type != HloSharding::Type::kTuple) {
    fitting = {.type = HloSharding::Type::kTuple};
    ShapeUtil::ForEachLeafShape(shape, [&](const Shape&, const ShapeIndex&) {
      fitting.tuple_elements.push_back(sharding);
    });
  }
  const Status verified = VerifySharding(fitting, shape, /*num_partitions=*/1);
  if (verified.ok()) return fitting;
  return verified;
}

}  // namespace

Span<const Rule> BuilderRules() { return kXlaBuilderRules; }

XlaBuilder::XlaBuilder(std::string_view computation_name)
    : name_(SanitizeHloName(computation_name)) {
  Reset();
}
XlaBuilder::~XlaBuilder() {
  for (XlaBuilder* region : regions_) region->parent_ = nullptr;
  if (parent_ != nullptr) {
    std::vector<XlaBuilder*>& siblings = parent_->regions_;
    siblings.erase(std::find(siblings.begin(), siblings.end(), this));
  }
}

void XlaBuilder::Reset() {
  computation_ = std::make_unique<HloComputation>(name_);
  instructions_.clear();
  maker_ = InstructionMaker();
  first_id_ = next_id_;
  parameters_.clear();
  callees_.clear();
  aliases_.clear();
  donors_.clear();
  used_.clear();
  captures_.clear();
}

std::unique_ptr<XlaBuilder> XlaBuilder::CreateSubBuilder(std::string_view computation_name) const {
  return std::make_unique<XlaBuilder>(computation_name);
}

std::string XlaBuilder::LocationOf(std::string_view instruction_name) const {
  return StrCat("%", Shortened(instruction_name), " in computation \"", Shortened(name_), "\"");
}

std::string XlaBuilder::NextLocation(HloOpcode opcode) const {
  return LocationOf(StrCat(GetOpDef(opcode).name, ".", next_id_));
}

StatusOr<HloInstruction*> XlaBuilder::Lookup(XlaOp op) const {
  if (!op.valid()) {
    return FailedPrecondition(kBuilderC3)
        .Say("an operand is not a value")
        .Help("it comes from a call that failed, or was never assigned");
  }
  constexpr MarkedText kHelp =
      "values pass from one computation to another as arguments of `Call`, `While` ..., not "
      "directly"_msg;
  if (op.builder() != this) {
    return FailedPrecondition(kBuilderC1).Say("an operand belongs to another builder").Help(kHelp);
  }
  if (op.handle() < first_id_ || op.handle() >= next_id_) {
    const bool built = op.handle() < first_id_;
    return FailedPrecondition(kBuilderC1)
        .Say(built ? StrCat("operation ", op.handle(), " of builder \"", Shortened(name_),
                            "\" went into a computation that is built")
                   : StrCat("builder \"", Shortened(name_), "\" has no operation ", op.handle()))
        .Help(kHelp);
  }
  return instructions_[static_cast<size_t>(op.handle() - first_id_)].get();
}

StatusOr<const HloInstruction*> XlaBuilder::InstructionOf(XlaOp op) const {
  HLOOM_ASSIGN_OR_RETURN(const HloInstruction* instruction, Lookup(op));
  return instruction;
}

StatusOr<const Shape*> XlaBuilder::ShapeOf(XlaOp op) const {
  HLOOM_ASSIGN_OR_RETURN(HloInstruction * instruction, Lookup(op));
  return &instruction->shape();
}

StatusOr<Shape> XlaBuilder::GetShape(XlaOp op) const {
  HLOOM_ASSIGN_OR_RETURN(const Shape* shape, ShapeOf(op));
  return *shape;
}

Status XlaBuilder::SetInstructionFrontendAttribute(XlaOp op, std::string attribute,
                                                   std::string value) {
  HLOOM_ASSIGN_OR_RETURN(HloInstruction* const instruction, Lookup(op));
  auto extras = CopyOfExtras(*instruction);
  extras->frontend_attributes[std::move(attribute)] = std::move(value);
  instruction->set_extras(std::move(extras));
  return OkStatus();
}

StatusOr<XlaOp> XlaBuilder::AddInstruction(Instruction instruction) {
  const OpDef& def = GetOpDef(instruction.opcode);
  const int64_t id = next_id_;
  std::string name =
      instruction.name.empty() ? StrCat(def.name, ".", id) : SanitizeHloName(instruction.name);
  const auto located = [&](const Status& status) {
    return status.WithOp(def.name).WithLocation(LocationOf(name));
  };
  InstructionDraft draft = {.opcode = instruction.opcode,
                            .attributes = std::move(instruction.attributes),
                            .extras = std::move(instruction.extras)};
  if (!frontend_attributes_.empty()) {
    if (draft.extras == nullptr) draft.extras = std::make_unique<InstructionExtras>();
    // Annotations from the function itself are kept.
    draft.extras->frontend_attributes.insert(frontend_attributes_.begin(),
                                             frontend_attributes_.end());
  }
  draft.operands.reserve(instruction.operands.size());
  for (const XlaOp& op : instruction.operands) {
    StatusOr<HloInstruction*> operand = Lookup(op);
    if (!operand.ok()) return located(operand.status());
    draft.operands.push_back(*operand);
  }
  for (const XlaComputation* callee : instruction.called_computations) {
    if (callee == nullptr || callee->IsNull()) {
      return located(InvalidArgument(kBuilderC4)
                         .Say("a called computation was not built")
                         .Help("pass the value of a `Build`() that succeeded"_msg));
    }
    draft.called_computations.push_back(callee->entry().get());
    draft.callees.push_back({callee->entry().get(), callee->parts()});
  }
  if (instruction.given_shape) {
    draft.shape = std::make_shared<const Shape>(*std::move(instruction.given_shape));
  }
  StatusOr<std::unique_ptr<HloInstruction>> made = maker_.Make(std::move(draft));
  if (!made.ok()) return located(made.status());
  const Status extras = AddExtras(**made);
  if (!extras.ok()) return located(extras);
  if (one_shot_metadata_) one_shot_taken_by_ = id;
  one_shot_metadata_.reset();
  for (const XlaComputation* callee : instruction.called_computations) {
    callees_.push_back(callee->entry());
  }
  instructions_.push_back(*std::move(made));
  instructions_.back()->set_name_and_id(std::move(name), id);
  ++next_id_;
  return XlaOp(this, id);
}

Status XlaBuilder::AddExtras(HloInstruction& instruction) const {
  const OpMetadata& metadata = one_shot_metadata_ ? *one_shot_metadata_ : metadata_;
  if (metadata == OpMetadata() && !sharding_) return OkStatus();
  auto extras = CopyOfExtras(instruction);
  extras->metadata = metadata;
  if (sharding_) {
    StatusOr<HloSharding> fitting = ShardingFor(*sharding_, instruction.shape());
    if (!fitting.ok()) {
      ErrorFields wrong = fitting.status().fields();
      wrong.details.push_back(
          "instructions carry the sharding that the builder has, until it is cleared");
      return Status(std::move(wrong));
    }
    extras->sharding = *std::move(fitting);
  }
  instruction.set_extras(std::move(extras));
  return OkStatus();
}

Status XlaBuilder::SetInstructionSharding(XlaOp op, const std::optional<HloSharding>& sharding) {
  HLOOM_ASSIGN_OR_RETURN(HloInstruction* const instruction, Lookup(op));
  auto extras = CopyOfExtras(*instruction);
  extras->sharding.reset();
  if (sharding) {
    StatusOr<HloSharding> fitting = ShardingFor(*sharding, instruction->shape());
    if (!fitting.ok()) {
      return fitting.status()
          .WithOp(GetOpDef(instruction->opcode()).name)
          .WithLocation(LocationOf(instruction->name()));
    }
    extras->sharding = *std::move(fitting);
  }
  instruction->set_extras(std::move(extras));
  return OkStatus();
}

StatusOr<std::optional<HloSharding>> XlaBuilder::GetOpSharding(XlaOp op) const {
  HLOOM_ASSIGN_OR_RETURN(const HloInstruction* const instruction, Lookup(op));
  const InstructionExtras* extras = instruction->extras();
  if (extras == nullptr || !extras->sharding) return std::optional<HloSharding>();
  return std::optional<HloSharding>(*extras->sharding);
}

void XlaBuilder::SetUpAlias(ShapeIndex output_index, int64_t param_number, ShapeIndex param_index,
                            HloInputOutputAliasConfig::AliasKind kind) {
  aliases_.push_back({std::move(output_index), param_number, std::move(param_index),
                      kind == HloInputOutputAliasConfig::kMustAlias});
}

void XlaBuilder::AddBufferDonor(int64_t param_number, ShapeIndex param_index) {
  BufferDonor donor = {param_number, std::move(param_index)};
  if (std::find(donors_.begin(), donors_.end(), donor) == donors_.end()) {
    donors_.push_back(std::move(donor));
  }
}

// Null if the program has no configuration. XLA lists aliases by output, donors by parameter.
StatusOr<std::shared_ptr<const HloModuleConfig>> XlaBuilder::ConfigFor(
    const std::vector<const HloInstruction*>& parameters, const HloInstruction& root) const {
  if (aliases_.empty() && donors_.empty()) return std::shared_ptr<const HloModuleConfig>();
  auto config = std::make_shared<HloModuleConfig>();
  config->input_output_alias = aliases_;
  config->buffer_donor = donors_;
  std::stable_sort(config->input_output_alias.begin(), config->input_output_alias.end(),
                   [](const InputOutputAlias& a, const InputOutputAlias& b) {
                     return a.output_index < b.output_index;
                   });
  std::stable_sort(config->buffer_donor.begin(), config->buffer_donor.end(),
                   [](const BufferDonor& a, const BufferDonor& b) {
                     return std::tie(a.parameter_number, a.parameter_index) <
                            std::tie(b.parameter_number, b.parameter_index);
                   });
  ProgramShape entry;
  for (const HloInstruction* parameter : parameters) entry.parameters.push_back(parameter->shape());
  entry.result = root.shape();
  const Status verified = VerifyModuleConfig(*config, std::move(entry));
  if (!verified.ok()) return verified.WithOp("build");
  return std::shared_ptr<const HloModuleConfig>(std::move(config));
}

void XlaBuilder::RemoveFrom(int64_t handle) {
  handle = std::max(handle, first_id_);
  if (handle >= next_id_) return;
  for (auto it = parameters_.begin(); it != parameters_.end();) {
    it = it->second->unique_id() < handle ? std::next(it) : parameters_.erase(it);
  }
  const auto is_removed = [&](XlaOp capture) {
    return used_.at({capture.builder(), capture.handle()}).handle() >= handle;
  };
  while (!captures_.empty() && is_removed(captures_.back())) captures_.pop_back();
  for (auto it = used_.begin(); it != used_.end();) {
    it = it->second.handle() < handle ? std::next(it) : used_.erase(it);
  }
  if (one_shot_taken_by_ >= handle) {
    const InstructionExtras* extras =
        instructions_[static_cast<size_t>(one_shot_taken_by_ - first_id_)]->extras();
    one_shot_metadata_ = extras == nullptr ? OpMetadata() : extras->metadata;
    one_shot_taken_by_ = 0;
  }
  instructions_.resize(static_cast<size_t>(handle - first_id_));
  next_id_ = handle;
}

StatusOr<XlaOp> XlaBuilder::AddParameter(int64_t number, const Shape& shape,
                                         std::string_view name) {
  const bool taken = parameters_.count(number) > 0;
  if (number < 0 || taken) {
    return InvalidArgument(kParameterC1)
        .Op("parameter")
        .Say(taken ? StrCat("parameter ", number, " already exists")
                   : StrCat(number, " is not a parameter number"))
        .Help("number the parameters 0, 1, 2 ..., each once")
        .At(LocationOf(SanitizeHloName(name)));
  }
  HLOOM_ASSIGN_OR_RETURN(XlaOp op,
                         AddInstruction({.opcode = HloOpcode::kParameter,
                                         .attributes = MakeAttributes(ParameterAttributes{number}),
                                         .given_shape = shape,
                                         .name = std::string(name)}));
  HLOOM_ASSIGN_OR_RETURN(parameters_[number], Lookup(op));
  return op;
}

StatusOr<XlaOp> XlaBuilder::ApplyBroadcastSteps(XlaOp op, bool on_lhs,
                                                Span<const BroadcastStep> steps) {
  for (const BroadcastStep& step : steps) {
    if (step.on_lhs != on_lhs) continue;
    Instruction instruction{.opcode = step.is_reshape ? HloOpcode::kReshape : HloOpcode::kBroadcast,
                            .operands = {op},
                            .given_shape = step.to};
    instruction.attributes = step.is_reshape ? MakeAttributes(ReshapeAttributes())
                                             : MakeAttributes(BroadcastAttributes{step.dimensions});
    HLOOM_ASSIGN_OR_RETURN(op, AddInstruction(std::move(instruction)));
  }
  return op;
}

XlaOp XlaBuilder::ReportError(Status error) {
  if (first_error_.ok()) first_error_ = std::move(error);
  return XlaOp(this, 0);
}

XlaOp XlaBuilder::ReportErrorOrReturn(StatusOr<XlaOp> op) {
  if (op.ok()) return *op;
  return ReportError(op.status());
}

Status XlaBuilder::TakeError() { return std::exchange(first_error_, OkStatus()); }

StatusOr<std::vector<const HloInstruction*>> XlaBuilder::ParametersInOrder() const {
  std::vector<const HloInstruction*> ordered;
  for (const auto& [number, instruction] : parameters_) {
    if (number != static_cast<int64_t>(ordered.size())) {
      return InvalidArgument(kParameterC2)
          .Op("build")
          .Say(StrCat("computation \"", Shortened(name_), "\" has no parameter ", ordered.size(),
                      " but parameter ", number))
          .Help("the parameter numbers must be 0..n-1 without a gap");
    }
    ordered.push_back(instruction);
  }
  return ordered;
}

StatusOr<ProgramShape> XlaBuilder::GetProgramShape() const {
  HLOOM_RETURN_IF_ERROR(first_error_);
  HLOOM_ASSIGN_OR_RETURN(const std::vector<const HloInstruction*> parameters, ParametersInOrder());
  ProgramShape program_shape;
  for (const HloInstruction* parameter : parameters) {
    program_shape.parameters.push_back(parameter->shape());
    program_shape.parameter_names.push_back(parameter->name());
  }
  if (next_id_ > first_id_) {
    program_shape.result = instructions_.back()->shape();
  }
  return program_shape;
}

StatusOr<XlaComputation> XlaBuilder::Build() {
  HLOOM_RETURN_IF_ERROR(first_error_);
  if (next_id_ == first_id_) {
    return FailedPrecondition(kBuilderC2)
        .Op("build")
        .Say(StrCat("builder \"", Shortened(name_), "\" has no operation"))
        .Help("add operations first; a builder is empty again after `Build`()"_msg);
  }
  return Build(XlaOp(this, next_id_ - 1));
}

StatusOr<XlaComputation> XlaBuilder::Build(XlaOp root) {
  HLOOM_RETURN_IF_ERROR(first_error_);
  StatusOr<HloInstruction*> root_instruction = Lookup(root);
  if (!root_instruction.ok()) return root_instruction.status().WithOp("build");
  HLOOM_ASSIGN_OR_RETURN(std::vector<const HloInstruction*> parameters, ParametersInOrder());
  HLOOM_ASSIGN_OR_RETURN(std::shared_ptr<const HloModuleConfig> config,
                         ConfigFor(parameters, **root_instruction));
  computation_->set_parameters(std::move(parameters));
  computation_->set_root(*root_instruction);
  for (auto& instruction : instructions_) computation_->AddInstruction(std::move(instruction));
  for (auto& callee : callees_) computation_->KeepAlive(std::move(callee));
  XlaComputation built(std::shared_ptr<const HloComputation>(std::move(computation_)),
                       maker_.parts(), std::move(config));
  Reset();
  return built;
}

}  // namespace hloom
