#include "literal/strided.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "shape/index_util.h"

namespace hloom {

namespace {

template <typename T>
void CopyRun(const StridedLoop& run, T* to, const T* from) {
  if (run.to == 1 && run.from == 1) {
    std::memcpy(to, from, static_cast<size_t>(run.size) * sizeof(T));
  } else if (run.to == 1 && run.from == 0) {
    std::fill_n(to, run.size, *from);
  } else {
    for (int64_t i = 0; i < run.size; ++i) to[i * run.to] = from[i * run.from];
  }
}

}  // namespace

std::vector<StridedLoop> SimplifyLoops(Span<const int64_t> sizes, Span<const int64_t> to_strides,
                                       Span<const int64_t> from_strides) {
  std::vector<StridedLoop> loops;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] != 1) loops.push_back({sizes[i], to_strides[i], from_strides[i]});
  }
  std::stable_sort(loops.begin(), loops.end(),
                   [](const StridedLoop& a, const StridedLoop& b) { return a.to > b.to; });
  std::vector<StridedLoop> merged;
  for (const StridedLoop& loop : loops) {
    if (!merged.empty()) {
      StridedLoop& outer = merged.back();
      if (outer.to == loop.to * loop.size && outer.from == loop.from * loop.size) {
        outer = {outer.size * loop.size, loop.to, loop.from};
        continue;
      }
    }
    merged.push_back(loop);
  }
  return merged;
}

StridedCopier::StridedCopier(Span<const int64_t> sizes, Span<const int64_t> to_strides,
                             Span<const int64_t> from_strides, int64_t width)
    : width_(width), empty_(std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) {
  if (empty_) return;  // the other sizes may multiply to anything
  loops_ = SimplifyLoops(sizes, to_strides, from_strides);
  if (!loops_.empty()) index_.resize(loops_.size() - 1);
}

void StridedCopier::Copy(std::byte* to, const std::byte* from) {
  constexpr int64_t kHere = 0;
  CopyEach(to, &kHere, from, &kHere, 1);
}

void StridedCopier::CopyEach(std::byte* to, const int64_t* to_offsets, const std::byte* from,
                             const int64_t* from_offsets, int64_t count) {
  if (empty_) return;
  DispatchWidth(width_, [&]<typename T>() {
    T* const target = reinterpret_cast<T*>(to);
    const T* const source = reinterpret_cast<const T*>(from);
    if (loops_.empty()) {
      for (int64_t k = 0; k < count; ++k) target[to_offsets[k]] = source[from_offsets[k]];
      return;
    }
    for (int64_t k = 0; k < count; ++k) {
      T* const t = target + to_offsets[k];
      const T* const f = source + from_offsets[k];
      ForEachRun(loops_, index_,
                 [&](const StridedLoop& run, int64_t to_offset, int64_t from_offset) {
                   CopyRun(run, t + to_offset, f + from_offset);
                 });
    }
  });
}

void StridedCopy(Span<const int64_t> sizes, std::byte* to, Span<const int64_t> to_strides,
                 const std::byte* from, Span<const int64_t> from_strides, int64_t width) {
  StridedCopier(sizes, to_strides, from_strides, width).Copy(to, from);
}

StatusOr<Literal> Relayout(const Literal& literal, const Layout& layout, LedgerPtr ledger) {
  const Shape& from = literal.shape();
  if (!from.IsArray() || from.layout() == layout) return literal;
  Shape shape = from;
  shape.set_layout(layout);
  HLOOM_ASSIGN_OR_RETURN(Literal result, Literal::Create(shape, std::move(ledger)));
  StridedCopy(from.dimensions(), result.mutable_data<std::byte>(), IndexUtil::Strides(shape),
              literal.data<std::byte>(), IndexUtil::Strides(from), ByteWidth(from.element_type()));
  for (int64_t d = 0; d < from.rank(); ++d) {
    if (!from.is_dynamic_dimension(d)) continue;
    HLOOM_RETURN_IF_ERROR(result.SetDynamicSize(d, literal.GetDynamicSize(d)));
  }
  return result;
}

// The depth of a shape is bounded.
StatusOr<Literal> RelayoutTo(const Literal& literal, const Shape& shape, LedgerPtr ledger) {
  if (literal.shape() == shape) return literal;
  if (!shape.IsTuple()) return Relayout(literal, shape.layout(), std::move(ledger));
  std::vector<Literal> elements;
  for (size_t i = 0; i < literal.elements().size(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(Literal element,
                           RelayoutTo(literal.elements()[i], shape.tuple_shapes()[i], ledger));
    elements.push_back(std::move(element));
  }
  return Literal::MakeTuple(std::move(elements));
}

}  // namespace hloom
