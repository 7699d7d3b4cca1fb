// Results do not depend on layouts: programs over parameters of every layout, padded or not.
#include <algorithm>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

std::vector<Shape> EveryLayout(PrimitiveType type) {
  std::vector<Shape> shapes;
  std::vector<int64_t> order = {0, 1, 2};
  do {
    Shape shape = ShapeUtil::MakeShapeWithLayout(type, {2, 3, 2}, order);
    shapes.push_back(shape);
    Layout layout = shape.layout();
    layout.set_padding({3, 3, 5}, ZERO_PAD);
    shape.set_layout(layout);
    shapes.push_back(shape);
  } while (std::next_permutation(order.begin(), order.end()));
  return shapes;
}

Literal LayoutCounting() {
  std::vector<int32_t> values;
  for (int32_t i = 0; i < 12; ++i) values.push_back(i * i - 20);
  return LiteralUtil::CreateFromSpan<int32_t>({2, 3, 2},
                                              Span<const int32_t>(values.data(), values.size()));
}

using Body = XlaOp (*)(XlaOp x, XlaOp y);

const Body kBodies[] = {
    [](XlaOp x, XlaOp) { return x; },
    [](XlaOp x, XlaOp y) { return Add(x, y); },
    [](XlaOp x, XlaOp y) { return Lt(x, y); },
    [](XlaOp x, XlaOp y) { return Select(Gt(x, y), x, y); },
    [](XlaOp x, XlaOp) { return Neg(x); },
    [](XlaOp x, XlaOp) {
      return Reshape(x, {3, 4});
    },
    [](XlaOp x, XlaOp) { return Broadcast(x, {2}); },
    [](XlaOp x, XlaOp) {
      return BroadcastInDim(x, {2, 3, 4, 2}, {0, 1, 3});
    },
    [](XlaOp x, XlaOp) {
      return Reduce(x, ConstantR0<int32_t>(x.builder(), 1), ScalarAdd(S32), {1});
    },
    [](XlaOp x, XlaOp) {
      return Reduce(x, ConstantR0<int32_t>(x.builder(), 1), UnrecognizedAdd(S32), {0, 2});
    },
    [](XlaOp x, XlaOp y) {
      return GetTupleElement(Tuple(x.builder(), {x, y}), 1);
    },
};

TEST(LayoutTest, ProgramsOverParametersOfEveryLayout) {
  const Literal x = LayoutCounting();
  const std::vector<Shape> shapes = EveryLayout(S32);
  for (size_t body = 0; body < std::size(kBodies); ++body) {
    Literal expected;
    for (const Shape& lhs : shapes) {
      for (const Shape& rhs : {shapes[0], shapes[7], lhs}) {
        XlaBuilder b("layouts");
        kBodies[body](Parameter(&b, 0, lhs, "x"), Parameter(&b, 1, rhs, "y"));
        const StatusOr<Literal> value = BuildAndRun(b, {x, x});
        ASSERT_TRUE(value.ok()) << value.status().ToString();
        if (!expected.valid()) expected = *value;
        EXPECT_EQ(*value, expected)
            << "body " << body << ", " << lhs.ToString(true) << ", " << rhs.ToString(true) << "\n"
            << value->ToString() << "\n"
            << expected.ToString();
      }
    }
  }
}

TEST(LayoutTest, IotaInEveryLayout) {
  for (int64_t dimension = 0; dimension < 3; ++dimension) {
    for (const Shape& shape : EveryLayout(S32)) {
      XlaBuilder b("iota");
      Iota(&b, shape, dimension);
      const StatusOr<Literal> value = BuildAndRun(b);
      ASSERT_TRUE(value.ok()) << value.status().ToString();
      for (int64_t i = 0; i < 2; ++i) {
        for (int64_t j = 0; j < 3; ++j) {
          for (int64_t k = 0; k < 2; ++k) {
            const std::vector<int64_t> index = {i, j, k};
            EXPECT_EQ(value->Get<int32_t>(index), index[static_cast<size_t>(dimension)])
                << shape.ToString(true);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace hloom
