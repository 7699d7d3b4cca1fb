// Records the rules of all errors that the tests of this program raise. If HLOOM_RAISED_RULES names a
// file, they are written there at the end, with all rules that there are: scripts/lib/raised-rules.mjs
// merges the files of all programs and shards, and reports the rules that no test broke.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "base/json_writer.h"
#include "base/status.h"
#include "gtest/gtest.h"
#include "wasm/all_rules.h"

namespace hloom {

namespace {

struct RaisedRules {
  std::mutex mutex;
  std::set<std::string, std::less<>> ids;
};

// Never destroyed: threads may raise errors until the program ends.
RaisedRules& Raised() {
  static RaisedRules* const raised = new RaisedRules;
  return *raised;
}

class RuleRecorder final : public ::testing::Environment {
 public:
  void TearDown() override {
    const char* const path = std::getenv("HLOOM_RAISED_RULES");
    if (path == nullptr) return;
    std::string text;
    JsonWriter out(&text);
    out.BeginObject().Key("rules").BeginArray();
    for (const Rule& rule : AllRules()) out.String(rule.id);
    out.EndArray().Key("raised").BeginArray();
    {
      const std::lock_guard<std::mutex> lock(Raised().mutex);
      for (const std::string& id : Raised().ids) out.String(id);
    }
    out.EndArray().EndObject();
    std::FILE* const file = std::fopen(path, "wb");
    ASSERT_NE(file, nullptr) << path;
    EXPECT_EQ(std::fwrite(text.data(), 1, text.size(), file), text.size()) << path;
    std::fclose(file);
  }
};

// Owned by GoogleTest.
const ::testing::Environment* const kRuleRecorder =
    ::testing::AddGlobalTestEnvironment(new RuleRecorder);

}  // namespace

// As base/status.h declares it where the core records rules.
void RecordRule(std::string_view rule);
void RecordRule(std::string_view rule) {
  RaisedRules& raised = Raised();
  const std::lock_guard<std::mutex> lock(raised.mutex);
  if (raised.ids.find(rule) == raised.ids.end()) raised.ids.emplace(rule);
}

}  // namespace hloom
