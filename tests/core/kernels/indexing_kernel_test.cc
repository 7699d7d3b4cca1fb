// The kernels of gather and scatter against their plain models, on problems of many tasks: in any
// order of tasks, and with pauses between tasks of a bounded size.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "kernels/elementwise/elements.h"
#include "support/kernel_runner.h"
#include "support/models/elementwise_model.h"
#include "support/models/indexing_model.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// The approximate number of elements that are gathered or scattered.
constexpr int64_t kIndexingKernelMany = 100'000;
// No task has more elements.
constexpr int64_t kIndexingKernelMostOfTask = 1 << 16;
constexpr int kIndexingKernelRounds = Rounds(60, 12);

Bytes IndexingKernelRandomBytes(Random& random, int64_t count) {
  Bytes bytes(static_cast<size_t>(count));
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.Below(256));
  return bytes;
}

TEST(IndexVectorsTest, OffsetsFromAnywhereOn) {
  Random random(1);
  for (int round = 0; round < 500; ++round) {
    const Sizes sizes = [&] {
      Sizes all;
      for (int64_t rank = random.Below(5); rank > 0; --rank) all.push_back(random.Between(1, 6));
      return all;
    }();
    const Strided array = RandomStrides(random, sizes);
    const int64_t count = CountOf(sizes);
    const int64_t begin = random.Below(count);
    const int64_t taken = random.Between(1, count - begin);
    Sizes offsets(static_cast<size_t>(taken));
    OffsetWalk(sizes, array.strides).Take(begin, taken, offsets.data());
    for (int64_t i = 0; i < taken; ++i) {
      ASSERT_EQ(At(offsets, i), Dot(IndexAt(sizes, begin + i), array.strides)) << Braced(sizes);
    }
  }
}

TEST(IndexVectorsTest, IndicesOfAllIntegerTypes) {
  const uint64_t huge = ~uint64_t{0};
  const auto read = [](PrimitiveType type, const void* index) {
    int64_t value = 0;
    IndexFunctionOf(type)(static_cast<const std::byte*>(index), 0, nullptr, 0, 1, &value);
    return value;
  };
  EXPECT_EQ(read(U64, &huge), INT64_MAX);
  EXPECT_EQ(read(S64, &huge), -1);
  EXPECT_EQ(read(U32, &huge), 4294967295);
  EXPECT_EQ(read(S32, &huge), -1);
  EXPECT_EQ(read(U16, &huge), 65535);
  EXPECT_EQ(read(S8, &huge), -1);
  EXPECT_EQ(read(U8, &huge), 255);
  EXPECT_EQ(read(S4, &huge), -1);
}

PlacedGather GatherOf(const IndexingProblem& p, const Strided& operand, const Strided& result) {
  PlacedGather arrays;
  arrays.indices = p.indices;
  const size_t batch = p.indices.sizes.size();
  arrays.operand_strides = operand.strides;
  for (size_t d = 0; d < p.operand.size(); ++d) {
    arrays.last_starts.push_back(p.operand[d] - p.window[d]);
  }
  arrays.sizes = p.WindowSizes();
  arrays.from_strides = p.Of(operand.strides);
  arrays.result_strides = Part(result.strides, 0, batch);
  arrays.to_strides = Part(result.strides, batch, arrays.sizes.size());
  return arrays;
}

KernelReport RunGather(const PlacedGather& arrays, TaskOrder order) {
  const GatherTasks tasks(arrays);
  return RunKernel(GatherByTasks(tasks, arrays.indices.data, arrays.operand, arrays.result), order);
}

