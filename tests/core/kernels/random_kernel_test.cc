// Random bits against their definition, one counter at a time: known answers of Random123, every
// type and layout, with tasks in any order.
#include "kernels/random/random_bits.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "kernels/random/random_numbers.h"
#include "kernels/random/three_fry.h"
#include "shape/index_util.h"
#include "support/kernel_runner.h"
#include "support/models/array_model.h"
#include "support/models/element_model.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kRandomKernelRounds = Rounds(1500, 150);

// ---- The model: the papers' definitions, word by word. ----

std::array<uint32_t, 2> ThreeFryModel(uint64_t key, uint64_t counter) {
  const auto k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
  const uint32_t keys[] = {k0, k1, 0x1bd11bdau ^ k0 ^ k1};
  const int distances[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  uint32_t x = static_cast<uint32_t>(counter) + k0;
  uint32_t y = static_cast<uint32_t>(counter >> 32) + k1;
  for (uint32_t group = 0; group < 5; ++group) {
    for (const int distance : distances[group % 2]) {
      x += y;
      y = (y << distance | y >> (32 - distance)) ^ x;
    }
    x += keys[(group + 1) % 3];
    y += keys[(group + 2) % 3] + group + 1;
  }
  return {x, y};
}

std::array<uint32_t, 4> PhiloxModel(uint64_t key, const PhiloxCounter& counter) {
  std::array<uint32_t, 4> c = {
      static_cast<uint32_t>(counter.low), static_cast<uint32_t>(counter.low >> 32),
      static_cast<uint32_t>(counter.high), static_cast<uint32_t>(counter.high >> 32)};
  auto k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round, k0 += 0x9e3779b9u, k1 += 0xbb67ae85u) {
    const uint64_t p = uint64_t{0xd2511f53} * c[0], q = uint64_t{0xcd9e8d57} * c[2];
    c = {static_cast<uint32_t>(q >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(q),
         static_cast<uint32_t>(p >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(p)};
  }
  return c;
}

PhiloxCounter Plus(PhiloxCounter counter, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    if (++counter.low == 0) ++counter.high;
  }
  return counter;
}

// The words of an array of `sizes` in row-major order, and how many counters they took.
struct ModelWords {
  std::vector<uint32_t> words;
  int64_t counters = 0;
};

ModelWords PhiloxWordsModel(const RandomState& state, int64_t count) {
  ModelWords model;
  for (PhiloxCounter at = state.counter; static_cast<int64_t>(model.words.size()) < count;
       at = Plus(at, 1), ++model.counters) {
    for (const uint32_t word : PhiloxModel(state.key, at)) model.words.push_back(word);
  }
  model.words.resize(static_cast<size_t>(count));
  return model;
}

ModelWords ThreeFryWordsModel(const RandomState& state, const Sizes& array, bool wide) {
  ModelWords model;
  Sizes sizes = wide ? Sizes{2 * CountOf(array)} : array.empty() ? Sizes{1} : array;
  if (CountOf(sizes) == 0) return model;
  size_t split = 0;
  while (split < sizes.size() && sizes[split] % 2 != 0) ++split;
  if (split == sizes.size()) {
    split = 0;
    for (size_t d = 1; d < sizes.size(); ++d) {
      if (sizes[d] > sizes[split]) split = d;
    }
  }
  // The array with its split dimension as pairs, the last of which may be half a pair: going
  // through the pairs in order gives the place of each pair's counter.
  int64_t inner = 1, outer = 1;
  for (size_t d = 0; d < sizes.size(); ++d) (d < split ? outer : inner) *= sizes[d];
  inner /= sizes[split];
  model.words.resize(static_cast<size_t>(CountOf(sizes)));
  for (int64_t o = 0; o < outer; ++o) {
    for (int64_t pair = 0; 2 * pair < sizes[split]; ++pair) {
      for (int64_t i = 0; i < inner; ++i, ++model.counters) {
        const auto both =
            ThreeFryModel(state.key, state.counter.low + static_cast<uint64_t>(model.counters));
        for (int64_t w = 0; w < 2 && 2 * pair + w < sizes[split]; ++w) {
          const int64_t at = (o * sizes[split] + 2 * pair + w) * inner + i;
          model.words[static_cast<size_t>(at)] = both[static_cast<size_t>(w)];
        }
      }
    }
  }
  return model;
}

// An element of the type in its stored form.
std::string ElementOf(PrimitiveType type, const std::vector<uint32_t>& words, size_t i) {
  uint64_t bits = words[i];
  if (BitWidth(type) == 64) bits = words[2 * i] | uint64_t{words[2 * i + 1]} << 32;
  if (BitWidth(type) < 8) {
    const int unused = 64 - BitWidth(type);
    bits = IsSignedIntegralType(type)
               ? static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >> unused)
               : bits << unused >> unused;
  }
  return {reinterpret_cast<const char*>(&bits), static_cast<size_t>(ByteWidth(type))};
}

// ---- Tests ----

