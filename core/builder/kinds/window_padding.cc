#include "builder/kinds/window_padding.h"

#include "base/hash.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "hlo/kinds/enum_codec.h"
#include "hlo/kinds/numbers.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

using WindowPaddingPairs = std::vector<Int64Pair>;

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

Status ReadJsonWindowPadding(WindowPadding& padding, const JsonInput& in) {
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
      .Say(StrCat("\"", Shortened(in.json.text()), "\" is not a value of ", in.name))
      .Help("it is SAME, VALID, or [low, high] for each dimension");
}

constexpr Codec<WindowPadding> kPadding = {
    .name = "padding",
    .hash =
        [](const WindowPadding& padding, Hasher& hasher) {
          AddToHash(padding.same, hasher);
          AddToHash(padding.low_high, hasher);
        },
    .js = &kWindowPaddingForm,
    .read_json = ReadJsonWindowPadding,
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<WindowPadding>() {
  return MakeKind<kPadding>();
}

}  // namespace hloom