TEST(GatherKernelTest, ManySlicesInAnyOrder) {
  Random random(2);
  int64_t tasks = 0;
  for (int round = 0; round < kIndexingKernelRounds; ++round) {
    const IndexingProblem p = RandomIndexingProblem(random, kIndexingKernelMany);
    const Strided operand = RandomStrides(random, p.operand);
    const Strided result = RandomStrides(random, p.Windowed());
    PlacedGather arrays = GatherOf(p, operand, result);
    arrays.width = int64_t{1} << random.Below(5);
    const Bytes from = IndexingKernelRandomBytes(random, operand.stored * arrays.width);
    arrays.operand = from.data();
    Bytes expected(static_cast<size_t>(result.stored * arrays.width));
    arrays.result = expected.data();
    PlainGather(arrays);
    for (const TaskOrder order : kTaskOrders) {
      Bytes to(expected.size());
      arrays.result = to.data();
      const KernelReport report = RunGather(arrays, order);
      ASSERT_TRUE(report.status.ok());
      ASSERT_TRUE(to == expected) << round << ": " << Braced(p.operand) << Braced(p.window)
                                  << Braced(p.Windowed());
      ASSERT_GE(std::max<int64_t>(1, report.most_tasks) * kIndexingKernelMostOfTask,
                CountOf(p.Windowed()));
      tasks = std::max(tasks, report.most_tasks);
    }
  }
  EXPECT_GT(tasks, 3);
}

// A slice of a million elements is copied in pieces; in a transposed matrix, each piece has a row
// of many slices.
TEST(GatherKernelTest, LongSlicesAreCutIntoPieces) {
  constexpr int64_t kLong = 1 << 20;
  const int32_t index[] = {1, 0, 7};  // the last one is moved to 1
  std::vector<uint8_t> operand(2 * kLong);
  for (size_t i = 0; i < operand.size(); ++i) operand[i] = static_cast<uint8_t>(i * 7 + i / kLong);
  for (const bool in_rows : {true, false}) {
    std::vector<uint8_t> result(3 * kLong);
    PlacedGather arrays;
    arrays.indices = {.data = reinterpret_cast<const std::byte*>(index),
                      .type = S32,
                      .sizes = {3},
                      .strides = {1},
                      .components = {{.dimension = 0}}};
    arrays.operand = reinterpret_cast<const std::byte*>(operand.data());
    arrays.last_starts = {1, 0};
    arrays.operand_strides = {kLong, 1};
    arrays.result = reinterpret_cast<std::byte*>(result.data());
    arrays.result_strides = {in_rows ? kLong : 1};
    arrays.sizes = {kLong};
    arrays.to_strides = {in_rows ? 1 : 3};
    arrays.from_strides = {1};
    arrays.width = 1;
    const KernelReport report = RunGather(arrays, TaskOrder::kShuffled);
    EXPECT_GE(report.most_tasks, 3 * kLong / kIndexingKernelMostOfTask);
    for (int64_t k = 0; k < 3; ++k) {
      for (int64_t i = 0; i < kLong; i += 1001) {
        ASSERT_EQ(result[static_cast<size_t>(in_rows ? k * kLong + i : i * 3 + k)],
                  operand[static_cast<size_t>((index[k] != 0 ? kLong : 0) + i)]);
      }
    }
  }
}

// Arrays with updated windows, and their contents.
struct ScatterProblem {
  ScatterArrays arrays;
  std::vector<Bytes> results, updates;
  std::vector<int64_t> stored;

  // Moves the arrays to `memory`, with the current contents of results.
  void Into(std::vector<Bytes>& memory) {
    memory = results;
    for (size_t i = 0; i < memory.size(); ++i) arrays.arrays[i].result = memory[i].data();
  }
};

Bytes RandomValues(Random& random, PrimitiveType type, int64_t count) {
  Bytes bytes;
  for (int64_t i = 0; i < count; ++i) {
    const long double value = static_cast<long double>(random.Between(-40, 40)) / 8;
    const std::string element = WriteElement(type, ConvertedElement(type, RealModel(value)));
    const auto* const data = reinterpret_cast<const std::byte*>(element.data());
    bytes.insert(bytes.end(), data, data + element.size());
  }
  return bytes;
}

ScatterProblem ScatterOf(Random& random, const IndexingProblem& p,
                         const std::vector<PrimitiveType>& types) {
  ScatterProblem s;
  s.arrays.indices = p.indices;
  for (size_t d = 0; d < p.operand.size(); ++d) {
    s.arrays.ends.push_back(p.operand[d] - p.window[d] + 1);
  }
  s.arrays.window = p.WindowSizes();
  const size_t batch = p.indices.sizes.size();
  for (const PrimitiveType type : types) {
    const Strided result = RandomStrides(random, p.operand);
    const Strided updates = RandomStrides(random, p.Windowed());
    s.stored.push_back(result.stored);
    s.results.push_back(RandomValues(random, type, result.stored));
    s.updates.push_back(RandomValues(random, type, updates.stored));
    s.arrays.arrays.push_back(
        {.type = type,
         .result_strides = result.strides,
         .result_window_strides = p.Of(result.strides),
         .update_window_strides = Part(updates.strides, batch, s.arrays.window.size()),
         .update_strides = Part(updates.strides, 0, batch)});
  }
  for (size_t i = 0; i < types.size(); ++i) s.arrays.arrays[i].updates = s.updates[i].data();
  return s;
}

