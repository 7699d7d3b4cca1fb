#include "ops/verify/verifier.h"

#include "gtest/gtest.h"
#include "hlo/name.h"
#include "support/sample_modules.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builders

Status Verify(ModuleBuilder& b) { return VerifyModule(*b.Take()); }

TEST(VerifierTest, AcceptsWhatIsRight) {
  for (const auto& module : SampleModules()) {
    const Status status = VerifyModule(*module);
    EXPECT_TRUE(status.ok()) << status.ToString();
  }
}

TEST(VerifierTest, NothingIsMissing) {  // verifier.c1
  EXPECT_EQ(VerifyModule(HloModule("m")).rule(), "verifier.c1");
  {
    ModuleBuilder b("m");
    b.Begin("main");
    b.Parameter(0, F32Of({2}), "x");
    b.Finish(nullptr);
    EXPECT_EQ(Verify(b).rule(), "verifier.c1");
  }
  {
    ModuleBuilder b("m");
    b.Begin("main");
    b.Finish(b.Add(HloOpcode::kNegate, {nullptr}, nullptr, {}, F32Of({2})));
    EXPECT_EQ(Verify(b).rule(), "verifier.c1");
  }
  {
    ModuleBuilder b("m");
    b.Begin("main");
    b.Finish(b.Add(HloOpcode::kCall, {}, nullptr, {nullptr}, F32Of({2})));
    EXPECT_EQ(Verify(b).rule(), "verifier.c1");
  }
  {
    ModuleBuilder b("m");  // attributes, missing and too many
    b.Begin("main");
    b.Finish(b.Add(HloOpcode::kIota, {}, nullptr, {}, F32Of({2})));
    EXPECT_EQ(Verify(b).rule(), "verifier.c1");
  }
  {
    ModuleBuilder b("m");
    b.Begin("main");
    HloInstruction* x = b.Parameter(0, F32Of({2}), "x");
    b.Finish(b.Add(HloOpcode::kNegate, {x}, MakeAttributes(IotaAttributes{}), {}, F32Of({2})));
    EXPECT_EQ(Verify(b).rule(), "verifier.c1");
  }
  {
    HloModule module("m");  // an instruction without a shape
    auto computation = std::make_unique<HloComputation>("main");
    computation->set_root(computation->AddInstruction(std::make_unique<HloInstruction>(
        HloOpcode::kAfterAll, nullptr, std::vector<HloInstruction*>(), nullptr,
        std::vector<const HloComputation*>())));
    module.set_entry_computation(module.AddComputation(std::move(computation)));
    EXPECT_EQ(VerifyModule(module).rule(), "verifier.c1");
  }
}

TEST(VerifierTest, EntryAndRootBelong) {  // verifier.c2
  const std::unique_ptr<HloModule> other = BroadcastModule();
  {
    ModuleBuilder b("m");
    b.Begin("main");
    b.Parameter(0, F32Of({2}), "x");
    b.Finish(other->entry_computation().root());
    EXPECT_EQ(Verify(b).rule(), "verifier.c2");
  }
  HloModule module("m");
  module.set_entry_computation(&other->entry_computation());
  EXPECT_EQ(VerifyModule(module).rule(), "verifier.c2");
}

TEST(VerifierTest, OperandsComeEarlier) {  // verifier.c3
  {
    ModuleBuilder b("m");
    b.Begin("other");
    HloInstruction* y = b.Parameter(0, F32Of({2}), "y");
    b.Finish(y);
    b.Begin("main");
    HloInstruction* x = b.Parameter(0, F32Of({2}), "x");
    b.Finish(b.Add(HloOpcode::kAdd, {x, y}));
    EXPECT_EQ(Verify(b).ToString(),
              "INVALID_ARGUMENT [verifier.c3] add: the operand %y is not defined earlier in the "
              "computation\n"
              "  help: values of other computations come in as parameters; an operand comes before "
              "its users\n"
              "  at %add.4 in computation \"main\"");
  }
  // The operand comes later in the same computation: it is made early and added late.
  HloModule module("m");
  auto computation = std::make_unique<HloComputation>("main");
  const auto shape = std::make_shared<const Shape>(F32Of({2}));
  auto x = std::make_unique<HloInstruction>(
      HloOpcode::kParameter, shape, std::vector<HloInstruction*>(),
      MakeAttributes(ParameterAttributes{0}), std::vector<const HloComputation*>());
  x->set_name_and_id("x", 2);
  HloInstruction* negate = computation->AddInstruction(std::make_unique<HloInstruction>(
      HloOpcode::kNegate, shape, std::vector<HloInstruction*>{x.get()}, nullptr,
      std::vector<const HloComputation*>()));
  negate->set_name_and_id("negate", 1);
  computation->AddInstruction(std::move(x));
  computation->set_root(negate);
  computation->set_parameters(*CollectParameters(*computation));
  module.set_entry_computation(module.AddComputation(std::move(computation)));
  EXPECT_EQ(VerifyModule(module).rule(), "verifier.c3");
}

