// Operations need memory for their result, and little else. No array is stored in a wider type than
// its own, and iota does not use an array of integers.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "literal/convert.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// Memory that is allowed in addition to the result: scalars, and the batches of Map.
constexpr int64_t kSmall = 1 << 18;

// Runs what the builder holds, and expects that at no time more was held than the result and little
// beside. The memory of the arguments is not the run's.
void ExpectRoomForTheResult(XlaBuilder& b, const std::vector<Literal>& arguments,
                            const std::string& what) {
  StatusOr<XlaComputation> computation = b.Build();
  ASSERT_TRUE(computation.ok()) << computation.status().ToString();
  const auto run = Execution::Start(*Executable::Create(computation->CreateModule()), arguments);
  ASSERT_TRUE(run.ok()) << run.status().ToString();
  const StatusOr<Literal> result = (*run)->RunToEnd();
  ASSERT_TRUE(result.ok()) << what << ": " << result.status().ToString();
  EXPECT_LE((*run)->peak_bytes(), result->size_bytes() + kSmall) << what;
  // Some results share the memory of an argument.
  if (arguments.empty()) {
    EXPECT_GE((*run)->peak_bytes(), result->size_bytes()) << what;
  }
}

Shape Sized(PrimitiveType type, std::vector<int64_t> sizes) {
  return ShapeUtil::MakeShape(type, sizes);
}

TEST(RoomTest, Iota) {
  for (const PrimitiveTypeInfo& type : AllPrimitiveTypes()) {
    if (!IsArrayType(type.type) || type.type == PRED) continue;
    for (int64_t dimension = 0; dimension < 3; ++dimension) {
      XlaBuilder b("iota");
      Iota(&b, Sized(type.type, {2, 300000, 3}), dimension);
      ExpectRoomForTheResult(b, {}, std::string(type.name));
    }
    XlaBuilder b("vector");
    Iota(&b, type.type, 2000000);
    ExpectRoomForTheResult(b, {}, std::string(type.name));
  }
}

// The values are compared with the index itself, converted: past the largest value of each format,
// over many runs of equal values, and where a block is repeated.
TEST(IotaTest, EveryTypeAndDimension) {
  const std::vector<std::vector<int64_t>> shapes = {
      {70000}, {1}, {300, 2, 5}, {2, 300, 5}, {2, 3, 1500}, {3, 66000, 1}, {5, 1, 7}, {4, 0, 3}};
  for (const std::vector<int64_t>& sizes : shapes) {
    for (int64_t dimension = 0; dimension < static_cast<int64_t>(sizes.size()); ++dimension) {
      int64_t after = 1;
      for (size_t d = static_cast<size_t>(dimension) + 1; d < sizes.size(); ++d) after *= sizes[d];
      Literal index = *Literal::Create(Sized(S64, sizes));
      for (int64_t i = 0; i < index.element_count(); ++i) {
        index.mutable_data<int64_t>()[i] = i / after % sizes[static_cast<size_t>(dimension)];
      }
      for (const PrimitiveTypeInfo& type : AllPrimitiveTypes()) {
        if (!IsArrayType(type.type) || type.type == PRED) continue;
        XlaBuilder b("iota");
        Iota(&b, Sized(type.type, sizes), dimension);
        const StatusOr<Literal> result = BuildAndRun(b);
        ASSERT_TRUE(result.ok()) << result.status().ToString();
        EXPECT_TRUE(*result == *ConvertElements(index, type.type))
            << result->shape().ToString() << " along dimension " << dimension;
      }
    }
  }
}

// Zeros, of a million elements.
Literal Zeros(PrimitiveType type) {
  Literal literal = *Literal::Create(Sized(type, {1000, 1000}));
  std::fill_n(literal.mutable_data<std::byte>(), literal.size_bytes(), std::byte{0});
  return literal;
}

using Operation = std::function<void(XlaBuilder&, const std::vector<XlaOp>&)>;

