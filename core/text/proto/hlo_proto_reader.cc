#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/str_cat.h"
#include "base/wire_util.h"
#include "hlo/name.h"
#include "ops/mixed_precision.h"
#include "ops/mixed_precision_rewriter.h"
#include "ops/verify/call_verifier.h"
#include "ops/verify/verifier.h"
#include "shape/shape_proto.h"
#include "text/extras/extras_proto.h"
#include "text/proto/hlo_proto.h"
#include "text/proto/hlo_proto_envelope.h"
#include "text/proto/hlo_proto_fields.h"
#include "text/proto/instruction_proto.h"
#include "text/proto/schedule_proto.h"
#include "text/rules.h"

namespace hloom {

namespace {

using namespace hlo_proto;  // NOLINT: the field numbers

constexpr Rule kProtoM1 = {
    "proto.m1", "the entry computation, by its id or else by its name, is one of the module's"};
constexpr Rule kProtoM2 = {
    "proto.m2",
    "two computations of a module, or two instructions of a computation, have different ids"};
constexpr Rule kProtoM5 = {"proto.m5", "the root is, by its id, an instruction of the computation"};
constexpr Rule kProtoM11 = {
    "proto.m11",
    "a backend config that is a payload of the module has the number of one; "
    "those that instructions have take no more than 64 MB together"};
constexpr Rule kHloProtoReaderRules[] = {kProtoM1, kProtoM2,  kProtoM3, kProtoM4,
                                         kProtoM5, kProtoM6,  kProtoM7, kProtoM8,
                                         kProtoM9, kProtoM10, kProtoM11};

struct RawComputation {
  std::string name;
  int64_t id = 0;
  int64_t root_id = 0;
  std::string execution_thread;  // empty: the main one
};

// Reads the name and the ids, which may come after the instructions in the bytes.
StatusOr<RawComputation> ReadRawComputation(const WireReader& message) {
  RawComputation raw;
  HLOOM_RETURN_IF_ERROR(ForEachField(message, [&raw](const WireReader& field) -> Status {
    switch (field.field()) {
      case kComputationName:
        return Store(field.String(), &raw.name);
      case kComputationId:
        return Store(field.Int64(), &raw.id);
      case kRootId:
        return Store(field.Int64(), &raw.root_id);
      case kExecutionThread:
        return Store(field.String(), &raw.execution_thread);
      default:
        return OkStatus();
    }
  }));
  raw.name = SanitizeHloName(raw.name);
  return raw;
}

ErrorBuilder DuplicateId(std::string_view what, int64_t id) {
  return InvalidArgument(kProtoM2)
      .Say(StrCat("the id ", id, " is that of two ", what))
      .Help(std::string(kDamaged));
}

class ModuleReader {
 public:
  explicit ModuleReader(const HloProtoOptions& options) : options_(options) {}

