// The full texts of errors of gather and scatter.
#include "builder/functions/functions.h"
#include "gtest/gtest.h"

namespace hloom {
namespace {

// The error of building, without the place.
std::string ErrorOf(XlaBuilder& b) {
  const std::string text = b.Build().status().ToString();
  return text.substr(0, text.find("\n  at %"));
}

GatherDimensionNumbers Rows() {
  GatherDimensionNumbers numbers;
  numbers.add_offset_dims(1);
  numbers.add_collapsed_slice_dims(0);
  numbers.add_start_index_map(0);
  numbers.set_index_vector_dim(1);
  return numbers;
}

std::string GatherError(const GatherDimensionNumbers& numbers, std::vector<int64_t> slice_sizes,
                        const Shape& indices = ShapeUtil::MakeShape(S32, {2, 1})) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {3, 4}), "x");
  Gather(x, Parameter(&b, 1, indices, "i"), numbers, slice_sizes);
  return ErrorOf(b);
}

TEST(WindowErrorsTest, GatherRows) {
  EXPECT_EQ(GatherError(Rows(), {1, 4}), "OK");
  EXPECT_EQ(GatherError(Rows(), {2, 4}),
            "INVALID_ARGUMENT [gather.c9] gather: collapsed_slice_dims={0} names dimension 0, of "
            "which slice_sizes={2,4} takes 2\n"
            "  help: take 1 of it, or leave it out of collapsed_slice_dims and count along it with "
            "one more of offset_dims");
  EXPECT_EQ(GatherError(Rows(), {1, 5}),
            "INVALID_ARGUMENT [gather.c21] gather: slice_sizes={1,5} takes 5 of dimension 1 of the "
            "operand f32[3,4]\n"
            "  help: a slice of it has a size in 0..4");
  EXPECT_EQ(GatherError(Rows(), {1}),
            "INVALID_ARGUMENT [gather.c20] gather: slice_sizes={1} has 1 size, the operand "
            "f32[3,4] has rank 2\n"
            "  help: give the size of a slice in each dimension of the operand, 1 where it is "
            "collapsed");
}

TEST(WindowErrorsTest, GatherDimensionNumbers) {
  GatherDimensionNumbers numbers = Rows();
  numbers.mutable_collapsed_slice_dims()->clear();
  EXPECT_EQ(GatherError(numbers, {1, 4}),
            "INVALID_ARGUMENT [gather.c1] gather: offset_dims={1}, collapsed_slice_dims={} and "
            "operand_batching_dims={} are 1 dimension, the operand f32[3,4] has 2\n"
            "  help: each dimension of the operand is one of collapsed_slice_dims, one of "
            "operand_batching_dims, or has one of offset_dims to count along it");
  numbers = Rows();
  numbers.add_start_index_map(1);
  EXPECT_EQ(GatherError(numbers, {1, 4}),
            "INVALID_ARGUMENT [gather.c3] gather: start_index_map={0,1} names 2 dimensions, an "
            "index vector of s32[2,1] has 1 component\n"
            "  index_vector_dim=1, a dimension of size 1\n"
            "  help: start_index_map has the dimension of the operand for each component");
  numbers = Rows();
  *numbers.mutable_offset_dims() = {3, 1, 3};
  EXPECT_EQ(GatherError(numbers, {1, 4}),
            "INVALID_ARGUMENT [gather.c4] gather: offset_dims={3,1,3} is not in ascending order: 1 "
            "follows 3\n"
            "  help: write offset_dims={1,3}");
  *numbers.mutable_offset_dims() = {2};
  EXPECT_EQ(GatherError(numbers, {1, 4}),
            "INVALID_ARGUMENT [gather.c5] gather: offset_dims={2} names dimension 2, which the "
            "result of rank 2 does not have\n"
            "  help: its dimensions are 0..1");
  numbers = Rows();
  numbers.set_index_vector_dim(3);
  EXPECT_EQ(GatherError(numbers, {1, 4}),
            "INVALID_ARGUMENT [gather.c2] gather: index_vector_dim=3, start_indices is s32[2,1] of "
            "rank 2\n"
            "  help: it is one of 0..1, or 2 where each index is a vector of one component");
  EXPECT_EQ(GatherError(Rows(), {1, 4}, ShapeUtil::MakeShape(F32, {2, 1})),
            "INVALID_ARGUMENT [gather.c24] gather: start_indices is f32[2,1]\n"
            "  help: indices are integers of any width: convert them with ConvertElementType");
}

