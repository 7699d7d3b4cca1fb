// The memory of operations that move elements, their dead elements, tuples in other layouts, and
// the pauses of long operations.
#include <cstring>
#include <functional>

#include "ops/data_movement/dimension_size.h"
#include "ops/data_movement/pad.h"
#include "runtime/execution.h"
#include "support/models/movement_model.h"
#include "support/module_builder.h"
#include "support/run.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kDataMovementMemoryRounds = Rounds(2000, 200);

StatusOr<Literal> RunText(std::string_view text, const std::vector<Literal>& arguments) {
  HLOOM_ASSIGN_OR_RETURN(const std::unique_ptr<HloModule> module, ParseHloModule(text));
  return Evaluate(*module, arguments);
}

Literal Arbitrary(const Shape& shape) {
  Random random(1);
  return ToLiteral(RandomArray(random, shape.element_type(), shape.dimensions().ToVector()), shape);
}

Shape InLayout(PrimitiveType type, Sizes sizes, Sizes minor_to_major) {
  return ShapeUtil::MakeShapeWithLayout(type, sizes, minor_to_major);
}

// The operand's memory is the result's if each element is already in place.
TEST(DataMovementMemoryTest, Views) {
  const Shape rows = InLayout(F32, {4, 6}, {1, 0});
  const struct {
    std::string result;
    std::string operation;
    bool shares;
  } cases[] = {
      {"f32[6,4]{0,1}", "transpose(x), dimensions={1,0}", true},
      {"f32[6,4]{1,0}", "transpose(x), dimensions={1,0}", false},
      {"f32[1,4,6]{2,1,0}", "broadcast(x), dimensions={1,2}", true},
      {"f32[2,4,6]{2,1,0}", "broadcast(x), dimensions={1,2}", false},
      {"f32[24]{0}", "reshape(x)", true},
      {"f32[2,2,6]{2,1,0}", "reshape(x)", true},
      {"f32[2,2,6]{2,0,1}", "reshape(x)", false},
      {"f32[4,6]{1,0}", "slice(x), slice={[0:4],[0:6]}", true},
      {"f32[4,5]{1,0}", "slice(x), slice={[0:4],[0:5]}", false},
      {"f32[4,6]{0,1}", "slice(x), slice={[0:4],[0:6]}", false},
      {"f32[4,6]{1,0}", "reverse(x), dimensions={}", true},
      {"f32[4,6]{1,0}", "reverse(x), dimensions={1}", false},
      {"f32[4,6]{1,0}", "concatenate(x), dimensions={0}", true},
      {"f32[8,6]{1,0}", "concatenate(x, x), dimensions={0}", false},
      {"f32[4,6]{1,0}", "pad(x, z), padding=0_0x0_0", true},
      {"f32[4,6]{1,0}", "pad(x, z), padding=1_-1x0_0", false},
      {"f32[4,6]{1,0}", "copy(x)", true},
      {"f32[4,6]{0,1}", "copy(x)", false},
      {"u32[24]{0}", "bitcast(x)", true},
      {"f32[4,<=6]{1,0}", "set-dimension-size(x, n), dimensions={1}", true},
      {"f32[4,<=6]{0,1}", "set-dimension-size(x, n), dimensions={1}", false},
      {"f32[2,12]{1,0}", "dynamic-reshape(x, two, twelve)", true},
      {"f32[2,12]{0,1}", "dynamic-reshape(x, two, twelve)", false},
  };
  const Literal x = Arbitrary(rows);
  for (const auto& c : cases) {
    const std::string text = StrCat(
        "HloModule m\nENTRY main {\n  x = f32[4,6]{1,0} parameter(0)\n  z = f32[] constant(0)\n"
        "  n = s32[] constant(6)\n  two = s32[] constant(2)\n  twelve = s32[] constant(12)\n"
        "  ROOT y = ",
        c.result, " ", c.operation, "\n}\n");
    const StatusOr<Literal> y = RunText(text, {x});
    ASSERT_TRUE(y.ok()) << y.status().ToString() << text;
    EXPECT_EQ(SameStorage(*y, x), c.shares) << c.result << " " << c.operation;
  }
}

