#include "hlo/attributes/padding_config.h"

#include <algorithm>

#include "base/hash.h"
#include "base/str_cat.h"
#include "base/wire_util.h"
#include "hlo/kinds/record_codec.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

// PaddingConfig and PaddingConfigDimension of xla_data.proto.
enum PaddingConfigField { kPaddingDimensions = 1 };
enum PaddingConfigDimensionField {
  kPaddingLowField = 1,
  kPaddingHighField = 2,
  kPaddingInteriorField = 3
};

void WritePaddingConfig(const PaddingConfig& config, int field, WireWriter& out) {
  out.BeginMessage(field);
  for (const PaddingConfigDimension& dimension : config.dimensions()) {
    out.BeginMessage(kPaddingDimensions);
    out.SetInt64(kPaddingLowField, dimension.edge_padding_low());
    out.SetInt64(kPaddingHighField, dimension.edge_padding_high());
    out.SetInt64(kPaddingInteriorField, dimension.interior_padding());
    out.EndMessage();
  }
  out.EndMessage();
}

Status ReadPaddingField(const WireReader& message, PaddingConfigDimension* dimension) {
  if (message.field() > kPaddingInteriorField) return OkStatus();
  HLOOM_ASSIGN_OR_RETURN(const int64_t number, message.Int64());
  if (message.field() == kPaddingLowField) dimension->set_edge_padding_low(number);
  if (message.field() == kPaddingHighField) dimension->set_edge_padding_high(number);
  if (message.field() == kPaddingInteriorField) dimension->set_interior_padding(number);
  return OkStatus();
}

Status ReadPaddingConfig(PaddingConfig& config, const WireReader& field) {
  return ForEachFieldIn(field, [&config](const WireReader& message) -> Status {
    if (message.field() != kPaddingDimensions) return OkStatus();
    PaddingConfigDimension* dimension = config.add_dimensions();
    return ForEachFieldIn(
        message, [dimension](const WireReader& part) { return ReadPaddingField(part, dimension); });
  });
}

// Reads low_high or low_high_interior for each dimension, with x between dimensions; a scalar has
// an empty text.
Status ParsePaddingConfig(PaddingConfig& config, TextReader& in, const Shape*) {
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
constexpr JsForm kPaddingRecordForm = RecordForm<PaddingConfigDimension>(
    "PaddingConfigDimension",
    "The padding of one dimension, with XLA's names; each is 0 when left out.");
constexpr JsPart kEntryParts[] = {{.form = &kPaddingRecordForm}, {.form = &kNumbersForm}};
constexpr JsForm kEntryForm = {
    .type = JsForm::Type::kEither,
    .parts = kEntryParts,
    .type_name = "PaddingDimension",
    .doc =
        "The padding of one dimension: an object with XLA's names, or its numbers in this order; "
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
Status ReadJsonEntry(PaddingConfigDimension& dimension, const JsonInput& in) {
  if (in.json.is_object()) return ReadJsonRecord(dimension, in);
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

Status ReadJsonEntries(PaddingConfig& config, const JsonInput& in) {
  std::vector<PaddingConfigDimension> entries;
  HLOOM_RETURN_IF_ERROR(ReadJsonList(entries, in));
  for (const PaddingConfigDimension& entry : entries) {
    *config.add_dimensions() = entry;
  }
  return OkStatus();
}

constexpr Codec<PaddingConfigDimension> kPaddingConfigDimension = {
    .name = "padding_dimension", .js = &kEntryForm, .read_json = ReadJsonEntry};

constexpr Codec<PaddingConfig> kPaddingConfig = {
    .name = "padding_config",
    .print = [](const PaddingConfig& config, std::string& out) { out.append(config.ToString()); },
    .parse = ParsePaddingConfig,
    .hash =
        [](const PaddingConfig& config, Hasher& hasher) {
          for (const PaddingConfigDimension& dimension : config.dimensions()) {
            AddToHash(dimension, hasher);
          }
        },
    .write = WritePaddingConfig,
    .read = ReadPaddingConfig,
    .js = &kPaddingConfigForm,
    .read_json = ReadJsonEntries,
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
  return MakeKind<kPaddingConfigDimension>();
}
template <>
const AttributeKind& AttributeKindOf<PaddingConfig>() {
  return MakeKind<kPaddingConfig>();
}

}  // namespace hloom
