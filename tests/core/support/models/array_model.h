// Arrays by their definition: sizes, and the bytes of each element in row-major order. The plain
// models of operations iterate over them by indices; the position of an element in a literal's
// memory is the oracle of layouts. They are slow and obvious on purpose, and share no code with the
// code that they test. Random shapes, layouts and values, the same everywhere.
#ifndef HLOOM_TESTS_SUPPORT_MODELS_ARRAY_MODEL_H_
#define HLOOM_TESTS_SUPPORT_MODELS_ARRAY_MODEL_H_

#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "literal/literal.h"
#include "support/models/broadcast_model.h"
#include "support/random.h"

namespace hloom::testing_support {

// Gives sizes of 0 to 4, smaller ones at higher ranks, and 0 now and then.
inline Sizes RandomSizes(Random& random, size_t rank) {
  Sizes sizes;
  for (size_t d = 0; d < rank; ++d) {
    sizes.push_back(random.OneIn(16) ? 0 : random.Between(1, rank > 3 ? 3 : 4));
  }
  return sizes;
}
inline Sizes RandomSizes(Random& random) {
  return RandomSizes(random, static_cast<size_t>(random.Below(6)));
}

inline PrimitiveType RandomType(Random& random) {
  while (true) {
    const auto types = AllPrimitiveTypes();
    const PrimitiveType type =
        types[static_cast<size_t>(random.Below(static_cast<int64_t>(types.size())))].type;
    if (IsArrayType(type)) return type;
  }
}

// Gives any order of the dimensions, and padding for one shape in four.
inline Layout RandomLayout(Random& random, const Sizes& sizes) {
  Layout layout(random.Permutation(sizes.size()));
  if (random.OneIn(4) && !sizes.empty()) {
    Sizes padded = sizes;
    for (int64_t& size : padded) size += random.Below(3);
    layout.set_padding(padded, UNKNOWN_PAD);  // the one that every type has
  }
  return layout;
}

inline Shape WithRandomLayout(Random& random, Shape shape) {
  if (shape.IsTuple()) {
    std::vector<Shape> elements;
    for (const Shape& element : shape.tuple_shapes())
      elements.push_back(WithRandomLayout(random, element));
    return Shape(std::move(elements));
  }
  if (shape.IsArray()) shape.set_layout(RandomLayout(random, shape.dimensions().ToVector()));
  return shape;
}

// The bytes of some elements.
using Elements = std::vector<std::string>;

struct ArrayModel {
  Sizes sizes;
  std::vector<std::string> elements;

  const std::string& At(const Sizes& index) const {
    return elements[static_cast<size_t>(PositionOf(sizes, index))];
  }
};

// Any bits that an element of the type may have.
inline std::string RandomElement(Random& random, PrimitiveType type) {
  std::string bytes;
  for (int64_t i = 0; i < ByteWidth(type); ++i)
    bytes.push_back(static_cast<char>(random.Below(256)));
  const int bits = type == PRED ? 1 : BitWidth(type);
  if (bits >= 8) return bytes;
  const int value = static_cast<int>(random.Below(1 << bits));
  const bool negative = IsSignedIntegralType(type) && value >= 1 << (bits - 1);
  bytes[0] = static_cast<char>(negative ? value - (1 << bits) : value);
  return bytes;
}

inline ArrayModel RandomArray(Random& random, PrimitiveType type, const Sizes& sizes) {
  ArrayModel model{sizes, {}};
  for (int64_t i = 0; i < CountOf(sizes); ++i)
    model.elements.push_back(RandomElement(random, type));
  return model;
}

// The position of the element at an index in memory, by the layout's definition.
inline size_t OffsetOf(const Shape& shape, const Sizes& index) {
  const Sizes padded = shape.layout().padded_dimensions().ToVector();
  int64_t offset = 0;
  int64_t stride = 1;
  for (int64_t d : shape.layout().minor_to_major()) {
    const size_t i = static_cast<size_t>(d);
    offset += index[i] * stride;
    stride *= padded.empty() ? shape.dimensions(d) : padded[i];
  }
  return static_cast<size_t>(offset * ByteWidth(shape.element_type()));
}

inline Literal ToLiteral(const ArrayModel& model, const Shape& shape) {
  Literal literal = *Literal::Create(shape);
  for (size_t i = 0; i < model.elements.size(); ++i) {
    const Sizes index = IndexAt(model.sizes, static_cast<int64_t>(i));
    std::memcpy(literal.mutable_data<char>() + OffsetOf(shape, index), model.elements[i].data(),
                model.elements[i].size());
  }
  return literal;
}

inline ArrayModel ToModel(const Literal& literal) {
  const Shape& shape = literal.shape();
  ArrayModel model{shape.dimensions().ToVector(), {}};
  const size_t width = static_cast<size_t>(ByteWidth(shape.element_type()));
  for (int64_t i = 0; i < CountOf(model.sizes); ++i) {
    model.elements.emplace_back(literal.data<char>() + OffsetOf(shape, IndexAt(model.sizes, i)),
                                width);
  }
  return model;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MODELS_ARRAY_MODEL_H_
