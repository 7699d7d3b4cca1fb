// Making instructions: the limit of the parts of all shapes of a program, in all ways to reach it,
// and shared shapes.
#include "ops/make_instruction.h"

#include "builder/xla_builder.h"
#include "gtest/gtest.h"
#include "shape/shape_proto.h"
#include "support/module_builder.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"
#include "text/proto/hlo_proto_fields.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: F32Of

constexpr int64_t kMax = PartsBudget::kMaxParts;

Shape TupleOf(size_t leaves) { return Shape(std::vector<Shape>(leaves, F32Of({}))); }

// a0, and then tuples of two of the one before: a_n has 2^(n+1) - 1 parts.
std::string Doubling(int levels, std::string_view shape = "") {
  std::string text = "ENTRY main {\n  a0 = f32[] parameter(0)\n";
  for (int i = 1; i <= levels; ++i) {
    StrAppend(text, "  a", i, " = ", shape, "tuple(a", i - 1, ", a", i - 1, ")\n");
  }
  return text + "}";
}

Status ParseMakeInstruction(std::string_view text) { return ParseHloModule(text).status(); }

TEST(ShapePartsTest, AreCounted) {
  EXPECT_EQ(F32Of({2, 3}).parts(), 1);
  EXPECT_EQ(ShapeUtil::MakeNil().parts(), 1);
  const Shape inner(std::vector<Shape>{F32Of({2})});
  EXPECT_EQ(Shape({F32Of({}), inner, ShapeUtil::MakeTokenShape()}).parts(), 5);
  Shape shape = F32Of({});
  for (int i = 0; i < 70; ++i) shape = Shape({shape, shape});
  EXPECT_EQ(shape.parts(), INT64_MAX);
  EXPECT_EQ(ShapeUtil::ValidateShape(shape).rule(), "parts.c1");
}

TEST(ShapePartsTest, CopiesShareTheirElements) {
  const Shape tuple = TupleOf(1000);
  const Shape copy = tuple;
  EXPECT_EQ(copy.tuple_shapes().data(), tuple.tuple_shapes().data());
  EXPECT_EQ(copy, tuple);
  EXPECT_EQ(TupleOf(1000), tuple);
  EXPECT_FALSE(TupleOf(999) == tuple);
  EXPECT_FALSE(Shape({TupleOf(2), F32Of({})}) == Shape({F32Of({}), TupleOf(2)}));
}

TEST(ShapePartsTest, TextIsCountedBeforeItIsRead) {
  const auto tuple = [](int64_t leaves) {
    std::string text = "(f32[]{:T(8,128)}";
    for (int64_t i = 1; i < leaves; ++i) text.append(",s8[]");
    return text + ")";
  };
  EXPECT_EQ(ShapeUtil::ParseShape(tuple(kMax - 1)).value().parts(), kMax);
  EXPECT_EQ(ShapeUtil::ParseShape(tuple(kMax)).status().rule(), "parts.c1");
  EXPECT_EQ(ShapeUtil::ParseShape(" /*x*/ " + tuple(kMax)).status().rule(), "parts.c1");
  WireWriter out;
  WriteShapeProto(TupleOf(kMax - 1), out);
  EXPECT_EQ(ReadShapeProto(WireReader(out.bytes())).value().parts(), kMax);
  EXPECT_EQ(ReadShapeProto(WireReader(out.bytes()), kMax - 1).status().rule(), "parts.c1");
}

TEST(MakeInstructionTest, C1Text) {  // parts.c1
  EXPECT_EQ(ParseMakeInstruction(Doubling(18)).ToString(), "OK");
  const Status status = ParseMakeInstruction(Doubling(30));
  EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(
      status.ToString(),
      "RESOURCE_EXHAUSTED [parts.c1] tuple: the shapes of the program have more than 2097152 "
      "parts together\n"
      "    a20 = tuple(a19, a19)\n"
      "          ^\n"
      "  every array, token and tuple inside of a tuple is a part, wherever it is repeated\n"
      "  help: a tuple that holds the same tuple again and again grows quickly: pass on the "
      "arrays themselves, stack arrays of one shape into one, or take apart what is no longer "
      "needed\n"
      "  at line 22, column 9");
  // A short text can have a large shape: the verifier infers it.
  EXPECT_EQ(ParseMakeInstruction(Doubling(30, "f32[] ")).rule(), "verifier.c7");
}

TEST(MakeInstructionTest, C1Builder) {
  XlaBuilder b("main");
  XlaOp x = Parameter(&b, 0, F32Of({}), "x");
  int levels = 0;
  while (b.GetCurrentStatus().ok() && levels < 100) {
    x = Tuple(&b, {x, x});
    ++levels;
  }
  EXPECT_EQ(levels, 20);
  EXPECT_EQ(b.GetCurrentStatus().rule(), "parts.c1");
  EXPECT_EQ(b.GetCurrentStatus().fields().location, "%tuple.21 in computation \"main\"");
}

