#include "kernels/contractions/contraction.h"

#include <complex>
#include <type_traits>
#include <utility>

#include "kernels/strided_run.h"

namespace hloom {

namespace {

// Calls f(offsets...) for every index within `sizes`, in row-major order.
template <typename F>
void ForEachPlace(const std::vector<int64_t>& sizes, const std::vector<int64_t>& one,
                  const std::vector<int64_t>& other, F f) {
  int64_t count = 1;
  for (const int64_t size : sizes) count *= size;
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i;
    int64_t at_one = 0;
    int64_t at_other = 0;
    for (size_t d = sizes.size(); d-- > 0; rest /= sizes[d]) {
      at_one += rest % sizes[d] * one[d];
      at_other += rest % sizes[d] * other[d];
    }
    f(at_one, at_other);
  }
}

template <typename T>
T MultiplyAdd(T sum, T x, T y) {
  if constexpr (std::is_same_v<T, bool>) {
    return sum || (x && y);
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(sum) +
                          static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
  } else {
    return sum + x * y;
  }
}

template <typename T>
void ContractAs(const Contraction& c, PrimitiveType type, const std::byte* lhs,
                const std::byte* rhs, std::byte* result) {
  const auto load = [type](const Contraction::Operand& operand, const std::byte* data, int64_t at) {
    T value;
    LoadRun(operand.type, data + at * ByteWidth(operand.type), 1, type,
            reinterpret_cast<std::byte*>(&value), 1);
    return value;
  };
  int64_t batches = 1;
  for (const int64_t size : c.batch_sizes) batches *= size;
  for (int64_t b = 0; b < batches; ++b) {
    int64_t rest = b;
    int64_t lhs_batch = 0, rhs_batch = 0, batch = 0;
    for (size_t d = c.batch_sizes.size(); d-- > 0; rest /= c.batch_sizes[d]) {
      const int64_t index = rest % c.batch_sizes[d];
      lhs_batch += index * c.lhs.batch[d];
      rhs_batch += index * c.rhs.batch[d];
      batch += index * c.result_batch[d];
    }
    ForEachPlace(c.lhs_sizes, c.lhs.kept, c.result_lhs, [&](int64_t lhs_at, int64_t lhs_to) {
      ForEachPlace(c.rhs_sizes, c.rhs.kept, c.result_rhs, [&](int64_t rhs_at, int64_t rhs_to) {
        T sum{};
        ForEachPlace(c.contracting_sizes, c.lhs.contracting, c.rhs.contracting,
                     [&](int64_t x, int64_t y) {
                       sum = MultiplyAdd(sum, load(c.lhs, lhs, lhs_batch + lhs_at + x),
                                         load(c.rhs, rhs, rhs_batch + rhs_at + y));
                     });
        StoreRun(type, reinterpret_cast<const std::byte*>(&sum), c.result_type,
                 result + (batch + lhs_to + rhs_to) * ByteWidth(c.result_type), 1, 1);
      });
    });
  }
}

}  // namespace

ContractionPlan::ContractionPlan(Contraction contraction) : contraction_(std::move(contraction)) {}

bool ContractionPlan::is_small() const { return true; }

Kernel ContractionPlan::Contract(const std::byte* lhs, const std::byte* rhs,
                                 std::byte* result) const {
  const PrimitiveType type = ComputeTypeOf(contraction_.result_type);
#define HLOOM_CONTRACT(name, native) \
  if (type == PrimitiveType::name) ContractAs<native>(contraction_, type, lhs, rhs, result);
  HLOOM_COMPUTE_TYPES(HLOOM_CONTRACT)
#undef HLOOM_CONTRACT
  return Kernel();
}

}  // namespace hloom
