#include "hlo/attributes/custom_call_kinds.h"

#include "base/str_cat.h"
#include "base/wire_util.h"
#include "hlo/kinds/enum_kind.h"
#include "hlo/kinds/record_kind.h"

namespace hloom {

namespace {

constexpr std::string_view kSchedules[] = {"SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST"};
constexpr std::string_view kVersions[] = {
    "API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
    "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI"};

// JavaScript cannot choose the unspecified version.
constexpr JsForm kVersionForm = {
    .type = JsForm::Type::kChoice,
    .choices = Span<const std::string_view>(kVersions).subspan(1, std::size(kVersions) - 1),
    .default_text = kVersions[1]};

constexpr AttributeKind VersionKind() {
  AttributeKind kind = WithChoices<CustomCallApiVersion, kVersionForm, 1>(
      NumberedEnumKind<CustomCallApiVersion, kVersions>("custom_call_api_version"));
  kind.is_default = [](const void* value) {
    return *static_cast<const CustomCallApiVersion*>(value) == CustomCallApiVersion::kOriginal;
  };
  kind.set_default = [](void* value) {
    *static_cast<CustomCallApiVersion*>(value) = CustomCallApiVersion::kOriginal;
  };
  // A missing api_version means the original API.
  kind.read = [](void* value, const WireReader& field) -> Status {
    HLOOM_ASSIGN_OR_RETURN(const int32_t number, field.Int32());
    HLOOM_ASSIGN_OR_RETURN(const auto version,
                           EnumOfNumber<CustomCallApiVersion>(kVersions, number));
    *static_cast<CustomCallApiVersion*>(value) =
        version == CustomCallApiVersion::kUnspecified ? CustomCallApiVersion::kOriginal : version;
    return OkStatus();
  };
  return kind;
}

constexpr AttributeKind kSchedule = WithChoices<CustomCallSchedule, kChoiceForm<kSchedules>>(
    NumberedEnumKind<CustomCallSchedule, kSchedules>("custom_call_schedule"));
constexpr AttributeKind kVersion = VersionKind();

OutputOperandAliasing& Aliases(void* value) { return *static_cast<OutputOperandAliasing*>(value); }
const OutputOperandAliasing& Aliases(const void* value) {
  return *static_cast<const OutputOperandAliasing*>(value);
}

StatusOr<std::vector<int64_t>> ReadIndex(TextReader& in) {
  std::vector<int64_t> index;
  HLOOM_RETURN_IF_ERROR(in.List('{', '}', "the index of a part", [&]() -> Status {
    HLOOM_ASSIGN_OR_RETURN(const int64_t i, in.Int64());
    index.push_back(i);
    return OkStatus();
  }));
  return index;
}

Status ParseAlias(TextReader& in, OutputOperandAlias& alias) {
  HLOOM_ASSIGN_OR_RETURN(alias.output_index, ReadIndex(in));
  HLOOM_RETURN_IF_ERROR(in.Expect(':', "after the index of a part of the result"));
  HLOOM_RETURN_IF_ERROR(in.Expect('(', "before the operand"));
  HLOOM_ASSIGN_OR_RETURN(alias.operand, in.Int64());
  HLOOM_RETURN_IF_ERROR(in.Expect(',', "after the number of the operand"));
  HLOOM_ASSIGN_OR_RETURN(alias.operand_index, ReadIndex(in));
  return in.Expect(')', "after the operand");
}

void PrintAliases(const void* value, std::string& out) {
  std::string_view separator = "{";
  for (const OutputOperandAlias& alias : Aliases(value)) {
    StrAppend(out, separator, Braced(alias.output_index), ": (", alias.operand, ", ",
              Braced(alias.operand_index), ")");
    separator = ", ";
  }
  out.append(Aliases(value).empty() ? "{}" : "}");
}

// XLA's OutputOperandAliasing: the indices are packed, with the operand's number between them.
void WriteAliases(const void* value, int field, WireWriter& out) {
  for (const OutputOperandAlias& alias : Aliases(value)) {
    out.BeginMessage(field);
    out.PackInt64s(1, alias.output_index);
    out.SetInt64(2, alias.operand);
    out.PackInt64s(3, alias.operand_index);
    out.EndMessage();
  }
}

Status ReadAlias(void* value, const WireReader& field) {
  OutputOperandAlias alias;
  HLOOM_RETURN_IF_ERROR(ForEachFieldIn(field, [&alias](const WireReader& message) -> Status {
    switch (message.field()) {
      case 1:
        return message.AppendInt64s(&alias.output_index);
      case 2:
        return Store(message.Int64(), &alias.operand);
      case 3:
        return message.AppendInt64s(&alias.operand_index);
      default:
        return OkStatus();
    }
  }));
  Aliases(value).push_back(std::move(alias));
  return OkStatus();
}

// XLA reads the constrained shapes (57) only if constrain_layout (56) is set.
constexpr AttributeKind LayoutConstraintsKind() {
  return {
      .name = "shape[]",
      .print =
          [](const void* value, std::string& out) {
            AttributeKindOf<std::vector<Shape>>().print(
                &static_cast<const LayoutConstraints*>(value)->operands, out);
          },
      .parse = [](void* value, TextReader& in, const Shape* shape) -> Status {
        LayoutConstraints& constraints = *static_cast<LayoutConstraints*>(value);
        constraints.constrained = true;
        return AttributeKindOf<std::vector<Shape>>().parse(&constraints.operands, in, shape);
      },
      .equal =
          [](const void* a, const void* b) {
            return *static_cast<const LayoutConstraints*>(a) ==
                   *static_cast<const LayoutConstraints*>(b);
          },
      .is_default =
          [](const void* value) {
            return !static_cast<const LayoutConstraints*>(value)->constrained;
          },
      .hash =
          [](const void* value, Hasher& hasher) {
            const auto& constraints = *static_cast<const LayoutConstraints*>(value);
            hasher.AddNumber(constraints.constrained ? 1 : 0);
            if (!constraints.constrained) return;
            AttributeKindOf<std::vector<Shape>>().hash(&constraints.operands, hasher);
          },
      .write =
          [](const void* value, int field, WireWriter& out) {
            out.AddBool(kConstrainLayoutField, true);
            AttributeKindOf<std::vector<Shape>>().write(
                &static_cast<const LayoutConstraints*>(value)->operands, field, out);
          },
      .read = [](void* value, const WireReader& field) -> Status {
        LayoutConstraints& constraints = *static_cast<LayoutConstraints*>(value);
        if (field.field() == kConstrainLayoutField) {
          HLOOM_ASSIGN_OR_RETURN(constraints.constrained, field.Bool());
          return OkStatus();
        }
        return AttributeKindOf<std::vector<Shape>>().read(&constraints.operands, field);
      },
  };
}
constexpr AttributeKind kLayoutConstraints = LayoutConstraintsKind();

constexpr JsForm kAliasForm = RecordForm<OutputOperandAlias>(
    "OutputOperandAlias",
    "A part of the result of a custom call that may lie where a part of an operand does.");
constexpr AttributeKind kAlias = RecordKind<OutputOperandAlias, kAliasForm>();
constexpr JsForm kAliasingForm = {.type = JsForm::Type::kList,
                                  .parts = kJsElement<OutputOperandAlias>,
                                  .meaning = "an array of objects",
                                  .example = "an array of objects with their fields",
                                  .default_text = "{}"};

constexpr AttributeKind kAliasing = {
    .name = "output_operand_aliasing",
    .print = PrintAliases,
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      Aliases(value).clear();
      return in.List('{', '}', "the aliases",
                     [&] { return ParseAlias(in, Aliases(value).emplace_back()); });
    },
    .equal = [](const void* a, const void* b) { return Aliases(a) == Aliases(b); },
    .is_default = [](const void* value) { return Aliases(value).empty(); },
    .hash =
        [](const void* value, Hasher& hasher) {
          for (const OutputOperandAlias& alias : Aliases(value)) kAlias.hash(&alias, hasher);
        },
    .write = WriteAliases,
    .read = ReadAlias,
    .js = &kAliasingForm,
    .read_json = ReadJsonList<OutputOperandAlias>,
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<CustomCallSchedule>() {
  return kSchedule;
}
template <>
const AttributeKind& AttributeKindOf<CustomCallApiVersion>() {
  return kVersion;
}
template <>
const AttributeKind& AttributeKindOf<LayoutConstraints>() {
  return kLayoutConstraints;
}
template <>
const AttributeKind& AttributeKindOf<OutputOperandAlias>() {
  return kAlias;
}
template <>
const AttributeKind& AttributeKindOf<OutputOperandAliasing>() {
  return kAliasing;
}

}  // namespace hloom
