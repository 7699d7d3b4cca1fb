#include "base/json.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "base/float_text.h"
#include "base/json_scope.h"
#include "base/json_writer.h"
#include "base/rules.h"
#include "base/str_cat.h"
#include "base/utf8.h"

namespace hloom {
namespace {

// Errors quote the user's text; a longer quote would bury the sentence.
constexpr size_t kQuoteBytes = 40;
constexpr size_t kListedKeys = 12;

std::string Quote(std::string_view text) {
  const std::string_view prefix = Utf8Prefix(text, kQuoteBytes);
  return StrCat(JsonQuote(prefix), prefix.size() < text.size() ? "..." : "");
}

bool IsIdentifier(std::string_view key) {
  if (key.empty() || key.size() > kQuoteBytes) return false;
  for (char c : key) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool digit = c >= '0' && c <= '9';
    if (!letter && !digit) return false;
  }
  return !(key[0] >= '0' && key[0] <= '9');
}

std::string_view TypeWithArticle(Json::Type type) {
  static constexpr std::string_view kNames[] = {"null",     "a boolean", "a number",
                                                "a string", "an array",  "an object"};
  return kNames[static_cast<size_t>(type)];
}

enum class Decimal { kOk, kNotDigits, kOverflow };

// -?(0|[1-9][0-9]*), the way both JSON and BigInt.prototype.toString write integers.
Decimal ParseDecimal(std::string_view text, int64_t* value) {
  const std::string_view digits = text.substr(!text.empty() && text[0] == '-' ? 1 : 0);
  if (digits.empty() || (digits.size() > 1 && digits[0] == '0')) return Decimal::kNotDigits;
  for (char c : digits) {
    if (c < '0' || c > '9') return Decimal::kNotDigits;
  }
  const auto result = std::from_chars(text.data(), text.data() + text.size(), *value);
  return result.ec == std::errc() ? Decimal::kOk : Decimal::kOverflow;
}

}  // namespace

Json::Json() = default;
Json::Json(const Json&) = default;
Json::Json(Json&&) noexcept = default;
// Goes by way of a copy: `json = *json.Find("key")` must not free what it is reading.
Json& Json::operator=(const Json& other) { return *this = Json(other); }
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;

Span<const Json> Json::items() const { return items_; }

const std::string& Json::key(size_t i) const { return scope_->keys[i]; }

std::string Json::Path() const {
  const bool container = is_array() || is_object();
  const Scope* scope = scope_.get();
  size_t index = index_;
  if (container && scope) {
    index = scope->index;
    scope = scope->parent.get();
  }
  std::vector<std::string> steps;
  for (; scope; index = scope->index, scope = scope->parent.get()) {
    if (!scope->is_object) {
      steps.push_back(StrCat("[", index, "]"));
    } else if (const std::string& key = scope->keys[index]; IsIdentifier(key)) {
      steps.push_back(StrCat(".", key));
    } else {
      steps.push_back(StrCat("[", Quote(key), "]"));
    }
  }
  std::string path = "$";
  for (size_t i = steps.size(); i > 0; --i) path.append(steps[i - 1]);
  return path;
}

std::string Json::Describe() const {
  switch (type_) {
    case Type::kNull:
      return "null";
    case Type::kBool:
      return bool_ ? "true" : "false";
    case Type::kNumber:
      return StrCat("the number ", Utf8Prefix(text_, kQuoteBytes),
                    text_.size() > kQuoteBytes ? "..." : "");
    case Type::kString:
      return StrCat("the string ", Quote(text_));
    case Type::kArray:
      return StrCat("an array of ", Count(static_cast<int64_t>(size()), "element"));
    case Type::kObject:
      return StrCat("an object of ", Count(static_cast<int64_t>(size()), "member"));
  }
  return "";
}

Status Json::WrongType(std::string_view wanted) const {
  return InvalidArgument(kJsonC6).Say(StrCat(Path(), " must be ", wanted, ", but is ", Describe()));
}

Status Json::CheckType(Type wanted) const {
  return type_ == wanted ? OkStatus() : WrongType(TypeWithArticle(wanted));
}

StatusOr<bool> Json::AsBool() const {
  if (!is_bool()) return WrongType("a boolean");
  return bool_;
}

StatusOr<std::string> Json::AsString() const {
  if (!is_string()) return WrongType("a string");
  return text_;
}

StatusOr<int64_t> Json::AsInt64() const {
  if (!is_number() && !is_string()) return WrongType("an integer");
  int64_t value = 0;
  switch (ParseDecimal(text_, &value)) {
    case Decimal::kNotDigits:
      if (is_string()) return WrongType("an integer");
      return InvalidArgument(kJsonC7)
          .Say(StrCat(Path(), " must be an integer, but is ", Describe()))
          .Help("write it in plain digits, without fraction and exponent");
    case Decimal::kOverflow:
      return InvalidArgument(kJsonC7)
          .Say(StrCat(Path(), " must fit into 64 bits, but is ", Describe()))
          .Detail("int64 reaches from -9223372036854775808 to 9223372036854775807");
    case Decimal::kOk:
      break;
  }
  constexpr int64_t kExact = int64_t{1} << 53;
  if (is_number() && (value > kExact || value < -kExact)) {
    return InvalidArgument(kJsonC7)
        .Say(StrCat(Path(), " is ", Describe(), ", which a JavaScript number may have rounded"))
        .Detail("as a number, an integer may have a magnitude of up to 2^53")
        .Help(StrCat("write it as a string: \"", text_, "\""));
  }
  return value;
}

