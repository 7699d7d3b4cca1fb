#include "base/article.h"

#include "gtest/gtest.h"

namespace hloom {
namespace {

TEST(ArticleTest, FollowsHowOperationsAreSaid) {
  EXPECT_EQ(WithArticle("all-reduce"), "an all-reduce");
  EXPECT_EQ(WithArticle("exponential"), "an exponential");
  EXPECT_EQ(WithArticle("infeed"), "an infeed");
  EXPECT_EQ(WithArticle("outfeed"), "an outfeed");
  EXPECT_EQ(WithArticle("send"), "a send");
  EXPECT_EQ(WithArticle("rng-bit-generator"), "an rng-bit-generator");
  EXPECT_EQ(WithArticle("xor"), "an xor");
  EXPECT_EQ(WithArticle("fft"), "an fft");
  EXPECT_EQ(WithArticle("sqrt"), "a sqrt");
}

TEST(ArticleTest, FollowsHowTypesAndShapesAreSaid) {
  EXPECT_EQ(WithArticle("f32[2,3]"), "an f32[2,3]");
  EXPECT_EQ(WithArticle("f8e4m3fn[]"), "an f8e4m3fn[]");
  EXPECT_EQ(WithArticle("s8[4]"), "an s8[4]");
  EXPECT_EQ(WithArticle("u8[4]"), "a u8[4]");
  EXPECT_EQ(WithArticle("bf16[]"), "a bf16[]");
  EXPECT_EQ(WithArticle("pred[]"), "a pred[]");
  EXPECT_EQ(WithArticle("c64[]"), "a c64[]");
  EXPECT_EQ(WithArticle("opaque[]"), "an opaque[]");
  EXPECT_EQ(WithArticle("(f32[2], token[])"), "a (f32[2], token[])");
}

}  // namespace
}  // namespace hloom
