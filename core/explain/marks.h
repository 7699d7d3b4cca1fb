// Marks: a set of elements of a value, array by array.
#ifndef HLOOM_EXPLAIN_MARKS_H_
#define HLOOM_EXPLAIN_MARKS_H_

#include <vector>

#include "ops/op_explain.h"

namespace hloom {

// The marked elements of one array.
class ArrayMarks {
 public:
  bool any() const { return count_ > 0; }
  int64_t count() const { return count_; }
  // `shape` is always the array's.
  bool Has(const Shape& shape, Span<const int64_t> index) const;
  void Add(const Shape& shape, Span<const int64_t> index);
  // Calls f(index) for each marked element, in row-major order.
  template <typename F>
  void ForEach(const Shape& shape, const F& f) const {
    if (!any()) return;
    ForEachIn(hull_, [&](Span<const int64_t> index) {
      if (Has(shape, index)) f(index);
      return true;
    });
  }
  // The smallest box that holds all marked elements, with steps if they are evenly spaced.
  ElementBox Bounds(const Shape& shape) const;
  // The ranges of the indices of marked elements; there is at least one.
  const ElementBox& hull() const { return hull_; }

 private:
  int64_t count_ = 0;
  std::vector<bool> marked_;  // by the number of the element among the bounds; empty without marks
  ElementBox hull_;
};

// The marks of a value: its arrays in the order of the leaves, depth-first. Copying is defined out
// of line.
struct Marks {
  Marks();
  Marks(const Marks& other);
  Marks(Marks&& other) noexcept;
  Marks& operator=(const Marks& other);
  Marks& operator=(Marks&& other) noexcept;
  ~Marks();

  std::vector<ArrayMarks> arrays;
  // The live sizes depend on marked elements.
  bool sizes = false;

  bool any() const;
};

// The leaves that are arrays or tokens, depth-first, each with its place.
struct LeafPlace {
  ShapeIndex leaf;
  const Literal* value;
};
std::vector<LeafPlace> LeavesOf(const Literal& value);
// The marks of a part of a value of that shape; no arrays if nothing is marked.
Marks PartOf(const Marks& marks, const Shape& shape, ShapeIndexView leaf);
// The index of a part's first leaf among the leaves of the whole.
size_t FirstLeaf(const Shape& shape, ShapeIndexView leaf);

Marks NoMarks(const Literal& value);
// All that is live.
Marks AllMarks(const Literal& value);

}  // namespace hloom

#endif  // HLOOM_EXPLAIN_MARKS_H_
