// Nothing is left out: every operation and every builder function is documented, every operation
// has cases, every rule is shown to be enforced.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/str_cat.h"
#include "builder/builder_def.h"
#include "gtest/gtest.h"
#include "hlo/kinds/js_form.h"
#include "ops/op_def.h"
#include "ops/op_eval.h"
#include "support/case_runner.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

struct RuleTest {
  std::string_view rule;
  std::string_view test;  // "Suite.Name"
};

// Rules that no case file can break, since no builder function does, and where they are broken
// instead.
constexpr RuleTest kRuleTests[] = {
    {"replica_groups.p1", "CollectiveTextTest.WrongIotas"},
    {"collective_broadcast.c1", "CollectiveTextTest.RootsOfBroadcasts"},
    {"replica_groups.p2", "CollectiveTextTest.WrongMeshes"},
    {"arguments.c3", "DevicesTest.EachHasItsArgumentsChecked"},
    {"comm.c2", "DevicesTest.ThatNeverComeAreNamed"},
    {"comm.c3", "DevicesTest.MayWaitOnlySoLong"},
    {"comm.c4", "RunGridTest.FollowsTheModule"},
    {"comm.c5", "RunGridTest.FollowsTheModule"},
    {"comm.c6", "ChannelsTest.C6Pairs"},
    {"comm.c7", "ChannelsTest.WithoutPairsOneSendsAndOneReceives"},
    {"comm.c8", "ChannelsTest.C8WhatIsEndedWasBegun"},
    {"comm.c9", "ChannelsTest.C9WhichOneIsMeantIsPlain"},
    {"shape.c1", "ShapeRulesTest.C1ElementType"},
    {"shape.c4", "ShapeRulesTest.C4TupleDepth"},
    {"shape.c5", "ShapeProtoTest.DynamicDimensions"},
    {"shape.c6", "ShapeRulesTest.C6Rank"},
    {"shape.c7", "DimensionNumberTest.NegativeNumbersCountFromTheEnd"},
    {"shape.c8", "DimensionNumberTest.Letters"},
    {"shape.c9", "ShapeRebuildTest.PermuteDimensions"},
    {"shape.c10", "ShapeTuplesTest.Subshapes"},
    {"shape.c11", "DynamicWireTest.Shapes"},
    {"shape.c13", "ShapeWireTest.RepeatedTuples"},
    {"shape.p2", "LayoutTextTest.SparseLayoutsAreRefused"},
    {"shape.c12", "LayoutTextTest.WhatABufferCannotHold"},
    {"layout.c2", "LayoutRulesTest.C2PaddingForEachDimension"},
    {"layout.c3", "LayoutRulesTest.C3PaddingIsNotSmaller"},
    {"layout.c4", "LayoutRulesTest.C4PaddingAndItsValueComeTogether"},
    {"layout.c5", "LayoutRulesTest.C5TheTypeHasThePaddingValue"},
    {"layout.c6", "LayoutTextTest.StrictTextRefusesPadding"},
    {"layout.c7", "LayoutTextTest.PropertiesAreValidated"},
    {"literal.c6", "LiteralSliceTest.OutOfRange"},
    {"literal.c8", "DynamicLiteralTest.SizesThatADimensionCannotHave"},
    {"literal.c9", "DynamicLiteralTest.WhatABoundedShapeDoesNotHold"},
    {"literal.c7", "TypeValuesTest.WhatATypeDoesNotHave"},
    {"literal.p2", "LiteralParserTest.Errors"},
    {"literal.p3", "LiteralParserTest.Ranges"},
    {"literal.p4", "LiteralParserTest.PaddingAndBoundsAreLimited"},
    {"literal.c5", "ApiTest.AdoptsBuffersEvenWhenACallFails"},
    {"literal.c1", "ApiTest.AdoptsBuffersEvenWhenACallFails"},
    {"literal.c2", "LiteralTest.FromBufferRefusesWhatDoesNotFit"},
    {"literal.c3", "LiteralTest.FromBufferRefusesWhatDoesNotFit"},
    {"literal.p1", "LiteralProtoTest.Damage"},
    {"attribute.p1", "ComparisonKindTest.ReadingAnUnknownName"},
    {"window.p1", "WindowKindTest.WrongText"},
    {"memory.c2", "MemoryTest.NorTheMachineWithoutALimit"},
    {"memory.c3", "BufferTest.SizesAreNotNegative"},
    {"hlo_broadcast.c1", "HloBroadcastTest.C1Length"},
    {"hlo_broadcast.c2", "HloBroadcastTest.C2Range"},
    {"hlo_broadcast.c3", "HloBroadcastTest.C3Twice"},
    {"hlo_broadcast.c4", "HloBroadcastTest.C4Size"},
    {"hlo_broadcast.c5", "HloBroadcastTest.C5Type"},
    {"concatenate.c1", "ConcatenateInferTest.C1OneDimension"},
    {"constant.c1", "ConstantInferTest.C1Shape"},
    {"reshape.c2", "ReshapeInferTest.C2Type"},
    {"set_dimension_size.c2", "DimensionSizeInferTest.C2Shape"},
    {"dynamic_reshape.c3", "DynamicReshapeInferTest.C3Type"},
    {"convert.c2", "ConvertInferTest.C2Dimensions"},
    {"bitcast_convert.c5", "BitcastConvertInferTest.C5Shape"},
    {"builder.c1", "XlaBuilderTest.ValuesOfAnotherBuilder"},
    {"builder.c2", "XlaBuilderTest.NothingToBuild"},
    {"builder.c3", "XlaBuilderTest.ValuesThatWereNeverAssigned"},
    {"builder.c4", "XlaBuilderTest.ComputationsThatWereNotBuilt"},
    {"builder.c5", "BuilderStateTest.ConstantSubGraphs"},
    {"explain.c1", "ExplainErrorTest.C1NearestNames"},
    {"explain.c2", "ExplainErrorTest.C2WhichArray"},
    {"explain.c3", "ExplainErrorTest.C3NamesTheDimensionItsSizeAndTheShape"},
    {"explain.c4", "ExplainErrorTest.C4NeverExecuted"},
    {"explain.c5", "ReachTest.C5TooMuchWork"},
    {"explain.c6", "ExplainErrorTest.C6UnderWay"},
    {"limits.c2", "CancelTest.BetweenSteps"},
    {"limits.c4", "TimeLimitTest.AnEndlessWhile"},
    {"verifier.c1", "VerifierTest.NothingIsMissing"},
    {"verifier.c2", "VerifierTest.EntryAndRootBelong"},
    {"verifier.c3", "VerifierTest.OperandsComeEarlier"},
    {"verifier.c4", "VerifierTest.CalledComputationsComeEarlier"},
    {"verifier.c5", "VerifierTest.ParametersAreNumbered"},
    {"verifier.c6", "VerifierTest.Names"},
    {"compare.c3", "XlaVerifierTest.Elementwise"},
    {"verifier.c7", "VerifierTest.ShapesAreInferred"},
    {"full.c3", "ClientLibraryTest.ScalarsOfAType"},
    {"dot_function.c2", "DotErrorTest.PreferredTypesThatArraysDoNotHave"},
    {"dynamic.c3", "DynamicCallErrorTest.TooManyVersions"},
    {"parts.c1", "MakeInstructionTest.C1Text"},
    {"text.w1", "TextSizeTest.W1Constants"},
    {"elided.c1", "ElidedConstantsTest.C1Bytes"},
    {"verifier.c9", "VerifierTest.ControlPredecessorsComeEarlier"},
    {"verifier.c10", "XlaCallVerifierTest.Threads"},
    {"verifier.c11", "XlaVerifierTest.Modules"},
    {"verifier.c12", "XlaVerifierTest.Devices"},
    {"verifier.c13", "XlaVerifierTest.Devices"},
    {"call.c2", "XlaCallVerifierTest.Calls"},
    {"custom_call.c8", "XlaCallVerifierTest.Calls"},
    {"fusion.c2", "XlaCallVerifierTest.Fusions"},
    {"fusion.c3", "XlaCallVerifierTest.Fusions"},
    {"fusion.c4", "XlaCallVerifierTest.Fusions"},
    {"async.c5", "XlaCallVerifierTest.AsynchronousOperations"},
    {"async.c6", "XlaCallVerifierTest.AsynchronousOperations"},
    {"buffer.c1", "XlaTextTest.WrongBuffers"},
    {"buffer.c2", "XlaTextTest.WrongBuffers"},
    {"buffer.c3", "XlaTextTest.WrongBuffers"},
    {"buffer.c4", "XlaTextTest.WrongBuffers"},
    {"buffer.c5", "XlaTextTest.WrongBuffers"},
    {"buffer.c6", "XlaTextTest.ProgramsWithBuffersDoNotRun"},
    {"pairing.c1", "PairingVerifierTest.C1UsedOnce"},
    {"pairing.c2", "PairingVerifierTest.C2WhatItEnds"},
    {"pairing.c3", "PairingVerifierTest.C3OneChannel"},
    {"pairing.c4", "PairingVerifierTest.C4BothEnds"},
    {"pairing.c5", "PairingVerifierTest.C5HostChannels"},
    {"pairing.c6", "PairingVerifierTest.C6ContextsAreForTheirDone"},
    {"config.c1", "ConfigVerifierTest.C1EntryComputationLayout"},
    {"config.c2", "ConfigVerifierTest.C2ArraysThatThereAreNot"},
    {"config.c3", "ConfigVerifierTest.C3Sizes"},
    {"config.c4", "ConfigVerifierTest.C4Once"},
    {"config.c5", "ConfigVerifierTest.C5Counts"},
    {"config.c6", "ConfigVerifierTest.C6Flags"},
    {"sharding.c1", "ShardingVerifierTest.C1Lists"},
    {"sharding.c2", "ShardingVerifierTest.C2Counts"},
    {"sharding.c3", "ShardingVerifierTest.C3Rank"},
    {"sharding.c4", "ShardingVerifierTest.C4Devices"},
    {"sharding.c5", "ShardingVerifierTest.C5Order"},
    {"sharding.c6", "ShardingVerifierTest.C6Meshes"},
    {"sharding.c7", "ShardingVerifierTest.C7Axes"},
    {"sharding.c8", "ShardingVerifierTest.C8OneDevice"},
    {"origin.c1", "OriginTest.C1Structure"},
    {"config.c7", "XlaVerifierTest.Modules"},
    {"json.c1", "JsonTest.RefusesWhatIsNotJson"},
    {"json.c2", "JsonTest.RefusesBadUnicode"},
    {"json.c3", "JsonTest.RefusesDuplicateKeys"},
    {"json.c4", "JsonTest.DepthIsBounded"},
    {"json.c5", "JsonTest.MembersAndTheirErrors"},
    {"json.c6", "JsonTest.MembersAndTheirErrors"},
    {"json.c7", "JsonTest.Int64"},
    {"json.c8", "JsonTest.ValuesAreBounded"},
    {"proto.c1", "WireReaderTest.RefusesWhatIsMalformed"},
    {"proto.c2", "WireReaderTest.RefusesWrongTypesAndContents"},
    {"proto.c3", "WireReaderTest.RefusesWrongTypesAndContents"},
    {"proto.c4", "WireReaderTest.MessageDepthIsBounded"},
    {"proto.m1", "HloProtoTest.Entry"},
    {"proto.m2", "HloProtoTest.DuplicateIds"},
    {"proto.m3", "HloProtoTest.Operands"},
    {"proto.m4", "HloProtoTest.CalledComputations"},
    {"proto.m5", "HloProtoTest.Root"},
    {"proto.m6", "HloProtoTest.UnknownOpcode"},
    {"proto.m7", "HloProtoTest.MissingParts"},
    {"proto.m8", "HloProtoTest.MissingParts"},
    {"proto.m9", "ShardingProtoTest.Reading"},
    {"proto.m10", "ScheduleProtoTest.WhatIsMissing"},
    {"proto.m11", "HloProtoTest.Payloads"},
    {"text.p1", "HloParserErrorTest.Syntax"},
    {"text.p2", "HloParserErrorTest.Numbers"},
    {"text.p3", "HloParserErrorTest.Strings"},
    {"text.p4", "HloParserErrorTest.Operands"},
    {"text.p5", "HloParserErrorTest.Names"},
    {"text.p6", "HloParserErrorTest.Attributes"},
    {"text.p7", "HloParserErrorTest.Twice"},
    {"text.p8", "HloParserErrorTest.Missing"},
    {"text.p9", "HloParserErrorTest.EntryAndRoot"},
    {"text.p10", "HloParserErrorTest.RepeatedShapes"},
    {"text.p11", "HloParserErrorTest.ShapesThatMustBeWritten"},
    {"text.p12", "HloParserErrorTest.Nesting"},
    {"text.p13", "HloParserErrorTest.Calls"},
    {"text.p14", "HloParserErrorTest.Operations"},
    {"text.p15", "ShardingTest.ErrorsInTheText"},
    {"text.p16", "ShardingTest.ErrorsInTheText"},
    {"text.p17", "HloParserTest.ElementsWithoutNames"},
    {"dim_labels.p1", "ConvolutionKindTest.P1WhatIsWrongInText"},
    {"dim_labels.c1", "ConvolutionKindTest.C1WhatDimensionNumbersMayBe"},
    {"text.p18", "XlaCallVerifierTest.AsynchronousOperations"},
    {"text.p19", "XlaFormsTest.SeveralModules"},
    {"ask.c1", "HostOperationsTest.TheAnswerHasTheShape"},
    {"custom_call.c3", "HostOperationsTest.NamesThatAreKnownAreSaid"},
    {"custom_call.c5", "HostOperationsTest.AFunctionThatFails"},
    {"channel.b2", "HostOperationsTest.LayoutsOnTheWayOut"},
    {"handle.c1", "ApiTest.NamesWhatIsWrongWithACall"},
    {"host.c1", "ApiTest.NamesWhatIsWrongWithACall"},
    {"engine.c2", "CustomCallWireTest.AnswersThatAreNone"},
    {"engine.c3", "CustomCallWireTest.AnswersThatAreNone"},
    {"engine.c4", "CallSlotTest.ErrorsAreAskedForAndLeaveTheSlotUsable"},
    {"engine.c5", "CallSlotTest.ErrorsAreAskedForAndLeaveTheSlotUsable"},
    {"value.c1", "CallSlotTest.ValuesStayAndAreGivenUp"},
    {"value.c2", "CallSlotTest.ATupleIsPutArrayByArray"},
    {"function.c1", "ApiTest.NamesWhatIsWrongWithACall"},
    {"function.c2", "ApiTest.NamesWhatIsWrongWithACall"},
    {"function.c3", "ApiTest.NamesWhatIsWrongWithACall"},
};

