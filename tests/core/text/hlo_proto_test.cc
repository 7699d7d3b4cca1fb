#include "text/proto/hlo_proto.h"

#include <functional>
#include <random>

#include "gtest/gtest.h"
#include "shape/shape_proto.h"
#include "support/round_trip.h"
#include "support/sample_modules.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto_fields.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builders
using namespace hlo_proto;        // NOLINT: the field numbers
using std::string_literals::operator""s;

std::unique_ptr<HloModule> NegateModule() {
  ModuleBuilder b("m");
  b.Begin("main");
  b.Finish(b.Add(HloOpcode::kNegate, {b.Parameter(0, F32Of({2}), "x")}));
  return b.Take();
}

// The bytes are derived by hand from hlo.proto and xla_data.proto.
TEST(HloProtoTest, BytesAreProtobufs) {
  // element_type F32, dimensions [2], layout { minor_to_major [0] }, is_dynamic_dimension [false].
  const std::string shape = "\x10\x0b\x1a\x01\x02\x2a\x03\x0a\x01\x00\x32\x01\x00"s;
  const std::string x = "\x0a\x01x\x12\x09parameter\x1a\x0d"s + shape + "\x98\x02\x01";
  const std::string negate =
      "\x0a\x08negate.2\x12\x06negate\x1a\x0d"s + shape + "\x98\x02\x02\xa2\x02\x01\x01";
  const std::string program_shape = "\x0a\x0d"s + shape + "\x12\x0d" + shape + "\x1a\x01x";
  const std::string computation = "\x0a\x04main\x12\x20"s + x + "\x12\x28" + negate + "\x22\x21" +
                                  program_shape + "\x28\x03\x30\x02";
  EXPECT_EQ(HloModuleToProto(*NegateModule()), "\x0a\x01m\x12\x04main\x1a\x79"s + computation +
                                                   "\x22\x21" + program_shape + "\x30\x03");
}

// Attributes are written in the order of their field numbers, among ids with theirs; zero is
// written if a missing field would mean none.
TEST(HloProtoTest, AttributeBytes) {
  const std::string sink = HloModuleToProto(*KitchenSinkModule());
  // iota: the last of its shape, dimensions [0], id 13.
  EXPECT_NE(sink.find("\x32\x02\x00\x00\x70\x00\x98\x02\x0d"s), std::string::npos);
  // compare: id 12, operands 11 and 7 (x), direction "EQ", type "TOTALORDER".
  EXPECT_NE(sink.find("\x98\x02\x0c\xa2\x02\x02\x0b\x07\xfa\x03\x02"
                      "EQ\xc2\x04\x0aTOTALORDER"s),
            std::string::npos);
  // parameter 2: parameter_number before the id 8.
  EXPECT_NE(sink.find("\x48\x02\x98\x02\x08"s), std::string::npos);
  // branches in order: computations 5 (same), 3 (negate), 5.
  EXPECT_NE(sink.find("\xb2\x02\x03\x05\x03\x05"s), std::string::npos);
  // XLA takes the name DEFAULT for no comparison type.
  EXPECT_EQ(HloModuleToProto(*WhileModule()).find("DEFAULT"), std::string::npos);
  // while: XLA's order, body (4) and then condition (8).
  EXPECT_NE(HloModuleToProto(*WhileModule()).find("\xb2\x02\x02\x04\x08"s), std::string::npos);
}

TEST(HloProtoTest, RoundTrip) {
  for (const auto& module : SampleModules()) {
    ASSERT_TRUE(VerifyModule(*module).ok()) << VerifyModule(*module).ToString();
    const std::string bytes = HloModuleToProto(*module);
    StatusOr<std::unique_ptr<HloModule>> read = HloModuleFromProto(bytes);
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    EXPECT_EQ(HloModuleToText(**read), HloModuleToText(*module));
    EXPECT_EQ(HloModuleToProto(**read), bytes);
  }
}

// Copies that were made for other owners are what they were, and survive the bytes too.
TEST(HloProtoTest, ModulesOfCopies) {
  for (const auto& module : SampleModules()) {
    const std::unique_ptr<HloModule> copy =
        HloModule::CreateFrom(module->entry_computation(), "a copy/1");
    ASSERT_TRUE(VerifyModule(*copy).ok()) << VerifyModule(*copy).ToString();
    EXPECT_EQ(copy->name(), "a_copy_1");
    StatusOr<std::unique_ptr<HloModule>> read = HloModuleFromProto(HloModuleToProto(*copy));
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    EXPECT_EQ(HloModuleToText(**read), HloModuleToText(*copy));
  }
}