// Arrays of such tuples differ in layout here and there; what does not is shared.
Shape RandomTuple(Random& random, int depth) {
  std::vector<Shape> parts;
  for (int64_t i = random.Below(4); i > 0; --i) {
    const bool deeper = depth > 0 && random.OneIn(3);
    parts.push_back(deeper ? RandomTuple(random, depth - 1)
                           : ShapeUtil::MakeShape(RandomType(random), RandomSizes(random)));
  }
  return Shape(std::move(parts));
}

Literal RandomValue(Random& random, const Shape& shape) {
  if (!shape.IsTuple()) {
    return ToLiteral(RandomArray(random, shape.element_type(), shape.dimensions().ToVector()),
                     shape);
  }
  std::vector<Literal> parts;
  for (const Shape& part : shape.tuple_shapes()) parts.push_back(RandomValue(random, part));
  return Literal::MakeTuple(std::move(parts));
}

void ExpectSharedWhereEqual(const Literal& a, const Literal& b) {
  for (size_t i = 0; i < a.elements().size(); ++i) {
    ExpectSharedWhereEqual(a.elements()[i], b.elements()[i]);
  }
  if (!a.shape().IsArray() || a.size_bytes() == 0) return;
  EXPECT_EQ(SameStorage(a, b), a.shape() == b.shape());
}

TEST(DataMovementMemoryTest, CopiesOfTuplesInOtherLayouts) {
  Random random(1);
  int moved = 0;
  for (int i = 0; i < kDataMovementMemoryRounds; ++i) {
    const Shape plain = RandomTuple(random, 3);
    const Shape from = WithRandomLayout(random, plain);
    const Shape to = random.OneIn(4) ? from : WithRandomLayout(random, plain);
    const Literal value = RandomValue(random, from);
    ModuleBuilder b("m");
    b.Begin("main");
    const HloOpcode opcode = random.OneIn(2) ? HloOpcode::kCopy : HloOpcode::kOptimizationBarrier;
    HloInstruction* x = b.Parameter(0, from, "x");
    b.Finish(b.Add(opcode, {x}, nullptr, {}, to));
    const StatusOr<Literal> copy = Evaluate(*b.Take(), {&value, 1});
    ASSERT_TRUE(copy.ok()) << copy.status().ToString();
    ASSERT_EQ(copy->shape().ToString(true), to.ToString(true));
    ASSERT_TRUE(*copy == value) << from.ToString(true);
    ExpectSharedWhereEqual(*copy, value);
    if (from != to) ++moved;
  }
  EXPECT_GT(moved, kDataMovementMemoryRounds / 4);
}

