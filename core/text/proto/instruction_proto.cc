#include "text/proto/instruction_proto.h"

#include <algorithm>

#include "base/str_cat.h"
#include "base/wire_util.h"
#include "ops/op_def.h"
#include "shape/shape_proto.h"
#include "text/extras/extras_proto.h"
#include "text/proto/hlo_proto_fields.h"
#include "text/rules.h"

namespace hloom::hlo_proto {

namespace {

Status ReadExtras(const WireReader& field, RawInstruction& raw) {
  InstructionExtras scratch;
  bool found = false;
  InstructionExtras& extras = raw.extras ? *raw.extras : scratch;
  HLOOM_RETURN_IF_ERROR(ReadExtrasField(field, extras, raw.predecessor_ids, &found));
  if (found && !raw.extras) raw.extras = std::make_unique<InstructionExtras>(std::move(scratch));
  return OkStatus();
}

// Reads a Payload: field 1 is bytes, field 2 is the place of the bytes among the module's.
Status ReadPayload(const WireReader& field, RawInstruction& raw) {
  return ForEachFieldIn(field, [&raw](const WireReader& part) -> Status {
    if (part.field() == 1) {
      HLOOM_ASSIGN_OR_RETURN(const std::string_view bytes, part.Bytes());
      raw.payload = std::string(bytes);
      raw.payload_id.reset();
    } else if (part.field() == 2) {
      HLOOM_ASSIGN_OR_RETURN(raw.payload_id, part.Int64());
      raw.payload.reset();
    }
    return OkStatus();
  });
}

// Fills the fields of an attribute struct from those of the message.
class AttributeReader final : public AttributeVisitor {
 public:
  explicit AttributeReader(WireReader message) : message_(message) {}

  // Each field reads its parts from the message: there are only a few.
  void Field(const AttributeField& field, const AttributeKind& kind, void* value) override {
    if (field.proto_field == 0 || !status_.ok()) return;
    if (field.proto_message != 0) return FieldOfMessage(field, kind, value);
    bool found = false;
    if (field.zero_in_bytes) kind.clear(value);
    status_ = ReadFrom(message_, {field.proto_field, field.proto_flag, field.proto_others}, kind,
                       value, &found);
    if (status_.ok() && !found && field.always_write && !field.omit_default) {
      status_ = InvalidArgument(kProtoM8)
                    .Say(StrCat("the attribute ", field.name, " is missing"))
                    .Help(StrCat("write it as field ", field.proto_field, ": it has no default"));
    }
  }

  const Status& status() const { return status_; }

 private:
  // `flag` may be 0, which no field has.
  struct Numbers {
    int field;
    int flag;
    Span<const int> others = {};

    bool Name(int number) const {
      return number == field || number == flag ||
             std::find(others.begin(), others.end(), number) != others.end();
    }
  };
  static Status ReadFrom(const WireReader& message, Numbers numbers, const AttributeKind& kind,
                         void* value, bool* found) {
    return ForEachField(message, [&](const WireReader& reader) -> Status {
      if (!numbers.Name(reader.field())) return OkStatus();
      *found = true;
      return kind.read(value, reader);
    });
  }

  // Protobuf merges the parts of a message that is split.
  void FieldOfMessage(const AttributeField& field, const AttributeKind& kind, void* value) {
    bool there = false;
    status_ = ForEachField(message_, [&](const WireReader& reader) -> Status {
      if (reader.field() != field.proto_message) return OkStatus();
      there = true;
      bool found = false;
      const auto read = [&](const WireReader& holder) -> Status {
        HLOOM_ASSIGN_OR_RETURN(const WireReader message, holder.Message());
        return ReadFrom(message, {field.proto_field, 0}, kind, value, &found);
      };
      if (field.proto_submessage == 0) return read(reader);
      return ForEachFieldIn(reader, [&](const WireReader& part) -> Status {
        return part.field() == field.proto_submessage ? read(part) : OkStatus();
      });
    });
    if (!status_.ok() || there || field.omit_default) return;
    status_ = InvalidArgument(kProtoM8)
                  .Say(StrCat("the message that holds ", field.name, " is missing"))
                  .Help(StrCat("write it as field ", field.proto_message, ", even if it is empty"));
  }

