// scatter against its definition in the Operation Semantics, update by update: random dimension
// numbers, shapes of rank 0 to 5, element and index types, layouts and padding, dynamic sizes,
// windows inside and outside, one array and two, computations that are recognized and others.
#include <cstdio>
#include <functional>

#include "ops/indexing/scatter.h"
#include "runtime/execution.h"
#include "support/models/window_model.h"
#include "support/module_builder.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kScatterRounds = Rounds(15000, 1500);

using Node = HloInstruction*;

// A computation (values..., updates...) -> values, in HLO and as a function of bytes.
struct Combiner {
  PrimitiveType type;  // PRIMITIVE_TYPE_INVALID: any
  size_t arrays;
  std::function<Node(ModuleBuilder&, const std::vector<Node>&)> build;
  std::function<Elements(const Elements&)> apply;
};

template <typename T, typename F>
std::string OnNumbers(const Elements& e, size_t a, size_t b, F f) {
  T x, y;
  std::memcpy(&x, e[a].data(), sizeof(T));
  std::memcpy(&y, e[b].data(), sizeof(T));
  const T value = f(x, y);
  return std::string(reinterpret_cast<const char*>(&value), sizeof(T));
}

std::function<Node(ModuleBuilder&, const std::vector<Node>&)> Binary(HloOpcode opcode, size_t a,
                                                                     size_t b) {
  return [=](ModuleBuilder& m, const std::vector<Node>& p) { return m.Add(opcode, {p[a], p[b]}); };
}

std::vector<Combiner> Combiners() {
  const PrimitiveType any = PRIMITIVE_TYPE_INVALID;
  return {
      {any, 1, [](ModuleBuilder&, const std::vector<Node>& p) { return p[1]; },
       [](const Elements& e) { return Elements{e[1]}; }},
      {any, 1, [](ModuleBuilder&, const std::vector<Node>& p) { return p[0]; },
       [](const Elements& e) { return Elements{e[0]}; }},
      {any, 1,
       [](ModuleBuilder& m, const std::vector<Node>& p) { return m.Add(HloOpcode::kCopy, {p[1]}); },
       [](const Elements& e) { return Elements{e[1]}; }},
      {S32, 1, Binary(HloOpcode::kAdd, 0, 1),
       [](const Elements& e) {
         return Elements{OnNumbers<uint32_t>(e, 0, 1, [](auto c, auto u) { return c + u; })};
       }},
      {U8, 1, Binary(HloOpcode::kAdd, 1, 0),
       [](const Elements& e) {
         return Elements{OnNumbers<uint8_t>(
             e, 0, 1, [](auto c, auto u) { return static_cast<uint8_t>(c + u); })};
       }},
      {U64, 1, Binary(HloOpcode::kSubtract, 0, 1),
       [](const Elements& e) {
         return Elements{OnNumbers<uint64_t>(e, 0, 1, [](auto c, auto u) { return c - u; })};
       }},
      {S16, 1, Binary(HloOpcode::kSubtract, 1, 0),
       [](const Elements& e) {
         return Elements{OnNumbers<int16_t>(
             e, 0, 1, [](auto c, auto u) { return static_cast<int16_t>(u - c); })};
       }},
      // An element has four bits, in a byte of their own.
      {U4, 1, Binary(HloOpcode::kSubtract, 1, 0),
       [](const Elements& e) {
         return Elements{OnNumbers<uint8_t>(
             e, 0, 1, [](auto c, auto u) { return static_cast<uint8_t>((u - c) & 15); })};
       }},
      // f(c, u) = 2c + u
      {S32, 1,
       [](ModuleBuilder& m, const std::vector<Node>& p) {
         return m.Add(HloOpcode::kAdd, {m.Add(HloOpcode::kAdd, {p[0], p[0]}), p[1]});
       },
       [](const Elements& e) {
         return Elements{OnNumbers<uint32_t>(e, 0, 1, [](auto c, auto u) { return 2 * c + u; })};
       }},
      {any, 2,
       [](ModuleBuilder& m, const std::vector<Node>& p) {
         return m.Add(HloOpcode::kTuple, {p[2], p[1]});
       },
       [](const Elements& e) {
         return Elements{e[2], e[1]};
       }},
      // Values wander from one array to the other.
      {any, 2,
       [](ModuleBuilder& m, const std::vector<Node>& p) {
         return m.Add(HloOpcode::kTuple, {p[3], p[0]});
       },
       [](const Elements& e) {
         return Elements{e[3], e[0]};
       }},
      {S32, 2,
       [](ModuleBuilder& m, const std::vector<Node>& p) {
         return m.Add(HloOpcode::kTuple, {m.Add(HloOpcode::kAdd, {p[0], p[2]}), p[3]});
       },
       [](const Elements& e) {
         return Elements{OnNumbers<uint32_t>(e, 0, 2, [](auto c, auto u) { return c + u; }), e[3]};
       }},
  };
}

