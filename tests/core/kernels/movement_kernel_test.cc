// Kernels that move elements or count, against their definitions: random sizes and strides, every
// width, tasks in any order.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <numeric>

#include "kernels/copy.h"
#include "kernels/iota.h"
#include "kernels/reshape.h"
#include "support/kernel_runner.h"
#include "support/models/movement_model.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kMovementKernelRounds = Rounds(2000, 200);
constexpr int64_t kWidths[] = {1, 2, 4, 8, 16};

// An array with gaps between its elements, and with its dimensions in any order.
struct Array {
  Sizes sizes;
  Sizes strides;
  int64_t extent = 1;  // in elements

  int64_t OffsetAt(int64_t position) const {
    const Sizes index = IndexAt(sizes, position);
    int64_t offset = 0;
    for (size_t d = 0; d < index.size(); ++d) offset += index[d] * strides[d];
    return offset;
  }
};

Array RandomlyStrided(Random& random, const Sizes& sizes) {
  Array array{sizes, Sizes(sizes.size()), 1};
  // Row-major order now and then, where runs are long.
  const Sizes order = random.Permutation(sizes.size());
  const bool row_major = random.OneIn(3);
  for (size_t i = 0; i < sizes.size(); ++i) {
    const size_t d = row_major ? sizes.size() - 1 - i : static_cast<size_t>(order[i]);
    array.strides[d] = array.extent;
    array.extent *= sizes[d] + (random.OneIn(3) ? random.Below(3) : 0);
  }
  return array;
}

using Bytes = std::vector<std::byte>;

Bytes MovementKernelRandomBytes(Random& random, int64_t count) {
  Bytes bytes(static_cast<size_t>(count));
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.Below(256));
  return bytes;
}

// to[to_offset] = from[from_offset], one element.
void MoveOne(Bytes& to, int64_t to_offset, const Bytes& from, int64_t from_offset, int64_t width) {
  std::memcpy(to.data() + to_offset * width, from.data() + from_offset * width,
              static_cast<size_t>(width));
}

Sizes MovementKernelSomeSizes(Random& random, bool many) {
  if (!many) return RandomSizes(random);
  const std::vector<Sizes> sizes = {{70001}, {300, 251}, {2, 40001}, {40001, 2}, {3, 90, 17, 20}};
  return sizes[static_cast<size_t>(random.Below(static_cast<int64_t>(sizes.size())))];
}

void ForRounds(uint64_t seed, const std::function<void(Random&, bool many, int64_t width)>& f) {
  Random random(seed);
  for (int i = 0; i < kMovementKernelRounds; ++i) {
    f(random, i % 100 == 0, kWidths[random.Below(5)]);
    if (testing::Test::HasFatalFailure()) return;
  }
}

// An array without elements may have no memory at all.
template <typename T>
T* At(T* data, int64_t offset) {
  return data == nullptr ? nullptr : data + offset;
}

// Runs the kernel of `make` on separate memory in each order; places without elements keep their
// contents.
void ExpectInAnyOrder(const Bytes& before, const Bytes& expected, int64_t elements,
                      const std::function<Kernel(std::byte*)>& make) {
  for (const TaskOrder order : kTaskOrders) {
    Bytes memory = before;
    const KernelReport report = RunKernel(make(memory.data()), order);
    ASSERT_TRUE(report.status.ok());
    EXPECT_GE(report.most_tasks, elements > (1 << 16) ? 2 : 0);
    ASSERT_TRUE(memory == expected);
  }
}

