// The programs of tests/data/hlo: they are read, give the same text and bytes back, and compute
// the results that expected.py next to them computes without hloom.
#include <cstdio>

#include "gtest/gtest.h"
#include "literal/literal_comparison.h"
#include "literal/literal_parser.h"
#include "runtime/execution.h"
#include "support/round_trip.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

std::string ReadData(std::string_view name) {
  const std::string path = StrCat("tests/data/hlo/", name);
  std::FILE* file = std::fopen(path.c_str(), "rb");
  EXPECT_NE(file, nullptr) << path << ": tests run from the root of the checkout";
  std::string text;
  if (file == nullptr) return text;
  char chunk[4096];
  while (const size_t read = std::fread(chunk, 1, sizeof(chunk), file)) text.append(chunk, read);
  std::fclose(file);
  return text;
}

// Empty, or how the result differs from what is expected.
std::string Differs(std::string_view name, const std::vector<std::string>& arguments,
                    std::string_view expected, const ComparisonOptions& options) {
  const StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(ReadData(name));
  if (!module.ok()) return module.status().ToString();
  std::string difference = TextRoundTrip(**module);
  if (!difference.empty()) return difference;
  std::vector<Literal> values;
  for (const std::string& argument : arguments) {
    StatusOr<Literal> value = ParseLiteral(argument);
    if (!value.ok()) return value.status().ToString();
    values.push_back(*std::move(value));
  }
  const StatusOr<Literal> wanted = ParseLiteral(expected);
  if (!wanted.ok()) return wanted.status().ToString();
  const StatusOr<Literal> result = Evaluate(**module, values);
  if (!result.ok()) return result.status().ToString();
  const ComparisonReport report = CompareLiterals(*wanted, *result, options);
  return report.equal() ? "" : report.ToString();
}

// The first pair of words is that of Random123's known answers.
TEST(HloDataTest, Threefry) {
  EXPECT_EQ(Differs("threefry.hlo",
                    {"u32[] 320440878", "u32[] 57701188", "u32[4] {608135816, 0, 1, 0}",
                     "u32[4] {2242054355, 0, 0, 1}"},
                    "(u32[4] {3297917596, 1095259177, 2439680208, 3520574224}, u32[4] "
                    "{1212020640, 3512222810, 264625046, 438507793})",
                    ComparisonOptions::Bits()),
            "");
}

TEST(HloDataTest, Newton) {
  const ComparisonOptions ulps = ComparisonOptions::Ulps(1);
  EXPECT_EQ(Differs("newton.hlo", {"f64[] 27"}, "(f64[] 3, s32[] 10)", ulps), "");
  EXPECT_EQ(Differs("newton.hlo", {"f64[] -0.001"}, "(f64[] -0.1, s32[] 14)", ulps), "");
}

TEST(HloDataTest, Softmax) {
  EXPECT_EQ(Differs("softmax.hlo", {"f32[3,4] {{1, 2, 3, 4}, {0, 0, 0, 0}, {-1000, 0, 1000, 999}}"},
                    "f32[3,4] {{0.03205860328, 0.08714431874, 0.236882818, 0.6439142598}, {0.25, "
                    "0.25, 0.25, 0.25}, {0, 0, 0.7310585786, 0.2689414213}}",
                    ComparisonOptions::Near(1e-7, 1e-6)),
            "");
}

TEST(HloDataTest, MlpStep) {
  EXPECT_EQ(
      Differs(
          "mlp_step.hlo",
          {"f32[4,3] {{0.5, -1, 0.25}, {1.5, 0.75, -0.5}, {-0.25, 0.5, 1}, {0, -0.75, 2}}",
           "f32[4,2] {{1, 0}, {0, 1}, {0.5, -0.5}, {-1, 0.25}}",
           "f32[3,5] {{0.1, -0.2, 0.3, 0.4, -0.5}, {0.6, 0.7, -0.8, 0.9, 0.1}, {-0.3, 0.2, 0.1, "
           "-0.6, 0.8}}",
           "f32[5] {0.05, -0.1, 0, 0.2, -0.15}",
           "f32[5,2] {{0.3, -0.4}, {0.5, 0.1}, {-0.6, 0.2}, {0.7, -0.8}, {0.15, 0.9}}",
           "f32[] 0.1"},
          "(f32[] 2.35676862, f32[3,5] {{0.0765395518, -0.1975530869, 0.3317748454, 0.4002648171, "
          "-0.4711044401}, {0.5683347843, 0.6816993155, -0.7608786015, 0.8665969443, "
          "0.1144534608}, {-0.2592367998, 0.2012873137, 0.0643796498, -0.5554514198, "
          "0.7603038652}}, f32[5] {0.0662499958, -0.0921298801, -0.002250947, 0.2539150525, "
          "-0.1561982098}, f32[5,2] {{0.2496304409, -0.3152645442}, {0.4564086499, 0.1066627018}, "
          "{-0.5462940938, 0.1587420333}, {0.6393576488, -0.6855628762}, {0.1560735199, "
          "0.7879892576}})",
          ComparisonOptions::Near(1e-6, 1e-6)),
      "");
}