TEST(VerifierTest, CalledComputationsComeEarlier) {  // verifier.c4
  const std::unique_ptr<HloModule> other = BroadcastModule();
  {
    ModuleBuilder b("m");
    b.Begin("main");
    HloInstruction* x = b.Parameter(0, F32Of({2, 3}), "x");
    HloInstruction* v = b.Parameter(1, F32Of({3}), "v");
    b.Finish(b.Add(HloOpcode::kCall, {x, v}, nullptr, {&other->entry_computation()}));
    EXPECT_EQ(Verify(b).rule(), "verifier.c4");
  }
  {
    // An operation that calls none may not even call a computation of the module.
    ModuleBuilder b("m");
    const HloComputation* add = b.FinishScalar(HloOpcode::kAdd, "add_f32");
    b.Begin("main");
    b.Finish(b.Add(HloOpcode::kAfterAll, {}, nullptr, {add}));
    EXPECT_EQ(Verify(b).rule(), "verifier.c4");
  }
}

TEST(VerifierTest, ParametersAreNumbered) {  // verifier.c5
  {
    ModuleBuilder b("m");
    b.Begin("main");
    b.Parameter(0, F32Of({2}), "x");
    b.Finish(b.Parameter(0, F32Of({2}), "y"));
    EXPECT_EQ(Verify(b).ToString(),
              "INVALID_ARGUMENT [verifier.c5] parameter: two parameters have the number 0\n"
              "  help: number the 2 parameters of the computation from 0, each number once\n"
              "  at %y in computation \"main\"");
  }
  {
    ModuleBuilder b("m");
    b.Begin("main");
    b.Finish(b.Parameter(1, F32Of({2}), "x"));
    EXPECT_EQ(Verify(b).rule(), "verifier.c5");
  }
  {
    ModuleBuilder b("m");
    b.Begin("main");
    HloComputation* main = b.Finish(b.Parameter(0, F32Of({2}), "x"));
    main->set_parameters({});
    EXPECT_EQ(Verify(b).rule(), "verifier.c5");
  }
}

TEST(VerifierTest, Names) {  // verifier.c6
  for (const std::string name : {"x y", "2x", "f32", "\xc3\xa9", "a\nb"}) {
    ModuleBuilder b("m");
    b.Begin("main");
    b.Finish(b.Parameter(0, F32Of({2}), name));
    EXPECT_EQ(Verify(b).rule(), "verifier.c6") << name;
  }
  {
    ModuleBuilder b("m");
    b.Begin("main");
    b.Parameter(0, F32Of({2}), "x");
    b.Finish(b.Parameter(1, F32Of({2}), "x"));
    EXPECT_EQ(Verify(b).rule(), "verifier.c6");
  }
  {
    ModuleBuilder b("m");
    b.Begin("main");
    b.Finish(b.Parameter(0, F32Of({2}), "x"))->set_name_and_id("", 9);
    EXPECT_EQ(Verify(b).rule(), "verifier.c6");
  }
  {
    ModuleBuilder b("m");
    b.Begin("main");
    b.Finish(b.Parameter(0, F32Of({2}), "x"));
    b.Begin("main");
    b.Finish(b.Parameter(0, F32Of({2}), "y"));
    EXPECT_EQ(Verify(b).rule(), "verifier.c6");
  }
  {
    ModuleBuilder b("m");  // ids
    b.Begin("main");
    b.Parameter(0, F32Of({2}), "x")->set_name_and_id("x", 7);
    HloInstruction* y = b.Parameter(1, F32Of({2}), "y");
    y->set_name_and_id("y", 7);
    b.Finish(y);
    EXPECT_EQ(Verify(b).rule(), "verifier.c6");
  }
  ModuleBuilder b("a module");
  b.Begin("main");
  b.Finish(b.Parameter(0, F32Of({2}), "x"));
  EXPECT_EQ(Verify(b).rule(), "verifier.c6");
}

