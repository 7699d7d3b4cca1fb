#include "ops/verify/verifier.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/str_cat.h"
#include "base/string_set.h"
#include "hlo/name.h"
#include "ops/collectives/collective_attributes.h"
#include "ops/collectives/device_groups.h"
#include "ops/control/structural.h"
#include "ops/host/transfer.h"
#include "ops/make_instruction.h"
#include "ops/operands.h"
#include "ops/rules.h"
#include "ops/verify/buffer_verifier.h"
#include "ops/verify/call_verifier.h"
#include "ops/verify/config_verifier.h"
#include "ops/verify/context_flow.h"
#include "ops/verify/pairing_verifier.h"
#include "ops/verify/sharding_verifier.h"
#include "ops/verify/verifier_util.h"

namespace hloom {

namespace {

constexpr Rule kVerifierC2 = {
    "verifier.c2",
    "the entry computation is one of the module's, the root one of the computation's instructions"};
constexpr Rule kVerifierC3 = {
    "verifier.c3", "an operand is an instruction of the same computation that comes earlier"};
constexpr Rule kVerifierC4 = {"verifier.c4",
                              "a called computation is one of the module that comes earlier; only "
                              "operations that are defined with computations call any"};
constexpr Rule kVerifierC5 = {
    "verifier.c5", "the parameters of a computation are numbered 0 to n-1, each number once"};
constexpr Rule kVerifierC6 = {"verifier.c6",
                              "names are legal in HLO text; names and ids are unique among the "
                              "module's instructions and among its computations"};
constexpr Rule kVerifierC12 = {
    "verifier.c12", "all of the module's all-reduces have constrain_layout=true, or none has"};
constexpr Rule kVerifierC13 = {
    "verifier.c13",
    "a while, the root of its body and the parameters of its body and condition have one sharding, "
    "where they have any; so do a conditional and the roots of its branches"};
constexpr Rule kVerifierRules[] = {kVerifierC1,  kVerifierC2,  kVerifierC3,  kVerifierC4,
                                   kVerifierC5,  kVerifierC6,  kVerifierC7,  kVerifierC9,
                                   kVerifierC10, kVerifierC11, kVerifierC12, kVerifierC13};

// The lists of dimension numbers that text may omit, and that are empty.
class UnsaidNumbers final : public AttributeVisitor {
 public:
  void Field(const AttributeField& field, const AttributeKind& kind, void* value) override {
    const bool is_list = &kind == &AttributeKindOf<std::vector<int64_t>>();
    if (is_list && field.optional_in_text && kind.is_default(value)) names_.push_back(field.name);
  }
  const std::vector<std::string_view>& names() const { return names_; }

 private:
  std::vector<std::string_view> names_;
};

// "; it has no lhs_contracting_dims, no rhs_contracting_dims" of dot(x, x).
std::string UnsaidNumbersText(const HloInstruction& instruction) {
  if (instruction.raw_attributes() == nullptr) return "";
  UnsaidNumbers unsaid;
  instruction.raw_attributes()->VisitConst(unsaid);
  return unsaid.names().empty() ? "" : StrCat("; it has no ", StrJoin(unsaid.names(), ", no "));
}

class VerifierNames {
 public:
  explicit VerifierNames(std::string_view what) : what_(what) {}

  // Adds a name, which must outlive this object, and an id.
  Status Add(std::string_view name, int64_t id) {
    if (!IsLegalHloName(name)) {
      return InvalidArgument(kVerifierC6)
          .Say(StrCat("\"", Shortened(SanitizeHloName(name)),
                      "\" cannot be written as the name of ", what_))
          .Detail(StrCat("the name has ", Count(static_cast<int64_t>(name.size()), "byte"),
                         "; what is illegal in it is shown as _"))
          .Help(
              "a name is made of letters, digits, '_', '.' and '-', and starts with a letter or "
              "'_'");
    }
    if (!names_.Insert(name)) {
      return InvalidArgument(kVerifierC6)
          .Say(StrCat("the name \"", Shortened(name), "\" is that of two ", what_, "s"))
          .Help("give each its own name, for instance with a number after a dot");
    }
    if (!AddId(id)) {
      return InvalidArgument(kVerifierC6)
          .Say(StrCat("the id ", id, " is that of two ", what_, "s"))
          .Help("give each its own id");
    }
    return OkStatus();
  }

