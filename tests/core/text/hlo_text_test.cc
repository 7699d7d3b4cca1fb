#include "text/hlo/hlo_text.h"

#include "gtest/gtest.h"
#include "support/sample_modules.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builders

TEST(HloTextTest, Broadcast) {
  EXPECT_EQ(
      HloModuleToText(*BroadcastModule()),
      R"(HloModule axis_demo, entry_computation_layout={(f32[2,3]{1,0}, f32[3]{0})->f32[2,3]{1,0}}

ENTRY %main.5 (x: f32[2,3], v: f32[3]) -> f32[2,3] {
  %x = f32[2,3]{1,0} parameter(0)
  %v = f32[3]{0} parameter(1)
  %broadcast.3 = f32[2,3]{1,0} broadcast(%v), dimensions={1}
  ROOT %add.4 = f32[2,3]{1,0} add(%x, %broadcast.3)
}

)");
}

TEST(HloTextTest, OperandShapes) {
  HloTextOptions options;
  options.print_operand_shape = true;
  EXPECT_EQ(HloComputationToText(BroadcastModule()->entry_computation(), options),
            R"(%main.5 (x: f32[2,3], v: f32[3]) -> f32[2,3] {
  %x = f32[2,3]{1,0} parameter(0)
  %v = f32[3]{0} parameter(1)
  %broadcast.3 = f32[2,3]{1,0} broadcast(f32[3]{0} %v), dimensions={1}
  ROOT %add.4 = f32[2,3]{1,0} add(f32[2,3]{1,0} %x, f32[2,3]{1,0} %broadcast.3)
})");
}

TEST(HloTextTest, RegionsAndLayouts) {
  EXPECT_EQ(HloModuleToText(*ReduceModule()),
            R"(HloModule sums, entry_computation_layout={(f32[2,3]{0,1})->f32[3]{0}}

%add_f32 (a.1: f32[], b.2: f32[]) -> f32[] {
  %a.1 = f32[] parameter(0)
  %b.2 = f32[] parameter(1)
  ROOT %add.3 = f32[] add(%a.1, %b.2)
}

ENTRY %main (x: f32[2,3]) -> f32[3] {
  %x = f32[2,3]{0,1} parameter(0)
  %constant.6 = f32[] constant(0)
  ROOT %reduce.7 = f32[3]{0} reduce(%x, %constant.6), dimensions={0}, to_apply=%add_f32
}

)");
}

TEST(HloTextTest, ShortParsable) {
  EXPECT_EQ(HloModuleToText(*WhileModule(), HloTextOptions::ShortParsable()),
            R"(HloModule counter, entry_computation_layout={()->s32[]}

body {
  i = s32[] parameter(0)
  constant.2 = s32[] constant(1)
  ROOT add.3 = s32[] add(i, constant.2)
}

condition {
  j = s32[] parameter(0)
  constant.6 = s32[] constant(10)
  ROOT compare.7 = pred[] compare(j, constant.6), direction=LT
}

ENTRY main {
  constant.9 = s32[] constant(0)
  ROOT while.10 = s32[] while(constant.9), condition=condition, body=body
}

)");
}

// A region that depends on the operands, regions in braces, attributes that are left out or not,
// comments in tuples of more than five.
TEST(HloTextTest, EverythingElse) {
  const std::unique_ptr<HloModule> module = KitchenSinkModule();
  EXPECT_EQ(
      HloComputationToText(module->entry_computation()),
      R"(%main (x: f32[2], p: pred[], index: s32[]) -> ((pred[2], token[]), s64[4,2], f32[2,2], pred[2], u8[2], /*index=5*/f32[2,1]) {
  %p = pred[] parameter(1)
  %x = f32[2]{0} parameter(0)
  %index = s32[] parameter(2)
  %conditional.9 = f32[2]{0} conditional(%p, %x, %x), true_computation=%negate, false_computation=%same
  %conditional.10 = f32[2]{0} conditional(%index, %x, %x, %conditional.9), branch_computations={%same, %negate, %same}
  %call.11 = f32[2]{0} call(%conditional.10), to_apply=%negate
  %compare.12 = pred[2]{0} compare(%call.11, %x), direction=EQ, type=TOTALORDER
  %iota.13 = s64[4,2]{1,0} iota(), iota_dimension=0
  %constant.14 = f32[2,2]{1,0} constant({ { 1, -0.5 }, { 1e+30, 3 } })
  %constant.15 = pred[2]{0} constant({1, 0})
  %constant.16 = u8[2]{0} constant({1, 255})
  %select.17 = f32[2]{0} select(%constant.15, %call.11, %x)
  %reshape.18 = f32[2,1]{1,0} reshape(%select.17)
  %after-all.19 = token[] after-all()
  %tuple.20 = (pred[2]{0}, token[]) tuple(%compare.12, %after-all.19)
  %get-tuple-element.21 = pred[2]{0} get-tuple-element(%tuple.20), index=0
  ROOT %tuple.22 = ((pred[2]{0}, token[]), s64[4,2]{1,0}, f32[2,2]{1,0}, pred[2]{0}, u8[2]{0}, /*index=5*/f32[2,1]{1,0}) tuple(%tuple.20, %iota.13, %constant.14, %get-tuple-element.21, %constant.16, /*index=5*/%reshape.18)
})");
}

// Padding is printed in our extension, or refused where XLA is to read the text.
TEST(HloTextTest, PaddingIsNotXlas) {
  testing_support::ModuleBuilder b("padded");
  b.Begin("main");
  Layout layout({0, 1});
  layout.set_padding({3, 5}, ZERO_PAD);
  Shape shape = ShapeUtil::MakeShape(F32, {2, 3});
  EXPECT_TRUE(HloModuleToStrictText(*testing_support::BroadcastModule()).ok());
  shape.set_layout(layout);
  b.Finish(b.Parameter(0, shape, "x"));
  const auto module = b.Take();
  EXPECT_NE(HloModuleToText(*module).find("%x = f32[2,3]{0,1:PAD(3,5)ZERO_PAD} parameter(0)"),
            std::string::npos);
  const Status status = HloModuleToStrictText(*module).status();
  EXPECT_EQ(status.rule(), "layout.c6");
  EXPECT_EQ(status.fields().location, "%x");
}

}  // namespace
}  // namespace hloom
