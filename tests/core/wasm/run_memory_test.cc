// Run memories: bytes and numbers in, one call, bytes out; and values that stay on the engine.
#include "wasm/run_memory.h"

#include "gtest/gtest.h"
#include "support/core_caller.h"
#include "support/js_run.h"

namespace hloom {
namespace {

class RunMemoryTest : public ::testing::Test, protected testing_support::CoreCaller {
 protected:
  void Open(std::string_view text) {
    executable_ = CompileText(text);
    run_ = testing_support::JsRun(state_, executable_);
    handle_ = run_.handle();
    ASSERT_NE(handle_, 0);
    words_ = run_.words();
  }
  double* Words(size_t array) { return run_.Words(array); }
  template <typename T>
  void Write(size_t array, const std::vector<T>& values) {
    EXPECT_EQ(run_.Write(array, values), RunMemoryState::kDone);
  }
  template <typename T>
  std::vector<T> Read(size_t array) {
    return run_.Read<T>(array);
  }
  RunMemoryState Run() { return GoOnWithRun(state_, handle_, 1000); }
  std::string RunRule() {
    return testing_support::RuleOf(Answer("engine.error", StrCat(R"({"run":)", handle_, "}")));
  }
  int64_t Statistic(std::string_view name) {
    return Result("statistics", "{}").GetInt64(name).value();
  }
  void Put(int64_t number, std::string_view shape, const std::vector<float>& values) {
    Result("engine.put", StrCat(R"({"value":)", number, R"(,"array":{"shape":")", shape,
                                R"(","leaves":[)", BufferOf(values), "]}}"));
  }

  const std::byte* ValueAddress(int64_t number) {
    const int64_t buffer =
        Result("engine.value", StrCat(R"({"value":)", number, "}")).GetInt64("buffer").value();
    const std::byte* address = BufferAddress(state_, buffer);
    ReleaseBuffer(state_, buffer);
    return address;
  }
  float ElementOf(int64_t number, size_t element) {
    return reinterpret_cast<const float*>(ValueAddress(number))[element];
  }

  int64_t executable_ = 0;
  testing_support::JsRun run_;
  int64_t handle_ = 0;
  double* words_ = nullptr;
};

constexpr std::string_view kAdd = R"(HloModule m
ENTRY e {
  x = f32[3] parameter(0)
  y = f32[3] parameter(1)
  ROOT s = f32[3] add(x, y)
})";

TEST_F(RunMemoryTest, RunsAgainAndAgainAtTheSameAddresses) {
  Open(kAdd);
  std::vector<double> addresses;
  for (float i = 0; i < 3; ++i) {
    Write<float>(0, {1 + i, 2, 3});
    Write<float>(1, {10, 20, 30});
    ASSERT_EQ(Run(), RunMemoryState::kDone);
    EXPECT_EQ(Read<float>(2), (std::vector<float>{11 + i, 22, 33}));
    EXPECT_EQ(words_[RunWord::kInstructions], 3);
    for (size_t array = 0; array < 3; ++array) addresses.push_back(Words(array)[kAddress]);
    EXPECT_EQ(addresses[addresses.size() - 3], addresses[0]);
    EXPECT_EQ(addresses[addresses.size() - 1], addresses[2]);
  }
  EXPECT_EQ(Statistic("runs"), 0);
  EXPECT_EQ(Statistic("buffers"), 0);
}

TEST_F(RunMemoryTest, LargeArraysAreTheRunsOwn) {
  Open("HloModule m\nENTRY e {\n x = f32[100000] parameter(0)\n ROOT n = f32[100000] negate(x)\n}");
  Write<float>(0, std::vector<float>(100000, 2));
  const double argument = Words(0)[kAddress];
  ASSERT_EQ(Run(), RunMemoryState::kHolding);
  EXPECT_EQ(Words(0)[kAddress], 0);
  // It was computed where the argument lay.
  EXPECT_EQ(Words(1)[kAddress], argument);
  EXPECT_EQ(Read<float>(1), std::vector<float>(100000, -2));
  ResetRun(state_, handle_);
  EXPECT_EQ(Words(1)[kAddress], 0);
  Write<float>(0, std::vector<float>(100000, 3));
  EXPECT_EQ(Run(), RunMemoryState::kHolding);
}

TEST_F(RunMemoryTest, ErrorsAreAskedForAndLeaveTheMemoryUsable) {
  Open("HloModule m\nENTRY e {\n x = pred[2] parameter(0)\n ROOT n = pred[2] not(x)\n}");
  EXPECT_EQ(RunRule(), "engine.c5");
  Write<uint8_t>(0, {1, 2});
  EXPECT_EQ(Run(), RunMemoryState::kFailed);
  EXPECT_EQ(RunRule(), "literal.c3");
  words_[kInstructionLimit] = 1;
  Write<uint8_t>(0, {1, 0});
  EXPECT_EQ(Run(), RunMemoryState::kFailed);
  EXPECT_EQ(RunRule(), "limits.c1");
  words_[kInstructionLimit] = std::numeric_limits<double>::infinity();
  Write<uint8_t>(0, {1, 0});
  EXPECT_EQ(Run(), RunMemoryState::kDone);
  EXPECT_EQ(Read<uint8_t>(1), (std::vector<uint8_t>{0, 1}));
  EXPECT_EQ(testing_support::RuleOf(Answer("engine.request", StrCat(R"({"run":)", handle_, "}"))),
            "engine.c4");
}