// A copy between arrays of any strides. One in `rare` of the dimensions that are read is repeated,
// and one is walked backwards.
struct SomeCopy {
  SomeCopy(Random& random, const Sizes& array_sizes, int64_t element_width, int64_t rare)
      : sizes(array_sizes),
        width(element_width),
        to(RandomlyStrided(random, sizes)),
        from(RandomlyStrided(random, sizes)) {
    for (size_t d = 0; d < sizes.size(); ++d) {
      if (random.OneIn(rare)) from.strides[d] = 0;
      if (!random.OneIn(rare) || sizes[d] == 0) continue;
      first += (sizes[d] - 1) * from.strides[d];
      from.strides[d] = -from.strides[d];
    }
    memory = MovementKernelRandomBytes(random, from.extent * width);
    before = MovementKernelRandomBytes(random, to.extent * width);
    expected = before;
    for (int64_t i = 0; i < CountOf(sizes); ++i) {
      MoveOne(expected, to.OffsetAt(i), memory, first + from.OffsetAt(i), width);
    }
  }

  const std::byte* source() const { return At(memory.data(), first * width); }
  void ExpectRight(const std::function<Kernel(std::byte*)>& make) const {
    ExpectInAnyOrder(before, expected, CountOf(sizes), make);
  }

  Sizes sizes;
  int64_t width;
  Array to, from;
  int64_t first = 0;  // the place of the element whose indices are all 0
  Bytes memory, before, expected;
};

TEST(MovementKernelTest, CopyStrided) {
  ForRounds(1, [](Random& random, bool many, int64_t width) {
    const SomeCopy copy(random, MovementKernelSomeSizes(random, many), width, 4);
    copy.ExpectRight([&](std::byte* memory) {
      return CopyStrided(copy.sizes, memory, copy.to.strides, copy.source(), copy.from.strides,
                         width);
    });
    const StridedCopyTasks tasks(copy.sizes, copy.to.strides, copy.from.strides, width);
    copy.ExpectRight([&](std::byte* memory) { return CopyByTasks(tasks, memory, copy.source()); });
  });
}

// Rows that become columns, by tiles, with edges on each side; walked backwards and with gaps.
TEST(MovementKernelTest, CopyTransposed) {
  Random random(5);
  const std::vector<Sizes> shapes = {{600, 3},       {2, 10, 3}, {17, 33},   {64, 64},
                                     {8, 8},         {9, 130},   {5, 40, 9}, {70, 2, 70},
                                     {3, 20, 4, 19}, {300, 220}, {9, 8000},  {8000, 9},
                                     {90, 30, 40},   {40, 1030}, {70, 1200}};
  for (int i = 0; i < Rounds(600, 60); ++i) {
    const int64_t width = kWidths[random.Below(5)];
    const Sizes& sizes = shapes[static_cast<size_t>(random.Below(i % 10 == 0 ? 15 : 9))];
    const SomeCopy copy(random, sizes, width, 8);
    ASSERT_NO_FATAL_FAILURE(copy.ExpectRight([&](std::byte* memory) {
      return CopyStrided(sizes, memory, copy.to.strides, copy.source(), copy.from.strides, width);
    }));
  }
}

// Four bytes wide, each kind of tile: rows or columns that are a multiple of 1024 bytes apart, on
// one page of memory or on several, or none of these.
TEST(MovementKernelTest, CopyTransposedTiles) {
  const std::vector<Sizes> shapes = {{1024, 40}, {40, 1024}, {512, 40},
                                     {40, 512},  {1030, 40}, {40, 1030}};
  for (const Sizes& sizes : shapes) {
    const int64_t rows = sizes[0], columns = sizes[1];
    Bytes source(static_cast<size_t>(4 * rows * columns)), copied = source, expected = source;
    Random random(rows);
    source = MovementKernelRandomBytes(random, 4 * rows * columns);
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        MoveOne(expected, i * columns + j, source, i + j * rows, 4);
      }
    }
    StridedCopy(sizes, copied.data(), {columns, 1}, source.data(), {1, rows}, 4);
    EXPECT_TRUE(copied == expected) << rows << " rows, " << columns << " columns";
  }
}

