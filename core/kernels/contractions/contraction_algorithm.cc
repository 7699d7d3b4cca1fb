#include "kernels/contractions/contraction_algorithm.h"

#include <algorithm>

namespace hloom {

namespace {

// The number of sums of parts that a task adds up.
constexpr int64_t kStored = 1024;

}  // namespace

int64_t ContractionAlgorithm::PartBytes() const {
  return product_.batches * product_.rows * product_.columns * product_.sum_width;
}

// A vector is stored along its rows, a matrix row by row, many short rows in one task.
int64_t ContractionAlgorithm::StoreTasks() const {
  if (product_.columns == 1) return product_.batches * TaskCount(product_.rows, kStored);
  return TaskCount(product_.batches * product_.rows, TaskCount(kStored, product_.columns));
}

void ContractionAlgorithm::StoreShared(const ContractionArrays& arrays, int64_t task) const {
  const GemmProblem& p = product_;
  const auto store = [&](int64_t batch, int64_t row, const Axis& axis, int64_t begin, int64_t end) {
    const int64_t first = (batch * p.rows + row) * p.columns + begin;
    std::byte* const sums = arrays.shared + first * p.sum_width;
    for (int64_t part = 1; part < plan_.parts; ++part) {
      loops_.add_sums(sums, sums + part * PartBytes(), (end - begin) * p.parts());
    }
    const int64_t place = p.c_batch.At(batch) + p.c_rows.At(row);
    p.StoreLine(axis, begin, end, sums, arrays.c + place * p.result_width);
  };
  if (p.columns == 1) {
    const int64_t pieces = TaskCount(p.rows, kStored);
    const int64_t begin = task % pieces * kStored;
    return store(task / pieces, 0, p.c_rows, begin, std::min(begin + kStored, p.rows));
  }
  const int64_t each = TaskCount(kStored, p.columns);
  const int64_t last = std::min((task + 1) * each, p.batches * p.rows);
  for (int64_t i = task * each; i < last; ++i) {
    store(i / p.rows, i % p.rows, p.c_columns, 0, p.columns);
  }
}

Kernel ContractionAlgorithm::ComputeInPhases(ContractionArrays arrays) const {
  if (plan_.parts > 1) arrays.shared = co_await Scratch<std::byte>(plan_.parts * PartBytes());
  int64_t phase = 0;
  const auto run = [&](int64_t task, std::byte* room) { RunTask(arrays, phase, task, room); };
  for (; phase < plan_.phases; ++phase) co_await Tasks(plan_.tasks, run, plan_.room_bytes);
  const auto store = [&](int64_t task, std::byte*) { StoreShared(arrays, task); };
  if (plan_.parts > 1) co_await Tasks(StoreTasks(), store);
  co_return OkStatus();
}

Kernel ContractionAlgorithm::Compute(ContractionArrays arrays) const {
  if (!plan_.small) return ComputeInPhases(arrays);
  alignas(16) std::byte room[kSmallRoom];
  RunTask(arrays, 0, 0, room);
  return {};
}

}  // namespace hloom
