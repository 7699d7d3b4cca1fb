// The operations that move elements against their definitions, index by index: random shapes of
// rank 0 to 5, every element type, random layouts and padding of operands and results, random
// attributes.
#include <cstdio>
#include <functional>

#include "ops/data_movement/broadcast.h"
#include "ops/data_movement/concatenate.h"
#include "ops/data_movement/pad.h"
#include "ops/data_movement/reshape.h"
#include "ops/data_movement/reverse.h"
#include "ops/data_movement/slice.h"
#include "ops/data_movement/transpose.h"
#include "runtime/execution.h"
#include "support/array_model.h"
#include "support/module_builder.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kRounds = Rounds(20000, 2000);

// One application: an operation, its operands, and what must come out.
struct Application {
  HloOpcode opcode = HloOpcode::kCopy;
  PrimitiveType type = F32;
  std::vector<ArrayModel> operands;
  std::unique_ptr<Attributes> attributes;
  ArrayModel expected;
};

// Fills result.elements by asking for each index of result.sizes.
void FillByIndex(ArrayModel& result, const std::function<std::string(const Sizes&)>& at) {
  for (int64_t i = 0; i < CountOf(result.sizes); ++i) {
    result.elements.push_back(at(IndexAt(result.sizes, i)));
  }
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
  const ArrayModel actual = ToModel(*value);
  return actual.elements == application.expected.elements
             ? ""
             : StrCat(what, ": wrong values ", value->ToString());
}

void RunMany(uint64_t seed, std::string_view name,
             const std::function<void(Random&, Application&)>& make) {
  Random random(seed);
  int64_t elements = 0;
  for (int i = 0; i < kRounds; ++i) {
    Application application;
    application.type = RandomType(random);
    make(random, application);
    elements += CountOf(application.expected.sizes);
    ASSERT_EQ(Run(random, std::move(application)), "");
  }
  std::printf("    %.*s: %d combinations, %lld elements\n", static_cast<int>(name.size()),
              name.data(), kRounds, static_cast<long long>(elements));
}

TEST(DataMovementPropertyTest, Transpose) {
  RunMany(1, "transpose", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kTranspose;
    a.operands = {RandomArray(random, a.type, RandomSizes(random))};
    const ArrayModel& x = a.operands[0];
    const Sizes permutation = random.Permutation(x.sizes.size());
    for (int64_t d : permutation) a.expected.sizes.push_back(x.sizes[static_cast<size_t>(d)]);
    FillByIndex(a.expected, [&](const Sizes& index) {
      Sizes from(index.size());
      for (size_t d = 0; d < index.size(); ++d)
        from[static_cast<size_t>(permutation[d])] = index[d];
      return x.At(from);
    });
    a.attributes = MakeAttributes(TransposeAttributes{permutation});
  });
}

TEST(DataMovementPropertyTest, Reverse) {
  RunMany(2, "reverse", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kReverse;
    a.operands = {RandomArray(random, a.type, RandomSizes(random))};
    const ArrayModel& x = a.operands[0];
    Sizes dimensions = random.Permutation(x.sizes.size());
    dimensions.resize(static_cast<size_t>(random.Below(static_cast<int64_t>(x.sizes.size()) + 1)));
    a.expected.sizes = x.sizes;
    FillByIndex(a.expected, [&](Sizes index) {
      for (int64_t d : dimensions) {
        const size_t i = static_cast<size_t>(d);
        index[i] = x.sizes[i] - 1 - index[i];
      }
      return x.At(index);
    });
    a.attributes = MakeAttributes(ReverseAttributes{dimensions});
  });
}

TEST(DataMovementPropertyTest, Slice) {
  RunMany(3, "slice", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kSlice;
    a.operands = {RandomArray(random, a.type, RandomSizes(random))};
    const ArrayModel& x = a.operands[0];
    SliceRanges ranges;
    for (int64_t size : x.sizes) {
      // Empty ranges now and then, or hardly any slice of rank 5 would have elements.
      const int64_t some = size > 0 && !random.OneIn(12) ? 1 : 0;
      const int64_t start = random.OneIn(2) ? 0 : random.Between(0, size - some);
      const int64_t limit = random.OneIn(2) ? size : random.Between(start + some, size);
      ranges.push_back({start, limit, random.OneIn(2) ? 1 : random.Between(1, 4)});
      int64_t count = 0;
      for (int64_t i = start; i < ranges.back().limit; i += ranges.back().stride) ++count;
      a.expected.sizes.push_back(count);
    }
    FillByIndex(a.expected, [&](Sizes index) {
      for (size_t d = 0; d < index.size(); ++d)
        index[d] = ranges[d].start + index[d] * ranges[d].stride;
      return x.At(index);
    });
    a.attributes = MakeAttributes(SliceAttributes{ranges});
  });
}

// The dimension as a list of what stands where: an index of the operand, or -1 for padding.
Sizes PaddedDimension(int64_t size, const PaddingConfigDimension& padding) {
  Sizes places;
  for (int64_t i = 0; i < size; ++i) {
    if (i > 0) places.insert(places.end(), static_cast<size_t>(padding.interior_padding()), -1);
    places.push_back(i);
  }
  // Edges that add come before edges that take away: -4 of low may take what +5 of high has put
  // there.
  for (int64_t i = 0; i < padding.edge_padding_low(); ++i) places.insert(places.begin(), -1);
  for (int64_t i = 0; i < padding.edge_padding_high(); ++i) places.push_back(-1);
  for (int64_t i = 0; i > padding.edge_padding_low() && !places.empty(); --i)
    places.erase(places.begin());
  for (int64_t i = 0; i > padding.edge_padding_high() && !places.empty(); --i) places.pop_back();
  return places;
}

