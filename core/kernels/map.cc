#include "kernels/map.h"

#include <algorithm>

#include "kernels/copy.h"
#include "kernels/sizes.h"

namespace hloom {

namespace {

// The number of elements per application.
constexpr int64_t kBatch = 1 << 16;

// Strides of dimensions of size 1 have no effect.
bool WalksAlike(const std::vector<int64_t>& sizes, const std::vector<int64_t>& a,
                const std::vector<int64_t>& b) {
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] != 1 && a[d] != b[d]) return false;
  }
  return true;
}

void MapRepeat(const std::byte* element, int64_t width, int64_t count, std::byte* to) {
  for (int64_t i = 0; i < count; ++i) std::copy_n(element, width, to + i * width);
}

// The arguments of a computation: contiguous runs of elements.
struct Runs {
  std::vector<const std::byte*> operands;
  std::vector<int64_t> advance;  // bytes per element, 0 for scalars
};

Kernel MakeRuns(const MapArrays& arrays, const std::vector<int64_t>& dense, Runs& runs) {
  const int64_t count = ElementCount(arrays.sizes);
  for (const MapArrays::Operand& operand : arrays.operands) {
    const bool in_order = !operand.scalar && WalksAlike(arrays.sizes, operand.strides, dense);
    runs.advance.push_back(operand.scalar ? 0 : operand.width);
    runs.operands.push_back(operand.data);
    if (in_order) continue;
    const int64_t room = operand.scalar ? std::min(kBatch, count) : count;
    std::byte* const elements = co_await Scratch<std::byte>(room * operand.width);
    runs.operands.back() = elements;
    if (operand.scalar) {
      const auto repeat = [&] { MapRepeat(operand.data, operand.width, room, elements); };
      co_await Once(repeat);
    } else {
      co_await CopyStrided(arrays.sizes, elements, dense, operand.data, operand.strides,
                           operand.width);
    }
  }
  co_return OkStatus();
}

}  // namespace

Kernel MapElements(MapArrays arrays) {
  const int64_t count = ElementCount(arrays.sizes);
  if (count == 0) co_return OkStatus();
  const std::vector<int64_t> dense = RowMajorStrides(arrays.sizes);
  Runs runs;
  co_await MakeRuns(arrays, dense, runs);
  const bool in_order = WalksAlike(arrays.sizes, arrays.strides, dense);
  std::byte* results = arrays.result;
  if (!in_order) results = co_await Scratch<std::byte>(count * arrays.width);
  for (int64_t done = 0; done < count; done += kBatch) {
    std::vector<const std::byte*> arguments = runs.operands;
    for (size_t i = 0; i < arguments.size(); ++i) arguments[i] += done * runs.advance[i];
    std::byte* const out = results + done * arrays.width;
    const Application application = {
        arrays.computation, Span<const std::byte* const>(arguments.data(), arguments.size()),
        Span<std::byte* const>(&out, 1), std::min(kBatch, count - done)};
    co_await Apply(application);
  }
  if (!in_order) {
    co_await CopyStrided(arrays.sizes, arrays.result, arrays.strides, results, dense, arrays.width);
  }
  co_return OkStatus();
}

}  // namespace hloom
