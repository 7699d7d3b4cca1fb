// Messages: texts that know which of their parts are names of arguments and functions.
#include "base/message.h"

#include <string>
#include <vector>

#include "base/status.h"
#include "base/str_cat.h"
#include "gtest/gtest.h"

namespace hloom {
namespace {

using Kind = Message::Kind;

// "argument dimensions; function Abs"
std::string PartsOf(const Message& message) {
  static constexpr const char* kNames[] = {"argument", "function", "caller", "advice",
                                           "number",   "list",     "record", "choice"};
  std::string text;
  for (const Message::Part& part : message.parts()) {
    StrAppend(text, text.empty() ? "" : "; ", kNames[static_cast<size_t>(part.kind)], " ",
              message.text().substr(part.begin, part.size));
    if (!part.name.empty()) StrAppend(text, " (", part.name, ")");
  }
  return text;
}

TEST(Message, ALiteralMarksPartsInBackticks) {
  const Message message =
      "leave `broadcast_dimensions` out, or `Reshape` to `{1,0}` with `new_sizes={2}`"_msg;
  EXPECT_EQ(message, "leave broadcast_dimensions out, or Reshape to {1,0} with new_sizes={2}");
  EXPECT_EQ(PartsOf(message),
            "argument broadcast_dimensions; function Reshape; list {1,0}; list new_sizes={2} "
            "(new_sizes)");
}

TEST(Message, TheFormOfAValueDeterminesItsKind) {
  EXPECT_EQ(PartsOf("`k=5`, `order=TOTAL`, `groups={{0,1},{2}}`, `accuracy={ulps=2}`, `{}`"_msg),
            "number k=5 (k); choice order=TOTAL (order); list groups={{0,1},{2}} (groups); "
            "record accuracy={ulps=2} (accuracy); list {}");
  EXPECT_EQ(PartsOf(MessageCat(WithValue("left_side", true), WithChoice("order", "TOTAL"))),
            "number left_side=true (left_side); choice order=TOTAL (order)");
}

TEST(Message, PartsMoveWithTheirText) {
  const std::vector<int64_t> dims = {0, 1};
  const Message inner = MessageCat(WithValue("dimensions", dims), " of ", ArgumentName("x_y"));
  const Message message = MessageCat("with ", inner, ": `Abs` takes "_msg, DimensionList(dims),
                                     " and ", WithValue("k", 5), ", ", CallerName("exponential"),
                                     " does not: ", Advice("use_other", "call another"));
  EXPECT_EQ(message,
            "with dimensions={0,1} of x_y: Abs takes {0,1} and k=5, exponential does not: "
            "call another");
  EXPECT_EQ(
      PartsOf(message),
      "list dimensions={0,1} (dimensions); argument x_y; function Abs; list {0,1}; number k=5 "
      "(k); caller exponential; advice call another (use_other)");
}

TEST(Message, NobodysOwnTextIsMarked) {
  const std::string name = "`Reshape`";
  EXPECT_EQ(PartsOf(MessageCat("\"", name, "\" is ", std::string_view(name))), "");
  EXPECT_EQ(PartsOf(name.c_str()), "");
  EXPECT_EQ(MessageCat(name, " is `x_y`"_msg), "`Reshape` is x_y");
}

TEST(Message, ALongOneKeepsThePartsThatAreShown) {
  const std::string filler(3000, 'x');
  const Message message = MessageCat("`first_one` "_msg, filler, " `lost_one` "_msg, filler,
                                     " `last_one` is there"_msg);
  const Message shown = Message(message).Shown();
  EXPECT_LT(shown.text().size(), 2100u);
  EXPECT_EQ(PartsOf(shown), "argument first_one; argument last_one");
  const Status status = Status(Internal({"x.c1", ""}).Say(message).Help(message));
  EXPECT_EQ(PartsOf(status.fields().headline), PartsOf(shown));
  EXPECT_EQ(PartsOf(status.fields().help), PartsOf(shown));
}

}  // namespace
}  // namespace hloom