TEST(RandomKernelTest, KnownAnswers) {
  struct Known {
    uint64_t key, counter;
    uint32_t first, second;
  };
  for (const Known& known :
       {Known{0, 0, 0x6b200159, 0x99ba4efe}, Known{~0ull, ~0ull, 0x1cb996fc, 0xbb002be7},
        Known{0x0370734413198a2e, 0x85a308d3243f6a88, 0xc4923a9c, 0x483df7a0}}) {
    uint32_t first[kThreeFryTogether], second[kThreeFryTogether];
    ThreeFryPairs(known.key, known.counter, 1, first, second);
    EXPECT_EQ(first[0], known.first);
    EXPECT_EQ(second[0], known.second);
  }
  struct KnownFour {
    uint64_t key;
    PhiloxCounter counter;
    std::array<uint32_t, 4> words;
  };
  for (const KnownFour& known :
       {KnownFour{0, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        KnownFour{~0ull, {~0ull, ~0ull}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        KnownFour{0x299f31d0a4093822,
                  {0x85a308d3243f6a88, 0x0370734413198a2e},
                  {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}}) {
    std::array<uint32_t, 4> words;
    PhiloxBlocks(known.key, known.counter, 1, words.data());
    EXPECT_EQ(words, known.words);
  }
}

TEST(RandomKernelTest, CountersWrapAroundAnywhere) {
  for (int64_t before = 0; before <= 40; ++before) {
    for (const uint64_t wrap : {uint64_t{1} << 32, uint64_t{0}}) {
      const uint64_t counter = wrap - static_cast<uint64_t>(before);
      uint32_t first[48], second[48], words[37 * 4];
      ThreeFryPairs(77, counter, 37, first, second);
      PhiloxBlocks(77, {counter, 5}, 37, words);
      for (int64_t i = 0; i < 37; ++i) {
        EXPECT_EQ((std::array<uint32_t, 2>{first[i], second[i]}),
                  ThreeFryModel(77, counter + static_cast<uint64_t>(i)));
        EXPECT_EQ(std::memcmp(words + 4 * i, PhiloxModel(77, Plus({counter, 5}, i)).data(), 16), 0)
            << before << " " << i;
      }
    }
  }
}

Sizes RandomKernelSomeSizes(Random& random) {
  if (random.OneIn(8)) return {random.Between(1, 70000)};  // many tasks
  if (random.OneIn(8)) return {random.Between(100, 300), random.Between(1, 300)};
  Sizes sizes = RandomSizes(random);
  if (!sizes.empty() && random.OneIn(2)) sizes[0] = random.Between(1, 40);
  return sizes;
}

TEST(RandomKernelTest, BitsAreThoseOfTheModel) {
  constexpr PrimitiveType kTypes[] = {U1, U2, U4, U8, U16, U32, U64, S1, S2, S4, S8, S16, S32, S64};
  Random random(20);
  RandomBits bits(21);
  for (int round = 0; round < kRandomKernelRounds; ++round) {
    const Sizes sizes = RandomKernelSomeSizes(random);
    const PrimitiveType type = kTypes[random.Below(std::size(kTypes))];
    Shape shape = ShapeUtil::MakeShape(type, sizes);
    if (random.OneIn(2)) shape = WithRandomLayout(random, shape);
    const bool three_fry = random.OneIn(2);
    RandomState state = {bits.Next(), {bits.Next(), bits.Next()}};
    if (random.OneIn(4)) state.counter.low = 0 - static_cast<uint64_t>(random.Below(100));
    const RandomBitsArray array(three_fry ? RandomGenerator::kThreeFry : RandomGenerator::kPhilox,
                                type, sizes, IndexUtil::Strides(shape));
    Literal result = *Literal::Create(shape);
    const KernelReport report =
        RunKernel(array.Fill(state, result.mutable_data<std::byte>()), OneOfTaskOrders(round));
    ASSERT_TRUE(report.status.ok());
    const bool wide = BitWidth(type) == 64;
    const ModelWords model = three_fry ? ThreeFryWordsModel(state, sizes, wide)
                                       : PhiloxWordsModel(state, CountOf(sizes) * (wide ? 2 : 1));
    ASSERT_EQ(array.counters(), model.counters) << shape.ToString();
    const ArrayModel have = ToModel(result);
    for (size_t i = 0; i < have.elements.size(); ++i) {
      ASSERT_EQ(have.elements[i], ElementOf(type, model.words, i))
          << shape.ToString() << " element " << i << (three_fry ? " ThreeFry" : " Philox");
    }
    if (array.is_small()) {
      EXPECT_EQ(report.phases, 0);
    }
  }
}

TEST(RandomKernelTest, UniformNumbersAreWordsInOrder) {
  Random random(22);
  for (int round = 0; round < kRandomKernelRounds; ++round) {
    const Sizes sizes = RandomKernelSomeSizes(random);
    const bool integers = random.OneIn(2);
    Shape shape = ShapeUtil::MakeShape(integers ? S32 : F32, sizes);
    if (random.OneIn(2)) shape = WithRandomLayout(random, shape);
    const RandomState state = {static_cast<uint64_t>(round), {1, 2}};
    const RandomNumbersArray array(false, shape.element_type(), sizes, IndexUtil::Strides(shape));
    Literal result = *Literal::Create(shape);
    const int32_t low = -5, high = 12;
    const float a = -0.75f, b = 3.5f;
    const void* const from = integers ? static_cast<const void*>(&low) : &a;
    const void* const to = integers ? static_cast<const void*>(&high) : &b;
    const KernelReport report =
        RunKernel(array.Fill(state, static_cast<const std::byte*>(from),
                             static_cast<const std::byte*>(to), result.mutable_data<std::byte>()),
                  OneOfTaskOrders(round));
    ASSERT_TRUE(report.status.ok());
    const ModelWords model = PhiloxWordsModel(state, CountOf(sizes));
    ASSERT_EQ(array.counters(), model.counters);
    const ArrayModel have = ToModel(result);
    for (size_t i = 0; i < have.elements.size(); ++i) {
      const uint32_t word = model.words[i];
      if (integers) {
        ASSERT_EQ(ElementAs<int32_t>(have.elements[i]), static_cast<int32_t>(word % 17u) - 5);
      } else {
        const float scaled = static_cast<float>(word >> 9) * 0x1p-23f * 4.25f;
        ASSERT_EQ(ElementAs<float>(have.elements[i]), scaled - 0.75f);
      }
    }
  }
}

}  // namespace
}  // namespace hloom
