#include "text/extras_text.h"

#include "base/str_cat.h"

namespace hloom::hlo_text {

namespace {

// ---- metadata ----

// One of the members is set: how the field is written follows from its type.
struct MetadataField {
  std::string_view name;
  std::string OpMetadata::*text = nullptr;
  int32_t OpMetadata::*number = nullptr;
  std::vector<int64_t> OpMetadata::*list = nullptr;
};

constexpr MetadataField kMetadataFields[] = {
    {.name = "op_type", .text = &OpMetadata::op_type},
    {.name = "op_name", .text = &OpMetadata::op_name},
    {.name = "source_file", .text = &OpMetadata::source_file},
    {.name = "source_line", .number = &OpMetadata::source_line},
    {.name = "source_end_line", .number = &OpMetadata::source_end_line},
    {.name = "source_column", .number = &OpMetadata::source_column},
    {.name = "source_end_column", .number = &OpMetadata::source_end_column},
    {.name = "profile_type", .list = &OpMetadata::profile_type},
    {.name = "deduplicated_name", .text = &OpMetadata::deduplicated_name},
    {.name = "scheduling_name", .text = &OpMetadata::scheduling_name},
    {.name = "stack_frame_id", .number = &OpMetadata::stack_frame_id},
};
constexpr size_t kMetadataFieldCount = sizeof(kMetadataFields) / sizeof(kMetadataFields[0]);

bool HasMetadata(const InstructionExtras& extras) { return extras.metadata != OpMetadata(); }

void AppendMetadataField(std::string& out, const MetadataField& field, const OpMetadata& metadata) {
  if (field.text && !(metadata.*field.text).empty())
    StrAppend(out, " ", field.name, "=", QuotedText(metadata.*field.text));
  if (field.number && metadata.*field.number != 0)
    StrAppend(out, " ", field.name, "=", metadata.*field.number);
  if (field.list && !(metadata.*field.list).empty())
    StrAppend(out, " ", field.name, "=", Braced(metadata.*field.list));
}

void PrintMetadata(std::string& out, const InstructionExtras& extras, const ExtrasPrintOptions&) {
  std::string fields;
  for (const MetadataField& field : kMetadataFields)
    AppendMetadataField(fields, field, extras.metadata);
  StrAppend(out, "{", std::string_view(fields).substr(fields.empty() ? 0 : 1), "}");
}

Status ReadMetadataField(TextReader& in, const MetadataField& field, OpMetadata& metadata) {
  if (field.text) {
    HLOOM_ASSIGN_OR_RETURN(metadata.*field.text, in.String());
  } else if (field.number) {
    HLOOM_ASSIGN_OR_RETURN(metadata.*field.number, ReadInt32(in));
  } else {
    HLOOM_ASSIGN_OR_RETURN(metadata.*field.list, ReadShapeIndex(in));
  }
  return OkStatus();
}

// {op_name="x" source_line=7}, with or without commas.
Status ParseMetadata(TextReader& in, const InstructionTable&, InstructionExtras& extras) {
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the metadata"));
  std::string_view names[kMetadataFieldCount];
  for (size_t i = 0; i < kMetadataFieldCount; ++i) names[i] = kMetadataFields[i].name;
  uint32_t seen = 0;
  while (!in.Accept('}')) {
    in.Accept(',');
    const size_t at = in.position();
    HLOOM_ASSIGN_OR_RETURN(const size_t i, in.OneOf(names, "a field of the metadata, or '}'"));
    if ((seen & (uint32_t{1} << i)) != 0) {
      return in.ErrorAt(at, "text.p7", StrCat("the field ", names[i], " is there twice"))
          .Help("keep one of them");
    }
    seen |= uint32_t{1} << i;
    HLOOM_RETURN_IF_ERROR(in.Expect('=', "after a field of the metadata"));
    HLOOM_RETURN_IF_ERROR(ReadMetadataField(in, kMetadataFields[i], extras.metadata));
  }
  return OkStatus();
}

// ---- statistics ----

void PrintStatistics(std::string& out, const InstructionExtras& extras, const ExtrasPrintOptions&) {
  StrAppend(out, "{visualizing_index=", extras.statistics.index_to_show);
  for (const Statistics::Entry& entry : extras.statistics.entries)
    StrAppend(out, ",", entry.name, "=", entry.value);
  out.push_back('}');
}

// {visualizing_index=1,bytes=33,flops=4.5}
Status ParseStatistics(TextReader& in, const InstructionTable&, InstructionExtras& extras) {
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the statistics"));
  if (in.Accept('}')) return OkStatus();
  if (!in.AcceptWord("visualizing_index")) return in.Expected("visualizing_index=");
  HLOOM_RETURN_IF_ERROR(in.Expect('=', "after visualizing_index"));
  HLOOM_ASSIGN_OR_RETURN(extras.statistics.index_to_show, in.Int64());
  while (in.Accept(',')) {
    Statistics::Entry entry;
    entry.name = in.Name();
    if (entry.name.empty()) return in.Expected("the name of a statistic");
    HLOOM_RETURN_IF_ERROR(in.Expect('=', "after the name of a statistic"));
    HLOOM_ASSIGN_OR_RETURN(entry.value, in.Double());
    extras.statistics.entries.push_back(std::move(entry));
  }
  return in.Expect('}', "after the statistics");
}

// ---- control predecessors ----

void PrintControlPredecessors(std::string& out, const InstructionExtras& extras,
                              const ExtrasPrintOptions& options) {
  out.push_back('{');
  bool first = true;
  for (const HloInstruction* before : extras.control_predecessors) {
    StrAppend(out, first ? "" : ", ", options.print_percent ? "%" : "", before->name());
    first = false;
  }
  out.push_back('}');
}

Status ParseControlPredecessors(TextReader& in, const InstructionTable& names,
                                InstructionExtras& extras) {
  return in.List('{', '}', "the control predecessors", [&]() -> Status {
    in.Accept('%');
    const size_t at = in.position();
    const std::string_view name = in.Name();
    if (name.empty()) return in.Expected("the name of an instruction");
    const auto found = names.find(name);
    if (found == names.end()) {  // text.p4
      return in.ErrorAt(at, "text.p4", StrCat("no instruction %", name, " comes before this one"))
          .Help("a control predecessor is defined earlier in the same computation");
    }
    extras.control_predecessors.push_back(found->second);
    return OkStatus();
  });
}

// ---- what is kept as text ----

template <std::string InstructionExtras::*kMember>
constexpr ExtraAttribute BracedText(std::string_view name) {
  return {
      .name = name,
      .present = [](const InstructionExtras& extras) { return !(extras.*kMember).empty(); },
      .print = [](std::string& out, const InstructionExtras& extras,
                  const ExtrasPrintOptions&) { out.append(extras.*kMember); },
      .parse = [](TextReader& in, const InstructionTable&, InstructionExtras& extras) -> Status {
        HLOOM_ASSIGN_OR_RETURN(const std::string_view text, in.Braces());
        extras.*kMember = std::string(text);
        return OkStatus();
      },
  };
}

constexpr ExtraAttribute kExtras[] = {
    {
        .name = "parameter_replication",
        .present = [](const InstructionExtras& e) { return !e.parameter_replication.empty(); },
        .print = [](std::string& out, const InstructionExtras& extras,
                    const ExtrasPrintOptions&) { AppendBools(out, extras.parameter_replication); },
        .parse = [](TextReader& in, const InstructionTable&, InstructionExtras& extras) -> Status {
          HLOOM_ASSIGN_OR_RETURN(extras.parameter_replication, ReadBools(in));
          return OkStatus();
        },
    },
    BracedText<&InstructionExtras::sharding>("sharding"),
    {
        .name = "frontend_attributes",
        .present = [](const InstructionExtras& e) { return !e.frontend_attributes.empty(); },
        .print =
            [](std::string& out, const InstructionExtras& extras, const ExtrasPrintOptions&) {
              AppendFrontendAttributes(out, extras.frontend_attributes);
            },
        .parse =
            [](TextReader& in, const InstructionTable&, InstructionExtras& extras) {
              return ReadFrontendAttributes(in, extras.frontend_attributes);
            },
    },
    {
        .name = "control-predecessors",
        .present = [](const InstructionExtras& e) { return !e.control_predecessors.empty(); },
        .print = PrintControlPredecessors,
        .parse = ParseControlPredecessors,
    },
    {
        .name = "statistics",
        .present = [](const InstructionExtras& e) { return e.statistics != Statistics(); },
        .print = PrintStatistics,
        .parse = ParseStatistics,
    },
    BracedText<&InstructionExtras::origin>("origin"),
    {
        .name = "metadata",
        .present = HasMetadata,
        .print = PrintMetadata,
        .parse = ParseMetadata,
    },
    {
        .name = "backend_config",
        .present = [](const InstructionExtras& e) { return !e.backend_config.empty(); },
        .print = [](std::string& out, const InstructionExtras& extras,
                    const ExtrasPrintOptions&) { AppendStringOrJson(out, extras.backend_config); },
        .parse = [](TextReader& in, const InstructionTable&, InstructionExtras& extras) -> Status {
          HLOOM_ASSIGN_OR_RETURN(extras.backend_config, ReadStringOrJson(in));
          return OkStatus();
        },
    },
};

}  // namespace

Span<const ExtraAttribute> ExtraAttributes() { return kExtras; }

void AppendExtras(std::string& out, const InstructionExtras& extras,
                  const ExtrasPrintOptions& options) {
  for (const ExtraAttribute& extra : kExtras) {
    if (!extra.present(extras)) continue;
    if (extra.present == HasMetadata && !options.print_metadata) continue;
    StrAppend(out, ", ", extra.name, "=");
    extra.print(out, extras, options);
  }
}

}  // namespace hloom::hlo_text
