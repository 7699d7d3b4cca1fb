#include "hlo/attributes/padding_config.h"

#include <algorithm>

#include "base/str_cat.h"

namespace hloom {

namespace {

// PaddingConfig and PaddingConfigDimension of xla_data.proto.
enum PaddingConfigField { kDimensions = 1 };
enum PaddingConfigDimensionField { kLow = 1, kHigh = 2, kInterior = 3 };

const PaddingConfig& Config(const void* value) { return *static_cast<const PaddingConfig*>(value); }

void Write(const void* value, int field, WireWriter& out) {
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

Status ReadDimension(WireReader message, PaddingConfigDimension* dimension) {
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool more, message.Next());
    if (!more) return OkStatus();
    if (message.field() > kInterior) continue;
    HLOOM_ASSIGN_OR_RETURN(const int64_t number, message.Int64());
    if (message.field() == kLow) dimension->set_edge_padding_low(number);
    if (message.field() == kHigh) dimension->set_edge_padding_high(number);
    if (message.field() == kInterior) dimension->set_interior_padding(number);
  }
}

Status Read(void* value, const WireReader& field) {
  HLOOM_ASSIGN_OR_RETURN(WireReader message, field.Message());
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool more, message.Next());
    if (!more) return OkStatus();
    if (message.field() != kDimensions) continue;
    HLOOM_ASSIGN_OR_RETURN(const WireReader dimension, message.Message());
    HLOOM_RETURN_IF_ERROR(
        ReadDimension(dimension, static_cast<PaddingConfig*>(value)->add_dimensions()));
  }
}

// low_high or low_high_interior of each dimension, with x between dimensions; nothing at all for a
// scalar.
Status Parse(void* value, TextReader& in, const Shape*) {
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

constexpr AttributeKind kPaddingConfig = {
    .name = "padding_config",
    .print = [](const void* value, std::string& out) { out.append(Config(value).ToString()); },
    .parse = Parse,
    .equal = [](const void* a, const void* b) { return Config(a) == Config(b); },
    .is_default = [](const void* value) { return Config(value).dimensions().empty(); },
    .write = Write,
    .read = Read,
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
const AttributeKind& AttributeKindOf<PaddingConfig>() {
  return kPaddingConfig;
}

}  // namespace hloom
