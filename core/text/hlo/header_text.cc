#include "text/hlo/header_text.h"

#include <algorithm>

#include "base/rules.h"
#include "base/str_cat.h"
#include "hlo/read_shape.h"
#include "hlo/rules.h"
#include "text/extras/stack_frames_text.h"
#include "text/hlo/text_values.h"
#include "text/rules.h"

namespace hloom::hlo_text {

namespace {

// The default entry layout of a module: that of its own parameters and result.
ProgramShape EntryLayout(const HloModule& module) {
  return module.config().entry_computation_layout
             ? *module.config().entry_computation_layout
             : module.entry_computation().ComputeProgramShape();
}

// ---- one row for each attribute ----

struct HeaderAttribute {
  std::string_view name;
  bool (*present)(const HloModuleConfig& config);
  void (*print)(std::string& out, const HloModule& module);
  Status (*parse)(TextReader& in, HloModuleConfig& config, HeaderPlaces& places);
  // True if `parse` reports the positions of the entries of the attribute; otherwise the attribute
  // is one entry.
  bool has_entries = false;
  bool on_line_of_its_own = false;
};

void PrintAliases(std::string& out, const HloModule& module) {
  const char* separator = "{ ";
  for (const InputOutputAlias& alias : module.config().input_output_alias) {
    StrAppend(out, separator, Braced(alias.output_index), ": (", alias.parameter_number, ", ",
              Braced(alias.parameter_index), ", ", alias.must_alias ? "must-alias" : "may-alias",
              ")");
    separator = ", ";
  }
  out.append(" }");
}

// {0}: (1, {}, may-alias)
Status ReadAlias(TextReader& in, InputOutputAlias& alias) {
  HLOOM_ASSIGN_OR_RETURN(alias.output_index, ReadShapeIndex(in));
  HLOOM_RETURN_IF_ERROR(in.Expect(':', "between an output and its parameter"));
  HLOOM_RETURN_IF_ERROR(in.Expect('(', "before the parameter of an alias"));
  HLOOM_ASSIGN_OR_RETURN(alias.parameter_number, in.Int64());
  HLOOM_RETURN_IF_ERROR(in.Expect(',', "and the index inside the parameter"));
  HLOOM_ASSIGN_OR_RETURN(alias.parameter_index, ReadShapeIndex(in));
  if (in.Accept(',')) {
    constexpr std::string_view kKinds[] = {"may-alias", "must-alias"};
    HLOOM_ASSIGN_OR_RETURN(const size_t kind, in.OneOf(kKinds, "may-alias or must-alias"));
    alias.must_alias = kind == 1;
  }
  return in.Expect(')', "after the parameter of an alias");
}

Status ParseAliases(TextReader& in, HloModuleConfig& config, HeaderPlaces& places) {
  return in.List('{', '}', "the aliases", [&] {
    places.Add("input_output_alias", in.position());
    return ReadAlias(in, config.input_output_alias.emplace_back());
  });
}

void PrintDonors(std::string& out, const HloModule& module) {
  const char* separator = "{ ";
  for (const BufferDonor& donor : module.config().buffer_donor) {
    StrAppend(out, separator, "(", donor.parameter_number, ", ", Braced(donor.parameter_index),
              ")");
    separator = ", ";
  }
  out.append(" }");
}

Status ReadDonor(TextReader& in, BufferDonor& donor) {
  HLOOM_RETURN_IF_ERROR(in.Expect('(', "before a parameter that gives its buffer"));
  HLOOM_ASSIGN_OR_RETURN(donor.parameter_number, in.Int64());
  HLOOM_RETURN_IF_ERROR(in.Expect(',', "and the index inside the parameter"));
  HLOOM_ASSIGN_OR_RETURN(donor.parameter_index, ReadShapeIndex(in));
  return in.Expect(')', "after a parameter that gives its buffer");
}

Status ParseDonors(TextReader& in, HloModuleConfig& config, HeaderPlaces& places) {
  return in.List('{', '}', "the buffer donors", [&] {
    places.Add("buffer_donor", in.position());
    return ReadDonor(in, config.buffer_donor.emplace_back());
  });
}

void PrintEntryLayout(std::string& out, const HloModule& module) {
  const ProgramShape layout = EntryLayout(module);
  out.append("{(");
  for (size_t i = 0; i < layout.parameters.size(); ++i) {
    AppendSeparator(out, i, kIndexInterval);
    AppendShape(out, layout.parameters[i], /*print_layout=*/true);
  }
  out.append(")->");
  AppendShape(out, layout.result, /*print_layout=*/true);
  out.push_back('}');
}

Status ParseEntryLayout(TextReader& in, HloModuleConfig& config, HeaderPlaces&) {
  ProgramShape& layout = config.entry_computation_layout.emplace();
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the entry computation's layout"));
  HLOOM_RETURN_IF_ERROR(in.List('(', ')', "the parameters' shapes", [&]() -> Status {
    HLOOM_ASSIGN_OR_RETURN(Shape shape, ReadShape(in));
    layout.parameters.push_back(std::move(shape));
    return OkStatus();
  }));
  if (!in.Accept("->")) return in.Expected("'->' and the shape of the result");
  HLOOM_ASSIGN_OR_RETURN(layout.result, ReadShape(in));
  return in.Expect('}', "after the entry computation's layout");
}

template <bool HloModuleConfig::*kMember>
constexpr HeaderAttribute Flag(std::string_view name) {
  return {
      .name = name,
      .present = [](const HloModuleConfig& config) { return config.*kMember; },
      .print = [](std::string& out, const HloModule&) { out.append("true"); },
      .parse = [](TextReader& in, HloModuleConfig& config, HeaderPlaces&) -> Status {
        HLOOM_ASSIGN_OR_RETURN(config.*kMember, in.Bool());
        return OkStatus();
      },
  };
}

template <std::vector<bool> HloModuleConfig::*kMember>
constexpr HeaderAttribute Flags(std::string_view name) {
  return {
      .name = name,
      // {false} means the same as no attribute.
      .present =
          [](const HloModuleConfig& config) {
            const std::vector<bool>& values = config.*kMember;
            return values.size() > 1 || (values.size() == 1 && values[0]);
          },
      .print = [](std::string& out,
                  const HloModule& module) { AppendBools(out, module.config().*kMember); },
      .parse = [](TextReader& in, HloModuleConfig& config, HeaderPlaces&) -> Status {
        HLOOM_ASSIGN_OR_RETURN(config.*kMember, ReadBools(in));
        if ((config.*kMember).size() == 1 && !(config.*kMember)[0]) (config.*kMember).clear();
        return OkStatus();
      },
  };
}

// Attributes that are kept unchanged: tables for debuggers, whose entries may be whole programs.
template <std::string HloModuleConfig::*kMember>
constexpr HeaderAttribute BracedText(std::string_view name, bool on_line_of_its_own) {
  return {
      .name = name,
      .present = [](const HloModuleConfig& config) { return !(config.*kMember).empty(); },
      .print = [](std::string& out,
                  const HloModule& module) { out.append(module.config().*kMember); },
      .parse = [](TextReader& in, HloModuleConfig& config, HeaderPlaces&) -> Status {
        const size_t at = in.position();
        HLOOM_ASSIGN_OR_RETURN(const std::string_view text, in.Braces());
        HLOOM_RETURN_IF_ERROR(in.CheckUtf8(text, at));
        config.*kMember = std::string(text);
        return OkStatus();
      },
      .on_line_of_its_own = on_line_of_its_own,
  };
}

template <int64_t HloModuleConfig::*kMember>
constexpr HeaderAttribute DeviceCount(std::string_view name) {
  return {
      .name = name,
      .present = [](const HloModuleConfig& config) { return config.*kMember != 1; },
      .print = [](std::string& out,
                  const HloModule& module) { StrAppend(out, module.config().*kMember); },
      .parse = [](TextReader& in, HloModuleConfig& config, HeaderPlaces&) -> Status {
        const size_t at = in.position();
        HLOOM_ASSIGN_OR_RETURN(config.*kMember, in.Int64());
        if (config.*kMember >= 1) return OkStatus();
        return in
            .ErrorAt(at, kTextP2,
                     StrCat("a module cannot run ", config.*kMember, " times side by side"))
            .Help("write 1 or more");
      },
  };
}

// The attributes in the order in which XLA prints them.
constexpr HeaderAttribute kAttributes[] = {
    Flag<&HloModuleConfig::is_scheduled>("is_scheduled"),
    {
        .name = "input_output_alias",
        .present = [](const HloModuleConfig& config) { return !config.input_output_alias.empty(); },
        .print = PrintAliases,
        .parse = ParseAliases,
        .has_entries = true,
    },
    {
        .name = "buffer_donor",
        .present = [](const HloModuleConfig& config) { return !config.buffer_donor.empty(); },
        .print = PrintDonors,
        .parse = ParseDonors,
        .has_entries = true,
    },
    Flag<&HloModuleConfig::alias_passthrough_params>("alias_passthrough_params"),
    {
        .name = "entry_computation_layout",
        .present = [](const HloModuleConfig&) { return true; },
        .print = PrintEntryLayout,
        .parse = ParseEntryLayout,
    },
    Flags<&HloModuleConfig::allow_spmd_sharding_propagation_to_parameters>(
        "allow_spmd_sharding_propagation_to_parameters"),
    Flags<&HloModuleConfig::allow_spmd_sharding_propagation_to_output>(
        "allow_spmd_sharding_propagation_to_output"),
    DeviceCount<&HloModuleConfig::replica_count>("replica_count"),
    DeviceCount<&HloModuleConfig::num_partitions>("num_partitions"),
    {
        .name = "frontend_attributes",
        .present =
            [](const HloModuleConfig& config) { return !config.frontend_attributes.empty(); },
        .print =
            [](std::string& out, const HloModule& module) {
              AppendFrontendAttributes(out, module.config().frontend_attributes);
            },
        .parse =
            [](TextReader& in, HloModuleConfig& config, HeaderPlaces&) {
              return ReadFrontendAttributes(in, config.frontend_attributes);
            },
    },
    BracedText<&HloModuleConfig::origin_recovery_table>("origin_recovery_table",
                                                        /*on_line_of_its_own=*/false),
    BracedText<&HloModuleConfig::debug_attributes>("debug_attributes",
                                                   /*on_line_of_its_own=*/true),
};
constexpr size_t kAttributeCount = sizeof(kAttributes) / sizeof(kAttributes[0]);

Status ReadAttribute(TextReader& in, HloModuleConfig& config, HeaderPlaces& places,
                     uint32_t& seen) {
  std::string_view names[kAttributeCount];
  for (size_t i = 0; i < kAttributeCount; ++i) names[i] = kAttributes[i].name;
  const size_t at = in.position();
  const std::string_view name = in.PeekName();
  if (name.empty()) return in.Expected("an attribute of the module, like is_scheduled=true");
  const auto found = std::find(std::begin(names), std::end(names), name);
  if (found == std::end(names)) {
    const std::string_view near = name.size() > 64 ? "" : NearestWord(name, names);
    return in.ErrorAt(at, kTextP6, StrCat("a module has no attribute ", in.Found(at)))
        .Help(near.empty() ? StrCat("a module has ", StrJoin(names, ", "))
                           : StrCat("did you mean ", near, "?"));
  }
  const size_t i = static_cast<size_t>(found - std::begin(names));
  if ((seen & (uint32_t{1} << i)) != 0) {
    return in.ErrorAt(at, kTextP7, StrCat("the attribute ", name, " is given twice"))
        .Help("keep one of them");
  }
  seen |= uint32_t{1} << i;
  in.Name();
  HLOOM_RETURN_IF_ERROR(in.Expect('=', "after the name of an attribute"));
  if (!kAttributes[i].has_entries) places.Add(kAttributes[i].name, in.position());
  return kAttributes[i].parse(in, config, places);
}

}  // namespace

void AppendHeader(std::string& out, const HloModule& module) {
  for (const HeaderAttribute& attribute : kAttributes) {
    if (!attribute.present(module.config())) continue;
    StrAppend(out, attribute.on_line_of_its_own ? ",\n" : ", ", attribute.name, "=");
    attribute.print(out, module);
  }
  out.append("\n\n");
  AppendStackFrames(out, module.config().stack_frame_index);
}

const size_t* HeaderPlaces::Find(std::string_view attribute, size_t entry) const {
  for (const Place& place : places_) {
    if (place.attribute == attribute && entry-- == 0) return &place.position;
  }
  return nullptr;
}

Status ReadHeader(TextReader& in, HloModuleConfig& config, HeaderPlaces& places) {
  uint32_t seen = 0;
  while (in.Accept(',')) {
    HLOOM_RETURN_IF_ERROR(ReadAttribute(in, config, places, seen));
  }
  return ReadStackFrames(in, config.stack_frame_index);
}

}  // namespace hloom::hlo_text
