// Custom calls at the boundary to JavaScript: a run waits, tells what it wants, and is answered.
#include <cstring>

#include "gtest/gtest.h"
#include "support/core_caller.h"
#include "support/js_run.h"

namespace hloom {
namespace {

constexpr std::string_view kProgram = R"(HloModule m
ENTRY e {
  x = f32[2,2] parameter(0)
  n = s32[] constant(7)
  y = f32[2,2] custom-call(x, n), custom_call_target="show",
    operand_layout_constraints={f32[2,2]{0,1}, s32[]}, backend_config="two words"
  ROOT r = f32[2,2] negate(y)
})";

class CustomCallWireTest : public ::testing::Test, protected testing_support::CoreCaller {
 protected:
  void SetUp() override { Start(); }

  std::vector<float> Take(int64_t leaf) {
    std::vector<float> values(static_cast<size_t>(BufferSize(state_, leaf)) / sizeof(float));
    std::memcpy(values.data(), BufferAddress(state_, leaf), values.size() * sizeof(float));
    ReleaseBuffer(state_, leaf);
    return values;
  }

  // A run of {{1, 2}, {3, 4}}, not yet under way.
  void Start() {
    run_ = testing_support::JsRun(state_, CompileText(kProgram));
    ASSERT_EQ(run_.handle(), 1);
    run_.Write<float>(0, {1, 2, 3, 4});
  }
  Json Request() { return Result("engine.request", R"({"run":1})"); }
  // Goes on to the call, and releases the operands of the request.
  void GoToTheCall() {
    EXPECT_EQ(run_.GoOn(), RunMemoryState::kWaiting);
    const Json request = Request();
    const std::vector<int64_t> leaves = request.Find("operands")->GetInt64List("leaves").value();
    for (int64_t leaf : leaves) ReleaseBuffer(state_, leaf);
  }
  // The error with which the run ends.
  Json Failure() {
    EXPECT_EQ(run_.GoOn(), RunMemoryState::kFailed);
    return Error("engine.error", R"({"run":1})");
  }
  int64_t Buffers() { return Result("statistics", "{}").GetInt64("buffers").value(); }

