// Appends JSON text to a string. Commas and escapes are automatic; the text is always UTF-8.
//
//   std::string text;
//   JsonWriter json(&text);
//   json.BeginObject().Key("op").Int64AsString(7).Key("ok").Bool(true).EndObject();   //
//   {"op":"7","ok":true}
//
// Int64 values are written as strings: JavaScript's numbers cannot hold them all.
#ifndef HLOOM_BASE_JSON_WRITER_H_
#define HLOOM_BASE_JSON_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "base/span.h"

namespace hloom {

class JsonWriter {
 public:
  // Appends to `*out`, which must outlive the writer.
  explicit JsonWriter(std::string* out) : out_(*out) {}
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  // The caller balances Begin and End, and gives every member its Key.
  JsonWriter& BeginObject() { return Begin('{'); }
  JsonWriter& EndObject() { return End('}'); }
  JsonWriter& BeginArray() { return Begin('['); }
  JsonWriter& EndArray() { return End(']'); }
  JsonWriter& Key(std::string_view key);

  // Bytes that are not UTF-8 become U+FFFD.
  JsonWriter& String(std::string_view value);
  JsonWriter& Int64AsString(int64_t value);
  JsonWriter& Number(int value);
  template <typename T>
  JsonWriter& Number(T value) =
      delete;  // an int fits every reader; for more, Int64AsString or Double
  // The shortest text that reads back as the same double; "NaN", "Infinity", "-Infinity" as
  // strings.
  JsonWriter& Double(double value);
  JsonWriter& Bool(bool value);
  JsonWriter& Null();
  // `json` must be one complete JSON value.
  JsonWriter& Raw(std::string_view json);

  JsonWriter& Int64List(Span<const int64_t> values);  // ["2","3"]
  template <typename Strings>
  JsonWriter& StringList(const Strings& values) {
    BeginArray();
    for (const auto& value : values) String(value);
    return EndArray();
  }

 private:
  JsonWriter& Begin(char bracket);
  JsonWriter& End(char bracket);
  void Comma();

  std::string& out_;
  bool first_ = true;  // the innermost container is empty, or the key's value is due
};

// `text` as a JSON string, quotes included.
std::string JsonQuote(std::string_view text);

}  // namespace hloom

#endif  // HLOOM_BASE_JSON_WRITER_H_