void ExpectRoomFor(const std::string& what, const std::vector<PrimitiveType>& types,
                   const Operation& operation) {
  XlaBuilder b("room");
  std::vector<Literal> arguments;
  std::vector<XlaOp> operands;
  for (const PrimitiveType type : types) {
    arguments.push_back(Zeros(type));
    operands.push_back(ParameterLike(b, static_cast<int64_t>(operands.size()), arguments.back()));
  }
  operation(b, operands);
  ExpectRoomForTheResult(b, arguments, what);
}

TEST(RoomTest, ArithmeticOfNarrowTypes) {
  for (const PrimitiveType type : {F16, BF16, F8E4M3FN, F8E8M0FNU, F4E2M1FN, S4, U2}) {
    const std::string name(PrimitiveTypeName(type));
    ExpectRoomFor(name + " add", {type, type}, [](XlaBuilder&, const auto& x) { Add(x[0], x[1]); });
    ExpectRoomFor(name + " compare", {type, type},
                  [](XlaBuilder&, const auto& x) { Lt(x[0], x[1]); });
    ExpectRoomFor(name + " clamp", {type, type, type},
                  [](XlaBuilder&, const auto& x) { Clamp(x[0], x[1], x[2]); });
    ExpectRoomFor(name + " clamp by scalars", {type}, [type](XlaBuilder& b, const auto& x) {
      const XlaOp bound = ConstantLiteral(&b, *LiteralUtil::One(type));
      Clamp(bound, x[0], bound);
    });
    ExpectRoomFor(name + " map", {type, type}, [type](XlaBuilder& b, const auto& x) {
      Map(&b, {x[0], x[1]}, ScalarAdd(type), {0, 1});
    });
  }
  for (const PrimitiveType type : {F16, F8E5M2}) {
    const std::string name(PrimitiveTypeName(type));
    ExpectRoomFor(name + " exp", {type}, [](XlaBuilder&, const auto& x) { Exp(x[0]); });
    ExpectRoomFor(name + " is-finite", {type}, [](XlaBuilder&, const auto& x) { IsFinite(x[0]); });
    ExpectRoomFor(name + " reduce-precision", {type},
                  [](XlaBuilder&, const auto& x) { ReducePrecision(x[0], 3, 1); });
  }
  ExpectRoomFor("s4 popcnt", {S4}, [](XlaBuilder&, const auto& x) { PopulationCount(x[0]); });
  ExpectRoomFor("s4 shift", {S4, S4}, [](XlaBuilder&, const auto& x) { ShiftLeft(x[0], x[1]); });
}

// Operands of narrow types come in another layout too.
TEST(RoomTest, Indexing) {
  for (const PrimitiveType type : {BF16, F8E4M3FN, S4}) {
    const std::string name(PrimitiveTypeName(type));
    const auto rows = [](XlaBuilder& b) {
      return ConvertElementType(Iota(&b, Sized(S32, {1000}), 0), S16);
    };
    ExpectRoomFor(name + " gather", {type}, [&](XlaBuilder& b, const auto& x) {
      GatherDimensionNumbers numbers;
      *numbers.mutable_offset_dims() = {1};
      *numbers.mutable_collapsed_slice_dims() = {0};
      *numbers.mutable_start_index_map() = {0};
      numbers.set_index_vector_dim(1);
      Gather(x[0], rows(b), numbers, {1, 1000});
    });
    ExpectRoomFor(name + " scatter", {type, type}, [&](XlaBuilder& b, const auto& x) {
      ScatterDimensionNumbers numbers;
      *numbers.mutable_update_window_dims() = {1};
      *numbers.mutable_inserted_window_dims() = {0};
      *numbers.mutable_scatter_dims_to_operand_dims() = {0};
      numbers.set_index_vector_dim(1);
      Scatter(x[0], rows(b), x[1], ScalarAdd(type), numbers);
    });
    ExpectRoomFor(name + " dynamic-update-slice", {type, type}, [](XlaBuilder& b, const auto& x) {
      const XlaOp start = ConstantR0<int32_t>(&b, 7);
      const XlaOp part = DynamicSlice(x[1], {start, start}, {300, 300});
      DynamicUpdateSlice(x[0], part, {start, start});
    });
  }
}

