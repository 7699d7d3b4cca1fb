// Nothing is left out: every operation and every builder function is documented, every operation
// has cases, every rule is listed.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/documentation.h"
#include "base/json_writer.h"
#include "base/str_cat.h"
#include "builder/builder_def.h"
#include "gtest/gtest.h"
#include "hlo/kinds/js_form.h"
#include "ops/op_def.h"
#include "ops/op_eval.h"
#include "support/case_files.h"
#include "support/case_runner.h"
#include "wasm/all_rules.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

struct CaseCounts {
  std::map<std::string, int> positive;  // by file
  std::map<std::string, int> negative;  // by rule
  int positives = 0;
  int negatives = 0;
};

CaseCounts CountCases() {
  CaseCounts counts;
  for (const std::string& name : CaseFileNames()) {
    const StatusOr<Json> file = ReadCaseFile(name);
    EXPECT_TRUE(file.ok()) << file.status().ToString();
    if (!file.ok()) continue;
    EXPECT_EQ(file->Find("operation")->text(), name);
    std::set<std::string> case_names;
    for (const Json& json : file->Find("cases")->items()) {
      EXPECT_TRUE(case_names.insert(json.Find("name")->text()).second)
          << name << ": two cases of one name";
      EXPECT_FALSE(json.GetString("source").value().empty());
      if (const Json* error = json.Find("expect_error")) {
        ++counts.negatives;
        ++counts.negative[error->Find("rule")->text()];
      } else {
        ++counts.positives;
        ++counts.positive[name];
      }
    }
  }
  return counts;
}

TEST(CompletenessTest, EveryOperationIsDocumentedAndHasCases) {
  const CaseCounts counts = CountCases();
  for (const OpDef* def : AllOpDefs()) {
    EXPECT_EQ(def->name, HloOpcodeString(def->opcode));
    EXPECT_EQ(ParseHloOpcode(def->name), def->opcode);
    // HostOperationsTest tests the answers of the host.
    EXPECT_TRUE(counts.positive.count(std::string(def->name)) == 1 || def->traits.asks_host)
        << "tests/cases/" << def->name << ".jsonc has no positive case";
    const OpEval& eval = GetOpEval(def->opcode);
    EXPECT_EQ(def->traits.collective, eval.As<Meets>() != nullptr) << def->name;
    EXPECT_EQ(def->traits.control_flow || def->traits.asks_host,
              eval.As<Calls>() != nullptr || eval.resume() != nullptr)
        << def->name;
  }
}

TEST(CompletenessTest, EveryOperandAndAttributeIsDocumented) {
  struct Lister final : AttributeVisitor {
    void Field(const AttributeField& field, const AttributeKind& kind, void*) override {
      EXPECT_FALSE(field.name.empty() || field.doc.empty() || kind.name.empty())
          << name << ": " << field.name;
      // Bytes express this by the operands; only text has it.
      const bool in_text_alone = field.name == "has_dynamic_root";
      EXPECT_EQ(field.proto_field > 0, !in_text_alone) << name;
      EXPECT_TRUE(
          numbers.insert({field.proto_message, field.proto_submessage, field.proto_field}).second)
          << name;
      // An attribute can be printed, parsed, written and read.
      EXPECT_TRUE(kind.print != nullptr && kind.parse != nullptr) << kind.name;
      EXPECT_TRUE(kind.write != nullptr && kind.read != nullptr) << kind.name;
      EXPECT_TRUE(kind.clear != nullptr || !field.zero_in_bytes) << kind.name;
    }
    std::string_view name;
    std::set<std::array<int, 3>> numbers;
  };
  for (const OpDef* def : AllOpDefs()) {
    for (const OperandSpec& operand : def->operands) {
      EXPECT_FALSE(operand.name.empty() || operand.doc.empty()) << def->name;
    }
    if (def->make_attributes == nullptr) continue;
    Lister lister;
    lister.name = def->name;
    def->make_attributes()->VisitConst(lister);
  }
}

