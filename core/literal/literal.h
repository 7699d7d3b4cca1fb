// Literal: a value. An array's elements in the memory order of its shape's layout, or a tuple of
// literals, or a token.
//
// An array of a dynamic shape has a live size in each dynamic dimension, at most the bound. Its
// value is the elements within the live sizes. Memory is laid out for the bounds; the elements
// beyond the live sizes are dead: comparison and text ignore them. f32[<=4](3) {1, 2, 3}.
//
// A Literal is a handle: copies share shape and storage, so tuples are built and taken apart
// without copying elements. A writer must be the only owner of the storage, as after `Create`.
#ifndef HLOOM_LITERAL_LITERAL_H_
#define HLOOM_LITERAL_LITERAL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "base/status.h"
#include "shape/shape_util.h"

namespace hloom {

using ShapePtr = std::shared_ptr<const Shape>;
using LedgerPtr = std::shared_ptr<MemoryLedger>;

class Literal {
 public:
  // No value; shape().element_type() is PRIMITIVE_TYPE_INVALID.
  Literal() = default;
  // These are not inline, as hundreds of places call them; moving a literal is.
  Literal(const Literal& other);
  Literal(Literal&& other) = default;
  Literal& operator=(const Literal& other);
  Literal& operator=(Literal&& other) = default;
  ~Literal();

  // An array with uninitialized elements; the layout's padding is filled. RESOURCE_EXHAUSTED if the
  // memory cannot be allocated.
  static StatusOr<Literal> Create(ShapePtr shape, LedgerPtr ledger = nullptr);
  static StatusOr<Literal> Create(const Shape& shape, LedgerPtr ledger = nullptr);
  // An array over `storage`, which must hold exactly the shape's bytes (literal.c2) and is shared,
  // not copied. literal.c3: a PRED byte other than 0 and 1.
  static StatusOr<Literal> FromBuffer(ShapePtr shape, Buffer storage);
  // Does the same without checks, for storage that holds such an array, or will be filled with one.
  static Literal OverStorage(ShapePtr shape, Buffer storage);
  static Literal MakeTuple(std::vector<Literal> elements);
  // Does the same with the shape already at hand, which must be that of the elements.
  static Literal MakeTuple(ShapePtr shape, std::vector<Literal> elements);
  static Literal MakeToken();

  const Shape& shape() const { return shape_ ? *shape_ : InvalidShape(); }
  const ShapePtr& shape_ptr() const { return shape_; }
  bool valid() const { return shape_ != nullptr; }

  // Holds its shape at this address from now on: a shape that is equal.
  void ShareShape(const ShapePtr& shape) { shape_ = shape; }
  // Gives up the value. The literal keeps its shape, and Refill can give it elements again.
  Buffer TakeStorage() { return std::move(storage_); }
  void Drop() {
    storage_ = Buffer();
    if (parts_ != nullptr) parts_ = nullptr;
  }
  void Refill(Buffer storage) { storage_ = std::move(storage); }

  int64_t element_count() const { return ShapeUtil::ElementsIn(shape()); }
  int64_t size_bytes() const { return storage_.size(); }
  const Buffer& storage() const { return storage_; }
  template <typename T>
  const T* data() const {
    return reinterpret_cast<const T*>(storage_.data());
  }
  // Requires that no other literal shares the storage.
  template <typename T>
  T* mutable_data() {
    return reinterpret_cast<T*>(storage_.data());
  }
  // The bytes in memory, padding included; LiteralUtil::FromData makes an array of them again.
  Span<const std::byte> bytes() const {
    return {storage_.data(), static_cast<size_t>(storage_.size())};
  }

  Span<const Literal> elements() const;

  template <typename T>
  T Get(Span<const int64_t> index) const {
    return data<T>()[LinearIndex(index)];
  }
  // The live size of a dimension; for a static one, its size.
  int64_t GetDynamicSize(int64_t dimension) const {
    return parts_ == nullptr ? shape().dimensions(dimension)
                             : parts_->live_sizes[static_cast<size_t>(dimension)];
  }
  // The live sizes of all dimensions.
  std::vector<int64_t> live_sizes() const {
    return parts_ == nullptr ? shape().dimensions().ToVector() : parts_->live_sizes;
  }
  // Sets the live size of a dimension; in a fresh literal it is the bound. literal.c8: the
  // dimension is dynamic, and the size is in 0..bound.
  Status SetDynamicSize(int64_t dimension, int64_t size);
  // The value as a static array of the live sizes, in the same order in memory, without padding;
  // in tuples, every dynamic array. Arrays whose shape is static are shared.
  StatusOr<Literal> ToStatic(LedgerPtr ledger = nullptr) const;
  // Converts the value to shape `bounded`, in its layout. literal.c9: `bounded` must hold the shape
  // (ShapeUtil::Holds). Dead elements are zero bytes. The storage is shared if no element has to
  // move.
  StatusOr<Literal> ToBoundedDynamic(const Shape& bounded, LedgerPtr ledger = nullptr) const;
  // Converts the value to shape `shape`, in its layout. literal.c9: the shape has the same bounds,
  // and may be static in more dimensions. Elements that were dead are zero bytes. The storage is
  // shared if both are dynamic in the same dimensions.
  StatusOr<Literal> PadToStatic(const Shape& shape, LedgerPtr ledger = nullptr) const;

  // Requires that no other literal shares the storage.
  template <typename T>
  void Set(Span<const int64_t> index, T value) {
    mutable_data<T>()[LinearIndex(index)] = value;
  }
  // The elements from `starts` up to, but not with, `limits`, in the same order in memory, without
  // padding. literal.c6: 0 <= start <= limit <= size in each dimension.
  StatusOr<Literal> Slice(Span<const int64_t> starts, Span<const int64_t> limits,
                          LedgerPtr ledger = nullptr) const;
  // The literal inside nested tuples; shape.c10: the index leads somewhere.
  StatusOr<Literal> SubLiteral(ShapeIndexView index) const;

  template <typename T>
  T GetFirstElement() const {
    return data<T>()[0];
  }

  // "f32[2,3] { { 1, 2, 3 }, { 4, 5, 6 } }", in XLA's literal form; for a dynamic shape with the
  // live sizes behind it: "f32[<=4,2](1,2) { { 1, 2 } }".
  std::string ToString() const;
  // Returns the same text without the shape.
  std::string ToStringWithoutShape() const;
  // The text as XLA prints it in the constants of HLO text: truth values of arrays are digits, and
  // from rank 4 on comments give the index of each row: "{ { /*i0=0*/ { /*i1=0*/ {7} } } }".
  std::string ToHloConstant() const;
  // The text as XLA writes attributes: "f32[2]{0} {1, 2}", "( s32[2]{0} {1, 2}, pred[] true )".
  std::string ToStringWithLayout() const;

  // True if shapes (ignoring layouts), live sizes and the bits of every live element are equal.
  friend bool operator==(const Literal& a, const Literal& b);

 private:
  static const Shape& InvalidShape();
  int64_t LinearIndex(Span<const int64_t> index) const;

  // Parts that few values have: the elements of a tuple, or the live size of each dimension of an
  // array if some differ from the bounds.
  struct Parts {
    std::vector<Literal> elements;
    std::vector<int64_t> live_sizes;
  };

  ShapePtr shape_;
  Buffer storage_;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace hloom

#endif  // HLOOM_LITERAL_LITERAL_H_
