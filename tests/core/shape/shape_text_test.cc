// The texts of tests/data/shape-texts.json, which the package reads too:
// tests/js/values/shape-text.test.ts.
#include <cstdio>

#include "base/json.h"
#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "shape/shape_util.h"

namespace hloom {
namespace {

Json Corpus() {
  const char* const path = "tests/data/shape-texts.json";
  std::FILE* file = std::fopen(path, "rb");
  EXPECT_NE(file, nullptr) << path << ": tests run from the root of the checkout";
  std::string text;
  if (file == nullptr) return Json();
  char chunk[4096];
  while (const size_t read = std::fread(chunk, 1, sizeof(chunk), file)) text.append(chunk, read);
  std::fclose(file);
  return ParseJson(text).value();
}

// The shape with its layout, or the rule that the text breaks, and the position that the error
// names.
std::string Verdict(const std::string& text) {
  const StatusOr<Shape> shape = ShapeUtil::ParseShape(text);
  if (shape.ok()) return shape->ToString(/*print_layout=*/true);
  const ErrorFields& error = shape.status().fields();
  constexpr std::string_view kPlace = "at character ";
  if (error.details.empty() || error.details[0].text().compare(0, kPlace.size(), kPlace) != 0)
    return error.rule;
  const std::string rest = error.details[0].text().substr(kPlace.size());
  return StrCat(error.rule, " at ", rest.substr(0, rest.find(':')));
}

TEST(ShapeTextTest, Corpus) {
  const Json corpus = Corpus();
  size_t texts = 0;
  for (const auto& [part, expected] :
       {std::pair("good", "shape"), std::pair("bad", "core"), std::pair("different", "core")}) {
    for (const Json& entry : corpus.GetArray(part).value()->items()) {
      const std::string text = entry.GetString("text").value();
      EXPECT_EQ(Verdict(text), entry.GetString(expected).value()) << text;
      ++texts;
    }
  }
  EXPECT_GT(texts, 200u);
}

// Printed text is read as the same shape, and a shape at the start of a longer text ends in the
// same place.
TEST(ShapeTextTest, PrefixesOfLongerTexts) {
  const Json corpus = Corpus();
  for (const Json& entry : corpus.GetArray("good").value()->items()) {
    const std::string printed = entry.GetString("shape").value();
    EXPECT_EQ(Verdict(printed), printed);
    for (const char* rest : {"", " {1, 2}", "{ 1 }x", " add(", ", ", " // comment", " /* open"}) {
      // {1} right behind a shape without a layout is one.
      if (rest[0] == '{' && printed.back() == ']') continue;
      size_t length = 0;
      const StatusOr<Shape> shape = ShapeUtil::ParseShapePrefix(StrCat(printed, rest), &length);
      ASSERT_TRUE(shape.ok()) << printed << rest;
      EXPECT_EQ(shape->ToString(/*print_layout=*/true), printed) << rest;
      EXPECT_EQ(length, printed.size()) << rest;
    }
  }
}

}  // namespace
}  // namespace hloom
