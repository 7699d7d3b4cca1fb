// Builder functions that reach out of the program: what they lower to, and where their errors are.
#include "builder/functions/host_functions.h"

#include <functional>

#include "base/str_cat.h"
#include "ops/host/custom_call_registry.h"
#include "runtime/execution.h"
#include "support/run.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

TEST(HostFunctionsTest, CustomCallWithLayout) {
  XlaBuilder b("laid_out");
  const Shape columns = ShapeUtil::MakeShapeWithLayout(F32, {2, 2}, {0, 1});
  const XlaOp x = ConstantR2<float>(&b, {{1, 2}, {3, 4}});
  const Literal literal = LiteralUtil::CreateR1<int32_t>({5, 6});
  CustomCallWithLayout(&b, "show", {x}, columns, {columns}, "two words", /*has_side_effect=*/true,
                       {{{}, 0, {}}}, &literal, CustomCallSchedule::kEarliest,
                       CustomCallApiVersion::kStatusReturning);
  const auto module = BuildOrDie(b).CreateModule();
  EXPECT_NE(HloModuleToText(*module).find(
                "f32[2,2]{0,1} custom-call(%constant.1), custom_call_target=\"show\", "
                "operand_layout_constraints={f32[2,2]{0,1}}, custom_call_has_side_effect=true, "
                "literal=s32[2]{0} {5, 6}, output_to_operand_aliasing={{}: (0, {})}, "
                "schedule=SCHEDULE_EARLIEST, api_version=API_VERSION_STATUS_RETURNING, "
                "backend_config=\"two words\""),
            std::string::npos)
      << HloModuleToText(*module);
  CustomCallRegistry registry;
  std::string seen;
  registry.Register("show", [&](const CustomCallInfo& call, Operands operands) {
    seen = StrCat(call.shape.ToString(true), "|", operands[0]->shape().ToString(true), "|",
                  operands[0]->data<float>()[1]);
    return StatusOr<Literal>(*operands[0]);
  });
  const StatusOr<Literal> value = Evaluate(*module, {}, {}, &registry);
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(seen, "f32[2,2]{0,1}|f32[2,2]{0,1}|3");
  EXPECT_EQ(value->ToString(), "f32[2,2] { { 1, 2 }, { 3, 4 } }");
  EXPECT_EQ(value->shape().ToString(true), "f32[2,2]{0,1}");
}

TEST(HostFunctionsTest, CustomCallWithComputationAndLayouts) {
  XlaBuilder b("laid_out");
  const Shape columns = ShapeUtil::MakeShapeWithLayout(F32, {2, 2}, {0, 1});
  const XlaOp x = ConstantR2<float>(&b, {{1, 2}, {3, 4}});
  CustomCallWithComputationAndLayouts(&b, "show", {x}, ScalarAdd(F32), columns, {columns}, "two");
  const auto module = BuildOrDie(b).CreateModule();
  EXPECT_NE(HloModuleToText(*module).find(
                "f32[2,2]{0,1} custom-call(%constant.5), custom_call_target=\"show\", "
                "operand_layout_constraints={f32[2,2]{0,1}}, called_computations={%add"),
            std::string::npos)
      << HloModuleToText(*module);
  CustomCallRegistry registry;
  std::string seen;
  registry.Register("show", [&](const CustomCallInfo& call, Operands operands) {
    seen = StrCat(call.opaque, "|", call.shape.ToString(true), "|",
                  operands[0]->shape().ToString(true));
    return StatusOr<Literal>(*operands[0]);
  });
  const StatusOr<Literal> value = Evaluate(*module, {}, {}, &registry);
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(seen, "two|f32[2,2]{0,1}|f32[2,2]{0,1}");
  EXPECT_EQ(value->ToString(), "f32[2,2] { { 1, 2 }, { 3, 4 } }");
}

// A convolution of XLA's back ends, whose attributes hloom ignores.
TEST(HostFunctionsTest, CustomCallWithConvDnums) {
  XlaBuilder b("convolved");
  const Shape shape = ShapeUtil::MakeShape(F32, {1, 2, 1});
  const XlaOp x = Parameter(&b, 0, shape, "x");
  Window window;
  WindowDimension* dimension = window.add_dimensions();
  dimension->set_size(3);
  dimension->set_padding_low(1);
  ConvolutionDimensionNumbers numbers;
  numbers.set_input_feature_dimension(2);
  numbers.add_input_spatial_dimensions(1);
  numbers.set_kernel_input_feature_dimension(1);
  numbers.set_kernel_output_feature_dimension(2);
  numbers.add_kernel_spatial_dimensions(0);
  numbers.set_output_feature_dimension(2);
  numbers.add_output_spatial_dimensions(1);
  const XlaOp first =
      CustomCallWithConvDnums(&b, "conv", {x}, shape, {}, "fast",
                              /*has_side_effect=*/false, {}, nullptr, window, numbers);
  CustomCallWithConvDnums(&b, "conv", {first}, shape, {shape}, "", false, {}, nullptr, window,
                          numbers, CustomCallSchedule::kLatest);
  const auto module = BuildOrDie(b).CreateModule();
  const std::string text = HloModuleToText(*module);
  EXPECT_NE(text.find("custom-call(%x), window={size=3 pad=1_0}, dim_labels=b0f_0io->b0f, "
                      "custom_call_target=\"conv\", backend_config=\"fast\""),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("window={size=3 pad=1_0}, dim_labels=b0f_0io->b0f, "
                      "custom_call_target=\"conv\", "
                      "operand_layout_constraints={f32[1,2,1]{2,1,0}}, schedule=SCHEDULE_LATEST"),
            std::string::npos)
      << text;
  CustomCallRegistry registry;
  registry.Register("conv", [&](const CustomCallInfo&, Operands operands) {
    return StatusOr<Literal>(*operands[0]);
  });
  const Literal argument = LiteralUtil::CreateR3<float>({{{7}, {8}}});
  const StatusOr<Literal> value = Evaluate(*module, {argument}, {}, &registry);
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(value->data<float>()[1], 8);
}