TEST_F(RunMemoryTest, MemoryThatIsNotToBeHad) {
  Open(kAdd);
  Words(0)[kByteSize] = 1e18;
  EXPECT_EQ(PrepareRun(state_, handle_), RunMemoryState::kFailed);
  EXPECT_EQ(RunRule(), "memory.c2");
  // Bytes that were never set are not a value.
  EXPECT_EQ(Run(), RunMemoryState::kFailed);
  EXPECT_EQ(RunRule(), "literal.c2");
}

TEST_F(RunMemoryTest, RunMemoriesThatThereAreNot) {
  EXPECT_EQ(OpenRun(state_, 7), 0);
  EXPECT_EQ(RunWords(state_, 7), nullptr);
  EXPECT_EQ(PrepareRun(state_, 7), RunMemoryState::kFailed);
  EXPECT_EQ(GoOnWithRun(state_, 7, 1), RunMemoryState::kFailed);
  ResetRun(state_, 7);
  Open(kAdd);
  CloseRun(state_, handle_);
  CloseRun(state_, handle_);
  EXPECT_EQ(Run(), RunMemoryState::kFailed);
  EXPECT_EQ(RunRule(), "handle.c1");
}

TEST_F(RunMemoryTest, DynamicArraysCrossAsTheirLiveElements) {
  Open("HloModule m\nENTRY e {\n x = f32[<=5] parameter(0)\n ROOT n = f32[<=5] negate(x)\n}");
  for (const std::vector<float>& values : {std::vector<float>{1, 2, 3}, {4}, {}}) {
    const auto size = static_cast<int64_t>(values.size());
    EXPECT_EQ(run_.Write(0, values, {size}), RunMemoryState::kDone);
    ASSERT_EQ(Run(), RunMemoryState::kHolding);
    EXPECT_EQ(run_.Sizes(1), std::vector<int64_t>{size});
    std::vector<float> negated;
    for (const float value : values) negated.push_back(-value);
    EXPECT_EQ(Read<float>(1), negated);
    ResetRun(state_, handle_);
  }
  EXPECT_EQ(run_.Write<float>(0, {1, 2, 3, 4, 5, 6}, {6}), RunMemoryState::kDone);
  EXPECT_EQ(Run(), RunMemoryState::kFailed);
  EXPECT_EQ(RunRule(), "literal.c8");
}

TEST_F(RunMemoryTest, ValuesStayAndAreGivenUp) {
  Open("HloModule m\nENTRY e {\n x = f32[20000] parameter(0)\n ROOT n = f32[20000] negate(x)\n}");
  Put(1, "f32[20000]", std::vector<float>(20000, 2));
  EXPECT_EQ(Statistic("value_bytes"), 80000);
  const std::byte* before = ValueAddress(1);
  // It is only read: the result has other memory.
  Words(0)[kValue] = 1;
  Words(1)[kValue] = 2;
  ASSERT_EQ(Run(), RunMemoryState::kDone);
  EXPECT_EQ(ValueAddress(1), before);
  EXPECT_NE(ValueAddress(2), before);
  EXPECT_EQ(ElementOf(1, 19999), 2);
  EXPECT_EQ(ElementOf(2, 19999), -2);
  // It is donated: the result has its memory.
  Words(0)[kDonated] = 1;
  Words(1)[kValue] = 3;
  ASSERT_EQ(Run(), RunMemoryState::kDone);
  EXPECT_EQ(ValueAddress(3), before);
  EXPECT_EQ(Statistic("values"), 2);
  // It is gone, and with a run that fails, too.
  EXPECT_EQ(Run(), RunMemoryState::kFailed);
  EXPECT_EQ(RunRule(), "value.c1");
  Words(0)[kValue] = 2;
  words_[kInstructionLimit] = 1;
  EXPECT_EQ(Run(), RunMemoryState::kFailed);
  EXPECT_EQ(RunRule(), "limits.c1");
  EXPECT_EQ(Statistic("values"), 1);
  for (const int64_t value : {3, 3, 99}) ReleaseValue(state_, value);
  EXPECT_EQ(Statistic("values"), 0);
  EXPECT_EQ(Statistic("value_bytes"), 0);
}