bool OnlyCompilersWrite(HloOpcode opcode) {
  constexpr HloOpcode kOpcodes[] = {HloOpcode::kFusion,
                                    HloOpcode::kBitcast,
                                    HloOpcode::kAsyncStart,
                                    HloOpcode::kAsyncUpdate,
                                    HloOpcode::kAsyncDone,
                                    HloOpcode::kAddDependency,
                                    HloOpcode::kCopyStart,
                                    HloOpcode::kCopyDone,
                                    HloOpcode::kDomain,
                                    HloOpcode::kRngGetAndUpdateState,
                                    HloOpcode::kAllGatherStart,
                                    HloOpcode::kAllGatherDone,
                                    HloOpcode::kAllReduceStart,
                                    HloOpcode::kAllReduceDone,
                                    HloOpcode::kCollectivePermuteStart,
                                    HloOpcode::kCollectivePermuteDone};
  return std::find(std::begin(kOpcodes), std::end(kOpcodes), opcode) != std::end(kOpcodes);
}

TEST(CompletenessTest, EveryBuilderFunctionIsDocumented) {
  std::set<HloOpcode> reached;
  std::set<std::string> seen;
  for (Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) {
      EXPECT_FALSE(def.group.empty()) << def.name;
      EXPECT_NE(def.invoke == nullptr, def.make == nullptr) << def.name;
      EXPECT_EQ(FindBuilderDef(def.name, def.overload), &def);
      EXPECT_TRUE(seen.insert(StrCat(def.name, "/", def.overload)).second) << def.name;
      EXPECT_TRUE(def.overload == 0 || FindBuilderDef(def.name, def.overload - 1) != nullptr)
          << def.name;
      for (const ArgumentSpec& argument : def.arguments) {
        EXPECT_FALSE(argument.doc.empty()) << def.name << " " << argument.name;
      }
      for (HloOpcode opcode : def.lowers_to) reached.insert(opcode);
    }
  }
  for (const OpDef* def : AllOpDefs()) {
    if (OnlyCompilersWrite(def->opcode)) continue;
    EXPECT_EQ(reached.count(def->opcode), 1u) << "no builder function lowers to " << def->name;
  }
}

// The documentation of the attribute of this name; empty where there is none.
std::string_view DocOfAttribute(const OpDef& def, std::string_view name) {
  struct Finder final : AttributeVisitor {
    void Field(const AttributeField& field, const AttributeKind&, void*) override {
      if (field.name == name) doc = field.doc;
    }
    std::string_view name;
    std::string_view doc;
  } finder;
  finder.name = name;
  if (def.make_attributes != nullptr) def.make_attributes()->VisitConst(finder);
  return finder.doc;
}

// AttributeArgument takes the name and the documentation from where the attribute states them.
TEST(CompletenessTest, WhatAnArgumentMeansIsStatedOnce) {
  int shared = 0;
  for (Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) {
      for (const ArgumentSpec& argument : def.arguments) {
        // The type that a computation is made for is none of its operation's attributes.
        if (def.make != nullptr) continue;
        // Attributes may be without a channel, builder functions are not.
        if (argument.name == "channel_id") continue;
        const std::string_view doc = DocOfAttribute(GetOpDef(def.lowers_to.back()), argument.name);
        if (doc.empty()) continue;
        EXPECT_EQ(argument.doc, doc) << def.name << " " << argument.name;
        ++shared;
      }
    }
  }
  EXPECT_GT(shared, 20);
}

// A number can replace a required operand, and takes the type of another required argument that has
// one, or, among scalars such as start indices, of the argument itself.
TEST(CompletenessTest, NumbersTakeTheTypeOfAnArgument) {
  int numbers = 0;
  for (Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) {
      for (const ArgumentSpec& argument : def.arguments) {
        if (argument.type_of.empty()) continue;
        ++numbers;
        const std::string_view kind = argument.kind.name();
        EXPECT_TRUE((kind == "op" || kind == "op[]" || kind == "literal") && argument.required)
            << def.name;
        const auto* beside =
            std::find_if(def.arguments.begin(), def.arguments.end(),
                         [&](const ArgumentSpec& other) { return other.name == argument.type_of; });
        ASSERT_NE(beside, def.arguments.end()) << def.name << " " << argument.type_of;
        EXPECT_TRUE(beside->required) << def.name;
        if (beside == &argument) continue;
        const std::string_view typed = beside->kind.name();
        EXPECT_TRUE(kind == "op[]" ? typed == kind
                                   : typed == "op" || typed == "shape" || typed == "type")
            << def.name;
      }
    }
  }
  EXPECT_GT(numbers, 70);
}