TEST(VerifierTest, ShapesAreInferred) {  // verifier.c7
  {
    ModuleBuilder b("m");
    b.Begin("main");
    HloInstruction* x = b.Parameter(0, F32Of({2}), "x");
    b.Finish(b.Add(HloOpcode::kAdd, {x, x}, nullptr, {}, F32Of({3})));
    EXPECT_EQ(
        Verify(b).ToString(),
        "INVALID_ARGUMENT [verifier.c7] add: the result is f32[2], but the instruction states "
        "f32[3]\n"
        "  help: the shape of an instruction follows from its operands and attributes\n"
        "  at %add.2 in computation \"main\"");
  }
  {
    ModuleBuilder b("m");  // the layout is the instruction's own
    b.Begin("main");
    HloInstruction* x = b.Parameter(0, F32Of({2, 3}), "x");
    b.Finish(b.Add(HloOpcode::kAdd, {x, x}, nullptr, {},
                   ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0, 1})));
    EXPECT_TRUE(Verify(b).ok());
  }
  {
    ModuleBuilder b("m");  // an error of the operation, with its whole text
    b.Begin("main");
    HloInstruction* x = b.Parameter(0, F32Of({2}), "x");
    HloInstruction* y = b.Parameter(1, F32Of({3}), "y");
    b.Finish(b.Add(HloOpcode::kAdd, {x, y}, nullptr, {}, F32Of({3})));
    const Status status = Verify(b);
    EXPECT_EQ(status.rule(), "elementwise.c1");
    EXPECT_EQ(status.fields().op, "add");
    EXPECT_EQ(status.fields().operands, (std::vector<std::string>{"f32[2]", "f32[3]"}));
    EXPECT_EQ(status.fields().location, "%add.3 in computation \"main\"");
  }
  {
    ModuleBuilder b("m");  // a shape that is none
    b.Begin("main");
    b.Finish(b.Parameter(0, F32Of({-1}), "x"));
    EXPECT_EQ(Verify(b).rule(), "shape.c2");
  }
}

TEST(VerifierTest, ControlPredecessorsComeEarlier) {  // verifier.c9
  const auto verify = [](bool earlier) {
    ModuleBuilder b("m");
    b.Begin("main");
    HloInstruction* x = b.Parameter(0, F32Of({2}), "x");
    HloInstruction* first = b.Add(HloOpcode::kNegate, {x});
    HloInstruction* second = b.Add(HloOpcode::kAbs, {x});
    auto extras = std::make_unique<InstructionExtras>();
    extras->control_predecessors = {earlier ? first : second};
    (earlier ? second : first)->set_extras(std::move(extras));
    b.Finish(b.Add(HloOpcode::kAdd, {first, second}));
    return std::string(VerifyModule(*b.Take()).rule());
  };
  EXPECT_EQ(verify(true), "");
  EXPECT_EQ(verify(false), "verifier.c9");
}

// For any shapes: the parts of all operands are counted before they are compared.
TEST(VerifierTest, Parts) {  // parts.c1
  const auto rule = [](size_t times) {
    ModuleBuilder b("m");
    b.Begin("main");
    HloInstruction* x = b.Parameter(0, Shape(std::vector<Shape>(1023, ScalarOf(F32))), "x");
    const Shape claimed = F32Of({2});
    b.Finish(
        b.Add(HloOpcode::kTuple, std::vector<HloInstruction*>(times, x), nullptr, {}, claimed));
    return std::string(Verify(b).rule());
  };
  EXPECT_EQ(rule(2047), "verifier.c7");
  EXPECT_EQ(rule(2048), "parts.c1");
}

TEST(VerifierTest, RulesAreNumbered) {
  int number = 1;
  for (const Rule& rule : VerifierRules()) {
    if (number == 8) ++number;  // was about the operands of one instruction; parts.c1 covers it
    EXPECT_EQ(rule.id, StrCat("verifier.c", number++));
  }
  EXPECT_EQ(number, 14);
}

TEST(HloNameTest, Sanitize) {
  EXPECT_EQ(SanitizeHloName("add.7"), "add.7");
  EXPECT_EQ(SanitizeHloName("7 x"), "__x");
  EXPECT_EQ(SanitizeHloName("f32"), "f32_");
  EXPECT_EQ(SanitizeHloName("tuple"), "tuple");
  EXPECT_EQ(SanitizeHloName("ROOT"), "ROOT");
  EXPECT_EQ(SanitizeHloName("buffer"), "buffer");
  EXPECT_EQ(SanitizeHloName("token"), "token_");
  EXPECT_EQ(SanitizeHloName(""), "");
  EXPECT_FALSE(IsLegalHloName(""));
  EXPECT_FALSE(IsLegalHloName("-x"));
  EXPECT_TRUE(IsLegalHloName("_-x.1"));
}

}  // namespace
}  // namespace hloom
