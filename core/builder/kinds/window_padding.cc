#include "builder/kinds/window_padding.h"

#include "base/hash.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "hlo/kinds/enum_kind.h"
#include "hlo/kinds/int64_pair.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

using WindowPaddingPairs = std::vector<Int64Pair>;

const WindowPadding& One(const void* value) { return *static_cast<const WindowPadding*>(value); }

// The names are in the order of Padding.
constexpr std::string_view kNames[] = {"SAME", "VALID"};
constexpr JsPart kParts[] = {{.form = &kChoiceForm<kNames>}, kJsPart<WindowPaddingPairs>};
constexpr JsForm kWindowPaddingForm = {
    .type = JsForm::Type::kEither,
    .parts = kParts,
    .type_name = "WindowPadding",
    .doc =
        "The padding of an array for a window: none (`'VALID'`), enough for ceil(size / stride) "
        "outputs (`'SAME'`), or the low and high padding of each dimension; negative padding "
        "leaves elements out.",
    .meaning = "'SAME', 'VALID' or an array with a pair for each dimension",
    .example = "'SAME', 'VALID' or pairs such as [[1, 0]]"};

Status ReadJson(void* value, const JsonInput& in) {
  WindowPadding& padding = *static_cast<WindowPadding*>(value);
  if (!in.json.is_string()) {
    WindowPaddingPairs pairs;
    HLOOM_RETURN_IF_ERROR(AttributeKindOf<WindowPaddingPairs>().read_json(&pairs, in));
    padding = WindowPadding(std::move(pairs));
    return OkStatus();
  }
  const std::optional<Padding> named = ParseEnum<Padding>(kNames, in.json.text());
  if (named) {
    padding = *named;
    return OkStatus();
  }
  return InvalidArgument(kFunctionC3)
      .Say(StrCat("\"", Shortened(in.json.text()), "\" is no value of ", in.name))
      .Help("it is SAME, VALID, or [low, high] for each dimension");
}

constexpr AttributeKind kPadding = {
    .name = "padding",
    .equal = [](const void* a, const void* b) { return One(a) == One(b); },
    .is_default = [](const void* value) { return One(value) == WindowPadding(); },
    .hash =
        [](const void* value, Hasher& hasher) {
          hasher.AddNumber(One(value).same ? 1 : 0);
          AttributeKindOf<WindowPaddingPairs>().hash(&One(value).low_high, hasher);
        },
    .js = &kWindowPaddingForm,
    .read_json = ReadJson,
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<WindowPadding>() {
  return kPadding;
}

}  // namespace hloom