  testing_support::JsRun run_;
};

TEST_F(CustomCallWireTest, TellsWhatItWantsAndGoesOnWithTheValue) {
  EXPECT_EQ(run_.GoOn(), RunMemoryState::kWaiting);
  const Json request = Request();
  EXPECT_EQ(request.GetString("target").value(), "show");
  EXPECT_EQ(request.GetString("opaque").value(), "two words");
  EXPECT_EQ(request.GetString("instruction").value(), "y");
  EXPECT_EQ(request.GetString("location").value(), "%y in computation \"e\"");
  EXPECT_EQ(request.Find("shape")->GetInt64List("dimensions").value(),
            (std::vector<int64_t>{2, 2}));
  const std::vector<int64_t> leaves = request.Find("operands")->GetInt64List("leaves").value();
  ASSERT_EQ(leaves.size(), 2u);
  // Column by column, as the call wants it.
  EXPECT_EQ(Take(leaves[0]), (std::vector<float>{1, 3, 2, 4}));
  ReleaseBuffer(state_, leaves[1]);

  const int64_t value = BufferOf(std::vector<float>{10, 30, 20, 40});
  Result("engine.answer",
         StrCat(R"({"run":1,"value":{"shape":"f32[2,2]{0,1}","leaves":[)", value, "]}}"));
  EXPECT_EQ(run_.GoOn(), RunMemoryState::kDone);
  EXPECT_EQ(run_.Read<float>(1), (std::vector<float>{-10, -20, -30, -40}));
  EXPECT_EQ(Buffers(), 0);
}

TEST_F(CustomCallWireTest, AnErrorIsTheRuns) {
  GoToTheCall();
  Result("engine.answer", R"({"run":1,"error":"RangeError: it is Sunday"})");
  EXPECT_EQ(run_.GoOn(), RunMemoryState::kFailed);
  for (int i = 0; i < 2; ++i) {
    const Json error = Error("engine.error", R"({"run":1})");
    EXPECT_EQ(error.GetString("code").value(), "ABORTED");
    EXPECT_EQ(error.GetString("rule").value(), "custom_call.c5");
    EXPECT_EQ(error.GetString("op").value(), "custom-call");
    EXPECT_EQ(error.GetString("headline").value(),
              R"(the function "show" failed: RangeError: it is Sunday)");
    EXPECT_NE(error.GetString("location").value().find("%y"), std::string::npos);
  }
}

TEST_F(CustomCallWireTest, AnUnknownNameIsToldWithThoseThatAreKnown) {
  GoToTheCall();
  Result("engine.answer", R"({"run":1,"unknown":["shown","shows"]})");
  const Json error = Failure();
  EXPECT_EQ(error.GetString("rule").value(), "custom_call.c3");
  EXPECT_NE(error.GetString("message").value().find("there are shown, shows"), std::string::npos);
}

TEST_F(CustomCallWireTest, TheValueHasTheShape) {
  GoToTheCall();
  const int64_t value = BufferOf(std::vector<float>{10, 30});
  Result("engine.answer", StrCat(R"({"run":1,"value":{"shape":"f32[2]","leaves":[)", value, "]}}"));
  const Json error = Failure();
  EXPECT_EQ(error.GetString("rule").value(), "ask.c1");
  EXPECT_NE(error.GetString("headline").value().find("f32[2] for"), std::string::npos);
  EXPECT_NE(error.GetString("headline").value().find("f32[2,2]"), std::string::npos);
}

TEST_F(CustomCallWireTest, ARunThatWaitsCanBeReleased) {
  GoToTheCall();
  // Each question is asked once.
  EXPECT_EQ(run_.GoOn(), RunMemoryState::kResting);
  EXPECT_EQ(Error("engine.request", R"({"run":1})").GetString("rule").value(), "engine.c2");
  run_.Close();
  EXPECT_EQ(Error("engine.request", R"({"run":1})").GetString("rule").value(), "handle.c1");
  EXPECT_EQ(Buffers(), 0);
}

TEST_F(CustomCallWireTest, AnswersThatAreNone) {
  const auto value = [this] {
    return StrCat(R"("value":{"shape":"f32[2,2]","leaves":[)",
                  BufferOf(std::vector<float>{1, 2, 3, 4}), "]}");
  };
  const auto rule_of = [this](std::string_view arguments) {
    return Error("engine.answer", arguments).GetString("rule").value();
  };
  EXPECT_EQ(rule_of(StrCat(R"({"run":1,)", value(), "}")), "engine.c2");
  GoToTheCall();
  EXPECT_EQ(rule_of(R"({"run":1})"), "engine.c3");
  EXPECT_EQ(rule_of(StrCat(R"({"run":1,"error":"",)", value(), "}")), "engine.c3");
  EXPECT_EQ(rule_of(StrCat(R"({"run":2,)", value(), "}")), "handle.c1");
  EXPECT_EQ(rule_of(R"({"run":1,"value":{"shape":"f32[2,2]","leaves":[]}})"), "literal.c1");
  // All were adopted, and the run still waits.
  EXPECT_EQ(Buffers(), 0);
  Result("engine.answer", StrCat(R"({"run":1,)", value(), "}"));
  EXPECT_EQ(run_.GoOn(), RunMemoryState::kDone);
}

// It may write to the buffers of a request: the constant among them is a copy.
TEST_F(CustomCallWireTest, AConstantIsNotHandedToTheCallerToWriteTo) {
  for (int i = 0; i < 2; ++i) {
    run_.Write<float>(0, {1, 2, 3, 4});
    EXPECT_EQ(run_.GoOn(), RunMemoryState::kWaiting);
    const std::vector<int64_t> leaves = Request().Find("operands")->GetInt64List("leaves").value();
    int32_t constant = 0;
    ASSERT_EQ(BufferSize(state_, leaves[1]), static_cast<int64_t>(sizeof(constant)));
    std::memcpy(&constant, BufferAddress(state_, leaves[1]), sizeof(constant));
    EXPECT_EQ(constant, 7);
    std::memset(BufferAddress(state_, leaves[1]), 0, sizeof(constant));
    for (int64_t leaf : leaves) ReleaseBuffer(state_, leaf);
    Result("engine.answer", R"({"run":1,"error":"enough"})");
    EXPECT_EQ(run_.GoOn(), RunMemoryState::kFailed);
  }
}

}  // namespace
}  // namespace hloom