  StatusOr<std::unique_ptr<HloModule>> Read(const Envelope& envelope) {
    const WireReader& message = envelope.module;
    std::string name;
    std::string entry_name;
    std::optional<int64_t> entry_id;
    HloModuleConfig config;
    std::optional<ProgramShape> host_shape;
    Schedule schedule;
    // The name is needed when the module is made, before its computations.
    HLOOM_RETURN_IF_ERROR(ForEachField(message, [&](const WireReader& field) -> Status {
      switch (field.field()) {
        case kModuleName:
          return Store(field.String(), &name);
        case kEntryName:
          return Store(field.String(), &entry_name);
        case kEntryId: {
          HLOOM_ASSIGN_OR_RETURN(entry_id, field.Int64());
          return OkStatus();
        }
        case kHostProgramShape: {
          HLOOM_ASSIGN_OR_RETURN(const WireReader shape, field.Message());
          HLOOM_ASSIGN_OR_RETURN(host_shape, ReadProgramShapeProto(shape));
          return OkStatus();
        }
        case kPayloads: {
          HLOOM_ASSIGN_OR_RETURN(const std::string_view payload, field.Bytes());
          payloads_.push_back(payload);
          return OkStatus();
        }
        case kSchedule:
          config.is_scheduled = true;
          return ReadSchedule(field, schedule);
        default:
          return ReadConfigField(field, config);
      }
    }));
    if (envelope.config) HLOOM_RETURN_IF_ERROR(ReadModuleConfigProto(*envelope.config, config));
    module_ = std::make_unique<HloModule>(SanitizeHloName(name));
    HLOOM_RETURN_IF_ERROR(ForEachField(message, [&](const WireReader& field) -> Status {
      if (field.field() != kComputations) return OkStatus();
      HLOOM_ASSIGN_OR_RETURN(WireReader computation, field.Message());
      return ReadComputation(computation);
    }));
    HLOOM_RETURN_IF_ERROR(SetEntry(entry_id, SanitizeHloName(entry_name)));
    module_->mutable_config() = std::move(config);
    if (host_shape) SetEntryLayout(*std::move(host_shape));
    SpreadThreads(*module_);
    std::unique_ptr<HloModule> converted;
    if (options_.allow_mixed_precision) {
      HLOOM_ASSIGN_OR_RETURN(converted, InsertImpliedConverts(*module_));
    }
    if (converted == nullptr) {
      HLOOM_RETURN_IF_ERROR(ApplySchedule(schedule, *module_));
      if (shared_ids_) Renumber();
    } else {
      module_ = std::move(converted);
      module_->mutable_config().is_scheduled = false;
    }
    VerifierCulprit culprit;
    const Status status = VerifyModule(*module_, &culprit);
    if (!status.ok() && culprit.instruction != nullptr && !options_.allow_mixed_precision)
      return HelpWithMixture(status, *culprit.instruction);
    HLOOM_RETURN_IF_ERROR(status);
    return std::move(module_);
  }

 private:
  Status ReadComputation(const WireReader& message) {
    HLOOM_ASSIGN_OR_RETURN(RawComputation raw, ReadRawComputation(message));
    auto computation = std::make_unique<HloComputation>("");
    computation->set_name_and_id(std::move(raw.name), raw.id);
    if (!raw.execution_thread.empty()) {
      computation->set_execution_thread(std::move(raw.execution_thread));
    }
    InstructionsById instructions;
    HLOOM_RETURN_IF_ERROR(ForEachField(message, [&](const WireReader& field) -> Status {
      if (field.field() != kInstructions) return OkStatus();
      HLOOM_ASSIGN_OR_RETURN(WireReader instruction, field.Message());
      return ReadInstruction(instruction, *computation, instructions);
    }));
    const auto root = instructions.find(LocalId(raw.root_id));
    if (root == instructions.end()) {
      return InvalidArgument(kProtoM5)
          .Say(StrCat("no instruction has the root's id ", raw.root_id))
          .Help(std::string(kDamaged))
          .At(ComputationLocation(computation->name()));
    }
    computation->set_root(root->second);
    HLOOM_ASSIGN_OR_RETURN(std::vector<const HloInstruction*> parameters,
                           CollectParameters(*computation));
    computation->set_parameters(std::move(parameters));
    if (!computations_.emplace(raw.id, computation.get()).second)
      return DuplicateId("computations", raw.id);
    module_->AddComputation(std::move(computation));
    return OkStatus();
  }

  Status ReadInstruction(const WireReader& message, HloComputation& computation,
                         InstructionsById& instructions) {
    HLOOM_ASSIGN_OR_RETURN(RawInstruction raw, ReadRawInstruction(message, maker_.parts_left()));
    raw.name = SanitizeHloName(raw.name);
    if (Status found = FindPayload(raw); !found.ok())
      return found.WithLocation(InstructionLocation(raw.name, computation.name()));
    StatusOr<std::unique_ptr<HloInstruction>> built = BuildInstruction(message, raw, instructions);
    if (!built.ok()) {
      return built.status().WithLocation(InstructionLocation(raw.name, computation.name()));
    }
    HloInstruction* instruction = computation.AddInstruction(*std::move(built));
    instruction->set_name_and_id(std::move(raw.name), raw.id);
    if (!instructions.emplace(LocalId(raw.id), instruction).second) {  // proto.m2
      return Status(DuplicateId("instructions", raw.id))
          .WithLocation(InstructionLocation(instruction->name(), computation.name()));
    }
    shared_ids_ = !instruction_ids_.insert(raw.id).second || shared_ids_;
    loaded_.push_back(instruction);
    return OkStatus();
  }

