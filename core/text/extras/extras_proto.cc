#include "text/extras/extras_proto.h"

#include "base/wire_util.h"
#include "text/extras/metadata_proto.h"
#include "text/extras/sharding_proto.h"
#include "text/proto/schedule_proto.h"

namespace hloom::hlo_proto {

namespace {

// ---- tables: a field, and the member that holds it ----

template <typename T>
struct ExtrasProtoNumberField {
  int number;
  int32_t T::*member;
};

using Location = StackFrameIndex::FileLocation;
using Frame = StackFrameIndex::StackFrame;
constexpr ExtrasProtoNumberField<Location> kLocationNumbers[] = {
    {1, &Location::file_name_id}, {2, &Location::function_name_id}, {3, &Location::line},
    {4, &Location::column},       {5, &Location::end_line},         {6, &Location::end_column},
};
constexpr ExtrasProtoNumberField<Frame> kFrameNumbers[] = {
    {1, &Frame::file_location_id},
    {2, &Frame::parent_frame_id},
};

template <typename T, size_t kCount>
Status ReadNumbers(const WireReader& field, const ExtrasProtoNumberField<T> (&fields)[kCount],
                   T& record) {
  return ForEachFieldIn(field, [&](const WireReader& reader) -> Status {
    for (const ExtrasProtoNumberField<T>& row : fields) {
      if (row.number == reader.field()) return Store(reader.Int32(), &(record.*row.member));
    }
    return OkStatus();
  });
}

template <typename T, size_t kCount>
void WriteNumbers(int field, const ExtrasProtoNumberField<T> (&fields)[kCount], const T& record,
                  WireWriter& out) {
  out.BeginMessage(field);
  for (const ExtrasProtoNumberField<T>& row : fields) out.SetInt32(row.number, record.*row.member);
  out.EndMessage();
}

// ---- maps: an entry is a message of a key, 1, and a value, 2 ----

void WriteFrontendAttributes(int field, const FrontendAttributes& attributes, WireWriter& out) {
  if (attributes.empty()) return;
  out.BeginMessage(field);
  for (const auto& [name, value] : attributes) {
    out.BeginMessage(1);
    out.AddString(1, name);
    out.AddString(2, value);
    out.EndMessage();
  }
  out.EndMessage();
}

Status ReadFrontendAttributes(const WireReader& field, FrontendAttributes& attributes) {
  return ForEachFieldIn(field, [&](const WireReader& entry) -> Status {
    if (entry.field() != 1) return OkStatus();
    std::string name;
    std::string value;
    HLOOM_RETURN_IF_ERROR(ForEachFieldIn(entry, [&](const WireReader& reader) -> Status {
      if (reader.field() == 1) return Store(reader.String(), &name);
      return reader.field() == 2 ? Store(reader.String(), &value) : OkStatus();
    }));
    attributes[std::move(name)] = std::move(value);
    return OkStatus();
  });
}

// ---- statistics ----

void WriteStatistics(const Statistics& statistics, WireWriter& out) {
  out.BeginMessage(kStatistics);
  out.SetInt64(1, statistics.index_to_show);
  for (const Statistics::Entry& entry : statistics.entries) {
    out.BeginMessage(2);
    out.SetString(1, entry.name);
    out.SetDouble(2, entry.value);
    out.EndMessage();
  }
  out.EndMessage();
}

Status ReadStatistics(const WireReader& field, Statistics& statistics) {
  return ForEachFieldIn(field, [&](const WireReader& reader) -> Status {
    if (reader.field() == 1) return Store(reader.Int64(), &statistics.index_to_show);
    if (reader.field() != 2) return OkStatus();
    Statistics::Entry& entry = statistics.entries.emplace_back();
    return ForEachFieldIn(reader, [&](const WireReader& part) -> Status {
      if (part.field() == 1) return Store(part.String(), &entry.name);
      return part.field() == 2 ? Store(part.Double(), &entry.value) : OkStatus();
    });
  });
}

// ---- the module ----

constexpr int kMayAlias = 1;
constexpr int kMustAlias = 2;

void WriteAliases(const std::vector<InputOutputAlias>& aliases, WireWriter& out) {
  out.BeginMessage(kInputOutputAlias);
  for (const InputOutputAlias& alias : aliases) {
    out.BeginMessage(1);
    out.PackInt64s(1, alias.output_index);
    out.SetInt64(2, alias.parameter_number);
    out.PackInt64s(3, alias.parameter_index);
    out.SetInt32(4, alias.must_alias ? kMustAlias : kMayAlias);
    out.EndMessage();
  }
  out.EndMessage();
}

Status ReadAlias(const WireReader& field, InputOutputAlias& alias) {
  return ForEachFieldIn(field, [&](const WireReader& reader) -> Status {
    switch (reader.field()) {
      case 1:
        return reader.AppendInt64s(&alias.output_index);
      case 2:
        return Store(reader.Int64(), &alias.parameter_number);
      case 3:
        return reader.AppendInt64s(&alias.parameter_index);
      case 4: {
        HLOOM_ASSIGN_OR_RETURN(const int32_t kind, reader.Int32());
        alias.must_alias = kind == kMustAlias;
        return OkStatus();
      }
      default:
        return OkStatus();
    }
  });
}

void WriteDonors(const std::vector<BufferDonor>& donors, WireWriter& out) {
  out.BeginMessage(kBufferDonor);
  for (const BufferDonor& donor : donors) {
    out.BeginMessage(1);
    out.SetInt64(1, donor.parameter_number);
    out.PackInt64s(2, donor.parameter_index);
    out.EndMessage();
  }
  out.EndMessage();
}

Status ReadDonor(const WireReader& field, BufferDonor& donor) {
  return ForEachFieldIn(field, [&](const WireReader& reader) -> Status {
    if (reader.field() == 1) return Store(reader.Int64(), &donor.parameter_number);
    return reader.field() == 2 ? reader.AppendInt64s(&donor.parameter_index) : OkStatus();
  });
}

void WriteStackFrames(const StackFrameIndex& index, WireWriter& out) {
  out.BeginMessage(kStackFrameIndex);
  for (const std::string& name : index.file_names) out.AddString(1, name);
  for (const std::string& name : index.function_names) out.AddString(2, name);
  for (const Location& location : index.file_locations)
    WriteNumbers(3, kLocationNumbers, location, out);
  for (const Frame& frame : index.stack_frames) WriteNumbers(4, kFrameNumbers, frame, out);
  out.EndMessage();
}

Status ReadStackFrames(const WireReader& field, StackFrameIndex& index) {
  return ForEachFieldIn(field, [&](const WireReader& reader) -> Status {
    switch (reader.field()) {
      case 1:
        return Store(reader.String(), &index.file_names.emplace_back());
      case 2:
        return Store(reader.String(), &index.function_names.emplace_back());
      case 3:
        return ReadNumbers(reader, kLocationNumbers, index.file_locations.emplace_back());
      case 4:
        return ReadNumbers(reader, kFrameNumbers, index.stack_frames.emplace_back());
      default:
        return OkStatus();
    }
  });
}

ShardingDomain& DomainOf(InstructionExtras& extras) {
  return extras.domain ? *extras.domain : extras.domain.emplace();
}

}  // namespace

void WriteExtrasField(const InstructionExtras& extras, int field, WireWriter& out) {
  switch (field) {
    case kMetadata:
      if (extras.metadata != OpMetadata()) WriteMetadata(extras.metadata, field, out);
      return;
    case kControlPredecessorIds: {
      std::vector<int64_t> ids;
      for (const HloInstruction* before : extras.control_predecessors)
        ids.push_back(before->unique_id());
      out.PackInt64s(field, ids);
      return;
    }
    case kSharding:
      if (extras.sharding) WriteSharding(*extras.sharding, field, out);
      return;
    case kBackendConfig:
      out.SetBytes(field, extras.backend_config);
      return;
    case kDomainEntrySharding:
      if (extras.domain && extras.domain->operand_side)
        WriteSharding(*extras.domain->operand_side, field, out);
      return;
    case kDomainExitSharding:
      if (extras.domain && extras.domain->user_side)
        WriteSharding(*extras.domain->user_side, field, out);
      return;
    case kParameterReplication:
      if (extras.parameter_replication.empty()) return;
      out.BeginMessage(field);
      out.PackBools(1, std::vector<uint8_t>(extras.parameter_replication.begin(),
                                            extras.parameter_replication.end()));
      out.EndMessage();
      return;
    case kFrontendAttributes:
      WriteFrontendAttributes(field, extras.frontend_attributes, out);
      return;
    case kStatistics:
      if (extras.statistics != Statistics()) WriteStatistics(extras.statistics, out);
      return;
    case kOriginalValue:
      if (extras.origin) WriteOriginalValue(*extras.origin, field, out);
      return;
  }
}

Status ReadExtrasField(const WireReader& reader, InstructionExtras& extras,
                       std::vector<int64_t>& predecessor_ids, bool* found) {
  *found = true;
  switch (reader.field()) {
    case kMetadata:
      return ReadMetadata(reader, extras.metadata);
    case kControlPredecessorIds:
      return reader.AppendInt64s(&predecessor_ids);
    case kSharding:
      return ReadSharding(reader, extras.sharding.emplace());
    case kDomainEntrySharding:
      return ReadSharding(reader, DomainOf(extras).operand_side.emplace());
    case kDomainExitSharding:
      return ReadSharding(reader, DomainOf(extras).user_side.emplace());
    case kOriginalValue:
      return ReadOriginalValue(reader, extras.origin.emplace());
    case kBackendConfig: {
      HLOOM_ASSIGN_OR_RETURN(const std::string_view bytes, reader.Bytes());
      extras.backend_config = std::string(bytes);
      return OkStatus();
    }
    case kParameterReplication: {
      std::vector<uint8_t> flags;
      HLOOM_RETURN_IF_ERROR(ForEachFieldIn(reader, [&](const WireReader& part) -> Status {
        return part.field() == 1 ? part.AppendBools(&flags) : OkStatus();
      }));
      extras.parameter_replication.assign(flags.begin(), flags.end());
      return OkStatus();
    }
    case kFrontendAttributes:
      return ReadFrontendAttributes(reader, extras.frontend_attributes);
    case kStatistics:
      return ReadStatistics(reader, extras.statistics);
    default:
      *found = false;
      return OkStatus();
  }
}

void WriteConfig(const HloModule& module, WireWriter& out) {
  const HloModuleConfig& config = module.config();
  if (config.is_scheduled) WriteSchedule(module, kSchedule, out);
  if (!config.input_output_alias.empty()) WriteAliases(config.input_output_alias, out);
  if (config.stack_frame_index != StackFrameIndex())
    WriteStackFrames(config.stack_frame_index, out);
  if (!config.buffer_donor.empty()) WriteDonors(config.buffer_donor, out);
  WriteFrontendAttributes(kModuleFrontendAttributes, config.frontend_attributes, out);
}

Status ReadConfigField(const WireReader& reader, HloModuleConfig& config) {
  switch (reader.field()) {
    case kInputOutputAlias:
      return ForEachFieldIn(reader, [&](const WireReader& entry) -> Status {
        if (entry.field() != 1) return OkStatus();
        return ReadAlias(entry, config.input_output_alias.emplace_back());
      });
    case kStackFrameIndex:
      return ReadStackFrames(reader, config.stack_frame_index);
    case kBufferDonor:
      return ForEachFieldIn(reader, [&](const WireReader& entry) -> Status {
        if (entry.field() != 1) return OkStatus();
        return ReadDonor(entry, config.buffer_donor.emplace_back());
      });
    case kModuleFrontendAttributes:
      return ReadFrontendAttributes(reader, config.frontend_attributes);
    default:
      return OkStatus();
  }
}

}  // namespace hloom::hlo_proto
