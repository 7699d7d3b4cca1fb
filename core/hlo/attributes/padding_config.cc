#include "hlo/attributes/padding_config.h"

#include <algorithm>

#include "base/hash.h"
#include "base/str_cat.h"
#include "base/wire_util.h"
#include "hlo/kinds/record_kind.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

// PaddingConfig and PaddingConfigDimension of xla_data.proto.
enum PaddingConfigField { kDimensions = 1 };
enum PaddingConfigDimensionField { kLow = 1, kHigh = 2, kInterior = 3 };

const PaddingConfig& Config(const void* value) { return *static_cast<const PaddingConfig*>(value); }

void WritePaddingConfig(const void* value, int field, WireWriter& out) {
  out.BeginMessage(field);
  for (const PaddingConfigDimension& dimension : Config(value).dimensions()) {
    out.BeginMessage(kDimensions);
    out.SetInt64(kLow, dimension.edge_padding_low());
    out.SetInt64(kHigh, dimension.edge_padding_high());
    out.SetInt64(kInterior, dimension.interior_padding());
    out.EndMessage();
  }
  out.EndMessage();
}

Status ReadField(const WireReader& message, PaddingConfigDimension* dimension) {
  if (message.field() > kInterior) return OkStatus();
  HLOOM_ASSIGN_OR_RETURN(const int64_t number, message.Int64());
  if (message.field() == kLow) dimension->set_edge_padding_low(number);
  if (message.field() == kHigh) dimension->set_edge_padding_high(number);
  if (message.field() == kInterior) dimension->set_interior_padding(number);
  return OkStatus();
}

Status ReadPaddingConfig(void* value, const WireReader& field) {
  return ForEachFieldIn(field, [value](const WireReader& message) -> Status {
    if (message.field() != kDimensions) return OkStatus();
    PaddingConfigDimension* dimension = static_cast<PaddingConfig*>(value)->add_dimensions();
    return ForEachFieldIn(
        message, [dimension](const WireReader& part) { return ReadField(part, dimension); });
  });
}

// Reads low_high or low_high_interior for each dimension, with x between dimensions; a scalar has
// an empty text.
Status ParsePaddingConfig(void* value, TextReader& in, const Shape*) {
  PaddingConfig& config = *static_cast<PaddingConfig*>(value);
  const char first = in.Peek();
  if (first != '-' && (first < '0' || first > '9')) return OkStatus();
  do {
    PaddingConfigDimension& dimension = *config.add_dimensions();
    HLOOM_ASSIGN_OR_RETURN(const int64_t low, in.Int64());
    HLOOM_RETURN_IF_ERROR(in.Expect('_', "and the high padding of the dimension"));
    HLOOM_ASSIGN_OR_RETURN(const int64_t high, in.Int64());
    int64_t interior = 0;
    if (in.Accept('_')) {
      HLOOM_ASSIGN_OR_RETURN(interior, in.Int64());
    }
    dimension = PaddingConfigDimension(low, high, interior);
  } while (in.Accept('x'));
  return OkStatus();
}

// ---- JavaScript ----

constexpr JsPart kPaddingConfigNumbers[] = {kJsPart<int64_t>, kJsPart<int64_t>, kJsPart<int64_t>};
constexpr std::string_view kNumberNames[] = {"low", "high", "interior"};
constexpr JsForm kNumbersForm = {.type = JsForm::Type::kTuple,
                                 .parts = kPaddingConfigNumbers,
                                 .part_names = kNumberNames,
                                 .least = 2,
                                 .meaning = "two or three integers",
                                 .example = "integers such as [1, 0] or [0, 2, 1]"};
constexpr JsForm kRecordForm = RecordForm<PaddingConfigDimension>(
    "PaddingConfigDimension",
    "How one dimension is padded, with XLA's names; each is 0 when left out.");
constexpr JsPart kEntryParts[] = {{.form = &kRecordForm}, {.form = &kNumbersForm}};
constexpr JsForm kEntryForm = {
    .type = JsForm::Type::kEither,
    .parts = kEntryParts,
    .type_name = "PaddingDimension",
    .doc =
        "How one dimension is padded: an object with XLA's names, or its numbers in this order; "
        "the interior padding is 0 when left out.",
    .meaning = "the padding of a dimension",
    .example = "a padding such as [0, 2, 1] or { edgePaddingLow: 1 }",
    .brief = "[low, high]"};