  StatusOr<std::unique_ptr<HloInstruction>> BuildInstruction(const WireReader& message,
                                                             RawInstruction& raw,
                                                             const InstructionsById& instructions) {
    HLOOM_ASSIGN_OR_RETURN(InstructionDraft draft,
                           DraftInstruction(message, raw, instructions, computations_));
    return maker_.Make(std::move(draft));
  }

  // XLA uses the payload if there is one.
  Status FindPayload(RawInstruction& raw) {
    if (raw.payload_id) {
      if (*raw.payload_id < 0 || *raw.payload_id >= static_cast<int64_t>(payloads_.size())) {
        return InvalidArgument(kProtoM11)
            .Say(StrCat("the module has no payload ", *raw.payload_id))
            .Help(std::string(kDamaged));
      }
      const std::string_view payload = payloads_[static_cast<size_t>(*raw.payload_id)];
      // Each instruction has its own copy, and a few bytes are enough to request one.
      payload_bytes_ += static_cast<int64_t>(payload.size());
      if (payload_bytes_ > kMaxPayloadBytes) {
        return ResourceExhausted(kProtoM11)
            .Say(StrCat("the backend configs take more than ", kMaxPayloadBytes >> 20, " MB"))
            .Help("they are the payloads of the module, once for each instruction that has one");
      }
      raw.payload = std::string(payload);
    }
    if (!raw.payload) return OkStatus();
    if (!raw.extras) raw.extras = std::make_unique<InstructionExtras>();
    raw.extras->backend_config = *std::move(raw.payload);
    return OkStatus();
  }

  Status SetEntry(std::optional<int64_t> id, std::string_view name) {
    for (const auto& computation : module_->computations()) {
      const bool is_entry = id ? computation->unique_id() == *id : computation->name() == name;
      if (is_entry) module_->set_entry_computation(computation.get());
    }
    if (module_->has_entry_computation()) return OkStatus();
    return InvalidArgument(kProtoM1)
        .Say(module_->computations().empty() ? std::string("the module has no computations")
             : id                            ? StrCat("no computation has the entry's id ", *id)
                  : std::string("the module does not name its entry computation"))
        .Help(std::string(kDamaged));
  }

  // A layout that is equal to the entry computation's is not kept. The verifier checks any other.
  void SetEntryLayout(ProgramShape host) {
    const ProgramShape own = module_->entry_computation().ComputeProgramShape();
    const bool says_nothing = host.parameters.empty() && host.result == Shape();
    if (says_nothing || (host.parameters == own.parameters && host.result == own.result)) return;
    host.parameter_names.clear();
    module_->mutable_config().entry_computation_layout = std::move(host);
  }

  // Newer versions of XLA number the instructions of each computation from 0; ours are unique in
  // the module.
  void Renumber() {
    int64_t next_id = 1;
    for (HloInstruction* instruction : loaded_) {
      instruction->set_name_and_id(instruction->name(), next_id++);
    }
  }

  static constexpr int64_t kMaxPayloadBytes = int64_t{64} << 20;

  const HloProtoOptions options_;
  std::unique_ptr<HloModule> module_;
  InstructionMaker maker_;
  std::vector<std::string_view> payloads_;
  int64_t payload_bytes_ = 0;
  ComputationsById computations_;
  std::unordered_set<int64_t> instruction_ids_;
  std::vector<HloInstruction*> loaded_;
  bool shared_ids_ = false;
};

}  // namespace

Span<const Rule> HloProtoRules() { return kHloProtoReaderRules; }

StatusOr<std::unique_ptr<HloModule>> HloModuleFromProto(std::string_view bytes,
                                                        const HloProtoOptions& options) {
  StatusOr<std::unique_ptr<HloModule>> module =
      ModuleReader(options).Read(OpenEnvelope(WireReader(bytes)));
  // The wire reader knows the position of an error in the bytes, but not the expected contents.
  if (!module.ok()) return module.status().WithHelp(kDamaged);
  return module;
}

}  // namespace hloom