// Many runs of elements, the last of them not a whole one.
TEST(ClampTest, ScalarBoundsGoWithEveryElement) {
  for (const PrimitiveType type : {F16, F8E4M3FN, F32, F64, S4, U8, S64}) {
    XlaBuilder b("clamp");
    const XlaOp x = ConvertElementType(Iota(&b, S32, 5000), type);
    const XlaOp low = ConvertElementType(ConstantR0<int32_t>(&b, -3), type);
    const XlaOp high = ConvertElementType(ConstantR0<int32_t>(&b, 6), type);
    const XlaOp all_low = Broadcast(low, {5000});
    const XlaOp all_high = Broadcast(high, {5000});
    Tuple(&b, {Clamp(low, x, high), Clamp(all_low, x, high), Clamp(all_low, x, all_high)});
    const StatusOr<Literal> result = BuildAndRun(b);
    ASSERT_TRUE(result.ok()) << result.status().ToString();
    EXPECT_TRUE(result->elements()[0] == result->elements()[2]) << PrimitiveTypeName(type);
    EXPECT_TRUE(result->elements()[1] == result->elements()[2]) << PrimitiveTypeName(type);
  }
}

TEST(RoomTest, WhatMovesAndConverts) {
  ExpectRoomFor("select", {PRED, F8E4M3FN, F8E4M3FN},
                [](XlaBuilder&, const auto& x) { Select(x[0], x[1], x[2]); });
  ExpectRoomFor("f64 to f8", {F64},
                [](XlaBuilder&, const auto& x) { ConvertElementType(x[0], F8E4M3FN); });
  ExpectRoomFor("f8 to s8", {F8E4M3FN},
                [](XlaBuilder&, const auto& x) { ConvertElementType(x[0], S8); });
  ExpectRoomFor("s4 to f16", {S4},
                [](XlaBuilder&, const auto& x) { ConvertElementType(x[0], F16); });
  ExpectRoomFor("stochastic", {F16, U16},
                [](XlaBuilder&, const auto& x) { StochasticConvertType(x[0], x[1], S8); });
  ExpectRoomFor("bits of f32 as u8", {F32},
                [](XlaBuilder&, const auto& x) { BitcastConvertType(x[0], U8); });
  ExpectRoomFor("bits of u8 as pred", {U8},
                [](XlaBuilder&, const auto& x) { BitcastConvertType(x[0], PRED); });
  ExpectRoomFor("bits of u8 as s4", {U8},
                [](XlaBuilder&, const auto& x) { BitcastConvertType(x[0], S4); });
  ExpectRoomFor("broadcast", {}, [](XlaBuilder& b, const auto&) {
    Broadcast(ConstantR0<int8_t>(&b, 1), {1000, 1000});
  });
}

// The elements move in tasks, and from any order straight into the result's.
TEST(RoomTest, WhatOnlyMoves) {
  ExpectRoomFor("broadcast", {S8}, [](XlaBuilder&, const auto& x) { Broadcast(x[0], {3}); });
  ExpectRoomFor("transpose", {F16}, [](XlaBuilder&, const auto& x) { Transpose(x[0], {1, 0}); });
  ExpectRoomFor("reverse", {F32}, [](XlaBuilder&, const auto& x) { Rev(x[0], {0, 1}); });
  ExpectRoomFor("slice", {S4}, [](XlaBuilder&, const auto& x) {
    Slice(x[0], {1, 0}, {1000, 1000}, {1, 2});
  });
  ExpectRoomFor("concatenate", {C64, C64}, [](XlaBuilder& b, const auto& x) {
    ConcatInDim(&b, {x[0], x[1], x[0]}, 1);
  });
  ExpectRoomFor("pad", {F64}, [](XlaBuilder& b, const auto& x) {
    Pad(x[0], ConstantR0<double>(&b, 1), MakeEdgePaddingConfig({{{1, 2}, {3, 0}}}));
  });
  ExpectRoomFor("reshape", {F32}, [](XlaBuilder&, const auto& x) { Reshape(x[0], {1000000}); });
}

