// Sorts of many rows and of long ones: equal to the plain model in any order of tasks, and with
// pauses between tasks of a bounded size.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "kernels/sorting/comparator_sort.h"
#include "kernels/sorting/key_sort.h"
#include "support/kernel_runner.h"
#include "support/models/sort_model.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// Arrays [rows, length, columns], sorted along dimension 1; results are stored as [columns, rows,
// wanted].
struct SortKernelProblem {
  std::vector<PrimitiveType> types;
  int64_t rows = 1;
  int64_t length = 1;
  int64_t columns = 1;
  int64_t wanted = 1;
  KeyOrder order;
  bool with_places = true;

  int64_t count() const { return rows * columns; }
  // Return the place of element `i` of row (r, c), before and after.
  int64_t From(int64_t row, int64_t i) const {
    return (row / columns * length + i) * columns + row % columns;
  }
  int64_t To(int64_t row, int64_t i) const {
    return (row % columns * rows + row / columns) * wanted + i;
  }
};

struct Arrays {
  std::vector<std::vector<std::byte>> from, to;
  std::vector<int32_t> places;
};

// Small numbers, so that some are equal, or all sorts of them.
Arrays RandomArrays(const SortKernelProblem& problem, bool ties) {
  Arrays arrays;
  RandomBits random(5);
  for (const PrimitiveType type : problem.types) {
    const auto width = static_cast<size_t>(ByteWidth(type));
    arrays.from.emplace_back();
    for (int64_t i = 0; i < problem.count() * problem.length; ++i) {
      const double value = ties ? std::floor(random.Uniform(-4, 4)) : random.Uniform(-1e9, 1e9);
      const std::string bytes = WriteElement(type, ConvertedElement(type, RealModel(value)));
      const auto* const data = reinterpret_cast<const std::byte*>(bytes.data());
      arrays.from.back().insert(arrays.from.back().end(), data, data + width);
    }
    arrays.to.emplace_back(static_cast<size_t>(problem.count() * problem.wanted) * width);
  }
  arrays.places.assign(static_cast<size_t>(problem.count() * problem.wanted), -1);
  return arrays;
}

SortedRows RowsOf(const SortKernelProblem& problem) {
  SortedRows rows;
  rows.length = problem.length;
  rows.wanted = problem.wanted;
  rows.outer_sizes = {problem.rows, problem.columns};
  const RowStrides from = {{problem.length * problem.columns, 1}, problem.columns};
  const RowStrides to = {{problem.wanted, problem.rows * problem.wanted}, 1};
  for (size_t k = 0; k < problem.types.size(); ++k) {
    rows.arrays.push_back({problem.types[k], from, to});
  }
  rows.has_places = problem.with_places;
  rows.places_strides = to;
  return rows;
}

// The addresses of the arrays.
class Memory {
 public:
  explicit Memory(Arrays& arrays) {
    for (const auto& array : arrays.from) from_.push_back(array.data());
    for (auto& array : arrays.to) to_.push_back(array.data());
    memory_ = {from_.data(), to_.data(), reinterpret_cast<std::byte*>(arrays.places.data())};
  }
  void LeaveOutPlaces() { memory_.places = nullptr; }
  const SortedMemory& get() const { return memory_; }

 private:
  std::vector<const std::byte*> from_;
  std::vector<std::byte*> to_;
  SortedMemory memory_;
};

KernelReport SortByKeys(const SortKernelProblem& problem, Arrays& arrays,
                        TaskOrder order = TaskOrder::kForwards) {
  Memory memory(arrays);
  if (!problem.with_places) memory.LeaveOutPlaces();
  const KeySorting sorting(RowsOf(problem), problem.order);
  return RunKernel(sorting.Sort(memory.get()), order);
}

KernelReport SortByComparing(const SortKernelProblem& problem, Arrays& arrays,
                             std::vector<bool> used, TaskOrder order,
                             const std::function<void(const Application&)>& answer) {
  const Memory memory(arrays);
  return RunKernel(SortByComparing(RowsOf(problem), std::move(used), memory.get()), order, answer);
}