// A size that is set smaller, and larger again: dead elements come along into any layout.
TEST(DataMovementMemoryTest, DeadElementsAreFoundAgain) {
  Random random(2);
  for (int i = 0; i < kDataMovementMemoryRounds; ++i) {
    const Sizes sizes = RandomSizes(random, static_cast<size_t>(random.Between(1, 4)));
    const int64_t d = random.Below(static_cast<int64_t>(sizes.size()));
    const int64_t bound = sizes[static_cast<size_t>(d)];
    const Shape plain = ShapeUtil::MakeShape(RandomType(random), sizes);
    Shape dynamic = plain;
    dynamic.set_dynamic_dimension(d, true);
    ModuleBuilder b("m");
    b.Begin("main");
    const Shape shape = WithRandomLayout(random, plain);
    const Literal value = RandomValue(random, shape);
    const auto set = [&](HloInstruction* x, int64_t size, const Shape& to) {
      HloInstruction* n = b.Constant(LiteralUtil::CreateR0<int32_t>(static_cast<int32_t>(size)));
      return b.Add(HloOpcode::kSetDimensionSize, {x, n},
                   MakeAttributes(DimensionSizeAttributes{{d}}), {}, WithRandomLayout(random, to));
    };
    const int64_t small = random.Below(bound + 1);
    HloInstruction* cut = set(b.Parameter(0, shape, "x"), small, dynamic);
    HloInstruction* copy =
        b.Add(HloOpcode::kCopy, {cut}, nullptr, {}, WithRandomLayout(random, dynamic));
    HloInstruction* size =
        b.Add(HloOpcode::kGetDimensionSize, {copy}, MakeAttributes(DimensionSizeAttributes{{d}}));
    b.Finish(b.Add(HloOpcode::kTuple, {set(copy, bound, plain), size, copy}));
    const StatusOr<Literal> result = Evaluate(*b.Take(), {&value, 1});
    ASSERT_TRUE(result.ok()) << result.status().ToString();
    ASSERT_TRUE(result->elements()[0] == value);
    ASSERT_EQ(result->elements()[1].GetFirstElement<int32_t>(), small);
    Sizes live = sizes;
    live[static_cast<size_t>(d)] = small;
    ASSERT_EQ(ToModel(*result->elements()[2].ToStatic()).elements,
              ModelCut(ToModel(value), live).elements);
  }
}

// The reshape goes from live sizes to others with the same elements: the bounds are permuted, and
// neighbors merged.
TEST(DataMovementMemoryTest, DynamicReshape) {
  Random random(3);
  for (int i = 0; i < kDataMovementMemoryRounds; ++i) {
    const Sizes bounds = RandomSizes(random);
    Shape from = ShapeUtil::MakeShape(RandomType(random), bounds);
    Sizes live = bounds;
    Sizes to_bounds, to_live;
    for (int64_t d : random.Permutation(bounds.size())) {
      const size_t at = static_cast<size_t>(d);
      if (random.OneIn(2)) {
        from.set_dynamic_dimension(d, true);
        live[at] = random.Below(bounds[at] + 1);
      }
      if (!to_bounds.empty() && random.OneIn(3)) {
        to_bounds.back() *= bounds[at];
        to_live.back() *= live[at];
      } else {
        to_bounds.push_back(bounds[at]);
        to_live.push_back(live[at]);
      }
    }
    Shape to = ShapeUtil::MakeShape(from.element_type(), to_bounds);
    for (size_t d = 0; d < to_bounds.size(); ++d) {
      if (to_live[d] == to_bounds[d] && random.OneIn(2)) continue;
      to.set_dynamic_dimension(static_cast<int64_t>(d), true);
    }
    from = WithRandomLayout(random, from);
    to = WithRandomLayout(random, to);
    const ArrayModel x = RandomArray(random, from.element_type(), bounds);
    Literal value = ToLiteral(x, from);
    for (size_t d = 0; d < live.size(); ++d) {
      const int64_t dimension = static_cast<int64_t>(d);
      if (from.is_dynamic_dimension(dimension)) {
        ASSERT_TRUE(value.SetDynamicSize(dimension, live[d]).ok());
      }
    }
    ModuleBuilder b("m");
    b.Begin("main");
    ModuleBuilder::Operands operands = {b.Parameter(0, from, "x")};
    for (int64_t size : to_live) {
      operands.push_back(b.Constant(LiteralUtil::CreateR0<int32_t>(static_cast<int32_t>(size))));
    }
    b.Finish(b.Add(HloOpcode::kDynamicReshape, operands, nullptr, {}, to));
    const StatusOr<Literal> result = Evaluate(*b.Take(), {&value, 1});
    ASSERT_TRUE(result.ok()) << result.status().ToString();
    ASSERT_EQ(result->shape().ToString(true), to.ToString(true));
    ASSERT_EQ(result->live_sizes(), to_live);
    ASSERT_EQ(ToModel(*result->ToStatic()).elements,
              ModelReshape(ModelCut(x, live), to_live).elements)
        << from.ToString(true) << " " << Braced(live) << " to " << to.ToString(true);
  }
}

