// Every program of tests/cases is written as StableHLO, or refused for a reason that is listed here;
// and read back, it gives the values that the case expects.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "support/case_files.h"
#include "support/stablehlo_round_trip.h"
#include "text/proto/hlo_proto.h"
#include "text/stablehlo/stablehlo_exporter.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// The reasons for which programs of cases are refused.
constexpr std::string_view kStableHloReasons[] = {
    "has no type in StableHLO",
    "pads the array",
    "StableHLO has no conversion with random rounding",
    "StableHLO has no product of scaled operands",
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

// Cases whose programs do not come back yet, or come back with dynamic results. A name stands for all
// that begin with it.
struct Unread {
  std::string_view file;
  std::string_view name;
};
constexpr Unread kUnread[] = {
    // A result that is declared static in one of two dynamic dimensions stays dynamic.
    {"call", "other dimensions of tuples in tuples are dynamic"},
    // The reader takes no product of floats whose elements are integers.
    {"dot", "integers of floats, as texts have them"},
    // It folds constant sizes into a reshape.
    {"dynamic-reshape", "a vector to rows"},
    {"dynamic-reshape", "both dimensions dynamic"},
    {"dynamic-reshape", "no live element"},
    // It has no ragged_all_to_all.
    {"ragged-all-to-all", ""},
    // It reads scans of one result, and of declared dynamic steps, in another way.
    {"scan", "no carry: the computation of each slice"},
    {"scan", "a single array that is not a tuple"},
    {"scan", "what a parameter declares makes nothing dynamic"},
};

bool IsUnread(std::string_view file, std::string_view name) {
  for (const Unread& unread : kUnread) {
    if (unread.file == file && name.substr(0, unread.name.size()) == unread.name) return true;
  }
  return false;
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
    } else if (!IsUnread(GetParam(), name)) {
      EXPECT_EQ(StableHloRoundTrip(json, **module, *text), "") << name << "\n" << *text;
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