// ---- bytes written by hand ----

struct Instruction {
  std::string opcode;
  int64_t id = 1;
  std::vector<int64_t> operands = {};
  std::vector<int64_t> callees = {};
  std::function<void(WireWriter&)> more = nullptr;
  std::string name = "";
  std::optional<Shape> shape = F32Of({2});
};

Instruction Parameter(int64_t number, int64_t id) {
  return {
      .opcode = "parameter", .id = id, .more = [number](WireWriter& w) { w.AddInt64(9, number); }};
}

std::string ComputationBytes(std::vector<Instruction> instructions, int64_t root, int64_t id = 1,
                             std::string name = "main") {
  WireWriter w;
  // Scalars first and unknown fields between: the order of fields is free.
  w.AddInt64(kRootId, root);
  w.AddString(99, "of a newer version");
  for (const Instruction& i : instructions) {
    w.BeginMessage(kInstructions);
    if (i.more) i.more(w);
    w.PackInt64s(kOperandIds, i.operands);
    w.PackInt64s(kCalledComputationIds, i.callees);
    w.AddInt64(kInstructionId, i.id);
    if (i.shape) {
      w.BeginMessage(kShape);
      WriteShapeProto(*i.shape, w);
      w.EndMessage();
    }
    w.AddString(kOpcode, i.opcode);
    w.AddString(kInstructionName, i.name.empty() ? StrCat(i.opcode, ".", id, ".", i.id) : i.name);
    w.EndMessage();
  }
  w.AddInt64(kComputationId, id);
  w.AddString(kComputationName, name);
  return w.TakeBytes();
}

std::string ModuleBytes(std::vector<std::string> computations, std::optional<int64_t> entry_id = 1,
                        std::string entry_name = "") {
  WireWriter w;
  if (entry_id) w.AddInt64(kEntryId, *entry_id);
  for (const std::string& computation : computations) w.AddBytes(kComputations, computation);
  w.SetString(kEntryName, entry_name);
  w.AddString(kModuleName, "m");
  return w.TakeBytes();
}

Status ReadHloProto(const std::string& bytes) { return HloModuleFromProto(bytes).status(); }
Status ReadOne(std::vector<Instruction> instructions, int64_t root) {
  return ReadHloProto(ModuleBytes({ComputationBytes(std::move(instructions), root)}));
}

TEST(HloProtoTest, AnyOrderOfFields) {
  const Status status =
      ReadOne({Parameter(0, 7), {.opcode = "negate", .id = 3, .operands = {7}}}, 3);
  EXPECT_TRUE(status.ok()) << status.ToString();
}

TEST(HloProtoTest, Entry) {  // proto.m1
  const std::string computation = ComputationBytes({Parameter(0, 7)}, 7);
  EXPECT_TRUE(ReadHloProto(ModuleBytes({computation}, 1)).ok());
  EXPECT_TRUE(ReadHloProto(ModuleBytes({computation}, std::nullopt, "main")).ok());
  EXPECT_EQ(ReadHloProto(ModuleBytes({computation}, std::nullopt, "other")).rule(), "proto.m1");
  EXPECT_EQ(ReadHloProto(ModuleBytes({computation}, 2, "main")).rule(), "proto.m1");
  EXPECT_EQ(ReadHloProto(ModuleBytes({}, 1)).rule(), "proto.m1");
  EXPECT_EQ(ReadHloProto("").rule(), "proto.m1");
}

TEST(HloProtoTest, DuplicateIds) {  // proto.m2
  EXPECT_EQ(ReadOne({Parameter(0, 7), Parameter(1, 7)}, 7).rule(), "proto.m2");
  EXPECT_EQ(ReadHloProto(ModuleBytes({ComputationBytes({Parameter(0, 7)}, 7, 1, "a"),
                                      ComputationBytes({Parameter(0, 8)}, 8, 1, "b")}))
                .rule(),
            "proto.m2");
}

TEST(HloProtoTest, IdsOfEachComputation) {
  const std::string bytes = ModuleBytes({ComputationBytes({Parameter(0, 0)}, 0, 5, "a"),
                                         ComputationBytes({Parameter(0, 0)}, 0, 1, "b")});
  StatusOr<std::unique_ptr<HloModule>> module = HloModuleFromProto(bytes);
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ((*module)->computations()[0]->root()->unique_id(), 1);
  EXPECT_EQ((*module)->computations()[1]->root()->unique_id(), 2);
}

