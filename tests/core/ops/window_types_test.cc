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

// (T, T) -> of the operation; a tuple hides it from recognition.
XlaComputation Body(HloOpcode opcode, PrimitiveType type, bool disguised) {
  XlaBuilder b("body");
  const Shape scalar = ShapeUtil::MakeScalarShape(type);
  const XlaOp x = Parameter(&b, 0, scalar, "x"), y = Parameter(&b, 1, scalar, "y");
  const XlaOp z =
      opcode == HloOpcode::kCompare
          ? Ge(x, y)
          : b.ReportErrorOrReturn(b.AddInstruction({.opcode = opcode, .operands = {x, y}}));
  if (disguised) GetTupleElement(Tuple(&b, {z}), 0);
  return BuildOrDie(b);
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

// Reduces two arrays by one computation of two operations, which it may call; `alone`: by a
// computation each.
Literal ReducedInStep(PrimitiveType type, const Literal& x, const Literal& init, int64_t dimension,
                      bool alone, bool calls, const RunLimits& limits) {
  const Shape scalar = ShapeUtil::MakeScalarShape(type);
  const HloOpcode opcodes[] = {type == PRED ? HloOpcode::kXor : HloOpcode::kAdd,
                               IsComplexType(type) ? HloOpcode::kAdd : HloOpcode::kMaximum};
  XlaBuilder b("main");
  const XlaOp array = ParameterLike(b, 0, x), start = ParameterLike(b, 1, init);
  if (alone) {
    std::vector<XlaOp> results;
    for (const HloOpcode opcode : opcodes) {
      results.push_back(Reduce(array, start, Body(opcode, type, false), {dimension}));
    }
    Tuple(&b, {results[0], results[1]});
  } else {
    XlaBuilder f("both");
    std::vector<XlaOp> p;
    for (int64_t i = 0; i < 4; ++i) p.push_back(Parameter(&f, i, scalar, StrCat("p", i)));
    std::vector<XlaOp> results;
    for (size_t i = 0; i < 2; ++i) {
      const XlaOp sides[] = {p[i], p[2 + i]};
      results.push_back(calls ? Call(&f, Body(opcodes[i], type, false), {sides[1], sides[0]})
                              : f.ReportErrorOrReturn(f.AddInstruction(
                                    {.opcode = opcodes[i], .operands = {sides[0], sides[1]}})));
    }
    Tuple(&f, {results[0], results[1]});
    Reduce(&b, {array, array}, {start, start}, BuildOrDie(f), {dimension});
  }
  return BuildAndRun(b, {x, init}, limits).value();
}

// Several reductions in step are, bit for bit, those of each array, with any number of threads.
TEST(WindowTypesTest, ReduceInStep) {
  Random random(8);
  for (const PrimitiveType type : ArrayTypes()) {
    const bool large = type == F32 || type == BF16 || type == S32;
    for (const Sizes& sizes : {Sizes{6, 37}, large ? Sizes{300, 1200} : Sizes{90, 70}}) {
      const Literal x = Numbers(random, type, sizes), init = Numbers(random, type, {});
      for (const int64_t dimension : {0, 1}) {
        const Literal want = ReducedInStep(type, x, init, dimension, true, false, {});
        for (const int threads : {1, 2, 3, 4}) {
          RunLimits limits;
          limits.threads = std::make_shared<ThreadPool>(threads, std::chrono::microseconds(-1));
          const Literal have =
              ReducedInStep(type, x, init, dimension, false, threads % 2 == 0, limits);
          EXPECT_TRUE(have == want) << PrimitiveTypeName(type) << " over " << dimension;
        }
      }
    }
  }
}

}  // namespace
}  // namespace hloom