// -1 and 15 are the same four bits; what they lie in is not the same byte.
TEST(DataMovementMemoryTest, BitcastOfBitsWithinAByte) {
  const Literal x = LiteralUtil::CreateR1<int8_t>({-1, 7, -8, 0});
  Literal s4 = *Literal::Create(ShapeUtil::MakeShape(S4, {2, 2}));
  std::memcpy(s4.mutable_data<char>(), x.data<char>(), 4);
  const auto text = [](const char* type, const char* layout) {
    return StrCat("HloModule m\nENTRY main {\n  x = s4[2,2]{", layout,
                  "} parameter(0)\n  ROOT y = ", type, "[4]{0} bitcast(x)\n}\n");
  };
  EXPECT_EQ(RunText(text("u4", "1,0"), {s4})->ToString(), "u4[4] {15, 7, 8, 0}");
  EXPECT_EQ(RunText(text("u4", "0,1"), {s4})->ToString(), "u4[4] {15, 8, 7, 0}");
  EXPECT_EQ(RunText(text("s4", "0,1"), {s4})->ToString(), "s4[4] {-1, -8, 7, 0}");
}

using Operation = std::function<XlaOp(XlaBuilder&, XlaOp)>;

// Between any two steps a run can be paused and cancelled.
TEST(DataMovementMemoryTest, LongOnesAreLeftOften) {
  constexpr int64_t kElements = 1 << 20;
  const Shape square = ShapeUtil::MakeShape(F32, {1024, 1024});
  Shape dynamic = square;
  dynamic.set_dynamic_dimension(0, true);
  PaddingConfig padding;
  *padding.add_dimensions() = PaddingConfigDimension(1, 1, 0);
  *padding.add_dimensions() = PaddingConfigDimension(0, 0, 0);
  const std::pair<const char*, Operation> operations[] = {
      {"broadcast",
       [](XlaBuilder& b, XlaOp) { return Broadcast(ConstantR0<float>(&b, 1), {kElements}); }},
      {"transpose",
       [](XlaBuilder&, XlaOp x) {
         return Transpose(x, {1, 0});
       }},
      {"reverse",
       [](XlaBuilder&, XlaOp x) {
         return Rev(x, {0, 1});
       }},
      {"slice",
       [](XlaBuilder&, XlaOp x) {
         return Slice(x, {1, 0}, {1024, 1024}, {1, 1});
       }},
      {"concatenate",
       [](XlaBuilder& b, XlaOp x) {
         return ConcatInDim(&b, {x, x}, 1);
       }},
      {"pad", [&](XlaBuilder& b, XlaOp x) { return Pad(x, ConstantR0<float>(&b, 1), padding); }},
      {"iota", [](XlaBuilder& b, XlaOp) { return Iota(&b, F32, kElements); }},
      {"iota of blocks",
       [&](XlaBuilder& b, XlaOp) {
         return Iota(&b, ShapeUtil::MakeShape(F32, {kElements / 2, 2}), 1);
       }},
      {"on live sizes",
       [](XlaBuilder& b, XlaOp x) {
         return Transpose(SetDimensionSize(x, ConstantR0<int32_t>(&b, 900), 0), {1, 0});
       }},
  };
  for (const auto& [name, operation] : operations) {
    XlaBuilder b("m");
    const Literal x = *Literal::Create(square);
    operation(b, ParameterLike(b, 0, x));
    const auto run = *Execution::Start(*Executable::Create(BuildOrDie(b).CreateModule()), {&x, 1});
    int64_t steps = 1;
    while (!*run->RunFor(0)) ++steps;
    EXPECT_GE(steps, kElements / (1 << 16)) << name;
  }
}

}  // namespace
}  // namespace hloom
