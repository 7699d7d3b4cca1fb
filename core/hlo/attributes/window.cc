#include "hlo/attributes/window.h"

#include <algorithm>

#include "base/hash.h"
#include "base/rules.h"
#include "base/str_cat.h"
#include "base/wire_util.h"
#include "hlo/kinds/codec.h"
#include "hlo/kinds/record_codec.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

// Window and WindowDimension of xla_data.proto.
enum WindowField { kDimensions = 1 };
enum WindowDimensionField {
  kSize = 1,
  kWindowStride = 2,
  kPaddingLow = 3,
  kPaddingHigh = 4,
  kWindowDilation = 5,
  kBaseDilation = 6,
  kWindowReversal = 7,
};

using Get = int64_t (WindowDimension::*)() const;
using Set = void (WindowDimension::*)(int64_t);

// The fields that are plain numbers, all but `pad` and `rhs_reversal`, with their numbers in the
// proto and their names in text, in the order in which XLA prints them.
struct NumberField {
  int proto_field;
  std::string_view text;
  Get get;
  Set set;
};
constexpr NumberField kWindowNumbers[] = {
    {kSize, "size", &WindowDimension::size, &WindowDimension::set_size},
    {kWindowStride, "stride", &WindowDimension::stride, &WindowDimension::set_stride},
    {kBaseDilation, "lhs_dilate", &WindowDimension::base_dilation,
     &WindowDimension::set_base_dilation},
    {kWindowDilation, "rhs_dilate", &WindowDimension::window_dilation,
     &WindowDimension::set_window_dilation},
};
constexpr std::string_view kPad = "pad";
constexpr std::string_view kReversal = "rhs_reversal";
constexpr std::string_view kWindowNames[] = {"size",       "stride",     kPad,
                                             "lhs_dilate", "rhs_dilate", kReversal};

// ---- bytes ----

void WriteWindow(const Window& window, int field, WireWriter& out) {
  out.BeginMessage(field);
  for (const WindowDimension& dimension : window.dimensions()) {
    out.BeginMessage(kDimensions);
    out.SetInt64(kSize, dimension.size());
    out.SetInt64(kWindowStride, dimension.stride());
    out.SetInt64(kPaddingLow, dimension.padding_low());
    out.SetInt64(kPaddingHigh, dimension.padding_high());
    out.SetInt64(kWindowDilation, dimension.window_dilation());
    out.SetInt64(kBaseDilation, dimension.base_dilation());
    out.SetBool(kWindowReversal, dimension.window_reversal());
    out.EndMessage();
  }
  out.EndMessage();
}

Status ReadField(const WireReader& message, WindowDimension* dimension) {
  if (message.field() > kWindowReversal) return OkStatus();
  if (message.field() == kWindowReversal) {
    HLOOM_ASSIGN_OR_RETURN(const bool reversal, message.Bool());
    dimension->set_window_reversal(reversal);
    return OkStatus();
  }
  HLOOM_ASSIGN_OR_RETURN(const int64_t value, message.Int64());
  if (message.field() == kPaddingLow) dimension->set_padding_low(value);
  if (message.field() == kPaddingHigh) dimension->set_padding_high(value);
  for (const NumberField& number : kWindowNumbers) {
    if (message.field() == number.proto_field) (dimension->*number.set)(value);
  }
  return OkStatus();
}

Status ReadWindow(Window& window, const WireReader& field) {
  return ForEachFieldIn(field, [&window](const WireReader& message) -> Status {
    if (message.field() != kDimensions) return OkStatus();
    WindowDimension* dimension = window.add_dimensions();
    // A number that the wire omits is 0.
    for (const NumberField& number : kWindowNumbers) (dimension->*number.set)(0);
    return ForEachFieldIn(
        message, [dimension](const WireReader& part) { return ReadField(part, dimension); });
  });
}

// ---- text ----

// Reads one entry of a field: 3, or for `pad` 0_1.
Status ReadEntry(std::string_view name, TextReader& in, WindowDimension& dimension) {
  const size_t place = in.position();
  HLOOM_ASSIGN_OR_RETURN(const int64_t value, in.Int64());
  if (name == kPad) {
    HLOOM_RETURN_IF_ERROR(in.Expect('_', "and the high padding of the dimension"));
    HLOOM_ASSIGN_OR_RETURN(const int64_t high, in.Int64());
    dimension.set_padding_low(value);
    dimension.set_padding_high(high);
  } else if (name == kReversal) {
    if (value != 0 && value != 1) {
      return in.ErrorAt(place, kWindowP1, StrCat("rhs_reversal of the window has ", value))
          .Help("1 reverses the window along a dimension, 0 does not");
    }
    dimension.set_window_reversal(value == 1);
  } else {
    for (const NumberField& number : kWindowNumbers) {
      if (name == number.text) (dimension.*number.set)(value);
    }
  }
  return OkStatus();
}

// Adds the syntax of a field to the error if a number was expected.
Status WithExample(const Status& wrong, std::string_view name) {
  if (wrong.rule() != kTextP1.id) return wrong;
  return wrong.WithHelp(
      name == kPad ? "write the low and high padding of each dimension, with x between: pad=1_0x2_2"
                   : StrCat("write a number for each dimension, with x between: ", name, "=",
                            name == kReversal ? "0x1" : "2x3"));
}