 private:
  // Most ids are greater than all before, and need no search.
  bool AddId(int64_t id) {
    if (increasing_ids_.empty() || id > increasing_ids_.back()) {
      increasing_ids_.push_back(id);
      return true;
    }
    return !std::binary_search(increasing_ids_.begin(), increasing_ids_.end(), id) &&
           other_ids_.insert(id).second;
  }

  std::string_view what_;
  StringSet names_;
  std::vector<int64_t> increasing_ids_;
  std::unordered_set<int64_t> other_ids_;
};

class Verifier {
 public:
  Verifier(const HloModule& module, bool is_built) : module_(module), is_built_(is_built) {}

  Status Run() {
    if (!module_.has_entry_computation()) return Missing("the module has no entry computation");
    if (!IsLegalHloName(module_.name())) {
      return VerifierNames("module").Add(module_.name(), 0);
    }
    size_t position = 0;
    for (const auto& computation : module_.computations()) {
      if (computation == nullptr) return Missing("a computation is missing");
      culprit_ = {computation.get(), nullptr};
      if (!is_built_) {
        HLOOM_RETURN_IF_ERROR(computation_names_.Add(computation->name(), computation->unique_id())
                                  .WithLocation(ComputationLocation(computation->name())));
      }
      HLOOM_RETURN_IF_ERROR(VerifyComputation(*computation));
      positions_[computation.get()] = position++;
    }
    culprit_ = {};
    if (positions_.count(&module_.entry_computation()) == 0) {
      return InvalidArgument(kVerifierC2)
          .Say("the entry computation is not one of the module's")
          .Help("add the computation to the module before it becomes the entry");
    }
    return VerifyModuleConfig(module_, &culprit_);
  }

  const VerifierCulprit& culprit() const { return culprit_; }

 private:
  Status VerifyComputation(const HloComputation& computation) {
    for (size_t i = 0; i < computation.instructions().size(); ++i) {
      const HloInstruction* instruction = computation.instructions()[i].get();
      const std::string_view name =
          instruction == nullptr ? std::string_view("?") : instruction->name();
      culprit_.instruction = instruction;
      Status status = VerifyInstruction(computation, instruction, i);
      if (!status.ok()) return status.WithLocation(InstructionLocation(name, computation.name()));
    }
    culprit_.instruction = nullptr;
    if (is_built_) return OkStatus();
    HLOOM_RETURN_IF_ERROR(
        VerifySignature(computation).WithLocation(ComputationLocation(computation.name())));
    return OkStatus();
  }

  Status VerifySignature(const HloComputation& computation) {
    const HloInstruction* root = computation.root();
    if (root == nullptr) return Missing("the computation has no root");
    if (!IsAmongFirst(computation, root, computation.instructions().size())) {
      return InvalidArgument(kVerifierC2)
          .Say("the root is not an instruction of the computation")
          .Help("the root is the instruction whose value is the result");
    }
    HLOOM_ASSIGN_OR_RETURN(const std::vector<const HloInstruction*> parameters,
                           CollectParameters(computation, &culprit_));
    if (parameters != computation.parameters()) {
      return InvalidArgument(kVerifierC5)
          .Say("the computation's list of parameters is not that of its parameter instructions")
          .Help("set the list when all instructions are added");
    }
    return OkStatus();
  }

  Status VerifyInstruction(const HloComputation& computation, const HloInstruction* instruction,
                           size_t i) {
    if (instruction == nullptr) return Missing("an instruction is missing");
    const OpDef& def = GetOpDef(instruction->opcode());
    Status status;
    if (!is_built_) status = VerifyStructure(computation, *instruction, def, i);
    if (!is_built_ && status.ok()) status = VerifyShape(*instruction, def);
    if (status.ok()) status = VerifyExtras(*instruction);
    if (status.ok()) status = VerifyDevices(*instruction, def);
    if (status.ok()) status = VerifyConstrainedLayout(*instruction);
    if (status.ok()) status = VerifyShardingOfParts(*instruction);
    return status.ok() ? status : Describe(status, def, *instruction);
  }