TEST(HostFunctionsTest, NamesOfFunctionsAreUtf8) {  // custom_call.c1
  XlaBuilder b("main");
  CustomCall(&b, "caf\351", {}, ShapeUtil::MakeShape(F32, {2}));
  EXPECT_EQ(b.Build().status().ToString(),
            R"(INVALID_ARGUMENT [custom_call.c1] custom-call: custom_call_target is not UTF-8
  help: register the function under a name in UTF-8, and call it by that
  at %custom-call.1 in computation "main")");
}

// Bytes for a back end: any, and the same after text and after bytes.
TEST(HostFunctionsTest, ConfigsAreBytes) {
  const Shape shape = ShapeUtil::MakeShape(F32, {2});
  XlaBuilder b("main");
  Outfeed(Infeed(&b, shape, "\x01\xff"), shape, "\xfe");
  const auto module = BuildOrDie(b).CreateModule();
  const std::string text = HloModuleToText(*module);
  EXPECT_NE(text.find(R"(infeed_config="\001\377")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"(outfeed_config="\376")"), std::string::npos) << text;
  const StatusOr<std::unique_ptr<HloModule>> parsed = ParseHloModule(text);
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  const StatusOr<std::unique_ptr<HloModule>> read = HloModuleFromProto(HloModuleToProto(**parsed));
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(HloModuleToText(**read), text);
}

// The place of the instruction that would have been added, as in errors of shape inference.
TEST(HostFunctionsTest, ErrorsOfTheBuilderSayWhere) {
  const Shape shape = ShapeUtil::MakeShape(F32, {2});
  const auto location = [&](std::string_view op,
                            const std::function<void(XlaBuilder&, XlaOp)>& call) {
    XlaBuilder b("main");
    call(b, Parameter(&b, 0, shape, "x"));
    const Status status = b.Build().status();
    EXPECT_EQ(status.fields().op, op);
    return status.fields().location;
  };
  EXPECT_EQ(
      location("custom-call", [&](XlaBuilder& b, XlaOp x) { CustomCall(&b, "$f", {x}, shape); }),
      "%custom-call.2 in computation \"main\"");
  EXPECT_EQ(location("send", [](XlaBuilder&, XlaOp x) { Send(x, {.handle = 0}); }),
            "%send.3 in computation \"main\"");
  EXPECT_EQ(location("recv", [&](XlaBuilder& b, XlaOp) { Recv(&b, shape, {.handle = 0}); }),
            "%recv.3 in computation \"main\"");
  EXPECT_EQ(location("send",
                     [](XlaBuilder& b, XlaOp x) {
                       SendToHost(x, CreateToken(&b), ShapeUtil::MakeShape(F32, {3}),
                                  {.handle = 1, .type = ChannelHandle::DEVICE_TO_HOST});
                     }),
            "%send.3 in computation \"main\"");
  EXPECT_EQ(location("call",
                     [&](XlaBuilder& b, XlaOp x) {
                       CompositeCall(&b, ScalarAdd(F32), {x, x}, "");
                     }),
            "%call.2 in computation \"main\"");
  EXPECT_EQ(location("select",
                     [](XlaBuilder& b, XlaOp x) {
                       const XlaOp pair = Tuple(&b, {x, x});
                       Select(x, pair, pair);
                     }),
            "%select.3 in computation \"main\"");
}

TEST(HostFunctionsTest, WhatTheyLowerTo) {
  XlaBuilder b("out");
  const Shape shape = ShapeUtil::MakeShape(F32, {2});
  const XlaOp x = Infeed(&b, shape, "c");
  Outfeed(x, shape, "o");
  const XlaOp y = Recv(&b, shape, {.handle = 2});
  Send(Add(x, y), {.handle = 1});
  const auto module = BuildOrDie(b).CreateModule();
  std::vector<std::string> names;
  for (const auto& instruction : module->entry_computation().instructions()) {
    names.emplace_back(HloOpcodeString(instruction->opcode()));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"after-all", "infeed", "get-tuple-element",
                                             "after-all", "outfeed", "after-all", "recv",
                                             "recv-done", "get-tuple-element", "add", "after-all",
                                             "send", "send-done"}));
}

}  // namespace
}  // namespace hloom
