// The attributes of dialects: enumerations and structs are read, others are kept as text.
#include "text/mlir/mlir_part_parser.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "base/utf8.h"

namespace hloom::mlir {

namespace {
using AttributeKind = Attribute::Kind;
}  // namespace

StatusOr<const Attribute*> MlirPartParser::ParseDialectAttribute() {
  const size_t begin = in_.position();
  in_.Accept('#');
  const std::string_view name = in_.Suffix();
  if (name.empty()) return in_.Expected("the name of an attribute, like #stablehlo.gather");
  const bool body = in_.PeekAdjacent() == '<';
  const size_t dot = name.find('.');
  if (!body && dot == std::string_view::npos) {
    const auto found = attribute_aliases_.find(name);
    if (found != attribute_aliases_.end()) {
      HLOOM_RETURN_IF_ERROR(UseAlias(begin, found->second.size));
      return found->second.attribute;
    }
    return in_
        .ErrorAt(begin, kMlirP4, StrCat("the attribute #", Shortened(name), " is not defined"))
        .Help("define it before its use: #a = dense<0> : tensor<i32>");
  }
  const std::string_view dialect = name.substr(0, dot);
  if (dialect == "vhlo") {
    return in_.UnsupportedAt(begin, kMlirP13, "the text is VHLO, which is not meant to be read",
                             "convert it: stablehlo-opt --vhlo-legalize-to-stablehlo");
  }
  const bool structured = dialect == "stablehlo" || dialect == "chlo" || dialect == "mhlo";
  if (dot == std::string_view::npos) {
    in_.Accept('<');
    return ParseFromDialect(dialect);
  }
  if (!body) return MakeText(AttributeKind::kOther, {}, name);
  in_.Accept('<');
  if (structured) return ParseStruct(name);
  HLOOM_ASSIGN_OR_RETURN(const std::string_view inside, in_.Bracketed('>'));
  return MakeText(AttributeKind::kOther, inside, name);
}

// "#stablehlo<" was taken: "comparison_direction LT>". The text of an attribute of another dialect
// is kept.
StatusOr<const Attribute*> MlirPartParser::ParseFromDialect(std::string_view dialect) {
  const std::string_view mnemonic = in_.Word();
  const size_t value_begin = in_.position();
  const std::string_view value = in_.Word();
  if (!value.empty() && in_.Peek() == '>' &&
      (dialect == "stablehlo" || dialect == "chlo" || dialect == "mhlo")) {
    in_.Accept('>');
    return MakeEnum(mnemonic, value);
  }
  in_.set_position(value_begin);
  HLOOM_ASSIGN_OR_RETURN(const std::string_view inside, in_.Bracketed('>'));
  return MakeText(AttributeKind::kOther, inside, module_.Copy(StrCat(dialect, ".", mnemonic)));
}

StatusOr<const Attribute*> MlirPartParser::ParseStruct(std::string_view name) {
  const size_t begin = in_.position();
  const size_t dot = name.find('.');
  const std::string_view mnemonic = dot == std::string_view::npos ? name : name.substr(dot + 1);
  const auto other = [&]() -> StatusOr<const Attribute*> {
    in_.set_position(begin);
    HLOOM_ASSIGN_OR_RETURN(const std::string_view inside, in_.Bracketed('>'));
    return MakeText(AttributeKind::kOther, inside, name);
  };
  if (mnemonic == "conv" && in_.Peek() == '[') {
    HLOOM_ASSIGN_OR_RETURN(const Attribute* conv, ParseConvolutionDimensions());
    HLOOM_RETURN_IF_ERROR(in_.Expect('>', "after the dimensions of a convolution"));
    return conv;
  }
  Attribute* const made = module_.NewAttribute(AttributeKind::kStruct);
  made->dialect_name = mnemonic;
  if (mnemonic == "bounds") {
    // #stablehlo.bounds<?, 4>
    std::vector<int64_t> values;
    for (bool more = in_.Peek() != '>'; more; more = in_.Accept(',')) {
      int64_t value = Type::kDynamic;
      if (!in_.Accept('?')) {
        HLOOM_ASSIGN_OR_RETURN(value, in_.Int64());
      }
      values.push_back(value);
    }
    HLOOM_RETURN_IF_ERROR(in_.Expect('>', "after bounds"));
    made->fields.push_back({"bounds", MakeIntegers(std::move(values), S64)});
    return made;
  }
  if (mnemonic == "conv") in_.AcceptWord("raw");
  if (in_.Accept('>')) return made;
  do {
    const std::string_view field = in_.Word();
    if (field.empty()) return other();
    if (in_.Accept('=')) {
      HLOOM_ASSIGN_OR_RETURN(const Attribute* value, ParseStructValue());
      made->fields.push_back({field, value});
      continue;
    }
    if (made->fields.empty() && in_.Accept('>')) return MakeEnum(mnemonic, field);
    if (in_.Peek() != ',' && in_.Peek() != '>') return other();
    // A word alone, like must_alias.
    made->fields.push_back({field, MakeUnit()});
  } while (in_.Accept(','));
  if (in_.Accept('>')) return made;
  return in_.Expected("',' or '>' after a field");
}

StatusOr<const Attribute*> MlirPartParser::ParseStructValue() {
  const char c = in_.Peek();
  if (c == '(' || c == '<') {
    // sub_axis_info = (1)2
    HLOOM_ASSIGN_OR_RETURN(const std::string_view text, in_.Item());
    return MakeText(AttributeKind::kOther, text);
  }
  if (c != '[') return ParseAttribute();
  const size_t begin = in_.position();
  in_.Accept('[');
  const char first = in_.Peek();
  in_.set_position(begin);
  const bool integers = (first >= '0' && first <= '9') || first == '-' || first == '?';
  return integers || first == ']' ? ParseIntegers() : ParseArray();
}

// "[b, 0, 1, f]": `allowed` are the letters of the dimensions that are not spatial. Spatial
// dimension 1 of [b, 0, 1, f] is dimension 2 of the array: spatial = {1, 2}, others = {0, 3}.
Status MlirPartParser::ParseLabels(std::string_view allowed, std::vector<int64_t>& spatial,
                                   int64_t (&others)[2]) {
  others[0] = others[1] = -1;
  const size_t begin = in_.position();
  const auto wrong = [&](std::string what) -> Status {
    return in_.ErrorAt(begin, kMlirP1, std::move(what))
        .Help(StrCat("write each dimension once: ", allowed.substr(0, 1), ", ",
                     allowed.substr(1, 1), " and the spatial ones, numbered from 0"));
  };
  HLOOM_RETURN_IF_ERROR(in_.Expect('[', "before the dimensions of a convolution"));
  std::vector<std::pair<int64_t, int64_t>> found;  // the number of a spatial dimension, its place
  int64_t index = 0;
  do {
    if (const std::string_view word = in_.PeekWord(); !word.empty()) {
      const size_t at = word.size() == 1 ? allowed.find(word[0]) : std::string_view::npos;
      if (at == std::string_view::npos) {
        return in_.Expected(StrCat("'", allowed.substr(0, 1), "', '", allowed.substr(1, 1),
                                   "' or the number of a spatial dimension"));
      }
      if (others[at] >= 0) return wrong(StrCat("the dimension ", word, " occurs twice"));
      others[at] = index;
      in_.Word();
    } else {
      HLOOM_ASSIGN_OR_RETURN(const int64_t number, in_.Int64());
      found.emplace_back(number, index);
    }
    ++index;
  } while (in_.Accept(','));
  if (!in_.Accept(']')) return in_.Expected("',' or ']' after a dimension");
  std::sort(found.begin(), found.end());
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i].first != static_cast<int64_t>(i)) {
      return wrong(StrCat("the spatial dimension ", i, " does not occur once"));
    }
    spatial.push_back(found[i].second);
  }
  if (others[0] < 0 || others[1] < 0) {
    return wrong(StrCat("the dimension ", allowed.substr(others[0] < 0 ? 0 : 1, 1), " is missing"));
  }
  return OkStatus();
}