  WireReader message_;
  Status status_;
};

StatusOr<HloOpcode> ReadOpcode(const std::string& name) {
  if (const std::optional<HloOpcode> opcode = ParseHloOpcode(name)) return *opcode;
  constexpr size_t kLongest = 64;
  std::vector<std::string_view> known;
  for (const OpDef* def : AllOpDefs()) known.push_back(def->name);
  // Far longer than any operation, so no name is near it.
  const std::string_view near =
      name.size() <= kLongest ? NearestWord(name, known) : std::string_view();
  return Unimplemented(kProtoM6)
      .Say(StrCat("the operation \"", name.substr(0, kLongest), name.size() > kLongest ? "..." : "",
                  "\" is not supported"))
      .Help(near.empty() ? StrCat("hloom has: ", StrJoin(known, ", "))
                         : StrCat("the nearest operation that hloom has is ", near));
}

}  // namespace

StatusOr<RawInstruction> ReadRawInstruction(const WireReader& message, int64_t max_parts) {
  RawInstruction raw;
  HLOOM_RETURN_IF_ERROR(ForEachField(message, [&raw, max_parts](const WireReader& field) -> Status {
    switch (field.field()) {
      case kInstructionName:
        return Store(field.String(), &raw.name);
      case kOpcode:
        return Store(field.String(), &raw.opcode);
      case kInstructionId:
        return Store(field.Int64(), &raw.id);
      case kOperandIds:
        return field.AppendInt64s(&raw.operand_ids);
      case kCalledComputationIds:
        return field.AppendInt64s(&raw.callee_ids);
      case kShape: {
        HLOOM_ASSIGN_OR_RETURN(WireReader shape, field.Message());
        HLOOM_ASSIGN_OR_RETURN(raw.shape, ReadShapeProto(shape, max_parts));
        return OkStatus();
      }
      case kBackendConfigPayload:
        return ReadPayload(field, raw);
      default:
        return ReadExtras(field, raw);
    }
  }));
  return raw;
}

StatusOr<InstructionDraft> DraftInstruction(const WireReader& message, RawInstruction& raw,
                                            const InstructionsById& instructions,
                                            const ComputationsById& computations) {
  HLOOM_ASSIGN_OR_RETURN(const HloOpcode opcode, ReadOpcode(raw.opcode));
  const OpDef& def = GetOpDef(opcode);
  if (!raw.shape) {
    return InvalidArgument(kProtoM7)
        .Op(def.name)
        .Say("the instruction has no shape")
        .Help(std::string(kDamaged));
  }
  std::vector<HloInstruction*> operands;
  for (int64_t id : raw.operand_ids) {
    const auto found = instructions.find(LocalId(id));
    if (found == instructions.end()) {
      return InvalidArgument(kProtoM3)
          .Op(def.name)
          .Say(StrCat("no earlier instruction of the computation has the id ", id, " of operand ",
                      operands.size()))
          .Help("operands come before their users, as XLA writes them");
    }
    operands.push_back(found->second);
  }
  std::vector<const HloComputation*> callees;
  for (int64_t id : raw.callee_ids) {
    const auto found = computations.find(id);
    if (found == computations.end()) {
      return InvalidArgument(kProtoM4)
          .Op(def.name)
          .Say(StrCat("no earlier computation of the module has the id ", id, ", which is called"))
          .Help("callees come before their callers, as XLA writes them");
    }
    callees.push_back(found->second);
  }
  std::unique_ptr<Attributes> attributes;
  if (def.make_attributes != nullptr) {
    attributes = def.make_attributes();
    AttributeReader reader(message);
    attributes->Visit(reader);
    if (!reader.status().ok()) return reader.status().WithOp(def.name);
  }
  for (const int64_t id : raw.predecessor_ids) {
    const auto found = instructions.find(LocalId(id));
    if (found == instructions.end()) {
      return InvalidArgument(kProtoM3)
          .Op(def.name)
          .Say(StrCat("no earlier instruction of the computation has the id ", id,
                      " of a control predecessor"))
          .Help("control predecessors come before, as XLA writes them");
    }
    raw.extras->control_predecessors.push_back(found->second);
  }
  return InstructionDraft{
      .opcode = opcode,
      .operands = std::move(operands),
      .attributes = std::move(attributes),
      .called_computations = std::move(callees),
      .shape = std::make_shared<const Shape>(*std::move(raw.shape)),
      .extras = std::move(raw.extras),
      .written = true,
  };
}

}  // namespace hloom::hlo_proto