// Newer versions of XLA have the computation's id in the upper half, and references may lack it.
TEST(HloProtoTest, IdsWithThoseOfTheirComputations) {
  constexpr int64_t kMain = int64_t{5} << 32;
  const auto read = [](int64_t operand, int64_t root) {
    return ReadHloProto(ModuleBytes(
        {ComputationBytes(
            {Parameter(0, kMain | 1), {.opcode = "negate", .id = kMain | 2, .operands = {operand}}},
            root, 5)},
        5));
  };
  for (const int64_t operand : {kMain | 1, int64_t{1}}) {
    for (const int64_t root : {kMain | 2, int64_t{2}}) EXPECT_TRUE(read(operand, root).ok());
  }
  EXPECT_EQ(read(kMain | 3, kMain | 2).rule(), "proto.m3");
  EXPECT_EQ(read(kMain | 1, 3).rule(), "proto.m5");
}

TEST(HloProtoTest, Operands) {  // proto.m3
  EXPECT_EQ(ReadOne({{.opcode = "negate", .id = 3, .operands = {7}}, Parameter(0, 7)}, 3).rule(),
            "proto.m3");
  EXPECT_EQ(ReadOne({{.opcode = "negate", .id = 3, .operands = {3}}}, 3).rule(), "proto.m3");
  // The operand is an instruction of another computation.
  EXPECT_EQ(ReadHloProto(ModuleBytes({ComputationBytes({Parameter(0, 7)}, 7, 2, "a"),
                                      ComputationBytes(
                                          {{.opcode = "negate", .id = 3, .operands = {7}}}, 3)}))
                .rule(),
            "proto.m3");
}

TEST(HloProtoTest, CalledComputations) {  // proto.m4
  const std::string callee = ComputationBytes({Parameter(0, 7)}, 7, 2, "callee");
  const std::string caller = ComputationBytes(
      {Parameter(0, 8), {.opcode = "call", .id = 9, .operands = {8}, .callees = {2}}}, 9);
  EXPECT_TRUE(ReadHloProto(ModuleBytes({callee, caller})).ok());
  EXPECT_EQ(ReadHloProto(ModuleBytes({caller, callee})).rule(), "proto.m4");
  EXPECT_EQ(ReadHloProto(ModuleBytes({caller})).rule(), "proto.m4");
  // The operand is the instruction itself.
  EXPECT_EQ(
      ReadOne({Parameter(0, 8), {.opcode = "call", .id = 9, .operands = {8}, .callees = {1}}}, 9)
          .rule(),
      "proto.m4");
}

TEST(HloProtoTest, Root) {  // proto.m5
  EXPECT_EQ(ReadOne({Parameter(0, 7)}, 8).rule(), "proto.m5");
  EXPECT_EQ(ReadOne({}, 0).rule(), "proto.m5");
}

TEST(HloProtoTest, UnknownOpcode) {  // proto.m6
  const Status status =
      ReadOne({Parameter(0, 7), {.opcode = "substract", .id = 3, .operands = {7, 7}}}, 3);
  EXPECT_EQ(status.ToString(),
            "UNIMPLEMENTED [proto.m6] the operation \"substract\" is not supported\n"
            "  help: the nearest operation that hloom has is subtract\n"
            "  at %substract.1.3 in computation \"main\"");
  EXPECT_EQ(ReadOne({{.opcode = std::string(100000, 'x')}}, 1).rule(), "proto.m6");
}

TEST(HloProtoTest, MissingParts) {
  EXPECT_EQ(ReadOne({{.opcode = "parameter", .shape = std::nullopt}}, 1).rule(), "proto.m7");
  EXPECT_EQ(
      ReadOne({Parameter(0, 7), {.opcode = "compare", .id = 3, .operands = {7, 7}}}, 3).rule(),
      "proto.m8");
  EXPECT_EQ(ReadOne({{.opcode = "iota"}}, 1).rule(), "proto.m8");
  EXPECT_EQ(ReadOne({{.opcode = "constant"}}, 1).rule(), "constant.c1");
  EXPECT_EQ(ReadOne({Parameter(0, 7), {.opcode = "add", .id = 3, .operands = {7}}}, 3).rule(),
            "arity.c1");
  EXPECT_EQ(ReadOne({Parameter(0, 7), {.opcode = "call", .id = 3, .operands = {7}}}, 3).rule(),
            "arity.c1");
}