TEST(MovementKernelTest, CopyParts) {
  ForRounds(2, [](Random& random, bool many, int64_t width) {
    struct Part {
      Array to, from;
      int64_t at;
    };
    std::vector<Part> parts;
    int64_t extent = 0;
    int64_t source_extent = 0;
    int64_t elements = 0;
    for (int64_t n = random.Below(many ? 200 : 20); n > 0; --n) {
      const Sizes sizes = MovementKernelSomeSizes(random, many && random.OneIn(50));
      parts.push_back({RandomlyStrided(random, sizes), RandomlyStrided(random, sizes), extent});
      extent += parts.back().to.extent;
      source_extent = std::max(source_extent, parts.back().from.extent);
      elements += CountOf(sizes);
    }
    const Bytes source = MovementKernelRandomBytes(random, source_extent * width);
    const Bytes before = MovementKernelRandomBytes(random, extent * width);
    Bytes expected = before;
    for (const Part& part : parts) {
      for (int64_t i = 0; i < CountOf(part.to.sizes); ++i) {
        MoveOne(expected, part.at + part.to.OffsetAt(i), source, part.from.OffsetAt(i), width);
      }
    }
    ExpectInAnyOrder(before, expected, elements, [&](std::byte* memory) {
      std::vector<StridedCopyPart> copies;
      for (const Part& part : parts) {
        copies.push_back(
            {StridedCopyTasks(part.to.sizes, part.to.strides, part.from.strides, width),
             At(memory, part.at * width), source.data()});
      }
      return CopyParts(std::move(copies));
    });
  });
}

// The arrays of a concatenation along the last dimension.
TEST(MovementKernelTest, CopyRowsSideBySide) {
  ForRounds(4, [](Random& random, bool many, int64_t width) {
    const int64_t rows = random.Between(2, many ? 600 : 20);
    std::vector<int64_t> columns(static_cast<size_t>(random.Between(2, 9)));
    for (int64_t& count : columns) count = random.Between(random.OneIn(8) ? 1 : 64, 80);
    const int64_t all = std::accumulate(columns.begin(), columns.end(), random.Below(3));
    // Rows may be apart where they are read.
    const int64_t gap = random.Below(2);
    const Bytes source = MovementKernelRandomBytes(random, (rows * (80 + gap)) * width);
    const Bytes before = MovementKernelRandomBytes(random, rows * all * width);
    Bytes expected = before;
    int64_t at = 0;
    for (const int64_t count : columns) {
      for (int64_t i = 0; i < rows * count; ++i) {
        const int64_t row = i / count;
        MoveOne(expected, row * all + at + i % count, source, row * (count + gap) + i % count,
                width);
      }
      at += count;
    }
    ExpectInAnyOrder(before, expected, rows * at, [&](std::byte* memory) {
      std::vector<StridedCopyPart> copies;
      int64_t to = 0;
      for (const int64_t count : columns) {
        copies.push_back(
            {StridedCopyTasks(Sizes{rows, count}, Sizes{all, 1}, Sizes{count + gap, 1}, width),
             At(memory, to * width), source.data()});
        to += count;
      }
      return CopyParts(std::move(copies));
    });
  });
}

// A thousand copies of one element are a task, not a thousand.
TEST(MovementKernelTest, ShortPartsMakeATaskTogether) {
  constexpr int64_t kParts = 100'000;
  const std::vector<int32_t> from = {7};
  std::vector<int32_t> to(kParts);
  std::vector<StridedCopyPart> parts;
  for (int32_t& element : to) {
    parts.push_back({StridedCopyTasks({}, {}, {}, 4), reinterpret_cast<std::byte*>(&element),
                     reinterpret_cast<const std::byte*>(from.data())});
  }
  const KernelReport report = RunKernel(CopyParts(std::move(parts)), TaskOrder::kBackwards);
  EXPECT_GE(report.most_tasks, 3);
  EXPECT_LE(report.most_tasks, 10);
  EXPECT_EQ(to, std::vector<int32_t>(kParts, 7));
}

