// ShapeUtil: the shapes inside nested tuples.
#include <cstdlib>

#include "base/str_cat.h"
#include "shape/rules.h"
#include "shape/shape_util.h"

namespace hloom {

namespace {

// The shape to which `index` leads; null if the index is invalid.
const Shape* Find(const Shape& shape, ShapeIndexView index) {
  const Shape* at = &shape;
  for (int64_t i : index) {
    if (i < 0 || i >= ShapeUtil::TupleElementCount(*at)) return nullptr;
    at = &at->tuple_shapes(i);
  }
  return at;
}

}  // namespace

std::vector<const Shape*> ShapeUtil::ArrayLeaves(const Shape& shape) {
  std::vector<const Shape*> leaves;
  ForEachSubshape(shape, [&](const Shape& subshape, const ShapeIndex&) {
    if (subshape.IsArray()) leaves.push_back(&subshape);
  });
  return leaves;
}

bool ShapeUtil::IndexIsValid(const Shape& shape, ShapeIndexView index) {
  return Find(shape, index) != nullptr;
}

StatusOr<const Shape*> ShapeUtil::TryGetSubshape(const Shape& shape, ShapeIndexView index) {
  if (const Shape* found = Find(shape, index)) return found;
  return InvalidArgument(kShapeC10)
      .Say(MessageCat("the index ", DimensionList(index), " leads nowhere in ", shape.ToString()))
      .Operand(shape)
      .Help(
          "each number chooses an element of a tuple, from 0; an array has only itself, at `{}`"_msg);
}

const Shape& ShapeUtil::GetSubshape(const Shape& shape, ShapeIndexView index) {
  const Shape* found = Find(shape, index);
  if (found == nullptr) std::abort();
  return *found;
}

bool ShapeUtil::IsLeafIndex(const Shape& shape, ShapeIndexView index) {
  const Shape* found = Find(shape, index);
  return found != nullptr && !found->IsTuple();
}

int64_t ShapeUtil::SubshapeCount(const Shape& shape) { return shape.parts(); }

int64_t ShapeUtil::GetLeafCount(const Shape& shape) {
  int64_t count = 0;
  ForEachLeafShape(shape, [&](const Shape&, const ShapeIndex&) { ++count; });
  return count;
}

int64_t ShapeUtil::ElementsInRecursive(const Shape& shape) {
  int64_t elements = 0;
  for (const Shape* leaf : ArrayLeaves(shape)) elements += ElementsIn(*leaf);
  return elements;
}

}  // namespace hloom