std::string ElementAt(const std::vector<std::byte>& array, PrimitiveType type, int64_t i) {
  const auto width = static_cast<size_t>(ByteWidth(type));
  return {reinterpret_cast<const char*>(array.data()) + static_cast<size_t>(i) * width, width};
}

// Finds by the definition which elements of the row come first, for numbers without NaNs.
Sizes OrderOf(const SortKernelProblem& problem, const Arrays& arrays, int64_t row) {
  std::vector<std::vector<long double>> keys;
  for (const SortKey& key : problem.order.keys) {
    const PrimitiveType type = problem.types[key.operand];
    keys.emplace_back();
    for (int64_t i = 0; i < problem.length; ++i) {
      const ModelNumber number =
          NumberOf(type, ElementAt(arrays.from[key.operand], type, problem.From(row, i)));
      keys.back().push_back(key.descending ? -number.value : number.value);
    }
  }
  const int64_t last = problem.length - 1;
  const auto less = [&](int64_t a, int64_t b) {
    // Equal elements are sorted from the end: the later one comes first.
    if (problem.order.reverse_ties) a = last - a, b = last - b;
    for (const auto& key : keys) {
      const long double x = key[static_cast<size_t>(a)];
      const long double y = key[static_cast<size_t>(b)];
      if (x != y) return x < y;
    }
    return false;
  };
  Sizes order = problem.length < 100 ? InsertionSort(problem.length, less)
                                     : StableOrder(problem.length, less);
  if (problem.order.reverse_ties) {
    for (int64_t& place : order) place = last - place;
  }
  order.resize(static_cast<size_t>(problem.wanted));
  return order;
}

std::vector<Sizes> OrdersOf(const SortKernelProblem& problem, const Arrays& arrays) {
  std::vector<Sizes> orders;
  for (int64_t row = 0; row < problem.count(); ++row) {
    orders.push_back(OrderOf(problem, arrays, row));
  }
  return orders;
}

void ExpectSorted(const SortKernelProblem& problem, const Arrays& arrays,
                  const std::vector<Sizes>& orders, bool with_places) {
  for (int64_t row = 0; row < problem.count(); ++row) {
    const Sizes& order = orders[static_cast<size_t>(row)];
    for (int64_t i = 0; i < problem.wanted; ++i) {
      const int64_t place = order[static_cast<size_t>(i)];
      const int64_t to = problem.To(row, i);
      if (with_places) {
        ASSERT_EQ(arrays.places[static_cast<size_t>(to)], place) << row << ", " << i;
      }
      for (size_t k = 0; k < problem.types.size(); ++k) {
        ASSERT_EQ(ElementAt(arrays.to[k], problem.types[k], to),
                  ElementAt(arrays.from[k], problem.types[k], problem.From(row, place)))
            << row << ", " << i << " of " << PrimitiveTypeName(problem.types[k]);
      }
    }
  }
}

// Returns the number of tasks of its largest phase.
int64_t CheckByKeys(const SortKernelProblem& problem) {
  int64_t most_tasks = 0;
  for (const bool ties : {false, true}) {
    const Arrays unsorted = RandomArrays(problem, ties);
    const std::vector<Sizes> orders = OrdersOf(problem, unsorted);
    for (const TaskOrder order : kTaskOrders) {
      if (!ties && order != TaskOrder::kShuffled) continue;
      Arrays arrays = unsorted;
      const KernelReport report = SortByKeys(problem, arrays, order);
      EXPECT_TRUE(report.status.ok());
      most_tasks = report.most_tasks;
      ExpectSorted(problem, arrays, orders, problem.with_places);
    }
  }
  return most_tasks;
}

SortKernelProblem OneKey(PrimitiveType type, int64_t rows, int64_t length, int64_t columns) {
  return {{type}, rows, length, columns, length, {{{.descending = type == BF16}}}};
}