StatusOr<const Attribute*> MlirPartParser::ParseConvolutionDimensions() {
  struct Part {
    std::string_view letters;
    std::string_view names[3];
  };
  constexpr Part kParts[] = {
      {"bf", {"input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions"}},
      {"io",
       {"kernel_input_feature_dimension", "kernel_output_feature_dimension",
        "kernel_spatial_dimensions"}},
      {"bf", {"output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions"}}};
  Attribute* const made = module_.NewAttribute(AttributeKind::kStruct);
  made->dialect_name = "conv";
  for (const Part& part : kParts) {
    if (&part == &kParts[1]) {
      HLOOM_RETURN_IF_ERROR(in_.ExpectWord("x", "after the dimensions of the input"));
    } else if (&part == &kParts[2]) {
      HLOOM_RETURN_IF_ERROR(in_.Expect("->", "after the dimensions of the kernel"));
    }
    std::vector<int64_t> spatial;
    int64_t others[2];
    HLOOM_RETURN_IF_ERROR(ParseLabels(part.letters, spatial, others));
    made->fields.push_back({part.names[0], MakeInteger(others[0], S64)});
    made->fields.push_back({part.names[1], MakeInteger(others[1], S64)});
    made->fields.push_back({part.names[2], MakeIntegers(std::move(spatial), S64)});
  }
  return made;
}

}  // namespace hloom::mlir
