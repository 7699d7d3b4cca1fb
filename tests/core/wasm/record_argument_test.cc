// The argument kind record, as JavaScript passes it: an object with XLA's names of the fields.
#include "gtest/gtest.h"
#include "support/core_caller.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// The answer of Gather of rows of f32[3,4].
Json Gather(std::string_view numbers) {
  CoreCaller core;
  core.Begin(1, {"f32[3,4]", "s32[2]"});
  return core.Build(1, "Gather",
                    StrCat(R"({"input":1,"start_indices":2,"slice_sizes":[1,4],)",
                           R"("dimension_numbers":)", numbers, "}"));
}

std::string Sizes(std::string_view numbers) { return SizesOrRule(Gather(numbers)); }

std::string Message(std::string_view numbers) {
  return Gather(numbers).Find("error")->GetString("message").value();
}

TEST(RecordArgumentTest, Fields) {
  EXPECT_EQ(Sizes(R"({"offset_dims":[1],"collapsed_slice_dims":[0],"start_index_map":[0],)"
                  R"("index_vector_dim":1})"),
            "2,4");
  // The fields come in any order, integers as strings, and optional fields are there.
  EXPECT_EQ(Sizes(R"({"index_vector_dim":"1","operand_batching_dims":[],"start_index_map":["0"],)"
                  R"("collapsed_slice_dims":["0"],"offset_dims":["0"]})"),
            "4,2");
}

TEST(RecordArgumentTest, WhatIsMissingOrTooMuch) {
  EXPECT_EQ(Message(R"({"collapsed_slice_dims":[0],"start_index_map":[0],"index_vector_dim":1})"),
            "INVALID_ARGUMENT [function.c2] Gather: offset_dims of dimension_numbers is missing\n"
            "  help: offset_dims: the dimensions of the result that count within a slice, "
            "ascending");
  EXPECT_EQ(Message(R"({"offset_dims":[1],"collapsed_slice_dims":[0],"start_index_map":[0],)"
                    R"("index_vector_dim":1,"operand_batching_dim":[]})"),
            "INVALID_ARGUMENT [function.c2] Gather: dimension_numbers has no field "
            "\"operand_batching_dim\"\n"
            "  help: did you mean operand_batching_dims?");
  EXPECT_EQ(Sizes("{}"), "function.c2");
}

TEST(RecordArgumentTest, WhatIsNoRecord) {
  for (std::string_view wrong : {"1", "[]", "null", R"("offset_dims")"})
    EXPECT_EQ(Sizes(wrong), "function.c3") << wrong;
  const std::string start = R"({"offset_dims":[1],"collapsed_slice_dims":[0],"start_index_map":)";
  for (std::string_view wrong : {"0", "[0.5]", R"(["a"])", "{}", R"(["9223372036854775808"])"}) {
    EXPECT_EQ(Sizes(StrCat(start, wrong, R"(,"index_vector_dim":1})")), "function.c3") << wrong;
  }
  EXPECT_EQ(Sizes(StrCat(start, R"([0],"index_vector_dim":[1]})")), "function.c3");
}

}  // namespace
}  // namespace hloom