TEST(SortKernelTest, ShortRows) {
  for (const PrimitiveType type : {S8, F32, S64}) {
    EXPECT_GE(CheckByKeys(OneKey(type, 20000, 5, 1)), 3);
    EXPECT_GE(CheckByKeys(OneKey(type, 1000, 100, 1)), 3);
    EXPECT_GE(CheckByKeys(OneKey(type, 50, 2000, 1)), 3);
    // Neighboring rows, more of them than are taken together.
    EXPECT_GE(CheckByKeys(OneKey(type, 2, 1000, 51)), 3);
  }
  for (const PrimitiveType type : {S4, BF16, F16, F8E5M2, U32, F64}) {
    CheckByKeys(OneKey(type, 3, 700, 5));
  }
}

// Every length of a few rows that are sorted in the lanes of vectors, and longer ones.
TEST(SortKernelTest, RowsSideBySide) {
  size_t round = 0;
  for (int64_t length = 1; length <= 132; length += length < 34 ? 1 : 7) {
    for (const int64_t rows : {2, 7}) {
      for (const int64_t columns : {1, 3}) {
        constexpr PrimitiveType kTypes[] = {F32, U8, S16, BF16, U32};
        const PrimitiveType type = kTypes[round % std::size(kTypes)];
        SortKernelProblem problem = OneKey(type, rows, length, columns);
        problem.with_places = round % 2 == 0;
        if (round++ % 3 == 0) problem.types.push_back(F64);
        CheckByKeys(problem);
      }
    }
  }
}

