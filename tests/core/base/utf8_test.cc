#include "base/utf8.h"

#include <string>

#include "base/status.h"
#include "base/str_cat.h"
#include "gtest/gtest.h"

namespace hloom {
namespace {

TEST(ShortenedTest, CutsLongNamesBetweenCharacters) {
  EXPECT_EQ(Shortened("main"), "main");
  EXPECT_EQ(Shortened(std::string(64, 'x')), std::string(64, 'x'));
  EXPECT_EQ(Shortened(std::string(65, 'x')), StrCat(std::string(64, 'x'), "..."));
  EXPECT_EQ(Shortened(StrCat(std::string(63, 'x'), "\xC3\xA9")),
            StrCat(std::string(63, 'x'), "..."));
}

TEST(ShownSentenceTest, KeepsBothEndsOfLongSentences) {
  EXPECT_EQ(ShownSentence(std::string(2000, 'x')), std::string(2000, 'x'));
  const std::string shown = ShownSentence(StrCat("begin ", std::string(10'000'000, 'x'), " end"));
  EXPECT_EQ(shown.substr(0, 7), "begin x");
  EXPECT_EQ(shown.substr(shown.size() - 5), "x end");
  EXPECT_LT(shown.size(), 2100u);
  std::string accents;
  for (int i = 0; i < 5000; ++i) accents += "\xC3\xA9";
  EXPECT_EQ(FindInvalidUtf8(ShownSentence(accents)), std::string_view::npos);
  EXPECT_EQ(FindInvalidUtf8(ShownSentence(StrCat("x", accents, "x"))), std::string_view::npos);
}

TEST(ShownSentenceTest, EveryFieldOfAnErrorIsCut) {
  const std::string huge(1'000'000, 'x');
  const Status status = InvalidArgument(Rule{"shape.c1", ""})
                            .Op("op")
                            .Say(huge)
                            .Detail(huge)
                            .Help(huge)
                            .Operand(huge)
                            .At(huge);
  EXPECT_LT(status.ToString().size(), 20'000u);
  EXPECT_LT(status.fields().operands[0].size(), 2100u);
  const Status bare = InvalidArgument(Rule{"shape.c1", ""}).Say("short");
  EXPECT_LT(bare.WithHelp(huge).WithLocation(huge).ToString().size(), 10'000u);
}

TEST(NearestWordTest, DoesNotCompareWithMegabytes) {
  constexpr std::string_view kWords[] = {"add", "subtract"};
  EXPECT_EQ(NearestWord("substract", kWords), "subtract");
  EXPECT_EQ(NearestWord(std::string(100'000'000, 'a'), kWords), "");
}

}  // namespace
}  // namespace hloom