// XLA writes iota's dimension packed, and a comparison's type always.
TEST(HloProtoTest, XlaSpellings) {
  const auto iota = [](WireWriter& w) { w.PackInt64s(14, {0}); };
  const auto compare = [](WireWriter& w) {
    w.AddString(63, "LT");
    w.AddString(72, "FLOAT");
  };
  const Status status = ReadOne({{.opcode = "iota", .id = 0, .more = iota},
                                 {.opcode = "compare",
                                  .id = 1,
                                  .operands = {0, 0},
                                  .more = compare,
                                  .shape = ShapeUtil::MakeShape(PRED, {2})}},
                                1);
  EXPECT_TRUE(status.ok()) << status.ToString();
}

// The attribute of a comparison that newer versions of XLA write instead of its type.
TEST(HloProtoTest, ComparisonOrders) {
  const auto read = [](PrimitiveType type, std::string_view direction, std::string_view kind,
                       std::string_view order) -> std::string {
    Instruction x = Parameter(0, 7);
    x.shape = ShapeUtil::MakeShape(type, {2});
    const auto compare = [&](WireWriter& w) {
      w.AddString(63, direction);
      w.SetString(72, kind);
      w.SetString(102, order);
    };
    const auto module = HloModuleFromProto(
        ModuleBytes({ComputationBytes({x,
                                       {.opcode = "compare",
                                        .id = 8,
                                        .operands = {7, 7},
                                        .more = compare,
                                        .shape = ShapeUtil::MakeShape(PRED, {2})}},
                                      8)}));
    if (!module.ok()) return std::string(module.status().rule());
    const std::string text = HloModuleToText(**module);
    const size_t at = text.find("direction=") + 12;
    return text.substr(at, text.find('\n', at) - at);
  };
  EXPECT_EQ(read(F32, "LT", "", "TOTAL"), ", type=TOTALORDER");
  EXPECT_EQ(read(F32, "LT", "TOTALORDER", "TOTAL"), ", type=TOTALORDER");
  EXPECT_EQ(read(F32, "LT", "", "PARTIAL"), "");
  EXPECT_EQ(read(C64, "EQ", "FLOAT", "PARTIAL"), "");
  EXPECT_EQ(read(S32, "LT", "SIGNED", "TOTAL"), "");
  EXPECT_EQ(read(PRED, "EQ", "UNSIGNED", "TOTAL"), "");
  EXPECT_EQ(read(S32, "LT", "", "PARTIAL"), "compare.c3");
  EXPECT_EQ(read(C64, "EQ", "", "TOTAL"), "compare.c3");
  EXPECT_EQ(read(F32, "LT", "FLOAT", "TOTAL"), "compare.c3");
  EXPECT_EQ(read(F32, "LT", "TOTALORDER", "PARTIAL"), "compare.c3");
  EXPECT_EQ(read(F32, "LT", "", "WEAK"), "compare.c3");
  EXPECT_EQ(read(F32, "LT", "", "total"), "attribute.p1");
  // XLA's own type of complex numbers.
  EXPECT_EQ(read(C64, "NE", "FLOAT", ""), "");
  EXPECT_EQ(read(C64, "NE", "TOTALORDER", ""), "compare.c1");
}

// Newer versions of XLA keep long backend configs once in the module.
TEST(HloProtoTest, Payloads) {  // proto.m11
  const auto call = [](int64_t id, std::function<void(WireWriter&)> payload) -> Instruction {
    return {.opcode = "custom-call", .id = id, .more = [payload](WireWriter& w) {
              w.AddString(28, "f");
              w.AddBytes(43, "old");
              w.BeginMessage(99);
              payload(w);
              w.EndMessage();
            }};
  };
  const auto configs = [](std::vector<Instruction> instructions) {
    std::string bytes = ModuleBytes({ComputationBytes(std::move(instructions), 1)});
    WireWriter payloads;
    payloads.AddBytes(22, "first");
    payloads.AddBytes(22, "second \xff"s);
    const auto module = HloModuleFromProto(payloads.TakeBytes() + bytes);
    if (!module.ok()) return std::string(module.status().rule());
    std::string found;
    for (const auto& instruction : (*module)->entry_computation().instructions())
      StrAppend(found, instruction->extras()->backend_config, ";");
    return found;
  };
  const auto inside = [](WireWriter& w) { w.AddBytes(1, "here"); };
  const auto number = [](int64_t id) { return [id](WireWriter& w) { w.AddInt64(2, id); }; };
  EXPECT_EQ(configs({call(1, number(1)), call(2, number(0)), call(3, inside)}),
            "second \xff;first;here;");
  EXPECT_EQ(configs({call(1, [](WireWriter&) {})}), "old;");
  EXPECT_EQ(configs({call(1, number(2))}), "proto.m11");
  EXPECT_EQ(configs({call(1, number(-1))}), "proto.m11");
}