// Sizes with the same product: factors, in another order and merged anew.
Sizes Refactored(Random& random, const Sizes& sizes) {
  Sizes factors;
  for (int64_t size : sizes) {
    for (int64_t f = 2; size > 1 && f * f <= size; ++f) {
      for (; size % f == 0; size /= f) factors.push_back(f);
    }
    if (size != 1) factors.push_back(size);
  }
  Sizes result;
  for (int64_t i : random.Permutation(factors.size())) {
    const int64_t factor = factors[static_cast<size_t>(i)];
    if (!result.empty() && random.OneIn(2)) {
      result.back() *= factor;
    } else {
      result.push_back(factor);
    }
  }
  if (random.OneIn(4)) result.push_back(1);
  return result;
}

TEST(MovementKernelTest, Reshape) {
  int through_scratch = 0;
  int alike = 0;
  ForRounds(3, [&](Random& random, bool many, int64_t width) {
    const Sizes sizes = MovementKernelSomeSizes(random, many);
    const Array from = RandomlyStrided(random, sizes);
    const Array to = RandomlyStrided(random, Refactored(random, sizes));
    const Bytes source = MovementKernelRandomBytes(random, from.extent * width);
    const Bytes before = MovementKernelRandomBytes(random, to.extent * width);
    Bytes expected = before;
    bool same_offsets = true;
    for (int64_t i = 0; i < CountOf(sizes); ++i) {
      MoveOne(expected, to.OffsetAt(i), source, from.OffsetAt(i), width);
      same_offsets = same_offsets && to.OffsetAt(i) == from.OffsetAt(i);
    }
    EXPECT_EQ(LieAlike(to.sizes, to.strides, from.sizes, from.strides), same_offsets);
    if (same_offsets) ++alike;
    const auto make = [&](std::byte* memory) {
      return ReshapeInto(to.sizes, memory, to.strides, from.sizes, source.data(), from.strides,
                         width);
    };
    ExpectInAnyOrder(before, expected, CountOf(sizes), make);
    Bytes memory = before;
    const int64_t scratch = RunKernel(make(memory.data())).scratch_bytes;
    if (scratch == 0) return;
    EXPECT_EQ(scratch, CountOf(sizes) * width);
    ++through_scratch;
  });
  EXPECT_GT(alike, kMovementKernelRounds / 20);
  EXPECT_GT(through_scratch, kMovementKernelRounds / 100);
  EXPECT_LT(through_scratch, kMovementKernelRounds / 2);
}

TEST(MovementKernelTest, Iota) {
  Random random(4);
  for (int i = 0; i < kMovementKernelRounds; ++i) {
    PrimitiveType type = PRED;
    while (type == PRED) type = RandomType(random);
    const int64_t width = ByteWidth(type);
    int64_t parts[] = {1, 1, 1};  // before, size, after
    for (int64_t& part : parts) part = random.OneIn(20) ? 0 : random.Between(1, 9);
    if (i % 20 == 0) {
      const int64_t most[][2] = {{90000, 3}, {9000, 20}, {700, 200}};
      const auto& [long_part, other] = most[random.Below(3)];
      const size_t turn = static_cast<size_t>(random.Below(3));
      parts[turn] = random.Between(1, long_part);
      parts[(turn + 1) % 3] = random.Between(1, other);
      parts[(turn + 2) % 3] = random.Between(1, 5);
    }
    const auto [before, size, after] = parts;
    const int64_t count = before * size * after;
    std::string expected;
    for (int64_t k = 0; k < count; ++k) expected += NumberAs(type, k / after % size);
    for (const TaskOrder order : kTaskOrders) {
      std::string memory(static_cast<size_t>(count * width), 'x');
      auto* const out = reinterpret_cast<std::byte*>(memory.data());
      const KernelReport report = RunKernel(FillIota(type, out, before, size, after), order);
      ASSERT_TRUE(report.status.ok());
      EXPECT_EQ(report.scratch_bytes, 0);
      ASSERT_TRUE(memory == expected) << PrimitiveTypeName(type) << " " << before << " times "
                                      << size << ", each " << after << " times";
    }
  }
}

}  // namespace
}  // namespace hloom
