#include "support/case_conversions.h"

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "base/str_cat.h"
#include "support/case_values.h"

namespace hloom::testing_support {

namespace {

constexpr std::string_view kConversionKeys[] = {"from", "value", "to"};

std::vector<std::string_view> SplitAtSpaces(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const size_t end = text.find(' ');
    words.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return words;
}

std::string UpperCase(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

// {"shape": "s8[3]", "value": [1, 2, 3]}
std::string VectorText(std::string_view type, const Json& value) {
  return StrCat("{\"shape\":", JsonQuote(StrCat(type, "[", value.size(), "]")),
                ",\"value\":", CaseJsonText(value), "}");
}

std::string CaseText(std::string_view from, const Json& value, std::string_view to,
                     const Json& expected) {
  return StrCat("{\"name\":", JsonQuote(StrCat(from, " to ", to)),
                ",\"source\":\"semantics, Conversion\",\"parameters\":[", VectorText(from, value),
                "],\"steps\":[[\"y\",\"ConvertElementType\",{\"operand\":\"p0\",",
                "\"new_element_type\":", JsonQuote(UpperCase(to)),
                "}]],\"expect\":", VectorText(to, expected), "}");
}

Status AppendCases(const Json& conversion, std::vector<std::string>& cases) {
  HLOOM_RETURN_IF_ERROR(conversion.CheckKeys(kConversionKeys));
  HLOOM_ASSIGN_OR_RETURN(const std::string from, conversion.GetString("from"));
  HLOOM_ASSIGN_OR_RETURN(const Json* value, conversion.GetArray("value"));
  HLOOM_ASSIGN_OR_RETURN(const Json* to, conversion.GetObject("to"));
  for (size_t i = 0; i < to->size(); ++i) {
    const Json& expected = to->items()[i];
    HLOOM_RETURN_IF_ERROR(expected.CheckType(Json::Type::kArray));
    for (std::string_view type : SplitAtSpaces(to->key(i))) {
      cases.push_back(CaseText(from, *value, type, expected));
    }
  }
  return OkStatus();
}

}  // namespace

StatusOr<Json> ExpandConversions(Json file) {
  if (file.Find("conversions") == nullptr) return file;
  HLOOM_ASSIGN_OR_RETURN(const Json* conversions, file.GetArray("conversions"));
  HLOOM_ASSIGN_OR_RETURN(const std::string operation, file.GetString("operation"));
  HLOOM_ASSIGN_OR_RETURN(const Json* listed, file.GetArray("cases"));
  std::vector<std::string> cases;
  for (const Json& conversion : conversions->items()) {
    HLOOM_RETURN_IF_ERROR(AppendCases(conversion, cases));
  }
  for (const Json& json : listed->items()) cases.push_back(CaseJsonText(json));
  std::string text = StrCat("{\"operation\":", JsonQuote(operation), ",\"cases\":[");
  for (size_t i = 0; i < cases.size(); ++i) StrAppend(text, i == 0 ? "" : ",", cases[i]);
  text += "]}";
  return ParseJson(text);
}

}  // namespace hloom::testing_support