TEST(HloDataTest, Collatz) {
  const ComparisonOptions bits = ComparisonOptions::Bits();
  EXPECT_EQ(Differs("collatz.hlo", {"s64[] 27"}, "(s64[] 111, s64[] 9232)", bits), "");
  EXPECT_EQ(Differs("collatz.hlo", {"s64[] 1"}, "(s64[] 0, s64[] 1)", bits), "");
}

// A program as JAX prints it, with operand shapes, metadata and shardings.
TEST(HloDataTest, Attention) {
  EXPECT_EQ(
      Differs("attention.hlo",
              {"f32[3,2] {{1, 0.5}, {-2, 1}, {0.25, 3}}",
               "f32[3,2] {{0.5, -1}, {2, 0}, {-0.75, 1.5}}", "f32[3,2] {{1, 2}, {3, -4}, {-5, 6}}"},
              "f32[3,2] {{1.364208992, -1.382734387}, {-4.776554335, 5.819127951}, "
              "{-4.462493803, 5.348345602}}",
              ComparisonOptions::Near(1e-6, 1e-6)),
      "");
}

// Sorts with a payload, argsort of argsort, the nearest by topk.
TEST(HloDataTest, Neighbours) {
  const std::string points = "f32[6,2] {{1, 2}, {-1, 0.5}, {3, 3}, {0, 0}, {2, 1}, {0.5, 0.5}}";
  const std::string labels = "s32[6] {2, 0, 2, 3, 3, 1}";
  const ComparisonOptions bits = ComparisonOptions::Bits();
  EXPECT_EQ(
      Differs("neighbours.hlo", {points, labels, "f32[2] {1, 1}"},
              "(s32[] 1, f32[3] {0.5, 1, 1}, s32[3] {5, 0, 4}, s32[6] {1, 4, 5, 3, 2, 0})", bits),
      "");
  EXPECT_EQ(
      Differs("neighbours.hlo", {points, labels, "f32[2] {3, 2}"},
              "(s32[] 2, f32[3] {1, 2, 4}, s32[3] {2, 4, 0}, s32[6] {2, 5, 0, 4, 1, 3})", bits),
      "");
}

// A while that reads a row and writes a row in each step.
TEST(HloDataTest, Rnn) {
  EXPECT_EQ(Differs("rnn.hlo",
                    {"f32[4,3] {{1, 0, -1}, {0.5, 2, 0.25}, {-1.5, 0, 1}, {0, 0, 0}}",
                     "f32[2,2] {{0.5, -0.25}, {1, 0.75}}",
                     "f32[2,3] {{0.1, 0.2, 0.3}, {-0.4, 0.5, -0.6}}"},
                    "f32[4,2] {{-0.1973753202, 0.1973753202}, {0.3600719004, 0.5375163184}, "
                    "{0.1931978314, 0.6429633221}, {-0.06405409544, 0.5885340591}}",
                    ComparisonOptions::Near(1e-6, 1e-6)),
            "");
}

// A program as compilers leave it, with fusions, layouts, bitcasts, a schedule and an alias.
TEST(HloDataTest, Optimised) {
  EXPECT_EQ(Differs("optimised.hlo",
                    {"f32[2,3] {{0, 1, -1}, {0.5, 2, -3}}", "f32[3,2] {{1, 2}, {3, 4}, {5, 6}}"},
                    "(f32[2] {10.99424269, 33.15238935}, f32[3,2] {{1, 2.5}, {4, 6}, {4, 3}})",
                    ComparisonOptions::Near(1e-5, 1e-6)),
            "");
}

}  // namespace
}  // namespace hloom