// A few bytes cannot ask for much memory, though each instruction has a copy of its payload.
TEST(HloProtoTest, PayloadsAreBounded) {  // proto.m11
  constexpr int64_t kCalls = 65;
  std::vector<Instruction> calls;
  for (int64_t id = 1; id <= kCalls; ++id) {
    calls.push_back({.opcode = "custom-call", .id = id, .more = [](WireWriter& w) {
                       w.AddString(28, "f");
                       w.BeginMessage(99);
                       w.AddInt64(2, 0);
                       w.EndMessage();
                     }});
  }
  WireWriter payloads;
  payloads.AddBytes(22, std::string(size_t{1} << 20, 'x'));
  const std::string bytes = payloads.TakeBytes() + ModuleBytes({ComputationBytes(calls, 1)});
  const Status status = ReadHloProto(bytes);
  EXPECT_EQ(status.rule(), "proto.m11");
  EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
}

// WindowDimension, its fields in order: lhs_dilate is the base's dilation, 6.
TEST(HloProtoTest, Windows) {
  const auto module = ParseHloModule(
      "ENTRY e { ROOT c = f32[] custom-call(), custom_call_target=\"f\", window={size=2 stride=3 "
      "pad=1_2 lhs_dilate=4 rhs_dilate=5 rhs_reversal=1} }");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_NE(HloModuleToProto(**module).find(
                "\x7a\x10\x0a\x0e\x08\x02\x10\x03\x18\x01\x20\x02\x28\x05\x30\x04\x38\x01"),
            std::string::npos);
}

// The numbers of TriState: 1 is true.
TEST(HloProtoTest, AssociativeScans) {
  const std::string_view head =
      "step { a = f32[] parameter(0) b = f32[] parameter(1) c = add(a, b) ROOT t = tuple(c, c) }\n"
      "ENTRY e { x = f32[4] parameter(0) z = f32[] constant(0) ROOT s = (f32[4], f32[]) scan(x, "
      "z), "
      "dimensions={0}, num_carries=1, ";
  const auto bytes = [head](std::string_view more) {
    const auto module = ParseHloModule(StrCat(head, more, "to_apply=step }"));
    return module.ok() ? HloModuleToProto(**module) : module.status().ToString();
  };
  EXPECT_NE(bytes("is_associative=true, ").find("\x80\x06\x01"), std::string::npos);
  EXPECT_NE(bytes("is_associative=false, ").find("\x80\x06\x02"), std::string::npos);
  EXPECT_EQ(bytes("").find("\x80\x06"), std::string::npos);
}

// A topk that bytes do not call stable is not: a bool that is false is not there.
TEST(HloProtoTest, StableTopK) {
  const auto bytes = [](std::string_view more) {
    const auto module = ParseHloModule(
        StrCat("ENTRY e { x = f32[4] parameter(0) ROOT t = (f32[2], s32[2]) topk(x), k=2, "
               "largest=true",
               more, " }"));
    return module.ok() ? HloModuleToProto(**module) : module.status().ToString();
  };
  const auto text = [](std::string_view bytes) {
    const auto module = HloModuleFromProto(bytes);
    return module.ok() ? HloModuleToText(**module) : module.status().ToString();
  };
  const std::string stable = bytes(", is_stable=true");
  const std::string unstable = bytes(", is_stable=false");
  EXPECT_EQ(bytes(""), stable);
  EXPECT_NE(stable.find("\xe0\x03\x01"), std::string::npos);
  EXPECT_EQ(unstable.find("\xe0\x03"), std::string::npos);
  EXPECT_NE(text(stable).find("is_stable=true"), std::string::npos);
  EXPECT_NE(text(unstable).find("is_stable=false"), std::string::npos);
}