// A refused instruction does not count for later ones.
TEST(MakeInstructionTest, RefusalsAreNotBooked) {
  InstructionMaker maker;
  auto parameter = [&](size_t leaves) {
    return maker.Make({.opcode = HloOpcode::kParameter,
                       .attributes = MakeAttributes(ParameterAttributes{0}),
                       .shape = std::make_shared<const Shape>(TupleOf(leaves))});
  };
  ASSERT_TRUE(parameter(kMax / 2).ok());
  for (int i = 0; i < 10; ++i) EXPECT_EQ(parameter(kMax / 2).status().rule(), "parts.c1");
  EXPECT_EQ(maker.parts(), kMax / 2 + 1);
  EXPECT_TRUE(parameter(kMax / 2 - 2).ok());
  EXPECT_EQ(maker.parts_left(), 0);
  EXPECT_EQ(parameter(0).status().rule(), "parts.c1");
}

TEST(MakeInstructionTest, ManyUsesOfALargeTuple) {
  constexpr size_t kLeaves = 65536;
  XlaBuilder b("main");
  XlaOp x = Parameter(&b, 0, TupleOf(kLeaves), "x");
  const HloInstruction* first = b.InstructionOf(x).value();
  int uses = 0;
  while (b.GetCurrentStatus().ok() && uses < 100) {
    x = OptimizationBarrier(x);
    ++uses;
    if (!b.GetCurrentStatus().ok()) break;
    EXPECT_EQ(b.InstructionOf(x).value()->shape().tuple_shapes().data(),
              first->shape().tuple_shapes().data());
  }
  EXPECT_EQ(uses, 31);
  EXPECT_EQ(b.TakeError().rule(), "parts.c1");
}

// Repeated shapes are stored once.
TEST(MakeInstructionTest, WrittenShapesAreShared) {
  const auto module = ParseHloModule(R"(
    ENTRY main {
      x = (f32[2], s32[]) parameter(0)
      y = (f32[2], s32[]) opt-barrier(x)
      ROOT z = (f32[2]{0}, s32[]) opt-barrier(y)
    })");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  const auto instructions = (*module)->entry_computation().instructions();
  EXPECT_EQ(instructions[1]->shape_ptr(), instructions[0]->shape_ptr());
  EXPECT_EQ(instructions[2]->shape_ptr(), instructions[0]->shape_ptr());
}

// The elements of a large tuple, one by one, are one part each.
TEST(MakeInstructionTest, TakingALargeTupleApart) {
  constexpr int64_t kLeaves = 65536;
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, TupleOf(kLeaves), "x");
  std::vector<XlaOp> elements;
  for (int64_t i = 0; i < kLeaves; ++i) elements.push_back(GetTupleElement(x, i));
  Tuple(&b, elements);
  const StatusOr<XlaComputation> computation = b.Build();
  ASSERT_TRUE(computation.ok()) << computation.status().ToString();
  EXPECT_EQ(computation->parts(), 3 * kLeaves + 2);
  const std::string bytes = HloModuleToProto(*computation->CreateModule());
  EXPECT_TRUE(HloModuleFromProto(bytes).ok());
}

TEST(MakeInstructionTest, OrdinaryProgramsFitWithEase) {
  XlaBuilder b("main");
  XlaOp x = Parameter(&b, 0, F32Of({8, 8}), "x");
  for (int i = 0; i < 100000; ++i) x = Neg(x);
  const StatusOr<XlaComputation> computation = b.Build();
  ASSERT_TRUE(computation.ok());
  EXPECT_EQ(computation->parts(), 100001);
}

XlaComputation Identity(const Shape& shape) {
  XlaBuilder b("identity");
  Parameter(&b, 0, shape, "x");
  return b.Build().value();
}

// A called computation becomes part of the program once.
TEST(MakeInstructionTest, CalledComputationsCount) {
  const XlaComputation large = Identity(TupleOf(500000));
  const XlaComputation other = Identity(TupleOf(500000));
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, TupleOf(500000), "x");
  Call(&b, large, {x});
  EXPECT_TRUE(b.GetCurrentStatus().ok()) << b.GetCurrentStatus().ToString();
  // The parameter, the callee, the call and its argument.
  EXPECT_EQ(b.Build().value().parts(), 4 * 500001);
  const XlaOp y = Parameter(&b, 0, TupleOf(10), "y");
  Call(&b, other, {Parameter(&b, 1, TupleOf(500000), "x")});
  EXPECT_TRUE(b.GetCurrentStatus().ok());
  Call(&b, other, {y});
  EXPECT_EQ(b.TakeError().rule(), "call.c1");
  Call(&b, Identity(TupleOf(10)), {y});
  EXPECT_TRUE(b.GetCurrentStatus().ok());
  OptimizationBarrier(Parameter(&b, 2, TupleOf(50000), "z"));
  EXPECT_EQ(b.TakeError().rule(), "parts.c1");
}