// Bounds and live sizes of the updates, which may be dynamic if the indices are.
Extents UpdateExtents(Random& random, const WindowProblem& p) {
  const Sizes batch_dims = p.BatchDims();
  const Sizes remapped = p.RemappedOffsetDims();
  Extents updates(Sizes(batch_dims.size() + p.offset_dims.size(), 0));
  for (size_t k = 0; k < batch_dims.size(); ++k) {
    const size_t from = p.IndicesDim(k);
    const size_t to = static_cast<size_t>(batch_dims[k]);
    updates.bounds[to] = updates.live[to] = p.indices.bounds[from];
    if (!p.indices.dynamic[from] || random.OneIn(2)) continue;
    updates.dynamic[to] = true;
    updates.live[to] = p.indices.live[from];
  }
  for (size_t k = 0; k < p.offset_dims.size(); ++k) {
    const size_t to = static_cast<size_t>(p.offset_dims[k]);
    updates.bounds[to] = updates.live[to] = At(p.slice_sizes, remapped[k]);
    if (!random.OneIn(8)) continue;
    updates.dynamic[to] = true;
    updates.live[to] = random.Below(updates.bounds[to] + 1);
  }
  return updates;
}

ScatterAttributes AttributesOf(const WindowProblem& p, Random& random) {
  ScatterAttributes attributes;
  ScatterDimensionNumbers& numbers = attributes.dimension_numbers;
  *numbers.mutable_update_window_dims() = p.offset_dims;
  *numbers.mutable_inserted_window_dims() = p.collapsed_slice_dims;
  *numbers.mutable_scatter_dims_to_operand_dims() = p.start_index_map;
  *numbers.mutable_input_batching_dims() = p.operand_batching_dims;
  *numbers.mutable_scatter_indices_batching_dims() = p.start_indices_batching_dims;
  numbers.set_index_vector_dim(p.index_vector_dim);
  attributes.indices_are_sorted = random.OneIn(4);
  attributes.unique_indices = random.OneIn(4);
  return attributes;
}

HloComputation* BuildCombiner(ModuleBuilder& b, const Combiner& combiner, PrimitiveType type) {
  b.Begin("f");
  std::vector<Node> parameters;
  for (size_t i = 0; i < 2 * combiner.arrays; ++i) {
    parameters.push_back(b.Parameter(static_cast<int64_t>(i), ScalarOf(type), StrCat("f", i)));
  }
  return b.Finish(combiner.build(b, parameters));
}

struct Totals {
  int64_t elements = 0;
  int64_t changed = 0;
  int dynamic = 0;
};

// A module of one scatter and its arguments.
class ScatterProgram {
 public:
  ScatterProgram(Random& random, const WindowProblem& p, const Combiner& combiner,
                 PrimitiveType type)
      : random_(random), builder_("m") {
    callee_ = BuildCombiner(builder_, combiner, type);
    builder_.Begin("main");
    numbers_ = MakeAttributes(AttributesOf(p, random));
  }
  void AddParameter(const Extents& extents, const ArrayModel& model, PrimitiveType type) {
    const Shape shape = WithRandomLayout(random_, extents.ShapeOf(type));
    dynamic = dynamic || shape.is_dynamic();
    const int64_t number = static_cast<int64_t>(parameters_.size());
    parameters_.push_back(builder_.Parameter(number, shape, StrCat("p", number)));
    arguments_.push_back(
        ToLiteral(model, WithRandomLayout(random_, ShapeUtil::MakeShape(type, extents.live))));
  }
  StatusOr<Literal> Run(const Shape& result) {
    builder_.Finish(
        builder_.Add(HloOpcode::kScatter, parameters_, std::move(numbers_), {callee_}, result));
    const std::unique_ptr<HloModule> module = builder_.Take();
    HLOOM_RETURN_IF_ERROR(VerifyModule(*module));
    return Evaluate(*module, arguments_);
  }
  bool dynamic = false;