std::string ScatterError(const Shape& updates, HloOpcode combine = HloOpcode::kAdd) {
  XlaBuilder scalar("combine");
  const XlaOp a = Parameter(&scalar, 0, ShapeUtil::MakeScalarShape(F32), "a");
  const XlaOp c = Parameter(&scalar, 1, ShapeUtil::MakeScalarShape(F32), "c");
  combine == HloOpcode::kAdd ? Add(a, c) : Lt(a, c);
  const StatusOr<XlaComputation> computation = scalar.Build();
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {3, 4}), "x");
  const XlaOp i = Parameter(&b, 1, ShapeUtil::MakeShape(S32, {2}), "i");
  ScatterDimensionNumbers numbers;
  numbers.add_update_window_dims(1);
  numbers.add_inserted_window_dims(0);
  numbers.add_scatter_dims_to_operand_dims(0);
  numbers.set_index_vector_dim(1);
  Scatter(x, i, Parameter(&b, 2, updates, "u"), *computation, numbers);
  return ErrorOf(b);
}

TEST(WindowErrorsTest, Scatter) {
  EXPECT_EQ(ScatterError(ShapeUtil::MakeShape(F32, {2, 4})), "OK");
  EXPECT_EQ(ScatterError(ShapeUtil::MakeShape(F32, {3, 4})),
            "INVALID_ARGUMENT [scatter.c4] scatter: dimension 0 of the updates f32[3,4] has size "
            "3, dimension 0 of scatter_indices s32[2] has 2\n"
            "  help: the updates hold a window for each index vector");
  EXPECT_EQ(ScatterError(ShapeUtil::MakeShape(F32, {2, 5})),
            "INVALID_ARGUMENT [scatter.c4] scatter: dimension 1 of the updates f32[2,5] has size "
            "5, dimension 1 of the operand f32[3,4] only 4\n"
            "  update_window_dims={1} lets the one count along the other\n"
            "  help: a window must fit into the operand");
  EXPECT_EQ(ScatterError(ShapeUtil::MakeShape(F32, {2})),
            "INVALID_ARGUMENT [scatter.c4] scatter: the updates f32[2] have rank 1, they must have "
            "rank 2\n"
            "  1 from scatter_indices s32[2] without index_vector_dim=1, 1 from "
            "update_window_dims={1}\n"
            "  help: the updates hold a window for each index vector");
  EXPECT_EQ(ScatterError(ShapeUtil::MakeShape(S32, {2, 4})),
            "INVALID_ARGUMENT [scatter.c6] scatter: operand 0 is f32[3,4], its updates are "
            "s32[2,4]\n"
            "  help: convert the updates to f32");
  EXPECT_EQ(
      ScatterError(ShapeUtil::MakeShape(F32, {2, 4}), HloOpcode::kCompare),
      "INVALID_ARGUMENT [scatter.c23] scatter: the update computation returns pred[], and must "
      "return f32[]\n"
      "  it is (f32[], f32[]) -> pred[]\n"
      "  it must be (f32[], f32[]) -> f32[]\n"
      "  help: build the update computation with these parameters and this result");
}

using Paddings = std::vector<std::pair<int64_t, int64_t>>;

TEST(MakePaddingTest, Same) {
  EXPECT_EQ(MakePadding({5, 5, 1}, {3, 2, 1}, {2, 1, 1}, Padding::kSame),
            (Paddings{{1, 1}, {0, 1}, {0, 0}}));
  EXPECT_EQ(MakePadding({5}, {3}, {2}, Padding::kValid), (Paddings{{0, 0}}));
}

TEST(MakePaddingTest, OfWhatIsNoWindow) {
  EXPECT_EQ(MakePadding({5, 5}, {3, 0}, {0, 1}, Padding::kSame), (Paddings{{0, 0}, {0, 0}}));
  EXPECT_EQ(MakePadding({5, 5}, {3}, {}, Padding::kSame), (Paddings{{1, 1}, {0, 0}}));
}

}  // namespace
}  // namespace hloom
