#include "hlo/kinds/js_form.h"

#include <algorithm>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

// The order is that of JsForm::Type.
constexpr std::string_view kTypeNames[] = {
    "integer",     "number", "boolean", "text",  "type",   "shape", "literal", "operation",
    "computation", "choice", "list",    "tuple", "record", "union", "either"};

}  // namespace

std::string_view JsFormTypeName(JsForm::Type type) { return kTypeNames[static_cast<int>(type)]; }

StatusOr<size_t> ReadJsonChoice(Span<const std::string_view> choices, const JsonInput& in) {
  HLOOM_ASSIGN_OR_RETURN(const std::string text, in.json.AsString());
  const auto* const found = std::find(choices.begin(), choices.end(), text);
  if (found != choices.end()) return static_cast<size_t>(found - choices.begin());
  const std::string_view near = NearestWord(text, choices);
  return InvalidArgument(kFunctionC3)
      .Say(StrCat("\"", Shortened(text), "\" is not a value of ", in.name))
      .Detail(StrCat("it is one of ", StrJoin(choices, ", ")))
      .Help(near.empty() ? StrCat("use ", choices.front()) : StrCat("did you mean ", near, "?"));
}

}  // namespace hloom
