// Every element type through windows: what kernels fold, compare and scatter is what the same
// computations give when they are applied as computations, bit for bit.
#include <cstdio>

#include "base/str_cat.h"
#include "literal/convert.h"
#include "ops/op_def.h"
#include "support/models/array_model.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// (T, T) -> of the operation; a call by another computation hides it from recognition.
XlaComputation Body(HloOpcode opcode, PrimitiveType type, bool disguised) {
  XlaBuilder b("body");
  const Shape scalar = ShapeUtil::MakeScalarShape(type);
  const XlaOp x = Parameter(&b, 0, scalar, "x"), y = Parameter(&b, 1, scalar, "y");
  if (opcode == HloOpcode::kCompare) {
    Ge(x, y);
  } else {
    b.ReportErrorOrReturn(b.AddInstruction({.opcode = opcode, .operands = {x, y}}));
  }
  const XlaComputation direct = BuildOrDie(b);
  if (!disguised) return direct;
  XlaBuilder outer("outer");
  Call(&outer, direct, {Parameter(&outer, 0, scalar, "x"), Parameter(&outer, 1, scalar, "y")});
  return BuildOrDie(outer);
}

// Small numbers, which every type has, rounded or wrapped to it.
Literal Numbers(Random& random, PrimitiveType type, Sizes sizes) {
  Literal numbers = *Literal::Create(ShapeUtil::MakeShape(S32, sizes));
  for (int64_t i = 0; i < numbers.element_count(); ++i) {
    numbers.mutable_data<int32_t>()[i] = static_cast<int32_t>(random.Between(1, 9));
  }
  return *ConvertElements(numbers, type);
}

std::vector<PrimitiveType> ArrayTypes() {
  std::vector<PrimitiveType> types;
  for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
    if (IsArrayType(info.type)) types.push_back(info.type);
  }
  return types;
}

bool Takes(HloOpcode opcode, PrimitiveType type) {
  return TypeSetContains(GetOpDef(opcode).types, type);
}

TEST(WindowTypesTest, ReduceWindow) {
  Random random(5);
  int combinations = 0;
  for (const PrimitiveType type : ArrayTypes()) {
    for (const HloOpcode opcode :
         {HloOpcode::kAdd, HloOpcode::kMultiply, HloOpcode::kMaximum, HloOpcode::kMinimum,
          HloOpcode::kAnd, HloOpcode::kOr, HloOpcode::kXor, HloOpcode::kSubtract}) {
      if (!Takes(opcode, type)) continue;
      const Literal x = Numbers(random, type, {6, 37}), init = Numbers(random, type, {});
      const auto run = [&](bool disguised) {
        XlaBuilder b("main");
        ReduceWindow(ParameterLike(b, 0, x), ParameterLike(b, 1, init),
                     Body(opcode, type, disguised), {3, 2}, {2, 1}, Padding::kSame);
        return RunToText(b, {x, init});
      };
      const std::string value = run(false);
      EXPECT_EQ(value, run(true)) << HloOpcodeString(opcode);
      EXPECT_EQ(value.find(StrCat(PrimitiveTypeText(type), "[3,37]")), 0u) << value;
      ++combinations;
    }
  }
  std::printf("    %d combinations of type and operation\n", combinations);
}

TEST(WindowTypesTest, SelectAndScatter) {
  Random random(6);
  for (const PrimitiveType type : ArrayTypes()) {
    if (IsComplexType(type)) continue;  // without an order
    const HloOpcode scatter = type == PRED ? HloOpcode::kOr : HloOpcode::kAdd;
    const Literal x = Numbers(random, type, {5, 9}), source = Numbers(random, type, {2, 8});
    const Literal init = Numbers(random, type, {});
    const auto run = [&](bool disguised) {
      XlaBuilder b("main");
      SelectAndScatter(ParameterLike(b, 0, x), Body(HloOpcode::kCompare, type, disguised), {3, 2},
                       {2, 1}, Padding::kValid, ParameterLike(b, 1, source),
                       ParameterLike(b, 2, init), Body(scatter, type, disguised));
      return RunToText(b, {x, source, init});
    };
    const std::string value = run(false);
    EXPECT_EQ(value, run(true));
    EXPECT_EQ(value.find(StrCat(PrimitiveTypeText(type), "[5,9]")), 0u) << value;
  }
}

// The last of the running results is the Reduce by the same computation, applied one by one.
TEST(WindowTypesTest, Scan) {
  Random random(7);
  for (const PrimitiveType type : ArrayTypes()) {
    const HloOpcode opcode = type == PRED ? HloOpcode::kXor : HloOpcode::kAdd;
    const Literal x = Numbers(random, type, {9}), init = Numbers(random, type, {});
    XlaBuilder b("scan");
    const XlaOp scanned = Scan(&b, {ParameterLike(b, 0, x)}, {ParameterLike(b, 1, init)},
                               Body(opcode, type, false), 0);
    EXPECT_TRUE(scanned.valid());
    XlaBuilder r("reduce");
    Reduce(ParameterLike(r, 0, x), ParameterLike(r, 1, init), Body(opcode, type, true), {0});
    EXPECT_EQ(RunToText(b, {x, init}), RunToText(r, {x, init}));
  }
}

}  // namespace
}  // namespace hloom
