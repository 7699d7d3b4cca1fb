#include "hlo/attributes/custom_call.h"

#include "base/str_cat.h"
#include "base/wire_util.h"
#include "hlo/kinds/enum_codec.h"
#include "hlo/kinds/record_codec.h"

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

constexpr Codec<CustomCallApiVersion> kVersion = [] {
  Codec<CustomCallApiVersion> codec = WithChoices<kVersionForm, 1>(
      NumberedEnumCodec<CustomCallApiVersion, kVersions>("custom_call_api_version"));
  codec.make_default = [] { return CustomCallApiVersion::kOriginal; };
  // A missing api_version means the original API.
  codec.read = [](CustomCallApiVersion& value, const WireReader& field) -> Status {
    HLOOM_ASSIGN_OR_RETURN(const int32_t number, field.Int32());
    HLOOM_ASSIGN_OR_RETURN(value, EnumOfNumber<CustomCallApiVersion>(kVersions, number));
    if (value == CustomCallApiVersion::kUnspecified) value = CustomCallApiVersion::kOriginal;
    return OkStatus();
  };
  return codec;
}();

constexpr Codec<CustomCallSchedule> kSchedule = WithChoices<kChoiceForm<kSchedules>>(
    NumberedEnumCodec<CustomCallSchedule, kSchedules>("custom_call_schedule"));

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

void PrintAliases(const OutputOperandAliasing& aliases, std::string& out) {
  std::string_view separator = "{";
  for (const OutputOperandAlias& alias : aliases) {
    StrAppend(out, separator, Braced(alias.output_index), ": (", alias.operand, ", ",
              Braced(alias.operand_index), ")");
    separator = ", ";
  }
  out.append(aliases.empty() ? "{}" : "}");
}

// XLA's OutputOperandAliasing: the indices are packed, with the operand's number between them.
void WriteAliases(const OutputOperandAliasing& aliases, int field, WireWriter& out) {
  for (const OutputOperandAlias& alias : aliases) {
    out.BeginMessage(field);
    out.PackInt64s(1, alias.output_index);
    out.SetInt64(2, alias.operand);
    out.PackInt64s(3, alias.operand_index);
    out.EndMessage();
  }
}

Status ReadAlias(OutputOperandAliasing& aliases, const WireReader& field) {
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
  aliases.push_back(std::move(alias));
  return OkStatus();
}

// XLA reads the constrained shapes (57) only if constrain_layout (56) is set.
constexpr Codec<LayoutConstraints> kLayoutConstraints = {
    .name = "shape[]",
    .print =
        [](const LayoutConstraints& constraints, std::string& out) {
          AttributeKindOf<std::vector<Shape>>().print(&constraints.operands, out);
        },
    .parse =
        [](LayoutConstraints& constraints, TextReader& in, const Shape* shape) {
          constraints.constrained = true;
          return AttributeKindOf<std::vector<Shape>>().parse(&constraints.operands, in, shape);
        },
    .hash =
        [](const LayoutConstraints& constraints, Hasher& hasher) {
          AddToHash(constraints.constrained, hasher);
          if (constraints.constrained) AddToHash(constraints.operands, hasher);
        },
    .write =
        [](const LayoutConstraints& constraints, int field, WireWriter& out) {
          out.AddBool(kConstrainLayoutField, true);
          AttributeKindOf<std::vector<Shape>>().write(&constraints.operands, field, out);
        },
    .read =
        [](LayoutConstraints& constraints, const WireReader& field) {
          if (field.field() == kConstrainLayoutField) {
            return Store(field.Bool(), &constraints.constrained);
          }
          return AttributeKindOf<std::vector<Shape>>().read(&constraints.operands, field);
        },
};

constexpr JsForm kAliasForm = RecordForm<OutputOperandAlias>(
    "OutputOperandAlias",
    "A part of the result of a custom call that may share memory with a part of an operand.");
constexpr Codec<OutputOperandAlias> kAlias = RecordCodec<OutputOperandAlias, kAliasForm>();
constexpr JsForm kAliasingForm = {.type = JsForm::Type::kList,
                                  .parts = kJsElement<OutputOperandAlias>,
                                  .meaning = "an array of objects",
                                  .example = "an array of objects with their fields",
                                  .default_text = "{}"};

constexpr Codec<OutputOperandAliasing> kAliasing = {
    .name = "output_operand_aliasing",
    .print = PrintAliases,
    .parse =
        [](OutputOperandAliasing& aliases, TextReader& in, const Shape*) {
          aliases.clear();
          return in.List('{', '}', "the aliases",
                         [&] { return ParseAlias(in, aliases.emplace_back()); });
        },
    .write = WriteAliases,
    .read = ReadAlias,
    .js = &kAliasingForm,
    .read_json = ReadJsonList<OutputOperandAlias>,
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<CustomCallSchedule>() {
  return MakeKind<kSchedule>();
}
template <>
const AttributeKind& AttributeKindOf<CustomCallApiVersion>() {
  return MakeKind<kVersion>();
}
template <>
const AttributeKind& AttributeKindOf<LayoutConstraints>() {
  return MakeKind<kLayoutConstraints>();
}
template <>
const AttributeKind& AttributeKindOf<OutputOperandAlias>() {
  return MakeKind<kAlias>();
}
template <>
const AttributeKind& AttributeKindOf<OutputOperandAliasing>() {
  return MakeKind<kAliasing>();
}

}  // namespace hloom
