// gather against its definition in the Operation Semantics, index by index: random dimension
// numbers, shapes of rank 0 to 5, element and index types, layouts and padding, dynamic sizes,
// starts inside and outside.
#include <cstdio>

#include "ops/indexing/gather.h"
#include "runtime/execution.h"
#include "support/models/window_model.h"
#include "support/module_builder.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kGatherRounds = Rounds(20000, 2000);

// The sizes of the result, bounds and live ones.
Extents ResultExtents(const WindowProblem& p) {
  const Sizes batch_dims = p.BatchDims();
  const Sizes remapped = p.RemappedOffsetDims();
  Extents result(Sizes(batch_dims.size() + p.offset_dims.size(), 0));
  for (size_t k = 0; k < batch_dims.size(); ++k) {
    const size_t from = p.IndicesDim(k);
    At(result.bounds, batch_dims[k]) = p.indices.bounds[from];
    At(result.live, batch_dims[k]) = p.indices.live[from];
    result.dynamic[static_cast<size_t>(batch_dims[k])] = p.indices.dynamic[from];
  }
  for (size_t k = 0; k < p.offset_dims.size(); ++k) {
    const size_t from = static_cast<size_t>(remapped[k]);
    const bool dynamic = p.operand.dynamic[from] && p.slice_sizes[from] == p.operand.bounds[from];
    At(result.bounds, p.offset_dims[k]) = p.slice_sizes[from];
    At(result.live, p.offset_dims[k]) = dynamic ? p.operand.live[from] : p.slice_sizes[from];
    result.dynamic[static_cast<size_t>(p.offset_dims[k])] = dynamic;
  }
  return result;
}

GatherAttributes AttributesOf(const WindowProblem& p, Random& random) {
  GatherAttributes attributes;
  GatherDimensionNumbers& numbers = attributes.dimension_numbers;
  *numbers.mutable_offset_dims() = p.offset_dims;
  *numbers.mutable_collapsed_slice_dims() = p.collapsed_slice_dims;
  *numbers.mutable_start_index_map() = p.start_index_map;
  *numbers.mutable_operand_batching_dims() = p.operand_batching_dims;
  *numbers.mutable_start_indices_batching_dims() = p.start_indices_batching_dims;
  numbers.set_index_vector_dim(p.index_vector_dim);
  attributes.slice_sizes = p.slice_sizes;
  attributes.indices_are_sorted = random.OneIn(4);
  return attributes;
}

struct GatherTotals {
  int64_t elements = 0;
  int dynamic = 0;
};

// Empty, or what is wrong.
std::string Try(Random& random, GatherTotals& totals) {
  const WindowProblem p = RandomWindowProblem(random);
  const Extents extents = ResultExtents(p);
  if (CountOf(extents.bounds) > 2000) return "";
  const PrimitiveType type = RandomType(random);
  const ArrayModel operand = RandomArray(random, type, p.operand.live);
  ArrayModel expected{extents.live, {}};
  for (int64_t i = 0; i < CountOf(extents.live); ++i)
    expected.elements.push_back(GatheredElement(p, operand, IndexAt(extents.live, i), type));

  ModuleBuilder b("m");
  b.Begin("main");
  const Shape shape = WithRandomLayout(random, p.operand.ShapeOf(type));
  const Shape indices_shape = WithRandomLayout(random, p.indices.ShapeOf(p.index_type));
  const Shape result = WithRandomLayout(random, extents.ShapeOf(type));
  const ModuleBuilder::Operands parameters = {b.Parameter(0, shape, "x"),
                                              b.Parameter(1, indices_shape, "i")};
  b.Finish(
      b.Add(HloOpcode::kGather, parameters, MakeAttributes(AttributesOf(p, random)), {}, result));
  const std::unique_ptr<HloModule> module = b.Take();
  // Also: the inferred shape is that of the definition.
  const Status verified = VerifyModule(*module);
  if (!verified.ok()) return StrCat(p.Text(), ": ", verified.ToString());
  const auto argument = [&random](const ArrayModel& model, PrimitiveType element) {
    return ToLiteral(model, WithRandomLayout(random, ShapeUtil::MakeShape(element, model.sizes)));
  };
  const StatusOr<Literal> value =
      Evaluate(*module, {argument(operand, type), argument(p.index_values, p.index_type)});
  if (!value.ok()) return StrCat(p.Text(), ": ", value.status().ToString());
  if (value->shape() != result) return StrCat(p.Text(), ": gives ", value->shape().ToString(true));
  const ArrayModel actual = ToModel(*value->ToStatic());
  totals.elements += CountOf(extents.live);
  totals.dynamic += shape.is_dynamic() || indices_shape.is_dynamic() ? 1 : 0;
  if (actual.sizes != expected.sizes) return StrCat(p.Text(), ": sizes ", Braced(actual.sizes));
  return actual.elements == expected.elements ? ""
                                              : StrCat(p.Text(), " to ", result.ToString(true),
                                                       ": wrong values ", value->ToString());
}

TEST(GatherPropertyTest, IsItsDefinition) {
  Random random(1);
  GatherTotals totals;
  for (int i = 0; i < kGatherRounds; ++i) ASSERT_EQ(Try(random, totals), "") << "round " << i;
  EXPECT_GT(totals.elements, kGatherRounds * 5);
  EXPECT_GT(totals.dynamic, kGatherRounds / 8);
  std::printf("    gather: %d combinations, %lld elements\n", kGatherRounds,
              static_cast<long long>(totals.elements));
}

}  // namespace
}  // namespace hloom