// Two that call the same one do not count it twice, though thirty levels of that would make it a
// billion.
TEST(MakeInstructionTest, SharedCalleesCountOnce) {
  XlaComputation shared = Identity(F32Of({1000}));
  for (int level = 0; level < 40; ++level) {
    std::vector<XlaComputation> two;
    for (int i = 0; i < 2; ++i) {
      XlaBuilder b("level");
      Call(&b, shared, {Parameter(&b, 0, F32Of({1000}), "x")});
      two.push_back(b.Build().value());
    }
    XlaBuilder b("both");
    Call(&b, two[1], {Call(&b, two[0], {Parameter(&b, 0, F32Of({1000}), "x")})});
    StatusOr<XlaComputation> both = b.Build();
    ASSERT_TRUE(both.ok()) << level << both.status().ToString();
    shared = *std::move(both);
  }
  EXPECT_EQ(shared.CreateModule()->computations().size(), 121u);
}

// The parts of a module are those of all its computations.
TEST(MakeInstructionTest, C1Modules) {
  const auto module = [](int computations) {
    std::string text;
    for (int i = 0; i < computations; ++i) {
      StrAppend(text, "g", i, " {\n  a0 = f32[] parameter(0)\n");
      for (int level = 1; level <= 14; ++level) {
        StrAppend(text, "  a", level, " = tuple(a", level - 1, ", a", level - 1, ")\n");
      }
      text.append("}\n");
    }
    return text + "ENTRY main { x = f32[] parameter(0) }";
  };
  EXPECT_EQ(ParseMakeInstruction(module(31)).ToString(), "OK");
  EXPECT_EQ(ParseMakeInstruction(module(33)).rule(), "parts.c1");
}

// An argument is compared with its parameter at each call: 100,000 calls of a large one would take
// long.
TEST(MakeInstructionTest, C1ArgumentsOfCalls) {
  std::string shape = "(s8[]";
  for (int i = 1; i < 9999; ++i) shape.append(",s8[]");
  shape.append(")");
  const auto module = [&shape](int calls) {
    std::string text = "f {\n  p = " + shape + " parameter(0)\n  ROOT c = s32[] constant(1)\n}\n";
    StrAppend(text, "ENTRY main {\n  x = ", shape, " parameter(0)\n");
    for (int i = 0; i < calls; ++i) StrAppend(text, "  d", i, " = s32[] call(x), to_apply=f\n");
    return text + "}";
  };
  EXPECT_EQ(ParseMakeInstruction(module(200)).ToString(), "OK");
  EXPECT_EQ(ParseMakeInstruction(module(210)).rule(), "parts.c1");
}

TEST(MakeInstructionTest, C1Bytes) {
  using namespace hlo_proto;  // NOLINT: the field numbers
  const auto rule = [](int barriers) {
    WireWriter out;
    out.AddString(kModuleName, "m");
    out.BeginMessage(kComputations);
    out.AddString(kComputationName, "main");
    for (int i = 0; i <= barriers; ++i) {
      out.BeginMessage(kInstructions);
      out.AddString(kInstructionName, StrCat("x.", i));
      out.AddString(kOpcode, i == 0 ? "parameter" : "opt-barrier");
      out.BeginMessage(kShape);
      WriteShapeProto(TupleOf(65535), out);
      out.EndMessage();
      out.SetInt64(kInstructionId, i + 1);
      if (i > 0) out.PackInt64s(kOperandIds, std::vector<int64_t>{i});
      out.EndMessage();
    }
    out.SetInt64(kComputationId, 1);
    out.SetInt64(kRootId, barriers + 1);
    out.EndMessage();
    out.SetInt64(kEntryId, 1);
    return std::string(HloModuleFromProto(out.TakeBytes()).status().rule());
  };
  EXPECT_EQ(rule(31), "");
  EXPECT_EQ(rule(32), "parts.c1");
}

// Errors do not list thousands of huge operands.
TEST(MakeInstructionTest, ErrorsOfLargeOperandsAreShort) {
  std::string text = "ENTRY main {\n  a0 = f32[] parameter(0)\n";
  for (int i = 1; i <= 18; ++i) StrAppend(text, "  a", i, " = tuple(a", i - 1, ", a", i - 1, ")\n");
  text.append("  y = f32[] negate(a18");
  for (int i = 0; i < 10000; ++i) text.append(", a18");
  const Status status = ParseMakeInstruction(text + ")\n}");
  EXPECT_EQ(status.rule(), "arity.c1");
  EXPECT_LT(status.ToString().size(), 1000u);
}

}  // namespace
}  // namespace hloom
