#include "base/json.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

#include "base/json_writer.h"
#include "base/str_cat.h"
#include "gtest/gtest.h"

namespace hloom {
namespace {

constexpr JsonOptions kJsonc = {.allow_comments = true, .allow_trailing_commas = true};

Json Parsed(std::string_view text, const JsonOptions& options = {}) {
  StatusOr<Json> json = ParseJson(text, options);
  EXPECT_TRUE(json.ok()) << text << "\n" << json.status().ToString();
  return json.ok() ? *json : Json();
}

void Write(const Json& json,
           JsonWriter* out) {  // test documents are shallow: recursion is fine here
  switch (json.type()) {
    case Json::Type::kNull:
      out->Null();
      break;
    case Json::Type::kBool:
      out->Bool(json.AsBool().value());
      break;
    case Json::Type::kNumber:
      out->Raw(json.text());
      break;
    case Json::Type::kString:
      out->String(json.text());
      break;
    case Json::Type::kArray:
      out->BeginArray();
      for (const Json& item : json.items()) Write(item, out);
      out->EndArray();
      break;
    case Json::Type::kObject:
      out->BeginObject();
      for (size_t i = 0; i < json.size(); ++i) {
        out->Key(json.key(i));
        Write(json.items()[i], out);
      }
      out->EndObject();
      break;
  }
}

std::string Written(const Json& json) {
  std::string text;
  JsonWriter writer(&text);
  Write(json, &writer);
  return text;
}

std::string Repeat(std::string_view piece, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out.append(piece);
  return out;
}

// `text` must be refused with `rule`, at line:column, by a sentence that contains `words`.
struct Refusal {
  std::string text;
  std::string rule;
  std::string place;
  std::string words;
};

void ExpectRefused(const Refusal& c, const JsonOptions& options = {}) {
  StatusOr<Json> json = ParseJson(c.text, options);
  ASSERT_FALSE(json.ok()) << c.text;
  const std::string error = json.status().ToString();
  EXPECT_EQ(json.status().code(), StatusCode::kInvalidArgument) << error;
  EXPECT_EQ(json.status().rule(), c.rule) << c.text << "\n" << error;
  EXPECT_NE(error.find(c.place), std::string::npos) << c.text << "\n" << error;
  EXPECT_NE(error.find(c.words), std::string::npos) << c.text << "\n" << error;
}

TEST(JsonTest, ReadsEveryKind) {
  EXPECT_TRUE(Json().is_null());
  EXPECT_TRUE(Parsed(" null ").is_null());
  EXPECT_TRUE(Parsed("true").AsBool().value());
  EXPECT_FALSE(Parsed("false").AsBool().value());
  EXPECT_EQ(Parsed("-0.50e+01").text(), "-0.50e+01");
  EXPECT_EQ(Parsed("\"a b\"").AsString().value(), "a b");
  EXPECT_EQ(Parsed("[]").size(), 0u);
  EXPECT_EQ(Parsed("{}").size(), 0u);
  const Json object = Parsed("\r\n\t{\"z\": [1, [2], {}], \"a\": {\"z\": null}, \"\": 3} \n");
  ASSERT_EQ(object.size(), 3u);
  EXPECT_EQ(object.key(0), "z");
  EXPECT_EQ(object.key(1), "a");
  EXPECT_EQ(object.key(2), "");
  EXPECT_EQ(object.items()[0].size(), 3u);
}

TEST(JsonTest, WhatWasReadIsWrittenBack) {
  const std::string texts[] = {
      "null",
      "[]",
      "{}",
      "[[],{},[[]]]",
      "{\"a\":1,\"b\":[true,false,null],\"c\":{\"d\":\"e\"}}",
      "[1,-0,0.5,1e9,123456789012345678901234567890]",
      "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\"",
      "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\x7F\"",
  };
  for (const std::string& text : texts) EXPECT_EQ(Written(Parsed(text)), text);
}

TEST(JsonTest, Escapes) {
  EXPECT_EQ(Parsed(R"("\"\\\/\b\f\n\r\t")").text(), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(Parsed(R"("\u0041\u00e9\u20AC\uD83D\uDE00")").text(),
            "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  EXPECT_EQ(Parsed(R"("\u0000")").text(), std::string(1, '\0'));
  EXPECT_EQ(Parsed(R"("\uDBFF\uDFFF\uFFFF")").text(), "\xF4\x8F\xBF\xBF\xEF\xBF\xBF");
}

TEST(JsonTest, RefusesWhatIsNotJson) {
  const Refusal cases[] = {
      {"", "json.c1", "line 1, column 1 (byte 0)",
       "expected a JSON value, found the end of the text"},
      {" \n ", "json.c1", "line 2, column 2 (byte 3)", "the end of the text"},
      {"{", "json.c1", "byte 1", "expected a key in double quotes"},
      {"[", "json.c1", "byte 1", "expected a JSON value"},
      {"[1", "json.c1", "line 1, column 1 (byte 0)", "the array that begins here is not closed"},
      {"{\"a\":1", "json.c1", "(byte 0)", "the object that begins here is not closed"},
      {"[1 2]", "json.c1", "column 4", "expected ',' or ']' after an element, found '2'"},
      {"[1}", "json.c1", "column 3", "found '}'"},
      {"{\"a\":1]", "json.c1", "column 7", "expected ',' or '}'"},
      {"{\"a\" 1}", "json.c1", "column 6", "expected ':' after the key, found '1'"},
      {"{\"a\":}", "json.c1", "column 6", "expected a JSON value, found '}'"},
      {"{a:1}", "json.c1", "column 2", "expected a key in double quotes, found 'a'"},
      {"{1:1}", "json.c1", "column 2", "expected a key"},
      {"{,}", "json.c1", "column 2", "expected a key"},
      {"[,]", "json.c1", "column 2", "expected a JSON value"},
      {"[1,,2]", "json.c1", "column 4", "expected a JSON value"},
      {"[1,]", "json.c1", "column 3", "trailing comma"},
      {"{\"a\":1 , }", "json.c1", "column 8", "trailing comma"},
      {"]", "json.c1", "column 1", "found ']'"},
      {"1 2", "json.c1", "column 3", "expected the end of the text"},
      {"{}{}", "json.c1", "column 3", "expected the end of the text"},
      {"// c\n1", "json.c1", "column 1", "comments are not allowed"},
      {"1 /", "json.c1", "column 3", "found '/'"},
      {"nul", "json.c1", "column 1", "expected a JSON value"},
      {"nulll", "json.c1", "column 5", "expected the end"},
      {"True", "json.c1", "column 1", "found 'T'"},
      {"NaN", "json.c1", "column 1", "found 'N'"},
      {"Infinity", "json.c1", "column 1", "found 'I'"},
      {"-Infinity", "json.c1", "column 2", "expected a digit after '-', found 'I'"},
      {"'a'", "json.c1", "column 1", "found '''"},
      {"+1", "json.c1", "column 1", "found '+'"},
      {".5", "json.c1", "column 1", "found '.'"},
      {"5.", "json.c1", "column 3", "a digit after the decimal point"},
      {"-", "json.c1", "column 2", "a digit after '-'"},
      {"01", "json.c1", "column 1", "needless 0"},
      {"-00", "json.c1", "column 1", "needless 0"},
      {"1e", "json.c1", "column 3", "a digit in the exponent"},
      {"1e+", "json.c1", "column 4", "a digit in the exponent"},
      {"1.e5", "json.c1", "column 3", "a digit after the decimal point"},
      {"0x10", "json.c1", "column 2", "found 'x'"},
      {"1_000", "json.c1", "column 2", "found '_'"},
      {"\"abc", "json.c1", "column 1", "the string that begins here is not closed"},
      {"\"abc\\", "json.c1", "byte 5", "after a backslash, found the end of the text"},
      {"\"a\nb\"", "json.c1", "column 3", "byte 0x0A must be escaped"},
      {std::string("\"\0\"", 3), "json.c1", "column 2", "byte 0x00 must be escaped"},
      {"\"\\x41\"", "json.c1", "column 3", "after a backslash, found 'x'"},
      {"\"\\u12\"", "json.c1", "byte 5", "four hexadecimal digits"},
      {"\"\\u12g4\"", "json.c1", "byte 5", "found 'g'"},
      {"\xEF\xBB\xBF{}", "json.c1", "byte 0", "byte order mark"},
      {std::string("1\0", 2), "json.c1", "byte 1", "found byte 0x00"},
      {"\xC2\xA0"
       "1",
       "json.c1", "byte 0", "expected a JSON value"},  // a no-break space is not a blank
      {"[\"\xC3\xA9\", x]", "json.c1", "column 7 (byte 7)",
       "found 'x'"},  // columns count characters
  };
  for (const Refusal& c : cases) ExpectRefused(c);
}

TEST(JsonTest, RefusesBadUnicode) {
  const Refusal cases[] = {
      {"\"\x80\"", "json.c2", "byte 1", "0x80"},              // a stray continuation
      {"\"\xC3\"", "json.c2", "byte 1", "0xC3"},              // cut off by the quote
      {"\"\xE2\x82", "json.c2", "byte 1", "0xE2"},            // cut off by the end
      {"\"\xC0\x80\"", "json.c2", "byte 1", "0xC0"},          // overlong
      {"\"\xE0\x9F\xBF\"", "json.c2", "byte 1", "0xE0"},      // overlong
      {"\"\xF0\x8F\xBF\xBF\"", "json.c2", "byte 1", "0xF0"},  // overlong
      {"\"\xED\xA0\x80\"", "json.c2", "byte 1", "0xED"},      // a surrogate
      {"\"\xF4\x90\x80\x80\"", "json.c2", "byte 1", "0xF4"},  // past U+10FFFF
      {"\"a\xFF\"", "json.c2", "byte 2", "0xFF"},
      {"\"\\uD800\"", "json.c2", "byte 1", "high surrogate"},
      {"\"\\uD800x\"", "json.c2", "byte 1", "high surrogate"},
      {"\"\\uD800\\n\"", "json.c2", "byte 1", "high surrogate"},
      {"\"\\uD800\\uD800\"", "json.c2", "byte 1", "high surrogate"},
      {"\"\\uD800\\u0041\"", "json.c2", "byte 1", "high surrogate"},
      {"\"\\uDC00\"", "json.c2", "byte 1", "low surrogate"},
      {"{\"\xFF\":1}", "json.c2", "byte 2", "0xFF"},
  };
  for (const Refusal& c : cases) ExpectRefused(c);
}

TEST(JsonTest, RefusesDuplicateKeys) {
  ExpectRefused({"{\"a\":1,\n\"b\":2,\n\"a\":3}", "json.c3", "line 3, column 1 (byte 15)",
                 "the key \"a\" occurs twice"});
  ExpectRefused({"{\"a\":1,\"\\u0061\":3}", "json.c3", "byte 7", "first at line 1, column 2"});
  ExpectRefused({"[{\"\":{},\"\":{}}]", "json.c3", "byte 8", "occurs twice"});
  Parsed("[{\"a\":{\"a\":1}},{\"a\":2}]");
}

TEST(JsonTest, DepthIsBounded) {
  const std::string deepest = Repeat("[", kMaxJsonDepth) + Repeat("]", kMaxJsonDepth);
  const Json json = Parsed(deepest);
  Json copy = json;
  EXPECT_EQ(Written(copy), deepest);
  const std::string objects =
      Repeat("{\"a\":", kMaxJsonDepth - 1) + "[]" + Repeat("}", kMaxJsonDepth - 1);
  EXPECT_EQ(Written(Parsed(objects)), objects);
  ExpectRefused({"[" + deepest + "]", "json.c4", "byte 256", "nest more than 256 deep"});
  ExpectRefused({Repeat("[", 1000000), "json.c4", "byte 256", "nest more than 256 deep"});
  ExpectRefused({Repeat("{\"a\":", 100000), "json.c4", "byte 1280", "nest more than 256 deep"});
}

TEST(JsonTest, ValuesAreBounded) {
  const JsonOptions options = {.max_values = 3};
  Parsed("[1,{}]", options);
  StatusOr<Json> json = ParseJson("[1,{},2]", options);
  ASSERT_FALSE(json.ok());
  EXPECT_EQ(json.status().code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(json.status().rule(), "json.c8");
}

TEST(JsonTest, CommentsAndTrailingCommasOnRequest) {
  const Json json = Parsed("// a case\n{ /* {\"x\": */ \"a\" /**/ : [1, 2, ], // end\n}//", kJsonc);
  EXPECT_EQ(Written(json), "{\"a\":[1,2]}");
  EXPECT_EQ(Written(Parsed("\"// no comment\"", kJsonc)), "\"// no comment\"");
  ExpectRefused({"1 /* open", "json.c1", "byte 2", "not closed by */"}, kJsonc);
  ExpectRefused({"/*/ 1", "json.c1", "byte 0", "not closed by */"}, kJsonc);
  ExpectRefused({"/ 1", "json.c1", "byte 0", "found '/'"}, kJsonc);
  ExpectRefused({"[,]", "json.c1", "byte 1", "expected a JSON value"}, kJsonc);
  ExpectRefused({"{,}", "json.c1", "byte 1", "expected a key"}, kJsonc);
  ExpectRefused({"[1,,]", "json.c1", "byte 3", "expected a JSON value"}, kJsonc);
  ExpectRefused({"1,", "json.c1", "byte 1", "expected the end"}, kJsonc);
}

TEST(JsonTest, Int64) {
  const std::pair<const char*, int64_t> exact[] = {
      {"0", 0},
      {"-0", 0},
      {"42", 42},
      {"9007199254740992", int64_t{1} << 53},
      {"-9007199254740992", -(int64_t{1} << 53)},
      {"\"9223372036854775807\"", std::numeric_limits<int64_t>::max()},
      {"\"-9223372036854775808\"", std::numeric_limits<int64_t>::min()},
      {"\"7\"", 7},
  };
  for (const auto& [text, value] : exact) EXPECT_EQ(Parsed(text).AsInt64().value(), value) << text;
  const std::pair<const char*, const char*> refused[] = {
      {"9007199254740993", "json.c7"},
      {"-9007199254740993", "json.c7"},
      {"9223372036854775808", "json.c7"},
      {"1.5", "json.c7"},
      {"1.0", "json.c7"},
      {"1e3", "json.c7"},
      {"\"9223372036854775808\"", "json.c7"},
      {"\"-9223372036854775809\"", "json.c7"},
      {"\"99999999999999999999999999\"", "json.c7"},
      {"\"\"", "json.c6"},
      {"\"-\"", "json.c6"},
      {"\"+1\"", "json.c6"},
      {"\" 1\"", "json.c6"},
      {"\"1 \"", "json.c6"},
      {"\"01\"", "json.c6"},
      {"\"1.0\"", "json.c6"},
      {"\"--1\"", "json.c6"},
      {"true", "json.c6"},
      {"null", "json.c6"},
      {"[1]", "json.c6"},
      {"{}", "json.c6"},
  };
  for (const auto& [text, rule] : refused) {
    StatusOr<int64_t> value = Parsed(text).AsInt64();
    ASSERT_FALSE(value.ok()) << text;
    EXPECT_EQ(value.status().rule(), rule) << value.status().ToString();
  }
}

TEST(JsonTest, Doubles) {
  EXPECT_EQ(Parsed("-1.5e2").AsDouble().value(), -150.0);
  EXPECT_EQ(Parsed("5e-324").AsDouble().value(), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(Parsed("1e-999").AsDouble().value(), 0.0);
  EXPECT_TRUE(std::signbit(Parsed("-0").AsDouble().value()));
  EXPECT_TRUE(std::isnan(Parsed("\"NaN\"").AsDouble().value()));
  EXPECT_EQ(Parsed("\"-Infinity\"").AsDouble().value(), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(Parsed("\"inf\"").AsDouble().value(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(Parsed("1e999").AsDouble().status().rule(), "json.c7");
  EXPECT_EQ(Parsed("\"1\"").AsDouble().status().rule(), "json.c6");
}

TEST(JsonTest, MembersAndTheirErrors) {
  const Json json = Parsed(
      R"({"s": "x", "i": "5", "b": true, "d": 0.5, "l": ["1", 2], "t": ["p", "q"], "o": {"a": [{"b c": 1}]}})");
  EXPECT_EQ(json.GetString("s").value(), "x");
  EXPECT_EQ(json.GetInt64("i").value(), 5);
  EXPECT_TRUE(json.Find("b")->AsBool().value());
  EXPECT_EQ(json.GetDouble("d").value(), 0.5);
  EXPECT_EQ(json.GetInt64List("l").value(), (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(json.GetStringList("t").value(), (std::vector<std::string>{"p", "q"}));
  EXPECT_EQ(json.GetArray("l").value()->size(), 2u);
  EXPECT_EQ(json.Find("x"), nullptr);
  EXPECT_EQ(json.Find("s")->Find("x"), nullptr);

  const Json* o = json.GetObject("o").value();
  const Json& deep = *o->Find("a")->items()[0].Find("b c");
  EXPECT_EQ(json.Path(), "$");
  EXPECT_EQ(o->Path(), "$.o");
  EXPECT_EQ(deep.Path(), "$.o.a[0][\"b c\"]");
  EXPECT_EQ(deep.GetInt64("x").status().ToString(),
            "INVALID_ARGUMENT [json.c6] $.o.a[0][\"b c\"] must be an object, but is the number 1");
  EXPECT_EQ(json.GetInt64List("t").status().ToString(),
            "INVALID_ARGUMENT [json.c6] $.t[0] must be an integer, but is the string \"p\"");
  EXPECT_EQ(json.GetStringList("l").status().ToString(),
            "INVALID_ARGUMENT [json.c6] $.l[1] must be a string, but is the number 2");
  EXPECT_EQ(json.GetObject("l").status().ToString(),
            "INVALID_ARGUMENT [json.c6] $.l must be an object, but is an array of 2 elements");
  EXPECT_EQ(o->GetString("z").status().ToString(),
            "INVALID_ARGUMENT [json.c5] $.o lacks the member \"z\"\n  it has \"a\"");
  EXPECT_EQ(o->CheckKeys({"aa", "b"}).ToString(),
            "INVALID_ARGUMENT [json.c5] $.o has the unknown member \"a\"\n  known: aa, b\n  help: "
            "did you "
            "mean \"aa\"?");
  EXPECT_TRUE(o->CheckKeys({"a", "b"}).ok());
}

TEST(JsonTest, PathsOutliveTheDocument) {
  Json inner;
  {
    Json json = Parsed(R"({"a": [0, {"b": []}]})");
    inner = *json.Find("a")->items()[1].Find("b");
  }
  EXPECT_EQ(inner.Path(), "$.a[1].b");

  Json json = Parsed(R"({"a": {"b": [1]}})");
  json = *json.Find("a");  // from inside itself
  json = *json.Find("b");
  EXPECT_EQ(Written(json), "[1]");
  EXPECT_EQ(json.Path(), "$.a.b");
}

TEST(JsonWriterTest, WritesEveryKind) {
  std::string text = "before ";
  JsonWriter json(&text);
  json.BeginObject().Key("i").Int64AsString(std::numeric_limits<int64_t>::min());
  json.Key("n").Number(-3).Key("l").Int64List({1, 2}).Key("e").BeginArray().EndArray();
  json.Key("s").StringList(std::vector<std::string>{"a", "b"}).Key("o").BeginObject().EndObject();
  json.Key("r")
      .Raw("[1]")
      .Key("z")
      .BeginArray()
      .Null()
      .Bool(true)
      .Double(0.1)
      .EndArray()
      .EndObject();
  EXPECT_EQ(text,
            "before {\"i\":\"-9223372036854775808\",\"n\":-3,\"l\":[\"1\",\"2\"],\"e\":[],"
            "\"s\":[\"a\",\"b\"],\"o\":{},\"r\":[1],\"z\":[null,true,0.1]}");
}

TEST(JsonWriterTest, WhatIsNotTextBecomesText) {
  EXPECT_EQ(JsonQuote(std::string("\0\x1F\"\\", 4)), "\"\\u0000\\u001f\\\"\\\\\"");
  EXPECT_EQ(JsonQuote("a\xFF\xC3"), "\"a\xEF\xBF\xBD\xEF\xBF\xBD\"");
  EXPECT_EQ(JsonQuote("\xED\xA0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST(JsonWriterTest, DoublesReadBack) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    std::string text;
    JsonWriter(&text).Double(value);
    const double back = Parsed(text).AsDouble().value();
    EXPECT_TRUE(back == value || (std::isnan(back) && std::isnan(value))) << text;
  }
}

TEST(JsonFuzzTest, TruncationsNeverCrash) {
  const std::string text =
      R"({"a": [1, -2.5e+3, "x\u00e9\ud83d\ude00\n", true, false, null, {}, []], "b": {"c": "é"}})";
  Parsed(text);
  for (size_t n = 0; n < text.size(); ++n) EXPECT_FALSE(ParseJson(text.substr(0, n)).ok()) << n;
}

// Random texts, half of them from JSON's own alphabet so that they get somewhere; a text that
// parses must survive writing and reading.
TEST(JsonFuzzTest, RandomTexts) {
  static constexpr std::string_view kPieces[] = {
      "{",    "}",  "[", "]",    ",",    ":",       "\"a\"", "\"",        "\\", "\\u",
      "d83d", "1",  "-", ".",    "e",    "0",       "true",  "null",      "//", "/*",
      "*/",   "\n", " ", "\xC3", "\xA9", "{\"k\":", "[1,",   "\"\\ud800",
  };
  std::mt19937 random(7);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    const size_t length = random() % 40;
    for (size_t j = 0; j < length; ++j) {
      if (i % 2 == 0) {
        text.push_back(static_cast<char>(random()));
      } else {
        text.append(kPieces[random() % std::size(kPieces)]);
      }
    }
    StatusOr<Json> json = ParseJson(text, i % 4 < 2 ? kJsonc : JsonOptions());
    if (!json.ok()) {
      EXPECT_FALSE(json.status().rule().empty());
      continue;
    }
    ++accepted;
    const std::string written = Written(*json);
    EXPECT_EQ(Written(Parsed(written)), written) << text;
  }
  EXPECT_GT(accepted, 0);
}

// One byte of a valid document is changed, removed or doubled.
TEST(JsonFuzzTest, Mutations) {
  const std::string text =
      R"({"a":[1,-2.5e+3,"x\u00e9\ud83d\ude00"],"b":{"c":"é","d":[{},[],null]}})";
  std::mt19937 random(11);
  for (int i = 0; i < 20000; ++i) {
    std::string changed = text;
    const size_t at = random() % changed.size();
    switch (random() % 3) {
      case 0:
        changed[at] = static_cast<char>(random());
        break;
      case 1:
        changed.erase(at, 1 + random() % 3);
        break;
      default:
        changed.insert(at, 1, changed[at]);
    }
    StatusOr<Json> json = ParseJson(changed);
    if (!json.ok()) continue;
    EXPECT_EQ(Written(Parsed(Written(*json))), Written(*json));
  }
}

}  // namespace
}  // namespace hloom