// Reads the entries of a field, with x between dimensions. The first field determines the number of
// dimensions.
Status ReadEntries(std::string_view name, std::string_view first, TextReader& in, Window& window) {
  const bool is_first = name == first;
  const size_t place = in.position();
  int64_t count = 0;
  do {
    WindowDimension ignored;
    if (is_first) window.add_dimensions();
    const bool known = count < window.dimensions_size();
    const Status read = ReadEntry(name, in, known ? *window.mutable_dimensions(count) : ignored);
    if (!read.ok()) return WithExample(read, name);
    ++count;
  } while (in.Accept('x'));
  if (count == window.dimensions_size()) return OkStatus();
  return in
      .ErrorAt(place, kWindowP1,
               StrCat(name, " of the window has ", Count(static_cast<int64_t>(count), "entry"),
                      ", ", first, " has ", window.dimensions_size()))
      .Help("each field of a window has one entry for each dimension, with x between: size=2x3");
}

// {size=2x3 stride=1x2 pad=0_1x1_1}, the fields in any order, blanks between them.
Status ParseWindow(Window& window, TextReader& in, const Shape*) {
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the fields of the window, like {size=2x3}"));
  std::vector<std::string_view> seen;
  while (!in.Accept('}')) {
    const size_t place = in.position();
    HLOOM_ASSIGN_OR_RETURN(
        const size_t at,
        in.OneOf(kWindowNames, StrCat("'}' or a field of the window: ",
                                      StrJoin(Span<const std::string_view>(kWindowNames), ", "))));
    const std::string_view name = kWindowNames[at];
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
      return in.ErrorAt(place, kWindowP1, StrCat("the window has ", name, " twice"))
          .Help("name each field once");
    }
    seen.push_back(name);
    HLOOM_RETURN_IF_ERROR(in.Expect('=', "after the name of a field"));
    HLOOM_RETURN_IF_ERROR(ReadEntries(name, seen.front(), in, window));
  }
  if (window.dimensions_size() == 0 ||
      std::find(seen.begin(), seen.end(), kWindowNames[0]) != seen.end()) {
    return OkStatus();
  }
  return in.ErrorAt(in.position(), kWindowP1, "the window has no size")
      .Help("size is the number of elements of the window along each dimension: size=2x3");
}

void HashWindow(const Window& window, Hasher& hasher) {
  for (const WindowDimension& dimension : window.dimensions()) {
    for (const NumberField& number : kWindowNumbers) hasher.AddInt64((dimension.*number.get)());
    hasher.AddInt64(dimension.padding_low());
    hasher.AddInt64(dimension.padding_high());
    hasher.AddNumber(dimension.window_reversal() ? 1 : 0);
  }
}

// ---- JavaScript ----

constexpr JsForm kDimensionForm = RecordForm<WindowDimension>(
    "WindowDimension", "The movement of a window along one dimension, with XLA's names.");
constexpr Codec<WindowDimension> kDimension = RecordCodec<WindowDimension, kDimensionForm>();
constexpr JsForm kWindowForm = {
    .type = JsForm::Type::kList,
    .parts = kJsElement<WindowDimension>,
    .meaning = "an array with an object for each dimension of the window",
    .example = "an array such as [{ size: 3 }, { size: 3, stride: 2 }]"};

Status ReadJsonWindow(Window& window, const JsonInput& in) {
  std::vector<WindowDimension> dimensions;
  HLOOM_RETURN_IF_ERROR(ReadJsonList(dimensions, in));
  for (const WindowDimension& dimension : dimensions) {
    *window.add_dimensions() = dimension;
  }
  return OkStatus();
}

constexpr Codec<Window> kWindow = {
    .name = "window",
    .print = [](const Window& window,
                std::string& out) { StrAppend(out, "{", window.ToString(), "}"); },
    .parse = ParseWindow,
    .hash = HashWindow,
    .write = WriteWindow,
    .read = ReadWindow,
    .js = &kWindowForm,
    .read_json = ReadJsonWindow,
};

constexpr Codec<std::optional<Window>> kOptionalWindow = OptionalCodec<Window>("window");

template <typename Test, typename Print>
void AppendField(std::string& out, Span<const WindowDimension> dimensions, std::string_view name,
                 Test is_needed, Print print) {
  if (!std::any_of(dimensions.begin(), dimensions.end(), is_needed)) return;
  StrAppend(out, out.empty() ? "" : " ", name, "=");
  bool first = true;
  for (const WindowDimension& dimension : dimensions) {
    if (!first) out.push_back('x');
    first = false;
    print(dimension);
  }
}

}  // namespace

std::string Window::ToString() const {
  std::string out;
  const auto number = [&](const NumberField& field, bool always) {
    AppendField(
        out, dimensions_, field.text,
        [&](const WindowDimension& d) { return always || (d.*field.get)() != 1; },
        [&](const WindowDimension& d) { StrAppend(out, (d.*field.get)()); });
  };
  number(kWindowNumbers[0], true);
  number(kWindowNumbers[1], false);
  AppendField(
      out, dimensions_, kPad,
      [](const WindowDimension& d) { return d.padding_low() != 0 || d.padding_high() != 0; },
      [&](const WindowDimension& d) { StrAppend(out, d.padding_low(), "_", d.padding_high()); });
  number(kWindowNumbers[2], false);
  number(kWindowNumbers[3], false);
  AppendField(
      out, dimensions_, kReversal, [](const WindowDimension& d) { return d.window_reversal(); },
      [&](const WindowDimension& d) { StrAppend(out, d.window_reversal() ? 1 : 0); });
  return out;
}

template <>
const AttributeKind& AttributeKindOf<WindowDimension>() {
  return MakeKind<kDimension>();
}
template <>
const AttributeKind& AttributeKindOf<Window>() {
  return MakeKind<kWindow>();
}
template <>
const AttributeKind& AttributeKindOf<std::optional<Window>>() {
  return MakeKind<kOptionalWindow>();
}

}  // namespace hloom
