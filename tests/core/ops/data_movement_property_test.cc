// The operations that move elements against their models: random shapes of rank 0 to 5, every
// element type, random layouts and padding of operands and results, random attributes. Most arrays
// are small; some have so many elements that they are moved in several tasks.
#include <cstdio>
#include <functional>

#include "ops/data_movement/broadcast.h"
#include "ops/data_movement/concatenate.h"
#include "ops/data_movement/iota.h"
#include "ops/data_movement/pad.h"
#include "ops/data_movement/reshape.h"
#include "ops/data_movement/reverse.h"
#include "ops/data_movement/slice.h"
#include "ops/data_movement/transpose.h"
#include "runtime/execution.h"
#include "support/models/movement_model.h"
#include "support/module_builder.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kDataMovementRounds = Rounds(20000, 2000);
constexpr int kRoundsOfMany = Rounds(8, 2);

// One application: an operation, its operands, and what must come out.
struct Application {
  bool many = false;  // elements
  HloOpcode opcode = HloOpcode::kCopy;
  PrimitiveType type = F32;
  std::vector<ArrayModel> operands;
  std::unique_ptr<Attributes> attributes;
  ArrayModel expected;
};

// There are more than 40,000 elements where there shall be many.
Sizes SizesFor(Random& random, const Application& a, int64_t least_rank = 0) {
  if (!a.many) return RandomSizes(random, static_cast<size_t>(random.Between(least_rank, 5)));
  const std::vector<Sizes> sizes = {{50007}, {203, 301}, {3, 20001}, {20001, 3}, {33, 41, 37}};
  return sizes[static_cast<size_t>(random.Below(static_cast<int64_t>(sizes.size())))];
}

std::string Described(const Application& application, const Shape& result) {
  std::string text =
      StrCat(HloOpcodeString(application.opcode), " to ", result.ToString(true), " of");
  for (const ArrayModel& operand : application.operands)
    StrAppend(text, " ", Braced(operand.sizes));
  return text;
}

// Empty, or what is wrong.
std::string Run(Random& random, Application application) {
  ModuleBuilder b("m");
  b.Begin("main");
  ModuleBuilder::Operands operands;
  std::vector<Literal> arguments;
  for (const ArrayModel& operand : application.operands) {
    Shape shape = ShapeUtil::MakeShape(application.type, operand.sizes);
    if (!random.OneIn(8)) shape = WithRandomLayout(random, shape);
    arguments.push_back(ToLiteral(operand, shape));
    operands.push_back(
        b.Parameter(static_cast<int64_t>(operands.size()), shape, StrCat("p", operands.size())));
  }
  const Shape plain = ShapeUtil::MakeShape(application.type, application.expected.sizes);
  const Shape result = random.OneIn(8) ? plain : WithRandomLayout(random, plain);
  const std::string what = Described(application, result);
  b.Finish(b.Add(application.opcode, operands, std::move(application.attributes), {}, result));
  const std::unique_ptr<HloModule> module = b.Take();
  // Also: the inferred sizes are those of the definition.
  const Status verified = VerifyModule(*module);
  if (!verified.ok()) return StrCat(what, ": ", verified.ToString());
  const StatusOr<Literal> value = Evaluate(*module, arguments);
  if (!value.ok()) return StrCat(what, ": ", value.status().ToString());
  if (value->shape() != result) return StrCat(what, ": gives ", value->shape().ToString(true));
  if (ToModel(*value).elements != application.expected.elements) {
    return StrCat(what, ": wrong values ", application.many ? "" : value->ToString());
  }
  // Padding has its value still.
  const Literal again = ToLiteral(application.expected, result);
  const bool same_bytes = SpanEquals(again.bytes(), value->bytes());
  return same_bytes ? "" : StrCat(what, ": writes into padding");
}

void RunManyOfDataMovement(uint64_t seed, std::string_view name,
                           const std::function<void(Random&, Application&)>& make) {
  Random random(seed);
  int64_t elements = 0;
  for (int i = 0; i < kDataMovementRounds + kRoundsOfMany; ++i) {
    Application application;
    application.many = i >= kDataMovementRounds;
    application.type = RandomType(random);
    make(random, application);
    elements += CountOf(application.expected.sizes);
    ASSERT_EQ(Run(random, std::move(application)), "");
  }
  std::printf("    %.*s: %d combinations, %lld elements\n", static_cast<int>(name.size()),
              name.data(), kDataMovementRounds + kRoundsOfMany, static_cast<long long>(elements));
}

TEST(DataMovementPropertyTest, Transpose) {
  RunManyOfDataMovement(1, "transpose", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kTranspose;
    a.operands = {RandomArray(random, a.type, SizesFor(random, a))};
    const Sizes permutation = random.Permutation(a.operands[0].sizes.size());
    a.expected = ModelTranspose(a.operands[0], permutation);
    a.attributes = MakeAttributes(TransposeAttributes{permutation});
  });
}

TEST(DataMovementPropertyTest, Reverse) {
  RunManyOfDataMovement(2, "reverse", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kReverse;
    a.operands = {RandomArray(random, a.type, SizesFor(random, a))};
    const size_t rank = a.operands[0].sizes.size();
    Sizes dimensions = random.Permutation(rank);
    dimensions.resize(static_cast<size_t>(random.Below(static_cast<int64_t>(rank) + 1)));
    a.expected = ModelReverse(a.operands[0], dimensions);
    a.attributes = MakeAttributes(ReverseAttributes{dimensions});
  });
}