TEST_F(RunMemoryTest, WhatSomebodyElseHoldsIsNotOverwritten) {
  Open(R"(HloModule m
ENTRY e {
  x = f32[20000] parameter(0)
  ROOT t = (f32[20000], f32[20000]) tuple(x, x)
})");
  Put(1, "f32[20000]", std::vector<float>(20000, 2));
  Words(0)[kValue] = 1;
  Words(0)[kDonated] = 1;
  Words(1)[kValue] = 2;
  Words(2)[kValue] = 3;
  ASSERT_EQ(Run(), RunMemoryState::kDone);
  // Both are the same memory.
  Open("HloModule m\nENTRY e {\n x = f32[20000] parameter(0)\n ROOT n = f32[20000] negate(x)\n}");
  Words(0)[kValue] = 2;
  Words(0)[kDonated] = 1;
  ASSERT_EQ(Run(), RunMemoryState::kHolding);
  EXPECT_EQ(Read<float>(1)[7], -2);
  EXPECT_EQ(ElementOf(3, 7), 2);
}

TEST_F(RunMemoryTest, ASmallResultThatStaysIsNotTheRunsMemory) {
  Open("HloModule m\nENTRY e {\n x = f32[3] parameter(0)\n ROOT c = f32[3] bitcast(x)\n}");
  Write<float>(0, {1, 2, 3});
  Words(1)[kValue] = 1;
  ASSERT_EQ(Run(), RunMemoryState::kDone);
  Write<float>(0, {4, 5, 6});
  Words(1)[kValue] = 2;
  ASSERT_EQ(Run(), RunMemoryState::kDone);
  EXPECT_EQ(ElementOf(1, 0), 1);
}

TEST_F(RunMemoryTest, TheClientsLimitCountsValues) {
  Open("HloModule m\nENTRY e {\n x = f32[] parameter(0)\n ROOT n = f32[50000] broadcast(x)\n}");
  Write<float>(0, {1});
  Result("engine.open", R"({"memory_limit":300000})");
  ASSERT_EQ(Run(), RunMemoryState::kHolding);
  ResetRun(state_, handle_);
  Words(1)[kValue] = 1;
  ASSERT_EQ(Run(), RunMemoryState::kDone);
  Words(1)[kValue] = 0;
  EXPECT_EQ(Run(), RunMemoryState::kFailed);
  EXPECT_EQ(RunRule(), "memory.c1");
  const auto help = [](const Json& error) { return error.GetString("message").value(); };
  EXPECT_NE(help(Error("engine.error", StrCat(R"({"run":)", handle_, "}"))).find("memoryLimit"),
            std::string::npos);
  const Json error = Error("engine.allocate", R"({"bytes":200000})");
  EXPECT_EQ(error.GetString("rule").value(), "memory.c1");
  EXPECT_NE(help(error).find("memoryLimit"), std::string::npos);
  ReleaseValue(state_, 1);
  Result("engine.allocate", R"({"bytes":200000})");
  // The run's own limit counts what the run allocates.
  words_[kByteLimit] = 100000;
  EXPECT_EQ(Run(), RunMemoryState::kFailed);
  EXPECT_NE(help(Error("engine.error", StrCat(R"({"run":)", handle_, "}"))).find("limits.bytes"),
            std::string::npos);
}

TEST_F(RunMemoryTest, TellsWhatARunDoes) {
  Open(kAdd);
  const auto events = [this] {
    const Json trace = Result("engine.trace", StrCat(R"({"run":)", handle_, "}"));
    return *trace.Find("events");
  };
  words_[kTraceElements] = 2;
  Write<float>(0, {1, 2, 3});
  Write<float>(1, {10, 20, 30});
  ASSERT_EQ(Run(), RunMemoryState::kDone);
  const Json told = events();
  ASSERT_EQ(told.size(), 3u);
  const Json& last = told.items()[2];
  EXPECT_EQ(last.GetString("opcode").value(), "add");
  EXPECT_EQ(last.GetString("shape").value(), "f32[3]{0}");
  EXPECT_EQ(last.GetString("value").value(), "f32[3] {11, 22, ... 1 more element}");
  EXPECT_EQ(last.Find("callers")->size(), 0u);
  // They are told once.
  EXPECT_EQ(events().size(), 0u);
  words_[kTraceElements] = -1;
  ASSERT_EQ(Run(), RunMemoryState::kDone);
  EXPECT_EQ(events().size(), 0u);
}

TEST_F(RunMemoryTest, ATupleIsPutArrayByArray) {
  const Json answer =
      Answer("engine.put", StrCat(R"x({"value":1,"array":{"shape":"(f32[1])",)x", R"x("leaves":[)x",
                                  BufferOf(std::vector<float>{1}), "]}}"));
  EXPECT_EQ(testing_support::RuleOf(answer), "value.c2");
  EXPECT_EQ(testing_support::RuleOf(Answer("engine.value", R"({"value":1})")), "value.c1");
}

}  // namespace
}  // namespace hloom