// u - v of a type, rounded to it.
ElementCombiner SubtractFromUpdate(PrimitiveType type) {
  const PrimitiveType computed = ComputeTypeOf(type);
  return {.kind = ElementCombiner::Kind::kFunction,
          .function = {kSubtractLoops(computed)},
          .operand_count = 2,
          .takes_update = {true, false},
          .computed = computed};
}

std::string PlainDifference(PrimitiveType type, const std::string& u, const std::string& v) {
  const std::vector<ElementModel> x = {ReadElement(type, u.data()), ReadElement(type, v.data())};
  if (!IsComplexType(type)) {
    return WriteElement(type, ElementwiseModelOf("subtract").Value(type, x));
  }
  return WriteElement(
      type, {.real = x[0].real - x[1].real, .imaginary = x[0].imaginary - x[1].imaginary});
}

KernelReport RunScatter(const ScatterArrays& arrays, const std::vector<ElementCombiner>& combiners,
                        TaskOrder order) {
  const CombinedScatter scatter(arrays, combiners);
  std::vector<const std::byte*> updates;
  std::vector<std::byte*> results;
  for (const ScatterArray& array : arrays.arrays) {
    updates.push_back(array.updates);
    results.push_back(array.result);
  }
  return RunKernel(scatter.Run(arrays.indices.data, updates.data(), results.data()), order);
}

TEST(ScatterKernelTest, CombinesManyWindowsInTheirOrder) {
  Random random(3);
  int64_t phases = 0;
  int64_t tasks = 0;
  for (int round = 0; round < kIndexingKernelRounds / 3; ++round) {
    const IndexingProblem p = RandomIndexingProblem(random, kIndexingKernelMany);
    const PrimitiveType types[] = {F32, S32, BF16, F8E4M3FN, S4, C64, F64};
    // One array is kept, one is overwritten, and of two u - v is made, which depends on the order.
    const PrimitiveType a = types[random.Below(7)];
    const PrimitiveType b = types[random.Below(7)];
    ScatterProblem s = ScatterOf(random, p, {a, a, b, b});
    using Kind = ElementCombiner::Kind;
    const std::vector<ElementCombiner> combiners = {{.kind = Kind::kKeep},
                                                    SubtractFromUpdate(a),
                                                    {.kind = Kind::kAssign},
                                                    SubtractFromUpdate(b)};
    std::vector<Bytes> expected, actual;
    s.Into(expected);
    PlainScatter(s.arrays, [&](const Elements& e) {
      return Elements{e[0], PlainDifference(a, e[5], e[1]), e[6], PlainDifference(b, e[7], e[3])};
    });
    for (const TaskOrder order : kTaskOrders) {
      s.Into(actual);
      const KernelReport report = RunScatter(s.arrays, combiners, order);
      ASSERT_TRUE(report.status.ok());
      for (size_t i = 0; i < actual.size(); ++i) {
        ASSERT_TRUE(actual[i] == expected[i])
            << round << ": array " << i << " " << Braced(p.operand) << Braced(p.window);
      }
      ASSERT_GE(report.phases * report.most_tasks * kIndexingKernelMostOfTask,
                CountOf(p.Windowed()));
      phases = std::max(phases, report.phases);
      tasks = std::max(tasks, report.most_tasks);
    }
  }
  EXPECT_GE(phases, 3 * 3);
  EXPECT_GE(tasks, 2);
}

// v := 2v + u of U32, applied to any number of elements.
void DoubleAndAdd(const Application& a, size_t i, size_t n) {
  const auto* const v = reinterpret_cast<const uint32_t*>(a.arguments[i]);
  const auto* const u = reinterpret_cast<const uint32_t*>(a.arguments[n + i]);
  for (int64_t e = 0; e < a.count; ++e) {
    reinterpret_cast<uint32_t*>(a.results[i])[e] = 2 * v[e] + u[e];
  }
}

