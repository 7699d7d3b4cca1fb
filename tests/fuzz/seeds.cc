// Writes the inputs that the fuzzers start from, made of the cases in tests/cases:
//   fuzz_seeds DIRECTORY      one file an input, in DIRECTORY/<fuzzer>/
#include <cstdio>
#include <filesystem>
#include <functional>
#include <set>
#include <string>

#include "base/str_cat.h"
#include "support/case_runner.h"
#include "text/hlo_proto.h"
#include "text/hlo_text.h"

namespace hloom::testing_support {
namespace {

constexpr size_t kLongest = 4096;

class Seeds {
 public:
  explicit Seeds(std::string directory) : directory_(std::move(directory)) {}

  // Once each.
  void Add(std::string_view fuzzer, const std::string& input) {
    if (input.empty() || input.size() > kLongest) return;
    if (!known_.insert(StrCat(fuzzer, "\n", input)).second) return;
    const std::string folder = StrCat(directory_, "/", fuzzer);
    std::filesystem::create_directories(folder);
    const std::string path = StrCat(folder, "/", known_.size());
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) return;
    std::fwrite(input.data(), 1, input.size(), file);
    std::fclose(file);
  }
  size_t size() const { return known_.size(); }

 private:
  const std::string directory_;
  std::set<std::string> known_;
};

// A case's value as the text of a literal: brackets become braces, quotes go.
std::string LiteralSeed(const std::string& shape, const Json& value) {
  std::string text = StrCat(shape, " ");
  for (char c : CaseJsonText(value)) {
    if (c == '"') continue;
    text.push_back(c == '[' ? '{' : c == ']' ? '}' : c);
  }
  return text;
}

void AddValue(Seeds& seeds, const Json& json) {
  const Json* shape = json.Find("shape");
  const Json* value = json.Find("value");
  if (shape == nullptr) return;
  seeds.Add("shape_text", shape->text());
  if (value != nullptr) seeds.Add("literal_text", LiteralSeed(shape->text(), *value));
}

void AddCase(Seeds& seeds, const Json& json) {
  for (std::string_view key : {"parameters", "arguments"}) {
    const Json* list = json.Find(key);
    for (size_t i = 0; list != nullptr && i < list->size(); ++i) AddValue(seeds, list->items()[i]);
  }
  if (const Json* expect = json.Find("expect")) AddValue(seeds, *expect);
  CaseRunner runner;
  CaseRunner::Record record;
  runner.set_record(&record);
  runner.Run(json);
  seeds.Add("host_call", record.calls);
  seeds.Add("module_proto", record.module);
  const StatusOr<std::unique_ptr<HloModule>> module = HloModuleFromProto(record.module);
  if (module.ok()) seeds.Add("hlo_text", HloModuleToText(**module));
}

int Main(const char* directory) {
  Seeds seeds(directory);
  for (const std::string& name : CaseFileNames()) {
    const StatusOr<Json> file = ReadCaseFile(name);
    if (!file.ok()) {
      std::fprintf(stderr, "%s\n", file.status().ToString().c_str());
      return 1;
    }
    for (const Json& json : file->Find("cases")->items()) AddCase(seeds, json);
  }
  std::printf("%zu inputs in %s\n", seeds.size(), directory);
  return 0;
}

}  // namespace
}  // namespace hloom::testing_support

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_seeds DIRECTORY\n");
    return 2;
  }
  return hloom::testing_support::Main(argv[1]);
}
