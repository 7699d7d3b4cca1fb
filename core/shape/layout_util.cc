#include "shape/layout_util.h"

#include <algorithm>

#include "shape/dimension_number.h"

namespace hloom {

Layout LayoutUtil::GetDefaultLayoutForRank(int64_t rank) {
  return Layout::RowMajor(static_cast<size_t>(rank));
}

Layout LayoutUtil::MakeAscendingLayout(int64_t rank) {
  std::vector<int64_t> minor_to_major(static_cast<size_t>(rank));
  for (int64_t i = 0; i < rank; ++i) minor_to_major[static_cast<size_t>(i)] = i;
  return Layout(minor_to_major);
}

Layout LayoutUtil::MakeLayoutFromMajorToMinor(Span<const int64_t> major_to_minor) {
  std::vector<int64_t> minor_to_major = major_to_minor.ToVector();
  std::reverse(minor_to_major.begin(), minor_to_major.end());
  return Layout(minor_to_major);
}

Layout LayoutUtil::WithPadding(Layout layout, Span<const int64_t> padded_dimensions,
                               PaddingValue value) {
  layout.set_padding(padded_dimensions, value);
  return layout;
}

// Depth is bounded by ShapeUtil::kMaxTupleDepth.
Shape LayoutUtil::GetWithDefaultLayout(const Shape& shape) {
  Shape result = shape;
  if (shape.IsArray()) result.set_layout(GetDefaultLayoutForShape(shape));
  if (!shape.IsTuple()) return result;
  std::vector<Shape> elements;
  for (const Shape& element : shape.tuple_shapes()) {
    elements.push_back(GetWithDefaultLayout(element));
  }
  return Shape(std::move(elements));
}

bool LayoutUtil::IsMonotonicWithDim0Minor(const Layout& layout) {
  const Span<const int64_t> order = layout.minor_to_major();
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

bool LayoutUtil::IsMonotonicWithDim0Major(const Layout& layout) {
  const Span<const int64_t> order = layout.minor_to_major();
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] != static_cast<int64_t>(order.size() - 1 - i)) return false;
  }
  return true;
}

bool LayoutUtil::LayoutsInShapesEqual(const Shape& a, const Shape& b) {
  if (a.IsTuple() != b.IsTuple() || a.IsArray() != b.IsArray()) return false;
  if (a.IsArray()) return a.layout() == b.layout();
  if (a.tuple_shapes().size() != b.tuple_shapes().size()) return false;
  for (size_t i = 0; i < a.tuple_shapes().size(); ++i) {
    if (!LayoutsInShapesEqual(a.tuple_shapes()[i], b.tuple_shapes()[i])) return false;
  }
  return true;
}

StatusOr<int64_t> LayoutUtil::Minor(const Layout& layout, int64_t n) {
  const int64_t rank = static_cast<int64_t>(layout.minor_to_major().size());
  HLOOM_ASSIGN_OR_RETURN(const int64_t i, ResolveDimensionNumber(n, rank));
  return layout.minor_to_major(static_cast<size_t>(i));
}

StatusOr<int64_t> LayoutUtil::Major(const Layout& layout, int64_t n) {
  const int64_t rank = static_cast<int64_t>(layout.minor_to_major().size());
  HLOOM_ASSIGN_OR_RETURN(const int64_t i, ResolveDimensionNumber(n, rank));
  return layout.minor_to_major(static_cast<size_t>(rank - 1 - i));
}

std::vector<int64_t> LayoutUtil::MakeLogicalToPhysical(const Layout& layout) {
  const Span<const int64_t> order = layout.minor_to_major();
  std::vector<int64_t> place(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    place[static_cast<size_t>(order[i])] = static_cast<int64_t>(order.size() - 1 - i);
  }
  return place;
}

bool LayoutUtil::AreDimensionsConsecutive(const Layout& layout, Span<const int64_t> dimensions) {
  const std::vector<int64_t> place_of = MakeLogicalToPhysical(layout);
  const int64_t rank = static_cast<int64_t>(place_of.size());
  std::vector<int64_t> places;
  for (int64_t dimension : dimensions) {
    const StatusOr<int64_t> resolved = ResolveDimensionNumber(dimension, rank);
    if (!resolved.ok()) return false;
    places.push_back(place_of[static_cast<size_t>(*resolved)]);
  }
  std::sort(places.begin(), places.end());
  for (size_t i = 1; i < places.size(); ++i) {
    if (places[i] != places[i - 1] + 1) return false;
  }
  return true;
}

StatusOr<Layout> LayoutUtil::MoveDimToMajor(const Layout& layout, int64_t dimension) {
  std::vector<int64_t> order = layout.minor_to_major().ToVector();
  HLOOM_ASSIGN_OR_RETURN(const int64_t moved,
                         ResolveDimensionNumber(dimension, static_cast<int64_t>(order.size())));
  std::stable_partition(order.begin(), order.end(), [&](int64_t d) { return d != moved; });
  // A padded size belongs to a dimension, independent of the dimension's place in memory.
  return WithPadding(Layout(order), layout.padded_dimensions(), layout.padding_value());
}

}  // namespace hloom