constexpr JsForm kPaddingConfigForm = {
    .type = JsForm::Type::kList,
    .parts = kJsElement<PaddingConfigDimension>,
    .meaning = "an array with a padding for each dimension",
    .example =
        "an array such as [[1, 0], [0, 2, 1]], or [{ edgePaddingLow: "
        "1 }, { edgePaddingHigh: 2, interiorPadding: 1 }]",
    .default_text = "{}"};

// [low, high], [low, high, interior], or an object with the fields.
Status ReadEntry(void* value, const JsonInput& in) {
  auto& dimension = *static_cast<PaddingConfigDimension*>(value);
  if (in.json.is_object()) {
    RecordReader fields(in);
    dimension.visit(fields);
    return fields.Finish();
  }
  HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> numbers, in.json.AsInt64List());
  if (numbers.size() != 2 && numbers.size() != 3) {
    return InvalidArgument(kFunctionC3)
        .Say(StrCat("an entry of ", in.name, " has ",
                    Count(static_cast<int64_t>(numbers.size()), "number")))
        .Help("each entry is [low, high] or [low, high, interior]");
  }
  dimension = PaddingConfigDimension(numbers[0], numbers[1], numbers.size() == 3 ? numbers[2] : 0);
  return OkStatus();
}

Status ReadEntries(void* value, const JsonInput& in) {
  std::vector<PaddingConfigDimension> entries;
  HLOOM_RETURN_IF_ERROR(ReadJsonList<PaddingConfigDimension>(&entries, in));
  for (const PaddingConfigDimension& entry : entries) {
    *static_cast<PaddingConfig*>(value)->add_dimensions() = entry;
  }
  return OkStatus();
}

constexpr AttributeKind EntryKind() {
  AttributeKind kind = RecordKind<PaddingConfigDimension, kRecordForm>();
  kind.name = "padding_dimension";
  kind.js = &kEntryForm;
  kind.read_json = ReadEntry;
  return kind;
}
constexpr AttributeKind kPaddingConfigDimension = EntryKind();

constexpr AttributeKind kPaddingConfig = {
    .name = "padding_config",
    .print = [](const void* value, std::string& out) { out.append(Config(value).ToString()); },
    .parse = ParsePaddingConfig,
    .equal = [](const void* a, const void* b) { return Config(a) == Config(b); },
    .is_default = [](const void* value) { return Config(value).dimensions().empty(); },
    .hash =
        [](const void* value, Hasher& hasher) {
          for (const PaddingConfigDimension& dimension : Config(value).dimensions()) {
            kPaddingConfigDimension.hash(&dimension, hasher);
          }
        },
    .write = WritePaddingConfig,
    .read = ReadPaddingConfig,
    .js = &kPaddingConfigForm,
    .read_json = ReadEntries,
};

}  // namespace

std::string PaddingConfig::ToString() const {
  const bool interior = std::any_of(
      dimensions_.begin(), dimensions_.end(),
      [](const PaddingConfigDimension& dimension) { return dimension.interior_padding() != 0; });
  std::string out;
  for (const PaddingConfigDimension& dimension : dimensions_) {
    StrAppend(out, out.empty() ? "" : "x", dimension.edge_padding_low(), "_",
              dimension.edge_padding_high());
    if (interior) StrAppend(out, "_", dimension.interior_padding());
  }
  return out;
}

PaddingConfig MakeNoPaddingConfig(int64_t rank) {
  PaddingConfig config;
  for (int64_t i = 0; i < rank; ++i) config.add_dimensions();
  return config;
}

PaddingConfig MakeEdgePaddingConfig(Span<const std::pair<int64_t, int64_t>> padding) {
  PaddingConfig config;
  for (const auto& [low, high] : padding) {
    *config.add_dimensions() = PaddingConfigDimension(low, high, 0);
  }
  return config;
}

template <>
const AttributeKind& AttributeKindOf<PaddingConfigDimension>() {
  return kPaddingConfigDimension;
}
template <>
const AttributeKind& AttributeKindOf<PaddingConfig>() {
  return kPaddingConfig;
}

}  // namespace hloom
