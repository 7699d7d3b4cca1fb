#include "kernels/contractions/product.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <utility>

#include "kernels/convert.h"
#include "kernels/sizes.h"
#include "kernels/strided_run.h"

namespace hloom {

namespace {

std::vector<StridedLoop> LoopsOf(const std::vector<int64_t>& sizes,
                                 const std::vector<int64_t>& strides) {
  if (ElementCount(sizes) == 0) return {{0, 1, 1}};
  std::vector<StridedLoop> loops = SimplifyLoops(sizes, RowMajorStrides(sizes), strides);
  if (loops.empty()) loops.push_back({1, 1, 1});
  return loops;
}

// Sorts dimensions, so that those come last which take the smallest steps in both arrays.
void NearestLast(std::vector<int64_t>& sizes, std::vector<int64_t>& one,
                 std::vector<int64_t>& other) {
  const auto distance = [&](size_t d) { return std::abs(one[d]) + std::abs(other[d]); };
  for (size_t i = 1; i < sizes.size(); ++i) {
    for (size_t d = i; d > 0 && distance(d - 1) < distance(d); --d) {
      std::swap(sizes[d - 1], sizes[d]);
      std::swap(one[d - 1], one[d]);
      std::swap(other[d - 1], other[d]);
    }
  }
}

bool IsInteger(PrimitiveType type) { return IsIntegralType(type) || type == PRED; }

// Whether all values of a type are some of int16.
bool FitsInt16(PrimitiveType type) {
  return IsInteger(type) && (BitWidth(type) <= 8 || type == S16);
}

LaneKind LaneOf(const Contraction& c) {
  const PrimitiveType type = ComputeTypeOf(c.result_type);
  if (type == PRED) return LaneKind::kFloat;
  if (IsIntegralType(type)) {
    const PrimitiveType left = c.lhs.type;
    const PrimitiveType right = c.rhs.type;
    const bool narrow = FitsInt16(left) && FitsInt16(right);
    const bool low_bits = BitWidth(type) <= 16 && IsInteger(left) && IsInteger(right);
    const bool vector = ElementCount(c.lhs_sizes) == 1 || ElementCount(c.rhs_sizes) == 1;
    if (BitWidth(type) == 64) return LaneKind::kInt64;
    if (vector) return LaneKind::kInt32;  // its matrix is read once, and not packed
    return narrow || low_bits ? LaneKind::kInt16Pair : LaneKind::kInt32;
  }
  const PrimitiveType part = IsComplexType(type) ? ComplexComponentType(type) : type;
  return part == F64 ? LaneKind::kDouble : LaneKind::kFloat;
}

PrimitiveType SumTypeOf(PrimitiveType result_type) {
  const PrimitiveType type = ComputeTypeOf(result_type);
  if (type == PRED) return F32;
  return IsIntegralType(type) && BitWidth(type) < 32 ? S32 : type;
}

ElementForm FormOf(PrimitiveType from, PrimitiveType result_type, LaneKind lane) {
  const PrimitiveType type = ComputeTypeOf(result_type);
  const PrimitiveType to = lane == LaneKind::kInt16Pair ? S16 : SumTypeOf(result_type);
  // Integers that are widened keep their low bits; others saturate at the type's own bounds.
  const bool straight = type == to || from == type || (type != PRED && IsInteger(from));
  return {from, to, straight ? PRIMITIVE_TYPE_INVALID : type};
}

Factor FactorOf(const Contraction& c, const Contraction::Operand& operand,
                const std::vector<int64_t>& kept_sizes, LaneKind lane) {
  const ElementForm form = FormOf(operand.type, c.result_type, lane);
  return {form,
          ByteWidth(operand.type),
          form.is_plain() && lane != LaneKind::kInt16Pair,
          Axis(c.batch_sizes, operand.batch),
          Axis(kept_sizes, operand.kept),
          Axis(c.contracting_sizes, operand.contracting)};
}

int64_t RoundUp(int64_t count, int64_t to) { return (count + to - 1) / to * to; }

// Whether it is better to compute the transposed result: its rows are vectors then.
bool IsBetterTransposed(const Contraction& c) {
  const int64_t m = ElementCount(c.lhs_sizes);
  const int64_t n = ElementCount(c.rhs_sizes);
  if (m == 1 || n == 1) return n != 1;  // a vector is the one column
  // What a tile of 4 rows and 8 columns has to compute.
  const int64_t as_it_is = RoundUp(m, 4) * RoundUp(n, 8);
  const int64_t transposed = RoundUp(n, 4) * RoundUp(m, 8);
  if (transposed * 5 < as_it_is * 4) return true;
  if (as_it_is * 5 < transposed * 4) return false;
  return Axis(c.rhs_sizes, c.result_rhs).step() != 1 && Axis(c.lhs_sizes, c.result_lhs).step() == 1;
}

Contraction Arranged(Contraction c, bool swap) {
  if (swap) {
    std::swap(c.lhs, c.rhs);
    std::swap(c.lhs_sizes, c.rhs_sizes);
    std::swap(c.result_lhs, c.result_rhs);
  }
  return c;
}

Contraction Sorted(Contraction c) {
  NearestLast(c.lhs_sizes, c.result_lhs, c.lhs.kept);
  NearestLast(c.rhs_sizes, c.result_rhs, c.rhs.kept);
  NearestLast(c.contracting_sizes, c.lhs.contracting, c.rhs.contracting);
  return c;
}

Product ProductOf(const Contraction& c, bool swapped) {
  const LaneKind lane = LaneOf(c);
  const PrimitiveType sum_type = SumTypeOf(c.result_type);
  return {swapped,
          ElementCount(c.batch_sizes),
          ElementCount(c.lhs_sizes),
          ElementCount(c.rhs_sizes),
          ElementCount(c.contracting_sizes),
          FactorOf(c, c.lhs, c.lhs_sizes, lane),
          FactorOf(c, c.rhs, c.rhs_sizes, lane),
          Axis(c.batch_sizes, c.result_batch),
          Axis(c.lhs_sizes, c.result_lhs),
          Axis(c.rhs_sizes, c.result_rhs),
          c.result_type,
          ByteWidth(c.result_type),
          lane,
          IsComplexType(c.result_type),
          sum_type,
          ByteWidth(sum_type),
          c.result_type == sum_type};
}

}  // namespace

Axis::Axis(const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides)
    : size_(ElementCount(sizes)), loops_(LoopsOf(sizes, strides)) {}

int64_t Axis::At(int64_t i) const {
  if (loops_.size() == 1) return i * loops_[0].from;
  int64_t place = 0;
  for (size_t d = loops_.size(); d-- > 0; i /= loops_[d].size) {
    place += i % loops_[d].size * loops_[d].from;
  }
  return place;
}

void Axis::ListPlaces(int64_t begin, int64_t end, int64_t* places) const {
  ForEachRun(begin, end, [&](int64_t place, int64_t step, int64_t count) {
    for (int64_t i = 0; i < count; ++i) *places++ = place + i * step;
  });
}

bool ElementForm::is_plain() const {
  if (by_way_of != PRIMITIVE_TYPE_INVALID) return false;
  return from == to || (IsIntegralType(from) && IsIntegralType(to) && ComputeTypeOf(from) == from &&
                        BitWidth(from) == BitWidth(to));
}

void ElementForm::Load(const std::byte* in, int64_t step, std::byte* out, int64_t count) const {
  if (by_way_of == PRIMITIVE_TYPE_INVALID) return LoadRun(from, in, step, to, out, count);
  constexpr int64_t kBlock = 256;
  alignas(16) std::byte room[kBlock * sizeof(int16_t)];  // the widest is S16
  for (int64_t i = 0; i < count; i += kBlock) {
    const int64_t block = std::min(kBlock, count - i);
    LoadRun(from, in + i * step * ByteWidth(from), step, by_way_of, room, block);
    ConvertRun(by_way_of, room, to, out + i * ByteWidth(to), block);
  }
}

Product MakeProduct(Contraction contraction) {
  Contraction sorted = Sorted(std::move(contraction));
  const bool swap = IsBetterTransposed(sorted);
  return ProductOf(Arranged(std::move(sorted), swap), swap);
}

}  // namespace hloom
