#include "text/extras/extras_text.h"

#include <iterator>
#include <utility>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "hlo/rules.h"
#include "ops/rules.h"
#include "text/extras/metadata_text.h"
#include "text/extras/original_value_text.h"
#include "text/extras/sharding_text.h"
#include "text/hlo/text_values.h"
#include "text/rules.h"

namespace hloom::hlo_text {

namespace {

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

// ---- domain ----

void AppendSide(std::string& out, const std::optional<HloSharding>& sharding) {
  if (sharding) {
    AppendSharding(out, *sharding);
  } else {
    out.append("{}");
  }
}

// A domain is entered at the uses of its value: entry is the sharding of the users.
void PrintDomain(std::string& out, const InstructionExtras& extras, const ExtrasPrintOptions&) {
  out.append("{kind=\"sharding\", entry=");
  AppendSide(out, extras.domain->user_side);
  out.append(", exit=");
  AppendSide(out, extras.domain->operand_side);
  out.push_back('}');
}

Status ReadSide(TextReader& in, std::optional<HloSharding>& sharding) {
  const size_t begin = in.position();
  if (in.Accept('{') && in.Accept('}')) return OkStatus();
  in.set_position(begin);
  return ReadSharding(in, sharding.emplace());
}

Status ReadDomainKind(TextReader& in) {
  const size_t at = in.position();
  const StatusOr<std::string> kind = in.String();
  HLOOM_RETURN_IF_ERROR(kind.status());
  if (*kind == "sharding") return OkStatus();
  return in.ErrorAt(at, kDomainC1, StrCat("unknown kind of domain ", QuotedText(Shortened(*kind))))
      .Help("write kind=\"sharding\"");
}

Status ParseDomain(TextReader& in, const InstructionTable&, InstructionExtras& extras) {
  static constexpr std::string_view kParts[] = {"kind", "entry", "exit"};
  const size_t begin = in.position();
  ShardingDomain domain;
  bool seen[3] = {};
  HLOOM_RETURN_IF_ERROR(in.List('{', '}', "the parts of the domain", [&]() -> Status {
    const size_t at = in.position();
    HLOOM_ASSIGN_OR_RETURN(const size_t part, in.OneOf(kParts, "kind, entry or exit"));
    if (std::exchange(seen[part], true)) {
      return in.ErrorAt(at, kTextP7, StrCat(kParts[part], " is given twice"))
          .Help("keep one of them");
    }
    HLOOM_RETURN_IF_ERROR(in.Expect('=', "after the name of a part"));
    if (part == 0) return ReadDomainKind(in);
    return ReadSide(in, part == 1 ? domain.user_side : domain.operand_side);
  }));
  for (size_t part = 0; part < std::size(kParts); ++part) {
    if (seen[part]) continue;
    return in.ErrorAt(begin, kTextP8, StrCat("the domain needs ", kParts[part]))
        .Help("write domain={kind=\"sharding\", entry={replicated}, exit={maximal device=0}}");
  }
  // Bytes cannot distinguish a domain without shardings from no domain.
  if (domain != ShardingDomain()) extras.domain.emplace() = std::move(domain);
  return OkStatus();
}

// ---- control predecessors ----

void PrintControlPredecessors(std::string& out, const InstructionExtras& extras,
                              const ExtrasPrintOptions& options) {
  out.push_back('{');
  bool first = true;
  for (const HloInstruction* before : extras.control_predecessors) {
    out.append(first ? "" : ", ");
    AppendName(out, before->name(), options.print_percent);
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
    if (found == names.end()) {
      return in.ErrorAt(at, kTextP4, StrCat("no instruction %", name, " comes before this one"))
          .Help("a control predecessor is defined earlier in the same computation");
    }
    extras.control_predecessors.push_back(found->second);
    return OkStatus();
  });
}

bool HasMetadata(const InstructionExtras& extras) { return extras.metadata != OpMetadata(); }

constexpr ExtraAttribute kExtras[] = {
    {
        .name = "domain",
        .present = [](const InstructionExtras& e) { return static_cast<bool>(e.domain); },
        .print = PrintDomain,
        .parse = ParseDomain,
    },
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
    {
        .name = "sharding",
        .present = [](const InstructionExtras& e) { return static_cast<bool>(e.sharding); },
        .print = [](std::string& out, const InstructionExtras& extras,
                    const ExtrasPrintOptions&) { AppendSharding(out, *extras.sharding); },
        .parse = [](TextReader& in, const InstructionTable&, InstructionExtras& extras) -> Status {
          return ReadSharding(in, extras.sharding.emplace());
        },
    },
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
    {
        .name = "origin",
        .present = [](const InstructionExtras& e) { return static_cast<bool>(e.origin); },
        .print = [](std::string& out, const InstructionExtras& extras,
                    const ExtrasPrintOptions&) { AppendOriginalValue(out, *extras.origin); },
        .parse = [](TextReader& in, const InstructionTable&, InstructionExtras& extras) -> Status {
          return ReadOriginalValue(in, extras.origin.emplace());
        },
    },
    {
        .name = "metadata",
        .present = HasMetadata,
        .print = [](std::string& out, const InstructionExtras& extras,
                    const ExtrasPrintOptions&) { AppendMetadata(out, extras.metadata); },
        .parse = [](TextReader& in, const InstructionTable&,
                    InstructionExtras& extras) { return ReadMetadata(in, extras.metadata); },
    },
    {
        .name = "backend_config",
        .present = [](const InstructionExtras& e) { return !e.backend_config.empty(); },
        .print = [](std::string& out, const InstructionExtras& extras,
                    const ExtrasPrintOptions&) { AppendStringOrJson(out, extras.backend_config); },
        .parse = [](TextReader& in, const InstructionTable&, InstructionExtras& extras) -> Status {
          HLOOM_ASSIGN_OR_RETURN(extras.backend_config, ReadBytesOrJson(in));
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
