// Every program of tests/cases is written as StableHLO, or refused for a reason that is listed here.
// Read back, it gives the values that the case expects, and the same text again.
#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "support/case_files.h"
#include "support/stablehlo_round_trip.h"
#include "text/mlir/mlir_text.h"
#include "text/proto/hlo_proto.h"
#include "text/stablehlo/stablehlo_exporter.h"
#include "text/stablehlo/stablehlo_importer.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// The reasons for which programs of cases are refused.
constexpr std::string_view kStableHloReasons[] = {
    "has no type in StableHLO",
    "pads the array",
    "StableHLO has no conversion with random rounding",
    "StableHLO has no product of scaled operands",
    "StableHLO's fft has the sizes of the last dimensions as its length",
    "StableHLO has no access to the state of a run's random numbers",
    "StableHLO has no bitcast between element types of different widths",
    "StableHLO's select_and_scatter has no dilated windows",
    "StableHLO's custom_call has no window",
    "an asynchronous computation whose arguments are bound",
};

bool IsListedReason(const Status& refusal) {
  const std::vector<Message>& details = refusal.fields().details;
  for (const std::string_view reason : kStableHloReasons) {
    if (!details.empty() && details[0].text().find(reason) != std::string::npos) return true;
  }
  return false;
}

// Empty, or the text of the program that is read from `text`, if it is another.
std::string PrintedAgain(const std::string& text) {
  const auto trees = mlir::ParseMlirText(text);
  if (!trees.ok()) return trees.status().ToString();
  const StatusOr<XlaComputation> read = ImportStableHlo(*(*trees)[0], {.source = text});
  if (!read.ok()) return read.status().ToString();
  const StatusOr<std::string> again = HloModuleToStableHlo(*read->CreateModule());
  if (!again.ok()) return again.status().ToString();
  return *again == text ? "" : *again;
}

// Cases whose text the reader simplifies.
struct Simplified {
  std::string_view file;
  std::string_view name;  // of one case, or the beginning of several
};
constexpr Simplified kSimplified[] = {
    // A region has its own copies of the constants that it uses.
    {"select", "between tuples"},
    // A reshape to known sizes has no operands for them.
    {"dynamic-reshape", "a static array to a static one"},
};

bool IsSimplified(std::string_view file, std::string_view name) {
  return std::any_of(std::begin(kSimplified), std::end(kSimplified), [&](const Simplified& one) {
    return one.file == file && name.substr(0, one.name.size()) == one.name;
  });
}

class StableHloCasesTest : public ::testing::TestWithParam<std::string> {};

TEST_P(StableHloCasesTest, ComesBack) {
  const StatusOr<Json> file = ReadCaseFile(GetParam());
  ASSERT_TRUE(file.ok()) << file.status().ToString();
  const Span<const Json> cases = file->Find("cases")->items();
  // A hundred operations a program, all elementwise: a few of them take as long as all other files.
  const size_t step = GetParam() == "gamma-functions" ? 16 : 1;
  for (size_t i = 0; i < cases.size(); i += step) {
    const Json& json = cases[i];
    const std::string name = json.Find("name")->text();
    const std::string bytes = ProtoOfCase(json);
    if (bytes.empty()) continue;
    const StatusOr<std::unique_ptr<HloModule>> module = HloModuleFromProto(bytes);
    ASSERT_TRUE(module.ok()) << module.status().ToString();
    const StatusOr<std::string> text = HloModuleToStableHlo(**module);
    if (!text.ok()) {
      EXPECT_TRUE(IsListedReason(text.status())) << name << ": " << text.status().ToString();
      continue;
    }
    EXPECT_EQ(StableHloRoundTrip(json, **module, *text), "") << name << "\n" << *text;
    if (!IsSimplified(GetParam(), name)) {
      EXPECT_EQ(PrintedAgain(*text), "") << name << "\n" << *text;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, StableHloCasesTest, ::testing::ValuesIn(CaseFileNames()),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace hloom