// Live rows are at the beginning of the bounded array: nothing is copied out or back.
TEST(RoomTest, LiveRows) {
  const Literal ones = LiteralUtil::Full(Sized(F32, {1000, 1000}), LiteralUtil::CreateR0<float>(1));
  XlaBuilder b("live");
  Neg(SetDimensionSize(ParameterLike(b, 0, ones), ConstantR0<int32_t>(&b, 700), 0));
  const auto run = Execution::Start(*Executable::Create(BuildOrDie(b).CreateModule()), {&ones, 1});
  const StatusOr<Literal> result = (*run)->RunToEnd();
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_LE((*run)->peak_bytes(), result->size_bytes() + kSmall);
  const float* const data = result->data<float>();
  EXPECT_EQ(std::count(data, data + 700'000, -1.0f), 700'000);
  EXPECT_EQ(std::count(data + 700'000, data + 1'000'000, 0.0f), 300'000);
}

// The operand is in column-major order: only a copy of it is in row-major order.
TEST(RoomTest, ReshapeOfAnotherOrder) {
  XlaBuilder b("reshape");
  const Literal x = *Literal::Create(ShapeUtil::MakeShapeWithLayout(F32, {1000, 1000}, {0, 1}));
  Reshape(ParameterLike(b, 0, x), {100, 10, 1000});
  ExpectRoomForTheResult(b, {x}, "reshape");
}

// Rows are sorted in place, some in a task, for any strides.
TEST(RoomTest, SortsOfManyRows) {
  for (const PrimitiveType type : {F64, F32, BF16, S4}) {
    XlaBuilder less("less");
    const Shape scalar = ShapeUtil::MakeScalarShape(type);
    Lt(Parameter(&less, 0, scalar, "x"), Parameter(&less, 1, scalar, "y"));
    const XlaComputation comparator = BuildOrDie(less);
    const std::string name(PrimitiveTypeName(type));
    for (const int64_t dimension : {0, 1}) {
      ExpectRoomFor(name + " sort", {type},
                    [&](XlaBuilder&, const auto& x) { Sort({x[0]}, comparator, dimension); });
    }
    ExpectRoomFor(name + " topk", {type}, [](XlaBuilder&, const auto& x) { TopK(x[0], 2, true); });
  }
}

// Elements are converted block by block, and arrays in another order are read in place.
TEST(RoomTest, ReductionsAndWindows) {
  for (const PrimitiveType type : {F32, BF16, F8E4M3FN, S4}) {
    const std::string name(PrimitiveTypeName(type));
    const auto one = [type](XlaBuilder& b) { return ConstantLiteral(&b, *LiteralUtil::One(type)); };
    for (const int64_t dimension : {0, 1}) {
      ExpectRoomFor(name + " reduce", {type}, [&](XlaBuilder& b, const auto& x) {
        Reduce(x[0], one(b), ScalarAdd(type), {dimension});
      });
      ExpectRoomFor(name + " general reduce", {type}, [&](XlaBuilder& b, const auto& x) {
        Reduce(x[0], one(b), UnrecognizedAdd(type), {dimension});
      });
    }
    ExpectRoomFor(name + " reduce-window", {type}, [&](XlaBuilder& b, const auto& x) {
      ReduceWindow(x[0], one(b), ScalarAdd(type), {2, 2}, {1, 1}, Padding::kSame);
    });
  }
}

TEST(RoomTest, WindowsOfAnotherOrder) {
  for (const PrimitiveType type : {F32, BF16}) {
    XlaBuilder b("windows");
    const Literal x = *Literal::Create(ShapeUtil::MakeShapeWithLayout(type, {1000, 1000}, {0, 1}));
    ReduceWindow(ParameterLike(b, 0, x), ConstantLiteral(&b, *LiteralUtil::One(type)),
                 ScalarAdd(type), {3, 3}, {1, 1}, Padding::kSame);
    ExpectRoomForTheResult(b, {x}, "reduce-window");
  }
}

}  // namespace
}  // namespace hloom
