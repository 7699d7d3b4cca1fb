// Runs every case of tests/cases, one test each, and once more with a trace.
#include <cctype>
#include <memory>
#include <ostream>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "support/case_runner.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

struct NamedCase {
  std::string name;
  std::shared_ptr<const Json> file;  // the case points into it
  const Json* json = nullptr;
  std::string error;  // of reading the file
};

void PrintTo(const NamedCase& c, std::ostream* out) { *out << c.name; }

// Test names are letters and digits.
std::string TestName(std::string_view file, size_t index, std::string_view name) {
  std::string out = StrCat(file, "_", index, "_", name);
  for (char& c : out) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return out;
}

std::vector<NamedCase> AllCases() {
  std::vector<NamedCase> cases;
  for (const std::string& name : CaseFileNames()) {
    StatusOr<Json> parsed = ReadCaseFile(name);
    const Json* list = parsed.ok() ? parsed->Find("cases") : nullptr;
    if (list == nullptr || list->size() == 0) {
      cases.push_back({TestName(name, 0, "unreadable"), nullptr, nullptr,
                       parsed.ok() ? "the file has no cases" : parsed.status().ToString()});
      continue;
    }
    const auto file = std::make_shared<const Json>(*std::move(parsed));
    const Json& items = *file->Find("cases");
    for (size_t i = 0; i < items.size(); ++i) {
      const Json* case_name = items.items()[i].Find("name");
      cases.push_back({TestName(name, i, case_name ? case_name->text() : "unnamed"), file,
                       &items.items()[i], ""});
    }
  }
  return cases;
}

class CasesTest : public ::testing::TestWithParam<NamedCase> {};

TEST_P(CasesTest, Runs) {
  ASSERT_NE(GetParam().json, nullptr) << GetParam().error;
  EXPECT_EQ(CaseRunner().Run(*GetParam().json), "");
}

TEST_P(CasesTest, RunsTraced) {
  ASSERT_NE(GetParam().json, nullptr) << GetParam().error;
  CaseRunner runner;
  runner.set_traced(true);
  EXPECT_EQ(runner.Run(*GetParam().json), "");
}

INSTANTIATE_TEST_SUITE_P(Cases, CasesTest, ::testing::ValuesIn(AllCases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace hloom
