#include "support/case_files.h"

#include <cstdio>
#include <utility>

#include "base/json_writer.h"
#include "base/str_cat.h"
#include "ops/op_def.h"
#include "support/case_conversions.h"
#include "support/case_values.h"

namespace hloom::testing_support {

namespace {

constexpr std::string_view kFileKeys[] = {"operation", "values", "conversions", "cases"};

Status FileError(std::string text) { return Internal(Rule{"case", ""}).Say(std::move(text)); }

// A value as text: `json` itself, or the one of `values` that a string names.
StatusOr<std::string> ValueText(const Json& json, const Json& values) {
  if (!json.is_string()) return CaseJsonText(json);
  const Json* value = values.Find(json.text());
  if (value == nullptr)
    return FileError(StrCat(json.Path(), ": no value is named \"", json.text(), "\""));
  return CaseJsonText(*value);
}

// The text of a member of a case.
StatusOr<std::string> MemberText(std::string_view key, const Json& json, const Json& values) {
  if (key == "expect") return ValueText(json, values);
  if (key != "parameters" && key != "arguments") return CaseJsonText(json);
  std::vector<std::string> texts;
  for (const Json& item : json.items()) {
    HLOOM_ASSIGN_OR_RETURN(std::string text, ValueText(item, values));
    texts.push_back(std::move(text));
  }
  return StrCat("[", StrJoin(texts, ","), "]");
}

StatusOr<std::string> ExpandedText(const Json& json, const Json& values) {
  std::string text;
  for (size_t i = 0; i < json.size(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(const std::string member,
                           MemberText(json.key(i), json.items()[i], values));
    StrAppend(text, i == 0 ? "" : ",", JsonQuote(json.key(i)), ":", member);
  }
  return StrCat("{", text, "}");
}

// The file with its "values" inserted where they are named. A file without them does not change.
// tests/js/support/case-files.ts does the same.
StatusOr<Json> ExpandValues(Json file) {
  HLOOM_RETURN_IF_ERROR(file.CheckKeys(kFileKeys));
  if (file.Find("values") == nullptr) return file;
  HLOOM_ASSIGN_OR_RETURN(const Json* values, file.GetObject("values"));
  HLOOM_ASSIGN_OR_RETURN(const Json* cases, file.GetArray("cases"));
  std::string text;
  for (size_t i = 0; i < file.size(); ++i) {
    const std::string& key = file.key(i);
    if (key == "values" || key == "cases") continue;
    StrAppend(text, JsonQuote(key), ":", CaseJsonText(file.items()[i]), ",");
  }
  std::vector<std::string> texts;
  for (const Json& json : cases->items()) {
    HLOOM_ASSIGN_OR_RETURN(std::string expanded, ExpandedText(json, *values));
    texts.push_back(std::move(expanded));
  }
  return ParseJson(StrCat("{", text, "\"cases\":[", StrJoin(texts, ","), "]}"));
}

}  // namespace

std::vector<std::string> CaseFileNames() {
  std::vector<std::string> names = {
      "approx-topk",       "broadcasting",        "complex-special-values",
      "decompositions",    "dynamic-convolution", "gamma-functions",
      "library",           "matrix-parts",        "pooling",
      "quantize",          "scalar-computations", "slicing",
      "special-functions", "tridiagonal"};
  for (const OpDef* def : AllOpDefs()) names.emplace_back(def->name);
  return names;
}

StatusOr<std::string> ReadCheckoutFile(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr)
    return FileError(StrCat(path, " cannot be read; tests run from the root of the checkout"));
  std::string text;
  char chunk[4096];
  while (const size_t read = std::fread(chunk, 1, sizeof(chunk), file)) text.append(chunk, read);
  std::fclose(file);
  return text;
}

StatusOr<Json> ReadCaseFile(std::string_view name) {
  HLOOM_ASSIGN_OR_RETURN(const std::string text,
                         ReadCheckoutFile(StrCat("tests/cases/", name, ".jsonc")));
  HLOOM_ASSIGN_OR_RETURN(Json json, ParseJson(text, {.allow_comments = true}));
  HLOOM_ASSIGN_OR_RETURN(json, ExpandValues(std::move(json)));
  return ExpandConversions(std::move(json));
}

}  // namespace hloom::testing_support
