// Schedules in bytes: the order of instructions in XLA's hlo.proto.
#include "text/proto/schedule_proto.h"

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "ops/control/fusion.h"
#include "support/module_builder.h"
#include "text/extras/extras_proto.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"

namespace hloom {
namespace {

constexpr std::string_view kText =
    R"(HloModule m, is_scheduled=true, entry_computation_layout={(f32[2]{0})->f32[2]{0}}

%fused (p: f32[2]) -> f32[2] {
  %p = f32[2]{0} parameter(0)
  ROOT %n = f32[2]{0} negate(%p)
}

ENTRY %e (x: f32[2]) -> f32[2] {
  %x = f32[2]{0} parameter(0)
  %a = f32[2]{0} sine(%x)
  %b = f32[2]{0} cosine(%x)
  %f = f32[2]{0} fusion(%b), kind=kLoop, calls=%fused
  ROOT %s = f32[2]{0} add(%a, %f)
}

)";

using Ids = std::vector<int64_t>;
using hlo_proto::Schedule;

int64_t IdOf(const HloModule& module, std::string_view name) {
  for (const auto& instruction : module.entry_computation().instructions()) {
    if (instruction->name() == name) return instruction->unique_id();
  }
  ADD_FAILURE() << name;
  return 0;
}

// The bytes of kText with this schedule of one computation behind its own: the last one counts.
std::string BytesWith(const HloModule& module, int64_t computation, const Ids& ids) {
  WireWriter out;
  out.BeginMessage(hlo_proto::kSchedule);
  out.BeginMessage(1);
  out.AddInt64(1, computation);
  out.BeginMessage(2);
  out.PackInt64s(1, ids);
  out.EndMessage();
  out.EndMessage();
  out.EndMessage();
  return HloModuleToProto(module) + out.TakeBytes();
}

struct Entry {
  std::unique_ptr<HloModule> module = *ParseHloModule(kText);
  int64_t id = module->entry_computation().unique_id();

  Ids Named(std::initializer_list<std::string_view> names) const {
    Ids ids;
    for (std::string_view name : names) ids.push_back(IdOf(*module, name));
    return ids;
  }
  std::string RuleOf(const Ids& ids) const {
    const auto read = HloModuleFromProto(BytesWith(*module, id, ids));
    return read.ok() ? "" : std::string(read.status().rule());
  }
};

TEST(ScheduleProtoTest, FusedComputationsHaveNone) {
  const Entry entry;
  WireWriter out;
  hlo_proto::WriteSchedule(*entry.module, 7, out);
  const std::string bytes = out.TakeBytes();
  WireReader reader(bytes);
  ASSERT_TRUE(*reader.Next());
  Schedule schedule;
  ASSERT_TRUE(hlo_proto::ReadSchedule(reader, schedule).ok());
  EXPECT_EQ(schedule, (Schedule{{entry.id, entry.Named({"x", "a", "b", "f", "s"})}}));
}

// A scheduled module is not verified yet.
TEST(ScheduleProtoTest, AFusionThatCallsNothing) {
  testing_support::ModuleBuilder b("m");
  b.Begin("main");
  HloInstruction* x = b.Parameter(0, testing_support::ScalarOf(F32), "x");
  b.Finish(b.Add(HloOpcode::kFusion, {x}, MakeAttributes(FusionAttributes{}), {},
                 ShapeUtil::MakeScalarShape(F32)));
  const auto module = b.Take();
  module->mutable_config().is_scheduled = true;
  const auto read = HloModuleFromProto(HloModuleToProto(*module));
  EXPECT_EQ(read.status().rule(), "arity.c1");
}

TEST(ScheduleProtoTest, TheOrderIsThatOfTheSchedule) {
  const Entry entry;
  EXPECT_EQ(HloModuleToText(**HloModuleFromProto(HloModuleToProto(*entry.module))), kText);
  const auto read = HloModuleFromProto(
      BytesWith(*entry.module, entry.id, entry.Named({"x", "b", "f", "a", "s"})));
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  const std::string text = HloModuleToText(**read);
  EXPECT_LT(text.find("%f = "), text.find("%a = ")) << text;
  EXPECT_TRUE((*read)->config().is_scheduled);
}

TEST(ScheduleProtoTest, WhatIsMissing) {  // proto.m10
  const Entry entry;
  EXPECT_EQ(entry.RuleOf(entry.Named({"x", "a", "b", "f", "s"})), "");
  EXPECT_EQ(entry.RuleOf(entry.Named({"x", "a", "b", "s"})), "proto.m10");
  EXPECT_EQ(entry.RuleOf(entry.Named({"x", "a", "b", "f", "f", "s"})), "proto.m10");
  EXPECT_EQ(entry.RuleOf({1000}), "proto.m10");
  // The order is one in which the program cannot run.
  EXPECT_EQ(entry.RuleOf(entry.Named({"x", "a", "f", "b", "s"})), "verifier.c3");
  // A computation that there is not is skipped, as XLA does.
  EXPECT_TRUE(HloModuleFromProto(BytesWith(*entry.module, 1000, {1})).ok());
}

// If a thread has a schedule, each of its computations has one.
TEST(ScheduleProtoTest, Threads) {
  const auto rule = [](std::string_view thread) {
    const auto module = *ParseHloModule(
        StrCat("HloModule m, is_scheduled=true g { p = f32[2] parameter(0) ROOT n = f32[2] "
               "negate(p) }, execution_thread=\"",
               thread, "\" ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] negate(x) }"),
        {.verify = false});
    Schedule schedule;
    std::vector<int64_t>& ids = schedule[module->entry_computation().unique_id()];
    for (const auto& i : module->entry_computation().instructions()) ids.push_back(i->unique_id());
    return std::string(hlo_proto::ApplySchedule(schedule, *module).rule());
  };
  EXPECT_EQ(rule("side"), "");
  EXPECT_EQ(rule("main"), "proto.m10");
}

}  // namespace
}  // namespace hloom