std::set<std::string> NamesOfAllTests() {
  std::set<std::string> names;
  const auto* unit_test = ::testing::UnitTest::GetInstance();
  for (int s = 0; s < unit_test->total_test_suite_count(); ++s) {
    const auto* suite = unit_test->GetTestSuite(s);
    for (int t = 0; t < suite->total_test_count(); ++t) {
      names.insert(StrCat(suite->name(), ".", suite->GetTestInfo(t)->name()));
    }
  }
  return names;
}

// Every rule, as ops.json lists them.
std::vector<std::string> RuleIds() {
  InstanceState state;
  const StatusOr<Json> answer = ParseJson(CallCore(state, "ops", "{}"));
  std::vector<std::string> ids;
  for (const Json& rule : answer.value().Find("result")->Find("rules")->items()) {
    EXPECT_FALSE(rule.Find("text")->text().empty());
    ids.push_back(rule.Find("id")->text());
  }
  return ids;
}

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
    EXPECT_FALSE(def->doc.empty()) << def->name;
    EXPECT_FALSE(def->source.empty()) << def->name;
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
      EXPECT_FALSE(def.doc.empty() || def.source.empty() || def.example.empty() ||
                   def.group.empty())
          << def.name;
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
// one.
TEST(CompletenessTest, NumbersTakeTheTypeOfAnArgument) {
  int numbers = 0;
  for (Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) {
      for (const ArgumentSpec& argument : def.arguments) {
        if (argument.type_of.empty()) continue;
        ++numbers;
        const std::string_view kind = argument.kind.name();
        EXPECT_TRUE((kind == "op" || kind == "literal") && argument.required) << def.name;
        const auto* beside =
            std::find_if(def.arguments.begin(), def.arguments.end(),
                         [&](const ArgumentSpec& other) { return other.name == argument.type_of; });
        ASSERT_NE(beside, def.arguments.end()) << def.name << " " << argument.type_of;
        EXPECT_TRUE(beside->required && beside != &argument) << def.name;
        const std::string_view typed = beside->kind.name();
        EXPECT_TRUE(typed == "op" || typed == "shape" || typed == "type") << def.name;
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

TEST(CompletenessTest, EveryRuleIsShownToBeEnforced) {
  const CaseCounts counts = CountCases();
  const std::set<std::string> tests = NamesOfAllTests();
  std::map<std::string, std::string> by_test;
  for (const RuleTest& entry : kRuleTests) {
    EXPECT_EQ(tests.count(std::string(entry.test)), 1u) << "there is no test " << entry.test;
    by_test[std::string(entry.rule)] = entry.test;
  }
  const std::vector<std::string> rules = RuleIds();
  const std::set<std::string> known(rules.begin(), rules.end());
  EXPECT_EQ(known.size(), rules.size()) << "a rule is listed twice";
  for (const std::string& rule : rules) {
    EXPECT_TRUE(counts.negative.count(rule) > 0 || by_test.count(rule) > 0)
        << rule << " has no negative case and no test in kRuleTests";
  }
  for (const auto& [rule, count] : counts.negative)
    EXPECT_EQ(known.count(rule), 1u) << rule << " is no rule";
  for (const auto& [rule, test] : by_test)
    EXPECT_EQ(known.count(rule), 1u) << rule << " is no rule";
  std::printf(
      "    %d operations, %zu rules (%zu by cases, %zu by tests), %d positive and %d negative "
      "cases\n",
      kHloOpcodeCount, rules.size(), counts.negative.size(), by_test.size(), counts.positives,
      counts.negatives);
}

}  // namespace
}  // namespace hloom