  Status VerifyStructure(const HloComputation& computation, const HloInstruction& instruction,
                         const OpDef& def, size_t i) {
    if (instruction.shape_ptr() == nullptr) return Missing("the instruction has no shape");
    HLOOM_RETURN_IF_ERROR(instruction_names_.Add(instruction.name(), instruction.unique_id()));
    if ((def.make_attributes == nullptr) != (instruction.raw_attributes() == nullptr)) {
      return Missing(def.make_attributes
                         ? "the attributes of the operation are missing"
                         : "the instruction has attributes that its operation does not have");
    }
    for (const HloInstruction* operand : instruction.operands()) {
      if (operand == nullptr) return Missing("an operand is missing");
      if (IsAmongFirst(computation, operand, i)) continue;
      return InvalidArgument(kVerifierC3)
          .Say(StrCat("the operand %", Shortened(operand->name()),
                      " is not defined earlier in the computation"))
          .Help(
              "values of other computations come in as parameters; an operand comes before its "
              "users");
    }
    HLOOM_RETURN_IF_ERROR(VerifyCarried(computation, instruction, i));
    return VerifyCallees(instruction, def);
  }

  Status VerifyCallees(const HloInstruction& instruction, const OpDef& def) {
    for (const HloComputation* callee : instruction.called_computations()) {
      if (callee == nullptr) return Missing("a called computation is missing");
      // A computation has a position only once it is verified, so that calls can form no cycle.
      if (positions_.count(callee) > 0 && !def.regions.empty()) continue;
      return InvalidArgument(kVerifierC4)
          .Say(def.regions.empty() ? StrCat("calls a computation, which ", def.name, " does not")
                                   : StrCat("the called computation \"", Shortened(callee->name()),
                                            "\" does not come earlier in the module"))
          .Help("a computation comes after all that it calls, and never calls itself");
    }
    return OkStatus();
  }

  Status VerifyShape(const HloInstruction& instruction, const OpDef& def) {
    HLOOM_RETURN_IF_ERROR(parts_.Book(PartsOf(instruction)));  // parts.c1
    const Shape& shape = instruction.shape();
    HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(shape));
    const std::vector<const Shape*> operands = OperandShapesOf(instruction);
    HLOOM_ASSIGN_OR_RETURN(const Shape inferred, InferShape(ContextOf(instruction, operands)));
    // The result of a call follows from its arguments: dynamic_dimension_inference.h handles it.
    const bool follows = def.callee_arguments != nullptr
                             ? ShapeUtil::Compatible(inferred, shape)
                             : ShapeUtil::EqualIgnoringLayout(inferred, shape);
    if (follows) return OkStatus();
    return InvalidArgument(kVerifierC7)
        .Say(StrCat("the result is ", inferred.ToString(), ", but the instruction states ",
                    shape.ToString()))
        .Help(StrCat("the shape of an instruction follows from its operands and attributes",
                     UnsaidNumbersText(instruction)));
  }

  Status VerifyExtras(const HloInstruction& instruction) const {
    if (instruction.extras() == nullptr) return OkStatus();
    const InstructionExtras& extras = *instruction.extras();
    if (extras.origin) HLOOM_RETURN_IF_ERROR(VerifyOrigin(*extras.origin, instruction.shape()));
    if (extras.domain) HLOOM_RETURN_IF_ERROR(VerifyDomain(*extras.domain, instruction));
    return VerifyIfThere(extras.sharding, ShardedShape(instruction, extras));
  }

  // A list of shardings of an outfeed is for its data and its token.
  static Shape ShardedShape(const HloInstruction& instruction, const InstructionExtras& extras) {
    const bool is_list = extras.sharding && extras.sharding->type == HloSharding::Type::kTuple;
    if (!is_list || instruction.opcode() != HloOpcode::kOutfeed) return instruction.shape();
    return ShapeUtil::MakeTupleShape({instruction.operand(0)->shape(), instruction.shape()});
  }