TEST(SortKernelTest, LongRows) {
  for (const PrimitiveType type : FirstOf<PrimitiveType>({BF16, S64, S8, F32}, 4, 2)) {
    EXPECT_GE(CheckByKeys(OneKey(type, 1, 100'003, 1)), 3);
    EXPECT_GE(CheckByKeys(OneKey(type, 2, 70'000, 2)), 3);
  }
}

// A word has the key of an element and all else that is sorted.
TEST(SortKernelTest, LongRowsOfWords) {
  const std::vector<std::vector<PrimitiveType>> lists = {{F32}, {S64, F32}, {S32, F32}, {F32, U16},
                                                         {F64}, {U8},       {S16, S8},  {F32, C64}};
  bool descending = false;
  for (const std::vector<PrimitiveType>& types : FirstOf(lists, 8, 3)) {
    SortKernelProblem problem{types, 1, 66'003, 1, 66'003, {{{.descending = descending}}}};
    SortKey& key = problem.order.keys[0];
    if (types[0] != F32) key.operand = types.size() - 1;
    problem.with_places = false;
    EXPECT_GE(CheckByKeys(problem), 2);
    descending = !descending;
  }
  SortKernelProblem scattered{{F32, S32}, 1, 66'000, 2, 66'000, {{{.operand = 0}}}};
  scattered.with_places = false;
  CheckByKeys(scattered);
}

// Zeros of both signs, or NaNs of different bits, that compare equal.
TEST(SortKernelTest, EqualElementsOfOtherBitsKeepTheirOrder) {
  constexpr uint32_t kNan = 0x7fc00000;
  constexpr uint32_t kBits[] = {0,    0x80000000, 0x3f800000, 0xbf800000,
                                kNan, 0xffc00001, 0x7f800000};
  constexpr int kRanks[] = {1, 1, 2, 0, 4, 4, 3};
  for (const int64_t length : {13, 700, 150'000}) {
    for (const bool descending : {false, true}) {
      const int64_t rows = length < 700 ? 7 : 1;
      SortKernelProblem problem{{F32}, rows, length, 1, length, {}};
      problem.order.keys = {
          {.descending = descending, .total_order = true, .zero = 0.0, .nan = kNan}};
      problem.with_places = false;
      RandomBits random(7);
      Arrays arrays = RandomArrays(problem, false);
      std::vector<size_t> picks;
      for (int64_t i = 0; i < rows * length; ++i)
        picks.push_back(static_cast<size_t>(random.Uniform(0, 6.99)));
      std::vector<uint32_t> bits;
      for (const size_t pick : picks) bits.push_back(kBits[pick]);
      std::memcpy(arrays.from[0].data(), bits.data(), bits.size() * 4);
      for (int64_t row = 0; row < rows; ++row) {
        const auto begin = picks.begin() + row * length;
        std::stable_sort(begin, begin + length, [&](size_t a, size_t b) {
          return descending ? kRanks[a] > kRanks[b] : kRanks[a] < kRanks[b];
        });
      }
      EXPECT_TRUE(SortByKeys(problem, arrays, TaskOrder::kShuffled).status.ok());
      for (int64_t row = 0; row < rows; ++row) {
        for (int64_t i = 0; i < length; ++i) {
          uint32_t sorted;
          std::memcpy(&sorted, arrays.to[0].data() + problem.To(row, i) * 4, sizeof(sorted));
          ASSERT_EQ(sorted, kBits[picks[static_cast<size_t>(row * length + i)]])
              << row << ", " << i;
        }
      }
    }
  }
}

// Four times as many elements make about four times as many tasks, which do not become longer.
TEST(SortKernelTest, TasksAreOfABoundedSize) {
  // No task has more elements.
  constexpr int64_t kMost = 1 << 16;
  const auto tasks = [](SortKernelProblem problem) {
    Arrays arrays = RandomArrays(problem, false);
    return SortByKeys(problem, arrays).most_tasks;
  };
  const SortKernelProblem problems[] = {OneKey(F32, 1, 100'000, 1), OneKey(S64, 3000, 40, 1),
                                        OneKey(S8, 1, 100'000, 1)};
  for (const SortKernelProblem& problem : problems) {
    SortKernelProblem larger = problem;
    (problem.rows == 1 ? larger.length : larger.rows) *= 4;
    larger.wanted = larger.length;
    const int64_t few = tasks(problem);
    const int64_t many = tasks(larger);
    EXPECT_GE(few * kMost, problem.count() * problem.length);
    EXPECT_GE(many * kMost, larger.count() * larger.length);
    EXPECT_GE(many, 3 * few);
  }
}

// A row that has more elements in all arrays than a task moves, though it is short itself.
TEST(SortKernelTest, ManyArrays) {
  std::vector<PrimitiveType> types(70, F32);
  types[1] = S64;
  types[2] = C128;
  types[3] = BF16;
  types[69] = U8;
  const std::vector<Sizes> all_sizes = {{3, 4500, 1}, {1, 40'000, 1}, {2, 4000, 3}};
  for (const Sizes& sizes : FirstOf(all_sizes, 3, 1)) {
    SortKernelProblem problem{types, sizes[0], sizes[1], sizes[2], sizes[1], {}};
    const int64_t elements = problem.count() * problem.length * 70;
    problem.order.keys = {{.operand = 3}, {.operand = 69, .descending = true}};
    EXPECT_GE(CheckByKeys(problem), elements >> 18);
    problem.order = {{{.operand = 1}}, /*reverse_ties=*/true};
    EXPECT_GE(CheckByKeys(problem), elements >> 18);
  }
  // Few elements of each are wanted.
  SortKernelProblem first{types, 2, 5000, 2, 300, {{{.operand = 3}}}};
  CheckByKeys(first);
  // Rows of ten elements in thirty thousand arrays.
  types.assign(30'000, U8);
  types[7] = F32;
  EXPECT_GE(CheckByKeys({types, 2, 10, 1, 10, {{{.operand = 7}}}}), 2);
}

TEST(SortKernelTest, SeveralKeysAndReversedTies) {
  for (const int64_t length : {40, 700, 50'000}) {
    SortKernelProblem problem{{F32, S16, F64}, 2, length, 2, length, {}};
    problem.order.keys = {{.operand = 1}, {.operand = 0, .descending = true}};
    CheckByKeys(problem);
    problem.order.keys = {{.operand = 0}, {.operand = 2}};
    CheckByKeys(problem);
    problem.order = {{{.operand = 1}}, /*reverse_ties=*/true};
    CheckByKeys(problem);
  }
}

TEST(SortKernelTest, TheFirstOfRows) {
  for (const PrimitiveType type : FirstOf<PrimitiveType>({F32, S64, S8}, 3, 1)) {
    for (const int64_t wanted : {1, 3, 100, 600, 3000}) {
      SortKernelProblem problem = OneKey(type, 3, 6000, 2);
      problem.wanted = wanted;
      CheckByKeys(problem);
    }
    for (const int64_t wanted : {1, 10, 48, 150, 700, 5000, 20'000, 90'000}) {
      SortKernelProblem problem = OneKey(type, 1, 200'003, 1);
      problem.wanted = wanted;
      EXPECT_GE(CheckByKeys(problem), 3);
    }
  }
}

TEST(SortKernelTest, FindsNansThatNoOrderHas) {
  for (const int64_t length : {50, 100'000}) {
    SortKernelProblem problem{{BF16, F64}, 3, length, 2, length, {{{.operand = 1}}}};
    for (const int64_t at : {int64_t{-1}, int64_t{0}, 6 * length - 1, 3 * length}) {
      Arrays arrays = RandomArrays(problem, false);
      if (at >= 0) {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        std::memcpy(arrays.from[1].data() + at * 8, &nan, 8);
      }
      const Memory memory(arrays);
      const KeySorting sorting(RowsOf(problem), problem.order);
      EXPECT_FALSE(sorting.always_orders());
      EXPECT_EQ(sorting.is_small(), length == 50);
      for (const TaskOrder order : kTaskOrders) {
        bool in_order = at >= 0;
        EXPECT_TRUE(RunKernel(sorting.LookForOrder(memory.get(), &in_order), order).status.ok());
        EXPECT_EQ(in_order, at < 0) << at;
      }
    }
  }
}

// Answers comparator(x, y) = x < y of f32, and ignores the other arrays.
void AnswerLess(const Application& questions) {
  const auto* const before = reinterpret_cast<const float*>(questions.arguments[0]);
  const auto* const after = reinterpret_cast<const float*>(questions.arguments[1]);
  for (int64_t i = 0; i < questions.count; ++i) {
    questions.results[0][i] = std::byte{before[i] < after[i]};
  }
}

TEST(SortKernelTest, ByComparing) {
  const std::vector<Sizes> all_sizes = {{3, 1, 2}, {5000, 7, 1}, {40, 300, 3}, {1, 300'000, 1}};
  for (const Sizes& sizes : all_sizes) {
    const SortKernelProblem problem{{F32, C128}, sizes[0], sizes[1],
                                    sizes[2],    sizes[1], {{{.operand = 0}}}};
    for (const bool ties : {false, true}) {
      const Arrays unsorted = RandomArrays(problem, ties);
      const std::vector<Sizes> orders = OrdersOf(problem, unsorted);
      for (const TaskOrder order : kTaskOrders) {
        Arrays arrays = unsorted;
        int64_t most_at_once = 0;
        const KernelReport report = SortByComparing(
            problem, arrays, {true, false}, order, [&](const Application& questions) {
              most_at_once = std::max(most_at_once, questions.count);
              AnswerLess(questions);
            });
        ASSERT_TRUE(report.status.ok());
        EXPECT_LE(most_at_once, 4096);
        if (problem.length > 100'000) {
          EXPECT_EQ(most_at_once, 4096);
          EXPECT_GE(report.most_tasks, 3);
        }
        ExpectSorted(problem, arrays, orders, /*with_places=*/false);
      }
    }
  }
}

// Each array is one more element to move: of many arrays, a task moves fewer elements.
TEST(SortKernelTest, TasksOfManyArraysHaveFewerElements) {
  constexpr size_t kArrays = 64;
  const std::vector<Sizes> all_sizes = {{Rounds(500, 150), 300, 1}, {1, 100'000, 1}};
  for (const Sizes& sizes : all_sizes) {
    const SortKernelProblem problem{std::vector<PrimitiveType>(kArrays, F32),
                                    sizes[0],
                                    sizes[1],
                                    sizes[2],
                                    sizes[1],
                                    {{{.operand = 0}}}};
    const std::vector<Sizes> orders = OrdersOf(problem, RandomArrays(problem, true));
    const int64_t elements = problem.count() * problem.length * static_cast<int64_t>(kArrays);
    {
      Arrays arrays = RandomArrays(problem, true);
      const KernelReport report = SortByKeys(problem, arrays);
      EXPECT_GE(report.most_tasks, elements >> 16);
      ExpectSorted(problem, arrays, orders, /*with_places=*/true);
    }
    Arrays arrays = RandomArrays(problem, true);
    int64_t most_at_once = 0;
    const KernelReport report =
        SortByComparing(problem, arrays, std::vector<bool>(kArrays, true), TaskOrder::kForwards,
                        [&](const Application& questions) {
                          most_at_once = std::max(most_at_once, questions.count);
                          AnswerLess(questions);
                        });
    EXPECT_LE(most_at_once * static_cast<int64_t>(kArrays), 1 << 16);
    EXPECT_GE(report.most_tasks, std::min(elements, int64_t{kArrays} << 17) >> 16);
    ExpectSorted(problem, arrays, orders, /*with_places=*/false);
  }
}

// Only compared elements are collected. The other arguments hold zeros.
TEST(SortKernelTest, ComparingFewOfManyArrays) {
  constexpr size_t kArrays = 900;
  SortKernelProblem problem{
      std::vector<PrimitiveType>(kArrays, S16), 2, 70, 3, 70, {{{.operand = 600}}}};
  problem.types[600] = F32;
  std::vector<bool> used(kArrays, false);
  used[600] = true;
  const Arrays unsorted = RandomArrays(problem, true);
  const std::vector<Sizes> orders = OrdersOf(problem, unsorted);
  for (const TaskOrder order : kTaskOrders) {
    Arrays arrays = unsorted;
    const auto answer = [&](const Application& questions) {
      ASSERT_EQ(questions.arguments.size(), 2 * kArrays);
      for (const size_t p : {size_t{0}, size_t{1199}, 2 * kArrays - 1}) {
        for (int64_t i = 0; i < 2 * questions.count; ++i) {
          ASSERT_EQ(questions.arguments[p][i], std::byte{0});
        }
      }
      Application of_key = questions;
      of_key.arguments = Span<const std::byte* const>(questions.arguments.data() + 1200, 2);
      AnswerLess(of_key);
    };
    const KernelReport report = SortByComparing(problem, arrays, used, order, answer);
    ASSERT_TRUE(report.status.ok());
    // Less memory than all arguments of so many comparisons would take.
    EXPECT_LT(report.scratch_bytes, 2 * 1'000'000);
    ExpectSorted(problem, arrays, orders, /*with_places=*/false);
  }
}

TEST(SortKernelTest, NothingToSort) {
  for (const Sizes& sizes : std::vector<Sizes>{{0, 3, 2}, {3, 0, 2}, {3, 2, 0}}) {
    const SortKernelProblem problem{{F32},    sizes[0], sizes[1],
                                    sizes[2], sizes[1], {{{.operand = 0}}}};
    Arrays arrays = RandomArrays(problem, false);
    const Memory memory(arrays);
    const KeySorting sorting(RowsOf(problem), problem.order);
    EXPECT_TRUE(sorting.is_small());
    bool in_order = false;
    EXPECT_TRUE(RunKernel(sorting.LookForOrder(memory.get(), &in_order)).status.ok());
    EXPECT_TRUE(in_order);
    EXPECT_EQ(SortByKeys(problem, arrays).phases, 0);
    EXPECT_EQ(SortByComparing(problem, arrays, {true}, TaskOrder::kForwards, nullptr).phases, 0);
  }
}

}  // namespace
}  // namespace hloom