std::string PlainDoubleAndAdd(const std::string& v, const std::string& u) {
  return BytesOf(2 * ElementAs<uint32_t>(v) + ElementAs<uint32_t>(u));
}

TEST(ScatterKernelTest, AppliesAComputationInTheOrderOfWindows) {
  Random random(4);
  int64_t most = 0;
  for (int round = 0; round < kIndexingKernelRounds; ++round) {
    const IndexingProblem p = RandomIndexingProblem(random, kIndexingKernelMany / 4);
    const size_t n = static_cast<size_t>(random.Between(1, 2));
    ScatterProblem s = ScatterOf(random, p, std::vector<PrimitiveType>(n, U32));
    std::vector<Bytes> expected, actual;
    s.Into(expected);
    PlainScatter(s.arrays, [&](const Elements& e) {
      Elements values;
      for (size_t i = 0; i < n; ++i) values.push_back(PlainDoubleAndAdd(e[i], e[n + i]));
      return values;
    });
    s.Into(actual);
    const KernelReport report =
        RunKernel(ScatterApplied(s.arrays, s.stored[0]), TaskOrder::kShuffled,
                  [&](const Application& application) {
                    most = std::max(most, application.count);
                    for (size_t i = 0; i < n; ++i) DoubleAndAdd(application, i, n);
                  });
    ASSERT_TRUE(report.status.ok());
    for (size_t i = 0; i < n; ++i) {
      ASSERT_TRUE(actual[i] == expected[i]) << round << ": array " << i;
    }
  }
  EXPECT_EQ(most, 4096);
}

// 10000 different elements take three applications, and a repeated one takes one each time. Windows
// outside are skipped in tasks of a bounded size.
TEST(ScatterKernelTest, AppliesToAsManyElementsAtOnceAsMayBe) {
  const auto applications = [](const std::vector<int32_t>& index, size_t n = 1) {
    const auto count = static_cast<int64_t>(index.size());
    std::vector<std::vector<uint32_t>> results(n, std::vector<uint32_t>(10000));
    const std::vector<uint32_t> updates(index.size(), 1);
    ScatterArrays arrays = {.indices = {.data = reinterpret_cast<const std::byte*>(index.data()),
                                        .type = S32,
                                        .sizes = {count},
                                        .strides = {1},
                                        .components = {{.dimension = 0}}},
                            .ends = {10000},
                            .window = {},
                            .arrays = {}};
    for (std::vector<uint32_t>& result : results) {
      arrays.arrays.push_back({.type = U32,
                               .result = reinterpret_cast<std::byte*>(result.data()),
                               .updates = reinterpret_cast<const std::byte*>(updates.data()),
                               .result_strides = {1},
                               .update_strides = {1}});
    }
    std::vector<int64_t> counts;
    const KernelReport report = RunKernel(ScatterApplied(arrays, 10000), TaskOrder::kForwards,
                                          [&](const Application& application) {
                                            counts.push_back(application.count);
                                            for (size_t i = 0; i < n; ++i) {
                                              DoubleAndAdd(application, i, n);
                                            }
                                          });
    EXPECT_GE(report.phases * kIndexingKernelMostOfTask, count * static_cast<int64_t>(n));
    return counts;
  };
  std::vector<int32_t> index(10000);
  std::iota(index.rbegin(), index.rend(), 0);
  EXPECT_EQ(applications(index), (std::vector<int64_t>{4096, 4096, 1808}));
  EXPECT_EQ(applications({5, 5, 6, 7, 5}), (std::vector<int64_t>{1, 3, 1}));
  EXPECT_EQ(applications(std::vector<int32_t>(300'000, -1)), std::vector<int64_t>());
  // Each array is one more element to move.
  EXPECT_EQ(applications(index, 20), (std::vector<int64_t>{3276, 3276, 3276, 172}));
  EXPECT_EQ(applications(std::vector<int32_t>(300'000, -1), 20), std::vector<int64_t>());
}

}  // namespace
}  // namespace hloom
