#include "kernels/contractions/gemm_problem.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <utility>

#include "kernels/contractions/plane_convolution.h"
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

// Sorts dimensions, with the smallest steps in both arrays last.
void NearestLast(std::vector<int64_t>& sizes, std::vector<int64_t>& one,
                 std::vector<int64_t>& other, std::vector<int64_t>* space = nullptr) {
  const auto distance = [&](size_t d) { return std::abs(one[d]) + std::abs(other[d]); };
  for (size_t i = 1; i < sizes.size(); ++i) {
    for (size_t d = i; d > 0 && distance(d - 1) < distance(d); --d) {
      std::swap(sizes[d - 1], sizes[d]);
      std::swap(one[d - 1], one[d]);
      std::swap(other[d - 1], other[d]);
      if (space != nullptr && !space->empty()) std::swap((*space)[d - 1], (*space)[d]);
    }
  }
}

// Moves the dimension of features to the place that windows require among the contracted
// dimensions.
void PlaceFeatures(Contraction& c) {
  const size_t to = InputWindows::PlaceOfFeatures(c);
  size_t at = 0;
  while (c.contracting_space[at] >= 0) ++at;
  for (; at < to; ++at) {
    std::swap(c.contracting_sizes[at], c.contracting_sizes[at + 1]);
    std::swap(c.lhs.contracting[at], c.lhs.contracting[at + 1]);
    std::swap(c.rhs.contracting[at], c.rhs.contracting[at + 1]);
    std::swap(c.contracting_space[at], c.contracting_space[at + 1]);
  }
}

bool IsInteger(PrimitiveType type) { return IsIntegralType(type) || type == PRED; }

// True if int16 can hold all values of a type.
bool FitsInt16(PrimitiveType type) {
  return IsInteger(type) && (BitWidth(type) <= 8 || type == S16);
}

LaneKind LaneOf(const Contraction& c, bool in_planes) {
  const PrimitiveType type = ComputeTypeOf(c.result_type);
  if (type == PRED) return LaneKind::kFloat;
  if (IsIntegralType(type)) {
    const PrimitiveType left = c.lhs.type;
    const PrimitiveType right = c.rhs.type;
    const bool narrow = FitsInt16(left) && FitsInt16(right);
    const bool low_bits = BitWidth(type) <= 16 && IsInteger(left) && IsInteger(right);
    const bool vector = ElementCount(c.lhs_sizes) == 1 || ElementCount(c.rhs_sizes) == 1;
    if (BitWidth(type) == 64) return LaneKind::kInt64;
    if (vector || in_planes) return LaneKind::kInt32;  // nothing is packed
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
  if (straight) return {from, to, PRIMITIVE_TYPE_INVALID};
  return {from, to, IsIntegralType(type) ? result_type : type};
}

// The distance of neighbors.
int64_t LastStep(const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides) {
  for (size_t d = sizes.size(); d-- > 0;) {
    if (sizes[d] > 1) return strides[d];
  }
  return 1;
}

// True if it is better to compute the transposed result, whose rows are vectors.
bool IsBetterTransposed(const Contraction& c) {
  const int64_t m = ElementCount(c.lhs_sizes);
  const int64_t n = ElementCount(c.rhs_sizes);
  if (m == 1 || n == 1) return n != 1;  // a vector is the one column
  // The products that tiles of 4 rows and 8 columns compute.
  const int64_t as_it_is = RoundUp(m, 4) * RoundUp(n, 8);
  const int64_t transposed = RoundUp(n, 4) * RoundUp(m, 8);
  if (transposed * 5 < as_it_is * 4) return true;
  if (as_it_is * 5 < transposed * 4) return false;
  return LastStep(c.rhs_sizes, c.result_rhs) != 1 && LastStep(c.lhs_sizes, c.result_lhs) == 1;
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

__attribute__((noinline)) void Axis::Walk(int64_t begin, int64_t end, const void* function,
                                          void (*call)(const void* function, int64_t place,
                                                       int64_t step, int64_t count)) const {
  if (begin >= end) return;
  if (is_even()) return call(function, begin * step(), step(), end - begin);
  hloom::ForEachRun(loops_, begin, end, [&](const StridedLoop& run, int64_t, int64_t from) {
    call(function, from, run.from, run.size);
  });
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

Factor::Factor(const Contraction& c, bool is_lhs, LaneKind lane)
    : form(FormOf((is_lhs ? c.lhs : c.rhs).type, c.result_type, lane)),
      width(ByteWidth(form.from)),
      loaded_width(ByteWidth(form.to)),
      plain(form.is_plain() && lane != LaneKind::kInt16Pair),
      batch(c.batch_sizes, (is_lhs ? c.lhs : c.rhs).batch),
      kept(is_lhs ? c.lhs_sizes : c.rhs_sizes, (is_lhs ? c.lhs : c.rhs).kept),
      depth(c.contracting_sizes, (is_lhs ? c.lhs : c.rhs).contracting),
      windows(is_lhs && !c.space.empty() ? new InputWindows(c) : nullptr) {}

void Factor::LoadLine(const Axis& axis, int64_t begin, int64_t end, const std::byte* from,
                      std::byte* to) const {
  axis.ForEachRun(begin, end, [&](int64_t place, int64_t step, int64_t count) {
    form.Load(from + place * width, step, to, count);
    to += count * loaded_width;
  });
}

GemmProblem::GemmProblem(const Contraction& c, bool is_swapped)
    : swapped(is_swapped),
      in_planes(PlaneConvolution::Suits(c)),
      lane(LaneOf(c, in_planes)),
      result_type(c.result_type),
      result_width(ByteWidth(c.result_type)),
      sum_type(SumTypeOf(c.result_type)),
      sum_width(ByteWidth(sum_type)),
      complex(IsComplexType(c.result_type)),
      plain_result(result_type == sum_type),
      batches(ElementCount(c.batch_sizes)),
      depth(ElementCount(c.contracting_sizes)),
      a(c, !swapped, lane),
      b(c, swapped, lane),
      rows(a.kept.size()),
      columns(b.kept.size()),
      c_batch(c.batch_sizes, c.result_batch),
      c_rows(swapped ? c.rhs_sizes : c.lhs_sizes, swapped ? c.result_rhs : c.result_lhs),
      c_columns(swapped ? c.lhs_sizes : c.rhs_sizes, swapped ? c.result_lhs : c.result_rhs) {}

// Sorts dimensions; returns true if the operands must be exchanged.
bool GemmProblem::Arrange(Contraction& c) {
  NearestLast(c.lhs_sizes, c.result_lhs, c.lhs.kept, &c.lhs_space);
  NearestLast(c.rhs_sizes, c.result_rhs, c.rhs.kept);
  NearestLast(c.contracting_sizes, c.lhs.contracting, c.rhs.contracting, &c.contracting_space);
  if (!c.space.empty()) PlaceFeatures(c);
  return IsBetterTransposed(c);
}

void GemmProblem::StoreLine(const Axis& axis, int64_t begin, int64_t end, const std::byte* sums,
                            std::byte* to) const {
  axis.ForEachRun(begin, end, [&](int64_t place, int64_t step, int64_t count) {
    StoreRun(sum_type, sums, result_type, to + place * result_width, step, count);
    sums += count * sum_width;
  });
}

}  // namespace hloom