TEST(DataMovementPropertyTest, Slice) {
  RunManyOfDataMovement(3, "slice", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kSlice;
    a.operands = {RandomArray(random, a.type, SizesFor(random, a))};
    SliceRanges ranges;
    for (int64_t size : a.operands[0].sizes) {
      // Empty ranges now and then, or hardly any slice of rank 5 would have elements.
      const int64_t some = size > 0 && !random.OneIn(12) ? 1 : 0;
      const int64_t start =
          random.OneIn(2) ? 0 : random.Between(0, (size - some) / (a.many ? 9 : 1));
      const int64_t limit = random.OneIn(2) ? size : random.Between(start + some, size);
      ranges.push_back({start, limit, random.OneIn(2) ? 1 : random.Between(1, 4)});
    }
    a.expected = ModelSlice(a.operands[0], ranges);
    a.attributes = MakeAttributes(SliceAttributes{ranges});
  });
}

TEST(DataMovementPropertyTest, Pad) {
  RunManyOfDataMovement(4, "pad", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kPad;
    a.operands = {RandomArray(random, a.type, SizesFor(random, a)),
                  RandomArray(random, a.type, {})};
    PaddingConfig padding;
    for (int64_t size : a.operands[0].sizes) {
      const int64_t interior = random.OneIn(2) ? 0 : random.Below(a.many ? 2 : 4);
      const int64_t least = a.many ? -3 : -(size + std::max<int64_t>(size - 1, 0) * interior);
      const int64_t low = random.OneIn(3) ? 0 : random.Between(least - 2, 3);
      const int64_t high = std::max(random.OneIn(3) ? 0 : random.Between(least, 3), least - low);
      *padding.add_dimensions() = PaddingConfigDimension(low, high, interior);
    }
    a.expected = ModelPad(a.operands[0], a.operands[1].elements[0], padding);
    a.attributes = MakeAttributes(PadAttributes{padding});
  });
}

TEST(DataMovementPropertyTest, Concatenate) {
  RunManyOfDataMovement(5, "concatenate", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kConcatenate;
    Sizes sizes = SizesFor(random, a, 1);
    const size_t dimension = static_cast<size_t>(random.Below(static_cast<int64_t>(sizes.size())));
    const int64_t count = random.Between(1, a.many ? 9 : 4);
    const int64_t most = a.many ? sizes[dimension] : 3;
    for (int64_t n = 0; n < count; ++n) {
      sizes[dimension] = random.OneIn(2) ? random.Below(4) : random.Between(0, most);
      a.operands.push_back(RandomArray(random, a.type, sizes));
    }
    a.expected = ModelConcatenate(a.operands, dimension);
    a.attributes = MakeAttributes(ConcatenateAttributes{{static_cast<int64_t>(dimension)}});
  });
}

// Divisors taken off the count, in any number of dimensions up to 5.
Sizes RandomFactors(Random& random, int64_t count) {
  Sizes sizes;
  while (count == 0 && sizes.size() < 2) sizes.push_back(random.Below(3));
  if (count == 0) sizes.push_back(0);
  while (count > 1 || (count == 1 && sizes.size() < 5 && random.OneIn(3))) {
    int64_t divisor = random.Between(1, random.OneIn(2) ? std::min<int64_t>(count, 12) : count);
    while (count % divisor != 0) --divisor;
    if (sizes.size() == 4) divisor = count;
    sizes.push_back(divisor);
    count /= divisor;
  }
  return sizes;
}

TEST(DataMovementPropertyTest, Reshape) {
  RunManyOfDataMovement(6, "reshape", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kReshape;
    a.attributes = MakeAttributes(ReshapeAttributes());
    const Sizes sizes = a.many ? Sizes{36, 40, 42} : SizesFor(random, a);
    a.operands = {RandomArray(random, a.type, sizes)};
    a.expected = ModelReshape(a.operands[0], RandomFactors(random, CountOf(sizes)));
  });
}

TEST(DataMovementPropertyTest, Broadcast) {
  RunManyOfDataMovement(7, "broadcast", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kBroadcast;
    const Sizes result = SizesFor(random, a);
    Sizes dimensions = random.Permutation(result.size());
    dimensions.resize(
        static_cast<size_t>(random.Below(static_cast<int64_t>(dimensions.size()) + 1)));
    Sizes sizes;
    for (int64_t d : dimensions) sizes.push_back(result[static_cast<size_t>(d)]);
    a.operands = {RandomArray(random, a.type, sizes)};
    a.expected = ModelBroadcastInDim(a.operands[0], result, dimensions);
    a.attributes = MakeAttributes(BroadcastAttributes{dimensions});
  });
}

TEST(DataMovementPropertyTest, CopyAndBarrier) {
  RunManyOfDataMovement(8, "copy, opt-barrier", [](Random& random, Application& a) {
    a.opcode = random.OneIn(2) ? HloOpcode::kCopy : HloOpcode::kOptimizationBarrier;
    a.operands = {RandomArray(random, a.type, SizesFor(random, a))};
    a.expected = a.operands[0];
  });
}

TEST(DataMovementPropertyTest, Iota) {
  RunManyOfDataMovement(9, "iota", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kIota;
    while (a.type == PRED) a.type = RandomType(random);
    const Sizes sizes = SizesFor(random, a, 1);
    const int64_t dimension = random.Below(static_cast<int64_t>(sizes.size()));
    a.expected = ModelIota(a.type, sizes, static_cast<size_t>(dimension));
    a.attributes = MakeAttributes(IotaAttributes{dimension});
  });
}

}  // namespace
}  // namespace hloom
