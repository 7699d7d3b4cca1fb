#include "hlo/attributes/sparsity_config.h"

#include "base/hash.h"
#include "base/str_cat.h"
#include "base/wire_util.h"
#include "hlo/kinds/codec.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

struct SparseSide {
  std::string_view name;
  int proto_field;
  std::optional<TensorSparsity> SparsityConfig::*side;
};
constexpr SparseSide kSparseSides[] = {{"lhs", 1, &SparsityConfig::lhs},
                                       {"rhs", 2, &SparsityConfig::rhs}};

// In text the first two are one field, sparsity=1x4.
struct SparsityNumber {
  std::string_view name;
  int proto_field;
  int64_t TensorSparsity::*number;
};
constexpr SparsityNumber kSparsityNumbers[] = {
    {"sparsity", 1, &TensorSparsity::num_non_zero},
    {"", 2, &TensorSparsity::block_size},
    {"dimension", 3, &TensorSparsity::dimension},
    {"stride", 4, &TensorSparsity::stride},
    {"idx", 5, &TensorSparsity::idx},
};
constexpr std::string_view kSparsityExample =
    "write it like {rhs={sparsity=1x4 dimension=0 stride=1 idx=2}}";

std::string TextOfSparsity(const TensorSparsity& sparsity) {
  return StrCat("{sparsity=", sparsity.num_non_zero, "x", sparsity.block_size,
                " dimension=", sparsity.dimension, " stride=", sparsity.stride,
                " idx=", sparsity.idx, "}");
}

// The fields in any order, each once, with blanks or commas between them.
Status ParseTensorSparsity(TextReader& in, TensorSparsity& sparsity) {
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the fields of a sparse operand"));
  constexpr std::string_view kNames[] = {"sparsity", "dimension", "stride", "idx"};
  constexpr size_t kPlaces[] = {0, 2, 3, 4};
  bool seen[std::size(kNames)] = {};
  while (!in.Accept('}')) {
    const size_t place = in.position();
    HLOOM_ASSIGN_OR_RETURN(const size_t name,
                           in.OneOf(kNames, "sparsity, dimension, stride or idx"));
    if (seen[name]) {
      return in.ErrorAt(place, kTextP7, StrCat(kNames[name], " is given twice"))
          .Help("give each of them once");
    }
    seen[name] = true;
    HLOOM_RETURN_IF_ERROR(in.Expect('=', StrCat("after ", kNames[name])));
    const SparsityNumber* number = &kSparsityNumbers[kPlaces[name]];
    HLOOM_ASSIGN_OR_RETURN(sparsity.*number->number, in.Int64());
    if (name == 0) {
      HLOOM_RETURN_IF_ERROR(in.Expect('x', "between the numbers of sparsity, as in 1x4"));
      HLOOM_ASSIGN_OR_RETURN(sparsity.block_size, in.Int64());
    }
    in.Accept(',');
  }
  for (size_t name = 0; name < std::size(kNames); ++name) {
    if (!seen[name]) return in.Expected(StrCat(kNames[name], " before this '}'"));
  }
  return OkStatus();
}

Status ParseSparsityConfig(SparsityConfig& config, TextReader& in, const Shape*) {
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the sparse operands"));
  constexpr std::string_view kNames[] = {"lhs", "rhs"};
  while (!in.Accept('}')) {
    const size_t place = in.position();
    HLOOM_ASSIGN_OR_RETURN(const size_t name, in.OneOf(kNames, "lhs or rhs"));
    std::optional<TensorSparsity>& side = config.*kSparseSides[name].side;
    if (side) {
      return in.ErrorAt(place, kTextP7, StrCat(kNames[name], " is given twice"))
          .Help("give each of them once");
    }
    HLOOM_RETURN_IF_ERROR(in.Expect('=', StrCat("after ", kNames[name])));
    const Status read = ParseTensorSparsity(in, side.emplace());
    if (!read.ok()) return read.WithHelp(kSparsityExample);
    in.Accept(',');
  }
  return OkStatus();
}

constexpr Codec<SparsityConfig> kSparsityConfig = {
    .name = "sparsity_config",
    .print = [](const SparsityConfig& config, std::string& out) { out.append(config.ToString()); },
    .parse = ParseSparsityConfig,
    .hash =
        [](const SparsityConfig& config, Hasher& hasher) {
          for (const SparseSide& side : kSparseSides) {
            const auto& sparsity = config.*side.side;
            hasher.AddNumber(sparsity.has_value());
            if (!sparsity) continue;
            for (const SparsityNumber& n : kSparsityNumbers) hasher.AddInt64(*sparsity.*n.number);
          }
        },
    .write =
        [](const SparsityConfig& config, int field, WireWriter& out) {
          if (config.empty()) return;
          out.BeginMessage(field);
          for (const SparseSide& side : kSparseSides) {
            const auto& sparsity = config.*side.side;
            if (!sparsity) continue;
            out.BeginMessage(side.proto_field);
            for (const SparsityNumber& n : kSparsityNumbers) {
              out.SetInt64(n.proto_field, *sparsity.*n.number);
            }
            out.EndMessage();
          }
          out.EndMessage();
        },
    .read = [](SparsityConfig& config, const WireReader& field) -> Status {
      return ForEachFieldIn(field, [&config](const WireReader& message) -> Status {
        for (const SparseSide& side : kSparseSides) {
          if (message.field() != side.proto_field) continue;
          auto& sparsity = config.*side.side;
          if (!sparsity) sparsity.emplace();
          return ForEachFieldIn(message, [&sparsity](const WireReader& part) -> Status {
            for (const SparsityNumber& n : kSparsityNumbers) {
              if (part.field() == n.proto_field) return Store(part.Int64(), &(*sparsity.*n.number));
            }
            return OkStatus();
          });
        }
        return OkStatus();
      });
    },
};

}  // namespace

std::string SparsityConfig::ToString() const {
  std::string text;
  for (const SparseSide& side : kSparseSides) {
    const auto& sparsity = this->*side.side;
    if (sparsity) {
      StrAppend(text, text.empty() ? "" : " ", side.name, "=", TextOfSparsity(*sparsity));
    }
  }
  return StrCat("{", text, "}");
}

template <>
const AttributeKind& AttributeKindOf<SparsityConfig>() {
  return MakeKind<kSparsityConfig>();
}

}  // namespace hloom