StatusOr<double> Json::AsDouble() const {
  if (is_string()) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (text_ == "NaN" || text_ == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (text_ == "Infinity" || text_ == "inf") return kInfinity;
    if (text_ == "-Infinity" || text_ == "-inf") return -kInfinity;
  }
  if (!is_number()) return WrongType("a number");
  const double value = DoubleFromText(text_).value_or(0);  // a number, by the grammar of JSON
  if (!std::isfinite(value)) {
    return InvalidArgument(kJsonC7)
        .Say(StrCat(Path(), " is past the range of a double: ", Describe()))
        .Help("infinity is written \"Infinity\" or \"-Infinity\", as a string");
  }
  return value;
}

StatusOr<std::vector<int64_t>> Json::AsInt64List() const {
  if (!is_array()) return WrongType("an array of integers");
  std::vector<int64_t> values;
  values.reserve(items_.size());
  for (const Json& item : items_) {
    HLOOM_ASSIGN_OR_RETURN(const int64_t value, item.AsInt64());
    values.push_back(value);
  }
  return values;
}

StatusOr<std::vector<std::string>> Json::AsStringList() const {
  if (!is_array()) return WrongType("an array of strings");
  std::vector<std::string> values;
  values.reserve(items_.size());
  for (const Json& item : items_) {
    HLOOM_ASSIGN_OR_RETURN(std::string value, item.AsString());
    values.push_back(std::move(value));
  }
  return values;
}

const Json* Json::Find(std::string_view key) const {
  if (!is_object()) return nullptr;
  for (size_t i = 0; i < items_.size(); ++i) {
    if (scope_->keys[i] == key) return &items_[i];
  }
  return nullptr;
}

StatusOr<const Json*> Json::Get(std::string_view key) const {
  if (!is_object()) return WrongType("an object");
  if (const Json* found = Find(key)) return found;
  ErrorBuilder error = InvalidArgument(kJsonC5);
  std::move(error).Say(StrCat(Path(), " lacks the member ", Quote(key)));
  if (items_.empty()) {
    std::move(error).Detail("it has no members");
  } else {
    std::vector<std::string> names;
    for (size_t i = 0; i < items_.size() && i < kListedKeys; ++i) {
      names.push_back(Quote(scope_->keys[i]));
    }
    std::move(error).Detail(
        StrCat("it has ", StrJoin(names, ", "), items_.size() > kListedKeys ? ", ..." : ""));
  }
  return Status(std::move(error));
}

StatusOr<const Json*> Json::GetObject(std::string_view key) const {
  HLOOM_ASSIGN_OR_RETURN(const Json* member, Get(key));
  HLOOM_RETURN_IF_ERROR(member->CheckType(Type::kObject));
  return member;
}

StatusOr<const Json*> Json::GetArray(std::string_view key) const {
  HLOOM_ASSIGN_OR_RETURN(const Json* member, Get(key));
  HLOOM_RETURN_IF_ERROR(member->CheckType(Type::kArray));
  return member;
}

StatusOr<std::string> Json::GetString(std::string_view key) const {
  HLOOM_ASSIGN_OR_RETURN(const Json* member, Get(key));
  return member->AsString();
}

StatusOr<int64_t> Json::GetInt64(std::string_view key) const {
  HLOOM_ASSIGN_OR_RETURN(const Json* member, Get(key));
  return member->AsInt64();
}

StatusOr<double> Json::GetDouble(std::string_view key) const {
  HLOOM_ASSIGN_OR_RETURN(const Json* member, Get(key));
  return member->AsDouble();
}

StatusOr<std::vector<int64_t>> Json::GetInt64List(std::string_view key) const {
  HLOOM_ASSIGN_OR_RETURN(const Json* member, Get(key));
  return member->AsInt64List();
}

StatusOr<std::vector<std::string>> Json::GetStringList(std::string_view key) const {
  HLOOM_ASSIGN_OR_RETURN(const Json* member, Get(key));
  return member->AsStringList();
}

Status Json::CheckKeys(Span<const std::string_view> known) const {
  HLOOM_RETURN_IF_ERROR(CheckType(Type::kObject));
  for (const std::string& key : scope_->keys) {
    bool found = false;
    for (std::string_view name : known) found = found || name == key;
    if (found) continue;
    // The distance costs the product of the lengths: no name worth guessing is this long.
    const std::string_view nearest =
        key.size() <= kQuoteBytes ? NearestWord(key, known) : std::string_view();
    return InvalidArgument(kJsonC5)
        .Say(StrCat(Path(), " has the unknown member ", Quote(key)))
        .Detail(StrCat("known: ", StrJoin(known, ", ")))
        .Help(nearest.empty() ? "" : StrCat("did you mean \"", nearest, "\"?"));
  }
  return OkStatus();
}

}  // namespace hloom
