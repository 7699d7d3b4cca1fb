#include "literal/strided.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "shape/index_util.h"

namespace hloom {

namespace {

struct Loop {
  int64_t size;
  int64_t to;
  int64_t from;
};

// Drops loops of size 1, puts the one with the smallest stride in `to` innermost, and merges
// neighbours that walk memory as one: [4096,4096] to [4096,4096] becomes a single run.
std::vector<Loop> Simplify(Span<const int64_t> sizes, Span<const int64_t> to_strides,
                           Span<const int64_t> from_strides) {
  std::vector<Loop> loops;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] != 1) loops.push_back({sizes[i], to_strides[i], from_strides[i]});
  }
  std::stable_sort(loops.begin(), loops.end(),
                   [](const Loop& a, const Loop& b) { return a.to > b.to; });
  std::vector<Loop> merged;
  for (const Loop& loop : loops) {
    if (!merged.empty()) {
      Loop& outer = merged.back();
      if (outer.to == loop.to * loop.size && outer.from == loop.from * loop.size) {
        outer = {outer.size * loop.size, loop.to, loop.from};
        continue;
      }
    }
    merged.push_back(loop);
  }
  return merged;
}

template <typename T>
void CopyRun(const Loop& run, T* to, const T* from) {
  if (run.to == 1 && run.from == 1) {
    std::memcpy(to, from, static_cast<size_t>(run.size) * sizeof(T));
  } else if (run.to == 1 && run.from == 0) {
    std::fill_n(to, run.size, *from);
  } else {
    for (int64_t i = 0; i < run.size; ++i) to[i * run.to] = from[i * run.from];
  }
}

template <typename T>
void CopyLoops(const std::vector<Loop>& loops, T* to, const T* from) {
  if (loops.empty()) {
    *to = *from;
    return;
  }
  const Loop& inner = loops.back();
  std::vector<int64_t> index(loops.size() - 1, 0);
  int64_t to_offset = 0;
  int64_t from_offset = 0;
  while (true) {
    CopyRun(inner, to + to_offset, from + from_offset);
    size_t d = index.size();
    while (d-- > 0) {
      to_offset += loops[d].to;
      from_offset += loops[d].from;
      if (++index[d] < loops[d].size) break;
      to_offset -= loops[d].to * loops[d].size;
      from_offset -= loops[d].from * loops[d].size;
      index[d] = 0;
    }
    if (d == static_cast<size_t>(-1)) return;
  }
}

}  // namespace

void StridedCopy(Span<const int64_t> sizes, std::byte* to, Span<const int64_t> to_strides,
                 const std::byte* from, Span<const int64_t> from_strides, int64_t width) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return;
  const std::vector<Loop> loops = Simplify(sizes, to_strides, from_strides);
  DispatchWidth(width, [&]<typename T>() {
    CopyLoops(loops, reinterpret_cast<T*>(to), reinterpret_cast<const T*>(from));
  });
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
