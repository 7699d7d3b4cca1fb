#include <algorithm>
#include <array>
#include <unordered_set>

#include "ops/op_def.h"
#include "shape/shape_proto.h"
#include "text/extras/extras_proto.h"
#include "text/proto/hlo_proto.h"
#include "text/proto/hlo_proto_envelope.h"
#include "text/proto/hlo_proto_fields.h"

namespace hloom {

namespace {

using namespace hlo_proto;  // NOLINT: the field numbers

// The attributes that are written, in the order of their field numbers.
class AttributeCollector final : public AttributeVisitor {
 public:
  struct Entry {
    int number;                 // the number of the field of the instruction
    int message;                // the same number for the contents of that field's message, else 0
    int submessage;             // the field of that message that holds it, else 0
    int field;                  // its number in there
    const AttributeKind* kind;  // null for an entry that only writes the message
    const void* value;
  };

  void Field(const AttributeField& field, const AttributeKind& kind, void* value) override {
    if (field.proto_field == 0) return;
    const bool inside = field.proto_message != 0;
    const bool left_out = !field.always_write && kind.is_default(value);
    if (left_out && !inside) return;
    const Entry entry = {inside ? field.proto_message : field.proto_field,
                         field.proto_message,
                         field.proto_submessage,
                         field.proto_field,
                         left_out ? nullptr : &kind,
                         value};
    const auto after = [](const Entry& a, const Entry& b) { return PlaceOf(a) < PlaceOf(b); };
    entries_.insert(std::upper_bound(entries_.begin(), entries_.end(), entry, after), entry);
  }

  // Writes the fields before the field `number` that are not written yet.
  void WriteUpTo(int number, WireWriter& out) {
    while (next_ < entries_.size() && entries_[next_].number < number) {
      const int message = entries_[next_].message;
      if (message != 0) out.BeginMessage(message);
      int open = 0;  // the submessage
      do {
        const Entry& entry = entries_[next_++];
        if (open != 0 && open != entry.submessage) out.EndMessage();
        if (entry.submessage != 0 && open != entry.submessage) out.BeginMessage(entry.submessage);
        open = entry.submessage;
        if (entry.kind != nullptr) entry.kind->write(entry.value, entry.field, out);
      } while (message != 0 && next_ < entries_.size() && entries_[next_].message == message);
      if (open != 0) out.EndMessage();
      if (message != 0) out.EndMessage();
    }
  }

 private:
  // The numbers of the fields that lead to it.
  static std::array<int, 3> PlaceOf(const Entry& entry) {
    return {entry.number, entry.submessage != 0 ? entry.submessage : entry.field, entry.field};
  }

  std::vector<Entry> entries_;
  size_t next_ = 0;
};

void WriteInstruction(const HloInstruction& instruction, WireWriter& out) {
  AttributeCollector attributes;
  if (instruction.raw_attributes() != nullptr) instruction.raw_attributes()->VisitConst(attributes);
  std::vector<int64_t> operand_ids;
  for (const HloInstruction* operand : instruction.operands()) {
    operand_ids.push_back(operand->unique_id());
  }
  std::vector<int64_t> callee_ids;
  for (const HloComputation* callee : instruction.called_computations()) {
    callee_ids.push_back(callee->unique_id());
  }
  out.SetString(kInstructionName, instruction.name());
  out.SetString(kOpcode, HloOpcodeString(instruction.opcode()));
  out.BeginMessage(kShape);
  WriteShapeProto(instruction.shape(), out);
  out.EndMessage();
  const InstructionExtras none;
  const InstructionExtras& extras = instruction.extras() ? *instruction.extras() : none;
  const auto extra = [&](int field) {
    attributes.WriteUpTo(field, out);
    WriteExtrasField(extras, field, out);
  };
  extra(kMetadata);
  attributes.WriteUpTo(kInstructionId, out);
  out.SetInt64(kInstructionId, instruction.unique_id());
  out.PackInt64s(kOperandIds, operand_ids);
  extra(kControlPredecessorIds);
  out.PackInt64s(kCalledComputationIds, callee_ids);
  for (const int field : {kSharding, kBackendConfig, kDomainEntrySharding, kDomainExitSharding,
                          kParameterReplication, kFrontendAttributes, kStatistics, kOriginalValue})
    extra(field);
  attributes.WriteUpTo(kMaxWireField, out);
}

// The shapes of the parameters and the result, with the layouts for the caller.
ProgramShape HostShape(const HloModule& module) {
  ProgramShape shape = module.entry_computation().ComputeProgramShape();
  if (!module.config().entry_computation_layout) return shape;
  shape.parameters = module.config().entry_computation_layout->parameters;
  shape.result = module.config().entry_computation_layout->result;
  return shape;
}

// XLA requires the computations of fusions, for any caller.
std::unordered_set<const HloComputation*> FusionComputations(const HloModule& module) {
  std::unordered_set<const HloComputation*> fusions;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (instruction->opcode() != HloOpcode::kFusion) continue;
      for (const HloComputation* callee : instruction->called_computations())
        fusions.insert(callee);
    }
  }
  return fusions;
}

void WriteComputation(const HloComputation& computation, bool is_fusion, WireWriter& out) {
  out.SetString(kComputationName, computation.name());
  for (const auto& instruction : computation.instructions()) {
    out.BeginMessage(kInstructions);
    WriteInstruction(*instruction, out);
    out.EndMessage();
  }
  out.BeginMessage(kProgramShape);
  WriteProgramShapeProto(computation.ComputeProgramShape(), out);
  out.EndMessage();
  out.SetInt64(kComputationId, computation.unique_id());
  out.SetInt64(kRootId, computation.root()->unique_id());
  out.SetBool(kIsFusionComputation, is_fusion);
  if (computation.execution_thread() != kMainExecutionThread) {
    out.SetString(kExecutionThread, computation.execution_thread());
  }
}

void WriteModule(const HloModule& module, WireWriter& out) {
  const HloComputation& entry = module.entry_computation();
  const std::unordered_set<const HloComputation*> fusions = FusionComputations(module);
  out.SetString(kModuleName, module.name());
  out.SetString(kEntryName, entry.name());
  for (const auto& computation : module.computations()) {
    out.BeginMessage(kComputations);
    WriteComputation(*computation, fusions.count(computation.get()) > 0, out);
    out.EndMessage();
  }
  out.BeginMessage(kHostProgramShape);
  WriteProgramShapeProto(HostShape(module), out);
  out.EndMessage();
  out.SetInt64(kEntryId, entry.unique_id());
  WriteConfig(module, out);
}

}  // namespace

std::string HloModuleToProto(const HloModule& module) {
  WireWriter out;
  WriteModule(module, out);
  return out.TakeBytes();
}

std::string HloModuleToProtoWithConfig(const HloModule& module) {
  WireWriter out;
  out.BeginMessage(1);
  WriteModule(module, out);
  out.EndMessage();
  out.BeginMessage(2);
  WriteModuleConfigProto(module.config(), HostShape(module), out);
  out.EndMessage();
  return out.TakeBytes();
}

}  // namespace hloom