  // collective.c7 and the like, for the devices that the module states. A module with one replica
  // or partition may have no counts at all, so any ids are possible.
  Status VerifyDevices(const HloInstruction& instruction, const OpDef& def) const {
    constexpr int64_t kMostVerified = 1 << 16;
    const std::string* pairs = SendRecvPairsOf(instruction);
    if (def.collective == nullptr && pairs == nullptr) return OkStatus();
    const DeviceGrid grid = {module_.config().replica_count, module_.config().num_partitions};
    for (const int64_t count : {grid.replicas, grid.partitions}) {
      if (count < 1 || count > kMostVerified) return OkStatus();
    }
    if (grid.size() > kMostVerified) return OkStatus();
    const Status status = def.collective != nullptr ? VerifyGroups(instruction, def, grid)
                                                    : VerifyPairs(instruction, *pairs, grid);
    if (status.ok()) return status;
    ErrorFields fields = status.fields();
    fields.details.push_back(StrCat("the module states replica_count=", grid.replicas,
                                    ", num_partitions=", grid.partitions));
    return Status(std::move(fields));
  }

  static Status VerifyGroups(const HloInstruction& instruction, const OpDef& def,
                             const DeviceGrid& grid) {
    if (IdsIn(grid, def.collective->mode(instruction)) == 1) return OkStatus();
    return def.collective->groups(instruction, grid).status();
  }

  // comm.c6
  static Status VerifyPairs(const HloInstruction& instruction, const std::string& text,
                            const DeviceGrid& grid) {
    const HloOpcode opcode = instruction.opcode();
    if (opcode != HloOpcode::kSend && opcode != HloOpcode::kRecv) return OkStatus();
    if (instruction.attributes<ChannelAttributes>().is_host_transfer || grid.size() == 1) {
      return OkStatus();
    }
    return ReadSendRecvPairs(instruction, text, grid).status();
  }

  Status VerifyConstrainedLayout(const HloInstruction& instruction) {
    const HloOpcode opcode = instruction.opcode();
    if (opcode != HloOpcode::kAllReduce && opcode != HloOpcode::kAllReduceStart) return OkStatus();
    if (first_all_reduce_ == nullptr) first_all_reduce_ = &instruction;
    const auto is_constrained = [](const HloInstruction& all_reduce) {
      return all_reduce.attributes<AllReduceAttributes>().constrain_layout;
    };
    if (is_constrained(instruction) == is_constrained(*first_all_reduce_)) return OkStatus();
    return InvalidArgument(kVerifierC12)
        .Say(StrCat("%", Shortened(instruction.name()),
                    is_constrained(instruction) ? " has" : " does not have",
                    " constrain_layout=true, unlike %", Shortened(first_all_reduce_->name())))
        .Help("constrain the layouts of all all-reduces of the module, or of none");
  }

  // Verifies that the instructions that hold the value of a while or a conditional agree.
  Status VerifyShardingOfParts(const HloInstruction& instruction) const {
    const bool is_while = instruction.opcode() == HloOpcode::kWhile;
    if (!is_while && instruction.opcode() != HloOpcode::kConditional) return OkStatus();
    std::vector<const HloInstruction*> parts = {&instruction};
    for (const HloComputation* called : instruction.called_computations()) {
      if (is_while) parts.push_back(called->parameters()[0]);
      if (ShapeUtil::Compatible(called->root()->shape(), instruction.shape())) {
        parts.push_back(called->root());
      }
    }
    const HloInstruction* first = nullptr;
    for (const HloInstruction* part : parts) {
      if (part->extras() == nullptr || !part->extras()->sharding) continue;
      if (first == nullptr) first = part;
      if (*part->extras()->sharding == *first->extras()->sharding) continue;
      return InvalidArgument(kVerifierC13)
          .Say(StrCat("%", Shortened(part->name()), " has another sharding than %",
                      Shortened(first->name())))
          .Detail("both hold the value of this instruction")
          .Help("give them one sharding, or leave out that of one");
    }
    return OkStatus();
  }

  Status VerifyDomain(const ShardingDomain& domain, const HloInstruction& instruction) const {
    if (instruction.opcode() != HloOpcode::kDomain) {
      return InvalidArgument(kDomainC1)
          .Say(StrCat("domain={...} is given to ", HloOpcodeString(instruction.opcode())))
          .Help("give other operations sharding={...}");
    }
    HLOOM_RETURN_IF_ERROR(VerifyIfThere(domain.operand_side, instruction.shape()));
    return VerifyIfThere(domain.user_side, instruction.shape());
  }