TEST(DataMovementPropertyTest, Pad) {
  RunMany(4, "pad", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kPad;
    a.operands = {RandomArray(random, a.type, RandomSizes(random)),
                  RandomArray(random, a.type, {})};
    const ArrayModel& x = a.operands[0];
    PaddingConfig padding;
    std::vector<Sizes> places;
    for (int64_t size : x.sizes) {
      const int64_t interior = random.OneIn(2) ? 0 : random.Below(4);
      const int64_t least = -(size + std::max<int64_t>(size - 1, 0) * interior);
      const int64_t low = random.OneIn(3) ? 0 : random.Between(least - 2, 3);
      const int64_t high = std::max(random.OneIn(3) ? 0 : random.Between(least, 3), least - low);
      *padding.add_dimensions() = PaddingConfigDimension(low, high, interior);
      places.push_back(PaddedDimension(size, padding.dimensions().back()));
      a.expected.sizes.push_back(static_cast<int64_t>(places.back().size()));
    }
    FillByIndex(a.expected, [&](Sizes index) {
      for (size_t d = 0; d < index.size(); ++d) {
        index[d] = places[d][static_cast<size_t>(index[d])];
        if (index[d] < 0) return a.operands[1].elements[0];
      }
      return x.At(index);
    });
    a.attributes = MakeAttributes(PadAttributes{padding});
  });
}

TEST(DataMovementPropertyTest, Concatenate) {
  RunMany(5, "concatenate", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kConcatenate;
    Sizes sizes = RandomSizes(random, static_cast<size_t>(random.Between(1, 5)));
    const size_t dimension = static_cast<size_t>(random.Below(static_cast<int64_t>(sizes.size())));
    Sizes source;  // of each index along the dimension: which operand
    Sizes within;  // and which index there
    const int64_t count = random.Between(1, 4);
    for (int64_t n = 0; n < count; ++n) {
      sizes[dimension] = random.Below(4);
      a.operands.push_back(RandomArray(random, a.type, sizes));
      for (int64_t i = 0; i < sizes[dimension]; ++i) {
        source.push_back(n);
        within.push_back(i);
      }
    }
    a.expected.sizes = sizes;
    a.expected.sizes[dimension] = static_cast<int64_t>(source.size());
    FillByIndex(a.expected, [&](Sizes index) {
      const size_t at = static_cast<size_t>(index[dimension]);
      index[dimension] = within[at];
      return a.operands[static_cast<size_t>(source[at])].At(index);
    });
    a.attributes = MakeAttributes(ConcatenateAttributes{{static_cast<int64_t>(dimension)}});
  });
}

TEST(DataMovementPropertyTest, Reshape) {
  RunMany(6, "reshape", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kReshape;
    a.attributes = MakeAttributes(ReshapeAttributes());
    a.operands = {RandomArray(random, a.type, RandomSizes(random))};
    // Divisors taken off the count, in any number of dimensions.
    int64_t left = CountOf(a.operands[0].sizes);
    Sizes sizes;
    while (left == 0 && sizes.size() < 2) sizes.push_back(random.Below(3));
    if (left == 0) sizes.push_back(0);
    while (left > 1 || (left == 1 && sizes.size() < 5 && random.OneIn(3))) {
      int64_t divisor = random.Between(1, left);
      while (left % divisor != 0) --divisor;
      if (sizes.size() == 4) divisor = left;
      sizes.push_back(divisor);
      left /= divisor;
    }
    // Row-major order on both sides: the same list of elements.
    a.expected = {sizes, a.operands[0].elements};
  });
}

TEST(DataMovementPropertyTest, Broadcast) {
  RunMany(7, "broadcast", [](Random& random, Application& a) {
    a.opcode = HloOpcode::kBroadcast;
    a.expected.sizes = RandomSizes(random);
    Sizes dimensions = random.Permutation(a.expected.sizes.size());
    dimensions.resize(
        static_cast<size_t>(random.Below(static_cast<int64_t>(dimensions.size()) + 1)));
    Sizes sizes;
    for (int64_t d : dimensions) sizes.push_back(a.expected.sizes[static_cast<size_t>(d)]);
    a.operands = {RandomArray(random, a.type, sizes)};
    FillByIndex(a.expected, [&](const Sizes& index) {
      Sizes from;
      for (int64_t d : dimensions) from.push_back(index[static_cast<size_t>(d)]);
      return a.operands[0].At(from);
    });
    a.attributes = MakeAttributes(BroadcastAttributes{dimensions});
  });
}

TEST(DataMovementPropertyTest, CopyAndBarrier) {
  RunMany(8, "copy, opt-barrier", [](Random& random, Application& a) {
    a.opcode = random.OneIn(2) ? HloOpcode::kCopy : HloOpcode::kOptimizationBarrier;
    a.operands = {RandomArray(random, a.type, RandomSizes(random))};
    a.expected = a.operands[0];
  });
}

}  // namespace
}  // namespace hloom