 private:
  Random& random_;
  ModuleBuilder builder_;
  HloComputation* callee_;
  std::unique_ptr<Attributes> numbers_;
  ModuleBuilder::Operands parameters_;
  std::vector<Literal> arguments_;
};

// Empty, or what is wrong.
std::string Try(Random& random, const std::vector<Combiner>& combiners, Totals& totals) {
  const WindowProblem p = RandomWindowProblem(random);
  const Extents updates = UpdateExtents(random, p);
  if (CountOf(updates.bounds) > 1000) return "";
  const Combiner& combiner =
      combiners[static_cast<size_t>(random.Below(static_cast<int64_t>(combiners.size())))];
  const PrimitiveType type =
      combiner.type == PRIMITIVE_TYPE_INVALID ? RandomType(random) : combiner.type;
  ScatterProgram program(random, p, combiner, type);
  std::vector<ArrayModel> outputs, update_models;
  std::vector<Shape> results;
  for (size_t n = 0; n < combiner.arrays; ++n) {
    outputs.push_back(RandomArray(random, type, p.operand.live));
    program.AddParameter(p.operand, outputs.back(), type);
    results.push_back(WithRandomLayout(random, p.operand.ShapeOf(type)));
  }
  program.AddParameter(p.indices, p.index_values, p.index_type);
  for (size_t n = 0; n < combiner.arrays; ++n) {
    update_models.push_back(RandomArray(random, type, updates.live));
    program.AddParameter(updates, update_models.back(), type);
  }
  const std::vector<ArrayModel> before = outputs;
  Scatter(p, combiner.apply, updates, update_models, outputs);
  const Shape result = combiner.arrays == 1 ? results[0] : Shape(results);
  const StatusOr<Literal> value = program.Run(result);
  if (!value.ok()) return StrCat(p.Text(), ": ", value.status().ToString());
  if (value->shape() != result) return StrCat(p.Text(), ": gives ", value->shape().ToString(true));
  totals.dynamic += program.dynamic ? 1 : 0;
  for (size_t n = 0; n < combiner.arrays; ++n) {
    const Literal& part = combiner.arrays == 1 ? *value : value->elements()[n];
    const ArrayModel actual = ToModel(*part.ToStatic());
    totals.elements += CountOf(outputs[n].sizes);
    for (size_t i = 0; i < before[n].elements.size(); ++i)
      totals.changed += before[n].elements[i] != outputs[n].elements[i] ? 1 : 0;
    if (actual.sizes == outputs[n].sizes && actual.elements == outputs[n].elements) continue;
    return StrCat(p.Text(), " updates ", updates.ShapeOf(type).ToString(), Braced(updates.live),
                  " combiner ", &combiner - combiners.data(), ": wrong values ", part.ToString());
  }
  return "";
}

TEST(ScatterPropertyTest, IsItsDefinition) {
  const std::vector<Combiner> combiners = Combiners();
  Random random(2);
  Totals totals;
  for (int i = 0; i < kScatterRounds; ++i)
    ASSERT_EQ(Try(random, combiners, totals), "") << "round " << i;
  EXPECT_GT(totals.changed, totals.elements / 10);
  EXPECT_GT(totals.dynamic, kScatterRounds / 8);
  std::printf("    scatter: %d combinations, %lld of %lld elements changed\n", kScatterRounds,
              static_cast<long long>(totals.changed), static_cast<long long>(totals.elements));
}

}  // namespace
}  // namespace hloom
