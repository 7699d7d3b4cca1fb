// JSON of messages between JavaScript and the core, and of test cases: a strict reader whose errors
// name the place, and values whose accessors name the path ("$.arguments.lhs"). json_writer.h
// writes it.
//
// Rules that errors cite:
//   json.c1  the text is one JSON value by RFC 8259
//   json.c2  strings are well-formed UTF-8, escaped surrogates come in pairs
//   json.c3  the keys of an object differ
//   json.c4  arrays and objects nest at most kMaxJsonDepth deep
//   json.c5  an object has all required members, and no unknown ones
//   json.c6  a value is of the expected type
//   json.c7  a number has the requested type, exactly
//   json.c8  a document holds at most JsonOptions::max_values values (RESOURCE_EXHAUSTED)
// IsJsonError (base/rules.h) tells these from other errors.
#ifndef HLOOM_BASE_JSON_H_
#define HLOOM_BASE_JSON_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "base/status.h"

namespace hloom {

// Deep enough for every document that is meant, shallow enough that destroying one cannot exhaust a
// wasm stack.
inline constexpr size_t kMaxJsonDepth = 256;

struct JsonOptions {
  bool allow_comments = false;         // "// to the end of the line" and "/* ... */"
  bool allow_trailing_commas = false;  // [1, 2,]
  // A value takes up to some 100 bytes for two bytes of text: without a limit, parsing a text that
  // fits into memory could end the process. JSON is not for bulk data.
  size_t max_values = size_t{1} << 20;
};

// A parsed value. Copies are deep but share the names that make up paths.
class Json {
 public:
  enum class Type { kNull, kBool, kNumber, kString, kArray, kObject };

  Json();  // null
  Json(const Json&);
  Json(Json&&) noexcept;
  Json& operator=(const Json&);
  Json& operator=(Json&&) noexcept;
  ~Json();

  Type type() const { return type_; }
  bool is_null() const { return type_ == Type::kNull; }
  bool is_bool() const { return type_ == Type::kBool; }
  bool is_number() const { return type_ == Type::kNumber; }
  bool is_string() const { return type_ == Type::kString; }
  bool is_array() const { return type_ == Type::kArray; }
  bool is_object() const { return type_ == Type::kObject; }

  // A string's characters, or a number exactly as in the text; empty for the other types.
  const std::string& text() const { return text_; }
  // An array's elements, or an object's values in the order of the text; empty for the other types.
  Span<const Json> items() const;
  size_t size() const { return items_.size(); }
  // The name of `items()[i]`, i < size(); objects only.
  const std::string& key(size_t i) const;
  // The path of the value in its document: "$", "$.arguments.lhs", "$.dimensions[2]".
  std::string Path() const;

  // The value itself, or an error (json.c6, json.c7) that names its path.
  StatusOr<bool> AsBool() const;
  StatusOr<std::string> AsString() const;
  // Reads a number in plain digits of magnitude up to 2^53 (beyond, JavaScript's numbers have
  // holes), or a string of decimal digits of the whole int64 range. Fractions, exponents and
  // overflow are refused.
  StatusOr<int64_t> AsInt64() const;
  // Reads a number, or one of the strings "NaN", "Infinity", "-Infinity", "nan", "inf", "-inf",
  // which JSON has no numbers for. A number past the range of double is refused.
  StatusOr<double> AsDouble() const;
  StatusOr<std::vector<int64_t>> AsInt64List() const;
  StatusOr<std::vector<std::string>> AsStringList() const;

  // The member, or null if there is none or this is not an object.
  const Json* Find(std::string_view key) const;
  // The member, or an error that names the path and the keys there are (json.c5).
  StatusOr<const Json*> Get(std::string_view key) const;
  StatusOr<const Json*> GetObject(std::string_view key) const;
  StatusOr<const Json*> GetArray(std::string_view key) const;
  StatusOr<std::string> GetString(std::string_view key) const;
  StatusOr<int64_t> GetInt64(std::string_view key) const;
  StatusOr<double> GetDouble(std::string_view key) const;
  StatusOr<std::vector<int64_t>> GetInt64List(std::string_view key) const;
  StatusOr<std::vector<std::string>> GetStringList(std::string_view key) const;

  // Refuses an object that has a key outside `known`, with the nearest known name (json.c5).
  Status CheckKeys(Span<const std::string_view> known) const;
  // Refuses a value of another type (json.c6).
  Status CheckType(Type wanted) const;

 private:
  friend class JsonParser;
  struct Scope;

  // json.c6: "$.name must be a string, but is the number 3".
  Status WrongType(std::string_view wanted) const;
  std::string Describe() const;

  Type type_ = Type::kNull;
  bool bool_ = false;
  size_t index_ = 0;  // a scalar's position in `scope_`
  std::string text_;
  std::vector<Json> items_;
  std::shared_ptr<Scope> scope_;  // a container's own scope, a scalar's enclosing one
};

StatusOr<Json> ParseJson(std::string_view text, const JsonOptions& options = {});

}  // namespace hloom

#endif  // HLOOM_BASE_JSON_H_