TEST(HloProtoTest, Parameters) {
  EXPECT_EQ(ReadOne({Parameter(0, 7), Parameter(0, 8)}, 7).rule(), "verifier.c5");
  EXPECT_EQ(ReadOne({Parameter(0, 7), Parameter(2, 8)}, 7).rule(), "verifier.c5");
  EXPECT_EQ(ReadOne({Parameter(-1, 7)}, 7).rule(), "verifier.c5");
  EXPECT_EQ(ReadOne({Parameter(int64_t{1} << 62, 7)}, 7).rule(), "verifier.c5");
  EXPECT_TRUE(ReadOne({Parameter(1, 7), Parameter(0, 8)}, 7).ok());
}

TEST(HloProtoTest, NamesAreMadeLegal) {
  Instruction parameter = Parameter(0, 7);
  parameter.name = "x y\n";
  StatusOr<std::unique_ptr<HloModule>> module =
      HloModuleFromProto(ModuleBytes({ComputationBytes({parameter}, 7, 1, "f32")}));
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ((*module)->entry_computation().name(), "f32_");
  EXPECT_EQ((*module)->entry_computation().root()->name(), "x_y_");
}

TEST(HloProtoTest, VerifiedAfterwards) {
  const Status status = ReadOne(
      {Parameter(0, 7), {.opcode = "negate", .id = 3, .operands = {7}, .shape = F32Of({3})}}, 3);
  EXPECT_EQ(
      status.ToString(),
      "INVALID_ARGUMENT [verifier.c7] negate: the result is f32[2], but the instruction states "
      "f32[3]\n"
      "  help: the shape of an instruction follows from its operands and attributes\n"
      "  at %negate.1.3 in computation \"main\"");
}

// A tuple of a large tuple many times over: quadratic in the bytes, if its shape were built. The
// declared arguments must match the entry computation's parameters.
TEST(HloProtoTest, HostProgramShape) {  // config.c1
  const auto rule = [](Span<const Shape> parameters, const Shape& result) {
    WireWriter w;
    w.BeginMessage(kHostProgramShape);
    WriteProgramShapeProto({parameters.ToVector(), {}, result}, w);
    w.EndMessage();
    return std::string(ReadHloProto(HloModuleToProto(*NegateModule()) + w.TakeBytes()).rule());
  };
  EXPECT_EQ(rule({F32Of({2})}, F32Of({2})), "");
  EXPECT_EQ(rule({F32Of({3})}, F32Of({2})), "config.c1");
  EXPECT_EQ(rule({F32Of({2})}, F32Of({3})), "config.c1");
  EXPECT_EQ(rule({}, F32Of({2})), "config.c1");
}

TEST(HloProtoTest, NoBombs) {
  Instruction parameter = Parameter(0, 7);
  parameter.shape = Shape(std::vector<Shape>(3000, ScalarOf(F32)));
  const Status status = ReadOne(
      {parameter, {.opcode = "tuple", .id = 8, .operands = std::vector<int64_t>(3000, 7)}}, 8);
  EXPECT_EQ(status.rule(), "parts.c1");
  EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
}

// A computation that a fusion calls is marked, as XLA requires, with its thread.
TEST(HloProtoTest, WhatComputationsAreFor) {
  const auto module = ParseHloModule(
      "fused { a = f32[] parameter(0) ROOT b = negate(a) }, execution_thread=\"aside\"\n"
      "beside { x = f32[] parameter(0) ROOT y = f32[] fusion(x), kind=kLoop, calls=fused }\n"
      "ENTRY e { z = f32[] parameter(0) s = ((f32[]), f32[]) async-start(z), "
      "async_execution_thread=\"aside\", calls=beside\n ROOT d = f32[] async-done(s) }");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ(RoundTrip(**module), "");
  const std::string bytes = HloModuleToProto(**module);
  EXPECT_NE(bytes.find("\x38\x01\x42\x05"
                       "aside"),
            std::string::npos);
  EXPECT_NE(HloModuleToText(**module).find("}, execution_thread=\"aside\"\n"), std::string::npos);
}

// Every rule is cited by a test above, or, proto.m9 and m10, in a test of its own.
TEST(HloProtoTest, RulesAreNumbered) {
  int number = 1;
  for (const Rule& rule : HloProtoRules()) EXPECT_EQ(rule.id, StrCat("proto.m", number++));
  EXPECT_EQ(number, 12);
}

}  // namespace
}  // namespace hloom
