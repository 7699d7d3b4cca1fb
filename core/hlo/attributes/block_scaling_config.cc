#include "hlo/attributes/block_scaling_config.h"

#include "base/hash.h"
#include "base/str_cat.h"
#include "base/wire_util.h"
#include "hlo/kinds/codec.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

struct ScaledSide {
  std::string_view name;
  int proto_field;
  std::optional<TensorBlockScaling> BlockScalingConfig::*side;
};
constexpr ScaledSide kScaledSides[] = {{"lhs", 1, &BlockScalingConfig::lhs},
                                       {"rhs", 2, &BlockScalingConfig::rhs}};

constexpr std::string_view kScalingNames[] = {"scale_idx", "zero_idx", "strides", "steps"};
enum ScalingField { kScaleIdx, kZeroIdx, kStrides, kSteps };
constexpr int kScalingFields[] = {1, 2, 3, 4};  // of XLA's message

std::string TextOfScaling(const TensorBlockScaling& scaling) {
  std::string text = StrCat("{scale_idx=", scaling.scale_idx);
  if (scaling.zero_idx) StrAppend(text, " zero_idx=", *scaling.zero_idx);
  const auto add = [&text](std::string_view name, const std::vector<int64_t>& numbers) {
    if (!numbers.empty())
      StrAppend(text, " ", name, "=", StrJoin(Span<const int64_t>(numbers), "x"));
  };
  add("strides", scaling.strides);
  add("steps", scaling.steps);
  return StrCat(text, "}");
}

Status ParseScalingField(size_t field, TextReader& in, TensorBlockScaling& scaling) {
  std::vector<int64_t> numbers;
  const bool is_list = field == kStrides || field == kSteps;
  do {
    HLOOM_ASSIGN_OR_RETURN(const int64_t number, in.Int64());
    numbers.push_back(number);
  } while (is_list && in.Accept('x'));
  if (field == kScaleIdx) scaling.scale_idx = numbers[0];
  if (field == kZeroIdx) scaling.zero_idx = numbers[0];
  if (field == kStrides) scaling.strides = std::move(numbers);
  if (field == kSteps) scaling.steps = std::move(numbers);
  return OkStatus();
}

// The fields in any order, each once, with blanks or commas between them.
Status ParseTensorScaling(TextReader& in, TensorBlockScaling& scaling) {
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the fields of a scaled operand"));
  bool seen[std::size(kScalingNames)] = {};
  while (!in.Accept('}')) {
    const size_t place = in.position();
    HLOOM_ASSIGN_OR_RETURN(const size_t field,
                           in.OneOf(kScalingNames, "scale_idx, zero_idx, strides or steps"));
    if (seen[field]) {
      return in.ErrorAt(place, kTextP7, StrCat(kScalingNames[field], " is given twice"))
          .Help("give each of them once");
    }
    seen[field] = true;
    HLOOM_RETURN_IF_ERROR(in.Expect('=', StrCat("after ", kScalingNames[field])));
    HLOOM_RETURN_IF_ERROR(ParseScalingField(field, in, scaling));
    in.Accept(',');
  }
  return seen[kScaleIdx] ? OkStatus() : Status(in.Expected("scale_idx before this '}'"));
}

Status ParseBlockScalingConfig(BlockScalingConfig& config, TextReader& in, const Shape*) {
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the scaled operands"));
  constexpr std::string_view kNames[] = {"lhs", "rhs"};
  while (!in.Accept('}')) {
    const size_t place = in.position();
    HLOOM_ASSIGN_OR_RETURN(const size_t name, in.OneOf(kNames, "lhs or rhs"));
    std::optional<TensorBlockScaling>& side = config.*kScaledSides[name].side;
    if (side) {
      return in.ErrorAt(place, kTextP7, StrCat(kNames[name], " is given twice"))
          .Help("give each of them once");
    }
    HLOOM_RETURN_IF_ERROR(in.Expect('=', StrCat("after ", kNames[name])));
    const Status read = ParseTensorScaling(in, side.emplace());
    if (!read.ok()) {
      return read.WithHelp("write it like {rhs={scale_idx=2 strides=32x1 steps=1x1}}");
    }
    in.Accept(',');
  }
  return OkStatus();
}

Status ReadTensorScaling(const WireReader& part, TensorBlockScaling& scaling) {
  if (part.field() == kScalingFields[kScaleIdx]) return Store(part.Int64(), &scaling.scale_idx);
  if (part.field() == kScalingFields[kZeroIdx]) {
    return Store(part.Int64(), &scaling.zero_idx.emplace());
  }
  if (part.field() == kScalingFields[kStrides]) return part.AppendInt64s(&scaling.strides);
  if (part.field() == kScalingFields[kSteps]) return part.AppendInt64s(&scaling.steps);
  return OkStatus();
}

constexpr Codec<BlockScalingConfig> kBlockScalingConfig = {
    .name = "block_scaling_config",
    .print = [](const BlockScalingConfig& config,
                std::string& out) { out.append(config.ToString()); },
    .parse = ParseBlockScalingConfig,
    .hash =
        [](const BlockScalingConfig& config, Hasher& hasher) {
          for (const ScaledSide& side : kScaledSides) {
            const auto& scaling = config.*side.side;
            hasher.AddNumber(scaling.has_value());
            if (!scaling) continue;
            hasher.AddInt64(scaling->scale_idx);
            hasher.AddInt64(scaling->zero_idx.value_or(-1));
            hasher.AddInt64s(scaling->strides);
            hasher.AddInt64s(scaling->steps);
          }
        },
    .write =
        [](const BlockScalingConfig& config, int field, WireWriter& out) {
          if (config.empty()) return;
          out.BeginMessage(field);
          for (const ScaledSide& side : kScaledSides) {
            const auto& scaling = config.*side.side;
            if (!scaling) continue;
            out.BeginMessage(side.proto_field);
            out.SetInt64(kScalingFields[kScaleIdx], scaling->scale_idx);
            if (scaling->zero_idx) out.AddInt64(kScalingFields[kZeroIdx], *scaling->zero_idx);
            out.PackInt64s(kScalingFields[kStrides], scaling->strides);
            out.PackInt64s(kScalingFields[kSteps], scaling->steps);
            out.EndMessage();
          }
          out.EndMessage();
        },
    .read = [](BlockScalingConfig& config, const WireReader& field) -> Status {
      return ForEachFieldIn(field, [&config](const WireReader& message) -> Status {
        for (const ScaledSide& side : kScaledSides) {
          if (message.field() != side.proto_field) continue;
          auto& scaling = config.*side.side;
          if (!scaling) scaling.emplace();
          return ForEachFieldIn(message, [&scaling](const WireReader& part) {
            return ReadTensorScaling(part, *scaling);
          });
        }
        return OkStatus();
      });
    },
};

}  // namespace

std::string BlockScalingConfig::ToString() const {
  std::string text;
  for (const ScaledSide& side : kScaledSides) {
    const auto& scaling = this->*side.side;
    if (scaling) StrAppend(text, text.empty() ? "" : " ", side.name, "=", TextOfScaling(*scaling));
  }
  return StrCat("{", text, "}");
}

template <>
const AttributeKind& AttributeKindOf<BlockScalingConfig>() {
  return MakeKind<kBlockScalingConfig>();
}

}  // namespace hloom
