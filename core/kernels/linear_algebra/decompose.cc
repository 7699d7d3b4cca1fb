#include "kernels/linear_algebra/decompose.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "base/rules.h"
#include "base/str_cat.h"
#include "kernels/convert.h"
#include "kernels/copy.h"
#include "kernels/sizes.h"

namespace hloom {

namespace {

// The number of elements that are converted at a time.
constexpr int64_t kLine = 256;
constexpr size_t kMostArrays = 12;

int64_t BytesOf(const MatrixBatch& array) {
  return RoundUp(array.rows * array.columns * ByteWidth(array.computed), 16);
}

// The offset of matrix i of an array.
int64_t PlaceOf(const std::vector<int64_t>& sizes, const MatrixBatch& array, int64_t i) {
  int64_t place = 0;
  for (size_t d = sizes.size(); d-- > 0; i /= sizes[d]) {
    place += i % sizes[d] * array.batch_strides[d];
  }
  return place;
}

// Calls f(bytes of the array's elements, number of the first one column by column, count), for
// lines of neighbors in a column.
template <typename F>
void ForEachLine(const MatrixBatch& array, int64_t place, const F& f) {
  const int64_t width = ByteWidth(array.type);
  for (int64_t column = 0; column < array.columns; ++column) {
    for (int64_t row = 0; row < array.rows; row += kLine) {
      const int64_t at = place + column * array.column_step + row * array.row_step;
      f(at * width, column * array.rows + row, std::min(kLine, array.rows - row));
    }
  }
}

void Gather(const MatrixBatch& array, const std::byte* data, int64_t place, std::byte* to) {
  alignas(16) std::byte line[kLine * 16];
  const int64_t width = ByteWidth(array.type), computed = ByteWidth(array.computed);
  ForEachLine(array, place, [&](int64_t from, int64_t first, int64_t count) {
    DispatchWidth(width, [&]<typename T>() {
      const T* const elements = reinterpret_cast<const T*>(data + from);
      for (int64_t i = 0; i < count; ++i) {
        reinterpret_cast<T*>(line)[i] = elements[i * array.row_step];
      }
    });
    ConvertRun(array.type, line, array.computed, to + first * computed, count);
  });
}

void Scatter(const MatrixBatch& array, const std::byte* from, int64_t place, std::byte* data) {
  alignas(16) std::byte line[kLine * 16];
  const int64_t width = ByteWidth(array.type), computed = ByteWidth(array.computed);
  ForEachLine(array, place, [&](int64_t to, int64_t first, int64_t count) {
    ConvertRun(array.computed, from + first * computed, array.type, line, count);
    DispatchWidth(width, [&]<typename T>() {
      T* const elements = reinterpret_cast<T*>(data + to);
      for (int64_t i = 0; i < count; ++i) {
        elements[i * array.row_step] = reinterpret_cast<const T*>(line)[i];
      }
    });
  });
}

int64_t ArrayBytes(const DecompositionPlan& plan) {
  int64_t bytes = 0;
  for (const MatrixBatch& array : plan.operands) bytes += BytesOf(array);
  for (const MatrixBatch& array : plan.results) bytes += BytesOf(array);
  return bytes;
}

void DecomposeOne(const DecompositionPlan& plan, const std::byte* const* operands,
                  std::byte* const* results, int64_t i, std::byte* room) {
  const std::byte* in[kMostArrays] = {};
  std::byte* out[kMostArrays] = {};
  for (size_t k = 0; k < plan.operands.size(); ++k) {
    const MatrixBatch& array = plan.operands[k];
    Gather(array, operands[k], PlaceOf(plan.batch_sizes, array, i), room);
    in[k] = room;
    room += BytesOf(array);
  }
  for (size_t k = 0; k < plan.results.size(); ++k) {
    out[k] = room;
    // Outputs that a decomposition does not write are zero, for example the one that reports
    // success.
    std::fill_n(room, BytesOf(plan.results[k]), std::byte{0});
    room += BytesOf(plan.results[k]);
  }
  const MatrixFlags flags =
      plan.flags_of == nullptr ? plan.flags : plan.flags_of(in + plan.first_flag);
  plan.decompose(plan.sizes, flags, in + plan.scalars, out);
  for (size_t k = 0; k < plan.results.size(); ++k) {
    const MatrixBatch& array = plan.results[k];
    Scatter(array, out[k], PlaceOf(plan.batch_sizes, array, i), results[k]);
  }
}

// A failed allocation in a decomposition would end the program, so the memory is tested before.
bool IsThereMemory(int64_t bytes) {
  void* const memory = std::malloc(static_cast<size_t>(bytes));
  std::free(memory);
  return memory != nullptr;
}

}  // namespace

Kernel Decompose(const DecompositionPlan& plan, const std::byte* const* operands,
                 std::byte* const* results) {
  std::atomic<bool> lacks_memory = false;
  // The workspace is part of the task's memory only to be counted: the computation allocates its
  // own.
  const int64_t bytes = ArrayBytes(plan) + plan.workspace_bytes;
  const auto decompose = [&](int64_t i, std::byte* room) {
    if (!IsThereMemory(plan.workspace_bytes)) {
      lacks_memory = true;
      return;
    }
    DecomposeOne(plan, operands, results, i, room);
  };
  co_await Tasks(ElementCount(plan.batch_sizes), decompose, bytes);
  if (lacks_memory) {
    co_return ResourceExhausted(kMemoryC2)
        .Say(StrCat("a matrix with ", Count(plan.sizes.rows, "row"), " and ",
                    Count(plan.sizes.columns, "column"), " needs ", plan.workspace_bytes,
                    " bytes to be decomposed"))
        .Help("free values that are not needed any more, or decompose smaller matrices");
  }
  co_return OkStatus();
}

}  // namespace hloom