  template <typename Optional>
  Status VerifyIfThere(const Optional& sharding, const Shape& shape) const {
    if (!sharding) return OkStatus();
    return VerifySharding(*sharding, shape, module_.config().num_partitions);
  }

  // Adds operation and operands to an error without them.
  static Status Describe(const Status& status, const OpDef& def,
                         const HloInstruction& instruction) {
    ErrorFields fields = status.fields();
    if (fields.op.empty()) fields.op = def.name;
    if (!fields.operands.empty()) return Status(std::move(fields));
    std::vector<const Shape*> operands;
    const Shape unknown;
    for (const HloInstruction* operand : instruction.operands()) {
      const bool has_shape = operand != nullptr && operand->shape_ptr() != nullptr;
      operands.push_back(has_shape ? &operand->shape() : &unknown);
    }
    fields.operands = OperandTexts({operands.data(), operands.size()});
    return Status(std::move(fields));
  }

  const HloModule& module_;
  const bool is_built_;  // instructions, computations and their names were checked
  VerifierCulprit culprit_;
  VerifierNames instruction_names_{"instruction"};
  VerifierNames computation_names_{"computation"};
  std::unordered_map<const HloComputation*, size_t> positions_;
  PartsBudget parts_;
  const HloInstruction* first_all_reduce_ = nullptr;
};

}  // namespace

Span<const Rule> VerifierRules() { return kVerifierRules; }

namespace {

Status Verify(const HloModule& module, bool is_built, VerifierCulprit* culprit) {
  Verifier verifier(module, is_built);
  Status status = verifier.Run();
  if (culprit != nullptr) *culprit = verifier.culprit();
  HLOOM_RETURN_IF_ERROR(status);
  HLOOM_RETURN_IF_ERROR(VerifyPairs(module, culprit));
  HLOOM_RETURN_IF_ERROR(VerifyBuffers(module, culprit));
  HLOOM_RETURN_IF_ERROR(VerifyCalls(module, culprit));
  return VerifyContexts(module, culprit);
}

}  // namespace

Status VerifyModule(const HloModule& module, VerifierCulprit* culprit) {
  return Verify(module, /*is_built=*/false, culprit);
}

Status VerifyBuiltModule(const HloModule& module) {
  return Verify(module, /*is_built=*/true, nullptr);
}

StatusOr<std::vector<const HloInstruction*>> CollectParameters(const HloComputation& computation,
                                                               VerifierCulprit* culprit) {
  std::vector<const HloInstruction*> found;
  for (const auto& instruction : computation.instructions()) {
    if (instruction->opcode() == HloOpcode::kParameter) found.push_back(instruction.get());
  }
  std::vector<const HloInstruction*> parameters(found.size(), nullptr);
  for (const HloInstruction* parameter : found) {
    const int64_t number = parameter->attributes<ParameterAttributes>().parameter_number;
    const bool in_range = number >= 0 && number < static_cast<int64_t>(found.size());
    if (in_range && parameters[static_cast<size_t>(number)] == nullptr) {
      parameters[static_cast<size_t>(number)] = parameter;
      continue;
    }
    if (culprit != nullptr) *culprit = {&computation, parameter};
    return InvalidArgument(kVerifierC5)
        .Op("parameter")
        .Say(in_range ? StrCat("two parameters have the number ", number)
                      : StrCat("the parameter number ", number, " leaves a gap"))
        .Help(StrCat("number the ", Count(static_cast<int64_t>(found.size()), "parameter"),
                     " of the computation from 0, each number once"))
        .At(InstructionLocation(parameter->name(), computation.name()));
  }
  return parameters;
}

std::string InstructionLocation(std::string_view instruction, std::string_view computation) {
  return StrCat("%", Shortened(instruction), " in ", ComputationLocation(computation));
}

std::string ComputationLocation(std::string_view computation) {
  return StrCat("computation \"", Shortened(computation), "\"");
}

}  // namespace hloom
