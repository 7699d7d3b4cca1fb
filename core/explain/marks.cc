#include "explain/marks.h"

#include <algorithm>
#include <numeric>

#include "ops/rerun_explain.h"

namespace hloom {

bool ArrayMarks::Has(const Shape& shape, Span<const int64_t> index) const {
  return any() && marked_[static_cast<size_t>(NumberOfIndex(shape, index))];
}

void ArrayMarks::Add(const Shape& shape, Span<const int64_t> index) {
  if (marked_.empty()) marked_.resize(static_cast<size_t>(ShapeUtil::ElementsIn(shape)));
  auto mark = marked_[static_cast<size_t>(NumberOfIndex(shape, index))];
  if (mark) return;
  mark = true;
  if (count_++ == 0) {
    for (const int64_t i : index) hull_.push_back(One(i));
    return;
  }
  for (size_t d = 0; d < index.size(); ++d) {
    const int64_t first = std::min(hull_[d].start, index[d]);
    const int64_t end = std::max(hull_[d].start + hull_[d].size, index[d] + 1);
    hull_[d] = {first, end - first, 1};
  }
}

ElementBox ArrayMarks::Bounds(const Shape& shape) const {
  ElementBox box = hull_;
  std::vector<int64_t> steps(box.size(), 0);
  ForEach(shape, [&](Span<const int64_t> index) {
    for (size_t d = 0; d < box.size(); ++d) {
      steps[d] = std::gcd(steps[d], index[d] - box[d].start);
    }
  });
  for (size_t d = 0; d < box.size(); ++d) {
    if (steps[d] > 1) box[d] = {box[d].start, (box[d].size - 1) / steps[d] + 1, steps[d]};
  }
  return box;
}

Marks::Marks() = default;
Marks::Marks(const Marks& other) = default;
Marks::Marks(Marks&& other) noexcept = default;
Marks& Marks::operator=(const Marks& other) = default;
Marks& Marks::operator=(Marks&& other) noexcept = default;
Marks::~Marks() = default;

bool Marks::any() const {
  return sizes || std::any_of(arrays.begin(), arrays.end(),
                              [](const ArrayMarks& array) { return array.any(); });
}

namespace {

void AppendLeaves(const Literal& value, ShapeIndex& at, std::vector<LeafPlace>& leaves) {
  if (!value.shape().IsTuple()) {
    leaves.push_back({at, &value});
    return;
  }
  for (size_t i = 0; i < value.elements().size(); ++i) {
    at.push_back(static_cast<int64_t>(i));
    AppendLeaves(value.elements()[i], at, leaves);
    at.pop_back();
  }
}

// The number of leaves of a shape that are not tuples; ShapeUtil also counts empty tuples.
size_t CountLeaves(const Shape& shape) {
  if (!shape.IsTuple()) return 1;
  size_t count = 0;
  for (const Shape& element : shape.tuple_shapes()) count += CountLeaves(element);
  return count;
}

}  // namespace

std::vector<LeafPlace> LeavesOf(const Literal& value) {
  std::vector<LeafPlace> leaves;
  ShapeIndex at;
  AppendLeaves(value, at, leaves);
  return leaves;
}

size_t FirstLeaf(const Shape& shape, ShapeIndexView leaf) {
  size_t first = 0;
  const Shape* at = &shape;
  for (const int64_t i : leaf) {
    for (int64_t k = 0; k < i; ++k)
      first += CountLeaves(at->tuple_shapes()[static_cast<size_t>(k)]);
    at = &at->tuple_shapes()[static_cast<size_t>(i)];
  }
  return first;
}

Marks PartOf(const Marks& marks, const Shape& shape, ShapeIndexView leaf) {
  Marks part;
  part.sizes = marks.sizes;
  const Shape* at = &shape;
  for (const int64_t i : leaf) at = &at->tuple_shapes()[static_cast<size_t>(i)];
  const size_t first = FirstLeaf(shape, leaf);
  for (size_t i = 0; i < CountLeaves(*at); ++i) part.arrays.push_back(marks.arrays[first + i]);
  return part;
}

Marks NoMarks(const Literal& value) {
  Marks marks;
  marks.arrays.resize(LeavesOf(value).size());
  return marks;
}

Marks AllMarks(const Literal& value) {
  Marks marks;
  for (const LeafPlace& leaf : LeavesOf(value)) {
    ArrayMarks& array = marks.arrays.emplace_back();
    const Shape& shape = leaf.value->shape();
    if (!shape.IsArray()) continue;
    marks.sizes = marks.sizes || shape.is_dynamic();
    ForEachIn(WholeOf(*leaf.value), [&](Span<const int64_t> index) {
      array.Add(shape, index);
      return true;
    });
  }
  return marks;
}

}  // namespace hloom