TEST(CompletenessTest, EveryKindOfArgumentIsDescribed) {
  std::map<std::string_view, const JsForm*> forms;
  for (Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) {
      for (const ArgumentSpec& argument : def.arguments) {
        ASSERT_FALSE(argument.kind.name().empty()) << def.name << " " << argument.name;
        const JsForm& form = argument.kind.form();
        EXPECT_EQ(forms.emplace(argument.kind.name(), &form).first->second, &form)
            << "two kinds are named " << argument.kind.name();
        if (argument.kind.attribute == nullptr) continue;
        const AttributeKind& kind = argument.kind.attribute();
        EXPECT_NE(kind.read_json, nullptr) << kind.name;
        const std::shared_ptr<void> value = argument.kind.make();
        if (kind.set_default != nullptr) kind.set_default(value.get());
        EXPECT_TRUE(kind.is_default(value.get())) << kind.name;
      }
    }
  }
  for (const auto& [name, form] : forms) {
    EXPECT_EQ(form->type == JsForm::Type::kChoice, !form->choices.empty()) << name;
    EXPECT_TRUE(!form->choices.empty() || !(form->meaning.empty() || form->example.empty()))
        << name;
    EXPECT_EQ(form->type == JsForm::Type::kList ? 1u : form->parts.size(), form->parts.size())
        << name;
  }
}

// A text of each operation or builder function, by its name.
void AddTexts(std::string_view name,
              const std::vector<std::pair<const char*, Documentation>>& texts, std::string* out) {
  out->append(out->back() == '{' ? "\n" : ",\n").append("  ");
  JsonWriter(out).String(name);
  out->append(": ");
  JsonWriter json(out);
  json.BeginObject();
  for (const auto& [key, text] : texts) {
    EXPECT_FALSE(text.text().empty()) << name << " has no " << key;
    json.Key(key).String(text.text());
  }
  json.EndObject();
}

std::string DocumentationJson() {
  std::string text = "{\"operations\": {";
  for (const OpDef* def : AllOpDefs()) {
    AddTexts(def->name, {{"doc", def->doc}, {"source", def->source}}, &text);
  }
  text.append("\n},\n\"builders\": {");
  for (Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) {
      AddTexts(StrCat(def.name, "/", def.overload),
               {{"doc", def.doc}, {"source", def.source}, {"example", def.example}}, &text);
    }
  }
  return text.append("\n}}\n");
}

// With HLOOM_WRITE_DOCUMENTATION in the environment, the test writes the file.
TEST(CompletenessTest, DocumentationJsonHasTheTextsOfTheTables) {
  if (!kHasDocumentation) GTEST_SKIP() << "WebAssembly modules have no documentation";
  const std::string path = "core/documentation.json";
  const std::string text = DocumentationJson();
  if (std::getenv("HLOOM_WRITE_DOCUMENTATION") != nullptr) {
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    ASSERT_NE(file, nullptr);
    std::fwrite(text.data(), 1, text.size(), file);
    std::fclose(file);
  }
  EXPECT_TRUE(ReadCheckoutFile(path).value() == text)
      << "run this test again with HLOOM_WRITE_DOCUMENTATION=1, and commit " << path;
}

// tests/core/support/raised_rules.cc records which rules the tests break.
TEST(CompletenessTest, EveryRuleIsListedOnce) {
  std::set<std::string> known;
  for (const Rule& rule : AllRules()) {
    EXPECT_FALSE(rule.text.empty()) << rule.id;
    EXPECT_TRUE(known.emplace(rule.id).second) << rule.id << " is listed twice";
  }
  const CaseCounts counts = CountCases();
  for (const auto& [rule, count] : counts.negative) {
    EXPECT_EQ(known.count(rule), 1u) << rule << " is not a rule";
  }
  std::printf("    %d operations, %zu rules (%zu by cases), %d positive and %d negative cases\n",
              kHloOpcodeCount, known.size(), counts.negative.size(), counts.positives,
              counts.negatives);
}

}  // namespace
}  // namespace hloom
